package compare

import (
	"math/bits"

	"traceglass/parser/trace"
)

// An index finds methods of a list by name. A map would hash and store whole structs, and comparing
// sides would spend most of its time on that.
type index struct {
	of   *[]Method
	rows []trace.MethodIndex // rows of the list, or None; a method is at its hash or after it
}

// newIndex returns an empty index of a list with at most methods methods.
func newIndex(of *[]Method, methods int) *index {
	x := &index{of: of, rows: make([]trace.MethodIndex, 2<<bits.Len(uint(methods)))}
	for i := range x.rows {
		x.rows[i] = None
	}
	return x
}

// slot returns the slot of a method, or the free slot for it.
func (x *index) slot(m *Method) int {
	h := mix(hashOf(m.Class, m.Name, m.Signature, m.Library), uint64(m.ID))
	last := len(x.rows) - 1
	for i := int(h>>32) & last; ; i = (i + 1) & last {
		if x.rows[i] == None || (*x.of)[x.rows[i]].sameName(m) {
			return i
		}
	}
}

// find returns the row of a method, or None.
func (x *index) find(m *Method) trace.MethodIndex { return x.rows[x.slot(m)] }

// add adds a row to the index.
func (x *index) add(row trace.MethodIndex) { x.rows[x.slot(&(*x.of)[row])] = row }
