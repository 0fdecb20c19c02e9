package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/report"
	"traceglass/render/report/formats"
)

// saved writes a file into a folder of the test.
func saved(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDeepStacks checks formats that write each path in full. They grow with the depth of a stack,
// not with its square. Sums stay the same, and a note reports shortened paths.
func TestDeepStacks(t *testing.T) {
	const depth = 1500
	path := saved(t, "deep.trace", tracetest.Deep(depth, 0))
	most := depth * 30 * (report.MaxPath + 1) / 4 // of paths up to the limit only
	for format, most := range map[string]int{"folded": most, "pprof": 1_000_000, "speedscope": 1_000_000, "perfetto": 600_000, "dot": 1_000_000} {
		var out, err bytes.Buffer
		if status := run([]string{"export", "-format", format, path}, &out, &err); status != 0 || out.Len() > most {
			t.Errorf("%s: status %d, %d bytes of at most %d, %s", format, status, out.Len(), most, err.String())
		}
		if noted := strings.Contains(err.String(), "Paths of more than 1,000 calls end there"); noted != (format == "folded" || format == "pprof") {
			t.Errorf("%s says %q", format, err.String())
		}
		if format != "folded" {
			continue
		}
		sum, deeper := int64(0), 0
		for line := range strings.Lines(out.String()) {
			n, err := strconv.ParseInt(strings.TrimSpace(line[strings.LastIndexByte(line, ' '):]), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			sum += n
			deeper += strings.Count(line, report.Deeper)
		}
		if sum != 2*depth-1 || deeper != 1 {
			t.Errorf("the stacks come to %d µs, want %d; %d lines report deeper calls", sum, 2*depth-1, deeper)
		}
	}
	path = saved(t, "less.trace", tracetest.Deep(1100, 0)) // writing a reversed graph takes long
	for _, more := range [][]string{nil, {"-reverse"}} {
		var out bytes.Buffer
		zip := filepath.Join(t.TempDir(), "a/b/all.zip")
		if status := run(append(append([]string{"flamegraph", "-o", zip}, more...), path), &out, &out); status != 0 {
			t.Errorf("%s: status %d, %s", more, status, out.String())
		}
		if info, err := os.Stat(zip); err != nil || info.Size() > 24_000_000 {
			t.Errorf("%s: %v, %v", more, info, err)
		}
	}
}

// TestLargeOutput checks that a file over 2 GB is not started without -force.
func TestLargeOutput(t *testing.T) {
	path := saved(t, "long.trace", tracetest.Deep(1200, 10_000))
	for _, args := range []string{"export -format folded", "flamegraph"} {
		var out, err bytes.Buffer
		to := filepath.Join(t.TempDir(), "none")
		if status := run(append(strings.Fields(args), "-o", to, path), &out, &err); status != statusLarge || !strings.Contains(err.String(), "would come to about") || !strings.Contains(err.String(), "-force") {
			t.Errorf("%s: status %d, %s", args, status, err.String())
		}
		if _, err := os.Stat(to); err == nil {
			t.Errorf("%s leaves something", args)
		}
	}
}

// TestLimit checks that a file that grows over the limit against its estimate fails, and is
// removed.
func TestLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	much := make([]byte, 1<<20)
	endless := func(force bool) error {
		written := 0
		return create(place{name: path}, force, func(w io.Writer) error {
			if b, ok := w.(*bounded); ok {
				b.Writer = io.Discard
			} else {
				w = io.Discard
			}
			for written <= report.MaxOutput {
				n, err := w.Write(much)
				if written += n; err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := endless(false); err == nil || status(err) != statusLarge || !strings.Contains(err.Error(), "more than 2 GB") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a part of the file is left")
	}
	if err := endless(true); err != nil {
		t.Errorf("forced: %v", err)
	}
}

// TestExportRefuses checks the error for a clock that the trace lacks, and for a trace without
// calls, in every format.
func TestExportRefuses(t *testing.T) {
	wall := saved(t, "wall.trace", tracetest.Trace{Version: 2, Clock: "wall", Records: "main 0>A 5<A"}.Bytes())
	none := saved(t, "none.trace", tracetest.Bytes("main 0~A 1~A"))
	refused := func(want string, args ...string) {
		t.Helper()
		var out, err bytes.Buffer
		if status := run(args, &out, &err); status != 1 || !strings.Contains(err.String(), want) || out.Len() > 0 {
			t.Errorf("%s: status %d, %q on standard output, %s", args, status, out.String(), err.String())
		}
	}
	for format := range formats.Trace {
		refused("by wall alone", "export", "-format", format, "-clock", "cpu", wall)
		refused("by wall alone", "export", "-format", format, "-clock", "waiting", wall)
		refused("has no calls", "export", "-format", format, none)
	}
	dir := filepath.Join(t.TempDir(), "graphs")
	refused("by wall alone", "flamegraph", "-o", dir, "-clock", "cpu", wall)
	refused("has no calls", "flamegraph", "-o", dir, none)
}

// TestExportTellsDamage checks that damage is reported on standard error, and in every format
// that has a place for it.
func TestExportTellsDamage(t *testing.T) {
	data := tracetest.Bytes("main 0>A.a 5<A.a")
	path := saved(t, "cut.trace", append(data, 1, 2, 3))
	const note = "The file ends inside a record: its last 3 bytes were left out"
	for format := range formats.Trace {
		var out, err bytes.Buffer
		if status := run([]string{"export", "-format", format, path}, &out, &err); status != 0 {
			t.Errorf("%s: status %d, %s", format, status, err.String())
		}
		if !strings.Contains(err.String(), "WARNING: "+note) {
			t.Errorf("%s says %q", format, err.String())
		}
		switch format {
		case "json", "chrome", "firefox", "dot", "text", "html":
			if !strings.Contains(out.String(), note) {
				t.Errorf("%s does not mention it: %s", format, out.String())
			}
		}
	}
}

// TestOverloads checks that overloaded methods have parameters in every format that identifies a
// method by name only.
func TestOverloads(t *testing.T) {
	path := saved(t, "over.trace", tracetest.Bytes("main 0>A.sleep(J)V 5>A.sleep(JI)V 7<A.sleep(JI)V 9<A.sleep(J)V 10>A.alone(J)V 11<A.alone(J)V"))
	for _, format := range []string{"folded", "speedscope", "chrome", "perfetto", "firefox", "dot"} {
		var out, err bytes.Buffer
		if status := run([]string{"export", "-format", format, path}, &out, &err); status != 0 {
			t.Fatalf("%s: %s", format, err.String())
		}
		for _, name := range []string{"A.sleep(long)", "A.sleep(long, int)", "A.alone"} {
			if !strings.Contains(out.String(), name) || strings.Contains(out.String(), "A.alone(") {
				t.Errorf("%s has no %s: %s", format, name, out.String())
			}
		}
	}
}

// TestFolders checks that the folder of an output file is created.
func TestFolders(t *testing.T) {
	path := saved(t, "a.trace", tracetest.Bytes("main 0>A.a 5<A.a"))
	dir := t.TempDir()
	for _, args := range []string{"export -format csv -o a/b/t.csv", "flamegraph -o c/d/f.zip", "flamegraph -o e/f", "dmtracedump -g g/h.dot"} {
		words := strings.Fields(args)
		at := len(words) - 1
		words[at] = filepath.Join(dir, words[at])
		var out bytes.Buffer
		if status := run(append(words, path), &out, &out); status != 0 {
			t.Errorf("%s: status %d, %s", args, status, out.String())
		}
		if _, err := os.Stat(words[at]); err != nil {
			t.Error(err)
		}
	}
}

// TestTerminal checks that control characters in names are shown on a terminal, not executed,
// even if text arrives in pieces, and that files get them unchanged.
func TestTerminal(t *testing.T) {
	text := "a\tb\x1b[2J\u202ec é中😀\n\x9d\x00\n"
	for size := 1; size <= len(text); size++ {
		var out bytes.Buffer
		v := &visible{w: &out}
		for from := 0; from < len(text); from += size {
			piece := text[from:min(from+size, len(text))]
			if n, err := v.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatal(n, err)
			}
		}
		if want := "a\tb␛[2J\\u202ec é中😀\n\ufffd␀\n"; out.String() != want {
			t.Fatalf("in pieces of %d: %q, want %q", size, out.String(), want)
		}
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if terminal(f) != io.Writer(f) {
		t.Error("a file counts as a terminal")
	}
}

// TestNoteOnUnits: a short time without a unit is probably meant otherwise.
func TestNoteOnUnits(t *testing.T) {
	path := saved(t, "time.trace", tracetest.Bytes("main 0>A.a 5<A.a"))
	for option, want := range map[string]string{"-from 5": "Note: -from 5 is 5 ns. Other times need a unit, such as 5ms.", "-from 0": "", "-from 5us": "", "-to 1000000": "", "-thread 1": ""} {
		var out, err bytes.Buffer
		run(append(append([]string{"overview"}, strings.Fields(option)...), path), &out, &err)
		if got := err.String(); strings.Contains(got, "need a unit") != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%s says %q, want %q", option, got, want)
		}
	}
}

// TestNotesOnTraces: a note that any recording may have is no warning.
func TestNotesOnTraces(t *testing.T) {
	path := saved(t, "open.trace", tracetest.Bytes("main 0>A.a 5>A.b 9<A.b"))
	for _, args := range [][]string{{"overview"}, {"export", "-format", "csv"}, {"dmtracedump"}} {
		var out, err bytes.Buffer
		run(append(args, path), &out, &err)
		if got := err.String(); !strings.HasPrefix(got, "Note: ") || !strings.Contains(got, "still running when recording ended") || strings.Contains(got, "WARNING") {
			t.Errorf("%s says %q", args[0], got)
		}
	}
}
