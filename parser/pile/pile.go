// Package pile is the arrow dumps → causes: of the dumps of many processes that did not answer
// it keeps what tells their causes apart and how often each occurs, and nothing else of their
// text, so that what a pile takes does not grow with its dumps.
package pile

import (
	"strings"
	"time"

	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
)

// A Case is what a Pile keeps of one file's dump. Its strings are no parts of the file's text,
// and equal ones are one.
type Case struct {
	Name    string // of the file
	Batch   int    // of the Pile, that the file is in
	Source  int    // number by which the caller finds the file again
	Line    int    // of the process that did not answer, from 0
	Process string // command line, "" if the file does not say, as of the next four
	Time    string // as printed
	Release string // of Android
	Version string // of the app
	Build   string // fingerprint
	Text    string // the main claim
	Cause   wait.Cause
	Leaf    profile.Row // of Pile.Mains, where main's stack ends; NoRow without frames
}

// A Pile is the dumps of many files, each of a process that did not answer.
type Pile struct {
	Batches []string // what the files came in: a folder, a zip file
	Cases   []Case
	NoCause []string // files that tell of no cause: bug reports without an ANR, dumps without threads, or of a few without code that has a name
	Mains   stack.Mains
	Tell    func(*wait.Claim) string // the sentence that a Case keeps; it is to be set

	lots    map[string]int
	strings map[string]string
}

// The longest texts that are kept of a dump, in bytes.
const (
	longestName  = 1000
	longestText  = 1000
	longestField = 200
)

// Add takes the dump of a file that came in a lot, and keeps of it no more than a Case. Source
// is the number by which the caller finds the file again.
func (p *Pile) Add(lot, name string, source int, f *wait.Facts, d *dump.Dump) {
	name = p.keep(name, longestName)
	block := f.Suspect()
	if block == wait.None {
		p.NoCause = append(p.NoCause, name)
		return
	}
	cause := f.Cause(block)
	if cause == (wait.Cause{Rule: "no-main"}) {
		p.NoCause = append(p.NoCause, name)
		return
	}
	b := &d.Blocks[block]
	c := Case{
		Name: name, Batch: p.Batch(lot), Source: source, Line: d.Number(b.Line) - 1,
		Process: p.keep(b.CommandLine, longestField), Time: p.keep(b.Time, longestField), Release: p.keep(b.Release(), longestField),
		Build: p.keep(b.Fingerprint, longestField), Text: p.keep(p.Tell(&f.Explain(block).Claims[0]), longestText),
		Cause: wait.Cause{Rule: p.keep(cause.Rule, longestField), Waits: p.keep(cause.Waits, 2*longestField), Holder: p.keep(cause.Holder, 2*longestField), Frames: p.keep(cause.Frames, 4*longestField)},
		Leaf:  p.Mains.Add(d, b),
	}
	if about := &d.About; about.Package == "" || strings.HasPrefix(b.CommandLine, about.Package) {
		c.Version = p.keep(about.Version, longestField)
		if c.Build == "" && about.Build != "" {
			c.Build = p.keep(about.Build, longestField)
			c.Release = p.keep((&dump.Block{Fingerprint: about.Build}).Release(), longestField)
		}
	}
	p.Cases = append(p.Cases, c)
}

// Batch is the number of a lot, in which there may be nothing.
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

// keep is a string of its own for all equal ones, at most so many bytes long: as it came it may
// be a part of a file's whole text.
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

// Earlier is the lot that has the earliest dump, the first where no dump tells its time.
func (p *Pile) Earlier() (lot int) {
	earliest, found := 0.0, false
	for i := range p.Cases {
		c := &p.Cases[i]
		if at, ok := instant(c.Time); ok && (!found || at < earliest) {
			earliest, found, lot = at, true, c.Batch
		}
	}
	return lot
}

// instant is when a dump was taken, in seconds since 1970, as far as what was printed tells: a
// time without a zone counts as of that of Greenwich.
func instant(printed string) (seconds float64, ok bool) {
	seconds, ok = wait.Moment(printed)
	if at := strings.LastIndexAny(printed, "+-"); ok && at > len("2024-01-01") {
		if zone, err := time.Parse("-0700", strings.Replace(printed[at:], ":", "", 1)); err == nil {
			_, east := zone.Zone()
			seconds -= float64(east)
		}
	}
	return seconds, ok
}
