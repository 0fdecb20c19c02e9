// Package comparing is the room of two traces: what differs between A, the base, and B, by method, by
// path, and in time.
package comparing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/comparing/calltree"
	"traceglass/wasm/ui/comparing/flamegraph"
	"traceglass/wasm/ui/comparing/methods"
	"traceglass/wasm/ui/comparing/timelines"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A Room says what is compared, holds the views of it, and is the component of them all.
type Room struct {
	room.Shell
	desk  *desk.Changes
	names [2]string

	main     bool             // the main threads are compared alone, as a trace opens on its own
	pool     [2]string        // else those of these keys, "" for all
	repairs  []message.Repair // by keys
	threads  []message.Repair
	perCallA string // in A, the method that figures are for each call of; the desk's scale has what B calls it
	per      string // key of the method that they are to be for each call of, once it is found; "" for none

	compare ask.Query[*message.Compared]
	lanes   []message.PairedThread
	asked   int // comparisons asked for; the desk's Turn is that answered last

	reported string // what the page was told last of what is shown

	edges          ask.Query[*message.ChangeRelatives]
	find           ask.Query[*message.ChangeRelatives] // the method of per
	relativesReply *message.ChangeRelatives            // of the chosen method
	file           ask.Query[*message.File]
	top            ask.Query[*message.Changes]
	most           []message.Change // the largest changes, at most mostLargest
}

// New makes the room.
func New(page *desk.Page) *Room {
	d := &desk.Changes{Page: page}
	r := &Room{desk: d}
	r.Init(page, "changes-", "Views of the differences", &d.Tab)
	r.Views = []room.View{methods.New(d), calltree.New(d), flamegraph.New(d), timelines.New(d)}
	r.Forget()
	return r
}

// Forget drops the two traces; which view is shown stays, and how it is ordered.
func (r *Room) Forget() {
	d := r.desk
	*r = Room{desk: d, Shell: r.Shell}
	*d = desk.Changes{Page: d.Page, Tab: d.Tab, Order: d.Order, Way: d.Way, Clock: d.Clock}
	d.ClearMethod()
	d.Page.Changes = ""
	r.Begin()
}

// The words of what is shown, for links and the browser's history, by their values.
var (
	clockWords = [...]string{message.Wall: "wall", message.CPU: "cpu", message.Waiting: "waiting"}
	unitWords  = [...]string{message.AsMeasured: "measured", message.OfWhole: "share"}
	orderWords = [...]string{message.ChangeOfInclusive: "inclusive", message.ChangeOfExclusive: "exclusive", message.ChangeOfCalls: "calls"}
	wayWords   = [...]string{message.Rose: "", message.Fell: "-fell", message.Either: "-either"} // after that of the order
	perWord    = "per-"                                                                          // before the key of a method
	chosenWord = "on"                                                                            // before the keys of the method that is chosen
)

// The words of corrections, by Repair.Apart; keys follow them.
var (
	repairWords = map[bool]string{false: "m", true: "n"}
	threadWords = map[bool]string{false: "t", true: "u"}
)

// mostWords is how many words are not of corrections, which come last: view.js has the same.
const mostWords = 6

// keyWord writes keys after a word, and keysIn reads them.
func keyWord(word string, keys ...string) string {
	for _, key := range keys {
		word += "-" + strings.TrimPrefix(key, message.NoKey)
	}
	return word
}

func keysIn(word string) (stem string, keys [2]string) {
	parts := strings.Split(word, "-")
	for i := range keys {
		keys[i] = message.NoKey
		if i+1 < len(parts) {
			keys[i] += parts[i+1]
		}
	}
	return parts[0], keys
}

