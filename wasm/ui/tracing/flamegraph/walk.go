package flamegraph

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/room"
)

// Details of single merged frames, and moves from frame to frame with the keyboard.

// wantFrames requests details of the selected frame and of the frame under the pointer.
func (v *View) wantFrames(root uint32) {
	d, f := v.desk, &v.Frames
	if f.HasSelected && f.Selected.Method != d.Method {
		f.HasSelected = false // another view has selected another method
	}
	if !f.HasSelected || v.ordered {
		d.Frame = nil
		v.choosing.Invalidate()
	} else {
		if d.Frame != nil && d.Frame.Node != f.Selected.Node {
			d.Frame = nil
		}
		v.choosing.Want(&d.Line, v.ask(f.Selected.Node), func(m *message.FlameNodeReply) {
			if m.Found && f.HasSelected && m.Node == f.Selected.Node {
				d.Frame = m
				v.show(m)
			}
		})
	}
	h := &f.Hover
	if !h.Shown || v.ordered || h.Hit.Merged || h.Hit.Method == message.NoNode {
		v.framed = nil
		v.pointing.Invalidate()
		return
	}
	if v.framed != nil && v.framed.Node != h.Hit.Row {
		v.framed = nil
	}
	v.pointing.Want(&d.Line, v.ask(h.Hit.Row), func(m *message.FlameNodeReply) {
		if m.Found && h.Shown && m.Node == h.Hit.Row {
			v.framed = m
		}
	})
}

// ask returns the request for details of a frame.
func (v *View) ask(node uint32) *message.FlameNode {
	return &message.FlameNode{Scope: v.desk.Scope(), Fold: v.fold, Callers: v.callers, Sandwich: v.isSandwich(), Around: v.around, Node: node, Root: v.Frames.Root(0)}
}

// refold folds or unfolds direct recursion, as the desk asks. The zoom and the selected frame stay.
func (v *View) refold() {
	d, f := v.desk, &v.Frames
	fold := d.Fold
	if v.callers || v.sandwich || len(f.Path) == 0 && !f.HasSelected {
		v.fold = fold
		return
	}
	req := &message.Refold{Scope: d.Scope(), Fold: fold}
	for _, crumb := range f.Path {
		req.Nodes = append(req.Nodes, crumb.Node)
	}
	req.Nodes = append(req.Nodes, f.Selected.Node)
	v.folding.Want(&d.Line, req, func(m *message.Refolded) {
		v.folding.Invalidate()
		n := len(req.Nodes) - 1
		if m.Fold != d.Fold || v.fold == d.Fold || len(m.Nodes) != n+1 || len(f.Path) != n {
			return
		}
		v.fold = d.Fold
		path := f.Path[:0]
		for i, crumb := range f.Path {
			last := len(path) - 1
			if m.Nodes[i] != message.NoNode && (last < 0 || path[last].Node != m.Nodes[i]) {
				path = append(path, canvas.Crumb{Node: m.Nodes[i], Method: crumb.Method})
			}
		}
		f.Path = path
		f.Selected.Node = m.Nodes[n]
		f.HasSelected = f.HasSelected && m.Nodes[n] != message.NoNode
		f.Hover.Shown = false
	})
}

// walk moves from the selected frame to its caller, its widest callee or its neighbour. The arrow keys follow the
// direction of the drawing. If no frame is selected, it begins at the visible root.
func (v *View) walk(act canvas.Act) bool {
	d, f := v.desk, &v.Frames
	switch act = f.AsDrawn(act); act {
	case canvas.GoUp, canvas.GoDown, canvas.GoLeft, canvas.GoRight:
	default:
		return false
	}
	if !f.HasSelected {
		v.walking.Ask(&d.Line, v.ask(f.Root(0)), func(m *message.FlameNodeReply) {
			if m.Method != message.NoNode {
				v.goTo(message.FlameStep{Node: m.Node, Method: m.Method})
			} else {
				v.goTo(m.Callee)
			}
		})
		return true
	}
	m := d.Frame
	if m == nil {
		return true // not loaded yet
	}
	v.goTo(map[canvas.Act]message.FlameStep{
		canvas.GoUp: m.Caller, canvas.GoDown: m.Callee, canvas.GoLeft: m.Before, canvas.GoRight: m.After,
	}[act])
	return true
}

// stepMethod goes to the next or previous frame of the selected method.
func (v *View) stepMethod(act canvas.Act) bool {
	if act != canvas.NextCall && act != canvas.PreviousCall {
		return false
	}
	if v.desk.Method == message.NoNode {
		v.desk.Notify(words.T("Select a method first."))
	} else {
		v.seek(v.desk.Method, act == canvas.PreviousCall)
	}
	return true
}

// stepButton returns the button of a toolbar that does the same. Its name is short, so that the toolbar has one row with and
// without it.
func (v *View) stepButton(id, name string, title words.Text, act canvas.Act) bar.Button {
	return bar.Button{ID: id, Name: name, Title: title.String(), Label: title.String(), Hidden: v.ordered, Disabled: v.desk.Method == message.NoNode, Do: func() { v.stepMethod(act) }}
}

