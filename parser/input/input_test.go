package input

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

func TestSniff(t *testing.T) {
	tests := []struct {
		name, head string
		want       Kind
	}{
		{"whole trace", string(tracetest.Bytes("main 0>A")), MethodTrace},
		{"bare data", string(tracetest.Trace{}.Data()), MethodTrace},
		{"byte order mark", "\xEF\xBB\xBF*version\n3\n", MethodTrace},
		{"junk before", "hello\n*version\r\n3\r\n", MethodTrace},
		{"without a header", "\x02\x92\x10\x00\x00\x02\x00\x00\x0f\x00\x00\x00\x80", MethodTrace},
		{"debug bridge", "MPSE\x00\x00\x01\x00*version\n3\n", MethodChunk},
		{"empty", "", Empty},
		{"gzip", "\x1f\x8b\x08", Gzip},
		{"zip", "PK\x03\x04", Zip},
		{"ART dump", "\n\n----- pid 123 at 2019-01-01 10:00:00 -----\nCmd line: com.example\n", ThreadDump},
		{"pasted threads", "\"main\" prio=5 tid=1 Native\n  | group=\"main\"", ThreadDump},
		{"native threads", "\"main\" sysTid=123\n", ThreadDump},
		{"bug report", "========\n== dumpstate: 2019\n", ThreadDump},
		{"tombstone", "*** *** *** *** ***\nBuild fingerprint:", ThreadDump},
		{"Perfetto", "\x0a\x04\x18\x01\x20\x02\x0a\x03\x50\x01\x01\x0a\x7f\x08", Perfetto},
		{"blank lines", "\n\nhello world, this is a text", Unknown},
		{"simpleperf", "PERFILE2\x00", Simpleperf},
		{"simpleperf proto", "SIMPLEPERF\x01\x00", Simpleperf},
		{"heap dump", "JAVA PROFILE 1.0.3\x00", HeapDump},
		{"ftrace", "# tracer: nop\n#\n", Systrace},
		{"atrace", "TRACE:\n# tracer: nop", Systrace},
		{"systrace page", "<!DOCTYPE html>\n<html>\n<head><title>Android System Trace</title>", Systrace},
		{"web page", "<!doctype html><HTML><body>404", WebPage},
		{"nanoscope", "1000:+java.lang.Object.<init>\n1200:POP\n", Nanoscope},
		{"Chrome", `{"traceEvents":[{"ph":"X"`, ChromeTrace},
		{"Chrome array", `[{"name":"a","ph":"B"`, ChromeTrace},
		{"Firefox", `{"meta":{"interval":1,"preprocessedProfileVersion":44`, FirefoxProfile},
		{"speedscope", `{"$schema":"https://www.speedscope.app/file-format-schema.json"`, Speedscope},
		{"JSON", `{"a":1}`, JSON},
		{"PNG", "\x89PNG\r\n\x1a\n\x00\x00", Image},
		{"JPEG", "\xff\xd8\xff\xe0", Image},
		{"UTF-16", "\xff\xfe*\x00v\x00", UTF16},
		{"log", "--------- beginning of main\n", Logcat},
		{"dex", "dex\n035\x00", Dex},
		{"ELF", "\x7fELF\x02", ELF},
		{"SQLite", "SQLite format 3\x00", Database},
		{"text", "hello", Unknown},
		{"zeros", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", Unknown},
	}
	for _, tt := range tests {
		if got := Sniff([]byte(tt.head), ""); got != tt.want {
			t.Errorf("%s: Sniff(%q) = %v, want %v", tt.name, tt.head[:min(40, len(tt.head))], got, tt.want)
		}
	}
	for k := range kinds {
		if kinds[k].name == "" || !strings.HasSuffix(kinds[k].sentence, ".") && !strings.HasSuffix(kinds[k].sentence, ".)") {
			t.Errorf("kind %d says %q, %q", k, kinds[k].name, kinds[k].sentence)
		}
	}
	if got, want := Unknown.Describe([]byte("hello")), `This is no file that Traceglass knows: neither a method trace nor a thread dump. Its first bytes are 68 65 6c 6c 6f ("hello").`; got != want {
		t.Errorf("Describe = %s\nwant %s", got, want)
	}
}

// TestSniffCorpus sniffs every real file, by its folder's kind.
func TestSniffCorpus(t *testing.T) {
	const corpus = "../../../shared/corpus"
	kinds := map[string]Kind{"method-traces": MethodTrace, "method-variants": MethodTrace, "thread-dumps": ThreadDump}
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

func TestPair(t *testing.T) {
	tests := []struct{ names, want string }{
		{"", "[]"},
		{"a.trace b.trace", "[[0] [1]]"},
		{"a.key a.data", "[[0 1]]"},
		{"a.data a.key", "[[1 0]]"},
		{"x.trace a.data b.key b.data a.key", "[[0] [4 1] [2 3]]"},
		{"a.key b.data", "[[0] [1]]"},
		{"a.KEY.gz a.data", "[[0 1]]"},
		{"dir.key/a dir.data/a", "[[0] [1]]"},
		{".key .data", "[[0 1]]"},
	}
	for _, tt := range tests {
		if got := fmt.Sprint(Pair(strings.Fields(tt.names))); got != tt.want {
			t.Errorf("Pair(%s) = %s, want %s", tt.names, got, tt.want)
		}
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
	write("g.trace.gz", zipped(whole)[:60])
	write("h.zip", archive(t, "readme.txt", "hello", "h.trace", string(whole)))
	write("i.zip", archive(t, "x/i.data", string(data), "x/i.key", string(key)))
	write("j.zip", archive(t, "a.trace", "", "b.trace", ""))
	write("k.zip", archive(t, "a.txt", "", "b.txt", ""))
	write("l.zip", archive(t, "l.trace.gz", string(zipped(whole))))
	write("m.zip", archive(t, "l.trace.gz", string(zipped(whole)))[:40])
	write("n.trace", append([]byte("MPSE\x00\x00\x01\x00"), whole...))
	write("o.trace", nil)
	write("p.gz", []byte("\x1f\x8b\x08\x77"))
	write("q.txt", []byte("hello"))
	write("r.gz", zipped(make([]byte, 10<<20)))
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
		{"k.zip", "k.zip: zip file, zip-without-trace", nil},
		{"l.zip", "l.trace: method trace", whole},
		{"m.zip", "m.zip: zip file, zip-damaged", nil},
		{"n.trace", "n.trace: method trace", whole},
		{"o.trace", "o.trace: empty file", []byte{}},
		{"p.gz", "p: gzip file, gzip-damaged", nil},
		{"q.txt", "q.txt: unknown file", []byte("hello")},
		{"r.gz", "r: unknown file, unwrapping-stopped", nil},
		{"missing", "not found", nil},
		{"a.trace b.trace.gz", "2 files are no single trace", nil},
		{".", "is a folder", nil},
	}
	limits := Limits{Bytes: 1 << 30, Ratio: 100, Free: 1 << 20}
	for _, tt := range tests {
		var paths []string
		for p := range strings.FieldsSeq(tt.paths) {
			paths = append(paths, filepath.Join(dir, p))
		}
		s, err := limits.Open(paths...)
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

// FuzzSniff holds for any input: every kind has a sentence, and sniffing never fails.
func FuzzSniff(f *testing.F) {
	f.Add(tracetest.Bytes("main 0>A 1>B 4<B 5<A"), "a.trace")
	f.Add([]byte("\x0a\x04\x18\x01\x20\x02\x0a\x03\x50"), "x")
	f.Add([]byte("MPSEMPSEMPSEMPSE"), "x.gz")
	f.Add([]byte{}, ".gz")
	f.Fuzz(func(t *testing.T, head []byte, name string) {
		if k := Sniff(head, name); k.Describe(head) == "" {
			t.Errorf("kind %v says nothing", k)
		}
		Pair([]string{name, name + ".key", string(head)})
	})
}
