// Package sorting sorts slices of any type with one copy of the code. Functions of package slices have a copy for each
// type of element, and each copy adds 6 to 20 KB to app.wasm.
package sorting

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

// ranked returns the numbers below n in the order of compare, or nil if that is their own order. It merges runs that are
// in order already: most lists are a few such runs one after another.
func ranked(n int, compare func(a, b int) int) []uint32 {
	ends := make([]int, 0, 16) // of the runs
	for at := 1; at <= n; at++ {
		if at == n || compare(at-1, at) > 0 {
			ends = append(ends, at)
		}
	}
	if len(ends) <= 1 {
		return nil
	}
	rows, merged := make([]uint32, n), make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	for len(ends) > 1 {
		kept, from := ends[:0], 0
		for i := 0; i < len(ends); i += 2 {
			a, b := from, ends[i] // two runs: [from, ends[i]) and [ends[i], to)
			to := ends[min(i+1, len(ends)-1)]
			for at := from; at < to; at++ {
				if b == to || a < ends[i] && compare(int(rows[a]), int(rows[b])) <= 0 {
					merged[at] = rows[a]
					a++
				} else {
					merged[at] = rows[b]
					b++
				}
			}
			kept, from = append(kept, to), to
		}
		ends, rows, merged = kept, merged, rows
	}
	return rows
}
