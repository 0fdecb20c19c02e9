//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/wait"
	"traceglass/render/answer"
	"traceglass/render/words"
)

// An asking has the options of one ask command.
type asking struct {
	part   part
	clock  clockChoice
	format answer.Format
	limit  int
	over   int64 // ns
	stderr io.Writer
}

func askCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ask QUESTION [ABOUT] FILE",
		Short: "answer one question about a file in few bytes, for scripts and assistants",
		Long: `Answers one question about a trace or thread dumps in at most -limit bytes. Each
item of an answer has a handle, such as m12 for a method or c0.3.17 for a call.
The next question can be about that handle. If the answer leaves items out, it
says how many. The questions:

` + questionList() + `
A METHOD is a handle, or a name: com.example.Feed.load, Feed.load or a part of
it. A RANGE is FROM..TO, with @THREAD for a thread other than main, such as
1.5s..2s@t3. Without -thread, overview, findings, waits and slowest describe
main, and the other questions all threads.

If the first word after causes is the name of a file, it is a file.

The options below apply to every question. For those of one question, run
"traceglass help ask QUESTION". render/answer/answer.md describes handles and
the JSON.
`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("name a question, such as overview")
			}
			_, err := answer.Named(args[0])
			if err != nil {
				return usageError(err.Error())
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return usageError("name a question, such as overview") },
	}
	new(asking).flags(c) // for the help and completion; each question has its own
	for i := range answer.Questions {
		c.AddCommand(questionCommand(&answer.Questions[i]))
	}
	return c
}

// questionList is the list of questions in the help.
func questionList() string {
	var out strings.Builder
	for i := range answer.Questions {
		q := &answer.Questions[i]
		out.WriteString(wrapped(fmt.Sprintf("  %-10s", q.Name), 13, q.Purpose))
	}
	return out.String()
}

// wrapped returns a text in lines of the help, after a heading. All but the first are indented.
func wrapped(heading string, by int, text string) string {
	var out strings.Builder
	line, indent := heading, strings.Repeat(" ", by)
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > helpWidth {
			out.WriteString(line + "\n")
			line = indent + word
			continue
		}
		line += " " + word
	}
	out.WriteString(line + "\n")
	return out.String()
}

// questionCommand is the command of one question.
func questionCommand(q *answer.Question) *cobra.Command {
	var o asking
	use, needed := q.Name, 0
	if q.About != "" {
		about := "[" + q.About + "]"
		if q.Needs {
			about, needed = q.About, 1
		}
		use += " " + about
	}
	files := " FILE"
	switch {
	case q.Of&answer.OfPair != 0:
		files = " A B"
	case q.Of&answer.OfPile != 0:
		files = " FILE..."
	}
	c := &cobra.Command{
		Use:   use + files,
		Short: q.Purpose,
		Long:  wrapped("Answers", 0, q.Purpose+"."),
		RunE: func(c *cobra.Command, args []string) error {
			o.stderr = c.ErrOrStderr()
			about, files := "", args
			least := 1
			if q.Of&answer.OfPair != 0 {
				least = 2
			}
			if q.About != "" && len(args) > least && (q.Needs || q.Of&answer.OfPile == 0 || !exists(args[0])) {
				about, files = args[0], args[1:]
			}
			switch {
			case len(args) < needed+least:
				return usageError("write traceglass ask " + c.Use)
			case len(files) > least && q.Of&answer.OfPile == 0:
				return usageError("this question is about one thing only: write traceglass ask " + c.Use)
			}
			return o.ask(q, about, files, c.OutOrStdout())
		},
	}
	o.flags(c)
	if q.Over {
		parse(c.Flags(), "over", "D", "", "Count the calls of the method that took longer than this time, such as 16ms", func(text string) (err error) {
			var ok bool
			if o.over, ok = words.Instant(text); !ok || o.over == 0 {
				return errors.New("must be a time, such as 16ms")
			}
			return nil
		})
	}
	return c
}

// flags declares the options that all questions have.
func (o *asking) flags(c *cobra.Command) {
	o.part.cutFlags(c.Flags())
	chooseClock(c, &o.clock, "wall, if the trace has it")
	choose(c, &o.format, "format", "F", string(answer.Text), "What to write",
		value[answer.Format]{name: "text", is: answer.Text}, value[answer.Format]{name: "json", is: answer.JSON, usage: "render/answer/answer.md describes it"}, value[answer.Format]{name: "markdown", is: answer.Markdown})
	c.Flags().IntVar(&o.limit, "limit", answer.DefaultLimit, "Write at most `N` bytes, from 600 to 1048576. The answer says how many items it leaves out")
}

