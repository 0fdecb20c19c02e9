package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
)

// threads is the table of threads; it is also the timeline's twin for keyboard and
// screen reader.
type threads struct {
	window
	query  query
	reply  []message.Thread
	cursor int
	column threadColumn
	up     bool
}

type threadColumn uint8

const (
	threadByBusy threadColumn = iota
	threadByName
	threadByID
	threadByRecords
	threadByCalls
	threadByDepth
	threadByFirst
)

// sorted are the threads as the table lists them.
func (t *threads) sorted(clock message.Clock) []message.Thread {
	list := slices.Clone(t.reply)
	slices.SortStableFunc(list, func(a, b message.Thread) int {
		d := 0
		switch t.column {
		case threadByName:
			d = -strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		case threadByID:
			d = -cmp.Compare(a.ID, b.ID)
		case threadByRecords:
			d = cmp.Compare(a.Records, b.Records)
		case threadByCalls:
			d = cmp.Compare(a.Calls, b.Calls)
		case threadByDepth:
			d = cmp.Compare(a.MaxDepth, b.MaxDepth)
		case threadByFirst:
			d = -cmp.Compare(a.From, b.From)
		default:
			d = cmp.Compare(a.Busy[clock], b.Busy[clock])
		}
		if t.up {
			return d
		}
		return -d
	})
	return list
}

func (t *threads) sortBy(column threadColumn) {
	if t.column == column {
		t.up = !t.up
		return
	}
	t.column, t.up = column, false
}

// A threadLine is a thread's row in the page.
type threadLine struct {
	Thread            message.Thread
	ID, Class         string
	Index             int
	Counted, Hidden   bool
	Collapsed, Alone  bool
	Figures           vugu.HTML // cells of our own making
	Name, Note, Style string
}

func (c *App) threadLines() []threadLine {
	list := c.threads.sorted(c.sel.Clock)
	c.threads.Total = len(list)
	first, n := c.threads.window.rows()
	most := int64(1)
	for i := range list {
		most = max(most, list[i].Busy[c.sel.Clock])
	}
	var all []threadLine
	for i := first; i < min(first+n, len(list)); i++ {
		t := list[i]
		l := threadLine{
			Thread: t, Index: i, ID: "threads-" + strconv.Itoa(i), Class: "row thread",
			Name: clipped(t.Name), Note: clipped(t.Notes),
			Counted: c.sel.counts(t.Index), Hidden: slices.Contains(c.timeline.hidden, t.Index),
			Collapsed: slices.Contains(c.timeline.collapsed, t.Index),
			Alone:     len(c.sel.Threads) == 1 && c.sel.Threads[0] == t.Index,
			Style:     "--share:" + strconv.FormatFloat(float64(t.Busy[c.sel.Clock])/float64(most), 'f', 4, 64),
		}
		if i == c.threads.cursor {
			l.Class += " cursor"
		}
		if l.Hidden {
			l.Class += " off"
		}
		figures := []string{strconv.FormatUint(uint64(t.ID), 10), count(t.Records), count(t.Calls), strconv.Itoa(t.MaxDepth)}
		for _, clock := range c.columnClocks() {
			figures = append(figures, duration(t.Busy[clock]))
		}
		for _, figure := range append(figures, duration(t.From), duration(t.To)) {
			l.Figures += vugu.HTML(cell("num", figure))
		}
		all = append(all, l)
	}
	return all
}

// A threadHead heads a column of the table of threads.
type threadHead struct {
	Title string
	By    threadColumn
}

func (c *App) threadHeads() []threadHead {
	calls := "Calls"
	if c.trace != nil && c.trace.Sampled {
		calls = "Times seen"
	}
	heads := []threadHead{{"ID", threadByID}, {"Records", threadByRecords}, {calls, threadByCalls}, {"Depth", threadByDepth}}
	for _, clock := range c.columnClocks() {
		heads = append(heads, threadHead{clockName(clock) + " busy", threadByBusy})
	}
	return append(heads, threadHead{"First", threadByFirst}, threadHead{"Last", threadByFirst})
}

// threadAct does what a button of a thread's row is for.
func (c *App) threadAct(l threadLine, what string) {
	c.threads.cursor = l.Index
	switch what {
	case "count":
		c.sel.toggleThread(l.Thread.Index, c.trace.Threads)
	case "hide":
		c.toggleHidden(l.Thread.Index)
	case "collapse":
		c.toggleCollapsed(l.Thread.Index)
	case "only":
		c.sel.onlyThread(l.Thread.Index)
	}
}

func (t *threads) press(c *App, key Key) bool {
	list := t.sorted(c.sel.Clock)
	if t.cursor >= len(list) {
		return false
	}
	thread := list[t.cursor].Index
	switch key.Name {
	case "ArrowDown":
		t.cursor = min(t.cursor+1, len(list)-1)
	case "ArrowUp":
		t.cursor = max(t.cursor-1, 0)
	case "Home":
		t.cursor = 0
	case "End":
		t.cursor = len(list) - 1
	case " ":
		c.sel.toggleThread(thread, c.trace.Threads)
	case "Enter":
		c.sel.onlyThread(thread)
	case "h":
		c.toggleHidden(thread)
	case "c":
		c.toggleCollapsed(thread)
	default:
		return false
	}
	if top, moved := t.reach(t.cursor); moved {
		t.Top = top
		c.host.ScrollTo("threads", top)
	}
	return true
}

// stepThread goes to the first call of the timeline's next thread, or of the one before.
func (c *App) stepThread(by int) {
	list := slices.DeleteFunc(slices.Clone(c.trace.Drawn[c.timeline.sort]), func(t uint32) bool { return slices.Contains(c.timeline.hidden, t) })
	if len(list) == 0 {
		return
	}
	at := -1
	if c.sel.HasCall {
		at = slices.Index(list, c.sel.Call.Thread)
	} else if by < 0 {
		at = 0
	}
	c.askFirst(list[(at+by+len(list))%len(list)])
}
