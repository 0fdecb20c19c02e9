package call

import "traceglass/parser/trace"

// Pairs finds callees by method, for contexts with many callees.
type Pairs struct {
	keys   []uint64 // open addressing
	values []NodeIndex
	used   int
}

// Of returns a context's callee for m, or None if Put has not added it.
//
//go:noinline
func (p *Pairs) Of(parent NodeIndex, m trace.MethodIndex) NodeIndex {
	if p.used == 0 {
		return None
	}
	return p.values[p.slot(uint64(parent)<<32|uint64(m))]
}

// Put adds a callee that is not in Pairs yet.
//
//go:noinline
func (p *Pairs) Put(parent NodeIndex, m trace.MethodIndex, n NodeIndex) {
	if p.used++; 2*p.used > len(p.keys) {
		old := *p
		size := max(1024, 2*len(old.keys))
		p.keys, p.values = make([]uint64, size), make([]NodeIndex, size)
		for i := range p.values {
			p.values[i] = None
		}
		for i, n := range old.values {
			if n != None {
				p.enter(old.keys[i], n)
			}
		}
	}
	p.enter(uint64(parent)<<32|uint64(m), n)
}

//go:noinline
func (p *Pairs) enter(key uint64, n NodeIndex) {
	at := p.slot(key)
	p.keys[at], p.values[at] = key, n
}

// slot returns the slot of a key, or the free slot for it.
func (p *Pairs) slot(key uint64) uint32 {
	last := uint32(len(p.keys) - 1)
	at := uint32(key*0x9e3779b97f4a7c15>>32) & last
	for p.values[at] != None && p.keys[at] != key {
		at = (at + 1) & last
	}
	return at
}
