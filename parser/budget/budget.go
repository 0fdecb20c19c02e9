// Package budget is the arrow profiles → breaches. It checks runs of a trace against a file of
// rules on calls and times, and optionally against runs of a base.
package budget

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/story"
	"traceglass/parser/trace"
)

// A Budget holds the rules of a file.
type Budget struct {
	Rules           []Rule
	AllowIncomplete bool // an incomplete recording may show that a limit is kept

	firstFrame *runs.Pattern
}

// firstFrame is the value of Before for the default point; defaultFirst is its method.
const (
	firstFrame   = "first frame"
	defaultFirst = "android.view.Choreographer.doFrame"
)

// A Rule limits the total of all methods that its pattern matches.
type Rule struct {
	Name     string        // may be ""
	Line     int           // line of [[rule]], from 1
	Pattern  *runs.Pattern // nil for a rule on findings
	Finding  string        // rule of parser/story whose findings it limits, or "*" for all; "" for a rule on methods
	Before   string        // end of the counted range, "" for no end: "first frame" or a method's pattern
	Thread   string        // name or pool, "" for all; with Before the thread of that call
	Clock    profile.Clock
	Optional bool // it may match no method of any trace
	Limits   []Limit

	until   *runs.Pattern
	matched bool // some trace has a matching method
	at      map[string]int
}

// A Kind is the figure that a Limit applies to.
type Kind string

// The keys of limits, in the order of reports: those that do not depend on the machine come first.
const (
	Calls     Kind = "calls"      // calls at most
	MoreCalls Kind = "more-calls" // largest number of calls above the base's
	New       Kind = "new"        // largest number of methods that every run calls, or of findings that it has, and no run of the base does
	Findings  Kind = "findings"   // findings at most
	Time      Kind = "time"       // inclusive: while any of the methods was on the stack
	Self      Kind = "self"       // exclusive
	Slower    Kind = "slower"     // largest inclusive time above the base's
)

// A Limit is the largest allowed value of one figure.
type Limit struct {
	Kind  Kind
	Line  int
	Most  int64   // calls, methods, findings, or ns
	Share float64 // for Slower, a share of the base's time; then Most is 0
}

// Base reports whether a limit is on a change, which needs a base.
func (k Kind) Base() bool { return k == MoreCalls || k == New || k == Slower }

// Timed reports whether a limit is on a time. All others are on counts.
func (k Kind) Timed() bool { return k == Time || k == Self || k == Slower }

// file is the decoded text of a budget.
type file struct {
	FirstFrame      string     `toml:"first-frame"`
	AllowIncomplete bool       `toml:"allow-incomplete"`
	Rule            []ruleText `toml:"rule"`
}

type ruleText struct {
	Name      string `toml:"name"`
	Method    string `toml:"method"`
	Class     string `toml:"class"`
	Package   string `toml:"package"`
	Finding   string `toml:"finding"`
	Before    string `toml:"before"`
	Thread    string `toml:"thread"`
	Clock     string `toml:"clock"`
	Optional  bool   `toml:"optional"`
	Calls     *int64 `toml:"calls"`
	MoreCalls *int64 `toml:"more-calls"`
	New       *int64 `toml:"new"`
	Findings  *int64 `toml:"findings"`
	Time      string `toml:"time"`
	Self      string `toml:"self"`
	Slower    string `toml:"slower"`
}

// mostBytes is the largest size of a budget.
const mostBytes = 1 << 20

