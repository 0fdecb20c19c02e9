package tracing

import (
	"slices"
	"strconv"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// A Hash identifies a method in a link by its name in the file, or a node of a tree by the names on
// its path. Links are public and names are not: a hash reveals a name only to someone who guesses
// it.
type Hash uint64

const (
	noWay      Hash = 14695981039346656037 // the empty path; FNV-1a of 64 bits
	hashFactor Hash = 1099511628211
	hashBits        = 40 // number of bits in a link: eight characters, and few collisions among a million nodes
)

// HashOf returns the hash of a text.
func HashOf(text string) Hash {
	h := noWay
	for i := range len(text) {
		h = (h ^ Hash(text[i])) * hashFactor
	}
	return h
}

// extend returns the hash of a path extended by a method.
func (h Hash) extend(method Hash) Hash { return (h ^ method) * hashFactor }

// short returns the bits that a link contains.
func (h Hash) short() uint64 { return uint64(h >> (64 - hashBits)) }

func (h Hash) String() string { return strconv.FormatUint(h.short(), 36) }

// hashOf returns the hash of a method.
func hashOf(m *trace.Method) Hash {
	switch {
	case !m.Listed:
		return HashOf(m.Label())
	case m.Raw != nil:
		return HashOf(m.Raw.Class + "." + m.Raw.Name + m.Raw.Signature)
	}
	return HashOf(m.Class + "." + m.Name + m.Signature)
}

// hashes returns the hashes of methods or nodes, and the methods or nodes with given hashes.
func (tr *Trace) hashes(req *message.Hashes) message.Body {
	in := tr.profiles.index.Info.Methods
	own := make([]Hash, len(in))
	for m := range in {
		own[m] = hashOf(&in[m])
	}
	var reply *message.Hashed
	switch req.Of {
	case message.HashMethods:
		f := newFinder(req)
		for i, m := range req.Nodes {
			if int64(m) < int64(len(own)) {
				f.reply.Hashes[i] = own[m].String()
			}
		}
		for m := range own {
			f.note(own[m], uint32(m), uint32(m))
		}
		reply = f.reply
	case message.HashBottomUp:
		reply = tr.tree.hash(req, own)
	default:
		reply = HashNodes(contexts(tr.profiles.shown(req.Scope), req.Fold).Tree, own, req)
	}
	for _, m := range reply.Methods {
		if tr.looks.lacks(m) {
			reply.Names = append(reply.Names, tr.looks.name(m))
		}
	}
	return reply
}

// A finder looks for the methods or nodes with the requested hashes.
type finder struct {
	wanted map[uint64][]int // by hash not found yet: indices in the request
	reply  *message.Hashed
}

func newFinder(req *message.Hashes) *finder {
	none := slices.Repeat([]uint32{message.NoNode}, len(req.Hashes))
	f := &finder{map[uint64][]int{}, &message.Hashed{Hashes: make([]string, len(req.Nodes)), Nodes: none, Methods: slices.Clone(none)}}
	for i, text := range req.Hashes {
		if n, err := strconv.ParseUint(text, 36, 64); err == nil {
			f.wanted[n] = append(f.wanted[n], i)
		}
	}
	return f
}

// note records the node and method with a hash if it was requested and not found before. It
// returns whether that is so.
func (f *finder) note(h Hash, node, method uint32) bool {
	at, ok := f.wanted[h.short()]
	for _, i := range at {
		f.reply.Nodes[i], f.reply.Methods[i] = node, method
	}
	delete(f.wanted, h.short())
	return ok
}

// HashNodes answers for a top-down tree. own has the hashes of its methods.
func HashNodes(t *profile.Tree, own []Hash, req *message.Hashes) *message.Hashed {
	f := newFinder(req)
	for i, n := range req.Nodes {
		if n == 0 || int64(n) >= int64(t.Len()) {
			continue
		}
		h := noWay
		for _, m := range methodsTo(t, profile.Row(n)) {
			h = h.extend(own[m])
		}
		f.reply.Hashes[i] = h.String()
	}
	// Depth first: way[d] is the hash of the path to the current row's ancestor at depth d.
	way := []Hash{noWay}
	for row := t.First[0]; row != profile.NoRow && row != 0 && len(f.wanted) > 0; {
		way = way[:t.Depth[row]]
		h := way[len(way)-1].extend(own[t.Method[row]])
		way = append(way, h)
		f.note(h, uint32(row), uint32(t.Method[row]))
		if t.First[row] != profile.NoRow {
			row = t.First[row]
			continue
		}
		for row != 0 && t.Next[row] == profile.NoRow {
			row = t.Parent[row]
		}
		if row != 0 {
			row = t.Next[row]
		}
	}
	return f.reply
}

// hash answers for the bottom-up tree. It is built only where it was opened, so the search
// covers only nodes below those in the request.
func (ct *callTree) hash(req *message.Hashes, own []Hash) *message.Hashed {
	f := newFinder(req)
	for i, n := range req.Nodes {
		if chain := ct.chain(n); len(chain) > 0 {
			h := noWay
			for _, at := range chain {
				h = h.extend(own[ct.last.places[at][1]])
			}
			f.reply.Hashes[i] = h.String()
		}
	}
	if len(f.wanted) == 0 {
		return f.reply
	}
	ct.last.resetFor(ct.profiles.shown(req.Scope))
	tree := ct.bottomUp(&message.TreeRows{BottomUp: true})
	type place struct {
		node uint32
		way  Hash
	}
	for queue := []place{{tree.root, noWay}}; len(queue) > 0 && len(f.wanted) > 0; queue = queue[1:] {
		for _, n := range tree.below(queue[0].node) {
			if h := queue[0].way.extend(own[tree.method(n)]); f.note(h, n, tree.method(n)) {
				queue = append(queue, place{n, h})
			}
		}
	}
	return f.reply
}
