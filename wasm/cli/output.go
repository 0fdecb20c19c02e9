package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/words"
)

// statusLarge is the exit status of what was not written for its size, and would be with
// -force. The page asks then.
const statusLarge = 3

// errLarge says that a file would be larger than one may be without -force.
type errLarge struct {
	about int64 // bytes, 0 if it is not known
}

func (e *errLarge) Error() string {
	most := words.Plain(words.Size(report.MaxOutput))
	if e.about == 0 {
		return fmt.Sprintf("this comes to more than %s; -force writes it all the same", most)
	}
	return fmt.Sprintf("this would come to about %s, more than %s; -force writes it all the same", words.Plain(words.Size(e.about)), most)
}

// status is the exit status of an error.
func status(err error) int {
	if _, large := errors.AsType[*errLarge](err); large {
		return statusLarge
	}
	return 1
}

// A bounded writer takes no more than a file may have. What is bounded by an estimate before
// it is written is so here too: an estimate may be wrong.
type bounded struct {
	io.Writer
	left int64
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, &errLarge{}
	}
	return b.Writer.Write(p)
}

// limit bounds what is written to w, unless force is set.
func limit(w io.Writer, force bool) io.Writer {
	if force {
		return w
	}
	return &bounded{w, report.MaxOutput}
}

// standardOutput is the name by which -o means that, and no file.
const standardOutput = "-"

// errManyOutputs is why it cannot be that of a command that writes several files.
var errManyOutputs = errors.New("-o - is standard output, which has no room for several files: name a folder")

// saveTo writes what -o names: a file, or with no name or with - standard output.
func saveTo(to place, stdout io.Writer, force bool, write func(io.Writer) error) error {
	if to.in != nil || to.name != "" && to.name != standardOutput {
		return create(to, force, write)
	}
	return write(limit(stdout, force))
}

// create writes a file. Of one that cannot be written whole nothing is left.
func create(at place, force bool, write func(io.Writer) error) error {
	f, err := at.file()
	if err != nil {
		return err
	}
	if err := errors.Join(write(limit(f, force)), f.Close()); err != nil {
		at.remove()
		return err
	}
	return nil
}

// warn says on stderr what was damaged in a trace, and returns an error if what was read is
// nothing to export.
func warn(stderr io.Writer, p *profile.Profile) error {
	for _, n := range p.Notes() {
		fmt.Fprintf(stderr, "WARNING: %s\n", report.Clean(n.Text))
	}
	if p.Calls.Calls == 0 {
		return errors.New("the trace has no calls, so there is nothing to export")
	}
	return nil
}

// warnCut says on stderr that paths were not written in full.
func warnCut(stderr io.Writer, p *profile.Profile, force bool) {
	if paths := report.NewPaths(&p.Contexts, force); paths.Cut() {
		fmt.Fprintf(stderr, "Paths of more than %s calls end there, in %s; -force writes them in full.\n", words.Count(report.MaxPath), report.Deeper)
	}
}

// terminal is f, or if that is a terminal, a writer that shows there what would turn text
// round, clear the screen or not be seen. What goes to a file or a pipe stays as it is.
func terminal(f *os.File) io.Writer {
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return f
	}
	return &visible{w: f}
}

// messages is where a command's messages go: names and texts of files in them cannot steer a terminal, and a line of
// them has a bound.
func messages(w io.Writer) io.Writer { return &visible{w: w, most: longestMessage} }

// longestMessage is how many bytes a line of a message has at most.
const longestMessage = 4000

// A visible writer makes control and direction characters visible, but for line feeds and tabs.
type visible struct {
	w    io.Writer
	rest []byte // of a character that was written in part
	most int    // bytes of a line, 0 for any number
	line int    // bytes of the line that have been written
}

// cut is what of a piece of a line is written.
func (v *visible) cut(piece string) string {
	before := v.line
	v.line += len(piece)
	switch {
	case v.most == 0 || v.line <= v.most:
		return piece
	case before > v.most:
		return ""
	}
	return strings.ToValidUTF8(piece[:v.most-before], "") + "…"
}

func (v *visible) Write(p []byte) (int, error) {
	text := append(v.rest, p...)
	whole := len(text)
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ { // a character that is cut short at the end waits
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:]) {
				whole -= n
			}
			break
		}
	}
	var out []byte
	for from := 0; from < whole; {
		at := from
		for at < whole && text[at] != '\n' && text[at] != '\t' {
			at++
		}
		out = append(out, v.cut(trace.Visible(string(text[from:at])))...)
		if at < whole {
			out = append(out, text[at])
			if text[at] == '\n' {
				v.line = 0
			}
		}
		from = at + 1
	}
	v.rest = append([]byte(nil), text[whole:]...)
	if _, err := v.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
