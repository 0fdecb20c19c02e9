// Package pile is the arrow dumps → causes. It reads dumps of many processes that did not answer,
// and keeps the cause of each and its frequency. It keeps no other text, so its memory does not
// grow with the size of dumps.
package pile

import (
	"cmp"
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
)

// A Case is the part of one file's dump that a Pile keeps. Its strings are copies, not parts of the
// file's text, and equal strings share memory.
type Case struct {
	dump.About        // facts of the report; its Reason is cut
	Name       string // of the file
	Batch      int    // row of Pile.Batches
	Source     int    // the caller's number for the file
	Line       int    // of the process that did not answer, from 0
	Process    string // command line; "" if the file does not say
	Printed    string // time as printed, "" if the file does not say
	Text       string // the main claim
	Advice     advice.Advice
	Cause      wait.Cause
	Category   string      // wait.Facts.Category
	Library    string      // whose code the thread runs that main waits for, or main: "" for the app's own and the platform's
	Leaf       profile.Row // row of Pile.Mains at the end of main's stack; NoRow without frames
}

// A Pile holds the dumps of many files, each of a process that did not answer.
type Pile struct {
	Batches []string // origins of the files: folders or zip files
	Cases   []Case
	NoCause []string             // files without a cause: bug reports without an ANR, dumps without threads, or dumps of a few threads without named code
	Issues  map[string]anr.Issue // groups of a service, by name; nil without
	Mains   stack.Mains
	Tell    func(*wait.Claim) string // returns the sentence that a Case keeps; the caller must set it

	stacks  map[wait.Cause]string // of the first case of each cause
	lots    map[string]int
	strings map[string]string
}

// Limits of the texts kept of a dump, in bytes.
const (
	longestName  = 1000
	longestText  = 1000
	longestField = 200
)

// Add adds the dump of a file from a batch, as a Case. Source is the caller's number for the file.
func (p *Pile) Add(lot, name string, source int, f *wait.Facts, d *dump.Dump) {
	name = p.keep(name, longestName)
	if d.About.Source == "" { // it did not come from a reader of exports
		anr.Complete(d)
	}
	block := f.Suspect()
	if block == wait.None {
		p.NoCause = append(p.NoCause, name)
		return
	}
	cause := f.Cause(block)
	if cause == (wait.Cause{Rule: "no-main"}) && !d.About.IsANR() {
		p.NoCause = append(p.NoCause, name)
		return
	}
	b := &d.Blocks[block]
	if b.Kind == dump.Reported {
		cause = wait.Cause{Rule: "no-stack"}
	}
	claim := &f.Explain(block).Claims[0]
	c := Case{
		About: p.about(d, b), Name: name, Batch: p.Batch(lot), Source: source, Line: d.Number(b.Line) - 1,
		Process: p.keep(cmp.Or(b.CommandLine, d.About.Package), longestField), Printed: p.keep(printed(b, &d.About), longestField), Text: p.keep(p.Tell(claim), longestText), Advice: claim.Advice,
		Cause:    wait.Cause{Rule: p.keep(cause.Rule, longestField), Waits: p.keep(cause.Waits, 2*longestField), Holder: p.keep(cause.Holder, 2*longestField), Frames: p.keep(cause.Frames, 4*longestField)},
		Category: f.Category(block), Library: p.keep(f.Library(block), longestField),
		Leaf: p.Mains.Add(d, b),
	}
	p.Cases = append(p.Cases, c)
	if _, ok := p.stacks[c.Cause]; !ok && len(p.stacks) < mostExamples {
		if p.stacks == nil {
			p.stacks = map[wait.Cause]string{}
		}
		p.stacks[c.Cause] = example(f, d, block)
	}
}

// Limits of the stacks that stand for a cause.
const (
	mostExamples = 2000
	mainLines    = 40 // of main's stack, with its heading
	holderLines  = 15 // of the stack of the thread that main waits for
	longestLine  = 300
)

// example returns the stacks of main and of the thread at the end of its waits, as in the dump.
func example(f *wait.Facts, d *dump.Dump, block int) string {
	main := d.Main(&d.Blocks[block])
	if main == wait.None {
		return ""
	}
	var s strings.Builder
	write := func(thread, most int) {
		t := &d.Threads[thread]
		left := most
		for line := t.Line; line < t.EndLine; line++ {
			switch d.Kinds[line] {
			case dump.HeadingLine, dump.JavaLine, dump.NativeLine, dump.LockLine:
			default:
				continue
			}
			if left == 0 {
				s.WriteString("  …\n")
				break
			}
			left--
			text := d.Content(line)
			if d.Kinds[line] != dump.HeadingLine {
				s.WriteString("  ")
			}
			s.WriteString(strings.ToValidUTF8(text[:min(len(text), longestLine)], "\uFFFD") + "\n")
		}
	}
	write(main, mainLines)
	if holder := f.Holder(block); holder != wait.None && holder != main {
		s.WriteString("\n")
		write(holder, holderLines)
	}
	return s.String()
}

