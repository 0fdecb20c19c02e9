package app

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
)

// A history is the list of moments since a file was opened. A moment is added each time the user changes
// something and pauses. The browser's history has an entry for each, all with the same URL, so that Back goes
// to the previous one.
type history struct {
	serial  int       // number of the opening, to recognise entries of other files
	file    string    // name of the opened files
	names   [2]string // of two traces, A and B
	front   int       // which of them was in front
	moments []link.Moment
	at      int // index of the current moment
}

// contains reports whether the history has moment at.
func (p *history) contains(at int) bool { return at >= 0 && at < len(p.moments) }

// past is the history of the page. It finds changes of the view.
type past struct {
	*shown
	history  history
	others   []history // Histories of other openings.
	serials  int       // Number of openings so far.
	stale    bool      // The address may be of an earlier state of the current moment.
	followed bool      // The current moment is that of a link, which ApplyView shows next.
}

// startHistory starts the history of files that were opened. With after, it gets an entry of its own even if the current
// one shows the same files.
func (c *past) startHistory(after bool) {
	c.keepHistory()
	c.serials++
	c.beginHistory(c.serials, after)
}

// beginHistory makes the view the only moment of a history with a serial.
func (c *past) beginHistory(serial int, after bool) {
	c.history = history{serial: serial, file: c.openFiles(), names: c.pair.names, front: c.pair.front, moments: []link.Moment{link.Now(c.desk)}}
	c.host.EnterFiles(serial, 0, after)
}

// endHistory handles the closing of the files. The address no longer names them.
func (c *past) endHistory() {
	c.serials++
	c.history = history{serial: c.serials}
	c.host.EnterFiles(c.history.serial, 0, false)
}

// resumeHistory continues a history, now that its files were read again.
func (c *past) resumeHistory(of history) {
	c.keepHistory()
	c.takeHistory(of)
	c.host.EnterFiles(of.serial, of.at, false)
}

// takeHistory makes a kept history the current one.
func (c *past) takeHistory(of history) {
	c.others = slices.DeleteFunc(c.others, func(other history) bool { return other.serial == of.serial })
	c.history = of
}

// mostHistories is how many histories of other files are kept.
const mostHistories = 64

// keepHistory keeps the history of the open files, before others are opened. It can be continued later.
func (c *past) keepHistory() {
	p := &c.history
	if len(p.moments) == 0 {
		return
	}
	c.others = slices.DeleteFunc(c.others, func(other history) bool { return other.serial == p.serial })
	c.others = append(c.others, *p)
	c.others = c.others[max(0, len(c.others)-mostHistories):]
	p.moments = nil
}

// keepMoment sets the current moment to the view, even if that has not settled.
func (c *past) keepMoment() {
	if p := &c.history; c.room() != nil && len(p.moments) > 0 && !c.desk.Dumps.Rereading() {
		p.moments[p.at] = link.Now(c.desk)
	}
}

// historyOf returns the kept history with a serial. It has no moments if none is kept.
func (c *past) historyOf(serial int) history {
	if i := slices.IndexFunc(c.others, func(other history) bool { return other.serial == serial }); i >= 0 {
		return c.others[i]
	}
	return history{serial: serial}
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
	c.keepMoment()
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

// Return handles a visit to an entry of the browser's history. Serial 0 is the start page.
func (c *App) Return(serial, at int) {
	p := &c.history
	same := c.room() != nil && serial == p.serial && p.contains(at)
	if c.opening.background != "" && (serial < p.serial || same && at < p.at) { // the last step was to open another file
		c.stopBackground()
		if same {
			c.host.Go(p.at - at)
		} else {
			c.host.Go(1)
		}
		return
	}
	if same {
		p.at = at
		c.showMoment()
	} else {
		c.revisit(serial, at)
	}
	c.changed()
}

// showMoment shows the current moment.
func (c *App) showMoment() {
	c.over.menu, c.page.Menu, c.over.shows = menu{}, desk.Menu{}, nothing
	c.history.moments[c.history.at].Show(c.desk)
	c.leaveEmptyPair()
	c.stale, c.followed = true, false // its view states may have changed after the browser noted the address
	c.host.AwaitSettled()
}

// revisit shows an entry of other files than the current ones. These must not be shown under its address.
func (c *App) revisit(serial, at int) {
	o := &c.opening
	c.keepMoment()
	c.opening.background = ""
	to := c.historyOf(serial)
	to.at = max(0, min(at, len(to.moments)-1))
	if b := &c.pair; b.open && b.names[0] != b.names[1] && to.names == [2]string{b.names[1], b.names[0]} {
		c.exchange()
	}
	shown, reads := c.host.Revisit(serial)
	switch {
	case reads:
		o.again, o.back, o.replacing = to, true, false
	case shown && o.stage == opened && len(to.moments) > 0:
		c.keepHistory()
		c.takeHistory(to)
		if c.pair.open && c.pair.front != to.front {
			c.bringToFront(to.front)
		}
		c.showMoment()
	case shown:
		c.noteReplaced()
		c.forget()
		o.stage, c.page.File = empty, ""
	default:
		c.noteReplaced()
		c.forget()
		o.stage, o.failure = failed, words.T("The files of this step are no longer known. Open them again.")
		if to.file != "" {
			o.failure = words.Say("This step showed {1}. Open it again.", words.Clip(to.file))
		}
		c.page.File = ""
	}
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

// historyKey goes back or forward on Alt and an arrow key, as most browsers do. Ctrl + Z outside text fields goes back among the
// steps of the open files. If there is no such step, the browser handles the key.
func (c *past) historyKey(key canvas.Key) bool {
	p := &c.history
	if strings.EqualFold(key.Name, "z") && key.Mod && !key.Alt && !key.Shift && !key.Editing && c.room() != nil && p.at > 0 {
		c.host.Go(-1)
		return true
	}
	switch {
	case !key.Alt || key.Mod || key.Shift || c.room() == nil:
		return false
	case key.Name == "ArrowLeft" && (p.at > 0 || slices.ContainsFunc(c.others, func(other history) bool { return other.serial < p.serial })):
		c.host.Go(-1)
	case key.Name == "ArrowRight" && (p.at+1 < len(p.moments) || slices.ContainsFunc(c.others, func(other history) bool { return other.serial > p.serial })):
		c.host.Go(1)
	default:
		return false
	}
	return true
}