// syncPage tells the page what is shown, or shows what the page was told elsewhere: view, clock, scale, order, threads
// and corrections by hand.
func (r *Room) syncPage() {
	d := r.desk
	if now := d.Page.Changes; now != r.reported {
		parts := append(strings.Fields(now), "", "", "", "")
		if len(parts) >= mostWords+4 { // else it is a link of before there were those
			r.parseThreads(parts[mostWords-2])
			r.parseChosen(parts[mostWords-1])
			r.parseRepairs(parts[mostWords:])
		}
		if slices.ContainsFunc(r.Views, func(v room.View) bool { return v.Tab().ID == parts[0] }) {
			d.Tab = parts[0]
		}
		if i := slices.Index(clockWords[:], parts[1]); i >= 0 && (d.About == nil || slices.Contains(d.About.Clocks, message.Clock(i))) {
			d.Clock = message.Clock(i)
		}
		if i := slices.Index(unitWords[:], parts[2]); i >= 0 {
			d.Scale, r.per = message.Scale{Unit: message.Unit(i)}, ""
		} else if key, ok := strings.CutPrefix(parts[2], perWord); ok && parts[2] != r.unitWord() {
			r.per = message.NoKey + key
		}
		for i, end := range wayWords {
			word, ok := strings.CutSuffix(parts[3], end)
			if order := slices.Index(orderWords[:], word); ok && order >= 0 {
				d.Order, d.Way = message.ChangeOrder(order), message.ChangeWay(i)
			}
		}
	}
	chosen := keysOf(d.Texts)
	says := []string{r.Current().Tab().ID, clockWords[d.Clock], r.unitWord(), orderWords[d.Order] + wayWords[d.Way], r.threadsWord(), keyWord(chosenWord, chosen[:]...)}
	for _, of := range r.repairs {
		says = append(says, keyWord(repairWords[of.Apart], of.A, of.B))
	}
	for _, of := range r.threads {
		says = append(says, keyWord(threadWords[of.Apart], of.A, of.B))
	}
	r.reported = strings.Join(says, " ")
	d.Page.Changes = r.reported
}

// unitWord is the word of the scale.
func (r *Room) unitWord() string {
	switch s := &r.desk.Scale; {
	case r.per != "":
		return perWord + strings.TrimPrefix(r.per, message.NoKey)
	case s.Unit == message.PerCall:
		return perWord + strings.TrimPrefix(message.KeyOf(s.Method), message.NoKey)
	default:
		return unitWords[s.Unit]
	}
}

// threadsWord is the word of the threads that are compared.
func (r *Room) threadsWord() string {
	switch {
	case r.main:
		return "main"
	case r.pool == [2]string{}:
		return "all"
	}
	return keyWord("of", r.pool[:]...)
}

func (r *Room) parseThreads(word string) {
	stem, keys := keysIn(word)
	switch stem {
	case "main":
		r.main, r.pool = r.haveMain(), [2]string{}
	case "all":
		r.main, r.pool = false, [2]string{}
	case "of":
		r.main, r.pool = false, keys
	}
}

// parseChosen has the method chosen that has these keys, once it is found.
func (r *Room) parseChosen(word string) {
	stem, keys := keysIn(word)
	switch {
	case stem != chosenWord || keys == keysOf(r.desk.Texts):
	case keys == keysOf([2]string{}):
		r.desk.ClearMethod()
	default:
		r.desk.Choose(message.NoNode, keys)
	}
}

func (r *Room) parseRepairs(words []string) {
	r.repairs, r.threads = nil, nil
	for _, word := range words {
		stem, keys := keysIn(word)
		for _, apart := range [...]bool{false, true} {
			of := message.Repair{A: keys[0], B: keys[1], Apart: apart}
			switch stem {
			case repairWords[apart]:
				r.repairs = append(r.repairs, of)
			case threadWords[apart]:
				r.threads = append(r.threads, of)
			}
		}
	}
}

// haveMain reports whether both have a main thread.
func (r *Room) haveMain() bool {
	about := &r.desk.Actions.About
	return about[0].HasMain() && about[1].HasMain()
}

// Open begins with two traces.
func (r *Room) Open(names [2]string, do desk.PairActions) {
	r.Forget()
	d := r.desk
	r.names, d.Actions = names, do
	d.Line = ask.Line{Host: do.Line, Failed: d.Notify}
	d.Order, d.Way = message.ChangeOfExclusive, message.Rose
	r.main = r.haveMain()
	for i := range r.desk.Ranges {
		r.desk.Ranges[i] = message.Scope{To: message.Whole}
	}
}

