//go:build !js

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	budgets "traceglass/parser/budget"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report/changes"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// statusBeyond is the exit status if a budget is exceeded.
const statusBeyond = 3

// A checking has the options of one check command.
type checking struct {
	budget, base   string // files; base is "" without runs to compare with
	format         string
	stdout, stderr io.Writer
}

func checkCommand() *cobra.Command {
	var o checking
	c := &cobra.Command{
		Use:   "check [options] -budget FILE FILE...",
		Short: "check traces against a budget of calls and times; status 3 if they exceed it",
		Long: `Checks traces, or folders or zip files of traces, against a budget. All are runs
of one app. Exit status: 0 within the budget, 3 beyond it, 1 if a file cannot be
read or a limit cannot be decided, 2 if the command line is wrong. A budget:

  first-frame = "android.view.Choreographer.doFrame"  # the default
  allow-incomplete = true      # default false: see below

  [[rule]]
  name = "no database before the first frame"   # optional
  package = "com.example.db"   # or class or method; * stands for any text
  before = "first frame"       # or a method, such as "Activity.onResume"
  calls = 0                    # at most, in total for all that match

  [[rule]]
  method = "com.example.Feed.parse"
  thread = "main"              # by name or pool, such as "pool-#-thread-#"
  clock = "cpu"                # for times; else wall
  time = "80ms"                # inclusive, at most
  self = "20ms"                # exclusive, at most
  slower = "10%"               # than the base, or a time: "5ms"
  more-calls = 0               # than the base
  new = 0                      # methods that the base does not call
  optional = true              # no match is fine

  [[rule]]
  finding = "wait"             # a rule of traceglass overview, or * for all
  new = 0                      # findings that the base does not have
  findings = 0                 # at most, in total

With several runs, the median counts. A change of time exceeds a limit only if
the rank test finds it significant, which needs at least 4 runs on each side.
For each limit exceeded, the output lists callers, path, count, and the rule's
line.

A trace that was cut short cannot show that a limit is kept: the limit stays
undecided, unless the budget has allow-incomplete = true. Limits on calls,
more-calls and new stay undecided for samples, which never show that a method
did not run.
`,
		Args: func(_ *cobra.Command, files []string) error {
			switch {
			case o.budget == "":
				return usageError("-budget is missing: name the file of rules")
			case len(files) == 0:
				return usageError("name a trace, or a folder or zip file of traces")
			}
			return nil
		},
		RunE: func(c *cobra.Command, files []string) error {
			o.stdout, o.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return o.run(files)
		},
	}
	c.Flags().StringVar(&o.budget, "budget", "", "Read the rules from `FILE`, in TOML")
	c.Flags().StringVar(&o.base, "base", "", "For rules on changes, compare with the runs in `FILE`: a trace, a zip file or a folder of them")
	choose(c, &o.format, "format", "F", "text", "What to write", append([]value[string]{
		{"text", "to read", "text", true}, {"markdown", "for a comment on a change", "markdown", true}, {"json", "one object, which render/report/changes/changes.md describes", "json", false},
	}, ciFormats()...)...)
	return c
}

// run writes the verdict on traces, or the failure of the check. The error has the exit status.
func (o *checking) run(paths []string) error {
	b, v, err := o.check(paths)
	run := newRun("check", o.format)
	if err != nil && run != nil {
		run.addFailure(o.budget, err)
		return cmp.Or(run.writeTo(o.stdout), err)
	}
	if err != nil {
		return err
	}
	out := &changes.Check{Verdict: v, File: filepath.Base(o.budget)}
	if run != nil {
		out.Results(&run.Run, b.Rules, hostPath(o.budget))
		err = run.writeTo(o.stdout)
	} else if o.format == "json" {
		err = out.JSON(o.stdout)
	} else {
		err = out.Text(o.stdout, o.format == "markdown")
	}
	switch {
	case err != nil:
		return err
	case len(v.Breaches) > 0:
		return exit(statusBeyond)
	case !v.Within():
		return exit(1)
	}
	return nil
}

// check checks traces against the budget, which it returns. It keeps one trace in memory at a time.
func (o *checking) check(paths []string) (*budgets.Budget, *budgets.Verdict, error) {
	text, err := os.ReadFile(o.budget)
	if err != nil {
		return nil, nil, err
	}
	of := func(err error) error {
		if wrong, ok := errors.AsType[*budgets.Error](err); ok {
			return fmt.Errorf("%s: %w", o.budget, wrong)
		}
		return err
	}
	b, err := budgets.Parse(text)
	if err != nil {
		return nil, nil, of(err)
	}
	if o.base == "" {
		if err := b.Needs(); err != nil {
			return nil, nil, of(err)
		}
	}
	c := budgets.NewCheck(b)
	c.Say = func(info *trace.Info, o *story.Overview, f *story.Finding) string {
		says := tell.Overview{Overview: o, Info: info}
		return words.Plain(says.Finding(f))
	}
	groups := [2][]string{budgets.Held: paths}
	if o.base != "" {
		groups[budgets.Base] = []string{o.base}
	}
	for g, paths := range groups {
		traces, left, err := tracesIn(paths)
		if err != nil {
			return nil, nil, err
		}
		if len(left) > 0 {
			fmt.Fprintf(o.stderr, "traceglass check: left out because they are not traces: %s\n", shortList(left))
		}
		if len(traces) == 0 && len(paths) > 0 {
			return nil, nil, fmt.Errorf("no trace found in %s", shortList(paths))
		}
		for _, files := range traces {
			p, err := read(files, true)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", files[0], err)
			}
			if !p.Info.Complete {
				fmt.Fprintf(o.stderr, "traceglass check: %s is incomplete, so its figures are too small\n", files[0])
			}
			c.Add(g, filepath.Base(files[0]), p.Index)
		}
	}
	v, err := c.Judge()
	return b, v, of(err)
}
