package tracing

import (
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// A page is the room with a stand-in for the browser.
type page struct {
	*Room
	*uitest.Stand
	d    *desk.Desk
	rows *message.MethodRows // the last request of the table of methods

	assigned *message.Assign // the last request of owners
}

// openCalc returns the room with an open trace, the table of methods, and all requests answered.
func openCalc(t testing.TB) *page {
	t.Helper()
	p := newPage(uitest.New())
	p.size()
	p.open(uitest.Calc())
	p.d.RenderStep = desk.WholePage
	p.drawn(canvas.Geometry{Canvas: canvas.Minimap, From: 0, To: p.d.Time.End, Left: 160, Content: 56})
	p.drawn(canvas.Geometry{Canvas: canvas.Timeline, From: 0, To: p.d.Time.End, Left: 160, Top: 24, Content: 2400})
	p.drawn(canvas.Geometry{Canvas: canvas.Flame, From: 0, To: 1, Content: 900})
	p.answer()
	return p
}

func newPage(s *uitest.Stand) *page {
	d := desk.New(desk.NewPage(s))
	d.Tab = "methods"
	return &page{Room: New(d), Stand: s, d: d}
}

// size sets the sizes of canvases and scroll boxes.
func (p *page) size() {
	for id, size := range map[canvas.ID][2]float64{canvas.Minimap: {1200, 56}, canvas.Timeline: {1200, 340}, canvas.Flame: {860, 300}} {
		p.Room.Input(canvas.Input{Canvas: id, Kind: canvas.Size, X: message.CSS(size[0]), Y: message.CSS(size[1])})
	}
	for _, v := range p.Views {
		p.Sized(v.Tab().ID, 0, 400)
	}
}

func (p *page) open(trace *message.Description) {
	p.d.Page.Forget()
	p.Forget()
	p.Open(trace)
	p.RequestData()
}

// input, key and drawn do the same as the page: the state changes, then the room requests data.

func (p *page) input(in canvas.Input) {
	p.Room.Input(in)
	p.RequestData()
}

func (p *page) key(k canvas.Key) bool {
	p.d.Notify("")
	done := p.Key(k) || p.Do(canvas.Pressed(k, canvas.InTrace))
	p.RequestData()
	return done
}

func (p *page) drawn(g canvas.Geometry) {
	p.Drawn(g)
	p.RequestData()
}

// answer answers all requests.
func (p *page) answer() {
	p.Settle(&p.d.Line, p.RequestData, func(body message.Body) message.Body {
		if rows, ok := body.(*message.MethodRows); ok {
			p.rows = rows
		}
		if assign, ok := body.(*message.Assign); ok {
			p.assigned = assign
		}
		return uitest.Engine(body)
	})
}

// show shows a view by its ID.
func (p *page) show(tab string) {
	p.d.Show(tab)
	p.RequestData()
}

// press clicks on an element by its ID.
func (p *page) press(t testing.TB, id string) {
	t.Helper()
	p.d.RenderStep = desk.WholePage
	p.Render(t, p.Room)
	p.Click(t, id)
	p.RequestData()
}

// root returns the root in the last request of the flame graph.
func (p *page) root() uint32 { return p.Shown[canvas.Flame].(*message.Flame).Root }
