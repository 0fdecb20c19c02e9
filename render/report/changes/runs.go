package changes

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/sorting"
	"traceglass/render/report"
	"traceglass/render/words"
)

// Runs is the comparison of two groups of runs that is to be written.
type Runs struct {
	*runs.Set
	*runs.Differences
	Figure  runs.Figure
	Timed   bool // all runs have the figure
	Point   words.Text
	Most    int // limit on the rows of each table of text and Markdown, 0 for all
	Remarks []string

	Findings *Findings // nil if they are not compared
}

// sampled reports whether any run was recorded by sampling.
func (r *Runs) sampled() bool {
	return slices.ContainsFunc(slices.Concat(r.Groups[0], r.Groups[1]), func(run runs.Run) bool { return run.Samples })
}

// figureName returns the name of the compared times.
func (r *Runs) figureName() string {
	if r.Figure.Exclusive {
		return exclusiveNames[r.Figure.Clock].String()
	}
	return inclusiveNames[r.Figure.Clock].String()
}

// Power returns a sentence or two on the smallest changes that this number of runs can show, or "".
func Power(d *runs.Differences, timed bool) string {
	a, b := d.Runs[0], d.Runs[1]
	each := words.Say("{1} each", words.Plural(int64(a), "run", "runs"))
	if a != b {
		each = words.Say("{1} of A and {2} of B", words.Plural(int64(a), "run", "runs"), words.Count(int64(b)))
	}
	if !timed || d.Tested == 0 {
		return ""
	}
	least := runs.Least(a, b)
	if least*float64(d.Tested) <= runs.Alpha {
		return words.Say("{1} can show a significant change in the times of {2}. Within one group, half of these times differ by {3} or more between runs, so much smaller changes stay hidden.",
			each, words.Plural(int64(d.Tested), "method", "methods"), words.Percent(d.Typical))
	}
	if least <= runs.Alpha {
		return words.Say("{1} cannot show which of {2} differ significantly in time, however large the change: {3} runs each are needed. They are enough for one method alone, as in a budget.",
			each, words.Plural(int64(d.Tested), "method", "methods"), strconv.Itoa(runs.Needed(d.Tested)))
	}
	return words.Say("{1} cannot show any significant change of time, however large. For one method alone, 4 runs each are enough; for all {2} methods, {3} each.",
		each, words.Count(int64(d.Tested)), strconv.Itoa(runs.Needed(d.Tested)))
}

// Answer returns a sentence or two on the largest significant changes, or "" if nothing was tested and no method runs in one group alone.
func (r *Runs) Answer() string { return r.answer(distinct(r.Methods)) }

// answer is Answer with the names of the methods.
func (r *Runs) answer(names []string) string {
	const most = 3
	name := func(d *runs.Difference) string { return words.ShortLabel(names[d.Method]) }
	change := func(d *runs.Difference) float64 { return d.Time[1].Median - d.Time[0].Median }
	var slower []*runs.Difference
	var only [2][]string
	for i := range r.Rows {
		d := &r.Rows[i]
		if g := runs.Only(&d.Calls); g >= 0 {
			only[g] = append(only[g], name(d))
		} else if r.Timed && d.TimeReal() {
			slower = append(slower, d)
		}
	}
	sorting.Stable(slower, func(a, b *runs.Difference) int {
		return cmp.Compare(math.Abs(change(b)), math.Abs(change(a)))
	})
	var all, says []string
	for _, d := range slower[:min(len(slower), most)] {
		by := words.Signed(int64(change(d)), func(n int64) string { return words.Amount(n, r.counts()) })
		if share := words.Change(d.Time[0].Median, d.Time[1].Median); share != "" {
			by = words.Say("{1} ({2})", by, share)
		}
		all = append(all, words.Say("{1} {2}", name(d), by))
	}
	switch {
	case len(all) > 0:
		says = append(says, words.Say("Largest significant changes, {1}: {2}.", r.figureName(), words.List(all)))
	case r.Timed && r.Tested > 0:
		says = append(says, words.T("No time differs significantly."))
	}
	for g, names := range only {
		if n := len(names); n > most {
			names = append(names[:most:most], words.Say("{1} more", words.Count(int64(n-most))))
		}
		if len(names) > 0 {
			says = append(says, words.Say([]words.Text{"Only A runs {1}.", "Only B runs {1}."}[g], words.List(names)))
		}
	}
	return strings.Join(says, " ")
}

