package profile

import (
	"slices"

	"traceglass/parser/trace"
)

// A Sighting is how much of a stack was seen in a tree, and where. Of the stack's steps, from
// the outermost in, Skipped were not seen: recording may have begun inside of them. The Seen
// steps after these were, in the contexts Rows; none of those lies within another.
type Sighting struct {
	Skipped, Seen int
	Rows          []Row
}

// Locate looks for a stack, given as the methods that each step may be, the outermost first.
// It finds the longest run of steps that begins with nothing on the stack, and of equally long
// ones the outermost. At most skip of the outermost steps are left out.
func (t *Tree) Locate(stack [][]trace.MethodIndex, skip int) Sighting {
	var best Sighting
	for s := 0; s <= skip && len(stack)-s > best.Seen; s++ {
		rows, seen := []Row{0}, 0
		for _, step := range stack[s:] {
			next := t.callees(rows, step)
			if len(next) == 0 {
				break
			}
			rows, seen = next, seen+1
		}
		if seen > best.Seen {
			best = Sighting{Skipped: s, Seen: seen, Rows: rows}
		}
	}
	return best
}

// callees lists the callees of some rows that are one of the methods.
func (t *Tree) callees(rows []Row, methods []trace.MethodIndex) (found []Row) {
	if len(methods) == 0 {
		return nil
	}
	for _, row := range rows {
		for c := t.First[row]; c != NoRow; c = t.Next[c] {
			if slices.Contains(methods, t.Method[c]) {
				found = append(found, c)
			}
		}
	}
	return found
}
