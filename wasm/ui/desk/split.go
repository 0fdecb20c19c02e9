package desk

import (
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/wasm/ui/canvas"
)

// Split is how the page is divided: the timeline's height and the details' width, in
// CSS pixels; 0 leaves it to the style sheet.
type Split struct {
	host              Host
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
func (s *Split) recall(host Host) {
	s.host = host
	s.timeline, _ = strconv.ParseFloat(host.Recall("timeline"), 64)
	s.details, _ = strconv.ParseFloat(host.Recall("details"), 64)
}

// Style gives the division to the style sheet.
func (s *Split) Style() string {
	var css string
	if s.timeline > 0 {
		css += "--timeline:" + strconv.Itoa(int(s.timeline)) + "px;"
	}
	if s.details > 0 {
		css += "--details:" + strconv.Itoa(int(s.details)) + "px;"
	}
	return css
}

// Held reports whether a divider is dragged.
func (s *Split) Held() bool { return s.held != "" }

// HoldTimeline begins a drag of the divider below the timeline, which is now so high.
func (s *Split) HoldTimeline(now float64, event vugu.DOMEvent) {
	s.held, s.start, s.from = "timeline", event.PropFloat64("clientY"), s.Timeline(now)
}

// HoldDetails begins a drag of the divider beside the details.
func (s *Split) HoldDetails(event vugu.DOMEvent) {
	s.held, s.start, s.from = "details", event.PropFloat64("clientX"), s.Details()
}

// Move follows the pointer; a button let go elsewhere ends the drag.
func (s *Split) Move(event vugu.DOMEvent) {
	if s.held == "" {
		return
	}
	if event.PropFloat64("buttons") == 0 {
		s.Release()
		return
	}
	if s.held == "timeline" {
		s.set(s.held, s.from+event.PropFloat64("clientY")-s.start)
	} else {
		s.set(s.held, s.from-event.PropFloat64("clientX")+s.start)
	}
}

// Release ends the drag and keeps the division for the next visit.
func (s *Split) Release() {
	s.held = ""
	s.keep()
}

func (s *Split) keep() {
	s.host.Remember("timeline", strconv.Itoa(int(s.timeline)))
	s.host.Remember("details", strconv.Itoa(int(s.details)))
}

func (s *Split) set(which string, v float64) {
	if which == "timeline" {
		s.timeline = min(max(v, leastTimeline), mostTimeline)
	} else {
		s.details = min(max(v, leastDetails), mostDetails)
	}
}

// Timeline is the timeline's height, now that of its canvas.
func (s *Split) Timeline(now float64) float64 {
	if s.timeline > 0 {
		return s.timeline
	}
	return max(now, leastTimeline)
}

// Details is the width of the details.
func (s *Split) Details() float64 {
	if s.details > 0 {
		return s.details
	}
	return usualDetails
}

// Key moves the divider that has the keyboard; now is the height of the timeline's canvas.
func (s *Split) Key(k canvas.Key, now float64) bool {
	switch k.Focus + " " + k.Name {
	case "split-timeline ArrowUp":
		s.set("timeline", s.Timeline(now)-16)
	case "split-timeline ArrowDown":
		s.set("timeline", s.Timeline(now)+16)
	case "split-details ArrowLeft", "split-stack ArrowLeft":
		s.set("details", s.Details()+16)
	case "split-details ArrowRight", "split-stack ArrowRight":
		s.set("details", s.Details()-16)
	default:
		return false
	}
	s.keep()
	return true
}
