package main

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/report/dmtracedump"
	"traceglass/render/report/formats"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/query"
)

// Rows of the formats, of a trace and of a process of thread dumps.
var (
	traceFormats   = export.Formats("export", export.Trace...)
	processFormats = export.Formats("export", export.Process)
)

// An exporting has the options of one export command.
type exporting struct {
	format          string
	clock           clockChoice
	part            part
	threshold, rows int
	switches, force bool
	charged         bool
	by              profile.By
	to              string
	of              choice
}

func exportCommand() *cobra.Command {
	var o exporting
	c := &cobra.Command{
		Use:   "export -format F [options] FILE",
		Short: "write a trace, or one process of a thread dump, for a spreadsheet, an issue tracker or another program",
		Long: `Writes a trace for other programs. Standard error lists damage of the trace, and
so does the file if its format has a place for it.

Of thread dumps (traces.txt, anr_..., a bug report), one process is written: the
one that did not answer, or the one that you select.
`,
		Args: func(_ *cobra.Command, files []string) error {
			if o.format == "" {
				return usageError("-format is missing: name one, such as csv or speedscope")
			}
			return oneFile(nil, files)
		},
		RunE: func(c *cobra.Command, files []string) error { return o.run(files[0], c.OutOrStdout(), c.ErrOrStderr()) },
	}
	var values []value[string]
	for _, e := range traceFormats {
		usage := e.Usage
		if one := export.Formatted(e.Format(), processFormats); one != nil {
			usage += ". Of a thread dump, " + one.Usage
		}
		values = append(values, value[string]{name: e.Format(), is: e.Format(), usage: usage})
	}
	for _, e := range processFormats {
		if export.Formatted(e.Format(), traceFormats) == nil {
			values = append(values, value[string]{e.Format(), "Of a thread dump, " + e.Usage, e.Format(), e.Format() == "markdown"})
		}
	}
	flags := c.Flags()
	choose(c, &o.format, "format", "F", "", "What to write", values...)
	chooseClock(c, &o.clock, "wall, if the trace has it. For folded, speedscope and firefox (these two not waiting), dot, text and html. The other formats contain every clock")
	o.part.flags(flags)
	o.part.filterFlag(flags)
	flags.IntVarP(&o.threshold, "threshold", "t", -1, "Share `P` of its caller's inclusive time, in percent, from which dot shows a method: 0 to 99; default: a share with 10 to 60 boxes")
	flags.Lookup("threshold").DefValue = ""
	flags.IntVar(&o.rows, "rows", dmtracedump.MaxRows, "At most `N` rows in each table of html, 0 for all. A browser opens the default at once")
	flags.BoolVar(&o.switches, "switches", false, "Count time off the CPU, if it is more than 100 us between two records of a thread, as calls of (context switch), not in exclusive times. Needs both clocks. Not for formats of every call, which contain only recorded calls")
	flags.BoolVar(&o.charged, "charged", false, "List the app's methods alone, each with the time of all platform and library code that it caused. For csv, tsv and json")
	chooseBy(c, &o.by, "Group the methods. A group's inclusive time counts each moment once. For csv, tsv and json")
	flags.BoolVar(&o.force, "force", false, "Write more than 2 GB, and paths of more than 1,000 calls in full. A stack of n calls has n paths, so that is n * n / 2 names. Without -force the status is 3, and such paths end there")
	flags.IntVar(&o.of.process, "process", 0, "Of a thread dump, the `N`th process of the file, in the order of the page, from 1")
	flags.StringVar(&o.of.dump, "dump", "", "Of a thread dump, a process of the dump with this `NAME` in a zip file")
	flags.StringVarP(&o.to, "output", "o", "", "The `FILE` to write; its folder is created. Default, or with -: standard output")
	return c
}

