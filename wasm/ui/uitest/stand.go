// Package uitest replaces the browser and the worker in tests of the interface. It records their requests,
// answers them, and renders the page.
package uitest

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// A Stand is a host of the whole page. It records all requests, so that a test can check and answer them.
type Stand struct {
	log
	questions
	pictures
	document
	history
	settings
	typical

	Saved    *message.File
	Requests [2]int      // Number of network requests, and of requests to other hosts.
	Titled   string      // Title of the document.
	Graphs   [][2]string // Input of Graphviz: DOT and format.
	Job      uint32      // Number of the last Graphviz job.
}

// New returns a Stand without requests.
func New() *Stand {
	return &Stand{
		pictures: pictures{Shown: map[canvas.ID]message.Picture{}, Previews: map[canvas.ID]message.Viewport{}, Marks: map[canvas.ID]canvas.Marks{}, Pointers: map[canvas.ID]string{}},
		document: document{Scrolled: map[string]float64{}, pages: map[vugu.Builder]*element{}},
		settings: settings{Stored: map[string]string{}},
	}
}

func (s *Stand) Save(file *message.File)          { s.Saved = file }
func (s *Stand) Focus(id string)                  { s.record("focus", id) }
func (s *Stand) FocusAtTop(id string)             { s.record("focus at top", id) }
func (s *Stand) Copy(text string)                 { s.record("copy", text) }
func (s *Stand) Source(do, facts string)          { s.record("source", do, facts) }
func (s *Stand) Picture(_ canvas.ID, name string) { s.record("picture", name) }
func (s *Stand) Keep(on bool)                     { s.record("keep", map[bool]string{true: "yes", false: "no"}[on]) }
func (s *Stand) Script(what string)               { s.record("script", what) }
func (s *Stand) StopGraphviz()                    { s.record("stop graphviz") }
func (s *Stand) Pick()                            { s.record("pick") }
func (s *Stand) OpenTrace(file *message.File)     { s.Saved = file; s.record("beside", file.Name) }
func (s *Stand) Add()                             { s.record("add") }
func (s *Stand) Paste()                           { s.record("paste") }
func (s *Stand) Fetch(url string)                 { s.record("fetch", url) }
func (s *Stand) Compare()                         { s.record("compare") }
func (s *Stand) Front(i int)                      { s.record("front", [2]string{"A", "B"}[i]) }
func (s *Stand) Swap()                            { s.record("exchange") }
func (s *Stand) OpenRun(run message.Run)          { s.record("open run " + run.Name) }
func (s *Stand) ReadRuns(part message.RunsPart)   { s.record(fmt.Sprintf("read runs %+v", part)) }
func (s *Stand) CompareMembers(*message.Members)  { s.record("compare members") }
func (s *Stand) CloseOther()                      { s.record("close other") }
func (s *Stand) Replaced()                        { s.record("replaced") }
func (s *Stand) Reload()                          { s.record("reload") }
func (s *Stand) Print()                           { s.record("print") }
func (s *Stand) Again()                           { s.record("again") }
func (s *Stand) Choose(from *message.Members, trace int) {
	s.record("choose", from.Traces[trace].Name, "in", from.Stored)
}
func (s *Stand) Cancel()           { s.record("cancel") }
func (s *Stand) Close()            { s.record("close") }
func (s *Stand) Restart()          { s.record("restart") }
func (s *Stand) Theme(name string) { s.record("theme", name) }
func (s *Stand) StopExport()       { s.record("stop the export") }
func (s *Stand) Sent() (requests, foreign int, policy string) {
	return s.Requests[0], s.Requests[1], "connect-src 'self'"
}
func (s *Stand) Title(text string) { s.Titled = text }

func (s *Stand) Export(args, files []string, name string) {
	s.record("export", strings.Join(args, " "), strings.Join(files, " "), "as", name)
}

func (s *Stand) Graphviz(number uint32, dot, format string) {
	s.Graphs = append(s.Graphs, [2]string{dot, format})
	s.Job = number
}

// Click calls handle with a click on the element with that ID. It needs no rendered page.
func Click(handle func(vugu.DOMEvent), id string) {
	handle(vugu.NewDOMEvent(nil, map[string]any{"target": map[string]any{"id": id}}))
}
