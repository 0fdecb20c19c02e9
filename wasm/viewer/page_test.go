package viewer

import (
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"io"
	"testing"

	"traceglass/parser/input"
	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/reading"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/app"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/uitest"
)

const root = "../.." // the module's top folder

// A page is a page with its workers, which answer at once. Each method acts as a user does, and then lets the page finish.
type page struct {
	t       *testing.T
	browser browser
	app     *app.App
	session *session.Session
	workers map[*session.Worker]*worker
	due     []func()                  // what happens next, in order
	focus   string                    // id of the focused element, "" for none
	wanted  string                    // id of the element to focus after the next render
	byHand  bool                      // the user acted since things settled last
	hasty   bool                      // the user acts again before things settle
	clock   float64                   // of the workers, ms
	reports []message.Progress        // of reading
	heights map[string]float64        // of scroll boxes that the page knows, CSS pixels
	tops    map[string]float64        // how far boxes are scrolled
	hosts   map[canvas.ID]string      // where canvases are, by the id of an element around them
	drawn   map[canvas.ID]*scene.List // newest pictures
	doc     *element
	address []string // of each entry of the browser's history, with all that a link has
	holding bool     // requests of A's contexts wait
	held    []func() // sends them
}

// boxHeight is the height of each scroll box in CSS pixels.
const boxHeight = 400

// open returns a page without a file.
func open(t *testing.T) *page {
	t.Helper()
	return openWith(t, 1<<30)
}

// openWith returns a page whose traces may take a number of bytes.
func openWith(t *testing.T, budget int64) *page {
	t.Helper()
	p := &page{
		t: t, workers: map[*session.Worker]*worker{}, heights: map[string]float64{}, tops: map[string]float64{},
		hosts: map[canvas.ID]string{}, drawn: map[canvas.ID]*scene.List{},
	}
	p.browser = browser{uitest.New(), p}
	p.session = session.New(host{p}, budget)
	p.session.Begin(nil, "")
	p.app = app.New(p.browser)
	p.finish()
	return p
}

// finish runs all that is due, and renders.
func (p *page) finish() {
	p.t.Helper()
	for range 1000 {
		for len(p.due) > 0 {
			next := p.due[0]
			p.due = p.due[1:]
			next()
		}
		html := p.browser.Render(p.t, p.app)
		p.doc = parse(html)
		if p.wanted != "" {
			if p.doc.find("#"+p.wanted) != nil {
				p.focus = p.wanted
			}
			p.wanted = ""
		}
		if e := p.doc.find("#" + p.focus); p.focus != "" && (e == nil || !e.visible()) {
			p.focus = ""
		}
		if p.sized() {
			continue
		}
		if len(p.due) == 0 && p.browser.Settling && !p.hasty {
			p.browser.Settling = false
			if p.app.Settled(p.byHand) {
				p.byHand = false
			}
			continue
		}
		if len(p.due) == 0 && p.browser.Redraws == 0 {
			return
		}
	}
	p.t.Fatal("the page does not become idle")
}

// later has something happen after all that is due.
func (p *page) later(do func()) { p.due = append(p.due, do) }

// sized tells the page the sizes of scroll boxes and canvases that are new in the document, and where boxes were scrolled.
func (p *page) sized() (changed bool) {
	for _, box := range p.doc.findAll("[data-scroll]") {
		name := box.attrs["data-scroll"]
		top, scrolled := p.browser.Scrolled[name]
		if !box.visible() || !scrolled && p.heights[name] > 0 {
			continue
		}
		delete(p.browser.Scrolled, name)
		p.heights[name], p.tops[name] = boxHeight, top
		p.app.Scroll(name, top, boxHeight)
		changed = true
	}
	for id, size := range map[canvas.ID][2]message.CSS{canvas.Minimap: {1200, 56}, canvas.Timeline: {1200, 340}, canvas.SecondTimeline: {1200, 340}, canvas.Flame: {860, 300}, canvas.Graph: {860, 300}} {
		e := p.doc.find("#" + canvasIDs[id])
		if e == nil || !e.visible() {
			continue
		}
		around := e.parent.closest(func(e *element) bool { return e.attrs["id"] != "" }).attrs["id"]
		if p.hosts[id] != around {
			p.hosts[id] = around
			p.app.Input(canvas.Input{Canvas: id, Kind: canvas.Size, X: size[0], Y: size[1]})
			changed = true
		}
	}
	return changed
}

