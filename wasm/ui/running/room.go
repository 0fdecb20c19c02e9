// Package running is the room of many runs: two groups of traces of one thing, A, the base, and B, and
// significant differences between them.
package running

import (
	"math"
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// out is the group of runs that are left out.
const out = 2

// A Room says which runs are of which group, and is the component of the table of what differs.
type Room struct {
	room.Shell
	grid.Sheet
	page *desk.Page
	line ask.Line
	do   desk.RunActions

	runs      []message.Run // that were read
	failed    []message.Run // that could not be
	groups    []uint8       // by runs: 0, 1, out
	hasGroups bool          // by themselves, or by hand
	common    []string      // names that several have, sorted
	placed    []placed      // of the runs that were open before, as they were put

	part  message.RunsPart // what of each is compared
	typed [3]string        // in the fields for it: from, to, anchor

	clock     message.Clock
	exclusive bool
	text      string

	compare   ask.Query[*message.RunsCompared]
	about     *message.RunsCompared // nil until it is known
	asked     int                   // comparisons asked for
	answered  int                   // the one that was answered
	query     ask.Query[*message.RunDifferences]
	rows      *message.RunDifferences
	shownList listing
	reported  string // what the page was told last of what is shown
	file      ask.Query[*message.File]
}

// shows is what list the table shows: of another it is shown from its top.
type listing struct {
	asked int
	text  string
}

// A placed run is one in its group.
type placed struct {
	name        string
	file, trace int
	group       uint8
}

// New makes the room.
func New(page *desk.Page) *Room {
	r := &Room{page: page, exclusive: true, Sheet: grid.Sheet{Box: list.Box{Name: "runs"}, Role: "grid"}}
	r.Entered = func(vugu.DOMEvent) {}
	r.Forget()
	return r
}

// Forget drops the runs; by which figure they are compared stays, and how they were put into groups, for when the
// same are opened again.
func (r *Room) Forget() {
	r.Reset()
	for i, run := range r.runs {
		r.place(run, r.groups[i])
	}
	*r = Room{Shell: r.Shell, page: r.page, clock: r.clock, exclusive: r.exclusive, placed: r.placed, Sheet: r.Sheet}
	r.page.Changes = ""
	r.Clicked = func(event vugu.DOMEvent) {
		node.Routes{r.Name: func(n int) { r.Cursor = min(n, r.Total-1) }}.Dispatch(event)
	}
}

// place keeps the group of a run.
func (r *Room) place(run message.Run, group uint8) {
	of := placed{run.Name, run.File, run.Trace, group}
	if i := r.placeOf(run); i >= 0 {
		r.placed[i] = of
	} else {
		r.placed = append(r.placed, of)
	}
}

// placeOf is where a run is among those that were open before, -1 if it was not.
func (r *Room) placeOf(run message.Run) int {
	return slices.IndexFunc(r.placed, func(p placed) bool { return p.name == run.Name && p.file == run.File && p.trace == run.Trace })
}

// Open begins with runs. The same as were open before are in the groups that they were put into.
func (r *Room) Open(m *message.Runs, line ask.Host, do desk.RunActions) {
	r.Forget()
	r.line = ask.Line{Host: line, Failed: r.page.Notify}
	r.do, r.hasGroups, r.part = do, m.Parted, m.Part
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
		r.runs, r.groups = append(r.runs, run), append(r.groups, group)
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

// Receive takes an answer.
func (r *Room) Receive(number uint32, body message.Body) { r.line.Receive(number, body) }

// ready reports whether there is anything to show.
func (r *Room) ready() bool { return r.about != nil && r.about.Refusal == "" && r.answered == r.asked }

// RequestData asks for what is shown and not at hand: the comparison, then the rows.
func (r *Room) RequestData() {
	if r.line.Host == nil {
		return
	}
	if !r.syncPage() {
		return
	}
	turn := r.asked + 1
	if r.compare.Want(&r.line, &message.CompareRuns{Groups: r.groups, Clock: r.clock, Exclusive: r.exclusive}, func(m *message.RunsCompared) {
		if turn == r.asked { // else its clock, which may not be the one wanted now, would be asked for again
			r.about, r.clock, r.answered = m, m.Clock, turn
		}
	}) {
		r.asked++
		r.query.Invalidate()
	}
	if !r.ready() {
		return
	}
	if now := (listing{r.asked, r.text}); r.shownList != now {
		r.shownList, r.Cursor = now, -1
		r.ScrollTo(r.page.Host, 0)
	}
	first, n := r.Wanted()
	r.query.Want(&r.line, &message.RunRows{Text: r.text, First: first, Count: n}, func(m *message.RunDifferences) {
		r.rows, r.Total = m, m.Total
		r.ClampCursor()
	})
}

// A state is what a step of the browser's history has of the room.
type state struct {
	clock     message.Clock
	exclusive bool
	groups    []byte
	part      message.RunsPart
}

func (s *state) code(c *message.Coder) {
	c.U8((*uint8)(&s.clock))
	c.Bool(&s.exclusive)
	c.Bytes(&s.groups)
	c.I64(&s.part.From)
	c.I64(&s.part.To)
	c.String(&s.part.Anchor)
}

// syncPage tells the page what is shown, or shows what a step back had. It is false where another part is read for that.
func (r *Room) syncPage() bool {
	var was state
	if now := r.page.Changes; now != r.reported && message.Read([]byte(now), was.code) == nil {
		r.clock, r.exclusive = was.clock, was.exclusive
		if len(was.groups) == len(r.groups) { // else they are those of another part, in which other runs can be read
			r.groups, r.hasGroups = was.groups, true
		}
		if was.part != r.part {
			r.do.Read(was.part, true)
			return false
		}
	}
	is := state{r.clock, r.exclusive, r.groups, r.part}
	r.reported = string(message.Written(is.code))
	r.page.Changes = r.reported
	return true
}

// ---- What a hand does ----

const findID = "runs-find"

// Key takes a key outside of text fields: the table's, unless something else has the keyboard.
func (r *Room) Key(k canvas.Key) bool {
	return !k.Mod && !k.Alt && (k.Focus == r.Home() || k.Focus == "") && r.Box.Key(r.page.Host, k)
}

// Editing takes a key in a text field.
func (r *Room) Editing(k canvas.Key) bool {
	field := slices.Index(partIDs[:], k.Focus)
	switch {
	case field >= 0 && k.Name == "Enter":
		r.read()
		return true
	case k.Focus != findID && field < 0 || k.Name != "Escape":
		return false
	case field < 0:
		r.text = ""
	}
	r.page.Host.Focus(r.Home())
	return true
}

// Do does a gesture of the keyboard.
func (r *Room) Do(act canvas.Act) bool {
	switch act {
	case canvas.Find:
		r.page.Host.Focus(findID)
	case canvas.NextClock:
		if r.about == nil || len(r.about.Clocks) == 0 {
			return false
		}
		r.clock = r.about.Clocks[(slices.Index(r.about.Clocks, r.clock)+1)%len(r.about.Clocks)]
	case canvas.Back:
		if r.text == "" {
			return false
		}
		r.text = ""
	default:
		return false
	}
	return true
}

// Sized takes what the browser reports of the table's box.
func (r *Room) Sized(box string, top, height float64) bool {
	return box == r.Name && r.Box.Sized(top, height)
}

// clicked does what was clicked.
func (r *Room) clicked(event vugu.DOMEvent) {
	routes := node.Routes{
		"run-open":       func(n int) { r.open(n) },
		"run-out":        func(n int) { r.put(n, out) },
		"run-a":          func(n int) { r.put(n, 0) },
		"run-b":          func(n int) { r.put(n, 1) },
		"runs-swap":      func(int) { r.swap() },
		"runs-read":      func(int) { r.read() },
		"runs-whole":     func(int) { r.do.Read(message.RunsPart{}, false) },
		"runs-exclusive": func(int) { r.exclusive = true },
		"runs-inclusive": func(int) { r.exclusive = false },
		"runs-csv":       func(int) { r.save("csv") },
		"runs-json":      func(int) { r.save("json") },
		"runs-md":        func(int) { r.save("markdown") },
	}
	for clock := range clockIDs {
		routes[clockIDs[clock]] = func(int) { r.clock = message.Clock(clock) }
	}
	routes.Dispatch(event)
}

// changed takes what was typed or ticked.
func (r *Room) changed(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	if field := slices.Index(partIDs[:], id); field >= 0 {
		r.typed[field] = node.Value(event)
	}
	switch id {
	case findID:
		r.text = node.Value(event)
	}
}

// put puts a run into a group.
func (r *Room) put(run int, group uint8) {
	if run >= 0 && run < len(r.groups) {
		r.groups = slices.Clone(r.groups) // the one before is on its way
		r.groups[run], r.hasGroups = group, true
	}
}

// Put is put, of a run that was dragged there.
func (r *Room) Put(run, group int) {
	if group >= 0 && group <= out {
		r.put(run, uint8(group))
	}
}

// swap makes A B, and B A.
func (r *Room) swap() {
	r.groups = slices.Clone(r.groups)
	for i, g := range r.groups {
		if g != out {
			r.groups[i] = 1 - g
		}
	}
}

func (r *Room) open(run int) {
	if run >= 0 && run < len(r.runs) {
		r.do.Show(r.runs[run])
	}
}

// partIDs are the ids of the fields for a part: from, to, anchor.
var partIDs = [...]string{"runs-from", "runs-to", "runs-anchor"}

// read has the part read that was typed.
func (r *Room) read() {
	var ns [2]int64
	for i := range ns {
		if strings.TrimSpace(r.typed[i]) == "" {
			continue
		}
		var ok bool
		if ns[i], ok = words.Instant(r.typed[i]); !ok {
			r.page.Notify(words.Say("“{1}” is not a time. Enter a time such as 1.25s, 300ms or 1250 (ns).", words.Clip(r.typed[i])))
			return
		}
	}
	part := message.RunsPart{From: ns[0], To: ns[1], Anchor: strings.TrimSpace(r.typed[2])}
	switch {
	case part.To > 0 && part.To <= part.From || part.To == 0 && strings.TrimSpace(r.typed[1]) != "":
		r.page.Notify(words.T("The end must be later than the start."))
	case part != r.part:
		r.do.Read(part, false)
	}
}

// partText says what of each run is compared, "" for all of it.
func (r *Room) partText() string {
	p := r.part
	if p.Whole() {
		return ""
	}
	says := words.Text("Comparing each run from {1} on. Calls before the first frame are shown only for whole runs.")
	switch {
	case p.To > 0 && p.Anchor != "":
		says = "Comparing each run from {1} to {2} after its first call of {3}. Calls before the first frame are shown only for whole runs."
	case p.Anchor != "":
		says = "Comparing each run from {1} after its first call of {3}. Calls before the first frame are shown only for whole runs."
	case p.To > 0:
		says = "Comparing each run from {1} to {2}. Calls before the first frame are shown only for whole runs."
	}
	from, to := words.Brief(p.From), ""
	if p.To > 0 {
		from, to = words.Range(p.From, p.To)
	}
	return words.Say(says, from, to, words.Clip(p.Anchor))
}

// save asks for a file of what differs.
func (r *Room) save(format string) {
	if !r.ready() {
		return
	}
	r.file.Ask(&r.line, &message.RunsFile{Format: format}, func(f *message.File) {
		r.page.Host.Save(f)
		r.page.Notify(words.Say("Saved {1}, {2}.", words.Clip(f.Name), words.Size(int64(len(f.Data)))))
	})
}

// Home is the id of what has the keyboard when nothing else has.
func (r *Room) Home() string { return "runs-rows" }

// Commands are those of the palette.
func (r *Room) Commands() []desk.Command {
	return []desk.Command{
		{Name: words.T("Save the changes as CSV"), Do: func() { r.save("csv") }},
		{Name: words.T("Save the changes as JSON"), Do: func() { r.save("json") }},
		{Name: words.T("Save the changes as Markdown"), Do: func() { r.save("markdown") }},
		{Name: words.T("Exchange A and B"), Do: r.swap},
	}
}

// ---- What is shown ----

// clockIDs are the ids of the clocks' buttons.
var clockIDs = [...]string{message.Wall: "runs-wall", message.CPU: "runs-cpu", message.Waiting: "runs-waiting"}

func (r *Room) clocks() []message.Clock {
	if r.about == nil {
		return nil
	}
	return r.about.Clocks
}

func (r *Room) timed() bool { return len(r.clocks()) > 0 }

func (r *Room) clockName(clock message.Clock) string {
	if clock == message.CPU && r.about != nil && r.about.Event != "" {
		return words.ClipTo(r.about.Event, 24)
	}
	return [...]string{words.T("Wall"), words.T("CPU"), words.T("Waiting")}[clock]
}

func (r *Room) time(n int64) string {
	return words.Amount(n, r.clock == message.CPU && r.about != nil && r.about.Event != "")
}

// runsOf lists the runs of a group.
func (r *Room) runsOf(group uint8) (all []int) {
	for i, g := range r.groups {
		if g == group {
			all = append(all, i)
		}
	}
	return all
}

// A member is a run as it is listed.
type member struct {
	Run                    int
	Name, In, Title, Calls string
}

// folder is where a run lies, if others have its name; else "".
func (r *Room) folder(run *message.Run) string {
	if _, ok := slices.BinarySearch(r.common, run.Name); ok {
		return words.Clip(run.In)
	}
	return ""
}

// pathName is a run's name, after where it lies if others have it.
func (r *Room) pathName(run *message.Run) string {
	if in := r.folder(run); in != "" {
		return in + "/" + words.Clip(run.Name)
	}
	return words.Clip(run.Name)
}

func (r *Room) members(group int) (all []member) {
	for _, i := range r.runsOf(uint8(group)) {
		run := &r.runs[i]
		all = append(all, member{Run: i, Name: words.Clip(run.Name), In: r.folder(run), Title: words.Say("Open {1} alone", r.pathName(run)), Calls: words.Seen(run.Calls, r.sampled())})
	}
	return all
}

// failures are the runs that could not be read.
func (r *Room) failures() string {
	var all []string
	for i := range r.failed {
		all = append(all, words.Say("{1}: {2}", r.pathName(&r.failed[i]), words.Filled(r.failed[i].Why).String()))
	}
	if len(all) == 0 {
		return ""
	}
	return words.Say("Not read: {1}", strings.Join(all, " "))
}

// groupTitle says what a group is, and how many runs it has.
func (r *Room) groupTitle(group int) string {
	runs := words.Plural(int64(len(r.runsOf(uint8(group)))), "run", "runs")
	return [...]string{words.Say("A, the base: {1}", runs), words.Say("B: {1}", runs), words.Say("Left out: {1}", runs)}[group]
}

// Facts is the line that says what is open.
func (r *Room) Facts() string {
	return words.Say("{1} of B against {2} of A", words.Plural(int64(len(r.runsOf(1))), "run", "runs"), words.Count(int64(len(r.runsOf(0)))))
}

// Printed is the same.
func (r *Room) Printed() string { return r.Facts() }

// Read says what differs.
func (r *Room) Read() string { return r.summary() }

// Spoken is what a screen reader is told.
func (r *Room) Spoken() string { return r.summary() }

// summary says how many methods differ for certain.
func (r *Room) summary() string {
	if !r.ready() {
		return ""
	}
	d := r.about.Differ
	says := words.Text("Significant differences: calls before the first frame of {1}, calls of {2}, {3} of {4}.")
	if r.sampled() {
		says = "Significant differences: times seen before the first frame of {1}, times seen of {2}, {3} of {4}."
	}
	return words.Say(says,
		words.Plural(int64(d[0]), "method", "methods"), words.Count(int64(d[1])), r.figure(), words.Count(int64(d[2])))
}

// sampled reports whether any run was recorded by sampling: its calls are times seen.
func (r *Room) sampled() bool { return r.about != nil && r.about.Sampled }

// figure is the time that is compared.
func (r *Room) figure() string {
	if r.exclusive {
		return words.T("exclusive time")
	}
	return words.T("inclusive time")
}

// hint says what is to be done first.
func (r *Room) hint() string {
	switch {
	case len(r.runsOf(0)) > 0 && len(r.runsOf(1)) > 0:
		return ""
	case r.hasGroups:
		return words.T("Both groups need a run.")
	}
	return words.T("The names do not show two groups. Move the runs of the new version to B with their arrows, or drag them.")
}

// remarks are what the figures cannot say, or why there are none.
func (r *Room) remarks() string {
	if r.about == nil || r.hint() != "" {
		return ""
	}
	if r.about.Refusal != "" {
		return words.Clip(words.Filled(r.about.Refusal).String())
	}
	var all []string
	for _, one := range r.about.Remarks {
		all = append(all, words.Filled(one).String())
	}
	return words.Clip(strings.Join(all, " "))
}

// power says what so many runs can tell at all.
func (r *Room) power() string {
	if !r.ready() || r.about.Power == "" {
		return ""
	}
	return words.Filled(r.about.Power).String()
}

func (r *Room) tally() string {
	if r.rows == nil || !r.ready() {
		return ""
	}
	return words.Plural(int64(r.rows.Total), "method", "methods")
}

// Compute lays out the rows in the page.
func (r *Room) Compute() {
	r.Label, r.Class = words.T("Methods that differ"), "changes runs"+node.ClassIf(!r.timed(), " untimed")
	r.Heads, r.Lines = r.heads(), nil
	if r.rows == nil || !r.ready() {
		return
	}
	for i := range r.rows.Rows {
		at := r.rows.First + i
		d := &r.rows.Rows[i]
		l := grid.Line{Index: at, ID: r.RowID(at), Class: "row" + node.ClassIf(at == r.Cursor, " on"), Selected: at == r.Cursor, Level: 1, Title: words.Clip(d.Name), Figures: r.cells(d)}
		l.SetLabel(words.Clip(words.ShortLabel(d.Label)))
		r.Lines = append(r.Lines, l)
	}
}

// heads are the columns'.
func (r *Room) heads() []grid.Head {
	const (
		median   = "Median of the runs"
		interval = "95 % confidence interval of the median. With fewer than six runs: minimum and maximum"
	)
	head := grid.FixedHead
	calls := [...]words.Text{"Calls A", "Calls B"}
	early := words.Text("Calls before the first frame (Choreographer.doFrame): median of the runs that reach it")
	if r.sampled() {
		calls = [...]words.Text{"Seen A", "Seen B"}
		early = "Times seen before the first frame (Choreographer.doFrame), the median of the runs that reach it"
	}
	all := []grid.Head{
		grid.NameHead("Method"),
		head("num", "Early A", early), head("num", "Early B", early), head("num", calls[0], median), head("num", calls[1], median),
	}
	if r.timed() {
		all = append(all,
			head("num", "Time A", median), head("num span", "runs of A", interval),
			head("num", "Time B", median), head("num span", "runs of B", interval),
			head("num", "± time", "B minus A"), head("num", "%", "Change as a share of A"),
		)
	}
	return append(all, head("told", "Differs in", "Counts: every run of A differs from every run of B. Time: significant at 5 %, corrected for the number of methods"))
}

// cells are a row's.
func (r *Room) cells(d *message.RunDifference) vugu.HTML {
	var all strings.Builder
	cell := func(class, text string) { all.WriteString(grid.Cell(class, text)) }
	count := func(s *message.Spread) string {
		if s.N == 0 {
			return "–"
		}
		text := words.Count(int64(s.Median))
		if s.Low != s.High {
			text = "≈ " + text // not the same in each
		}
		return text
	}
	for i, of := range [...]*[2]message.Spread{&d.Early, &d.Calls} {
		cell("num", count(&of[0]))
		cell("num"+changeClass(of, d.Real[i]), count(&of[1]))
	}
	if r.timed() {
		a, b := &d.Time[0], &d.Time[1]
		share := ""
		if a.Median > 0 {
			share = words.Signed(int64(math.Round(1000*(b.Median-a.Median)/a.Median)), func(n int64) string { return words.Percent(float64(n) / 1000) })
		}
		for _, of := range [...]*message.Spread{a, b} {
			cell("num", r.time(int64(of.Median)))
			cell("num span", r.span(of))
		}
		cell("num by"+changeClass(&d.Time, d.Real[2]), words.Signed(int64(b.Median)-int64(a.Median), r.time))
		cell("num", share)
	}
	cell("told", differenceText(d, r.sampled()))
	return vugu.HTML(all.String())
}

// span is the interval that a median lies in.
func (r *Room) span(s *message.Spread) string {
	return r.time(int64(s.Low)) + " – " + r.time(int64(s.High))
}

// changeClass is the class of a figure that rose or fell for certain.
func changeClass(of *[2]message.Spread, real bool) string {
	switch {
	case !real:
		return ""
	case of[1].Median > of[0].Median:
		return " by rose"
	}
	return " by fell"
}

// told says in what a method differs. Only a time can differ by chance.
func differenceText(d *message.RunDifference, sampled bool) string {
	names := [...]words.Text{"early calls", "calls", "time"}
	if sampled {
		names = [...]words.Text{"seen early", "times seen", "time"}
	}
	var all []string
	for i, what := range names {
		switch {
		case !d.Real[i]:
		case i == 0 && d.Only[1] > 0: // calls before the first frame are calls too
		case i == 1 && d.Only[1] > 0:
			all = append(all, []words.Text{"in every run of A, in none of B", "in every run of B, in none of A"}[d.Only[1]-1].String())
		default:
			all = append(all, what.String())
		}
	}
	if len(all) == 0 {
		return words.T("time not significant")
	}
	return words.List(all)
}

// blank says why there are no rows.
func (r *Room) blank() string {
	switch {
	case r.rows == nil || !r.ready() || r.rows.Total > 0:
		return ""
	case r.text != "":
		return words.T("No method matches the search.")
	}
	return words.T("No method differs.")
}
