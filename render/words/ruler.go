package words

import (
	"math"
	"strconv"
)

// A Ruler formats the times along an axis. All have the unit that fits the greatest time in view,
// and as many decimals as neighbouring marks need to differ. So labels line up, and get finer as
// the user zooms in: 0 s, 2 s; 0.0 ms, 0.5 ms; 2113.40 ms, 2113.45 ms. Because a canvas does not
// wrap lines, the blank before the unit is a plain one. To save space, thousands have no commas.
//
// Two rulers are equal, by ==, if they format every time in the same way.
type Ruler struct {
	unit     int64 // ns
	decimals int
}

// NewRuler returns the ruler of an axis that extends at most most ns from 0, in either direction,
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

// At formats a time.
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

// Letters returns the number of letters of a time that is most ns from 0, plus one or two for a
// sign.
func (r Ruler) Letters(most float64) int {
	return len(strconv.FormatInt(int64(math.Abs(most)/float64(r.unit)), 10)) + r.decimals + 4
}
