package app

import (
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// A past is what was shown and chosen since a file was opened, a moment each time that a hand
// had changed something and paused. The browser's history has an entry for each, all of one
// address, so that its Back goes from one to the one before.
type past struct {
	serial  int // of the file, so that entries of those before it are told apart
	moments []desk.Moment
	at      int // the one that is shown
}

// has reports whether there is anything to go back to.
func (p *past) has(at int) bool { return at >= 0 && at < len(p.moments) }

// beginPast begins with what is shown of another file; after is a step from what was shown before, to which Back leads.
func (c *App) beginPast(after bool) {
	c.serials++
	c.past = past{serial: c.serials, moments: []desk.Moment{c.desk.Moment()}}
	c.host.Entry(c.past.serial, 0, after)
}

// goOnPast goes on with the past of files that have been read again.
func (c *App) goOnPast(of past) {
	c.past = of
	c.host.Entry(of.serial, of.at, false)
}

// moved sees whether something has changed; when it has settled the host calls Settled.
func (c *App) moved() {
	if p := &c.past; c.room() != nil && len(p.moments) > 0 && !c.desk.Moment().Alike(p.moments[p.at]) {
		c.host.AwaitSettled()
	}
}

// Settled is called when nothing has changed for a while, and no button is held; by hand means
// that keys or pointer were used since the last time. What the page changed by itself is no step. It is false
// where what is on its way changes it once more.
func (c *App) Settled(byHand bool) bool {
	p := &c.past
	if c.room() == nil || len(p.moments) == 0 || c.desk.Beside.Turning() {
		return false
	}
	now := c.desk.Moment()
	switch {
	case now.Alike(p.moments[p.at]):
	case !byHand || now.Same(p.moments[p.at]): // how views look is no step
		p.moments[p.at] = now
		c.host.Entry(p.serial, p.at, false)
	default:
		p.moments[p.at] = p.moments[p.at].LookingAs(now) // which may have come just before
		p.moments = append(p.moments[:p.at+1], now)
		p.at++
		c.host.Entry(p.serial, p.at, true)
	}
	return true
}

// Return is called when the browser went to an entry of its history. One of a file that is no
// more open changes nothing, but that of runs, of which one is open by itself, opens them again.
func (c *App) Return(serial, at int) {
	p := &c.past
	if c.room() == nil {
		return
	}
	if u := &c.under; serial == u.serial && u.has(at) {
		u.at = at
		c.goBack()
		return
	}
	if serial != p.serial || !p.has(at) {
		return
	}
	p.at = at
	c.menu, c.page.Menu, c.dialog.shows = menu{}, desk.Menu{}, nothing
	c.desk.Return(p.moments[at])
	c.alone()
	c.changed()
}

// Tell tells the page's scripts what is shown; see desk.Desk.Tell.
func (c *App) Tell() []byte { return c.desk.Tell() }

// Told shows what a script says: a moment, a theme, and of two traces the ranges of both, nil to leave them.
func (c *App) Told(data []byte, name string, ranges *[2][2]int64) {
	if c.theme = theme(name); c.room() != nil {
		c.desk.Told(data)
		c.alone()
		if ranges != nil && c.both.open {
			c.setRanges(*ranges)
			c.host.Entry(c.past.serial, c.past.at, false) // one of the trace behind is of no moment
		}
	}
	c.host.Theme(name)
	c.changed()
}

// pastKey goes a step back or forth by Alt and an arrow, as browsers do it on most systems; where
// there is no step to go the key is the browser's own.
func (c *App) pastKey(key canvas.Key) bool {
	p := &c.past
	switch {
	case !key.Alt || key.Mod || key.Shift || c.room() == nil:
		return false
	case key.Name == "ArrowLeft" && (p.at > 0 || c.under.has(0)):
		c.host.Go(-1)
	case key.Name == "ArrowRight" && p.at+1 < len(p.moments):
		c.host.Go(1)
	default:
		return false
	}
	return true
}
