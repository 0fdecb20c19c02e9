// Package causes is the view of a pile of dumps: why the main thread did not answer in each
// file, equal causes put together, the most frequent first; and what became of each from one
// pile to another.
package causes

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A View is the groups, and the component of their panel.
type View struct {
	dumps   *desk.Dumps
	query   ask.Query[*message.CausesReply]
	reply   *message.CausesReply // nil until it is here
	baseSet bool                 // what is compared has been set once
	open    uint32               // the group whose dumps are listed, NoNode for none
	first   int                  // of them that is listed
	find    string               // searched for
	kind    string               // the title of the causes that are listed, "" for all
	order   order
	drawn   list.Once[panel]
}

// panel is all that the panel depends on.
type panel struct {
	reply   *message.CausesReply
	open    uint32
	choice  string
	heap    desk.PileView
	process uint32
	about   *message.Dumps
}

// New makes the view.
func New(d *desk.Dumps) *View { return &View{dumps: d, open: message.NoNode} }

// Open begins with other dumps.
func (v *View) Open() { *v = View{dumps: v.dumps, open: message.NoNode} }

// Tab is the view's.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "causes", Name: "Causes"} }

// Offered reports whether there is more than one file to compare, or a whole pile: of one dump of
// a pile it is not.
func (v *View) Offered() bool {
	d := v.dumps
	return d.Pile.Overview || d.About.Pile == 0 && len(d.About.Files) > 1
}

// page is how many dumps of a cause are listed at a time.
const page = 100

// RequestData asks for the groups, and for the dumps that are listed.
func (v *View) RequestData() {
	h := &v.dumps.Pile
	req := &message.Causes{Before: h.BaseLot, Group: v.open, Node: message.NoNode, First: v.first}
	switch {
	case h.Node != message.NoNode:
		req.Group, req.Node, req.Side, req.Count = h.Cause, h.Node, h.Side, page
	case v.open != message.NoNode:
		req.Count = page
	}
	v.query.Want(&v.dumps.Page.Line, req, func(m *message.CausesReply) {
		v.reply = m
		if !v.baseSet && m.Guess > 0 {
			h.BaseLot = m.Guess
		}
		v.baseSet = true
	})
}

// Key is nobody's: the panel has no table.
func (v *View) Key(canvas.Key) bool { return false }

// Sized is of no box of the panel.
func (v *View) Sized(string, float64, float64) bool { return false }

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// changed reports whether the browser does not have the groups yet.
func (v *View) changed() bool {
	if !v.shown() {
		v.drawn.Forget()
		return false
	}
	return v.drawn.Changed(panel{v.reply, v.open, string(v.order) + "\x00" + v.kind + "\x00" + v.find, v.dumps.Pile, v.dumps.Process, v.dumps.About})
}

// A group is one cause in the page.
type group struct {
	ID, Class, Count, Rule, Where, Share, Text, Seen, Raw string
	Change, ChangeClass                                   string
	Dumps                                                 []link
	FlameID, MoreID, More                                 string
	Flame                                                 bool
}

// A link is one dump of a cause.
type link struct{ ID, Class, Name, Title string }

// groups are the causes.
func (v *View) groups() []group {
	if v.reply == nil || v.picked() {
		return nil
	}
	var all []group
	for _, i := range v.listed() {
		g := &v.reply.Groups[i]
		l := group{
			ID: node.ID("cause", i), Class: "alike", Count: g.Number, Rule: g.Rule, Where: words.Clip(g.Where), Share: g.Share,
			Text: words.Clip(g.Text), Seen: words.Clip(g.Seen), Raw: desk.InFile(g.Raw), Change: g.Changed, ChangeClass: "change is-" + g.Change,
			FlameID: node.ID("cause-flame", i), MoreID: node.ID("cause-more", i), Flame: v.dumps.Pile.Overview,
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
			l.More = v.further()
		}
		all = append(all, l)
	}
	return all
}

// An order is how the causes are sorted.
type order string

const (
	asSent  order = ""      // as the engine sorts them
	byCount order = "count" // the most frequent first
	byTitle order = "title"
)

// listed are the rows of the reply's causes that the search and the kind leave, in order.
func (v *View) listed() (rows []int) {
	groups := v.reply.Groups
	terms := strings.Fields(strings.ToLower(v.find))
	for i := range groups {
		g := &groups[i]
		text := strings.ToLower(strings.Join([]string{g.Rule, g.Where, g.Text, g.Seen, g.Changed}, "\n"))
		misses := func(term string) bool {
			without, not := strings.CutPrefix(term, "-")
			return without != "" && strings.Contains(text, without) == not
		}
		if (v.kind == "" || v.kind == g.Rule) && !slices.ContainsFunc(terms, misses) {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		switch v.order {
		case byCount:
			return cmp.Compare(groups[b].Count, groups[a].Count)
		case byTitle:
			return cmp.Or(cmp.Compare(groups[a].Rule, groups[b].Rule), cmp.Compare(groups[a].Where, groups[b].Where))
		}
		return 0
	})
	return rows
}

