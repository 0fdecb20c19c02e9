package uitest

import (
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// log has requests that need no answer.
type log struct {
	Did []string // In order.
}

// record adds an entry to Did.
func (l *log) record(parts ...string) { l.Did = append(l.Did, strings.Join(parts, " ")) }

// Last returns the last of Did, "" for none.
func (l *log) Last() string {
	if len(l.Did) == 0 {
		return ""
	}
	return l.Did[len(l.Did)-1]
}

// pictures are what the canvases show.
type pictures struct {
	Shown    map[canvas.ID]message.Picture // The newest requested lists.
	Previews map[canvas.ID]message.Viewport
	Marks    map[canvas.ID]canvas.Marks
	Pointers map[canvas.ID]string // Shapes of the pointer.
}

func (p *pictures) Show(c canvas.ID, list message.Picture)  { p.Shown[c] = list }
func (p *pictures) Preview(c canvas.ID, v message.Viewport) { p.Previews[c] = v }
func (p *pictures) Mark(c canvas.ID, m canvas.Marks)        { p.Marks[c] = m }
func (p *pictures) Point(c canvas.ID, cursor string)        { p.Pointers[c] = cursor }

// history is the browser's.
type history struct {
	Entries  [][2]int // Serial and moment.
	Entered  int      // Index of the current entry.
	Settling bool     // Settled was requested.
	Revisits [2]bool  // Results of Revisit.
}

// Entry keeps the history as a browser does: an entry after the current one removes those that followed it.
func (h *history) Entry(serial, at int, after bool) {
	switch {
	case after:
		h.Entered++
		h.Entries = append(h.Entries[:min(h.Entered, len(h.Entries))], [2]int{serial, at})
	case h.Entered < len(h.Entries):
		h.Entries[h.Entered] = [2]int{serial, at}
	default:
		h.Entries = append(h.Entries, [2]int{serial, at})
	}
}

func (h *history) EnterFiles(serial, at int, after bool) { h.Entry(serial, at, after) }
func (h *history) Revisit(int) (shown, reads bool)       { return h.Revisits[0], h.Revisits[1] }
func (h *history) Go(by int)                             { h.Entered = max(0, min(h.Entered+by, len(h.Entries)-1)) }
func (h *history) AwaitSettled()                         { h.Settling = true }

// settings outlive a visit.
type settings struct {
	Stored map[string]string
}

func (s *settings) Remember(key, value string) { s.Stored[key] = value }
func (s *settings) Recall(key string) string   { return s.Stored[key] }

// typical has the facts that are the same in all tests.
type typical struct{}

func (typical) Place(string) desk.Place { return desk.Place{X: 40, Y: 60} }
func (typical) Recent() bool            { return true }
func (typical) Language() string        { return "中文" }
func (typical) Version() string         { return "1f2e3d4c5b6a" }
func (typical) Mod() string             { return "Ctrl" }
