package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
)

// TestSamples runs every command on a recording of samples.
func TestSamples(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const story = "7+0 7@1 root;app.Feed.load 7!2 root;leaf 7-2.009 7+12 7@12.5 root;app.Feed.load ::7=com.example"
	file := simpleperftest.Bytes(story)
	off := write("off.trace", file)
	packed := write("packed.trace.gz", pack(file))
	cut := write("cut.trace", file[:len(file)-20])
	bare := write("bare.trace", simpleperftest.Append(nil, 1, simpleperftest.Message{}.Uint(1, 5).Uint(2, 7).Bytes(3, nil).Uint(4, 1)))
	cycles := simpleperftest.Parse("7@1=500 root;leaf 7@2=700 root ::7=main")
	cycles.Events = []string{"cpu-cycles"}
	on := write("on.trace", cycles.Bytes())
	raw := append([]byte("PERFILE2"), make([]byte, 100)...)
	raw[72+128/8] = 1
	perf := write("perf.data", raw)
	linux := write("linux.data", append([]byte("PERFILE2"), make([]byte, 100)...))
	tables := filepath.Join(dir, "tables")

	for _, tt := range []struct {
		name   string
		args   []string
		status int
		out    string // a part of standard output
		err    string // a part of standard error
	}{
		{"summary", []string{"summary", off}, 0, `"kind":"simpleperf","container":"report-sample","version":1,"complete":true`, ""},
		{"packed", []string{"summary", packed}, 0, `"mode":"on-off-cpu"`, ""},
		{"cut short", []string{"summary", cut}, 0, `"complete":false`, ""},
		{"without magic", []string{"summary", bare}, 0, `"container":"report-sample-without-magic","version":null`, ""},
		{"raw", []string{"summary", perf}, 1, "", "simpleperf report-sample --show-callchain --protobuf -i perf.data -o perf.trace"},
		{"raw, of Linux", []string{"summary", linux}, 1, "", "Linux perf"},
		{"CSV", []string{"export", "-format", "csv", off}, 0, "inclusiveWallNs,exclusiveWallNs,inclusiveCpuNs,exclusiveCpuNs,inclusiveOffCpuNs,exclusiveOffCpuNs\n", "CPU time is the sum"},
		{"its rows", []string{"export", "-format", "csv", off}, 0, ",leaf,,/data/app/~~x==/com.example-y==/lib/arm64/libgame.so,,1,0,11000000,11000000,0,0,10000000,10000000\n", ""},
		{"CSV of counted events", []string{"export", "-format", "csv", on}, 0, "calls,recursiveCalls,inclusiveCount,exclusiveCount\n", "and no waits"},
		{"counts", []string{"export", "-format", "csv", on}, 0, ",1,0,1200,700\n", ""},
		{"JSON", []string{"export", "-format", "json", on}, 0, `"clock":"thread-cpu","event":"cpu-cycles"`, ""},
		{"by samples", []string{"export", "-format", "folded", "-event", "samples", on}, 0, "main [7];root 1\nmain [7];root;leaf 1\n", ""},
		{"no such event", []string{"export", "-format", "folded", "-event", "page-faults", on}, 1, "", "it has cpu-cycles, samples"},
		{"no samples", []string{"export", "-format", "folded", "-event", "samples", filepath.Join("..", "..", "testdata", "nested.trace")}, 1, "", "a trace of calls"},
		{"no wall figures", []string{"export", "-format", "folded", "-clock", "wall", on}, 1, "", "without this clock"},
		{"off the CPU", []string{"export", "-format", "folded", "-clock", "waiting", off}, 0, "root;leaf 10000000\n", ""},
		{"a range", []string{"export", "-format", "folded", "-clock", "waiting", "-from", "5ms", "-to", "8ms", off}, 0, "root;leaf 3000000\n", ""},
		{"apart", []string{"export", "-format", "folded", "-switches", off}, 0, "root;leaf;(off CPU) 10000000\n", ""},
		{"speedscope", []string{"export", "-format", "speedscope", off}, 0, `"endValue":12500000`, ""},
		{"speedscope, by counts", []string{"export", "-format", "speedscope", "-clock", "cpu", on}, 0, `"unit":"none","startValue":0,"endValue":1200`, ""},
		{"Firefox Profiler", []string{"export", "-format", "firefox", off}, 0, `"threadCPUDelta"`, ""},
		{"Firefox Profiler, by counts", []string{"export", "-format", "firefox", "-clock", "cpu", on}, 1, "", "no"},
		{"Chrome", []string{"export", "-format", "chrome", off}, 0, `"tts":`, ""},
		{"Perfetto", []string{"export", "-format", "perfetto", off}, 0, "app.Feed.load", ""},
		{"pprof", []string{"export", "-format", "pprof", off}, 0, "", ""},
		{"dot", []string{"export", "-format", "dot", off}, 0, "digraph", ""},
		{"text", []string{"export", "-format", "text", off}, 0, "leaf", ""},
		{"HTML", []string{"export", "-format", "html", off}, 0, "leaf", ""},
		{"dmtracedump", []string{"dmtracedump", off}, 0, "Total cycles: 2000", ""},
		{"dmtracedump, counts", []string{"dmtracedump", on}, 0, "Total cycles: 1200", ""},
		{"no records", []string{"dmtracedump", "-o", off}, 1, "", "samples, but no records"},
		{"no records for Traceview", []string{"traceview", "-r", off}, 1, "", "samples, but no records"},
		{"flame graphs", []string{"flamegraph", "-o", filepath.Join(dir, "flames"), off}, 0, "index.html", ""},
		{"tables", []string{"table", "-o", tables, off, on}, 0, "", ""},
	} {
		var out, err bytes.Buffer
		if got := run(tt.args, &out, &err); got != tt.status {
			t.Errorf("%s: status %d, want %d; %s", tt.name, got, tt.status, err.String())
		}
		if !strings.Contains(out.String(), tt.out) {
			t.Errorf("%s: standard output is %.2000s, want %s in it", tt.name, out.String(), tt.out)
		}
		if !strings.Contains(err.String(), tt.err) {
			t.Errorf("%s: standard error is %q, want %q in it", tt.name, err.String(), tt.err)
		}
		if tt.name == "speedscope" && !json.Valid(out.Bytes()) {
			t.Errorf("%s: no JSON", tt.name)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(tables, "*", "methods.parquet")); len(found) != 2 {
		t.Errorf("tables are %v", found)
	}
}

// TestSamplesOfMain: samples of main in a report are a trace for the commands on traces.
func TestSamplesOfMain(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	recorded := func(id string) string {
		return `{"chunk_id": "` + id + `", "profile": {"samples": [{"timestamp": 50.0, "stack_id": 0}, {"timestamp": 50.06, "stack_id": 0}, {"timestamp": 50.12, "stack_id": 1}],
			"stacks": [[0, 1], [1]], "frames": [{"module": "com.app.Main", "function": "read"}, {"module": "com.app.Main", "function": "run"}]}}` + "\n"
	}
	const crash = `{"event_id": "00000000000000000000000000000001", "exception": {"values": [{"type": "X"}]}}` + "\n"
	event := `{"event_id": "00000000000000000000000000000002", "exception": {"values": [{"type": "ApplicationNotResponding", "value": "ANR"}]}, "threads": [{"id": 1, "name": "main"}]}` + "\n"
	one := write("anr.json", crash+recorded("1"))
	several := write("week.json", recorded("1")+event+recorded("2"))
	none := write("none.json", event)
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	if w, err := z.Create("in/anr.json"); err != nil {
		t.Fatal(err)
	} else {
		w.Write([]byte(event + recorded("1")))
	}
	z.Close()
	packed := write("all.zip", archive.String())
	const folded = "main [1];com.app.Main.run 60000\nmain [1];com.app.Main.run;com.app.Main.read 120000\n"
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		out    string // a part of standard output
		err    string // a part of standard error
	}{
		{"overview", []string{"overview", one}, 0, "main took 180 ms", "Number of samples: 3, one about every 60 ms."},
		{"of several", []string{"overview", several}, 1, "", "week.json has samples of main in 2 reports. Choose one by its path, such as week.json/week-1.samples.trace: week-1.samples.trace, week-3.samples.trace"},
		{"one of several", []string{"overview", several + "/week-3.samples.trace"}, 0, "main took 180 ms", ""},
		{"none of several", []string{"overview", several + "/week-2.samples.trace"}, 1, "", "in 2 reports"},
		{"none", []string{"overview", none}, 1, "", "This is a JSON file"},
		{"none by name", []string{"overview", none + "/none.samples.trace"}, 1, "", "none.json has no samples of main"},
		{"no file", []string{"overview", filepath.Join(dir, "a.samples.trace")}, 1, "", "no such file"},
		{"folded", []string{"export", "-format", "folded", one + "/anr.samples.trace"}, 0, folded, ""},
		{"in a zip file", []string{"export", "-format", "folded", packed + "/in/anr.json/anr.samples.trace"}, 0, folded, ""},
		{"stacks of the dump", []string{"export", "-format", "folded", one}, 0, "main;com.app.Main.run 1\nmain;com.app.Main.run;com.app.Main.read 2\n", ""},
		{"their flame graph", []string{"export", "-format", "svg", one}, 0, "2 samples", ""},
		{"explain", []string{"explain", one}, 0, "Only 2 of 3 samples", ""},
	} {
		var out, errs bytes.Buffer
		if status := run(tt.args, &out, &errs); status != tt.status || !strings.Contains(out.String(), tt.out) || !strings.Contains(errs.String(), tt.err) {
			t.Errorf("%s: status %d\n%s\n%s", tt.name, status, out.String(), errs.String())
		}
	}
}
