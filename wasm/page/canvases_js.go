package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/page/gesture"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// canvases are the page's pictures: what the interface asks to see on them, and the input on them.
type canvases struct {
	*base
	session  *session.Session
	names    names
	surfaces [5]surface // by canvas.ID
	inputAt  float64    // time of the event that is being handled, 0 for none
	drawn    bool       // the trace's timeline has been drawn
}

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

func (c *canvases) Show(id canvas.ID, body message.Picture) {
	of := &wanted{body: body, inputAt: c.inputAt, shownAt: script.Now()}
	if old := c.surfaces[id].next; old != nil && old.inputAt != 0 {
		of.inputAt, of.shownAt = old.inputAt, old.shownAt // the oldest event that still waits to be seen
	}
	c.surfaces[id].next, c.surfaces[id].last = of, of
	c.send(int(id))
}

// send asks the worker for the canvas's newest list, unless one is on its way.
func (c *canvases) send(i int) {
	s := &c.surfaces[i]
	if s.flying != nil || s.next == nil {
		return
	}
	s.flying, s.next = s.next, nil
	spare := s.spare
	s.spare = nil
	s.flying.sentAt = script.Now()
	s.flying.worker = c.session.Draw(i, s.flying.body, spare)
	if s.flying.worker == nil { // nothing is open
		s.flying = nil
	}
}

// show draws a list that arrived.
func (c *canvases) show(from *session.Worker, m *post.List) {
	s := &c.surfaces[m.Canvas]
	of := s.flying
	if of == nil || of.worker != from {
		return
	}
	s.flying = nil
	c.record("list", script.Now()-of.sentAt)
	before := s.drawer.Call("show", m.Buffer.(script.Transfer).Value, s.next == nil)
	s.spare = nil
	if !before.IsNull() {
		s.spare = script.Transfer{Value: before}
	}
	if of.inputAt != 0 {
		c.record("input", script.Now()-of.inputAt)
		c.record("handled", script.Now()-of.shownAt)
	}
	if canvas.ID(m.Canvas) == canvas.Timeline && c.session.HoldsTrace() && !c.drawn {
		c.drawn = true
		note("chart") // unless draw.js has had it earlier
		note("drawn")
		c.draw.Call("hold") // tables come after the picture
	}
	c.send(m.Canvas)
	c.names.ask()
	var numbers [gesture.GeometryNumbers]float64
	script.Floats(numbers[:], script.Uint8Array.New(s.drawer.Get("geometry").Get("buffer")))
	g := gesture.ReadGeometry(canvas.ID(m.Canvas), numbers[:])
	g.Stale = s.flying != nil
	c.app.Drawn(g)
}

// refused handles a Failure instead of a list. It returns false if the list is not wanted. The caller shows the Failure,
// and then calls send.
func (c *canvases) refused(from *session.Worker, m *post.NoList) bool {
	s := &c.surfaces[m.Canvas]
	if s.flying == nil || s.flying.worker != from {
		return false
	}
	s.spare = m.Buffer
	s.flying = nil
	return true
}

func (c *canvases) Preview(id canvas.ID, v message.Viewport) {
	c.surfaces[id].drawer.Call("preview", v.From, v.To, float64(v.ScrollY))
}

func (c *canvases) Mark(id canvas.ID, m canvas.Marks) {
	c.surfaces[id].drawer.Call("mark", m.From, m.To, m.Cursor, m.Time, m.BoxFrom, m.BoxTo)
}

func (c *canvases) Point(id canvas.ID, cursor string) { c.surfaces[id].drawer.Call("point", cursor) }

