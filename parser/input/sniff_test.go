package input

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
)

func TestSniff(t *testing.T) {
	one := simpleperftest.Append(nil, 1, simpleperftest.Message{}.Uint(1, 1<<40).Uint(2, 7).Bytes(3, simpleperftest.Message{}.Uint(1, 4096)))
	bare := one[:len(one):len(one)]
	frames := simpleperftest.Message{}.Uint(1, 1<<40).Uint(2, 7)
	for range 2000 {
		frames = frames.Bytes(3, simpleperftest.Message{}.Uint(1, 4096).Uint(2, 1))
	}
	long := simpleperftest.Append(nil, 1, frames)[:HeadSize]
	tests := []struct {
		name, head string
		want       Kind
	}{
		{"whole trace", string(tracetest.Bytes("main 0>A")), MethodTrace},
		{"bare data", string(tracetest.Trace{}.Data()), MethodTrace},
		{"byte order mark", "\xEF\xBB\xBF*version\n3\n", MethodTrace},
		{"junk before", "hello\n*version\r\n3\r\n", MethodTrace},
		{"much junk before", strings.Repeat("junk\n", 1600) + "*version\n3\n", MethodTrace},
		{"too much junk before", strings.Repeat("junk\n", 1640) + "*version\n3\n", Unknown},
		{"blank after the version marker", "*version \n3\n", MethodTrace},
		{"without a header", "\x02\x92\x10\x00\x00\x02\x00\x00\x0f\x00\x00\x00\x80", MethodTrace},
		{"debug bridge", "MPSE\x00\x00\x01\x00*version\n3\n", MethodTrace},
		{"a chunk of another type", "MPRQ\x00\x00\x01\x00*version\n3\n", Unknown},
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
		{"perf.data", "PERFILE2\x00", PerfData},
		{"simpleperf", "SIMPLEPERF\x01\x00", Simpleperf},
		{"simpleperf without magic", string(bare), Simpleperf},
		{"the same, its first record longer than the head", string(long), Simpleperf},
		{"not quite", "\x11" + string(bare[1:]), Unknown},
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
		{"WebP", "RIFF\x24\x00\x00\x00WEBPVP8 ", Image},
		{"HEIC", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", Image},
		{"MP4", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00", Video},
		{"a sound", "RIFF\x24\x00\x00\x00WAVEfmt ", Unknown},
		{"UTF-16", "\xff\xfe*\x00v\x00", UTF16},
		{"log", "--------- beginning of main\n", Logcat},
		{"log without its first lines", "06-14 09:59:28.123  1000  1020 E ActivityManager: ANR in a.b\n06-14 09:59:28.123  1000  1020 E ActivityManager: PID: 7\n", Logcat},
		{"log in brief", "I/art     (  123): hello\n\nI/art     (  123): hello\n", Logcat},
		{"a letter", "Dear all,\nI/we are frozen.\n", Unknown},
		{"dex", "dex\n035\x00", Dex},
		{"ELF", "\x7fELF\x02", ELF},
		{"SQLite", "SQLite format 3\x00", Database},
		{"map of names", "# compiler: R8\n# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\nshop.Cart -> a.b:\n", Mapping},
		{"map of ProGuard's", "\xEF\xBB\xBF\r\nshop.Cart->a.b:\r\n    int n -> a\r\n", Mapping},
		{"map whose header is long", "# compiler: R8\n" + strings.Repeat("# a comment\n", 700), Mapping},
		{"no map", "the cart -> the shop:\n", Unknown},
		{"no map either", "# notes\na -> b\n", Unknown},
		{"tar", "notes.txt" + strings.Repeat("\x00", 248) + "ustar\x0000" + strings.Repeat("\x00", 247) + "*version\n3\n", Tar},
		{"zstd", "\x28\xb5\x2f\xfd\x04", Zstandard},
		{"xz", "\xfd7zXZ\x00\x00", XZ},
		{"bzip2", "BZh91AY&SY", Bzip2},
		{"7z", "7z\xbc\xaf\x27\x1c\x00", SevenZip},
		{"RAR", "Rar!\x1a\x07\x01\x00", RAR},
		{"folded stacks", "main;shop.Cart.add 12\nmain;shop.Cart.add;shop.Db.open 3.5\nmain 1\nmore", FoldedStacks},
		{"one folded stack", "main;shop.Cart.add 12", FoldedStacks},
		{"text with semicolons", "we were slow; it took 12\nthen it stopped; we left\n", Unknown},
		{"numbers", "a 1\nb 2\nc 3\n", Unknown},
		{"tombstone as protobuf", "\x08\x01\x12\x20google/x/x:14/UP1A/1:user/keys-1\x22\x1f2024-01-01 10:00:00.000000+0100", Tombstone},
		{"the same of 32-bit ARM", "\x12\x20google/x/x:14/UP1A/1:user/keys-1\x1a\x010", Tombstone},
		{"Java Flight Recorder", "FLR\x00\x00\x02", FlightRecording},
		{"PDF", "%PDF-1.7\n", PDF},
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
	for _, k := range []Kind{Image, Video, WebPage, JSON, Logcat, Dex, ELF, Database, FlightRecording, PDF} {
		if got := k.Sentence(); !strings.Contains(got, ", not a trace or dump") {
			t.Errorf("%v: the sentence does not fit what was dropped, which may be meant as a dump: %s", k, got)
		}
	}
	if got, want := Unknown.Describe([]byte("hello")), `Traceglass does not know this kind of file: it is neither a method trace nor a thread dump. Its first bytes are 68 65 6c 6c 6f ("hello").`; got != want {
		t.Errorf("Describe = %s\nwant %s", got, want)
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

// FuzzSniff checks that any input and each of its prefixes has a kind with a sentence, and that
// sniffing never fails.
func FuzzSniff(f *testing.F) {
	f.Add(tracetest.Bytes("main 0>A 1>B 4<B 5<A"), "a.trace")
	f.Add([]byte("\x0a\x04\x18\x01\x20\x02\x0a\x03\x50"), "x")
	f.Add([]byte("MPSEMPSEMPSEMPSE"), "x.gz")
	f.Add([]byte{}, ".gz")
	f.Fuzz(func(t *testing.T, head []byte, name string) {
		if k := Sniff(head, name); k.Describe(head) == "" {
			t.Errorf("kind %v says nothing", k)
		}
		for n := range min(len(head), 100) {
			if k := Sniff(head[:n], name); k.Describe(head[:n]) == "" {
				t.Errorf("kind %v says nothing of the first %d bytes", k, n)
			}
		}
		Pair([]string{name, name + ".key", string(head)})
	})
}

// TestHasDumpLine: every real thread dump has a recognizable line.
func TestHasDumpLine(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("the corpus is not here: real dumps are not ours to ship")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !HasDumpLine(text) {
			t.Errorf("%s has no line of a dump", filepath.Base(file))
		}
	}
}

func TestHasStackLine(t *testing.T) {
	for text, want := range map[string]bool{
		"java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\n": true, "Full thread dump OpenJDK\n": true, "E AndroidRuntime\nCaused by: x\n": true,
		"Dear all,\nlook at this (please)\n": false, "": false,
	} {
		if HasStackLine([]byte(text)) != want {
			t.Errorf("HasStackLine(%q) = %v", text, !want)
		}
	}
}

// TestLeftOut: a folder that the page turned into a zip file tells why a file is missing.
func TestLeftOut(t *testing.T) {
	for method, want := range map[uint16]string{0xFF01: "the browser could not", 0xFF02: "no more than 60,000 files and 4 GB of a folder are read, and 32 folders deep", 9: "it is packed by method 9, which is not known here"} {
		if got := UnknownPacking(method); got != want {
			t.Errorf("packing %d: %q, want %q", method, got, want)
		}
	}
}
