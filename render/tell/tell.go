// Package tell turns facts into sentences: those that parser/wait finds in a thread dump, and those
// that parser/story finds in a trace. Each rule has one complete sentence per language. English
// is in the files of the package: thread dumps mostly in english.go, traces in overview.go. Other languages are in the
// catalogues of render/words/languages. A new language needs no change to a rule.
package tell

import (
	"math"
	"strconv"
	"strings"
	"time"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/words"
)

// These limit how much text from the file a sentence includes, in bytes.
const (
	longName  = 120
	shortName = 80
	longest   = 200
)

// Claim returns the sentence for a claim. Text from the file is included unchanged, with its
// unprintable characters.
func Claim(c *wait.Claim) string { return (&sentence{&c.Fact, c.Hops}).fill(english[c.Code].String()) }

// BriefClaim is Claim for a place that lists the Chain, too. A claim that only leads to a deadlock has its first hop.
func BriefClaim(c *wait.Claim) string {
	switch c.Code {
	case wait.MainBeforeDeadlock, wait.MainBeforeLikelyDeadlock, wait.MainBeforeDeadlockAcross:
		if len(c.Hops) > 1 {
			brief := *c
			brief.Hops = c.Hops[:1]
			return Claim(&brief)
		}
	}
	return Claim(c)
}

// Chain returns who waits for whom in a claim, a line per thread. The last line may say what the
// thread at the end does. Chain returns nil if there are fewer than two hops, because the
// sentence is then just as easy to follow.
func Chain(c *wait.Claim) (lines []string) {
	if len(c.Hops) < 2 {
		return nil
	}
	for i := range c.Hops {
		lines = append(lines, Thread(c.Hops[i].From)+" "+clause(&c.Hops[i].Fact))
	}
	if c.Then != nil {
		lines = append(lines, Thread(*c.Hops[len(lines)-1].Thread)+" "+clause(c.Then))
	}
	return lines
}

// Thread returns the name of a thread: main, or thread 14 "worker". It adds the process if the
// claim is about another one.
func Thread(t wait.Thread) string {
	name := "main"
	if !t.Main {
		name = strconv.Quote(clip(t.Name, 60))
		if t.Tid != 0 {
			name = strconv.Itoa(t.Tid) + " " + name
		}
		name = words.Say("thread {1}", name)
	}
	if t.Of != nil {
		name = words.Say("{1} of {2}", name, process(t.Of))
	}
	return name
}

// Lock returns the name of an object: lock <0x0f23ab01> (a java.lang.Object).
func Lock(o dump.Object) string {
	class := ""
	if o.Class != "" {
		class = clip(o.Class, shortName)
	}
	if o.Kind == dump.NoID {
		if class == "" {
			return words.T("a lock that the dump does not name")
		}
		return words.Say("a lock (a {1})", class)
	}
	id := strconv.FormatUint(o.ID, 16)
	if len(id) < 8 {
		id = "00000000"[len(id):] + id
	}
	id = "0x" + id
	if o.Kind == dump.Address {
		id = "@addr=" + id
	}
	if class == "" {
		return words.Say("lock <{1}>", id)
	}
	return words.Say("lock <{1}> (a {2})", id, class)
}

// Kernel returns a sentence on the activity of a thread in a function of the kernel.
func Kernel(c dump.Channel) string {
	does := words.T("in this function")
	if code := wait.KernelWait(c.Word); c.Word == "0" {
		does = words.T("it runs")
	} else if code != wait.NoCode {
		does = words.Say("it {1}", english[code].String())
	}
	return words.Say("Place in the kernel shortly before the stack was recorded: {1}.", does)
}

// process returns the name of a process: com.app (pid 7).
func process(p *wait.Process) string {
	name := clip(p.Name, shortName)
	switch {
	case name == "" && p.PID == 0:
		return words.T("a process without a name")
	case name == "":
		return words.Say("process {1}", strconv.Itoa(p.PID))
	case p.PID == 0:
		return name
	}
	return words.Say("{1} (pid {2})", name, strconv.Itoa(p.PID))
}

