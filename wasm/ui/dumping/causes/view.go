// Package causes is the view of a pile of dumps. It groups the files by the cause that kept the main thread
// from answering, the most frequent first. It also compares the causes of one pile with those of another.
package causes

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the groups and the component of their panel.
type View struct {
	room.NoView
	dumps   *desk.Dumps
	query   ask.Query[*message.CausesReply]
	text    ask.Query[*message.CauseTextReply]
	reply   *message.CausesReply // Nil until the reply arrives.
	baseSet bool                 // The base of the comparison was set once.
	open    uint32               // The group whose dumps are listed, NoNode for none.
	Opened  string               // ID of the element that opened a dump or the flame graph, "" for none.
	first   int                  // Index of the first listed dump.
	choice  choice
	all     bool  // All facets are listed.
	whole   bool  // A phone also lists facets without a chosen fact.
	marks   marks // Of causes.
	drawn   list.Once[panel]
}

// panel is the state that the panel depends on.
type panel struct {
	reply   *message.CausesReply
	open    uint32
	choice  choice
	all     bool
	whole   bool
	heap    desk.PileView
	process uint32
	about   *message.Dumps
	marks   int // Changes of marks.
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Dumps) *View {
	return &View{dumps: d, open: message.NoNode, choice: choice{marked: anyState}}
}

// Open resets the view for newly opened dumps.
func (v *View) Open() {
	*v = View{dumps: v.dumps, open: message.NoNode, choice: choice{marked: anyState}}
	v.marks.load(v.dumps.Host)
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "causes", Name: "Causes"} }

// Offered reports whether the view can compare several files. It is not offered for a single dump of a pile.
func (v *View) Status() room.Status {
	d := v.dumps
	return room.Status{Hidden: !d.Pile.Overview && (d.About.Pile > 0 || len(d.About.Files) <= 1)}
}

// page is the number of dumps of a cause that are listed at a time.
const page = 100

// RequestData requests the groups, and the listed dumps.
func (v *View) RequestData() {
	v.marks.add(v.dumps)
	h := &v.dumps.Pile
	req := &message.Causes{Pile: h.Scope(), Group: v.open, Node: message.NoNode, First: v.first}
	switch {
	case h.Node != message.NoNode:
		req.Group, req.Node, req.Side, req.Count = h.Cause, h.Node, h.Side, page
	case v.open != message.NoNode:
		req.Count = page
	}
	v.query.Want(&v.dumps.Page.Line, req, func(m *message.CausesReply) {
		v.reply = m
		if !v.baseSet && m.Guess > 0 && h.Since == "" {
			h.BaseLot = m.Guess
		}
		v.baseSet = true
	})
}

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// changed reports whether the browser shows older groups.
func (v *View) changed() bool {
	if !v.shown() {
		v.drawn.Forget()
		return false
	}
	return v.drawn.Changed(panel{v.reply, v.open, v.choice, v.all, v.whole, v.dumps.Pile, v.dumps.Process, v.dumps.About, v.marks.changes})
}

// A group is one cause in the page.
type group struct {
	ID, Class, Count, Rule, Where, Share, Text, Advice, Seen, Raw string
	Change, ChangeClass                                           string
	Dumps                                                         []link
	FlameID, MoreID, More                                         string
	Flame                                                         bool
	Spark, Days                                                   string // dumps by day, as a picture and in words
	Mark                                                          markRow
	CopyID                                                        string
}

// A link is one dump of a cause.
type link struct{ ID, Class, Name, Title string }

// groups returns the causes for the page.
func (v *View) groups() []group {
	if v.reply == nil || v.picked() {
		return nil
	}
	var all []group
	for _, i := range v.choice.rows(v.reply.Groups, &v.marks) {
		g := &v.reply.Groups[i]
		l := group{
			ID: node.ID("cause", i), Class: "alike", Count: g.Number, Rule: g.Rule, Where: words.Clip(g.Where), Share: g.Share,
			Text: words.Clip(g.Text), Advice: g.Advice, Seen: words.Clip(g.Seen), Raw: desk.InFile(g.Raw), Change: g.Changed, ChangeClass: "change is-" + g.Change,
			FlameID: node.ID("cause-flame", i), MoreID: node.ID("cause-more", i), Flame: v.dumps.Pile.Overview,
			Spark: spark(g.Days), Days: inDays(v.reply.Days, g.Days), CopyID: node.ID("cause-copy", i), Mark: v.markRow(i),
		}
		if !v.dumps.Pile.Compared() && startsLast(g.Days, v.reply.Days) {
			l.Change, l.ChangeClass = words.T("first seen on the last day"), "change is-new"
		}
		dumps := g.Dumps
		if uint32(i) == v.open && len(v.reply.Listed) > 0 {
			dumps = v.reply.Listed
		} else if more := int64(g.Count - len(dumps)); more > 0 {
			l.More = words.Say("{1} more", words.Count(more))
		}
		l.Dumps = v.links(dumps)
		for d := range l.Dumps {
			if strings.HasSuffix(l.Dumps[d].Class, " on") {
				l.Class = "alike on"
			}
		}
		if uint32(i) == v.open {
			l.More = v.nextText()
		}
		all = append(all, l)
	}
	return all
}

