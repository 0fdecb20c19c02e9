package desk

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// The totals over the scope, and sentences about them.

// requestTotal requests the totals over the scope.
func (d *scoped) requestTotal(line *ask.Line) {
	on := d.ThreadsText()
	d.sum.Want(line, &message.Summed{Scope: d.Scope()}, func(m *message.Sum) { d.total, d.totalThreads = m, on })
}

// IdleTime returns the time of idle waits in the scope, by its clock.
func (d *threads) IdleTime() int64 {
	if d.total == nil {
		return 0
	}
	return d.total.Idle[d.Clock]
}

// OriginTime returns the exclusive time of the methods of an origin, by its colour, in the scope and by the clock, and the idle
// waits in it. Both are 0 until they are known.
func (d *threads) OriginTime(colour message.Slot) (all, idle int64) {
	if d.total != nil {
		for _, t := range d.total.Origins {
			if t.Colour == colour {
				return max(0, t.Exclusive[d.Clock]), t.Idle[d.Clock]
			}
		}
	}
	return 0, 0
}

// WholeTime returns the time of the scope after its filter, of all code, by the clock. It is 0 until it is known.
func (d *threads) WholeTime() int64 {
	if d.total == nil {
		return 0
	}
	return d.total.Times[d.Clock] + d.total.Others[d.Clock]
}

// WholeText names that time: "301.1 ms on main".
func (d *threads) WholeText() string {
	if d.total == nil {
		return "…"
	}
	return words.Say("{1} on {2}", d.Figure(d.WholeTime(), d.Clock), d.totalThreads)
}

// FilterTerms returns what each term of the filter takes, as far as it is known.
func (d *threads) FilterTerms() []message.FilterTerm {
	if d.total == nil {
		return nil
	}
	return d.total.Terms
}

// ShownText says how much time the filter shows: "shows 3.1 ms of 55.4 ms", and why it ignores a term.
func (d *threads) ShownText() string {
	if d.total == nil {
		return "…"
	}
	shown := d.total.Times[d.Clock]
	text := words.Say("shows {1} of {2}", d.Figure(shown, d.Clock), d.Figure(shown+d.total.LeftOut[d.Clock], d.Clock))
	if d.total.Refused != "" {
		text += ". " + words.Clip(d.total.Refused)
	}
	return text
}

// TotalText explains percentages: "100 % = 301.1 ms on main (120 ms idle)". Findings compare with the time that is not idle. It is
// "" until the total arrives. For a trace without times it names the threads.
func (d *scoped) TotalText() string {
	if d.total == nil || d.Trace == nil {
		return ""
	}
	if d.Timeless() {
		return d.totalThreads
	}
	whole := words.Say("100\u00a0% = {1} on {2}", d.Figure(d.total.Times[d.Clock], d.Clock), d.totalThreads)
	uncharged, none := d.total.Uncharged[d.Clock], d.total.NoMethod[d.Clock]
	if d.ShownCode() != message.ChargedToOwn {
		uncharged = 0
	}
	if idle := d.IdleTime(); idle > 0 && uncharged == 0 && d.IncludesIdle() && d.ShownCode() != message.OwnCode { // own code seldom causes it
		whole = words.Say("100\u00a0% = {1} on {2} ({3} idle)", d.Figure(d.total.Times[d.Clock], d.Clock), d.totalThreads, words.Brief(idle))
	}
	switch {
	case uncharged > 0 && none > 0:
		return words.Say("{1}: {2} not by own code, {3} in no method", whole, d.Figure(uncharged, d.Clock), d.Figure(none, d.Clock))
	case uncharged > 0:
		return words.Say("{1}: {2} not by own code", whole, d.Figure(uncharged, d.Clock))
	case none > 0:
		return words.Say("{1}: {2} in no method", whole, d.Figure(none, d.Clock))
	}
	return whole
}

// OwnText says that figures are of own code alone, and how much time they leave out.
func (d *threads) OwnText() string {
	if d.total == nil {
		return words.T("own code")
	}
	return words.Say("own code, other: {1}", d.Figure(d.total.Others[d.Clock], d.Clock))
}

// CausedText says that figures are of own code with all it caused, and how much time own code did not cause.
func (d *threads) CausedText() string {
	if d.total == nil || d.total.Uncharged[d.Clock] == 0 {
		return words.T("own + caused")
	}
	return words.Say("own + caused, other: {1}", d.Figure(d.total.Uncharged[d.Clock], d.Clock))
}

// TotalTitle explains how the total was measured, by each clock.
func (d *scoped) TotalTitle() string {
	if d.total == nil || d.Timeless() {
		return ""
	}
	var parts []string
	for _, clock := range d.AllClocks() {
		parts = append(parts, d.Figure(d.total.Times[clock], clock)+" "+d.ClockName(clock))
	}
	says := words.Text("{1}. The time of each thread between its first and last record in the selection: {2}")
	if d.ExcludesIdle() {
		says = "{1}. The time of each thread between its first and last record in the selection, without idle waits: {2}"
	}
	return words.Say(says, d.TotalText(), words.List(parts))
}