// filters reports whether there is enough to search, and no box of the flame graph has chosen for the reader.
func (v *View) filters() bool { return v.reply != nil && !v.picked() && len(v.reply.Groups) > 1 }

// tally says how many causes the search and the kind leave.
func (v *View) tally() string {
	if !v.filters() || v.find == "" && v.kind == "" {
		return ""
	}
	n, all := len(v.listed()), len(v.reply.Groups)
	if n == 0 {
		return words.T("No cause has this. Esc shows all.")
	}
	return words.Say("{1} of {2}", words.Count(int64(n)), words.Plural(int64(all), "cause", "causes"))
}

// kinds are the choices of what is listed: the titles that there are.
func (v *View) kinds() []desk.Option {
	all := []desk.Option{{Name: words.T("all"), On: v.kind == ""}}
	if v.reply == nil {
		return all
	}
	for i := range v.reply.Groups {
		title := v.reply.Groups[i].Rule
		if !slices.ContainsFunc(all, func(o desk.Option) bool { return o.Value == title }) {
			all = append(all, desk.Option{Value: title, Name: title, On: v.kind == title})
		}
	}
	return all
}

// orders are the choices of the order.
func (v *View) orders() []desk.Option {
	first := words.T("number of dumps")
	if v.dumps.Pile.BaseLot != 0 {
		first = words.T("change")
	}
	all := []desk.Option{{Name: first, On: v.order == asSent}, {Value: string(byTitle), Name: words.T("kind"), On: v.order == byTitle}}
	if v.dumps.Pile.BaseLot != 0 {
		all = append(all, desk.Option{Value: string(byCount), Name: words.T("number of dumps"), On: v.order == byCount})
	}
	return all
}

// typed takes what is typed into the field.
func (v *View) typed(event vugu.DOMEvent) {
	if event.PropString("target", "id") == FindID {
		v.find = node.Value(event)
	}
}

// FindID is the search field.
const FindID = "causes-find"

// Clear lists all causes again.
func (v *View) Clear() { v.find, v.kind = "", "" }

// links are dumps that a click opens.
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

// further says that there are more dumps than are listed; it is the button to the next.
func (v *View) further() string {
	if v.reply == nil || v.reply.Total <= page {
		return ""
	}
	return words.Say("{1} to {2} of {3}, show the next", words.Count(int64(v.first+1)), words.Count(int64(v.first+len(v.reply.Listed))), words.Count(int64(v.reply.Total)))
}

// picked reports whether the dumps of a box of the flame graph are listed, and no causes.
func (v *View) picked() bool { return v.dumps.Pile.Node != message.NoNode }

// pickedText says which they are.
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

// pickedDumps are they.
func (v *View) pickedDumps() []link {
	if v.reply == nil || !v.picked() {
		return nil
	}
	return v.links(v.reply.Listed)
}

// title counts.
func (v *View) title() string {
	if v.reply == nil {
		return ""
	}
	return v.reply.Title
}

// notes are on what is missing.
func (v *View) notes() string {
	if v.reply == nil {
		return ""
	}
	return strings.Join(v.reply.Notes, " · ")
}

// lots are the choices of what the others are compared with.
func (v *View) lots() []desk.Option {
	before := v.dumps.Pile.BaseLot
	all := []desk.Option{{Value: "0", Name: words.T("nothing"), On: before == 0}}
	if v.reply == nil {
		return all
	}
	for i, name := range v.reply.Lots {
		all = append(all, desk.Option{Value: strconv.Itoa(i + 1), Name: words.Clip(name), On: before == uint32(i+1)})
	}
	return all
}

// selected takes the choice of what is listed, in which order, and of what the others are compared with.
func (v *View) selected(event vugu.DOMEvent) {
	switch event.PropString("target", "id") {
	case "causes-kind":
		v.kind = node.Value(event)
	case "causes-sort":
		v.order = order(node.Value(event))
	case "causes-before":
		h := &v.dumps.Pile
		v.open, v.first = message.NoNode, 0
		*h = desk.PileView{Overview: h.Overview, Visited: h.Visited, BaseLot: uint32(node.Number(event)), Cause: message.NoNode, Node: message.NoNode}
	}
}

// clicked shows the first dump of a cause, or the one that was clicked, or lists all, or turns to
// the flame graph of a cause.
func (v *View) clicked(event vugu.DOMEvent) {
	h := &v.dumps.Pile
	show := func(number uint32) { v.dumps.ShowDump(number, func() {}) }
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
		}),
		"cause-more":  of(func(n int, _ *message.CauseGroup) { v.more(uint32(n)) }),
		"cause-case":  func(n int) { show(uint32(n)) },
		"picked-more": func(int) { v.more(v.open) },
		"picked-end": func(int) {
			h.Node, v.first = message.NoNode, 0
		},
		"causes-add": func(int) { v.dumps.Host.Add() },
	}.Dispatch(event)
}

// more lists the dumps of a cause, or the next of those that are listed.
func (v *View) more(of uint32) {
	switch {
	case v.open != of:
		v.open, v.first = of, 0
	case v.first+page < v.reply.Total:
		v.first += page
	default:
		v.first = 0
	}
}
