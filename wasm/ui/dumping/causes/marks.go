package causes

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
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
	State   state
	Version string // the first without the cause, "" for none
	Note    string
}

// marks are the marks of causes, by their IDs. They stay in the page, unless the reader keeps them in
// the browser.
type marks struct {
	byID    map[string]mark
	order   []string // of IDs, as they were marked
	kept    bool     // in the browser
	changes int
}

// Limits of marks.
const (
	longestNote    = 500
	longestVersion = 40
	mostMarks      = 2000
	marksKey       = "causes"
)

// load reads the marks that the browser keeps.
func (m *marks) load(host desk.Host) {
	text := host.Recall(marksKey)
	m.kept = text != ""
	m.read(text)
}

// read adds marks from lines "ID state:version note".
func (m *marks) read(text string) {
	for line := range strings.Lines(text) {
		id, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		name, note, _ := strings.Cut(rest, " ")
		name, version, _ := strings.Cut(name, ":")
		m.set(id, mark{state(name), version, note})
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
	if to.Version = strings.ReplaceAll(oneLine(to.Version[:min(len(to.Version), longestVersion)]), " ", ""); to.State != fixed {
		to.Version = ""
	}
	m.byID[id] = to
	m.changes++
}

// oneLine returns a text without line feeds and doubled blanks.
func oneLine(text string) string {
	return strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "\uFFFD")
}

func (m *marks) of(id string) mark { return m.byID[id] }

// text returns the marks as read expects them.
func (m *marks) text() string {
	var s strings.Builder
	for _, id := range m.order {
		if of := m.byID[id]; of != (mark{}) {
			name := string(of.State)
			if of.Version != "" {
				name += ":" + of.Version
			}
			s.WriteString(id + " " + name + " " + oneLine(of.Note) + "\n")
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

// add adds the marks of an opened file.
func (m *marks) add(d *desk.Dumps) {
	if len(d.Marks) == 0 {
		return
	}
	for _, one := range d.Marks {
		m.set(one.Cause, mark{state(one.State), one.Version, one.Note})
	}
	d.Marks = nil
	if m.kept {
		m.store(d.Host)
	}
}

// save saves the marks as a file.
func (m *marks) save(d *desk.Dumps) {
	file := m.file()
	d.Host.Save(file)
	d.Notify(words.Say("The marks are in {1}.", file.Name))
}

// Commands returns the commands of the palette that have no key.
func (v *View) Commands() []desk.Command {
	if !v.marks.any() {
		return nil
	}
	return []desk.Command{{Name: words.T("Save the marks as a file"), Do: func() { v.marks.save(v.dumps) }}}
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
		s.WriteString("\n{\"cause\":\"" + id + "\",\"state\":\"" + string(of.State) + "\",\"version\":" + quoted(of.Version) + ",\"note\":" + quoted(oneLine(of.Note)) + "}")
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

// A markRow is the mark of a cause in the page.
type markRow struct {
	ID, NoteID, FixedID string
	States              []bar.Option
	Note, Version, Back string
	Noted, Fixed        bool // the cause has fields for Note, and for Version
}

// markRow returns the mark of cause i.
func (v *View) markRow(i int) markRow {
	g := &v.reply.Groups[i]
	m := v.marks.of(g.ID)
	r := markRow{
		ID: node.ID("cause-mark", i), NoteID: node.ID("cause-note", i), FixedID: node.ID("cause-fixed", i),
		Note: m.Note, Version: m.Version, Back: m.back(g.Versions), Noted: m.State != unmarked || m.Note != "", Fixed: m.State == fixed,
	}
	for _, s := range states {
		r.States = append(r.States, bar.Option{Value: string(s.state), Name: s.name.String(), On: m.State == s.state})
	}
	return r
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
	} else if v.group(event, "cause-note") == nil && v.group(event, "cause-fixed") == nil {
		return
	}
	if v.marks.kept {
		v.marks.store(v.dumps.Host)
	}
}

// note handles text in the note of a cause, or in its version.
func (v *View) note(event vugu.DOMEvent) {
	if g := v.group(event, "cause-note"); g != nil {
		to := v.marks.of(g.ID)
		to.Note = node.Value(event)
		v.marks.set(g.ID, to)
	}
	if g := v.group(event, "cause-fixed"); g != nil {
		to := v.marks.of(g.ID)
		to.Version = node.Value(event)
		v.marks.set(g.ID, to)
	}
}

// back says that a fixed cause occurs in its version or a later one; "" if it does not.
func (m mark) back(versions []message.CauseVersion) string {
	dumps := 0
	for _, of := range versions {
		if m.Version != "" && tell.IsSinceVersion(of.Version, m.Version) {
			dumps += of.Count
		}
	}
	if dumps == 0 {
		return ""
	}
	return words.Say("It is back: {1} of version {2} or later.", words.Plural(int64(dumps), "dump is", "dumps are"), m.Version)
}

// copy copies a cause as Markdown, for an issue tracker.
func (v *View) copy(cause int) {
	v.text.Ask(&v.dumps.Page.Line, &message.CauseText{Pile: v.dumps.Pile.Scope(), Group: uint32(cause)}, func(m *message.CauseTextReply) {
		v.dumps.Copy(m.Markdown)
	})
}
