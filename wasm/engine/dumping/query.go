package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/render/words"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
	language "traceglass/wasm/query"
)

// A query is a search of the threads in dumps. It caches which stack lines each term matches,
// because thousands of threads have the same line.
type query struct {
	*language.Query
	lines []found // by term
}

// found caches the matches of a term in the stack lines of a file.
type found struct {
	file  *file
	match []cached // by PlaceID, of file
}

// parseQuery parses a search. It supports the verbs of filters that select stacks: through, under and drop.
func parseQuery(text string) *query {
	q := language.Parse(text, language.State, language.TID, language.Thread, language.Slower, language.Verbs)
	q.Terms = slices.DeleteFunc(q.Terms, func(t language.Term) bool {
		var says words.Text
		switch {
		case t.Verb == language.Root || t.Verb == language.Self || t.Verb == language.Merge:
			says = "{1} changes the paths of a trace. A search of dumps selects threads, and shows their whole stacks."
		case t.Kind == language.Slower:
			says = "{1} needs the times of calls. Dumps have none."
		}
		if says != "" && q.Refused == "" {
			verb, _, _ := strings.Cut(strings.TrimPrefix(t.Source, language.OffKey), ":")
			q.Refused = words.Say(says, verb+":")
		}
		return says != "" || t.Off
	})
	return &query{q, make([]found, len(q.Terms))}
}

// inStack reports whether a verb keeps a stack: a frame has the k-th term, and of under, it called another.
func (q *query) inStack(k int, f *file, t *dump.Thread) bool {
	verb := q.Terms[k].Verb
	if t != nil {
		for row := t.FirstRow; row < t.EndRow; row++ { // from the innermost frame
			if q.inLine(k, f, f.d.Stack[row].Place) && (verb != language.Under || row > t.FirstRow) {
				return verb != language.Drop
			}
		}
	}
	return verb == language.Drop
}

// inLine reports whether the k-th term is in a stack line.
func (q *query) inLine(k int, f *file, place dump.PlaceID) bool {
	l := &q.lines[k]
	if l.file != f {
		*l = found{f, make([]cached, f.d.Places())}
	}
	if l.match[place] == notAsked {
		frame := f.d.Frame(place)
		l.match[place] = no
		n, readable := f.readable.Of(frame.Class, frame.Method)
		if q.Terms[k].In(frame.Text) || readable && q.Terms[k].In(n.Text()) {
			l.match[place] = yes
		}
	}
	return l.match[place] == yes
}

// classWords are the search words for the classes of states.
var classWords = [...]string{
	message.StateUnknown: "unknown", message.StateRunning: "running", message.StateInNative: "native", message.StateBlocked: "blocked",
	message.StateWaiting: "waiting", message.StateTimed: "timed", message.StateInMachine: "machine", message.StateEnded: "ended",
}

// holds reports whether the k-th term is true of the i-th thread of a process, without its
// negation.
func (q *query) holds(k int, p *process, i int) bool {
	r, t := &p.rows[i], &q.Terms[k]
	if t.Verb != language.None {
		return q.inStack(k, p.file, p.thread(i))
	}
	switch t.Kind {
	case language.State:
		return strings.HasPrefix(classWords[r.Class], t.Text) || strings.Contains(strings.ToLower(r.State), t.Text) && r.Class == classOf(r.State) // the heap's daemon is Blocked only in name
	case language.TID:
		return t.TID != 0 && (r.Tid == t.TID || r.SysTid == t.TID)
	case language.Thread:
		return t.In(r.Name)
	}
	if t.In(p.keys[i]) {
		return true
	}
	d, thread := p.file.d, p.thread(i)
	if thread == nil {
		return false
	}
	for row := thread.FirstRow; row < thread.EndRow; row++ {
		if q.inLine(k, p.file, d.Stack[row].Place) {
			return true
		}
	}
	return false
}

// finds reports whether all terms are true of the i-th thread of a process.
func (q *query) finds(p *process, i int) bool {
	for k := range q.Terms {
		if q.holds(k, p, i) == q.Terms[k].Not {
			return false
		}
	}
	return true
}

// hits returns which names the query marks: those that contain one of its words or patterns and
// no negated one. It returns nil if the query has no word or pattern.
func (q *query) hits(names []string) []bool {
	wanted := false
	for i := range q.Terms {
		t := &q.Terms[i]
		wanted = wanted || t.Names() && !leavesOut(t)
	}
	if !wanted {
		return nil
	}
	all := make([]bool, len(names))
	for n, name := range names {
		for i := range q.Terms {
			if t := &q.Terms[i]; t.Names() && t.In(name) {
				if all[n] = !leavesOut(t); !all[n] {
					break
				}
			}
		}
	}
	return all
}

// leavesOut reports whether a term excludes the lines that have it.
func leavesOut(t *language.Term) bool { return t.Not != (t.Verb == language.Drop) }

// parsedQuery returns the parsed query of a text, cached.
func (ds *dumps) parsedQuery(text string) *query {
	if ds.query == nil || ds.query.Text != text {
		ds.query = parseQuery(text)
	}
	return ds.query
}

// answerQuery returns whether a query is valid, and which of some threads it finds.
func (ds *dumps) answerQuery(req *message.Query, stage *graph.Stage) message.Body {
	q := ds.parsedQuery(req.Text)
	reply := &message.QueryReply{Text: req.Text, Refused: valid(q.Refused)}
	finds := func(thread uint32) bool {
		p, t := ds.at(thread)
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

// tally formats how many of the shown items were found.
func tally(found, of int, one, many words.Text) string {
	return words.Say("{1} of {2}", words.Count(int64(found)), words.Plural(int64(of), one, many))
}

// found reports whether a query finds a thread, by its row in the dump. A query without terms
// finds all.
func (p *process) found(q *query, thread int) bool {
	if len(q.Terms) == 0 {
		return true
	}
	p.all()
	return q.finds(p, thread-p.block.FirstThread)
}
