package changes

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/sorting"
	"traceglass/render/report"
	"traceglass/render/words"
)

// A Pair is the comparison of two traces that is to be written.
type Pair struct {
	*compare.Comparison
	Clock profile.Clock // the clock, one of Comparison.Clocks, for the order of rows and for text; without clocks, only calls are compared
	Order compare.Order
	Rows  int    // limit on each table of text and Markdown, 0 for all
	Early *Early // nil if a trace does not reach the point

	Findings *Findings // nil if they are not compared
	Stories  [2]*Story // of A and B; nil if they are not compared

	Scale words.Scale // unit of the figures of methods and contexts in Comparison
	Per   string      // the method of words.PerCall

	By profile.By // the groups of methods in CSV; not ByThread
}

// Early compares the methods that were called before a point.
type Early struct {
	Point words.Text // shown to users: "the first frame"
	Set   *runs.Set
	*runs.Differences
}

// FirstFrame is the default point.
const FirstFrame words.Text = "the first frame (Choreographer.doFrame)"

// Schema is the version of all JSON that this package writes.
const Schema = 7

var (
	clockNames     = [...]words.Text{profile.Wall: "wall time", profile.CPU: "CPU time", profile.Waiting: "waiting"}
	inclusiveNames = [...]words.Text{profile.Wall: "inclusive wall time", profile.CPU: "inclusive CPU time", profile.Waiting: "inclusive waiting"}
	exclusiveNames = [...]words.Text{profile.Wall: "exclusive wall time", profile.CPU: "exclusive CPU time", profile.Waiting: "exclusive waiting"}
)

// clockName returns the name of the clock, or of the event if its figures count one.
func (p *Pair) clockName() string {
	if event := p.Sides[0].Event; p.Clock == profile.CPU && event != "" {
		return event
	}
	return clockNames[p.Clock].String()
}

func (p *Pair) timed() bool { return len(p.Clocks()) > 0 }

// measured formats a figure by the clock in ns or events; amount formats one in the unit of
// Scale; count formats a number of calls in that unit.
func (p *Pair) measured(n int64) string { return words.AsMeasured.Time(n, p.counted()) }

func (p *Pair) amount(n int64) string { return p.Scale.Time(n, p.counted()) }

func (p *Pair) count(n int64) string { return p.Scale.Calls(n) }

// sampled reports whether one of the traces was recorded by sampling, so that its calls are times
// seen.
func (p *Pair) sampled() bool { return p.Sides[0].Samples || p.Sides[1].Samples }

// counts returns calls, or seen for sampled traces.
func counts(sampled bool, calls, seen words.Text) words.Text {
	if sampled {
		return seen
	}
	return calls
}

func (p *Pair) word(calls, seen words.Text) string { return counts(p.sampled(), calls, seen).String() }

func (p *Pair) counted() bool { return p.Clock == profile.CPU && p.Sides[0].Event != "" }

// scale returns a sentence on the unit of figures, or "" if they are as measured.
func (p *Pair) scale() string {
	switch p.Scale {
	case words.OfWhole:
		return p.word("Method figures are shares of all calls of their trace, and of all time in calls.", "Method figures are shares of all times seen in their trace, and of all time in methods.")
	case words.PerCall:
		if p.sampled() {
			return words.Say("Method figures are per time that {1} was seen. Samples without a break between them count as one.", p.Per)
		}
		return words.Say("Method figures are per call of {1}.", p.Per)
	}
	return ""
}

// A part is the factor that converts a figure from its integer unit: 1 for measured figures.
type part float64

// time and calls return the factors for times and calls.
func (p *Pair) time() part {
	if p.Scale == words.OfWhole {
		return 1.0 / compare.Whole
	}
	return 1
}

func (p *Pair) calls() part {
	switch p.Scale {
	case words.OfWhole:
		return 1.0 / compare.Whole
	case words.PerCall:
		return 1.0 / compare.Call
	}
	return 1
}

// exactNumber formats a figure exactly, for CSV and JSON.
func (f part) exactNumber(n int64) json.Number {
	if f == 1 {
		return json.Number(strconv.FormatInt(n, 10))
	}
	return json.Number(strconv.FormatFloat(float64(n)*float64(f), 'f', -1, 64))
}

