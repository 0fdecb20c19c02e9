package tracing

import (
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// looks are typical states of the room. Golden files of the first view have only the lines that differ from the room
// after opening, which is open.html. So a line that these states share is in one file.
var looks = []struct {
	name string
	do   func(t testing.TB, p *page)
}{
	{"overview", func(t testing.TB, p *page) {
		p.d.RenderStep = desk.WholePage
		p.show("overview")
		p.answer()
	}},
	{"methods", func(t testing.TB, p *page) {
		for _, key := range []string{"ArrowDown", "ArrowDown", "ArrowRight"} {
			p.key(canvas.Key{Name: key, Row: true, Focus: "methods-rows"})
			p.answer()
		}
		p.d.ScrollToCall(message.CallRef{Depth: 5, Row: 3}, 5)
	}},
	{"search", func(t testing.TB, p *page) {
		p.d.Search.Find("calc")
		p.Step(false)
	}},
	{"topdown", func(t testing.TB, p *page) {
		p.show("topdown")
		p.d.SetRange(1200*uitest.Ms, 3400*uitest.Ms, 6370*uitest.Ms)
	}},
	{"flamegraph", func(t testing.TB, p *page) {
		p.d.Enter([]canvas.Crumb{{Node: 4, Method: 4}, {Node: 9, Method: 5}})
		p.d.Method = message.NoNode
		p.RequestData()
		p.drawn(canvas.Geometry{Canvas: canvas.Flame, From: 0, To: 1, Content: 900})
		p.input(canvas.Input{Canvas: canvas.Flame, Kind: canvas.Move, X: 300, Y: 60, Hit: canvas.Hit{OK: true, Method: 8, Row: 12, X: 200, W: 280}})
	}},
	{"relatives", func(t testing.TB, p *page) {
		p.show("relatives")
		p.d.ChooseMethod(2)
	}},
	{"threads", func(t testing.TB, p *page) {
		p.show("threads")
		p.d.ToggleThread(4)
		p.d.ToggleHidden(5)
		for range 2 {
			p.key(canvas.Key{Name: "ArrowDown", Row: true, Focus: "threads-rows"})
		}
	}},
	{"about", func(t testing.TB, p *page) { p.show("about") }},
	{"hover", func(t testing.TB, p *page) {
		p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: 700, Y: 120, Hit: canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 200}})
	}},
}

func TestRoomGolden(t *testing.T) {
	p := openCalc(t)
	p.d.File = "calc.trace"
	p.answer()
	opened := p.look(t)
	uitest.CheckGolden(t, "open.html", opened)
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			p := openCalc(t)
			p.d.File = "calc.trace"
			p.answer()
			l.do(t, p)
			p.answer()
			switch l.name {
			case "methods", "search", "topdown", "hover":
				uitest.CheckChanges(t, l.name+".diff", opened, p.look(t))
			default: // another view
				uitest.CheckGolden(t, l.name+".html", p.look(t))
			}
		})
	}
}

// look renders the room until it stops growing.
func (p *page) look(t testing.TB) string {
	p.d.RenderStep = desk.WholePage
	return p.Render(t, p.Room)
}
