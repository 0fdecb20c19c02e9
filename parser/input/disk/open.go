// Package disk opens files of the file system, by the kinds that input recognizes. It unwraps gzip
// and zip within limits, and joins a .key and its .data. Only the command uses it; in the page the
// browser opens and unwraps files, so the page does not download this code.
package disk

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input"
)

// A Source is an open, unwrapped file. Read returns the bytes of the trace; for a pair, those of
// the key followed by those of the data.
type Source struct {
	Name   string // the file's name, without folders and .gz
	Kind   input.Kind
	Paired bool         // a .key and its .data
	Head   []byte       // first bytes, unwrapped, at most input.HeadSize
	Notes  []input.Note // complete once Read has returned io.EOF

	r      io.Reader
	file   opener // of the file system
	member string // member of the zip file to open; "" for its only trace
	close  []io.Closer
	wrap   input.Kind // Gzip or Zip if the file was in one, else Unknown
	limits input.Limits
}

// Read implements io.Reader. Damage in the wrapping ends the source and adds a Note. Read returns
// only errors of the system.
func (s *Source) Read(p []byte) (int, error) { return s.r.Read(p) }

// Close closes the files.
func (s *Source) Close() error {
	var err error
	for _, c := range s.close {
		err = errors.Join(err, c.Close())
	}
	s.close = nil
	return err
}

// Dump returns the dumps that a reader made of the source's text. It returns nil if there are none.
func (s *Source) Dump(d *dump.Dump) (*dump.Dump, error) {
	switch {
	case len(d.Blocks) > 0:
	case d.Relative != dump.NoRelative:
		return nil, errors.New(d.Relative.Sentence())
	case s.Kind != input.ThreadDump:
		return nil, nil
	}
	for _, n := range s.Notes {
		d.Receipt.Notes = append(d.Receipt.Notes, dump.Note{Code: n.Code, Count: 1, Line: -1, Text: n.Text})
	}
	return d, nil
}

func (s *Source) note(code, format string, args ...any) {
	s.Notes = append(s.Notes, input.Note{Code: code, Text: fmt.Sprintf(format, args...)})
}

// Open opens one trace: a file, a base name without .trace or without .key and .data, or a .key and
// its .data in either order. For one file of a pair it finds the other in the same folder. The path
// of a file in a zip file joins both names: traces.zip/start.trace.
// The path of samples of main in an export of ANRs joins the names too: week.json/week-3.samples.trace.
func Open(paths ...string) (*Source, error) { return openBy(os.Open, paths...) }

// An opener opens a file of the file system.
type opener func(name string) (*os.File, error)

// openBy is Open with the function that opens files.
func openBy(file opener, paths ...string) (*Source, error) {
	s, err := openWithin(input.DefaultLimits, file, paths)
	if err != nil {
		again := func(paths ...string) (*Source, error) { return openBy(file, paths...) }
		if of, why := openSamples(paths, again); of != nil || why != nil {
			return of, why
		}
	}
	return s, err
}

