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

// A figure is a row at one size, with the values of its runs. Its ratios are of medians.
type figure struct {
	What              string
	Size              string // "" where it does not depend on one
	Unit              string
	Values            []float64 // by run
	Median            float64
	Best              float64
	Budget            float64 `json:",omitempty"` // in Unit
	BudgetOfYardstick float64 `json:",omitempty"` // in times the yardstick's cost
	OfBudget          float64 `json:",omitempty"` // ≤ 1: within the budget
	Yardstick         string  `json:",omitempty"`
	OfYardstick       float64 `json:",omitempty"` // in times the yardstick's cost
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
			f.Median, f.Best = medianAndBest(f.Values, row.speed())
			if f.Budget = row.budget.at(size.name); f.Budget > 0 {
				f.OfBudget = row.cost(f.Median) / row.cost(f.Budget)
			}
			if y := r.find(row.yardstick, size.name); y != nil {
				median, _ := medianAndBest(y.Values, row.speed())
				f.Yardstick, f.OfYardstick = row.yardstick, row.cost(f.Median)/row.cost(median)
				if f.BudgetOfYardstick = row.budgetOfYardstick.at(size.name); f.BudgetOfYardstick > 0 {
					f.OfBudget = f.OfYardstick / f.BudgetOfYardstick
				}
			}
			all = append(all, f)
		}
	}
	return all
}

func medianAndBest(values []float64, speed bool) (median, best float64) {
	sorted := slices.Sorted(slices.Values(values))
	median, best = sorted[len(sorted)/2], sorted[0]
	if speed {
		best = sorted[len(sorted)-1]
	}
	if len(sorted)%2 == 0 {
		median = (median + sorted[len(sorted)/2-1]) / 2
	}
	return median, best
}

// print writes the table of figures.
func (r *results) print(w io.Writer) {
	// The table's columns are aligned at the right, so the names' column is padded by hand.
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
	line("", "size", "median", "", "best", "runs", "budget", "of budget", "of yardstick")
	before := ""
	for _, f := range figures {
		what := f.What
		if what == before {
			what = ""
		}
		before = f.What
		budget, ofBudget, ofYardstick := "", "", ""
		switch {
		case f.BudgetOfYardstick > 0:
			budget = times(f.BudgetOfYardstick)
		case f.Budget > 0:
			budget = short(f.Budget)
		}
		if budget != "" {
			ofBudget = times(f.OfBudget)
		}
		if f.OfBudget > 1 {
			ofBudget = "! " + ofBudget
		}
		if f.OfYardstick > 0 {
			ofYardstick = times(f.OfYardstick)
		}
		line(what, f.Size, short(f.Median), f.Unit, short(f.Best), fmt.Sprint(len(f.Values)), budget, ofBudget, ofYardstick)
	}
	t.Flush()
}

// short returns v with three digits, or as a whole number.
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

// write writes a file of the figures as JSON.
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
