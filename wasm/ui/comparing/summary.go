package comparing

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// Facts returns the line that describes the comparison.
func (r *Room) Facts() string {
	if r.desk.About == nil {
		return ""
	}
	n := r.desk.About.Methods
	return words.Say("{1} in both, {2} in A alone, {3} in B alone",
		words.Plural(int64(n[0]), "method", "methods"), words.Count(int64(n[1])), words.Count(int64(n[2])))
}

// Printed returns the same line.
func (r *Room) Printed() string { return r.Facts() }

// Read returns the totals for the status line.
func (r *Room) Read() string { return r.totals() }

// Spoken returns the selection as text for screen readers.
func (r *Room) Spoken() string {
	return r.Current().Status().Spoken
}

// totals returns the measured totals of both traces.
func (r *Room) totals() string {
	d := r.desk
	if !d.Ready() {
		return ""
	}
	s := words.Say("{1}: A {2}, B {3}", d.CallsTerm(), words.Count(d.About.Calls[0]), words.Count(d.About.Calls[1]))
	if d.HasClock() {
		a, b := d.About.Times[0][d.Clock], d.About.Times[1][d.Clock]
		says := words.Text(" · {1} in calls: A {2}, B {3} ({4})")
		if d.HasIdle() {
			says = " · {1} in calls without idle waits: A {2}, B {3} ({4})"
		}
		s += words.Say(says, d.ClockName(d.Clock), d.Measured(a), d.Measured(b), words.Signed(b-a, d.Measured))
	}
	return s
}

// mostLargest limits the increases at the top of the room, and the decreases. It leaves out changes that are smaller than the largest
// one divided by leastLarge.
const mostLargest, leastLarge = 3, 100

// A sum is a measured total of both traces, and its change. Class shows whether it grew.
type sum struct{ Term, Values, Change, Class string }

// headline returns the measured totals. Idle waits are apart: how long a thread waits for work says nothing about the cost
// of its work.
func (r *Room) headline() (all []sum) {
	d := r.desk
	if !d.Ready() {
		return nil
	}
	if d.HasClock() {
		in := words.Text("{1} in calls")
		switch {
		case d.HasIdle() && d.Sampled():
			in = "{1} in methods without idle waits"
		case d.HasIdle():
			in = "{1} in calls without idle waits"
		case d.Sampled():
			in = "{1} in methods"
		}
		all = append(all, sumOf(words.Say(in, d.ClockName(d.Clock)), [2]int64{d.About.Times[0][d.Clock], d.About.Times[1][d.Clock]}, d.Measured))
		if d.HasIdle() {
			idle := d.About.Idle
			waits := sumOf(words.T("Idle"), [2]int64{idle[0][d.Clock], idle[1][d.Clock]}, d.Measured)
			waits.Class = "" // neither better nor worse
			all = append(all, waits)
		}
	}
	return append(all, sumOf(d.CallsTerm(), d.About.Calls, words.Count))
}

// sumOf returns a total, and its change with the share of A.
func sumOf(term string, of [2]int64, figure func(int64) string) sum {
	by, class := desk.Changed(of, figure)
	if of[0] > 0 && of[1] != of[0] {
		by += ", " + words.Change(float64(of[0]), float64(of[1]))
	}
	return sum{term, figure(of[0]) + " → " + figure(of[1]), by, class}
}

// A large is one of the largest changes.
type large struct{ Name, Title, Change, Class string }

// largestBy names the figure that orders the largest changes.
func (r *Room) largestBy() string {
	switch d := r.desk; {
	case d.HasClock() && d.HasIdle() && !d.Idle:
		return words.Say("Largest changes of exclusive time ({1}): without callees and idle waits", d.ClockName(d.Clock))
	case d.HasClock():
		return words.Say("Largest changes of exclusive time ({1}): without callees", d.ClockName(d.Clock))
	case d.Sampled():
		return words.T("Largest changes of times seen")
	}
	return words.T("Largest changes of calls")
}

// mostChanged returns the methods with the largest increases, then those with the largest decreases.
func (r *Room) mostChanged() (all []*message.Change) {
	largest := int64(0)
	for i, rows := range r.most {
		if len(rows) > 0 {
			of := ranked(r.desk, &rows[0])
			largest = max(largest, of[1-i]-of[i])
		}
	}
	for i, rows := range r.most {
		for k := range rows {
			if of := ranked(r.desk, &rows[k]); of[i] < of[1-i] && of[1-i]-of[i] >= largest/leastLarge {
				all = append(all, &rows[k])
			}
		}
	}
	return all
}

// ranked returns the figure that orders the largest changes.
func ranked(d *desk.Changes, c *message.Change) [2]int64 {
	if d.HasClock() {
		return c.Exclusive
	}
	return c.Calls
}

// largest returns the largest increases, then the largest decreases.
func (r *Room) largest() (all []large) {
	d := r.desk
	if !d.Ready() {
		return nil
	}
	for _, c := range r.mostChanged() {
		of, figure := ranked(d, c), words.Count
		if d.HasClock() {
			figure = d.Measured
		}
		by, class := desk.Changed(of, figure)
		all = append(all, large{desk.ChangeLabel(c), desk.FullName(c), by + " (" + figure(of[0]) + " → " + figure(of[1]) + ")", class})
	}
	return all
}

// remarks returns the limits of the figures, or the reason why the comparison failed.
func (r *Room) remarks() string {
	about := r.desk.About
	switch {
	case about == nil:
		return ""
	case about.Refusal != "":
		return words.Clip(words.Filled(about.Refusal).String())
	}
	all := make([]string, len(about.Remarks))
	for i, one := range about.Remarks {
		all[i] = words.Filled(one).String()
	}
	if r.differ != nil && r.differ.Start != "" {
		all = append(all, r.differ.Start)
	}
	return words.Clip(strings.Join(all, " "))
}

// scopes describes the compared ranges, "" for whole traces.
func (r *Room) scopes() string {
	var parts []string
	for i, s := range r.desk.Ranges {
		if s.From > 0 || s.To < message.Whole {
			from, to := words.Range(s.From, s.To)
			parts = append(parts, words.Say("{1} from {2} to {3}", [2]string{"A", "B"}[i], from, to))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return words.Say("Comparing a part: {1}.", words.List(parts))
}

// guesses returns the number of guessed pairs, as text.
func (r *Room) guesses() string {
	if r.desk.About == nil || r.desk.About.Methods[3] == 0 {
		return ""
	}
	return words.Plural(int64(r.desk.About.Methods[3]), "pair is guessed (≈)", "pairs are guessed (≈)")
}

// corrected returns the text of the button that undoes corrections.
func (r *Room) corrected() string {
	n := len(r.repairs) + len(r.threads)
	if n == 0 {
		return ""
	}
	return words.Say("Undo {1}", words.Plural(int64(n), "correction", "corrections"))
}

// tally returns the number of rows, as text.
func (r *Room) tally() string {
	return r.Current().Status().Tally
}
