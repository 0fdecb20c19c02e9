package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A browser is a Host whose workers answer by the names of files:
//
//	good…trace   is a trace
//	dump…        holds thread dumps
//	bad…         is refused
//	several…zip  holds three traces
//	mapping…txt  is a map of names
//	marks…       has marks of causes, and nothing else
//	large…trace  needs the whole budget
//	dead…trace   ends its worker
//	mute…trace   is never answered, not even Cancel
//	slow…trace   is answered only after Cancel
//
// What workers post waits until deliver. Posts of a worker that was ended are delivered too.
type browser struct {
	t       *testing.T
	session *Session
	budget  int64

	workers map[*Worker]*fakeWorker
	waiting []delivery       // in the order of posting
	calls   []func()         // of Tick, Sniffed and MapsFound
	stored  map[string]*File // maps of names, by their id

	log         []string // lines on the screen, oldest first
	shown       string   // name of the file that is shown, "" for none
	failure     string
	outOfMemory bool // of the last Crash
	refusal     string
	names       int // maps of names that were shown
	front       *Worker
	memory      Source // of the last Remember
	released    map[int]bool
}

type fakeWorker struct {
	alive bool
	holds bool // a trace, dumps or runs
	files []*File
	slow  *post.Open
}

type delivery struct {
	from *Worker
	post post.Post
	died bool
}

type bytesBuffer []byte

func (b bytesBuffer) Bytes() []byte { return b }

const budget = 100_000_000

func newBrowser(t *testing.T) *browser {
	b := &browser{t: t, budget: budget, workers: map[*Worker]*fakeWorker{}, stored: map[string]*File{}, released: map[int]bool{}}
	b.session = New(b, budget)
	b.session.Begin(nil, "")
	return b
}

// file returns a file of 1,000 bytes; a large one of more than half the budget.
func file(name string) *File {
	f := &File{Name: name, Size: 1000}
	if strings.HasPrefix(name, "large") {
		f.Size = budget/2 + 1
	}
	f.Blob = f
	return f
}

func files(names ...string) (all []*File) {
	for i, name := range names {
		f := file(name)
		f.Modified = float64(i)
		all = append(all, f)
	}
	return all
}

func (b *browser) Start(w *Worker) {
	if b.workers[w] != nil {
		b.t.Fatal("a worker is started twice")
	}
	b.workers[w] = &fakeWorker{alive: true}
	b.queue(w, &post.Ready{})
}

func (b *browser) End(w *Worker) {
	of := b.workers[w]
	if of == nil || !of.alive {
		b.t.Fatal("a worker is ended that is not alive")
	}
	of.alive = false
}

func (b *browser) queue(w *Worker, posts ...post.Post) {
	for _, p := range posts {
		b.waiting = append(b.waiting, delivery{from: w, post: p})
	}
}

func (b *browser) answer(w *Worker, number uint32, bodies ...message.Body) {
	for _, body := range bodies {
		switch body.(type) {
		case *message.Description, *message.Dumps, *message.Runs:
			b.workers[w].holds = true
		}
		b.queue(w, &post.Answer{Number: number, Data: bytesBuffer(message.Encode(nil, number, body))})
	}
}