// filters reports whether the page shows the search: several causes are listed, and no box of the flame graph
// is picked.
func (v *View) filters() bool { return v.reply != nil && !v.picked() && len(v.reply.Groups) > 1 }

// tally returns the number of causes that match the search and the kind, as text.
func (v *View) tally() string {
	if !v.filters() || v.choice.isAll() {
		return ""
	}
	n, all := len(v.choice.rows(v.reply.Groups, &v.marks)), len(v.reply.Groups)
	if n == 0 {
		return words.T("No cause matches. Press Esc to show all.")
	}
	return words.Say("{1} of {2}", words.Count(int64(n)), words.Plural(int64(all), "cause", "causes"))
}

// typed handles text in the search field or in a note.
func (v *View) typed(event vugu.DOMEvent) {
	if !bar.Handle(event, v.choice.finds()) {
		v.note(event)
	}
}

// threadList is the ID of the list that has the focus when a dump opens: its element of the causes is gone.
const threadList = "stacks-rows"

// Clear removes the search and the kind.
func (v *View) Clear() { v.choice = choice{order: v.choice.order, marked: anyState} }

// links returns the dumps as links.
func (v *View) links(dumps []message.DumpRef) []link {
	about := v.dumps.About
	var all []link
	for i := range dumps {
		d := &dumps[i]
		l := link{ID: node.ID("cause-case", int(d.Number)), Class: "link", Name: words.Clip(d.Name), Title: words.Clip(d.Facts)}
		if about.Pile > 0 && !v.dumps.Pile.Visited {
			all = append(all, l)
			continue
		}
		if !about.Single && d.Number == v.dumps.Process || about.Single && d.Number == about.Number {
			l.Class += " on"
		}
		all = append(all, l)
	}
	return all
}

// nextText returns the text of the button that lists the next dumps, "" if all are listed.
func (v *View) nextText() string {
	if v.reply == nil || v.reply.Total <= page {
		return ""
	}
	return words.Say("{1} to {2} of {3}, show the next", words.Count(int64(v.first+1)), words.Count(int64(v.first+len(v.reply.Listed))), words.Count(int64(v.reply.Total)))
}

// picked reports whether the view lists the dumps of a box of the flame graph instead of causes.
func (v *View) picked() bool { return v.dumps.Pile.Node != message.NoNode }

// pickedText describes the picked dumps.
func (v *View) pickedText() string {
	if v.reply == nil || !v.picked() {
		return ""
	}
	s := words.Plural(int64(v.reply.Total), "dump", "dumps")
	if of := v.dumps.Pile.NodeName; of != "" {
		return words.Say("{1} with {2} in the stack of main", s, words.Clip(of))
	}
	return s
}

// pickedDumps returns the picked dumps as links.
func (v *View) pickedDumps() []link {
	if v.reply == nil || !v.picked() {
		return nil
	}
	return v.links(v.reply.Listed)
}

// title returns the number of dumps and causes, as text.
func (v *View) title() string {
	if v.reply == nil {
		return ""
	}
	return v.reply.Title
}

// notes returns the warnings about missing data.
func (v *View) notes() string {
	if v.reply == nil {
		return ""
	}
	return strings.Join(v.reply.Notes, " · ")
}

// bases returns the menu of the base of the comparison.
func (v *View) bases() *bar.Select {
	all := v.baseOptions()
	return &bar.Select{ID: "causes-before", Label: "Changes since", Title: words.T("Compares these dumps with the later ones"), Hidden: len(all) < 2, Options: all, Do: v.compareWith}
}

func (v *View) baseOptions() []bar.Option {
	before := v.dumps.Pile.BaseLot
	since := v.dumps.Pile.Since
	all := []bar.Option{{Value: "0", Name: words.T("not compared"), On: before == 0 && since == ""}}
	if v.reply == nil {
		return all
	}
	for i, name := range v.reply.Lots {
		all = append(all, bar.Option{Value: strconv.Itoa(i + 1), Name: words.Clip(name), On: before == uint32(i+1) && since == ""})
	}
	for i := range v.reply.Facets {
		if f := &v.reply.Facets[i]; f.Key == versionFacet {
			for i, value := range f.Values { // the latest first
				fact := versionFacet + "=" + value.Value
				if i == 0 && since != fact {
					continue // nothing is later
				}
				all = append(all, bar.Option{Value: fact, Name: words.Say("version {1}", words.Clip(value.Name)), On: since == fact})
			}
		}
	}
	return all
}

