package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/mapping"
	"traceglass/parser/pile"
	"traceglass/parser/profile"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/report"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// Limits on the memory of a pile: files that have only their kind in common. A few files stay
// open together. With more, the room keeps only the data of parser/pile, and one open file: the
// one that was read last or reopened last.
const (
	mostOpen = 20      // files
	mostText = 1 << 26 // bytes of their text; also applies to dumps of one process once another process follows
	mostBack = 3       // files that were read again and stay in memory
	backText = 1 << 24 // limit on the text of one of them, in bytes
)

// Limits on an answer about a pile.
const (
	shownDumps = 3
	mostDumps  = 1000
	mostLots   = 20
)

// none stands for no file.
const none = -1

// A subject identifies a process, as far as a file names it.
type subject struct {
	pid  int
	name string
}

// A heap has the data of a pile, and answers requests about its causes.
type heap struct {
	pile.Pile
	dumps  *dumps
	issues map[string]anr.Issue // groups of services, from all files
	first  map[subject]bool     // processes of the first file
	kept   int                  // number of files
	others int                  // files without any process of the first: from another device, app or run
	report bool                 // the files include a bug report's own dumps
	single bool                 // only one file is open
	wanted *mapping.Wanted      // what all dumps need of a map of names; nil while all are open

	opened  []string        // names of the opened files
	known   map[string]bool // set of opened
	begun   int             // files that were searched for dumps
	reports []reportID      // by number
	again   int             // the report that is being read again, or none
	partial int             // files that were only partly read
	why     string          // the reason for the last of them: a sentence
	back    []file
	spare   *dump.Dump // a dump that is no longer open, whose memory can be reused; may be nil

	built bool // built from the open files; with single, it is built while reading
	view  pileView
}

// newHeap returns a heap of no files.
func newHeap(ds *dumps) *heap {
	return &heap{dumps: ds, first: map[subject]bool{}, known: map[string]bool{}, again: none}
}

// A pileView is the part of a pile that was asked for last.
type pileView struct {
	*pile.Pile // nil before the first question
	scope      message.PileScope
	lot        int // the lot that groups compares with
	groups     []pile.Group
}

// A reportID locates a report in the files.
type reportID struct {
	file   int // in the order of Begin
	report int // index in the file
}

// keep adds a file that was read. In a large pile it keeps only the data for its cause.
func (m *Room) keep(f file) {
	h := m.pile
	h.view = pileView{}
	m.countIDs(f.d)
	if f.partial != "" {
		h.partial++
		h.why = f.partial
	}
	h.report = h.report || strings.Contains(f.path, "FS/data/")
	if !h.known[f.stored] {
		h.known[f.stored] = true
		h.opened = append(h.opened, f.stored)
	}
	m.dumps.files = append(m.dumps.files, f)
	m.held += f.bytes
	common := h.kept == 0
	for i := range f.d.Blocks {
		b := &f.d.Blocks[i]
		id := subject{b.PID, b.CommandLine}
		if len(m.dumps.files) == 1 {
			id.name = strings.Clone(id.name)
			h.first[id] = true
		}
		common = common || h.first[id] && b.PID != 0 // a report without a pid does not identify its process
	}
	if h.kept++; !common {
		h.others++
	}
	if h.single = h.single || h.isPile() && (len(m.dumps.files) > mostOpen || m.held > mostText); !h.single {
		return
	}
	if h.Tell == nil {
		h.Pile, h.wanted = m.pile.newPile(), mapping.NewWanted()
	} else {
		h.spare = m.dumps.files[0].d // the pile has its data
		m.dumps.files = m.dumps.files[1:]
	}
	for i := range m.dumps.files {
		h.wanted.WantClasses(m.dumps.files[i].d)
		m.pile.digest(&m.dumps.files[i], m.dumps.files[i].number, wait.NewFacts(m.dumps.files[i].d))
	}
	m.dumps.files, m.held = []file{f}, 0
}

