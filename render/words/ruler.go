package words

import (
	"math"
	"strconv"
)

// A Ruler writes the times along an axis: all in the unit that fits the greatest time in
// view, with as many decimals as two neighbouring marks need to differ, so that labels line
// up and get finer as one zooms in: 0 s, 2 s; 0.0 ms, 0.5 ms; 2113.40 ms, 2113.45 ms. A plain
// blank stands before the unit, for nothing breaks a line on a canvas, and no comma at the
// thousands, for there is no room.
//
// Rulers are equal, by ==, if they write every time alike.
type Ruler struct {
	unit     int64 // ns
	decimals int
}

// NewRuler returns the ruler of an axis that reaches most ns from 0, one way or the other,
// and has marks step ns apart.
func NewRuler(most float64, step int64) Ruler {
	r := Ruler{unit: 1}
	for r.unit < 1e9 && most >= float64(r.unit)*1e3 {
		r.unit *= 1e3
	}
	for rest := step; rest%r.unit != 0 && r.decimals < 9; r.decimals++ {
		rest *= 10
	}
	return r
}

// At writes a time.
func (r Ruler) At(ns int64) string {
	name := " ns"
	switch r.unit {
	case 1e3:
		name = " µs"
	case 1e6:
		name = " ms"
	case 1e9:
		name = " s"
	}
	return strconv.FormatFloat(float64(ns)/float64(r.unit), 'f', r.decimals, 64) + name
}

// Letters returns how many letters a time so far from 0 takes, with a sign or two to spare.
func (r Ruler) Letters(most float64) int {
	return len(strconv.FormatInt(int64(math.Abs(most)/float64(r.unit)), 10)) + r.decimals + 4
}
