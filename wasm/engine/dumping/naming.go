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

// maps has the open map of names and how it is applied.
type maps struct {
	file    string
	opened  string          // the file that contains the map
	reader  *mapping.Reader // nil when reading is complete
	trace   *tracing.Trace  // the open trace, nil for none
	m       *mapping.Map    // nil without a map
	on      bool            // original names are on
	result  *mapping.Result // of all open files; nil if nothing has names
	partial string

	raws   raws  // the names in the files of the original names that are on
	before *maps // the previous map, until this one is known to fit; else nil

	// The dumps of a pile are read a second time after the map, to rename them.
	passing bool
	next    int            // number of the next dump in the pass
	begun   int            // files of the pass so far
	raw     pile.Pile      // the pile with the names in the files
	named   pile.Pile      // the pile with original names
	dumps   mapping.Naming // renames the dumps
}

// countIDs counts the ids of maps in a dump's frames.
func (m *Room) countIDs(d *dump.Dump) {
	for p := range d.Places() {
		if bytes.Contains(d.FrameText(dump.PlaceID(p)), []byte(mapid.Prefix)) {
			f := d.Frame(dump.PlaceID(p))
			m.ids.Add(f.Class, f.File)
		}
	}
}

// mostListed limits the names in the note on names that were not found.
const mostListed = 100

// BeginMap starts reading a map of names for the trace of, which may be nil, and the dumps.
// opened is the file that contains the map.
func (m *Room) BeginMap(file, opened string, of *tracing.Trace) {
	wanted := mapping.NewWanted()
	if m.pile.wanted != nil {
		wanted.Add(m.pile.wanted)
	}
	if of != nil {
		wanted.WantTrace(of.Info())
	}
	for i := range m.dumps.files {
		wanted.WantDump(m.dumps.files[i].d)
	}
	before := m.dumps.maps
	before.before = nil
	m.dumps.maps = maps{file: file, opened: opened, reader: mapping.NewReader(wanted), trace: of, raws: raws{}, before: &before}
}

// endMap completes the reading and applies the map, unless its names would be wrong.
func (m *Room) endMap(partial string) error {
	names, err := m.dumps.maps.reader.Close()
	m.dumps.maps.reader = nil
	if err != nil {
		m.LeaveMap()
		return err
	}
	m.dumps.maps.m, m.dumps.maps.partial = names, partial
	m.computeResult()
	if !m.pile.single {
		m.settle()
	}
	return nil
}

// settle applies the map that was read, unless its names would be wrong.
func (m *Room) settle() {
	n := &m.dumps.maps
	if n.result != nil {
		n.result.Settle()
	}
	if m.apply(n.fits()); n.on {
		n.before = nil
	}
}

// fits reports whether the names of the map are probably right for the open files.
func (n *maps) fits() bool { return n.result != nil && !n.result.OfAnotherBuild() }

// LeaveMap discards the map that was read last, or is being read, and restores the previous
// names.
func (m *Room) LeaveMap() {
	if was := m.dumps.maps.before; was != nil {
		was.trace = cmp.Or(m.dumps.maps.trace, was.trace)
		m.dumps.maps = *was
		m.apply(m.dumps.maps.on)
	}
}

// BeginPass starts a second reading of a pile's dumps after a map of names. The caller must then
// read them in the same order. It returns false if all dumps are in memory and already renamed.
func (m *Room) BeginPass() bool {
	n, h := &m.dumps.maps, m.pile
	if n.m == nil || !h.single {
		return false
	}
	n.passing, n.next, n.begun = true, 0, 0
	n.raw, n.named, n.dumps = h.Pile, m.pile.newPile(), n.m.Dumps()
	if was := n.before; was != nil && was.named.Tell != nil {
		n.raw = was.raw
	}
	return true
}

// pass renames a dump that was read a second time.
func (m *Room) pass(f *file) {
	n := &m.dumps.maps
	m.pile.spare = f.d
	f.d = n.dumps.Name(f.d)
	n.raws.learn(f.d)
	n.named.Add(f.lot(), f.name, f.number, wait.NewFacts(f.d), f.d)
}

// EndPass ends the second reading. all reports whether it is complete; if it is, the pile gets
// the original names, unless they would be wrong.
func (m *Room) EndPass(all bool) {
	n := &m.dumps.maps
	n.passing = false
	if !all {
		m.LeaveMap()
		return
	}
	n.result = n.dumps.Result
	m.settle()
}

// computeResult computes the result of the map for the open files, and applies nothing.
func (m *Room) computeResult() {
	n := &m.dumps.maps
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
	for i := range m.dumps.files {
		_, r := n.m.NameDump(m.dumps.files[i].d)
		add(r)
	}
}

// apply turns original names on, or restores those of the files.
func (m *Room) apply(on bool) {
	n := &m.dumps.maps
	n.on = on
	if n.trace != nil {
		n.trace.Rename(func(in *trace.Info) {
			if mapping.UnnameTrace(in); n.on {
				n.m.NameTrace(in)
			}
		})
	}
	for i := range m.dumps.files {
		f := &m.dumps.files[i]
		if f.d = f.d.Raw(); on {
			f.d, _ = n.m.NameDump(f.d)
			n.raws.learn(f.d)
		}
	}
	if n.named.Tell != nil {
		if m.pile.Pile = n.raw; on {
			m.pile.Pile = n.named
		}
		m.pile.view = pileView{}
	}
	m.sights.last = byName{}
	m.Open() // recomputes everything with the new names
}

// rawOf returns the names in the files of the original names in a text, or "" if there are none.
func (n *maps) rawOf(text string, objects bool) string {
	if !n.on {
		return ""
	}
	return n.raws.namesIn(text, objects)
}

// turnNames answers message.Naming: it turns original names on or off.
func (m *Room) turnNames(on bool) message.Body {
	if m.dumps.maps.m == nil || m.dumps.maps.passing {
		return &message.Failure{Text: words.T("No mapping file is open.")}
	}
	m.apply(on)
	return m.Named()
}

// Named returns what the map of names did, or nil without a map.
func (m *Room) Named() *message.Named {
	n := &m.dumps.maps
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
		pattern := words.Text("{1} is a mapping file by {3} with {2}. Open a trace or a dump of the same build to see its original names.")
		if by == "" {
			pattern = "{1} is a mapping file with {2}. Open a trace or a dump of the same build to see its original names."
		}
		reply.Text = words.Say(pattern, valid(words.Clip(n.file)), words.Plural(n.m.Classes, "class", "classes"), reply.By)
	default:
		reply.Text = valid(strings.Join(n.sentences(), " "))
		if reply.Label = words.T("names as in the file"); n.on && r.Names > 0 {
			reply.Label = words.Say("{1} named", tell.Portion(r.Named, r.Names))
		}
	}
	return reply
}

// sentences returns sentences on what the map did.
func (n *maps) sentences() []string {
	all := tell.Naming(n.result, n.file)
	if n.partial != "" {
		all = append(all, words.Say("Only part of the map was read: {1}", n.partial))
	}
	return all
}

// NameNotes returns the notes on names for the receipt: what the map did, and which names it
// lacks.
func (m *Room) NameNotes() (all []string) {
	n := &m.dumps.maps
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
