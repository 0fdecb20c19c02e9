package disk

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"traceglass/parser/input"
)

// OpenMapping opens a map: a plain file, gzip, an app bundle (.aab), a zip file with one map, or a
// member given by both names, build.zip/release/mapping.txt. It recognizes the file by content, not
// by name.
func OpenMapping(name string) (*Source, error) {
	archive, member := inZip([]string{name})
	if member == "" {
		archive = name
	}
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	s := &Source{limits: input.DefaultLimits, Name: path.Base(input.Plain(strings.ReplaceAll(name, `\`, "/"))), close: []io.Closer{f}}
	r, err := s.openMapping(f, member)
	if err == nil {
		err = s.begin(r)
	}
	if err == nil && s.Kind != input.Mapping {
		err = withNotes(errors.New(s.Kind.Describe(s.Head)), s.Notes)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openMapping opens the map in a file.
func (s *Source) openMapping(f *os.File, member string) (io.Reader, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder", f.Name())
	}
	if !info.Mode().IsRegular() {
		return s.unwrap(f, 64<<10)
	}
	head := make([]byte, 4)
	n, _ := f.ReadAt(head, 0)
	if input.Sniff(head[:n], "") != input.Zip {
		return s.unwrap(f, info.Size())
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("the zip file is damaged (%s), so nothing inside can be read", readableError(err))
	}
	s.wrap = input.Zip
	names := namesOf(z)
	var found []int
	for i, name := range names {
		if member == name || member == "" && input.IsFile(name) && input.IsMappingName(name) {
			found = append(found, i)
		}
	}
	files := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !input.IsFile(name) })
	switch {
	case member != "" && len(found) != 1:
		return nil, fmt.Errorf("%s has no %s", f.Name(), member)
	case len(found) == 0 && slices.Contains(names, "METADATA"):
		return nil, errors.New("this is a partitioned map of R8's, which is not read: R8 writes a plain one with -printmapping")
	case len(found) == 0 && len(files) == 1:
		found = []int{slices.Index(names, files[0])}
	case len(found) == 0:
		return nil, fmt.Errorf("the zip file holds no map of names (proguard.map or mapping.txt)")
	case len(found) > 1:
		var groups [][]int
		for _, i := range found {
			groups = append(groups, []int{i})
		}
		return nil, fmt.Errorf("the zip file holds %d maps of names. Name one of them: %s", len(found), memberPaths(f.Name(), names, groups))
	}
	s.Name = path.Base(input.Plain(strings.ReplaceAll(names[found[0]], `\`, "/")))
	r, err := s.openMember(&zipFile{Reader: z, size: info.Size()}, z.File[found[0]])
	if err != nil {
		return nil, fmt.Errorf("%s in the zip file cannot be read: %w", names[found[0]], err)
	}
	return r, nil
}

// withNotes adds notes on the wrapping that may explain an error.
func withNotes(err error, notes []input.Note) error {
	for _, n := range notes {
		err = fmt.Errorf("%w %s", err, n.Text)
	}
	return err
}
