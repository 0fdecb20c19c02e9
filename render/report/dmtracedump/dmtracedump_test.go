package dmtracedump

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// figures profiles a trace as every view does, with the lists of its text part.
func figures(t testing.TB, data []byte) (*profile.Profile, *File) {
	t.Helper()
	lists := NewFile(nil, nil)
	lists.Write(data)
	replay, reader := call.NewReplay(false)
	for reader != nil {
		reader.Write(data)
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		table, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			return profile.NewIndex(table, info).Profile(profile.Whole, nil), lists
		}
	}
	return nil, nil
}

// first is the clock of a record's first time.
func first(p *profile.Profile) profile.Clock {
	if p.Info.Clocks == trace.Wall {
		return profile.Wall
	}
	return profile.CPU
}

func text(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func replayed(t testing.TB, data []byte) *Profile {
	t.Helper()
	r := NewReplay(0)
	r.File.Write(data)
	p, err := r.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func events(t testing.TB, data []byte) string {
	t.Helper()
	var b bytes.Buffer
	e := NewEvents(&b, 0)
	e.File.Write(data)
	if err := e.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The traces of the golden files. Each was compared with the program's own output; the
// first is the example of the format notes, section 12.2.
var golden = []struct {
	name  string
	trace tracetest.Trace
}{
	{"recursion", tracetest.Trace{Records: "main 0>A.a 10>B.b 20>A.a 30>A.a 40<A.a 60<A.a 80<B.b 100<A.a", Columns: 6}},
	{"orphans", tracetest.Trace{Records: "main 100>A.a 110<A.a 150<B.b 160>A.a 170<A.a"}},
	{"threads", tracetest.Trace{Records: "main 0>app.Main.<init>()V 40>app.Db.query(I)I worker 5>app.Db.query(I)I 25!app.Db.query(I)I main 90<app.Db.query(I)I worker 30>?x#0x990 35>?y#0x994 45<?y#0x994 50<?x#0x990 60>app.Main.plain()V"}},
}

func TestGolden(t *testing.T) {
	for _, g := range golden {
		data := g.trace.Bytes()
		p, lists := figures(t, data)
		d := FromFigures(p, first(p), lists)
		checkGolden(t, g.name+".txt", text(t, d.Text))
		checkGolden(t, g.name+".list.txt", events(t, data))
		checkGolden(t, g.name+".html", text(t, func(w io.Writer) error { return d.HTML(w, g.name, "") }))
		checkGolden(t, g.name+".dot", text(t, func(w io.Writer) error { return d.Graph(w, 20) }))
		checkGolden(t, g.name+".faults.txt", text(t, replayed(t, data).Text))
	}
	before, after := replayed(t, golden[0].trace.Bytes()), replayed(t, golden[1].trace.Bytes())
	checkGolden(t, "diff.txt", text(t, func(w io.Writer) error { return Diff(w, before, after) }))
	checkGolden(t, "diff.html", text(t, func(w io.Writer) error {
		return DiffHTML(w, before, after, [2]string{"<1>.trace", "2.trace"}, "")
	}))
}

func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; go test -update rewrites it. %s", name, difference(got, string(want)))
	}
}

// difference tells the first line that is not the same.
func difference(got, want string) string {
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) {
			return fmt.Sprintf("%d lines, want %d", len(g)-1, len(w)-1)
		}
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return ""
}

