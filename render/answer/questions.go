package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/profile"
	"traceglass/render/words"
)

// A Request is one question.
type Request struct {
	Question string        // the name of a Question
	About    string        // what the question is about: a handle or a name; "" for everything
	Thread   string        // of a trace: a handle, name, id or pool; "" for main, or for all threads where the question is about methods
	From, To int64         // of a trace: ns since the recording began; To is 0 for its end
	Clock    profile.Clock // of a trace: the clock of order and shares
	HasClock bool          // otherwise the trace's usual clock
	Over     int64         // of slowest: count the calls that take longer, in ns; 0 for none
}

// Kinds are the kinds of files that a question is about.
type Kinds uint8

// The kinds of files.
const (
	OfTrace Kinds = 1 << iota // a method trace or a recording of samples
	OfDumps                   // thread dumps
	OfPile                    // many thread dumps, of one file or of several
	OfPair                    // two traces
)

// A Question is one that an answer exists for.
type Question struct {
	Name    string
	Purpose string // the answer in words, for the help
	About   string // the kind of Request.About: "METHOD", or "" if the question takes nothing
	Needs   bool   // About is required
	Over    bool   // Request.Over applies
	Of      Kinds

	trace func(*Trace, *Request) (*Answer, error)
	dumps func(*Dumps, *Request) (*Answer, error)
	pile  func(*Pile, *Request) (*Answer, error)
}

// Questions lists all questions, in the order of the help.
var Questions = []Question{
	{Name: "overview", Purpose: "where the time of main, or of another thread, went; of thread dumps, which processes there are, and what main does in each", Of: OfTrace | OfDumps,
		trace: (*Trace).overview, dumps: (*Dumps).overview},
	{Name: "findings", Purpose: "what stands out, with the calls that prove it", Of: OfTrace | OfDumps,
		trace: (*Trace).findings, dumps: (*Dumps).verdict},
	{Name: "why", Purpose: "why a method, a call, a range of time, a finding, a part of the overview, a cause or a thread takes its time", About: "METHOD|CALL|RANGE|HANDLE", Needs: true, Of: OfTrace | OfDumps | OfPile,
		trace: (*Trace).why, dumps: (*Dumps).thread, pile: (*Pile).why},
	{Name: "methods", Purpose: "the methods with the most exclusive time, or those whose name contains a word", About: "WORD", Of: OfTrace,
		trace: (*Trace).methods},
	{Name: "callers", Purpose: "what calls a method, and how much time each caller accounts for", About: "METHOD", Needs: true, Of: OfTrace,
		trace: (*Trace).callers},
	{Name: "callees", Purpose: "what a method calls, and how much time each callee takes", About: "METHOD", Needs: true, Of: OfTrace,
		trace: (*Trace).callees},
	{Name: "path", Purpose: "the stack that leads to a call, or to the longest call of a method", About: "METHOD|CALL", Needs: true, Of: OfTrace,
		trace: (*Trace).path},
	{Name: "slowest", Purpose: "the longest calls of a method, with their distribution; without a method, the longest frames and messages", About: "METHOD", Over: true, Of: OfTrace,
		trace: (*Trace).slowest},
	{Name: "waits", Purpose: "what a thread waits for, by cause; of thread dumps, which threads wait for which", About: "CAUSE", Of: OfTrace | OfDumps,
		trace: (*Trace).waits, dumps: (*Dumps).waits},
	{Name: "thread", Purpose: "the threads and their times, or one thread: its methods; of thread dumps, its stack and locks", About: "THREAD", Of: OfTrace | OfDumps,
		trace: (*Trace).thread, dumps: (*Dumps).thread},
	{Name: "verdict", Purpose: "why the main thread of a process does not answer, with the lines that show it", About: "PROCESS", Of: OfDumps,
		dumps: (*Dumps).verdict},
	{Name: "causes", Purpose: "how often each cause occurs in many thread dumps; of the causes that contain a word, also in which dumps", About: "WORD", Of: OfPile,
		pile: (*Pile).causes},
	{Name: "lines", Purpose: "lines of a thread dump as they are in the file", About: "LINE..LINE", Needs: true, Of: OfDumps,
		dumps: (*Dumps).lines},
	{Name: "diff", Purpose: "what changed from trace A to trace B: findings, and methods by exclusive time, or those whose name contains a word", About: "WORD", Of: OfPair},
}

// Reads returns the kinds of files that a question about something reads.
func (q *Question) Reads(about string) Kinds {
	switch {
	case q.Of&OfPair != 0:
		return OfTrace
	case aboutCause(about):
		return OfPile
	}
	return q.Of
}

// Named returns a question, or an error that lists all.
func Named(name string) (*Question, error) {
	if at := slices.IndexFunc(Questions, func(q Question) bool { return q.Name == name }); at >= 0 {
		return &Questions[at], nil
	}
	var all []string
	for i := range Questions {
		all = append(all, Questions[i].Name)
	}
	return nil, fmt.Errorf("there is no question %q; there are %s", clipped(name, 80), strings.Join(all, ", "))
}

// A Subject answers questions: a *Trace, *Dumps or *Pile.
type Subject interface {
	kind() Kinds
	ask(q *Question, r *Request) (*Answer, error)
}

// kindNames complete "this is".
var kindNames = map[Kinds]string{OfTrace: "a trace", OfDumps: "a file of thread dumps", OfPile: "a pile of thread dumps", OfPair: "a pair of traces"}

// Ask answers a question. Its sentences are English. An error is one sentence on the fault of the question.
func Ask(s Subject, r Request) (a *Answer, err error) {
	q, err := Named(r.Question)
	if err != nil {
		return nil, err
	}
	if q.Of&s.kind() == 0 {
		var fit []string
		for i := range Questions {
			if Questions[i].Of&s.kind() != 0 {
				fit = append(fit, Questions[i].Name)
			}
		}
		return nil, fmt.Errorf("%s does not apply, because this is %s. Ask one of %s", q.Name, kindNames[s.kind()], strings.Join(fit, ", "))
	}
	if q.Needs && strings.TrimSpace(r.About) == "" {
		return nil, fmt.Errorf("%s needs to know what it is about: %s", q.Name, q.About)
	}
	if q.About == "" && r.About != "" {
		return nil, fmt.Errorf("%s takes nothing but a file", q.Name)
	}
	if r.From < 0 || r.To < 0 || r.To > 0 && r.To <= r.From {
		return nil, errors.New("the range ends before it begins")
	}
	words.InEnglish(func() string {
		a, err = s.ask(q, &r)
		return ""
	})
	if err != nil {
		return nil, err
	}
	a.Schema = Schema
	a.title(q.Name)
	a.File = clipped(a.File, mostName)
	return a, nil
}
