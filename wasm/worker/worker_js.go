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
	"traceglass/wasm/script"
)

// A worker answers the page. Its methods run one at a time; only a reading waits between them.
type worker struct {
	first    First
	expected bool           // the page will ask for first pictures of the file that is being read
	wanted   js.Value       // its message "first", undefined before it comes
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
	post(script.Object("kind", "ready"))
	js.Global().Call("traceglassListen", script.Handler(func(args []js.Value) { w.receive(args[0]) }))
}

// post sends a message to the page; buffers are transferred.
func post(m js.Value, buffers ...any) {
	js.Global().Call("postMessage", m, script.Array(buffers...))
}

func (w *worker) receive(m js.Value) {
	switch m.Get("kind").String() {
	case "open":
		files := script.All(m.Get("files"))
		budget := int64(m.Get("budget").Float())
		w.over = false
		w.engine, w.expected = engine.New(budget), m.Get("first").Truthy()
		w.reading = &reading{engine: w.engine, files: files, budget: budget, beside: m.Get("beside"), choice: choice{m.Get("trace").Int(), m.Get("of").Int()}, news: func(b message.Body) { w.answer(0, b) }}
		go w.read()
	case "runs":
		files := make([]js.Value, m.Get("files").Length())
		for i := range files {
			files[i] = m.Get("files").Index(i)
		}
		w.over = false
		part := message.RunsPart{From: int64(m.Get("from").Float()), To: int64(m.Get("to").Float()), Anchor: m.Get("anchor").String()}
		go w.readRuns(files, int64(m.Get("budget").Float()), part)
	case "first":
		w.wanted = m
		w.goOn()
	case "first names":
		w.nameFirst(m.Get("methods"))
	case "cancel":
		if w.over = true; w.reading != nil {
			w.reading.cancel()
		}
		post(script.Object("kind", "stopping"))
	case "ask":
		number, request, err := message.Decode(script.Bytes(m.Get("data")))
		if err != nil {
			w.answer(number, &message.Failure{Text: err.Error()})
			return
		}
		switch request := request.(type) {
		case *message.Compare:
			request.Data = sent(m)
		case *message.SideContexts:
			request.Data = sent(m)
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
	case "name":
		if w.reading == nil {
			w.nameOpen(script.All(m.Get("files")), m.Get("only").Bool())
		}
	case "keep map":
		w.keepMap()
	case "list request":
		w.sendList(m)
	case "speak":
		words.SetCatalogue(m.Get("text").String())
		if w.reading == nil && !w.again {
			w.retell()
		}
	}
}

// sent is what the other worker's side came with a request as, nil for none.
func sent(m js.Value) []byte {
	_, body, err := message.Decode(script.Bytes(m.Get("side")))
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
	post(script.Object("kind", "read", "full", r.full))
	if r.beside.Truthy() {
		w.makeSide(r)
	}
}

// makeSide answers what one of two traces was opened with: what of it is compared.
func (w *worker) makeSide(r *reading) {
	number, request, err := message.Decode(script.Bytes(r.beside))
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
		w.tell("retold", 0, body)
	}
}

func (w *worker) answer(number uint32, body message.Body) { w.tell("answer", number, body) }

func (w *worker) tell(kind string, number uint32, body message.Body) {
	w.encoded = message.Encode(w.encoded[:0], number, body)
	data := script.Buffer(w.encoded)
	post(script.Object("kind", kind, "data", data), data)
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
