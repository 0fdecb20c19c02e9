package wait

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// Facts are what the blocks of one dump are explained from. What concerns the whole file is
// read but once, and only when it is asked for.
type Facts struct {
	d       *dump.Dump
	graphs  map[int]*Graph // by block
	said    map[int]Verdict
	keys    []string // by dump.PlaceID: Frame.Key, "" until asked for
	calls   incoming
	handled bool // calls is read
	system  *system
	hung    int // block of the process that did not answer, None where the file names none
	told    bool

	subject   string // why the system took the dump, "" if the file does not say
	subjectAt int    // the line
}

// NewFacts prepares to explain the blocks of d.
func NewFacts(d *dump.Dump) *Facts {
	f := &Facts{d: d, graphs: map[int]*Graph{}, said: map[int]Verdict{}}
	why, line, about := subject(d)
	f.subject, f.subjectAt = why, line
	f.hung, f.told = hung(d, why, about)
	return f
}

// Hung is the block of the process that did not answer: the one that the file names, else
// its first; -1 in a bug report without an ANR.
func (f *Facts) Hung() int { return f.hung }

// Graph is who waits for whom in a block, a row of Dump.Blocks.
func (f *Facts) Graph(block int) *Graph {
	g := f.graphs[block]
	if g == nil {
		g = NewGraph(f.d, &f.d.Blocks[block])
		f.graphs[block] = g
	}
	return g
}

// key is that of a stack line's frame, the same string for the same line.
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

// Own finds the topmost Java frame of a thread that is its process's own code, and where there
// is none the topmost of a library. The generated half of an interface to another process does
// not count. Line is in Dump.Text. The origin tells which was found: of a stack that has
// neither it is platform.Platform.
func (f *Facts) Own(thread int) (frame dump.Frame, line int, origin platform.Origin) {
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

// originOf is whose code a Java frame of an app's process is. What the platform's tools have
// generated to call another process is theirs.
func originOf(app platform.App, f *dump.Frame) platform.Origin {
	if strings.HasSuffix(f.Class, "$Stub$Proxy") {
		return platform.Platform
	}
	return app.Of(f.Class)
}

// A stack is one thread's, taken apart. Java and native frames are innermost first.
type stack struct {
	*dump.Thread
	row    int // of Dump.Threads
	block  *dump.Block
	java   []frame
	native []frame
	code   int // the topmost of java that is a library's or the process's own, len(java) without
	app    int // the topmost of java that is the process's own (section 20), len(java) without
	state  dump.Class
	object dump.Lock // of the topmost lock line
	at     int       // its line; None without
}

// A frame is a stack line taken apart, and the line.
type frame struct {
	dump.Frame
	line int
	key  string
}

// deepest bounds how many frames of a thread are looked at: what a thread does is told by
// the innermost, and by what its loop has called.
const deepest = 2000

// stack takes a thread's apart.
func (f *Facts) stack(thread int) *stack {
	t := &f.d.Threads[thread]
	s := &stack{Thread: t, row: thread, block: &f.d.Blocks[t.Block], state: dump.ClassOf(t.State), at: None}
	for _, row := range f.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+deepest)] {
		switch f.d.FrameKind(row.Place) {
		case dump.JavaFrame:
			s.java = append(s.java, frame{f.d.Frame(row.Place), int(row.Line), f.key(row.Place)})
		case dump.NativeFrame:
			s.native = append(s.native, frame{f.d.Frame(row.Place), int(row.Line), f.key(row.Place)})
		}
	}
	if len(s.java) == 0 {
		s.java = compiled(s.native)
	}
	s.find()
	if t.FirstLock < t.EndLock {
		s.object, s.at = f.d.Lock(t.FirstLock), int(f.d.Locks[t.FirstLock].Line)
	}
	return s
}

// compiled finds the Java frames that a native dump lists among the native ones (section
// 11.2).
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

// isJavaMap reports whether code of Java is mapped from m.
func isJavaMap(m string) bool {
	for _, word := range []string{".oat", ".odex", ".dex", ".vdex", ".jar", ".apk", "dalvik-", "<anonymous", "jit-cache"} {
		if strings.Contains(m, word) {
			return true
		}
	}
	return false
}

