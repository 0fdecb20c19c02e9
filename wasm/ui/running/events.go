package running

import (
	"slices"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// findID is the id of the search field.
const findID = "runs-find"

// Key handles a key outside text fields. It moves in the table unless another element has the focus.
func (r *Room) Key(k canvas.Key) bool {
	return !k.Mod && !k.Alt && (k.Focus == r.Home() || k.Focus == "") && r.Box.Key(r.page.Host, k)
}

// Editing handles a key in a text field.
func (r *Room) Editing(k canvas.Key) bool {
	field := slices.Index(partIDs[:], k.Focus)
	switch {
	case field >= 0 && k.Name == "Enter":
		r.read()
		return true
	case k.Focus != findID && field < 0 || k.Name != "Escape":
		return false
	case field < 0:
		r.text = ""
	}
	r.page.Host.Focus(r.Home())
	return true
}

// Do performs an act of the keyboard.
func (r *Room) Do(act canvas.Act) bool {
	switch act {
	case canvas.Find:
		r.page.Host.Focus(findID)
	case canvas.NextClock:
		if r.about == nil || len(r.about.Clocks) == 0 {
			return false
		}
		r.clock = r.about.Clocks[(slices.Index(r.about.Clocks, r.clock)+1)%len(r.about.Clocks)]
	case canvas.Back:
		if r.text == "" {
			return false
		}
		r.text = ""
	default:
		return false
	}
	return true
}

// Sized stores the scroll offset and height of the table.
func (r *Room) Sized(box string, top, height float64) bool { return r.Box.Sized(box, top, height) }

// clicked handles a click, by the id of the element.
func (r *Room) clicked(event vugu.DOMEvent) {
	node.Routes{
		"run-open":   func(n int) { r.open(n) },
		"run-out":    func(n int) { r.put(n, out) },
		"run-a":      func(n int) { r.put(n, 0) },
		"run-b":      func(n int) { r.put(n, 1) },
		"runs-swap":  func(int) { r.swap() },
		"runs-read":  func(int) { r.read() },
		"runs-whole": func(int) { r.do.Read(message.RunsPart{}, false) },
	}.Dispatch(event)
}

// times returns the choice of the compared time.
func (r *Room) times() *bar.Row {
	row := bar.Choice(words.T("Time"),
		bar.Button{ID: "runs-exclusive", Name: words.T("Exclusive"), State: bar.Is(r.exclusive), Do: func() { r.exclusive = true }},
		bar.Button{ID: "runs-inclusive", Name: words.T("Inclusive"), State: bar.Is(!r.exclusive), Do: func() { r.exclusive = false }},
	)
	row.Hidden = !r.timed()
	return row
}

// changed handles input in the text fields.
func (r *Room) changed(event vugu.DOMEvent) {
	if field := slices.Index(partIDs[:], event.PropString("target", "id")); field >= 0 {
		r.typed[field] = node.Value(event)
	}
}

// A search is the text in the search field.
type search string

func (s *search) field() *bar.Find {
	return &bar.Find{ID: findID, Empty: "Search methods  ( / )", Named: "Search methods", Text: string(*s), Do: func(text string) { *s = search(text) }}
}

// open opens a run as a trace.
func (r *Room) open(run int) {
	if run >= 0 && run < len(r.runs) {
		r.do.Show(r.runs[run])
	}
}

// save saves the differences as a file.
func (r *Room) save(format string) {
	if !r.ready() {
		return
	}
	r.file.Ask(&r.page.CompareLine, &message.RunsFile{Format: format}, r.page.Download)
}

// Home returns the id of the element that gets the focus when a dialog closes.
func (r *Room) Home() string { return "runs-rows" }

// Commands returns the commands of the palette.
func (r *Room) Commands() []desk.Command {
	return append(desk.SaveCommands(r.save), desk.Command{Name: words.T("Exchange A and B"), Do: r.swap})
}
