package worker

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"syscall/js"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
)

// A worker answers the page. Its methods run one at a time; only a reading waits between them.
type worker struct {
	first    First
	expected bool           // the page will ask for first pictures of the file that is being read
	wanted   *post.First    // what it asked, nil before that comes
	asked    chan struct{}  // closed when the page asks for first pictures or their names; nil if nothing waits
	engine   *engine.Engine // has no trace at first
	reading  *reading       // nil when none is under way
	turn     sync.Mutex     // held by what reads
	dumped   []item         // the files in which dumps were looked for, in their order
	again    bool           // one of them is being read again
	over     bool           // what is read was cancelled
	used     *item          // the map of names that was read last, nil for none
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
		w.over = false
		w.engine, w.expected = engine.New(p.Budget), p.First
		w.reading = &reading{engine: w.engine, files: filesOf(p.Files), budget: p.Budget, beside: p.Side, choice: post.Choice{Trace: p.Trace, Of: p.Of}, news: func(b message.Body) { w.answer(0, b) }}
		go w.read()
	case *post.OpenRuns:
		w.over = false
		go w.readRuns(filesOf(p.Files), p.Budget, message.RunsPart{From: p.From, To: p.To, Anchor: p.Anchor})
	case *post.First:
		w.wanted = p
		w.goOn()
	case *post.FirstNames:
		w.nameFirst(p.Methods)
	case *post.Cancel:
		if w.over = true; w.reading != nil {
			w.reading.cancel()
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
			w.retell()
		}
	case *post.Name:
		if w.reading == nil {
			w.nameOpen(filesOf(p.Files), p.Only)
		} else {
			send(&post.NotNamed{})
		}
	case *post.KeepMap:
		w.keepMap()
	case *post.ListRequest:
		w.sendList(p)
	case *post.Speak:
		words.SetCatalogue(p.Text)
		if w.reading == nil && !w.again {
			w.retell()
		}
	}
}

// filesOf returns the browser's files.
func filesOf(posted []any) []js.Value {
	files := make([]js.Value, len(posted))
	for i, file := range posted {
		files[i] = file.(js.Value)
	}
	return files
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

func (w *worker) read() {
	r := w.reading
	r.first = w.sendFirst
	w.turn.Lock()
	results := r.run()
	w.turn.Unlock()
	if r.description == nil {
		w.sendVerdict(results)
	} else {
		w.sendFirst() // does nothing if the pictures were sent while other items were read
	}
	for _, file := range r.files {
		if !file.Get("keep").IsUndefined() { // see worker.js: it is read while it comes
			script.Await(file.Call("keep"))
		}
	}
	w.reading, w.dumped = nil, r.dumped
	if n := len(r.maps); n > 0 {
		w.used = &r.maps[n-1]
	}
	for _, body := range results {
		w.answer(0, body)
	}
	send(&post.Read{Full: r.full})
	if len(r.beside) > 0 {
		w.makeSide(r)
	}
}

// makeSide answers what one of two traces was opened with: what of it is compared.
func (w *worker) makeSide(r *reading) {
	number, request, err := message.Decode(r.beside)
	of, ok := request.(*message.SideOf)
	if err != nil || !ok || r.description == nil {
		return
	}
	of.Main = r.description.HasMain()
	w.answer(number, w.ask(of))
}

// reopen reads a dump of a pile again, where it is not at hand, and describes it.
func (w *worker) reopen(number uint32, dump *message.OpenDump) {
	var err error
	w.turn.Lock() // a pile may be read again to be named
	defer w.turn.Unlock()
	if at, wanted := w.engine.Dumps().Reread(int(dump.Number)); wanted && at < len(w.dumped) {
		r := &reading{engine: w.engine, news: func(message.Body) {}, size: w.dumped[at].size()}
		err = r.again(&w.dumped[at])
	}
	w.again = false
	if err != nil {
		w.answer(number, &message.Failure{Text: err.Error()})
		return
	}
	w.answer(number, w.ask(dump))
}

// retell tells what is open again, in other words or under other names.
func (w *worker) retell() {
	for _, body := range w.engine.Descriptions() {
		send(&post.Retold{Data: w.encode(0, body)})
	}
}

func (w *worker) answer(number uint32, body message.Body) {
	send(&post.Answer{Number: number, Data: w.encode(number, body)})
}

// encode returns a message to post.
func (w *worker) encode(number uint32, body message.Body) script.Transfer {
	w.encoded = message.Encode(w.encoded[:0], number, body)
	return script.Carry(w.encoded)
}

func (w *worker) ask(request message.Body) (body message.Body) {
	defer func() {
		if r := recover(); r != nil {
			body = mistake(r)
		}
	}()
	return w.engine.Answer(request)
}

// mistake reports a panic: to the user in a sentence, and in full on the console.
func mistake(r any) *message.Failure {
	fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
	return &message.Failure{Text: fmt.Sprintf("An error occurred here (%v). The rest still works.", r)}
}
