package traceview

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type nowhere struct{}

func (nowhere) Records([]trace.Record) {}

// Each golden file was worked out by hand from sections 11.5, 11.7 and 13.4 before it was
// compared.
func TestRegression(t *testing.T) {
	tests := []struct {
		name  string
		trace tracetest.Trace
	}{
		// Off the CPU for 200 µs within B, and for 100, which is no switch, within A.
		{"dual", tracetest.Trace{Records: "main 0/0>p.A.a 10/10>p.B.b 250/50<p.B.b 370/70<p.A.a"}},
		// Recursion, an exit of what began earlier, a call that never ends.
		{"recursion", tracetest.Trace{Records: "main 0>?x#0x990 5<?x#0x990 10<C.c 20>A.a 30>A.a 40<A.a 60<A.a 70>A.a 75>B.b 80>B.b"}},
		// Two threads take turns: main 0 to 10, worker 3 to 9, main 10 to 30.
		{"cpu", tracetest.Trace{Version: 2, Records: "main 0>A.a 10>B.b worker 3>C.c 9<C.c main 30<B.b 34<A.a"}},
		{"wall", tracetest.Trace{Version: 2, Clock: "wall", Records: "main 5>A.a worker 7>C.c main 400>B.b 410<B.b worker 420<C.c main 430<A.a"}},
	}
	for _, tt := range tests {
		data := tt.trace.Bytes()
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
		path := filepath.Join("testdata", tt.name+".txt")
		if *update {
			if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, out.Bytes(), want)
		}
	}
}
