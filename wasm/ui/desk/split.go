package desk

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// Split is the layout of the page: the height of the timeline and the width of the details. The
// style sheet sets sizes that are 0. The next visit has the same sizes. A part has the full height only until
// another file opens.
type Split struct {
	host              Host
	timeline, details message.CSS
	held              string // divider that is being dragged: "timeline" or "details"
	start, from       message.CSS
	pressed           float64 // time of the last press on the divider below the timeline, ms
	maximised         string  // the part that has the full height, "" for none
}

// The two parts that share the height of the page.
const (
	TimelinePart = "timeline"
	ViewsPart    = "views"
)

const (
	leastTimeline, mostTimeline = 96, 1600
	leastDetails, mostDetails   = 220, 900
	usualDetails                = 320
)

// recall restores the layout of the last visit.
func (s *Split) recall(host Host) {
	s.host = host
	s.timeline = recalledSize(host, "timeline", leastTimeline, mostTimeline)
	s.details = recalledSize(host, "details", leastDetails, mostDetails)
}

// ShowBoth shows both parts.
func (s *Split) ShowBoth() { s.maximised = "" }

// recalledSize returns a stored size in CSS pixels, 0 if it is missing or out of range.
func recalledSize(host Host, key string, least, most message.CSS) message.CSS {
	stored, err := strconv.ParseFloat(host.Recall(key), 64)
	size := message.CSS(stored)
	if err != nil || !(size >= least && size <= most) {
		return 0
	}
	return size
}

// Maximised returns the part that has the full height, "" for none.
func (s *Split) Maximised() string { return s.maximised }

// Maximise gives a part the full height. If it already has it, both parts are shown again.
func (s *Split) Maximise(part string) {
	if s.maximised == part {
		part = ""
	}
	s.maximised = part
}

// ToggleMaximised gives the views the full height. If any part has it, both parts are shown again.
func (s *Split) ToggleMaximised() {
	if s.maximised == "" {
		s.maximised = ViewsPart
	} else {
		s.maximised = ""
	}
}

// ShowPart shows a part that the other one hides. It returns false if the part was visible.
func (s *Split) ShowPart(part string) bool {
	if s.maximised == "" || s.maximised == part {
		return false
	}
	s.maximised = ""
	return true
}

// Style returns the layout as CSS custom properties.
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

// pixels returns a position of the pointer.
func pixels(event vugu.DOMEvent, name string) message.CSS {
	return message.CSS(event.PropFloat64(name))
}

// Held reports whether a divider is being dragged.
func (s *Split) Held() bool { return s.held != "" }

// doubleClick is the most time between the presses of a double click, in ms.
const doubleClick = 500

// HoldTimeline starts to drag the divider below the timeline; now is the timeline's height. The browser fires
// no double-click event here, because the shield over the page gets the second press.
func (s *Split) HoldTimeline(now message.CSS, event vugu.DOMEvent) {
	if s.IsDoubleClick(event) {
		return
	}
	s.pressed = event.PropFloat64("timeStamp")
	s.held, s.start, s.from = "timeline", pixels(event, "clientY"), s.Timeline(now)
}

// IsDoubleClick handles a press on the divider or on the shield. If it completes a double click, it toggles the
// maximised part and returns true.
func (s *Split) IsDoubleClick(event vugu.DOMEvent) bool {
	if s.pressed <= 0 || event.PropFloat64("timeStamp")-s.pressed >= doubleClick || pixels(event, "clientY") != s.start {
		return false
	}
	s.pressed, s.held = 0, ""
	s.ToggleMaximised()
	return true
}

// HoldDetails starts to drag the divider next to the details.
func (s *Split) HoldDetails(event vugu.DOMEvent) {
	s.pressed = 0
	s.held, s.start, s.from = "details", pixels(event, "clientX"), s.Details()
}

// Move follows the pointer. It ends the drag if the button was released outside the window.
func (s *Split) Move(event vugu.DOMEvent) {
	if s.held == "" {
		return
	}
	if event.PropFloat64("buttons") == 0 {
		s.Release()
		return
	}
	if s.held == "timeline" {
		if by := pixels(event, "clientY") - s.start; by != 0 {
			s.maximised = ""
			s.set(s.held, s.from+by)
		}
	} else {
		s.set(s.held, s.from-pixels(event, "clientX")+s.start)
	}
}

// Release ends the drag and stores the layout for the next visit.
func (s *Split) Release() {
	s.held = ""
	s.keep()
}

func (s *Split) keep() {
	s.host.Remember("timeline", strconv.Itoa(int(s.timeline)))
	s.host.Remember("details", strconv.Itoa(int(s.details)))
}

func (s *Split) set(which string, v message.CSS) {
	if which == "timeline" {
		s.timeline = min(max(v, leastTimeline), mostTimeline)
	} else {
		s.details = min(max(v, leastDetails), mostDetails)
	}
}

// Timeline returns the timeline's height; now is the height of its canvas.
func (s *Split) Timeline(now message.CSS) message.CSS {
	if s.timeline > 0 {
		return s.timeline
	}
	return max(now, leastTimeline)
}

// Details returns the width of the details.
func (s *Split) Details() message.CSS {
	if s.details > 0 {
		return s.details
	}
	return usualDetails
}

// Key moves the focused divider; now is the height of the timeline's canvas.
func (s *Split) Key(k canvas.Key, now message.CSS) bool {
	switch k.Focus + " " + k.Name {
	case "split-timeline ArrowUp":
		s.set("timeline", s.Timeline(now)-16)
	case "split-timeline ArrowDown":
		s.set("timeline", s.Timeline(now)+16)
	case "split-timeline Enter":
		s.ToggleMaximised()
	case "split-details ArrowLeft", "split-stack ArrowLeft":
		s.set("details", s.Details()+16)
	case "split-details ArrowRight", "split-stack ArrowRight":
		s.set("details", s.Details()-16)
	default:
		return strings.HasPrefix(k.Focus, "split-") && strings.HasPrefix(k.Name, "Arrow") // a divider uses all arrow keys
	}
	s.keep()
	return true
}
