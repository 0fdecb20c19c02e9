package wait

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// A Cause is why a main thread did not answer, without what differs from case to case: equal
// for dumps that show the same fault. Digits in it are folded to #.
type Cause struct {
	Rule   string // of the main claim; "contention" is told as "lock": who holds it may only be out of sight
	Waits  string // class of the lock, or the method of another process, that main waits for; "" for neither
	Holder string // first own method of the thread that main waits for in the end; "" without or unknown
	Frames string // main's first own methods, innermost first, two at most; else what of the platform it is in
}

// mostOwn is how many methods tell apart causes in one process.
const mostOwn = 2

// Suspicion is how much a block looks like that of the process which did not answer: most where
// the file says so; then in a deadlock, with a main thread that does not just wait for work,
// with any main thread, with threads. It is 0 of one without.
func (f *Facts) Suspicion(block int) int {
	b := &f.d.Blocks[block]
	switch {
	case f.told && f.hung == block:
		return 5
	case len(f.Graph(block).Deadlocks()) > 0:
		return 4
	case f.d.Main(b) != None && f.Explain(block).Claims[0].Rule != "idle":
		return 3
	case f.d.Main(b) != None:
		return 2
	case b.FirstThread < b.EndThread:
		return 1
	}
	return 0
}

// Suspect is the block that a file is about, the first of those with most Suspicion. It is None in
// a bug report without an ANR and in a file without threads.
func (f *Facts) Suspect() int {
	if f.hung == None || f.told {
		return f.hung
	}
	best, most := None, 0
	for i := range f.d.Blocks {
		if s := f.Suspicion(i); s > most {
			best, most = i, s
		}
	}
	return best
}

// Cause is what a block's main thread is held up by.
func (f *Facts) Cause(block int) Cause {
	claim := f.Explain(block).Claims[0]
	c := Cause{Rule: claim.Rule}
	if c.Rule == "contention" {
		c.Rule = "lock"
	}
	b := &f.d.Blocks[block]
	main := f.d.Main(b)
	if c.Rule == "abort" {
		if len(claim.Threads) > 0 {
			c.Frames = strings.Join(f.first(claim.Threads[0], mostOwn), " ← ")
		}
		return c
	}
	if main == None {
		if b.FirstThread < b.EndThread { // a paste of one thread, mostly
			c.Frames = strings.Join(f.first(b.FirstThread, mostOwn), " ← ")
		}
		return c
	}
	c.Frames = strings.Join(f.first(main, mostOwn), " ← ")
	p := f.path(main)
	if w, ok := f.Graph(block).Of(main); ok {
		c.Waits = fold(w.Object.Class)
	} else if len(p.hops) > 0 && p.hops[0].over == overCall {
		c.Waits = fold(p.hops[0].call.title())
	}
	holder := None
	switch {
	case c.Rule == "deadlock":
		holder = p.hops[0].to
	case len(p.hops) > 0:
		holder = p.root(main)
	case claim.Rule == "contention" && len(claim.Threads) > 1:
		if last := claim.Threads[len(claim.Threads)-1]; f.Graph(block).Holds(last) > 0 {
			holder = last
		}
	}
	if holder != None && holder != main {
		c.Holder = strings.Join(f.first(holder, 1), "")
	}
	return c
}

