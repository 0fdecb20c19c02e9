package disk

import (
	"archive/zip"
	"fmt"
	"os"

	"traceglass/parser/input"
)

// Dumps are the files of a zip file that may be thread dumps: of a bug report its text and
// what the system kept of earlier ANRs.
type Dumps struct {
	Names []string // of those to read, in order
	Left  []string // of the others, in the zip file's order
	Trace bool     // one of the others is a method trace, which Open opens

	name string
	at   []int // of Names in the zip file
}

// OpenDumps looks into a zip file; ok is false for any other file, and for one in which
// nothing may be a thread dump by its name.
func OpenDumps(name string) (d Dumps, ok bool) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return d, false
	}
	z, err := zip.OpenReader(name)
	if err != nil {
		return d, false
	}
	defer z.Close()
	names := namesOf(&z.Reader)
	groups, _ := input.Choose(names)
	read := map[int]bool{}
	for _, group := range groups {
		if i := group[0]; !input.IsTraceName(names[i]) {
			d.Names, d.at = append(d.Names, names[i]), append(d.at, i)
			read[i] = true
		} else {
			d.Trace = true
		}
	}
	for i, name := range names {
		if !read[i] && input.IsFile(name) {
			d.Left = append(d.Left, name)
		}
	}
	d.name = name
	return d, len(d.Names) > 0
}

// Open opens the dump of that number. Its Name is that within the zip file.
func (d *Dumps) Open(i int) (*Source, error) {
	z, err := zip.OpenReader(d.name)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: d.Names[i], wrap: input.Zip, limits: input.DefaultLimits}
	s.close = append(s.close, z)
	if d.at[i] >= len(z.File) || z.File[d.at[i]].Name != d.Names[i] {
		s.Close()
		return nil, fmt.Errorf("input: %s has changed while it was read", d.name)
	}
	r, err := s.openMember(z.File[d.at[i]])
	if err == nil {
		err = s.begin(r)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}
