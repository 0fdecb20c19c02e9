package disk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"traceglass/parser/input"
)

// A Member is one trace or thread dump among a command's arguments.
type Member struct {
	Name  string   // in the zip file or folder, with / between folders; "" for a plain file
	Paths []string // for Archives.Open: one path, or a .key and its .data
	Trace bool     // by its name
	File  string   // argument: the file, zip file or folder
}

// Archives caches open zip files, so that the directory of each is read once and the unpacked size
// of its members counts together. The zero Archives is ready to use; a nil one caches nothing.
type Archives struct {
	// File opens the files, and can refuse some. Nil stands for os.Open.
	File func(name string) (*os.File, error)

	zips map[string]*zipFile
	held int // bytes of nested zip files
}

// opener returns the function that opens files.
func (a *Archives) opener() opener {
	if a.File == nil {
		return os.Open
	}
	return a.File
}

// Close closes all zip files.
func (a *Archives) Close() error {
	var err error
	if a != nil {
		for _, z := range a.zips {
			if z.close != nil {
				err = errors.Join(err, z.close.Close())
			}
		}
		a.zips, a.held = nil, 0
	}
	return err
}

// Open opens a path that Members returned.
func (a *Archives) Open(paths ...string) (*Source, error) {
	if a == nil {
		return Open(paths...)
	}
	var parts []packed
	for _, p := range paths {
		z, at, err := a.find(p)
		if err != nil {
			if s, why := openSamples(paths, a.Open); s != nil || why != nil {
				return s, why
			}
			return nil, err
		}
		if z == nil {
			return openBy(a.opener(), paths...)
		}
		parts = append(parts, packed{z, at})
	}
	return openPacked(parts)
}

// A packed is a member of a zip file.
type packed struct {
	zip *zipFile
	at  int
}