// An Error is a mistake in a budget, with its line.
type Error struct {
	Line int // from 1; 0 for errors about the whole file
	Err  error
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

func errorf(line int, format string, args ...any) error {
	return &Error{line, fmt.Errorf(format, args...)}
}

// Parse parses a budget. Its errors are *Error.
func Parse(data []byte) (*Budget, error) {
	if len(data) > mostBytes {
		return nil, errorf(0, "a budget of %d bytes is longer than %d", len(data), mostBytes)
	}
	var f file
	if err := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields().Decode(&f); err != nil {
		if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(unknown.Errors) > 0 {
			line, _ := unknown.Errors[0].Position()
			return nil, errorf(line, "unknown key %q; a rule has the keys %s", strings.Join(unknown.Errors[0].Key(), "."), strings.Join(ruleKeys, ", "))
		}
		if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := wrong.Position()
			if err := wrongType(lines(data), line, wrong.Error()); err != nil {
				return nil, err
			}
			return nil, errorf(line, "%s", strings.TrimPrefix(wrong.Error(), "toml: "))
		}
		return nil, errorf(0, "%v", err)
	}
	places := lines(data)
	if len(f.Rule) == 0 {
		return nil, errorf(0, "it has no [[rule]]: add at least one")
	}
	if len(places.rules) != len(f.Rule) {
		return nil, errorf(places.top["rule"], "write each rule as a table of its own, [[rule]]")
	}
	b := &Budget{AllowIncomplete: f.AllowIncomplete}
	if f.FirstFrame == "" {
		f.FirstFrame = defaultFirst
	}
	var err error
	if b.firstFrame, err = runs.NewPattern("method", f.FirstFrame); err != nil {
		return nil, errorf(places.top["first-frame"], "first-frame: %w", err)
	}
	for i := range f.Rule {
		rule, err := f.Rule[i].rule(places.rules[i], b)
		if err != nil {
			return nil, err
		}
		b.Rules = append(b.Rules, rule)
	}
	return b, nil
}

// wrongType returns an error that says what to write if message, of the decoder, is about a value of the wrong type.
func wrongType(at places, line int, message string) error {
	_, after, ok := strings.Cut(message, "cannot decode TOML ")
	if !ok {
		return nil
	}
	kind, _, _ := strings.Cut(after, " ")
	for _, keys := range append(at.rules, at.top) {
		for key, on := range keys {
			if on != line || key == "" {
				continue
			}
			switch Kind(key) {
			case Time, Self:
				return errorf(line, `%s is of the type %s, want a time in quotes, such as "80ms"`, key, kind)
			case Slower:
				return errorf(line, `%s is of the type %s, want a share or a time in quotes, such as "10%%" or "5ms"`, key, kind)
			case Calls, MoreCalls, New, Findings:
				return errorf(line, "%s is of the type %s, want a whole number without quotes, such as 3", key, kind)
			case "optional", "allow-incomplete":
				return errorf(line, "%s is of the type %s, want true or false, without quotes", key, kind)
			}
			return errorf(line, "%s is of the type %s, want text in quotes", key, kind)
		}
	}
	return nil
}

var ruleKeys = []string{"name", "method", "class", "package", "finding", "before", "thread", "clock", "optional", "calls", "more-calls", "new", "findings", "time", "self", "slower"}

// firstLimit is the first of ruleKeys that is a limit.
const firstLimit = 9

// rule checks one rule. At holds the lines of its keys; "" is the line of [[rule]].
func (t *ruleText) rule(at map[string]int, b *Budget) (Rule, error) {
	r := Rule{Name: t.Name, Line: at[""], Before: t.Before, Thread: t.Thread, Optional: t.Optional, at: at}
	given := 0
	for _, p := range []struct{ kind, text string }{{"method", t.Method}, {"class", t.Class}, {"package", t.Package}} {
		if _, ok := at[p.kind]; !ok {
			continue
		}
		var err error
		if r.Pattern, err = runs.NewPattern(p.kind, p.text); err != nil {
			return r, errorf(at[p.kind], "%w", err)
		}
		given++
	}
	if _, ok := at["finding"]; ok {
		given++
		r.Finding, r.matched = t.Finding, true
		if err := r.onFindings(at); err != nil {
			return r, err
		}
	} else if line, ok := at[string(Findings)]; ok {
		return r, errorf(line, "findings limits findings: name their rule with finding")
	}
	if given != 1 {
		return r, errorf(r.Line, "a rule needs one of method, class, package and finding, but has %d", given)
	}
	switch {
	case t.Before == firstFrame:
		r.until = b.firstFrame
	case t.Before != "":
		var err error
		if r.until, err = runs.NewPattern("method", t.Before); err != nil {
			return r, errorf(at["before"], "before: %w", err)
		}
	}
	switch t.Clock {
	case "", "wall":
	case "cpu":
		r.Clock = profile.CPU
	case "waiting":
		r.Clock = profile.Waiting
	default:
		return r, errorf(at["clock"], "clock is %q, want wall, cpu or waiting", t.Clock)
	}
	for _, n := range []struct {
		kind Kind
		most *int64
	}{{Calls, t.Calls}, {MoreCalls, t.MoreCalls}, {New, t.New}, {Findings, t.Findings}} {
		if n.most == nil {
			continue
		}
		if *n.most < 0 {
			return r, errorf(at[string(n.kind)], "%s is %d, want 0 or more", n.kind, *n.most)
		}
		r.Limits = append(r.Limits, Limit{Kind: n.kind, Line: at[string(n.kind)], Most: *n.most})
	}
	for _, d := range []struct {
		kind Kind
		text string
	}{{Time, t.Time}, {Self, t.Self}, {Slower, t.Slower}} {
		line, ok := at[string(d.kind)]
		if !ok {
			continue
		}
		l := Limit{Kind: d.kind, Line: line}
		share, percent := strings.CutSuffix(d.text, "%")
		if percent && d.kind == Slower {
			v, err := strconv.ParseFloat(strings.TrimSpace(share), 64)
			if err != nil || !(v >= 0 && v <= 1e6) {
				return r, errorf(line, `slower is %q, want a share such as "10%%" or a time such as "5ms"`, d.text)
			}
			l.Share = v / 100
		} else {
			v, err := time.ParseDuration(strings.Join(strings.Fields(d.text), "")) // reports print 80 ms
			if err != nil || v < 0 {
				return r, errorf(line, `%s is %q, want a time such as "80ms"`, d.kind, d.text)
			}
			l.Most = int64(v)
		}
		r.Limits = append(r.Limits, l)
	}
	if len(r.Limits) == 0 {
		return r, errorf(r.Line, "a rule needs a limit, one of %s", strings.Join(ruleKeys[firstLimit:], ", "))
	}
	return r, nil
}

