package ui

// Dialog is what lies over the page: help, receipt, properties or commands.
type Dialog struct {
	App      *App
	commands []command
}

// Compute lists the commands while they are shown.
func (c *Dialog) Compute() {
	c.commands = nil
	if c.App.dialog == paletteDialog {
		c.commands = c.App.palette.matches(c.App)
	}
}

func (c *Dialog) shown(d dialog) bool { return c.App.dialog == d }
