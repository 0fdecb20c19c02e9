package dumping

import (
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/mapping"
	"traceglass/parser/trace"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// maps is the map of names that is open, and what of it is applied.
type maps struct {
	file    string
	opened  string          // in which that may be packed
	reader  *mapping.Reader // while it is read
	trace   *tracing.Trace  // that it is read for, nil for none
	m       *mapping.Map    // nil without one
	on      bool            // names are the original ones
	result  *mapping.Result // of all that is open, nil where nothing has names
	partial string
}

// mostListed is how many names that were not found a note lists.
const mostListed = 100

// BeginMap starts the reading of a map of names, which may be packed in what is opened, for a trace
// (nil: none is open) and the dumps.
func (m *Room) BeginMap(file, opened string, of *tracing.Trace) {
	wanted := mapping.NewWanted()
	if of != nil {
		wanted.WantTrace(of.Info())
	}
	for i := range m.files {
		wanted.WantDump(m.files[i].d)
	}
	m.maps = maps{file: file, opened: opened, reader: mapping.NewReader(wanted), trace: of}
}

// endMap completes the reading, and gives what is open its names, unless they would be wrong.
func (m *Room) endMap(partial string) error {
	names, err := m.maps.reader.Close()
	m.maps.reader = nil
	if err != nil {
		return err
	}
	m.maps.m, m.maps.partial = names, partial
	m.judge()
	if n := &m.maps; n.result != nil && !n.result.Wrong() {
		m.apply(true)
	}
	return nil
}

// judge finds what the map gives what is open, and applies nothing.
func (m *Room) judge() {
	n := &m.maps
	n.result = nil
	add := func(r *mapping.Result) {
		if n.result != nil {
			r.Add(n.result)
		}
		n.result = r
	}
	if n.trace != nil {
		in := trace.Info{Methods: slices.Clone(n.trace.Methods())}
		mapping.UnnameTrace(&in)
		add(n.m.NameTrace(&in))
	}
	for i := range m.files {
		_, r := n.m.NameDump(m.files[i].d)
		add(r)
	}
	if n.result != nil {
		n.result.Settle()
	}
}

// apply gives what is open its original names, or those of the file back.
func (m *Room) apply(on bool) {
	n := &m.maps
	n.on = on
	if n.trace != nil {
		n.trace.Rename(func(in *trace.Info) {
			if mapping.UnnameTrace(in); n.on {
				n.m.NameTrace(in)
			}
		})
	}
	for i := range m.files {
		f := &m.files[i]
		if f.d = f.d.Raw(); on {
			f.d, _ = n.m.NameDump(f.d)
		}
	}
	m.byName = byName{}
	m.Open() // all that is known of them was of the names before
}

// turnNames answers Naming.
func (m *Room) turnNames(on bool) message.Body {
	if m.maps.m == nil {
		return &message.Failure{Text: "No map of names is open."}
	}
	m.apply(on)
	return m.Named()
}

// Named says what the map of names gave, nil without one.
func (m *Room) Named() *message.Named {
	n := &m.maps
	if n.m == nil {
		return nil
	}
	reply := &message.Named{On: n.on}
	if n.on {
		reply.Export = []string{"-mapping", "./" + n.opened}
	}
	switch r := n.result; {
	case r == nil:
		by := strings.TrimSpace(n.m.Compiler + " " + n.m.Version)
		reply.Text = fmt.Sprintf("%s is a map of names%s with %s. Open a trace or a dump of the same build: its names will be the original ones.",
			valid(words.Clip(n.file)), valid(words.Clip(prefixed(" by ", by))), words.Plural(n.m.Classes, "class", "classes"))
	default:
		reply.Text = valid(strings.Join(m.sentences(), " "))
		if reply.Label = "names as in the file"; n.on && r.Names > 0 {
			reply.Label = tell.Portion(r.Named, r.Names) + " named"
		}
	}
	return reply
}

// sentences say what the map gave.
func (m *Room) sentences() []string {
	n := &m.maps
	all := tell.Naming(n.result, n.file)
	if n.partial != "" {
		all = append(all, "Of the map only a part was read: "+n.partial)
	}
	if m.pile.single {
		all = append(all, "Of a pile the dump that is open has them.")
	}
	return all
}

// NameNotes are what the receipt says of names: what the map gave, and what was not found.
func (m *Room) NameNotes() (all []string) {
	n := &m.maps
	if n.result == nil || n.m == nil {
		return nil
	}
	all = append(all, valid(strings.Join(tell.Naming(n.result, n.file), " ")))
	if missing := n.result.Missing; len(missing) > 0 {
		listed := make([]string, min(len(missing), mostListed))
		for i := range listed {
			listed[i] = trace.Visible(words.ClipTo(missing[i], 200))
		}
		s := "Without a name in it: " + strings.Join(listed, ", ")
		if rest := n.result.Names - n.result.Named - len(listed); rest > 0 {
			s += fmt.Sprintf(" and %s more", words.Count(int64(rest)))
		}
		all = append(all, valid(s+"."))
	}
	return all
}

// prefixed is a text with another before it, "" for none.
func prefixed(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}