// Swapped goes on with A and B exchanged: in the same figures, of the same threads, with what was corrected by hand.
func (r *Room) Swapped(names [2]string, do desk.PairActions) {
	was, d := *r, r.desk
	order, way, scale, texts := d.Order, d.Way, d.Scale, d.Texts
	r.Open(names, do)
	d.Order, d.Way, d.Scale, d.Texts = order, way, scale, [2]string{texts[1], texts[0]}
	if scale.Unit == message.PerCall { // whose method may have another name in what is B now
		d.Scale.Method, r.perCallA = was.perCallA, scale.Method
	}
	r.main, r.pool = was.main, [2]string{was.pool[1], was.pool[0]}
	for _, of := range was.repairs {
		r.repairs = append(r.repairs, message.Repair{A: of.B, B: of.A, Apart: of.Apart})
	}
	for _, of := range was.threads {
		r.threads = append(r.threads, message.Repair{A: of.B, B: of.A, Apart: of.Apart})
	}
}

// SetRanges says what of each trace is compared.
func (r *Room) SetRanges(ranges [2]message.Scope) { r.desk.Ranges = ranges }

// Receive takes an answer.
func (r *Room) Receive(number uint32, body message.Body) { r.desk.Line.Receive(number, body) }

// Renamed has all compared again: methods have other names.
func (r *Room) Renamed() {
	r.compare.Invalidate()
	r.desk.ClearMethod()
}

// RequestData asks for what is shown and not at hand: first the comparison, then of that what the view shows
// and the relatives of the method that is chosen.
func (r *Room) RequestData() {
	d := r.desk
	if d.Line.Host == nil {
		return
	}
	r.syncPage()
	req := &message.Compare{Repairs: r.repairs, Threads: r.threads}
	for i := range req.Of {
		req.Of[i] = message.SideOf{Scope: r.desk.Ranges[i], Main: r.main, Pool: r.pool[i], Name: r.names[i], English: words.English()}
	}
	number := r.asked + 1
	if r.compare.Want(&d.Line, req, func(m *message.Compared) { r.setComparison(m, number) }) {
		r.asked = number
		r.edges.Invalidate()
	}
	if !d.Ready() || d.Generation != r.asked {
		return
	}
	r.Current().RequestData()
	r.top.Want(&d.Line, &message.ChangeRows{Clock: d.Clock, Order: message.ChangeOfExclusive, Count: mostLargest}, func(m *message.Changes) { r.most = m.Rows })
	if r.per != "" {
		r.find.Want(&d.Line, &message.ChangeEdges{Pair: message.NoNode, Texts: [2]string{"", r.per}, Clock: d.Clock}, r.setPerCall)
	}
	if d.Pair == message.NoNode && !d.Resolving() {
		r.relativesReply = nil
		r.edges.Invalidate() // the same method may be chosen next
		return
	}
	r.edges.Want(&d.Line, &message.ChangeEdges{Pair: d.Pair, Texts: d.Texts, Clock: d.Clock, Scale: d.Scale}, r.setRelatives)
}

// setRelatives takes the relatives of the chosen method, which may have been looked for.
func (r *Room) setRelatives(m *message.ChangeRelatives) {
	d := r.desk
	switch {
	case !d.Resolving():
	case m.Of.Pair == message.NoNode:
		says := words.T("The method to select is not called in the compared part.")
		if !message.IsKey(d.Texts[0]) {
			says = words.Say("{1} is not called in the compared part.", words.Clip(words.ShortText(cmp.Or(d.Texts[1], d.Texts[0]))))
		}
		d.Notify(says)
		d.ClearMethod()
	default:
		d.Choose(m.Of.Pair, m.Of.Texts)
	}
	if m.Of.Pair == d.Pair {
		r.relativesReply = m
	}
}

// setPerCall takes the method that a link has figures for each call of.
func (r *Room) setPerCall(m *message.ChangeRelatives) {
	if r.per == "" {
		return
	}
	r.per = ""
	r.find.Invalidate()
	if !callable(&m.Of) {
		r.desk.Notify(words.T("The per-call method is not called in both traces."))
		return
	}
	r.desk.Scale, r.perCallA = message.Scale{Unit: message.PerCall, Method: m.Of.Texts[1]}, m.Of.Texts[0]
}

