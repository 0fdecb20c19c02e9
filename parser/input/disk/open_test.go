package disk

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
)

// TestSniffCorpus sniffs every real file and compares with its folder's kind.
func TestSniffCorpus(t *testing.T) {
	const corpus = "../../../../shared/corpus"
	kinds := map[string]input.Kind{"method-traces": input.MethodTrace, "method-variants": input.MethodTrace, "thread-dumps": input.ThreadDump}
	seen := 0
	for folder, want := range kinds {
		files, _ := filepath.Glob(filepath.Join(corpus, folder, "*"))
		for _, file := range files {
			if filepath.Ext(file) == ".tsv" || filepath.Ext(file) == ".md" {
				continue
			}
			seen++
			s, err := Open(file)
			if err != nil {
				t.Error(err)
				continue
			}
			if s.Kind != want {
				t.Errorf("%s is a %v, want %v; it begins %q", filepath.Base(file), s.Kind, want, s.Head[:min(200, len(s.Head))])
			}
			s.Close()
		}
	}
	if seen == 0 {
		t.Skip("no corpus at " + corpus + ": real files are not sniffed")
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	trace := tracetest.Trace{Records: "main 0>A 1>B 4<B 5<A"}
	whole, key, data := trace.Bytes(), trace.Key(), trace.Data()
	write("a.trace", whole)
	write("b.trace.gz", zipped(whole))
	write("c.key", key)
	write("c.data", data)
	write("d.key", bytes.TrimSuffix(key, []byte("\n")))
	write("d.data", data)
	write("e.data", data)
	write("f.gz", zipped(zipped(whole)))
	write("g.trace.gz", stored(whole)[:60])
	write("h.zip", archive(t, "readme.txt", "hello", "h.trace", string(whole)))
	write("i.zip", archive(t, "x/i.data", string(data), "x/i.key", string(key)))
	write("j.zip", archive(t, "a.trace", "", "b.trace", ""))
	write("z.zip", archive(t, "one/a.trace", string(whole), "b.trace.gz", string(zipped(whole)), "x/i.data", string(data), "x/i.key", string(key), "notes.txt", "hello"))
	write("k.zip", archive(t, "a.txt", "", "b.txt", ""))
	write("l.zip", archive(t, "l.trace.gz", string(zipped(whole))))
	write("m.zip", archive(t, "l.trace.gz", string(zipped(whole)))[:40])
	chunk := append([]byte("MPSE\x00\x00\x01\x00"), whole...)
	write("n.trace", chunk)
	write("o.trace", nil)
	write("p.gz", []byte("\x1f\x8b\x08\x77"))
	write("q.txt", []byte("hello"))
	write("r.gz", zipped(make([]byte, 10<<20)))
	write("s.trace.gz", append(zipped(whole), make([]byte, 100)...))
	write("t.trace.gz", append(zipped(whole), "junk"...))
	write("u.trace.gz", append(zipped(whole[:50]), zipped(whole[50:])...))
	write("v.trace.gz", append(zipped(whole[:50]), zipped(whole[50:])[:6]...))
	write("w.trace.gz", zipped(whole)[:12])
	write("x.trace.gz", zipped(whole)[:5])
	write("y.trace.gz", append(zipped(whole), 0))
	tests := []struct {
		paths, want string
		content     []byte
	}{
		{"a.trace", "a.trace: method trace", whole},
		{"a", "a.trace: method trace", whole},
		{"b", "b.trace: method trace", whole},
		{"b.trace.gz", "b.trace: method trace", whole},
		{"c.key c.data", "c: method trace, paired", whole},
		{"c.data c.key", "c: method trace, paired", whole},
		{"c", "c: method trace, paired", whole},
		{"c.key", "c: method trace, paired", whole},
		{"c.data", "c: method trace, paired", whole},
		{"d", "d: method trace, paired", whole},
		{"e", "e.data: method trace", data},
		{"f.gz", "f: method trace", whole},
		{"g.trace.gz", "g.trace: method trace, wrapping-cut", nil},
		{"h.zip", "h.trace: method trace", whole},
		{"i.zip", "i: method trace, paired", whole},
		{"j.zip", "j.zip: zip file, zip-of-traces", nil},
		{"z.zip", "z.zip: zip file, zip-of-traces", nil},
		{"z.zip/one/a.trace", "a.trace: method trace", whole},
		{"z.zip/b.trace.gz", "b.trace: method trace", whole},
		{"z.zip/x/i.data", "i: method trace, paired", whole},
		{"z.zip/notes.txt", "notes.txt: unknown file", []byte("hello")},
		{"z.zip/c.trace", "z.zip has no c.trace", nil},
		{"a.trace/b.trace", "is not a zip file", nil},
		{"k.zip", "k.zip: zip file, zip-of-dumps", nil},
		{"l.zip", "l.trace: method trace", whole},
		{"m.zip", "m.zip: zip file, zip-damaged", nil},
		{"n.trace", "n.trace: method trace", chunk},
		{"o.trace", "o.trace: empty file", []byte{}},
		{"p.gz", "p: gzip file, gzip-damaged", nil},
		{"q.txt", "q.txt: unknown file", []byte("hello")},
		{"r.gz", "r: unknown file, unwrapping-stopped", nil},
		{"s", "s.trace: method trace, bytes-after-gzip", whole},
		{"t", "t.trace: method trace, bytes-after-gzip", whole},
		{"u", "u.trace: method trace", whole},
		{"v", "v.trace: method trace, wrapping-cut", whole[:50]},
		{"w", "w.trace: gzip file, wrapping-cut", nil},
		{"x", "x.trace: gzip file, gzip-damaged", nil},
		{"y", "y.trace: method trace, bytes-after-gzip", whole},
		{"missing", "not found", nil},
		{"a.trace b.trace.gz", "2 files are not one trace", nil},
		{".", "is a folder", nil},
	}
	limits := input.Limits{Bytes: 1 << 30, Ratio: 100, Free: 1 << 20}
	for _, tt := range tests {
		var paths []string
		for p := range strings.FieldsSeq(tt.paths) {
			paths = append(paths, filepath.Join(dir, p))
		}
		s, err := openWithin(limits, os.Open, paths)
		if err != nil {
			if got := strings.ReplaceAll(err.Error(), "no such file or directory", "not found"); !strings.Contains(got, tt.want) {
				t.Errorf("Open(%s): error %v, want %s", tt.paths, err, tt.want)
			}
			continue
		}
		b, err := io.ReadAll(s)
		if err != nil {
			t.Errorf("Open(%s): reading: %v", tt.paths, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("Open(%s): closing: %v", tt.paths, err)
		}
		got := s.Name + ": " + s.Kind.String()
		if s.Paired {
			got += ", paired"
		}
		for _, n := range s.Notes {
			got += ", " + n.Code
			t.Log(n.Text)
		}
		if got != tt.want || tt.content != nil && !bytes.Equal(b, tt.content) {
			t.Errorf("Open(%s) = %s, %d bytes; want %s, %d bytes", tt.paths, got, len(b), tt.want, len(tt.content))
		}
	}
}

// stored is b in a gzip that does not compress. Cut short, it still holds a part of b, with every release of Go.
func stored(b []byte) []byte {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.NoCompression)
	if err != nil {
		panic(err)
	}
	w.Write(b)
	w.Close()
	return buf.Bytes()
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

func archive(t *testing.T, namesAndContents ...string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for pair := range slices.Chunk(namesAndContents, 2) {
		w, err := z.Create(pair[0])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, pair[1])
	}
	z.Close()
	return out.Bytes()
}
