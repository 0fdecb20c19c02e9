// Package flame is the flame graph of all rooms: its canvas with a tooltip, the gestures on it, and the breadcrumbs
// of the zoomed path. A view embeds it and is its source.
package flame

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A Source gives the frames of a graph their meaning.
type Source interface {
	Choose(canvas.Hit)                          // a click on a frame or on the background
	ZoomTo(canvas.Hit)                          // a double click; its first click may have moved another frame there
	Offer(canvas.Hit, desk.Menu)                // opens the menu of a frame, or of the background
	Selected() canvas.Hit                       // the selected frame, for the keyboard
	FillTip(*canvas.Tip)                        // fills the tooltip of the frame under the pointer
	Label() string                              // describes the canvas for screen readers
	Crumb(canvas.Crumb) (name, fullName string) // names a frame of the path
}

// A Graph is the frames and their canvas.
type Graph struct {
	room.NoView
	Frames canvas.Frames
	Crumbs Crumbs
	Stage  Stage

	host   canvas.Host
	source Source
	stem   string // of ids
	where  canvas.Where
	front  func() // the canvas gets the pointer or the focus, nil for a room with one canvas
}

// Init prepares the graph of a view. Ids begin with stem. front runs when the canvas gets the pointer or the focus. It is
// nil in a room where keys always act on the visible view.
func (g *Graph) Init(host canvas.Host, where canvas.Where, stem string, source Source, front func()) {
	g.host, g.where, g.stem, g.source, g.front = host, where, stem, source, front
	g.Crumbs.graph, g.Stage.graph = g, g
	g.Frames.ID = canvas.Flame
}

// Reset shows all of a new graph. Its narrowest visible part is least of the width.
func (g *Graph) Reset(least float64) {
	g.Frames = canvas.Frames{Pane: g.Frames.Pane}
	g.Frames.Reset(1, least)
}

// Canvases returns the canvas.
func (g *Graph) Canvases() []canvas.ID { return []canvas.ID{canvas.Flame} }

// Input handles an input on the canvas.
func (g *Graph) Input(in canvas.Input) {
	if in.Kind == canvas.Move {
		g.Stage.focused()
	}
	g.Frames.Handle(g.host, in, g.where, g.front == nil, g)
}

// Drawn stores the layout of the list that the canvas now shows.
func (g *Graph) Drawn(geometry canvas.Geometry) { g.Frames.Drawn(geometry) }

// Zone returns the part of the canvas under an input.
func (g *Graph) Zone(in canvas.Input) canvas.Zone { return g.Frames.Zone(in) }

// Touch performs a gesture on the canvas.
func (g *Graph) Touch(act canvas.Act, in canvas.Input) {
	switch act {
	case canvas.Choose, canvas.Deselect:
		if in.Hit.OK && in.Hit.Merged {
			g.Spread(in.Hit)
			return
		}
		g.source.Choose(in.Hit)
	case canvas.Menu:
		g.source.Offer(in.Hit, desk.Menu{At: desk.Place{X: in.PageX, Y: in.PageY}, ReturnFocus: "flame"})
	case canvas.ZoomTo:
		g.source.ZoomTo(in.Hit)
	default:
		g.Frames.Move(g.host, g.Frames.Mover(), act, in)
	}
}

// Spread zooms in until merged frames are visible.
func (g *Graph) Spread(h canvas.Hit) {
	f := &g.Frames
	f.Around(f.At(h.X), f.At(h.X+h.W))
	f.Preview(g.host)
}

// MergedText describes merged frames: their number, and their share of the graph.
func (g *Graph) MergedText(h canvas.Hit) string {
	f := &g.Frames
	part := float64(h.W/(f.View.Width-f.Left)) * (f.View.To - f.View.From)
	return words.Say("{1}, {2} of the graph. Each is narrower than a pixel. Click to zoom in.", words.Plural(int64(h.Thread), "frame", "frames"), words.Percent(min(part, 1)))
}

// Menu opens the menu of the selected frame, for the keyboard.
func (g *Graph) Menu(id string, at desk.Place) bool {
	if id == "flame" {
		g.source.Offer(g.source.Selected(), desk.Menu{At: at, Element: id, ReturnFocus: id})
	}
	return id == "flame"
}

// Do performs an act of the keyboard.
func (g *Graph) Do(act canvas.Act) bool {
	f := &g.Frames
	switch act {
	case canvas.Invert:
		f.TurnOver()
	case canvas.Back:
		if !f.Zoomed() {
			return false
		}
		f.ZoomOut()
	default:
		x, y := f.Middle()
		return f.Do(g.host, f.Mover(), act, x, y)
	}
	return true
}

// FlipButton returns the button of a toolbar that turns the graph over.
func (g *Graph) FlipButton() bar.Button {
	f := &g.Frames
	return bar.Button{ID: g.stem + "-invert", Name: words.T("Flames upward"), Title: words.T("Root at the bottom (I)"), State: bar.Is(f.Upward), Do: f.TurnOver}
}

// OutButton returns the button that zooms out by one step.
func (g *Graph) OutButton() bar.Button {
	f := &g.Frames
	return bar.Button{
		ID: g.stem + "-out", Name: words.T("Zoom out"), Title: words.T("Zoom out by one step (Esc)"),
		Disabled: !f.Zoomed(), Do: f.ZoomOut,
	}
}

// Crumbs are the frames of the zoomed path, and their component. It is there before the first zoom too, so that zooming moves
// nothing.
type Crumbs struct{ graph *Graph }

func (c *Crumbs) zoomed() bool { return c.graph.Frames.Zoomed() }

func (c *Crumbs) id() string { return c.graph.stem + "-crumb" }

// A crumb is a frame of the path as the page shows it.
type crumb struct{ name, fullName string }

func (c *Crumbs) path() []crumb {
	all := make([]crumb, len(c.graph.Frames.Path))
	for i, f := range c.graph.Frames.Path {
		all[i].name, all[i].fullName = c.graph.source.Crumb(f)
	}
	return all
}

// clicked zooms out to a frame of the path.
func (c *Crumbs) clicked(event vugu.DOMEvent) {
	node.Routes{c.graph.stem + "-home": func(int) { c.graph.Frames.BackTo(0) }, c.id(): c.graph.Frames.BackToFrame}.Dispatch(event)
}

// A Stage is the canvas with its tooltip, and their component.
type Stage struct {
	Note  string // covers the canvas, "" for none
	graph *Graph
	tip   canvas.Tip
}

func (c *Stage) focused() {
	if c.graph.front != nil {
		c.graph.front()
	}
}

// place returns the tooltip, filled and in its place.
func (c *Stage) place() vugu.Builder {
	if c.tip.Place(&c.graph.Frames.Pane) {
		c.graph.source.FillTip(&c.tip)
	}
	return &c.tip
}
