package causes

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A state is what a reader decided about a cause.
type state string

const (
	unmarked state = ""
	seen     state = "seen"
	mine     state = "mine"
	fixed    state = "fixed"
	noise    state = "noise"
	anyState state = "any" // of the list
)

var states = []struct {
	state
	name words.Text
}{{unmarked, "not marked"}, {seen, "seen"}, {mine, "mine"}, {fixed, "fixed"}, {noise, "noise"}}

// A mark is a reader's decision about a cause, and a sentence.
type mark struct {
	State state
	Note  string
}

// marks are the marks of causes, by their IDs. They stay in the page, unless the reader keeps them in
// the browser.
type marks struct {
	byID    map[string]mark
	order   []string // of IDs, as they were marked
	kept    bool     // in the browser
	changes int
	taken   bool // marks of an opened file are in
}

// Limits of marks.
const (
	longestNote = 500
	mostMarks   = 2000
	marksKey    = "causes"
)

// load reads the marks that the browser keeps.
func (m *marks) load(host desk.Host) {
	text := host.Recall(marksKey)
	m.kept = text != ""
	m.read(text)
}

// read adds marks from lines "ID state note".
func (m *marks) read(text string) {
	for line := range strings.Lines(text) {
		id, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		name, note, _ := strings.Cut(rest, " ")
		m.set(id, mark{state(name), note})
	}
}

// set sets the mark of a cause.
func (m *marks) set(id string, to mark) {
	known := false
	for _, s := range states {
		known = known || s.state == to.State
	}
	if !known || len(id) != 16 || len(m.byID) >= mostMarks {
		return
	}
	if m.byID == nil {
		m.byID = map[string]mark{}
	}
	if _, ok := m.byID[id]; !ok {
		m.order = append(m.order, id)
	}
	to.Note = to.Note[:min(len(to.Note), longestNote)]
	m.byID[id] = to
	m.changes++
}

// line returns the note without line feeds and doubled blanks.
func (m mark) line() string {
	return strings.ToValidUTF8(strings.Join(strings.Fields(m.Note), " "), "\uFFFD")
}

func (m *marks) of(id string) mark { return m.byID[id] }

// text returns the marks as read expects them.
func (m *marks) text() string {
	var s strings.Builder
	for _, id := range m.order {
		if of := m.byID[id]; of != (mark{}) {
			s.WriteString(id + " " + string(of.State) + " " + of.line() + "\n")
		}
	}
	return s.String()
}

// keep keeps the marks in the browser, or forgets them there.
func (m *marks) keep(host desk.Host) {
	m.kept = !m.kept
	m.changes++
	m.store(host)
}

// store brings the browser up to date.
func (m *marks) store(host desk.Host) {
	text := ""
	if m.kept {
		text = m.text() + "\n"
	}
	host.Remember(marksKey, text)
}

// take adds the marks of files that were opened with the dumps.
func (m *marks) take(all []message.CauseMark, host desk.Host) {
	if m.taken || len(all) == 0 {
		return
	}
	m.taken = true
	for _, one := range all {
		m.set(one.Cause, mark{state(one.State), one.Note})
	}
	if m.kept {
		m.store(host)
	}
}

// file returns the marks as a file that can be opened with dumps.
func (m *marks) file() *message.File {
	var s strings.Builder
	s.WriteString("{\"kind\":\"traceglass-marks\",\"marks\":[")
	first := true
	for _, id := range m.order {
		of := m.byID[id]
		if of == (mark{}) {
			continue
		}
		if !first {
			s.WriteString(",")
		}
		first = false
		s.WriteString("\n{\"cause\":\"" + id + "\",\"state\":\"" + string(of.State) + "\",\"note\":" + quoted(of.line()) + "}")
	}
	s.WriteString("\n]}\n")
	return &message.File{Name: "traceglass-marks.json", Type: "application/json", Data: []byte(s.String())}
}

// quoted returns a text as a JSON string.
func quoted(text string) string {
	const digits = "0123456789abcdef"
	out := []byte{'"'}
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < ' ':
			out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			out = append(out, c)
		}
	}
	return string(append(out, '"'))
}

// options returns the choices of the mark of a cause.
func (m mark) options() (all []desk.Option) {
	for _, s := range states {
		all = append(all, desk.Option{Value: string(s.state), Name: s.name.String(), On: m.State == s.state})
	}
	return all
}

// markedOptions returns the choices of the marks that listed causes have.
func (v *View) markedOptions() []desk.Option {
	all := []desk.Option{{Value: string(anyState), Name: words.T("all"), On: v.marked == anyState}}
	for _, s := range states {
		all = append(all, desk.Option{Value: string(s.state), Name: s.name.String(), On: v.marked == s.state})
	}
	return all
}

// any reports whether a cause is marked.
func (m *marks) any() bool { return m.text() != "" || m.kept }

// keptText returns the text of the button that keeps the marks.
func (m *marks) keptText() string {
	if m.kept {
		return words.T("Forget the marks in this browser")
	}
	return words.T("Keep the marks in this browser")
}

// group returns the cause whose control has an event, by the prefix of the control's ID.
func (v *View) group(event vugu.DOMEvent, prefix string) *message.CauseGroup {
	stem, n := node.CutNumber(event.PropString("target", "id"))
	if stem != prefix || v.reply == nil || n < 0 || n >= len(v.reply.Groups) {
		return nil
	}
	return &v.reply.Groups[n]
}

// mark handles a new mark of a cause.
func (v *View) mark(event vugu.DOMEvent) {
	if g := v.group(event, "cause-mark"); g != nil {
		to := v.marks.of(g.ID)
		to.State = state(node.Value(event))
		v.marks.set(g.ID, to)
	} else if v.group(event, "cause-note") == nil {
		return
	}
	if v.marks.kept {
		v.marks.store(v.dumps.Host)
	}
}

// note handles text in the note of a cause.
func (v *View) note(event vugu.DOMEvent) {
	if g := v.group(event, "cause-note"); g != nil {
		to := v.marks.of(g.ID)
		to.Note = node.Value(event)
		v.marks.set(g.ID, to)
	}
}

// copy copies a cause as Markdown, for an issue tracker.
func (v *View) copy(cause int) {
	v.text.Ask(&v.dumps.Page.Line, &message.CauseText{Pile: v.dumps.Pile.Scope(), Group: uint32(cause)}, func(m *message.CauseTextReply) {
		v.dumps.Copy(m.Markdown)
	})
}
