//go:build !js

package mcp

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"traceglass/parser/input"
	"traceglass/render/answer"
)

// An Opener opens a file.
type Opener func(path string) (*os.File, error)

// folders are the folders that a server may read.
//
// find resolves a client's path, and open opens every file that the readers ask for: those that find returned, and others
// that belong to them, such as the .data of a .key. open goes through os.Root, which no link leaves, even if somebody
// exchanges a file for a link between both steps. But readers list folders by their path, and ask by its path whether a
// file exists, such as the .data of a .key. Somebody who can write in the folders can thus find out whether a file outside
// exists, and at the right moment make its name appear. Its content cannot appear.
type folders struct {
	all []folder
}

type folder struct {
	name  string // begins the paths of clients; "" for an only folder
	given string // absolute, as it was named at the start
	path  string // absolute, without links
	root  *os.Root
}

// Limits on a client's paths and on listings.
const (
	longestPath = 4096   // bytes
	mostEntries = 20_000 // files and folders that a listing looks at
)

func openFolders(paths []string) (*folders, error) {
	f := &folders{}
	taken := map[string]bool{}
	for _, given := range paths {
		given, err := filepath.Abs(given)
		if err != nil {
			return nil, err
		}
		path, err := filepath.EvalSymlinks(given)
		if err != nil {
			return nil, err
		}
		root, err := os.OpenRoot(path)
		if err != nil {
			return nil, err
		}
		name := ""
		if len(paths) > 1 {
			name = filepath.Base(given)
			for n := 2; taken[name]; n++ {
				name = filepath.Base(given) + "-" + strconv.Itoa(n)
			}
			taken[name] = true
		}
		f.all = append(f.all, folder{name: name, given: given, path: path, root: root})
	}
	if len(f.all) == 0 {
		return nil, errors.New("name a folder")
	}
	return f, nil
}

// Close closes the folders.
func (f *folders) Close() error {
	var err error
	for _, one := range f.all {
		err = errors.Join(err, one.root.Close())
	}
	return err
}

// errNone is the same for missing files and for forbidden ones, to hide which files exist outside.
var errNone = errors.New("the server has no such file. The tool files lists the files that it may read")

// find returns the path, without links, of a client's path: of a file, a folder, a file in a zip file, or the base name of
// a trace.
func (f *folders) find(name string) (string, error) {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == filepath.Separator })
	if len(name) > longestPath || strings.ContainsRune(name, 0) || slices.Contains(parts, "..") {
		return "", errNone
	}
	if filepath.IsAbs(name) {
		clean := filepath.Clean(name)
		for _, one := range f.all {
			for _, top := range []string{one.path, one.given} {
				if rest, ok := below(clean, top); ok {
					return f.walk(one.path, strings.Split(rest, string(filepath.Separator)))
				}
			}
		}
		return "", errNone
	}
	top := f.all[0]
	if len(f.all) > 1 {
		if len(parts) == 0 {
			return "", errNone
		}
		at := slices.IndexFunc(f.all, func(one folder) bool { return one.name == parts[0] })
		if at < 0 {
			return "", errNone
		}
		top, parts = f.all[at], parts[1:]
	}
	return f.walk(top.path, parts)
}

// walk follows the parts of a path, and their links.
func (f *folders) walk(at string, parts []string) (string, error) {
	for i, part := range parts {
		if part == "" || part == "." {
			continue
		}
		next := filepath.Join(at, part)
		info, err := os.Lstat(next)
		switch {
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			if next, err = filepath.EvalSymlinks(next); err != nil || f.of(next) == nil {
				return "", errNone
			}
			if info, err = os.Lstat(next); err != nil {
				return "", errNone
			}
		case err != nil && i == len(parts)-1 && f.isBase(next):
			return next, nil
		case err != nil:
			return "", errNone
		}
		switch {
		case info.Mode().IsRegular():
			return filepath.Join(append([]string{next}, parts[i+1:]...)...), nil
		case !info.IsDir():
			return "", errors.New("this is neither a file nor a folder")
		}
		at = next
	}
	return at, nil
}

// isBase reports whether a path is that of a trace without its ending.
func (f *folders) isBase(path string) (found bool) {
	for _, ending := range []string{".trace", ".key", ".data"} {
		for _, gz := range []string{"", ".gz"} {
			info, err := os.Lstat(path + ending + gz)
			if err == nil && !info.Mode().IsRegular() {
				return false
			}
			found = found || err == nil
		}
	}
	return found
}

// below returns the part of a path below a folder.
func below(path, top string) (rest string, ok bool) {
	if path == top {
		return "", true
	}
	return strings.CutPrefix(path, strings.TrimSuffix(top, string(filepath.Separator))+string(filepath.Separator))
}

// of returns the folder that a path is in, or nil.
func (f *folders) of(path string) *folder {
	for i := range f.all {
		if _, ok := below(path, f.all[i].path); ok {
			return &f.all[i]
		}
	}
	return nil
}

