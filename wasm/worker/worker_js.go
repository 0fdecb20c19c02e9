package worker

import (
	"runtime/debug"
	"sync"
	"syscall/js"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/reading"
	"traceglass/wasm/script"
)

// A worker answers the page. Its methods run one at a time; only a reading waits between them.
type worker struct {
	first    First
	expected bool           // the page will ask for first pictures of the file that is being read
	wanted   *post.First    // its request, nil before that comes
	asked    chan struct{}  // closed when the page asks for first pictures or their names; nil if nothing waits
	engine   *engine.Engine // has no trace at first
	cancel   func()         // ends the reading, nil without one
	turn     sync.Mutex     // held by a reading
	dumped   reading.Dumped
	again    bool          // one of them is being read again
	used     *reading.Used // the map of names that was read last, nil for none
	list     scene.List
	encoded  []byte // of the list or answer last sent
}

// mostMemory is what Go may hold, in bytes, short of the 4 GB that WebAssembly can address.
// As the heap nears it, garbage is collected more often than its growth alone would ask for.
const mostMemory = 3_500_000_000

// Run serves the page from now on.
func Run(first First) {
	debug.SetMemoryLimit(mostMemory)
	w := &worker{first: first, engine: engine.New(0)}
	send(&post.Ready{})
	js.Global().Call("traceglassListen", script.Handler(func(args []js.Value) { w.receive(script.ReadPost(args[0])) }))
}

// send posts to the page.
func send(p post.Post) {
	m, transfers := script.Posted(p)
	js.Global().Call("postMessage", m, script.Array(transfers...))
}

func (w *worker) receive(p post.Post) {
	switch p := p.(type) {
	case *post.Open:
		w.engine, w.expected = engine.New(p.Budget), p.First
		r := &reading.Reading{
			Engine: w.engine, Files: filesOf(p.Files), Budget: p.Budget, Choice: post.Choice{Trace: p.Trace, Of: p.Of}, Pair: len(p.Side) > 0,
			Now: script.Now, News: func(b message.Body) { w.answer(0, b) }, First: w.sendFirst,
		}
		w.cancel = r.Cancel
		go w.read(r, p.Side)
	case *post.OpenRuns:
		r := &reading.Runs{
			Engine: w.engine, Files: filesOf(p.Files), Budget: p.Budget, Part: message.RunsPart{From: p.From, To: p.To, Anchor: p.Anchor},
			Now: script.Now, News: func(b message.Body) { w.answer(0, b) },
		}
		w.cancel = r.Cancel
		go w.readRuns(r)
	case *post.First:
		w.wanted = p
		w.continueReading()
	case *post.FirstNames:
		w.nameFirst(p.Methods)
	case *post.Cancel:
		if w.cancel != nil {
			w.cancel()
		}
		send(&post.Stopping{})
	case *post.Ask:
		number, request, err := message.Decode(p.Data)
		if err != nil {
			w.answer(number, &message.Failure{Text: err.Error()})
			return
		}
		switch request := request.(type) {
		case *message.Compare:
			request.Data = sideIn(p)
		case *message.SideContexts:
			request.Data = sideIn(p)
		}
		if dump, ok := request.(*message.OpenDump); ok && !w.again {
			w.again = true
			go w.reopen(number, dump)
			return
		}
		w.answer(number, w.ask(request))
		if _, ok := request.(*message.Naming); ok {
			w.postTexts()
		}
	case *post.Name:
		if w.cancel == nil {
			go w.name(p)
		} else {
			send(&post.NotNamed{})
		}
	case *post.KeepMap:
		go w.keepMap()
	case *post.ListRequest:
		w.sendList(p)
	case *post.Speak:
		words.SetCatalogue(p.Text)
		if w.cancel == nil && !w.again {
			w.postTexts()
		}
	}
}

// sideIn returns the other worker's side that came with a request, nil for none.
func sideIn(p *post.Ask) []byte {
	if p.Side == nil {
		return nil
	}
	_, body, err := message.Decode(p.Side.Bytes())
	if s, ok := body.(*message.Side); ok && err == nil {
		return s.Data
	}
	return nil
}

// read reads files. side is an encoded SideOf to answer, of one of two traces; nil for one trace.
func (w *worker) read(r *reading.Reading, side []byte) {
	w.turn.Lock()
	results := r.Run()
	w.turn.Unlock()
	if r.Description == nil {
		w.sendVerdict(results)
	} else {
		w.sendFirst() // does nothing if the pictures were sent while other items were read
	}
	for _, f := range r.Files {
		f.(file).keep()
	}
	w.cancel, w.dumped = nil, r.Dumped()
	w.used = r.Used()
	for _, body := range results {
		w.answer(0, body)
	}
	send(&post.Read{Full: r.Full})
	if len(side) > 0 && r.Description != nil {
		w.makeSide(side, r.Description)
	}
}

// readRuns reads many traces.
func (w *worker) readRuns(r *reading.Runs) {
	w.turn.Lock()
	all := r.Run()
	w.turn.Unlock()
	w.cancel = nil
	w.answer(0, all)
}

// makeSide answers an encoded SideOf.
func (w *worker) makeSide(side []byte, about *message.Description) {
	number, request, err := message.Decode(side)
	if of, ok := request.(*message.SideOf); ok && err == nil {
		of.Main = about.HasMain()
		w.answer(number, w.ask(of))
	}
}

// reopen reads a dump of a pile again, where it is not at hand, and describes it.
func (w *worker) reopen(number uint32, dump *message.OpenDump) {
	var err error
	w.turn.Lock() // a pile may be read again to be named
	defer w.turn.Unlock()
	if at, wanted := w.engine.Dumps().Reread(int(dump.Number)); wanted && at < len(w.dumped) {
		err = w.dumped.Again(at, w.engine, script.Now)
	}
	w.again = false
	if err != nil {
		w.answer(number, &message.Failure{Text: err.Error()})
		return
	}
	w.answer(number, w.ask(dump))
}

// postTexts describes the open files again, in another language or with other names.
func (w *worker) postTexts() {
	for _, body := range w.engine.Descriptions() {
		send(&post.UpdatedTexts{Data: w.encode(0, body)})
	}
}

func (w *worker) answer(number uint32, body message.Body) {
	send(&post.Answer{Number: number, Data: w.encode(number, body)})
}

// encode returns a message to post.
func (w *worker) encode(number uint32, body message.Body) script.Transfer {
	w.encoded = message.Encode(w.encoded[:0], number, body)
	return script.Transfer{Value: script.Buffer(w.encoded)}
}

func (w *worker) ask(request message.Body) (body message.Body) {
	defer func() {
		if r := recover(); r != nil {
			body = reading.Mistake(r)
		}
	}()
	return w.engine.Answer(request)
}