// counts reports whether the figure counts events.
func (r *Runs) counts() bool {
	return r.Figure.Clock == profile.CPU && len(r.Groups[0]) > 0 && r.Groups[0][0].Event != ""
}

// Text writes the comparison for a terminal, or in Markdown for a comment on a pull request.
func (r *Runs) Text(w io.Writer, markdown bool) error {
	out := newPage(w, markdown)
	out.heading(words.Say("{1} of B against {2} of A", words.Plural(int64(r.Runs[1]), "run", "runs"), words.Count(int64(r.Runs[0]))))
	sampled, names := r.sampled(), distinct(r.Methods)
	if s := r.answer(names); s != "" {
		out.paragraph(s)
	}
	for _, s := range r.Remarks {
		out.paragraph(words.Filled(s).String())
	}
	r.Findings.write(out)
	if s := Power(r.Differences, r.Timed); s != "" {
		out.paragraph(s)
	}
	differing := func(title string, differ func(*runs.Difference) bool, of func(*runs.Difference) *[2]runs.Spread) {
		var rows [][]string
		n := 0
		for i := range r.Rows {
			d := &r.Rows[i]
			if !differ(d) {
				continue
			}
			if n++; r.Most > 0 && n > r.Most {
				continue
			}
			mark := ""
			s := of(d)
			if only := runs.Only(s); only >= 0 {
				mark = []words.Text{" (in every run of A, in none of B)", " (in every run of B, in none of A)"}[only].String()
			}
			rows = append(rows, []string{words.Count(int64(s[0].Median)), words.Count(int64(s[1].Median)), words.Signed(int64(s[1].Median-s[0].Median), words.Count), names[d.Method] + mark})
		}
		if n > 0 {
			out.heading(words.Say("{1}: {2}", title, words.Plural(int64(n), "method", "methods")))
			out.table([]string{"A", "B", words.T("change"), words.T("method") + "|"}, rows)
		}
	}
	differing(words.Say(counts(sampled, "Calls before {1} that differ between all runs of A and all of B", "Times seen before {1} that differ between all runs of A and all of B"), r.Point.String()), (*runs.Difference).EarlyDiffer, func(d *runs.Difference) *[2]runs.Spread { return &d.Early })
	differing(counts(sampled, "Calls that differ between all runs of A and all of B", "Times seen that differ between all runs of A and all of B").String(), (*runs.Difference).CallsDiffer, func(d *runs.Difference) *[2]runs.Spread { return &d.Calls })
	if r.Timed {
		r.times(out, names)
	}
	return out.Flush()
}

// times writes the table of times: the significant differences, then others up to the limit, the
// largest first.
func (r *Runs) times(out *page, names []string) {
	var order []*runs.Difference
	real := 0
	for _, want := range []bool{true, false} {
		for i := range r.Rows {
			if d := &r.Rows[i]; d.TimeReal() == want {
				order = append(order, d)
				if want {
					real++
				}
			}
		}
	}
	out.heading(words.Say("{1}, the median of the runs: {2} significantly", r.figureName(), words.Plural(int64(real), "method differs", "methods differ")))
	if r.Most > 0 {
		order = order[:min(len(order), max(r.Most, real))]
	}
	var rows [][]string
	for _, d := range order {
		a, b := &d.Time[0], &d.Time[1]
		if a.Median == b.Median && !d.TimeReal() {
			continue
		}
		chance := words.T("not significant")
		if d.TimeReal() {
			chance = words.T("differs")
		}
		rows = append(rows, []string{
			words.Brief(int64(a.Median)), within(a), words.Brief(int64(b.Median)), within(b),
			words.Signed(int64(b.Median-a.Median), words.Brief), words.Change(a.Median, b.Median), chance, names[d.Method],
		})
	}
	spread, change := words.T("runs")+"|", words.T("change")
	out.table([]string{"A", spread, "B", spread, change, "", "|", words.T("method") + "|"}, rows)
}

// within formats the confidence interval of the median, or minimum and maximum if there are too
// few runs.
func within(s *runs.Spread) string {
	low, high := s.Low, s.High
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		low, high = s.Min, s.Max
	}
	return words.Brief(int64(low)) + " – " + words.Brief(int64(high))
}

