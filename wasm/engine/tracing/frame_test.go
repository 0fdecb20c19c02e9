package tracing

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// TestFlameNode checks the figures of a frame, its neighbours as drawn, and that refolding finds
// it.
func TestFlameNode(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>a.A.run()V 10>b.B.go()V 20>b.B.go()V 40>c.C.x()V 50<c.C.x()V 60<b.B.go()V 70<b.B.go()V 70>c.C.x()V 100<c.C.x()V 100<a.A.run()V"))
	names := map[uint32]string{message.NoNode: "-"}
	for i := range uint32(3) {
		names[i] = ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{i}}).Names[0].Name
	}
	of := func(fold bool, node uint32) *message.FlameNodeReply {
		return ask[*message.FlameNodeReply](t, e, &message.FlameNode{Scope: whole, Fold: fold, Node: node})
	}
	say := func(m *message.FlameNodeReply) string {
		return fmt.Sprintf("%s %d/%d of %d ×%d, %.2f–%.2f, ↑%s ↓%s ←%s →%s", names[m.Method], m.Inclusive[0]/1000, m.Exclusive[0]/1000, m.Parent[0]/1000, m.Calls,
			m.From, m.To, names[m.Caller.Method], names[m.Callee.Method], names[m.Before.Method], names[m.After.Method])
	}
	a := of(false, of(false, 0).Callee.Node)
	b := of(false, a.Callee.Node)
	inner := of(false, b.Callee.Node)
	c := of(false, b.After.Node)
	for _, tt := range []struct {
		m    *message.FlameNodeReply
		want string
	}{
		{of(false, 0), "- 100/0 of 0 ×0, 0.00–1.00, ↑- ↓run ←- →-"},
		{a, "run 100/10 of 100 ×1, 0.00–1.00, ↑- ↓go ←- →-"},
		{b, "go 60/20 of 100 ×1, 0.00–0.60, ↑run ↓go ←- →x"},
		{inner, "go 40/30 of 60 ×1, 0.00–0.40, ↑go ↓x ←- →-"},
		{c, "x 30/30 of 100 ×1, 0.60–0.90, ↑run ↓- ←go →-"},
	} {
		if got := say(tt.m); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	if c.AllCalls != 2 || c.AllInclusive[0] != 40_000 || c.Whole[0] != 100_000 {
		t.Errorf("all instances of x: %+v", c)
	}
	if missing := of(false, 99); missing.Found {
		t.Error("there is a frame 99")
	}

	// Its position equals the one drawn.
	var l scene.List
	if !e.Draw(&message.Flame{Scope: whole, View: message.Viewport{To: 1, Width: 1000, Height: 300}, Root: b.Node, Method: message.NoNode, Chosen: inner.Node}, &l) {
		t.Fatal("no picture")
	}
	at := ask[*message.FlameNodeReply](t, e, &message.FlameNode{Scope: whole, Node: inner.Node, Root: b.Node})
	outlined := false
	for _, r := range l.Rects {
		if r.Slot == scene.SlotSelected|scene.Outline {
			outlined = r.Row == inner.Node && math.Abs(float64(r.X)-1000*at.From) < 1 && math.Abs(float64(r.W)-1000*(at.To-at.From)) < 1
		}
	}
	if !outlined {
		t.Errorf("the frame at %v to %v is not outlined there: %+v", at.From, at.To, l.Rects)
	}

	// Folded, the two calls of go are one frame. Unfolded, that is the outer one.
	folded := ask[*message.Refolded](t, e, &message.Refold{Scope: whole, Fold: true, Nodes: []uint32{b.Node, inner.Node, c.Node, 0, 99}})
	if n := folded.Nodes; n[0] != n[1] || of(true, n[0]).Inclusive[0] != 60_000 || names[of(true, n[2]).Method] != "x" || n[3] != 0 || n[4] != message.NoNode {
		t.Errorf("folded, they are %v", n)
	}
	back := ask[*message.Refolded](t, e, &message.Refold{Scope: whole, Nodes: folded.Nodes[:3]})
	if n := back.Nodes; n[0] != b.Node || n[2] != c.Node {
		t.Errorf("unfolded again, they are %v, want %d and %d", n, b.Node, c.Node)
	}
}

