package tracetest_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// A nesting replays records by the simplest of rules: each exit must be of the method on
// top.
type nesting struct {
	t       *testing.T
	stacks  map[trace.ThreadIndex][]trace.MethodIndex
	deepest int
	enters  int
	paths   map[[2]int]int // (path, method) → path
	at      map[trace.ThreadIndex][]int
	wall    trace.Ticks
}

func (n *nesting) Records(batch []trace.Record) {
	for _, rec := range batch {
		if rec.Wall < n.wall {
			n.t.Fatalf("wall %d after %d", rec.Wall, n.wall)
		}
		n.wall = rec.Wall
		stack := n.stacks[rec.Thread]
		path := n.at[rec.Thread]
		if rec.Action == trace.Enter {
			n.enters++
			above := 0
			if len(path) > 0 {
				above = path[len(path)-1]
			}
			key := [2]int{above, int(rec.Method)}
			if n.paths[key] == 0 {
				n.paths[key] = len(n.paths) + 1
			}
			n.at[rec.Thread] = append(path, n.paths[key])
			n.stacks[rec.Thread] = append(stack, rec.Method)
			n.deepest = max(n.deepest, len(stack)+1)
			continue
		}
		if len(stack) == 0 || stack[len(stack)-1] != rec.Method {
			n.t.Fatalf("exit of %d from %v", rec.Method, stack)
		}
		n.at[rec.Thread] = path[:len(path)-1]
		n.stacks[rec.Thread] = stack[:len(stack)-1]
	}
}

func TestStory(t *testing.T) {
	for _, version := range []int{3, 0xF3} {
		var b bytes.Buffer
		if err := tracetest.Story(&b, version, 90); err != nil {
			t.Fatal(err)
		}
		check(t, b.Bytes())
	}
}

func TestGenerate(t *testing.T) {
	tests := []struct {
		name string
		tracetest.Config
	}{
		{"usual", tracetest.Config{Records: 200_000}},
		{"version 1", tracetest.Config{Records: 50_000, Version: 1, Clock: "wall"}},
		{"version 2", tracetest.Config{Records: 50_000, Version: 2, Clock: "wall"}},
		{"streaming", tracetest.Config{Records: 50_000, Version: 0xF3}},
		{"one thread", tracetest.Config{Records: 20_000, Threads: 1, Methods: 40, Depth: 20}},
		{"60,000 methods", tracetest.Config{Records: 20_000, Methods: 60_000}},
		{"few records", tracetest.Config{Records: 7}},
		{"few contexts", tracetest.Config{Records: 500_000, Threads: 7, Depth: 60, Contexts: 0.02}},
		{"very many contexts", tracetest.Config{Records: 100_000, Threads: 52, Contexts: 0.45}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b, again bytes.Buffer
			if err := tracetest.Generate(&b, tt.Config); err != nil {
				t.Fatal(err)
			}
			if err := tracetest.Generate(&again, tt.Config); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
				t.Errorf("the same seed made another trace (%v)", err)
			}
			in, contexts := check(t, b.Bytes())
			if in.Records != tt.Records {
				t.Errorf("%d records, want %d", in.Records, tt.Records)
			}
			if want := tt.Contexts; want > 0 && (contexts < 0.9*want || contexts > 1.3*want) {
				t.Errorf("%.3f contexts a call, want %.3f", contexts, want)
			}
		})
	}
}

// check reads a trace and checks that it is whole, and all its calls nested. It returns how many
// calling contexts there are a call.
func check(t *testing.T, file []byte) (in *trace.Info, contexts float64) {
	n := nesting{t: t, stacks: map[trace.ThreadIndex][]trace.MethodIndex{}, paths: map[[2]int]int{}, at: map[trace.ThreadIndex][]int{}}
	r := trace.NewReader(&n)
	if _, err := r.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	in = r.Info()
	if !in.Complete || in.Sampling != trace.Instrumented || len(in.Receipt.Notes) > 0 {
		t.Errorf("complete %v, sampling %v, notes %v; want true, 0, none", in.Complete, in.Sampling, in.Receipt.Notes)
	}
	t.Logf("%d calls, depth %d, %d paths, %d methods, %s %d %%, %.1f s, %d bytes", n.enters, n.deepest, len(n.paths),
		len(in.Methods), in.Threads[0].Name, in.Threads[0].Records*100/in.Records, float64(n.wall)/1e6, len(file))
	return in, float64(len(n.paths)) / float64(max(1, n.enters))
}

// TestTestdata checks that the committed traces are what the generator writes.
func TestTestdata(t *testing.T) {
	dir := "../../../testdata/"
	tests := []struct {
		name  string
		write func(*bytes.Buffer) error
	}{
		{"sample.trace.gz", func(b *bytes.Buffer) error { return tracetest.Story(b, 3, 108) }},
		{"sample-streaming.trace.gz", func(b *bytes.Buffer) error { return tracetest.Story(b, 0xF3, 30) }},
		{"samples/startup.trace.gz", func(b *bytes.Buffer) error { return tracetest.AppStartup(b) }},
	}
	for _, tt := range tests {
		f, err := os.Open(dir + tt.name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := tt.write(&want); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not what the generator writes: run go run ./parser/trace/tracetest/generate", tt.name)
		}
	}
}
