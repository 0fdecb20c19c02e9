// Package input comes before the path: a file → its kind. It recognizes kinds of files by their
// first bytes, chooses the files to read in a zip file, and pairs a .key with its .data. Package
// disk opens and unwraps files; in the page the browser does.
package input

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
)

// A Kind is the content of a file.
type Kind uint8

const (
	Unknown Kind = iota
	Empty
	MethodTrace // in any container: whole, a .key or a .data alone, streaming, without a header
	ThreadDump
	Gzip
	Zip
	Perfetto
	Simpleperf // a recording of samples from simpleperf report-sample
	PerfData   // a raw recording of simpleperf or Linux perf
	HeapDump
	Systrace
	Nanoscope
	ChromeTrace
	FirefoxProfile
	Speedscope
	Logcat
	Image
	Video
	WebPage
	JSON
	UTF16
	Dex
	ELF
	Database
	Mapping // original names of an optimized build, for package mapping
	Tar
	Zstandard
	XZ
	Bzip2
	SevenZip
	RAR
	FoldedStacks
	Tombstone // a native crash as protobuf; as text it is a thread dump
	FlightRecording
	PDF
)

// HeadSize is how many of a file's first bytes Sniff needs to distinguish all kinds.
const HeadSize = 8 << 10

var kinds = [...]struct{ name, sentence string }{
	Unknown:         {"unknown file", "Traceglass does not know this kind of file: it is neither a method trace nor a thread dump."},
	Empty:           {"empty file", "The file is empty: it has no bytes at all."},
	MethodTrace:     {"method trace", "This is an Android method trace."},
	ThreadDump:      {"thread dump", "This is an Android thread dump (traces.txt, an ANR, a bug report), not a method trace; Traceglass shows what its threads do and why they wait."},
	Gzip:            {"gzip file", "This is a gzip file; Traceglass opens the method trace inside."},
	Zip:             {"zip file", "This is a zip file; Traceglass opens the thread dumps inside, and one method trace that you choose."},
	Perfetto:        {"Perfetto trace", "This is a Perfetto trace (protobuf), not a method trace; ui.perfetto.dev reads it."},
	Simpleperf:      {"simpleperf recording", "This is a recording of simpleperf: samples of stacks."},
	PerfData:        {"perf.data recording", "This is a raw recording of simpleperf (perf.data). Convert it first: \"simpleperf report-sample --show-callchain --protobuf -i perf.data -o perf.trace\" (in the NDK under simpleperf/bin), then open perf.trace."},
	HeapDump:        {"heap dump", "This is a heap dump (hprof), not a trace or thread dump; Android Studio's memory profiler reads it, and Eclipse MAT after hprof-conv."},
	Systrace:        {"systrace", "This is a systrace or atrace recording of the kernel's events, not a method trace; ui.perfetto.dev reads it."},
	Nanoscope:       {"nanoscope trace", "This is a Nanoscope trace, not a method trace of Android's own format; the nanoscope tool shows it."},
	ChromeTrace:     {"Chrome trace", "This is a trace in Chrome's JSON format, not a method trace; ui.perfetto.dev and chrome://tracing read it."},
	FirefoxProfile:  {"Firefox profile", "This is a profile of the Firefox Profiler, not a method trace; profiler.firefox.com reads it."},
	Speedscope:      {"speedscope profile", "This is a profile of speedscope, not a method trace; speedscope.app reads it."},
	Logcat:          {"log", "This is a log (logcat), not a trace or dump; any text editor reads it."},
	Image:           {"image", "This is an image, not a trace or dump."},
	Video:           {"video", "This is a video, not a trace or dump."},
	WebPage:         {"web page", "This is a web page, not a trace or dump. Perhaps the page was saved instead of the file. Download the file again."},
	JSON:            {"JSON file", "This is a JSON file, not a trace or dump."},
	UTF16:           {"UTF-16 text", "This is text in UTF-16: a tool or an editor has converted it. Copy the file again as it is, for example with adb pull."},
	Dex:             {"dex file", "This is compiled code (dex), not a trace or dump; Android Studio's APK analyzer reads it."},
	ELF:             {"program", "This is a native program or library (ELF), not a trace or dump."},
	Mapping:         {"mapping file", "This is a mapping file (mapping.txt). Open it together with a trace or a dump of the same build to see the original names."},
	Database:        {"database", "This is an SQLite database, not a trace or dump; sqlite3 reads it."},
	Tar:             {"tar archive", "This is a tar archive. Unpack it first (tar -xf), then open the trace or the dump inside."},
	Zstandard:       {"zstd file", "This is a file packed with Zstandard (zst). Unpack it first (zstd -d)."},
	XZ:              {"xz file", "This is a file packed with xz. Unpack it first (xz -d)."},
	Bzip2:           {"bzip2 file", "This is a file packed with bzip2. Unpack it first (bzip2 -d)."},
	SevenZip:        {"7z archive", "This is a 7z archive. Unpack it first, then open the trace or the dump inside."},
	RAR:             {"RAR archive", "This is a RAR archive. Unpack it first, then open the trace or the dump inside."},
	FoldedStacks:    {"file of folded stacks", "These are folded stacks: totals without times. Open the recording they were made from, or draw them with speedscope.app or flamegraph.pl."},
	Tombstone:       {"tombstone as protobuf", "This is a native crash as protobuf (tombstone_00.pb). Open the text file of the same number without .pb, or take a bug report."},
	FlightRecording: {"Java flight recording", "This is a recording of Java Flight Recorder, not a trace or dump; JDK Mission Control reads it."},
	PDF:             {"PDF document", "This is a PDF document, not a trace or dump."},
}

