package list

import "slices"

// Sorted returns a sorted copy. The sort is stable. It sorts indices, because each further element type for
// package slices would add 7 KB to app.wasm.
func Sorted[T any](all []T, compare func(a, b *T) int) []T {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(&all[a], &all[b]) })
	sorted := make([]T, len(all))
	for i, from := range order {
		sorted[i] = all[from]
	}
	return sorted
}
