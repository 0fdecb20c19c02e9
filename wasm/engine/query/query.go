// Package query parses and matches searches: for methods in a trace and for threads in dumps.
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

// A Query is a parsed search. All of its terms must hold:
//
//	word          in the text
//	wo*d          the same, with anything for the star
//	"two words"   the same, including the blank; a star is literal
//	/regex/       the same, by a regular expression
//	state:word    in the state as printed, or the class of states
//	tid:14        the thread's number in the virtual machine or the kernel
//	thread:name   in the thread's name
//	origin:own    the origin of the code
//	wait:lock     the cause of waiting that a method shows
//	-term         a term that must not hold
//
// A term without an upper-case letter ignores case.
type Query struct {
	Text    string
	Terms   []Term
	Refused string // a sentence on a term that cannot be parsed, which is ignored; or ""
}

// A Term is one condition of a query.
type Term struct {
	Kind  Kind
	Not   bool
	Text  string
	TID   int            // of kind TID; 0 if the number is missing
	exact bool           // case-sensitive
	re    *regexp.Regexp // of kind Regex, or of a word with a star
}

// A Kind is what a term applies to.
type Kind uint8

const (
	Word Kind = iota
	Regex
	State
	TID
	Thread
	Origin
	Wait
)

// keys maps the key of a term, before the colon, to its kind.
var keys = map[string]Kind{"state": State, "tid": TID, "thread": Thread, "origin": Origin, "wait": Wait}

// Limits on a query. A longer text is not meant as one.
const (
	MostTerms    = 20
	longestRegex = 1000 // bytes
)

// Parse parses any text as a query. A term with the key of a kind that is not in kinds sets
// Refused.
func Parse(text string, kinds ...Kind) *Query {
	q := &Query{Text: text}
	for rest := strings.TrimSpace(text); rest != "" && len(q.Terms) < MostTerms; rest = strings.TrimSpace(rest) {
		var t Term
		if t.Not = rest[0] == '-'; t.Not {
			if rest = rest[1:]; rest == "" || rest[0] == ' ' {
				continue // the user has not typed the term yet
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
			if quoted { // including blanks
				word, rest, _ = strings.Cut(word[1:]+" "+rest, `"`)
				word = strings.TrimSuffix(word, " ")
			}
			refused = t.read(word, quoted)
			if t.Kind > Regex && !slices.Contains(kinds, t.Kind) {
				t.Text, refused = "", words.Say("This search does not support {1}", strings.ToLower(key)+":")
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

// cutRegex cuts "/pattern/" off s. It must end at a blank or the end of s, so a file's path is no
// pattern.
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

// pattern makes t a term with a regular expression. If the pattern is invalid, it leaves Text
// empty and returns the reason.
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

// origins are the words that can follow origin:.
var origins = []string{"own", "library", "platform", "native", "tracer", "unknown"}

// read sets the text of a term of known kind. It returns a sentence if the text is invalid.
func (t *Term) read(text string, quoted bool) (refused string) {
	t.Text = text
	switch t.Kind {
	case State, Origin, Wait:
		t.Text = strings.ToLower(text)
		if t.Kind == Origin && text != "" && !slices.Contains(origins, t.Text) {
			t.Text = ""
			return words.Say("After origin: enter one of {1}.", strings.Join(origins, ", "))
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
			t.re, _ = regexp.Compile(t.flags() + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*")) // nil for a word of invalid UTF-8
		}
	}
	return ""
}

// Names reports whether a term applies to the text that is searched, not to properties of its
// owner.
func (t *Term) Names() bool { return t.Kind <= Regex }

// In reports whether a text contains the word or pattern of a term.
func (t *Term) In(text string) bool {
	if t.re == nil && !t.exact {
		return t.InLower(text, strings.ToLower(text))
	}
	return t.InLower(text, "")
}

// InLower is In for a text whose lower-case form is known.
func (t *Term) InLower(text, lower string) bool {
	switch {
	case t.re != nil:
		return t.re.MatchString(text)
	case t.exact:
		return strings.Contains(text, t.Text)
	}
	return strings.Contains(lower, t.Text)
}

// Find returns the first match of a word or pattern in a text, as bytes [from, to). Without a
// match, both are -1.
func (t *Term) Find(text string) (from, to int) {
	switch {
	case t.re != nil:
		if at := t.re.FindStringIndex(text); at != nil {
			return at[0], at[1]
		}
		return -1, -1
	case !t.exact:
		if lower := strings.ToLower(text); len(lower) == len(text) { // otherwise offsets would differ
			text = lower
		}
	}
	from = strings.Index(text, t.Text)
	return from, from + len(t.Text)
}
