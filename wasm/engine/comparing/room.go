// Package comparing is the engine's room for comparing two traces, or many runs. Trace A is open in
// another worker, whose engine sends a side: figures without calls. Trace B is open here. A run keeps
// only the cost of its methods.
package comparing

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"traceglass/parser/compare"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/readable"
	"traceglass/parser/trace"
	shown "traceglass/render/names"
	"traceglass/render/report/changes"
	"traceglass/render/words"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
)

// A Room holds a comparison. Use it from one goroutine.
type Room struct {
	comparison   *compare.Comparison   // nil before the first Compare, or if the traces cannot be compared
	labels       []string              // of the pairs: all differ, even without a package
	readable     map[int]readable.Name // by pair
	lanes        []lane                // the threads of both traces, including those that are not compared
	tableCache   tableRows
	scaleCache   scaledComparison
	searchCache  searchHits
	frameMarks   markedFrames
	widthCache   flameWidths
	treeCache    treeRows
	outlineCache outlinedRows
	callCache    methodCalls

	runs group

	ownSide    *side          // the last requested side of the trace that is open here; nil for none
	ownRequest message.SideOf // the request that ownSide answers

	baseSide *side             // A's, as compared; its story comes with its contexts
	findings *changes.Findings // the changed findings; nil before the first request for them
}

// tableRows caches the last requested rows of the table: the first ones, or all.
type tableRows struct {
	comparison *compare.Comparison
	req        message.ChangeRows // without its window
	pairs      []int
	total      int
}

// New returns a room without a comparison.
func New() *Room { return &Room{} }

// Answer answers a request about two traces or runs. own is the trace that is open here. Answer
// returns nil for any other request.
func (r *Room) Answer(req message.Body, own *tracing.Trace) message.Body {
	if reply := r.runs.answer(req); reply != nil {
		return reply
	}
	if message.OfContexts(req) && r.comparison != nil && !r.comparison.HasContexts() {
		return &message.Failure{Text: errSide.Error()}
	}
	switch req := req.(type) {
	case *message.SideOf:
		if own == nil {
			break
		}
		if req.Contexts {
			return r.contexts(req, own)
		}
		r.measure(req, own)
		if req.Own {
			return &message.Side{}
		}
		return &message.Side{Data: written(r.ownSide)}
	case *message.SideContexts:
		if own != nil && r.comparison != nil {
			return r.addContexts(req, own)
		}
	case *message.Compare:
		if own != nil {
			return r.compare(req, own)
		}
	case *message.ChangeRows:
		if r.comparison != nil {
			return r.rows(req)
		}
	case *message.ChangeEdges:
		if r.comparison != nil && (req.Pair == message.NoNode || int64(req.Pair) < int64(len(r.comparison.Pairs))) {
			return r.relatives(req)
		}
	case *message.SideCall:
		if own != nil {
			return r.place(req, own)
		}
	case *message.SideSum:
		if own != nil {
			return own.Sum(scopeOf(own, &message.SideOf{Scope: req.Scope, Main: req.Main, Pool: req.Pool}))
		}
	case *message.ChangeNode:
		if r.comparison != nil {
			return r.node(req)
		}
	case *message.ChangeTree:
		if r.comparison != nil {
			return r.tree(req)
		}
	case *message.Hashes:
		if req.Of != message.HashChanges {
			return nil
		}
		if r.comparison != nil {
			return r.hashes(req)
		}
	case *message.ChangesFile:
		if r.comparison != nil && own != nil {
			return r.file(req, own)
		}
	case *message.ChangedFindings:
		if r.comparison != nil && own != nil {
			return r.changedFindings(own)
		}
	default:
		return nil
	}
	return &message.Failure{Text: "No two traces are open."}
}

// measure sets ownSide to the requested side of the trace that is open here, without contexts and story.
func (r *Room) measure(req *message.SideOf, own *tracing.Trace) {
	scope := scopeOf(own, req)
	r.ownSide, r.ownRequest = &side{Side: compare.NewFigures(own.Figures(scope), req.Name)}, *req
}

