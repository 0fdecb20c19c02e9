// Package query parses searches and filters: of methods in a trace, and of threads in dumps.
package query

import (
	"errors"
	"iter"
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"traceglass/render/words"
)

// A Query is a parsed search or filter. All of its terms must hold:
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
//	hash:1a2b3c4d the hash of the method's name
//	slower:10ms   has a call that takes at least this time
//	drop:term     a verb applies to the methods of a term: through, under, root, drop, self, merge
//	-term         a term that must not hold
//	off:term      a term that a filter does not apply for now
//
// A term without an upper-case letter ignores case.
type Query struct {
	Text    string
	Terms   []Term
	Refused string // a sentence on a term that cannot be parsed, which is ignored; or ""
}

// A Term is one condition of a query.
type Term struct {
	Source string // the text of the term
	Kind   Kind
	Verb   Verb
	Not    bool
	Off    bool
	Quoted bool
	Text   string
	TID    int            // of kind TID; 0 if the number is missing
	Hash   uint32         // of kind Hash
	Ns     int64          // of kind Slower
	exact  bool           // case-sensitive
	re     *regexp.Regexp // of kind Regex, or of a word with a star
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
	Hash
	Slower
	Verbs // stands for terms with a verb, in the kinds that Parse supports
)

// OfMethods are the kinds of terms that apply to the methods of a trace.
var OfMethods = []Kind{Origin, Wait, Thread, TID, Hash, Slower, Verbs}

// keys maps the key of a term, before the colon, to its kind.
var keys = map[string]Kind{"state": State, "tid": TID, "thread": Thread, "origin": Origin, "wait": Wait, "hash": Hash, "slower": Slower}

// A Verb is what a filter does with the calls of the methods of a term.
type Verb uint8

const (
	None    Verb = iota
	Through      // keep the time while one of them is on the stack
	Under        // keep the time of their callees
	Root         // keep the same as Through, and begin paths with them
	Drop         // leave out the time while one of them is on the stack
	Self         // keep the time of their frames alone, and no others
	Merge        // give the time of their frames to their callers
)

var verbs = map[string]Verb{"through": Through, "under": Under, "root": Root, "drop": Drop, "self": Self, "merge": Merge}

// OffKey is the key of a term that a filter does not apply for now.
const OffKey = "off:"

// Limits on a query. A longer text is not meant as one.
const (
	MostTerms    = 20
	longestRegex = 1000 // bytes
)

