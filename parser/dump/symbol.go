package dump

import (
	"strconv"
	"strings"
)

// original returns the source name, without parameters, of a function with a mangled C++ symbol:
// android::Looper::pollInner for _ZN7android6Looper9pollInnerEi. Dumps of Android 5 to 8 contain
// such symbols. Other symbols are returned unchanged, and so are those with features that have not
// been seen in dumps: expressions, functions as template arguments. Source: the Itanium C++ ABI,
// section on mangling.
func original(symbol string) string {
	const hash = "17h0123456789abcdefE" // end of a Rust name
	rest, ok := strings.CutPrefix(symbol, "_Z")
	if !ok || strings.HasPrefix(rest[max(0, len(rest)-len(hash)):], "17h") {
		return symbol
	}
	rest, _, _ = strings.Cut(rest, ".") // number of the copy
	m := mangled{s: rest}
	name := m.encoding()
	if m.failed || m.s != "" || strings.Contains(name, unknownType) {
		return symbol
	}
	return name
}

// unknownType stands for a type that hardly a name has in it, but that parameters have.
const unknownType = "\x00"

// Limits, because a short symbol can stand for a long name: it repeats earlier parts by number.
const (
	longestSymbol = 4096 // bytes of a name
	deepestSymbol = 100  // names and types in each other
)

// A mangled is a symbol that is parsed from its start. After an error, failed is set and results
// have no meaning.
type mangled struct {
	s             string   // unread rest
	substitutions []string // names that numbers refer to
	depth         int
	failed        bool
}

func (m *mangled) fail() string {
	m.failed, m.s = true, ""
	return ""
}

// peek returns the byte at position at of the unread rest, or 0 after its end.
func (m *mangled) peek(at int) byte {
	if at < len(m.s) {
		return m.s[at]
	}
	return 0
}

// consume takes a text off the start, if it is there.
func (m *mangled) consume(text string) bool {
	rest, ok := strings.CutPrefix(m.s, text)
	m.s = rest
	return ok
}

// remember adds a name that later numbers may refer to.
func (m *mangled) remember(name string) string {
	if len(name) > longestSymbol || len(m.substitutions) > longestSymbol {
		return m.fail()
	}
	m.substitutions = append(m.substitutions, name)
	return name
}

// enter increases the depth; the caller must call leave afterwards.
func (m *mangled) enter() (leave func()) {
	if m.depth++; m.depth > deepestSymbol {
		m.fail()
	}
	return func() { m.depth-- }
}

// encoding parses a function's name and the types after it.
func (m *mangled) encoding() string {
	name := m.name()
	for m.s != "" {
		m.kind() // types of the result and the parameters
	}
	return name
}

// name parses the name of a namespace, a class or a function.
func (m *mangled) name() string {
	defer m.enter()()
	switch {
	case m.consume("N"):
		m.qualifiers()
		return m.nested()
	case m.peek(0) == 'Z' || m.failed:
		return m.fail() // a local name of a function
	}
	name := ""
	if m.peek(0) == 'S' && m.peek(1) != 't' {
		name = m.repeated()
	} else {
		if m.consume("St") {
			name = "std::"
		}
		name += m.unqualified()
		if m.peek(0) == 'I' {
			m.remember(name)
		}
	}
	if m.peek(0) == 'I' {
		name = m.arguments(name)
	}
	return name
}

// qualifiers reads const, volatile and similar qualifiers of a method or a type.
func (m *mangled) qualifiers() (text string) {
	for _, q := range []struct{ letter, text string }{{"r", " restrict"}, {"V", " volatile"}, {"K", " const"}} {
		if m.consume(q.letter) {
			text = q.text + text
		}
	}
	return text
}

