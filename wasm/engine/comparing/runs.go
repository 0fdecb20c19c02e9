package comparing

import (
	"math"
	"path"
	"slices"
	"strings"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/runs"
	shown "traceglass/render/names"
	"traceglass/render/report/changes"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// group has many runs: the data kept of each, and their last grouping and comparison.
type group struct {
	paths  []string
	read   runs.Set            // in the order of reading, all of one group
	found  [][]changes.Finding // by run
	report *changes.Runs
	labels []string // by method of report
	rows   []int    // listed rows, as indices of report.Rows
	listed message.RunRows
}

// Keep adds the method costs in a part of a trace as one of many runs. It returns the number of
// calls and the range of the part. An error states why the part cannot be a run. Only a run of a
// whole trace has calls before the first frame.
func (r *Room) Keep(file string, of *tracing.Trace, part message.RunsPart) (calls int64, within message.Scope, err error) {
	scope, err := scopeIn(of, part)
	if err != nil {
		return 0, scope, err
	}
	p := of.Profile(scope)
	var early *profile.Profile
	switch before, ok := runs.Before(p.Index, runs.IsFirstFrame); {
	case part.IsWhole() && ok:
		early = p.Index.Profile(before, nil)
	case !part.IsWhole() && !slices.ContainsFunc(p.Methods, func(m profile.Method) bool { return m.Calls+m.Recursive > 0 }):
		return 0, scope, runs.ErrEmpty
	}
	g := &r.runs
	g.paths = append(g.paths, file)
	g.read.Add(0, path.Base(file), p, early)
	g.found = append(g.found, changes.StoryIn(p.Index, p.Scope).Findings)
	last := &g.read.Groups[0][len(g.read.Groups[0])-1]
	for i := range last.Figures {
		calls += last.Figures[i].Calls + last.Figures[i].Recursive
	}
	return calls, scope, nil
}

// scopeIn returns the scope of a part in one trace. An error says why the trace does not have it.
func scopeIn(of *tracing.Trace, part message.RunsPart) (scope message.Scope, err error) {
	at := int64(0)
	if part.Anchor != "" {
		anchor, err := runs.NewPattern("method", part.Anchor)
		if err != nil {
			return scope, err
		}
		if at, err = runs.Start(of.Index(), anchor); err != nil {
			return scope, err
		}
	}
	after := func(ns int64) int64 { return at + min(ns, message.Whole-at) }
	scope = message.Scope{From: after(part.From), To: message.Whole}
	if part.To > 0 {
		scope.To = after(part.To)
	}
	return scope, nil
}

// Parted returns the likely group, 0 or 1, of each run. ok is false if nothing distinguishes the
// groups.
func (r *Room) Parted() (groups []int, ok bool) { return runs.Parted(r.runs.paths) }

// answer answers a request about many runs, or returns nil for another request.
func (g *group) answer(req message.Body) message.Body {
	switch req := req.(type) {
	case *message.CompareRuns:
		return g.compare(req)
	case *message.RunRows:
		if g.report != nil {
			return g.window(req)
		}
	case *message.RunsFile:
		if g.report != nil {
			return file(req.Format, "runs", g.report, &g.report.Most)
		}
	default:
		return nil
	}
	return &message.Failure{Text: "No runs are compared."}
}

func (g *group) compare(req *message.CompareRuns) message.Body {
	g.report, g.rows, g.listed = nil, nil, message.RunRows{}
	set := g.read.Deal(func(run int) int {
		if run < len(req.Groups) {
			return int(req.Groups[run])
		}
		return runs.Out
	})
	if err := set.Refusal(); err != nil {
		text := err.Error() + "."
		return &message.RunsCompared{Refusal: strings.ToUpper(text[:1]) + text[1:]}
	}
	reply := &message.RunsCompared{Remarks: set.Remarks(), Clock: req.Clock, Event: set.Groups[0][0].Event}
	for g := range set.Groups {
		reply.Sampled = reply.Sampled || slices.ContainsFunc(set.Groups[g], func(run runs.Run) bool { return run.Samples })
	}
	for _, clock := range set.Clocks() {
		reply.Clocks = append(reply.Clocks, message.Clock(clock))
	}
	if len(reply.Clocks) > 0 && !slices.Contains(reply.Clocks, reply.Clock) {
		reply.Clock = reply.Clocks[0]
	}
	figure := runs.Figure{Clock: profile.Clock(reply.Clock), Exclusive: req.Exclusive}
	g.report = &changes.Runs{
		Set: set, Differences: set.Compare(figure), Figure: figure, Timed: len(reply.Clocks) > 0, Point: changes.FirstFrame, Remarks: reply.Remarks,
		Findings: g.findings(req.Groups),
	}
	g.labels, _ = shown.Distinct(len(set.Methods), func(i int) *compare.Method { return &set.Methods[i] })
	reply.Answer = g.report.Answer()
	reply.Power = changes.Power(g.report.Differences, g.report.Timed)
	for i := range g.report.Rows {
		for k, real := range g.significant(i) {
			if real {
				reply.Differ[k]++
			}
		}
	}
	return reply
}

// findings compares the findings of two groups. Groups is by run.
func (g *group) findings(groups []uint8) *changes.Findings {
	var found [2][][]changes.Finding
	for run, of := range groups[:min(len(groups), len(g.found))] {
		if int(of) < len(found) {
			found[of] = append(found[of], g.found[run])
		}
	}
	return changes.CompareFindings(found[0], found[1])
}

// significant reports which figures of a method differ significantly: calls before the first frame,
// calls, time. Counts are exact, so any difference counts. Times are tested.
func (g *group) significant(row int) [3]bool {
	d := &g.report.Rows[row]
	return [3]bool{d.EarlyDiffer(), d.CallsDiffer(), g.report.Timed && d.TimeReal()}
}

// list lists the requested methods that differ, the significant differences first.
func (g *group) list(req *message.RunRows) {
	ask := message.RunRows{Text: req.Text}
	if g.rows != nil && g.listed == ask {
		return
	}
	g.listed, g.rows = ask, []int{}
	text := strings.ToLower(req.Text)
	var rest []int
	for i := range g.report.Rows {
		d := &g.report.Rows[i]
		real := g.significant(i) != [3]bool{}
		same := d.Early[0] == d.Early[1] && d.Calls[0] == d.Calls[1] && d.Time[0] == d.Time[1]
		switch {
		case !real && same, !strings.Contains(strings.ToLower(g.report.Methods[d.Method].Text()+" "+g.labels[d.Method]), text):
		case real:
			g.rows = append(g.rows, i)
		default:
			rest = append(rest, i)
		}
	}
	g.rows = append(g.rows, rest...)
}

func (g *group) window(req *message.RunRows) message.Body {
	g.list(req)
	first := max(0, min(req.First, len(g.rows)))
	reply := &message.RunDifferences{First: first, Total: len(g.rows)}
	for _, i := range g.rows[first:min(len(g.rows), first+max(0, req.Count))] {
		d := &g.report.Rows[i]
		row := message.RunDifference{Name: g.report.Methods[d.Method].Text(), Label: g.labels[d.Method], Chance: [3]float64{d.EarlyChance, d.CallsChance, d.TimeChance}, Real: g.significant(i)}
		row.Only = [2]uint8{uint8(runs.Only(&d.Early) + 1), uint8(runs.Only(&d.Calls) + 1)}
		for s := range 2 {
			row.Early[s], row.Calls[s], row.Time[s] = spread(&d.Early[s]), spread(&d.Calls[s]), spread(&d.Time[s])
		}
		reply.Rows = append(reply.Rows, row)
	}
	return reply
}

func spread(s *runs.Spread) message.Spread {
	low, high := s.Low, s.High
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		low, high = s.Min, s.Max
	}
	return message.Spread{N: s.N, Median: s.Median, Low: low, High: high}
}
