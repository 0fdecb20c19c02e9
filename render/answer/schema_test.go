//go:build !js

package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite the golden file, unless its keys change without a new version")

// TestSchema compares the JSON Schema with the one that was published under its version.
func TestSchema(t *testing.T) {
	got, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	file := fmt.Sprintf("testdata/schema-%d.golden", Schema)
	golden, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if golden != nil && !slices.Equal(keys(t, got), keys(t, golden)) {
		t.Fatalf("the keys of version %d were\n%v, and are now\n%v.\nIncrease Schema", Schema, keys(t, golden), keys(t, got))
	}
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(got, golden) {
		t.Errorf("the schema is not that of %s; -update writes it:\n%s", file, got)
	}
}

// keys lists the keys of a schema, with their types and whether they are required.
func keys(t *testing.T, text []byte) (all []string) {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	var list func(path string, s *jsonschema.Schema)
	list = func(path string, s *jsonschema.Schema) {
		all = append(all, strings.Join(append([]string{path, s.Type}, s.Required...), " "))
		for key, p := range s.Properties {
			list(path+"/"+key, p)
		}
		if s.Items != nil {
			list(path+"[]", s.Items)
		}
	}
	list("", &s)
	slices.Sort(all)
	return all
}

// TestSchemaKeys: a schema with one more, one fewer or one changed key has other keys.
func TestSchemaKeys(t *testing.T) {
	for name, change := range map[string]func(*jsonschema.Schema){
		"more": func(s *jsonschema.Schema) {
			s.Properties["items"].Items.Properties["x"] = &jsonschema.Schema{Type: "string"}
		},
		"fewer":    func(s *jsonschema.Schema) { delete(s.Properties["items"].Items.Properties, "share") },
		"changed":  func(s *jsonschema.Schema) { s.Properties["file"].Type = "integer" },
		"required": func(s *jsonschema.Schema) { s.Required = s.Required[1:] },
	} {
		s, err := schema()
		if err != nil {
			t.Fatal(err)
		}
		before, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		change(s)
		after, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(keys(t, before), keys(t, after)) {
			t.Errorf("%s: the keys are the same", name)
		}
	}
}

// validator returns a function that checks JSON against the schema of answers.
func validator(t testing.TB) func(text []byte) error {
	t.Helper()
	s, err := schema()
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(text []byte) error {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			return err
		}
		return resolved.Validate(value)
	}
}

// TestSchemaOfAnswers validates answers to every question, whole and cut.
func TestSchemaOfAnswers(t *testing.T) {
	valid := validator(t)
	answered := map[string]bool{}
	check := func(name string, a *Answer, err error) {
		if err != nil {
			return
		}
		answered[name] = true
		for _, limit := range []int{leastLimit, DefaultLimit, mostLimit} {
			text := a.fit(JSON, limit)
			if err := valid(text); err != nil {
				t.Errorf("%s: %v\n%s", a.Question, err, text)
			}
		}
	}
	abouts := []string{"", "m0", "m1", "c0.0.0", "f1@t0", "t0", "p1", "1..3", "0ms..1ms"}
	for _, s := range subjects(t) {
		more := abouts
		if a, err := Ask(s, Request{Question: "causes"}); err == nil {
			more = append(slices.Clone(abouts), a.Items[0].Handle)
		}
		for _, q := range Questions {
			for _, about := range more {
				a, err := Ask(s, Request{Question: q.Name, About: about})
				check(q.Name, a, err)
			}
		}
	}
	slower := traceOf(t, tracetest.Bytes(strings.ReplaceAll(small, " 50000/", " 90000/")))
	a, err := Diff(traceOf(t, tracetest.Bytes(small)), slower, Request{})
	check("diff", a, err)
	for _, q := range Questions {
		if !answered[q.Name] {
			t.Errorf("no answer to %s is validated", q.Name)
		}
	}
	for name, wrong := range map[string]string{
		"without a key":         `{"schema":1,"question":"x","file":"x","facts":[],"items":[]}`,
		"of another version":    `{"schema":99,"question":"x","file":"x","facts":[],"items":[],"omitted":[]}`,
		"with a key more":       `{"schema":1,"question":"x","file":"x","facts":[],"items":[{"group":"x","new":1}],"omitted":[]}`,
		"with a null":           `{"schema":1,"question":"x","file":"x","facts":null,"items":[],"omitted":[]}`,
		"with a fraction of ns": `{"schema":1,"question":"x","file":"x","facts":[],"items":[{"group":"x","wallNs":1.5}],"omitted":[]}`,
	} {
		if valid([]byte(wrong)) == nil {
			t.Errorf("an answer %s is valid", name)
		}
	}
}

// TestGuide: the guide names every question but not more, and its instructions end before the command lines.
func TestGuide(t *testing.T) {
	if lines := strings.Count(Guide, "\n"); lines > 75 {
		t.Errorf("the guide has %d lines", lines)
	}
	for _, q := range []string{"overview", "why", "slowest", "callers", "callees", "path", "verdict", "thread", "waits", "lines", "causes", "diff"} {
		if _, err := Named(q); err != nil || !strings.Contains(Instructions(), "`"+q+"`") {
			t.Errorf("the guide does not name the question %s: %v", q, err)
		}
	}
	if text := Instructions(); strings.Contains(text, "$ ") || strings.Contains(text, "```") || len(text) > 4000 || !strings.Contains(text, "never") && !strings.Contains(text, "Never") {
		t.Errorf("%d bytes of instructions:\n%s", len(text), text)
	}
}

// TestClean: an error of any length fits every limit.
func TestClean(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("x", 1<<20), strings.Repeat("\x1b", 1<<20), strings.Repeat("\u202e€", 1000)} {
		if got := Clean(text); len(got) > leastLimit || strings.ContainsAny(got, "\x1b\u202e") {
			t.Errorf("%d bytes: %.100q", len(got), got)
		}
	}
}
