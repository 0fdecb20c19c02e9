// Package uitest replaces the browser and the worker in tests of the interface. It records their requests,
// answers them, and renders the page.
package uitest

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// A Stand is a host of the whole page. It records all requests, so that a test can check and answer them.
type Stand struct {
	Shown    map[canvas.ID]message.Picture // The newest requested lists.
	Previews map[canvas.ID]message.Viewport
	Marks    map[canvas.ID]canvas.Marks
	Pointers map[canvas.ID]string // Shapes of the pointer.
	Stored   map[string]string    // Stored settings.
	Did      []string             // Other requests, in order.
	Scrolled map[string]float64
	Saved    *message.File
	Requests [2]int      // Number of network requests, and of requests to other hosts.
	Settling bool        // Settled was requested.
	Entries  [][2]int    // Entries of the browser's history: serial and moment.
	Entered  int         // Index of the browser's current entry.
	Titled   string      // Title of the document.
	Graphs   [][2]string // Input of Graphviz: DOT and format.
	Job      uint32      // Number of the last Graphviz job.
	Redraws  int
	Given    int // Number of elements that the last Render gave the browser.

	number uint32 // Number of the last question.
	open   []question
	pages  map[vugu.Builder]*element // The browser's documents, by rendered component.
}

// A question is a request to the worker without an answer yet.
type question struct {
	number uint32
	body   message.Body
}

// New returns a Stand without requests.
func New() *Stand {
	return &Stand{
		Shown: map[canvas.ID]message.Picture{}, Previews: map[canvas.ID]message.Viewport{}, Marks: map[canvas.ID]canvas.Marks{}, Pointers: map[canvas.ID]string{},
		Stored: map[string]string{}, Scrolled: map[string]float64{}, pages: map[vugu.Builder]*element{},
	}
}

// record adds an entry to Did.
func (s *Stand) record(parts ...string) { s.Did = append(s.Did, strings.Join(parts, " ")) }

func (s *Stand) Ask(body message.Body) uint32 {
	s.number++
	s.open = append(s.open, question{s.number, body})
	return s.number
}

func (s *Stand) Show(c canvas.ID, list message.Picture)  { s.Shown[c] = list }
func (s *Stand) Preview(c canvas.ID, v message.Viewport) { s.Previews[c] = v }
func (s *Stand) Mark(c canvas.ID, m canvas.Marks)        { s.Marks[c] = m }
func (s *Stand) Point(c canvas.ID, cursor string)        { s.Pointers[c] = cursor }
func (s *Stand) ScrollTo(box string, top float64)        { s.Scrolled[box] = top }
func (s *Stand) Save(file *message.File)                 { s.Saved = file }
func (s *Stand) Remember(key, value string)              { s.Stored[key] = value }
func (s *Stand) Recall(key string) string                { return s.Stored[key] }
func (s *Stand) Redraw()                                 { s.Redraws++ }
func (s *Stand) Focus(id string)                         { s.record("focus", id) }
func (s *Stand) Place(string) desk.Place                 { return desk.Place{X: 40, Y: 60} }
func (s *Stand) Copy(text string)                        { s.record("copy", text) }
func (s *Stand) Source(do, facts string)                 { s.record("source", do, facts) }
func (s *Stand) Picture(_ canvas.ID, name string)        { s.record("picture", name) }
func (s *Stand) Keep(on bool)                            { s.record("keep", map[bool]string{true: "yes", false: "no"}[on]) }
func (s *Stand) Script(what string)                      { s.record("script", what) }
func (s *Stand) StopGraphviz()                           { s.record("stop graphviz") }
func (s *Stand) Pick()                                   { s.record("pick") }
func (s *Stand) OpenTrace(file *message.File)            { s.Saved = file; s.record("beside", file.Name) }
func (s *Stand) Add()                                    { s.record("add") }
func (s *Stand) Paste()                                  { s.record("paste") }
func (s *Stand) Fetch(url string)                        { s.record("fetch", url) }
func (s *Stand) Compare()                                { s.record("compare") }
func (s *Stand) Front(i int)                             { s.record("front", [2]string{"A", "B"}[i]) }
func (s *Stand) Swap()                                   { s.record("exchange") }
func (s *Stand) OpenRun(run message.Run)                 { s.record("open run " + run.Name) }
func (s *Stand) ReadRuns(part message.RunsPart)          { s.record(fmt.Sprintf("read runs %+v", part)) }
func (s *Stand) CompareMembers(*message.Members)         { s.record("compare members") }
func (s *Stand) CloseOther()                             { s.record("close other") }
func (s *Stand) Replaced()                               { s.record("replaced") }
func (s *Stand) Reload()                                 { s.record("reload") }
func (s *Stand) Recent() bool                            { return true }
func (s *Stand) Language() string                        { return "中文" }
func (s *Stand) Version() string                         { return "1f2e3d4c5b6a" }
func (s *Stand) Print()                                  { s.record("print") }
func (s *Stand) Again()                                  { s.record("again") }
func (s *Stand) Choose(from *message.Members, trace int) {
	s.record("choose", from.Traces[trace].Name, "in", from.Stored)
}
func (s *Stand) Cancel()           { s.record("cancel") }
func (s *Stand) Close()            { s.record("close") }
func (s *Stand) Restart()          { s.record("restart") }
func (s *Stand) Theme(name string) { s.record("theme", name) }
func (s *Stand) StopExport()       { s.record("stop the export") }
func (s *Stand) AwaitSettled()     { s.Settling = true }
func (s *Stand) Sent() (requests, foreign int, policy string) {
	return s.Requests[0], s.Requests[1], "connect-src 'self'"
}
func (s *Stand) Title(text string) { s.Titled = text }
func (s *Stand) Mod() string       { return "Ctrl" }

