package disk

import (
	"archive/zip"
	"io"
	"os"

	"traceglass/parser/input"
)

// Dumps are the files of a zip file that may be thread dumps. A bug report has its text and the
// dumps that the system kept of earlier ANRs.
type Dumps struct {
	Names    []string // files to read, in order
	LeftOut  []string // all other files, in the zip file's order
	Reported []string // those of LeftOut to warn about: not the many files of a bug report
	Trace    bool     // the zip file has a method trace, which Open opens

	file    *os.File
	archive *zipFile
	at      []int // positions of Names in the zip file
}

// A zipFile is an open zip file. Its directory is read once. The unpacked size of all its members
// counts together, however many there are and whatever data they share.
type zipFile struct {
	*zip.Reader
	size     int64  // of the file; for a nested one, of the outermost
	unpacked *int64 // so far, for all members of the outermost

	at    map[string]int // members by name; set, like close, while Archives caches the file
	close io.Closer
}

// Close closes the zip file.
func (d *Dumps) Close() error {
	if d.file == nil {
		return nil
	}
	return d.file.Close()
}

// OpenDumps opens a zip file with thread dumps. Ok is false for any other file, and if no name
// looks like a dump. The caller must close the Dumps.
func OpenDumps(name string) (d Dumps, ok bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return d, false
	}
	f, err := os.Open(name)
	if err != nil {
		return d, false
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		f.Close()
		return d, false
	}
	d.file, d.archive = f, &zipFile{Reader: z, size: info.Size(), unpacked: new(int64)}
	names := namesOf(z)
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
			d.LeftOut = append(d.LeftOut, name)
		}
	}
	zips, left := input.Unread(names, groups)
	for _, i := range append(zips, left...) {
		d.Reported = append(d.Reported, names[i])
	}
	if len(d.Names) == 0 {
		f.Close()
		return Dumps{}, false
	}
	return d, true
}

// Open opens dump i. The name of its Source is the name within the zip file. The error is a
// sentence about this dump; others may still be readable.
func (d *Dumps) Open(i int) (*Source, error) {
	s := &Source{Name: d.Names[i], wrap: input.Zip, limits: input.DefaultLimits}
	r, err := s.openMember(d.archive, d.archive.File[d.at[i]])
	if err == nil {
		err = s.begin(r)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}
