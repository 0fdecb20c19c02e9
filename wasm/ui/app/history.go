package app

import (
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

// A history is what was shown and chosen since a file was opened, a moment each time that a hand
// had changed something and paused. The browser's history has an entry for each, all of one
// address, so that its Back goes from one to the one before.
type history struct {
	serial  int // of the file, so that entries of those before it are told apart
	moments []desk.Moment
	at      int // the one that is shown
}

// contains reports whether there is anything to go back to.
func (p *history) contains(at int) bool { return at >= 0 && at < len(p.moments) }

// startHistory begins with what is shown of another file; after is a step from what was shown before, to which Back leads.
func (c *App) startHistory(after bool) {
	c.serials++
	c.history = history{serial: c.serials, moments: []desk.Moment{c.desk.Moment()}}
	c.host.Entry(c.history.serial, 0, after)
}

// resumeHistory goes on with the past of files that have been read again.
func (c *App) resumeHistory(of history) {
	c.history = of
	c.host.Entry(of.serial, of.at, false)
}

// watchMoment sees whether something has changed; when it has settled the host calls Settled.
func (c *App) watchMoment() {
	if p := &c.history; c.room() != nil && len(p.moments) > 0 && !c.desk.Moment().SameWithViews(p.moments[p.at]) {
		c.host.AwaitSettled()
	}
}

// Settled is called when nothing has changed for a while, and no button is held; by hand means
// that keys or pointer were used since the last time. What the page changed by itself is no step. It is false
// where what is on its way changes it once more.
func (c *App) Settled(byHand bool) bool {
	p := &c.history
	if c.room() == nil || len(p.moments) == 0 || c.desk.Dumps.Rereading() {
		return false
	}
	now := c.desk.Moment()
	switch {
	case now.SameWithViews(p.moments[p.at]):
	case !byHand || now.Same(p.moments[p.at]): // how views look is no step
		p.moments[p.at] = now
		c.host.Entry(p.serial, p.at, false)
	default:
		p.moments[p.at] = p.moments[p.at].WithViewsOf(now) // which may have come just before
		p.moments = append(p.moments[:p.at+1], now)
		p.at++
		c.host.Entry(p.serial, p.at, true)
	}
	return true
}

// Return is called when the browser went to an entry of its history. One of a file that is no
// more open changes nothing, but that of runs, of which one is open by itself, opens them again.
func (c *App) Return(serial, at int) {
	p := &c.history
	if c.room() == nil {
		return
	}
	if u := &c.runsHistory; serial == u.serial && u.contains(at) {
		u.at = at
		c.goBack()
		return
	}
	if serial != p.serial || !p.contains(at) {
		return
	}
	p.at = at
	c.menu, c.page.Menu, c.dialog.shows = menu{}, desk.Menu{}, nothing
	c.desk.Return(p.moments[at])
	c.leaveEmptyPair()
	c.changed()
}

// EncodeView tells the page's scripts what is shown; see desk.Desk.Tell.
func (c *App) EncodeView() []byte { return c.desk.EncodeView() }

// ApplyView shows what a script says: a moment, a theme, and of two traces the ranges of both, nil to leave them.
func (c *App) ApplyView(data []byte, name string, ranges *[2][2]int64) {
	if c.theme = theme(name); c.room() != nil {
		c.desk.ApplyView(data)
		c.leaveEmptyPair()
		if ranges != nil && c.pair.open {
			c.setRanges(*ranges)
			c.host.Entry(c.history.serial, c.history.at, false) // one of the trace behind is of no moment
		}
	}
	c.host.Theme(name)
	c.changed()
}

// historyKey goes a step back or forth by Alt and an arrow, as browsers do it on most systems; where
// there is no step to go the key is the browser's own.
func (c *App) historyKey(key canvas.Key) bool {
	p := &c.history
	switch {
	case !key.Alt || key.Mod || key.Shift || c.room() == nil:
		return false
	case key.Name == "ArrowLeft" && (p.at > 0 || c.runsHistory.contains(0)):
		c.host.Go(-1)
	case key.Name == "ArrowRight" && p.at+1 < len(p.moments):
		c.host.Go(1)
	default:
		return false
	}
	return true
}
