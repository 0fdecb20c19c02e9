package runs

import (
	"fmt"
	"strings"

	"traceglass/parser/trace"
)

// A Pattern selects methods. A * matches any text. A method pattern is matched against class.name,
// and against the signature too if it contains one. It may omit leading parts of the class:
// Application.onCreate also matches android.app.Application.onCreate. A class pattern is matched
// against the class. A package pattern is matched against the class's package and its parent
// packages.
type Pattern struct {
	kind  string // "method", "class" or "package"
	text  string
	parts []string // between the stars
}

// NewPattern returns the pattern of a kind: "method", "class" or "package".
func NewPattern(kind, text string) (*Pattern, error) {
	if strings.Trim(text, "*. ") == "" {
		return nil, fmt.Errorf("%q names no %s", text, kind)
	}
	return &Pattern{kind, text, strings.Split(text, "*")}, nil
}

func (p *Pattern) String() string { return p.text }

// Match reports whether the pattern matches a method.
func (p *Pattern) Match(m *trace.Method) bool {
	switch p.kind {
	case "class":
		return m.Class != "" && p.matchesTail(m.Class)
	case "package":
		for at := strings.LastIndexByte(m.Class, '.'); at > 0; at = strings.LastIndexByte(m.Class[:at], '.') {
			if p.matchesWhole(m.Class[:at]) {
				return true
			}
		}
		return false
	}
	label := m.Label()
	if strings.IndexByte(p.text, '(') >= 0 {
		label += m.Signature
	}
	return p.matchesTail(label)
}

// matchesTail reports whether the pattern matches s, or the part of s after one of the dots in its
// class.
func (p *Pattern) matchesTail(s string) bool {
	if p.matchesWhole(s) {
		return true
	}
	if p.parts[0] == "" {
		return false
	}
	end := len(s)
	if at := strings.IndexByte(s, '('); at >= 0 {
		end = at
	}
	for at := 0; at < end; at++ {
		if s[at] == '.' && strings.HasPrefix(s[at+1:], p.parts[0]) && p.matchesWhole(s[at+1:]) {
			return true
		}
	}
	return false
}

// matchesWhole reports whether the pattern matches all of s.
func (p *Pattern) matchesWhole(s string) bool {
	first, rest := p.parts[0], p.parts[1:]
	s, ok := strings.CutPrefix(s, first)
	if !ok || len(rest) == 0 {
		return ok && s == ""
	}
	last := rest[len(rest)-1]
	for _, part := range rest[:len(rest)-1] {
		at := strings.Index(s, part)
		if at < 0 {
			return false
		}
		s = s[at+len(part):]
	}
	return strings.HasSuffix(s, last)
}

// Kind returns "method", "class" or "package".
func (p *Pattern) Kind() string { return p.kind }
