package scene

// CSS is a length in CSS pixels.
type CSS = float64

// An Axis lays what a canvas shows along x: the one road from its units (ns or ticks of a
// trace, parts of a flame graph's root, dumps, points of a graph) to pixels and back. It is
// made by NewAxis.
type Axis struct {
	From, To    float64 // the canvas's units
	Left, Right CSS     // where they lie
	scale       float64
}

// NewAxis shows from to to between left and right.
//
//go:noinline // called from many places
func NewAxis(from, to float64, left, right CSS) Axis {
	a := Axis{From: from, To: to, Left: left, Right: right}
	if !a.Empty() {
		a.scale = (right - left) / (to - from)
	}
	return a
}

// Empty reports that there is nothing to see, or no room to show it.
func (a *Axis) Empty() bool { return !(a.To > a.From) || !(a.Right > a.Left) }

// Scale returns pixels a unit, 0 of an empty axis.
func (a *Axis) Scale() float64 { return a.scale }

// X returns where a place lies, also outside of the canvas; Left if the axis is empty.
func (a *Axis) X(at float64) CSS { return a.Left + (at-a.From)*a.scale }

// Within is X kept between Left and Right.
func (a *Axis) Within(at float64) CSS {
	x := a.X(at)
	if x > a.Right { // min and max are functions of the runtime in WebAssembly
		x = a.Right
	}
	if x < a.Left {
		x = a.Left
	}
	return x
}

// At returns the place under x pixels; From if the axis is empty.
func (a *Axis) At(x CSS) float64 {
	if a.scale == 0 {
		return a.From
	}
	return a.From + (x-a.Left)/a.scale
}