// TestSandwichNode: around a method, callers are above it and callees below. The nearest of both lead back to it, and the
// picture has their frames.
func TestSandwichNode(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>a.A.run()V 10>b.B.go()V 20>c.C.x()V 50<c.C.x()V 70<b.B.go()V 100<a.A.run()V 100>d.D.up()V 110>b.B.go()V 120<b.B.go()V 130<d.D.up()V"))
	const method = 1 // go
	names := map[uint32]string{message.NoNode: "-"}
	for i := range uint32(4) {
		names[i] = ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{i}}).Names[0].Name
	}
	of := func(node, root uint32) *message.FlameNodeReply {
		return ask[*message.FlameNodeReply](t, e, &message.FlameNode{Scope: whole, Sandwich: true, Around: method, Node: node, Root: root})
	}
	say := func(m *message.FlameNodeReply) string {
		return fmt.Sprintf("%s %d of %d, %.2f–%.2f, ↑%s ↓%s ←%s →%s", names[m.Method], m.Inclusive[0]/1000, m.Whole[0]/1000, m.From, m.To,
			names[m.Caller.Method], names[m.Callee.Method], names[m.Before.Method], names[m.After.Method])
	}
	middle := of(of(0, 0).Callee.Node, 0)
	caller, callee := of(middle.Caller.Node, 0), of(middle.Callee.Node, 0)
	for _, tt := range []struct {
		m    *message.FlameNodeReply
		want string
	}{
		{middle, "go 70 of 130, 0.00–1.00, ↑run ↓x ←- →-"},
		{caller, "run 60 of 130, 0.00–0.86, ↑- ↓go ←- →up"},
		{of(caller.After.Node, 0), "up 10 of 130, 0.86–1.00, ↑- ↓go ←run →-"},
		{callee, "x 30 of 130, 0.00–0.43, ↑go ↓- ←- →-"},
		{of(callee.Node, callee.Node), "x 30 of 130, 0.00–1.00, ↑go ↓- ←- →-"},
	} {
		if got := say(tt.m); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	if caller.Callee.Node != middle.Node || callee.Caller.Node != middle.Node {
		t.Errorf("the nearest frames lead to %d and %d, not to %d", caller.Callee.Node, callee.Caller.Node, middle.Node)
	}
	var l scene.List
	if !e.Draw(&message.Flame{Scope: whole, View: message.Viewport{To: 1, Width: 700, Height: 300}, Root: message.NoNode, Sandwich: true, Around: method, Method: message.NoNode, Chosen: caller.Node}, &l) {
		t.Fatal("no picture")
	}
	at := map[uint32]scene.Rect{}
	for _, r := range l.Rects {
		at[r.Row] = r
	}
	if a, b, c := at[caller.Node], at[middle.Node], at[callee.Node]; a.W != 600 || b.W != 700 || c.W != 300 || !(a.Y < b.Y && b.Y < c.Y) {
		t.Errorf("the frames are %+v, %+v, %+v", a, b, c)
	}
	if ask[*message.FlameNodeReply](t, e, &message.FlameNode{Scope: whole, Sandwich: true, Around: 99, Node: 2}).Found != of(2, 0).Found {
		t.Error("a sandwich of no method is not the whole graph")
	}
}

// TestSeekFrames: the frames of a method, or those that match a search, follow each other from the widest to the narrowest in
// every graph, and back.
func TestSeekFrames(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>a.A.run()V 10>b.B.go()V 20>c.C.x()V 50<c.C.x()V 70<b.B.go()V 70>c.C.x()V 90<c.C.x()V 100<a.A.run()V 100>c.C.x()V 140<c.C.x()V"))
	names := map[uint32]string{}
	for i := range uint32(3) {
		names[i] = ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{i}}).Names[0].Name
	}
	const x = 2
	walk := func(req message.FlameNode) string {
		req.Scope, req.Seek, req.Node = whole, true, message.NoNode
		var all []string
		for range 4 {
			m := ask[*message.FlameNodeReply](t, e, &req)
			if !m.Found {
				return "none"
			}
			req.Node = m.Node
			s := fmt.Sprintf("%s %d (%d of %d)", names[m.Method], m.Inclusive[0]/1000, m.Number, m.Total)
			if m.Outside {
				s += " outside"
			}
			all = append(all, s)
		}
		return strings.Join(all, ", ")
	}
	run := ask[*message.FlameNodeReply](t, e, &message.FlameNode{Scope: whole, Seek: true, Method: 0, Node: message.NoNode}).Node
	for name, tt := range map[string]struct {
		req  message.FlameNode
		want string
	}{
		"a method":      {message.FlameNode{Method: x}, "x 40 (1 of 3), x 30 (2 of 3), x 20 (3 of 3), x 40 (1 of 3)"},
		"backward":      {message.FlameNode{Method: x, Back: true}, "x 20 (3 of 3), x 30 (2 of 3), x 40 (1 of 3), x 20 (3 of 3)"},
		"a search":      {message.FlameNode{Method: message.NoNode, Find: "a.A or"}, "none"},
		"some methods":  {message.FlameNode{Method: message.NoNode, Find: "-c.C"}, "run 100 (1 of 2), go 60 (2 of 2), run 100 (1 of 2), go 60 (2 of 2)"},
		"no search":     {message.FlameNode{Method: message.NoNode}, "none"},
		"zoomed":        {message.FlameNode{Method: x, Root: run}, "x 40 (1 of 3) outside, x 30 (2 of 3), x 20 (3 of 3), x 40 (1 of 3) outside"},
		"from callers":  {message.FlameNode{Method: x, Callers: true}, "x 90 (1 of 1), x 90 (1 of 1), x 90 (1 of 1), x 90 (1 of 1)"},
		"in a sandwich": {message.FlameNode{Method: 1, Sandwich: true, Around: 1}, "go 60 (1 of 1), go 60 (1 of 1), go 60 (1 of 1), go 60 (1 of 1)"},
	} {
		if got := walk(tt.req); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, tt.want)
		}
	}
}
