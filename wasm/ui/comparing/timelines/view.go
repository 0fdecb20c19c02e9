// Package timelines shows the timelines of two traces above each other on one axis.
package timelines

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the timelines and the component of their panel.
type View struct {
	room.NoView
	desk       *desk.Changes
	lines      [2]line
	generation int

	aligned alignment
	at      [2]float64 // times in ns, one in each trace, that are drawn at the same place
}

// A line is one of the timelines.
type line struct {
	pane      canvas.Pane // in ns of its own trace
	chosen    message.SidePlace
	hasChosen bool       // a call is selected
	reveal    bool       // scroll to the selected call
	brush     [2]float64 // the range of the current drag
	query     ask.Query[*message.SidePlace]

	collapsed []uint32 // threads shown as one row
	unfolded  []uint32 // threads whose framework is shown with all its rows

	tip      canvas.Tip
	pointing ask.Query[*message.SidePlace] // the call under the pointer
	pointed  *message.SidePlace
}

var _ room.View = (*View)(nil)

var tab = desk.Tab{ID: "timelines", Name: "Timelines", Pictures: []export.Group{export.ChangesTimelines}}

// New returns the view.
func New(d *desk.Changes) *View {
	v := &View{desk: d}
	v.lines[0].pane.ID, v.lines[1].pane.ID = canvas.Timeline, canvas.SecondTimeline
	return v
}

// Open resets the view for newly opened traces.
func (v *View) Open() {
	*v = View{desk: v.desk, lines: [2]line{{pane: v.lines[0].pane}, {pane: v.lines[1].pane}}}
	for i := range v.lines {
		v.lines[i].pane.Reset(1, 1)
	}
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return tab }

// Canvases returns the view's canvases.
func (v *View) Canvases() []canvas.ID { return []canvas.ID{canvas.Timeline, canvas.SecondTimeline} }

// setChosen selects a call.
func (v *View) setChosen(i int, m *message.SidePlace) {
	s := &v.lines[i]
	s.chosen, s.hasChosen, s.reveal = *m, m.Found, m.Found
	if !m.Found {
		return
	}
	if int(m.Call.Depth) < v.framework(i, m.Call.Thread) { // else the framework row would hide it
		s.unfolded = append(slices.Clone(s.unfolded), m.Call.Thread)
	}
	s.collapsed = slices.DeleteFunc(slices.Clone(s.collapsed), func(t uint32) bool { return t == m.Call.Thread })
}

// framework returns the number of a thread's outermost levels that are folded into one row.
func (v *View) framework(i int, thread uint32) int {
	about := v.desk.Actions.About[i]
	if about == nil || slices.Contains(v.lines[i].unfolded, thread) {
		return 0
	}
	at := slices.IndexFunc(about.Threads, func(t message.Thread) bool { return t.Index == thread })
	if at < 0 {
		return 0
	}
	return about.Threads[at].Framework
}

// choose selects a call in one timeline, and its counterpart in the other: the call of the same method on the
// same thread with the same number of calls before it.
func (v *View) choose(i int, call message.CallRef) {
	d := v.desk
	v.lines[i].query.Ask(&d.CompareLine, &message.SideCall{Side: uint8(i), HasCall: true, Call: call}, func(m *message.SidePlace) {
		v.setChosen(i, m)
		v.lines[i].reveal = false // the pointer is on it
		v.lines[1-i].hasChosen = false
		v.lines[1-i].query.Ask(&d.CompareLine, &message.SideCall{Side: uint8(1 - i), Texts: m.Texts, Lanes: m.Lanes, Nth: m.Nth}, func(other *message.SidePlace) {
			v.setChosen(1-i, other)
			if pair := min(m.Pair, other.Pair); pair != message.NoNode { // B's engine knows it
				d.Choose(pair, other.Texts)
			}
			if p := &v.lines[1-i].pane; other.Found && (float64(other.To) < p.View.From || float64(other.From) > p.View.To) {
				v.alignAt(i, float64(m.From), float64(other.From))
			}
			d.Host.Redraw()
		})
	})
}

// elements are the ids of the timelines.
var elements = [2]string{"timeline", "timeline-b"}

// Menu opens the menu of the selected call, for the keyboard.
func (v *View) Menu(id string, at desk.Place) bool {
	i := slices.Index(elements[:], id)
	if i < 0 || !v.lines[i].hasChosen {
		return false
	}
	v.openMenu(i, v.lines[i].chosen.Call, desk.Menu{At: at, Element: id})
	return true
}

// openMenu opens the menu of a call.
func (v *View) openMenu(i int, call message.CallRef, m desk.Menu) {
	m.ReturnFocus = elements[i]
	v.lines[i].pointing.Ask(&v.desk.CompareLine, &message.SideCall{Side: uint8(i), HasCall: true, Call: call, Brief: true}, func(p *message.SidePlace) {
		of := message.Change{Name: p.Shown, A: true, B: true}
		of.Texts[i] = p.Texts[i]
		v.desk.OpenMethodMenu(&of, m)
		v.desk.Host.Redraw()
	})
}

