package scene

import (
	"math"
	"strconv"
)

// step returns the distance between marks of a ruler, in ns: 1, 2 or 5 times a power of
// ten, the least that is at least pixels wide; and into how many parts minor marks cut it.
func step(span, width, pixels float64) (ns int64, parts int64) {
	least := span * pixels / width
	for unit := int64(1); unit <= 1e18; unit *= 10 {
		for _, n := range [...]int64{1, 2, 5} {
			if float64(n*unit) >= least || n*unit >= 5e18 {
				parts = 5
				if n == 2 {
					parts = 4
				}
				return n * unit, min(parts, n*unit)
			}
		}
	}
	return 5e18, 5
}

// unitOf returns the unit that fits times up to t ns, itself in ns.
func unitOf(t float64) (ns int64, name string) {
	switch {
	case t >= 1e9:
		return 1e9, " s"
	case t >= 1e6:
		return 1e6, " ms"
	case t >= 1e3:
		return 1e3, " µs"
	}
	return 1, " ns"
}

// labels keeps the writings of times, so that a frame like the last makes none anew.
type labels struct{ made map[label]string }

type label struct {
	ns, unit int64
	decimals int
}

// at returns t ns in a unit.
func (l *labels) at(t, unit int64, name string, decimals int) string {
	key := label{t, unit, decimals}
	if s, ok := l.made[key]; ok {
		return s
	}
	if l.made == nil || len(l.made) > 1000 {
		l.made = map[label]string{}
	}
	s := strconv.FormatFloat(float64(t)/float64(unit), 'f', decimals, 64) + name
	l.made[key] = s
	return s
}

// short returns a duration with three figures or so: "6.37 s".
func (l *labels) short(t int64) string {
	unit, name := unitOf(math.Abs(float64(t)))
	decimals := 2
	switch v := math.Abs(float64(t)) / float64(unit); {
	case unit == 1 || v >= 100:
		decimals = 0
	case v >= 10:
		decimals = 1
	}
	return l.at(t, unit, name, decimals)
}

// Duration returns ns with three figures or so: "6.37 s".
func Duration(ns int64) string { return new(labels).short(ns) }

// A ruler knows where the marks of an axis in ns are.
type ruler struct {
	from, scale float64 // x = left + (ns - from) * scale
	left, right float64
	step, parts int64
	unit        int64
	name        string
	decimals    int
}

func newRuler(from, to, left, right, apart float64) ruler {
	r := ruler{from: from, scale: (right - left) / (to - from), left: left, right: right}
	r.unit, r.name = unitOf(max(math.Abs(from), math.Abs(to)))
	for {
		r.step, r.parts = step(to-from, right-left, apart)
		r.decimals = 0
		for rest := r.step; rest%r.unit != 0 && r.decimals < 9; r.decimals++ {
			rest *= 10
		}
		whole := len(strconv.Itoa(int(max(math.Abs(from), math.Abs(to)) / float64(r.unit))))
		need := float64(whole+r.decimals+4)*6.5 + 8
		if apart >= need {
			return r
		}
		apart = need
	}
}

func (r *ruler) x(ns int64) float64 { return r.left + (float64(ns)-r.from)*r.scale }

// first returns the first multiple of every in view.
func (r *ruler) first(every int64) int64 {
	return int64(math.Ceil(r.from/float64(every))) * every
}

// write writes the times along a line whose middle is y.
func (r *ruler) write(l *List, y float64, style Style) {
	room := float64(r.step)*r.scale - 8
	for t := r.first(r.step); ; t += r.step {
		x := r.x(t)
		if x >= r.right {
			return
		}
		s := l.work.labels.at(t, r.unit, r.name, r.decimals)
		if r.right-x >= float64(len(s))*6.5+4 {
			l.text(x+4, y, room, style, s)
		}
	}
}
