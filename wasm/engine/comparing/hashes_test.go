package comparing

import (
	"slices"
	"testing"

	"traceglass/wasm/message"
)

// TestHashes checks that each path of two traces has a hash that finds it in a new comparison of
// the same traces, whatever its node.
func TestHashes(t *testing.T) {
	a, b := generated(t, 3)
	ask := func(r *Room, req *message.Hashes) *message.Hashed {
		t.Helper()
		req.Of = message.HashChanges
		reply, ok := r.Answer(req, b).(*message.Hashed)
		if !ok {
			t.Fatalf("the answer is %+v", r.Answer(req, b))
		}
		return reply
	}
	r := New()
	if _, ok := r.Answer(&message.Hashes{Of: message.HashChanges}, b).(*message.Failure); !ok {
		t.Error("without a comparison it does not fail")
	}
	compared(t, r, a, b, "")
	var nodes []uint32
	for n := range r.comparison.Contexts().Tree.Len() {
		nodes = append(nodes, uint32(n))
	}
	hashes := ask(r, &message.Hashes{Nodes: nodes}).Hashes
	if hashes[0] != "" || slices.Contains(hashes[1:], "") || len(slices.Compact(slices.Sorted(slices.Values(hashes)))) != len(nodes) || len(nodes) < 100 {
		t.Errorf("%d nodes have the hashes %q", len(nodes), hashes)
	}
	other := New()
	compared(t, other, a, b, "")
	if got := ask(other, &message.Hashes{Hashes: hashes[1:]}).Nodes; !slices.Equal(got, nodes[1:]) {
		t.Errorf("by their hashes nodes are %v", got)
	}
}
