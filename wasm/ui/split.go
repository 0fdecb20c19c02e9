package ui

import (
	"strconv"

	"github.com/vugu/vugu"
)

// split is how the page is divided: the timeline's height and the details' width, in
// CSS pixels; 0 leaves it to the style sheet.
type split struct {
	timeline, details float64
	held              string // which divider is dragged: "timeline", "details"
	start, from       float64
}

const (
	leastTimeline, mostTimeline = 96, 1600
	leastDetails, mostDetails   = 220, 900
	usualDetails                = 320
)

// recall takes the division of the last visit.
func (s *split) recall(host Host) {
	s.timeline, _ = strconv.ParseFloat(host.Recall("timeline"), 64)
	s.details, _ = strconv.ParseFloat(host.Recall("details"), 64)
}

// style gives the division to the style sheet.
func (s *split) style() string {
	var css string
	if s.timeline > 0 {
		css += "--timeline:" + strconv.Itoa(int(s.timeline)) + "px;"
	}
	if s.details > 0 {
		css += "--details:" + strconv.Itoa(int(s.details)) + "px;"
	}
	return css
}

// hold begins a drag of a divider.
func (s *split) hold(c *App, which string, event vugu.DOMEvent) {
	s.held = which
	if which == "timeline" {
		s.start, s.from = event.PropFloat64("clientY"), c.timelineHeight()
	} else {
		s.start, s.from = event.PropFloat64("clientX"), s.detailsWidth()
	}
}

// move follows the pointer; a button let go elsewhere ends the drag.
func (s *split) move(c *App, event vugu.DOMEvent) {
	if s.held == "" {
		return
	}
	if event.PropFloat64("buttons") == 0 {
		s.release(c)
		return
	}
	if s.held == "timeline" {
		s.set(s.held, s.from+event.PropFloat64("clientY")-s.start)
	} else {
		s.set(s.held, s.from-event.PropFloat64("clientX")+s.start)
	}
}

// release ends the drag and keeps the division for the next visit.
func (s *split) release(c *App) {
	s.held = ""
	s.keep(c.host)
}

func (s *split) keep(host Host) {
	host.Remember("timeline", strconv.Itoa(int(s.timeline)))
	host.Remember("details", strconv.Itoa(int(s.details)))
}

func (s *split) set(which string, v float64) {
	if which == "timeline" {
		s.timeline = min(max(v, leastTimeline), mostTimeline)
	} else {
		s.details = min(max(v, leastDetails), mostDetails)
	}
}

func (c *App) timelineHeight() float64 {
	if c.split.timeline > 0 {
		return c.split.timeline
	}
	return max(c.timeline.View.Height, leastTimeline)
}

func (s *split) detailsWidth() float64 {
	if s.details > 0 {
		return s.details
	}
	return usualDetails
}

// press moves the divider that has the keyboard.
func (s *split) press(c *App, key Key) bool {
	var which string
	var by float64
	switch key.Focus + " " + key.Name {
	case "split-timeline ArrowUp":
		which, by = "timeline", -16
	case "split-timeline ArrowDown":
		which, by = "timeline", 16
	case "split-details ArrowLeft":
		which, by = "details", 16
	case "split-details ArrowRight":
		which, by = "details", -16
	default:
		return false
	}
	if which == "timeline" {
		s.set(which, c.timelineHeight()+by)
	} else {
		s.set(which, s.detailsWidth()+by)
	}
	s.keep(c.host)
	return true
}