// find finds code and app. Of the process's own, the topmost frame whose class shares two parts
// of its name with the process is it; what lies above may be a library that is not known.
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

// called is how the process's own code comes into it: ", called by a.b.C.d", or "". Where
// what it has called is a library's, that follows: " through e.f.G.h"; a library alone
// stands for itself.
func (s *stack) called() string { return s.calledBy(None) }

// calledBy is called of a sentence that has named one of the frames already.
func (s *stack) calledBy(said int) string {
	switch {
	case s.code == len(s.java) || said == s.app:
		return ""
	case s.app == len(s.java) && said == s.code:
		return ""
	case s.app == len(s.java):
		return s.within(s.code)
	case s.app == s.code:
		return s.within(s.app)
	case said == s.code:
		return ", called by " + s.java[s.app].title()
	case s.code == 0:
		return ", in " + s.java[0].title() + ", called by " + s.java[s.app].title()
	}
	return ", called by " + s.java[s.app].title() + " through " + s.java[s.code].title()
}

// within says of a frame that the thread is in it, where it is the topmost, else that it calls.
func (s *stack) within(i int) string {
	if i == 0 {
		return ", in " + s.java[i].title()
	}
	return ", called by " + s.java[i].title()
}

// lines are those that show a frame, and the own code that called it; some may be equal.
func (s *stack) lines(line int) []int {
	all := []int{line}
	if s.code < len(s.java) {
		all = append(all, s.java[s.code].line)
	}
	if s.app < len(s.java) {
		all = append(all, s.java[s.app].line)
	}
	return all
}

// first is the line of a thread's innermost frame that tells most, else of its heading.
func (s *stack) first() int {
	switch {
	case len(s.java) > 0:
		return s.java[0].line
	case len(s.native) > 0:
		return s.native[0].line
	}
	return s.Line
}

// title is a frame's name, short enough for a sentence.
func (f *frame) title() string { return clip(f.Name(), 120) }

// short is a Java frame's class without its packages, and method.
func (f *frame) short() string {
	return clip(f.Class[strings.LastIndexByte(f.Class, '.')+1:]+"."+strings.TrimSuffix(f.Method, "!"), 80)
}

// clip cuts s to at most n bytes, marks it where it did, and mends what a cut has split.
func clip(s string, n int) string {
	if len(s) > n {
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = s[:n] + "…"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// Name is how a thread, a row of Dump.Threads, is called in a sentence: main, or thread 14 "worker".
func (f *Facts) Name(thread int) string {
	t := &f.d.Threads[thread]
	if thread == f.d.Main(&f.d.Blocks[t.Block]) {
		return "main"
	}
	name := strconv.Quote(clip(t.Name, 60))
	if t.Tid == 0 {
		return "thread " + name
	}
	return "thread " + strconv.Itoa(t.Tid) + " " + name
}

// process is how a block's process is called: com.app (pid 7).
func process(b *dump.Block) string {
	name := clip(b.CommandLine, 80)
	switch {
	case name == "" && b.PID == 0:
		return "a process without a name"
	case name == "":
		return "process " + strconv.Itoa(b.PID)
	case b.PID == 0:
		return name
	}
	return name + " (pid " + strconv.Itoa(b.PID) + ")"
}

// LockName is how an object is called in a sentence: lock <0x0f23ab01> (a java.lang.Object).
func LockName(o dump.Object) string {
	class := ""
	if o.Class != "" {
		class = " (a " + clip(o.Class, 80) + ")"
	}
	if o.Kind == dump.NoID {
		if class == "" {
			return "a lock that the dump does not name"
		}
		return "a lock" + class
	}
	id := strconv.FormatUint(o.ID, 16)
	if len(id) < 8 {
		id = "00000000"[len(id):] + id
	}
	if o.Kind == dump.Address {
		return "lock <@addr=0x" + id + ">" + class
	}
	return "lock <0x" + id + ">" + class
}
