package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// Changes is the desk of two traces beside each other, A and B: what is compared, in what figures, and
// what is chosen of it.
type Changes struct {
	*Page
	Actions    PairActions
	Line       ask.Line          // to the engine that compares
	About      *message.Compared // nil until it is known
	Generation int               // raised by each comparison: its methods and paths have other numbers
	Tab        string            // id of the view that is shown

	Ranges [2]message.Scope // what of A and of B is compared, but for its threads

	Clock message.Clock
	Scale message.Scale
	Order message.ChangeOrder
	Way   message.ChangeWay
	Text  string // searched for

	Pair  uint32    // the method that is chosen, NoNode for none, or while it is looked for by its names
	Texts [2]string // its names, as a Repair has them
}

// Ready reports whether there is anything to show.
func (d *Changes) Ready() bool { return d.About != nil && d.About.Refusal == "" }

// Choose chooses a method.
func (d *Changes) Choose(pair uint32, texts [2]string) { d.Pair, d.Texts = pair, texts }

// Resolving reports whether a method is chosen that is yet to be found in what is compared now.
func (d *Changes) Resolving() bool { return d.Pair == message.NoNode && d.Texts != [2]string{} }

// ClearMethod chooses none.
func (d *Changes) ClearMethod() { d.Pair, d.Texts = message.NoNode, [2]string{} }

// HasClock reports whether both have a clock in common.
func (d *Changes) HasClock() bool { return d.About != nil && len(d.About.Clocks) > 0 }

// Clocks are those that both have.
func (d *Changes) Clocks() []message.Clock {
	if d.About == nil {
		return nil
	}
	return d.About.Clocks
}

// NextClock goes on to the next of them.
func (d *Changes) NextClock() {
	if clocks := d.Clocks(); len(clocks) > 0 {
		d.Clock = clocks[(slices.Index(clocks, d.Clock)+1)%len(clocks)]
	}
}

// Sampled reports whether either was recorded by sampling: its calls are times seen.
func (d *Changes) Sampled() bool { return d.About != nil && d.About.Sampled != [2]bool{} }

// CallsTerm is what numbers of calls are called.
func (d *Changes) CallsTerm() string {
	if d.Sampled() {
		return words.T("Times seen")
	}
	return words.T("Calls")
}

// ClockName is what a clock is called.
func (d *Changes) ClockName(clock message.Clock) string {
	if clock == message.CPU && d.About != nil && d.About.Event != "" {
		return words.ClipTo(d.About.Event, 24)
	}
	return [...]string{words.T("Wall"), words.T("CPU"), words.T("Waiting")}[clock]
}

// Time writes a figure by the clock, on the scale; Measured as it was measured; Calls a number of calls.
func (d *Changes) Time(n int64) string { return words.Scale(d.Scale.Unit).Time(n, d.isCount()) }

func (d *Changes) Measured(n int64) string { return words.Amount(n, d.isCount()) }

func (d *Changes) Calls(n int64) string { return words.Scale(d.Scale.Unit).Calls(n) }

func (d *Changes) isCount() bool {
	return d.Clock == message.CPU && d.About != nil && d.About.Event != ""
}

// Changed writes a change of what figure writes, and says by a class whether it rose or fell.
func Changed(of [2]int64, figure func(int64) string) (text, class string) {
	switch n := of[1] - of[0]; {
	case n > 0:
		class = "rose"
	case n < 0:
		class = "fell"
	}
	return words.Signed(of[1]-of[0], figure), class
}

// ChangeLabel is a method as the lists of changes write it: without its package, and with what is special
// about it before it.
func ChangeLabel(c *message.Change) string {
	return words.Clip(ChangePrefix(c) + words.ShortLabel(c.Name))
}

// ChangePrefix is what is special about a method, "" for nothing: one side alone has it, or its pair is guessed.
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

// FullName says in full what a row is of, and how it was paired.
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

// PairingRule says by which rule two methods were paired.
func PairingRule(c *message.Change) string {
	rule := words.Filled(c.Rule).String()
	if c.By != "" {
		return words.Say("paired by {1}, by {2}", rule, words.Filled(c.By).String())
	}
	return words.Say("paired by {1}", rule)
}
