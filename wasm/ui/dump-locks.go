package ui

import "traceglass/wasm/message"

// wantLocks asks for the graph of who waits for whom. One of another view, or process, is
// not shown in the meantime.
func (d *dumps) wantLocks(c *App) {
	g := &c.graph
	if d.chosen().Waits == 0 {
		g.laid = nil
		return
	}
	body := &message.LockGraph{Process: d.process}
	if g.query.asked != string(message.Encode(nil, 0, body)) {
		g.laid = nil
	}
	g.want(c, body)
}

// DumpLocks is the panel of the lock graph.
type DumpLocks struct{ App *App }

func (c *DumpLocks) shown() bool { return c.App.locking() }

// locking reports whether the lock graph is shown.
func (c *App) locking() bool { return c.dumping() && c.dump.view == locksView }

// says sums up the graph.
func (c *DumpLocks) says() string {
	p := c.App.dump.chosen()
	if p.Waits == 0 {
		return ""
	}
	s := plural(int64(p.Waits), "thread waits for another", "threads wait for others")
	if p.Deadlocks > 0 {
		s += ", " + plural(int64(p.Deadlocks), "deadlock", "deadlocks") + " in red"
	}
	return s
}

// listed shows the graph as a list, or on the canvas.
func (c *DumpLocks) listed(on bool) { c.App.graph.listed = on }

func (c *DumpLocks) all() {
	c.App.graph.all()
	c.App.preview(GraphCanvas)
}

// lockTip is the tooltip over the lock graph.
func (c *App) lockTip(t *tip) {
	if g := &c.graph; g.laid != nil && int(c.hover.hit.Row) < len(g.laid.Nodes) {
		t.Last = clipped(g.laid.Nodes[c.hover.hit.Row].Label)
		t.Note = "Click to see its stack."
		if g.laid.Nodes[c.hover.hit.Row].Number == message.NoNode {
			t.Note = ""
		}
	}
}
