package wait

import (
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
// the file says so; then in a deadlock, as the last ANR of a bug report, which may be long past,
// with a main thread that does not just wait for work, with threads that wait in vain behind an
// idle main, with any main thread, with threads. It is 0 of one without. A program without a
// virtual machine has nothing to answer with: that its main thread waits in native code says little.
func (f *Facts) Suspicion(block int) int {
	b := &f.d.Blocks[block]
	if f.notAnswering && f.hung == block && !lastANR(b) {
		return 7
	}
	claims := f.Explain(block).Claims
	rule := claims[0].Rule
	// A call into another process is short, mostly: it says little where the file is about a process that is not here.
	switch quiet := rule == "idle" || b.Runtime == dump.UnknownRuntime && strings.HasPrefix(rule, "native") || f.absent != "" && rule == "binder"; {
	case rule == "deadlock" || len(f.Graph(block).Deadlocks()) > 0:
		return 6
	case f.notAnswering && f.hung == block:
		return 5
	case b.FirstThread < b.EndThread && (b.Kind == dump.Native || f.d.Main(b) == None):
		return 1
	case f.d.Main(b) == None:
		return 0
	case !quiet:
		return 4
	case slices.ContainsFunc(claims, explainsIdle):
		return 3
	}
	return 2
}

// Suspect is the block that a file is about, the first of those with most Suspicion. It is None in
// a bug report without an ANR and in a file without threads.
func (f *Facts) Suspect() int {
	if f.hung == None || f.notAnswering && !lastANR(&f.d.Blocks[f.hung]) {
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

// Cause is what a block's main thread is held up by. Where main is idle and other threads hang, it is what they
// are held up by.
func (f *Facts) Cause(block int) Cause {
	claims := f.Explain(block).Claims
	claim := claims[0]
	if i := slices.IndexFunc(claims, explainsIdle); i > 0 && claim.Rule == "idle" {
		return f.causeElsewhere(block, &claims[i])
	}
	c := Cause{Rule: claim.Rule}
	if c.Rule == notHere { // its frames say nothing of the missing process
		return c
	}
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
		c.Waits = Fold(w.Object.Class)
	} else if len(p.hops) > 0 && p.hops[0].over == overCall {
		c.Waits = Fold(p.hops[0].call.title())
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

// causeElsewhere is the cause of a claim on threads that hang while main is idle.
func (f *Facts) causeElsewhere(block int, claim *Claim) Cause {
	from := claim.Threads[0]
	c := Cause{Rule: claim.Rule, Frames: strings.Join(f.first(from, mostOwn), " ← ")}
	if w, ok := f.Graph(block).Of(from); ok {
		c.Waits = Fold(w.Object.Class)
		if w.For != None {
			c.Holder = strings.Join(f.first(w.For, 1), "")
		}
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
		if name := Fold(s.java[i].key); len(*list) < n && !slices.Contains(*list, name) {
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
			return []string{Fold(symbol)}
		}
	}
	return nil
}

// Fold is a name with # for each number: compilers count what has no name of its own.
func Fold(name string) string {
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