// RequestData requests both draw lists.
func (v *View) RequestData() {
	d := v.desk
	if v.generation != d.Generation {
		if v.generation == 0 {
			v.align(atStart, [2]float64{})
			for i, about := range d.Actions.About {
				if about != nil {
					v.lines[i].collapsed = desk.InitiallyCollapsed(about)
				}
			}
		}
		v.generation = d.Generation
	}
	for i := range v.lines {
		s := &v.lines[i]
		t := message.Timeline{
			View: s.pane.View, Collapsed: s.collapsed, Unfolded: s.unfolded, Method: message.NoNode, Colour: message.ColourByOrigin, Find: d.Text, Filter: d.Filter, Clock: d.Clock,
		}
		if s.hasChosen {
			t.Selected, t.HasCall = s.chosen.Call, true
			if s.reveal {
				t.Reveal = message.RevealCall
			}
		}
		s.pane.Want(d.Host, &d.CompareLine, &message.SideChart{Side: uint8(i), Chart: t})
		v.point(i)
		v.mark(i)
	}
}

// point requests details of the call under the pointer.
func (v *View) point(i int) {
	s := &v.lines[i]
	hit := s.pane.Hover.Hit
	if !s.pane.Hover.Shown || s.pointed != nil && s.pointed.Call != hit.Call() {
		s.pointed = nil
	}
	if !s.pane.Hover.Shown || hit.Merged || hit.Method == message.NoNode {
		return
	}
	s.pointing.Want(&v.desk.CompareLine, &message.SideCall{Side: uint8(i), HasCall: true, Call: hit.Call(), Brief: true}, func(m *message.SidePlace) {
		if m.Found && m.Call == s.pane.Hover.Hit.Call() {
			s.pointed = m
		}
	})
}

// lineOf returns the index of the timeline on a canvas.
func (v *View) lineOf(c canvas.ID) int {
	if c == canvas.SecondTimeline {
		return 1
	}
	return 0
}

// Input handles an input on a canvas.
func (v *View) Input(in canvas.Input) {
	i := v.lineOf(in.Canvas)
	v.lines[i].pane.Handle(v.desk.Host, in, canvas.InChanges, false, lineChart{v, i})
}

// A lineChart is one of the timelines as a canvas.Chart.
type lineChart struct {
	*View
	side int
}

// Zone returns the part of the canvas under an input.
func (t lineChart) Zone(in canvas.Input) canvas.Zone {
	if p := &t.lines[t.side].pane; in.StartingY() >= p.Top {
		return p.Zone(in)
	}
	return canvas.OnRuler
}

// brushRange selects a range of one of the traces by a drag. The comparison is updated only when the drag ends.
func (v *View) brushRange(i int, in canvas.Input) {
	s := &v.lines[i]
	anchor := s.pane.At(in.StartX)
	s.pane.Dragged(in, func(in canvas.Input) {
		at := s.pane.At(in.X)
		s.brush = [2]float64{math.Max(0, math.Min(anchor, at)), math.Min(v.span(i), math.Max(anchor, at))}
		if in.Kind == canvas.DragEnd {
			v.desk.Actions.Range(i, int64(s.brush[0]), int64(s.brush[1]))
			s.brush = [2]float64{}
		}
		v.mark(i)
		v.desk.Host.Redraw()
	})
}

// mark draws the selected range over one of the timelines.
func (v *View) mark(i int) {
	s := &v.lines[i]
	m := canvas.Marks{From: 1, Cursor: math.Inf(-1), BoxFrom: 1}
	if of := v.desk.Ranges[i]; s.brush[1] > s.brush[0] {
		m.From, m.To = s.brush[0], s.brush[1]
	} else if of.From > 0 || of.To < message.Whole {
		m.From, m.To = float64(of.From), float64(of.To)
	}
	s.pane.Mark(v.desk.Host, m)
}

// Touch performs a gesture on the canvas.
func (t lineChart) Touch(act canvas.Act, in canvas.Input) {
	s := &t.lines[t.side]
	switch {
	case act == canvas.Menu:
		s.pane.Hover.Leave(t.desk.Host)
		if in.Hit.Method != message.NoNode && !in.Hit.Merged {
			t.openMenu(t.side, in.Hit.Call(), desk.Menu{At: desk.Place{X: in.PageX, Y: in.PageY}})
		}
	case act == canvas.Choose && in.Hit.Method != message.NoNode:
		t.choose(t.side, in.Hit.Call())
	case act == canvas.Choose && in.Hit.IsFrameworkLine():
		s.unfolded = desk.Toggled(s.unfolded, in.Hit.Thread)
	case act == canvas.Choose && in.Hit.OK && in.Hit.Method == message.NoNode && !in.Hit.Merged: // the thread's own row
		s.collapsed = desk.Toggled(s.collapsed, in.Hit.Thread)
	case act == canvas.Brush:
		t.brushRange(t.side, in)
	case act == canvas.Deselect && in.Y < s.pane.Top:
		t.desk.Actions.Range(t.side, 0, 0)
	case act == canvas.Choose || act == canvas.Deselect:
		t.lines[0].hasChosen, t.lines[1].hasChosen = false, false
	case act == canvas.ZoomTo && in.Hit.Method != message.NoNode:
		s.pane.Around(s.pane.At(in.Hit.X), s.pane.At(in.Hit.X+in.Hit.W))
		t.linked(t.side).Preview(t.desk.Host)
	default:
		s.pane.Move(t.desk.Host, t.linked(t.side), act, in)
	}
}

