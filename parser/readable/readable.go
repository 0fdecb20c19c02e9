// Package readable returns names that people read for methods whose names a compiler generated:
// "Foo.load, coroutine" for Foo$load$2.invokeSuspend. Names that no rule covers, and those that
// obfuscators give, stay as they are in the file.
//
// A readable name is the class and the function of the source, then what the compiler generated
// there, outermost first: "load, coroutine, lambda". After a colon is the method of such a class:
// "listen, anonymous class: onClick".
package readable

import "strings"

// A Name is a readable name. Two methods of a file may have the same: Names tells them apart.
type Name struct {
	Class    string // dotted, as in the file, without what a compiler added
	Method   string
	numbered string // Method with the numbers and hashes of the raw name
}

// maxLength limits the names that rules apply to. Compilers write shorter ones.
const maxLength = 1000

// Of returns the readable name of a method, or false for a name that stays raw.
func Of(class, name string) (Name, bool) {
	if class == "" || name == "" || len(class)+len(name) > maxLength || !hasMark(class) && !hasMark(name) || !isPlain(class) || !isPlain(name) {
		return Name{}, false
	}
	at := strings.LastIndexByte(withoutAddress(class), '.') + 1
	pkg, simple := class[:at], class[at:]
	c, madeClass := classOf(simple)
	m, madeMethod := methodOf(name, simple)
	isTable := c.what.text == anonymous && len(c.path) == 0 && name == "<clinit>" // of javac's switch over an enum: Foo$1
	if !madeClass && !madeMethod || len(m.notes) > maxNotes || isTable {
		return Name{}, false
	}
	if c.owner == "" {
		pkg = strings.TrimSuffix(pkg, ".")
	}
	if c.composables && c.what.text == "" && m.readComposable() {
		c.note = ""
	}
	parts := append(c.parts(m.base), m.notes...)
	if c.note != "" {
		parts = append(parts, part{text: c.note})
	}
	return Name{pkg + c.owner, join(parts, false), join(parts, true)}, true
}

// A part of a readable name. Numbers and hashes are shown only to tell two names apart.
type part struct{ text, number string }

// parts returns the name of a method of c, without its notes.
func (c *class) parts(m part) []part {
	what, last := c.what, len(c.path)-1
	isFunction := what.text == anonymous && m.text == "invoke" && last >= 0 // else also an InvocationHandler of Java
	switch {
	case isFunction, what.text == anonymous && m.text == "invokeSuspend":
		what = part{"coroutine", what.number + "$" + m.number}
		if isFunction {
			what.text = "lambda"
		}
		m = part{}
	case what.text == composableLambda && m.text == "invoke":
		m.text = ""
	case what.text == anonymous && last >= 0 && strings.HasPrefix(c.path[last].text, inlined):
		what.text = c.path[last].text
		c.path = c.path[:last]
	}
	if what.text != "" && m.text != "" {
		m.text = ": " + m.text
	}
	return append(c.path, what, m)
}

// join returns the parts, with or without numbers, as text.
func join(parts []part, numbered bool) string {
	var out strings.Builder
	for _, p := range parts {
		if p.text == "" {
			continue
		}
		if out.Len() > 0 && p.text[0] != ':' {
			out.WriteString(", ")
		}
		out.WriteString(strings.TrimPrefix(p.text, " "))
		if number := strings.Trim(p.number, "$"); numbered && number != "" {
			out.WriteString(" " + number)
		}
	}
	return out.String()
}

// Names returns the readable names of methods of a file, by their row, for those that have one. at
// returns the raw name of a row. Names tells methods of different raw names apart: where two would
// look the same, it adds numbers, or leaves the names raw.
func Names(rows int, at func(row int) (class, name string)) map[int]Name {
	names := map[int]Name{}
	for row := range rows {
		if n, ok := Of(at(row)); ok {
			names[row] = n
		}
	}
	for len(names) > 0 {
		clash := clashes(names, rows, at)
		if len(clash) == 0 {
			break
		}
		for row, n := range names {
			switch {
			case !clash[n.Text()]:
			case n.Method != n.numbered:
				n.Method = n.numbered
				names[row] = n
			default:
				delete(names, row)
			}
		}
	}
	return names
}

// clashes returns the labels that methods of several raw names have.
func clashes(names map[int]Name, rows int, at func(row int) (class, name string)) map[string]bool {
	type raw struct{ class, name string }
	first, clash := make(map[string]raw, len(names)), map[string]bool{}
	for row, n := range names {
		class, name := at(row)
		label := n.Text()
		if other, ok := first[label]; ok && other != (raw{class, name}) {
			clash[label] = true
		}
		first[label] = raw{class, name}
	}
	var buffer []byte
	for row := range rows {
		if _, ok := names[row]; !ok {
			class, name := at(row)
			buffer = append(append(append(buffer[:0], class...), '.'), name...)
			if _, ok := first[string(buffer)]; ok {
				clash[string(buffer)] = true
			}
		}
	}
	return clash
}

// Text returns the class and the method: "com.example.Foo.load, coroutine".
func (n Name) Text() string { return n.Class + "." + n.Method }

// hasMark reports whether a name may be generated. Nearly all names end here.
//
//go:noinline
func hasMark(s string) bool {
	return strings.IndexByte(s, '$') >= 0 || strings.IndexByte(s, '-') >= 0 || strings.Contains(s, "__")
}

// isPlain reports whether a name has only letters of generated names. Text of any other kind stays raw.
//
//go:noinline
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isLetter(c) && !isDigit(c) && strings.IndexByte("_$-.<>/", c) < 0 {
			return false
		}
	}
	return true
}

// withoutAddress returns the name of a class that the runtime generated without its address:
// X$$Lambda$12 for X$$Lambda$12/0x7f3a.
func withoutAddress(class string) string {
	class, _, _ = strings.Cut(class, "/")
	return class
}

// isDigit reports whether c is a digit, or # for the digits of names that are merged.
func isDigit(c byte) bool { return c >= '0' && c <= '9' || c == '#' }

func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isNumber reports whether s is a number. Those of Compose may be negative.
//
//go:noinline
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return s != "" && strings.Trim(s, digits) == ""
}

const digits = "0123456789#"

// isWord reports whether s is a name of the source.
//
//go:noinline
func isWord(s string) bool {
	return s != "" && !isDigit(s[0]) && strings.IndexByte(s, '-') < 0 && strings.IndexByte(s, '<') < 0
}
