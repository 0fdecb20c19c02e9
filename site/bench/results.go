//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// results are the figures measured so far.
type results struct {
	figures []*figure
}

// A figure is a row at one size, and what its runs came to.
type figure struct {
	What        string
	Size        string // "" where it does not depend on one
	Unit        string
	Values      []float64 // by run
	Best        float64
	Median      float64
	Budget      float64 `json:",omitempty"`
	OfBudget    float64 `json:",omitempty"` // ≤ 1: within
	Yardstick   string  `json:",omitempty"`
	OfYardstick float64 `json:",omitempty"` // times its cost, best of best
	OfItsMedian float64 `json:",omitempty"` // median of median
}

func (r *results) add(what string, s *size, value float64) {
	name := ""
	if s != nil {
		name = s.name
	}
	f := r.find(what, name)
	if f == nil {
		f = &figure{What: what, Size: name}
		r.figures = append(r.figures, f)
	}
	f.Values = append(f.Values, value)
}

func (r *results) find(what, size string) *figure {
	for _, f := range r.figures {
		if f.What == what && f.Size == size {
			return f
		}
	}
	return nil
}

// inOrder completes the figures and returns them in the order of the rows, then sizes.
func (r *results) inOrder() []*figure {
	var all []*figure
	for i := range rows {
		row := &rows[i]
		for _, size := range append([]size{{}}, allSizes...) {
			f := r.find(row.what, size.name)
			if f == nil {
				continue
			}
			f.Unit = row.unit
			f.Best, f.Median = bestAndMedian(f.Values, row.speed())
			if budget := row.budget.at(size.name); budget > 0 {
				f.Budget, f.OfBudget = budget, row.cost(f.Best)/row.cost(budget)
			}
			y := r.find(row.yardstick, size.name)
			if y != nil {
				best, median := bestAndMedian(y.Values, row.speed())
				f.Yardstick, f.OfYardstick, f.OfItsMedian = row.yardstick, row.cost(f.Best)/row.cost(best), row.cost(f.Median)/row.cost(median)
			}
			all = append(all, f)
		}
	}
	return all
}

func bestAndMedian(values []float64, speed bool) (best, median float64) {
	sorted := slices.Sorted(slices.Values(values))
	best, median = sorted[0], sorted[len(sorted)/2]
	if speed {
		best = sorted[len(sorted)-1]
	}
	if len(sorted)%2 == 0 {
		median = (median + sorted[len(sorted)/2-1]) / 2
	}
	return best, median
}

// print writes the table.
func (r *results) print(w io.Writer) {
	// Columns of figures end at their right edge, so the words' column is padded by hand.
	wide := 0
	figures := r.inOrder()
	for _, f := range figures {
		wide = max(wide, len([]rune(f.What)))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(what string, cells ...string) {
		fmt.Fprint(t, what+strings.Repeat(" ", wide-len([]rune(what))))
		for _, c := range cells {
			fmt.Fprint(t, "\t"+c)
		}
		fmt.Fprintln(t, "\t")
	}
	line("", "size", "best", "median", "", "runs", "budget", "of budget", "of yardstick", "by medians")
	before := ""
	for _, f := range figures {
		what := f.What
		if what == before {
			what = ""
		}
		before = f.What
		budget, ofBudget, ofYardstick, ofItsMedian := "", "", "", ""
		if f.Budget > 0 {
			budget, ofBudget = short(f.Budget), times(f.OfBudget)
			if f.OfBudget > 1 {
				ofBudget = "! " + ofBudget
			}
		}
		if f.OfYardstick > 0 {
			ofYardstick, ofItsMedian = times(f.OfYardstick), times(f.OfItsMedian)
		}
		line(what, f.Size, short(f.Best), short(f.Median), f.Unit, fmt.Sprint(len(f.Values)), budget, ofBudget, ofYardstick, ofItsMedian)
	}
	t.Flush()
}

// short writes three digits, more of whole numbers.
func short(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v < 1:
		return fmt.Sprintf("%.3f", v)
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

func times(v float64) string { return "×" + short(v) }

// write writes the figures as JSON.
func (r *results) write(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r.inOrder(), "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
