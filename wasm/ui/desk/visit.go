package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// A visit is a look at calls that a view chose: they set the range and the timeline, and lists of answers stay as they
// were.
type visit struct {
	home     Selection // the selection before
	now      Selection // the selection that the visit made
	from, to float64   // range that the timeline showed before, ns
	scroll   message.CSS
	follow   bool // answers describe the range of the visit
}

// Visit selects calls and their range with choose. Back undoes that. ClearRange brings the timeline back. A visit from a
// visit has the same home.
func (d *Desk) Visit(choose func()) {
	if !d.Visiting() {
		v := &d.Time.View
		d.visit = &visit{home: d.Selection, from: v.From, to: v.To, scroll: v.ScrollY}
	}
	at := d.visit
	choose()
	at.now, at.follow = d.Selection, false
	d.visit = at
}

// Visiting reports whether the range is that of a visit.
func (d *Desk) Visiting() bool {
	return d.visit != nil && d.Ranged() && d.From == d.visit.now.From && d.To == d.visit.now.To
}

// Away reports whether answers describe home, not the selected range.
func (d *Desk) Away() bool { return d.Visiting() && !d.visit.follow }

// Follow makes answers describe the range of the visit.
func (d *Desk) Follow() {
	if d.Visiting() {
		d.visit.follow = true
	}
}

// AnswerScope returns the scope that answers describe.
func (d *Desk) AnswerScope() message.Scope {
	s := d.Scope()
	if d.Away() {
		home := d.visit.home.Scope()
		s.From, s.To = home.From, home.To
	}
	return s
}

// AnswerText names the range that answers describe.
func (d *Desk) AnswerText() string {
	s := d.Selection
	if d.Away() {
		s.From, s.To = d.visit.home.From, d.visit.home.To
	}
	if !s.Ranged() {
		return d.wholeText()
	}
	from, to := words.Range(s.From, s.To)
	return from + " – " + to
}

// ClearRange selects the whole trace. After a visit the timeline shows the same time as before.
func (d *Desk) ClearRange() {
	if d.Visiting() {
		d.showHome()
	}
	d.Selection.ClearRange()
}

// StepBack undoes a visit, and reports whether there was one. It keeps a call, a method and threads that were selected
// since.
func (d *Desk) StepBack() bool {
	if !d.Visiting() {
		return false
	}
	home, now := &d.visit.home, &d.visit.now
	d.showHome()
	d.From, d.To = home.From, home.To
	if d.Method == now.Method && d.HasCall == now.HasCall && d.Call == now.Call {
		d.Method, d.Call, d.HasCall = home.Method, home.Call, home.HasCall
	}
	if slices.Equal(d.Threads, now.Threads) {
		d.Threads = home.Threads
	}
	return true
}

// showHome shows the part of the timeline that was visible before the visit.
func (d *Desk) showHome() {
	d.Stay()
	d.Time.Show(d.visit.from, d.visit.to)
	d.Time.View.ScrollY = d.visit.scroll
	d.Time.Preview(d.Host)
}