// setComparison takes a comparison by its number, which may not be the last that was asked for. Methods of the
// one before have other numbers.
func (r *Room) setComparison(m *message.Compared, number int) {
	d := r.desk
	d.About, d.Generation = m, number
	r.lanes = m.Threads
	if !slices.Contains(m.Clocks, d.Clock) && len(m.Clocks) > 0 {
		d.Clock = m.Clocks[0]
	}
	if number == r.asked && r.pool != [2]string{} && r.lane() == nil { // else they may be in that which is on its way
		r.pool = [2]string{}
		d.Notify(words.T("The selected threads are not in the compared part. All threads are compared."))
	}
	r.most = nil
	r.top.Invalidate()
	d.Pair = message.NoNode // what was chosen is looked for by its names
	r.edges.Invalidate()
}

// chosen are the relatives of the chosen method, nil until they are known; those of the comparison before, as what the
// views show is, until the method is found anew.
func (r *Room) chosen() *message.ChangeRelatives {
	if r.relativesReply != nil && r.desk.Ready() && (r.relativesReply.Of.Pair == r.desk.Pair || r.desk.Resolving() && keysOf(r.relativesReply.Of.Texts) == keysOf(r.desk.Texts)) {
		return r.relativesReply
	}
	return nil
}

// ---- What a hand does ----

const findID = "changes-find"

// Editing takes a key in a text field.
func (r *Room) Editing(k canvas.Key) bool {
	if k.Focus != findID || k.Name != "Escape" {
		return false
	}
	r.desk.Text = ""
	r.desk.Host.Focus(r.Home())
	return true
}

// Do does a gesture of the keyboard.
func (r *Room) Do(act canvas.Act) bool {
	d := r.desk
	if r.Current().Do(act) {
		return true
	}
	switch act {
	case canvas.Find:
		d.Host.Focus(findID)
	case canvas.NextClock:
		d.NextClock()
	case canvas.Back:
		switch {
		case d.Text != "":
			d.Text = ""
		case d.Pair != message.NoNode || d.Resolving():
			d.ClearMethod()
		case r.scopes() != "":
			d.Actions.ClearRanges()
		default:
			return false
		}
	default:
		return r.ShowTab(act)
	}
	return true
}

// clicked does what was clicked.
func (r *Room) clicked(event vugu.DOMEvent) {
	d := r.desk
	routes := node.Routes{
		"changes-swap":  func(int) { d.Actions.Swap() },
		"changes-whole": func(int) { d.Actions.ClearRanges() },
		"close-a":       func(int) { d.Actions.Close(0) },
		"close-b":       func(int) { d.Actions.Close(1) },
		"undo-pair":     func(int) { r.splitPair() },
		"redo-pairs":    func(int) { r.repairs, r.threads = nil, nil },
		"change-largest": func(n int) {
			if n >= 0 && n < len(r.most) {
				d.Choose(r.most[n].Pair, r.most[n].Texts)
			}
		},
		"change-found": func(n int) {
			if found := r.found(); n >= 0 && n < len(found) {
				d.Actions.Show(traceOf(found[n].Gone), "")
			}
		},
		"change-away":    func(int) { d.ClearMethod() },
		"to-a":           func(int) { r.showIn(0) },
		"to-b":           func(int) { r.showIn(1) },
		"lane-apart":     func(int) { r.splitLane() },
		"changes-csv":    func(int) { r.save("csv") },
		"changes-json":   func(int) { r.save("json") },
		"changes-md":     func(int) { r.save("markdown") },
		"change-caller":  func(n int) { r.toRelative(n, true) },
		"change-callee":  func(n int) { r.toRelative(n, false) },
		"scale-measured": func(int) { d.Scale, r.per = message.Scale{}, "" },
		"scale-whole":    func(int) { d.Scale, r.per = message.Scale{Unit: message.OfWhole}, "" },
		"scale-call":     func(int) { r.perCall() },
	}
	for clock := range clockIDs {
		routes[clockIDs[clock]] = func(int) { d.Clock = message.Clock(clock) }
	}
	routes.Dispatch(event)
}

