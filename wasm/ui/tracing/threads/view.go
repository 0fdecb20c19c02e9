// Package threads is the view of a trace's threads as a table. You can sort, select, collapse and hide threads
// in it. It gives keyboard and screen reader users access to the timeline's threads.
package threads

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vugu/vugu"

	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/steps"
	"traceglass/wasm/ui/viewstate"
)

// A View is the table and the component of its panel. The desk stores the selected and hidden threads.
type View struct {
	room.NoView
	list.Box
	desk  *desk.Desk
	query ask.Query[*message.Threads]
	known []message.Thread // with their figures over the scope
	by    column
	up    bool
	sync  viewstate.Sync

	heads []head
	lines []line
	rows  list.Rows[line]
}

type column uint8

const (
	byBusy column = iota
	byName
	byID
	byRecords
	byCalls
	byDepth
	byFirst
)

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	return &View{Box: list.Box{Name: "threads"}, desk: d, sync: viewstate.Sync{View: "threads"}}
}

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	box := v.Box
	box.Reset()
	box.Cursor = 0
	*v = View{Box: box, desk: v.desk, rows: v.rows, sync: v.sync}
	v.sync.Open(&v.desk.ViewStates, &v.desk.Names)
	if t := v.desk.Trace; t != nil {
		v.known = t.Threads
	}
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "threads", Name: "Threads"} }

// RequestData requests the threads' figures over the scope.
func (v *View) RequestData() {
	if l, ok := v.sync.Requested(); ok {
		by := l.Numbers("s", 2, uint64(byFirst))
		v.by, v.up = column(by[0]), by[1] == 1
	}
	v.sync.Report(&v.desk.Line, message.Hashes{}, nil, func(func(...uint32) []string) (l viewstate.State) {
		up := "0"
		if v.up {
			up = "1"
		}
		if v.up || v.by != byBusy {
			l = l.With("s", strconv.Itoa(int(v.by)), up)
		}
		return l
	})
	v.query.Want(&v.desk.Line, &message.ThreadRows{Scope: v.desk.Scope()}, func(m *message.Threads) { v.known = m.Threads })
}

// Status describes the table. A full bar is the time of the busiest thread.
func (v *View) Status() room.Status {
	s := room.Status{Rows: v.RangeText(), OwnTotal: true}
	if len(v.known) == 0 {
		return s
	}
	clock := v.desk.Clock
	most := slices.MaxFunc(v.known, func(a, b message.Thread) int { return cmp.Compare(a.Busy[clock], b.Busy[clock]) })
	s.Total = words.Say("longest bar = {1} on {2}", v.desk.Figure(most.Busy[clock], clock), words.Clip(most.Name))
	return s
}

// Sized stores the scroll offset and height of the table.
func (v *View) Sized(box string, top, height float64) bool { return v.Box.Sized(box, top, height) }

// sorted returns the threads in the table's order.
func (v *View) sorted() []message.Thread {
	clock := v.desk.Clock
	return list.Sorted(v.known, func(a, b *message.Thread) int {
		d := 0
		switch v.by {
		case byName:
			d = -strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		case byID:
			d = -cmp.Compare(a.ID, b.ID)
		case byRecords:
			d = cmp.Compare(a.Records, b.Records)
		case byCalls:
			d = cmp.Compare(a.Calls, b.Calls)
		case byDepth:
			d = cmp.Compare(a.MaxDepth, b.MaxDepth)
		case byFirst:
			d = -cmp.Compare(a.From, b.From)
		default:
			d = cmp.Compare(a.Busy[clock], b.Busy[clock])
		}
		if v.up {
			return d
		}
		return -d
	})
}

func (v *View) sortBy(by column) {
	if v.by == by {
		v.up = !v.up
		return
	}
	v.by, v.up = by, false
}

// Key acts on the thread under the cursor, or moves the cursor. It reports whether it handled the key.
func (v *View) Key(k canvas.Key) bool {
	d, all := v.desk, v.sorted()
	v.Total = len(all)
	if v.Cursor >= len(all) || !v.Focused(k) {
		return false
	}
	switch thread := all[v.Cursor].Index; k.Name {
	case " ":
		d.ToggleThread(thread)
	case "Enter":
		d.OnlyThread(thread)
	case "h":
		d.ToggleHidden(thread)
	case "c":
		d.ToggleCollapsed(thread)
	default:
		return v.Box.Key(d.Host, k)
	}
	return true
}

