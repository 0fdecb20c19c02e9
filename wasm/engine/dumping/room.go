// Package dumping is the engine's room of thread dumps. It answers package message's requests about
// the open dumps with the results of parser and render.
package dumping

import (
	"errors"
	"slices"
	"time"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/mapping/mapid"
	"traceglass/render/scene"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// A Room holds the open thread dumps, none at first. It reads files, keeps those that stay open, and applies a map of
// names.
type Room struct {
	dumps   *dumps
	pile    *heap
	courses courseView
	graph   stackGraph
	sights  sights

	ids      mapid.Counts        // of the maps that all dumps name
	reader   *anr.Reader         // of the file being read
	seen     anr.Seen            // reports of all files
	from     origin              // of the file being read
	taking   taking              // its reports
	marks    []message.CauseMark // of causes, from all files
	recorded recorded
	lost     []string // sentences on records of all files that were not read
	began    time.Time
	taken    time.Duration
	bytes    int64 // read
	held     int64 // bytes of the files that stay open
}

// New returns a room without dumps.
func New() *Room {
	ds := &dumps{}
	h := newHeap(ds)
	return &Room{dumps: ds, pile: h, courses: courseView{dumps: ds}, graph: stackGraph{dumps: ds, pile: h}, sights: sights{dumps: ds}}
}

// Answer answers a request about dumps, and puts graphs on the stage. opened is the open trace, or
// nil. Answer returns nil for any other request.
func (m *Room) Answer(req message.Body, opened *tracing.Trace, stage *graph.Stage) message.Body {
	switch req := req.(type) {
	case *message.StackRows:
		return m.dumps.stackRows(req)
	case *message.Query:
		return m.dumps.answerQuery(req, stage)
	case *message.Head:
		return m.dumps.head(req)
	case *message.DumpTrace:
		return m.dumps.dumpTrace(req)
	case *message.Stack:
		return m.dumps.stack(req)
	case *message.TextLines:
		return m.dumps.textLines(req)
	case *message.Groups:
		return m.dumps.groups(req)
	case *message.Hashes:
		if req.Of != message.HashStacks {
			return nil
		}
		return m.graph.hashes(req)
	case *message.StackNode:
		return m.graph.node(req)
	case *message.Courses:
		return m.courses.answer(req)
	case *message.LockGraph:
		return m.dumps.lockGraph(req, stage)
	case *message.Causes:
		return m.pile.causes(req)
	case *message.CauseText:
		return m.pile.causeText(req)
	case *message.AnswerText:
		return m.answerText(req)
	case *message.OpenDump:
		return m.openDump(req)
	case *message.Naming:
		return m.turnNames(req.On)
	case *message.Sight:
		if opened != nil {
			return m.sights.find(req, opened)
		}
	}
	return nil
}

// Draw fills l with a picture of dumps. It returns false for any other picture.
func (m *Room) Draw(req message.Picture, l *scene.List) bool {
	switch req := req.(type) {
	case *message.StackFlame:
		m.graph.draw(l, req)
	case *message.CourseChart:
		m.courses.draw(l, req)
	default:
		return false
	}
	return true
}

// Name returns the text in a box of the dumps' canvases.
func (m *Room) Name(number uint32) (message.Name, bool) {
	name, ok := m.dumps.names.name(number)
	name.Raw = m.dumps.maps.rawOf(name.Label, false)
	return name, ok
}

// Begin starts reading a file. opened is the file that the user opened, and file the path within it
// if it is a zip file. Files read before stay open, except that a pile keeps only its own data.
func (m *Room) Begin(file, opened string) {
	m.began = time.Now()
	m.from = origin{path: file, name: input.Leaf(file), stored: opened}
	switch { // the file's number, in the order of the first Begin
	case m.pile.again != none:
		m.seen.File = m.pile.reports[m.pile.again].file
	case m.dumps.maps.passing:
		m.seen.File = m.dumps.maps.begun
		m.dumps.maps.begun++
	default:
		m.seen.File = m.pile.begun
		m.pile.begun++
	}
	m.taking = taking{Numbering: dump.Numbering{File: m.from.name, Do: m.hold}}
	m.reader = anr.NewReader(func(d *dump.Dump) {
		m.taking.Next(d)
		m.reuse()
	})
	m.reader.Seen = &m.seen
	m.reader.Limit = max(dump.DefaultLimit-dump.Limit(m.held), 1)
	m.reuse()
}

// reuse lets the reader overwrite a dump that is no longer open.
func (m *Room) reuse() {
	if d := m.pile.spare; d != nil {
		m.reader.Reuse(d)
		m.pile.spare = nil
	}
}

// Write reads the next piece of the unwrapped file.
func (m *Room) Write(p []byte) {
	if m.dumps.maps.reader != nil {
		m.dumps.maps.reader.Write(p)
		return
	}
	m.reader.Write(p)
	if m.pile.again == none && !m.dumps.maps.passing {
		m.bytes += int64(len(p))
	}
	m.from.bytes += int64(len(p))
}

// End completes the reading. partial is a sentence on why only a part was read, or "". found
// reports whether the file holds a dump. If it holds none, an error may tell the user what kind of
// file it is.
func (m *Room) End(partial string) (found bool, err error) {
	if m.dumps.maps.reader != nil {
		return true, m.endMap(partial)
	}
	m.taking.partial = partial
	d := m.reader.Close()
	r := m.reader
	m.taken += time.Since(m.began)
	if d != nil && len(d.Blocks) > 0 {
		for _, one := range r.Reports(d, (*dump.Dump).Reports) {
			m.taking.Next(one)
		}
	}
	m.taking.End()
	m.reader = nil
	if m.pile.again == none && !m.dumps.maps.passing {
		m.lost = append(m.lost, r.Damage...)
		for _, mark := range r.Marks {
			m.marks = append(m.marks, message.CauseMark{Cause: valid(mark.Cause), State: valid(mark.State), Version: valid(mark.Version), Note: valid(mark.Note)})
		}
		for name, i := range r.Issues {
			if m.pile.issues == nil {
				m.pile.issues = map[string]anr.Issue{}
			}
			m.pile.issues[name] = i
		}
		if len(r.Skipped) > 0 {
			m.lost = append(m.lost, words.Say("Left out because they are no reports of ANRs, or came before: {1}.", tell.Skipped(r.Skipped)))
		}
	}
	switch {
	case m.pile.again != none:
		m.pile.again = none
		if !m.taking.shown {
			return false, errors.New(words.T("This dump cannot be read again. Open its file again."))
		}
	case m.taking.Count > 0, len(r.Marks) > 0:
	case d != nil && d.Relative.Sentence() != "":
		return false, errors.New(d.Relative.Sentence())
	case len(r.Skipped) > 0:
		return false, errors.New(words.Say("This export holds no report of an ANR: {1}.", tell.Skipped(r.Skipped)))
	default:
		return false, nil
	}
	return true, nil
}

// A taking is the state of the reports of one file.
type taking struct {
	dump.Numbering
	bytes   int64 // of the file, at the last report
	partial string
	shown   bool // the report that is read again was found
}

// hold keeps report i of the file being read, shows it again, or renames it.
func (m *Room) hold(d *dump.Dump, name string, i int) {
	t := &m.taking
	f := file{origin: m.from, d: d, partial: t.partial}
	f.name = name
	f.bytes, t.bytes = m.from.bytes-t.bytes, m.from.bytes
	switch again := m.pile.again; {
	case again != none:
		if of := m.pile.reports[again]; of.report == i {
			f.number, t.shown = again, true
			m.show(f)
		}
	case m.dumps.maps.passing:
		f.number = m.dumps.maps.next
		m.dumps.maps.next++
		m.pass(&f)
	default:
		f.number = len(m.pile.reports)
		m.recorded.note(&f)
		m.keep(f)
		m.pile.reports = append(m.pile.reports, reportID{m.pile.begun - 1, i})
	}
}

// Empty returns an error for the user if files were read and no file has a thread, a channel or a
// reason for the dump. A pile counts such files.
func (m *Room) Empty() error {
	if len(m.dumps.files) == 0 && len(m.marks) > 0 {
		return errors.New(words.T("This file has marks of causes and no dumps. Open it together with the dumps."))
	}
	if len(m.dumps.files) == 0 || m.pile.single {
		return nil
	}
	for i := range m.dumps.files {
		d := m.dumps.files[i].d
		if len(d.Threads)+len(d.Channels) > 0 || d.Subject != "" || slices.ContainsFunc(d.Blocks, func(b dump.Block) bool {
			return b.Kind == dump.Failed || b.Kind == dump.Reported
		}) {
			return nil
		}
	}
	return errors.New(words.T("This dump has no threads: the process ended, or the file was cut short. Take another dump."))
}

// Marks returns the decisions about causes in the files, or nil if there are none.
func (m *Room) Marks() *message.Marks {
	if len(m.marks) == 0 {
		return nil
	}
	return &message.Marks{Causes: m.marks}
}

// Open returns the description of the files that were read, sorted, or nil without files.
func (m *Room) Open() *message.Dumps {
	if len(m.dumps.files) == 0 {
		return nil
	}
	began := time.Now()
	reply := m.dumps.describe()
	reply.Bytes, reply.Memory, reply.MapID = m.bytes, m.held, valid(m.ids.Most())
	for _, s := range m.lost {
		reply.Notes = append(reply.Notes, message.DumpNote{Code: "export", Text: valid(s), Count: 1, Line: message.NoNode})
	}
	for i, s := range m.NameNotes() {
		reply.Notes = append(reply.Notes, message.DumpNote{File: uint32(len(m.dumps.files) - 1), Code: "names", Text: s, Count: int64(min(i, 1)), Line: message.NoNode})
	}
	m.dumps.query, m.graph.last, m.courses.last = nil, merged{}, courses{}
	m.describePile(reply)
	m.taken += time.Since(began)
	reply.ReadMillis = float64(m.taken.Microseconds()) / 1000
	return reply
}