// toRelative chooses a caller or a callee of the chosen method.
func (r *Room) toRelative(n int, caller bool) {
	of := r.chosen()
	if of == nil {
		return
	}
	edges := of.Callees
	if caller {
		edges = of.Callers
	}
	if n < 0 || n >= len(edges) || edges[n].Pair == message.NoNode {
		return
	}
	pair := edges[n].Pair
	if r.desk.Resolving() { // it is of the comparison before
		pair = message.NoNode
	}
	r.desk.Choose(pair, edges[n].Texts)
}

// perCall gives all figures for each call of the chosen method.
func (r *Room) perCall() {
	if r.callable() {
		r.desk.Scale, r.perCallA = message.Scale{Unit: message.PerCall, Method: r.desk.Texts[1]}, r.desk.Texts[0]
	}
}

// callable reports whether the chosen method is called on both sides.
func (r *Room) callable() bool {
	of := r.chosen()
	return of != nil && callable(&of.Of)
}

func callable(c *message.Change) bool { return c.A && c.B && c.Calls[0] > 0 && c.Calls[1] > 0 }

// showIn shows one of the traces, with the chosen method chosen in it.
func (r *Room) showIn(i int) {
	if of := r.chosen(); of != nil {
		r.desk.Actions.Show(i, of.Of.Texts[i])
	}
}

// splitPair undoes the pairing of the chosen row.
func (r *Room) splitPair() {
	if of := r.chosen(); of != nil {
		r.repairs = append(r.repairs, repair(of.Of.Texts, true))
	}
}

// save asks for a file of what differs.
func (r *Room) save(format string) {
	d := r.desk
	if !d.Ready() {
		return
	}
	r.file.Ask(&d.Line, &message.ChangesFile{Format: format, Clock: d.Clock, Scale: d.Scale, Order: d.Order}, func(f *message.File) {
		d.Host.Save(f)
		d.Notify(words.Say("Saved {1}, {2}.", words.Clip(f.Name), words.Size(int64(len(f.Data)))))
	})
}

// changed takes what was typed or chosen.
func (r *Room) changed(event vugu.DOMEvent) {
	switch event.PropString("target", "id") {
	case findID:
		r.desk.Text = node.Value(event)
	case "changes-lane":
		r.main, r.pool = false, [2]string{}
		if n := node.Number(event); n > 0 && n <= len(r.lanes) {
			r.pool = keysOf(r.lanes[n-1].Names)
		}
	case "lane-a", "lane-b":
		r.pairLanes(event)
	}
}

// pairLanes puts a thread of A and one of B together by hand.
func (r *Room) pairLanes(event vugu.DOMEvent) {
	lane := r.lane()
	n := node.Number(event)
	if lane == nil || n == 0 || n > len(r.lanes) {
		return
	}
	other := &r.lanes[n-1]
	names := [2]string{lane.Names[0], other.Names[1]}
	if lane.Names[0] == "" {
		names = [2]string{other.Names[0], lane.Names[1]}
	}
	r.threads = append(r.threads, repair(names, false))
	r.main, r.pool = false, [2]string{}
}

// splitLane undoes that the two threads chosen are one.
func (r *Room) splitLane() {
	if lane := r.lane(); lane != nil && lane.Names[0] != "" && lane.Names[1] != "" {
		r.threads = append(r.threads, repair(lane.Names, true))
		r.main, r.pool = false, [2]string{}
	}
}

// lane is the pair of threads that is compared alone, nil for all.
func (r *Room) lane() *message.PairedThread {
	switch {
	case r.main && len(r.lanes) > 0:
		return &r.lanes[0] // which main is
	case r.pool == [2]string{}:
		return nil
	}
	for i := range r.lanes {
		if l := &r.lanes[i]; keysOf(l.Names) == r.pool {
			return l
		}
	}
	return nil
}

// keysOf are the keys of names in A and in B; where there is none the key of nothing.
func keysOf(names [2]string) (keys [2]string) {
	return [2]string{message.KeyOf(names[0]), message.KeyOf(names[1])}
}

// repair is a correction of what has these names.
func repair(names [2]string, apart bool) message.Repair {
	keys := keysOf(names)
	return message.Repair{A: keys[0], B: keys[1], Apart: apart}
}