func (b *browser) Post(w *Worker, p post.Post) {
	of := b.workers[w]
	if of == nil || !of.alive {
		b.t.Fatalf("%T is posted to a worker that is not alive", p)
	}
	switch p := p.(type) {
	case *post.Open:
		if of.holds {
			b.t.Fatalf("a worker that holds %s gets another file", nameOf(of.files))
		}
		of.files = filesOf(p.Files)
		b.read(w, p)
	case *post.Take:
		of.files = []*File{file(p.Name)}
	case *post.OpenRuns:
		of.files = filesOf(p.Files)
		all := &message.Runs{Part: message.RunsPart{From: p.From, To: p.To, Anchor: p.Anchor}}
		for i, f := range of.files {
			all.Runs = append(all.Runs, message.Run{Name: f.Name, File: i})
		}
		b.answer(w, 0, all)
	case *post.Cancel:
		if of.mute() {
			return
		}
		b.queue(w, &post.Stopping{})
		if p := of.slow; p != nil {
			of.slow = nil
			b.answer(w, 0, &message.Description{File: nameOf(of.files)}, &message.Failure{Text: "Reading was cancelled."})
			b.queue(w, &post.Read{})
		}
	case *post.Name:
		f := filesOf(p.Files)[0]
		if strings.HasPrefix(f.Name, "mapping") {
			b.answer(w, 0, &message.Named{On: !strings.Contains(f.Name, "wrong"), Name: f.Name})
		} else {
			b.queue(w, &post.NotNamed{Reason: "It is no map."})
		}
	case *post.KeepMap:
		b.queue(w, &post.Map{})
	case *post.ListRequest:
		b.queue(w, &post.List{Canvas: p.Canvas})
	case *post.Ask:
		number, body, err := message.Decode(p.Data)
		if err != nil {
			b.t.Fatal(err)
		}
		b.request(w, number, body, p)
	}
}

func (f *fakeWorker) mute() bool {
	return len(f.files) > 0 && strings.HasPrefix(f.files[0].Name, "mute")
}

// request answers a request. The text of a Failure is the name of the first file that the worker holds.
func (b *browser) request(w *Worker, number uint32, body message.Body, p *post.Ask) {
	switch body := body.(type) {
	case *message.SideOf:
		b.answer(w, number, &message.Side{Data: []byte(nameOf(b.workers[w].files))})
	case *message.Compare:
		_, side, err := message.Decode(p.Side.Bytes())
		if err != nil {
			b.t.Fatal(err)
		}
		b.checkSide(w, side.(*message.Side))
		b.answer(w, number, &message.Compared{})
		b.answer(w, 0, &message.Changes{})
	case *message.SideContexts:
		_, side, err := message.Decode(p.Side.Bytes())
		if err != nil {
			b.t.Fatal(err)
		}
		b.checkSide(w, side.(*message.Side))
	case *message.Naming:
		b.answer(w, number, &message.Named{On: body.On})
	default:
		b.answer(w, number, &message.Failure{Text: b.workers[w].files[0].Name})
	}
}

// checkSide checks that B's worker gets the side of A.
func (b *browser) checkSide(w *Worker, side *message.Side) {
	both := b.session.Both()
	if both == nil {
		b.t.Error("a side is passed on while no two traces are open")
		return
	}
	if a := both[0][0].Name; !strings.HasPrefix(string(side.Data), a) {
		b.t.Errorf("B gets the side of %s, and A is %s", side.Data, a)
	}
	if w != b.session.open().sides[1].worker {
		b.t.Error("the side of A does not go to B")
	}
}

// filesOf returns the files of a Post.
func filesOf(blobs []any) (all []*File) {
	for _, blob := range blobs {
		all = append(all, blob.(*File))
	}
	return all
}

// read answers Open.
func (b *browser) read(w *Worker, p *post.Open) {
	name := nameOf(b.workers[w].files)
	var bodies []message.Body
	named, failure := "", ""
	full := false
	for _, f := range b.workers[w].files {
		if strings.HasPrefix(f.Name, "several") && p.Of != 3 { // nothing is read before the choice
			b.answer(w, 0, &message.Members{Chosen: -1, Traces: make([]message.Member, 3)})
			b.queue(w, &post.Read{})
			return
		}
	}
	for _, f := range b.workers[w].files {
		switch {
		case strings.HasPrefix(f.Name, "good"), strings.HasPrefix(f.Name, "large"):
			bodies = append(bodies, &message.Progress{Bytes: 1}, &message.Description{File: name, Memory: f.Size, MapID: f.From})
			full = full || f.Size > p.Budget
		case strings.HasPrefix(f.Name, "several"):
			bodies = append(bodies, &message.Description{File: name}, &message.Members{Chosen: p.Trace, Traces: make([]message.Member, 3)})
		case strings.HasPrefix(f.Name, "dump"):
			bodies = append(bodies, &message.Dumps{Files: make([]message.DumpFile, 1)})
		case strings.HasPrefix(f.Name, "marks"):
			bodies = append(bodies, &message.Marks{})
			if len(b.workers[w].files) == 1 {
				failure = "no dumps"
			}
		case strings.HasPrefix(f.Name, "mapping"):
			named = f.Name
		case strings.HasPrefix(f.Name, "bad"):
			failure = f.Name + " is bad."
		case strings.HasPrefix(f.Name, "dead"):
			b.waiting = append(b.waiting, delivery{from: w, died: true})
			return
		case strings.HasPrefix(f.Name, "mute"):
			return
		case strings.HasPrefix(f.Name, "slow"):
			b.workers[w].slow = p
			return
		}
	}
	if named != "" {
		bodies = append(bodies, &message.Named{On: true, Name: named})
	}
	if failure != "" {
		bodies = append(bodies, &message.Failure{Text: failure})
	}
	b.answer(w, 0, bodies...)
	b.queue(w, &post.Read{Full: full})
	if _, side, err := message.Decode(p.Side); err == nil {
		number, _, _ := message.Decode(p.Side)
		b.request(w, number, side, nil)
	}
}

