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
	graphs       map[int]*Graph // by block
	verdicts     map[int]Verdict
	mains        map[int]int // by block: dump.Main, which looks at each thread
	keys         []string    // by dump.PlaceID: Frame.Key, "" until asked for
	awaiting     []answer    // by thread: whether it awaits the dump, nil until asked for
	last         *stack      // stack that was parsed last, nil for none: main's is asked for repeatedly
	calls        incoming
	handled      bool // calls is read
	system       *system
	hung         int // block of the process that did not answer, None where the file names none
	notAnswering bool
	absent       string // the process that the file names as not answering, if the file does not contain it

	subject   string // why the system took the dump, "" if the file does not say
	subjectAt int    // its line
}

// NewFacts returns the facts of a dump.
func NewFacts(d *dump.Dump) *Facts {
	f := &Facts{d: d, graphs: map[int]*Graph{}, verdicts: map[int]Verdict{}, mains: map[int]int{}}
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
func (f *Facts) Graph(block int) *Graph {
	g := f.graphs[block]
	if g == nil {
		g = NewGraph(f.d, &f.d.Blocks[block])
		f.graphs[block] = g
	}
	return g
}

// key returns Frame.Key of a stack line. Equal lines share one string.
func (f *Facts) key(p dump.PlaceID) string {
	if f.keys == nil {
		f.keys = make([]string, f.d.Places())
	}
	if f.keys[p] == "" {
		frame := f.d.Frame(p)
		f.keys[p] = frame.Key()
	}
	return f.keys[p]
}

// frame parses a stack line.
func (f *Facts) frame(row dump.Row) frame {
	at := frame{Frame: f.d.Frame(row.Place), line: int(row.Line)}
	if f.keys != nil && f.keys[row.Place] != "" {
		at.key = f.keys[row.Place]
	} else {
		at.key = at.Key()
	}
	return at
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

// A stack is the parsed stack of one thread. Java and native frames are innermost first.
type stack struct {
	*dump.Thread
	row     int // of Dump.Threads
	block   *dump.Block
	java    []frame
	native  []frame
	code    int // topmost frame of java that is library or app code, len(java) without one
	app     int // topmost frame of java that is app code (section 20), len(java) without one
	state   dump.Class
	object  dump.Lock // of the topmost lock line
	at      int       // line of that lock line, or None
	entryAt int       // entry + 2, 0 until first use
}

// A frame is a parsed stack line with its line number.
type frame struct {
	dump.Frame
	line int
	key  string
}

// deepest limits how many frames of a thread are read. The innermost frames, and those that its
// loop called, show its activity.
const deepest = 2000

// stack returns the parsed stack of a thread, which callers must not modify.
func (f *Facts) stack(thread int) *stack {
	if f.last != nil && f.last.row == thread {
		return f.last
	}
	t := &f.d.Threads[thread]
	s := &stack{Thread: t, row: thread, block: &f.d.Blocks[t.Block], state: dump.ClassOf(t.State), at: None}
	for _, row := range f.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+deepest)] {
		switch f.d.FrameKind(row.Place) {
		case dump.JavaFrame:
			s.java = append(s.java, f.frame(row))
		case dump.NativeFrame:
			s.native = append(s.native, f.frame(row))
		}
	}
	if len(s.java) == 0 {
		s.java = compiled(s.native)
	}
	s.find()
	if t.FirstLock < t.EndLock {
		s.object, s.at = f.d.Lock(t.FirstLock), int(f.d.Locks[t.FirstLock].Line)
	}
	f.last = s
	return s
}

// compiled returns the Java frames that a native dump lists as native ones (section 11.2).
func compiled(native []frame) (java []frame) {
	for _, n := range native {
		dot := strings.LastIndexByte(n.Symbol, '.')
		if dot <= 0 || strings.ContainsAny(n.Symbol, ":( @") || !isJavaMap(n.Map) {
			continue
		}
		n.Kind, n.Class, n.Method, n.key = dump.JavaFrame, n.Symbol[:dot], n.Symbol[dot+1:], n.Symbol
		java = append(java, n)
	}
	return java
}

// isJavaMap reports whether m is the mapping of compiled Java code.
func isJavaMap(m string) bool {
	for _, word := range []string{".oat", ".odex", ".dex", ".vdex", ".jar", ".apk", "dalvik-", "<anonymous", "jit-cache"} {
		if strings.Contains(m, word) {
			return true
		}
	}
	return false
}

// find sets code and app. It prefers the topmost app frame whose class starts with the first two
// parts of the process name, because app frames above it may belong to an unknown library.
func (s *stack) find() {
	app := platform.AppOf(s.block.CommandLine)
	first, rest, named := strings.Cut(s.block.CommandLine, ".")
	second, _, _ := strings.Cut(rest, ".")
	second, _, _ = strings.Cut(second, ":")
	s.code, s.app = len(s.java), len(s.java)
	for i := range s.java {
		origin := originOf(app, &s.java[i].Frame)
		if origin != platform.Own && origin != platform.Library {
			continue
		}
		s.code = min(s.code, i)
		if origin == platform.Own {
			s.app = min(s.app, i)
			after, ok := strings.CutPrefix(s.java[i].Class, first+"."+second)
			if ok && named && strings.HasPrefix(after, ".") {
				s.app = i
				return
			}
		}
	}
}

// called returns how app code led to the thread's activity.
func (s *stack) called() Origin { return s.calledBy(None) }

// calledBy returns called for a sentence that already names the frame named.
func (s *stack) calledBy(named int) Origin {
	o := s.callers(named)
	if e := s.entry(); e >= 0 && e != named {
		if name := s.java[e].Name(); name != o.In && name != o.By && name != o.Through {
			o.Entry = name
		}
	}
	return o
}

func (s *stack) callers(named int) Origin {
	switch {
	case s.code == len(s.java) || named == s.app:
		return Origin{}
	case s.app == len(s.java) && named == s.code:
		return Origin{}
	case s.app == len(s.java):
		return s.within(s.code)
	case s.app == s.code:
		return s.within(s.app)
	case named == s.code:
		return Origin{By: s.java[s.app].Name()}
	case s.code == 0:
		return Origin{In: s.java[0].Name(), By: s.java[s.app].Name()}
	}
	return Origin{By: s.java[s.app].Name(), Through: s.java[s.code].Name()}
}

// within returns the origin by one frame. If that frame is the topmost, the thread is in it.
func (s *stack) within(i int) Origin {
	if i == 0 {
		return Origin{In: s.java[i].Name()}
	}
	return Origin{By: s.java[i].Name()}
}

// lines returns the lines of a frame and of the app code that called it; they may repeat.
func (s *stack) lines(line int) []int {
	all := []int{line}
	if s.code < len(s.java) {
		all = append(all, s.java[s.code].line)
	}
	if s.app < len(s.java) {
		all = append(all, s.java[s.app].line)
	}
	if e := s.entry(); e >= 0 {
		all = append(all, s.java[e].line)
	}
	return all
}

// first returns the line of the innermost frame that is informative, else the line of the heading.
func (s *stack) first() int {
	switch {
	case len(s.java) > 0:
		return s.java[0].line
	case len(s.native) > 0:
		return s.native[0].line
	}
	return s.Line
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