// newest returns the latest version, and the fact of the one before, "" if there are not two or the dumps are compared.
func (v *View) newest() (name, before string) {
	if v.reply == nil || v.dumps.Pile.Compared() {
		return "", ""
	}
	for i := range v.reply.Facets {
		if f := &v.reply.Facets[i]; f.Key == versionFacet && len(f.Values) > 1 { // the latest first
			return f.Values[0].Name, versionFacet + "=" + f.Values[1].Value
		}
	}
	return "", ""
}

// newText returns the label of the button that compares the latest version with the one before, "" for none.
func (v *View) newText() string {
	name, before := v.newest()
	if before == "" {
		return ""
	}
	return words.Say("What is new in {1}?", words.ClipTo(name, 24))
}

// selected handles a choice in a menu, or a mark.
func (v *View) selected(event vugu.DOMEvent) {
	if !bar.Handle(event, v.choice.kinds(v.reply), v.choice.orders(v.dumps.Pile.Compared()), v.choice.marks(&v.marks), v.bases()) {
		v.mark(event)
	}
}

// compareWith handles a choice of the base: a version as a fact, or the number of a lot.
func (v *View) compareWith(value string) {
	fact := ""
	if strings.Contains(value, "=") {
		fact, value = value, "0"
	}
	lot, _ := strconv.ParseUint(value, 10, 32)
	v.show(desk.PileView{Only: v.dumps.Pile.Only, BaseLot: uint32(lot), Since: fact})
}

// clicked opens the first dump of a cause or the clicked dump, lists all dumps of a cause, or shows its flame
// graph.
func (v *View) clicked(event vugu.DOMEvent) {
	h := &v.dumps.Pile
	v.Opened = event.PropString("target", "id")
	show := func(number uint32) { v.dumps.ShowDump(number, func() { v.dumps.Host.FocusAtTop(threadList) }) }
	of := func(do func(i int, g *message.CauseGroup)) func(int) {
		return func(n int) {
			if v.reply != nil && n < len(v.reply.Groups) {
				do(n, &v.reply.Groups[n])
			}
		}
	}
	node.Routes{
		"cause": of(func(_ int, g *message.CauseGroup) { show(g.Dumps[0].Number) }),
		"cause-flame": of(func(n int, g *message.CauseGroup) {
			h.Cause, h.CauseName = uint32(n), strings.TrimSpace(g.Rule+" "+g.Where)
			v.dumps.Tab = "stackflame"
			v.dumps.Host.Focus("flame")
		}),
		"cause-more":  of(func(n int, _ *message.CauseGroup) { v.listDumps(uint32(n)) }),
		"cause-case":  func(n int) { show(uint32(n)) },
		"picked-more": func(int) { v.listDumps(v.open) },
		"picked-end": func(int) {
			h.Node, v.first = message.NoNode, 0
		},
		"causes-new": func(int) {
			if _, before := v.newest(); before != "" {
				v.compareWith(before)
				v.dumps.Host.Focus("causes-before")
			}
		},
		"causes-add": func(int) { v.dumps.Host.Add() },
		"cause-copy": of(func(n int, _ *message.CauseGroup) { v.copy(n) }),
		"fact":       v.toggle,
		"facts-all":  func(int) { v.all = !v.all },
		"facts-open": func(int) { v.whole = !v.whole },
		"facts-none": func(int) { v.show(desk.PileView{BaseLot: h.BaseLot, Since: h.Since}) },
		"marks-save": func(int) { v.marks.save(v.dumps) },
		"marks-keep": func(int) { v.marks.keep(v.dumps.Host) },
	}.Dispatch(event)
}

// show shows other dumps of the pile.
func (v *View) show(p desk.PileView) {
	h := &v.dumps.Pile
	v.open, v.first = message.NoNode, 0
	p.Overview, p.Visited, p.Cause, p.Node = h.Overview, h.Visited, message.NoNode, message.NoNode
	*h = p
}

// listDumps lists the dumps of a cause, or the next ones if it is open.
func (v *View) listDumps(of uint32) {
	switch {
	case v.open != of:
		v.open, v.first = of, 0
	case v.first+page < v.reply.Total:
		v.first += page
	default:
		v.first = 0
	}
}
