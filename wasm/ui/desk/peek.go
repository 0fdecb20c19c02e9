package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// A peek is a look at calls that a view selected: their range is selected, and the timeline shows it. Lists of answers
// still describe the range before, unless the user asks otherwise. Esc ends it: see StepBack.
type peek struct {
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
		d.peek = &peek{before: d.Selection, from: v.From, to: v.To, scroll: v.ScrollY}
	}
	p := d.peek
	choose()
	p.during, p.answered = d.Selection, false
	d.peek = p
}

// Peeking reports whether the selected range is that of a peek.
func (d *Desk) Peeking() bool {
	return d.peek != nil && d.Ranged() && d.From == d.peek.during.From && d.To == d.peek.during.To
}

// AnswersStay reports whether answers describe the range before a peek, not the selected range.
func (d *Desk) AnswersStay() bool { return d.Peeking() && !d.peek.answered }

// UpdateAnswers makes answers describe the range of the peek.
func (d *Desk) UpdateAnswers() {
	if d.Peeking() {
		d.peek.answered = true
	}
}

// AnswerScope returns the scope that answers describe.
func (d *Desk) AnswerScope() message.Scope {
	s := d.Scope()
	if d.AnswersStay() {
		before := d.peek.before.BaseScope()
		s.From, s.To = before.From, before.To
	}
	return s
}

// AnswerText names the range that answers describe.
func (d *Desk) AnswerText() string {
	if d.AnswersStay() {
		return d.rangeTextOf(&d.peek.before)
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
	before, during := &d.peek.before, &d.peek.during
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
	d.Time.Show(d.peek.from, d.peek.to)
	d.Time.View.ScrollY = d.peek.scroll
	d.Time.Preview(d.Host)
}
