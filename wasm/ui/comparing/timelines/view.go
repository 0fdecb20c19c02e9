// Package timelines is the timelines of two traces above each other, on one axis.
package timelines

import (
	"math"
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// An alignment is how both lie on the axis.
type alignment uint8

const (
	atStart   alignment = iota // both begin at one place
	atCalls                    // two calls of one method do: the first ones, or those chosen
	stretched                  // both begin and end at one place
)

// A View is how the timelines look, and the component of their panel.
type View struct {
	desk  *desk.Changes
	sides [2]side
	turn  int

	aligned alignment
	at      [2]float64 // ns of what is at one place
}

// A side is one of the timelines.
type side struct {
	pane   canvas.Pane // in ns of its own trace
	chosen message.SidePlace
	has    bool       // a call is
	reveal bool       // it is to be brought into view
	brush  [2]float64 // the range that a drag under way would choose
	query  ask.Query[*message.SidePlace]

	collapsed []uint32 // threads shown as one row
	unfolded  []uint32 // threads whose framework is shown with all its rows

	tip      canvas.Tip
	pointing ask.Query[*message.SidePlace] // the call under the pointer
	pointed  *message.SidePlace
}

// New makes the view.
func New(d *desk.Changes) *View {
	v := &View{desk: d}
	v.sides[0].pane.ID, v.sides[1].pane.ID = canvas.Timeline, canvas.Beside
	return v
}

// Open begins with other traces.
func (v *View) Open() {
	*v = View{desk: v.desk, sides: [2]side{{pane: v.sides[0].pane}, {pane: v.sides[1].pane}}}
	for i := range v.sides {
		v.sides[i].pane.Reset(1, 1)
	}
}

// Tab is the view's.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "timelines", Name: "Timelines"} }

// Canvases are those that it draws on.
func (v *View) Canvases() []canvas.ID { return []canvas.ID{canvas.Timeline, canvas.Beside} }

// span is how long a trace is.
func (v *View) span(i int) float64 {
	if about := v.desk.Both.About[i]; about != nil {
		return math.Max(1, float64(about.Span))
	}
	return 1
}

// unit is how many ns of A one of B is drawn as.
func (v *View) unit() float64 {
	if v.aligned == stretched {
		return v.span(0) / v.span(1)
	}
	return 1
}

// across is the place in the other trace that is drawn at a place of this one.
func (v *View) across(i int, at float64) float64 {
	if i == 0 {
		return v.at[1] + (at-v.at[0])/v.unit()
	}
	return v.at[0] + (at-v.at[1])*v.unit()
}

// align lays both on the axis anew, and shows all.
func (v *View) align(how alignment, at [2]float64) {
	v.aligned, v.at = how, at
	for i := range v.sides {
		p := &v.sides[i].pane
		scroll := p.View.ScrollY
		p.Reset(math.Max(v.span(i), v.across(1-i, v.span(1-i))), 100)
		p.Start, p.View.ScrollY = math.Min(0, v.across(1-i, 0)), scroll
		p.ShowAll()
	}
}

// alignAtFirst aligns both at the first calls of the chosen method.
func (v *View) alignAtFirst() {
	d := v.desk
	texts := d.Texts
	if texts[0] == "" || texts[1] == "" {
		return
	}
	v.sides[0].query.Ask(&d.Line, &message.SideCall{Side: 0, Texts: texts}, func(a *message.SidePlace) {
		v.sides[1].query.Ask(&d.Line, &message.SideCall{Side: 1, Texts: texts}, func(b *message.SidePlace) {
			if !a.Found || !b.Found {
				d.Say(words.T("It has no call of its own to align at."))
				return
			}
			v.align(atCalls, [2]float64{float64(a.From), float64(b.From)})
			v.take(0, a)
			v.take(1, b)
		})
	})
}

// take chooses a call.
func (v *View) take(i int, m *message.SidePlace) {
	s := &v.sides[i]
	s.chosen, s.has, s.reveal = *m, m.Found, m.Found
	if !m.Found {
		return
	}
	if int(m.Call.Depth) < v.framework(i, m.Call.Thread) { // else it could not be seen
		s.unfolded = append(slices.Clone(s.unfolded), m.Call.Thread)
	}
	s.collapsed = slices.DeleteFunc(slices.Clone(s.collapsed), func(t uint32) bool { return t == m.Call.Thread })
}

// framework is how many of a thread's outermost levels a line stands for.
func (v *View) framework(i int, thread uint32) int {
	about := v.desk.Both.About[i]
	if about == nil || slices.Contains(v.sides[i].unfolded, thread) {
		return 0
	}
	at := slices.IndexFunc(about.Threads, func(t message.Thread) bool { return t.Index == thread })
	if at < 0 {
		return 0
	}
	return about.Threads[at].Framework
}

// choose chooses a call in one of the timelines, and in the other its counterpart: of the same method on
// the same thread the call with as many before it.
func (v *View) choose(i int, call message.CallRef) {
	d := v.desk
	v.sides[i].query.Ask(&d.Line, &message.SideCall{Side: uint8(i), HasCall: true, Call: call}, func(m *message.SidePlace) {
		v.take(i, m)
		v.sides[i].reveal = false // it is where the pointer is
		v.sides[1-i].has = false
		v.sides[1-i].query.Ask(&d.Line, &message.SideCall{Side: uint8(1 - i), Texts: m.Texts, Lanes: m.Lanes, Nth: m.Nth}, func(other *message.SidePlace) {
			v.take(1-i, other)
			if pair := min(m.Pair, other.Pair); pair != message.NoNode { // B's engine knows it
				d.Choose(pair, other.Texts)
			}
			if p := &v.sides[1-i].pane; other.Found && (float64(other.To) < p.View.From || float64(other.From) > p.View.To) {
				v.bring(i, float64(m.From), float64(other.From))
			}
			d.Host.Redraw()
		})
	})
}

// bring aligns both at two calls of which one would not be seen; the other stays where it is.
func (v *View) bring(i int, here, there float64) {
	view := v.sides[i].pane.View
	at := [2]float64{here, there}
	if i == 1 {
		at[0], at[1] = there, here
	}
	v.align(atCalls, at)
	v.sides[i].pane.Show(view.From, view.To)
	v.follow(i)
}

// follow has the other timeline show what this one does.
func (v *View) follow(i int) {
	from, to := &v.sides[i].pane, &v.sides[1-i].pane
	to.View.From, to.View.To = v.across(i, from.View.From), v.across(i, from.View.To)
}

// A linked is one of the timelines as gestures move it: the other moves with it in time.
type linked struct {
	*canvas.Pane
	view *View
	side int
}

func (l linked) Preview(h canvas.Host) {
	l.view.follow(l.side)
	for i := range l.view.sides {
		l.view.sides[i].pane.Preview(h)
	}
}

func (v *View) linked(i int) linked { return linked{&v.sides[i].pane, v, i} }

// Wants asks for both pictures.
func (v *View) Wants() {
	d := v.desk
	if v.turn != d.Turn {
		if v.turn == 0 {
			v.align(atStart, [2]float64{})
			for i, about := range d.Both.About {
				if about != nil {
					v.sides[i].collapsed = desk.Minor(about)
				}
			}
		}
		v.turn = d.Turn
	}
	for i := range v.sides {
		s := &v.sides[i]
		t := message.Timeline{
			View: s.pane.View, Collapsed: s.collapsed, Unfolded: s.unfolded, Method: message.NoNode, Colour: message.ColourByOrigin, Find: d.Text, Clock: d.Clock,
		}
		if s.has {
			t.Selected, t.HasCall = s.chosen.Call, true
			if s.reveal {
				t.Reveal = message.RevealCall
			}
		}
		s.pane.Want(d.Host, &message.SideChart{Side: uint8(i), Chart: t})
		v.point(i)
		v.mark(i)
	}
}

// point asks about the call under the pointer.
func (v *View) point(i int) {
	s := &v.sides[i]
	hit := s.pane.Hover.Hit
	if !s.pane.Hover.Shown || s.pointed != nil && s.pointed.Call != hit.Call() {
		s.pointed = nil
	}
	if !s.pane.Hover.Shown || hit.Merged || hit.Method == message.NoNode {
		return
	}
	s.pointing.Want(&v.desk.Line, &message.SideCall{Side: uint8(i), HasCall: true, Call: hit.Call(), Brief: true}, func(m *message.SidePlace) {
		if m.Found && m.Call == s.pane.Hover.Hit.Call() {
			s.pointed = m
		}
	})
}

// of is the timeline on a canvas.
func (v *View) of(c canvas.ID) int {
	if c == canvas.Beside {
		return 1
	}
	return 0
}

// Input takes what happened on a canvas.
func (v *View) Input(in canvas.Input) {
	i := v.of(in.Canvas)
	v.sides[i].pane.Take(v.desk.Host, in, canvas.InChanges, false, touched{v, i})
}

// A touched is one of the timelines as a canvas.Chart.
type touched struct {
	*View
	side int
}

// Zone is the part of the canvas that an input is on.
func (t touched) Zone(in canvas.Input) canvas.Zone {
	if p := &t.sides[t.side].pane; in.StartingY() >= p.Top {
		return p.Zone(in)
	}
	return canvas.OnRuler
}

// choosing chooses a range of one of the traces by a drag, once it ends: until then nothing is compared anew.
func (v *View) choosing(i int, in canvas.Input) {
	s := &v.sides[i]
	anchor := s.pane.At(in.StartX)
	s.pane.Dragged(in, func(in canvas.Input) {
		at := s.pane.At(in.X)
		s.brush = [2]float64{math.Max(0, math.Min(anchor, at)), math.Min(v.span(i), math.Max(anchor, at))}
		if in.Kind == canvas.DragEnd {
			v.desk.Both.Range(i, int64(s.brush[0]), int64(s.brush[1]))
			s.brush = [2]float64{}
		}
		v.mark(i)
		v.desk.Host.Redraw()
	})
}

// mark draws the chosen range over one of the timelines.
func (v *View) mark(i int) {
	s := &v.sides[i]
	m := canvas.Marks{From: 1, Cursor: math.Inf(-1), BoxFrom: 1}
	if of := v.desk.Ranges[i]; s.brush[1] > s.brush[0] {
		m.From, m.To = s.brush[0], s.brush[1]
	} else if of.From > 0 || of.To < message.Whole {
		m.From, m.To = float64(of.From), float64(of.To)
	}
	s.pane.Mark(v.desk.Host, m)
}

// Touch does what a gesture on the canvas means.
func (t touched) Touch(act canvas.Act, in canvas.Input) {
	s := &t.sides[t.side]
	switch {
	case act == canvas.Choose && in.Hit.Method != message.NoNode:
		t.choose(t.side, in.Hit.Call())
	case act == canvas.Choose && in.Hit.Line():
		s.unfolded = desk.Toggled(s.unfolded, in.Hit.Thread)
	case act == canvas.Choose && in.Hit.OK && in.Hit.Method == message.NoNode && !in.Hit.Merged: // the thread's own row
		s.collapsed = desk.Toggled(s.collapsed, in.Hit.Thread)
	case act == canvas.Brush:
		t.choosing(t.side, in)
	case act == canvas.LetGo && in.Y < s.pane.Top:
		t.desk.Both.Range(t.side, 0, 0)
	case act == canvas.Choose || act == canvas.LetGo:
		t.sides[0].has, t.sides[1].has = false, false
	case act == canvas.ZoomTo && in.Hit.Method != message.NoNode:
		s.pane.Around(s.pane.At(in.Hit.X), s.pane.At(in.Hit.X+in.Hit.W))
		t.linked(t.side).Preview(t.desk.Host)
	default:
		s.pane.Move(t.desk.Host, t.linked(t.side), act, in)
	}
}

// Do does a gesture of the keyboard, to both.
func (v *View) Do(act canvas.Act) bool {
	p := &v.sides[0].pane
	x, y := p.Middle()
	return p.Do(v.desk.Host, v.linked(0), act, x, y)
}

// Drawn takes the layout of the list that is now on a canvas.
func (v *View) Drawn(g canvas.Geometry) {
	s := &v.sides[v.of(g.Canvas)]
	s.pane.Drawn(g)
	if s.reveal && !g.Stale {
		s.reveal, s.pane.View.ScrollY = false, g.ScrollY
	}
	v.mark(v.of(g.Canvas))
}

// Key is nobody's: the panel has no table.
func (v *View) Key(canvas.Key) bool { return false }

// Sized is of no box of the panel.
func (v *View) Sized(string, float64, float64) bool { return false }

// Pictures are what can be saved of it.
func (v *View) Pictures() []desk.Export {
	return []desk.Export{
		{ID: "changes-a-svg", Name: "Timeline of A, SVG", About: "as it is on the screen now", Ending: ".a.svg", Canvas: canvas.Timeline},
		{ID: "changes-a-png", Name: "Timeline of A, PNG", About: "the same in the screen’s pixels", Ending: ".a.png", Canvas: canvas.Timeline},
		{ID: "changes-b-svg", Name: "Timeline of B, SVG", About: "as it is on the screen now", Ending: ".b.svg", Canvas: canvas.Beside},
		{ID: "changes-b-png", Name: "Timeline of B, PNG", About: "the same in the screen’s pixels", Ending: ".b.png", Canvas: canvas.Beside},
	}
}

// ---- What the panel shows ----

func (v *View) shown() bool { return v.desk.Tab == v.Tab().ID }

// place is the tip over one of the canvases.
func (v *View) place(i int) vugu.Builder {
	s := &v.sides[i]
	t := &s.tip
	if !t.Place(&s.pane) {
		return t
	}
	switch m := s.pointed; {
	case s.pane.Hover.Hit.Merged:
		t.Note = words.T("Several calls, each narrower than a pixel. Zoom in to tell them apart.")
	case m != nil && m.Call == s.pane.Hover.Hit.Call():
		name, _, _ := strings.Cut(m.Texts[i], "(")
		t.First, t.Last = words.CutLabel(words.Clip(name))
		t.Facts = []node.Fact{{Term: words.T("Inclusive"), Text: words.Duration(m.To - m.From)}, {Term: words.T("From"), Text: words.Precise(m.From)}}
	}
	return t
}

// methodText is what the button for a method's first calls says.
func (v *View) methodText() string {
	if t := v.desk.Texts; t[0] != "" && t[1] != "" && v.desk.Pair != message.NoNode {
		return words.Say("at the first {1}", words.Clip(words.ShortText(t[1])))
	}
	return words.T("at a method’s first call")
}

// told says what is chosen: in both how long it took, and when.
func (v *View) told() string {
	a, b := &v.sides[0], &v.sides[1]
	one := func(name string, m *message.SidePlace) string {
		return words.Say("{1}: {2} from {3}", name, words.Duration(m.To-m.From), words.Precise(m.From))
	}
	switch {
	case a.has && b.has:
		change := words.Signed(b.chosen.To-b.chosen.From-a.chosen.To+a.chosen.From, words.Duration)
		return words.Say("{1} · {2} · {3} ({4})", words.Clip(words.ShortText(b.chosen.Texts[1])), one("A", &a.chosen), one("B", &b.chosen), change)
	case a.has:
		return words.Say("{1} · {2}; B has no counterpart of it.", words.Clip(words.ShortText(a.chosen.Texts[0])), one("A", &a.chosen))
	case b.has:
		return words.Say("{1} · {2}; A has no counterpart of it.", words.Clip(words.ShortText(b.chosen.Texts[1])), one("B", &b.chosen))
	}
	return words.T("Click a call: its counterpart in the other trace is shown too. Drag on a ruler: that part is compared.")
}

// Spoken tells a screen reader the same.
func (v *View) Spoken() string { return v.told() }

// clicked finds what was clicked by its id.
func (v *View) clicked(event vugu.DOMEvent) {
	node.Routes{
		"align-start":   func(int) { v.align(atStart, [2]float64{}) },
		"align-call":    func(int) { v.alignAtFirst() },
		"align-stretch": func(int) { v.align(stretched, [2]float64{}) },
	}.Take(event)
}
