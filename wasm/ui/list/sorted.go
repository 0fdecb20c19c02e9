package list

import "slices"

// Sorted returns a list in order; what compares as equal keeps its. It sorts numbers: each other
// type that package slices sorts would cost the page's program 7 KB of code.
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
