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

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report/dmtracedump"
)

const dmtracedumpUsage = `usage: traceglass dmtracedump [-hok] [-s url] [-d trace] [-g outfile] [-t percent] trace
  -d trace    - Print the difference between that trace (run 1) and this one (run 2)
  -g outfile  - Draw the call graph too: DOT or SVG by the file's ending, else PNG
  -k          - With -g, also keep the graph as DOT in outfile.dot
  -h          - Print HTML, which needs no other file
  -o          - List the records instead of profiling
  -s url      - Let the HTML sort its tables with the script url + "sortable.js"
  -t percent  - Share of its caller's inclusive time from which the graph shows a
                method: 0 to 99, default 20

  -clock C    - wall, cpu or waiting. dmtracedump knows only the first clock of a
                record, which is cpu if there are two
  -compat=0   - Do not imitate dmtracedump's choice of clock (then wall, if the trace
                has it), its names with the source file in the signature, and its
                single (unknown) method
  -faults     - Imitate its faults too, which distort figures. A method that exits
                with an empty stack counts from time 0, so inclusive times exceed
                100 %. A clock that steps back or wraps gives negative or huge
                times. An exit of another method than the topmost one ends
                everything. Without -faults, such methods count from the first
                record of their thread, and time never runs backwards
  -rows N     - Rows of each table of HTML, 0 for all; default 1,000, with -faults all
  -force      - Write more than 2 GB

The text and -o are the same to the byte as dmtracedump's for traces without those
faults, and with -faults for every trace that dmtracedump reads. Methods with the
same time, class, name and signature are sorted by id. Differences (-d) have a sign,
and include methods without time in run 1; methods are paired whatever their source
file. This command also reads traces that dmtracedump cannot read (streaming, no
names, damage, unlisted exits). If it cannot draw a graph, the status is 1.
`

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

func dmtracedumpCommand(args []string, stdout, stderr io.Writer) int {
	d := dmtrace{threshold: 20, rows: -1, compat: true, stdout: stdout, stderr: stderr}
	if err := d.parse(args); err != nil {
		if errors.Is(err, errHelp) {
			fmt.Fprint(stderr, dmtracedumpUsage)
			return 0
		}
		return wrongUsage(stderr, "dmtracedump", err.Error())
	}
	d.stdout = limit(stdout, d.force)
	if err := d.run(); err != nil {
		var missing *fs.PathError
		if errors.As(err, &missing) && errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(stderr, "Cannot read %q.\n", missing.Path)
		} else {
			fmt.Fprintf(stderr, "traceglass dmtracedump: %v\n", err)
		}
		return status(err)
	}
	return 0
}

var errHelp = errors.New("help")

// parse parses options as getopt does: letters can be combined, a value can be attached, and
// files can come first.
func (d *dmtrace) parse(args []string) error {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			d.files = append(d.files, args...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			d.files = append(d.files, arg)
			continue
		}
		word, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch word {
		case "help":
			return errHelp
		case "clock":
			if !given && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			if value != "wall" && value != "cpu" && value != "waiting" {
				return fmt.Errorf("-clock must be wall, cpu or waiting, not %q", value)
			}
			d.clock = value
			continue
		case "rows":
			if !given && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			var err error
			if d.rows, err = strconv.Atoi(value); err != nil || d.rows < 0 {
				return fmt.Errorf("-rows must be a number, not %q", value)
			}
			continue
		case "force":
			d.force = true
			continue
		case "compat", "faults":
			on := true
			if given {
				var err error
				if on, err = strconv.ParseBool(value); err != nil {
					return fmt.Errorf("-%s must be true or false, not %q", word, value)
				}
			}
			if word == "compat" {
				d.compat = on
			} else {
				d.faults = on
			}
			continue
		}
		for letters := arg[1:]; letters != ""; {
			letter := letters[0]
			letters = letters[1:]
			switch letter {
			case 'h':
				d.html = true
				continue
			case 'o':
				d.list = true
				continue
			case 'k':
				d.keep = true
				continue
			case 's', 'd', 'g', 't':
			default:
				return fmt.Errorf("unknown option -%c", letter)
			}
			value := letters
			letters = ""
			if value == "" {
				if len(args) == 0 {
					return fmt.Errorf("-%c needs a value", letter)
				}
				value, args = args[0], args[1:]
			}
			switch letter {
			case 's':
				d.sortable = value
			case 'd':
				d.diff = value
			case 'g':
				d.graph = value
			case 't':
				if n, err := strconv.Atoi(value); err == nil && 0 <= n && n <= 99 {
					d.threshold = n
				}
			}
		}
	}
	switch {
	case len(d.files) != 1:
		return fmt.Errorf("%d files are given: name one file", len(d.files))
	case d.clock == "waiting" && (d.list || d.faults):
		return errors.New("-clock waiting does not work with -o and -faults: records have no waiting time")
	case d.faults && !d.compat:
		return errors.New("-faults needs -compat: remove -compat=0")
	}
	return nil
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
	for _, n := range p.Notes() {
		fmt.Fprintf(d.stderr, "WARNING: %s\n", n.Text)
	}
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