// order returns the rows of Pairs that differ, the largest difference first. Without a common
// clock it orders by calls.
func (p *Pair) order(all bool) (pairs []int) {
	order := p.Order
	if !p.timed() {
		order = compare.ByCalls
	}
	for _, i := range p.Changes(order, p.Clock, compare.Either) {
		if all || p.changed(i) {
			pairs = append(pairs, i)
		}
	}
	return pairs
}

// changed reports whether the calls or times of a method differ.
func (p *Pair) changed(i int) bool {
	a, b := &p.Methods[0][i], &p.Methods[1][i]
	return a.Calls != b.Calls || a.Recursive != b.Recursive || p.timed() && (a.Inclusive[p.Clock] != b.Inclusive[p.Clock] || a.Exclusive[p.Clock] != b.Exclusive[p.Clock])
}

// Text writes the comparison for a terminal, or in Markdown for a comment on a pull request.
func (p *Pair) Text(w io.Writer, markdown bool) error {
	out := newPage(w, markdown)
	out.heading(words.Say("{1} compared with {2}", p.Sides[1].Name, p.Sides[0].Name))
	for _, r := range p.Remarks() {
		out.paragraph(words.Filled(r).String())
	}
	if remark := p.startRemark(); remark != "" {
		out.paragraph(remark)
	}
	if answer := p.answer(); answer != nil {
		out.paragraph(answer.String())
		SplitOf(p.Stories[0], p.Stories[1]).write(out)
	}
	p.Findings.write(out)
	p.totals(out)
	if scale := p.scale(); scale != "" {
		out.paragraph(scale)
	}
	if p.Early != nil {
		p.Early.write(out, p.Rows, p.sampled())
	}
	p.changes(out)
	p.moves(out)
	p.threads(out)
	p.guesses(out)
	return out.Flush()
}

// answer returns how the time of the thread changed, or nil if that is not compared.
func (p *Pair) answer() *Answer {
	if a, b := p.Stories[0], p.Stories[1]; a != nil && b != nil {
		return AnswerOf(p.Comparison, a, b)
	}
	return nil
}

// startRemark returns sentences on a start that only one trace records, with the option that leaves it out, or "".
func (p *Pair) startRemark() string {
	a, b := p.Stories[0], p.Stories[1]
	if a == nil || b == nil {
		return ""
	}
	remark, option := StartRemark(a, b), "-from-a "+words.InstantText(a.StartEnd)
	if b.Start > 0 {
		option = "-from-b " + words.InstantText(b.StartEnd)
	}
	if remark != "" {
		remark += " " + words.Say("In the command, that is {1}.", option)
	}
	return remark
}

// totals writes the total calls of both traces, and their times. Idle waits are apart.
func (p *Pair) totals(out *page) {
	rows := [][]string{}
	var calls [2]int64
	for s, side := range p.Sides {
		for _, n := range side.Calls {
			calls[s] += n
		}
	}
	rows = append(rows, []string{p.word("calls", "times seen"), words.Count(calls[0]), words.Count(calls[1]), words.Signed(calls[1]-calls[0], words.Count), words.Change(float64(calls[0]), float64(calls[1]))})
	if p.timed() {
		var rest, idle [2]int64
		for s := range p.Sides {
			r, i := p.Times(s)
			rest[s], idle[s] = r[p.Clock], i[p.Clock]
		}
		add := func(name string, of [2]int64) {
			rows = append(rows, []string{name, p.measured(of[0]), p.measured(of[1]), words.Signed(of[1]-of[0], p.measured), words.Change(float64(of[0]), float64(of[1]))})
		}
		if p.hasIdle(p.Clock) {
			add(words.Say(counts(p.sampled(), "{1} in calls without idle waits", "{1} in methods without idle waits"), p.clockName()), rest)
			add(words.T("idle waits"), idle)
		} else {
			add(words.Say(counts(p.sampled(), "{1} in calls", "{1} in methods"), p.clockName()), rest)
		}
	}
	out.table([]string{"|", "A", "B", words.T("change"), ""}, rows)
	if p.timed() && p.hasIdle(p.Clock) {
		if p.noIdle() {
			out.paragraph(words.T("Figures of methods and threads leave out idle waits."))
		} else {
			out.paragraph(words.T("Figures of methods and threads include idle waits. -no-idle leaves them out."))
		}
	}
}

