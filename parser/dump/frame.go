package dump

import (
	"bytes"
	"strconv"
	"strings"
)

// A FrameKind is one of the kinds of stack lines.
type FrameKind uint8

const (
	JavaFrame   FrameKind = iota
	NativeFrame           // user space, of libraries; may be Java code compiled
	KernelFrame
	NoteFrame // a remark of the writer's among the frames (section 11.4)
)

// A Where says what a Java frame tells of its place in the source.
type Where uint8

const (
	NoLine      Where = iota
	AtLine            // Line is the source line
	AboutLine         // Line is that of the last instruction that could throw
	InNative          // a native method
	AtByteCode        // Line is a position in the byte code, no line
	InSynthetic       // made by the compiler, without a source
)

// A Frame is a stack line taken apart. Text is all of it; the other fields are those of
// its kind.
type Frame struct {
	Kind FrameKind
	Text string

	Class, Method string // Java; Method with the ! of a fast native method
	Module        string // of desktop Java
	File          string // Java: "" where there is none
	Where         Where
	Line          int
	Remark        string // Java, of a frame that was renamed: "inlined", "made by the compiler"

	Number  int    // native: from 0, innermost
	PC      uint64 // native: relative to Map's start
	Map     string // native: what the code is mapped from; may be empty
	Offset  uint64 // native: of the library inside Map
	Symbol  string // native and kernel, without distance, not mangled: "" unknown
	Printed string // native: symbol and distance as printed, but not mangled
	Plus    uint64 // distance from the symbol's start
	BuildID string
}

// kindOfFrame tells what stack line s is, ok is false if it is none.
func kindOfFrame(s []byte) (kind FrameKind, ok bool) {
	switch s[0] {
	case 'a':
		if hasPrefix(s, "at ") && !isRemark(s[len("at "):]) {
			return JavaFrame, true
		}
	case '#':
		if n := nativeNumber(s); n > 0 {
			return NativeFrame, true
		}
	case 'n':
		if len(s) > 8 && hasPrefix(s, "native: ") && s[8] != '(' {
			return NativeFrame, true
		} else if hasPrefix(s, "native:") {
			return NoteFrame, true
		}
	case 'k':
		if len(s) > 8 && hasPrefix(s, "kernel: ") && s[8] != '(' {
			return KernelFrame, true
		} else if hasPrefix(s, "kernel:") {
			return NoteFrame, true
		}
	}
	if isNote(s) {
		return NoteFrame, true
	}
	return 0, false
}

// isRemark reports whether what follows "at " is a person's words: names of methods hold blanks
// too, but then what follows them stands close.
func isRemark(s []byte) bool {
	name, _, open := bytes.Cut(s, []byte("("))
	return bytes.IndexByte(trim(name), ' ') >= 0 && (!open || bytes.HasSuffix(name, []byte(" ")))
}

// nativeNumber is the length of "#00 pc " at the start of s, 0 if there is none.
func nativeNumber(s []byte) int {
	_, n := number(s[1:])
	if n == 0 || s[1] == '-' {
		return 0
	}
	n++
	blanks := n
	for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		n++
	}
	if n == blanks || !hasPrefix(s[n:], "pc ") {
		return 0
	}
	return n + len("pc ")
}

// notes begin a writer's remark among the frames.
var notes = []string{
	"(no managed stack frames)", "(native backtrace unavailable)", "... repeated ", "***** printed ", "NOTE: ",
	"Native Stack:", "Could not obtain stack trace for thread", "Could not attach to thread", "Unwind failed: tid",
	"Not able to dump stack of thread", "DumpRunning: ", "(backtrace::Unwind failed", "(Unwind failed",
}

func isNote(s []byte) bool {
	switch s[0] {
	case '(', '.', '*', 'N', 'C', 'U', 'D':
		for _, note := range notes {
			if hasPrefix(s, note) {
				return true
			}
		}
	}
	return false
}

