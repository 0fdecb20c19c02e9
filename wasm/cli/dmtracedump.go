package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report/dmtracedump"
)

// dmtrace has the options of one dmtracedump command.
type dmtrace struct {
	html, list, keep      bool
	sortable, diff, graph string
	threshold, rows       int // rows -1 selects the default
	compat, faults, force bool
	clock                 string
	files                 []string
	paths                 []string // of one of several traces in the files, else nil
	stdout, stderr        io.Writer
}

func dmtracedumpCommand() *cobra.Command {
	var d dmtrace
	c := &cobra.Command{
		Use:   "dmtracedump [-hok] [-s URL] [-d FILE] [-g FILE] [-t P] FILE",
		Short: "print the output of dmtracedump: the profile as text or HTML, the list of records, the difference of two traces, or the call graph",
		Long: `Prints what dmtracedump prints. The text and -o are the same to the byte as
dmtracedump's for traces without those faults, and with -faults for every trace
that dmtracedump reads. Methods with the same time, class, name and signature
are sorted by id. Differences (-d) have a sign, and include methods without time
in run 1; methods are paired whatever their source file. This command also reads
traces that dmtracedump cannot read (streaming, no names, damage, unlisted
exits). If it cannot draw a graph, the status is 1.
`,
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) != 1 {
				return usageError(fmt.Sprintf("%d files are given: name one file", len(files)))
			}
			return nil
		},
		RunE: func(c *cobra.Command, files []string) error {
			switch {
			case d.clock == "waiting" && (d.list || d.faults):
				return usageError("-clock waiting does not work with -o and -faults: records have no waiting time")
			case d.faults && !d.compat:
				return usageError("-faults needs -compat: remove -compat=0")
			}
			d.files, d.stdout, d.stderr = files, limit(c.OutOrStdout(), d.force), c.ErrOrStderr()
			err := d.run()
			if missing, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(err, fs.ErrNotExist) {
				fmt.Fprintf(d.stderr, "Cannot read %q.\n", missing.Path)
				return exit(status(err))
			}
			return err
		},
	}
	flags := c.Flags()
	flags.StringVarP(&d.diff, "diff", "d", "", "Print the difference between that trace `FILE` (run 1) and this one (run 2)")
	flags.StringVarP(&d.graph, "graph", "g", "", "Draw the call graph to `FILE` too: DOT or SVG by the file's ending, else PNG")
	flags.BoolVarP(&d.keep, "keep", "k", false, "With -g, also keep the graph as DOT, in a file with the ending .dot")
	flags.BoolVarP(&d.html, "html", "h", false, "Print HTML, which needs no other file")
	flags.BoolVarP(&d.list, "records", "o", false, "List the records instead of profiling")
	flags.StringVarP(&d.sortable, "sortable", "s", "", `Let the HTML sort its tables with the script `+"`URL`"+` + "sortable.js"`)
	d.threshold = 20
	percent := &parsed{kind: "P", text: "20", set: func(text string) error {
		if n, err := strconv.Atoi(text); err == nil && 0 <= n && n <= 99 { // like dmtracedump, this ignores others
			d.threshold = n
		}
		return nil
	}}
	flags.VarP(percent, "threshold", "t", "Share of its caller's inclusive time, in percent, from which the graph shows a method: 0 to 99")
	choose(c, &d.clock, "clock", "C", "", "dmtracedump knows only the first clock of a record, which is cpu if there are two", literal("wall", "cpu", "waiting")...)
	flags.BoolVar(&d.compat, "compat", true, "Imitate dmtracedump's choice of clock, its names with the source file in the signature, and its single (unknown) method. With -compat=0, the clock is wall, if the trace has it")
	flags.BoolVar(&d.faults, "faults", false, "Imitate its faults too, which distort figures. A method that exits with an empty stack counts from time 0, so inclusive times exceed 100 %. A clock that steps back or wraps gives negative or huge times. An exit of another method than the topmost one ends everything. Without -faults, such methods count from the first record of their thread, and time never runs backwards")
	rows := &parsed{kind: "N", set: func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return errors.New("must be a number")
		}
		d.rows = n
		return nil
	}}
	d.rows = -1
	flags.Var(rows, "rows", "At most this many rows in each table of HTML, 0 for all; default: 1,000, with -faults all")
	flags.BoolVar(&d.force, "force", false, forceUsage)
	flags.Bool("help", false, "") // without -h, which is of HTML here
	return c
}

func (d *dmtrace) run() error {
	if d.html || d.diff != "" || d.graph != "" {
		return d.writeOne()
	}
	members, err := traceMembers(d.files[0])
	if err != nil || len(members) == 1 {
		return cmp.Or(err, d.writeOne())
	}
	var failure error
	for i, m := range members {
		if i > 0 {
			fmt.Fprintln(d.stdout)
		}
		fmt.Fprintf(d.stdout, "==> %s <==\n", m.Name)
		of := *d
		of.paths = m.Paths
		if err := of.writeOne(); err != nil {
			failure = errors.Join(failure, fmt.Errorf("%s: %w", m.Name, err))
		}
	}
	return failure
}

// pathsOf returns the paths of the only trace in a file, or of the current one of several.
func (d *dmtrace) pathsOf(file string) ([]string, error) {
	if d.paths != nil {
		return d.paths, nil
	}
	return oneTrace(file)
}

