// Package flamegraph is the flame graph of two traces. A frame is a path in either trace. Its colour shows the
// change.
package flamegraph

import (
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/flame"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the flame graph and the component of its panel.
type View struct {
	flame.Graph
	desk       *desk.Changes
	width      message.ChangeWidth
	generation int // the comparison of the path and the selection

	pointing ask.Query[*message.ChangeContext] // the frame under the pointer
	pointed  *message.ChangeContext
	choosing ask.Query[*message.ChangeContext] // the selected frame
	chosen   *message.ChangeContext
	reveal   bool                 // scroll to the selected frame
	names    map[uint32][2]string // short and full names of the frames in the breadcrumbs
	sync     viewstate.Sync
}

var _ room.View = (*View)(nil)

var tab = desk.Tab{ID: "flame", Name: "Flame graph", Pictures: []export.Group{export.ChangesFlame}}

// New returns the view.
func New(d *desk.Changes) *View {
	v := &View{desk: d, sync: viewstate.Sync{View: "changeflame"}}
	v.Init(d.Host, canvas.InChanges, "changes-flame", v, nil)
	v.Open()
	return v
}

// Open resets the view for newly opened traces.
func (v *View) Open() {
	*v = View{Graph: v.Graph, desk: v.desk, names: map[uint32][2]string{}, sync: v.sync}
	v.sync.Open(&v.desk.ViewStates, &v.desk.Names)
	v.Reset(1e-7)
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return tab }

// RequestData requests the draw list, and details of the selected frame and the frame under the pointer.
func (v *View) RequestData() {
	d, f := v.desk, &v.Frames
	if v.generation != d.Generation {
		v.generation, v.chosen, v.pointed = d.Generation, nil, nil
		f.Path = nil
		f.Restart()
	}
	v.syncState()
	if f.View.Width <= 0 || !d.HasClock() {
		return
	}
	chosen := message.NoNode
	if f.HasSelected {
		chosen = f.Selected.Node
		v.choosing.Want(&d.CompareLine, v.ask(chosen), v.setChosen)
	}
	f.Want(d.Host, &d.CompareLine, &message.ChangeFlame{
		Clock: d.Clock, Scale: d.Scale, Width: v.width, View: f.View, Root: f.Root(message.NoNode), Chosen: chosen, Method: d.Pair, Invert: f.Upward, Find: d.Text,
	})
	if h := &f.Hover; h.Shown && !h.Hit.Merged {
		v.pointing.Want(&d.CompareLine, v.ask(h.Hit.Row), func(m *message.ChangeContext) { v.pointed = m })
	}
}

// syncState keeps the graph's state and the desk's copy in step: the zoom, the direction and the meaning of the
// widths.
func (v *View) syncState() {
	k := &v.sync
	if l, ok := k.Requested(); ok {
		v.width = message.ChangeWidth(l.Numbers("w", 1, uint64(message.WidthOfB))[0])
		v.chosen = nil
		k.ApplyFrames(l, &v.Frames, func(m *message.Hashed) {
			for i := range m.Names {
				v.names[m.Names[i].Method] = [2]string{words.Clip(words.ShortLabel(m.Names[i].Label)), m.Names[i].Label}
			}
			v.Frames.Selected.Method = 0
			v.choosing.Invalidate()
		})
	}
	k.Report(&v.desk.CompareLine, message.Hashes{Of: message.HashChanges}, viewstate.FrameNodes(&v.Frames), func(hash func(...uint32) []string) (l viewstate.State) {
		if v.width != message.WidthLarger {
			l = l.With("w", strconv.Itoa(int(v.width)))
		}
		return l.WithFrames(&v.Frames, hash)
	})
}

// ask returns the request for details of a frame.
func (v *View) ask(at uint32) *message.ChangeNode {
	return &message.ChangeNode{Clock: v.desk.Clock, Scale: v.desk.Scale, Width: v.width, Node: at, Root: v.Frames.Root(0)}
}

// setChosen stores the details of the selected frame.
func (v *View) setChosen(m *message.ChangeContext) {
	f := &v.Frames
	if !f.HasSelected || m.Node != f.Selected.Node {
		return
	}
	if v.chosen == nil || v.chosen.Node != m.Node {
		v.desk.Choose(m.Of.Pair, m.Of.Texts)
	}
	v.chosen = m
	v.keepName(m)
	if v.reveal {
		v.reveal = false
		f.RevealFrame(m.From, m.To, int(m.Depth))
	}
}

// keepName stores the name of a frame for the breadcrumbs.
func (v *View) keepName(m *message.ChangeContext) {
	v.names[m.Node] = [2]string{words.Clip(words.ShortLabel(m.Of.Name)), desk.FullName(&m.Of)}
}

// ---- Gestures ----

// Key zooms into the selected frame on Enter. The panel has no table.
func (v *View) Key(k canvas.Key) bool {
	if k.Name == "Enter" && k.Focus == "flame" && v.Frames.HasSelected {
		v.zoomInto(v.Frames.Selected)
		return true
	}
	return false
}

// Offer opens the menu of a frame, or of the background.
func (v *View) Offer(h canvas.Hit, m desk.Menu) {
	d, f := v.desk, &v.Frames
	f.Hover.Leave(d.Host)
	add := func(name string, do func()) { m.Items = append(m.Items, desk.Command{Name: name, Do: do}) }
	if !h.OK || h.Method == message.NoNode || h.Merged {
		m.Ground(f)
		d.OpenMenu(m)
		return
	}
	v.choosing.Ask(&d.CompareLine, v.ask(h.Row), func(of *message.ChangeContext) {
		v.keepName(of)
		add(words.T("Zoom to it"), func() { v.zoomInto(canvas.Crumb{Node: h.Row}) })
		add(words.T("Select its method"), func() { d.Choose(of.Of.Pair, of.Of.Texts) })
		d.OpenMethodMenu(&of.Of, m)
	})
}

// Selected returns the selected frame.
func (v *View) Selected() canvas.Hit {
	return canvas.Hit{OK: v.Frames.HasSelected, Row: v.Frames.Selected.Node}
}

// ZoomTo does nothing: the first of the two clicks has zoomed.
func (v *View) ZoomTo(canvas.Hit) {}

// Do performs a gesture from the keyboard.
func (v *View) Do(act canvas.Act) bool {
	switch act {
	case canvas.GoUp, canvas.GoDown, canvas.GoLeft, canvas.GoRight:
		v.walk(v.Frames.AsDrawn(act))
		return true
	}
	return v.Graph.Do(act)
}

// walk moves from the selected frame to its caller, its widest callee or its neighbour. If no frame is selected, it
// begins at the visible root.
func (v *View) walk(act canvas.Act) {
	if !v.Frames.HasSelected {
		v.choosing.Ask(&v.desk.CompareLine, v.ask(v.Frames.Root(0)), func(m *message.ChangeContext) {
			if m.Node == 0 {
				v.goTo(m.Callee)
			} else {
				v.goTo(m.Node)
			}
		})
		return
	}
	m := v.chosen
	if m == nil || m.Node != v.Frames.Selected.Node {
		return // not loaded yet
	}
	v.goTo(map[canvas.Act]uint32{canvas.GoUp: m.Caller, canvas.GoDown: m.Callee, canvas.GoLeft: m.Before, canvas.GoRight: m.After}[act])
}

// goTo selects a frame and scrolls to it.
func (v *View) goTo(at uint32) {
	if at == message.NoNode {
		v.desk.Notify(words.T("There is no further frame that way."))
		return
	}
	v.Frames.Selected, v.Frames.HasSelected, v.reveal = canvas.Crumb{Node: at}, true, true
	v.choosing.Invalidate()
}

// Choose selects a frame and its method. A second click on it zooms into it.
func (v *View) Choose(h canvas.Hit) {
	f := &v.Frames
	switch {
	case !h.OK || h.Method == message.NoNode:
		f.HasSelected, v.chosen = false, nil
		v.desk.ClearMethod()
	case h.Merged:
	case f.HasSelected && f.Selected.Node == h.Row:
		v.zoomInto(f.Selected)
	default:
		f.Selected, f.HasSelected = canvas.Crumb{Node: h.Row}, true
		v.choosing.Invalidate()
	}
}

// zoomInto zooms into a frame, which stays selected.
func (v *View) zoomInto(frame canvas.Crumb) {
	f := &v.Frames
	f.ZoomInto(frame)
	f.Selected, f.HasSelected, f.Hover.Shown = frame, true, false
	v.choosing.Invalidate()
}

// ---- What the panel shows ----

func (v *View) shown() bool { return v.desk.Tab == v.Tab().ID }

// FillTip fills the tooltip of the frame under the pointer.
func (v *View) FillTip(t *canvas.Tip) {
	switch m := v.pointed; {
	case v.Frames.Hover.Hit.Merged:
		t.Note = v.MergedText(v.Frames.Hover.Hit)
	case m != nil && m.Node == v.Frames.Hover.Hit.Row:
		t.First, t.Last = "", desk.ChangeLabel(&m.Of)
		if m.Node == 0 {
			t.Last = words.T("All calls")
		}
		t.Facts = v.facts(&m.Of)
		if m.Of.Was != "" {
			t.Note = words.Clip(words.Say("Its name in A is {1}: {2}.", m.Of.Was, desk.PairingRule(&m.Of)))
		}
	}
}

// Crumb names a frame in the breadcrumbs, without its package and in full.
func (v *View) Crumb(f canvas.Crumb) (name, fullName string) {
	names := v.names[f.Node]
	return names[0], names[1]
}

// facts returns the figures of a path.
func (v *View) facts(c *message.Change) []node.Fact {
	fact := func(term string, of [2]int64, figure func(int64) string) node.Fact {
		change, _ := desk.Changed(of, figure)
		return node.Fact{Term: term, Text: words.Say("{1} → {2} ({3})", figure(of[0]), figure(of[1]), change)}
	}
	d := v.desk
	return []node.Fact{
		fact(words.T("Inclusive"), c.Inclusive, d.Time), fact(words.T("Exclusive"), c.Exclusive, d.Time), fact(d.CallsTerm(), c.Calls, d.Calls),
	}
}

// Label describes the canvas for screen readers.
func (v *View) Label() string {
	if n := len(v.Frames.Path); n > 0 {
		return words.Say("Flame graph of the differences, below {1}. The Methods tab lists the same.", v.names[v.Frames.Path[n-1].Node][1])
	}
	return words.T("Flame graph of the differences. The Methods tab lists the same.")
}

// Status describes the selected frame for screen readers, with the figures of the tooltip.
func (v *View) Status() (s room.Status) {
	if m := v.chosen; m != nil && v.Frames.HasSelected && m.Node != 0 {
		change, _ := desk.Changed(m.Of.Inclusive, v.desk.Time)
		s.Spoken = words.Say("{1}: {2} in A, {3} in B, {4}", desk.ChangeLabel(&m.Of), v.desk.Time(m.Of.Inclusive[0]), v.desk.Time(m.Of.Inclusive[1]), change)
	}
	return s
}

// widths returns the menu of the figure that sets the width of a frame.
func (v *View) widths() *bar.Select {
	names := [...]words.Text{message.WidthLarger: "the larger", message.WidthOfA: "A", message.WidthOfB: "B"}
	return &bar.Select{
		ID: "changes-width", Label: "Width from", Title: words.T("The time that the width of a frame shows"),
		Options: bar.Numbered(names[:], int(v.width)),
		Do: bar.Number(func(n int) {
			v.width = min(message.ChangeWidth(n), message.WidthOfB)
			v.Frames.Hover.Shown = false
		}),
	}
}

// note describes the paths that the width leaves out.
func (v *View) note() string {
	switch {
	case !v.desk.HasClock():
		return words.T("The traces have no common clock, so there are no widths to draw.")
	case v.width == message.WidthOfA:
		return words.T("Calls that only B makes have no width here.")
	case v.width == message.WidthOfB:
		return words.T("Calls that only A makes have no width here.")
	}
	return ""
}

func (v *View) buttons() *bar.Row { return bar.Of(v.FlipButton(), v.OutButton()) }
