package list

import "testing"

func TestWindowOfRows(t *testing.T) {
	tests := []struct {
		name        string
		top, height float64
		total       int
		first, n    int
	}{
		{"at the top", 0, 240, 1000, 0, 18},
		{"scrolled", 2400, 240, 1000, 96, 18},
		{"at the end", 24000 - 240, 240, 1000, 982, 18},
		{"few rows", 0, 240, 5, 0, 18},
		{"a tall box has no more than the most", 0, 4000, 1000, 0, Most},
		{"longer than browsers lay out", tallest - 240, 240, 2_000_000, 2_000_000 - 18, 18},
	}
	for _, tt := range tests {
		w := Box{Top: tt.top, Height: tt.height, Total: tt.total}
		if first, n := w.Window(); first != tt.first || n != tt.n {
			t.Errorf("%s: rows %d+%d, want %d+%d", tt.name, first, n, tt.first, tt.n)
		}
	}
}

func TestWindowReach(t *testing.T) {
	tests := []struct {
		name  string
		row   int
		top   float64
		moved bool
	}{
		{"in view", 102, 2400, false},
		{"one below", 110, 111*RowHeight - 240, true},
		{"one above", 99, 99 * RowHeight, true},
		{"far below, to the middle", 500, 500*RowHeight - 108, true},
		{"far above, no less than the top", 2, 0, true},
		{"the last row", 999, 24000 - 240, true},
	}
	for _, tt := range tests {
		w := Box{Top: 2400, Height: 240, Total: 1000}
		if top, moved := w.reach(tt.row); top != tt.top || moved != tt.moved {
			t.Errorf("%s: reach(%d) = %v, %v, want %v, %v", tt.name, tt.row, top, moved, tt.top, tt.moved)
		}
	}
}

// TestWindowReachesEveryRow: a scroll to any row puts it in the page, in a table of any length.
func TestWindowReachesEveryRow(t *testing.T) {
	for _, total := range []int{1, 40, 1000, 333_333, 333_334, 5_000_000} {
		for i := range 100 {
			row := total * i / 100
			w := Box{Height: 300, Total: total}
			top, moved := w.reach(row)
			if moved {
				w.Top = top
			}
			if first, n := w.Window(); row < first || row >= first+n {
				t.Fatalf("row %d of %d: the page has rows %d+%d", row, total, first, n)
			}
			if y := w.y(row) - w.Top; y < -1 || y > 300-RowHeight+1 {
				t.Fatalf("row %d of %d is %v px below the top of the box", row, total, y)
			}
		}
	}
}
