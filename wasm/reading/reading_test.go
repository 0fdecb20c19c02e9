package reading

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

var (
	oneTrace = tracetest.Bytes("main 0>A 5>B 9<B 10<A")
	twoTrace = tracetest.Bytes("main 0>C 5<C")
)

const dump = `----- pid 1234 at 2024-05-01 10:00:00 -----
Cmd line: com.example.app

"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x1 self=0x1
  at com.example.App.run(App.java:1)
  - waiting to lock <0x1> (a java.lang.Object) held by thread 2

"Worker" prio=5 tid=2 Runnable
  | group="main" sCount=0 dsCount=0 flags=0 obj=0x2 self=0x2
  at com.example.App.work(App.java:2)

----- end 1234 -----
`

// recorded is a report with samples of main.
const recorded = `{"profile": {"samples": [{"timestamp": 1790041454.0, "stack_id": 0}, {"timestamp": 1790041454.066, "stack_id": 0}],
	"stacks": [[0, 1]], "frames": [{"module": "com.example.App", "function": "read"}, {"module": "com.example.App", "function": "run"}]}}`

// summary lists results in words.
func summary(results []message.Body) string {
	var all []string
	for _, body := range results {
		switch body := body.(type) {
		case *message.Description:
			calls := uint64(0)
			for _, t := range body.Threads {
				calls += uint64(t.Calls)
			}
			all = append(all, fmt.Sprintf("trace %s of %s with %d calls", body.File, body.Stored, calls))
		case *message.Dumps:
			all = append(all, fmt.Sprintf("%d dumps", len(body.Files)))
		case *message.Members:
			all = append(all, fmt.Sprintf("%d of %d traces in %s", body.Chosen, len(body.Traces), body.Stored))
		case *message.Named:
			all = append(all, "map "+body.Name)
		case *message.Failure:
			all = append(all, body.Text)
		}
	}
	return strings.Join(all, "; ")
}

// TestFiles reads files of all kinds, alone and in each other.
func TestFiles(t *testing.T) {
	trace, other, text := oneTrace, twoTrace, []byte(dump)
	mapping := []byte("# compiler: R8\ncom.example.Real -> A:\n    void run() -> b\n")
	cut := gzipOf(bytes.Repeat(text, 200))
	for name, x := range map[string]struct {
		files  []File
		choice post.Choice
		want   string
	}{
		"a trace":         {files: []File{newFile("a.trace", trace)}, want: "trace a.trace of a.trace with 2 calls"},
		"gzip":            {files: []File{newFile("a.trace.gz", gzipOf(trace))}, want: "trace a.trace.gz of a.trace.gz with 2 calls"},
		"gzip in gzip":    {files: []File{newFile("a.trace.gz", gzipOf(gzipOf(trace)))}, want: "trace a.trace.gz of a.trace.gz with 2 calls"},
		"a dump":          {files: []File{newFile("traces.txt", text)}, want: "1 dumps"},
		"samples of main": {files: []File{newFile("anr.json", []byte(recorded))}, want: "trace anr.samples.trace of anr.json/anr.samples.trace with 2 calls; 1 dumps"},
		"in a ZIP file":   {files: []File{newFile("a.zip", zipOf(t, false, "anr.json", []byte(recorded), "b.txt", text))}, want: "trace anr.samples.trace of a.zip/anr.json/anr.samples.trace with 2 calls; 2 dumps"},
		"of two reports":  {files: []File{newFile("a.json", []byte(recorded)), newFile("b.json", []byte(recorded))}, want: "2 dumps"},
		"with a trace":    {files: []File{newFile("a.trace", trace), newFile("anr.json", []byte(recorded))}, want: "trace a.trace of a.trace with 2 calls; 1 dumps"},
		"both":            {files: []File{newFile("a.trace", trace), newFile("traces.txt", text)}, want: "trace a.trace of a.trace with 2 calls; 1 dumps"},
		"two traces":      {files: []File{newFile("a.trace", trace), newFile("b.trace", other)}, want: "trace a.trace of a.trace with 2 calls; b.trace is left out: only one trace is open at a time. To compare, choose Compare with… in the file's menu."},
		"a ZIP file":      {files: []File{newFile("a.zip", zipOf(t, false, "x/a.trace", trace, "x/notes.html", []byte("<html>")))}, want: "trace a.trace of a.zip with 2 calls; Left out of the zip file, because it is neither a method trace nor a thread dump: x/notes.html."},
		"a stored one":    {files: []File{newFile("a.zip", zipOf(t, true, "a.trace", trace))}, want: "trace a.trace of a.zip with 2 calls"},
		"one in another":  {files: []File{newFile("a.zip", zipOf(t, false, "in.zip", zipOf(t, false, "a.trace", trace)))}, want: "trace a.trace of a.zip/in.zip/a.trace with 2 calls"},
		"one in gzip":     {files: []File{newFile("a.zip.gz", gzipOf(zipOf(t, false, "a.trace", trace)))}, want: "trace a.trace of a.zip.gz with 2 calls"},
		"gzip in ZIP":     {files: []File{newFile("a.zip", zipOf(t, true, "a.trace.gz", gzipOf(trace)))}, want: "trace a.trace.gz of a.zip with 2 calls"},
		"a folder":        {files: []File{&memory{Reader: bytes.NewReader(zipOf(t, true, "notes.html", []byte("<html>"))), name: "run", folder: true, piece: 10}}, want: "notes.html in the folder: This is a web page"},
		"to choose":       {files: []File{newFile("a.zip", zipOf(t, false, "a.trace", trace, "b.trace", other))}, want: "-1 of 2 traces in a.zip"},
		"chosen":          {files: []File{newFile("a.zip", zipOf(t, false, "a.trace", trace, "b.trace", other))}, choice: post.Choice{Trace: 1, Of: 2}, want: "trace b.trace of a.zip/b.trace with 1 calls; 1 of 2 traces in a.zip"},
		"chosen of other": {files: []File{newFile("a.zip", zipOf(t, false, "a.trace", trace, "b.trace", other))}, choice: post.Choice{Trace: 1, Of: 3}, want: "-1 of 2 traces in a.zip"},
		"a map":           {files: []File{newFile("mapping.txt", mapping), newFile("a.trace", trace)}, want: "trace a.trace of a.trace with 2 calls; map mapping.txt"},
		"a damaged gzip":  {files: []File{newFile("traces.txt.gz", cut[:len(cut)-9])}, want: "1 dumps"},
		"something else":  {files: []File{newFile("a.html", []byte("<!doctype html><html>"))}, want: "This is a web page, not a trace or dump."},
		"nothing":         {files: []File{newFile("a.trace", nil)}, want: "The file is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, piece := range []int{1, 7, 1 << 20} {
				for _, f := range x.files {
					f.(*memory).piece = piece
				}
				if got := summary(read(t, &Reading{Files: x.files, Choice: x.choice})); got != x.want && !strings.HasPrefix(got, x.want) {
					t.Errorf("in pieces of %d bytes: %s\nwant %s", piece, got, x.want)
				}
			}
		})
	}
}

