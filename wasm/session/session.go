package session

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A Session is the state of the files in a page. It decides how to open files, and passes on what workers post.
type Session struct {
	out *outbox
	*current
	pairs
	fetches
	visited visited
	silent  int // workers that never posted anything; see Silent
}

// New returns a session in which nothing is open.
func New(host Host, budget int64) *Session {
	out := &outbox{host: host}
	now := &current{out: out, budget: budget, state: &empty{}}
	return &Session{out: out, current: now, pairs: pairs{out: out, now: now}, fetches: fetches{out: out, now: now}}
}

// Begin starts the first worker, or adopts one that the host has started already. That one may already be
// downloading the file that the page's address names.
func (s *Session) Begin(first *Worker, downloads string) {
	defer s.out.flush()
	switch {
	case first == nil:
		s.startIdle()
		return
	case downloads != "":
		s.state = &fetching{worker: first, downloads: true}
		s.out.do(func(host Host) { host.Opening(downloads, 0, false) })
	default:
		s.idle = first
	}
	s.out.front(first)
}

// OpenOrAdd opens files that a user dropped, chose or pasted. With add they are opened together with the open files, and so
// are files that are all of the other kind: dumps next to a trace, or a trace next to dumps. Several traces, and dumps
// dropped on a comparison, replace the open files. A trace that is added to a trace is compared with it.
func (s *Session) OpenOrAdd(files []*File, add bool) {
	o := s.open()
	switch {
	case add && s.holdsTrace() && isOneTrace(files):
		s.CompareWith(files)
	case o == nil:
		s.Open(files)
	case add || o.compare != nil || o.shown().trace == o.shown().dumps:
		s.openMore(files, add)
	default:
		turn := s.Claim()
		s.out.do(func(host Host) { host.Sniff(turn, files) })
		s.out.flush()
	}
}

// holdsTrace reports whether a trace is open, or one file that is a trace by its name is being read.
func (s *Session) holdsTrace() bool {
	if r, ok := s.state.(*reading); ok {
		return isOneTrace(r.from.Files)
	}
	o := s.open()
	return o != nil && o.shown().trace
}

// A Content is what a file is by its first bytes.
type Content uint8

const (
	Unknown Content = iota
	Trace
	Text // that may hold thread dumps
)

// Sniffed handles the contents of the files of Host.Sniff.
func (s *Session) Sniffed(turn int, files []*File, contents []Content) {
	if o := s.open(); o != nil && s.Wanted(turn) {
		other := Trace
		if o.shown().trace {
			other = Text
		}
		groups, _ := groupsOf(files)
		isOther := !slices.ContainsFunc(contents, func(c Content) bool { return c != other })
		s.openMore(files, isOther && (other == Text || len(groups) == 1))
	}
}

// Open opens files and closes the open ones.
func (s *Session) Open(files []*File) { s.openMore(files, false) }

// openMore opens files, with add together with those that are open.
func (s *Session) openMore(files []*File, add bool) {
	defer s.out.flush()
	if len(files) == 0 {
		return
	}
	from, o := Source{Files: files}, s.open()
	if add && o != nil {
		from = o.shown().from
		from.Files = slices.Concat(from.Files, files)
	}
	s.read(from, nameOf(files), add && o != nil)
}

// read reads files. added means that they include the open files. chosen names the others.
func (s *Session) read(from Source, chosen string, added bool) {
	if from.isEmpty() {
		return
	}
	if from.Runs {
		s.readRuns(from)
		return
	}
	if from.With != nil {
		s.pairs.read(Source{Files: from.Files, Choice: from.Choice}, *from.With)
		return
	}
	maps, others := partMaps(from.Files)
	groups, traces := groupsOf(others)
	if a, b, ok := twoTraces(others); ok && !added {
		if len(maps) > 0 {
			s.maps = maps
		}
		s.pairs.read(Source{Files: a}, Source{Files: b})
		return
	}
	if s.open() == nil && len(s.maps) > 0 {
		from.Files = slices.Concat(from.Files, s.maps)
		s.maps = nil
	}
	if traces == len(groups) && traces > 2 && !added {
		s.readRuns(Source{Files: from.Files, Runs: true})
		return
	}
	name, size := nameOf(from.Files), sizeOf(from.Files)
	switch {
	case traces > 1:
		const why = "Open one trace at a time, or two to compare them, or a .key file together with its .data file. Thread dumps may come along, as many as you like."
		if o := s.open(); o != nil {
			o.refuse(chosen, why)
			return
		}
		s.vacate()
		s.out.do(func(host Host) { host.Opening(name, size, false) })
		s.out.fail(why)
	case s.open() != nil:
		s.readInBackground(from, chosen, added)
	default:
		s.readInPlace(from, added)
	}
}

// Replaced opens the files that were open before.
func (s *Session) Replaced() { s.Reopen(s.before) }