// Parse parses any text as a query. A term with the key of a kind that is not in kinds sets
// Refused. If kinds lacks Verbs, Slower or Hash, their keys are part of a word.
func Parse(text string, kinds ...Kind) *Query {
	q := &Query{Text: text}
	has := func(k Kind) bool { return slices.Contains(kinds, k) }
	for rest := strings.TrimSpace(strings.Map(blank, text)); rest != "" && len(q.Terms) < MostTerms; rest = strings.TrimSpace(rest) {
		all := rest
		var t Term
		if has(Verbs) {
			rest, t.Off = strings.CutPrefix(rest, OffKey)
		}
		if rest, t.Not = strings.CutPrefix(rest, "-"); rest == "" || rest[0] == ' ' {
			continue // the user has not typed the term yet
		}
		if key, after, ok := strings.Cut(rest, ":"); ok && has(Verbs) && after != "" && after[0] != ':' { // "::" is in names of C++
			if t.Verb = verbs[strings.ToLower(key)]; t.Verb != None {
				rest = after
			}
		}
		var refused string
		rest, refused = t.scan(rest, has)
		t.Source = strings.TrimSpace(all[:len(all)-len(rest)])
		if refused == "" && t.Not && (t.Verb == Root || t.Verb == Self || t.Kind == Slower) {
			t.Text, refused = "", words.Say("{1} cannot be negated.", strings.TrimPrefix(t.Source, OffKey))
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

// blank returns a blank for any space.
func blank(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

// scan reads a term without its verb from the beginning of s and returns the rest of s. It returns a sentence and leaves
// Text empty if the term is invalid.
func (t *Term) scan(s string, has func(Kind) bool) (rest, refused string) {
	if pattern, after, ok := cutRegex(s); ok {
		return after, t.pattern(pattern)
	}
	whole, rest, _ := strings.Cut(s, " ")
	word := whole
	key, value, ok := strings.Cut(word, ":")
	if key = strings.ToLower(key); ok && keys[key] != Word && (keys[key] < Hash || has(keys[key])) {
		t.Kind, word = keys[key], value
	}
	if t.Quoted = strings.HasPrefix(word, `"`); t.Quoted { // including blanks
		word, rest, _ = strings.Cut(s[len(whole)-len(word)+1:], `"`)
		word = strings.TrimSuffix(word, " ")
	}
	refused = t.read(word)
	like := ""
	if ok && t.Kind == Word && !t.Quoted && value != "" && value[0] != ':' { // "::" is in names of C++
		like = meant(key, has)
	}
	switch {
	case like != "":
		t.Text, refused = "", words.Say("There is no term {1}. Did you mean {2}?", key+":", like+":")
	case t.Kind > Regex && !has(t.Kind):
		t.Text, refused = "", words.Say("This search does not support {1}", key+":")
	case t.Verb != None && (t.Kind == Thread || t.Kind == TID || t.Kind == Slower):
		t.Text, refused = "", words.Say(`A verb such as drop: needs methods: word, "whole name", /regex/, origin:own or wait:lock, not {1}`, key+":")
	}
	return rest, refused
}

// meant returns the key or verb that a word was probably meant for: one with a letter more, less, changed or exchanged with its
// neighbor. It returns "" for short words, and if no key is like it.
func meant(word string, has func(Kind) bool) string {
	for _, all := range []iter.Seq[string]{maps.Keys(keys), maps.Keys(verbs)} {
		for _, key := range slices.Sorted(all) {
			kind, isKey := keys[key]
			if (isKey && has(kind) || !isKey && has(Verbs)) && len(key) > 3 && oneApart(word, key) {
				return key
			}
		}
	}
	return ""
}

// oneApart reports whether two different words differ by one letter, or by the order of two neighbors.
func oneApart(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 1:
		return a[i:] == b[i+1:]
	case 0:
		return i < len(a) && (a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:])
	}
	return false
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
func (t *Term) read(text string) (refused string) {
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
	case Hash:
		n, err := strconv.ParseUint(text, 16, 32)
		t.Hash = uint32(n)
		if err != nil {
			t.Text = ""
		}
	case Slower:
		ns, ok := words.Instant(text)
		t.Ns = ns
		if text != "" && (!ok || ns == 0) {
			t.Text = ""
			return words.Say("slower: needs a time such as 10ms, not {1}.", strconv.Quote(text))
		}
	default:
		t.exact = hasUpper(text)
		if !t.Quoted && strings.Contains(text, "*") && len(text) <= longestRegex {
			t.re, _ = regexp.Compile(t.flags() + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*")) // nil for a word of invalid UTF-8
		}
	}
	return ""
}

// Filters reports whether a term only makes sense in a filter.
func (t *Term) Filters() bool { return t.Verb != None || t.Kind == Slower || t.Off }

// Terms caches the texts of the terms of a filter.
type Terms struct {
	text  string
	terms []string
}

// Of returns the texts of the terms of a filter, which must not change.
func (c *Terms) Of(filter string) []string {
	if filter != c.text {
		c.text, c.terms = filter, Parse(filter, OfMethods...).Sources()
	}
	return c.terms
}

// Sources returns the texts of the terms.
func (q *Query) Sources() (all []string) {
	for i := range q.Terms {
		all = append(all, q.Terms[i].Source)
	}
	return slices.Clip(all)
}

// Join returns the text of a query with some terms.
func Join(terms []string) string { return strings.Join(terms, " ") }

// HashOf returns the hash of a text, which is FNV-1a of 32 bits: the term "hash:" has it in hexadecimal digits. view.js
// computes the same.
func HashOf(text string) uint32 { return Hashed(2166136261, text) }

// Hashed continues a hash with a text.
func Hashed(hash uint32, text string) uint32 {
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}

// Hashing returns the term for a verb and the method with a name, or the methods of a class or package whose name ends in
// ".". A class includes those in it.
func Hashing(verb, name string) string {
	return verb + ":hash:" + strconv.FormatUint(uint64(HashOf(name)), 16)
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