// Do performs a gesture from the keyboard on both timelines.
func (v *View) Do(act canvas.Act) bool {
	p := &v.lines[0].pane
	x, y := p.Middle()
	return p.Do(v.desk.Host, v.linked(0), act, x, y)
}

// Drawn stores the layout of the list that a canvas now shows.
func (v *View) Drawn(g canvas.Geometry) {
	s := &v.lines[v.lineOf(g.Canvas)]
	s.pane.Drawn(g)
	if s.reveal && !g.Stale {
		s.reveal, s.pane.View.ScrollY = false, g.ScrollY
	}
	v.mark(v.lineOf(g.Canvas))
}

// ---- What the panel shows ----

func (v *View) shown() bool { return v.desk.Tab == v.Tab().ID }

// place returns the tooltip over one of the canvases, filled and in its place.
func (v *View) place(i int) vugu.Builder {
	s := &v.lines[i]
	t := &s.tip
	if !t.Place(&s.pane) {
		return t
	}
	switch m := s.pointed; {
	case s.pane.Hover.Hit.Merged:
		t.Note = words.T("Several calls, each narrower than a pixel. Zoom in to see each.")
	case s.pane.Hover.Hit.IsEnding():
		t.Note = words.T("no records: this call was still running when the recording ended. No call's times include this.")
	case m != nil && m.Call == s.pane.Hover.Hit.Call():
		t.First, t.Last = words.CutLabel(words.Clip(m.Shown))
		t.Facts = []node.Fact{{Term: words.T("Inclusive"), Text: words.Duration(m.To - m.From)}, {Term: words.T("From"), Text: words.Precise(m.From)}}
		if !strings.HasPrefix(m.Texts[i], m.Shown) {
			t.Facts = append(t.Facts, desk.RawFact(m.Texts[i])...)
		}
	}
	return t
}

// methodText returns the text of the button that aligns at a method's first calls.
func (v *View) methodText() string {
	if t := v.desk.Texts; t[0] != "" && t[1] != "" && v.desk.Pair != message.NoNode {
		return words.Say("at the first {1}", words.Clip(cmp.Or(words.ShortLabel(v.desk.Name), words.ShortText(t[1]))))
	}
	return words.T("at a method’s first call")
}

// chosenText describes the selected calls: their durations and times in both traces.
func (v *View) chosenText() string {
	a, b := &v.lines[0], &v.lines[1]
	one := func(name string, m *message.SidePlace) string {
		return words.Say("{1}: {2} from {3}", name, words.Duration(m.To-m.From), words.Precise(m.From))
	}
	switch {
	case a.hasChosen && b.hasChosen:
		change := words.Signed(b.chosen.To-b.chosen.From-a.chosen.To+a.chosen.From, words.Duration)
		return words.Say("{1} · {2} · {3} ({4})", words.Clip(words.ShortLabel(b.chosen.Shown)), one("A", &a.chosen), one("B", &b.chosen), change)
	case a.hasChosen:
		return words.Say("{1} · {2}; B has no counterpart.", words.Clip(words.ShortLabel(a.chosen.Shown)), one("A", &a.chosen))
	case b.hasChosen:
		return words.Say("{1} · {2}; A has no counterpart.", words.Clip(words.ShortLabel(b.chosen.Shown)), one("B", &b.chosen))
	}
	return words.T("Click a call to see its counterpart in the other trace too. Drag on a ruler to compare that part.")
}

// Spoken describes the selected calls for screen readers.
func (v *View) Status() room.Status { return room.Status{Spoken: v.chosenText()} }

// alignments returns the choice of how the two timelines are aligned.
func (v *View) alignments() *bar.Row {
	texts := v.desk.Texts
	return bar.Choice(words.T("Aligned"),
		bar.Button{ID: "align-start", Name: words.T("at the start"), Title: words.T("Both start at the same point"), State: bar.Is(v.aligned == atStart), Do: func() { v.align(atStart, [2]float64{}) }},
		bar.Button{ID: "align-call", Name: v.methodText(), Title: words.T("Select a method that both call, in a table or by clicking a call"), State: bar.Is(v.aligned == atCalls), Disabled: texts[0] == "" || texts[1] == "", Do: v.alignAtFirst},
		bar.Button{ID: "align-stretch", Name: words.T("stretched"), Title: words.T("Both start and end at the same points"), State: bar.Is(v.aligned == stretched), Do: func() { v.align(stretched, [2]float64{}) }},
	)
}
