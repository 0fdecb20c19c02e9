package ui

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// Details is the panel about the selected call and the selected method.
type Details struct {
	App   *App
	drawn subject // as the browser has it; see Grid
	fresh bool
}

// A subject is all that the panel depends on.
type subject struct {
	stage  stage
	method uint32
	call   *message.Call
	about  *message.Method
	names  int
	colour message.Colour
	whole  bool
	clock  message.Clock
	scope  string
}

// Compute sees whether there is anything new to show.
func (c *Details) Compute() {
	now := subject{stage: c.App.stage, names: -1}
	if c.App.tracing() {
		now = subject{
			c.App.stage, c.App.sel.Method, c.call(), c.App.details.about, c.App.names.learned,
			c.App.colour, c.App.details.whole, c.App.sel.Clock, c.App.scopeText(),
		}
	}
	c.fresh = now != c.drawn
	c.drawn = now
}

// clicked finds what was clicked by its id: a frame of the path, one of the longest
// calls, or a step to another call.
func (c *Details) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	what, number, _ := strings.Cut(id, "-")
	n, err := strconv.Atoi(number)
	switch {
	case id == "details-previous":
		c.App.stepCall(true)
	case id == "details-next":
		c.App.stepCall(false)
	case err != nil:
	case what == "path" && c.call() != nil && n < len(c.path()):
		c.step(c.path()[n])
	case what == "longest" && c.App.details.about != nil && n < len(c.App.details.about.Longest):
		c.App.jump(c.App.details.about.Longest[n].Call, c.App.sel.Method)
	}
}

func (c *Details) first() string {
	first, _ := c.App.names.parts(c.App.sel.Method)
	return first
}

func (c *Details) last() string {
	_, last := c.App.names.parts(c.App.sel.Method)
	return last
}

func (c *Details) hue() string {
	return "--hue:" + slotColour(c.App.names.slot(c.App.sel.Method, c.App.colour))
}

// call is the selected call, nil while its figures are not known.
func (c *Details) call() *message.Call {
	if !c.App.sel.HasCall {
		return nil
	}
	return c.App.details.shown
}

func (c *Details) chosen(ref message.CallRef) bool {
	return c.App.sel.HasCall && c.App.sel.Call == ref
}

// A pathStep is one frame on the way from the root, or the gap that stands for many.
type pathStep struct {
	Frame                           message.Frame
	Gap                             bool
	Class, Style, Name, Time, Title string
}

// mostSteps is how long a path is shown in full.
const mostSteps = 24

// path is the way from the root to the selected call.
func (c *Details) path() []pathStep {
	frames := c.call().Path
	var all []pathStep
	for i, f := range frames {
		if !c.App.details.whole && len(frames) > mostSteps && i >= 4 && i < len(frames)-mostSteps+5 {
			if i == 4 {
				n := int64(len(frames) - mostSteps + 1)
				all = append(all, pathStep{Gap: true, Class: "gap", Name: plural(n, "more", "more") + "…", Title: "Show the whole path"})
			}
			continue
		}
		s := pathStep{
			Frame: f, Name: last(c.App.names.label(f.Method)), Time: duration(f.Inclusive[c.App.sel.Clock]),
			Title: c.App.names.title(f.Method),
			Style: "--hue:" + slotColour(c.App.names.slot(f.Method, c.App.colour)),
		}
		if f.Call == c.App.sel.Call {
			s.Class = "here"
		}
		all = append(all, s)
	}
	return all
}

// step goes to a frame of the path, or shows the whole path.
func (c *Details) step(s pathStep) {
	if s.Gap {
		c.App.details.whole = true
		return
	}
	c.App.jump(s.Frame.Call, s.Frame.Method)
}

func (c *Details) scopeTitle() string {
	if text := c.App.scopeText(); text != "" {
		return "The method in " + text
	}
	return "The method in the whole trace"
}

func (c *Details) spreadTitle() string {
	n, by := c.App.details.about.Count, [...]string{"wall clock", "CPU time", "waiting"}[c.App.sel.Clock]
	if c.App.trace.Sampled {
		return plural(n, "time seen", "times seen") + ", " + by
	}
	return plural(n, "call", "calls") + ", " + by
}

func longestID(i int) string { return "longest-" + strconv.Itoa(i) }

func pathID(i int) string { return "path-" + strconv.Itoa(i) }
