package main

import (
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/render/report"
	"traceglass/render/words"
)

// Names of the viewer's programs, as site/build defines them.
const (
	partApp    = "app"
	partGraphs = "graphs" // Graphviz
)

// mostOfPage limits the compressed files in a page, in bytes, because a browser keeps its text in
// memory.
const mostOfPage = 256_000_000

// chunk is the number of bytes of a compressed file in one element. It is a multiple of 3, so
// that base64 needs no padding.
const chunk = 9 << 20

func pageCommand() *cobra.Command {
	var ask cutting
	var graphs bool
	var view, viewer string
	c := &cobra.Command{
		Use:   "page [options] -viewer SITE -o PAGE FILE...",
		Short: "write one HTML file that contains the viewer and a trace, a part of a trace, or thread dumps",
		Long: `Writes one HTML file that contains the viewer and the trace, or thread dumps. It
opens from disk in a browser, without a network: its policy forbids requests. A
whole trace and thread dumps keep the bytes of their files. A part of a trace,
and names from -hash or -mapping, are stored as "traceglass cut" writes them. A
part keeps the times of the recording, up to 71 minutes. In dumps, -mapping
changes only names. The same input makes the same bytes.
`,
		Args: someFiles,
		RunE: func(c *cobra.Command, files []string) error {
			switch err := ask.part.check(); {
			case err != nil:
				return err
			case viewer == "":
				return usageError("-viewer is missing: name the folder of the built site")
			case ask.to == "":
				return noOutput
			}
			p, err := readViewer(viewer)
			if err != nil {
				return err
			}
			p.view, p.graphs = view, graphs
			if err := p.checkView(); err != nil {
				return err
			}
			return ask.page(p, files, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	ask.flags(c.Flags())
	c.Flags().BoolVar(&graphs, "graphs", false, "Include Graphviz, which call graphs and lock graphs need")
	c.Flags().StringVar(&view, "view", "", "Open at `V`, the part after the # of a link to a view")
	c.Flags().StringVar(&viewer, "viewer", "", "Take the viewer from `FILE`: the folder of a built site (site/dist), or the file saved.*.html in its folder assets")
	return c
}

// page writes a page that contains the viewer and the files that it shows.
func (a *cutting) page(p *viewer, given []string, stdout, stderr io.Writer) error {
	if len(given) == 1 {
		traces, err := holdsTraces(given[0])
		if err != nil {
			return err
		}
		if traces {
			return ended(eachTrace("page", given[0], a.to, ".html", stderr, func(paths []string, title string, to place) error {
				files, err := a.trace(paths, title, stderr)
				if err != nil {
					return err
				}
				return saveTo(to, stdout, a.force, func(w io.Writer) error { return p.write(w, files) })
			}))
		}
	}
	files, err := a.dumps(given, stderr)
	if err != nil {
		return err
	}
	return saveTo(place{name: a.to}, stdout, a.force, func(w io.Writer) error { return p.write(w, files) })
}

// holdsTraces reports whether a file is a trace or contains any.
func holdsTraces(file string) (bool, error) {
	if info, err := os.Stat(file); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return false, fmt.Errorf("%s is not a regular file: save it as a file first", file)
	}
	c, err := archives.Members(file, memberName)
	if err != nil {
		return false, err
	}
	for _, m := range c.Members {
		if m.Trace && m.Name != "" {
			return true, nil
		}
	}
	source, err := archives.Open(c.Members[0].Paths...)
	if err != nil {
		return false, err
	}
	defer source.Close()
	return source.Kind.Traces(), nil
}

// A held file is a file that is embedded in a page.
type held struct {
	name  string
	write func(w io.Writer) error
}

// hold returns the file as it is, or its content under the name title if it is in a zip file.
func hold(paths []string, title string) ([]held, error) {
	resolved, err := disk.Resolve(paths)
	if err == nil {
		_, err = os.Stat(resolved[0])
	}
	if err != nil {
		return []held{{input.Plain(title), func(w io.Writer) error {
			source, err := archives.Open(paths...)
			if err != nil {
				return err
			}
			_, err = io.Copy(w, source)
			return errors.Join(err, source.Close())
		}}}, nil
	}
	var files []held
	for _, path := range resolved {
		files = append(files, held{filepath.Base(path), func(w io.Writer) error {
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			_, err = io.Copy(w, f)
			return errors.Join(err, f.Close())
		}})
	}
	return files, nil
}

// trace returns the files to embed for a trace. A whole trace is embedded unchanged.
func (a *cutting) trace(paths []string, title string, stderr io.Writer) ([]held, error) {
	source, err := archives.Open(paths...)
	if err != nil {
		return nil, err
	}
	kind := source.Kind
	if kind != input.Simpleperf {
		err = hasCalls(source)
	}
	source.Close()
	whole := a.part.isAll() && !a.hash
	switch {
	case err != nil:
		return nil, err
	case kind == input.Simpleperf && !whole:
		return nil, errors.New("a recording of simpleperf can only go into a page whole, and with its names: remove -from, -to, -thread and -hash")
	case kind == input.Simpleperf && originals != nil:
		return nil, errors.New("a recording of simpleperf goes into a page unchanged: remove -mapping")
	case whole && originals == nil:
		return hold(paths, title)
	}
	p, scope, err := readPart(paths, true, false, &a.part)
	if err == nil {
		err = warn(stderr, p)
	}
	if err != nil {
		return nil, err
	}
	name := input.Base(title) + ".cut.trace"
	if a.hash {
		name = input.Base(title) + ".hashed.trace"
	}
	return []held{{name, func(w io.Writer) error { return report.Excerpt(w, p.Index, scope, a.names()) }}}, nil
}

// dumps returns the thread dumps in files.
func (a *cutting) dumps(files []string, stderr io.Writer) (all []held, err error) {
	if !a.part.isAll() || a.hash {
		return nil, errors.New("-from, -to, -thread and -hash are for traces: thread dumps go into a page whole, so remove them")
	}
	for _, file := range files {
		c, err := archives.Members(file, memberName)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		before := len(all)
		for _, m := range c.Members {
			some, err := dumpOf(m)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, some...)
		}
		if len(all) == before {
			return nil, (&taker{split: (*dump.Dump).Reports}).eachDump(file, stderr, func(string, *dump.Dump) error { return nil }) // the error says what the file is
		}
	}
	return all, nil
}

// dumpOf returns a thread dump or, if it is renamed, each of its reports. It returns nothing if
// there is no dump.
func dumpOf(m disk.Member) (all []held, err error) {
	source, err := archives.Open(m.Paths...)
	if err != nil {
		return nil, err
	}
	reports, _, err := readDumps(source, (*dump.Dump).Reports)
	if len(reports) == 0 {
		return nil, err
	}
	if slices.ContainsFunc(reports, func(d *dump.Dump) bool { return d.Names() != nil }) {
		for i, d := range reports {
			all = append(all, held{dump.ReportName(input.Plain(input.Leaf(m.Name)), i, len(reports)), func(w io.Writer) error { return writeText(w, d) }})
		}
		return all, nil
	}
	return hold(m.Paths, input.Leaf(m.Name))
}

// writeText writes a dump's lines with its current names.
func writeText(w io.Writer, d *dump.Dump) error {
	for i := range d.Text.Lines() {
		if _, err := w.Write(append(d.Text.Line(i), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// A viewer is the template of a page and the files with its larger parts.
type viewer struct {
	folder        string
	before, after string // text before and after the parts and files
	parts         map[string]string
	view          string // the initial view
	graphs        bool
}

// viewerMark begins the comment that names the parts, "app=FILE graphs=FILE". The parts replace
// it.
const viewerMark = "<!--traceglass "

// viewRunes are the characters allowed after the # of a link.
const viewRunes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%&=+*._~!-"

// readViewer reads the template that site/build makes for pages. file is that file or the folder
// of the site.
func readViewer(file string) (*viewer, error) {
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		found, _ := filepath.Glob(filepath.Join(file, "assets", "saved.*.html"))
		if len(found) != 1 {
			return nil, fmt.Errorf("-viewer %s: this is not a site built by go run ./site/build: assets/saved.*.html is missing", file)
		}
		file = found[0]
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-viewer: %w", err)
	}
	before, rest, found := strings.Cut(string(data), viewerMark)
	parts, after, closed := strings.Cut(rest, "-->")
	if !found || !closed {
		return nil, fmt.Errorf("-viewer %s: name the folder of a site built by go run ./site/build, or the file saved.*.html in its folder assets", file)
	}
	v := &viewer{folder: filepath.Dir(file), before: before, after: after, parts: make(map[string]string)}
	for _, word := range strings.Fields(parts) {
		name, of, _ := strings.Cut(word, "=")
		v.parts[name] = filepath.Base(of)
	}
	return v, nil
}

// checkView returns an error for an invalid view.
func (v *viewer) checkView() error {
	if strings.Trim(v.view, viewRunes) != "" {
		return errors.New("-view must be the part of a link after its #, such as file=calc.trace&view=flamegraph")
	}
	return nil
}

// write writes the page.
func (v *viewer) write(w io.Writer, files []held) error {
	io.WriteString(w, v.before)
	names := []string{partApp}
	if v.graphs {
		names = append(names, partGraphs)
	}
	for _, name := range names {
		path := filepath.Join(v.folder, v.parts[name])
		if v.parts[name] == "" {
			return fmt.Errorf("-viewer: the part %q is missing: build the site again", name)
		}
		program, err := hold([]string{path}, name)
		if err == nil {
			err = embed(w, fmt.Sprintf(`class="part" data-name="%s"`, name), 0, program[0])
		}
		if err != nil {
			return err
		}
	}
	for i, f := range files {
		if err := embed(w, fmt.Sprintf(`class="held" data-number="%d" data-name="%s"`, i, html.EscapeString(f.name)), mostOfPage, f); err != nil {
			return err
		}
	}
	if v.view != "" {
		fmt.Fprintf(w, `<script type="text/plain" id="view">%s</script>`, v.view)
	}
	_, err := io.WriteString(w, v.after)
	return err
}

// embed writes a file, compressed, in elements with these attributes. most limits its size in
// bytes; 0 means no limit.
func embed(w io.Writer, attributes string, most int64, f held) error {
	to := &elements{w: w, attributes: attributes, left: most, bounded: most > 0}
	packer, err := gzip.NewWriterLevel(to, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	if err := errors.Join(f.write(packer), packer.Close()); err != nil {
		return err
	}
	return to.flush()
}

// elements writes its input as base64 in several elements of a page.
type elements struct {
	w          io.Writer
	attributes string
	held       []byte
	left       int64
	bounded    bool
}

func (e *elements) Write(p []byte) (int, error) {
	if e.left -= int64(len(p)); e.bounded && e.left < 0 {
		return 0, fmt.Errorf("the page would contain more than %s, packed, more than a browser opens: choose a smaller part", words.Plain(words.Size(mostOfPage)))
	}
	e.held = append(e.held, p...)
	for len(e.held) >= chunk {
		rest := e.held[chunk:]
		if err := e.element(e.held[:chunk]); err != nil {
			return 0, err
		}
		e.held = append(e.held[:0], rest...)
	}
	return len(p), nil
}

func (e *elements) flush() error { return e.element(e.held) }

func (e *elements) element(data []byte) error {
	_, err := fmt.Fprintf(e.w, "<script type=\"application/gzip\" %s>%s</script>\n", e.attributes, base64.StdEncoding.EncodeToString(data))
	return err
}
