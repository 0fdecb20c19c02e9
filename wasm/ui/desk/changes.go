package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/bar"
)

// Changes is the desk of two compared traces, A and B: the compared scope, the unit of the figures, and the
// selection.
type Changes struct {
	*Page
	Actions    PairActions
	About      *message.Compared // nil until the first comparison arrives
	Generation int               // raised by each comparison, because numbers of methods and paths change
	Tab        string            // id of the visible view

	Filter string           // of the figures of both, in the language of package query; "" for none
	Terms  query.Terms      // of Filter
	Ranges [2]message.Scope // compared range of A and of B; their threads are ignored
	Idle   bool             // figures include idle waits

	Clock message.Clock
	Scale message.Scale
	Order message.ChangeOrder
	Way   message.ChangeWay
	Text  string // the search
	Edit  Edit

	Pair  uint32    // number of the selected method; NoNode for none, or while its number is unknown
	Texts [2]string // names of the selected method in A and B, as message.Repair writes them
	Name  string    // of the selected method in lists; "" until it arrives
}

// Find searches for a text, "" to clear the search.
func (d *Changes) Find(text string) { d.Text, d.Edit = text, Edit{} }

// ChangesLanguage describes the search of compared traces, and how to filter them.
func ChangesLanguage() string {
	return words.T("Press Ctrl + Enter to limit the figures of A and B to the matches. Terms such as drop:word, merge:word and slower:10ms are those of a trace's filter")
}

// Ready reports whether the comparison succeeded.
func (d *Changes) Ready() bool { return d.About != nil && d.About.Refusal == "" }

// Choose selects a method.
func (d *Changes) Choose(pair uint32, texts [2]string) {
	if d.Texts != texts {
		d.Name = ""
	}
	d.Pair, d.Texts = pair, texts
}

// Resolving reports whether a method is selected whose number in this comparison is not known yet.
func (d *Changes) Resolving() bool { return d.Pair == message.NoNode && d.Texts != [2]string{} }

// ClearMethod clears the selected method.
func (d *Changes) ClearMethod() { d.Choose(message.NoNode, [2]string{}) }

// HasClock reports whether both traces have a clock in common.
func (d *Changes) HasClock() bool { return d.About != nil && len(d.About.Clocks) > 0 }

// Clocks returns the clocks that both traces have.
func (d *Changes) Clocks() []message.Clock {
	if d.About == nil {
		return nil
	}
	return d.About.Clocks
}

// NextClock switches to the next common clock.
func (d *Changes) NextClock() {
	if clocks := d.Clocks(); len(clocks) > 0 {
		d.Clock = clocks[(slices.Index(clocks, d.Clock)+1)%len(clocks)]
	}
}

// Sampled reports whether either trace was recorded by sampling. Its calls are then "times seen".
func (d *Changes) Sampled() bool { return d.About != nil && d.About.Sampled != [2]bool{} }

// CallsTerm returns the term for numbers of calls.
func (d *Changes) CallsTerm() string {
	if d.Sampled() {
		return words.T("Times seen")
	}
	return words.T("Calls")
}

// ClockName returns the name of a clock in the interface.
func (d *Changes) ClockName(clock message.Clock) string { return ClockName(clock, d.event()) }

// HasIdle reports whether a trace has idle waits by the clock.
func (d *Changes) HasIdle() bool {
	return d.Ready() && d.HasClock() && d.About.Idle[0][d.Clock]|d.About.Idle[1][d.Clock] != 0
}

// event returns the name of the events that the traces count by the CPU clock, "" if it measures time.
func (d *Changes) event() string {
	if d.About == nil {
		return ""
	}
	return d.About.Event
}

// ClockChoice returns the buttons that choose the clock.
func (d *Changes) ClockChoice() *bar.Row {
	return ClockChoice("changes-", d.Clocks(), d.event(), &d.Clock)
}

// ClockName returns the name of a clock of compared traces. event is the name of the events that they count by the CPU
// clock, "" if it measures time.
func ClockName(clock message.Clock, event string) string {
	if clock == message.CPU && event != "" {
		return words.ClipTo(event, mostMeasure)
	}
	return [...]string{words.T("Wall"), words.T("CPU"), words.T("Waiting")}[clock]
}

// ClockChoice returns the buttons that choose one of the clocks of compared traces. Their ids begin with stem.
func ClockChoice(stem string, clocks []message.Clock, event string, chosen *message.Clock) *bar.Row {
	row := bar.Choice(words.T("Clock"))
	row.Hidden = len(clocks) == 0
	for _, clock := range clocks {
		row.Buttons = append(row.Buttons, bar.Button{
			ID:   stem + [...]string{message.Wall: "wall", message.CPU: "cpu", message.Waiting: "waiting"}[clock],
			Name: ClockName(clock, event), State: bar.Is(*chosen == clock), Do: func() { *chosen = clock },
		})
	}
	return row
}

// Time formats a figure by the clock, in the current unit. Measured formats it as measured, and Calls formats a
// number of calls.
func (d *Changes) Time(n int64) string { return words.Scale(d.Scale.Unit).Time(n, d.isCount()) }

func (d *Changes) Measured(n int64) string { return words.Amount(n, d.isCount()) }

func (d *Changes) Calls(n int64) string { return words.Scale(d.Scale.Unit).Calls(n) }

func (d *Changes) isCount() bool { return d.Clock == message.CPU && d.event() != "" }

// Changed formats the difference of A and B with figure. It returns the CSS class "rose", "fell" or "".
func Changed(of [2]int64, figure func(int64) string) (text, class string) {
	switch n := of[1] - of[0]; {
	case n > 0:
		class = "rose"
	case n < 0:
		class = "fell"
	}
	return words.Signed(of[1]-of[0], figure), class
}

// ChangeLabel returns a method's label in lists of changes: its prefix, and its name without the package.
func ChangeLabel(c *message.Change) string {
	return words.Clip(ChangePrefix(c) + words.ShortLabel(c.Name))
}

// ChangePrefix returns "new: ", "gone: " or "≈ " for a guessed pair; "" for all other methods.
func ChangePrefix(c *message.Change) string {
	switch {
	case !c.A:
		return words.Say("new: {1}", "")
	case !c.B:
		return words.Say("gone: {1}", "")
	case c.Guess:
		return "≈ "
	}
	return ""
}

// FullName returns the full name of a row, and how it was paired if the names in A and B differ.
func FullName(c *message.Change) string {
	s := c.Texts[1]
	if s == "" {
		s = c.Texts[0]
	}
	if c.Was != "" {
		s = words.Say("{1}, in A {2}, {3}", s, c.Texts[0], PairingRule(c))
	}
	return words.Clip(s)
}

// PairingRule returns the rule that paired two methods, as text.
func PairingRule(c *message.Change) string {
	rule := words.Filled(c.Rule).String()
	if c.By != "" {
		return words.Say("paired by {1}, by {2}", rule, words.Filled(c.By).String())
	}
	return words.Say("paired by {1}", rule)
}