// A line's columns are what dmtracedump makes of them, as seen in its lists.
func TestMethodLine(t *testing.T) {
	tests := []struct{ line, want string }{
		{"0x10\tten", "ten"},
		{"0x30\tcls\tmeth", "cls\tmeth"},
		{"0x40\tcls\tmeth\t()V", "cls.meth ()V"},
		{"0x50\tcls\tmeth\t()V\tf.java", "cls.meth ()V\tf.java"},
		{"0x60\tcls\tmeth\t()V\tf.java\t7", "cls.meth ()V"},
		{"0x70\tcls\tmeth\t()V\tf.java\t7\t8", "cls.meth ()V"},
		{"0x80\tcls\tmeth\t()V\t", "cls.meth ()V\t"},
		{"0x90\tcls\tmeth\t()V\t\t-1", "cls.meth ()V\t\t-1"},
		{"0xa0\tcls\tmeth\t\tf\t7", "cls.meth \tf\t7"},
		{"0xb0\tcls\t\t()V\tf\t7", "cls\t\t()V\tf\t7"},
		{"0xc0\t\tmeth\t()V\tf\t7", "\tmeth\t()V\tf\t7"},
		{"0xd0\tfunc\tpath/x.c\t12", "func.path/x.c 12"},
	}
	for _, tt := range tests {
		m := parseMethod([]byte(tt.line))
		if got := m.Label(); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
}

// However a trace is cut in pieces, and however it ends, a File reads the same.
func TestFilePieces(t *testing.T) {
	data := golden[2].trace.Bytes()
	whole := events(t, data)
	for _, size := range []int{1, 7, 100} {
		var b bytes.Buffer
		e := NewEvents(&b, 0)
		for piece := range slices.Chunk(data, size) {
			e.File.Write(piece)
		}
		e.Flush()
		if b.String() != whole {
			t.Errorf("in pieces of %d bytes: %s", size, difference(b.String(), whole))
		}
	}
	for n := range data {
		events(t, data[:n])
	}
	streaming := tracetest.Trace{Records: "main 0>A.a 5<A.a", Version: 0xF3}.Bytes()
	if got := events(t, streaming); got != "" {
		t.Errorf("of a streaming trace, which dmtracedump cannot read: %q", got)
	}
}

// Of any trace, a sink lists what a File does.
func TestSink(t *testing.T) {
	for _, g := range golden {
		var b bytes.Buffer
		g.trace.Columns = 6 // else the source file is part of a File's signatures
		data := g.trace.Bytes()
		p, _ := figures(t, data)
		e := NewEvents(&b, 0)
		reader := trace.NewReader(e.Sink(p.Info, profile.CPU))
		reader.Write(data)
		reader.Close()
		e.Flush()
		want := events(t, data)
		if b.String() != want {
			t.Errorf("%s: %s", g.name, difference(b.String(), want))
		}
	}
}

// TestProgram compares with the program itself, on real traces and on those of the golden
// files: text and list to the byte, the graph by its nodes and edges.
func TestProgram(t *testing.T) {
	program, err := exec.LookPath("dmtracedump")
	if err != nil {
		t.Skip("dmtracedump is not installed (Debian package dmtracedump): the golden files stand for it")
	}
	run := func(t *testing.T, args ...string) (string, bool) {
		var out bytes.Buffer
		c := exec.Command(program, args...)
		c.Dir = t.TempDir()
		c.Stdout = &out
		err := c.Run()
		return out.String(), err == nil
	}
	files, _ := filepath.Glob("../../../../shared/corpus/method-*/*.gz")
	if len(files) == 0 {
		t.Log("../../../../shared/corpus is not here: its traces are not ours to ship")
	}
	type input struct {
		name string
		data []byte
	}
	var inputs []input
	for _, g := range golden {
		inputs = append(inputs, input{g.name, g.trace.Bytes()})
	}
	for _, file := range files {
		inputs = append(inputs, input{strings.TrimSuffix(filepath.Base(file), ".trace.gz"), unzip(t, file)})
	}
	same, faulty, compared := 0, 0, 0
	for _, in := range inputs {
		path := filepath.Join(t.TempDir(), "a.trace")
		if err := os.WriteFile(path, in.data, 0o644); err != nil {
			t.Fatal(err)
		}
		want, ok := run(t, path)
		if !ok {
			continue // it ends with an error
		}
		compared++
		t.Run(in.name, func(t *testing.T) {
			old := replayed(t, in.data)
			if got := text(t, old.Text); got != want {
				t.Errorf("text with -faults: %s", difference(got, want))
			}
			list, _ := run(t, "-o", path)
			if got := events(t, in.data); got != list {
				t.Errorf("-o: %s", difference(got, list))
			}
			p, lists := figures(t, in.data)
			var orphans, backward int64
			for i := range p.Calls.Threads {
				orphans += p.Calls.Threads[i].OrphanExits
				backward += p.Info.Threads[i].BackwardSteps
			}
			now := FromFigures(p, first(p), lists)
			switch got := text(t, now.Text); {
			case orphans+backward > 0:
				faulty++
				t.Logf("text without -faults may differ: %d exits with nothing on the stack, %d steps back", orphans, backward)
			case got != want:
				t.Errorf("text: %s", difference(got, want))
			default:
				same++
			}
			if _, err := exec.LookPath("dot"); err != nil {
				return // the program fails without it
			}
			drawn := filepath.Join(t.TempDir(), "g.png")
			if _, ok := run(t, "-k", "-g", drawn, path); !ok {
				return
			}
			dot, err := os.ReadFile(drawn + ".dot")
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(text(t, func(w io.Writer) error { return old.Graph(w, 20) }), `\`, "")
			if g, w := sorted(got), sorted(string(dot)); !slices.Equal(g, w) {
				t.Errorf("-g: %s", difference(strings.Join(g, "\n"), strings.Join(w, "\n")))
			}
		})
	}
	t.Logf("compared %d traces; text without -faults is the same for %d, %d have faults", compared, same, faulty)
}

// sorted returns the lines of a graph in order.
func sorted(graph string) []string {
	lines := strings.Split(strings.TrimSpace(graph), "\n")
	slices.Sort(lines)
	return lines
}

func unzip(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
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
	return data
}

// Names come from the file: none may become markup.
func TestEscapes(t *testing.T) {
	data := tracetest.Bytes("main 0>x.<script>alert(1)</script>.m 5<x.<script>alert(1)</script>.m")
	p, lists := figures(t, data)
	d := FromFigures(p, first(p), lists)
	for _, page := range []string{
		text(t, func(w io.Writer) error { return d.HTML(w, "<b>", "") }),
		text(t, func(w io.Writer) error { return DiffHTML(w, d, d, [2]string{"<b>", "<i>"}, `"><script>`) }),
	} {
		for _, bad := range []string{"<script>alert", "<b>", "<i>", `"><script>`} {
			if strings.Contains(page, bad) {
				t.Errorf("the page holds %s", bad)
			}
		}
	}
}