// hasIdle reports whether a trace has idle waits by a clock.
func (p *Pair) hasIdle(c profile.Clock) bool { return p.Sides[0].Idle[c]|p.Sides[1].Idle[c] != 0 }

// noIdle reports whether figures leave out idle waits.
func (p *Pair) noIdle() bool { return p.Sides[0].NoIdle || p.Sides[1].NoIdle }

// changes writes the table of methods.
func (p *Pair) changes(out *page) {
	pairs := p.order(false)
	if len(pairs) == 0 {
		out.paragraph(words.T("No method differs."))
		return
	}
	by := p.word("number of calls", "times seen")
	if event := p.Sides[0].Event; p.timed() && p.Order != compare.ByCalls {
		exclusive := p.Order == compare.ByExclusive
		switch {
		case p.Clock == profile.CPU && event != "" && exclusive:
			by = words.Say("exclusive {1}", event)
		case p.Clock == profile.CPU && event != "":
			by = words.Say("inclusive {1}", event)
		case exclusive:
			by = exclusiveNames[p.Clock].String()
		default:
			by = inclusiveNames[p.Clock].String()
		}
	}
	most := len(pairs)
	if p.Rows > 0 {
		most = min(most, p.Rows)
	}
	out.heading(words.Say("{1}, of {2} with changes, by the change of {3}", words.Plural(int64(most), "method", "methods"), strconv.Itoa(len(pairs)), by))
	headings := []string{p.word("calls A", "seen A"), p.word("calls B", "seen B")}
	if p.timed() {
		headings = append(headings, words.T("self A"), words.T("self B"), words.T("change"), words.T("incl. A"), words.T("incl. B"), words.T("change"), p.word("of calls", "of seen"), words.T("of cost"))
	}
	headings = append(headings, words.T("method")+"|")
	var rows [][]string
	names := p.names()
	for _, i := range pairs[:most] {
		a, b := &p.Methods[0][i], &p.Methods[1][i]
		row := []string{p.count(a.Calls + a.Recursive), p.count(b.Calls + b.Recursive)}
		if p.timed() {
			split := p.Split(i, p.Clock)
			for _, t := range [][2]int64{{a.Exclusive[p.Clock], b.Exclusive[p.Clock]}, {a.Inclusive[p.Clock], b.Inclusive[p.Clock]}} {
				row = append(row, p.amount(t[0]), p.amount(t[1]), words.Signed(t[1]-t[0], p.amount))
			}
			row = append(row, words.Signed(split.Calls, p.amount), words.Signed(split.Cost, p.amount))
		}
		rows = append(rows, append(row, names[i]+p.mark(i)))
	}
	out.table(headings, rows)
	if p.timed() {
		out.paragraph(p.word("The change of inclusive time has two parts: more or fewer calls, and slower or faster calls.",
			"The change of inclusive time has two parts: more or fewer times seen, and longer or shorter times seen."))
	}
}

// mark returns a remark on a method: new, gone or guessed.
func (p *Pair) mark(i int) string {
	switch pair := &p.Pairs[i]; {
	case pair.A == compare.None:
		return words.T(" (new)")
	case pair.B == compare.None:
		return words.T(" (gone)")
	case pair.Rule.Guess():
		return words.T(" (guessed)")
	}
	return ""
}

// names returns the labels of the methods, with the signature if two have the same label.
func (p *Pair) names() []string {
	return words.Distinct(len(p.Pairs), func(i int) string { return p.Name(i).Label() }, func(i int) string { return p.Name(i).Text() }, words.WholeLabel)
}

// distinct returns the names of a list of methods, in the same form as names.
func distinct(methods []compare.Method) []string {
	return words.Distinct(len(methods), func(i int) string { return methods[i].Label() }, func(i int) string { return methods[i].Text() }, words.WholeLabel)
}

