package mapping_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/mapping"
)

// read reads a map, in pieces of so many bytes.
func read(t testing.TB, text string, wanted *mapping.Wanted, piece int) *mapping.Map {
	t.Helper()
	r := mapping.NewReader(wanted)
	for rest := text; rest != ""; {
		n := min(piece, len(rest))
		r.Write([]byte(rest[:n]))
		rest = rest[n:]
	}
	m, err := r.Close()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// parseFrame reads "a.b.c(File:12)".
func parseFrame(s string) mapping.Frame {
	name, where, _ := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	f := mapping.Frame{File: where, Line: mapping.NoNumber}
	if at := strings.LastIndexByte(where, ':'); at >= 0 {
		if n, err := strconv.Atoi(where[at+1:]); err == nil {
			f.File, f.Line = where[:at], int32(n)
		}
	}
	dot := strings.LastIndexByte(name, '.')
	f.Class, f.Method = name[:dot], name[dot+1:]
	return f
}

func frameText(f mapping.Found) string {
	var s string
	if len(f.Others) > 0 {
		var names []string
		for _, o := range f.Others {
			if name := o.Class + "." + o.Name; len(names) == 0 || names[len(names)-1] != name {
				names = append(names, name)
			}
		}
		s = "one of: " + strings.Join(names, ", ")
		if f.Remark == mapping.Between || f.Remark == mapping.NoRemark && f.Line > 0 {
			s += fmt.Sprintf(" (line %d)", f.Line)
		}
		return s
	}
	s = f.Class + "." + f.Method + "(" + f.File
	if f.Line >= 0 && f.Remark != mapping.Between {
		s += ":" + strconv.Itoa(int(f.Line))
	}
	s += ")"
	switch f.Remark {
	case mapping.Between:
		s += fmt.Sprintf(" [between lines %d and %d]", f.Line, f.Last)
	case mapping.Unlisted:
		s += " [line not in the mapping]"
	case mapping.Made:
		s = f.Class + "." + f.Method + " [made by the compiler]"
	case mapping.OtherBuild:
		s += " [other build]"
	case mapping.OtherApp:
		s += " [other app]"
	}
	return s
}

func methodText(m mapping.Method) string {
	var names []string
	for _, o := range m.Originals {
		names = append(names, o.String())
	}
	s := m.Class + "." + m.Name
	switch {
	case m.Kind == mapping.Outline:
		return "outline"
	case len(names) > 1:
		s = "one of: " + strings.Join(names, ", ")
	case len(names) == 1 && m.Kind != mapping.ByName:
		s = names[0]
	}
	if m.Kind == mapping.Synthetic {
		s += " [made by the compiler]"
	}
	if m.Through {
		s += " [through a class made by the compiler]"
	}
	if m.Kind == mapping.ByName {
		s += " (signature not in the mapping)"
	}
	return s
}

// answer is what a row of a case gives; the map is read in pieces of so many bytes.
func answer(t testing.TB, text, row string, piece int) string {
	t.Helper()
	w := mapping.NewWanted()
	kind, what, _ := strings.Cut(row, " ")
	switch kind {
	case "F":
		var frames []mapping.Frame
		for part := range strings.SplitSeq(what, " ; ") {
			f := parseFrame(part)
			w.Method(f.Class, f.Method)
			frames = append(frames, f)
		}
		var lines []string
		for _, f := range read(t, text, w, piece).Stack(frames) {
			lines = append(lines, frameText(f))
		}
		return strings.Join(lines, " | ")
	case "T":
		words := strings.Fields(what)
		w.Method(words[0], words[1])
		w.Signature(words[2])
		return methodText(read(t, text, w, piece).Method(words[0], words[1], words[2], 0))
	case "L":
		w.Class(what)
		return read(t, text, w, piece).Class(what).String()
	}
	return strconv.FormatInt(read(t, text, w, piece).Unread, 10)
}

func TestTricky(t *testing.T) {
	for _, tt := range tricky {
		t.Run(tt.name, func(t *testing.T) {
			for _, row := range tt.rows {
				for _, piece := range []int{1 << 20, 1, 7} {
					if got := answer(t, tt.text, row[0], piece); got != row[1] {
						t.Fatalf("%s\n got %s\nwant %s", row[0], got, row[1])
					}
				}
			}
		})
	}
}
