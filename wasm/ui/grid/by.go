package grid

import (
	"slices"
	"strings"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// The control that groups the rows of a table of methods or threads: a button in the head of the names, which opens a menu.

// A Grouping describes the control of one kind of table.
type Grouping struct {
	Hint    words.Text
	Menu    words.Text   // title of the menu
	Command words.Text   // in the palette
	Ways    []message.By // the first does not group
}

// GroupMethods groups the methods of a trace, GroupRelatives the callers and callees of one, GroupThreads the threads of a dump by their top frames.
var (
	GroupMethods = Grouping{
		"Group the methods by class, package, library, thread or origin", "Group the methods", "Group the methods by {1}",
		[]message.By{message.ByMethod, message.ByClass, message.ByPackage, message.ByLibrary, message.ByThread, message.ByOrigin},
	}
	GroupRelatives = Grouping{
		"Group the callers and callees by class, package, library or origin", "Group the callers and callees", "Group the callers and callees by {1}",
		[]message.By{message.ByMethod, message.ByClass, message.ByPackage, message.ByLibrary, message.ByOrigin},
	}
	GroupThreads = Grouping{
		"Group the threads by the method, class, package, library or origin of their top own frame", "Group the threads", "Group the threads by {1}",
		[]message.By{message.ByThread, message.ByMethod, message.ByClass, message.ByPackage, message.ByLibrary, message.ByOrigin},
	}
)

// Groups are those of a table. The zero Groups is for a table that cannot be grouped.
type Groups struct {
	*Grouping
	By  *message.By // how the table is grouped now
	Set func(message.By)
}

// ByHead is the end of the button's id.
const ByHead = "group"

// Groupings are the ways to group, by message.By. The English text is also the value of the command's option.
var Groupings = [...]words.Text{
	message.ByMethod: "method", message.ByClass: "class", message.ByPackage: "package", message.ByLibrary: "library", message.ByThread: "thread", message.ByOrigin: "origin",
}

// Button returns the button of a table that is grouped in a way.
func (g *Grouping) Button(id string, by message.By) Button {
	return Button{ID: id, Class: "choose", Title: words.Say("By {1}", Groupings[by].String()), Hint: g.Hint.String(), Menu: node.AriaBool(false)}
}

// Open opens the menu of the button. set groups the table.
func (g *Grouping) Open(p *desk.Page, id string, now message.By, set func(message.By)) {
	m := desk.Menu{Title: g.Menu.String(), Element: id, ReturnFocus: id}
	for _, by := range g.Ways {
		item := desk.Command{Name: words.Say("By {1}", Groupings[by].String()), Do: func() { set(by) }}
		if by == now {
			item.Keys = "✓"
		}
		m.Items = append(m.Items, item)
	}
	p.OpenMenu(m)
}

// Commands returns the commands of the palette that group a table.
func (g *Grouping) Commands(set func(message.By)) (all []desk.Command) {
	for _, by := range g.Ways {
		all = append(all, desk.Command{Name: words.Say(g.Command, Groupings[by].String()), Do: func() { set(by) }})
	}
	return all
}

// unnamed are the names of groups that the page translates.
var unnamed = []words.Text{"own code", "other code", "no class", "no package", "profiler in the app", "own", "library", "platform", "native", "tracer", "unknown", "no stack"}

// GroupText returns the name of a group as the page shows it.
func GroupText(text string, by message.By) string {
	if by != message.ByThread && slices.Contains(unnamed, words.Text(text)) {
		return words.Text(text).String()
	}
	return text
}

// SetGroup sets the name to that of a group, and the title to its number of members.
func (l *Line) SetGroup(text string, by message.By, members string) {
	if l.Name, l.Title = words.Clip(GroupText(text, by)), members; by == message.ByMethod {
		l.SetLabel(words.Clip(words.ShortLabel(l.Name)))
		l.Title = words.Clip(text) + "\n" + members
	}
	if at := strings.LastIndexByte(l.Name, '.'); by == message.ByClass && at > 0 {
		l.Package, l.Name = l.Name[:at+1], l.Name[at+1:]
	}
}

// group fills the line of a group's sum.
func (c *Table) group(l *Line, row *message.Row) {
	d := c.Desk
	l.SetGroup(row.Text, *c.Groups.By, words.Plural(int64(row.Methods), "method", "methods"))
	l.Rank = words.NBSP // only the colour
	if d.Colour == message.ColourByOrigin && row.Colour >= message.Slot(scene.SlotOwn) {
		l.Style += ";--hue:" + desk.SlotColour(int(row.Colour))
	}
}
