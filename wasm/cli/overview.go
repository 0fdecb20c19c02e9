package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/report"
)

// readableUsage explains the option -readable.
const readableUsage = "Show names that a compiler generated as the page does: Foo.load, coroutine for Foo$load$2.invokeSuspend"

func overviewCommand() *cobra.Command {
	o := overviewing{thresholds: story.DefaultThresholds}
	c := &cobra.Command{
		Use:   "overview [options] FILE...",
		Short: "answer where a thread's time went, main's by default: findings, waits by cause, phases of the start, frames and messages",
		Long: `Answers where the time of a thread went, main by default. The output begins with
at most five findings, and up to five that are part of these: waits by cause,
the longest frame or message, a dominant phase of the start, layout inflation,
class loading, frequent or unusually long calls, repeated work, costly methods
of the app, work of another thread, and the cost of the recording. Then follow
the parts of the time, the phases of the start, frames and messages, and facts
that the recording does not show.

The same figures as the tab Overview of the page. Without -thread, the overview
is of main, or of the thread with the most records if no thread is main. For
thread dumps, use traceglass explain.

With -filter, the parts of the time and the app's own methods are of the time
that the filter shows, and one part is the time that it leaves out. Everything
else is of the whole thread. Formats for CI have findings only, so they take no
filter.
`,
		Args: someFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			o.stdout, o.stderr = c.OutOrStdout(), c.ErrOrStderr()
			o.results = newResults("overview", o.format)
			err := o.files(paths)
			if o.results != nil {
				err = cmp.Or(o.results.writeTo(o.stdout), err)
			}
			return err
		},
	}
	o.part.flags(c.Flags())
	o.part.filterFlag(c.Flags())
	choose(c, &o.format, "format", "F", "text", "What to write", append([]value[string]{
		{"text", "to read", "text", true}, {"markdown", "for an issue tracker", "markdown", true}, {"json", "one object per trace, which render/report/overview.md describes", "json", false},
	}, ciFormats()...)...)
	ciFlags(c.Flags())
	thresholdFlags(c.Flags(), &o.thresholds)
	c.Flags().BoolVar(&o.readable, "readable", false, readableUsage)
	return c
}

// files writes the overview of each trace. It continues after one that cannot be read.
func (c *overviewing) files(paths []string) error {
	if err := c.part.check(); err != nil {
		return err
	}
	if c.part.filter != nil && c.results != nil {
		return usageError(fmt.Sprintf("-filter is of the parts of the time, and %s has findings only", c.format))
	}
	status := 0
	groups := input.Pair(paths)
	for _, group := range groups {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = paths[at]
		}
		c.title = len(groups) > 1
		if err := c.file(files); err != nil {
			c.failed(files[0], err)
			status = 1
		}
	}
	return ended(status)
}

// thresholdFlags declares the options of the thresholds of findings.
func thresholdFlags(flags *pflag.FlagSet, t *story.Thresholds) {
	duration := func(to *int64, name, usual, usage string) {
		parse(flags, name, "D", usual, usage, func(text string) error {
			d, err := time.ParseDuration(text)
			if err != nil || d < 0 {
				return errors.New("must be a time, such as 100ms")
			}
			*to = int64(d)
			return nil
		})
	}
	number := func(to *int64, name, usage string) {
		parse(flags, name, "N", strconv.FormatInt(*to, 10), usage, func(text string) (err error) {
			if *to, err = strconv.ParseInt(text, 10, 64); err != nil || *to < 1 {
				return errors.New("must be a number from 1")
			}
			return nil
		})
	}
	parse(flags, "min-share", "P", "5%", "A finding takes at least this share of the thread's time that is not idle", func(text string) error {
		v, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if err != nil || !strings.HasSuffix(text, "%") || !(v >= 0 && v <= 100) {
			return errors.New("must be a share from 0% to 100%, such as 5%")
		}
		t.Share = v / 100
		return nil
	})
	duration(&t.Time, "min-time", "100ms", "It also takes at least this time. In a range with less than five times as much non-idle time, a fifth of that, and 4ms (40ms in samples)")
	number(&t.Often, "often", "called-often: least number of calls")
	duration(&t.Each, "each", "100us", "called-often: most time per call")
	number(&t.Outlier, "outlier", "outlier: least ratio of a call to the median of its method")
	number(&t.Repeated, "repeated", "repeated: least number of different callers")
}

// An overviewing has the options of one overview command.
type overviewing struct {
	part           part
	format         string
	thresholds     story.Thresholds
	readable       bool
	title          bool // text and Markdown name each trace
	written        bool
	results        results // for formats that write all traces at once, else nil
	stdout, stderr io.Writer
}