// Restart reads the open files again, or those whose worker ended.
func (s *Session) Restart() {
	if from := s.state.source(); !from.isEmpty() {
		s.Reopen(from)
	} else {
		s.Close()
	}
}

// Reopen opens files that were open before, also before the page was loaded again: see Host.Remember.
func (s *Session) Reopen(from Source) {
	defer s.out.flush()
	s.read(from, from.Name(), false)
}

// OpenTrace opens a trace that was made of the open dumps, next to them. It replaces another such trace.
func (s *Session) OpenTrace(file *File) {
	defer s.out.flush()
	o := s.open()
	if o == nil {
		return
	}
	from := o.shown().from
	if last := len(from.Files) - 1; message.IsOfDump(from.Files[last].Name) {
		from.Files = from.Files[:last]
	}
	from.Files = append(slices.Clip(from.Files), file)
	s.read(from, file.Name, true)
}

// Choose reads one of several traces in the ZIP files that are open, or that were to be opened.
func (s *Session) Choose(of *message.Members, trace int) {
	defer s.out.flush()
	from, added := s.choice(of)
	from.Choice = post.Choice{Trace: trace, Of: len(of.Traces)}
	s.read(from, nameOf(from.Files), added)
}

// CompareMembers reads all traces in those ZIP files as runs.
func (s *Session) CompareMembers(of *message.Members) {
	defer s.out.flush()
	from, _ := s.choice(of)
	s.read(Source{Files: from.Files, Runs: true}, "", false)
}

// choice returns the files whose traces are listed.
func (s *Session) choice(of *message.Members) (from Source, added bool) {
	o := s.open()
	c, ok := s.state.(*choosing)
	if o != nil {
		c, ok = o.background.(*choosing)
	}
	switch {
	case of.Chosen < 0 && ok:
		return c.from, c.added
	case of.Chosen >= 0 && o != nil:
		return o.shown().from, false
	}
	return Source{}, false
}

// Cancel stops reading and fetching. The part read so far is shown. The open files stay.
func (s *Session) Cancel() {
	defer s.out.flush()
	switch state := s.state.(type) {
	case *open:
		s.turn++
		state.dismiss()
	case *readingTwo:
		s.pairs.cancel(state)
	case *fetching:
		s.vacate()
		s.out.fail(words.T("It was cancelled before the whole file was read."))
	case *reading:
		s.out.send(state.worker, &post.Cancel{})
		if state.cancelTicksLeft == 0 {
			state.cancelTicksLeft = mostTicks
			s.tick()
		}
	}
}

// mostTicks is how many ticks, of a tenth of a second, a worker has to answer Cancel, or to post anything else. The
// page counts them, so that on a busy machine they take longer.
const mostTicks = 10

func (s *Session) tick() {
	turn := s.turn
	s.out.do(func(host Host) { host.Tick(turn) })
}

// Tick ends a worker that has not answered Cancel in time.
func (s *Session) Tick(turn int) {
	defer s.out.flush()
	r, ok := s.state.(*reading)
	if !ok || !s.Wanted(turn) || r.cancelTicksLeft == 0 {
		return
	}
	if r.cancelTicksLeft--; r.cancelTicksLeft > 0 {
		s.tick()
		return
	}
	s.vacate()
	s.out.fail(words.T("Reading was cancelled. It did not stop within a second, so nothing of the file can be shown."))
}

// Close closes the open files.
func (s *Session) Close() {
	defer s.out.flush()
	s.vacate()
	s.ForgetVisits()      // the entries of closed files open nothing
	s.out.do(Host.Forget) // even of files that were only offered
}

// Handle handles a post of a worker.
func (s *Session) Handle(w *Worker, p post.Post) {
	defer s.out.flush()
	switch p.(type) {
	case *post.Ready:
		w.ready = true
		return
	case *post.Read:
		w.reading = false
	}
	switch state := s.state.(type) {
	case *fetching:
		if w == state.worker {
			s.fetches.handlePost(state, p)
		}
	case *reading:
		if w == state.worker {
			s.handleReadingPost(state, p)
		}
	case *readingTwo:
		state.handlePost(w, p)
		s.pairs.openIfRead(state)
	case *open:
		if n, ok := state.background.(*newcomer); ok && w == n.worker {
			s.handleNewcomerPost(n, p)
		} else if state.sideOf(w) >= 0 {
			s.handleOpenPost(state, w, p)
		}
	}
}

// handleReadingPost handles a post of the worker that reads files while nothing is open.
func (s *Session) handleReadingPost(r *reading, p post.Post) {
	if r.cancelTicksLeft > 0 {
		r.cancelTicksLeft = mostTicks // it lives
	}
	switch p := p.(type) {
	case *post.Stopping:
		r.cancelTicksLeft = 0
	case *post.FirstNamed:
		s.out.showData(p.Data)
	case *post.Answer:
		s.receive(decoded(p.Data))
	}
}

