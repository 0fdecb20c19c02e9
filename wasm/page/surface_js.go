package page

import (
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/page/gesture"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/canvas"
)

// A surface is one of the page's canvases, with its requests.
type surface struct {
	drawer  js.Value // its part of draw.js
	host    js.Value // element it lies in
	gesture gesture.Tracker
	flying  *wanted     // the list asked for and not yet here
	next    *wanted     // the newest asked for meanwhile
	last    *wanted     // the newest that was asked for
	spare   post.Buffer // for the next list, nil for none
}

// wanted is a display list asked for.
type wanted struct {
	body    message.Picture
	inputAt float64         // time stamp of the input event that led to it, 0 for none
	shownAt float64         // when the interface asked
	worker  *session.Worker // that was asked
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
	spare := s.spare
	s.spare = nil
	s.flying.sentAt = script.Now()
	s.flying.worker = p.Session.Draw(i, s.flying.body, spare)
	if s.flying.worker == nil { // nothing is open
		s.flying = nil
	}
}

// show draws a list that arrived.
func (p *page) show(from *session.Worker, m *post.List) {
	s := &p.surfaces[m.Canvas]
	of := s.flying
	if of == nil || of.worker != from {
		return
	}
	s.flying = nil
	p.record("list", script.Now()-of.sentAt)
	before := s.drawer.Call("show", m.Buffer.(script.Transfer).Value, s.next == nil)
	s.spare = nil
	if !before.IsNull() {
		s.spare = script.Transfer{Value: before}
	}
	if of.inputAt != 0 {
		p.record("input", script.Now()-of.inputAt)
		p.record("handled", script.Now()-of.shownAt)
	}
	if canvas.ID(m.Canvas) == canvas.Timeline && p.HoldsTrace() && !p.drawn {
		p.drawn = true
		note("chart") // unless draw.js has had it earlier
		note("drawn")
		p.draw.Call("hold") // tables come after the picture
	}
	p.send(m.Canvas)
	p.askNames()
	var numbers [gesture.GeometryNumbers]float64
	script.Floats(numbers[:], script.Uint8Array.New(s.drawer.Get("geometry").Get("buffer")))
	g := gesture.ReadGeometry(canvas.ID(m.Canvas), numbers[:])
	g.Stale = s.flying != nil
	p.app.Drawn(g)
}

// refused handles a Failure instead of a list.
func (p *page) refused(from *session.Worker, m *post.NoList) {
	s := &p.surfaces[m.Canvas]
	if s.flying == nil || s.flying.worker != from {
		return
	}
	s.spare = m.Buffer
	s.flying = nil
	if number, body, err := message.Decode(m.Data.Bytes()); err == nil {
		screen{p}.Show(number, body)
	}
	p.send(m.Canvas)
}

func (p *page) Preview(c canvas.ID, v message.Viewport) {
	p.surfaces[c].drawer.Call("preview", v.From, v.To, float64(v.ScrollY))
}

func (p *page) Mark(c canvas.ID, m canvas.Marks) {
	p.surfaces[c].drawer.Call("mark", m.From, m.To, m.Cursor, m.Time, m.BoxFrom, m.BoxTo)
}

func (p *page) Point(c canvas.ID, cursor string) { p.surfaces[c].drawer.Call("point", cursor) }

// addHit adds the box under the pointer; for a drag, under its start. The minimap's lanes
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
		in.PageX, in.PageY = css(box, "left")+x, css(box, "top")+y
	}
	if in.Canvas == canvas.Minimap {
		x = 0
	}
	drawer := p.surfaces[in.Canvas].drawer
	drawer.Call("hit", float64(x), float64(y))
	var numbers [gesture.FoundNumbers]float64
	script.Floats(numbers[:], script.Uint8Array.New(drawer.Get("found").Get("buffer")))
	in.Hit = gesture.ReadHit(numbers[:])
}