// addHit adds the box under the pointer; for a drag, under its start. The minimap's lanes
// are known by their labels.
func (c *canvases) addHit(in *canvas.Input) {
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
		box := c.surfaces[in.Canvas].host.Call("getBoundingClientRect")
		in.PageX, in.PageY = css(box, "left")+x, css(box, "top")+y
	}
	if in.Canvas == canvas.Minimap {
		x = 0
	}
	drawer := c.surfaces[in.Canvas].drawer
	drawer.Call("hit", float64(x), float64(y))
	var numbers [gesture.FoundNumbers]float64
	script.Floats(numbers[:], script.Uint8Array.New(drawer.Get("found").Get("buffer")))
	in.Hit = gesture.ReadHit(numbers[:])
}

// input hands the interface what came of the n events that wait in draw.js.
func (c *canvases) input(n int) {
	if n > 0 {
		numbers := make([]float64, n*gesture.EventNumbers)
		script.Floats(numbers, c.draw.Get("queue"))
		var inputs []canvas.Input
		for ; len(numbers) > 0; numbers = numbers[gesture.EventNumbers:] {
			e := gesture.Read(numbers)
			if e.Kind != gesture.Size {
				c.inputAt = e.Time
			}
			inputs = c.surfaces[e.Canvas].gesture.Add(inputs, e)
		}
		for _, in := range inputs {
			c.addHit(&in)
			c.app.Input(in)
		}
	}
}

// redraw draws all canvases again, with other words or names.
func (c *canvases) redraw() {
	c.names.forget()
	for i := range c.surfaces {
		c.surfaces[i].next = c.surfaces[i].last
		c.send(i)
	}
}

// clear clears all canvases, and forgets their requests.
func (c *canvases) clear() {
	for i := range c.surfaces {
		s := &c.surfaces[i]
		s.flying, s.next, s.last, s.spare = nil, nil, nil, nil
		s.drawer.Call("clear")
	}
	c.names.forget()
}

// release lets canvas i ask for another list: the one on its way will not come.
func (c *canvases) release(i int) { c.surfaces[i].flying, c.surfaces[i].spare = nil, nil }

// releaseFrom releases the canvases that wait for a worker.
func (c *canvases) releaseFrom(w *session.Worker) {
	for i := range c.surfaces {
		if s := &c.surfaces[i]; s.flying != nil && s.flying.worker == w {
			c.release(i)
		}
	}
}

// attach puts the canvases into the elements that hold them.
func (c *canvases) attach(document js.Value) {
	for i := range c.surfaces {
		s := &c.surfaces[i]
		host := shown(document, hostIDs[i])
		if !host.IsNull() && !host.Equal(s.host) {
			s.host = host
			s.drawer.Call("attach", host)
		}
	}
}

// detach has the next attach put all canvases into elements again.
func (c *canvases) detach() {
	for i := range c.surfaces {
		c.surfaces[i].host = js.Undefined()
	}
}

// Place is the lower edge of an element, near its left end; of one that holds a canvas that of the
// box that the canvas shows as chosen, or the middle.
func (c *canvases) Place(id string) desk.Place {
	e := shown(js.Global().Get("document"), id)
	if e.IsNull() {
		return desk.Place{X: 1, Y: 1}
	}
	box := e.Call("getBoundingClientRect")
	x, y, width, height := css(box, "left"), css(box, "top"), css(box, "width"), css(box, "height")
	for i, host := range hostIDs {
		if host != id {
			continue
		}
		at := c.surfaces[canvas.ID(i)].drawer.Call("chosen")
		if at.IsNull() {
			return desk.Place{X: x + width/2, Y: y + height/2}
		}
		return desk.Place{X: x + message.CSS(at.Index(0).Float()), Y: y + message.CSS(at.Index(1).Float())}
	}
	const in = 32
	return desk.Place{X: x + min(in, width/2), Y: y + height}
}

func (c *canvases) Picture(id canvas.ID, name string) {
	go func() {
		blob, err := script.Await(c.surfaces[id].drawer.Call("picture", name))
		defer c.recovered()
		if err != nil {
			c.app.Saved(name, 0, words.Say("The picture could not be made: {1}.", err.Error()))
			return
		}
		save(blob, name)
		c.app.Saved(name, int64(blob.Get("size").Float()), "")
	}()
}
