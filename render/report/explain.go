package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
)

const (
	linesShown  = 6   // of the file, per claim
	leastChain  = 3   // threads that wait for one another, to list them below a claim
	groupsShown = 6   // of each kind, per process
	clipped     = 110 // bytes of a line of the file
)

// A TitledDump is a dump with its heading, "" for none.
type TitledDump struct {
	Title string
	*dump.Dump
}

// Explain writes a report on thread dumps for people. For each process it says what main does
// and why it does not answer, with advice where the dump proves it, and the lines that show it.
// It adds what the other dumps of the same process show. Then follow deadlocks, who waits for
// whom, and the lines that could not be read.
// Groups of threads follow for the process that did not answer and for waiting ones; all adds them
// for every process. Lines count from 1.
func Explain(to io.Writer, dumps []TitledDump, all, readable bool) error {
	var shots []wait.Shot
	facts := make([]*wait.Facts, len(dumps))
	for i := range dumps {
		facts[i] = wait.NewFacts(dumps[i].Dump)
		for b := range dumps[i].Blocks {
			shots = append(shots, wait.Shot{Facts: facts[i], Block: b})
		}
	}
	series, first := wait.NewSeries(shots), 0
	for i := range dumps {
		w := &explanation{Writer: bufio.NewWriter(to), d: dumps[i].Dump, facts: facts[i], series: series, first: first}
		if readable {
			w.readable = names.OfDump(dumps[i].Dump)
		}
		if dumps[i].Title != "" {
			w.printf("== %s\n\n", Clean(dumps[i].Title))
		}
		if err := w.dump(all); err != nil {
			return err
		}
		first += len(dumps[i].Blocks)
	}
	return nil
}

func (w *explanation) dump(all bool) error {
	d := w.d
	if d.Subject != "" {
		w.println("Subject: {1}", clip(d.Subject))
		w.printf("\n")
	}
	if len(d.Blocks) == 0 {
		w.println("No process is in this file.")
		w.printf("\n")
	}
	for i := range d.Blocks {
		if !d.Blocks[i].Joined {
			w.block(i, all)
		}
	}
	if len(d.Receipt.Notes) > 0 {
		w.println("Warnings about the file:")
		for _, n := range d.Receipt.Notes {
			w.printf("  %s\n", Clean(words.Filled(n.Text).String()))
		}
	}
	return w.Flush()
}

// An explanation writes the report on one dump.
type explanation struct {
	*bufio.Writer
	d      *dump.Dump
	facts  *wait.Facts
	series *wait.Series // of all dumps
	first  int          // index in series of the dump's first block

	readable *names.Dump // nil to write names as in the file
}

// shown returns a method's name as it is written.
func (w *explanation) shown(name string) string {
	if w.readable == nil {
		return name
	}
	return cmp.Or(w.readable.Text(name), name)
}

// println writes a sentence and a line feed.
func (w *explanation) println(pattern words.Text, args ...string) {
	w.printf("%s\n", words.Say(pattern, args...))
}

func (w *explanation) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *explanation) block(block int, all bool) {
	b := &w.d.Blocks[block]
	name := Clean(b.CommandLine)
	if name == "" {
		name = words.T("a process without a name")
	}
	w.printf("%s", name)
	if b.PID != 0 {
		w.printf(", pid %d", b.PID)
	}
	if b.Time != "" {
		w.printf(", %s", Clean(b.Time))
	}
	if b.Section != "" {
		w.printf(", %s", Clean(b.Section))
	}
	if b.PID != 0 && slices.ContainsFunc(w.d.Blocks[:block], func(o dump.Block) bool { return !o.Joined && o.PID == b.PID && o.CommandLine == b.CommandLine }) {
		w.printf(", %s", words.T("another dump of this process"))
	}
	w.println(" (line {1})", strconv.Itoa(w.d.Number(b.Line)))
	threads := b.EndThread - b.FirstThread
	if threads > 0 {
		w.printf("  %s: %s\n", plural(threads, "thread", "threads"), inStates(w.facts.States(block)))
	}
	verdict := w.facts.Explain(block)
	claims := verdict.Claims
	if along, ok := w.series.Along(w.first + block); ok {
		claims = verdict.With(along)
	}
	for _, c := range claims {
		c = c.Renamed(w.shown)
		says, chain := tell.Claim(&c), tell.Chain(&c)
		if len(chain) < leastChain {
			chain = nil // the sentence says the same
		} else {
			says = tell.BriefClaim(&c)
		}
		w.printf("  %s [%s, %s]\n", Clean(says), c.Rule, c.Confidence)
		if advice := tell.Advice(c.Advice); advice != "" {
			w.printf("    %s\n", words.Say("What to do: {1}", advice))
		}
		for i, hop := range chain {
			w.printf("    %6d. %s\n", i+1, Clean(hop))
		}
		for i, line := range c.Lines {
			if i == linesShown {
				w.println("    and {1}", plural(len(c.Lines)-i, "more line", "more lines"))
				break
			}
			w.printf("    %6d  %s\n", w.d.Number(line), clip(w.d.Content(line)))
		}
	}
	w.long(b)
	if threads > 0 {
		w.waits(block, claims)
		if all || w.facts.Hung() == block || !verdict.MainIdle() && b.Kind == dump.Java {
			w.groups(words.T("names that differ in numbers only"), w.facts.Pools(block))
			w.groups(words.T("equal stacks"), w.facts.Stacks(block))
			w.cpu(block)
		}
	}
	w.printf("\n")
}