func openWithin(limits input.Limits, file opener, paths []string) (*Source, error) {
	archive, member := inZip(paths)
	if member != "" {
		paths = []string{archive}
	}
	paths, err := Resolve(paths)
	if err != nil {
		return nil, err
	}
	s := &Source{limits: limits, file: file, member: member, Name: path.Base(input.Plain(strings.ReplaceAll(paths[0], `\`, "/")))}
	var parts []io.Reader
	for _, p := range paths {
		r, err := s.open(p)
		if err != nil {
			s.Close()
			return nil, err
		}
		parts = append(parts, r)
	}
	if len(parts) == 2 {
		s.Paired = true
		s.Name = path.Base(input.Base(s.Name))
		parts[0] = &lineEnd{r: parts[0]}
	}
	if err := s.begin(io.MultiReader(parts...)); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// inZip splits the path of a file in a zip file; member is "" for other paths.
func inZip(paths []string) (archive, member string) {
	if len(paths) != 1 {
		return "", ""
	}
	p := paths[0]
	if _, err := os.Stat(p); err == nil {
		return "", ""
	}
	for i := len(p) - 2; i > 0; i-- {
		if os.IsPathSeparator(p[i]) {
			if info, err := os.Stat(p[:i]); err == nil && info.Mode().IsRegular() {
				return p[:i], p[i+1:]
			}
		}
	}
	return "", ""
}

// begin detects the kind of the unwrapped file r.
func (s *Source) begin(r io.Reader) (err error) {
	head := bufio.NewReaderSize(r, 64<<10)
	s.Head, err = head.Peek(input.HeadSize)
	if err != nil && err != io.EOF {
		return err
	}
	s.Head = append([]byte(nil), s.Head...)
	s.r = head
	switch {
	case s.Kind != input.Unknown:
	case len(s.Head) < len("*version") && len(s.Notes) > 0:
		s.Kind = s.wrap // too little of the content is left to detect its kind
	default:
		s.Kind = input.Sniff(s.Head, s.Name)
	}
	return nil
}

// Resolve returns the files that the paths for Open stand for, a .key before its .data.
func Resolve(paths []string) ([]string, error) {
	switch len(paths) {
	case 1:
	case 2:
		if groups := input.Pair(paths); len(groups) == 1 {
			return []string{paths[groups[0][0]], paths[groups[0][1]]}, nil
		}
		fallthrough
	default:
		return nil, fmt.Errorf("%d files are not one trace: name one file, or a .key file and its .data file", len(paths))
	}
	p := paths[0]
	_, err := os.Stat(p)
	switch {
	case err == nil:
		if e := input.Ext(p); e == ".key" || e == ".data" {
			for _, gz := range []string{"", ".gz"} {
				pair := []string{input.Base(p) + ".key" + gz, input.Base(p) + ".data" + gz}
				if exist(pair[0]) && exist(pair[1]) {
					return pair, nil
				}
			}
		}
		return paths, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	for _, names := range [][]string{{p + ".trace"}, {p + ".trace.gz"}, {p + ".key", p + ".data"}, {p + ".key.gz", p + ".data.gz"}, {p + ".data"}, {p + ".key"}} {
		if exist(names...) {
			return names, nil
		}
	}
	return nil, err
}

func exist(paths ...string) bool {
	for _, p := range paths {
		if i, err := os.Stat(p); err != nil || i.IsDir() {
			return false
		}
	}
	return true
}

// open opens one file and unwraps it.
func (s *Source) open(p string) (io.Reader, error) {
	f, err := s.file(p)
	if err != nil {
		return nil, err
	}
	s.close = append(s.close, f)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder", p)
	}
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		if input.Sniff(head[:n], p) == input.Zip {
			return nil, fmt.Errorf("%s is a zip file, which cannot be read from a pipe", p)
		}
		return s.unwrap(io.MultiReader(strings.NewReader(string(head[:n])), f), 64<<10)
	}
	if input.Sniff(head[:n], p) == input.Zip {
		return s.openZip(f, info.Size())
	}
	if s.member != "" {
		return nil, fmt.Errorf("%s is not a zip file, so it cannot hold %s", p, s.member)
	}
	return s.unwrap(f, info.Size())
}

// unwrap removes gzip from r, twice if necessary. Size is the stated number of bytes, so that many
// small members of a zip file need no large buffers.
func (s *Source) unwrap(r io.Reader, size int64) (io.Reader, error) {
	for range 2 {
		wrapped := &counter{r: r}
		b := bufio.NewReaderSize(wrapped, int(max(512, min(size, 64<<10))))
		head, err := b.Peek(2)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if input.Sniff(head, "") != input.Gzip {
			return b, nil
		}
		s.wrap = input.Gzip
		z, err := gzip.NewReader(b)
		if err != nil {
			s.note("gzip-damaged", "The gzip wrapping is damaged from its start (%s), so nothing inside can be read.", readableError(err))
			s.Kind = input.Gzip
			return strings.NewReader(""), nil
		}
		z.Multistream(false)
		r, size = &bounded{source: s, r: &members{s, b, z}, wrapped: wrapped}, 64<<10
	}
	return r, nil
}

// openZip opens the requested member, else the only trace of a zip file, or its only other useful
// file.
func (s *Source) openZip(f *os.File, size int64) (io.Reader, error) {
	s.wrap = input.Zip
	z, err := zip.NewReader(f, size)
	if err != nil {
		s.Kind = input.Zip
		s.note("zip-damaged", "The zip file is damaged (%s), so nothing inside can be read.", readableError(err))
		return strings.NewReader(""), nil
	}
	names := namesOf(z)
	groups, note := input.Choose(names)
	traces := input.Traces(names, groups)
	switch {
	case s.member != "":
		group := groupOf(names, groups, s.member)
		if group == nil {
			return nil, fmt.Errorf("%s has no %s", f.Name(), s.member)
		}
		groups, note = [][]int{group}, input.Note{}
	case len(traces) == 1:
		groups = traces
	case len(traces) > 1:
		note = input.Note{Code: "zip-of-traces", Text: fmt.Sprintf("The zip file holds %d traces. Name one of them: %s.", len(traces), memberPaths(f.Name(), names, traces))}
	case len(groups) > 1:
		note = input.Note{Code: "zip-of-dumps", Text: fmt.Sprintf("The zip file holds no method trace; %d files in it may be thread dumps.", len(groups))}
	}
	if note.Code != "" {
		s.Kind = input.Zip
		s.Notes = append(s.Notes, note)
		return strings.NewReader(""), nil
	}
	var parts []io.Reader
	a := &zipFile{Reader: z, size: size, unpacked: new(int64)}
	for _, i := range groups[0] {
		part, err := s.openMember(a, z.File[i])
		if err != nil {
			return nil, fmt.Errorf("%s in the zip file cannot be read: %w", names[i], err)
		}
		parts = append(parts, part)
	}
	s.Name = path.Base(input.Plain(strings.ReplaceAll(names[groups[0][0]], `\`, "/")))
	if len(parts) == 2 {
		s.Paired = true
		s.Name = input.Base(s.Name)
		parts[0] = &lineEnd{r: parts[0]}
	}
	return io.MultiReader(parts...), nil
}

// groupOf returns the group with the named file, or that file alone, or nil.
func groupOf(names []string, groups [][]int, name string) []int {
	at := slices.Index(names, name)
	if at < 0 {
		return nil
	}
	for _, group := range groups {
		if slices.Contains(group, at) {
			return group
		}
	}
	return []int{at}
}

// memberPaths returns the paths for Open of the first traces in a zip file.
func memberPaths(archive string, names []string, traces [][]int) string {
	const most = 20
	var paths []string
	for _, group := range traces[:min(most, len(traces))] {
		paths = append(paths, path.Base(archive)+"/"+names[group[0]])
	}
	text := strings.Join(paths, ", ")
	if rest := len(traces) - most; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

// namesOf lists the files of a zip file.
func namesOf(z *zip.Reader) []string {
	names := make([]string, len(z.File))
	for i, f := range z.File {
		names[i] = f.Name
	}
	return names
}

// openMember opens and unwraps a file in a zip file. Its error is a sentence.
func (s *Source) openMember(a *zipFile, file *zip.File) (io.Reader, error) {
	if file.Flags&1 != 0 {
		return nil, errors.New("it is encrypted")
	}
	r, err := file.Open()
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return nil, errors.New(input.UnknownPacking(file.Method))
	case err != nil:
		return nil, errors.New(readableError(err))
	}
	s.close = append(s.close, r)
	return s.unwrap(&bounded{source: s, r: r, wrapped: &counter{n: a.size}, sum: a.unpacked}, int64(min(file.UncompressedSize64, 64<<10)))
}

// readableError returns a readable sentence for an error of the decompression packages.
func readableError(err error) string {
	var system *fs.PathError
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &system) && system.Op == "readat":
		return "its place in the file is damaged"
	case errors.As(err, &system):
		return err.Error()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it is cut short"
	case errors.Is(err, zip.ErrFormat):
		return "its directory is damaged or cut short"
	case errors.Is(err, gzip.ErrHeader):
		return "its header is damaged"
	case errors.Is(err, zip.ErrChecksum), errors.Is(err, gzip.ErrChecksum):
		return "its contents do not match its checksum"
	case errors.As(err, &corrupt):
		return fmt.Sprintf("the packed data is damaged before its byte %d", int64(corrupt))
	}
	return err.Error()
}

// A counter counts the bytes that were read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// members reads the members of a gzip file, one after another. Bytes after the last that are not
// gzip are ignored.
type members struct {
	source *Source
	r      *bufio.Reader // after the end of a member, directly behind it
	z      *gzip.Reader
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.z.Read(p)
	if err != io.EOF {
		return n, err
	}
	next, err := m.r.Peek(2)
	switch {
	case len(next) == 0:
		return n, err
	case input.Sniff(next, "") == input.Gzip:
		if err := m.z.Reset(m.r); err != nil {
			return n, err
		}
		m.z.Multistream(false)
		return n, nil
	}
	rest, err := io.Copy(io.Discard, m.r)
	if err != nil {
		return n, err
	}
	m.source.note("bytes-after-gzip", "The file continues after the end of the gzip data; the rest (length in bytes: %d) is left out. The gzip data is complete.", rest)
	m.source.Notes[len(m.source.Notes)-1].Complete = true
	return n, io.EOF
}

// A bounded is a reader that ends at its limits, or where the wrapping is damaged.
type bounded struct {
	source  *Source
	r       io.Reader
	wrapped *counter
	sum     *int64 // total of all sources that count together; nil for a single one
	n       int64
	ended   bool
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.ended {
		return 0, io.EOF
	}
	if b.sum == nil {
		b.sum = new(int64)
	}
	most := b.source.limits.Bytes
	if ratio := b.source.limits.Ratio; b.wrapped.n < most/ratio {
		most = min(most, max(b.source.limits.Free, b.wrapped.n*ratio))
	}
	if *b.sum >= most {
		b.ended = true
		b.source.note("unwrapping-stopped", "Unwrapping stopped after %d MB: so small a file cannot hold so large a trace. The unwrapped part is read.", *b.sum/1_000_000)
		return 0, io.EOF
	}
	n, err := b.r.Read(p[:min(int64(len(p)), most-*b.sum)])
	b.n += int64(n)
	*b.sum += int64(n)
	var gone *fs.PathError
	switch {
	case err == nil, err == io.EOF, errors.As(err, &gone) && gone.Op != "readat":
		return n, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		b.source.note("wrapping-cut", "The wrapping file is cut short after %d bytes of the trace; the part before is read.", b.n)
	default:
		b.source.note("wrapping-damaged", "The wrapping file is damaged after %d bytes of the trace (%s); the part before is read.", b.n, readableError(err))
	}
	b.ended = true
	return n, io.EOF
}

// lineEnd adds the missing last line feed of a text, because a .data follows.
type lineEnd struct {
	r    io.Reader
	last byte
	done bool
}

func (l *lineEnd) Read(p []byte) (int, error) {
	if l.done || len(p) == 0 {
		return 0, io.EOF
	}
	n, err := l.r.Read(p)
	if n > 0 {
		l.last = p[n-1]
	}
	if err != io.EOF {
		return n, err
	}
	if n == len(p) {
		return n, nil // the line feed goes into the next read
	}
	l.done = true
	if l.last != '\n' {
		p[n] = '\n'
		n++
	}
	return n, nil
}