// measured reports whether ownSide answers the request.
func (r *Room) measured(req *message.SideOf) bool { return r.ownSide != nil && r.ownRequest.Same(*req) }

// contexts returns the contexts and the story of the side that was measured last. It keeps none.
func (r *Room) contexts(req *message.SideOf, own *tracing.Trace) message.Body {
	if !r.measured(req) {
		return &message.Failure{Text: errSide.Error()}
	}
	s := *r.ownSide.Side
	s.AddContexts(own.Profile(scopeOf(own, req)))
	return &message.Side{Data: writtenContexts(&side{&s, *storyIn(own, req)})}
}

// addContexts adds the contexts to both sides.
func (r *Room) addContexts(req *message.SideContexts, own *tracing.Trace) message.Body {
	if r.ownSide == nil || r.comparison.Sides[1] != r.ownSide.Side { // the page has requested another side since
		return &message.Failure{Text: errSide.Error()}
	}
	if err := readContexts(req.Data, r.baseSide); err != nil {
		return &message.Failure{Text: err.Error()}
	}
	r.comparison.Sides[1].AddContexts(own.Profile(scopeOf(own, &r.ownRequest)))
	return &message.Side{}
}

// storyIn returns the story of the compared part of a trace.
func storyIn(of *tracing.Trace, req *message.SideOf) *changes.Story {
	return changes.StoryIn(of.Index(), of.ScopeOf(scopeOf(of, req)))
}

// changed returns the findings that changed. A's story came with its contexts.
func (r *Room) changed(own *tracing.Trace) *changes.Findings {
	if r.findings == nil {
		r.ownSide.story = *storyIn(own, &r.ownRequest)
		r.findings = changes.CompareFindings([][]changes.Finding{r.baseSide.story.Findings}, [][]changes.Finding{r.ownSide.story.Findings})
	}
	return r.findings
}

func (r *Room) changedFindings(own *tracing.Trace) message.Body {
	reply, d := &message.FindingChanges{}, r.changed(own)
	if len(d.Changes)+len(d.Same) > 0 {
		reply.Title = d.Title()
	}
	found := func(all []changes.FindingChange) (out []message.FindingChange) {
		for i := range all {
			f := &all[i]
			of := &r.ownSide.story
			if f.InA() {
				of = &r.baseSide.story
			}
			out = append(out, message.FindingChange{Text: f.Shown(), InA: f.InA(), Key: f.Of.Key, Thread: uint32(of.Thread)})
		}
		return out
	}
	reply.Found, reply.Same = found(d.Changes), found(d.Same)
	reply.Start = changes.StartRemark(&r.baseSide.story, &r.ownSide.story)
	if split := changes.SplitOf(&r.baseSide.story, &r.ownSide.story); split != nil {
		reply.Split, reply.Parts, reply.Work = split.Title, differences(split.Parts), differences(split.Work)
		answer := changes.AnswerOf(r.comparison, &r.baseSide.story, &r.ownSide.story)
		reply.Answer, reply.Own = answer.Whole(), answer.Reasons()
	}
	return reply
}

// differences returns differences as the page reads them.
func differences(of []changes.Difference) (all []message.Difference) {
	for _, d := range of {
		all = append(all, message.Difference(d))
	}
	return all
}

// scopeOf returns the compared part of a trace.
func scopeOf(of *tracing.Trace, req *message.SideOf) message.Scope {
	scope := req.Scope
	if req.Main || req.Pool != "" {
		scope.Threads = []uint32{message.NoNode}
		threads := of.Info().Threads
		for i := range threads {
			if req.Main && threads[i].IsMain() || !req.Main && message.Means(req.Pool, platform.Pool(threads[i].Label())) {
				scope.Threads = append(scope.Threads, uint32(i))
			}
		}
	}
	return scope
}

