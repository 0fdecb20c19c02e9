package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// A Cause describes why a main thread did not answer, without the details that differ between
// cases. Dumps of the same fault have equal causes. Digits are folded to #.
type Cause struct {
	Rule   string // of the main claim; "contention" becomes "lock", because its holder may only be missing from the dump
	Waits  string // class of the lock, or method of another process, that main waits for; "" for neither
	Holder string // first app method of the thread at the end of main's chain of waits; "" without one or if unknown
	Frames string // main's first app methods, innermost first, at most two; without any, its first platform frames
}

// mostOwn is how many app methods distinguish causes within one process.
const mostOwn = 2

// Values of Suspicion.
const (
	Hangs        = 3 // the least for a process that hangs, or whose threads do
	DidNotAnswer = 5 // the least for one that the file names, or that has a deadlock
)

// Suspicion ranks how likely a block is the process that did not answer, from most to least likely:
//   - The file names it.
//   - It has a deadlock.
//   - It belongs to the last ANR of a bug report, which may be old.
//   - Its main thread does not only wait for work.
//   - Threads wait in vain behind an idle main.
//   - It has a main thread.
//   - It has threads.
//
// A block without threads is 0. A program without a virtual machine has no looper, so its main
// thread waiting in native code counts for little.
func (f *Facts) Suspicion(block int) int {
	b := &f.d.Blocks[block]
	if f.notAnswering && f.hung == block && !b.OfLastANR() {
		return 7
	}
	v := f.Explain(block)
	rule := v.Claims[v.Main].Rule
	// Calls to other processes are usually short, so one proves little if the file is about a
	// missing process.
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
	case slices.ContainsFunc(v.Claims, explainsIdle):
		return 3
	}
	return 2
}

// Suspect returns the block that a file is about: the first with the highest Suspicion. It returns
// None for a bug report without an ANR and for a file without threads.
func (f *Facts) Suspect() int {
	if f.hung == None || f.notAnswering && !f.d.Blocks[f.hung].OfLastANR() {
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

// Cause returns the reason that a block's main thread is blocked. If main is idle and other threads
// hang, it returns the reason for those.
func (f *Facts) Cause(block int) Cause {
	v := f.Explain(block)
	claim := v.Claims[0]
	if v.Main > 0 {
		return f.causeElsewhere(block, &claim)
	}
	c := Cause{Rule: claim.Rule}
	if c.Rule == "idle" { // dumps of an idle main have nothing in common but that
		return c
	}
	if c.Rule == notHere { // these frames do not belong to the missing process
		return c
	}
	if c.Rule == "contention" {
		c.Rule = "lock"
	}
	b := &f.d.Blocks[block]
	main := f.d.Main(b)
	if c.Rule == "abort" {
		if len(claim.Threads) > 0 {
			c.Frames = strings.Join(f.stacks.of(claim.Threads[0]).firstMethods(mostOwn), " ← ")
		}
		return c
	}
	if main == None {
		if b.FirstThread < b.EndThread { // usually a paste of one thread
			c.Frames = strings.Join(f.stacks.of(b.FirstThread).firstMethods(mostOwn), " ← ")
		}
		return c
	}
	c.Frames = strings.Join(f.stacks.of(main).firstMethods(mostOwn), " ← ")
	p := f.follower.path(main)
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
		c.Holder = strings.Join(f.stacks.of(holder).firstMethods(1), "")
	}
	return c
}

// causeElsewhere returns the cause of a claim about threads that hang while main is idle.
func (f *Facts) causeElsewhere(block int, claim *Claim) Cause {
	from := claim.Threads[0]
	if len(claim.Hops) > 0 {
		from = claim.Hops[0].From.Row
	}
	c := Cause{Rule: claim.Rule, Frames: strings.Join(f.stacks.of(from).firstMethods(mostOwn), " ← ")}
	if w, ok := f.Graph(block).Of(from); ok {
		c.Waits = Fold(w.Object.Class)
		if w.For != None {
			c.Holder = strings.Join(f.stacks.of(w.For).firstMethods(1), "")
		}
	}
	return c
}

// Fold replaces each number in a name by #, because compilers number anonymous code.
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
