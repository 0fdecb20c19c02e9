package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"
)

// ThreadTable is the panel of threads: the timeline's twin for keyboard and screen reader.
type ThreadTable struct {
	App   *App
	lines []threadLine
	heads []threadHead
	drawn []threadLine // as the browser has them; see Grid
	fresh bool
}

// Compute lays out the rows in the page; there are none while the panel is hidden.
func (c *ThreadTable) Compute() {
	c.lines, c.heads = nil, nil
	if !c.shown() {
		return
	}
	c.lines, c.heads = c.App.threadLines(), c.App.threadHeads()
	c.fresh = !slices.Equal(c.lines, c.drawn)
	c.drawn = c.lines
}

func (c *ThreadTable) shown() bool { return c.App.frames == wholePage && c.App.view == threadsView }

// rows are the rows, if they differ from what the browser has.
func (c *ThreadTable) rows() []threadLine {
	if !c.fresh {
		return nil
	}
	return c.lines
}

// clicked finds what was clicked by its id: "threads-3-hide", "threads-3".
func (c *ThreadTable) clicked(event vugu.DOMEvent) {
	id, _ := strings.CutPrefix(event.PropString("target", "id"), "threads-")
	row, what, _ := strings.Cut(id, "-")
	if index, err := strconv.Atoi(row); err == nil {
		for _, l := range c.lines {
			if l.Index == index {
				c.App.threadAct(l, what)
			}
		}
	}
}

func (c *ThreadTable) style() string {
	columns := "96px minmax(var(--name-min),1fr)"
	var narrow, wide int
	for _, h := range c.heads {
		if h.By == threadByID || h.By == threadByDepth {
			columns += " var(--pct)"
			narrow++
		} else {
			columns += " var(--num)"
			wide++
		}
	}
	return fmt.Sprintf("--columns:%s 128px;--least:calc(236px + var(--name-min) + %d*var(--pct) + %d*var(--num))", columns, narrow, wide)
}

func (c *ThreadTable) contentStyle() string {
	return "height:" + strconv.Itoa(int(c.App.threads.content())) + "px"
}

func (c *ThreadTable) rowsStyle() string {
	if len(c.lines) == 0 {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(c.App.threads.y(c.lines[0].Index))) + "px)"
}

func (c *ThreadTable) sorted(by threadColumn, title string) string {
	t := &c.App.threads
	if t.column != by || title == "Last" || by == threadByBusy && title != clockName(c.App.sel.Clock)+" busy" {
		return "none"
	}
	natural := by == threadByName || by == threadByID || by == threadByFirst
	if t.up != natural {
		return "ascending"
	}
	return "descending"
}

func (c *ThreadTable) active() any {
	if id := active("threads", c.App.threads.cursor); id != "" {
		return id
	}
	return nil
}
