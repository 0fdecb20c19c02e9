package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/mapping"
	"traceglass/parser/pile"
	"traceglass/parser/profile"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// What of a pile, files with nothing in common but what they are, is held. Few files stay open side by
// side. Of more no more is kept than parser/pile does, and one file is open: that which was read
// last, or was asked for since and read again.
const (
	mostOpen = 20      // files
	mostText = 1 << 26 // bytes of their text, of one process's dumps too where another comes
	mostBack = 3       // files that were read again and are at hand
	backText = 1 << 24 // bytes of the text of one of them
)

// What an answer about a pile is held to.
const (
	shownDumps = 3
	mostDumps  = 1000
	mostLots   = 20
)

// none is no number of a file.
const none = -1

// A subject is a process as a file names it.
type subject struct {
	pid  int
	name string
}

// A heap is what is known of a pile.
type heap struct {
	pile.Pile
	first  map[subject]bool // of the first file
	kept   int              // files
	others int              // that have none of them: they are of another device, app or run
	report bool             // a bug report's own dumps are among the files
	single bool             // one file is open
	wanted *mapping.Wanted  // of a map of names, by all of them; nil while all are open

	opened  []string        // names of what was opened
	known   map[string]bool // the same
	begun   int             // files in which dumps were looked for
	reports []reportID      // by number
	again   int             // the report that is being read again, none if none is
	partial int             // files of which only a part was read
	why     string          // of the last of them: a sentence
	back    []file
	spare   *dump.Dump // of a file that is no longer open, nil for none

	built  bool // of the files that are open; where one is, it is as they are read
	before int  // lot of groups
	groups []pile.Group
}

// A reportID says where a report is read again.
type reportID struct {
	file   int // in the order of Begin
	report int // in the file
}

// keep keeps a file that was read, or of a pile what tells its cause.
func (m *Room) keep(f file) {
	h := &m.pile
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
	m.files = append(m.files, f)
	m.held += f.bytes
	common := false
	for i := range f.d.Blocks {
		b := &f.d.Blocks[i]
		id := subject{b.PID, b.CommandLine}
		if len(m.files) == 1 {
			id.name = strings.Clone(id.name)
			h.first[id] = true
		}
		common = common || h.first[id] && b.PID != 0 // which process it is, a report without its number does not say
	}
	if h.kept++; !common {
		h.others++
	}
	if h.single = h.single || h.isPile() && (len(m.files) > mostOpen || m.held > mostText); !h.single {
		return
	}
	if h.Tell == nil {
		h.Pile, h.wanted = m.newPile(), mapping.NewWanted()
	} else {
		h.spare = m.files[0].d // which is in it
		m.files = m.files[1:]
	}
	for i := range m.files {
		h.wanted.WantClasses(m.files[i].d)
		m.digest(&m.files[i], m.files[i].number, wait.NewFacts(m.files[i].d))
	}
	m.files, m.held = []file{f}, 0
}

// newPile is a pile without dumps, whose frames have names among the room's.
func (m *Room) newPile() pile.Pile {
	return pile.Pile{Mains: stack.Mains{Names: &m.names.Names}, Tell: tell.Claim}
}

// isPile reports whether most files have nothing to do with the first: an app that was started again
// between two of its dumps makes no pile.
func (h *heap) isPile() bool { return 2*h.others > h.kept-1 && !h.report }

// digest keeps of a file what tells its cause.
func (m *Room) digest(f *file, source int, facts *wait.Facts) {
	m.pile.Add(f.lot(), f.name, source, facts, f.d)
}

