package wait

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

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

// ownClasses lists the classes of a stack's app frames, as outer classes.
func (s *stack) ownClasses() (all []string) {
	app := platform.AppOf(s.block.CommandLine)
	for i := range s.java {
		if class := outer(s.java[i].Class); originOf(app, &s.java[i].Frame) == platform.Own && !slices.Contains(all, class) {
			all = append(all, class)
		}
	}
	return all
}

// firstMethods returns the first app methods of a stack, at most n, folded. Without any it returns the
// first library method, else the first method that does not only wait, else the native function.
func (s *stack) firstMethods(n int) []string {
	app := platform.AppOf(s.block.CommandLine)
	var own, made, library, rest []string // made: app methods that a compiler generated
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
