// Package query is the language of every search: of methods in a trace, of threads in dumps.
package query

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"traceglass/render/words"
)

// A Query is a search taken apart. All of its terms must hold:
//
//	word          in the text
//	wo*d          the same, with anything for the star
//	"two words"   the same, with the blank, and with a star as it is
//	/regex/       the same, by a regular expression
//	state:word    in the state as printed, or the class of states
//	tid:14        the machine's number of the thread, or the kernel's
//	thread:name   in the thread's name
//	origin:own    whose code it is
//	-term         a term that must not hold
//
// Case is ignored where a term has no upper-case letter.
type Query struct {
	Text    string
	Terms   []Term
	Refused string // a sentence on a term that cannot be read, which is left out; ""
}

// A Term is one of a query's.
type Term struct {
	Kind  Kind
	Not   bool
	Text  string
	TID   int            // of TID; 0 if none is written yet
	exact bool           // case counts
	re    *regexp.Regexp // of Regex, and of a word with a star
}

// A Kind is what a term is about.
type Kind uint8

const (
	Word Kind = iota
	Regex
	State
	TID
	Thread
	Origin
)

// keys are how the kinds that have one are written.
var keys = map[string]Kind{"state": State, "tid": TID, "thread": Thread, "origin": Origin}

// Bounds on a query: longer ones were not meant as one.
const (
	MostTerms    = 20
	longestRegex = 1000 // bytes
)

// Parse takes a query apart. It reads any text. A term with a key that is none of these kinds is
// refused.
func Parse(text string, kinds ...Kind) *Query {
	q := &Query{Text: text}
	for rest := strings.TrimSpace(text); rest != "" && len(q.Terms) < MostTerms; rest = strings.TrimSpace(rest) {
		var t Term
		if t.Not = rest[0] == '-'; t.Not {
			if rest = rest[1:]; rest == "" || rest[0] == ' ' {
				continue // what is not wanted has not been written yet
			}
		}
		var refused string
		if pattern, after, ok := cutRegex(rest); ok {
			rest = after
			refused = t.pattern(pattern)
		} else {
			var word string
			word, rest, _ = strings.Cut(rest, " ")
			key, value, ok := strings.Cut(word, ":")
			kind := keys[strings.ToLower(key)]
			if ok && kind != Word {
				t.Kind, word = kind, value
			}
			quoted := strings.HasPrefix(word, `"`)
			if quoted { // the blanks too
				word, rest, _ = strings.Cut(word[1:]+" "+rest, `"`)
				word = strings.TrimSuffix(word, " ")
			}
			refused = t.read(word, quoted)
			if t.Kind > Regex && !slices.Contains(kinds, t.Kind) {
				t.Text, refused = "", words.Say("Nothing here is found by {1}", strings.ToLower(key)+":")
			}
		}
		if q.Refused == "" {
			q.Refused = refused
		}
		if t.Text != "" {
			q.Terms = append(q.Terms, t)
		}
	}
	return q
}

// cutRegex cuts off "/pattern/", which a blank or the end follows: a path of a file is none.
func cutRegex(s string) (pattern, after string, ok bool) {
	if s[0] != '/' {
		return "", s, false
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == '/' && i > 1 && (i+1 == len(s) || s[i+1] == ' ') {
			return s[1:i], s[i+1:], true
		}
	}
	return "", s, false
}

// pattern makes t a term of a regular expression. Of one that cannot be read it has no text, and
// says why.
func (t *Term) pattern(pattern string) (refused string) {
	t.Kind = Regex
	if len(pattern) > longestRegex {
		return words.T("The pattern is too long to search for.")
	}
	t.exact = hasUpper(pattern)
	re, err := regexp.Compile(t.flags() + pattern)
	if bad, ok := errors.AsType[*syntax.Error](err); ok {
		return words.Say("The pattern /{1}/ cannot be read: {2}.", pattern, bad.Code.String())
	}
	t.re, t.Text = re, pattern
	return ""
}

func (t *Term) flags() string {
	if t.exact {
		return ""
	}
	return "(?i)"
}

func hasUpper(s string) bool { return strings.IndexFunc(s, unicode.IsUpper) >= 0 }

// origins are the words of a search by origin.
var origins = []string{"own", "library", "platform", "native", "tracer", "unknown"}

// read takes the text of a term whose kind is known.
func (t *Term) read(text string, quoted bool) (refused string) {
	t.Text = text
	switch t.Kind {
	case State, Origin:
		t.Text = strings.ToLower(text)
		if t.Kind == Origin && text != "" && !slices.Contains(origins, t.Text) {
			t.Text = ""
			return words.Say("After origin: stands one of {1}.", strings.Join(origins, ", "))
		}
	case TID:
		n, err := strconv.Atoi(text)
		t.TID = n
		if err != nil && text != "" {
			t.Text = ""
			return words.Say("tid: needs a number, not {1}.", strconv.Quote(text))
		}
	default:
		t.exact = hasUpper(text)
		if !quoted && strings.Contains(text, "*") && len(text) <= longestRegex {
			t.re, _ = regexp.Compile(t.flags() + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*")) // nil: a word of bytes that are no text
		}
	}
	return ""
}

// Names reports whether a term is about the text that is searched, not about what has that text.
func (t *Term) Names() bool { return t.Kind <= Regex }

// In reports whether a term of words or a pattern is in a text.
func (t *Term) In(text string) bool {
	if t.re == nil && !t.exact {
		return t.InLower(text, strings.ToLower(text))
	}
	return t.InLower(text, "")
}

// InLower is In of a text whose small letters are known.
func (t *Term) InLower(text, lower string) bool {
	switch {
	case t.re != nil:
		return t.re.MatchString(text)
	case t.exact:
		return strings.Contains(text, t.Text)
	}
	return strings.Contains(lower, t.Text)
}

// Find is where a term of words or a pattern first is in a text, as bytes [from, to); from is -1 if it is not.
func (t *Term) Find(text string) (from, to int) {
	switch {
	case t.re != nil:
		if at := t.re.FindStringIndex(text); at != nil {
			return at[0], at[1]
		}
		return -1, -1
	case !t.exact:
		if lower := strings.ToLower(text); len(lower) == len(text) { // else no byte is where it was
			text = lower
		}
	}
	from = strings.Index(text, t.Text)
	return from, from + len(t.Text)
}