// lot is what a file came in: the zip file and the first folder in it, "" for a file by itself.
func (f *file) lot() string {
	if f.stored == f.path {
		return ""
	}
	if folder, _, ok := strings.Cut(strings.ReplaceAll(f.path, `\`, "/"), "/"); ok {
		return f.stored + "/" + folder
	}
	return f.stored
}

// show opens a file in place of the one that is open, under the names that those have.
func (m *Room) show(f file) {
	if f.d = f.d.Raw(); m.maps.on {
		f.d, _ = m.maps.m.NameDump(f.d)
		m.maps.raws.learn(f.d)
	}
	m.files = []file{f}
	h := &m.pile
	h.back = slices.DeleteFunc(h.back, func(b file) bool { return b.number == f.number })
	if f.bytes <= backText {
		h.back = append(h.back, f)
		h.back = slices.Delete(h.back, 0, max(0, len(h.back)-mostBack))
	}
	m.names.Leave()
}

// Reread begins to read a report of a pile again, by its number. Begin, Write and End follow for the file that it
// is in, which is numbered in the order of Begin; the report replaces the one that is open. False: it is at hand, or
// there is none of that number.
func (m *Room) Reread(number int) (in int, wanted bool) {
	h := &m.pile
	h.again = none
	if !h.single || m.files[0].number == number || number >= len(h.reports) {
		return 0, false
	}
	if at := slices.IndexFunc(h.back, func(f file) bool { return f.number == number }); at >= 0 {
		m.show(h.back[at])
		return 0, false
	}
	h.again = number
	return h.reports[number].file, true
}

// openDump describes a file of a pile that has been read again.
func (m *Room) openDump(req *message.OpenDump) message.Body {
	if len(m.files) == 0 || m.pile.single && m.files[0].number != int(req.Number) {
		return &message.Failure{Text: words.T("This dump cannot be read again.")}
	}
	reply := &message.OpenDumpReply{About: *m.Open()}
	reply.About.Opened = nil
	return reply
}

// describePile says whether what is open is a pile.
func (m *Room) describePile(reply *message.Dumps) {
	h := &m.pile
	if !h.single {
		m.names, h.built = names{}, false
	}
	if !h.isPile() {
		return
	}
	reply.Pile = len(m.files)
	if h.single {
		reply.Pile = len(h.Cases) + len(h.NoCause)
		reply.Single, reply.Number = true, uint32(m.files[0].number)
		reply.Opened = h.opened
	}
}

// heaped is the pile of all that was read.
func (m *Room) heaped() *heap {
	h := &m.pile
	if !h.single && !h.built {
		h.Pile, h.built, h.groups = m.newPile(), true, nil
		for i, n := 0, 0; i < len(m.files); i++ {
			f := &m.files[i]
			source := n // the first process of the file, and then the one that did not answer
			for at := f.facts.Suspect(); n < len(m.processes) && m.processes[n].file == f; n++ {
				if m.processes[n].at == at {
					source = n
				}
			}
			m.digest(f, source, f.facts)
		}
	}
	return h
}

// grouped are the causes of the pile, compared with a lot from 1, or with 0 not at all.
func (m *Room) grouped(before uint32) (h *heap, groups []pile.Group, lot int) {
	h = m.heaped()
	lot = pile.NoBaseline
	if before > 0 && int64(before) <= int64(len(h.Batches)) {
		lot = int(before) - 1
	}
	if h.groups == nil || h.before != lot {
		h.before, h.groups = lot, h.Groups(lot)
	}
	return h, h.groups, lot
}

// causes groups the processes that did not answer, one a file.
func (m *Room) causes(req *message.Causes) *message.CausesReply {
	h, groups, lot := m.grouped(req.Before)
	sizes := h.Sizes(lot)
	reply := &message.CausesReply{Title: tell.PileTitle(sizes, groups, lot)}
	note := func(n int, one, many words.Text) {
		if n > 0 {
			reply.Notes = append(reply.Notes, words.Plural(int64(n), one, many))
		}
	}
	note(len(groups)-mostGroups, "rare cause is not listed", "rare causes are not listed")
	note(len(h.NoCause), "file tells of no cause", "files tell of no cause")
	if lot != pile.NoBaseline {
		reply.Notes = append(reply.Notes, tell.Reach(sizes))
	}
	if h.partial > 0 {
		says := words.Text("{1} files were read in part only; of the last: {2}")
		if h.partial == 1 {
			says = "{1} file was read in part only: {2}"
		}
		reply.Notes = append(reply.Notes, words.Say(says, words.Count(int64(h.partial)), valid(h.why)))
	}
	if n := len(h.Batches); n > 1 && n <= mostLots {
		for _, name := range h.Batches {
			if name == "" {
				name = words.T("files by themselves")
			}
			reply.Lots = append(reply.Lots, valid(name))
		}
		if n == 2 {
			reply.Guess = uint32(h.Earlier()) + 1
		}
	}
	for i := range groups[:min(len(groups), mostGroups)] {
		g := &groups[i]
		rows := g.Rows()
		group := message.CauseGroup{
			Count: len(rows), Number: tell.Number(g, lot), Rule: tell.CauseTitle(g.Cause.Rule), Share: tell.Share(sizes, g, lot), Where: valid(tell.Where(g)), Text: valid(h.Cases[rows[0]].Text),
			Seen: valid(strings.Join(tell.Seen(g), " · ")), Dumps: h.refs(examples(g), lot),
		}
		group.Raw = m.rawOf(group.Where+" "+group.Text, false)
		if lot != pile.NoBaseline {
			group.Change, group.Changed = string(sizes.Change(g)), tell.Changed(sizes, g)
			if !sizes.BeyondChance(g) {
				group.Change = string(pile.Same) // in its colour
			}
		}
		reply.Groups = append(reply.Groups, group)
	}
	if req.Count > 0 {
		_, rows := m.rowsOf(req.Before, req.Group, req.Node, req.Side)
		first := max(0, min(req.First, len(rows)))
		reply.Total, reply.Listed = len(rows), h.refs(rows[first:min(len(rows), first+min(req.Count, mostDumps))], lot)
	}
	return reply
}

// examples are the dumps of a group that are named without being asked for, one of those before too.
func examples(g *pile.Group) []int {
	after := min(len(g.Cases), shownDumps)
	if len(g.Before) > 0 {
		after = min(after, shownDumps-1)
	}
	return slices.Concat(g.Cases[:after], g.Before[:min(len(g.Before), shownDumps-after)])
}

// refs name dumps; where they are compared with those of a lot, with the side each is on.
func (h *heap) refs(rows []int, before int) (all []message.DumpRef) {
	for _, row := range rows {
		c := &h.Cases[row]
		var facts []string
		for _, s := range []string{c.Time, c.Process, c.Version, h.Batches[c.Batch]} {
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

// rowsOf are the dumps of a group, NoNode for all, whose main threads' stacks go through a row of
// the tree, NoNode for all; where dumps are compared those of one side or both.
func (m *Room) rowsOf(before, group, node uint32, side uint32) (h *heap, rows []int) {
	h, groups, lot := m.grouped(before)
	switch {
	case group == message.NoNode:
		rows = make([]int, len(h.Cases))
		for i := range rows {
			rows[i] = i
		}
	case int64(group) < int64(len(groups)):
		rows = groups[group].Rows()
	}
	if lot != pile.NoBaseline && side != message.BothSides {
		rows = slices.DeleteFunc(rows, func(row int) bool { return (h.Cases[row].Batch == lot) != (side == message.BeforeSide) })
	}
	if node != message.NoNode {
		rows = slices.DeleteFunc(rows, func(row int) bool { return !h.Mains.Within(h.Cases[row].Leaf, profile.Row(node)) })
	}
	return h, rows
}

// mains merges the main threads' stacks of a scope's dumps.
func (m *Room) mains(scope message.StackScope) merged {
	h, rows := m.rowsOf(scope.Before, scope.Group, message.NoNode, scope.Side)
	var leaves []profile.Row
	for _, row := range rows {
		if leaf := h.Cases[row].Leaf; leaf != profile.NoRow {
			leaves = append(leaves, leaf)
		}
	}
	g := merged{scope: scope, known: true, contexts: h.Mains.Contexts(leaves), of: len(leaves), title: words.Plural(int64(len(leaves)), "dump", "dumps")}
	if bare := len(rows) - len(leaves); bare > 0 {
		g.title = words.Say("{1}, and {2} without a stack of main", g.title, words.Count(int64(bare)))
	}
	if h.Mains.Cut > 0 {
		g.title = words.Say("{1}; {2} too early: there are more than {3} different frames", g.title, words.Plural(int64(h.Mains.Cut), "stack ends", "stacks end"), words.Count(stack.Most))
	}
	return g
}