// openPacked opens one member, or a .key and its .data.
func openPacked(parts []packed) (*Source, error) {
	name := parts[0].zip.File[parts[0].at].Name
	s := &Source{wrap: input.Zip, limits: input.DefaultLimits, Name: path.Base(input.Plain(strings.ReplaceAll(name, `\`, "/")))}
	var readers []io.Reader
	for _, p := range parts {
		r, err := s.openMember(p.zip, p.zip.File[p.at])
		if err != nil {
			s.Close()
			return nil, err
		}
		readers = append(readers, r)
	}
	if len(readers) == 2 {
		s.Paired = true
		s.Name = input.Base(s.Name)
		readers[0] = &lineEnd{r: readers[0]}
	}
	if err := s.begin(io.MultiReader(readers...)); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// find returns the file in a zip file, or in a nested one, for a path that leads through it. It
// returns nil for a path of the file system.
func (a *Archives) find(p string) (z *zipFile, at int, err error) {
	archive, member := inZip([]string{p})
	if member == "" {
		return nil, 0, nil
	}
	if z, err = a.zip(archive); z == nil || err != nil {
		return nil, 0, err
	}
	for depth := 0; ; depth++ {
		member = filepath.ToSlash(member)
		if at, ok := z.at[member]; ok {
			return z, at, nil
		}
		inner := -1
		for i := range member {
			if member[i] == '/' && inner < 0 {
				if n, ok := z.at[member[:i]]; ok && depth < input.MostNested {
					inner = n
					archive, member = archive+"/"+member[:i], member[i+1:]
					break
				}
			}
		}
		if inner < 0 {
			return nil, 0, fmt.Errorf("%s has no %s", archive, member)
		}
		if z, err = a.inner(archive, z, inner); err != nil {
			return nil, 0, err
		}
	}
}

// zip opens a zip file of the file system, which may be in gzip. It returns nil for other files.
func (a *Archives) zip(name string) (*zipFile, error) {
	if z := a.zips[name]; z != nil {
		return z, nil
	}
	f, err := a.opener()(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, err
	}
	head := make([]byte, 4)
	f.ReadAt(head, 0)
	kind := input.Sniff(head, name)
	if kind == input.Gzip {
		f.Close()
		return a.inGzip(name, info.Size())
	}
	r, err := zip.NewReader(f, info.Size())
	if kind != input.Zip || err != nil {
		f.Close()
		return nil, nil // opening the file reports the problem
	}
	return a.keep(name, &zipFile{Reader: r, size: info.Size(), unpacked: new(int64), close: f}), nil
}

// inGzip opens a zip file in gzip, in memory. It returns nil for other files.
func (a *Archives) inGzip(name string, size int64) (*zipFile, error) {
	s, err := openBy(a.opener(), name)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if input.Sniff(s.Head, name) != input.Zip {
		return nil, nil
	}
	return a.unpacked(name, s, size, new(int64))
}

// inner opens a nested zip file in memory.
func (a *Archives) inner(name string, outer *zipFile, at int) (*zipFile, error) {
	if z := a.zips[name]; z != nil {
		return z, nil
	}
	s, err := openPacked([]packed{{outer, at}})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return a.unpacked(name, s, outer.size, outer.unpacked)
}

// unpacked reads a zip file into memory. The total unpacked size of its members is limited by size.
func (a *Archives) unpacked(name string, s *Source, size int64, sum *int64) (*zipFile, error) {
	data, err := io.ReadAll(io.LimitReader(s, input.NestedBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > input.NestedBytes:
		return nil, fmt.Errorf("it is a zip file of more than %d MB within another file; unpack that first", input.NestedBytes>>20)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errors.New(readableError(err))
	}
	if a.held += len(data); a.held > input.NestedBytes { // a zip file over the limit is unpacked again when needed
		maps.DeleteFunc(a.zips, func(_ string, z *zipFile) bool { return z.close == nil })
		a.held = len(data)
	}
	return a.keep(name, &zipFile{Reader: r, size: size, unpacked: sum}), nil
}

func (a *Archives) keep(name string, z *zipFile) *zipFile {
	z.at = map[string]int{}
	for i := len(z.File) - 1; i >= 0; i-- { // of several with one name the first counts
		z.at[filepath.ToSlash(z.File[i].Name)] = i
	}
	if a.zips == nil {
		a.zips = map[string]*zipFile{}
	}
	a.zips[name] = z
	return z
}

// Contents is the result of Members.
type Contents struct {
	Members []Member
	LeftOut []string // files whose names are neither traces nor dumps, and unreadable ones with the reason
	Many    bool     // it is a zip file or a folder, even an empty one
	Nested  bool     // some are in a nested zip file, or in a zip file in a folder or gzip
}

// Members lists the traces and dumps at a path: the file itself, those in a zip file or a folder
// (as input.Choose selects them), and those in nested zip files. With named it returns only that
// member, by its full name, or by its last part if only one member has it. An empty result is an
// error.
func (a *Archives) Members(file, named string) (c Contents, err error) {
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		c.Many = true
		err = a.folder(file, &c)
	case err == nil && info.Mode().IsRegular():
		var z *zipFile
		if z, err = a.zip(file); z != nil {
			c.Many, c.Nested = true, z.close == nil
			err = a.listZip(file, "", z, 0, &c)
		}
	default:
		err = nil // a pipe, a base name, a file in a zip file; opening the path reports other problems
	}
	if err != nil {
		return c, err
	}
	for i := range c.Members {
		c.Members[i].File = file
	}
	switch {
	case named != "":
		return c, c.only(file, named)
	case !c.Many:
		c.Members = []Member{{Paths: []string{file}, Trace: input.IsTraceName(file), File: file}}
	case len(c.Members) == 0:
		return c, errors.New(nothingIn(info.IsDir(), c.LeftOut))
	}
	return c, nil
}

// nothingIn returns a sentence about a zip file or a folder without traces and dumps.
func nothingIn(folder bool, names []string) string {
	text := input.NothingUseful(names).Text
	if folder {
		return strings.Replace(text, "The zip file", "The folder", 1)
	}
	return text
}

// only keeps the named member alone.
func (c *Contents) only(file, named string) error {
	if !c.Many {
		return fmt.Errorf("-member names a file in a zip file or a folder, and %s is neither", file)
	}
	var whole, last []Member
	for _, m := range c.Members {
		if m.Name == named || input.Base(m.Name) == named && len(m.Paths) == 2 {
			whole = append(whole, m)
		} else if input.Leaf(m.Name) == named {
			last = append(last, m)
		}
	}
	switch {
	case len(whole) > 0:
		c.Members = whole[:1]
	case len(last) == 1:
		c.Members = last
	case len(last) > 1:
		return fmt.Errorf("%d files in %s are called %s: name it with its folders", len(last), file, named)
	default:
		return fmt.Errorf("%s has no trace and no dump named %s", file, named)
	}
	return nil
}

// folder lists the files in a folder and its subfolders.
func (a *Archives) folder(dir string, c *Contents) error {
	var names []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			c.LeftOut = append(c.LeftOut, fmt.Sprintf("%s (%v)", filepath.ToSlash(name), err))
			return nil
		}
		if !entry.Type().IsRegular() || !input.IsFile(name) {
			return nil
		}
		if len(names) == input.MostMembers {
			return fmt.Errorf("%s holds more than %d files", dir, input.MostMembers)
		}
		relative, err := filepath.Rel(dir, name)
		if err == nil {
			names = append(names, filepath.ToSlash(relative))
		}
		return err
	})
	if err != nil {
		return err
	}
	return a.list(names, c, func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }, "", func(i int) (*zipFile, error) {
		return a.zip(filepath.Join(dir, filepath.FromSlash(names[i])))
	}, 0)
}

// listZip lists the files of a zip file at a path. The names of its members get a prefix.
func (a *Archives) listZip(at, prefix string, z *zipFile, depth int, c *Contents) error {
	names := namesOf(z.Reader)
	if len(names) > input.MostMembers {
		return fmt.Errorf("%s holds more than %d files", at, input.MostMembers)
	}
	return a.list(names, c, func(name string) string { return at + "/" + name }, prefix, func(i int) (*zipFile, error) {
		return a.inner(at+"/"+filepath.ToSlash(names[i]), z, i)
	}, depth)
}

// list adds the files of a zip file or a folder. Where returns the path of a file; open opens a
// nested zip file.
func (a *Archives) list(names []string, c *Contents, where func(string) string, prefix string, open func(i int) (*zipFile, error), depth int) error {
	groups, _ := input.Choose(names)
	chosen := map[int]bool{}
	for _, group := range groups {
		if input.Ext(names[group[0]]) == ".zip" {
			continue // it was alone
		}
		m := Member{Name: prefix + names[group[0]], Trace: input.IsTraceName(names[group[0]])}
		for _, i := range group {
			chosen[i] = true
			m.Paths = append(m.Paths, where(names[i]))
		}
		if len(c.Members) == input.MostMembers {
			return fmt.Errorf("more than %d files are in it", input.MostMembers)
		}
		c.Members = append(c.Members, m)
	}
	for i, name := range names {
		switch {
		case chosen[i] || !input.IsFile(name):
			continue
		case input.Ext(name) == ".zip" && depth < input.MostNested:
			z, err := open(i)
			if err == nil && z != nil {
				c.Nested = true
				if err = a.listZip(where(name), prefix+name+"/", z, depth+1, c); err == nil {
					continue
				}
			}
			if err != nil {
				c.LeftOut = append(c.LeftOut, fmt.Sprintf("%s%s (%v)", prefix, name, err))
				continue
			}
		}
		c.LeftOut = append(c.LeftOut, prefix+name)
	}
	return nil
}