// TestCancelReading cancels at each piece: the part read so far is shown.
func TestCancelReading(t *testing.T) {
	content := tracetest.Bytes("main" + strings.Repeat(" 0>A 0<A", 3000))
	for at := 1; at < 40; at += 6 {
		n := 0
		f := newFile("a.trace", content)
		r := &Reading{Files: []File{f}}
		f.onNext = func() {
			if n++; n == at {
				r.Cancel()
			}
		}
		got := summary(read(t, r))
		if r.Description == nil && !strings.Contains(got, "was cancelled") || r.Description != nil && !strings.Contains(fmt.Sprint(*r.Description), "cancelled") {
			t.Errorf("cancelled before piece %d: %s", at, got)
		}
	}
}

// TestFullBudget reads a trace that needs more memory than the budget.
func TestFullBudget(t *testing.T) {
	f := newFile("a.trace", tracetest.Bytes("main"+strings.Repeat(" 0>A 0<A", 200_000)))
	f.piece = 100_000
	r := &Reading{Files: []File{f}}
	r.Engine, r.Budget, r.Now, r.News = engine.New(100_000), 100_000, func() float64 { return 0 }, func(message.Body) {}
	r.Run()
	if !r.Full || r.Description == nil {
		t.Errorf("full %v, %v", r.Full, r.Description)
	}
}