// newPile returns an empty pile, whose frames use the room's names.
func (h *heap) newPile() pile.Pile {
	return pile.Pile{Mains: stack.Mains{Names: &h.dumps.names.Names}, Tell: tell.Claim}
}

// isPile reports whether most files share no process with the first. An app that restarted
// between two of its dumps makes no pile.
func (h *heap) isPile() bool { return 2*h.others > h.kept-1 && !h.report }

// digest keeps the data for a file's cause.
func (h *heap) digest(f *file, source int, facts *wait.Facts) {
	h.Add(f.lot(), f.name, source, facts, f.d)
}

// lot returns the container of a file: the zip file and its first folder, or "" for a single file.
func (f *file) lot() string {
	if f.stored == f.path {
		return ""
	}
	if folder, _, ok := strings.Cut(strings.ReplaceAll(f.path, `\`, "/"), "/"); ok {
		return f.stored + "/" + folder
	}
	return f.stored
}

// show opens a file instead of the open one, with the current names.
func (m *Room) show(f file) {
	if f.d = f.d.Raw(); m.dumps.maps.on {
		f.d, _ = m.dumps.maps.m.NameDump(f.d)
		m.dumps.maps.raws.learn(f.d)
	}
	m.dumps.files = []file{f}
	h := m.pile
	h.back = slices.DeleteFunc(h.back, func(b file) bool { return b.number == f.number })
	if f.bytes <= backText {
		h.back = append(h.back, f)
		h.back = slices.Delete(h.back, 0, max(0, len(h.back)-mostBack))
	}
	m.dumps.names.Leave()
}

// Reread starts reading a report of a pile again, by its number. If wanted is true, the caller
// calls Begin, Write and End for file in, numbered in the order of the first Begin; the report
// then replaces the open one. wanted is false if the report is in memory, or does not exist.
func (m *Room) Reread(number int) (in int, wanted bool) {
	h := m.pile
	h.again = none
	if !h.single || m.dumps.files[0].number == number || number >= len(h.reports) {
		return 0, false
	}
	if at := slices.IndexFunc(h.back, func(f file) bool { return f.number == number }); at >= 0 {
		m.show(h.back[at])
		return 0, false
	}
	h.again = number
	return h.reports[number].file, true
}

// openDump describes a file of a pile that was read again.
func (m *Room) openDump(req *message.OpenDump) message.Body {
	if len(m.dumps.files) == 0 || m.pile.single && m.dumps.files[0].number != int(req.Number) {
		return &message.Failure{Text: words.T("This dump cannot be read again. Open its file again.")}
	}
	reply := &message.OpenDumpReply{About: *m.Open()}
	reply.About.Opened = nil
	return reply
}

// describePile sets the fields of a description for a pile.
func (m *Room) describePile(reply *message.Dumps) {
	h := m.pile
	if !h.single {
		m.dumps.names, h.built = names{}, false
	}
	if !h.isPile() {
		return
	}
	reply.Pile = len(m.dumps.files)
	if h.single {
		reply.Pile = len(h.Cases) + len(h.NoCause)
		reply.Single, reply.Number = true, uint32(m.dumps.files[0].number)
		reply.Opened = h.opened
	}
}

// build makes the pile of all open files, once. A large pile is built while reading.
func (h *heap) build() {
	if !h.single && !h.built {
		h.Pile, h.built, h.view = h.newPile(), true, pileView{}
		for i, n := 0, 0; i < len(h.dumps.files); i++ {
			f := &h.dumps.files[i]
			source := n // the process that did not answer, or else the first of the file
			for at := f.facts.Suspect(); n < len(h.dumps.processes) && h.dumps.processes[n].file == f; n++ {
				if h.dumps.processes[n].at == at {
					source = n
				}
			}
			h.digest(f, source, f.facts)
		}
	}
}

// grouped returns the causes of the pile, of the dumps that a scope selects.
func (h *heap) grouped(scope message.PileScope) *pileView {
	h.build()
	if h.view.Pile != nil && h.view.scope == scope {
		return &h.view
	}
	h.Join(h.issues)
	chosen := choices(scope.Only)
	v := pileView{scope: scope, lot: pile.NoBaseline}
	if since := choices(scope.Since); len(since) > 0 {
		v.Pile, v.lot = h.Since(since[0], chosen), 0
	} else {
		v.Pile = h.Select(chosen)
	}
	if v.lot == pile.NoBaseline && scope.Before > 0 && int64(scope.Before) <= int64(len(v.Batches)) {
		v.lot = int(scope.Before) - 1
	}
	v.groups = v.Groups(v.lot)
	h.view = v
	return &h.view
}

// choices reads facts, a line each.
func choices(text string) (all []pile.Choice) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		facet, ok := pile.FacetOf(name)
		if !ok {
			continue
		}
		at := slices.IndexFunc(all, func(c pile.Choice) bool { return c.Facet == facet })
		if at < 0 {
			at = len(all)
			all = append(all, pile.Choice{Facet: facet})
		}
		all[at].Values = append(all[at].Values, value)
	}
	return all
}

// sameFacts are facets that often say the same as another.
var sameFacts = map[pile.Facet]pile.Facet{pile.ByCode: pile.ByVersion, pile.ByAPI: pile.ByAndroid}

// mostValues limits the values of a facet in a reply.
const mostValues = 12

// facets lists the facts that distinguish the pile's dumps, and the chosen ones.
func (h *heap) facets(scope message.PileScope) (lines []message.CauseFacet) {
	h.build()
	p, chosen := &h.Pile, choices(scope.Only)
	for facet := range pile.Facets {
		at := slices.IndexFunc(chosen, func(c pile.Choice) bool { return c.Facet == facet })
		all := p.Counts(facet, nil) // so that rows and buttons keep their places
		if len(all) == 0 || at < 0 && (len(all) == 1 && all[0].Count == len(p.Cases) || facet == pile.ByBatch) {
			continue
		}
		if of, ok := sameFacts[facet]; ok && at < 0 && len(p.Counts(of, nil)) == len(all) {
			continue // it says nothing new
		}
		now := map[string]int{}
		for _, c := range p.Counts(facet, chosen) {
			now[c.Name] = c.Count
		}
		f := message.CauseFacet{Key: facet.String(), Name: tell.Facet(facet)}
		for _, c := range all {
			on := at >= 0 && slices.Contains(chosen[at].Values, c.Name)
			if len(f.Values) >= mostValues && !on {
				f.More++
				continue
			}
			f.Values = append(f.Values, message.CauseValue{Value: valid(c.Name), Name: valid(tell.FacetValue(facet, c.Name)), Count: now[c.Name], Chosen: on})
		}
		lines = append(lines, f)
	}
	return lines
}

// causes groups the processes that did not answer, one per file.
func (h *heap) causes(req *message.Causes) *message.CausesReply {
	v := h.grouped(req.Pile)
	sizes := v.Sizes(v.lot)
	reply := &message.CausesReply{Title: tell.PileTitle(sizes, v.groups, v.lot), Notes: h.notes(v, sizes), Facets: h.facets(req.Pile)}
	if n := len(v.Cases); n < len(h.Cases) {
		reply.Title = words.Say("{1}; {2} of {3} are chosen", reply.Title, words.Count(int64(n)), words.Plural(int64(len(h.Cases)), "dump", "dumps"))
	}
	whole := make([]int, len(v.Cases))
	for i := range whole {
		whole[i] = i
	}
	days := v.Days()
	for _, day := range v.Trend(days, whole).Days {
		reply.Days = append(reply.Days, message.CauseDay{Day: day.Name, Count: day.Count})
	}
	for _, i := range h.Alone() {
		if len(reply.Issues) == mostDumps {
			break
		}
		reply.Issues = append(reply.Issues, valid(tell.Issue(i)))
	}
	reply.Lots, reply.Guess = h.lots()
	for i := range v.groups[:min(len(v.groups), mostGroups)] {
		reply.Groups = append(reply.Groups, v.cause(&v.groups[i], sizes, days))
	}
	h.nameCauses(reply.Groups)
	if req.Count > 0 {
		_, rows := h.rowsOf(req.Pile, req.Group, req.Node, req.Side)
		first := max(0, min(req.First, len(rows)))
		reply.Total, reply.Listed = len(rows), v.refs(rows[first:min(len(rows), first+min(req.Count, mostDumps))])
	}
	return reply
}

// notes returns sentences about what the causes lack, and about the reach of a comparison.
func (h *heap) notes(v *pileView, sizes pile.Sizes) (all []string) {
	note := func(n int, one, many words.Text) {
		if n > 0 {
			all = append(all, words.Plural(int64(n), one, many))
		}
	}
	note(len(v.groups)-mostGroups, "rare cause is not listed", "rare causes are not listed")
	note(len(h.NoCause), "file names no cause", "files name no cause")
	if v.lot != pile.NoBaseline {
		all = append(all, tell.Reach(sizes))
	}
	if h.partial > 0 {
		pattern := words.Text("{1} files were read in part only; of the last: {2}")
		if h.partial == 1 {
			pattern = "{1} file was read in part only: {2}"
		}
		all = append(all, words.Say(pattern, words.Count(int64(h.partial)), valid(h.why)))
	}
	return all
}

// lots returns the names of the lots that can be compared. Guess is the number of the likely base of two lots, from 1. It is 0 for
// more lots.
func (h *heap) lots() (names []string, guess uint32) {
	n := len(h.Batches)
	if n < 2 || n > mostLots {
		return nil, 0
	}
	for _, name := range h.Batches {
		if name == "" {
			name = words.T("single files")
		}
		names = append(names, valid(name))
	}
	if n == 2 {
		guess = uint32(h.Earlier()) + 1
	}
	return names, guess
}

// cause describes a group. Names in its texts are compiled ones, which nameCauses replaces. days are those of the pile.
func (h *pileView) cause(g *pile.Group, sizes pile.Sizes, days []pile.Count) message.CauseGroup {
	rows := g.Rows()
	group := message.CauseGroup{
		ID: pile.CauseID(g.Cause), Count: len(rows), Number: tell.NumberOf(sizes, g, h.lot), Rule: tell.CauseTitle(g.Cause.Rule), Share: tell.Share(sizes, g, h.lot), Where: valid(tell.Where(g)), Text: valid(h.Cases[rows[0]].Text), Advice: tell.Advice(h.Cases[rows[0]].Advice),
		Seen: valid(strings.Join(tell.Seen(g), " · ")), Dumps: h.refs(examples(g)),
	}
	for _, of := range g.Versions {
		group.Versions = append(group.Versions, message.CauseVersion{Version: valid(of.Name), Count: of.Count})
	}
	if len(days) > 1 {
		for _, day := range h.Trend(days, rows).Days {
			group.Days = append(group.Days, day.Count)
		}
	}
	if h.lot != pile.NoBaseline {
		group.Change, group.Changed = string(sizes.Change(g)), tell.Changed(sizes, g)
		if !sizes.BeyondChance(g) {
			group.Change = string(pile.Same) // for its colour
		}
	}
	return group
}

// nameCauses makes the names in the texts of causes readable, and sets Raw.
func (h *heap) nameCauses(groups []message.CauseGroup) {
	var texts []string
	for i := range groups {
		texts = append(texts, groups[i].Where, groups[i].Text)
	}
	shown, compiled := inTexts(texts)
	for i := range groups {
		g := &groups[i]
		g.Where, g.Text = shown[2*i], shown[2*i+1]
		names := slices.DeleteFunc(compiled[2*i], func(name string) bool {
			return slices.ContainsFunc(compiled[2*i+1], func(whole string) bool { return strings.HasSuffix(wait.Fold(whole), name) })
		})
		g.Raw = h.dumps.maps.rawNames(texts[2*i]+" "+texts[2*i+1], append(names, compiled[2*i+1]...), false)
	}
}

// causeText writes a cause for an issue tracker.
func (h *heap) causeText(req *message.CauseText) *message.CauseTextReply {
	v := h.grouped(req.Pile)
	if int64(req.Group) >= int64(len(v.groups)) {
		return &message.CauseTextReply{}
	}
	var markdown strings.Builder
	report.CauseMarkdown(&markdown, v.Pile, &v.groups[req.Group], v.lot)
	return &message.CauseTextReply{Markdown: valid(markdown.String())}
}

// examples returns the first dumps of a group, including one from before.
func examples(g *pile.Group) []int {
	after := min(len(g.Cases), shownDumps)
	if len(g.Before) > 0 {
		after = min(after, shownDumps-1)
	}
	return slices.Concat(g.Cases[:after], g.Before[:min(len(g.Before), shownDumps-after)])
}

// refs returns references to dumps. In a comparison they include the pile of each.
func (h *pileView) refs(rows []int) (all []message.DumpRef) {
	before := h.lot
	for _, row := range rows {
		c := &h.Cases[row]
		var facts []string
		for _, s := range []string{c.Printed, c.Process, c.Release(), h.Batches[c.Batch]} {
			if s != "" {
				facts = append(facts, s)
			}
		}
		name := valid(input.Leaf(c.Name))
		switch {
		case before == pile.NoBaseline:
		case c.Batch == before:
			name = words.Say("{1} (before)", name)
		default:
			name = words.Say("{1} (after)", name)
		}
		all = append(all, message.DumpRef{Number: uint32(c.Source), Name: name, Facts: valid(strings.Join(facts, " · "))})
	}
	return all
}

// rowsOf returns dumps of a group, or of all for NoNode, whose main thread's stack contains a row
// of the tree, or any for NoNode. In a comparison, side selects one pile or both.
func (h *heap) rowsOf(scope message.PileScope, group, node uint32, side uint32) (v *pileView, rows []int) {
	v = h.grouped(scope)
	groups, lot := v.groups, v.lot
	switch {
	case group == message.NoNode:
		rows = make([]int, len(v.Cases))
		for i := range rows {
			rows[i] = i
		}
	case int64(group) < int64(len(groups)):
		rows = groups[group].Rows()
	}
	if lot != pile.NoBaseline && side != message.BothSides {
		rows = slices.DeleteFunc(rows, func(row int) bool { return (v.Cases[row].Batch == lot) != (side == message.BeforeSide) })
	}
	if node != message.NoNode {
		rows = slices.DeleteFunc(rows, func(row int) bool { return !v.Mains.Within(v.Cases[row].Leaf, profile.Row(node)) })
	}
	return v, rows
}

// mains merges the stacks of the main threads in a scope's dumps.
func (h *heap) mains(scope message.StackScope) merged {
	v, rows := h.rowsOf(scope.Pile, scope.Group, message.NoNode, scope.Side)
	var leaves []profile.Row
	for _, row := range rows {
		if leaf := v.Cases[row].Leaf; leaf != profile.NoRow {
			leaves = append(leaves, leaf)
		}
	}
	g := merged{scope: scope, known: true, contexts: v.Mains.Contexts(leaves), of: len(leaves), title: words.Plural(int64(len(leaves)), "dump", "dumps")}
	if bare := len(rows) - len(leaves); bare > 0 {
		g.title = words.Say("{1}, and {2} without a stack of main", g.title, words.Count(int64(bare)))
	}
	if v.Mains.Cut > 0 {
		g.title = words.Say("{1}; {2} too early, because there are more than {3} different frames", g.title, words.Plural(int64(v.Mains.Cut), "stack ends", "stacks end"), words.Count(stack.Most))
	}
	return g
}
