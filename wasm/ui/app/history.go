package app

import (
	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
)

// A history is the list of moments since a file was opened. A moment is added each time the user changes
// something and pauses. The browser's history has an entry for each, all with the same URL, so that Back goes
// to the previous one.
type history struct {
	serial  int // number of the file, to recognise entries of earlier files
	moments []link.Moment
	at      int // index of the current moment
}

// contains reports whether the history has moment at.
func (p *history) contains(at int) bool { return at >= 0 && at < len(p.moments) }

// past is the history of the page. It finds changes of the view.
type past struct {
	*shown
	history     history
	runsHistory history // history of the runs while one of them is open as a trace; else empty
	serials     int     // number of files opened so far
	stale       bool    // the address may be of an earlier state of the current moment
	followed    bool    // the current moment is that of a link, which ApplyView shows next
}

// startHistory starts the history of another file. With after, Back leads to the previous file.
func (c *past) startHistory(after bool) {
	c.serials++
	c.history = history{serial: c.serials, moments: []link.Moment{link.Now(c.desk)}}
	c.host.Entry(c.history.serial, 0, after)
}

// endHistory handles the closing of the files. The address no longer names them.
func (c *past) endHistory() {
	c.serials++
	c.history = history{serial: c.serials}
	c.host.Entry(c.history.serial, 0, false)
}

// resumeHistory continues the history of files that were read again.
func (c *past) resumeHistory(of history) {
	c.history = of
	c.host.Entry(of.serial, of.at, false)
}

// watchMoment checks whether the moment has changed. If so, the host calls Settled later.
func (c *past) watchMoment() {
	if p := &c.history; c.room() != nil && len(p.moments) > 0 && !link.Now(c.desk).SameWithViews(p.moments[p.at]) {
		c.host.AwaitSettled()
	}
}

// Settled handles a pause: nothing has changed for a while and no button is held. byHand means that the user
// has acted since the last pause. Changes by the page alone are not a step. Settled returns false if a pending
// reply will change the moment again.
func (c *past) Settled(byHand bool) bool {
	p := &c.history
	if c.room() == nil || len(p.moments) == 0 || c.desk.Dumps.Rereading() {
		return false
	}
	now := link.Now(c.desk)
	switch {
	case now.SameWithViews(p.moments[p.at]):
		if c.stale {
			c.host.Entry(p.serial, p.at, false)
		}
	case !byHand || now.Same(p.moments[p.at]): // a change of view states is not a step
		p.moments[p.at] = now
		c.host.Entry(p.serial, p.at, false)
	default:
		p.moments[p.at] = p.moments[p.at].WithViewsOf(now) // the view states may have changed just before
		p.moments = append(p.moments[:p.at+1], now)
		p.at++
		c.host.Entry(p.serial, p.at, true)
	}
	c.stale = false
	return true
}

// Follows handles a link in the address. The browser has added an entry for it, and ApplyView shows it next. The entry before
// keeps the current view, even if that has not settled.
func (c *past) Follows() {
	p := &c.history
	if c.room() == nil || len(p.moments) == 0 {
		return
	}
	if !c.desk.Dumps.Rereading() {
		p.moments[p.at] = link.Now(c.desk)
	}
	p.moments = append(p.moments[:p.at+1], p.moments[p.at])
	p.at++
	c.followed = true
	c.host.Entry(p.serial, p.at, false)
}

// follow makes the view of a link the current moment.
func (c *past) follow() {
	if p := &c.history; c.followed && p.contains(p.at) {
		p.moments[p.at] = link.Now(c.desk)
		c.host.Entry(p.serial, p.at, false)
	}
	c.followed = false
}

// Return handles a visit to an entry of the browser's history. Entries of closed files become entries of the open one. Entries of
// runs reopen the runs while one of them is open as a trace.
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
		c.page.Notice = words.T("This step of the history belongs to another file. The menu of the file's name opens it again.")
		c.host.Entry(p.serial, p.at, false) // the address is that of the open file
		c.changed()
		return
	}
	if c.opening.background != "" && at < p.at { // the last step was to open another file
		c.stopBackground()
		c.host.Go(p.at - at)
		return
	}
	p.at = at
	c.over.menu, c.page.Menu, c.over.shows = menu{}, desk.Menu{}, nothing
	p.moments[at].Show(c.desk)
	c.leaveEmptyPair()
	c.stale, c.followed = true, false // its view states may have changed after the browser noted the address
	c.host.AwaitSettled()
	c.changed()
}

// ApplyView shows the view that a script requests: a moment, a theme, and the ranges of two traces, nil to keep
// them.
func (c *App) ApplyView(data []byte, name string, ranges *[2][2]int64) {
	if c.theme = theme(name); c.room() != nil {
		link.Apply(c.desk, data)
		c.leaveEmptyPair()
		if ranges != nil && c.pair.open {
			c.setRanges(*ranges)
			c.host.Entry(c.history.serial, c.history.at, false) // a moment does not hold the range of the trace behind
		}
		c.past.follow()
	}
	c.host.Theme(name)
	c.changed()
}

// historyKey goes back or forward on Alt and an arrow key, as most browsers do. If there is no such step, the
// browser handles the key.
func (c *past) historyKey(key canvas.Key) bool {
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