// String returns the kind's name, in lower case except for proper names.
func (k Kind) String() string { return kinds[k].name }

// Sentence returns a sentence with the kind of file and the tool that reads it.
func (k Kind) Sentence() string { return kinds[k].sentence }

// Traces reports whether a file of this kind is read as a trace: of calls, or of samples.
func (k Kind) Traces() bool { return k == MethodTrace || k == Simpleperf }

// Describe returns the kind's sentence, which for an unknown file includes its first bytes.
func (k Kind) Describe(head []byte) string {
	switch {
	case k == PerfData && !simpleperf.IsRaw(head):
		return "This is a raw recording (perf.data), by its header one of Linux perf, which perf report reads. If simpleperf recorded it, convert it first: \"simpleperf report-sample --show-callchain --protobuf -i perf.data -o perf.trace\", then open perf.trace."
	case k != Unknown || len(head) == 0:
		return k.Sentence()
	}
	first := head[:min(len(head), 8)]
	return fmt.Sprintf("%s Its first bytes are % x (%q).", k.Sentence(), first, first)
}

// MayHoldDump reports whether a file of this kind that begins with head is a thread dump, or a text
// that may contain one later: a log, or a report with a long preface. Only reading the file
// decides.
func (k Kind) MayHoldDump(head []byte) bool {
	switch k {
	case ThreadDump, Logcat, UTF16, JSON, WebPage:
		return true
	case Unknown:
		controls := 0
		for _, b := range head {
			if b > 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' { // zeros are a kind of damage in dumps
				controls++
			}
		}
		return controls <= len(head)/100 && bytes.IndexByte(head, '\n') >= 0
	}
	return false
}

var prefixes = []struct {
	prefix string
	kind   Kind
}{
	{"\x1f\x8b", Gzip},
	{"PK\x03\x04", Zip},
	{"PK\x05\x06", Zip},
	{"SLOW", MethodTrace},
	{simpleperf.PerfMagic, PerfData},
	{simpleperf.Magic, Simpleperf},
	{"JAVA PROFILE ", HeapDump},
	{"# tracer:", Systrace},
	{"TRACE:", Systrace},
	{"\x89PNG\r\n\x1a\n", Image},
	{"\xff\xd8\xff", Image},
	{"GIF8", Image},
	{"\xff\xfe", UTF16},
	{"\xfe\xff", UTF16},
	{"dex\n", Dex},
	{"\x7fELF", ELF},
	{"SQLite format 3\x00", Database},
	{"--------- beginning of ", Logcat},
	{"\x28\xb5\x2f\xfd", Zstandard},
	{"\xfd7zXZ\x00", XZ},
	{"BZh", Bzip2},
	{"7z\xbc\xaf\x27\x1c", SevenZip},
	{"Rar!\x1a\x07", RAR},
	{"FLR\x00", FlightRecording},
	{"%PDF-", PDF},
}

