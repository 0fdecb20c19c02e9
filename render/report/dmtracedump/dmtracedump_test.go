package dmtracedump

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// figures profiles a trace as every view does, and reads its lists with a File.
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
			return profile.NewIndex(table, info).Profile(profile.WholeTrace, nil), lists
		}
	}
	return nil, nil
}

// first returns the clock of a record's first time.
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

// golden lists the traces of the golden files. Each was compared with dmtracedump's own output.
// The first is the example in parser/trace/format.md, section 12.2.
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
		checkGolden(t, g.name+".html", text(t, func(w io.Writer) error { return (&Page{Profile: d, Title: g.name}).Write(w) }))
		checkGolden(t, g.name+".dot", text(t, func(w io.Writer) error { return d.Graph(w, 20) }))
		checkGolden(t, g.name+".faults.txt", text(t, replayed(t, data).Text))
	}
	before, after := replayed(t, golden[0].trace.Bytes()), replayed(t, golden[1].trace.Bytes())
	checkGolden(t, "diff.txt", text(t, func(w io.Writer) error { return Diff(w, before, after) }))
	checkGolden(t, "diff.html", text(t, func(w io.Writer) error {
		return DiffHTML(w, before, after, [2]string{"<1>.trace", "2.trace"}, "", 0)
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

// difference returns the first lines that differ.
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

// TestMethodLine checks that the columns of a line are split as dmtracedump splits them.
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

// TestFilePieces checks that a File reads the same however the trace is cut into pieces and
// wherever it ends.
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

// TestSink checks that a sink and a File list the same records.
func TestSink(t *testing.T) {
	for _, g := range golden {
		var b bytes.Buffer
		g.trace.Columns = 6 // otherwise a File's signatures include the source file
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

// program returns a function that runs dmtracedump and reports whether it succeeded.
func program(t *testing.T) func(args ...string) (string, bool) {
	t.Helper()
	path, err := exec.LookPath("dmtracedump")
	if err != nil {
		t.Skip("dmtracedump is not installed (Debian package dmtracedump): the golden files and testdata/corpus.sums stand for it")
	}
	dir := t.TempDir()
	// dmtracedump runs Graphviz on the DOT that it keeps, which takes longer than the rest of the
	// test.
	if err := os.WriteFile(filepath.Join(dir, "dot"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	search := "PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")
	return func(args ...string) (string, bool) {
		var out bytes.Buffer
		c := exec.Command(path, args...)
		c.Dir = dir
		c.Env = append(os.Environ(), search)
		c.Stdout = &out
		err := c.Run()
		return out.String(), err == nil
	}
}

// An input is a named trace.
type input struct {
	name string
	data []byte
}

// inputs returns the traces of the golden files, and of the corpus if it exists.
func inputs(t *testing.T) []input {
	t.Helper()
	var all []input
	for _, g := range golden {
		all = append(all, input{g.name, g.trace.Bytes()})
	}
	files, _ := filepath.Glob("../../../../shared/corpus/method-*/*.gz")
	if len(files) == 0 {
		t.Log("../../../../shared/corpus is not here: its traces are not ours to ship")
	}
	for _, file := range files {
		all = append(all, input{strings.TrimSuffix(filepath.Base(file), ".trace.gz"), unzip(t, file)})
	}
	return all
}

func (in input) write(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.trace")
	if err := os.WriteFile(path, in.data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// ownProfile returns our profile, without dmtracedump's faults.
func (in input) ownProfile(t *testing.T) *Profile {
	t.Helper()
	p, lists := figures(t, in.data)
	return FromFigures(p, first(p), lists)
}

// TestProgram compares with dmtracedump itself, on real traces and those of the golden files.
// With dmtracedump's faults, text and list are equal to the byte, the graph has the same nodes
// and edges, and HTML has the same figures. Without them, the text equals what dmtracedump prints
// for the mended trace, so only the faults differ.
func TestProgram(t *testing.T) {
	run := program(t)
	same, faulty, compared := 0, 0, 0
	for _, in := range inputs(t) {
		path := in.write(t)
		want, ok := run(path)
		if !ok {
			continue // dmtracedump ends with an error
		}
		compared++
		t.Run(in.name, func(t *testing.T) {
			old, now := replayed(t, in.data), in.ownProfile(t)
			if got := text(t, old.Text); got != want {
				t.Errorf("text with -faults: %s", difference(got, want))
			}
			list, _ := run("-o", path)
			if got := events(t, in.data); got != list {
				t.Errorf("-o: %s", difference(got, list))
			}
			if len(in.data) < 2<<20 { // pages take long
				page, _ := run("-h", path)
				got := shownFigures(text(t, func(w io.Writer) error { return (&Page{Profile: old, Title: "a.trace"}).Write(w) }))
				if want := shownFigures(page); len(want) == 0 || !slices.Equal(got, want) {
					t.Errorf("-h: %s", difference(strings.Join(got, "\n"), strings.Join(want, "\n")))
				}
			}
			if got := text(t, now.Text); got == want {
				same++
			} else {
				faulty++
				fixed, orphans, steps := correctedFile(in.data)
				if orphans+steps == 0 {
					t.Errorf("text, though the trace has no faults: %s", difference(got, want))
				}
				want, ok := run(input{in.name, fixed}.write(t))
				if !ok || got != want {
					t.Errorf("text, of the mended trace: %s", difference(got, want))
				}
				t.Logf("text without -faults differs by %d exits with nothing on the stack and %d steps back alone", orphans, steps)
			}
			drawn := filepath.Join(t.TempDir(), "g.png")
			if _, ok := run("-k", "-g", drawn, path); !ok {
				t.Fatal("dmtracedump -k -g fails")
			}
			graph, err := os.ReadFile(drawn + ".dot")
			if err != nil {
				t.Fatal(err)
			}
			escaped := strings.ReplaceAll(text(t, func(w io.Writer) error { return old.Graph(w, 20) }), `\`, "")
			if g, w := sorted(escaped), sorted(string(graph)); !slices.Equal(g, w) {
				t.Errorf("-g: %s", difference(strings.Join(g, "\n"), strings.Join(w, "\n")))
			}
		})
	}
	t.Logf("compared %d traces; text without -faults is the same for %d, for %d once they are mended", compared, same, faulty)
}

// correctedFile returns a trace without the parts that trigger dmtracedump's faults. Methods that
// exit with nothing on the stack are entered at their thread's first record, the last one
// outermost. A clock that runs backwards stops instead.
func correctedFile(data []byte) (fixed []byte, orphans, steps int) {
	f := NewFile(nil, nil)
	f.Write(data)
	begin := bytes.Index(data, []byte("*end\n")) + 5
	begin += int(binary.LittleEndian.Uint16(data[begin+6:]))
	threadBytes := 2
	if f.format == 1 {
		threadBytes = 1
	}
	thread := func(record []byte) uint16 {
		if f.format == 1 {
			return uint16(record[0])
		}
		return binary.LittleEndian.Uint16(record)
	}
	depth, running, last := map[uint16]int{}, map[uint16][]uint32{}, map[uint16]uint32{}
	for _, record := range slices.Collect(slices.Chunk(data[begin:], f.size)) {
		if len(record) < f.size {
			break
		}
		value := binary.LittleEndian.Uint32(record[threadBytes:])
		switch id := thread(record); {
		case value&3 == 0:
			depth[id]++
		case depth[id] == 0:
			running[id] = append(running[id], value&^3)
			orphans++
		default:
			depth[id]--
		}
	}
	fixed = bytes.Clone(data[:begin])
	begun := map[uint16]bool{}
	for record := range slices.Chunk(data[begin:], f.size) {
		if len(record) < f.size {
			break
		}
		id := thread(record)
		if !begun[id] {
			begun[id] = true
			for _, method := range slices.Backward(running[id]) {
				enter := bytes.Clone(record)
				binary.LittleEndian.PutUint32(enter[threadBytes:], method)
				fixed = append(fixed, enter...)
			}
		}
		record = bytes.Clone(record)
		time := record[threadBytes+4:]
		if now := binary.LittleEndian.Uint32(time); now < last[id] {
			steps++
			binary.LittleEndian.PutUint32(time, last[id])
		} else {
			last[id] = now
		}
		fixed = append(fixed, record...)
	}
	return fixed, orphans, steps
}

var (
	invisible = regexp.MustCompile(`(?s)<(script|style|nav)\b.*?</(script|style|nav)>`)
	anyTag    = regexp.MustCompile(`(?s)<[^>]*(>|$)`) // dmtracedump's last tag is not closed
	beginsRow = regexp.MustCompile(`^(\d|\[\d|Total cycles|-{45}|\+{25})`)
)

// shownFigures returns the rows of a page's tables without blanks.
func shownFigures(page string) []string {
	page = strings.ReplaceAll(invisible.ReplaceAllString(page, ""), "</summary>", "\n")
	page = anyTag.ReplaceAllString(page, " ")
	var rows []string
	for line := range strings.Lines(html.UnescapeString(page)) {
		row := strings.TrimPrefix(strings.Join(strings.Fields(line), " "), "+ ")
		if beginsRow.MatchString(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// TestProgramDiff compares -d with dmtracedump's, for each trace and the previous one: same
// methods and figures, as text and as HTML. Where run 1 has no time, dmtracedump's difference is
// 0, and negative differences are huge numbers. The order depends on that, so the test compares
// the set of rows. Source files, which dmtracedump counts as part of signatures, are removed.
func TestProgramDiff(t *testing.T) {
	run := program(t)
	var before *input
	compared := 0
	for _, in := range inputs(t) {
		in.data = sourceless(in.data)
		path := in.write(t)
		if _, ok := run(path); !ok || len(in.data) > 2<<20 {
			continue
		}
		if before == nil {
			before = &in
			continue
		}
		earlier := before.write(t)
		a, b := replayed(t, before.data), replayed(t, in.data)
		want, _ := run("-d", earlier, path)
		got := text(t, func(w io.Writer) error { return Diff(w, a, b) })
		if g, w := diffRows(got), diffRows(want); !slices.Equal(g, w) {
			t.Errorf("-d %s %s: %s", before.name, in.name, difference(strings.Join(g, "\n"), strings.Join(w, "\n")))
		}
		page, _ := run("-h", "-d", earlier, path)
		got = text(t, func(w io.Writer) error { return DiffHTML(w, a, b, [2]string{"a.trace", "a.trace"}, "", 0) })
		if g, w := diffRows(tableRows(got)), diffRows(tableRows(page)); !slices.Equal(g, w) {
			t.Errorf("-h -d %s %s: %s", before.name, in.name, difference(strings.Join(g, "\n"), strings.Join(w, "\n")))
		}
		compared++
		before = &in
	}
	t.Logf("compared %d pairs", compared)
}

// sourceless returns a trace without the source files of its methods.
func sourceless(data []byte) []byte {
	text, records, _ := bytes.Cut(data, []byte("*end\n"))
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if columns := strings.Split(line, "\t"); len(columns) > 4 {
			lines[i] = strings.Join(columns[:4], "\t")
		}
	}
	return slices.Concat([]byte(strings.Join(lines, "\n")), []byte("*end\n"), records)
}

var (
	loneNumber = regexp.MustCompile(`\n(\d+)\b`)
	changed    = regexp.MustCompile(` (\d+) (\d+) (-?\d+) (\d+\.\d\d) (\d+) (\d+)$`)
)

// diffRows joins a method's three lines, recomputes the difference, and sorts.
func diffRows(out string) []string {
	rows := sorted(html.UnescapeString(loneNumber.ReplaceAllString(out, " $1")))
	for i, row := range rows {
		if m := changed.FindStringSubmatch(row); m != nil {
			before, _ := strconv.ParseUint(m[1], 10, 64)
			after, _ := strconv.ParseUint(m[2], 10, 64)
			rows[i] = strings.TrimSuffix(row, m[0]) + fmt.Sprintf(" %d %d %d %s %s %s", before, after, int64(after-before), m[4], m[5], m[6])
		}
	}
	slices.Sort(rows)
	return rows
}

// tableRows returns the rows of a page's tables in the layout of the text.
func tableRows(page string) string {
	var rows strings.Builder
	page = strings.ReplaceAll(invisible.ReplaceAllString(page, ""), "\n", " ")
	for _, row := range regexp.MustCompile(`<tr>|</table>`).Split(page, -1) {
		if strings.HasPrefix(strings.TrimSpace(row), "<td") {
			rows.WriteString(strings.Join(strings.Fields(anyTag.ReplaceAllString(row, " ")), " ") + "\n")
		}
	}
	return rows.String()
}

// TestSums compares with dmtracedump's output on the corpus, which testdata has as checksums of
// its text and list. With dmtracedump installed, -update renews them.
func TestSums(t *testing.T) {
	const path = "testdata/corpus.sums"
	sum := func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
	if *update {
		run := program(t)
		var sums strings.Builder
		for _, in := range inputs(t)[len(golden):] {
			path := in.write(t)
			if text, ok := run(path); ok {
				list, _ := run("-o", path)
				fmt.Fprintln(&sums, in.name, sum(text), sum(list))
			}
		}
		if err := os.WriteFile(path, []byte(sums.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]string{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		want[fields[0]] = [2]string{fields[1], fields[2]}
	}
	all := inputs(t)
	if len(all) == len(golden) {
		t.Skip("there is nothing to compare")
	}
	for _, in := range all {
		sums, ok := want[in.name]
		if !ok {
			continue
		}
		if got := sum(text(t, replayed(t, in.data).Text)); got != sums[0] {
			t.Errorf("%s: the text with -faults is not the program's", in.name)
		}
		if got := sum(events(t, in.data)); got != sums[1] {
			t.Errorf("%s: the list is not the program's", in.name)
		}
		delete(want, in.name)
	}
	for name := range want {
		t.Errorf("%s is not in the corpus", name)
	}
}

// sorted returns the sorted lines of a graph.
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

// TestEscapes checks that no name in a file becomes markup.
func TestEscapes(t *testing.T) {
	data := tracetest.Bytes("main 0>x.<script>alert(1)</script>.m 5<x.<script>alert(1)</script>.m")
	p, lists := figures(t, data)
	d := FromFigures(p, first(p), lists)
	for _, page := range []string{
		text(t, func(w io.Writer) error { return (&Page{Profile: d, Title: "<b>"}).Write(w) }),
		text(t, func(w io.Writer) error { return DiffHTML(w, d, d, [2]string{"<b>", "<i>"}, `"><script>`, 0) }),
	} {
		for _, bad := range []string{"<script>alert", "<b>", "<i>", `"><script>`} {
			if strings.Contains(page, bad) {
				t.Errorf("the page holds %s", bad)
			}
		}
	}
}

// TestThreshold checks the default share of a graph: the usual one, or the nearest that gives
// neither too few nor too many boxes.
func TestThreshold(t *testing.T) {
	for name, tt := range map[string]struct {
		records     string
		least, most int
		usual       bool
	}{
		"three methods": {"main 0>A 1>B 2>C 3<C 4<B 5<A", 4, 4, false},
		"a chain":       {chain(30), 31, 31, true},
		"a long chain":  {chain(75), 40, mostBoxes, false},
		"many short":    {many(200), 2, leastBoxes, false},
	} {
		f, _ := figures(t, tracetest.Bytes(tt.records))
		p := FromFigures(f, first(f), nil)
		threshold := p.Threshold()
		nodes, _ := p.Shown(threshold)
		if len(nodes) < tt.least || len(nodes) > tt.most || (threshold == 20) != tt.usual {
			t.Errorf("%s: %d boxes by %d %%, want %d to %d", name, len(nodes), threshold, tt.least, tt.most)
		}
	}
}

// many returns n short calls by one method. Each takes much less than a hundredth of the method's
// time.
func many(n int) string {
	var s strings.Builder
	s.WriteString("main 0>A")
	for i := range n {
		fmt.Fprintf(&s, " %d>B%d %d<B%d", 1000*i, i, 1000*i+1, i)
	}
	fmt.Fprintf(&s, " %d<A", 1000*n)
	return s.String()
}

// chain returns n nested calls, each a little shorter than its caller: by half a percent, the
// innermost by more.
func chain(n int) string {
	var exits []string
	records, length := "main", 1e9
	for i := range n {
		records += fmt.Sprintf(" 0>M%d", i)
		exits = append(exits, fmt.Sprintf(" %d<M%d", int64(length), i))
		length *= 0.995 - float64(i/25)/100
	}
	slices.Reverse(exits)
	return records + strings.Join(exits, "")
}
