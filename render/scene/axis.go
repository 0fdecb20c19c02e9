package scene

// CSS is a length in CSS pixels.
type CSS float64

// An Axis converts along x between a canvas's units and pixels. Units are ns or ticks of a trace,
// shares of a flame graph's root, dumps, or points of a graph. Create it with NewAxis.
type Axis struct {
	From, To    float64 // in units
	Left, Right CSS     // in pixels
	scale       float64
}

// NewAxis returns the axis that shows from to to between left and right.
//
//go:noinline // called from many places
func NewAxis(from, to float64, left, right CSS) Axis {
	a := Axis{From: from, To: to, Left: left, Right: right}
	if !a.Empty() {
		a.scale = float64(right-left) / (to - from)
	}
	return a
}

// Empty reports whether there is nothing to show or no space to show it.
func (a *Axis) Empty() bool { return !(a.To > a.From) || !(a.Right > a.Left) }

// Scale returns pixels per unit, or 0 for an empty axis.
func (a *Axis) Scale() float64 { return a.scale }

// Length converts a length in units to pixels.
func (a *Axis) Length(units float64) CSS { return CSS(units * a.scale) }

// X returns the pixel of a position, which can be outside the canvas, or Left if the axis is
// empty.
func (a *Axis) X(at float64) CSS { return a.Left + a.Length(at-a.From) }

// Within is X limited to the range from Left to Right.
func (a *Axis) Within(at float64) CSS {
	x := a.X(at)
	if x > a.Right { // min and max are runtime functions in WebAssembly
		x = a.Right
	}
	if x < a.Left {
		x = a.Left
	}
	return x
}

// At returns the position at a pixel, or From if the axis is empty.
func (a *Axis) At(x CSS) float64 {
	if a.scale == 0 {
		return a.From
	}
	return a.From + float64(x-a.Left)/a.scale
}