// moves lists the contexts that moved to other callers.
func (p *Pair) moves(out *page) {
	moves := p.Contexts().Moves(p.Clock)
	if len(moves) == 0 {
		return
	}
	out.heading(words.Say("{1} to other callers", words.Plural(int64(len(moves)), "context moved", "contexts moved")))
	var lines []string
	names := p.names()
	caller := func(m compare.Move, from bool) string {
		row := m.To
		if from {
			row = m.From
		}
		if parent := p.Contexts().Tree.Parent[row]; parent != 0 {
			return names[p.Contexts().Tree.Method[parent]]
		}
		return words.T("no caller")
	}
	for _, m := range moves {
		if p.Rows > 0 && len(lines) > p.Rows { // one more than is written, to count the rest
			lines = append(lines, "")
			continue
		}
		a, b := &p.Contexts().Rows[0][m.From], &p.Contexts().Rows[1][m.To]
		name := names[p.Contexts().Tree.Method[m.From]]
		if p.timed() {
			lines = append(lines, words.Say("{1}: from {2} to {3}, {4} there, {5} here", name, caller(m, true), caller(m, false), p.amount(a.Inclusive[p.Clock]), p.amount(b.Inclusive[p.Clock])))
		} else {
			lines = append(lines, words.Say("{1}: from {2} to {3}", name, caller(m, true), caller(m, false)))
		}
	}
	out.list(p.Rows, lines)
}

// threads writes the table of threads and thread pools.
func (p *Pair) threads(out *page) {
	out.heading(words.T("Threads"))
	headings := []string{words.T("threads A"), words.T("threads B"), p.word("calls A", "seen A"), p.word("calls B", "seen B")}
	if p.timed() {
		headings = append(headings, p.word("in calls A", "in methods A"), p.word("in calls B", "in methods B"), words.T("change"))
	}
	headings = append(headings, words.T("name")+"|")
	var rows [][]string
	for i, pair := range p.Comparison.Threads {
		if p.Rows > 0 && i == p.Rows {
			break
		}
		var side [2]compare.Thread
		name, note := "", words.T(" (new)")
		if pair.B >= 0 {
			side[1] = p.Sides[1].Threads[pair.B]
			name = side[1].Name
		}
		if pair.A >= 0 {
			side[0] = p.Sides[0].Threads[pair.A]
			if note = ""; pair.B < 0 {
				name, note = side[0].Name, words.T(" (gone)")
			} else if pair.Rule.Guess() {
				note = words.Say(" (guessed: {1} of A, by {2})", side[0].Name, words.Filled(pair.Rule).String())
			}
		}
		row := []string{strconv.Itoa(side[0].Count), strconv.Itoa(side[1].Count), words.Count(side[0].Calls), words.Count(side[1].Calls)}
		if p.timed() {
			a, b := side[0].Time[p.Clock], side[1].Time[p.Clock]
			row = append(row, p.measured(a), p.measured(b), words.Signed(b-a, p.measured))
		}
		rows = append(rows, append(row, name+note))
	}
	out.table(headings, rows)
}

// guesses lists the pairs that may be wrong.
func (p *Pair) guesses(out *page) {
	var lines []string
	for i, pair := range p.Pairs {
		if pair.Rule.Guess() {
			rule := words.Filled(pair.Rule).String()
			if pair.By != "" {
				rule = words.Say("{1}, by {2}", rule, words.Filled(pair.By).String())
			}
			lines = append(lines, words.Say("{1}: {2}", p.Sides[0].Methods[pair.A].Text()+" = "+p.Name(i).Text(), rule))
		}
	}
	if len(lines) == 0 {
		return
	}
	out.heading(words.Say("{1} of methods guessed; -apart \"A = B\" undoes one", words.Plural(int64(len(lines)), "pair", "pairs")))
	out.list(p.Rows, lines)
}

// write lists the methods that only one trace calls before the point, and those whose number of
// calls differs.
func (e *Early) write(out *page, most int, sampled bool) {
	names := distinct(e.Set.Methods)
	var lines [3][]string
	for i := range e.Rows {
		d := &e.Rows[i]
		if !d.EarlyDiffer() {
			continue
		}
		name := names[d.Method]
		a, b := int64(d.Early[0].Median), int64(d.Early[1].Median)
		switch {
		case a == 0:
			lines[0] = append(lines[0], words.Say("{1}: {2}", name, words.Seen(b, sampled)))
		case b == 0:
			lines[1] = append(lines[1], words.Say("{1}: {2}", name, words.Seen(a, sampled)))
		default:
			lines[2] = append(lines[2], words.Say("{1}: {2}, was {3}", name, words.Seen(b, sampled), words.Count(a)))
		}
	}
	some := false
	for i, what := range []words.Text{
		counts(sampled, "Called before {1} in B alone", "Seen before {1} in B alone"),
		counts(sampled, "Called before {1} in A alone", "Seen before {1} in A alone"),
		counts(sampled, "Called before {1} more or less often", "Seen before {1} more or less often"),
	} {
		if len(lines[i]) > 0 {
			some = true
			out.heading(words.Say(what, e.Point.String()))
			out.list(most, lines[i])
		}
	}
	if !some {
		out.paragraph(words.Say(counts(sampled, "Before {1}, both call the same methods equally often.", "Before {1}, both show the same methods equally often."), e.Point.String()))
	}
}

