package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/pile"
	"traceglass/parser/wait"
	"traceglass/render/report"
	"traceglass/render/report/formats"
	"traceglass/wasm/export"
)

func explainCommand() *cobra.Command {
	var all, group, readable bool
	var base, format, against string
	var only []string
	c := &cobra.Command{
		Use:   "explain [options] FILE...",
		Short: "explain thread dumps: why the main thread does not answer, deadlocks, who waits for whom; or with -group, count the causes in a pile of dumps",
		Long: `Explains thread dumps (traces.txt, anr_..., a bug report, or a zip file or
folder of them). For each process the output shows what its main thread does,
why it does not answer, how certain that is, what to do if the dump proves it,
and the lines that show it; what main did before, if the dump contains
long-running methods; deadlocks, and who waits for whom; threads with similar
names, equal stacks and processor time; and lines that could not be read. If
several dumps show the same process (up to 60 in a row), the output says whether
its main thread is stuck, is slow, or has moved on.

-group groups a pile of dumps by cause: the rule of the verdict, the object that
main waited for, its holder, and the first methods of the app's own code, with
numbers replaced by #. From each file, only the process that did not answer
counts. A FILE can then be a folder. Memory holds one dump at a time, however
many there are.
`,
		Args: someFiles,
		RunE: func(c *cobra.Command, files []string) error {
			results := newResults("explain", format)
			switch {
			case group && results != nil:
				return usageError("-format " + format + " does not work with -group")
			case group && (all || readable):
				return usageError("-all and -readable do not work with -group")
			case !group && (len(only) > 0 || against != ""):
				return usageError("-only and -before need -group")
			case !group && base != "":
				return usageError("-base needs -group")
			case !group && results == nil && format != "text" && format != "json":
				return usageError("-format " + format + " needs -group, which counts the causes of all dumps. For one dump, run traceglass export -format " + format)
			case results != nil:
				return ended(explainResults(files, results, c.OutOrStdout(), c.ErrOrStderr()))
			case !group && format == "json":
				return ended(explainReports(files, c.OutOrStdout(), c.ErrOrStderr()))
			}
			if group {
				view, err := viewOf(only, against)
				if err != nil {
					return err
				}
				if base != "" && view.before != nil {
					return usageError("-base and -before do not work together")
				}
				return ended(explainPile(files, base, view, formats.Causes[format], c.OutOrStdout(), c.ErrOrStderr()))
			}
			return ended(explainEach(files, all, readable, c.OutOrStdout(), c.ErrOrStderr()))
		},
	}
	c.Flags().BoolVar(&all, "all", false, "Print names, stacks and processor time for every process, not only for the one that did not answer and those whose main thread is not idle")
	c.Flags().BoolVar(&group, "group", false, "Count how often each cause occurs, with times, versions and files")
	c.Flags().BoolVar(&readable, "readable", false, readableUsage)
	c.Flags().StringVar(&base, "base", "", "With -group, show which causes are new, gone, more frequent or less frequent than in `FILE`: a folder, a zip file or a dump")
	c.Flags().StringArrayVar(&only, "only", nil, "With -group, count only dumps with `FACET=VALUE`, such as version=7.2.0 or kind=input,broadcast; give it several times to combine facets: "+strings.Join(facetNames(), ", "))
	c.Flags().StringVar(&against, "before", "", "With -group, show which causes changed since the dumps with `FACET=VALUE`, such as version=7.1.0: in those of later versions, or in those that -only selects")
	var values []value[string]
	for _, e := range export.Formats("explain", export.Causes) {
		name := e.Format()
		values = append(values, value[string]{name, e.Usage, name, name == "text" || name == "markdown"})
	}
	choose(c, &format, "format", "F", "text", "What to write. Without -group, text is the explanation, and json one object that render/report/reports.md describes", append(values, ciFormats()...)...)
	ciFlags(c.Flags())
	return c
}

// explainEach explains each file. It continues after one that cannot be read.
func explainEach(files []string, all, readable bool, stdout, stderr io.Writer) (status int) {
	var together []report.TitledDump
	flush := func() {
		if err := report.Explain(stdout, together, all, readable); err != nil {
			fmt.Fprintf(stderr, "traceglass: %v\n", err)
			status = 1
		}
		together = together[:0]
	}
	for _, file := range files {
		title := ""
		if len(files) > 1 {
			title = file
		}
		err := (&taker{split: (*dump.Dump).Reports}).eachDump(file, stderr, func(name string, d *dump.Dump) error {
			one := report.TitledDump{Title: title, Dump: d}
			if name != "" {
				one.Title = file + ": " + name
			}
			if together = append(together, one); len(together) == wait.MostShots {
				flush()
			}
			return nil
		})
		if err != nil {
			flush()
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			status = 1
		}
	}
	flush()
	return status
}

