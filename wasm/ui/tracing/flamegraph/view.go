// Package flamegraph is the flame graph of a trace. It merges calls with the same path, or shows the calls of
// one thread in order of time.
package flamegraph

import (
	"cmp"
	"slices"
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/facts"
	"traceglass/wasm/ui/flame"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the flame graph and the component of its panel.
type View struct {
	flame.Graph
	desk    *desk.Desk
	ordered bool   // show calls of one thread in order of time, not merged
	callers bool   // merge from the methods up, with their callers below them
	scope   string // the scope of the frames in a callers graph or a sandwich; another scope has other frames

	sandwich   bool   // callers above a method, callees below it
	around     uint32 // that method; NoNode until one is selected
	sandwiches int    // the desk's Sandwiches at the last RequestData

	thread  uint32 // for ordered
	entries int    // the desk's Entries at the last RequestData
	fold    bool   // the graph folds direct recursion; folding changes all node numbers

	query   ask.Query[*message.Call]
	pointed *message.Call // in order of time: the call under the pointer, nil until it is loaded

	pointing, choosing, walking ask.Query[*message.FlameNodeReply]
	folding                     ask.Query[*message.Refolded]
	framed                      *message.FlameNodeReply // the frame under the pointer, nil until it is loaded
	reveal                      bool                    // scroll to the selected frame

	sync viewstate.Sync
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	v := &View{desk: d, sync: viewstate.Sync{View: "flamegraph"}, around: message.NoNode}
	v.Init(d.Host, canvas.InTrace, "flame", v, v.toFront)
	return v
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	*v = View{Graph: v.Graph, desk: v.desk, sync: v.sync, around: message.NoNode}
	v.sync.Open(&v.desk.ViewStates, &v.desk.Names)
	v.Reset(1e-7)
	if t := v.desk.Trace; t != nil {
		v.thread = t.Subject
	}
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "flamegraph", Name: "Flame graph"} }

// RequestData requests the draw list, and details of the frame or call under the pointer.
func (v *View) RequestData() {
	d, f := v.desk, &v.Frames
	v.Stage.Note = d.NoTimesText()
	if v.fold != d.Fold {
		v.refold()
	}
	if v.entries != d.Entries {
		v.entries, v.ordered, v.callers, v.sandwich, v.fold = d.Entries, false, false, false, d.Fold
		f.Path = slices.Clone(d.Entered)
		f.Restart()
	}
	v.syncState()
	if v.sandwiches != d.Sandwiches {
		v.sandwiches, v.ordered, v.callers, v.sandwich, v.around = d.Sandwiches, false, false, true, message.NoNode
	}
	if v.sandwich && d.Method != message.NoNode && d.Method != v.around && !(f.HasSelected && f.Selected.Method == d.Method) {
		v.around, f.Sandwich = d.Method, true
		f.BackTo(0)
	}
	f.Sandwich = v.isSandwich()
	if v.callers || f.Sandwich {
		if scope := string(message.Encode(nil, 0, &message.Summed{Scope: d.Scope()})); v.scope != scope {
			v.scope = scope
			f.BackTo(0)
		}
	}
	root, chosen := message.NoNode, uint32(0)
	if !v.ordered {
		root = f.Root(message.NoNode)
	}
	v.wantFrames(root)
	if f.HasSelected && !v.ordered {
		chosen = f.Selected.Node
	}
	f.Want(d.Host, &d.Line, &message.Flame{
		Scope: d.Scope(), View: f.View, Ordered: v.ordered, Thread: v.thread, Root: root,
		Invert: f.Upward, Fold: v.fold, Callers: v.callers, Sandwich: f.Sandwich, Around: v.around, Unfolded: d.ShowsFramework(), Method: d.Method, Chosen: chosen, Find: d.Search.Text, Colour: d.Colour,
	})
	h := &f.Hover
	if !h.Shown || v.pointed != nil && v.pointed.Call != h.Hit.Call() {
		v.pointed = nil
	}
	if h.Shown {
		d.Names.Need(h.Hit.Method)
		if v.ordered && !h.Hit.Merged && h.Hit.Method != message.NoNode && v.pointed == nil {
			v.query.Want(&d.Line, &message.CallInfo{Call: h.Hit.Call()}, func(m *message.Call) {
				if h.Shown && m.Found && m.Call == h.Hit.Call() {
					v.pointed = m
					v.query.Invalidate()
				}
			})
		}
	}
}

