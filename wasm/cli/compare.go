//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"traceglass/parser/compare"
	"traceglass/parser/input"
	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/trace"
	"traceglass/render/report/changes"
	"traceglass/render/report/flamegraph"
	"traceglass/render/words"
	"traceglass/wasm/export"
)

// A comparing has the options of one compare command.
type comparing struct {
	part           part
	clock          clockChoice
	anchor         *runs.Pattern
	begins         [2]instant // -from-a and -from-b
	by             profile.By
	order          compare.Order
	pairs          []compare.Override
	rows           int
	format         string
	widths         compare.Width
	scale          words.Scale
	per            *runs.Pattern // the method of words.PerCall
	findings       *changes.Findings
	stories        [2]*changes.Story // the last one of each side
	stdout, stderr io.Writer
}

func compareCommand() *cobra.Command {
	var o comparing
	var anchor, scale string
	c := &cobra.Command{
		Use:   "compare [options] A... -- B...",
		Short: "show the differences between two traces, or two groups of runs: calls, times, threads, moved calls; for groups, the significant differences",
		Long: `Shows the differences between two traces. A is the base. The output begins with
the change of the time of main: the methods of the app that changed it most, and
the parts by what main did. Then it has the findings on main (see traceglass
overview) that are new, grown or gone, or that cannot be compared. It has the
change of inclusive time by method, split into more calls and slower calls;
calls with other callers than before; and calls before the first frame.
Methods are paired by name. Names from a compiler are paired by rules, which the
output names.

For several runs on a side, or folders or zip files of traces, it shows which
methods differ significantly in calls and times.

With -mapping, methods are paired by their original names. One map is for both
sides. If you give two, the first is for A and the second for B.
`,
		RunE: func(c *cobra.Command, files []string) (err error) {
			o.stdout, o.stderr, o.rows = c.OutOrStdout(), c.ErrOrStderr(), max(0, o.rows)
			if anchor != "" {
				if o.anchor, err = runs.NewPattern("method", anchor); err != nil {
					return usageError(err.Error())
				}
			}
			if err := o.setScale(scale); err != nil {
				return usageError(err.Error())
			}
			if err := o.part.check(); err != nil {
				return err
			}
			before, after := splitAtDash(files, c.ArgsLenAtDash())
			if len(before) == 0 || len(after) == 0 {
				return usageError("name two traces, or two groups of runs with -- between them")
			}
			if o.by != profile.ByMethod && o.format != "csv" {
				return usageError(fmt.Sprintf("-by is of csv, not of %s", o.format))
			}
			return o.run(before, after)
		},
	}
	chooseClock(c, &o.clock, "the first that all traces have")
	o.part.flags(c.Flags())
	o.part.filterFlag(c.Flags())
	parse(c.Flags(), "from-a", "T", "", "Begin A here, and B as -from says. It counts from the start of the recording, also with -anchor", o.begins[0].set)
	parse(c.Flags(), "from-b", "T", "", "The same for B", o.begins[1].set)
	c.Flags().StringVar(&anchor, "anchor", "", "Count -from and -to from the first call of this method `M` in each trace. Without -from, everything before that call is left out. Application.onCreate also means android.app.Application.onCreate; * stands for any text")
	choose(c, &o.order, "sort", "S", "exclusive", "for two traces, the change that sorts the methods; for runs, the time to test",
		value[compare.Order]{name: "exclusive", is: compare.ByExclusive}, value[compare.Order]{name: "inclusive", is: compare.ByInclusive}, value[compare.Order]{name: "calls", is: compare.ByCalls})
	c.Flags().BoolVar(&o.part.noIdle, "no-idle", false, "Leave out idle waits: time off the CPU while threads wait for work. For two traces")
	c.Flags().StringVar(&scale, "scale", "measured", "The unit `S` of figures: measured; share: of all calls, and of all time in calls, of its trace; or per=M: per call of this method, such as a frame. Write M as for -anchor, but it must match one method; add its signature if needed")
	chooseBy(c, &o.by, "Group the methods of two traces. For csv. Threads of two traces are not the same, so there are no groups by thread", profile.ByThread)
	parse(c.Flags(), "pair", "P", "", `"A = B": these two are the same method or thread, whatever their names`, func(text string) error { return o.override(text, false) })
	parse(c.Flags(), "apart", "P", "", `"A = B": these two are different, for example a wrong guess`, func(text string) error { return o.override(text, true) })
	c.Flags().IntVar(&o.rows, "rows", 30, "At most `N` rows in each table of text and Markdown, 0 for all")
	var values []value[string]
	for _, e := range export.Formats("compare", export.Changes) {
		name := e.Format()
		values = append(values, value[string]{name, e.Usage, name, name == "text" || name == "markdown"})
	}
	choose(c, &o.format, "format", "F", "text", "What to write", values...)
	choose(c, &o.widths, "widths", "W", "larger", "whose time sets the width of the svg's frames; larger shows vanished frames too",
		value[compare.Width]{name: "a", is: compare.WidthA}, value[compare.Width]{name: "b", is: compare.WidthB}, value[compare.Width]{name: "larger", is: compare.WidthLarger})
	return c
}

