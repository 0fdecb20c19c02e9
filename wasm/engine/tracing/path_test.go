package tracing

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

const nested = "main 0>a.A.run()V 10>b.B.go()V 20>b.B.go()V 40>c.C.x()V 50<c.C.x()V 60<b.B.go()V 70<b.B.go()V 70>c.C.x()V 100<c.C.x()V 100<a.A.run()V " +
	"T2 0>c.C.x()V 5<c.C.x()V"

// pathText requests a path and formats it: its methods, the number of its nodes, and the longest
// call.
func pathText(t *testing.T, e *opened, req *message.PathInfo) string {
	t.Helper()
	m := ask[*message.Path](t, e, req)
	var names []string
	for _, method := range m.Methods {
		names = append(names, ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{method}}).Names[0].Name)
	}
	longest := "none"
	if m.Found {
		longest = fmt.Sprint(ask[*message.Call](t, e, &message.CallInfo{Call: m.Longest}).Inclusive[0] / 1000)
	}
	return fmt.Sprintf("%s, %d nodes, longest %s", strings.Join(names, " "), len(m.Nodes), longest)
}

// TestPath checks that a path is that of the call or node in the requested tree, and that the
// longest call is one that the node represents.
func TestPath(t *testing.T) {
	e, _ := open(t, tracetest.Bytes(nested))
	tree := func(bottomUp, fold bool, open ...uint32) []message.Row {
		return ask[*message.Rows](t, e, &message.TreeRows{Scope: whole, BottomUp: bottomUp, Fold: fold, Open: open, HotPath: message.NoNode, Count: 50}).Rows
	}
	node := func(rows []message.Row, i int) *message.PathInfo {
		return &message.PathInfo{Scope: whole, Method: rows[i].Method, Node: rows[i].Node}
	}
	var every []uint32
	for i := range uint32(20) {
		every = append(every, i)
	}
	down, folded := tree(false, false, every...), tree(false, true, every...)
	tree(true, false)
	up := tree(true, false, every...)
	for _, tt := range []struct {
		name string
		req  *message.PathInfo
		want string
	}{
		{"a call", &message.PathInfo{Scope: whole, HasCall: true, Call: message.CallRef{Depth: 3}}, "run go go x, 4 nodes, longest 10"},
		{"a call, folded", &message.PathInfo{Scope: whole, HasCall: true, Call: message.CallRef{Depth: 3}, Fold: true}, "run go go x, 3 nodes, longest 10"},
		{"no such call", &message.PathInfo{Scope: whole, HasCall: true, Call: message.CallRef{Depth: 9}}, ", 0 nodes, longest none"},
		{"all calls of a method", &message.PathInfo{Scope: whole, Method: down[3].Method, Node: message.NoNode}, ", 0 nodes, longest 30"},
		{"a row of the tree", node(down, 3), "run go go x, 4 nodes, longest 10"},
		{"a row of another thread", node(down, 5), "x, 1 nodes, longest 5"},
		{"no such row", &message.PathInfo{Scope: whole, Node: 99}, ", 0 nodes, longest none"},
	} {
		if got := pathText(t, e, tt.req); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	req := node(folded, 1)
	req.Fold = true
	if got := pathText(t, e, req); got != "run go, 2 nodes, longest 60" {
		t.Errorf("a folded row: %s", got)
	}
	var ways []string
	for i, row := range up {
		if row.Level == 2 {
			req := node(up, i)
			req.BottomUp = true
			ways = append(ways, pathText(t, e, req))
		}
	}
	if got, want := strings.Join(ways, "; "), "run go go, 3 nodes, longest 100; go go x, 3 nodes, longest 60"; got != want {
		t.Errorf("rows of the tree from the methods up:\n got %s\nwant %s", got, want)
	}
}

// TestTreeRoot checks that a tree can start at one of its nodes, in another scope too, and that
// it reports the row of a node.
func TestTreeRoot(t *testing.T) {
	e, _ := open(t, tracetest.Bytes(nested))
	for _, bottomUp := range []bool{false, true} {
		look := func(scope message.Scope, req message.TreeRows) *message.Rows {
			req.Scope, req.BottomUp, req.HotPath, req.Count = scope, bottomUp, message.NoNode, 50
			return ask[*message.Rows](t, e, &req)
		}
		top := look(whole, message.TreeRows{}).Rows
		open := []uint32{top[0].Node, top[1].Node}
		rows := look(whole, message.TreeRows{Open: open}).Rows
		var inner message.Row
		for _, row := range rows {
			if row.Level == 1 {
				inner = row
				break
			}
		}
		want := text(t, e, &message.Rows{Rows: []message.Row{inner}})
		for name, scope := range map[string]message.Scope{"whole": whole, "range": {From: 0, To: 90_000}, "whole again": whole} {
			got := look(scope, message.TreeRows{Open: open, Root: inner.Node, HasRoot: true})
			if len(got.Rows) != 1 || got.Rows[0].Level != 0 || got.Rows[0].Node != inner.Node {
				t.Errorf("bottom-up %v, %s: begins with\n%swant %s", bottomUp, name, text(t, e, got), want)
			}
		}
		if got := look(whole, message.TreeRows{Open: open, Seek: inner.Node, HasSeek: true}); got.At < 1 || got.Rows[got.At].Node != inner.Node {
			t.Errorf("bottom-up %v: the node is row %d", bottomUp, got.At)
		}
		if got := look(whole, message.TreeRows{Seek: inner.Node, HasSeek: true}); got.At != -1 {
			t.Errorf("bottom-up %v: a node in a closed row is row %d", bottomUp, got.At)
		}
		if got := look(whole, message.TreeRows{Root: 12345, HasRoot: true}); got.Total != len(top) {
			t.Errorf("bottom-up %v: a tree from no node has %d rows", bottomUp, got.Total)
		}
	}
}
