package scene

import (
	"math"

	"traceglass/render/words"
)

// step returns the distance between the marks of a ruler, in ns: 1, 2 or 5 times a power of ten,
// the smallest that is at least pixels wide. parts is the number of minor steps in it.
func step(span float64, width, pixels CSS) (ns int64, parts int64) {
	least := span * float64(pixels) / float64(width)
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

// labels caches formatted times, so that the next frame formats none again.
type labels struct{ made map[label]string }

type label struct {
	ns    int64
	ruler words.Ruler
}

func (l *labels) at(ns int64, as words.Ruler) string {
	key := label{ns, as}
	if s, ok := l.made[key]; ok {
		return s
	}
	if l.made == nil || len(l.made) > 1000 {
		l.made = map[label]string{}
	}
	s := as.At(ns)
	l.made[key] = s
	return s
}

// letter is the approximate width of a ruler's letter, in CSS pixels.
const letter = 6.5

// A ruler places the marks on an axis in ns.
type ruler struct {
	Axis
	step  int64
	parts int64
	words words.Ruler
}

// newRuler returns a ruler whose labelled marks are at least apart apart and have space for their
// text.
func newRuler(axis Axis, apart CSS) ruler {
	r := ruler{Axis: axis}
	most := max(math.Abs(r.From), math.Abs(r.To))
	for {
		r.step, r.parts = step(r.To-r.From, r.Right-r.Left, apart)
		r.words = words.NewRuler(most, r.step)
		need := CSS(r.words.Letters(most))*letter + 8
		if apart >= need {
			return r
		}
		apart = need
	}
}

func (r *ruler) x(ns int64) CSS { return r.X(float64(ns)) }

// first returns the first visible multiple of every.
func (r *ruler) first(every int64) int64 {
	return int64(math.Ceil(r.From/float64(every))) * every
}

// write writes the times along a line with the middle y.
func (r *ruler) write(l *List, y CSS, style Style) {
	room := r.Length(float64(r.step)) - 8
	for t := r.first(r.step); ; t += r.step {
		x := r.x(t)
		if x >= r.Right {
			return
		}
		s := l.work.labels.at(t, r.words)
		if r.Right-x >= CSS(len(s))*letter+4 {
			l.text(x+4, y, room, style, s)
		}
	}
}