// splitAtDash splits the files at --, which came after dash files, or two files without it.
func splitAtDash(files []string, dash int) (before, after []string) {
	switch {
	case dash >= 0:
		return files[:dash], files[dash:]
	case len(files) == 2:
		return files[:1], files[1:]
	}
	return nil, nil
}

// setScale parses the value of -scale.
func (c *comparing) setScale(text string) (err error) {
	of, per := strings.CutPrefix(text, "per=")
	switch {
	case per:
		c.scale = words.PerCall
		c.per, err = runs.NewPattern("method", of)
	case text == "share":
		c.scale = words.OfWhole
	case text != "measured":
		err = fmt.Errorf("-scale must be measured, share or per=METHOD, not %q", text)
	}
	return err
}

// scaled returns the comparison in the unit of -scale, and the name of the method for per-call
// figures.
func (c *comparing) scaled(of *compare.Comparison) (scaled *compare.Comparison, name string, err error) {
	if c.scale != words.PerCall {
		return of.Scaled(compare.Scale(c.scale), -1), "", nil
	}
	var found []string
	at := 0
	for i := range of.Pairs {
		m := of.Name(i)
		if !c.per.Match(&trace.Method{ID: m.ID, Class: m.Class, Name: m.Name, Signature: m.Signature, Listed: m.ID == 0}) {
			continue
		}
		if a, b := &of.Methods[0][i], &of.Methods[1][i]; a.Calls+a.Recursive > 0 && b.Calls+b.Recursive > 0 {
			found, at = append(found, m.Text()), i
		}
	}
	switch len(found) {
	case 0:
		return nil, "", fmt.Errorf("-scale per=%s matches no method that both traces call", c.per)
	case 1:
		return of.Scaled(compare.PerCall, at), found[0], nil
	}
	return nil, "", fmt.Errorf("-scale per=%s matches %d methods (%s): name one, with its signature", c.per, len(found), shortList(found))
}

// override parses a value of -pair or -apart.
func (c *comparing) override(text string, apart bool) error {
	a, b, ok := strings.Cut(text, " = ")
	if !ok {
		return errors.New(`must be "A = B", each as the list of pairs has it`)
	}
	c.pairs = append(c.pairs, compare.Override{A: strings.TrimSpace(a), B: strings.TrimSpace(b), Apart: apart})
	return nil
}

