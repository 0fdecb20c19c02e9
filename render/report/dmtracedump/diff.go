package dmtracedump

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"traceglass/parser/sorting"
)

// A pair is a method that both runs have.
type pair struct{ before, after *Method }

// match pairs the methods of two runs by class, name and signature. It also returns the methods
// that only one run has.
func match(before, after *Profile) (both []pair, removed, added []*Method) {
	type key struct {
		class, name, signature string
		named                  bool
	}
	keyOf := func(m *Method) key {
		descriptor, _, _ := strings.Cut(m.Signature, "\t") // without the source file, which not every trace has
		return key{m.Class, m.Name, descriptor, m.named}
	}
	at := map[key][]*Method{}
	for i := range after.Methods {
		m := &after.Methods[i]
		at[keyOf(m)] = append(at[keyOf(m)], m)
	}
	for i := range before.Methods {
		m := &before.Methods[i]
		k := keyOf(m)
		if left := at[k]; len(left) > 0 {
			both = append(both, pair{m, left[0]})
			at[k] = left[1:]
		} else {
			removed = append(removed, m)
		}
	}
	for i := range after.Methods {
		m := &after.Methods[i]
		if k := keyOf(m); len(at[k]) > 0 && at[k][0] == m {
			at[k] = at[k][1:]
			added = append(added, m)
		}
	}
	return both, removed, added
}

// sortPairs sorts by growth of the time, largest first. The sort is stable.
func sortPairs(pairs []pair, time func(*Method) int64) {
	sorting.Stable(pairs, func(a, b pair) int {
		return cmp.Compare(time(b.after)-time(b.before), time(a.after)-time(a.before))
	})
}

func exclusive(m *Method) int64 { return m.Exclusive }
func inclusive(m *Method) int64 { return m.Inclusive }

// ratio returns the time of run 2 in percent of run 1, or 0 if run 1 has none.
func ratio(before, after int64) float64 {
	if before == 0 {
		return 0
	}
	return share(after, before)
}

// Diff writes the difference of two runs: methods of both by exclusive time, then by inclusive
// time, then methods of only the first run and of only the second.
func Diff(w io.Writer, before, after *Profile) error {
	out := bufio.NewWriter(w)
	both, removed, added := match(before, after)
	for _, time := range []func(*Method) int64{exclusive, inclusive} {
		sortPairs(both, time)
		for _, p := range both {
			a, b := time(p.before), time(p.after)
			fmt.Fprintf(out, "%s %d %d %d %.2f\n%d\n%d\n", p.before.Short(), a, b, b-a, ratio(a, b), p.before.Calls, p.after.Calls)
		}
	}
	for _, only := range [][]*Method{removed, added} {
		for _, m := range only {
			fmt.Fprintf(out, "%s %d %d %d\n", m.Short(), m.Exclusive, m.Inclusive, m.Calls)
		}
	}
	return out.Flush()
}
