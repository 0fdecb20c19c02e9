package ui

import (
	"math"

	"traceglass/wasm/message"
)

// A pane is one canvas as the page sees it: what it shows, and how the list now drawn
// is laid out. X runs from 0 to End in the canvas's units.
type pane struct {
	View    message.Viewport
	End     float64
	Least   float64 // the narrowest width to zoom to, in the canvas's units
	Left    float64 // CSS pixels before View.From
	Top     float64 // height of the ruler
	Content float64 // height of all there is to scroll through
}

// reset shows all of a canvas whose units end at end.
func (p *pane) reset(end, least float64) {
	p.End, p.Least = end, least
	p.View.From, p.View.To, p.View.ScrollY = 0, end, 0
}

// at is the place under x pixels.
func (p *pane) at(x float64) float64 {
	w := p.View.Width - p.Left
	if w <= 0 {
		return p.View.From
	}
	return p.View.From + (x-p.Left)/w*(p.View.To-p.View.From)
}

// x is where a place is drawn, in pixels; it may lie outside of the canvas.
func (p *pane) x(at float64) float64 {
	span := p.View.To - p.View.From
	if span <= 0 {
		return p.Left
	}
	return p.Left + (at-p.View.From)/span*(p.View.Width-p.Left)
}

// zoom makes what is shown factor times as wide around the place under x, which stays
// under x unless an end of the trace is in the way.
func (p *pane) zoom(x, factor float64) {
	fixed := min(max(p.at(x), p.View.From), p.View.To)
	span := p.View.To - p.View.From
	next := min(max(span*factor, p.Least), p.End)
	if span > 0 {
		p.show(fixed-(fixed-p.View.From)/span*next, fixed+(p.View.To-fixed)/span*next)
	}
}

// pan moves what is shown by pixels, to the right if dx > 0 and down if dy > 0.
func (p *pane) pan(dx, dy float64) {
	if w := p.View.Width - p.Left; w > 0 {
		d := dx / w * (p.View.To - p.View.From)
		p.show(p.View.From+d, p.View.To+d)
	}
	p.scroll(p.View.ScrollY + dy)
}

// scroll sets the offset from the top, within what there is.
func (p *pane) scroll(y float64) {
	p.View.ScrollY = math.Round(max(0, min(y, p.Content-(p.View.Height-p.Top))))
}

// show shows from to to, moved inside 0 to End and no narrower than Least.
func (p *pane) show(from, to float64) {
	span := min(max(to-from, p.Least), p.End)
	from -= (span - (to - from)) / 2
	from = max(0, min(from, p.End-span))
	p.View.From, p.View.To = from, from+span
}

// around shows from to to with a margin on both sides.
func (p *pane) around(from, to float64) {
	margin := (to - from) * 0.08
	p.show(from-margin, to+margin)
}

// reveal moves what is shown, without a change of zoom, until from to to is in view; a
// stretch too wide or too narrow to be seen is zoomed to.
func (p *pane) reveal(from, to float64) {
	span := p.View.To - p.View.From
	switch {
	case to-from > span || (to-from)*2000 < span:
		p.show(from-(to-from)*4, to+(to-from)*4)
	case from < p.View.From || to > p.View.To:
		middle := (from + to) / 2
		p.show(middle-span/2, middle+span/2)
	}
}

// all reports whether everything is in view.
func (p *pane) all() bool { return p.View.From <= 0 && p.View.To >= p.End }
