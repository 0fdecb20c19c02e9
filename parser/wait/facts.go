package wait

import (
	"strings"
	"unicode/utf8"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// Facts explain the blocks of one dump. Facts about the whole file are read once, on first use.
type Facts struct {
	d            *dump.Dump
	stacks       stacks
	graphs       graphs
	forDump      forDump
	system       system
	servers      servers
	follower     follower
	verdicts     map[int]Verdict
	mains        map[int]int // by block: dump.Main, which looks at each thread
	hung         int         // block of the process that did not answer, None where the file names none
	notAnswering bool
	absent       string // the process that the file names as not answering, if the file does not contain it

	subject   string // why the system took the dump, "" if the file does not say
	subjectAt int    // its line
}

// NewFacts returns the facts of a dump.
func NewFacts(d *dump.Dump) *Facts {
	f := &Facts{d: d, verdicts: map[int]Verdict{}, mains: map[int]int{}}
	f.stacks = stacks{d: d}
	f.graphs = graphs{d: d, of: map[int]*Graph{}}
	f.forDump = forDump{d: d, stacks: &f.stacks, graphs: &f.graphs}
	f.system = system{d: d}
	f.servers = servers{d: d, stacks: &f.stacks, system: &f.system}
	f.follower = follower{d: d, stacks: &f.stacks, graphs: &f.graphs, servers: &f.servers}
	why, line, about := subject(d)
	if why == "" {
		why = d.About.Reason
	}
	f.subject, f.subjectAt = why, line
	f.hung, f.notAnswering = hung(d, why, about)
	f.notAnswering = f.notAnswering || d.About.IsANR() && f.hung != None
	if f.notAnswering {
		if f.absent = absentee(d, why, about); f.absent != "" {
			f.notAnswering = false
		}
	}
	return f
}

// Hung returns the block of the process that did not answer: the one that the file names, else the
// first. It returns -1 for a bug report without an ANR.
func (f *Facts) Hung() int { return f.hung }

// Graph returns the waits between threads of a block, a row of Dump.Blocks.
func (f *Facts) Graph(block int) *Graph { return f.graphs.get(block) }

// graphs holds the graphs of a dump's blocks. Each is made on first use.
type graphs struct {
	d  *dump.Dump
	of map[int]*Graph // by block
}

func (g *graphs) get(block int) *Graph {
	of := g.of[block]
	if of == nil {
		of = NewGraph(g.d, &g.d.Blocks[block])
		g.of[block] = of
	}
	return of
}

// OwnFrame returns the topmost Java frame of a thread that is app code, else the topmost frame of a
// library, with its line in Dump.Text. Origin tells which it found; it is platform.Platform if
// there is neither. Generated code that calls other processes does not count.
func (f *Facts) OwnFrame(thread int) (frame dump.Frame, line int, origin platform.Origin) {
	t := &f.d.Threads[thread]
	app := platform.AppOf(f.d.Blocks[t.Block].CommandLine)
	origin = platform.Platform
	for _, row := range f.d.Stack[t.FirstRow:t.EndRow] {
		if f.d.FrameKind(row.Place) != dump.JavaFrame {
			continue
		}
		at := f.d.Frame(row.Place)
		switch from := originOf(app, &at); {
		case from == platform.Own:
			return at, int(row.Line), from
		case from == platform.Library && origin == platform.Platform:
			frame, line, origin = at, int(row.Line), from
		}
	}
	return frame, line, origin
}

// originOf returns the origin of a Java frame in an app's process. Generated proxies that call
// other processes belong to the platform.
func originOf(app platform.App, f *dump.Frame) platform.Origin {
	if strings.HasSuffix(f.Class, "$Stub$Proxy") {
		return platform.Platform
	}
	return app.Of(f.Class)
}

// clip cuts s to at most n bytes, on a character boundary, and marks the cut.
func clip(s string, n int) string {
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "…"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}
