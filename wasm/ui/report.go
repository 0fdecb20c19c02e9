package ui

import "traceglass/wasm/message"

// Report is the panel that says what the file is, what it lacks and how figures are made.
type Report struct {
	App   *App
	drawn *message.Description // that the browser has the report of; see Grid
	fresh bool
}

// Compute sees whether there is anything new to show.
func (c *Report) Compute() {
	c.fresh = c.App.view == reportView && c.App.tracing() && c.drawn != c.App.trace
	if c.fresh {
		c.drawn = c.App.trace
	}
}