// Sniff returns the kind of a file by its first HeadSize bytes, or all of them if it has fewer. If
// the bytes are ambiguous, the name decides.
func Sniff(head []byte, name string) Kind {
	if len(head) == 0 {
		return Empty
	}
	for _, p := range prefixes {
		if bytes.HasPrefix(head, []byte(p.prefix)) {
			return p.kind
		}
	}
	if kind := sniffMedia(head); kind != Unknown {
		return kind
	}
	if len(head) >= tarMagicAt+len(tarMagic) && string(head[tarMagicAt:][:len(tarMagic)]) == tarMagic { // before texts, because those of its members may follow
		return Tar
	}
	if trace.TextStart(head) >= 0 {
		return MethodTrace
	}
	if HasDumpLine(head) {
		return ThreadDump
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	switch {
	case isTombstone(head):
		return Tombstone
	case trace.IsHeaderless(head):
		return MethodTrace
	case isPerfetto(head):
		return Perfetto
	case isMapping(text):
		return Mapping
	case len(text) > 0 && (text[0] == '{' || text[0] == '['):
		return sniffJSON(text)
	case len(text) > 0 && text[0] == '<' && bytes.Contains(bytes.ToLower(text), []byte("<html")):
		if bytes.Contains(text, []byte("trace-viewer")) || bytes.Contains(text, []byte("trace-data")) || bytes.Contains(text, []byte("Android System Trace")) {
			return Systrace
		}
		return WebPage
	case bytes.Contains(text, []byte("\n# tracer:")):
		return Systrace
	}
	if first, rest, _ := bytes.Cut(text, []byte("\n")); isNanoscopeLine(first) {
		if second, _, _ := bytes.Cut(rest, []byte("\n")); isNanoscopeLine(second) {
			return Nanoscope
		}
	}
	if isLog(head) {
		return Logcat
	}
	if isFolded(text) {
		return FoldedStacks
	}
	if simpleperf.IsBare(head) {
		return Simpleperf
	}
	switch Ext(name) {
	case ".perfetto-trace", ".pftrace":
		return Perfetto
	case ".hprof":
		return HeapDump
	}
	return Unknown
}

// Offset and value of the mark in the header of a tar archive's first member (POSIX ustar, GNU).
const (
	tarMagic   = "ustar"
	tarMagicAt = 257
)

// isFolded reports whether the first lines, three at most, are stacks with a weight: "main;A.run;A.read 12".
func isFolded(text []byte) bool {
	lines, stacks := 0, 0
	for rest := string(text); rest != "" && lines < 3; lines++ {
		line, after, whole := strings.Cut(rest, "\n")
		line = strings.TrimSuffix(line, "\r")
		at := strings.LastIndexByte(line, ' ')
		if !whole && lines > 0 { // cut off at the end of head
			break
		}
		if at <= 0 || at == len(line)-1 || strings.Trim(line[at+1:], "0123456789.") != "" {
			return false
		}
		if strings.Contains(line[:at], ";") {
			stacks++
		}
		rest = after
	}
	return stacks > 0
}

// isTombstone reports whether b begins like the protobuf of a native crash: the architecture unless
// it is 0, the build's fingerprint, then its revision or time. Source: AOSP,
// debuggerd/proto/tombstone.proto.
func isTombstone(b []byte) bool {
	if len(b) > 2 && b[0] == 1<<3 && b[1] < 8 {
		b = b[2:]
	}
	if len(b) < 2 || b[0] != 2<<3|2 {
		return false
	}
	size := int(b[1]) // a fingerprint is a system property, so it has at most 91 bytes
	if b = b[2:]; size >= 128 || len(b) <= size {
		return false
	}
	fingerprint := string(b[:size])
	visible := strings.IndexFunc(fingerprint, func(c rune) bool { return c <= ' ' || c > '~' }) < 0
	return visible && strings.Count(fingerprint, "/") >= 3 && strings.Contains(fingerprint, ":") && (b[size] == 3<<3|2 || b[size] == 4<<3|2)
}

// sniffMedia returns Image or Video for files with a type after a length: WebP, and the boxes of
// HEIC, AVIF, MP4 and 3GP.
func sniffMedia(head []byte) Kind {
	switch {
	case len(head) < 12:
		return Unknown
	case string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return Image
	case string(head[4:8]) != "ftyp":
		return Unknown
	}
	switch string(head[8:11]) {
	case "hei", "hev", "mif", "msf", "avi": // heic, heix, hevc, mif1, msf1, avif, avis
		return Image
	}
	return Video
}

// dumpPrefixes begin lines of a thread dump. Lines are matched by hand here, because package regexp
// would be a tenth of the whole page.
var dumpPrefixes = []string{"----- pid ", "DALVIK THREADS", "*** *** ***", "== dumpstate: ", "Cmd line: ", "Cmdline: ", "Subject: "}

// HasDumpLine reports whether a line is typical for a thread dump of the virtual machine, a bug
// report or an in-app reporter.
func HasDumpLine(head []byte) bool {
	if bytes.Contains(head, []byte("LongRunningMethods:")) || bytes.Contains(head, []byte("Dumping all threads")) {
		return true
	}
	for b := range bytes.Lines(head) {
		line := string(b)
		for _, prefix := range dumpPrefixes {
			if strings.HasPrefix(line, prefix) {
				return true
			}
		}
		// "main" prio=5 tid=1 Runnable; daemon threads have an additional word
		if name, ok := strings.CutPrefix(line, `"`); ok {
			if _, after, ok := strings.Cut(name, `" `); ok {
				after = strings.TrimPrefix(after, "daemon ")
				if strings.HasPrefix(after, "sysTid=") || strings.HasPrefix(after, "prio=") || strings.HasPrefix(after, "tid=") {
					return true
				}
			}
		}
		//   | group="main" sCount=1
		if bar := strings.TrimLeft(line, " "); strings.HasPrefix(bar, "| group=") || strings.HasPrefix(bar, "| sysTid=") {
			return true
		}
		// main (runnable): tid=1 systid=4711
		if _, after, ok := strings.Cut(line, "):"); ok {
			after = strings.TrimPrefix(after, " ")
			if tid, ok := strings.CutPrefix(after, "tid="); ok && strings.HasPrefix(strings.TrimLeft(tid, "0123456789"), " systid=") {
				return true
			}
		}
	}
	return false
}

// otherStacks begin lines of text that is not a thread dump and has its own sentence.
var otherStacks = []string{"Full thread dump ", "Caused by: ", "FATAL EXCEPTION", "Exception in thread ", "Coroutine \"", "0SECTION", "backtrace:"}

// HasStackLine reports whether a line belongs to stacks outside thread dumps: an exception's, or
// desktop Java's.
func HasStackLine(head []byte) bool {
	for b := range bytes.Lines(head) {
		line := strings.TrimSpace(string(b))
		if strings.HasPrefix(line, "at ") && strings.HasSuffix(line, ")") {
			return true
		}
		for _, prefix := range otherStacks {
			if strings.HasPrefix(line, prefix) {
				return true
			}
		}
	}
	return false
}

// isLog reports whether the first line of a text belongs to a log: "06-14 09:59:28.123 ...", with
// or without a year, or "I/art     (  123): ...".
func isLog(head []byte) bool {
	const date = "00-00 00:00:00.000"
	first, _, _ := strings.Cut(strings.TrimLeft(string(head[:min(len(head), 300)]), "\r\n"), "\n")
	if len(first) > 3 && first[1] == '/' && strings.IndexByte("VDIWEFA", first[0]) >= 0 {
		_, pid, ok := strings.Cut(first, "(")
		return ok && strings.HasPrefix(strings.TrimLeft(pid, " 0123456789"), "): ")
	}
	if len(first) > 5 && first[4] == '-' {
		first = first[5:]
	}
	for i := range date {
		if len(first) <= len(date) || date[i] != '0' && first[i] != date[i] || date[i] == '0' && (first[i] < '0' || first[i] > '9') {
			return false
		}
	}
	return true
}

// isNanoscopeLine reports whether a line has nanoseconds, then the entered method or POP.
func isNanoscopeLine(line []byte) bool {
	after := bytes.TrimLeft(line, "0123456789")
	if len(after) == len(line) || len(after) < 2 || after[0] != ':' {
		return false
	}
	name := strings.TrimPrefix(strings.TrimSuffix(string(after[1:]), "\r"), "+")
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$./<>-") == ""
}

func sniffJSON(text []byte) Kind {
	has := func(s string) bool { return bytes.Contains(text, []byte(s)) }
	switch {
	case has(`"preprocessedProfileVersion"`), has(`"geckoProfile`):
		return FirefoxProfile
	case has("speedscope.app/file-format-schema"):
		return Speedscope
	case has(`"traceEvents"`), has(`"ph"`):
		return ChromeTrace
	}
	return JSON
}

// isMapping reports whether a text is a map of names. Its first line that is not a comment is then
// a class, "shop.Cart -> a.b:". A text of comments alone is a map if the first is one of R8's.
func isMapping(text []byte) bool {
	for rest := string(text); rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			arrow := strings.Index(line, "->")
			return arrow > 0 && line[len(line)-1] == ':' && !strings.ContainsAny(line[:arrow-1], " (")
		}
	}
	return bytes.HasPrefix(text, []byte("# compiler: "))
}

// isPerfetto reports whether b begins with protobuf packets: field 1 with a length, followed by the
// next one.
func isPerfetto(b []byte) bool {
	packets := 0
	for len(b) > 0 {
		if b[0] != 0x0A {
			return false
		}
		size, n := binary.Uvarint(b[1:])
		if n <= 0 || size < 2 || size > 1<<28 {
			return packets > 0 && n == 0
		}
		b = b[1+n:]
		// A packet's first field: a number from 1, and a valid wire type.
		if len(b) > 0 && (b[0]>>3 == 0 || b[0]&7 == 3 || b[0]&7 == 4 || b[0]&7 > 5) {
			return false
		}
		packets++
		if uint64(len(b)) <= size {
			// A text with an empty first line looks the same, but packets contain bytes that texts
			// do not.
			return packets > 1 || bytes.ContainsFunc(b, func(c rune) bool { return c < ' ' && c != '\n' && c != '\r' && c != '\t' })
		}
		b = b[size:]
	}
	return packets > 0
}

// Ext returns the extension of a file name in lower case, ignoring .gz.
func Ext(name string) string {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		return name[dot:]
	}
	return ""
}