// TestRunsOfFiles reads runs from single files and from a ZIP file of several.
func TestRunsOfFiles(t *testing.T) {
	files := []File{
		newFile("a.trace", oneTrace), newFile("b.zip", zipOf(t, false, "x/c.trace", oneTrace, "x/d.trace", twoTrace)),
		newFile("e.txt", []byte("nothing")), newFile("f.trace", twoTrace),
	}
	last := int64(0)
	w := &Runs{Engine: engine.New(1 << 30), Files: files, Budget: 1 << 30, Now: func() float64 { return 0 }, News: func(body message.Body) {
		p := body.(*message.Progress)
		if p.Bytes < last || p.Bytes > p.Size {
			t.Errorf("progress goes from %d to %d of %d", last, p.Bytes, p.Size)
		}
		last = p.Bytes
	}}
	var got []string
	for _, run := range w.Run().Runs {
		got = append(got, fmt.Sprintf("%s in %q: %d of %d, %d calls, read %v", run.Name, run.In, run.Trace, run.Traces, run.Calls, run.Why == ""))
	}
	want := `a.trace in "": 0 of 1, 2 calls, read true
c.trace in "b.zip/x": 0 of 2, 2 calls, read true
d.trace in "b.zip/x": 1 of 2, 1 calls, read true
e.txt in "": 0 of 1, 0 calls, read false
f.trace in "": 0 of 1, 1 calls, read true`
	if strings.Join(got, "\n") != want {
		t.Errorf("runs are\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

// TestCancelRuns keeps the runs that were read before Cancel.
func TestCancelRuns(t *testing.T) {
	second := newFile("b.trace", twoTrace)
	w := &Runs{Engine: engine.New(1 << 30), Files: []File{newFile("a.trace", oneTrace), second, newFile("c.trace", twoTrace)}, Budget: 1 << 30, Now: func() float64 { return 0 }, News: func(message.Body) {}}
	second.onNext = w.Cancel
	all := w.Run().Runs
	if len(all) != 2 || all[0].Why != "" {
		t.Errorf("runs are %+v", all)
	}
}

// TestMapOfOpenFiles applies a map to open files, and another that does not fit.
func TestMapOfOpenFiles(t *testing.T) {
	r := &Reading{Files: []File{newFile("a.trace", tracetest.Bytes("main 0>a.b 5<a.b")), newFile("traces.txt", []byte(dump))}}
	read(t, r)
	name := func(text string, only bool) (*message.Named, string) {
		m := Mapping(r.Engine, []File{newFile("mapping.txt", []byte(text))}, r.Dumped(), func() float64 { return 0 }, func(message.Body) {})
		return m.Name(only)
	}
	if named, why := name("# compiler: R8\ncom.example.Real -> a:\n    void run() -> b\n", true); named == nil || !named.On {
		t.Errorf("a map that fits: %+v, %s", named, why)
	}
	if named, why := name("no map\n", true); named != nil || why == "" {
		t.Errorf("no map: %+v, %s", named, why)
	}
}

// TestDamagedZips reads ZIP files with bytes changed at random: a sentence or a result, never a panic.
func TestDamagedZips(t *testing.T) {
	whole := zipOf(t, false, "a.trace", oneTrace, "in.zip", zipOf(t, true, "traces.txt", []byte(dump)), "b.trace.gz", gzipOf(twoTrace))
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		damaged := bytes.Clone(whole)
		for range 1 + r.IntN(8) {
			damaged[r.IntN(len(damaged))] = byte(r.IntN(256))
		}
		damaged = damaged[:len(damaged)-r.IntN(2)*r.IntN(60)]
		if got := summary(read(t, &Reading{Files: []File{newFile("a.zip", damaged)}})); got == "" || strings.Contains(got, "An error occurred") {
			t.Errorf("a damaged ZIP file shows %q", got)
		}
	}
}

// TestWrongFiles: for a file of another type, one sentence names the type.
func TestWrongFiles(t *testing.T) {
	for _, x := range []struct{ name, content, want string }{
		{"shot.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "image"},
		{"jstack.txt", "2024-05-01 10:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n\n\"main\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable\n", "thread dump of desktop Java"},
		{"tombstone_00", "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\nBuild fingerprint: 'google/oriole/oriole:14'\nABI: 'arm64'\npid: 1, tid: 1, name: main  >>> com.example <<<\nsignal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n", "tombstone"},
		{"empty.trace", "", "empty"},
		{"systrace.html", "<!DOCTYPE html>\n<html>\n<head><title>Android System Trace</title>", "systrace"},
		{"perf.data", "PERFILE2\x00\x00", "simpleperf"},
		{"heap.hprof", "JAVA PROFILE 1.0.3\x00", "heap"},
		{"letter.txt", "hello", "first bytes are 68 65 6c 6c 6f"},
		{"letter.txt", "Dear all,\nthe app is frozen.\n", "first bytes"},
		{"boot.perfetto-trace", "\x0a\x0e\x52\x0c\x08\x01\x10\x02\x18\x03\x20\x04\x28\x05\x30\x06" + strings.Repeat("\x0a\x04\x42\x02\x08\x01", 40), "Perfetto"},
		{"other.trace.gz", string(gzipOf([]byte("hello, this is no trace at all"))), "first bytes"},
	} {
		got := summary(read(t, &Reading{Files: []File{newFile(x.name, []byte(x.content))}}))
		if !strings.Contains(strings.ToLower(got), strings.ToLower(x.want)) || !strings.HasSuffix(strings.TrimRight(got, `")`), ".") {
			t.Errorf("%s is %q, want a sentence on %q", x.name, got, x.want)
		}
	}
}