// Home is the id of what has the keyboard when nothing else has.
func (r *Room) Home() string {
	return cmp.Or(r.Current().Tab().Home, r.TabID(r.Current()))
}

// Exports are the pictures of what is shown: figures have buttons of their own.
func (r *Room) Exports() []desk.ExportGroup {
	if p := r.Current().Tab().Pictures; p != nil && r.desk.Ready() {
		return []desk.ExportGroup{{Title: "Pictures", Exports: p}}
	}
	return nil
}

// Commands are those of the palette.
func (r *Room) Commands() []desk.Command {
	return []desk.Command{
		{Name: words.T("Save the changes as CSV"), Do: func() { r.save("csv") }},
		{Name: words.T("Save the changes as JSON"), Do: func() { r.save("json") }},
		{Name: words.T("Save the changes as Markdown"), Do: func() { r.save("markdown") }},
		{Name: words.T("Exchange A and B"), Do: func() { r.desk.Actions.Swap() }},
	}
}

// ---- What is shown ----

// Facts is the line that says what is compared.
func (r *Room) Facts() string {
	if r.desk.About == nil {
		return ""
	}
	n := r.desk.About.Methods
	return words.Say("{1} in both, {2} in A alone, {3} in B alone",
		words.Plural(int64(n[0]), "method", "methods"), words.Count(int64(n[1])), words.Count(int64(n[2])))
}

// Printed is the same.
func (r *Room) Printed() string { return r.Facts() }

// Read says what 100 % is.
func (r *Room) Read() string { return r.totals() }

// Spoken is what a screen reader is told.
func (r *Room) Spoken() string {
	return r.Current().Status().Spoken
}

// totals says what both come to, as measured.
func (r *Room) totals() string {
	d := r.desk
	if !d.Ready() {
		return ""
	}
	s := words.Say("{1}: A {2}, B {3}", d.CallsTerm(), words.Count(d.About.Calls[0]), words.Count(d.About.Calls[1]))
	if d.HasClock() {
		a, b := d.About.Times[0][d.Clock], d.About.Times[1][d.Clock]
		s += words.Say(" · {1} in calls: A {2}, B {3} ({4})", d.ClockName(d.Clock), d.Measured(a), d.Measured(b), words.Signed(b-a, d.Measured))
	}
	return s
}

// mostLargest is how many of the largest changes the top of the room lists.
const mostLargest = 3

// summary says by how much both differ in all, as measured.
func (r *Room) summary() string {
	d := r.desk
	if !d.Ready() {
		return ""
	}
	s := amounts(d.CallsTerm(), d.About.Calls, words.Count)
	if d.HasClock() {
		in := words.Text("{1} in calls")
		if d.Sampled() {
			in = "{1} in methods"
		}
		s = amounts(words.Say(in, d.ClockName(d.Clock)), [2]int64{d.About.Times[0][d.Clock], d.About.Times[1][d.Clock]}, d.Measured) + " · " + s
	}
	return s
}

// findings counts the findings by change; "" if neither trace has one.
func (r *Room) findings() string {
	if !r.desk.Ready() {
		return ""
	}
	return r.desk.About.Findings
}

// found returns the findings that are new, grown or gone.
func (r *Room) found() []message.FindingChange {
	if !r.desk.Ready() {
		return nil
	}
	return r.desk.About.Found
}

// traceOf returns the trace that has a changed finding: 0 for A, 1 for B.
func traceOf(gone bool) int {
	if gone {
		return 0
	}
	return 1
}

func showIn(gone bool) words.Text { return [...]words.Text{"Show in A", "Show in B"}[traceOf(gone)] }

// amounts writes a figure of A and of B, and the change, with its share of A.
func amounts(term string, of [2]int64, figure func(int64) string) string {
	by := words.Signed(of[1]-of[0], figure)
	if of[0] > 0 && of[1] != of[0] {
		by += ", " + words.Signed((of[1]-of[0])*1000/of[0], func(n int64) string { return words.Percent(float64(n) / 1000) })
	}
	return term + ": " + figure(of[0]) + " → " + figure(of[1]) + " (" + by + ")"
}