// Menu opens the menu of a thread's row, or of the focused row.
func (v *View) Menu(id string, at desk.Place) bool {
	stem, index := node.CutNumber(id)
	if id == v.Name+"-rows" {
		stem, index = v.Name, v.Cursor
	}
	all := v.sorted()
	if stem != v.Name || index < 0 || index >= len(all) {
		return false
	}
	t := &all[index]
	row := words.Plain(strings.Join(append([]string{words.Clip(t.Name)}, v.figures(t)...), "\t"))
	count := words.T("Exclude it from the figures")
	if !v.desk.Counts(t.Index) {
		count = words.T("Include it in the figures")
	}
	thread := t.Index
	menus.OpenThread(v.desk, thread, desk.Menu{
		At: at, Element: v.RowID(index), ReturnFocus: v.Name + "-rows",
		Items: []desk.Command{
			{Name: words.T("Go to its first call"), Do: func() { v.desk.Split.ShowPart(desk.TimelinePart); steps.To(v.desk, thread) }},
			{Name: count, Keys: "Space", Do: func() { v.desk.ToggleThread(thread) }},
		},
		Last: []desk.Command{{Name: words.T("Copy row"), Do: func() { v.desk.Copy(row) }}},
	})
	return true
}

// A line is a thread's row in the page.
type line struct {
	Index            int
	ID, Class        string
	Thread           uint32
	Counted, Hidden  bool
	Collapsed, Alone bool
	Figures          vugu.HTML // cells that this package formats
	Name, End, Note  string    // End is the part after the cut of a long name
	Style            string
}

// A head is the head of a column of figures.
type head struct {
	Title string
	By    column
	Clock message.Clock // for byBusy
	Last  bool          // the time of the last record; the table does not sort by it
}

// note explains a column whose figures differ from those of the other views.
func (h *head) note() string {
	if h.By == byBusy {
		return words.T("Time in calls by this clock, including idle waits")
	}
	return ""
}

// collapses and hides return the names of the row's buttons in their current state.
func (l *line) collapses() string {
	if l.Collapsed {
		return words.T("expand")
	}
	return words.T("collapse")
}

func (l *line) hides() string {
	if l.Hidden {
		return words.T("show")
	}
	return words.T("hide")
}

// Compute lays out the visible rows. It clears them while the panel is hidden.
func (v *View) Compute() {
	v.lines, v.heads = nil, nil
	if v.shown() {
		v.heads = v.columns()
		v.lines = v.window()
	}
}

func (v *View) open() bool { return v.desk.Tab == v.Tab().ID }

func (v *View) shown() bool { return v.open() && v.desk.RenderStep == desk.WholePage }

func (v *View) columns() []head {
	calls := words.T("Calls")
	if v.desk.Trace.Sampled {
		calls = words.T("Times seen")
	}
	records := words.T("Records")
	if len(v.desk.Measures()) > 0 {
		records = words.T("Samples")
	}
	all := []head{{Title: "ID", By: byID}}
	if !v.desk.Ranged() {
		all = append(all, head{Title: records, By: byRecords})
	}
	all = append(all, head{Title: calls, By: byCalls}, head{Title: words.T("Depth"), By: byDepth})
	for _, clock := range v.desk.ColumnClocks() {
		all = append(all, head{Title: v.desk.BusyName(clock), By: byBusy, Clock: clock})
	}
	if v.desk.Ranged() {
		return all
	}
	return append(all, head{Title: words.T("First"), By: byFirst}, head{Title: words.T("Last"), By: byFirst, Last: true})
}

// figures returns the cells of a thread, one for each head. The table of a range has no columns about the
// whole trace, so that all figures have the same base.
func (v *View) figures(t *message.Thread) []string {
	d := v.desk
	all := []string{strconv.FormatUint(uint64(t.ID), 10)}
	if !d.Ranged() {
		all = append(all, words.Count(t.Records))
	}
	all = append(all, words.Count(t.Calls), strconv.Itoa(t.MaxDepth))
	for _, clock := range d.ColumnClocks() {
		all = append(all, d.Figure(t.Busy[clock], clock))
	}
	if d.Ranged() {
		return all
	}
	return append(all, words.Duration(t.From), words.Duration(t.To))
}

// base says which range the figures are of, "" for the whole trace.
func (v *View) base() string {
	if !v.desk.Ranged() {
		return ""
	}
	return words.Say("Figures in {1}", v.desk.RangeText())
}