// explainReports writes the reports of all files as JSON. It continues after a file that cannot be
// read.
func explainReports(files []string, stdout, stderr io.Writer) (status int) {
	var all report.Reports
	t := taker{split: (*dump.Dump).Reports}
	for _, file := range files {
		t.ended = func(member string, r *anr.Reader) {
			all.AddSkipped(r.Skipped)
			all.AddDamage(strings.TrimSuffix(file+": "+member, ": "), r.Damage)
			all.AddIssues(r.Issues)
		}
		err := t.eachDump(file, stderr, func(member string, d *dump.Dump) error {
			all.Add(strings.TrimSuffix(file+": "+member, ": "), d)
			return nil
		})
		if err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			status = 1
		}
	}
	if err := all.JSON(stdout); err != nil {
		fmt.Fprintf(stderr, "traceglass: %v\n", err)
		return 1
	}
	return status
}

// explainResults writes the verdicts of all files for CI and code hosts. It continues after a file that cannot be read.
func explainResults(files []string, all results, stdout, stderr io.Writer) (status int) {
	t := taker{split: (*dump.Dump).Reports}
	for _, file := range files {
		err := t.eachDump(file, stderr, func(name string, d *dump.Dump) error {
			all.addDump(d, file, name)
			return nil
		})
		if err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", file, err)
			all.addFailure(file, err)
			status = 1
		}
	}
	if err := all.writeTo(stdout); err != nil {
		fmt.Fprintf(stderr, "traceglass: %v\n", err)
		return 1
	}
	return status
}

// eachDump calls do for a file's dump, or for each dump in a zip file, with its name there. If the
// file has no dump, the error names the file's kind.
func (t *taker) eachDump(file string, stderr io.Writer, do func(name string, d *dump.Dump) error) error {
	files, remove, err := spool([]string{file})
	if err != nil {
		return err
	}
	defer remove()
	found, err := t.dumps(files[0], stderr, do)
	if found || err != nil {
		return err
	}
	members, err := traceMembers(files[0])
	if err != nil {
		return err
	}
	source, err := archives.Open(members[0].Paths...)
	if err != nil {
		return err
	}
	defer source.Close()
	if source.Kind.Traces() {
		return fmt.Errorf("this is a %s, not a thread dump, so it has no waits to explain. For where its time went, run traceglass overview", source.Kind)
	}
	return withNotes(errors.New(source.Kind.Describe(source.Head)), source)
}

// A pileView selects dumps of a pile, and those that the others are compared with.
type pileView struct {
	only   []pile.Choice
	before *pile.Choice // nil without a comparison
}

// viewOf reads the values of -only and -before.
func viewOf(only []string, before string) (v pileView, err error) {
	for _, text := range only {
		choice, err := choiceOf("only", text)
		if err != nil {
			return v, err
		}
		v.only = append(v.only, choice)
	}
	if before != "" {
		choice, err := choiceOf("before", before)
		if err != nil {
			return v, err
		}
		v.before = &choice
	}
	return v, nil
}

// choiceOf reads FACET=VALUE,VALUE.
func choiceOf(option, text string) (pile.Choice, error) {
	name, values, ok := strings.Cut(text, "=")
	facet, known := pile.FacetOf(name)
	if !ok || !known {
		return pile.Choice{}, usageError(fmt.Sprintf("-%s %s: name one of %s, then = and values with commas between", option, text, strings.Join(facetNames(), ", ")))
	}
	return pile.Choice{Facet: facet, Values: strings.Split(values, ",")}, nil
}

func facetNames() (names []string) {
	for f := range pile.Facets {
		names = append(names, f.String())
	}
	return names
}

// of applies the view to a pile. before is the batch that the others are compared with.
func (v *pileView) of(p *pile.Pile, before int) (*pile.Pile, int) {
	if v.before != nil {
		return p.Since(*v.before, v.only), 0
	}
	return p.Select(v.only), before
}
