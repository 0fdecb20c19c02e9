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
	"traceglass/wasm/message"
)

// statusLarge is the exit status for a file that is too large to be written without -force. The
// page then asks the user.
const statusLarge = 3

// errLarge is the error for a file over the limit without -force.
type errLarge struct {
	about int64 // estimated bytes, 0 if unknown
}

func (e *errLarge) Error() string {
	most := words.Plain(words.Size(report.MaxOutput))
	if e.about == 0 {
		return fmt.Sprintf("this comes to more than %s; -force writes it all the same", most)
	}
	return fmt.Sprintf("this would come to about %s, more than %s; -force writes it all the same", words.Plain(words.Size(e.about)), most)
}

// status returns the exit status for an error.
func status(err error) int {
	if _, large := errors.AsType[*errLarge](err); large {
		return statusLarge
	}
	return 1
}

// A bounded writer fails at the size limit of a file. It also applies after an estimate allowed
// the file, because an estimate may be wrong.
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

// limit limits the output to w, unless force is set.
func limit(w io.Writer, force bool) io.Writer {
	if force {
		return w
	}
	return &bounded{w, report.MaxOutput}
}

// forceUsage explains -force.
const forceUsage = "Write more than 2 GB"

// standardOutput is the value of -o for standard output.
const standardOutput = "-"

// errManyOutputs is the error for a command that writes several files to standard output.
var errManyOutputs = errors.New("several files cannot go to standard output (-o -): name a folder")

// saveTo writes to the value of -o: a file, or standard output for - or an empty name.
func saveTo(to place, stdout io.Writer, force bool, write func(io.Writer) error) error {
	if to.in != nil || to.name != "" && to.name != standardOutput {
		return create(to, force, write)
	}
	return write(limit(stdout, force))
}

// create writes a file. If that fails, it removes the file.
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

// writeNotes writes the notes on a trace, after the file's name if there is one. Those on damage are warnings.
func writeNotes(stderr io.Writer, file string, notes []trace.Note) {
	if file != "" {
		file += ": "
	}
	for _, n := range notes {
		kind := "WARNING"
		if message.IsHarmless(n.Code) {
			kind = "Note"
		}
		fmt.Fprintf(stderr, "%s: %s%s\n", kind, file, report.Clean(words.Filled(n.Text).String()))
	}
}

// warn writes the damage in a trace to stderr. It returns an error if there is nothing to export.
func warn(stderr io.Writer, p *profile.Profile) error {
	writeNotes(stderr, "", p.Notes())
	if p.Calls.Calls == 0 {
		return errors.New("the trace has no calls, so there is nothing to export")
	}
	return nil
}

// warnCut writes to stderr if paths were shortened.
func warnCut(stderr io.Writer, p *profile.Profile, force bool) {
	if paths := report.NewPaths(&p.Contexts, force); paths.Cut() {
		fmt.Fprintf(stderr, "Paths of more than %s calls end there, in %s; -force writes them in full.\n", words.Count(report.MaxPath), report.Deeper)
	}
}

// terminal returns f or, if f is a terminal, a writer that makes control and direction characters
// visible. Files and pipes get the bytes unchanged.
func terminal(f *os.File) io.Writer {
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return f
	}
	return &visible{w: f}
}

// messages returns the writer for a command's messages. Names and texts from files cannot control
// a terminal, and long lines are cut.
func messages(w io.Writer) io.Writer { return &visible{w: w, most: longestMessage} }

// longestMessage is the maximum length of a line of a message, in bytes.
const longestMessage = 4000

// A visible writer makes control and direction characters visible, except line feeds and tabs.
type visible struct {
	w    io.Writer
	rest []byte // of an incomplete character
	most int    // limit of a line in bytes, 0 for none
	line int    // bytes of the current line so far
}

// cut returns the part of a piece of a line that is within the limit.
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
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ { // an incomplete character at the end waits for the rest
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