// run compares the files before and after.
func (c *comparing) run(before, after []string) error {
	var groups [2][][]string
	for g, paths := range [][]string{before, after} {
		found, left, err := tracesIn(paths)
		if err != nil {
			return err
		}
		if len(left) > 0 {
			fmt.Fprintf(c.stderr, "traceglass compare: left out because they are not traces: %s\n", shortList(left))
		}
		if groups[g] = found; len(found) == 0 {
			return fmt.Errorf("no trace found in %s", strings.Join(paths, ", "))
		}
		var names []string
		for _, files := range found {
			names = append(names, files[0])
		}
		if of := runs.Benchmarks(names); len(of) > 1 {
			return fmt.Errorf("%s: runs of %d benchmarks (%s) cannot be mixed: give only the runs of one", strings.Join(paths, ", "), len(of), shortList(of))
		}
	}
	single := len(groups[0]) == 1 && len(groups[1]) == 1
	var set runs.Set
	var first [2]*compare.Side
	var found [2][][]changes.Finding
	for g := range groups {
		mapOf(g)
		for _, files := range groups[g] {
			name := filepath.Base(files[0])
			if single && filepath.Base(groups[0][0][0]) == filepath.Base(groups[1][0][0]) {
				name = files[0] // both have the same name
			}
			p, early, err := c.read(files, g)
			if err != nil {
				return fmt.Errorf("%s: %w", files[0], err)
			}
			if single {
				writeNotes(c.stderr, name, p.Notes())
			}
			if single {
				first[g] = compare.NewSide(p, name)
			}
			c.stories[g] = changes.StoryIn(p.Unfiltered().Index, p.Scope)
			found[g] = append(found[g], c.stories[g].Findings)
			set.Add(g, name, p, early)
		}
	}
	c.findings = changes.CompareFindings(found[0], found[1])
	if single {
		return c.pair(first, &set)
	}
	return c.groups(&set)
}

// mapOf selects the map for later reads of a side, 0 or 1, if each side has its own map.
func mapOf(side int) {
	if len(nameMaps) > 1 {
		originals = nameMaps[side]
	}
}

// pair writes the comparison of two traces.
func (c *comparing) pair(sides [2]*compare.Side, set *runs.Set) error {
	of := compare.Of(sides[0], sides[1], c.pairs, c.pairs)
	if err := of.Refusal(); err != nil {
		return errors.New(words.Filled(err.Error()).String())
	}
	if err := c.overrides(sides); err != nil {
		return err
	}
	clock, err := c.choose(of.Clocks())
	if err != nil {
		return err
	}
	of, per, err := c.scaled(of)
	if err != nil {
		return err
	}
	if c.format == "svg" {
		if len(of.Clocks()) == 0 {
			return errors.New("the traces have no common clock, so the svg's frames would have no width")
		}
		title := fmt.Sprintf("%s beside %s", sides[1].Name, sides[0].Name)
		return flamegraph.Difference(of, title, c.widths, clock, c.scale).SVG(c.stdout)
	}
	pair := &changes.Pair{Comparison: of, Clock: clock, Order: c.order, Rows: c.rows, Scale: c.scale, Per: per, Findings: c.findings, Stories: c.stories, By: c.by}
	if d := set.Compare(runs.Figure{}); set.Groups[0][0].Early != nil && set.Groups[1][0].Early != nil {
		pair.Early = &changes.Early{Point: changes.FirstFrame, Set: set, Differences: d}
	}
	return write(c.format, c.stdout, pair)
}

// groups writes the comparison of two groups of runs.
func (c *comparing) groups(set *runs.Set) error {
	if err := set.Refusal(); err != nil {
		return errors.New(words.Filled(err.Error()).String())
	}
	if c.format == "svg" {
		return errors.New("-format svg works for two traces, not for groups of runs")
	}
	if c.scale != words.AsMeasured {
		return errors.New("-scale works for two traces, not for groups of runs")
	}
	if c.part.noIdle {
		return errors.New("-no-idle works for two traces, not for groups of runs")
	}
	if c.by != profile.ByMethod {
		return errors.New("-by works for two traces, not for groups of runs")
	}
	if len(c.pairs) > 0 {
		return errors.New("-pair and -apart work for two traces, not for groups of runs")
	}
	shared := set.Clocks()
	clock, err := c.choose(shared)
	if err != nil {
		return err
	}
	figure := runs.Figure{Clock: clock, Exclusive: c.order != compare.ByInclusive}
	return write(c.format, c.stdout, &changes.Runs{
		Set: set, Differences: set.Compare(figure), Figure: figure, Timed: len(shared) > 0, Point: changes.FirstFrame, Most: c.rows, Remarks: set.Remarks(), Findings: c.findings,
	})
}