// A large is one of the largest changes.
type large struct{ Name, Title, Change, Class string }

// largestBy names the figure that orders the largest changes.
func (r *Room) largestBy() string {
	switch d := r.desk; {
	case d.HasClock():
		return words.Say("Largest changes of exclusive time ({1})", d.ClockName(d.Clock))
	case d.Sampled():
		return words.T("Largest changes of times seen")
	}
	return words.T("Largest changes of calls")
}

func (r *Room) largest() (all []large) {
	d := r.desk
	if !d.Ready() {
		return nil
	}
	for i := range r.most {
		c := &r.most[i]
		of, figure := c.Calls, words.Count
		if d.HasClock() {
			of, figure = c.Exclusive, d.Measured
		}
		by, class := desk.Changed(of, figure)
		all = append(all, large{desk.ChangeLabel(c), desk.FullName(c), by + " (" + figure(of[0]) + " → " + figure(of[1]) + ")", class})
	}
	return all
}

// clockIDs are the ids of the clocks' buttons.
var clockIDs = [...]string{message.Wall: "changes-wall", message.CPU: "changes-cpu", message.Waiting: "changes-waiting"}

// perCallText is what the button for a method's calls says.
func (r *Room) perCallText() string {
	switch s := &r.desk.Scale; {
	case s.Unit == message.PerCall:
		return words.Say("per call of {1}", words.Clip(words.ShortText(s.Method)))
	case r.callable():
		return words.Say("per call of {1}", words.Clip(words.ShortLabel(r.relativesReply.Of.Name)))
	}
	return ""
}

// remarks are what the figures cannot say, or why there are none.
func (r *Room) remarks() string {
	about := r.desk.About
	switch {
	case about == nil:
		return ""
	case about.Refusal != "":
		return words.Clip(words.Filled(about.Refusal).String())
	}
	all := make([]string, len(about.Remarks))
	for i, one := range about.Remarks {
		all[i] = words.Filled(one).String()
	}
	return words.Clip(strings.Join(all, " "))
}