// waits writes the chains of threads that wait. It omits deadlocks that a claim describes.
func (w *explanation) waits(block int, claims []wait.Claim) {
	g := w.facts.Graph(block)
	for _, cycle := range g.Deadlocks() {
		if slices.ContainsFunc(claims, func(c wait.Claim) bool { return describes(&c, cycle.Threads) }) {
			continue
		}
		kind := words.T("probable deadlock")
		if cycle.Certain {
			kind = words.T("deadlock")
		}
		w.printf("  %s: %s\n", kind, w.chain(append(cycle.Threads, cycle.Threads[0])))
	}
	queues := w.facts.Queues(block)
	for i, q := range queues {
		if i == groupsShown {
			w.println("  and {1}", plural(len(queues)-i, "more lock that threads wait for", "more locks that threads wait for"))
			break
		}
		pattern := words.Text("  {1} for {2}")
		switch held := len(q.Owners) > 0; {
		case held && q.Behind > 0:
			pattern = "  {1} for {2}, held by {3}, and {4} behind them"
		case held:
			pattern = "  {1} for {2}, held by {3}"
		case q.Behind > 0:
			pattern = "  {1} for {2}, and {4} behind them"
		}
		w.println(pattern, plural(len(q.Waiters), "thread waits", "threads wait"), Clean(tell.Lock(q.Object)), w.list(q.Owners, words.T(", ")), plural(q.Behind, "thread", "threads"))
	}
}

// describes reports whether a claim is about the deadlock of some threads of its process: whether its hops lead through all.
func describes(c *wait.Claim, threads []int) bool {
	from := func(t int) bool {
		return slices.ContainsFunc(c.Hops, func(h wait.Hop) bool { return h.From.Row == t && h.From.Of == nil })
	}
	return c.Rule == "deadlock" && !slices.ContainsFunc(threads, func(t int) bool { return !from(t) })
}

// chain lists threads. Each waits for the next one.
func (w *explanation) chain(threads []int) string { return w.list(threads, " → ") }

func (w *explanation) list(threads []int, between string) string {
	const most = 10
	var names []string
	for _, t := range threads[:min(len(threads), most)] {
		names = append(names, w.name(t))
	}
	if more := len(threads) - most; more > 0 {
		names = append(names, plural(more, "more", "more"))
	}
	return strings.Join(names, between)
}

// name returns the name of a thread.
func (w *explanation) name(thread int) string { return Clean(tell.Thread(w.facts.Thread(thread))) }

// groups writes the largest groups of a process, a line each.
func (w *explanation) groups(what string, groups []wait.Group) {
	if len(groups) == 0 {
		return
	}
	w.printf("  %s:\n", what)
	for i, g := range groups {
		if i == groupsShown {
			w.println("    and {1}", plural(len(groups)-i, "more group", "more groups"))
			break
		}
		w.printf("    %4d × %s (%s)\n", len(g.Threads), clip(g.Name), inStates(g.States))
	}
}

// cpu writes the threads with the most CPU time.
func (w *explanation) cpu(block int) {
	const most = 4
	var parts []string
	for i, s := range w.facts.CPU(block) {
		if i == most || s.User+s.Kernel == 0 {
			break
		}
		parts = append(parts, fmt.Sprintf("%s %s (%.0f %%)", w.name(s.Thread), words.Plain(words.CPUTime((s.User+s.Kernel)/1000)), 100*s.Of))
	}
	if len(parts) > 0 {
		w.println("  processor time since they began: {1}", words.List(parts))
	}
}

// inStates returns how many threads are in each state: 20 Native, 1 Blocked.
func inStates(all []wait.State) string {
	var parts []string
	for _, s := range all {
		name := Clean(s.Name)
		if s.Idle {
			name = words.Say("{1}, but idle", name)
		}
		parts = append(parts, fmt.Sprintf("%d %s", s.Count, name))
	}
	return words.List(parts)
}

func plural(n int, one, many words.Text) string { return words.Plural(int64(n), one, many) }

// clip fits text from the file into one line of the report.
func clip(s string) string { return Clean(words.ClipTo(s, clipped)) }

// Clean replaces the characters in text from a file that could control a terminal.
func Clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
