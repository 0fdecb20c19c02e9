package app

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// names gives the open files the names of a mapping file.
type names struct {
	*shown
	past *past
}

// setNamed handles the effect of a mapping file. The open file keeps its selection and gets other names. A
// message about a mapping that does not fit, or that has nothing to name yet, stays until it is dismissed.
func (c *names) setNamed(news bool, m *message.Named) {
	c.naming = m
	if c.opening.unnaming && m.On {
		c.host.Ask(&message.Naming{})
	}
	c.opening.unnaming = false
	c.opening.background = ""
	c.page.Line.Renew()
	c.page.Names.Forget()
	if c.opening.stage != opened {
		c.opening.stage, c.page.File = empty, ""
	}
	if news && !m.On {
		c.opening.refusal = m.Text
	} else {
		c.page.Notify(m.Text)
	}
}

// toggleNames switches between original and obfuscated names, in both traces if two are open.
func (c *names) toggleNames() {
	c.opening.refusal = ""
	c.host.Ask(&message.Naming{On: !c.named()})
}

// Naming returns the effect of the mapping file on the trace in front, nil without one.
func (c *shown) Naming() *message.Named {
	if c.naming == unnamed {
		return nil
	}
	return c.naming
}

// named reports whether original names are shown; in the compare room, in either trace.
func (c *shown) named() bool {
	if c.comparing() {
		return c.pair.naming[0].On || c.pair.naming[1].On
	}
	return c.naming.On
}

// namingLabel returns the label of the button that toggles names.
func (c *shown) namingLabel() string {
	if !c.comparing() {
		return c.naming.Label
	}
	of := [2]string{c.pair.naming[0].Label, c.pair.naming[1].Label}
	if of == [2]string{} {
		return ""
	}
	for i := range of {
		if of[i] == "" {
			of[i] = words.T("names as in the file")
		}
	}
	return words.Say("A: {1} · B: {2}", of[0], of[1])
}

// namingText describes the effect of the mapping file.
func (c *shown) namingText() string {
	if c.comparing() {
		return namesText(c.pair.naming)
	}
	return c.naming.Text
}

// namesText describes the effects of mapping files on two traces.
func namesText(named [2]*message.Named) string {
	switch {
	case named[1] == nil || named[1].Text == "":
		return words.Say("A: {1}", named[0].Text)
	case named[0] == nil || named[0].Text == "":
		return words.Say("B: {1}", named[1].Text)
	}
	return words.Say("A: {1} B: {2}", named[0].Text, named[1].Text)
}

// NamedBoth handles the effect of a mapping file on two traces, nil for a trace that was not asked. If it does
// not fit a trace, that keeps its names.
func (c *names) NamedBoth(gave [2]*message.Named) {
	c.opening.background = ""
	fits := false
	for i, m := range gave {
		if m != nil && m.On {
			fits = true
			c.setNamedOf(i, m)
		}
	}
	if text := namesText(gave); fits {
		c.page.Notify(text)
	} else {
		c.opening.refusal = text
	}
	c.past.changed()
}

// NamedOf handles the new names of trace i.
func (c *names) NamedOf(i int, m *message.Named) {
	c.setNamedOf(i, m)
	c.past.changed()
}

func (c *names) setNamedOf(i int, m *message.Named) {
	c.pair.naming[i] = m
	c.naming = c.pair.naming[c.pair.front]
	c.page.Line.Renew()
	c.page.Names.Forget()
	c.compare.Renamed()
}

// RetranslatedOf is Retranslated for trace i of two.
func (c *App) RetranslatedOf(i int, body message.Body) {
	if d, ok := body.(*message.Description); ok {
		d.Stored = c.pair.about[i].Stored
		c.pair.about[i] = d
	}
	if i == c.pair.front {
		c.Retranslated(body)
	}
}

// Keeping is the state of the current mapping in the browser's storage.
type Keeping uint8

const (
	NotKept Keeping = iota // cannot be stored
	CanKeep                // can be stored
	IsKept                 // stored, and can be deleted
)

// Keeps handles a change of whether the current mapping is or can be stored.
func (c *names) Keeps(keeping Keeping) {
	c.keeping, c.offering = keeping, false
	c.past.changed()
}

// OfferMaps offers the stored mappings, because the open file does not name its own.
func (c *names) OfferMaps() {
	c.offering = true
	c.past.changed()
}

// keepLabel returns the label of the button that stores the mapping, "" if it is unavailable.
func (c *shown) keepLabel() string {
	switch {
	case c.keeping == NotKept || c.comparing() || c.naming.Label == "" || !c.naming.On && c.keeping == CanKeep:
		return ""
	case c.keeping == IsKept:
		return words.T("Map kept")
	}
	return words.T("Keep map")
}

// keepTitle explains the button.
func (c *shown) keepTitle() string {
	if c.keeping == IsKept {
		return words.T("This browser keeps a copy of this map. Click to forget it.")
	}
	return words.T("Keep a copy of this map in this browser, on this machine alone. The next file of the same build then gets its names")
}

// renamed reports whether the arriving file is the open one with other names.
func (c *shown) renamed() bool {
	return (c.retranslating || c.naming != unnamed) && c.opening.stage == opened
}

// LanguageChanged requests all translated text again. The open file arrives at Retranslated.
func (c *App) LanguageChanged() {
	c.page.Line.Renew()
	c.page.Notice, c.titled = "", ""
	c.changed()
}

// Retranslated handles the open file in another language. It keeps the selection.
func (c *App) Retranslated(body message.Body) {
	c.retranslating = true
	c.Receive(0, body)
	c.retranslating = false
}

// unnamed is the value without a mapping file.
var unnamed = new(message.Named)