// syncState keeps the graph's state and the desk's copy in step: the zoom, the direction, and the thread whose
// calls it shows in order of time.
func (v *View) syncState() {
	d, k := v.desk, &v.sync
	if l, ok := k.Requested(); ok {
		v.ordered, v.callers, v.sandwich, v.around, v.fold = false, len(l.Values("c")) > 0, len(l.Values("a")) > 0, message.NoNode, d.Fold
		if of := l.Values("t"); len(of) == 1 {
			v.thread, v.ordered = d.ThreadBy(of[0])
		}
		k.ApplyFrames(l, &v.Frames, func(*message.Hashed) {
			if f := &v.Frames; f.HasSelected && d.Method == message.NoNode {
				d.ChooseMethod(f.Selected.Method)
			}
		})
	}
	var nodes []uint32
	if !v.ordered && !v.callers && !v.sandwich {
		nodes = viewstate.FrameNodes(&v.Frames)
	}
	k.Report(&d.Line, message.Hashes{Of: message.HashTopDown, Scope: d.Scope(), Fold: v.fold}, nodes, func(hash func(...uint32) []string) viewstate.State {
		if v.ordered {
			return viewstate.State("").With("t", d.ThreadKey(v.thread)).WithFrames(&canvas.Frames{Pane: v.Frames.Pane, Upward: v.Frames.Upward}, hash)
		}
		if v.callers || v.sandwich { // a link does not name the frames of a callers graph or of a sandwich, which is around the selected method
			letter := "c"
			if v.sandwich {
				letter = "a"
			}
			return viewstate.State("").With(letter, "1").WithFrames(&canvas.Frames{Pane: canvas.Pane{View: message.Viewport{To: 1}, End: 1}, Upward: v.Frames.Upward}, hash)
		}
		return viewstate.State("").WithFrames(&v.Frames, hash)
	})
}

// Do performs a gesture from the keyboard.
func (v *View) Do(act canvas.Act) bool {
	switch act {
	case canvas.Back:
		if v.Frames.Zoomed() || !v.sandwich {
			return v.Graph.Do(act)
		}
		v.toggleSandwich()
		return true
	case canvas.Invert:
		return v.Graph.Do(act)
	case canvas.Fit:
		if v.desk.HasCall || v.desk.Ranged() {
			return false // the timeline handles it
		}
		act = canvas.ShowAll
	}
	if v.desk.Front != canvas.Flame {
		return false
	}
	if !v.ordered && (v.walk(act) || v.stepMethod(act)) {
		return true
	}
	switch act {
	case canvas.GoLeft:
		act = canvas.PanLeft
	case canvas.GoRight:
		act = canvas.PanRight
	}
	return v.Graph.Do(act)
}

// ZoomTo zooms to a call in order of time. In a merged graph, the first of the two clicks has zoomed.
func (v *View) ZoomTo(h canvas.Hit) {
	if v.ordered {
		v.enter(h)
	}
}

// Choose selects a frame's method. A second click on the frame zooms into it. In order of time, frames are
// calls, and the click selects the call.
func (v *View) Choose(h canvas.Hit) {
	if thread, levels := v.desk.Framework(); levels > 0 && h.IsFrameworkLine() {
		v.desk.ToggleFramework(thread)
		return
	}
	if !h.OK || h.Method == message.NoNode {
		return
	}
	f, of := &v.Frames, canvas.Crumb{Node: h.Row, Method: h.Method}
	again := f.HasSelected && f.Selected == of
	f.Selected, f.HasSelected = of, true
	if v.ordered {
		v.desk.ScrollToCall(h.Call(), h.Method)
	} else if again {
		v.enter(h)
	} else {
		v.desk.ChooseMethod(h.Method)
	}
}

// enter zooms into a frame. It makes a merged frame the root. In order of time, it zooms to the frame's time
// range.
func (v *View) enter(h canvas.Hit) {
	f := &v.Frames
	switch {
	case !h.OK || h.Method == message.NoNode:
	case v.ordered:
		f.Show(f.At(h.X), f.At(h.X+h.W))
		f.Preview(v.desk.Host)
	case !h.Merged:
		v.zoomInto(canvas.Crumb{Node: h.Row, Method: h.Method})
	}
}

// FillTip fills the tooltip of the frame under the pointer.
func (v *View) FillTip(t *canvas.Tip) {
	d := v.desk
	h := &v.Frames.Hover.Hit
	if f := &v.Frames; f.HasSelected && f.Selected.Node == h.Row {
		t.AvoidCallers(f.Upward)
	}
	t.First, t.Last = d.Names.Parts(h.Method)
	switch {
	case h.IsFrameworkLine():
		t.Note = words.T("Android frames that nearly all calls here ran in. Click to unfold or fold them (E).")
	case h.Merged && v.ordered:
		t.Note = words.T("Several calls, each narrower than a pixel. Zoom in to see each.")
	case h.Merged:
		t.First, t.Last, t.Note = "", "", v.MergedText(*h)
	case v.pointed != nil:
		t.Facts = facts.Call(d, v.pointed)
	case v.framed != nil:
		t.Facts = facts.Frame(d, v.framed)
	case h.W > 0 && !v.ordered:
		width := v.Frames.View.Width - v.Frames.Left
		part := float64(h.W/width) * (v.Frames.View.To - v.Frames.View.From)
		t.Note = words.Say("about {1} of the view", words.Percent(min(part, 1)))
	}
}