func (x *exporting) run(given string, stdout, stderr io.Writer) error {
	if err := x.part.check(); err != nil {
		return err
	}
	row, e := export.Formatted(x.format, traceFormats), formats.Trace[x.format]
	switch {
	case x.switches && e.Calls:
		return usageError(fmt.Sprintf("-switches is of figures, and %s lists calls", x.format))
	case x.part.filter != nil && (row == nil || row.Takes&export.Filtered == 0):
		return usageError(fmt.Sprintf("-filter is of figures of methods and paths, and %s has none", x.format))
	case x.charged && (row == nil || row.Takes&export.Charged == 0):
		return usageError(fmt.Sprintf("-charged is of csv, tsv and json, not of %s", x.format))
	case x.by != profile.ByMethod && (row == nil || row.Takes&export.Grouped == 0):
		return usageError(fmt.Sprintf("-by is of csv, tsv and json, not of %s", x.format))
	case x.of.process < 0:
		return usageError(fmt.Sprintf("-process wants a number from 1, not %d", x.of.process))
	}
	if x.threshold > 99 {
		x.threshold = 20
	}
	file, remove, err := spoolOne(given)
	if err != nil {
		return err
	}
	defer remove()
	save := func(write func(io.Writer) error) error { return saveTo(place{name: x.to}, stdout, x.force, write) }
	if done, err := exportDump(file, filepath.Base(given), x.format, x.of, stderr, save); done || err != nil {
		return err
	}
	if row == nil {
		return errNoDumps(x.format)
	}
	return ended(eachTrace("export", file, x.to, row.Ending, stderr, func(paths []string, title string, to place) error {
		p, scope, err := readPart(paths, e.Calls, x.switches, &x.part)
		if err != nil {
			return err
		}
		x.part.warnIdle(stderr)
		if x.countsOwn() {
			warnGuess(stderr, p.Info)
		}
		if x.charged {
			p = p.Filtered(p.Index.Own(profile.Charge))
		}
		groups := groupsBy(x.by, p)
		if file != given { // a pipe was copied to a file
			title = filepath.Base(given)
		}
		o := formats.Options{Name: title, Clock: x.clock.clockFor(p), Part: scope, Threshold: x.threshold, Rows: max(0, x.rows), Force: x.force, Groups: groups}
		if e.Calls {
			o.Clock = x.clock.timeAxis(p)
		}
		return exportTrace(&e, p, o, x.clock, func(write func(io.Writer) error) error { return saveTo(to, stdout, x.force, write) }, stderr)
	}))
}

// countsOwn reports whether the figures distinguish the app's code from other code.
func (x *exporting) countsOwn() bool {
	if x.part.filter != nil && slices.ContainsFunc(x.part.filter.Terms, func(t query.Term) bool { return t.Kind == query.Origin && !t.Off }) {
		return true
	}
	return x.charged || x.by == profile.ByOrigin || x.by == profile.ByLibrary
}

// warnGuess warns if it is a guess which code is the app's.
func warnGuess(stderr io.Writer, info *trace.Info) {
	if guess := words.InEnglish(func() string { return words.Plain(tell.OwnGuess(info)) }); guess != "" {
		fmt.Fprintf(stderr, "WARNING: %s\n", report.Clean(guess))
	}
}

// chooseBy declares -by, without some ways to group.
func chooseBy(c *cobra.Command, to *profile.By, usage string, without ...profile.By) {
	var values []value[profile.By]
	for by, way := range profile.Ways {
		if slices.Contains(without, profile.By(by)) {
			continue
		}
		values = append(values, value[profile.By]{name: way, is: profile.By(by)})
	}
	choose(c, to, "by", "W", profile.Ways[profile.ByMethod], usage, values...)
}

// groupsBy returns the groups of a profile's methods.
func groupsBy(by profile.By, p *profile.Profile) report.Groups {
	g := report.Groups{By: by}
	switch by {
	case profile.ByMethod:
	case profile.ByThread:
		for t, of := range p.ThreadGroups(nil) {
			if len(of.Methods) > 0 {
				of.Name = p.Info.Threads[t].Label()
				g.Rows = append(g.Rows, of)
			}
		}
	default:
		g.Rows = p.Groups(by, nil, func(m trace.MethodIndex) string { return p.Info.Methods[m].Class })
	}
	return g
}

// exportTrace writes one export.
func exportTrace(e *formats.Format, p *profile.Profile, o formats.Options, by clockChoice, save func(func(io.Writer) error) error, stderr io.Writer) error {
	err := warn(stderr, p)
	if !e.Calls || by.clock != profile.Wall || p.Calls.Primary() != trace.Wall { // calls have positions on the axis
		err = cmp.Or(err, by.check(p))
	}
	if err != nil {
		return err
	}
	if e.Bytes != nil && !o.Force {
		if about := e.Bytes(p, o); about > report.MaxOutput {
			return &errLarge{about}
		}
	}
	if e.Paths {
		warnCut(stderr, p, o.Force)
	}
	return save(func(w io.Writer) error { return e.Write(w, p, o) })
}

// exportDump exports a file of thread dumps. done is false for a trace.
func exportDump(file, title, format string, of choice, stderr io.Writer, save func(func(io.Writer) error) error) (done bool, err error) {
	if export.Formatted(format, processFormats) != nil {
		if done, err := exportProcess(file, title, format, of, stderr, save); done || err != nil {
			return done, err
		}
	}
	if of != (choice{}) {
		return false, errNoDumps(format)
	}
	return false, nil
}

// errNoDumps is the error for a trace with options or a format of thread dumps.
func errNoDumps(format string) error {
	return fmt.Errorf("-format %s, -dump and -process are for thread dumps, but this file contains none", format)
}
