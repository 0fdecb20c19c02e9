// Package running is the room of many runs: two groups of traces, A, the base, and B. It shows their significant
// differences.
package running

import (
	"slices"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A Room is the table of significant differences, and the component of the room.
type Room struct {
	room.Shell
	grid.Sheet
	groups
	part
	page *desk.Page
	do   desk.RunActions

	clock     message.Clock
	exclusive bool
	text      search

	compare   ask.Query[*message.RunsCompared]
	about     *message.RunsCompared // nil until the reply arrives
	asked     int                   // number of requested comparisons
	answered  int                   // number of the last reply
	query     ask.Query[*message.RunDifferences]
	rows      *message.RunDifferences
	shownList listing
	reported  string // the state of the room on the page
	file      ask.Query[*message.File]
}

// A listing identifies the contents of the table. Another one starts at the top.
type listing struct {
	asked int
	text  string
}

// New returns the room.
func New(page *desk.Page) *Room {
	r := &Room{page: page, exclusive: true, Sheet: grid.Sheet{Box: list.Box{Name: "runs"}, Role: "grid"}}
	r.Entered = func(vugu.DOMEvent) {}
	r.Forget()
	return r
}

// Forget closes the runs. It keeps the compared figure, and the groups in case the same runs open again.
func (r *Room) Forget() {
	r.Reset()
	for i, run := range r.runs {
		r.place(run, r.of[i])
	}
	*r = Room{Shell: r.Shell, page: r.page, clock: r.clock, exclusive: r.exclusive, groups: groups{placed: r.placed}, Sheet: r.Sheet}
	r.page.CompareLine.Forget()
	r.page.Changes = ""
	r.Clicked = func(event vugu.DOMEvent) {
		node.Routes{r.Name: func(n int) { r.Cursor = min(n, r.Total-1) }}.Dispatch(event)
	}
}

// Open shows runs. The same runs as before stay in their groups.
func (r *Room) Open(m *message.Runs, do desk.RunActions) {
	r.Forget()
	r.do, r.hasGroups, r.scope = do, m.Parted, m.Part
	again := !slices.ContainsFunc(m.Runs, func(run message.Run) bool { return run.Why == "" && r.placeOf(run) < 0 })
	if !again {
		r.placed = nil
	}
	for _, run := range m.Runs {
		if run.Why != "" {
			r.failed = append(r.failed, run)
			continue
		}
		group := min(run.Group, out)
		if again {
			group, r.hasGroups = r.placed[r.placeOf(run)].group, true
		}
		r.runs, r.of = append(r.runs, run), append(r.of, group)
	}
	names := make([]string, len(m.Runs))
	for i := range m.Runs {
		names[i] = m.Runs[i].Name
	}
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			r.common = append(r.common, names[i])
		}
	}
	r.typed[2] = m.Part.Anchor
	for i, ns := range [...]int64{m.Part.From, m.Part.To} {
		if ns > 0 {
			r.typed[i] = words.InstantText(ns)
		}
	}
}

// ready reports whether there are differences to show.
func (r *Room) ready() bool { return r.about != nil && r.about.Refusal == "" && r.answered == r.asked }

// RequestData requests the comparison, then the rows.
func (r *Room) RequestData() {
	if !r.syncPage() {
		return
	}
	turn := r.asked + 1
	if r.compare.Want(&r.page.CompareLine, &message.CompareRuns{Groups: r.of, Clock: r.clock, Exclusive: r.exclusive}, func(m *message.RunsCompared) {
		if turn == r.asked { // an older reply may have another clock
			r.about, r.clock, r.answered = m, m.Clock, turn
		}
	}) {
		r.asked++
		r.query.Invalidate()
	}
	if !r.ready() {
		return
	}
	if now := (listing{r.asked, string(r.text)}); r.shownList != now {
		r.shownList, r.Cursor = now, -1
		r.ScrollTo(r.page.Host, 0)
	}
	first, n := r.Wanted()
	r.query.Want(&r.page.CompareLine, &message.RunRows{Text: string(r.text), First: first, Count: n}, func(m *message.RunDifferences) {
		r.rows, r.Total = m, m.Total
		r.ClampCursor()
	})
}