// canvasIDs are the ids of the elements of canvases.
var canvasIDs = map[canvas.ID]string{canvas.Minimap: "minimap", canvas.Timeline: "timeline", canvas.Flame: "flame", canvas.Graph: "graph", canvas.SecondTimeline: "timeline-b"}

// A browser is the page's browser as app.Host.
type browser struct {
	*uitest.Stand
	page *page
}

var _ app.Host = browser{}

func (b browser) Ask(body message.Body) uint32 { return b.page.session.Ask(body) }

func (b browser) Show(c canvas.ID, list message.Picture) {
	b.Stand.Show(c, list)
	b.page.session.Draw(int(c), list, nil)
}

func (b browser) Focus(id string) {
	b.Stand.Focus(id)
	b.page.wanted = id
	b.Redraw()
}

func (b browser) FocusAtTop(id string) { b.Focus(id) }

func (b browser) ScrollTo(box string, top float64) {
	b.Stand.ScrollTo(box, top)
	b.Redraw()
}

func (b browser) OpenTrace(file *message.File) {
	b.page.session.OpenTrace(fileOf(file.Name, file.Data))
}
func (b browser) Front(i int)                          { b.page.session.Front(i) }
func (b browser) Swap()                                { b.page.session.Swap() }
func (b browser) OpenRun(run message.Run)              { b.page.session.OpenRun(run) }
func (b browser) ReadRuns(part message.RunsPart)       { b.page.session.ReadRuns(part) }
func (b browser) CompareMembers(from *message.Members) { b.page.session.CompareMembers(from) }
func (b browser) CloseOther()                          { b.page.session.CloseOther() }
func (b browser) Replaced()                            { b.page.session.Replaced() }
func (b browser) Choose(from *message.Members, n int)  { b.page.session.Choose(from, n) }
func (b browser) Cancel()                              { b.page.session.Cancel() }
func (b browser) Close()                               { b.page.session.Close() }
func (b browser) Restart()                             { b.page.session.Restart() }

// Go visits an entry of the history later, as a browser does.
func (b browser) Go(by int) {
	b.Stand.Go(by)
	at := b.Entries[b.Entered]
	b.page.later(func() {
		b.page.byHand = false
		b.page.app.Return(at[0], at[1])
	})
}

// Entry notes the address of an entry too.
func (b browser) Entry(serial, at int, after bool) {
	b.Stand.Entry(serial, at, after)
	b.page.address = append(b.page.address, make([]string, max(0, len(b.Entries)-len(b.page.address)))...)[:len(b.Entries)]
	b.page.address[b.Entered] = b.page.shown()
}

func (b browser) EnterFiles(serial, at int, after bool) {
	b.Entry(serial, at, b.page.session.Enter(serial) || after)
}
func (b browser) Revisit(serial int) (shown, reads bool) { return b.page.session.Revisit(serial) }

// A worker reads files, and answers requests about them.
type worker struct {
	page   *page
	of     *session.Worker
	engine *engine.Engine
	dumped reading.Dumped
	alive  bool
}

// post posts to the page.
func (w *worker) post(posts ...post.Post) {
	for _, m := range posts {
		w.page.later(func() { w.page.session.Handle(w.of, m) })
	}
}

type buffer []byte

func (b buffer) Bytes() []byte { return b }

func (w *worker) answer(number uint32, bodies ...message.Body) {
	for _, body := range bodies {
		w.post(&post.Answer{Number: number, Data: buffer(message.Encode(nil, number, body))})
	}
}

