package dumping

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"traceglass/parser/dump"
	"traceglass/render/words"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

// A query is what the user searches the threads of dumps for, taken apart. All of its terms
// must hold:
//
//	word          in the name, state, locks or any frame
//	"two words"   the same, with the blank
//	/regex/       the same, by a regular expression
//	state:word    in the state as printed, or the class of states
//	tid:14        the machine's number of the thread, or the kernel's
//	-term         a term that must not hold
//
// Case is ignored where a term has no upper-case letter.
type query struct {
	text    string
	terms   []term
	refused string // a sentence on a term that cannot be read, which is left out; ""
}

// A term is one of a query's. What it finds in stack lines is kept, a line being the same in
// thousands of threads.
type term struct {
	kind  termKind
	not   bool
	exact bool // case counts
	text  string
	re    *regexp.Regexp // of regexTerm
	tid   int            // of tidTerm

	file  *file
	match []answer // by PlaceID, of file
}

type termKind uint8

const (
	wordTerm termKind = iota
	regexTerm
	stateTerm
	tidTerm
)

// Bounds on a query: longer ones were not meant as one.
const (
	mostTerms    = 20
	longestRegex = 1000 // bytes
)

// parseQuery takes a query apart. It reads any text.
func parseQuery(text string) *query {
	q := &query{text: text}
	for rest := strings.TrimSpace(text); rest != "" && len(q.terms) < mostTerms; rest = strings.TrimSpace(rest) {
		var t term
		if t.not = rest[0] == '-'; t.not {
			if rest = rest[1:]; rest == "" || rest[0] == ' ' {
				continue // what is not wanted has not been written yet
			}
		}
		switch pattern, after, ok := cutRegex(rest); {
		case ok:
			t.kind, t.text, rest = regexTerm, pattern, after
		case rest[0] == '"':
			t.text, rest, _ = strings.Cut(rest[1:], `"`)
		default:
			t.text, rest, _ = strings.Cut(rest, " ")
		}
		if q.refused == "" {
			q.refused = t.compile()
		} else {
			t.compile()
		}
		if t.text != "" {
			q.terms = append(q.terms, t)
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

// compile finds what kind of term t is. Of one that cannot be read it takes the text, and says
// why.
func (t *term) compile() (refused string) {
	t.exact = strings.IndexFunc(t.text, unicode.IsUpper) >= 0
	if t.kind == regexTerm {
		pattern := t.text
		t.text = ""
		if len(pattern) > longestRegex {
			return words.T("The pattern is too long to search for.")
		}
		flags := "(?i)"
		if t.exact {
			flags = ""
		}
		re, err := regexp.Compile(flags + pattern)
		if bad, ok := errors.AsType[*syntax.Error](err); ok {
			return words.Say("The pattern /{1}/ cannot be read: {2}.", pattern, bad.Code.String())
		}
		t.re, t.text = re, pattern
		return ""
	}
	switch key, value, _ := strings.Cut(t.text, ":"); strings.ToLower(key) {
	case "state":
		t.kind, t.text = stateTerm, strings.ToLower(value)
	case "tid":
		n, err := strconv.Atoi(value)
		t.kind, t.text, t.tid = tidTerm, value, n
		if err != nil && value != "" {
			t.text = ""
			return words.Say("After tid: a number is wanted, not {1}.", strconv.Quote(value))
		}
	}
	return ""
}

// in reports whether a term of words or a pattern is in a text.
func (t *term) in(text string) bool {
	switch {
	case t.re != nil:
		return t.re.MatchString(text)
	case !t.exact:
		text = strings.ToLower(text)
	}
	return strings.Contains(text, t.text)
}

// inLine is in of a stack line.
func (t *term) inLine(f *file, place dump.PlaceID) bool {
	if t.file != f {
		t.file, t.match = f, make([]answer, f.d.Places())
	}
	if t.match[place] == notAsked {
		frame := f.d.Frame(place)
		t.match[place] = no
		if t.in(frame.Text) {
			t.match[place] = yes
		}
	}
	return t.match[place] == yes
}

// classWords are how a class of states is asked for.
var classWords = [...]string{
	message.StateUnknown: "unknown", message.StateRunning: "running", message.StateInNative: "native", message.StateBlocked: "blocked",
	message.StateWaiting: "waiting", message.StateTimed: "timed", message.StateInMachine: "machine", message.StateEnded: "ended",
}

// holds reports whether a term is true of the i-th thread of a process, whatever its not.
func (t *term) holds(p *process, i int) bool {
	r := &p.rows[i]
	switch t.kind {
	case stateTerm:
		return strings.HasPrefix(classWords[r.Class], t.text) || strings.Contains(strings.ToLower(r.State), t.text) && r.Class == classOf(r.State) // one is Blocked in name only
	case tidTerm:
		return t.tid != 0 && (r.Tid == t.tid || r.SysTid == t.tid)
	}
	if t.in(p.keys[i]) {
		return true
	}
	d, thread := p.file.d, p.thread(i)
	if thread == nil {
		return false
	}
	for row := thread.FirstRow; row < thread.EndRow; row++ {
		if t.inLine(p.file, d.Stack[row].Place) {
			return true
		}
	}
	return false
}

// finds reports whether all terms hold of the i-th thread of a process.
func (q *query) finds(p *process, i int) bool {
	for k := range q.terms {
		if t := &q.terms[k]; t.holds(p, i) == t.not {
			return false
		}
	}
	return true
}

// hits are which of some names the query finds, nil if it says nothing of names: one of its
// words or patterns is in them, and none of those that are not wanted.
func (q *query) hits(names []string) []bool {
	wanted := false
	for i := range q.terms {
		t := &q.terms[i]
		wanted = wanted || t.kind <= regexTerm && !t.not
	}
	if !wanted {
		return nil
	}
	all := make([]bool, len(names))
	for n, name := range names {
		for i := range q.terms {
			if t := &q.terms[i]; t.kind <= regexTerm && t.in(name) {
				if all[n] = !t.not; t.not {
					break
				}
			}
		}
	}
	return all
}

// asked is the query of a text, taken apart once.
func (m *Room) asked(text string) *query {
	if m.query == nil || m.query.text != text {
		m.query = parseQuery(text)
	}
	return m.query
}

// answerQuery says whether a query can be read, and which of some threads it finds.
func (m *Room) answerQuery(req *message.Query, stage *graph.Stage) message.Body {
	q := m.asked(req.Text)
	reply := &message.QueryReply{Text: req.Text, Refused: valid(q.refused)}
	finds := func(thread uint32) bool {
		p, t := m.at(thread)
		return p != nil && p.found(q, t)
	}
	nodes := stage.Nodes(req.Graph)
	for i := range nodes {
		if n := &nodes[i]; finds(n.Number) || slices.ContainsFunc(n.Like, finds) {
			reply.Found = append(reply.Found, uint32(i))
		}
	}
	reply.Tally = tally(len(reply.Found), len(nodes), "box", "boxes")
	return reply
}

// tally says how many of what is shown were found.
func tally(found, of int, one, many words.Text) string {
	return words.Say("{1} of {2}", words.Count(int64(found)), words.Plural(int64(of), one, many))
}

// found reports whether a query finds a thread, a row of the dump; one without terms finds all.
func (p *process) found(q *query, thread int) bool {
	if len(q.terms) == 0 {
		return true
	}
	p.all()
	return q.finds(p, thread-p.block.FirstThread)
}