func (s *Stand) Export(args, files []string, name string) {
	s.record("export", strings.Join(args, " "), strings.Join(files, " "), "as", name)
}

// Entry keeps the history as a browser does: an entry after the current one removes those that followed it.
func (s *Stand) Entry(serial, at int, after bool) {
	switch {
	case after:
		s.Entered++
		s.Entries = append(s.Entries[:min(s.Entered, len(s.Entries))], [2]int{serial, at})
	case s.Entered < len(s.Entries):
		s.Entries[s.Entered] = [2]int{serial, at}
	default:
		s.Entries = append(s.Entries, [2]int{serial, at})
	}
}

func (s *Stand) Go(by int) { s.Entered = max(0, min(s.Entered+by, len(s.Entries)-1)) }

func (s *Stand) Graphviz(number uint32, dot, format string) {
	s.Graphs = append(s.Graphs, [2]string{dot, format})
	s.Job = number
}

// Last returns the last of Did, "" for none.
func (s *Stand) Last() string {
	if len(s.Did) == 0 {
		return ""
	}
	return s.Did[len(s.Did)-1]
}

// Asked returns the newest open question of type T and its number, 0 for none.
func Asked[T message.Body](s *Stand) (body T, number uint32) {
	for i := len(s.open) - 1; i >= 0; i-- {
		if b, ok := s.open[i].body.(T); ok {
			return b, s.open[i].number
		}
	}
	return body, 0
}

// Times returns the number of open questions of type T.
func Times[T message.Body](s *Stand) (n int) {
	for i := range s.open {
		if _, ok := s.open[i].body.(T); ok {
			n++
		}
	}
	return n
}

// Reply answers the newest open question of type T. It reports whether there was one.
func Reply[T message.Body](s *Stand, l *ask.Line, answer message.Body) bool {
	for i := len(s.open) - 1; i >= 0; i-- {
		if _, ok := s.open[i].body.(T); ok {
			number := s.open[i].number
			s.open = append(s.open[:i], s.open[i+1:]...)
			return l.Receive(number, answer)
		}
	}
	return false
}

// Answer answers all open questions by reply, and those that follow from the answers. If reply returns nil, the
// question stays open.
func (s *Stand) Answer(l *ask.Line, reply func(message.Body) message.Body) {
	s.answer(func(number uint32, body message.Body) { l.Receive(number, body) }, reply)
}

func (s *Stand) answer(receive func(uint32, message.Body), reply func(message.Body) message.Body) {
	var open []question
	for len(s.open) > 0 {
		q := s.open[0]
		s.open = s.open[1:]
		if answer := reply(q.body); answer != nil {
			receive(q.number, answer)
		} else {
			open = append(open, q)
		}
	}
	s.open = open
}

// Settle calls wants and answers its questions until no more are open.
func (s *Stand) Settle(l *ask.Line, wants func(), reply func(message.Body) message.Body) {
	s.SettleBy(func(number uint32, body message.Body) { l.Receive(number, body) }, wants, reply)
}

// SettleBy is Settle for a page, which receives answers itself.
func (s *Stand) SettleBy(receive func(uint32, message.Body), wants func(), reply func(message.Body) message.Body) {
	for before := uint32(0); ; before = s.number {
		wants()
		if s.number == before {
			return
		}
		s.answer(receive, reply)
	}
}

// Click calls handle with a click on the element with that ID. It needs no rendered page.
func Click(handle func(vugu.DOMEvent), id string) {
	handle(vugu.NewDOMEvent(nil, map[string]any{"target": map[string]any{"id": id}}))
}
