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

// playThrough builds the interface of a trace, a piece a frame as for one that is opened.
func (p *page) playThrough() {
	defer p.recovered()
	unseen, build := p.unseen(nil)
	if build == nil {
		return
	}
	unseen.app.Receive(0, rehearsed)
	for range desk.WholePage + 1 {
		if p.link.used {
			return
		}
		build()
		time.Sleep(time.Millisecond) // the page goes first
	}
	for i := range p.surfaces {
		p.surfaces[i].drawer.Call("clear")
	}
}

// rehearsed is the trace that nobody sees.
var rehearsed = &message.Description{HasWall: true, HasCPU: true, Span: 1e6, Threads: []message.Thread{{Name: "main", To: 1e6}}}

// playBoth builds that of two traces, while they are read.
func (p *page) playBoth() {
	defer p.recovered()
	time.Sleep(rest * time.Millisecond) // how far that is goes first
	if p.pairing == nil {
		return
	}
	unseen, build := p.unseen(p.more)
	if build == nil {
		return
	}
	const rows = 50 // about as many as a window shows
	unseen.app.Paired([2]*message.Description{rehearsed, rehearsed}, [2]string{"a", "b"})
	unseen.app.Receive(unseen.number, &message.Compared{Clocks: []message.Clock{message.Wall, message.CPU}, Methods: [4]int{rows}, Calls: [2]int64{rows, rows}})
	changes := &message.Changes{Total: rows}
	for i := range rows {
		changes.Rows = append(changes.Rows, message.Change{Pair: uint32(i), Name: "a.B.c", A: true, B: true, Calls: [2]int64{1, 2}, Inclusive: [2]int64{1e6, 2e6}, Exclusive: [2]int64{1e6, 2e6}})
	}
	unseen.app.Receive(unseen.number, changes)
	build()
}

// unseen is a page without a worker to ask, whose interface nobody sees; build is nil if none can be built.
func (p *page) unseen(more app.Rooms) (unseen *page, build func()) {
	env, err := vugu.NewBuildEnv(p.dom.renderer.EventEnv())
	if err != nil {
		return nil, nil
	}
	unseen = &page{draw: p.draw, link: &link{}}
	unseen.dom.boxes.wanted = make(map[string]float64)
	for i := range p.surfaces {
		unseen.surfaces[i].drawer = p.surfaces[i].drawer
	}
	unseen.app = app.New(silent{unseen}, more)
	return unseen, func() { env.RunBuild(unseen.app) }
}

// silent is such a page to its interface: the document and the browser's history are left alone.
type silent struct{ *page }

func (silent) Title(string)         {}
func (silent) Theme(string)         {}
func (silent) Entry(int, int, bool) {}
func (silent) AwaitSettled()        {}
