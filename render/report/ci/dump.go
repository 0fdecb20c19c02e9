package ci

import (
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/wait"
	"traceglass/render/tell"
)

// AddDump adds the verdict on each process of a dump, and its further claims with lines as notes. The verdict on a
// process that did not answer is an error if it is certain, a warning if it is likely, else a note. The verdict on
// another process that waits is a note. A process whose main thread is idle is a passed test, and one without a main
// thread a skipped one. A verdict is in the source of main's first own frame, if the frame has a line and source returns
// its file, else in the dump. source also gets whether the file names the frame's source, or only a map of names does.
func (r *Run) AddDump(d *dump.Dump, title, file string, source func(f *dump.Frame, inFile bool) string) {
	f := wait.NewFacts(d)
	suspect := f.Suspect()
	for block := range d.Blocks {
		if d.Blocks[block].Joined {
			continue
		}
		b, level := &d.Blocks[block], levelOf(f, block, block == suspect)
		name := b.CommandLine
		if name == "" {
			name = "a process without a name"
		}
		if b.PID != 0 {
			name += " (pid " + strconv.Itoa(b.PID) + ")"
		}
		app, _, _ := strings.Cut(b.CommandLine, " ")
		inDump := func(line int, text string) Place { return Place{file, d.Number(line), text} }
		for i, c := range f.Explain(block).Claims {
			if i > 0 && (level < Note || len(c.Lines) == 0) {
				continue
			}
			one := Result{
				Rule: c.Rule, Level: min(level, Note), Suite: title, Test: name + ": " + ruleTitle(c.Rule), Message: append([]string{tell.Claim(&c)}, tell.Chain(&c)...),
				Place: inDump(b.Line, ""), Key: []string{app, c.Rule},
			}
			r.addRule(c.Rule)
			for _, line := range c.Lines {
				one.Related = append(one.Related, inDump(line, strings.TrimSpace(d.Content(line))))
			}
			if len(c.Lines) > 0 {
				one.Place = inDump(c.Lines[0], "")
			}
			if i == 0 {
				one.Level, one.Test, one.Key = level, name, []string{app, tell.Cause(f.Cause(block))}
				one.Figures = []Figure{{"threads", float64(b.EndThread - b.FirstThread)}}
				one.addFrame(f, d, d.Main(b), source)
			}
			if advice := tell.Advice(c.Advice); advice != "" {
				one.Message = append(one.Message, advice)
			}
			one.Message = append(one.Message, "Confidence: "+c.Confidence.String()+".", "In "+name+" of "+title+".")
			r.Add(one)
		}
	}
}

// levelOf returns the level of the verdict on a process. The suspect is the most likely one of the file.
func levelOf(f *wait.Facts, block int, suspect bool) Level {
	c := &f.Explain(block).Claims[0]
	switch hangs := f.Suspicion(block); {
	case suspect && c.Rule == "abort": // its main may be missing
	case hangs < wait.Hangs && c.Rule == "idle":
		return Passed
	case hangs < wait.Hangs && !suspect:
		return Skipped
	case hangs < wait.Hangs, hangs < wait.DidNotAnswer && !suspect:
		return Note
	}
	return [...]Level{wait.Certain: Error, wait.Likely: Warning, wait.CannotTell: Note}[c.Confidence]
}

// addFrame adds the first own frame of a thread, and places the result there if the frame has a line in the source.
func (r *Result) addFrame(f *wait.Facts, d *dump.Dump, thread int, source func(f *dump.Frame, inFile bool) string) {
	if thread < 0 {
		return
	}
	frame, line, origin := f.OwnFrame(thread)
	if origin != platform.Own {
		return
	}
	m := Method{Name: frame.Name()}
	if frame.Where == dump.AtLine || frame.Where == dump.AboutLine {
		inFile := strings.Contains(d.Raw().Content(d.RawLine(line)), "("+frame.File+":")
		if m.Source = (Place{source(&frame, inFile), frame.Line, ""}); m.Source.File != "" {
			r.Place = m.Source
		}
	}
	r.Methods = append(r.Methods, m)
}

// addRule adds a rule of verdicts.
func (r *Run) addRule(id string) {
	for i := range r.Rules {
		if r.Rules[i].ID == id {
			return
		}
	}
	title := ruleTitle(id)
	r.Rules = append(r.Rules, Rule{id, title, title + ". Traceglass found this in a thread dump."})
}

// furtherTitles are the titles of rules that only make further claims.
var furtherTitles = map[string]string{
	"background": "Main is in the background", "binder-nested": "Main serves a call of another process", "busy": "Main used much processor time", "collector": "The garbage collector was busy",
	"contention": "Main and other threads want one lock", "format": "The format lacks some facts", "holds": "Other threads wait for a lock of main", "load": "The device was busy",
	"memory": "Memory was low", "reason": "What the system waited for", "samples": "Samples of main", "starved": "Main had to wait for a processor", "traced": "Another process traces main",
	"uninterruptible": "Threads wait in the kernel",
}

// ruleTitle returns the title of a rule of verdicts.
func ruleTitle(id string) string {
	if title, ok := furtherTitles[id]; ok {
		return title
	}
	return tell.CauseTitle(id)
}
