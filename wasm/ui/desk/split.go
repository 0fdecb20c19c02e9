package desk

import (
	"strconv"
	"strings"

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
	pressed           float64 // ms, when the divider below the timeline was
	maximised         string  // the part that has all the height, "" for none
}

// The parts of the page between which the height is divided, by name.
const (
	TimelinePart = "timeline"
	ViewsPart    = "views"
)

const (
	leastTimeline, mostTimeline = 96, 1600
	leastDetails, mostDetails   = 220, 900
	usualDetails                = 320
)

// recall takes the division of the last visit.
func (s *Split) recall(host Host) {
	s.host = host
	s.timeline = recalledSize(host, "timeline", leastTimeline, mostTimeline)
	s.details = recalledSize(host, "details", leastDetails, mostDetails)
	s.maximised = ""
	if part := host.Recall("whole"); part == TimelinePart || part == ViewsPart {
		s.maximised = part
	}
}

// recalledSize is a remembered size in CSS pixels, 0 for a text that no drag can have left.
func recalledSize(host Host, key string, least, most float64) float64 {
	size, err := strconv.ParseFloat(host.Recall(key), 64)
	if err != nil || !(size >= least && size <= most) {
		return 0
	}
	return size
}

// Maximised is the part that has all the height, "" for none.
func (s *Split) Maximised() string { return s.maximised }

// Maximise gives a part all the height; if it has that already, both have theirs again.
func (s *Split) Maximise(part string) {
	if s.maximised == part {
		part = ""
	}
	s.maximised = part
	s.keep()
}

// ToggleMaximised gives the views all the height, or back to the timeline what had been taken of either.
func (s *Split) ToggleMaximised() {
	if s.maximised == "" {
		s.maximised = ViewsPart
	} else {
		s.maximised = ""
	}
	s.keep()
}

// ShowPart shows a part, if the other one has all the height; false if it was shown already.
func (s *Split) ShowPart(part string) bool {
	if s.maximised == "" || s.maximised == part {
		return false
	}
	s.maximised = ""
	s.keep()
	return true
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

// doubleClick is within how many ms a second press is a double click.
const doubleClick = 500

// HoldTimeline begins a drag of the divider below the timeline, which is now so high. Of a double
// click the browser does not tell: the shield over the page takes half of it.
func (s *Split) HoldTimeline(now float64, event vugu.DOMEvent) {
	if s.IsDoubleClick(event) {
		return
	}
	s.pressed = event.PropFloat64("timeStamp")
	s.held, s.start, s.from = "timeline", event.PropFloat64("clientY"), s.Timeline(now)
}

// IsDoubleClick takes a press, on the divider or on the shield over it, that makes a double click of the one
// before; false for another.
func (s *Split) IsDoubleClick(event vugu.DOMEvent) bool {
	if s.pressed <= 0 || event.PropFloat64("timeStamp")-s.pressed >= doubleClick || event.PropFloat64("clientY") != s.start {
		return false
	}
	s.pressed, s.held = 0, ""
	s.ToggleMaximised()
	return true
}

// HoldDetails begins a drag of the divider beside the details.
func (s *Split) HoldDetails(event vugu.DOMEvent) {
	s.pressed = 0
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
		if by := event.PropFloat64("clientY") - s.start; by != 0 {
			s.maximised = ""
			s.set(s.held, s.from+by)
		}
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
	s.host.Remember("whole", s.maximised)
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
	case "split-timeline Enter":
		s.ToggleMaximised()
	case "split-details ArrowLeft", "split-stack ArrowLeft":
		s.set("details", s.Details()+16)
	case "split-details ArrowRight", "split-stack ArrowRight":
		s.set("details", s.Details()-16)
	default:
		return strings.HasPrefix(k.Focus, "split-") && strings.HasPrefix(k.Name, "Arrow") // it goes nowhere else
	}
	s.keep()
	return true
}