// ---- What the panel shows ----

func (v *View) open() bool { return v.desk.Tab == v.Tab().ID }

func (v *View) shown() bool { return v.open() && v.desk.Trace != nil }

// Label describes the canvas for screen readers.
func (v *View) Label() string {
	if v.isSandwich() {
		return words.Say("Callers of {1} above it, callees below. Arrow keys move between frames, Enter zooms. The Callers & callees tab shows the nearest as a table.", v.desk.Names.Label(v.around))
	}
	if v.callers && !v.ordered {
		return words.T("Inverted flame graph. Arrow keys move between frames, Enter zooms. The Bottom-up tab shows the same as a table.")
	}
	if n := len(v.Frames.Path); n > 0 {
		return words.Say("Flame graph of {1}. Arrow keys move between frames, Enter zooms. The Top-down tab shows the same as a table.", v.desk.Names.Label(v.Frames.Path[n-1].Method))
	}
	return words.T("Flame graph. Arrow keys move between frames, Enter zooms. The Top-down tab shows the same as a table.")
}

func (v *View) orders() *bar.Row {
	return bar.Choice(words.T("Order"),
		bar.Button{ID: "flame-merged", Name: words.T("Merged"), State: bar.Is(!v.ordered), Do: func() { v.order(false) }},
		bar.Button{ID: "flame-ordered", Name: words.T("In time order"), State: bar.Is(v.ordered), Do: func() { v.order(true) }},
	)
}

func (v *View) buttons() *bar.Row {
	fold := v.desk.FoldButton("flame-fold")
	fold.Hidden = v.ordered || v.callers || v.sandwich
	return bar.Of(v.FlipButton(), bar.Button{
		ID: "flame-callers", Name: words.T("Inverted"), Title: words.T("Start with the methods, as wide as their self time. Below each method are its callers"),
		State: bar.Is(v.callers), Hidden: v.ordered, Do: v.toggleCallers,
	}, bar.Button{
		ID: "flame-sandwich", Name: words.T("Sandwich"), Title: words.T("The callers of the selected method above it, and its callees below, over all its contexts"),
		State: bar.Is(v.sandwich), Hidden: v.ordered, Do: v.toggleSandwich,
	}, v.stepButton("flame-previous", "‹", "Previous frame of the selected method: the next wider one ( , )", canvas.PreviousCall),
		v.stepButton("flame-next", "›", "Next frame of the selected method: the next narrower one ( . )", canvas.NextCall), fold, v.OutButton())
}

func (v *View) order(on bool) {
	v.ordered = on
	v.restart()
}

// toggleCallers inverts the tree of merged calls, which changes its frames.
func (v *View) toggleCallers() {
	v.callers, v.sandwich = !v.callers, false
	v.restart()
}

// toggleSandwich shows the callers and callees of the selected method, or the whole graph again.
func (v *View) toggleSandwich() {
	if v.sandwich {
		v.sandwich = false
		v.restart()
	} else {
		v.desk.ShowSandwich(v.desk.Method)
	}
}

// isSandwich reports whether the graph shows the callers and callees of a method.
func (v *View) isSandwich() bool { return v.sandwich && !v.ordered && v.around != message.NoNode }

// restart shows all of a graph with other frames.
func (v *View) restart() {
	v.desk.Frame, v.Frames.Sandwich = nil, v.isSandwich()
	v.Frames.BackTo(0)
}

// toFront makes keys act on the graph.
func (v *View) toFront() { v.desk.Front = canvas.Flame }

// mostThreads is the maximum number of threads in the menu.
const mostThreads = 200

// threads returns the menu of threads in order of time, the busiest first. It is hidden while the graph is merged.
func (v *View) threads() *bar.Select {
	menu := &bar.Select{ID: "flame-thread", Label: "of", Hidden: !v.ordered, Do: bar.Number(func(n int) {
		v.thread = uint32(n)
		v.Frames.Restart()
	})}
	if !v.ordered {
		return menu
	}
	clock := v.desk.Clock
	all := list.Sorted(v.desk.Trace.Threads, func(a, b *message.Thread) int { return cmp.Compare(b.Busy[clock], a.Busy[clock]) })
	for _, t := range all[:min(len(all), mostThreads)] {
		menu.Options = append(menu.Options, bar.Option{Value: strconv.Itoa(int(t.Index)), Name: words.Clip(t.Name), On: v.thread == t.Index})
	}
	return menu
}

// Crumb names a frame in the breadcrumbs, without its package and in full.
func (v *View) Crumb(f canvas.Crumb) (name, fullName string) {
	return v.desk.Names.Short(f.Method), v.desk.Names.Title(f.Method)
}