// scopes says what of the traces is compared, where that is a part.
func (r *Room) scopes() string {
	var parts []string
	for i, s := range r.desk.Ranges {
		if s.From > 0 || s.To < message.Whole {
			from, to := words.Range(s.From, s.To)
			parts = append(parts, words.Say("{1} from {2} to {3}", [2]string{"A", "B"}[i], from, to))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return words.Say("Comparing a part: {1}.", words.List(parts))
}

// guesses says how many pairs were guessed.
func (r *Room) guesses() string {
	if r.desk.About == nil || r.desk.About.Methods[3] == 0 {
		return ""
	}
	return words.Plural(int64(r.desk.About.Methods[3]), "pair is guessed (≈)", "pairs are guessed (≈)")
}

// corrected says how many pairings were corrected by hand.
func (r *Room) corrected() string {
	n := len(r.repairs) + len(r.threads)
	if n == 0 {
		return ""
	}
	return words.Say("Undo {1}", words.Plural(int64(n), "correction", "corrections"))
}

// tally says how many rows there are.
func (r *Room) tally() string {
	return r.Current().Status().Tally
}

// laneOptions are the choices of threads.
func (r *Room) laneOptions() []desk.Option {
	lane := r.lane()
	all := []desk.Option{{Value: "0", Name: words.T("all threads"), On: lane == nil}}
	for i := range r.lanes {
		l := &r.lanes[i]
		all = append(all, desk.Option{Value: strconv.Itoa(i + 1), Name: laneName(l), On: lane == l})
	}
	return all
}

func laneName(l *message.PairedThread) string {
	switch {
	case l.Names[0] == "":
		return words.Say("{1} (B alone)", words.Clip(l.Names[1]))
	case l.Names[1] == "":
		return words.Say("{1} (A alone)", words.Clip(l.Names[0]))
	case l.Names[0] != l.Names[1]:
		return words.Clip(l.Names[0]) + " = " + words.Clip(l.Names[1])
	}
	return words.Clip(l.Names[0])
}

// laneUnpaired reports whether the chosen thread is of one trace alone, and may be paired by hand.
func (r *Room) laneUnpaired() bool {
	l := r.lane()
	return l != nil && (l.Names[0] == "" || l.Names[1] == "")
}

// laneSplittable reports whether the chosen threads are of both, and may not be one.
func (r *Room) laneSplittable() bool {
	l := r.lane()
	return l != nil && !r.laneUnpaired() && (l.Guess != "" || l.Names[0] != l.Names[1])
}

// laneCandidates are the threads of the other trace that a thread can be paired with.
func (r *Room) laneCandidates() []desk.Option {
	lane := r.lane()
	if lane == nil {
		return nil
	}
	other := 1
	if lane.Names[0] == "" {
		other = 0
	}
	all := []desk.Option{{Value: "0", Name: words.T("pair with…"), On: true}}
	for i := range r.lanes {
		if name := r.lanes[i].Names[other]; name != "" {
			all = append(all, desk.Option{Value: strconv.Itoa(i + 1), Name: words.Clip(name)})
		}
	}
	return all
}

// ---- The chosen method ----

// An edge is a line of its relatives.
type edge struct {
	Name, Calls, Time, Class string
	Known                    bool // it can be chosen
}

func (r *Room) relatives(of []message.ChangeEdge) (all []edge) {
	d := r.desk
	for i := range of {
		e := &of[i]
		l := edge{Name: words.Clip(words.ShortLabel(e.Name)), Calls: d.Calls(e.Calls[0]) + " → " + d.Calls(e.Calls[1]), Known: e.Pair != message.NoNode}
		if !l.Known {
			l.Name = words.T("(none: the thread starts here)")
		}
		if d.HasClock() {
			by, class := desk.Changed(e.Inclusive, d.Time)
			l.Time, l.Class = d.Time(e.Inclusive[0])+" → "+d.Time(e.Inclusive[1])+" ("+by+")", "num by "+class
		}
		all = append(all, l)
	}
	return all
}

func (r *Room) callers() []edge {
	if of := r.chosen(); of != nil {
		return r.relatives(of.Callers)
	}
	return nil
}

func (r *Room) callees() []edge {
	if of := r.chosen(); of != nil {
		return r.relatives(of.Callees)
	}
	return nil
}

// name is the chosen method's.
func (r *Room) name() string {
	if of := r.chosen(); of != nil {
		return words.Clip(of.Of.Name)
	}
	return ""
}

// pairedText says how the chosen method was paired, "" where the names are equal.
func (r *Room) pairedText() string {
	if of := r.chosen(); of != nil && of.Of.Was != "" {
		return words.Clip(words.Say("Its name in A is {1}: {2}.", of.Of.Was, desk.PairingRule(&of.Of)))
	}
	return ""
}

// guessed reports whether the chosen pair may be wrong.
func (r *Room) guessed() bool {
	of := r.chosen()
	return of != nil && of.Of.A && of.Of.B && of.Of.Was != ""
}

// splitText says what of the change of inclusive time is that of calls, and of their cost.
func (r *Room) splitText() string {
	of := r.chosen()
	if of == nil || !r.desk.HasClock() {
		return ""
	}
	c, time := &of.Of, r.desk.Time
	says := words.Text("Inclusive time {1}: {2} from the number of calls, {3} from the time per call.")
	if r.desk.Sampled() {
		says = "Inclusive time {1}: {2} from times seen, {3} from the time of each."
	}
	s := words.Say(says, words.Signed(c.Inclusive[1]-c.Inclusive[0], time), words.Signed(c.Split[0], time), words.Signed(c.Split[1], time))
	switch a, b := c.Each[0], c.Each[1]; { // whose columns are the last ones, mostly off the screen
	case a < 0 || b < 0:
	case r.desk.Sampled():
		s = words.Say("{1} Each time seen is {2} in A, {3} in B.", s, r.desk.Measured(a), r.desk.Measured(b))
	default:
		s = words.Say("{1} A call takes {2} in A, {3} in B.", s, r.desk.Measured(a), r.desk.Measured(b))
	}
	return s
}

func (r *Room) calledIn(i int) bool {
	of := r.chosen()
	return of != nil && (i == 0 && of.Of.A || i == 1 && of.Of.B)
}
