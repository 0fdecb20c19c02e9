package desk

import (
	"cmp"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// NameCommands returns the lines of a method's menu that copy its name and open its source, after a separator. They call of
// when they are used, because names may arrive after the menu opens. of returns the name to copy, and the facts for Host.Source:
// name with descriptor, the same as in the file, readable name, source file and line, one a line of text, "" if unknown.
func (p *Page) NameCommands(of func() (name, facts string)) []Command {
	open := words.T("Open in an IDE or code search…")
	if to := p.Host.Recall("sourceName"); to != "" {
		open = words.Say("Open in {1}", words.Clip(to))
	}
	return []Command{
		{},
		{Name: words.T("Copy name"), Do: func() { name, _ := of(); p.Copy(name) }},
		{Name: words.T("Copy name as…"), Do: func() { _, facts := of(); p.Host.Source("copy", facts) }},
		{Name: open, Do: func() { _, facts := of(); p.Host.Source("open", facts) }},
	}
}

// ChooseSource asks where sources open.
func (p *Page) ChooseSource() { p.Host.Source("choose", "") }

// Source is for NameCommands.
func (n *Names) Source(method uint32) (name, facts string) {
	m := n.known[method]
	return n.Java(method), strings.Join([]string{m.Label + m.Signature, n.Raw(method), m.Readable(), m.File, strconv.Itoa(m.Line)}, "\n")
}

// LineSource is for NameCommands. A fast native method ends with !.
func LineSource(l *message.StackLine) (name, facts string) {
	name = strings.TrimSuffix(l.First+l.Last, "!")
	return name, name + "\n" + l.Raw + "\n" + l.ReadableFirst + l.ReadableLast + "\n" + strings.Replace(l.Place, ":", "\n", 1)
}

// OpenMethodMenu opens the menu of a method or path of two traces, after the items of its view.
func (d *Changes) OpenMethodMenu(c *message.Change, m Menu) {
	m.Title, m.FullTitle = ChangeLabel(c), FullName(c)
	for i, name := range c.Texts {
		if name != "" {
			m.Items = append(m.Items, Command{Name: words.Say("Show it in {1}", string(rune('A'+i))), Do: func() { d.Actions.Show(i, name) }})
		}
	}
	m.Last = d.MethodCommands(c)
	d.OpenMenu(m)
}

// MethodCommands is NameCommands for a row.
func (d *Changes) MethodCommands(c *message.Change) []Command {
	return d.NameCommands(func() (name, facts string) { return changeSource(c) })
}

// changeSource returns the name and the facts of a row. A readable name is not copied. Inlined, it is in the program twice.
//
//go:noinline
func changeSource(c *message.Change) (name, facts string) {
	text := cmp.Or(c.Texts[1], c.Texts[0])
	facts = text + "\n" + text
	if strings.HasPrefix(text, c.Name) {
		return c.Name, facts
	}
	return text, facts + "\n" + c.Name
}