// ParseFrame takes a stack line apart. A line that is none is a NoteFrame.
func ParseFrame(s string) Frame {
	kind := NoteFrame
	if s != "" {
		if known, ok := kindOfFrame([]byte(s)); ok {
			kind = known
		}
	}
	return parseFrame(s, kind)
}

// parseFrame takes a stack line apart whose kind is known.
func parseFrame(s string, kind FrameKind) Frame {
	f := Frame{Kind: kind, Text: s}
	switch kind {
	case JavaFrame:
		f.java(strings.TrimLeft(s[len("at "):], " "))
	case NativeFrame:
		f.native(strings.TrimLeft(strings.TrimPrefix(s, "native: "), " "))
	case KernelFrame:
		f.kernel(strings.TrimSpace(s[len("kernel:"):]))
	}
	return f
}

// java reads CLASS.METHOD(WHERE).
func (f *Frame) java(s string) {
	name, where := s, ""
	if open := strings.IndexByte(s, '('); open >= 0 {
		name, where = strings.TrimRight(s[:open], " "), s[open+1:]
		if end := strings.LastIndexByte(where, ')'); end >= 0 {
			if rest, ok := strings.CutPrefix(where[end+1:], " ["); ok {
				f.Remark = strings.TrimSuffix(rest, "]")
			}
			where = where[:end]
		}
	}
	if strings.Contains(name, "&") {
		name = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(name)
	}
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		f.Module, name = name[:slash], name[slash+1:]
	}
	f.Method = name
	one, _, _ := strings.Cut(name, " or ") // of several originals of which nothing tells the right one
	if dot := strings.LastIndexByte(one, '.'); dot >= 0 {
		f.Class, f.Method = name[:dot], name[dot+1:]
	}
	f.where(where)
}

// where reads a Java frame's place in the source (section 11.1).
func (f *Frame) where(s string) {
	if len(s) == len("native method") && strings.EqualFold(s, "native method") {
		f.Where = InNative
		return
	}
	colon := strings.LastIndexByte(s, ':')
	f.File = s
	if colon >= 0 {
		number := s[colon+1:]
		about := strings.HasPrefix(number, "~")
		if line, err := strconv.Atoi(strings.TrimPrefix(number, "~")); err == nil {
			f.File = s[:colon]
			switch {
			case line == -2:
				f.Where = InNative
			case line < 0:
			case about:
				f.Where, f.Line = AboutLine, line
			default:
				f.Where, f.Line = AtLine, line
			}
		}
	}
	switch f.File {
	case "unavailable":
		// Up to 12 the number is 0 or -1; later it is a position in the byte code.
		if f.Where == AtLine {
			f.Where = AtByteCode
			if f.Line == 0 {
				f.Where = NoLine
			}
		}
		f.File = ""
	case "(null)", "Unknown Source":
		f.File = ""
	case "lambda", "D8$$SyntheticClass", "R8$$SyntheticClass":
		f.Where, f.File, f.Line = InSynthetic, "", 0
	}
}

// native reads "#00 pc 0001 MAP (offset 0x5000) (SYMBOL+8) (BuildId: ab)", or ART 4.4's
// "SYMBOL+8 [0xADDRESS] (LIBRARY)".
func (f *Frame) native(s string) {
	if !strings.HasPrefix(s, "#") {
		f.native44(s)
		return
	}
	v, n := number([]byte(s[1:]))
	f.Number = int(v)
	_, s, _ = strings.Cut(s[1+n:], "pc ")
	s = strings.TrimLeft(s, " \t")
	pc, n := hex(strings.TrimPrefix(s, "0x"))
	if n == 0 {
		f.Map = s
		return
	}
	f.PC, s = pc, strings.TrimPrefix(s, "0x")[n:]
	s = strings.TrimSpace(s)
	// From the right, since symbols and maps hold brackets and blanks.
	offset := false
	for strings.HasSuffix(s, ")") {
		open := matching(s)
		if open < 0 || open > 0 && s[open-1] != ' ' {
			break
		}
		group := s[open+1 : len(s)-1]
		if id, ok := strings.CutPrefix(group, "BuildId: "); ok && f.BuildID == "" && f.Printed == "" && !offset {
			f.BuildID = id
		} else if at, ok := strings.CutPrefix(group, "offset "); ok && !offset {
			f.Offset, _ = hex(strings.TrimPrefix(at, "0x"))
			offset = true
		} else if f.Printed == "" && !offset && group != "deleted" && group != "" {
			f.Printed = group
		} else {
			break
		}
		s = strings.TrimRight(s[:open], " ")
	}
	f.Map = s
	if f.Printed == "???" {
		f.Printed = ""
	}
	f.demangle()
}

