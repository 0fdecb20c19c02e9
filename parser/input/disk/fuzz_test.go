package disk

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"traceglass/parser/dump/dumptest"
	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
)

// FuzzOpen: any file is opened or gives a reason, opens again with the same result for any sizes of
// reads, unwraps within its limits, and opens when cut short. Kind selects the name, a member of a
// zip file, or a split into a .key and its .data.
func FuzzOpen(f *testing.F) {
	small := tracetest.Trace{Records: "main 0>A 1>B 4<B 5<A"}
	pair := tracetest.Zip(tracetest.Member{Name: "x/a.key", Data: small.Key()}, tracetest.Member{Name: "x/a.data", Data: small.Data()}, tracetest.Member{Name: "notes.txt", Data: []byte("x")})
	for kind, data := range [][]byte{
		small.Bytes(), tracetest.Gzip(small.Bytes()), pair, small.Bytes(),
		tracetest.Gzip(tracetest.Gzip(small.Bytes())), append(tracetest.Gzip(small.Bytes()), "after"...),
		tracetest.Zip(tracetest.Member{Name: "a.trace", Data: tracetest.Gzip(small.Bytes())}),
		tracetest.Zip(tracetest.Member{Name: "a.trace", Data: small.Bytes()}, tracetest.Member{Name: "b.trace", Data: small.Bytes()}),
		tracetest.Gzip(make([]byte, 3<<20)), tracetest.Zip(tracetest.Member{Name: "a.trace", Data: make([]byte, 3<<20)}),
		tracetest.Overlapping(5, []byte("x"), 1<<31), dumptest.Hostile[0].Make(3), []byte("SIMPLEPERF\x01\x00"), {},
	} {
		f.Add(uint8(kind), data, uint16(len(data)/2))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, kind uint8, data []byte, cut uint16) {
		at := int(cut) % (len(data) + 1)
		name := filepath.Join(dir, [...]string{"a.trace", "a.gz", "a.zip", "a.key", "a"}[int(kind)%5])
		names := []string{name}
		write := func(name string, data []byte) {
			if err := os.WriteFile(name, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case kind%5 == 3:
			write(name, data[:at])
			write(filepath.Join(dir, "a.data"), data[at:])
			defer os.Remove(filepath.Join(dir, "a.data"))
		case kind%5 == 2 && kind%2 == 1:
			names[0] += "/a.trace"
			fallthrough
		default:
			write(name, data)
		}
		defer os.Remove(name)
		want := opened(t, names, func(r io.Reader) io.Reader { return r })
		if got := opened(t, names, iotest.HalfReader); got != want {
			t.Errorf("by halves\n got %s\nwant %s", got, want)
		}
		if len(data) < 2000 {
			if got := opened(t, names, iotest.OneByteReader); got != want {
				t.Errorf("byte by byte\n got %s\nwant %s", got, want)
			}
		}
		if dumps, ok := OpenDumps(names[0]); ok {
			for i := range min(20, len(dumps.Names)) {
				if source, err := dumps.Open(i); err == nil {
					io.Copy(io.Discard, io.LimitReader(source, 1<<20))
					source.Close()
				}
			}
			dumps.Close()
		}
		if kind%5 != 3 {
			write(name, data[:at])
			opened(t, names, func(r io.Reader) io.Reader { return r })
		}
	})
}

// opened is all that opening files by these names gives, as text.
func opened(t *testing.T, names []string, pieces func(io.Reader) io.Reader) string {
	t.Helper()
	limits := input.Limits{Bytes: 2 << 20, Ratio: 250, Free: 256 << 10}
	s, err := openWithin(limits, os.Open, names)
	if err != nil {
		if err.Error() == "" {
			t.Error("an error says nothing")
		}
		return err.Error()
	}
	defer s.Close()
	data, err := io.ReadAll(pieces(s))
	if err != nil {
		t.Errorf("reading ends by %v", err)
	}
	size, most := int64(0), int64(0)
	for _, file := range s.close { // a .key and its .data are bounded each for itself
		if file, ok := file.(*os.File); ok {
			info, err := file.Stat()
			if err != nil {
				t.Fatal(err)
			}
			size += info.Size()
			most += max(info.Size()+1, min(limits.Bytes, max(limits.Free, 251*info.Size())))
		}
	}
	if int64(len(data)) > most {
		t.Errorf("%d bytes are unwrapped of %d", len(data), size)
	}
	if len(s.Head) > input.HeadSize || !s.Paired && s.Kind != input.MethodTrace && !bytes.HasPrefix(data, s.Head) {
		t.Errorf("the first bytes are %q, of %.100q", s.Head, data)
	}
	for _, n := range s.Notes {
		if n.Code == "" || n.Text == "" {
			t.Errorf("note %+v", n)
		}
	}
	if s.Kind.Describe(s.Head) == "" {
		t.Errorf("kind %v says nothing", s.Kind)
	}
	return fmt.Sprintf("%s %v %v %+v %q", s.Name, s.Kind, s.Paired, s.Notes, data)
}