// open opens a file below the folders.
func (f *folders) open(path string) (*os.File, error) {
	of := f.of(path)
	if of == nil {
		return nil, errNone
	}
	rest, _ := below(path, of.path)
	file, err := of.root.OpenFile(filepath.Clean(rest), os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe would wait for its writer
	if err != nil {
		return nil, errNone
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		file.Close()
		return nil, errNone
	}
	return file, nil
}

// stat describes a file below the folders.
func (f *folders) stat(path string) (fs.FileInfo, error) {
	of := f.of(path)
	if of == nil {
		return nil, errNone
	}
	rest, _ := below(path, of.path)
	return of.root.Stat(filepath.Clean(rest))
}

func (f *folders) isFolder(path string) bool {
	info, err := f.stat(path)
	return err == nil && info.IsDir()
}

// hide shortens paths in a text to those that clients use.
func (f *folders) hide(text string) string {
	for _, one := range f.all {
		for _, top := range []string{one.path, one.given} {
			if filepath.Dir(top) == top {
				continue // the whole disk, whose paths are absolute
			}
			prefix, name := "", "."
			if one.name != "" {
				prefix, name = one.name+"/", one.name
			}
			text = strings.ReplaceAll(text, top+":", name+":") // before a message on the folder itself
			text = strings.ReplaceAll(text, strings.TrimSuffix(top, string(filepath.Separator))+string(filepath.Separator), prefix)
		}
	}
	return text
}

// fingerprint returns a text that changes with the files in a folder, their sizes and times.
func (f *folders) fingerprint(path string) string {
	sum := sha256.New()
	f.each(path, func(path string, info fs.FileInfo) {
		fmt.Fprintf(sum, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
	})
	return string(sum.Sum(nil))
}

// each calls do for the files in a folder and its subfolders, nearer ones first, in natural order. It leaves out links and
// names that begin with a dot. It returns false if there are more than it looks at.
func (f *folders) each(path string, do func(path string, info fs.FileInfo)) (all bool) {
	seen := 0
	for queue := []string{path}; len(queue) > 0; queue = queue[1:] {
		of := f.of(queue[0])
		if of == nil {
			continue
		}
		rest, _ := below(queue[0], of.path)
		dir, err := of.root.Open(filepath.Clean(rest))
		if err != nil {
			continue
		}
		entries, _ := dir.ReadDir(mostEntries + 1 - seen)
		dir.Close()
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return input.Natural(a.Name(), b.Name()) })
		for _, e := range entries {
			if seen++; seen > mostEntries {
				return false
			}
			next := filepath.Join(queue[0], e.Name())
			switch {
			case strings.HasPrefix(e.Name(), "."):
			case e.IsDir():
				queue = append(queue, next)
			case e.Type().IsRegular():
				if info, err := e.Info(); err == nil {
					do(next, info)
				}
			}
		}
	}
	return true
}

// list answers the tool files.
func (s *Server) list(ctx context.Context, _ *answer.Question, c *query) (*answer.Answer, error) {
	f := s.folders
	tops, folder := []string{}, ""
	if c.files[0] == "" {
		for _, one := range f.all {
			tops = append(tops, one.path)
		}
	} else {
		path, err := f.find(c.files[0])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", answer.Clean(c.files[0]), err)
		}
		if !f.isFolder(path) {
			return nil, fmt.Errorf("%s: this is no folder", answer.Clean(c.files[0]))
		}
		tops, folder = []string{path}, filepath.ToSlash(f.hide(path+string(filepath.Separator)))
	}
	var files []answer.File
	var notes []string
	for _, top := range tops {
		all := f.each(top, func(path string, info fs.FileInfo) {
			files = append(files, answer.File{Path: filepath.ToSlash(f.hide(path)), Kind: kindOf(path), Size: info.Size()})
		})
		if !all {
			notes = append(notes, fmt.Sprintf("Only the first %d files and folders were looked at. Name a subfolder.", mostEntries))
		}
	}
	return answer.Files(strings.TrimSuffix(folder, "/"), files, notes...), ctx.Err()
}

// kindOf returns what a file is by its name.
func kindOf(name string) string {
	switch {
	case input.IsTraceName(name):
		return "trace"
	case input.IsMappingName(name):
		return "map of names"
	case input.Ext(name) == ".zip":
		return "zip file"
	case input.IsDumpName(name), input.IsExportName(name):
		return "dump or other text"
	}
	return "other"
}

// A stamp is what a file was when it was read.
type stamp struct {
	path string
	info fs.FileInfo
}

func (s *stamp) same(now fs.FileInfo) bool {
	return os.SameFile(s.info, now) && s.info.Size() == now.Size() && s.info.ModTime().Equal(now.ModTime())
}

// A reading opens the files of one request. If the request is cancelled, it closes them, so that their reader ends.
type reading struct {
	ctx     context.Context
	folders *folders

	mu     sync.Mutex
	files  []*os.File
	stamps []stamp
}

func (r *reading) open(path string) (*os.File, error) {
	f, err := r.folders.open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		err = r.ctx.Err()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	r.files = append(r.files, f)
	r.stamps = append(r.stamps, stamp{path, info})
	return f, nil
}

func (r *reading) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range r.files {
		f.Close()
	}
}