func (b *browser) Front(w *Worker) { b.front = w }

func (b *browser) Tick(turn int) { b.calls = append(b.calls, func() { b.session.Tick(turn) }) }

func (b *browser) Sniff(turn int, all []*File) {
	b.calls = append(b.calls, func() {
		var contents []Content
		for _, f := range all {
			switch {
			case strings.HasSuffix(f.Name, ".trace"):
				contents = append(contents, Trace)
			case strings.HasPrefix(f.Name, "dump"):
				contents = append(contents, Text)
			default:
				contents = append(contents, Unknown)
			}
		}
		b.session.Sniffed(turn, all, contents)
	})
}

func (b *browser) FindMaps(turn int, ids []string) {
	b.calls = append(b.calls, func() {
		found := make([]*File, len(ids))
		for i, id := range ids {
			found[i] = b.stored[id]
		}
		b.session.MapsFound(turn, found)
	})
}

func (b *browser) Now() float64                                  { return 0 }
func (b *browser) Begins()                                       {}
func (b *browser) Reads(float64)                                 {}
func (b *browser) PrepareFirstPicture(*Worker, []*File, int64)   {}
func (b *browser) Replacing()                                    {}
func (b *browser) Redraw()                                       {}
func (b *browser) Clear()                                        {}
func (b *browser) Release(canvas int)                            { b.released[canvas] = true }
func (b *browser) View() []byte                                  { return []byte{1} }
func (b *browser) SetView([]byte)                                { b.note("view") }
func (b *browser) Remember(from Source)                          { b.memory = from }
func (b *browser) Forget()                                       { b.memory = Source{} }
func (b *browser) Kept(post.Post)                                { b.note("kept") }
func (b *browser) UpdateTexts(int, message.Body, bool)           {}
func (b *browser) Rename(side int, named *message.Named)         { b.names++ }
func (b *browser) RenameBoth(named [2]*message.Named)            { b.names++; b.note("named both") }
func (b *browser) ShowChanges(number uint32, _ *message.Changes) { b.note("changes") }

func (b *browser) note(format string, args ...any) {
	b.log = append(b.log, fmt.Sprintf(format, args...))
}

func (b *browser) Opening(name string, size int64, added bool) {
	b.shown, b.failure, b.refusal = "", "", ""
	b.note("opening %s", name)
}

func (b *browser) OpeningInBackground(name string, size int64) {
	b.refusal = ""
	b.note("opening in background %s", name)
}

