package app

import "traceglass/wasm/message"

// takeNamed takes what a map of names gave: what is open stays as it is chosen and shown, and has
// other names. News of a map that would give wrong ones, or that has nothing to name yet, stays
// until it is dismissed.
func (c *App) takeNamed(news bool, m *message.Named) {
	c.naming = m
	c.opening.beside = ""
	c.page.Line.Renew()
	c.page.Names.Forget()
	if c.opening.stage != opened {
		c.opening.stage, c.page.File = empty, ""
	}
	if news && !m.On {
		c.opening.refusal = m.Text
	} else {
		c.page.Say(m.Text)
	}
}

// turnNames takes the original names away, or gives them again.
func (c *App) turnNames() {
	c.opening.refusal = ""
	c.host.Ask(&message.Naming{On: !c.naming.On})
}

// renamed reports whether what comes is open already, and has but other names.
func (c *App) renamed() bool { return c.naming != unnamed && c.opening.stage == opened }

// unnamed is without a map of names.
var unnamed = new(message.Named)
