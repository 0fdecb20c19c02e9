//go:build !js

package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"traceglass/parser/profile"
	"traceglass/render/answer"
	"traceglass/render/words"
)

// A tool is a question with its arguments.
type tool struct {
	question  *answer.Question
	arguments []*argument
}

// An argument is one that tools take. Its value is a string, except that of limit.
type argument struct {
	name   string
	about  string
	values []string // nil for any
	fits   func(q *answer.Question) bool
	needed func(q *answer.Question) bool // nil for never
	set    func(c *query, text string) error
}

// A query is what a client asks.
type query struct {
	files   [2]string
	needs   int // how many of files
	request answer.Request
	format  answer.Format
	limit   int
}

// listing is the tool that lists files.
var listing = answer.Question{Name: "files", Purpose: "the files below the folders of this server, with their sizes, and what they are by their names"}

// tools lists the tools: files, and one for each question.
func tools() (all []*tool) {
	for _, q := range append([]*answer.Question{&listing}, pointers(answer.Questions)...) {
		t := &tool{question: q}
		for i := range arguments {
			if arguments[i].fits(q) {
				t.arguments = append(t.arguments, &arguments[i])
			}
		}
		all = append(all, t)
	}
	return all
}

func pointers(all []answer.Question) (to []*answer.Question) {
	for i := range all {
		to = append(to, &all[i])
	}
	return to
}

func ofPair(q *answer.Question) bool  { return q.Of&answer.OfPair != 0 }
func ofFile(q *answer.Question) bool  { return q.Of != 0 && !ofPair(q) }
func ofTrace(q *answer.Question) bool { return q.Of&(answer.OfTrace|answer.OfPair) != 0 }
func always(*answer.Question) bool    { return true }

// limit is the argument that is a number.
const limit = "limit"

// arguments lists all arguments of tools.
var arguments = []argument{
	{name: "folder", about: "list only this folder, and the folders in it", fits: func(q *answer.Question) bool { return q == &listing }, set: setFile(0)},
	{name: "file", about: "a file, as the tool files lists it; FILE.zip/NAME for a file in a zip file; a folder or a zip file for many dumps", fits: ofFile, needed: ofFile, set: setFile(0)},
	{name: "a", about: "the trace before the change", fits: ofPair, needed: ofPair, set: setFile(0)},
	{name: "b", about: "the trace after the change", fits: ofPair, needed: ofPair, set: setFile(1)},
	{name: "about", about: "the subject of the question: ", fits: func(q *answer.Question) bool { return q.About != "" }, needed: func(q *answer.Question) bool { return q.Needs },
		set: func(c *query, text string) error { c.request.About = text; return nil }},
	{name: "thread", about: "of a trace: only this thread, by its handle, name, id or pool", fits: ofTrace,
		set: func(c *query, text string) error { c.request.Thread = text; return nil }},
	{name: "from", about: "of a trace: the begin of a range, such as 1.25s or 300ms after the recording began", fits: ofTrace,
		set: func(c *query, text string) error { return setTime(&c.request.From, text) }},
	{name: "to", about: "of a trace: the end of a range", fits: ofTrace,
		set: func(c *query, text string) error { return setTime(&c.request.To, text) }},
	{name: "clock", about: "of a trace: the clock of order and shares", values: []string{"wall", "cpu", "waiting"}, fits: ofTrace, set: setClock},
	{name: "over", about: "count the calls that take longer than this time, such as 16ms", fits: func(q *answer.Question) bool { return q.Over },
		set: func(c *query, text string) error { return setTime(&c.request.Over, text) }},
	{name: "format", about: "how the answer is written", values: []string{string(answer.Text), string(answer.JSON), string(answer.Markdown)}, fits: always,
		set: func(c *query, text string) error { c.format = answer.Format(text); return nil }},
	{name: limit, about: "the largest size of the answer in bytes", fits: always},
}

func setFile(i int) func(*query, string) error {
	return func(c *query, text string) error {
		c.files[i] = text
		return nil
	}
}

func setTime(to *int64, text string) error {
	ns, ok := words.Instant(text)
	if !ok {
		return errors.New("must be a time, such as 1.25s or 300ms")
	}
	*to = ns
	return nil
}

func setClock(c *query, text string) error {
	c.request.HasClock = true
	c.request.Clock = map[string]profile.Clock{"wall": profile.Wall, "cpu": profile.CPU, "waiting": profile.Waiting}[text]
	return nil
}

// description describes the tool.
func (t *tool) description() string {
	text := "Answers " + t.question.Purpose + "."
	switch of := t.question.Of; {
	case t.question == &listing:
		text = "Lists " + t.question.Purpose + "."
	case of == answer.OfTrace:
		text += " For traces."
	case of&answer.OfTrace != 0:
		text += " For traces and thread dumps."
	case of&(answer.OfDumps|answer.OfPile) != 0:
		text += " For thread dumps."
	}
	return text
}

// schema returns the schema of the arguments.
func (t *tool) schema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}}
	for _, a := range t.arguments {
		p := &jsonschema.Schema{Type: "string", Description: a.about}
		switch {
		case a.name == limit:
			p.Type, p.Minimum, p.Maximum = "integer", jsonschema.Ptr(float64(answer.Limit(1))), jsonschema.Ptr(float64(answer.Limit(1<<62)))
			p.Default = json.RawMessage(fmt.Sprint(answer.DefaultLimit))
		case a.name == "about":
			p.Description += t.question.About
		}
		for _, v := range a.values {
			p.Enum = append(p.Enum, v)
		}
		s.Properties[a.name] = p
		s.PropertyOrder = append(s.PropertyOrder, a.name)
		if a.needed != nil && a.needed(t.question) {
			s.Required = append(s.Required, a.name)
		}
	}
	return s
}

// parse reads the arguments of a call. Its errors are sentences.
func (t *tool) parse(raw json.RawMessage) (*query, error) {
	c := &query{request: answer.Request{Question: t.question.Name}, format: answer.Text, needs: 1}
	if ofPair(t.question) {
		c.needs = 2
	}
	given := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(raw)) > 0 {
		if err := json.Unmarshal(raw, &given); err != nil {
			return nil, errors.New("the arguments must be a JSON object")
		}
	}
	for name := range given {
		if !slices.ContainsFunc(t.arguments, func(a *argument) bool { return a.name == name }) {
			return nil, fmt.Errorf("%s has no argument %s. It has %s", t.question.Name, answer.Clean(name), strings.Join(t.names(), ", "))
		}
	}
	for _, a := range t.arguments {
		value, ok := given[a.name]
		if !ok || string(value) == "null" {
			if a.needed != nil && a.needed(t.question) {
				return nil, fmt.Errorf("%s needs the argument %s: %s", t.question.Name, a.name, a.about)
			}
			continue
		}
		if a.name == limit {
			var n float64
			if json.Unmarshal(value, &n) != nil || n < 1 {
				return nil, errors.New("limit must be a number of bytes")
			}
			c.limit = int(min(n, float64(answer.Limit(1<<62))))
			continue
		}
		var text string
		if json.Unmarshal(value, &text) != nil {
			return nil, fmt.Errorf("%s must be a string", a.name)
		}
		if a.values != nil && !slices.Contains(a.values, text) {
			return nil, fmt.Errorf("%s must be one of %s", a.name, strings.Join(a.values, ", "))
		}
		if err := a.set(c, text); err != nil {
			return nil, fmt.Errorf("%s %w", a.name, err)
		}
	}
	return c, nil
}

// names lists the arguments.
func (t *tool) names() (all []string) {
	for _, a := range t.arguments {
		all = append(all, a.name)
	}
	return all
}
