package comparing

import (
	"cmp"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
)

// A method is the selected method, and the method whose calls the figures are for.
type method struct {
	desk     *desk.Changes
	edges    ask.Query[*message.ChangeRelatives]
	reply    *message.ChangeRelatives // relatives of the selected method
	perCallA string                   // name in A of the method in the desk's scale
	perName  string                   // its name in lists; "" until it arrives
	per      string                   // key of the method in a link until it is found, "" for none
	findPer  ask.Query[*message.ChangeRelatives]
}

// setRelatives stores the relatives of the selected method. If only its name was known, it selects the method found.
func (r *method) setRelatives(m *message.ChangeRelatives) {
	d := r.desk
	switch {
	case !d.Resolving():
	case m.Of.Pair == message.NoNode:
		says := words.T("The method to select is not called in the compared part.")
		if !message.IsKey(d.Texts[0]) {
			says = words.Say("{1} is not called in the compared part.", words.Clip(words.ShortText(cmp.Or(d.Texts[1], d.Texts[0]))))
		}
		d.Notify(says)
		d.ClearMethod()
	default:
		d.Choose(m.Of.Pair, m.Of.Texts)
	}
	if m.Of.Pair == d.Pair {
		r.reply, d.Name = m, m.Of.Name
	}
}

// setPerCall makes all figures those of one call of the method in a link.
func (r *method) setPerCall(m *message.ChangeRelatives) {
	if r.per == "" {
		return
	}
	r.per = ""
	r.findPer.Invalidate()
	if !callable(&m.Of) {
		r.desk.Notify(words.T("The per-call method is not called in both traces."))
		return
	}
	r.setScale(&m.Of)
}

// chosen returns the relatives of the selected method, nil until they arrive. After a new comparison, it returns the former
// ones until the method is found again.
func (r *method) chosen() *message.ChangeRelatives {
	if r.reply != nil && r.desk.Ready() && (r.reply.Of.Pair == r.desk.Pair || r.desk.Resolving() && keysOf(r.reply.Of.Texts) == keysOf(r.desk.Texts)) {
		return r.reply
	}
	return nil
}

// toRelative selects a caller or a callee of the selected method.
func (r *method) toRelative(n int, caller bool) {
	of := r.chosen()
	if of == nil {
		return
	}
	edges := of.Callees
	if caller {
		edges = of.Callers
	}
	if n < 0 || n >= len(edges) || edges[n].Pair == message.NoNode {
		return
	}
	pair := edges[n].Pair
	if r.desk.Resolving() { // the relatives are those of the previous comparison
		pair = message.NoNode
	}
	r.desk.Choose(pair, edges[n].Texts)
}

// perCall makes all figures those of one call of the selected method.
func (r *method) perCall() {
	if r.callable() {
		r.setScale(&r.chosen().Of)
	}
}

func (r *method) setScale(of *message.Change) {
	r.desk.Scale = message.Scale{Unit: message.PerCall, Method: of.Texts[1]}
	r.perCallA, r.perName = of.Texts[0], of.Name
}

// callable reports whether the selected method is called in both traces.
func (r *method) callable() bool {
	of := r.chosen()
	return of != nil && callable(&of.Of)
}

// callable reports whether both traces call a method.
func callable(c *message.Change) bool { return c.A && c.B && c.Calls[0] > 0 && c.Calls[1] > 0 }

// showIn shows one of the traces, with the method selected in it.
func (r *method) showIn(i int) {
	if of := r.chosen(); of != nil {
		r.desk.Actions.Show(i, of.Of.Texts[i])
	}
}

// splitPair separates the two methods of the selected row.
func (r *Room) splitPair() {
	if of := r.chosen(); of != nil {
		r.repairs = append(r.repairs, repair(of.Of.Texts, true))
	}
}

// perCallText returns the text of the button for figures of one call, "" if it is off.
func (r *method) perCallText() string {
	switch s := &r.desk.Scale; {
	case s.Unit == message.PerCall:
		return words.Say("per call of {1}", words.Clip(cmp.Or(words.ShortLabel(r.perName), words.ShortText(s.Method))))
	case r.callable():
		return words.Say("per call of {1}", words.Clip(words.ShortLabel(r.reply.Of.Name)))
	}
	return ""
}

// An edge is a line of the callers or the callees.
type edge struct {
	Name, Calls, Time, Class string
	Known                    bool // it can be selected
}

// relatives formats callers or callees.
func (r *method) relatives(of []message.ChangeEdge) (all []edge) {
	d := r.desk
	for i := range of {
		e := &of[i]
		l := edge{Name: words.Clip(words.ShortLabel(e.Name)), Calls: d.Calls(e.Calls[0]) + " → " + d.Calls(e.Calls[1]), Known: e.Pair != message.NoNode}
		if !l.Known {
			l.Name = words.T("(none: the thread starts here)")
		}
		if d.HasClock() {
			by, class := desk.Changed(e.Inclusive, d.Time)
			l.Time, l.Class = d.Time(e.Inclusive[0])+" → "+d.Time(e.Inclusive[1])+" ("+by+")", "num by "+class
		}
		all = append(all, l)
	}
	return all
}

// callers returns the callers of the selected method.
func (r *method) callers() []edge {
	if of := r.chosen(); of != nil {
		return r.relatives(of.Callers)
	}
	return nil
}

// callees returns the callees of the selected method.
func (r *method) callees() []edge {
	if of := r.chosen(); of != nil {
		return r.relatives(of.Callees)
	}
	return nil
}

// name returns the name of the selected method.
func (r *method) name() string {
	if of := r.chosen(); of != nil {
		return words.Clip(of.Of.Name)
	}
	return ""
}

// pairedText describes how the method was paired, "" if its names are equal.
func (r *method) pairedText() string {
	if of := r.chosen(); of != nil && of.Of.Was != "" {
		return words.Clip(words.Say("Its name in A is {1}: {2}.", of.Of.Was, desk.PairingRule(&of.Of)))
	}
	return ""
}

// guessed reports whether the selected pair may be wrong.
func (r *method) guessed() bool {
	of := r.chosen()
	return of != nil && of.Of.A && of.Of.B && of.Of.Was != ""
}

// splitText splits the change of inclusive time into the parts of the number of calls and of the time per call.
func (r *method) splitText() string {
	of := r.chosen()
	if of == nil || !r.desk.HasClock() {
		return ""
	}
	c, time := &of.Of, r.desk.Time
	says := words.Text("Inclusive time {1}: {2} from the number of calls, {3} from the time per call.")
	if r.desk.Sampled() {
		says = "Inclusive time {1}: {2} from times seen, {3} from the time of each."
	}
	s := words.Say(says, words.Signed(c.Inclusive[1]-c.Inclusive[0], time), words.Signed(c.Split[0], time), words.Signed(c.Split[1], time))
	switch a, b := c.Each[0], c.Each[1]; { // their columns are the last ones, which are often off the screen
	case a < 0 || b < 0:
	case r.desk.Sampled():
		s = words.Say("{1} Each time seen is {2} in A, {3} in B.", s, r.desk.Measured(a), r.desk.Measured(b))
	default:
		s = words.Say("{1} A call takes {2} in A, {3} in B.", s, r.desk.Measured(a), r.desk.Measured(b))
	}
	return s
}

// calledIn reports whether a trace calls the selected method: A is 0, B is 1.
func (r *method) calledIn(i int) bool {
	of := r.chosen()
	return of != nil && (i == 0 && of.Of.A || i == 1 && of.Of.B)
}
