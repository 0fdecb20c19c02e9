package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// A Peek is a look at calls that a view selected: their range is selected, and the timeline shows it. Lists of answers
// still describe the range before, unless the user asks otherwise. Esc ends it: see StepBack.
type Peek struct {
	begun    bool // false before the first
	before   Selection
	during   Selection // the selection that the peek made
	from, to float64   // range that the timeline showed before, ns
	scroll   message.CSS
	answered bool // answers describe the range of the peek
}

// Peek selects calls and their range with choose. StepBack undoes that. ClearRange only brings the timeline back. A peek
// during a peek keeps the selection from before the first.
func (d *Desk) Peek(choose func()) {
	if !d.Peeking() {
		v := &d.Time.View
		d.LastPeek = Peek{begun: true, before: d.Selection, from: v.From, to: v.To, scroll: v.ScrollY}
	}
	p := d.LastPeek
	choose()
	p.during, p.answered = d.Selection, false
	d.LastPeek = p
}

// CurrentPeek returns the peek whose range is selected, to restore it later as LastPeek. Without one it is the zero Peek.
func (d *Desk) CurrentPeek() Peek {
	if !d.Peeking() {
		return Peek{}
	}
	return d.LastPeek
}

// Peeking reports whether the selected range is that of a peek.
func (d *Desk) Peeking() bool {
	return d.LastPeek.begun && d.Ranged() && d.From == d.LastPeek.during.From && d.To == d.LastPeek.during.To
}

// AnswersStay reports whether answers describe the range before a peek, not the selected range.
func (d *Desk) AnswersStay() bool { return d.Peeking() && !d.LastPeek.answered }

// UpdateAnswers makes answers describe the range of the peek.
func (d *Desk) UpdateAnswers() {
	if d.Peeking() {
		d.LastPeek.answered = true
	}
}

// AnswerScope returns the scope that answers describe.
func (d *Desk) AnswerScope() message.Scope {
	s := d.Scope()
	if d.AnswersStay() {
		before := d.LastPeek.before.BaseScope()
		s.From, s.To = before.From, before.To
	}
	return s
}

// AnswerText names the range that answers describe.
func (d *Desk) AnswerText() string {
	if d.AnswersStay() {
		return d.rangeTextOf(&d.LastPeek.before)
	}
	return d.RangeText()
}

// ClearRange selects the whole trace. After a peek the timeline shows the same time as before.
func (d *Desk) ClearRange() {
	if d.Peeking() {
		d.restoreTimeline()
	}
	d.clearRange()
}

// StepBack undoes a peek, and reports whether there was one. It keeps a call, a method and threads that were selected
// since.
func (d *Desk) StepBack() bool {
	if !d.Peeking() {
		return false
	}
	before, during := &d.LastPeek.before, &d.LastPeek.during
	d.restoreTimeline()
	d.From, d.To = before.From, before.To
	if d.Method == during.Method && d.HasCall == during.HasCall && d.Call == during.Call {
		d.Method, d.Call, d.HasCall = before.Method, before.Call, before.HasCall
	}
	if slices.Equal(d.Threads, during.Threads) {
		d.Threads = before.Threads
	}
	return true
}

// restoreTimeline shows the part of the timeline that was visible before the peek.
func (d *Desk) restoreTimeline() {
	d.CancelReveal()
	d.Time.Show(d.LastPeek.from, d.LastPeek.to)
	d.Time.View.ScrollY = d.LastPeek.scroll
	d.Time.Preview(d.Host)
}
