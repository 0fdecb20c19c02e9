// Package sorting sorts slices of any type with one copy of the code. Functions of package slices have a copy for each
// type of element, and each copy adds 6 to 20 KB to app.wasm.
package sorting

import (
	"cmp"
	"slices"
)

// Stable sorts a slice. Equal elements keep their order. It allocates, so code that runs for every picture uses slices.
func Stable[E any](all []E, compare func(a, b E) int) {
	rows := ranked(len(all), func(a, b int) int { return compare(all[a], all[b]) })
	if rows == nil {
		return
	}
	before := append([]E(nil), all...)
	for at, row := range rows {
		all[at] = before[row]
	}
}

// ranked returns the numbers below n in the order of compare, or nil if that is their own order.
func ranked(n int, compare func(a, b int) int) []uint32 {
	at := 1
	for at < n && compare(at-1, at) <= 0 {
		at++
	}
	if at >= n {
		return nil
	}
	rows := make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	slices.SortFunc(rows, func(a, b uint32) int {
		if c := compare(int(a), int(b)); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	return rows
}
