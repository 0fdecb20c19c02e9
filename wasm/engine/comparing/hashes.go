package comparing

import (
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// hashes returns the hashes of nodes in the tree of both traces, and nodes by their hashes. It
// uses the names under which methods are compared.
func (r *Room) hashes(req *message.Hashes) message.Body {
	own := make([]tracing.Hash, len(r.comparison.Pairs))
	for i := range own {
		own[i] = tracing.HashOf(r.comparison.Name(i).Text())
	}
	reply := tracing.HashNodes(&r.comparison.Contexts().Tree, own, req)
	for i, n := range reply.Nodes {
		if n != message.NoNode {
			reply.Names = append(reply.Names, message.Name{Method: n, Label: r.comparison.Name(int(reply.Methods[i])).Text()})
		}
	}
	return reply
}
