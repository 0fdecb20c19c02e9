package tracing

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// places returns a layout like Graphviz's, with every box in a row of its own.
func places(dot *message.Dot) string {
	var b strings.Builder
	fmt.Fprintf(&b, "graph 1 10 %d\n", dot.Nodes)
	for i := range dot.Nodes {
		fmt.Fprintf(&b, "node %d 5 %d.5 1 0.5 \"\" solid box black lightgrey\n", i, dot.Nodes-1-i)
	}
	for _, e := range regexp.MustCompile(`(?m)^(\d+)->(\d+)`).FindAllStringSubmatch(dot.Text, -1) {
		tail, _ := strconv.Atoi(e[1])
		head, _ := strconv.Atoi(e[2])
		from, to := dot.Nodes-1-tail, dot.Nodes-1-head
		fmt.Fprintf(&b, "edge %d %d 4 5 %d.2 5 %[3]d 5 %[4]d 5 %[4]d.8 solid black\n", tail, head, from, to)
	}
	return b.String() + "stop\n"
}

// layOut requests a call graph and places it.
func layOut(t *testing.T, e *opened, req *message.Graph) (*message.Dot, *message.LaidOut) {
	t.Helper()
	dot := ask[*message.Dot](t, e, req)
	return dot, ask[*message.LaidOut](t, e, &message.Layout{Serial: dot.Serial, Text: places(dot)})
}

func TestCallGraph(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>a.A.run()V 10>b.B.go()V 20>c.C.<init>()V 26<c.C.<init>()V 60<b.B.go()V 70>c.C.<init>()V 71<c.C.<init>()V 100<a.A.run()V"))
	dot, laid := layOut(t, e, &message.Graph{Scope: whole, Threshold: 20})
	var got strings.Builder
	for _, n := range laid.Nodes {
		fmt.Fprintf(&got, "%d %s\n", int32(n.Method), n.Label)
	}
	name := func(n uint32) string {
		before, _, _ := strings.Cut(laid.Nodes[n].Label, ",")
		return before
	}
	for _, edge := range laid.Edges {
		fmt.Fprintf(&got, "%s -> %s %s\n", name(edge.Tail), name(edge.Head), edge.Label)
	}
	// C.<init> takes 7 of 100 µs: less than 20 % of each caller's time.
	want := "-1 (toplevel), 100 µs\n0 [1] A.run, 100 µs · self 49 µs · 1 call\n1 [2] B.go, 50 µs · self 44 µs · 1 call\n(toplevel) -> [1] A.run 100 µs\n[1] A.run -> [2] B.go 50 µs\n"
	if got := strings.ReplaceAll(got.String(), "\u00a0", " "); got != want {
		t.Errorf("at 20 %%:\n got %s\nwant %s", got, want)
	}
	if strings.Contains(dot.Text, "run") {
		t.Errorf("Graphviz gets names:\n%s", dot.Text)
	}
	late := dot
	dot, laid = layOut(t, e, &message.Graph{Scope: whole, Threshold: 0})
	if len(laid.Nodes) != 4 || len(laid.Edges) != 4 {
		t.Errorf("at 0 %% there are %d boxes and %d arrows, want 4 and 4", len(laid.Nodes), len(laid.Edges))
	}
	// The time of a method with two callers is separate for each caller.
	var times []string
	for _, edge := range laid.Edges {
		if name(edge.Head) == "[3] C.<init>" {
			times = append(times, name(edge.Tail)+" "+edge.Label)
		}
	}
	if got := strings.ReplaceAll(strings.Join(times, ", "), "\u00a0", " "); got != "[2] B.go 6 µs, [1] A.run 1 µs" {
		t.Errorf("C.<init> took %s", got)
	}

	// The layout of a graph that is no longer shown changes nothing.
	if taken, ok := e.Answer(&message.Layout{Serial: late.Serial, Text: places(late)}).(*message.Failure); !ok {
		t.Errorf("a late layout was accepted: %v", taken)
	}
	if bad, ok := e.Answer(&message.Layout{Serial: dot.Serial, Text: "graph 1 1 1\nstop\n"}).(*message.Failure); !ok || !strings.Contains(bad.Text, "could not be laid out") {
		t.Errorf("a layout without boxes was accepted: %v", bad)
	}
	ask[*message.LaidOut](t, e, &message.Layout{Serial: dot.Serial, Text: places(dot)})
	var l scene.List
	view := message.GraphView{View: message.Viewport{From: 0, To: 720, Width: 720, Height: 500}, Serial: dot.Serial, Method: 1, Selected: -1, Find: "init"}
	if err := e.List(&view, &l); err != nil || len(l.Curves) != 4 {
		t.Errorf("%d arrows, %v", len(l.Curves), err)
	}
	for _, r := range l.Rects {
		if hit := r.Slot&scene.Hit != 0; r.Slot&scene.Outline == 0 && hit != (r.Method == 2) {
			t.Errorf("the box of method %d is highlighted: %v; the search was for init", int32(r.Method), hit)
		}
	}
	view.Serial--
	if err := e.List(&view, &l); err != nil || len(l.Rects) != 0 {
		t.Errorf("%d boxes of a graph that is no longer shown, %v", len(l.Rects), err)
	}
}

