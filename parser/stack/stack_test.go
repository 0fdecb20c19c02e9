package stack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/profile"
)

// read reads a dump of one process. Each thread is "name: innermost outer", a frame with a # a
// native one.
func read(threads ...string) Process {
	var s strings.Builder
	s.WriteString("----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: app\nABI: 'arm64'\nDALVIK THREADS (9):\n")
	for i, thread := range threads {
		name, frames, _ := strings.Cut(thread, ": ")
		fmt.Fprintf(&s, "\"%s\" prio=5 tid=%d Native\n  | sysTid=%d\n", name, i+2, i+20)
		n := 0
		for frame := range strings.FieldsSeq(frames) {
			if symbol, ok := strings.CutPrefix(frame, "#"); ok {
				fmt.Fprintf(&s, "  native: #%02d pc 0000000000001000  /system/lib64/libc.so (%s+4)\n", n, symbol)
				n++
				continue
			}
			fmt.Fprintf(&s, "  at %s(A.java:%d)\n", frame, i+1)
		}
		s.WriteString("\n")
	}
	r := dump.NewReader()
	r.Write([]byte(s.String() + "----- end 7 -----\n"))
	d := r.Close()
	return Process{Dump: d, Block: &d.Blocks[0]}
}

func all(*dump.Dump, *dump.Thread) bool { return true }

// text formats a tree: a name, its threads, and in brackets the rows below it, newest first.
func text(n *Names, t *Tree, row profile.Row) string {
	c := t.Contexts()
	var below []string
	for at := t.First[row]; at != profile.NoRow; at = t.Next[at] {
		below = append(below, text(n, t, at))
	}
	s := fmt.Sprint("×", c.Rows[row].Inclusive[profile.Wall])
	if row != 0 {
		s = n.Text[t.Method[row]] + s
	}
	if len(below) > 0 {
		s += "(" + strings.Join(below, " ") + ")"
	}
	return s
}

func TestMerge(t *testing.T) {
	named := read("main: b.B a.A")
	named.Name = "app (7)"
	tests := []struct {
		name string
		of   []Process
		want string
	}{
		{"nothing", nil, "×0"},
		{"one stack", []Process{read("main: b.B a.A")}, "×1(main×1(a.A×1(b.B×1)))"},
		{"a pool", []Process{read("w-1: x.C x.Run", "w-2: x.D x.Run", "w-33: x.Run")}, "×3(w-#×3(x.Run×3(x.D×1 x.C×1)))"},
		{"a line of another number", []Process{read("w-1: a.A", "w-2: a.A")}, "×2(w-#×2(a.A×2))"},
		{"no frames", []Process{read("main")}, "×0"},
		{"native alone", []Process{read("main: #read #poll")}, "×1(main×1(poll×1(read×1)))"},
		{"native that Java called", []Process{read("main: #read #art_quick_generic_jni_trampoline #run a.A")}, "×1(main×1(a.A×1(read×1)))"},
		{"native that runs Java unseen", []Process{read("main: #read #poll a.A")}, "×1(main×1(a.A×1))"},
		{"processes by name", []Process{named, named}, "×2(app (7)×2(main×2(a.A×2(b.B×2))))"},
		{"processes without", []Process{read("main: a.A"), read("main: a.A b.B")}, "×2(main×2(b.B×1(a.A×1) a.A×1))"},
		{"a stack that overflowed", []Process{read("main:" + strings.Repeat(" a.A", mostDepth+500))},
			"×1(main×1(" + strings.Repeat("a.A×1(", mostDepth) + "… the stack continues×1" + strings.Repeat(")", mostDepth+2)},
	}
	for _, tt := range tests {
		var n Names
		if got := text(&n, Merge(&n, tt.of, all), 0); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestUnder(t *testing.T) {
	p := read("w-1: b.B a.A", "main: b.B a.A", "w-2: a.A")
	var n Names
	tree := Merge(&n, []Process{p}, func(_ *dump.Dump, t *dump.Thread) bool { return t.Name != "w-2" })
	if len(tree.Leaves) != 2 {
		t.Fatalf("%d threads were kept, want 2", len(tree.Leaves))
	}
	if under := tree.Under(0); len(under) != 2 || !under[0].Main || under[0].Thread != 1 || under[1].Thread != 0 {
		t.Errorf("under the root: %+v", under)
	}
	if under := tree.Under(tree.Leaves[0].Row); len(under) != 1 || under[0].Thread != 0 {
		t.Errorf("under a leaf: %+v", under)
	}
}

// TestNames: equal frames have one number in all files, and frames with equal text but different
// kinds have different numbers.
func TestNames(t *testing.T) {
	var n Names
	a := Merge(&n, []Process{read("main: com.app.A.a java.util.B.b #c")}, all)
	count := len(n.Text)
	b := Merge(&n, []Process{read("main: com.app.A.a java.util.B.b #c")}, all)
	if len(n.Text) != count || text(&n, a, 0) != text(&n, b, 0) {
		t.Errorf("the same again adds names: %q", n.Text)
	}
	Merge(&n, []Process{read("c: #c")}, all)
	kinds := map[string][]Kind{}
	for i, text := range n.Text {
		kinds[text] = append(kinds[text], n.Kind[i])
	}
	if got := fmt.Sprint(kinds); got != fmt.Sprint(map[string][]Kind{"main": {Main}, "com.app.A.a": {Own}, "java.util.B.b": {Platform}, "c": {Group, Native}}) {
		t.Errorf("kinds are %v", got)
	}
}

// TestHolds: in every tree of the corpus a row has at least as many threads as the rows below it
// together, and the root has all threads with frames.
func TestHolds(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("the corpus is not here")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := dump.NewReader()
		r.Write(data)
		d := r.Close()
		var of []Process
		for i := range d.Blocks {
			of = append(of, Process{Dump: d, Block: &d.Blocks[i], Name: "process"})
		}
		tree := Merge(new(Names), of, all)
		c := tree.Contexts()
		if len(tree.Leaves)+tree.Bare != len(d.Threads) || int(c.Rows[0].Inclusive[profile.Wall]) != len(tree.Leaves) {
			t.Errorf("%s: %d threads in the tree, %d without frames, want %d", filepath.Base(file), len(tree.Leaves), tree.Bare, len(d.Threads))
		}
		sums := make([]int64, tree.Len())
		for row := 1; row < tree.Len(); row++ {
			sums[tree.Parent[row]] += c.Rows[row].Inclusive[profile.Wall]
		}
		for row := range sums {
			if sums[row] > c.Rows[row].Inclusive[profile.Wall] {
				t.Errorf("%s: row %d has %d threads, those below it %d", filepath.Base(file), row, c.Rows[row].Inclusive[profile.Wall], sums[row])
			}
		}
	}
}
