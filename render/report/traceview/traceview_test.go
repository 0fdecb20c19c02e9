package traceview

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type nowhere struct{}

func (nowhere) Records([]trace.Record) {}

func regression(t *testing.T, data []byte) []byte {
	t.Helper()
	reader := trace.NewReader(nowhere{})
	reader.Write(data)
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	r := New(reader.Info())
	reader = trace.NewReader(r)
	reader.Write(data)
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.Regression(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestCorpus compares the reports of real traces with checksums. They were made when each figure
// had been verified by hand from the trace's records.
func TestCorpus(t *testing.T) {
	compared := 0
	for name, want := range map[string]string{
		"perflib-basic-api10":                  "c31c2fbcbda441b4", // thread-cpu, with methods that ran before the start
		"perflib-exception":                    "d462b5885d6bd271", // dual, with exits by exception
		"coxier-sample":                        "c7e335ce2abe8e98", // dual
		"dalvik-filter-WaitingPairCrossThread": "ed093d691bb2a9f6", // thread-cpu, two threads taking turns
	} {
		f, err := os.Open("../../../../shared/corpus/method-traces/" + name + ".trace.gz")
		if err != nil {
			continue
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		compared++
		out := regression(t, data)
		if got := fmt.Sprintf("%.8x", sha256.Sum256(out)); got != want {
			t.Errorf("%s: checksum %s, want %s:\n%s", name, got, want, out)
		}
	}
	if compared == 0 {
		t.Skip("../../../../shared/corpus is not here: its traces are not ours to ship")
	}
}

// TestRegression compares with golden files that were worked out by hand from
// parser/trace/format.md, sections 11.5, 11.7 and 13.4.
func TestRegression(t *testing.T) {
	tests := []struct {
		name  string
		trace tracetest.Trace
	}{
		// Off the CPU for 200 µs within B, and for 100 µs within A, which is no switch.
		{"dual", tracetest.Trace{Records: "main 0/0>p.A.a 10/10>p.B.b 250/50<p.B.b 370/70<p.A.a"}},
		// Recursion, an exit of an earlier call, a call that never ends.
		{"recursion", tracetest.Trace{Records: "main 0>?x#0x990 5<?x#0x990 10<C.c 20>A.a 30>A.a 40<A.a 60<A.a 70>A.a 75>B.b 80>B.b"}},
		// Two threads alternate: main 0 to 10, worker 3 to 9, main 10 to 30.
		{"cpu", tracetest.Trace{Version: 2, Records: "main 0>A.a 10>B.b worker 3>C.c 9<C.c main 30<B.b 34<A.a"}},
		{"wall", tracetest.Trace{Version: 2, Clock: "wall", Records: "main 5>A.a worker 7>C.c main 400>B.b 410<B.b worker 420<C.c main 430<A.a"}},
	}
	for _, tt := range tests {
		got := regression(t, tt.trace.Bytes())
		path := filepath.Join("testdata", tt.name+".txt")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, want)
		}
	}
}

// TestSwitchesCorpus checks that the table of calls and the profile have the context switches of
// Traceview's report for each dual-clock trace. If nothing was mended, each method's exclusive
// and inclusive wall time without switches must match too.
func TestSwitchesCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/corpus/method-*/*.gz")
	if len(files) == 0 {
		t.Skip("../shared/corpus is not here: its traces are not ours to ship")
	}
	compared, whole := 0, 0
	for _, file := range files {
		source, err := disk.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(source)
		source.Close()
		if err != nil {
			t.Fatal(err)
		}
		replay, reader := call.NewReplay(true)
		reader.Write(data)
		if err := reader.Close(); err != nil || reader.Info().Clocks != trace.Dual {
			continue
		}
		info := reader.Info()
		table := replay.Finish()
		view := New(info)
		second := trace.NewReader(view)
		second.Write(data)
		second.Close()
		view.finish()
		want := view.methods[view.pseudo(contextSwitch)]
		profile.AddSwitchMethod(info)
		x := profile.NewIndex(table, info).Switched()
		p := x.Profile(profile.WholeTrace, nil)

		var mended int64
		for i := range table.Threads {
			th := &table.Threads[i]
			mended += th.IgnoredExits + th.ImplicitExits + th.OrphanExits
		}
		got := p.Methods[x.SwitchMethod()]
		if got.Calls != want.calls || info.Tick == 1000 && got.Exclusive[profile.Wall] != micro.Nanos(want.exclusive) {
			t.Errorf("%s: %d switches of %d ns, Traceview has %d of %d µs", file, got.Calls, got.Exclusive[profile.Wall], want.calls, want.exclusive)
		}
		if got.Exclusive[profile.CPU] != 0 {
			t.Errorf("%s: switches take CPU time: %d ns", file, got.Exclusive[profile.CPU])
		}
		compared++
		if mended > 0 || info.Tick != 1000 {
			continue
		}
		whole++
		for m := range view.methods[:len(info.Methods)-1] {
			got, want := p.Methods[m], view.methods[m]
			if got.Exclusive[profile.Wall] != micro.Nanos(want.exclusive) || got.Inclusive[profile.Wall] != micro.Nanos(want.total) || got.Calls != want.calls {
				t.Fatalf("%s: %s: %d calls, %d of %d ns; Traceview has %d, %d of %d µs", file, want.name,
					got.Calls, got.Exclusive[profile.Wall], got.Inclusive[profile.Wall], want.calls, want.exclusive, want.total)
			}
		}
	}
	t.Logf("compared %d traces, of %d every method", compared, whole)
	if compared < 10 || whole < 2 {
		t.Errorf("compared %d traces, of %d every method", compared, whole)
	}
}

// TestExits checks that an exit ends the call with its method's names, whatever the id, and that
// an exit of a method that is not running ends nothing.
func TestExits(t *testing.T) {
	reader := trace.NewReader(nowhere{})
	data := tracetest.Bytes("main 0>x.A.m()V#0x10 1>B 2>?U#0x990 5>x.A.m()V#0x30 6>C#0x40 7<D#0x44 8<x.A.m()V#0x20 9<?V#0x994 9<B 12<x.A.m()V#0x20")
	reader.Write(data)
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	r := New(reader.Info())
	reader = trace.NewReader(r)
	reader.Write(data)
	reader.Close()
	r.finish()
	got := ""
	for _, c := range r.calls {
		got += fmt.Sprintf("%s %d-%d, ", r.methods[c.method].name, c.start.wall, c.end.wall)
	}
	if want := "x.A.m ()V 0-12, B ()V 1-9, unknown 0x990 2-9, x.A.m ()V 5-8, C ()V 6-8, "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for m, calls := range r.threads[0].same {
		if calls != 0 {
			t.Errorf("%d calls of %s run at the end", calls, r.methods[m].name)
		}
	}
}
