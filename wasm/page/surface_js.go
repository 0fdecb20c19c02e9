package page

import (
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/page/gesture"
	"traceglass/wasm/script"
	"traceglass/wasm/ui/canvas"
)

// A surface is one of the page's canvases: what is asked for it and what is drawn on it.
type surface struct {
	drawer  js.Value // its part of draw.js
	host    js.Value // element it lies in
	gesture gesture.Tracker
	flying  *wanted  // the list asked for and not yet here
	next    *wanted  // the newest asked for meanwhile
	last    *wanted  // the newest that was asked for
	spare   js.Value // ArrayBuffer for the next list; undefined if there is none
}

// wanted is a display list asked for.
type wanted struct {
	body    message.Body
	inputAt float64 // time stamp of the input event that led to it, 0 for none
	shownAt float64 // when the interface asked
	link    *link   // to the worker that was asked
	sentAt  float64
}

// hostIDs are the elements that hold the canvases, by canvas.ID.
var hostIDs = [5]string{"minimap", "timeline", "flame", "graph", "timeline-b"}

func (p *page) Show(c canvas.ID, body message.Picture) {
	of := &wanted{body: body, inputAt: p.inputAt, shownAt: script.Now()}
	if old := p.surfaces[c].next; old != nil && old.inputAt != 0 {
		of.inputAt, of.shownAt = old.inputAt, old.shownAt // the oldest event that still waits to be seen
	}
	p.surfaces[c].next, p.surfaces[c].last = of, of
	p.send(int(c))
}

// send asks the worker for the canvas's newest list, unless one is on its way.
func (p *page) send(i int) {
	s := &p.surfaces[i]
	if s.flying != nil || s.next == nil {
		return
	}
	s.flying, s.next = s.next, nil
	s.flying.sentAt, s.flying.link = script.Now(), p.linkOf(s.flying.body)
	data := p.encode(s.flying.body)
	m := script.Object("kind", "list request", "canvas", i, "data", data)
	buffers := []any{data}
	if !s.spare.IsUndefined() {
		m.Set("buffer", s.spare)
		buffers = append(buffers, s.spare)
		s.spare = js.Undefined()
	}
	if b := p.pair; b != nil {
		b.post(p, s.flying.body, m, buffers...)
		return
	}
	s.flying.link.post(m, buffers...)
}

// show draws a list that arrived.
func (p *page) show(m js.Value) {
	i := m.Get("canvas").Int()
	s := &p.surfaces[i]
	of := s.flying
	s.flying = nil
	if of == nil {
		return
	}
	p.record("list", script.Now()-of.sentAt)
	before := s.drawer.Call("show", m.Get("buffer"), s.next == nil)
	s.spare = js.Undefined()
	if !before.IsNull() {
		s.spare = before
	}
	if of.inputAt != 0 {
		p.record("input", script.Now()-of.inputAt)
		p.record("handled", script.Now()-of.shownAt)
	}
	if canvas.ID(i) == canvas.Timeline && p.opened.trace && !p.opened.drawn {
		p.opened.drawn = true
		note("chart") // unless draw.js has had it earlier
		note("drawn")
		p.draw.Call("hold") // tables come after the picture
	}
	p.send(i)
	p.askNames()
	var numbers [gesture.GeometryNumbers]float64
	script.Floats(numbers[:], script.Uint8Array.New(s.drawer.Get("geometry").Get("buffer")))
	g := gesture.ReadGeometry(canvas.ID(i), numbers[:])
	g.Stale = s.flying != nil
	p.app.Drawn(g)
}

// refused is told in place of a list: the Failure is among the data.
func (p *page) refused(m js.Value) {
	i := m.Get("canvas").Int()
	s := &p.surfaces[i]
	s.spare = m.Get("buffer")
	s.flying = nil
	p.answer(script.Bytes(m.Get("data")))
	p.send(i)
}

func (p *page) Preview(c canvas.ID, v message.Viewport) {
	p.surfaces[c].drawer.Call("preview", v.From, v.To, v.ScrollY)
}

func (p *page) Mark(c canvas.ID, m canvas.Marks) {
	p.surfaces[c].drawer.Call("mark", m.From, m.To, m.Cursor, m.Time, m.BoxFrom, m.BoxTo)
}

func (p *page) Point(c canvas.ID, cursor string) { p.surfaces[c].drawer.Call("point", cursor) }

// addHit says what lies under the pointer; for a drag, under where it began. The minimap's lanes
// are known by their labels.
func (p *page) addHit(in *canvas.Input) {
	x, y := in.X, in.Y
	switch in.Kind {
	case canvas.DragStart:
		x, y = in.StartX, in.StartY
	case canvas.Move, canvas.Click, canvas.DoubleClick:
	case canvas.RightClick:
	default:
		return
	}
	if in.Kind == canvas.RightClick || in.Kind == canvas.Click {
		box := p.surfaces[in.Canvas].host.Call("getBoundingClientRect")
		in.PageX, in.PageY = box.Get("left").Float()+x, box.Get("top").Float()+y
	}
	if in.Canvas == canvas.Minimap {
		x = 0
	}
	drawer := p.surfaces[in.Canvas].drawer
	drawer.Call("hit", x, y)
	var numbers [gesture.FoundNumbers]float64
	script.Floats(numbers[:], script.Uint8Array.New(drawer.Get("found").Get("buffer")))
	in.Hit = gesture.ReadHit(numbers[:])
}