// overrides returns an error for an override with an unknown name.
func (c *comparing) overrides(sides [2]*compare.Side) error {
	has := func(s *compare.Side, text string) bool {
		return slices.ContainsFunc(s.Methods, func(m compare.Method) bool { return m.Text() == text }) ||
			slices.ContainsFunc(s.Threads, func(t compare.Thread) bool { return t.Pool == text })
	}
	for _, o := range c.pairs {
		for s, text := range []string{o.A, o.B} {
			if !has(sides[s], text) {
				return fmt.Errorf("%s has no method or thread %q. Copy the name from -format json, with its signature; in names of threads, # stands for numbers", sides[s].Name, text)
			}
		}
	}
	return nil
}

// choose returns the requested clock, which all traces must have.
func (c *comparing) choose(shared []profile.Clock) (profile.Clock, error) {
	switch {
	case c.clock.auto && len(shared) > 0:
		return shared[0], nil
	case c.clock.auto || slices.Contains(shared, c.clock.clock):
		return c.clock.clock, nil
	}
	return 0, errors.New("one of the traces has no figures by this clock: choose another -clock")
}

// A written can be written in each format.
type written interface {
	Text(w io.Writer, markdown bool) error
	CSV(w io.Writer) error
	JSON(w io.Writer) error
}

func write(format string, w io.Writer, of written) error {
	switch format {
	case "csv":
		return of.CSV(w)
	case "json":
		return of.JSON(w)
	}
	return of.Text(w, format == "markdown")
}

// read profiles the compared part of a trace of a side, 0 or 1. early is the profile before the first frame of a
// whole trace, or nil if it has none.
func (c *comparing) read(files []string, side int) (p, early *profile.Profile, err error) {
	if p, err = readBy(c.part.event, files, true); err != nil {
		return nil, nil, err
	}
	x := p.Index
	if c.part.isAll() && c.anchor == nil && !c.begins[side].given && c.part.filter == nil {
		if scope, ok := runs.Before(x, runs.IsFirstFrame); ok {
			early = x.Profile(scope, nil)
		}
		return c.part.idleLeftOut(p), early, nil
	}
	part := c.part
	if c.anchor != nil {
		at, err := runs.Start(x, c.anchor)
		if err != nil {
			return nil, nil, err
		}
		part.from = instant{part.from.ns + at, true}
		part.to.ns += at
	}
	if c.begins[side].given {
		part.from = c.begins[side]
	}
	scope, err := part.scopeIn(x)
	if err != nil {
		return nil, nil, err
	}
	if part.filter == nil {
		return part.idleLeftOut(x.Profile(scope, p)), nil, nil
	}
	p, _, err = part.sifted(p, scope)
	part.warnIdle(c.stderr)
	return p, nil, err
}

// tracesIn returns the traces in files, folders and zip files, with a .key and its .data as one.
// left has the files in folders and zip files that are not traces.
func tracesIn(paths []string) (traces [][]string, left []string, err error) {
	for _, group := range input.Pair(paths) {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = paths[at]
		}
		if len(files) > 1 {
			traces = append(traces, files)
			continue
		}
		c, err := archives.Members(files[0], memberName)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", files[0], err)
		}
		left = append(left, c.LeftOut...)
		for _, m := range c.Members {
			if m.Trace || !c.Many {
				traces = append(traces, m.Paths)
			} else {
				left = append(left, m.Name)
			}
		}
	}
	return traces, left, nil
}
