package app

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// takeNamed takes what a map of names gave: what is open stays as it is chosen and shown, and has
// other names. News of a map that would give wrong ones, or that has nothing to name yet, stays
// until it is dismissed.
func (c *App) takeNamed(news bool, m *message.Named) {
	c.naming = m
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

// toggleNames takes the original names away, or gives them again; of two traces both's.
func (c *App) toggleNames() {
	c.opening.refusal = ""
	c.host.Ask(&message.Naming{On: !c.named()})
}

// Naming is what a map of names gave what is open, nil without one; of two traces the one in front.
func (c *App) Naming() *message.Named {
	if c.naming == unnamed {
		return nil
	}
	return c.naming
}

// named reports whether names are the original ones; of two traces beside each other, of either.
func (c *App) named() bool {
	if c.comparing() {
		return c.pair.naming[0].On || c.pair.naming[1].On
	}
	return c.naming.On
}

// namingLabel is what the button says that takes the names off.
func (c *App) namingLabel() string {
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

// namingText is what the map gave, in sentences.
func (c *App) namingText() string {
	if c.comparing() {
		return namesText(c.pair.naming)
	}
	return c.naming.Text
}

// namesText says what a map gave each of two traces.
func namesText(named [2]*message.Named) string {
	switch {
	case named[1] == nil || named[1].Text == "":
		return words.Say("A: {1}", named[0].Text)
	case named[0] == nil || named[0].Text == "":
		return words.Say("B: {1}", named[1].Text)
	}
	return words.Say("A: {1} B: {2}", named[0].Text, named[1].Text)
}

// NamedBoth takes what a map of names gave two traces, nil for one that was not asked. Where it does not
// fit, names stay as they are.
func (c *App) NamedBoth(gave [2]*message.Named) {
	c.opening.background = ""
	fits := false
	for i, m := range gave {
		if m != nil && m.On {
			fits = true
			c.takeNamedOf(i, m)
		}
	}
	if text := namesText(gave); fits {
		c.page.Notify(text)
	} else {
		c.opening.refusal = text
	}
	c.changed()
}

// NamedOf takes the names that one of two traces has from now on.
func (c *App) NamedOf(i int, m *message.Named) {
	c.takeNamedOf(i, m)
	c.changed()
}

func (c *App) takeNamedOf(i int, m *message.Named) {
	c.pair.naming[i] = m
	c.naming = c.pair.naming[c.pair.front]
	c.page.Line.Renew()
	c.page.Names.Forget()
	c.compare.Renamed()
}

// RetranslatedOf is Retold for one of two traces.
func (c *App) RetranslatedOf(i int, body message.Body) {
	if d, ok := body.(*message.Description); ok {
		d.Stored = c.pair.about[i].Stored
		c.pair.about[i] = d
	}
	if i == c.pair.front {
		c.Retranslated(body)
	}
}

// Keeping is what the page can do with the map of names that is in use.
type Keeping uint8

const (
	NotKept Keeping = iota // nothing
	CanKeep                // keep it in the browser
	IsKept                 // it has, and can forget it
)

// Keeps is called with whether the map in use is kept in the browser, or can be.
func (c *App) Keeps(keeping Keeping) {
	c.keeping, c.offering = keeping, false
	c.changed()
}

// OfferMaps is called when maps of names are kept, and what is open does not say which is its own.
func (c *App) OfferMaps() {
	c.offering = true
	c.changed()
}

// keepLabel is what the button says that keeps the map: nothing, where it could not be or gave nothing.
func (c *App) keepLabel() string {
	switch {
	case c.keeping == NotKept || c.comparing() || c.naming.Label == "" || !c.naming.On && c.keeping == CanKeep:
		return ""
	case c.keeping == IsKept:
		return words.T("Map kept")
	}
	return words.T("Keep map")
}

// keepTitle says what that does.
func (c *App) keepTitle() string {
	if c.keeping == IsKept {
		return words.T("A copy of this map is in this browser. A click forgets it.")
	}
	return words.T("Keep a copy of this map in this browser, on this machine alone: the next file of the same build gets its names by it")
}

// renamed reports whether what comes is open already, and has but other names.
func (c *App) renamed() bool {
	return (c.retranslating || c.naming != unnamed) && c.opening.stage == opened
}

// LanguageChanged is called when another language is spoken: all that was told in words is asked for again.
// What is open is told by Retold.
func (c *App) LanguageChanged() {
	c.page.Line.Renew()
	c.page.Notice, c.titled = "", ""
	c.changed()
}

// Retranslated takes what is open, told in another language: what is chosen and shown stays.
func (c *App) Retranslated(body message.Body) {
	c.retranslating = true
	c.Receive(0, body)
	c.retranslating = false
}

// unnamed is without a map of names.
var unnamed = new(message.Named)