// overrides returns corrections in the parser's form. names are the names of methods on each side.
func overrides(of []message.Repair, names [2][]string) (all []compare.Override) {
	if len(of) == 0 {
		return nil
	}
	var by [2]map[string]string // key
	for s := range names {
		by[s] = make(map[string]string, len(names[s]))
		for _, name := range names[s] {
			by[s][message.KeyOf(name)] = name
		}
	}
	for _, o := range of {
		all = append(all, compare.Override{A: cmp.Or(by[0][o.A], o.A), B: cmp.Or(by[1][o.B], o.B), Apart: o.Apart})
	}
	return all
}

// texts returns the names that Repairs use for the methods of both sides, if there are Repairs.
func texts(of []message.Repair, a, b *compare.Side) (names [2][]string) {
	if len(of) == 0 {
		return names
	}
	for s, side := range [2]*compare.Side{a, b} {
		for i := range side.Methods {
			names[s] = append(names[s], side.Methods[i].Text())
		}
	}
	return names
}

func (r *Room) compare(req *message.Compare, own *tracing.Trace) message.Body {
	*r = Room{ownSide: r.ownSide, ownRequest: r.ownRequest, frameMarks: markedFrames{first: r.frameMarks.first, slots: r.frameMarks.slots}} // continue the numbers, because the page caches their names
	base, err := read(req.Data)
	if err != nil {
		return &message.Failure{Text: err.Error()}
	}
	if !r.measured(&req.Of[1]) {
		r.measure(&req.Of[1], own)
	}
	return r.join(base, req)
}

// join compares A's side with the side of the trace that is open here.
func (r *Room) join(base *side, req *message.Compare) message.Body {
	threads := [2][]compare.Thread{base.AllThreads(), r.ownSide.AllThreads()}
	var pools [2][]string
	for s := range threads {
		for i := range threads[s] {
			pools[s] = append(pools[s], threads[s][i].Pool)
		}
	}
	lanes := overrides(req.Threads, pools)
	c := compare.Of(base.Side, r.ownSide.Side, overrides(req.Repairs, texts(req.Repairs, base.Side, r.ownSide.Side)), lanes)
	reply := &message.Compared{Event: base.Event}
	if err := c.Refusal(); err != nil {
		reply.Refusal = err.Error() + "."
	} else {
		r.comparison, r.baseSide = c, base
		r.labels, r.readable = shown.Distinct(len(c.Pairs), c.Name)
	}
	reply.Remarks = c.Remarks()
	for _, clock := range c.Clocks() {
		reply.Clocks = append(reply.Clocks, message.Clock(clock))
	}
	for _, p := range c.Pairs {
		switch {
		case p.A == compare.None:
			reply.Methods[2]++
		case p.B == compare.None:
			reply.Methods[1]++
		default:
			reply.Methods[0]++
			if p.Rule.Guess() {
				reply.Methods[3]++
			}
		}
	}
	for s := range c.Sides {
		reply.Sampled[s] = c.Sides[s].Samples
		reply.Calls[s], _ = c.Totals(s)
		times, idle := c.Times(s)
		reply.Times[s], reply.Idle[s] = message.Times(times), message.Times(idle)
	}
	for _, p := range compare.MatchThreads(threads[0], threads[1], lanes) {
		t := message.PairedThread{}
		for s, row := range [2]int{p.A, p.B} {
			if row < 0 {
				continue
			}
			of := &threads[s][row]
			t.Names[s], t.Count[s], t.Calls[s] = of.Pool, of.Count, of.Calls
		}
		if p.Rule.Guess() {
			t.Guess = string(p.Rule)
		}
		reply.Threads = append(reply.Threads, t)
		r.lanes = append(r.lanes, t.Names)
	}
	return reply
}

// A lane has the names of a thread or pool on both sides, "" if a side lacks it.
type lane [2]string

// orders maps the page's orders to the parser's.
var orders = [...]compare.Order{message.ChangeOfInclusive: compare.ByInclusive, message.ChangeOfExclusive: compare.ByExclusive, message.ChangeOfCalls: compare.ByCalls}

// order returns the order of rows: by calls if the traces have no clock in common.
func (r *Room) order(of message.ChangeOrder) compare.Order {
	if len(r.comparison.Clocks()) == 0 {
		return compare.ByCalls
	}
	return orders[of]
}

