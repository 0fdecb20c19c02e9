package ui

// Tip is the tooltip over a canvas.
type Tip struct {
	App    *App
	Canvas Canvas
	now    tip
}

// Compute takes what the tooltip says now.
func (c *Tip) Compute() { c.now = c.App.tip(c.Canvas) }