// results collect what a command finds, for formats of CI and code hosts.
type results interface {
	addOverview(o *report.Overview, file string)
	addDump(d *dump.Dump, file, name string) // name as in taker.dumps
	addFailure(file string, err error)
	writeTo(w io.Writer) error
}

// failed reports a file that cannot be read.
func (c *overviewing) failed(file string, err error) {
	fmt.Fprintf(c.stderr, "traceglass overview: %s: %v\n", file, err)
	if c.results != nil {
		c.results.addFailure(file, err)
	}
}

// file writes the overviews of a file, a .key and its .data, or the members of a zip file or folder.
// It continues after a member that cannot be read, and returns the last error.
func (c *overviewing) file(files []string) (failure error) {
	given := files[0]
	files, remove, err := spool(files)
	if err != nil {
		return err
	}
	defer remove()
	members := []disk.Member{{Paths: files}}
	if len(files) == 1 {
		if members, err = traceMembers(files[0]); err != nil {
			return err
		}
	}
	c.title = c.title || len(members) > 1
	for _, m := range members {
		if err := c.trace(m, given); err != nil {
			if failure != nil {
				c.failed(given, failure)
			}
			if failure = err; len(members) > 1 {
				failure = fmt.Errorf("%s: %w", m.Name, err)
			}
		}
	}
	return failure
}

// trace writes the overview of a trace for each thread of the part.
func (c *overviewing) trace(m disk.Member, file string) error {
	source, err := archives.Open(m.Paths...)
	if err != nil {
		return err
	}
	kind := source.Kind
	source.Close()
	if kind == input.ThreadDump {
		return errors.New("this is a thread dump, not a trace. For what its main thread waits for, run traceglass explain")
	}
	p, err := readBy(c.part.event, m.Paths, true)
	if err != nil {
		return err
	}
	scope, err := c.part.scopeIn(p.Index)
	if err != nil {
		return err
	}
	if c.format != "json" {
		writeNotes(c.stderr, file, p.Notes())
	}
	kept := func(trace.ThreadIndex) *profile.Profile { return nil }
	filter := ""
	if c.part.filter != nil && len(c.part.filter.Terms) > 0 {
		f := c.part.filterOf(p.Index)
		c.part.warnIdle(c.stderr)
		filter, kept = c.part.filter.Text, func(t trace.ThreadIndex) *profile.Profile {
			alone := profile.Scope{From: scope.From, To: scope.To, Threads: make([]bool, len(p.Index.Calls.Threads))}
			alone.Threads[t] = true
			return p.Index.Profile(f.In(alone), nil).Filtered(f.Steps...)
		}
	}
	thresholds := c.thresholds
	if thresholds == story.DefaultThresholds {
		thresholds = story.Thresholds{} // a short range has lower ones
	}
	for _, t := range overviewThreads(p.Index, scope) {
		w := report.Overview{
			Overview: story.Of(p.Index, story.Options{Thread: t, From: scope.From, To: scope.To, Thresholds: thresholds, Kept: kept(t)}),
			Index:    p.Index, Member: m.Name, Readable: c.readable && c.format != "json", Filter: filter,
		}
		switch {
		case c.results != nil:
			c.results.addOverview(&w, file)
		case c.format == "json":
			err = w.JSON(c.stdout)
		default:
			err = c.text(&w, file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// overviewThreads returns the threads of the part, or main if it has all threads.
func overviewThreads(x *profile.Index, scope profile.Scope) (all []trace.ThreadIndex) {
	if scope.Threads == nil {
		return []trace.ThreadIndex{story.Main(x.Info)}
	}
	for t, in := range scope.Threads {
		if in {
			all = append(all, trace.ThreadIndex(t))
		}
	}
	return all
}

// text writes an overview for people, below the name of the trace if there are several. An issue tracker always needs it.
func (c *overviewing) text(w *report.Overview, file string) error {
	if c.written {
		fmt.Fprintln(c.stdout)
	}
	c.written = true
	if c.title || c.format == "markdown" {
		name := file
		if !c.title {
			name = filepath.Base(file)
		}
		if w.Member != "" {
			name += ": " + w.Member
		}
		if c.format == "markdown" {
			fmt.Fprintf(c.stdout, "## %s\n\n", report.InMarkdown(name))
		} else {
			fmt.Fprintf(c.stdout, "==> %s <==\n", report.Clean(name))
		}
	}
	return w.Text(c.stdout, c.format == "markdown")
}