// writeOne writes the requested output for one trace.
func (d *dmtrace) writeOne() error {
	if d.list {
		return d.events()
	}
	p, err := d.profile(d.files[0])
	if err != nil {
		return err
	}
	switch {
	case d.diff != "":
		before, err := d.profile(d.diff)
		if err != nil {
			return err
		}
		if d.html {
			return dmtracedump.DiffHTML(d.stdout, before, p, [2]string{d.diff, d.files[0]}, d.sortable, d.mostRows())
		}
		return dmtracedump.Diff(d.stdout, before, p)
	case d.html:
		err = (&dmtracedump.Page{Profile: p, Title: filepath.Base(d.files[0]), Sortable: d.sortable, Rows: d.mostRows()}).Write(d.stdout)
	default:
		err = p.Text(d.stdout)
	}
	if err == nil && d.graph != "" {
		err = d.draw(p)
	}
	return err
}

// mostRows returns the limit on the rows of an HTML table, 0 for all.
func (d *dmtrace) mostRows() int {
	switch {
	case d.rows >= 0:
		return d.rows
	case d.faults:
		return 0
	}
	return dmtracedump.MaxRows
}

// second returns 1 if the records' second clock is requested, else 0.
func (d *dmtrace) second() int {
	if d.clock == "wall" {
		return 1
	}
	return 0
}

// pick returns the clock for the figures.
func (d *dmtrace) pick(clocks trace.Clocks) profile.Clock {
	switch {
	case d.clock == "waiting" && clocks == trace.Dual:
		return profile.Waiting
	case clocks == trace.Wall, clocks == trace.Dual && (d.clock == "wall" || d.clock == "" && !d.compat):
		return profile.Wall
	}
	return profile.CPU
}

// profile reads and profiles one file.
func (d *dmtrace) profile(file string) (*dmtracedump.Profile, error) {
	paths, err := d.pathsOf(file)
	if err != nil {
		return nil, err
	}
	if d.faults {
		replay := dmtracedump.NewReplay(d.second())
		if err := copyNamed(replay.File, paths); err != nil {
			return nil, err
		}
		return replay.Finish()
	}
	lists := dmtracedump.NewFile(nil, nil)
	if d.compat && originals != nil {
		lists.Names = originals.lists // the other reader reports errors of the map
	}
	p, err := read(paths, false, lists)
	if err != nil {
		return nil, err
	}
	writeNotes(d.stderr, "", p.Notes())
	if !d.compat {
		lists = nil
	}
	return dmtracedump.FromFigures(p, d.pick(p.Info.Figures()), lists), nil
}

// copyTrace copies the bytes of a trace to w.
func copyTrace(w io.Writer, files []string) error {
	source, err := open(files)
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = io.CopyBuffer(onlyWriter{w}, source, make([]byte, 1<<20))
	return err
}

// copyNamed copies the bytes of a trace to a File of package dmtracedump, with original names.
func copyNamed(to *dmtracedump.File, files []string) error {
	var bad error
	if originals != nil {
		to.Names = func(in *trace.Info) { bad = originals.trace(in) }
	}
	return cmp.Or(copyTrace(to, files), bad)
}

// events lists the file's records as they are. If dmtracedump cannot read the version, it lists the
// records of the usual reader.
func (d *dmtrace) events() error {
	given, remove, err := spoolOne(d.files[0])
	if err != nil {
		return err
	}
	defer remove()
	files, err := d.pathsOf(given)
	if err != nil {
		return err
	}
	list := dmtracedump.NewEvents(d.stdout, d.second())
	if d.compat {
		if err := copyNamed(list.File, files); err != nil {
			return err
		}
		if list.File.Ended {
			return list.Flush()
		}
	}
	reader := trace.NewReader(nowhere{}) // names may be at the end of the file
	if _, partial, err := feed(reader, files, reader.HeldBytes); err != nil {
		return err
	} else if partial != "" {
		fmt.Fprintf(d.stderr, "WARNING: %s\n", partial)
	}
	info, first := reader.Info(), reader
	if err := originals.trace(info); err != nil {
		return err
	}
	reader = trace.NewReader(list.Sink(info, d.pick(info.Clocks)))
	reader.LearnFrom(first)
	if _, _, err := feed(reader, files, reader.HeldBytes); err != nil {
		return err
	}
	return list.Flush()
}

// nowhere is a sink that discards records.
type nowhere struct{}

func (nowhere) Records([]trace.Record) {}

// draw writes the call graph to a file, in the format of its extension.
func (d *dmtrace) draw(p *dmtracedump.Profile) error {
	var graph bytes.Buffer
	if err := p.Graph(&graph, d.threshold); err != nil {
		return err
	}
	ending := strings.ToLower(filepath.Ext(d.graph))
	if ending == ".dot" || ending == ".gv" {
		return d.save(d.graph, graph.Bytes())
	}
	if d.keep {
		if err := d.save(d.graph+".dot", graph.Bytes()); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(d.graph), 0o777); err != nil {
		return err
	}
	format := "png"
	if ending == ".svg" {
		format = "svg"
	}
	draw := exec.Command("dot", "-T"+format, "-o", d.graph)
	draw.Stdin = &graph
	draw.Stderr = d.stderr
	if err := draw.Run(); err != nil {
		return fmt.Errorf("drawing %s with Graphviz's program dot: %w; without Graphviz, write a file that ends in .dot", d.graph, err)
	}
	return nil
}

// save writes a file made from the graph.
func (d *dmtrace) save(path string, data []byte) error {
	return create(place{name: path}, d.force, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
