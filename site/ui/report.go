package ui

// Report is the panel that says what the file is, what it lacks and how figures are made.
type Report struct{ App *App }

func (c *Report) shown() bool { return c.App.view == reportView && c.App.stage == opened }