// TestCallGraphIsDmtracedumps compares boxes and arrows with dmtracedump's own, by the figures of
// every other view. It skips traces on which dmtracedump is wrong.
func TestCallGraphIsDmtracedumps(t *testing.T) {
	program, err := exec.LookPath("dmtracedump")
	if err != nil {
		t.Skip("dmtracedump is not installed (Debian package dmtracedump)")
	}
	// dmtracedump runs dot to draw its graph. This one draws nothing.
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "dot"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, name := range []string{"setapp-game", "easternhong-test", "niviel-debug", "likaci-cpu_trace", "jagframework-dmtrace", "vroom-clock_dual"} {
		data := corpus(t, name)
		e, about := open(t, data)
		if wrong := faults(e); wrong != "" {
			t.Logf("%s is left out: %s", name, wrong)
			continue
		}
		for _, threshold := range []int{5, 20, 60} {
			dir := t.TempDir()
			file := filepath.Join(dir, "a.trace")
			if err := os.WriteFile(file, data, 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program, "-k", "-g", filepath.Join(dir, "g.png"), "-t", strconv.Itoa(threshold), file)
			cmd.Dir = dir
			if text, err := cmd.CombinedOutput(); err != nil && !bytes.Contains(text, []byte("Total cycles")) {
				t.Fatalf("%s: %v", name, err)
			}
			dot, err := os.ReadFile(filepath.Join(dir, "g.png.dot"))
			if err != nil {
				t.Fatal(err)
			}
			wantNodes, wantEdges := readDot(string(dot))

			scope := whole
			if about.HasCPU { // its choice if there are both clocks
				scope.Clock = message.CPU
			}
			_, laid := layOut(t, e, &message.Graph{Scope: scope, Threshold: threshold})
			p := e.profiles.in(scope)
			label := func(n message.GraphNode) string {
				if n.Method == message.NoNode {
					return "(toplevel).(null)"
				}
				m, f := &e.Info().Methods[n.Method], &p.Methods[n.Method]
				if !m.Listed {
					return "(unknown)"
				}
				return fmt.Sprintf("%s.%s (%d, %d, %d)", m.Class, m.Name, f.Inclusive[scope.Clock]/1e6, f.Exclusive[scope.Clock]/1e6, f.Calls)
			}
			var nodes, edges []string
			for _, n := range laid.Nodes {
				nodes = append(nodes, label(n))
			}
			for _, edge := range laid.Edges {
				edges = append(edges, label(laid.Nodes[edge.Tail])+" -> "+label(laid.Nodes[edge.Head]))
			}
			nodes, edges = distinct(nodes), distinct(edges)
			if !slices.Equal(nodes, wantNodes) || !slices.Equal(edges, wantEdges) {
				t.Errorf("%s at %d %%: %d boxes and %d arrows, want %d and %d\n got %q\nwant %q", name, threshold, len(nodes), len(edges), len(wantNodes), len(wantEdges), nodes, wantNodes)
			}
		}
	}
}

// readDot reads the boxes and arrows of dmtracedump's graph, without its numbers.
func readDot(dot string) (nodes, edges []string) {
	labels := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^node(\d+)\[label = "\[\d+\] (.*)"\]`).FindAllStringSubmatch(dot, -1) {
		label := strings.ReplaceAll(m[2], `\`, "")
		switch {
		case strings.HasPrefix(label, "(toplevel)"):
			label = "(toplevel).(null)"
		case strings.HasPrefix(label, "(unknown)"):
			label = "(unknown)"
		default:
			label = strings.ReplaceAll(label, "/", ".")
		}
		labels[m[1]] = label
		nodes = append(nodes, label)
	}
	for _, m := range regexp.MustCompile(`(?m)^node(\d+) -> node(\d+)`).FindAllStringSubmatch(dot, -1) {
		edges = append(edges, labels[m[1]]+" -> "+labels[m[2]])
	}
	return distinct(nodes), distinct(edges)
}

// distinct sorts lines and removes duplicates, because dmtracedump counts all unlisted methods as
// one.
func distinct(lines []string) []string {
	slices.Sort(lines)
	return slices.Compact(lines)
}

// faults returns why dmtracedump's figures differ from those of the trace, or "".
func faults(e *opened) string {
	var orphans, backward int64
	for i := range e.profiles.index.Calls.Threads {
		orphans += e.profiles.index.Calls.Threads[i].OrphanExits
		backward += e.Info().Threads[i].BackwardSteps
	}
	if orphans+backward == 0 {
		return ""
	}
	return fmt.Sprintf("%d exits with nothing on the stack, %d steps back", orphans, backward)
}