// handleOpenPost handles a post of a worker of the open files.
func (s *Session) handleOpenPost(o *open, w *Worker, p post.Post) {
	if o.naming != nil && o.naming.handle(o, w, p) {
		return
	}
	if o.compare != nil && o.compare.handle(o, w, p) {
		return
	}
	if w != o.shown().worker {
		return
	}
	switch p := p.(type) {
	case *post.Answer:
		s.receive(decoded(p.Data))
	case *post.FirstNamed:
		s.out.showData(p.Data)
	case *post.UpdatedTexts:
		_, body := decoded(p.Data)
		s.out.do(func(host Host) { host.UpdateTexts(0, body, false) })
	case *post.Read:
		o.findMaps(s.turn)
	case *post.Map, *post.NoMap:
		s.out.do(func(host Host) { host.Kept(p) })
	}
}

// isOutOfMemory reports whether a worker ended because the browser gave it no more memory. Go reports a fatal error then, a
// browser an error of its own: "memory access out of bounds". A panic can name a memory address.
func isOutOfMemory(reason string) bool {
	return strings.Contains(strings.ToLower(reason), "memory") && !strings.Contains(reason, "panic")
}

// Died handles a worker that crashed or did not start.
func (s *Session) Died(w *Worker, reason string) {
	defer s.out.flush()
	outOfMemory := isOutOfMemory(reason)
	o := s.open()
	if o != nil {
		if n, ok := o.background.(*newcomer); ok && w == n.worker {
			o.dismiss()
			s.out.do(func(host Host) { host.Crash(reason, outOfMemory) })
			return
		}
	}
	if t, ok := s.state.(*readingTwo); ok && t.readerOf(w) != nil {
		t.died(t.readerOf(w), reason, outOfMemory)
		s.pairs.openIfRead(t)
		return
	}
	if !s.owns(w) {
		return
	}
	from := s.state.source()
	s.turn++
	s.leave()
	s.out.end(s.idleWorkers()...)
	s.idle = nil
	if w.ready { // one that never began would only fail again
		s.startIdle()
	}
	s.state = &crashed{from: from}
	s.out.do(func(host Host) { host.Crash(reason, outOfMemory) })
}

// mostSilent is how many workers without a post Silent replaces.
const mostSilent = 3

// Silent handles a worker that has posted nothing for a long time. Chromium sometimes does not start a worker. Another
// worker takes over its files. After some such workers, Silent handles the next as a crash. again reports whether the
// worker was downloading a file, which the host must fetch itself.
func (s *Session) Silent(w *Worker) (again bool) {
	defer s.out.flush()
	if !s.owns(w) {
		return false
	}
	const reason words.Text = "the browser did not start it"
	if s.silent++; s.silent > mostSilent {
		s.Died(w, reason.String())
		return false
	}
	if w == s.idle {
		s.out.end(w)
		s.startIdle()
		return false
	}
	switch state := s.state.(type) {
	case *fetching:
		if again = state.downloads; again {
			s.vacate()
		} else {
			s.Died(w, reason.String())
		}
	case *reading, *readingTwo:
		s.Restart()
	case *open:
		if n, ok := state.background.(*newcomer); ok && w == n.worker {
			s.readInBackground(n.from, n.chosen, n.added)
		}
	}
	return again
}

// Ask sends a request to the worker that answers it, and returns its number.
func (s *Session) Ask(body message.Body) uint32 {
	defer s.out.flush()
	if o := s.open(); o != nil && o.compare != nil {
		if message.AskedOf(body) != message.AskFront {
			return o.compare.ask(o, body)
		}
		if turn, ok := body.(*message.Naming); ok {
			return o.askNamed(turn)
		}
	}
	p, number := s.out.encode(body)
	s.out.send(s.answering(), p)
	return number
}

// Draw sends a request for a picture on a canvas to the worker that makes it, and returns that worker, nil for none.
// The list comes into spare if it is large enough.
func (s *Session) Draw(canvas int, picture message.Picture, spare post.Buffer) *Worker {
	defer s.out.flush()
	ask, _ := s.out.encode(picture)
	p := &post.ListRequest{Canvas: canvas, Data: ask.Data, Buffer: spare}
	if o := s.open(); o != nil && o.compare != nil {
		w := o.compare.workerOf(o, picture)
		o.compare.send(o, w, picture, p, canvas)
		return w
	}
	w := s.answering()
	s.out.send(w, p)
	return w
}

// Speak tells all workers that the language has changed.
func (s *Session) Speak(catalogue string) {
	defer s.out.flush()
	for _, w := range append(s.state.workers(), s.idleWorkers()...) {
		s.out.send(w, &post.Speak{Text: catalogue})
	}
}