func (v *View) window() []line {
	d, all := v.desk, v.sorted()
	v.Total = len(all)
	first, n := v.Window()
	most := int64(1)
	for i := range all {
		most = max(most, all[i].Busy[d.Clock])
	}
	var lines []line
	for i := first; i < min(first+n, len(all)); i++ {
		t := &all[i]
		l := line{
			Index: i, ID: v.RowID(i), Class: "row thread", Thread: t.Index,
			Note:    cmp.Or(words.Clip(t.Notes), tell.MachineThread(t.Name)),
			Counted: d.Counts(t.Index), Hidden: slices.Contains(d.Hidden, t.Index),
			Collapsed: slices.Contains(d.Collapsed, t.Index),
			Alone:     d.Alone(t.Index),
			Style:     "--share:" + strconv.FormatFloat(float64(t.Busy[d.Clock])/float64(most), 'f', 4, 64),
		}
		l.Name, l.End = words.SplitName(words.Clip(t.Name))
		if i == v.Cursor {
			l.Class += " cursor"
		}
		if l.Hidden {
			l.Class += " off"
		}
		for i, figure := range v.figures(t) {
			class := "num"
			if h := &v.heads[i]; h.By == byBusy && h.Clock == d.Clock {
				class = "num busy" // has the bar
			}
			l.Figures += grid.Cell(class, figure)
		}
		lines = append(lines, l)
	}
	return lines
}

// changedRows returns the visible rows if they differ from those in the browser.
func (v *View) changedRows() []line { return list.Changed(&v.rows, v.lines, line{Class: "none"}) }

// first returns the first visible row, -1 for none.
func (v *View) first() int {
	if len(v.lines) == 0 {
		return -1
	}
	return v.lines[0].Index
}

// clicked handles a click, by the element's ID: a row, or a button in a row, such as "threads-3-hide".
func (v *View) clicked(event vugu.DOMEvent) {
	id, _ := strings.CutPrefix(event.PropString("target", "id"), v.Name+"-")
	row, what, _ := strings.Cut(id, "-")
	index, err := strconv.Atoi(row)
	at := slices.IndexFunc(v.lines, func(l line) bool { return l.Index == index })
	if err != nil || at < 0 {
		return
	}
	v.Cursor = index
	d, thread := v.desk, v.lines[at].Thread
	switch what {
	case "count":
		d.ToggleThread(thread)
	case "hide":
		d.ToggleHidden(thread)
	case "collapse":
		d.ToggleCollapsed(thread)
	case "only":
		d.OnlyThread(thread)
	}
}

func (v *View) buttons() *bar.Row {
	d := v.desk
	return bar.Of(
		bar.Button{ID: "threads-all", Name: words.T("Sum over all"), Disabled: len(d.Threads) == 0, Do: d.ClearThreads},
		bar.Button{ID: "threads-show", Name: words.T("Show all"), Disabled: len(d.Hidden) == 0, Do: d.ShowHidden},
	)
}

// style returns the widths of the columns. Figures are as wide as the largest of their column, or as the longest word of its
// title. Names get the rest.
func (v *View) style() string {
	var most message.Thread
	for i := range v.known {
		t := &v.known[i]
		most.ID, most.Records, most.Calls = max(most.ID, t.ID), max(most.Records, t.Records), max(most.Calls, t.Calls)
		most.MaxDepth = max(most.MaxDepth, t.MaxDepth)
		for clock := range most.Busy {
			most.Busy[clock] = max(most.Busy[clock], t.Busy[clock])
		}
	}
	columns, least := "84px minmax(var(--name-min),1fr)", ""
	for i, figure := range v.figures(&most) {
		letters := utf8.RuneCountInString(figure)
		if h := &v.heads[i]; h.By == byFirst || h.By == byBusy && !v.desk.Counted(h.Clock) {
			letters = max(letters, durationLetters)
		}
		width := fmt.Sprintf(" var(--figure,calc(%dpx + var(--apart)))", max(letters*digitWidth, titleWidth(v.heads[i].Title)))
		columns += width
		least += " +" + width
	}
	return fmt.Sprintf("--columns:%s 112px;--least:calc(208px + var(--name-min)%s)", columns, least)
}

const (
	durationLetters = 8 // of the longest usual one: 937.7 ms
	digitWidth      = 8 // in CSS pixels
	letterWidth     = 7 // of a title, which is smaller
	wideWidth       = 12
	arrowWidth      = 10 // of the mark of the order
)

// titleWidth estimates the width of a title in two lines. It breaks between words, and between any Chinese letters.
func titleWidth(title string) int {
	width := 0
	for word := range strings.FieldsSeq(title) {
		narrow, wide := 0, 0
		for _, r := range word {
			if r < 0x2e80 {
				narrow++
			} else {
				wide++
			}
		}
		width = max(width, narrow*letterWidth+(wide+1)/2*wideWidth)
	}
	return width + arrowWidth
}

// sorting returns a column's aria-sort value.
func (v *View) sorting(h head) string {
	if v.by != h.By || h.Last || h.By == byBusy && h.Clock != v.desk.Clock {
		return "none"
	}
	natural := h.By == byName || h.By == byID || h.By == byFirst
	if v.up != natural {
		return "ascending"
	}
	return "descending"
}

func (v *View) sortID(i int) string { return node.ID("threads-sort", i) }