// pairs returns the requested rows of the comparison, at least up to the end of the window, and their
// total number.
func (r *Room) pairs(req *message.ChangeRows) (pairs []int, total int) {
	key := *req
	key.First, key.Count = 0, 0
	most := min(max(0, req.First), len(r.comparison.Pairs)) + min(max(0, req.Count), mostRows)
	l := &r.tableCache
	same := l.comparison == r.comparison && l.req == key
	if same && min(most, l.total) <= len(l.pairs) {
		return l.pairs, l.total
	}
	if same { // a user who scrolls once scrolls again, so list all
		most = l.total
	}
	hits := r.matches(req.Text)
	way := compare.Direction(req.Way)
	if req.Only == message.OnlyInA || req.Only == message.OnlyInB {
		way = compare.Either // methods of one trace alone all changed in the same direction
	}
	pairs, total = r.inUnit(req.Scale).Largest(r.order(req.Order), profile.Clock(req.Clock), way, func(i int) bool {
		return r.lists(i, req) && (hits == nil || hits[i])
	}, most)
	r.tableCache = tableRows{r.comparison, key, pairs, total}
	return pairs, total
}

// lists reports whether a request includes a row.
func (r *Room) lists(i int, req *message.ChangeRows) bool {
	p, a, b := &r.comparison.Pairs[i], &r.comparison.Methods[0][i], &r.comparison.Methods[1][i]
	switch req.Only {
	case message.OnlyInA:
		return p.B == compare.None
	case message.OnlyInB:
		return p.A == compare.None
	case message.MoreCalls:
		return a.Calls+a.Recursive != b.Calls+b.Recursive
	case message.Guessed:
		return p.Rule.Guess()
	case message.WhetherOrNot:
		return true
	}
	clock := req.Clock
	timed := len(r.comparison.Clocks()) > 0
	return a.Calls != b.Calls || a.Recursive != b.Recursive || timed && (a.Inclusive[clock] != b.Inclusive[clock] || a.Exclusive[clock] != b.Exclusive[clock])
}

// mostRows is the maximum number of rows in an answer.
const mostRows = 500

func (r *Room) rows(req *message.ChangeRows) message.Body {
	if req.By != message.ByMethod {
		return r.groups(req)
	}
	pairs, total := r.pairs(req)
	reply := &message.Changes{First: min(max(0, req.First), total), Total: total}
	for _, i := range pairs[min(len(pairs), reply.First):min(len(pairs), reply.First+min(max(0, req.Count), mostRows))] {
		reply.Rows = append(reply.Rows, r.change(i, profile.Clock(req.Clock), req.Scale))
	}
	return reply
}

// method returns a pair's row without figures.
func (r *Room) method(i int) message.Change {
	c, p := r.comparison, &r.comparison.Pairs[i]
	row := message.Change{Pair: uint32(i), Name: r.labels[i], Rule: string(p.Rule), By: string(p.By), Guess: p.Rule.Guess(), A: p.A != compare.None, B: p.B != compare.None}
	if p.Rule == compare.ByName {
		row.Rule = ""
	}
	if was := c.Was(i); was != nil {
		row.Was = was.Label()
	}
	if row.A {
		row.Texts[0] = c.Sides[0].Methods[p.A].Text()
	}
	if row.B {
		row.Texts[1] = c.Sides[1].Methods[p.B].Text()
	}
	return row
}

// change returns a pair's row with figures.
func (r *Room) change(i int, by profile.Clock, scale message.Scale) message.Change {
	c, row := r.inUnit(scale), r.method(i)
	for s := range c.Methods {
		m, measured := &c.Methods[s][i], &r.comparison.Methods[s][i]
		row.Calls[s], row.Inclusive[s], row.Exclusive[s] = m.Calls+m.Recursive, m.Inclusive[by], m.Exclusive[by]
		row.Each[s] = each(measured.Inclusive[by], measured.Calls)
	}
	split := c.Split(i, by)
	row.Split = [2]int64{split.Calls, split.Cost}
	return row
}

