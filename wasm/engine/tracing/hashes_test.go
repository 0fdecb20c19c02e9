package tracing

import (
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// TestHashes checks that hashes find their methods and nodes after the trace is opened again, in
// each tree and under other names. They contain no part of a name.
func TestHashes(t *testing.T) {
	data := tracetest.Bytes(nested)
	e, _ := open(t, data)
	every := func(n uint32) (all []uint32) {
		for i := range n {
			all = append(all, i)
		}
		return all
	}
	// The bottom-up tree has only the nodes that were opened.
	rows := func(e *opened, open []uint32) []message.Row {
		return ask[*message.Rows](t, e, &message.TreeRows{Scope: whole, BottomUp: true, Open: open, HotPath: message.NoNode, Count: 50}).Rows
	}
	for range 4 {
		rows(e, every(20))
	}
	for _, tt := range []struct {
		name string
		req  message.Hashes
		want int // number of nodes with a hash
	}{
		{"methods", message.Hashes{Of: message.HashMethods, Nodes: every(9)}, 4}, // and that of context switches,
		{"top-down", message.Hashes{Of: message.HashTopDown, Nodes: every(9)}, 6},
		{"folded", message.Hashes{Of: message.HashTopDown, Fold: true, Nodes: every(9)}, 5},
		{"bottom-up", message.Hashes{Of: message.HashBottomUp, Nodes: every(20)}, 10},
	} {
		tt.req.Scope = whole
		hashes := ask[*message.Hashed](t, e, &tt.req).Hashes
		hashes = slices.DeleteFunc(hashes, func(h string) bool { return h == "" })
		if len(hashes) != tt.want || len(slices.Compact(slices.Sorted(slices.Values(hashes)))) != tt.want {
			t.Errorf("%s: %q: want %d different ones", tt.name, hashes, tt.want)
		}
		for _, h := range hashes {
			if len(h) > 8 || strings.ContainsAny(h, ".ABC") {
				t.Errorf("%s: a hash is %q", tt.name, h)
			}
		}
		other, _ := open(t, data)
		other.Rename(func(in *trace.Info) {
			for i := range in.Methods {
				m := &in.Methods[i]
				m.Raw = &trace.Raw{Class: m.Class, Name: m.Name, Signature: m.Signature}
				m.Class, m.Name = "other.Name", m.Name+"Name"
			}
		})
		again := tt.req
		again.Nodes, again.Hashes = nil, append(hashes, "zzzzzzzz", "", "-1", "main", hashes[0])
		found := ask[*message.Hashed](t, other, &again)
		for i, h := range again.Hashes {
			known := slices.Contains(hashes, h)
			if (found.Nodes[i] != message.NoNode) != known || (found.Methods[i] != message.NoNode) != known {
				t.Errorf("%s: %q is node %d of method %d", tt.name, h, found.Nodes[i], found.Methods[i])
			}
		}
		back := tt.req
		back.Nodes = found.Nodes[:len(hashes)]
		if got := ask[*message.Hashed](t, other, &back).Hashes; !slices.Equal(got, hashes) {
			t.Errorf("%s: back from nodes %v\n got %q\nwant %q", tt.name, back.Nodes, got, hashes)
		}
	}
}
