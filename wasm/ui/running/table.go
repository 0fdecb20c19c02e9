package running

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/grid"
	"traceglass/wasm/ui/node"
)

// clocks returns the clocks that all runs have.
func (r *Room) clocks() []message.Clock {
	if r.about == nil {
		return nil
	}
	return r.about.Clocks
}

// timed reports whether the runs have times.
func (r *Room) timed() bool { return len(r.clocks()) > 0 }

// event returns the name of the events that the runs count by the CPU clock, "" if it measures time.
func (r *Room) event() string {
	if r.about == nil {
		return ""
	}
	return r.about.Event
}

// time formats a figure by the clock.
func (r *Room) time(n int64) string {
	return words.Amount(n, r.clock == message.CPU && r.event() != "")
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

// heads returns the heads of the columns.
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

// cells formats the figures of a row.
func (r *Room) cells(d *message.RunDifference) vugu.HTML {
	var all vugu.HTML
	cell := func(class, text string) { all += grid.Cell(class, text) }
	count := func(s *message.Spread) string {
		if s.N == 0 {
			return "–"
		}
		text := words.Count(int64(s.Median))
		if s.Low != s.High {
			text = "≈ " + text // it differs between runs
		}
		return text
	}
	for i, of := range [...]*[2]message.Spread{&d.Early, &d.Calls} {
		cell("num", count(&of[0]))
		cell("num"+changeClass(of, d.Real[i]), count(&of[1]))
	}
	if r.timed() {
		a, b := &d.Time[0], &d.Time[1]
		for _, of := range [...]*message.Spread{a, b} {
			cell("num", r.time(int64(of.Median)))
			cell("num span", r.span(of))
		}
		cell("num by"+changeClass(&d.Time, d.Real[2]), words.Signed(int64(b.Median)-int64(a.Median), r.time))
		cell("num", words.Change(a.Median, b.Median))
	}
	cell("told", differenceText(d, r.sampled()))
	return all
}

// span formats the interval of a median.
func (r *Room) span(s *message.Spread) string {
	return r.time(int64(s.Low)) + " – " + r.time(int64(s.High))
}

// changeClass returns the class of a figure with a significant difference.
func changeClass(of *[2]message.Spread, real bool) string {
	switch {
	case !real:
		return ""
	case of[1].Median > of[0].Median:
		return " by rose"
	}
	return " by fell"
}

// differenceText names the figures that differ. Only a time can differ by chance.
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

// blank explains why the table has no rows.
func (r *Room) blank() string {
	switch {
	case r.rows == nil || !r.ready() || r.rows.Total > 0:
		return ""
	case r.text != "":
		return words.T("No method matches the search.")
	}
	return words.T("No method differs.")
}