// demangle takes what is printed of a symbol apart.
func (f *Frame) demangle() {
	symbol, plus := cutDistance(f.Printed)
	f.Symbol, f.Plus = original(symbol), plus
	if f.Symbol != symbol {
		f.Printed = f.Symbol + f.Printed[len(symbol):]
	}
}

func (f *Frame) native44(s string) {
	f.Number = -1
	if name, after, ok := strings.Cut(s, " ["); ok {
		s = name
		at, rest, _ := strings.Cut(after, "]")
		f.PC, _ = hex(strings.TrimPrefix(at, "0x"))
		rest = strings.TrimSpace(rest)
		f.Map = strings.TrimSuffix(strings.TrimPrefix(rest, "("), ")")
	}
	f.Printed = s
	f.demangle()
}

// kernel reads NAME+0xX/0xX.
func (f *Frame) kernel(s string) {
	name, at, ok := strings.Cut(s, "+0x")
	if ok {
		f.Plus, _ = hex(at)
	}
	f.Symbol = name
}

// matching is the place of the bracket that the last byte of s, a closing one, closes,
// -1 if there is none.
func matching(s string) int {
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// cutDistance takes the "+8" or " + 8" from a symbol's end.
func cutDistance(s string) (symbol string, plus uint64) {
	at := strings.LastIndexByte(s, '+')
	if at < 0 {
		return s, 0
	}
	v, err := strconv.ParseUint(strings.TrimLeft(s[at+1:], " "), 10, 64)
	if err != nil {
		return s, 0
	}
	return strings.TrimRight(s[:at], " "), v
}

// Name is what a person sees of a frame: class and method, symbol and distance, or map.
func (f *Frame) Name() string {
	switch {
	case f.Kind == JavaFrame && f.Class != "":
		return f.Class + "." + f.Method
	case f.Kind == JavaFrame:
		return f.Method
	case f.Kind == KernelFrame:
		return f.Symbol
	case f.Kind == NativeFrame && f.Printed != "":
		return f.Printed
	case f.Kind == NativeFrame && f.Map != "":
		return f.Map
	case f.Kind == NativeFrame:
		return "0x" + strconv.FormatUint(f.PC, 16)
	}
	return f.Text
}

// Key is equal for frames in one method or function: it leaves out line, distance and the
// marks that differ by version (section 19.4).
func (f *Frame) Key() string {
	switch {
	case f.Kind == JavaFrame:
		return strings.TrimSuffix(f.Name(), "!")
	case f.Kind == NativeFrame:
		at := f.Symbol
		if at == "" {
			at = strconv.FormatUint(f.PC, 16)
		}
		return f.Map[strings.LastIndexAny(f.Map, "/!")+1:] + " " + at
	}
	return f.Name()
}

// Repeats is how many frames like the one above a note stands for, 0 for other notes.
func (f *Frame) Repeats() int {
	if n, ok := strings.CutPrefix(f.Text, "... repeated "); ok {
		v, _ := number([]byte(n))
		return int(v)
	}
	return 0
}