// receive is wasm/worker's, for files in memory.
func (w *worker) receive(p post.Post) {
	news := func(body message.Body) { w.answer(0, body) }
	now := func() float64 { // time passes quickly, so that all progress is reported
		w.page.clock += 1000
		return w.page.clock
	}
	switch p := p.(type) {
	case *post.Open:
		w.engine = engine.New(p.Budget)
		r := &reading.Reading{Engine: w.engine, Files: filesOf(p.Files), Budget: p.Budget, Choice: post.Choice{Trace: p.Trace, Of: p.Of}, Pair: len(p.Side) > 0, Now: now, News: news, First: func() {}}
		results := r.Run()
		w.dumped = r.Dumped()
		w.answer(0, results...)
		w.post(&post.Read{Full: r.Full})
		if number, request, err := message.Decode(p.Side); err == nil && r.Description != nil {
			request.(*message.SideOf).Main = r.Description.HasMain()
			w.answer(number, w.engine.Answer(request))
		}
	case *post.OpenRuns:
		r := &reading.Runs{Engine: w.engine, Files: filesOf(p.Files), Budget: p.Budget, Part: message.RunsPart{From: p.From, To: p.To, Anchor: p.Anchor}, Now: now, News: news}
		w.answer(0, r.Run())
	case *post.Speak: // page and workers have one catalogue here
		w.postTexts()
	case *post.Cancel:
		w.post(&post.Stopping{})
	case *post.Name:
		r := reading.Mapping(w.engine, filesOf(p.Files), w.dumped, now, news)
		named, why := r.Name(p.Only)
		if named == nil {
			w.post(&post.NotNamed{Reason: why})
			return
		}
		w.answer(0, named)
		w.postTexts()
	case *post.ListRequest:
		w.draw(p)
	case *post.Ask:
		w.ask(p)
	}
}

func (w *worker) ask(p *post.Ask) {
	number, request, err := message.Decode(p.Data)
	if err != nil {
		w.page.t.Fatal(err)
	}
	side := func() []byte {
		_, body, err := message.Decode(p.Side.Bytes())
		if err != nil {
			w.page.t.Fatal(err)
		}
		return body.(*message.Side).Data
	}
	switch request := request.(type) {
	case *message.Compare:
		request.Data = side()
	case *message.SideContexts:
		request.Data = side()
	case *message.OpenDump:
		if at, wanted := w.engine.Dumps().Reread(int(request.Number)); wanted && at < len(w.dumped) {
			if err := w.dumped.Again(at, w.engine, func() float64 { return 0 }); err != nil {
				w.page.t.Fatal(err)
			}
		}
	}
	w.answer(number, w.engine.Answer(request))
	if _, ok := request.(*message.Naming); ok {
		w.postTexts()
	}
}

func (w *worker) postTexts() {
	for _, body := range w.engine.Descriptions() {
		w.post(&post.UpdatedTexts{Data: buffer(message.Encode(nil, 0, body))})
	}
}

// draw makes a picture. The page gets its geometry.
func (w *worker) draw(p *post.ListRequest) {
	number, request, err := message.Decode(p.Data)
	if err != nil {
		w.page.t.Fatal(err)
	}
	var l scene.List
	if err := w.engine.List(request.(message.Picture), &l); err != nil {
		w.page.t.Fatal(err)
	}
	w.page.drawn[canvas.ID(p.Canvas)] = &l
	g := canvas.Geometry{Canvas: canvas.ID(p.Canvas), From: l.From, To: l.To, Content: message.CSS(l.Content), Left: message.CSS(l.Left), Top: message.CSS(l.Top), ScrollY: message.CSS(l.ScrollY)}
	w.page.later(func() {
		if w.alive {
			shown := w.page.browser.Shown[g.Canvas]
			g.Stale = shown != nil && !bytes.Equal(message.Encode(nil, number, shown), p.Data)
			w.page.app.Drawn(g)
		}
	})
}

// A host is the page as the session's Host.
type host struct{ *page }

var _ session.Host = host{}

func (h host) Start(w *session.Worker) {
	h.workers[w] = &worker{page: h.page, of: w, alive: true, engine: engine.New(0)}
	h.workers[w].post(&post.Ready{})
}

func (h host) End(w *session.Worker) { h.workers[w].alive = false }

func (h host) Post(w *session.Worker, p post.Post) {
	send := func() {
		if at := h.workers[w]; at.alive {
			at.receive(p)
		}
	}
	if h.holding && asksContexts(p) {
		h.page.held = append(h.page.held, send)
		return
	}
	h.later(send)
}

func asksContexts(p post.Post) bool {
	ask, ok := p.(*post.Ask)
	if !ok {
		return false
	}
	_, body, _ := message.Decode(ask.Data)
	side, ok := body.(*message.SideOf)
	return ok && side.Contexts
}

func (h host) Tick(turn int) { h.later(func() { h.session.Tick(turn) }) }

func (h host) Sniff(turn int, files []*session.File) {
	h.later(func() {
		var contents []session.Content
		for _, f := range files {
			head := make([]byte, input.HeadSize)
			n, _ := f.Blob.(*memory).ReadAt(head, 0)
			kind := input.Sniff(head[:n], f.Name)
			switch {
			case kind.Traces(), input.IsTraceName(f.Name):
				contents = append(contents, session.Trace)
			case kind.MayHoldDump(head[:n]):
				contents = append(contents, session.Text)
			default:
				contents = append(contents, session.Unknown)
			}
		}
		h.session.Sniffed(turn, files, contents)
	})
}

