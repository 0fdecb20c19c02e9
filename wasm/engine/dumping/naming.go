package dumping

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/mapping"
	"traceglass/parser/mapping/mapid"
	"traceglass/parser/pile"
	"traceglass/parser/trace"
	"traceglass/parser/wait"
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

	raws   raws  // what the names in force are in the files
	before *maps // what was open before, until this one is known to be good; nil else

	// The dumps of a pile are read again once the map is read, to be named.
	passing bool
	next    int            // number of the next dump of the pass
	raw     pile.Pile      // the pile as the files have it
	named   pile.Pile      // and with its names
	dumps   mapping.Naming // that names them
}

// countIDs counts the maps of names that a dump's frames name.
func (m *Room) countIDs(d *dump.Dump) {
	for p := range d.Places() {
		if bytes.Contains(d.FrameText(dump.PlaceID(p)), []byte(mapid.Prefix)) {
			f := d.Frame(dump.PlaceID(p))
			m.ids.Add(f.Class, f.File)
		}
	}
}

// mostListed is how many names that were not found a note lists.
const mostListed = 100

// BeginMap starts the reading of a map of names, which may be packed in what is opened, for a trace
// (nil: none is open) and the dumps.
func (m *Room) BeginMap(file, opened string, of *tracing.Trace) {
	wanted := mapping.NewWanted()
	if m.pile.wanted != nil {
		wanted.Add(m.pile.wanted)
	}
	if of != nil {
		wanted.WantTrace(of.Info())
	}
	for i := range m.files {
		wanted.WantDump(m.files[i].d)
	}
	before := m.maps
	before.before = nil
	m.maps = maps{file: file, opened: opened, reader: mapping.NewReader(wanted), trace: of, raws: raws{}, before: &before}
}

// endMap completes the reading, and gives what is open its names, unless they would be wrong.
func (m *Room) endMap(partial string) error {
	names, err := m.maps.reader.Close()
	m.maps.reader = nil
	if err != nil {
		m.LeaveMap()
		return err
	}
	m.maps.m, m.maps.partial = names, partial
	m.judge()
	if !m.pile.single {
		m.settle()
	}
	return nil
}

// settle gives what is open the names of the map that was read, unless they would be wrong.
func (m *Room) settle() {
	n := &m.maps
	if n.result != nil {
		n.result.Settle()
	}
	if m.apply(n.fits()); n.on {
		n.before = nil
	}
}

// fits reports whether the map gives what is open names that are likely right.
func (n *maps) fits() bool { return n.result != nil && !n.result.OfAnotherBuild() }

// LeaveMap has what is open named as before the map that was read last, or was to be.
func (m *Room) LeaveMap() {
	if was := m.maps.before; was != nil {
		was.trace = cmp.Or(m.maps.trace, was.trace)
		m.maps = *was
		m.apply(m.maps.on)
	}
}

// BeginPass is called after a map of names has been read, before the dumps of a pile are read again in the
// order in which they were: it names them. False: all dumps are at hand, and have their names.
func (m *Room) BeginPass() bool {
	n, h := &m.maps, &m.pile
	if n.m == nil || !h.single {
		return false
	}
	n.passing, n.next = true, 0
	n.raw, n.named, n.dumps = h.Pile, m.newPile(), n.m.Dumps()
	if was := n.before; was != nil && was.named.Tell != nil {
		n.raw = was.raw
	}
	return true
}

// pass takes a dump that has been read again.
func (m *Room) pass(f *file) {
	n := &m.maps
	m.pile.spare = f.d
	f.d = n.dumps.Name(f.d)
	n.raws.learn(f.d)
	n.named.Add(f.lot(), f.name, f.number, wait.NewFacts(f.d), f.d)
}

// EndPass is called when all have been read again, and tells whether they were. With names the pile has
// these from then on, unless they would be wrong.
func (m *Room) EndPass(all bool) {
	n := &m.maps
	n.passing = false
	if !all {
		m.LeaveMap()
		return
	}
	n.result = n.dumps.Result
	m.settle()
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
			n.raws.learn(f.d)
		}
	}
	if n.named.Tell != nil {
		if m.pile.Pile = n.raw; on {
			m.pile.Pile = n.named
		}
		m.pile.groups = nil
	}
	m.byName = byName{}
	m.Open() // all that is known of them was of the names before
}

// rawOf are the names in a text as the files have them, where a map has given others: "" for none.
func (m *Room) rawOf(text string, objects bool) string {
	if !m.maps.on {
		return ""
	}
	return m.maps.raws.of(text, objects)
}

// turnNames answers Naming.
func (m *Room) turnNames(on bool) message.Body {
	if m.maps.m == nil || m.maps.passing {
		return &message.Failure{Text: words.T("No mapping file is open.")}
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
	by := strings.TrimSpace(n.m.Compiler + " " + n.m.Version)
	reply := &message.Named{On: n.on, Fits: n.fits() && n.result.Named > 0, Name: valid(n.file), By: valid(words.Clip(by)), ID: valid(cmp.Or(n.m.ID, n.m.Hash))}
	if n.on {
		reply.Export = []string{"-mapping", "./" + n.opened}
	}
	switch r := n.result; {
	case r == nil:
		says := words.Text("{1} is a map of names by {3} with {2}. Open a trace or a dump of the same build: its names will be the original ones.")
		if by == "" {
			says = "{1} is a map of names with {2}. Open a trace or a dump of the same build: its names will be the original ones."
		}
		reply.Text = words.Say(says, valid(words.Clip(n.file)), words.Plural(n.m.Classes, "class", "classes"), reply.By)
	default:
		reply.Text = valid(strings.Join(m.sentences(), " "))
		if reply.Label = words.T("names as in the file"); n.on && r.Names > 0 {
			reply.Label = words.Say("{1} named", tell.Portion(r.Named, r.Names))
		}
	}
	return reply
}

// sentences say what the map gave.
func (m *Room) sentences() []string {
	n := &m.maps
	all := tell.Naming(n.result, n.file)
	if n.partial != "" {
		all = append(all, words.Say("Only part of the map was read: {1}", n.partial))
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
		s := words.Say("Names that the map lacks: {1}", words.List(listed))
		if rest := n.result.Names - n.result.Named - len(listed); rest > 0 {
			s = words.Say("{1} and {2} more", s, words.Count(int64(rest)))
		}
		all = append(all, valid(s+"."))
	}
	return all
}