// first are a thread's first own methods, n at most, folded; where it has none, its first of a
// library, else the first that do not just wait, else its native function.
func (f *Facts) first(thread, n int) []string {
	s := f.stack(thread)
	app := platform.AppOf(s.block.CommandLine)
	var own, made, library, rest []string // made by a compiler, for own code
	for i := range s.java {
		list := &rest
		switch originOf(app, &s.java[i].Frame) {
		case platform.Own:
			if list = &own; madeUp(s.java[i].key) {
				list = &made
			}
		case platform.Library:
			list = &library
		default:
			if platform.Waits(s.java[i].key) {
				continue
			}
		}
		if name := fold(s.java[i].key); len(*list) < n && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, list := range [][]string{own, made, library, rest} {
		if len(list) > 0 {
			return list
		}
	}
	for i := range s.native {
		if symbol := s.native[i].Symbol; symbol != "" && !asleep(symbol) {
			return []string{fold(symbol)}
		}
	}
	return nil
}

// fold is a name with # for each number: compilers count what has no name of its own.
func fold(name string) string {
	var s strings.Builder
	for i := 0; i < len(name); i++ {
		if isDigit(name[i]) {
			if i == 0 || !isDigit(name[i-1]) {
				s.WriteByte('#')
			}
			continue
		}
		s.WriteByte(name[i])
	}
	return clip(s.String(), 200)
}

// A Case is one file's dump in a Pile.
type Case struct {
	Name    string // of the file
	Process string // command line, "" if the file does not say
	Time    string // as printed, "" if the file does not say
	Release string // of Android, "" if the file does not say
	Line    int    // of the block, from 0
	Claim   Claim  // the main one
	Cause   Cause
}

// Case is what a pile keeps of a block of the file name.
func (f *Facts) Case(name string, block int) Case {
	b := &f.d.Blocks[block]
	return Case{
		Name: name, Process: clip(b.CommandLine, 200), Time: clip(b.Time, 60), Release: clip(b.Release(), 20), Line: b.Line,
		Claim: f.Explain(block).Claims[0], Cause: f.Cause(block),
	}
}

// A Pile is the dumps of many files, each of a process that did not answer.
type Pile struct {
	Cases   []Case
	Without []string // files that tell of no cause: bug reports without an ANR, dumps without threads, or of a few without code that has a name
}

// Add takes a file's dump.
func (p *Pile) Add(name string, d *dump.Dump) { p.AddFacts(name, NewFacts(d)) }

// AddFacts takes a file's dump of which facts are at hand.
func (p *Pile) AddFacts(name string, f *Facts) {
	block := f.Suspect()
	if block == None {
		p.Without = append(p.Without, name)
		return
	}
	c := f.Case(name, block)
	if c.Cause == (Cause{Rule: "no-main"}) {
		p.Without = append(p.Without, name)
		return
	}
	p.Cases = append(p.Cases, c)
}

// A CauseGroup is the cases of one cause.
type CauseGroup struct {
	Cause       Cause
	Cases       []int  // rows of Pile.Cases, ascending
	First, Last string // times as printed, "" where no file tells
	Releases    []Tally
	Processes   []Tally
}

// A Tally is how often something occurs.
type Tally struct {
	Name  string
	Count int
}

// Groups puts cases of one cause together, the largest group first. Where a damaged dump does not
// show who holds a lock, it is counted to the only group that is like it in all else.
func (p *Pile) Groups() []CauseGroup {
	like := map[Cause][]Cause{} // causes with a holder, by the same without
	seen := map[Cause]bool{}
	for i := range p.Cases {
		c := p.Cases[i].Cause
		if c.Holder == "" || seen[c] {
			continue
		}
		seen[c] = true
		key := c
		key.Holder = ""
		like[key] = append(like[key], c)
	}
	at := map[Cause]int{}
	var all []CauseGroup
	for i := range p.Cases {
		c := p.Cases[i].Cause
		if known := like[c]; c.Holder == "" && len(known) == 1 {
			c = known[0]
		}
		g, ok := at[c]
		if !ok {
			g = len(all)
			at[c] = g
			all = append(all, CauseGroup{Cause: c})
		}
		all[g].Cases = append(all[g].Cases, i)
	}
	for i := range all {
		g := &all[i]
		releases, processes := map[string]int{}, map[string]int{}
		for _, row := range g.Cases {
			c := &p.Cases[row]
			if c.Release != "" {
				releases[c.Release]++
			}
			if c.Process != "" {
				processes[c.Process]++
			}
			if c.Time != "" && (g.First == "" || c.Time < g.First) {
				g.First = c.Time
			}
			g.Last = max(g.Last, c.Time)
		}
		g.Releases, g.Processes = tallies(releases), tallies(processes)
	}
	slices.SortStableFunc(all, func(a, b CauseGroup) int { return cmp.Compare(len(b.Cases), len(a.Cases)) })
	return all
}

// tallies are counts, the largest first.
func tallies(counts map[string]int) (all []Tally) {
	for name, n := range counts {
		all = append(all, Tally{name, n})
	}
	slices.SortFunc(all, func(a, b Tally) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name)) })
	return all
}
