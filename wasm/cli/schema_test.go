package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// TestSchemaOfCorpus validates answers about real files against the schema that the command prints.
func TestSchemaOfCorpus(t *testing.T) {
	const corpus, large = "../../../shared/corpus", 30_000
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("../shared/corpus is missing")
	}
	var text bytes.Buffer
	if status := run([]string{"schema"}, &text, &text); status != 0 {
		t.Fatal(text.String())
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text.Bytes(), &schema); err != nil {
		t.Fatal(err)
	}
	valid, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	answers := 0
	err = filepath.WalkDir(corpus, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > large {
			return err
		}
		for _, question := range []string{"findings", "waits", "causes"} {
			var out, errs bytes.Buffer
			if run([]string{"ask", question, "-format", "json", file}, &out, &errs) != 0 {
				continue // the question does not apply
			}
			var answer any
			if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
				t.Errorf("%s: %s: %v", file, question, err)
			} else if err := valid.Validate(answer); err != nil {
				t.Errorf("%s: %s: %v\n%s", file, question, err, out.Bytes())
			}
			answers++
		}
		return nil
	})
	if err != nil || answers < 50 {
		t.Errorf("%d answers; %v", answers, err)
	}
	t.Logf("%d answers", answers)
}
