package profile

import (
	"slices"

	"traceglass/parser/trace"
)

// A Sighting is the part of a stack that a tree contains. The stack's steps count from the
// outermost. The first Skipped steps are not in the tree, perhaps because recording began inside
// them. The next Seen steps lead to the contexts Rows. No row lies within another.
type Sighting struct {
	Skipped, Seen int
	Rows          []Row
}

// Locate finds a stack in the tree. Each step lists the methods that it may be; the outermost step
// comes first. Locate returns the longest run of steps that starts at the root, and the outermost
// of equally long runs. It skips at most skip of the outermost steps.
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

// callees lists those callees of rows whose method is one of methods.
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