// A sentence fills the pattern of a sentence or clause with the arguments of a fact.
type sentence struct {
	*wait.Fact
	hops []wait.Hop
}

// clause returns the clause for a fact, or "" for nil.
func clause(f *wait.Fact) string {
	if f == nil {
		return ""
	}
	return (&sentence{f, nil}).fill(english[f.Code].String())
}

// fill replaces the arguments of a pattern.
func (s *sentence) fill(pattern string) string { return fill(pattern, s.argument) }

// fill replaces the arguments of a pattern. {name} is one argument; {name:one|many} is a number
// with its noun, singular or plural. Text in [] is omitted if an argument in it is empty.
func fill(pattern string, argument func(name string) string) string {
	var out strings.Builder
	for {
		i := strings.IndexAny(pattern, "{[")
		if i < 0 {
			words.Write(&out, pattern)
			return out.String()
		}
		end := closing(pattern[i:])
		inner, put := pattern[i+1:i+end], ""
		switch {
		case pattern[i] == '{':
			put = argument(inner)
		case hasArguments(inner, argument):
			put = fill(inner, argument)
		}
		before, rest := words.Around(pattern[:i], put, pattern[i+end+1:])
		words.Write(&out, before)
		words.Write(&out, put)
		pattern = rest
	}
}

// closing returns the index of the bracket that closes the one at the start of pattern.
func closing(pattern string) int {
	depth := 0
	for i := range len(pattern) {
		switch pattern[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic("tell: " + pattern + " does not close")
}

// hasArguments reports whether no argument of a pattern is empty.
func hasArguments(pattern string, argument func(name string) string) bool {
	for {
		_, after, ok := strings.Cut(pattern, "{")
		if !ok {
			return true
		}
		name, rest, _ := strings.Cut(after, "}")
		if argument(name) == "" {
			return false
		}
		pattern = rest
	}
}

// withNoun returns a number with its noun, or without one if nouns is "". It returns "" for 0.
func withNoun(n int64, nouns string) string {
	one, many, _ := strings.Cut(nouns, "|")
	switch {
	case n <= 0:
		return ""
	case nouns == "":
		return words.Count(n)
	case n == 1:
		many = one
	}
	return words.Count(n) + " " + many
}

// argument returns the text of an argument, or "" if it is unknown.
func (s *sentence) argument(name string) string {
	name, nouns, counts := strings.Cut(name, ":")
	if counts {
		return withNoun(int64(s.number(name)), nouns)
	}
	switch name {
	case "thread":
		if s.Thread == nil {
			return ""
		}
		return Thread(*s.Thread)
	case "threads":
		return s.threads()
	case "lock":
		return Lock(*s.Object)
	case "process":
		return process(s.Process)
	case "call":
		if s.Call == "" {
			return words.T("an interface that the dump does not name")
		}
		return clip(s.Call, longName)
	case "method":
		return clip(s.Method, longName)
	case "short":
		return classAndMethod(s.Method)
	case "top":
		return classAndMethod(s.Top)
	case "function":
		return clip(s.Function, 100)
	case "library":
		return clip(s.Library, 60)
	case "renderer":
		return clip(s.Renderer, 60)
	case "class":
		return clip(s.Class, longName)
	case "state":
		return clip(s.State, 40)
	case "text":
		return clip(s.Text, longest)
	case "name":
		return clip(s.Text, 60)
	case "count", "held", "more", "behind":
		return withNoun(int64(s.number(name)), "")
	case "number":
		return strconv.Itoa(s.Number)
	case "percent":
		return strconv.FormatFloat(s.Percent, 'f', -1, 64) + " %"
	case "limit":
		return limit(s.Time)
	case "background":
		return limit(s.Other)
	case "time":
		return words.Plain(words.CPUTime(s.Time.Seconds()))
	case "elapsed":
		if s.Elapsed == 0 {
			return ""
		}
		return words.Plain(words.Elapsed(s.Elapsed.Seconds()))
	case "other":
		return words.Plain(words.CPUTime(s.Other.Seconds()))
	case "in":
		return clip(s.From.In, longName)
	case "by":
		return clip(s.From.By, longName)
	case "through":
		return clip(s.From.Through, longName)
	case "callback":
		return clip(s.From.Entry[strings.LastIndexByte(s.From.Entry, '.')+1:], shortName)
	case "host":
		class, _, _ := strings.Cut(s.From.Entry[:max(0, strings.LastIndexByte(s.From.Entry, '.'))], "$$") // the class of a lambda is the one that contains it
		return clip(class, longName)
	case "from":
		return s.fill(origin.String())
	case "place":
		return clause(s.Place)
	case "then":
		return clause(s.Then)
	case "list":
		var all []string
		for i := range s.List {
			all = append(all, clause(&s.List[i]))
		}
		return words.List(all)
	case "hops":
		return s.waits()
	case "holds":
		return s.holds()
	case "does":
		return s.does()
	}
	panic("tell: no argument " + name)
}

// number returns the value of an argument that is shown with its noun.
func (s *sentence) number(name string) int {
	switch name {
	case "count":
		return s.Count
	case "held":
		return s.Number - 1
	case "number":
		return s.Number
	case "more":
		return s.More
	case "behind":
		return s.Behind
	}
	panic("tell: no number " + name)
}

// maxHops is how many hops a sentence lists before it counts the remaining ones.
const maxHops = 4

// waits returns the hops of a chain.
func (s *sentence) waits() string {
	var all strings.Builder
	for i := range s.hops {
		last := i == len(s.hops)-1
		if i >= maxHops-1 && !last {
			if i == maxHops-1 {
				all.WriteString((&sentence{&wait.Fact{Args: wait.Args{Count: s.Count - maxHops}}, nil}).fill(andSoOn.String()))
			}
			continue
		}
		if i > 0 {
			all.WriteString(andThat.String())
		}
		words.Write(&all, clause(&s.hops[i].Fact))
	}
	return all.String()
}

// holds names the thread that the first thread of a chain waits for, and the lock it holds.
func (s *sentence) holds() string {
	if len(s.hops) == 0 {
		return ""
	}
	first := &s.hops[0]
	says := threadHolds
	switch first.Code {
	case wait.WaitsForLockHeld:
		says = threadHeld
	case wait.WaitsForLockShown:
		says = threadShows
	}
	return (&sentence{&first.Fact, nil}).fill(says.String())
}

// does says what the thread of holds does: the rest of the chain, and the activity of its last thread.
func (s *sentence) does() string {
	then := clause(s.Then)
	if len(s.hops) < 2 {
		return then
	}
	rest := *s.Fact
	rest.Count--
	return (&sentence{&rest, s.hops[1:]}).waits() + andThat.String() + then
}

// threads lists the threads of a claim, then counts those it does not list.
func (s *sentence) threads() string {
	var names []string
	for _, t := range s.Args.Threads {
		names = append(names, Thread(t))
	}
	if s.Count > 0 {
		names = append(names, s.fill(moreThreads.String()))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return words.Say(and, words.List(names[:len(names)-1]), names[len(names)-1])
}

// classAndMethod returns a method with its class, without the package.
func classAndMethod(name string) string {
	name = strings.TrimSuffix(name, "!")
	if method := strings.LastIndexByte(name, '.'); method > 0 {
		name = name[strings.LastIndexByte(name[:method], '.')+1:]
	}
	return clip(name, shortName)
}

// clip limits text from a file to n bytes and replaces a character that the limit splits.
func clip(s string, n int) string { return strings.ToValidUTF8(words.ClipTo(s, n), "\uFFFD") }

// limit returns a limit of the system in seconds, or "" for none.
func limit(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return strconv.FormatFloat(math.Round(d.Seconds()*10)/10, 'f', -1, 64) + words.NBSP + "s"
}
