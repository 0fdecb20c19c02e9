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

// The control that groups the rows of a table of methods: a button in the head of the names, which opens a menu.

// ByHead is the end of the button's id.
const ByHead = "group"

// Groupings are the ways to group, by message.By. The English text is also the value of the command's option.
var Groupings = [...]words.Text{
	message.ByMethod: "method", message.ByClass: "class", message.ByPackage: "package", message.ByLibrary: "library", message.ByThread: "thread", message.ByOrigin: "origin",
}

// ByButton returns the button of a table that is grouped in a way.
func ByButton(id string, by message.By) Button {
	return Button{
		ID: id, Class: "choose", Title: words.Say("By {1}", Groupings[by].String()),
		Hint: words.T("Group the methods by class, package, library, thread or origin"), Menu: node.AriaBool(false),
	}
}

// OpenBy opens the menu of the button. set groups the table.
func OpenBy(p *desk.Page, id string, ways []message.By, now message.By, set func(message.By)) {
	m := desk.Menu{Title: words.T("Group the methods"), Element: id, ReturnFocus: id}
	for _, by := range ways {
		item := desk.Command{Name: words.Say("By {1}", Groupings[by].String()), Do: func() { set(by) }}
		if by == now {
			item.Keys = "✓"
		}
		m.Items = append(m.Items, item)
	}
	p.OpenMenu(m)
}

// Ways are the ways to group the methods of a trace.
var Ways = []message.By{message.ByMethod, message.ByClass, message.ByPackage, message.ByLibrary, message.ByThread, message.ByOrigin}

// ByCommands returns the commands of the palette that group a table.
func ByCommands(ways []message.By, set func(message.By)) (all []desk.Command) {
	for _, by := range ways {
		all = append(all, desk.Command{Name: words.Say("Group the methods by {1}", Groupings[by].String()), Do: func() { set(by) }})
	}
	return all
}

// unnamed are the names of groups that the page translates.
var unnamed = []words.Text{"own code", "other code", "no class", "no package", "profiler in the app", "own", "library", "platform", "native", "tracer", "unknown"}

// GroupText returns the name of a group as the page shows it.
func GroupText(text string, by message.By) string {
	if by != message.ByThread && slices.Contains(unnamed, words.Text(text)) {
		return words.Text(text).String()
	}
	return text
}

// SetGroup sets the name to that of a group.
func (l *Line) SetGroup(text string, by message.By, methods uint32) {
	l.Name, l.Title = words.Clip(GroupText(text, by)), words.Plural(int64(methods), "method", "methods")
	if at := strings.LastIndexByte(l.Name, '.'); by == message.ByClass && at > 0 {
		l.Package, l.Name = l.Name[:at+1], l.Name[at+1:]
	}
}

// group fills the line of a group's sum.
func (c *Table) group(l *Line, row *message.Row) {
	d := c.Desk
	l.SetGroup(row.Text, d.By, row.Folded)
	l.Rank = words.NBSP // only the colour
	if d.Colour == message.ColourByOrigin && row.Colour >= message.Slot(scene.SlotOwn) {
		l.Style += ";--hue:" + desk.SlotColour(int(row.Colour))
	}
}