// Stacks returns the stacks of main, and of the thread that it waits for, of the first report of a
// cause; "" if none is kept.
func (p *Pile) Stacks(c wait.Cause) string { return p.stacks[c] }

// about returns the facts of a block's report, without those of another app.
func (p *Pile) about(d *dump.Dump, b *dump.Block) dump.About {
	a := d.About
	if a.Package != "" && b.CommandLine != "" && !strings.HasPrefix(b.CommandLine, a.Package) {
		a.Version, a.Code, a.Build, a.OS = "", "", "", ""
	}
	a.Build = cmp.Or(b.Fingerprint, a.Build)
	a.OS = cmp.Or(b.Release(), a.OS)
	for _, s := range []*string{&a.Source, &a.ID, &a.Package, &a.Version, &a.Code, &a.Build, &a.OS, &a.Maker, &a.Model, &a.Device, &a.Time, &a.TimeIs, &a.Reason, &a.Kind, &a.Issue} {
		*s = p.keep(*s, longestField)
	}
	return a
}

// Release returns the version of the app as people read it, else its version code.
func (c *Case) Release() string { return cmp.Or(c.Version, c.Code) }

// Join adds the groups of a service. Their cases get the facts that a group states. Join may be called
// for each file, in any order.
func (p *Pile) Join(issues map[string]anr.Issue) {
	if len(issues) > 0 && p.Issues == nil {
		p.Issues = map[string]anr.Issue{}
	}
	for name, i := range issues {
		p.Issues[name] = i
	}
	if len(p.Issues) == 0 {
		return
	}
	for row := range p.Cases {
		if i, ok := p.Issues[p.Cases[row].Issue]; ok {
			i.Join(&p.Cases[row].About)
		}
	}
}

// Alone returns the groups of a service that no case belongs to, the largest first.
func (p *Pile) Alone() (all []anr.Issue) {
	if len(p.Issues) == 0 {
		return nil
	}
	has := map[string]bool{}
	for i := range p.Cases {
		has[p.Cases[i].Issue] = true
	}
	for name, i := range p.Issues {
		if !has[name] {
			all = append(all, i)
		}
	}
	sorting.Stable(all, func(a, b anr.Issue) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	})
	return all
}

// Batch returns the row in Batches of a name, which it adds if missing.
func (p *Pile) Batch(name string) int {
	n, ok := p.lots[name]
	if !ok {
		if p.lots == nil {
			p.lots = map[string]int{}
		}
		name = p.keep(name, longestName)
		n = len(p.Batches)
		p.lots[name] = n
		p.Batches = append(p.Batches, name)
	}
	return n
}

// keep returns a copy of s, shared by all equal strings and at most longest bytes long. Without the
// copy, s could keep a file's whole text in memory.
func (p *Pile) keep(s string, longest int) string {
	s = strings.ToValidUTF8(s[:min(len(s), longest)], "\uFFFD")
	if kept, ok := p.strings[s]; ok {
		return kept
	}
	if p.strings == nil {
		p.strings = map[string]string{}
	}
	s = strings.Clone(s)
	p.strings[s] = s
	return s
}

// Earlier returns the batch with the earliest dump, or the first batch if no dump has a time.
func (p *Pile) Earlier() (lot int) {
	earliest, found := 0.0, false
	for i := range p.Cases {
		c := &p.Cases[i]
		if at, ok := c.instant(); ok && (!found || at < earliest) {
			earliest, found, lot = at, true, c.Batch
		}
	}
	return lot
}

// printed returns a report's time for people. A service may say only the hour.
func printed(b *dump.Block, a *dump.About) string {
	if a.TimeIs == "hour" {
		return a.When()
	}
	return cmp.Or(b.Time, a.When())
}

// instant returns when the case occurred, in seconds since 1970.
func (c *Case) instant() (seconds float64, ok bool) {
	if c.TimeIs == "hour" {
		return instant(c.Time)
	}
	return instant(c.Printed)
}

// instant parses a printed time and returns seconds since 1970. A time without a zone counts as
// UTC.
func instant(printed string) (seconds float64, ok bool) {
	seconds, ok = dump.Moment(printed)
	return seconds - float64(dump.Offset(printed)), ok
}