// each returns the average time of a call, or -1 without calls.
func each(time, calls int64) int64 {
	if calls == 0 {
		return -1
	}
	return time / calls
}

// pairOf returns the row of the method with the given names on both sides. If the names are no pair,
// it returns B's row, or else A's. It returns NoNode if the compared parts call neither.
func (r *Room) pairOf(texts [2]string) uint32 {
	found, best := message.NoNode, 0
	for i, p := range r.comparison.Pairs {
		is := func(s int, m trace.MethodIndex) bool {
			return texts[s] != "" && m != compare.None && message.Means(texts[s], r.comparison.Sides[s].Methods[m].Text())
		}
		has := 0
		if is(1, p.B) {
			has = 2
		}
		if is(0, p.A) {
			has++
		}
		if has > best {
			found, best = uint32(i), has
		}
	}
	return found
}

// mostEdges is the maximum number of callers, and of callees, in an answer.
const mostEdges = 100

func (r *Room) relatives(req *message.ChangeEdges) message.Body {
	if req.Pair == message.NoNode {
		found := *req
		if found.Pair = r.pairOf(req.Texts); found.Pair == message.NoNode {
			return &message.ChangeRelatives{Of: message.Change{Pair: message.NoNode}}
		}
		req = &found
	}
	callers, callees := r.inUnit(req.Scale).Relatives(int(req.Pair), profile.Clock(req.Clock))
	edges := func(of []compare.Edge) (all []message.ChangeEdge) {
		for _, e := range of[:min(len(of), mostEdges)] {
			edge := message.ChangeEdge{Pair: message.NoNode, Calls: e.Calls, Inclusive: e.Inclusive}
			if e.Pair >= 0 {
				of := r.method(e.Pair)
				edge.Pair, edge.Name, edge.Texts = of.Pair, of.Name, of.Texts
			}
			all = append(all, edge)
		}
		return all
	}
	return &message.ChangeRelatives{Of: r.change(int(req.Pair), profile.Clock(req.Clock), req.Scale), Callers: edges(callers), Callees: edges(callees)}
}

// file writes the same file as the command compare, on the chosen scale.
func (r *Room) file(req *message.ChangesFile, own *tracing.Trace) message.Body {
	pair := &changes.Pair{Comparison: r.inUnit(req.Scale), Clock: profile.Clock(req.Clock), Order: orders[req.Order], Findings: r.changed(own), Stories: [2]*changes.Story{&r.baseSide.story, &r.ownSide.story}}
	if req.Format == "csv" && r.comparison.HasContexts() {
		pair.By = profile.By(req.By)
	}
	if pair.Comparison != r.comparison { // else the figures are as measured
		pair.Scale, pair.Per = words.Scale(req.Scale.Unit), req.Scale.Method
	}
	return file(req.Format, stem(r.comparison.Sides[1].Name)+".changes", pair, &pair.Rows)
}

// tables has the output of the command compare in each format.
type tables interface {
	CSV(io.Writer) error
	JSON(io.Writer) error
	Text(w io.Writer, markdown bool) error
}

// file writes tables in a format. rows limits the rows of each table in text.
func file(format, name string, of tables, rows *int) message.Body {
	var out bytes.Buffer
	all := export.Formats("compare", export.Changes)
	file := &message.File{Name: name + cmp.Or(export.Formatted(format, all), export.Formatted("markdown", all)).Ending}
	var err error
	switch format {
	case "csv":
		file.Type, err = "text/csv", of.CSV(&out)
	case "json":
		file.Type, err = "application/json", of.JSON(&out)
	default:
		*rows = 30 // as in the command: short enough for a comment
		file.Type, err = "text/markdown", of.Text(&out, true)
	}
	if err != nil {
		return &message.Failure{Text: err.Error()}
	}
	file.Data = out.Bytes()
	return file
}

// stem returns a file's name without its endings.
func stem(name string) string {
	for _, ending := range []string{".gz", ".zip", ".trace"} {
		name = strings.TrimSuffix(name, ending)
	}
	return cmp.Or(name, "trace")
}