// nested parses the parts of a nested name.
func (m *mangled) nested() (name string) {
	if m.consume("R") || m.consume("O") {
		return m.fail()
	}
	last := "" // without template arguments: the name of a constructor
	for first := true; !m.consume("E") && !m.failed; first = false {
		switch c := m.peek(0); {
		case c == 'S' && first && m.consume("St"):
			name, last = "std", "std"
			continue
		case c == 'S' && first:
			_, stands := short[m.peek(1)] // the short name of a class with another full name
			if name = m.repeated(); !stands {
				last = lastPart(name)
			}
			continue
		case c == 'I' && !first:
			name = m.arguments(name)
		case (c == 'C' || c == 'D') && last == "":
			return m.fail()
		case c == 'C' && (m.peek(1) == '1' || m.peek(1) == '2' || m.peek(1) == '3'):
			m.s = m.s[2:]
			name += "::" + last
		case c == 'D' && m.peek(1) >= '0' && m.peek(1) <= '2':
			m.s = m.s[2:]
			name += "::~" + last
		default:
			last = m.unqualified()
			if name != "" {
				name += "::"
			}
			name += last
		}
		if m.peek(0) != 'E' {
			m.remember(name)
		}
	}
	return name
}

// lastPart returns the last part of a name, without template arguments.
func lastPart(name string) string {
	depth, end := 0, len(name)
	for i := len(name) - 1; i >= 0; i-- {
		switch name[i] {
		case '>':
			depth++
		case '<':
			if depth--; depth == 0 && name[len(name)-1] == '>' && end == len(name) {
				end = i
			}
		case ':':
			if depth == 0 {
				return name[i+1 : end]
			}
		}
	}
	return name[:end]
}

// number parses a decimal number.
func (m *mangled) number() int {
	digits := 0
	for isDigit(m.peek(digits)) {
		digits++
	}
	n, err := strconv.Atoi(m.s[:digits])
	if err != nil {
		m.fail()
		return 0
	}
	m.s = m.s[digits:]
	return n
}

// unqualified parses one part of a name.
func (m *mangled) unqualified() string {
	m.consume("L") // local to its file
	name := ""
	switch c := m.peek(0); {
	case isDigit(c):
		n := m.number()
		if m.failed || n == 0 || n > len(m.s) {
			return m.fail()
		}
		if name, m.s = m.s[:n], m.s[n:]; strings.HasPrefix(name, "_GLOBAL__N") {
			name = "(anonymous namespace)"
		}
	case c >= 'a' && c <= 'z' && len(m.s) > 1:
		text, ok := operators[m.s[:2]]
		if !ok {
			return m.fail()
		}
		m.s, name = m.s[2:], "operator"+text
	default:
		return m.fail()
	}
	for m.consume("B") { // an ABI tag
		n := m.number()
		if m.failed || n == 0 || n > len(m.s) {
			return m.fail()
		}
		name, m.s = name+"[abi:"+m.s[:n]+"]", m.s[n:]
	}
	return name
}

var operators = map[string]string{
	"nw": " new", "na": " new[]", "dl": " delete", "da": " delete[]", "ps": "+", "ng": "-", "ad": "&", "de": "*", "co": "~", "pl": "+", "mi": "-", "ml": "*",
	"dv": "/", "rm": "%", "an": "&", "or": "|", "eo": "^", "aS": "=", "pL": "+=", "mI": "-=", "mL": "*=", "dV": "/=", "rM": "%=", "aN": "&=", "oR": "|=",
	"eO": "^=", "ls": "<<", "rs": ">>", "lS": "<<=", "rS": ">>=", "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "nt": "!", "aa": "&&",
	"oo": "||", "pp": "++", "mm": "--", "cm": ",", "pm": "->*", "pt": "->", "cl": "()", "ix": "[]",
}

// short maps letters to the names that they abbreviate.
var short = map[byte]string{
	'a': "std::allocator", 'b': "std::basic_string", 's': "std::string", 'i': "std::istream", 'o': "std::ostream", 'd': "std::iostream",
}

// repeated reads a reference to an earlier name.
func (m *mangled) repeated() string {
	m.consume("S")
	if name, ok := short[m.peek(0)]; ok {
		m.s = m.s[1:]
		return name
	}
	n := m.sequence()
	if m.failed || n >= len(m.substitutions) {
		return m.fail()
	}
	return m.substitutions[n]
}

