package trace

import "testing"

func TestPace(t *testing.T) {
	tests := []struct {
		name  string
		times []int64
		later int
	}{
		{"forward", []int64{0, 1, 5}, 2},
		{"back is no gap", []int64{100, 50, 200}, 1},
		{"widest", []int64{0, 1<<63 - 2}, 1},
		{"negative", []int64{5, -7, 6}, 1},
	}
	for _, tt := range tests {
		var p pace
		var batch []Record
		for _, at := range tt.times {
			batch = append(batch, Record{Wall: Ticks(at)})
		}
		p.add(batch, &Info{Clocks: Wall})
		if p.later != tt.later {
			t.Errorf("%s: %d gaps, want %d", tt.name, p.later, tt.later)
		}
	}
}
