package comparing

import (
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// hashes finds hashes of nodes of the tree of both traces, and nodes by their hashes: by the names that
// methods are compared under.
func (r *Room) hashes(req *message.Hashes) message.Body {
	own := make([]tracing.Hash, len(r.of.Pairs))
	for i := range own {
		own[i] = tracing.HashOf(r.of.Name(i).Text())
	}
	reply := tracing.HashNodes(&r.of.Contexts().Tree, own, req)
	for i, n := range reply.Nodes {
		if n != message.NoNode {
			reply.Names = append(reply.Names, message.Name{Method: n, Label: r.of.Name(int(reply.Methods[i])).Text()})
		}
	}
	return reply
}