func (b *browser) Show(number uint32, body message.Body) {
	current := nameOf(b.session.Files())
	switch body := body.(type) {
	case *message.Description:
		if body.File != current {
			b.t.Errorf("%s is shown while %s is open", body.File, current)
		}
		b.shown = body.File
	case *message.Dumps:
		b.shown = current
		b.note("dumps")
		return
	case *message.Runs:
		if len(body.Runs) != len(b.session.Files()) {
			b.t.Error("runs of other files are shown")
		}
		b.shown = current
		b.note("runs")
		return
	case *message.Failure:
		if number != 0 {
			if !strings.HasPrefix(current, body.Text) && !b.ofBoth(body.Text) {
				b.t.Errorf("an answer of %s is shown while %s is open", body.Text, current)
			}
			b.note("answer")
			return
		}
		b.failure = body.Text
	case *message.Marks:
		b.note("marks")
		return
	case *message.Members:
		b.note("members %d", body.Chosen)
		return
	case *message.Named:
		b.names++
	}
	b.note("%s", strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", body), "*message.")))
}

func (b *browser) ofBoth(name string) bool {
	return slices.ContainsFunc(b.session.Both(), func(files []*File) bool { return strings.HasPrefix(nameOf(files), name) })
}

func (b *browser) ShowPair(about [2]*message.Description, names [2]string) {
	for i, of := range b.session.Both() {
		if about[i].File != nameOf(of) || names[i] != nameOf(of) {
			b.t.Errorf("%s is shown as side %d, which is %s", about[i].File, i, nameOf(of))
		}
	}
	b.shown = names[1]
	b.note("pair")
}

func (b *browser) Refuse(name, why string) {
	b.refusal = name + ": " + why
	b.note("refused %s", name)
}

func (b *browser) Crash(reason string, outOfMemory bool) {
	b.failure, b.outOfMemory = "crash: "+reason, outOfMemory
	b.note("crash")
}

// deliver delivers a post that waits, or makes a call.
func (b *browser) deliver(i int) {
	if i < len(b.calls) {
		call := b.calls[i]
		b.calls = slices.Delete(b.calls, i, i+1)
		call()
		return
	}
	// A worker's posts come in their order.
	i -= len(b.calls)
	w := b.waiting[i].from
	at := slices.IndexFunc(b.waiting, func(d delivery) bool { return d.from == w })
	d := b.waiting[at]
	b.waiting = slices.Delete(b.waiting, at, at+1)
	if d.died {
		of := b.workers[w]
		if !of.alive {
			return
		}
		b.session.Died(w, "out of memory")
		return
	}
	b.session.Handle(w, d.post)
}

// settle delivers all that waits.
func (b *browser) settle() *browser {
	for len(b.calls)+len(b.waiting) > 0 {
		i := 0
		if len(b.waiting) > 0 {
			i = len(b.calls) // posts first: time passes when nothing else happens
		}
		b.deliver(i)
		b.check()
	}
	return b
}

// check checks what holds in every state.
func (b *browser) check() {
	b.t.Helper()
	owned := append(b.session.state.workers(), b.session.idleWorkers()...)
	for i, w := range owned {
		if slices.Contains(owned[:i], w) {
			b.t.Fatalf("a worker has two owners in %T", b.session.state)
		}
		if of := b.workers[w]; of == nil || !of.alive {
			b.t.Fatalf("%T owns a worker that is not alive", b.session.state)
		}
	}
	for w, of := range b.workers {
		if of.alive && !slices.Contains(owned, w) {
			b.t.Fatalf("a worker with %s is left over in %T", nameOf(of.files), b.session.state)
		}
	}
	if w := b.session.Worker(); w != nil && b.front != w {
		b.t.Fatalf("the host has another worker in front, in %T", b.session.state)
	}
	if len(b.session.out.due) > 0 {
		b.t.Fatal("calls of the host were forgotten")
	}
}

// is describes the state.
func (b *browser) is() string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", b.session.state), "*session.")
	o := b.session.open()
	if o == nil {
		return name
	}
	what := ""
	for _, s := range o.sides {
		for kind, has := range map[string]bool{"trace": s.trace, "dumps": s.dumps, "runs": s.runs} {
			if has && !strings.Contains(what, kind) {
				what += " " + kind
			}
		}
	}
	if strings.Contains(what, "trace") && strings.Contains(what, "dumps") {
		what = " both"
	}
	if len(o.sides) == 2 {
		what = " pair"
	}
	if o.naming != nil {
		what += ", naming"
	}
	if o.background != nil {
		what += ", background " + strings.TrimPrefix(fmt.Sprintf("%T", o.background), "*session.")
	}
	return name + what
}