// sequence parses a number of the form _, 0_, 1_ ... Z_, 10_: 0, 1, 2 and so on.
func (m *mangled) sequence() int {
	digits, rest, ok := strings.Cut(m.s, "_")
	m.s = rest
	if digits == "" && ok {
		return 0
	}
	n, err := strconv.ParseUint(digits, 36, 16)
	if err != nil || !ok || strings.ToUpper(digits) != digits {
		m.fail()
	}
	return int(n) + 1
}

// arguments parses template arguments and appends them to a name.
func (m *mangled) arguments(name string) string {
	m.consume("I")
	list := strings.Join(m.list(), ", ")
	if strings.HasSuffix(list, ">") {
		list += " "
	}
	if strings.HasSuffix(name, "<") {
		name += " "
	}
	return name + "<" + list + ">"
}

// list parses arguments up to their end.
func (m *mangled) list() (args []string) {
	defer m.enter()()
	for size := 0; !m.consume("E"); {
		n := len(args)
		switch {
		case m.consume("L"):
			args = append(args, m.literal())
		case m.consume("J"):
			args = append(args, m.list()...)
		default:
			args = append(args, m.kind())
		}
		for _, arg := range args[n:] {
			size += len(arg)
		}
		if m.failed || size > longestSymbol {
			m.fail()
			return nil
		}
	}
	return args
}

// literal parses a value.
func (m *mangled) literal() string {
	if m.peek(0) == '_' {
		return m.fail() // a function's address
	}
	of := m.kind()
	value, rest, ok := strings.Cut(m.s, "E")
	if m.s = rest; !ok || m.failed {
		return m.fail()
	}
	if digits, minus := strings.CutPrefix(value, "n"); minus {
		value = "-" + digits
	}
	switch of {
	case "bool":
		switch value {
		case "0":
			return "false"
		case "1":
			return "true"
		}
	case "int":
		return value
	case "unsigned int":
		return value + "u"
	case "long":
		return value + "l"
	case "unsigned long":
		return value + "ul"
	case "long long":
		return value + "ll"
	case "unsigned long long":
		return value + "ull"
	}
	return "(" + of + ")" + value
}

var builtin = map[byte]string{
	'v': "void", 'w': "wchar_t", 'b': "bool", 'c': "char", 'a': "signed char", 'h': "unsigned char", 's': "short", 't': "unsigned short", 'i': "int",
	'j': "unsigned int", 'l': "long", 'm': "unsigned long", 'x': "long long", 'y': "unsigned long long", 'n': "__int128", 'o': "unsigned __int128",
	'f': "float", 'd': "double", 'e': "long double", 'g': "__float128", 'z': "...",
}

// kind parses a type.
func (m *mangled) kind() string {
	defer m.enter()()
	c := m.peek(0)
	if text, ok := builtin[c]; ok {
		m.s = m.s[1:]
		return text
	}
	if mark, ok := marks[c]; ok {
		m.s = m.s[1:]
		return m.remember(m.kind() + mark)
	}
	switch {
	case c == 'K' || c == 'V' || c == 'r':
		q := m.qualifiers()
		return m.remember(m.kind() + q)
	case c == 'T': // a template argument by number
		m.s = m.s[1:]
		m.sequence()
		m.remember(unknownType)
		if m.peek(0) == 'I' {
			m.arguments("")
			m.remember(unknownType)
		}
		return unknownType
	case c == 'S' && m.peek(1) != 't':
		name := m.repeated()
		if m.peek(0) == 'I' {
			return m.remember(m.arguments(name))
		}
		return name
	case m.consume("Dn"):
		return "decltype(nullptr)"
	case m.consume("Dp"):
		m.kind()
		return m.remember(unknownType)
	case m.consume("F"):
		for m.consume("Y"); !m.consume("E") && !m.failed; {
			m.kind()
		}
		return m.remember(unknownType)
	case m.consume("A"):
		if m.peek(0) != '_' {
			m.number()
		}
		if !m.consume("_") {
			return m.fail()
		}
		m.kind()
		return m.remember(unknownType)
	case m.consume("M"):
		m.kind()
		m.kind()
		return m.remember(unknownType)
	case c == 'N' || c == 'S' || c == 'L' || isDigit(c):
		return m.remember(m.name())
	}
	return m.fail()
}

var marks = map[byte]string{'P': "*", 'R': "&", 'O': "&&"}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