// request returns the question that the options ask.
func (o *asking) request(q *answer.Question, about string) answer.Request {
	r := answer.Request{Question: q.Name, About: about, Thread: strings.Join(o.part.threads, ","), HasClock: !o.clock.auto, Clock: o.clock.clock, Over: o.over}
	r.From = o.part.from.ns
	if o.part.to.given {
		r.To = o.part.to.ns
	}
	return r
}

// ask answers a question about files.
func (o *asking) ask(q *answer.Question, about string, files []string, stdout io.Writer) error {
	if err := o.part.check(); err != nil {
		return err
	}
	if o.limit < 0 {
		return usageError("-limit must be a number of bytes")
	}
	r := o.request(q, about)
	if q.Of&answer.OfPair != 0 {
		var sides [2]*answer.Trace
		for i := range sides {
			mapOf(i)
			s, err := openSubject(files[i:i+1], q.Reads(about), o.stderr)
			if err != nil {
				return fmt.Errorf("%s: %w", files[i], err)
			}
			t, ok := s.(*answer.Trace)
			if !ok {
				return fmt.Errorf("%s: this is no trace, and diff compares traces", files[i])
			}
			sides[i] = t
		}
		a, err := answer.Diff(sides[0], sides[1], r)
		if err != nil {
			return err
		}
		return a.Write(stdout, o.format, o.limit)
	}
	s, err := openSubject(files, q.Reads(about), o.stderr)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	a, err := answer.Ask(s, r)
	if err != nil {
		return err
	}
	return a.Write(stdout, o.format, o.limit)
}

// exists reports whether there is a file or folder with this name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// openSubject reads what a question is about: a trace, thread dumps, or a pile of them. of has the kinds that the question
// applies to; a file with a trace and dumps is the first of them.
func openSubject(files []string, of answer.Kinds, stderr io.Writer) (answer.Subject, error) {
	name := filepath.Base(files[0])
	if of == answer.OfPile {
		if len(files) > 1 {
			name = fmt.Sprintf("%s and %d more", name, len(files)-1)
		}
		p, _, _ := readPile(files, "", stderr)
		if len(p.Cases)+len(p.NoCause) == 0 {
			return nil, fmt.Errorf("no thread dump found in %s", shortList(files))
		}
		info, err := os.Stat(files[0])
		return &answer.Pile{File: name, Pile: p, One: err == nil && !info.IsDir() && len(files) == 1}, nil
	}
	files, remove, err := spool(files)
	if err != nil {
		return nil, err
	}
	defer remove()
	paths, err := tracePaths(files[0], of)
	if err != nil {
		return nil, err
	}
	if paths != nil {
		p, err := read(paths, true)
		if err != nil {
			return nil, err
		}
		return &answer.Trace{File: name, Index: p.Index}, nil
	}
	d := &answer.Dumps{File: name}
	err = (&taker{split: (*dump.Dump).Incidents}).eachDump(files[0], stderr, func(member string, one *dump.Dump) error {
		if d.Len() < wait.MostShots {
			d.Add(member, one)
		} else {
			d.More++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// tracePaths returns the paths of the trace in a file, a zip file or a folder. It returns nil for thread dumps, and for
// both together if a question applies to dumps alone.
func tracePaths(file string, of answer.Kinds) ([]string, error) {
	c, err := archives.Members(file, memberName)
	if err != nil {
		return nil, err
	}
	traces := slices.DeleteFunc(slices.Clone(c.Members), func(m disk.Member) bool { return !m.Trace })
	switch {
	case len(traces) < len(c.Members) && of&answer.OfTrace == 0:
		return nil, nil
	case len(traces) > 1:
		return nil, fmt.Errorf("it contains %d traces: choose one by its path, such as %s/%s: %s", len(traces), filepath.Base(file), traces[0].Name, memberList(traces))
	case len(traces) == 1:
		return traces[0].Paths, nil
	case len(c.Members) > 1:
		return nil, nil
	}
	source, err := archives.Open(c.Members[0].Paths...)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if source.Kind == input.MethodTrace || source.Kind == input.Simpleperf {
		return c.Members[0].Paths, nil
	}
	return nil, nil
}