// CSV writes a line per method below a line of headings. Times are in ns.
func (r *Runs) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"class", "name", "signature"}
	for _, what := range []string{"calls", "earlyCalls", "time"} {
		for _, g := range []string{"A", "B"} {
			for _, of := range []string{"N", "Median", "Low", "High", "Min", "Max"} {
				head = append(head, what+of+g)
			}
		}
		head = append(head, what+"Chance")
	}
	out.Write(append(head, "p"))
	for i := range r.Rows {
		d := &r.Rows[i]
		m := &r.Methods[d.Method]
		row := []string{m.Class, m.Name, m.Signature}
		if m.ID != 0 {
			row[1] = m.Label()
		}
		for k := range row {
			row[k] = report.Cell(row[k], report.CSV)
		}
		for k, pair := range []*[2]runs.Spread{&d.Calls, &d.Early, &d.Time} {
			for g := range pair {
				s := &pair[g]
				row = append(row, strconv.Itoa(s.N))
				for _, v := range []float64{s.Median, s.Low, s.High, s.Min, s.Max} {
					row = append(row, number(v))
				}
			}
			row = append(row, strconv.FormatFloat([]float64{d.CallsChance, d.EarlyChance, d.TimeChance}[k], 'g', 6, 64))
		}
		out.Write(append(row, strconv.FormatFloat(d.P, 'g', 6, 64)))
	}
	out.Flush()
	return out.Error()
}

// number formats a figure, or "" if it is infinite or NaN.
func number(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// JSON writes one object and a line feed. changes.md describes its keys.
func (r *Runs) JSON(w io.Writer) error {
	spread := func(s *runs.Spread) any {
		if s.N == 0 {
			return nil
		}
		o := object{{"n", s.N}, {"median", s.Median}, {"min", s.Min}, {"max", s.Max}}
		if !math.IsInf(s.Low, 0) && !math.IsInf(s.High, 0) {
			o = append(o, member{"low", s.Low}, member{"high", s.High})
		}
		return o
	}
	names := func(g int) []string {
		all := []string{}
		for i := range r.Groups[g] {
			all = append(all, r.Groups[g][i].Name)
		}
		return all
	}
	methods := []object{}
	for i := range r.Rows {
		d := &r.Rows[i]
		o := named(&r.Methods[d.Method])
		differs := []string{}
		for _, one := range []struct {
			name   string
			differ bool
		}{{"early", d.EarlyReal()}, {"calls", d.CallsReal()}, {"time", r.Timed && d.TimeReal()}} {
			if one.differ {
				differs = append(differs, one.name)
			}
		}
		counted := func(s *[2]runs.Spread, chance float64) object {
			o := object{{"a", spread(&s[0])}, {"b", spread(&s[1])}, {"chance", chance}}
			if only := runs.Only(s); only >= 0 {
				o = append(o, member{"only", []string{"a", "b"}[only]})
			}
			return o
		}
		o = append(o, member{"differs", differs}, member{"calls", counted(&d.Calls, d.CallsChance)}, member{"early", counted(&d.Early, d.EarlyChance)})
		if r.Timed {
			o = append(o, member{"time", object{{"a", spread(&d.Time[0])}, {"b", spread(&d.Time[1])}, {"p", d.P}, {"chance", d.TimeChance}}})
		}
		methods = append(methods, o)
	}
	remarks := append([]string{}, r.Remarks...)
	if s := words.InEnglish(func() string { return Power(r.Differences, r.Timed) }); s != "" {
		remarks = append(remarks, words.Plain(s))
	}
	all := object{
		{"kind", "runs-compared"}, {"schema", Schema}, {"a", names(0)}, {"b", names(1)}, {"remarks", remarks}, {"before", string(r.Point)},
		{"figure", r.figureKey()}, {"tested", r.Tested}, {"alpha", runs.Alpha}, {"runsNeeded", runs.Needed(max(1, r.Tested))}, {"methods", methods},
	}
	if r.Findings != nil {
		all = append(all, member{"findings", r.Findings.objects()})
	}
	return writeJSON(w, all)
}

// figureKey returns the JSON key of the compared times: "inclusiveWallNs".
func (r *Runs) figureKey() string {
	key := "inclusive"
	if r.Figure.Exclusive {
		key = "exclusive"
	}
	return key + [...]string{profile.Wall: "WallNs", profile.CPU: "CpuNs", profile.Waiting: "WaitingNs"}[r.Figure.Clock]
}