// CSV writes a line per method below a line of headings, including methods that only one trace
// has. With By it writes a line per group. Times are in ns, or in the unit of Scale.
func (p *Pair) CSV(w io.Writer) error {
	if p.By != profile.ByMethod {
		return p.groupsCSV(w)
	}
	out := csv.NewWriter(w)
	head := []string{"class", "name", "signature", "wasClass", "wasName", "wasSignature", "pairedBy", "callsA", "callsB", "recursiveCallsA", "recursiveCallsB"}
	clocks := p.Clocks()
	for _, c := range clocks {
		u := p.unit(c)
		head = append(head, "inclusive"+u+"A", "inclusive"+u+"B", "inclusive"+u+"Change", "ofCalls"+u, "ofCost"+u, "exclusive"+u+"A", "exclusive"+u+"B", "exclusive"+u+"Change")
	}
	out.Write(head)
	for _, i := range p.order(true) {
		m := p.Name(i)
		a, b := &p.Methods[0][i], &p.Methods[1][i]
		row := []string{m.Class, m.Name, m.Signature, "", "", "", string(p.Pairs[i].Rule)}
		if m.ID != 0 {
			row[1] = m.Label()
		}
		if was := p.Was(i); was != nil {
			row[3], row[4], row[5] = was.Class, was.Name, was.Signature
		}
		for k := range row {
			row[k] = report.Cell(row[k], report.CSV)
		}
		add := func(f part, n ...int64) {
			for _, v := range n {
				row = append(row, string(f.exactNumber(v)))
			}
		}
		add(p.calls(), a.Calls, b.Calls, a.Recursive, b.Recursive)
		for _, c := range clocks {
			split := p.Split(i, c)
			add(p.time(), a.Inclusive[c], b.Inclusive[c], b.Inclusive[c]-a.Inclusive[c], split.Calls, split.Cost, a.Exclusive[c], b.Exclusive[c], b.Exclusive[c]-a.Exclusive[c])
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// groupsCSV writes a line per group, the largest change first.
func (p *Pair) groupsCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{profile.Ways[p.By], "methods", "callsA", "callsB", "recursiveCallsA", "recursiveCallsB"}
	clocks := p.Clocks()
	for _, c := range clocks {
		u := p.unit(c)
		head = append(head, "inclusive"+u+"A", "inclusive"+u+"B", "inclusive"+u+"Change", "exclusive"+u+"A", "exclusive"+u+"B", "exclusive"+u+"Change")
	}
	out.Write(head)
	change := func(g *compare.Group) int64 {
		a, b := &g.Sum[0], &g.Sum[1]
		n := b.Exclusive[p.Clock] - a.Exclusive[p.Clock]
		switch {
		case p.Order == compare.ByCalls || !p.timed():
			n = b.Calls + b.Recursive - a.Calls - a.Recursive
		case p.Order == compare.ByInclusive:
			n = b.Inclusive[p.Clock] - a.Inclusive[p.Clock]
		}
		return max(n, -n)
	}
	groups := p.Groups(p.By, nil)
	sorting.Stable(groups, func(a, b compare.Group) int {
		return cmp.Or(cmp.Compare(change(&b), change(&a)), cmp.Compare(a.Name, b.Name))
	})
	for i := range groups {
		g := &groups[i]
		a, b := &g.Sum[0], &g.Sum[1]
		if a.Calls+a.Recursive+b.Calls+b.Recursive == 0 {
			continue
		}
		row := []string{report.Cell(g.Name, report.CSV), strconv.Itoa(g.Methods)}
		add := func(f part, n ...int64) {
			for _, v := range n {
				row = append(row, string(f.exactNumber(v)))
			}
		}
		add(p.calls(), a.Calls, b.Calls, a.Recursive, b.Recursive)
		for _, c := range clocks {
			add(p.time(), a.Inclusive[c], b.Inclusive[c], b.Inclusive[c]-a.Inclusive[c], a.Exclusive[c], b.Exclusive[c], b.Exclusive[c]-a.Exclusive[c])
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// unit returns the unit of a clock's figures as part of a key in CSV and JSON.
func (p *Pair) unit(c profile.Clock) string {
	if c == profile.CPU && p.Sides[0].Event != "" && p.Scale != words.OfWhole {
		return "Count"
	}
	name := [...]string{profile.Wall: "Wall", profile.CPU: "Cpu", profile.Waiting: "Waiting"}[c]
	if p.Scale == words.OfWhole {
		return name + "Share"
	}
	return name + "Ns"
}

// nanos is unit for measured figures, whatever the scale.
func (p *Pair) nanos(c profile.Clock) string {
	as := Pair{Comparison: p.Comparison}
	return as.unit(c)
}

// An object is a JSON object that keeps the order of its keys.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, m.key)
		b = append(b, ':')
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b = append(b, value...)
	}
	return append(b, '}'), nil
}

func writeJSON(w io.Writer, o object) error {
	b, err := o.MarshalJSON()
	if err == nil {
		_, err = w.Write(append(b, '\n'))
	}
	return err
}

// named returns the name of a method as members of an object.
func named(m *compare.Method) object {
	if m.ID != 0 {
		return object{{"id", m.ID.String()}}
	}
	return object{{"class", m.Class}, {"name", m.Name}, {"signature", m.Signature}}
}

// JSON writes one object and a line feed. changes.md describes its keys.
func (p *Pair) JSON(w io.Writer) error {
	remarks := p.Remarks()
	if remarks == nil {
		remarks = []string{}
	}
	if remark := words.Plain(words.InEnglish(p.startRemark)); remark != "" {
		remarks = append(slices.Clip(remarks), remark)
	}
	methods := []object{}
	for _, i := range p.order(true) {
		methods = append(methods, p.methodObject(i))
	}
	all := object{
		{"kind", "traces-compared"}, {"schema", Schema}, {"a", p.sideObject(0)}, {"b", p.sideObject(1)}, {"remarks", remarks},
		{"threads", p.threadObjects()}, {"methods", methods}, {"moves", p.moveObjects()},
	}
	if slices.ContainsFunc(p.Clocks(), p.hasIdle) {
		all = append(all, member{"idleIncluded", !p.noIdle()})
	}
	if answer := p.answer(); answer != nil {
		all = append(all, member{"answer", p.answerObject(answer)})
	}
	if p.Findings != nil {
		all = append(all, member{"findings", p.Findings.objects()})
	}
	if p.Early != nil {
		all = append(all, member{"early", p.Early.object()})
	}
	switch p.Scale {
	case words.OfWhole:
		all = append(all, member{"scale", "share"})
	case words.PerCall:
		all = append(all, member{"scale", "call"}, member{"per", p.Per})
	}
	return writeJSON(w, all)
}

// answerObject returns how the time of the thread changed.
func (p *Pair) answerObject(a *Answer) object {
	times := func(of *Difference) object { return object{{"aNs", of.Time[0]}, {"bNs", of.Time[1]}} }
	own, parts := []object{}, []object{}
	for i := range a.Own {
		own = append(own, append(named(p.Name(a.Own[i].Pair)), times(&a.Own[i].Difference)...))
	}
	for _, part := range partsOf(p.Stories[0], p.Stories[1]) {
		name, cause := report.PartKeys(part.of.Kind, part.of.Origin, part.of.Cause)
		o := object{{"name", name}}
		if cause != "" {
			o = append(o, member{"cause", cause})
		}
		parts = append(parts, append(o, times(&part.Difference)...))
	}
	return object{{"sentence", words.Plain(words.InEnglish(a.String))}, {"thread", a.Thread}, {"aNs", a.Time[0]}, {"bNs", a.Time[1]}, {"own", own}, {"parts", parts}}
}

// sideObject returns the facts about a trace: 0 for A, 1 for B.
func (p *Pair) sideObject(s int) object {
	side := p.Sides[s]
	o := object{{"name", side.Name}, {"clock", side.Clocks.String()}, {"sampled", side.Samples}, {"complete", side.Complete}}
	rest, idle := p.Times(s)
	for _, c := range p.Clocks() {
		if p.hasIdle(c) {
			o = append(o, member{"withoutIdle" + p.nanos(c), rest[c]}, member{"idle" + p.nanos(c), idle[c]})
		}
	}
	return o
}

// figures returns the figures of a method or a path in one trace.
func (p *Pair) figures(calls, recursive int64, inclusive, exclusive *profile.Times) object {
	o := object{{"calls", p.calls().exactNumber(calls)}, {"recursiveCalls", p.calls().exactNumber(recursive)}}
	for _, c := range p.Clocks() {
		o = append(o, member{"inclusive" + p.unit(c), p.time().exactNumber(inclusive[c])}, member{"exclusive" + p.unit(c), p.time().exactNumber(exclusive[c])})
	}
	return o
}

// methodObject returns a pair of methods and its change.
func (p *Pair) methodObject(i int) object {
	a, b, pair := &p.Methods[0][i], &p.Methods[1][i], p.Pairs[i]
	o := named(p.Name(i))
	if was := p.Was(i); was != nil {
		o = append(o, member{"was", named(was)})
	}
	if pair.Rule != "" {
		o = append(o, member{"pairedBy", string(pair.Rule)}, member{"guessed", pair.Rule.Guess()})
		if pair.By != "" {
			o = append(o, member{"evidence", string(pair.By)})
		}
	}
	if pair.A != compare.None {
		o = append(o, member{"a", p.figures(a.Calls, a.Recursive, &a.Inclusive, &a.Exclusive)})
	}
	if pair.B != compare.None {
		o = append(o, member{"b", p.figures(b.Calls, b.Recursive, &b.Inclusive, &b.Exclusive)})
	}
	change := object{}
	for _, c := range p.Clocks() {
		split := p.Split(i, c)
		change = append(change, member{"ofCalls" + p.unit(c), p.time().exactNumber(split.Calls)}, member{"ofCost" + p.unit(c), p.time().exactNumber(split.Cost)})
	}
	return append(o, member{"change", change})
}

// threadObjects returns the pairs of threads.
func (p *Pair) threadObjects() []object {
	all := []object{}
	for _, pair := range p.Comparison.Threads {
		o := object{}
		for s, i := range []int{pair.A, pair.B} {
			if i < 0 {
				continue
			}
			th := &p.Sides[s].Threads[i]
			side := object{{"name", th.Name}, {"threads", th.Count}, {"calls", th.Calls}}
			for _, c := range p.Clocks() {
				side = append(side, member{"inclusive" + p.nanos(c), th.Time[c]})
			}
			o = append(o, member{[]string{"a", "b"}[s], side})
		}
		if pair.Rule != "" {
			o = append(o, member{"pairedBy", string(pair.Rule)}, member{"guessed", pair.Rule.Guess()})
		}
		all = append(all, o)
	}
	return all
}

// moveObjects returns calls that have other callers than before.
func (p *Pair) moveObjects() []object {
	contexts := p.Contexts()
	path := func(row profile.Row) []string {
		labels := []string{}
		for _, i := range contexts.Path(row) {
			labels = append(labels, p.Name(i).Label())
		}
		return labels
	}
	all, frames := []object{}, 0
	for _, m := range contexts.Moves(p.Clock) {
		frames += int(contexts.Tree.Depth[m.From] + contexts.Tree.Depth[m.To])
		if len(all) == mostMoves || frames > mostFrames {
			break
		}
		a, b := &contexts.Rows[0][m.From], &contexts.Rows[1][m.To]
		all = append(all, object{{"from", path(m.From)}, {"to", path(m.To)}, {"a", p.figures(a.Calls, 0, &a.Inclusive, &a.Exclusive)}, {"b", p.figures(b.Calls, 0, &b.Inclusive, &b.Exclusive)}})
	}
	return all
}

// mostMoves limits the moves in JSON. mostFrames limits the total length of their paths, because
// each move has two complete ones.
const (
	mostMoves  = 1000
	mostFrames = 100_000
)

func (e *Early) object() object {
	rows := []object{}
	for i := range e.Rows {
		if d := &e.Rows[i]; d.EarlyDiffer() {
			rows = append(rows, append(named(&e.Set.Methods[d.Method]), member{"a", int64(d.Early[0].Median)}, member{"b", int64(d.Early[1].Median)}))
		}
	}
	return object{{"before", string(e.Point)}, {"methods", rows}}
}
