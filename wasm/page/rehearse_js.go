package page

import (
	"syscall/js"
	"time"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
	"traceglass/wasm/ui/app"
	"traceglass/wasm/ui/desk"
)

// rest is how long the page has been there before it warms up, in milliseconds.
const rest = 100

// rehearse has worker and page warm up once the page is at rest: both go through the opening of a
// small trace that nobody sees. For the browser compiles a function when it is first called, and
// one that runs for every record again, for speed, when it has run for long; neither is to be waited
// for when a file comes.
func (p *page) rehearse() {
	js.Global().Call("setTimeout", script.Handler(func([]js.Value) {
		if !p.link.used {
			p.link.post(script.Object("kind", "rehearse"))
			go p.playThrough()
		}
	}), rest)
}

// playThrough builds the interface of a trace, a piece a frame as for one that is opened. The page
// that it is built for has no worker to ask and no document to render.
func (p *page) playThrough() {
	defer p.recovered()
	env, err := vugu.NewBuildEnv(p.dom.renderer.EventEnv())
	if err != nil {
		return
	}
	unseen := &page{draw: p.draw, link: &link{}, past: past{late: p.past.late}}
	unseen.dom.boxes.wanted = make(map[string]float64)
	for i := range p.surfaces {
		unseen.surfaces[i].drawer = p.surfaces[i].drawer
	}
	unseen.app = app.New(unseen, nil)
	unseen.app.Receive(0, &message.Description{HasWall: true, HasCPU: true, Span: 1e6, Threads: []message.Thread{{Name: "main", To: 1e6}}})
	for range desk.WholePage + 1 {
		if p.link.used {
			return
		}
		env.RunBuild(unseen.app)
		time.Sleep(time.Millisecond) // the page goes first
	}
	for i := range p.surfaces {
		p.surfaces[i].drawer.Call("clear")
	}
}