// StepHit goes to the next or previous frame that matches the search. It returns false if the graph shows calls in order of
// time, or if there is no search.
func (v *View) StepHit(back bool) bool {
	if v.ordered || v.desk.Search.Text == "" {
		return false
	}
	v.seek(message.NoNode, back)
	return true
}

// seek goes to the next or previous frame of a method, or NoNode for the search, in the order of their widths.
func (v *View) seek(method uint32, back bool) {
	d, f := v.desk, &v.Frames
	req := v.ask(message.NoNode)
	if f.HasSelected {
		req.Node = f.Selected.Node
	}
	req.Seek, req.Back, req.Method, req.Find = true, back, method, d.Search.Text
	v.walking.Ask(&d.Line, req, func(m *message.FlameNodeReply) {
		if !m.Found {
			d.Notify(words.T("The flame graph has no such frame."))
			return
		}
		if m.Outside {
			f.BackTo(0)
		}
		v.goTo(message.FlameStep{Node: m.Node, Method: m.Method})
		d.Notify(words.Say("Frame {1} of {2}, from the widest", words.Count(int64(m.Number)), words.Count(int64(m.Total))))
	})
}

// goTo selects a frame and scrolls to it.
func (v *View) goTo(step message.FlameStep) {
	if step.Node == message.NoNode {
		v.desk.Notify(words.T("There is no further frame that way."))
		return
	}
	f := &v.Frames
	f.Selected, f.HasSelected = canvas.Crumb{Node: step.Node, Method: step.Method}, true
	v.desk.ChooseMethod(step.Method)
	v.desk.HasCall = false
	v.reveal = true
}

// show scrolls to a frame if a key moved there.
func (v *View) show(m *message.FlameNodeReply) {
	if v.reveal {
		v.reveal = false
		v.Frames.RevealFrame(m.From, m.To, v.rowOf(int(m.Depth)))
	}
}

// rowOf returns the row of the frames at a depth. It unfolds the framework, because a key moved to one of its
// frames.
func (v *View) rowOf(depth int) int {
	d := v.desk
	thread, levels := d.Framework()
	switch {
	case levels == 0 || depth == 0 || v.fold || v.callers:
		return depth
	case slices.Contains(d.Unfolded, thread):
		return depth + 1
	case depth > levels:
		return depth - levels + 1
	}
	d.ToggleFramework(thread)
	return depth + 1
}

// zoomInto zooms into a frame, which stays selected.
func (v *View) zoomInto(frame canvas.Crumb) {
	f := &v.Frames
	f.ZoomInto(frame)
	f.Selected, f.HasSelected = frame, f.Selected == frame || v.desk.Method == frame.Method
	f.Hover.Shown = false
}

// Key handles a key while the canvas has the focus. Enter zooms into the selected frame.
func (v *View) Key(k canvas.Key) bool {
	if k.Name != "Enter" || k.Focus != "flame" || v.ordered || !v.Frames.HasSelected {
		return false
	}
	v.zoomInto(v.Frames.Selected)
	return true
}

// Status describes the selected frame for screen readers, with the figures of the tooltip and the details.
func (v *View) Status() (s room.Status) {
	if m := v.desk.Frame; m != nil && v.Frames.HasSelected {
		s.Spoken = facts.FrameSpoken(v.desk, m)
	}
	return s
}

// Offer opens the menu of a frame, or of the background.
func (v *View) Offer(h canvas.Hit, m desk.Menu) {
	d, f := v.desk, &v.Frames
	f.Hover.Leave(d.Host)
	zoom := func() { v.enter(h) }
	if v.ordered && h.W <= 0 {
		zoom = nil // its place is not known
	}
	switch {
	case !h.OK || h.Method == message.NoNode:
		m.Ground(f)
		if !v.ordered {
			m.Items = append(m.Items, desk.Command{Name: words.T("Fold or unfold recursion"), Keys: "R", Do: d.ToggleFold})
		}
		d.OpenMenu(m)
	case h.Merged:
		m.Title = words.T("Several calls")
		m.Items = []desk.Command{{Name: words.T("Zoom in here"), Do: func() { v.Spread(h) }}}
		d.OpenMenu(m)
	case v.ordered:
		menus.OpenThing(d, menus.Thing{View: v.Tab().ID, Method: h.Method, Call: h.Call(), HasCall: true, Node: message.NoNode, Fold: d.Fold, Zoom: zoom}, m)
	case v.callers || v.sandwich: // the trees of the other views have no such frame
		menus.OpenThing(d, menus.Thing{View: v.Tab().ID, Method: h.Method, Node: message.NoNode, Fold: v.fold, Zoom: zoom}, m)
	default:
		menus.OpenThing(d, menus.Thing{View: v.Tab().ID, Method: h.Method, Node: h.Row, Fold: v.fold, Zoom: zoom}, m)
	}
}

// Selected returns the selected frame, or in order of time the selected call.
func (v *View) Selected() (h canvas.Hit) {
	switch f := &v.Frames; {
	case v.ordered && v.desk.HasCall:
		c := v.desk.Call
		h = canvas.Hit{OK: true, Method: v.desk.Method, Thread: c.Thread, Depth: c.Depth, Row: c.Row}
	case !v.ordered && f.HasSelected:
		h = canvas.Hit{OK: true, Method: f.Selected.Method, Row: f.Selected.Node}
	}
	return h
}