func (h host) FindMaps(turn int, ids []string) {
	h.later(func() { h.session.MapsFound(turn, make([]*session.File, len(ids))) })
}

func (h host) Front(*session.Worker)                                       {}
func (h host) Now() float64                                                { return 0 }
func (h host) Begins()                                                     {}
func (h host) Reads(float64)                                               {}
func (h host) PrepareFirstPicture(*session.Worker, []*session.File, int64) {}
func (h host) Replacing()                                                  {}
func (h host) Redraw()                                                     { h.browser.Redraw() }
func (h host) Clear()                                                      { clear(h.heights); clear(h.tops); clear(h.hosts); clear(h.drawn) }
func (h host) Release(int)                                                 {}
func (h host) View() []byte                                                { return h.app.EncodeView() }
func (h host) SetView(view []byte)                                         { h.app.ApplyView(view, "", nil) }
func (h host) Remember(session.Source)                                     {}
func (h host) Forget()                                                     {}
func (h host) Kept(post.Post)                                              {}
func (h host) Rename(side int, named *message.Named)                       { h.app.NamedOf(side, named) }
func (h host) RenameBoth(named [2]*message.Named)                          { h.app.NamedBoth(named) }
func (h host) ShowChanges(number uint32, c *message.Changes)               { h.app.Receive(number, c) }
func (h host) Opening(name string, size int64, added bool)                 { h.app.Opening(name, size, added) }
func (h host) OpeningInBackground(name string, size int64)                 { h.app.OpeningInBackground(name, size) }
func (h host) Refuse(name, why string)                                     { h.app.Refused(name, why) }
func (h host) Crash(reason string, outOfMemory bool)                       { h.app.Crashed(reason, outOfMemory) }
func (h host) ShowPair(of [2]*message.Description, n [2]string)            { h.app.Paired(of, n) }

func (h host) Show(number uint32, body message.Body) {
	if progress, ok := body.(*message.Progress); ok {
		h.reports = append(h.reports, *progress)
	}
	h.app.Receive(number, body)
}

func (h host) UpdateTexts(side int, body message.Body, paired bool) {
	if paired {
		h.app.RetranslatedOf(side, body)
	} else {
		h.app.Retranslated(body)
	}
}

// A memory is a file in memory.
type memory struct {
	*bytes.Reader
	name string
}

func fileOf(name string, data []byte) *session.File {
	return &session.File{Name: name, Size: int64(len(data)), Blob: &memory{bytes.NewReader(data), name}}
}

func filesOf(posted []any) (all []reading.File) {
	for _, f := range posted {
		all = append(all, f.(*memory))
	}
	return all
}

func (m *memory) Name() string { return m.name }

func (m *memory) IsFolder() bool { return false }

func (m *memory) Open(of reading.Stretch, stored *int64) (reading.Source, bool, error) {
	data, packed, err := m.content(of)
	*stored += cmp.Or(of.Size, m.Size())
	return &whole{data, err}, packed, nil
}

// content returns the uncompressed content of a stretch, as far as it can be read, and whether it was compressed.
func (m *memory) content(of reading.Stretch) (data []byte, packed bool, err error) {
	var r io.Reader = io.NewSectionReader(m, of.From, cmp.Or(of.Size, m.Size()))
	if packed = of.Deflated; packed {
		r = flate.NewReader(r)
	}
	data, err = io.ReadAll(r)
	for range 2 {
		if err != nil || !bytes.HasPrefix(data, []byte("\x1f\x8b")) {
			break
		}
		packed = true
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(z)
		}
	}
	return data, packed, err
}

func (m *memory) Unpack(of reading.Stretch, each func(length int, head []byte) error) (reading.File, error) {
	data, _, err := m.content(of)
	if err == nil {
		err = each(len(data), data[:min(4, len(data))])
	}
	return &memory{bytes.NewReader(data), ""}, err
}

// A whole is a Source with one piece. err comes after it.
type whole struct {
	data []byte
	err  error
}

func (w *whole) Next() ([]byte, error) {
	data := w.data
	if w.data = nil; len(data) > 0 {
		return data, nil
	}
	return nil, w.err
}

func (w *whole) Stop() {}