// onFindings checks a rule on findings.
func (r *Rule) onFindings(at map[string]int) error {
	if findingRules(r.Finding) == nil {
		var names []string
		for rule := range story.Rules {
			names = append(names, rule.String())
		}
		return errorf(at["finding"], "finding is %q, want one of %s, or * for all", r.Finding, strings.Join(names, ", "))
	}
	for _, key := range []string{"before", "clock", string(Calls), string(MoreCalls), string(Time), string(Self), string(Slower)} {
		if line, ok := at[key]; ok {
			return errorf(line, "a rule on findings has no %s; its limits are findings and new", key)
		}
	}
	return nil
}

// places holds the lines of a budget's keys.
type places struct {
	top   map[string]int
	rules []map[string]int // by rule; "" is the line of [[rule]]
}

// lines returns the lines of the keys of a decodable budget.
func lines(data []byte) places {
	at := places{top: map[string]int{}}
	line, from := 1, 0 // of the last key, with its offset: keys come in order, so each byte is scanned once
	var p unstable.Parser
	p.Reset(data)
	keys := at.top
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.KeyValue && e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		key := e.Key()
		if !key.Next() {
			continue
		}
		node := key.Node()
		line += bytes.Count(data[from:node.Raw.Offset], []byte("\n"))
		from = int(node.Raw.Offset)
		switch name := string(node.Data); e.Kind {
		case unstable.KeyValue:
			keys[name] = line
		case unstable.Table:
			keys = map[string]int{}
		default:
			keys = map[string]int{"": line}
			at.rules = append(at.rules, keys)
		}
	}
	return at
}

// Needs returns an error that names a rule with a limit on a change, which needs a base. It returns
// nil if no rule has one.
func (b *Budget) Needs() error {
	for i := range b.Rules {
		for _, l := range b.Rules[i].Limits {
			if l.Kind.Base() {
				return errorf(l.Line, "%s limits a change: give the runs to compare with, with -base", l.Kind)
			}
		}
	}
	return nil
}

// markMatched notes which rules name a method of a trace.
func (b *Budget) markMatched(info *trace.Info, called func(m int) bool) {
	for i := range b.Rules {
		r := &b.Rules[i]
		for m := 0; m < len(info.Methods) && !r.matched; m++ {
			r.matched = called(m) && r.Pattern.Match(&info.Methods[m])
		}
	}
}

// Unmatched returns an error for the first rule that matches no method of any added trace.
func (b *Budget) Unmatched() error {
	for i := range b.Rules {
		if r := &b.Rules[i]; !r.matched && !r.Optional {
			return errorf(r.at[r.Pattern.Kind()], "%s %q matches no call of any trace; if that is fine, set optional = true", r.Pattern.Kind(), r.Pattern)
		}
	}
	return nil
}
