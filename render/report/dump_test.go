package report

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
)

// TestDumpCorpus compares the summary of every real dump with the expected one, key by key.
func TestDumpCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared, "corpus", "thread-dumps", "*.txt"))
	if len(files) == 0 {
		t.Skipf("%s/corpus is not here: its dumps are not ours to ship", shared)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			var want, got map[string]any
			if err := json.Unmarshal(read(t, filepath.Join(shared, "expected", "thread-dumps", name+".json")), &want); err != nil {
				t.Fatal(err)
			}
			r := dump.NewReader()
			r.Write(read(t, file))
			var out bytes.Buffer
			if err := Dump(&out, "", r.Close()); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(out.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			delete(want, "warnings")
			for _, diff := range append(differences("", want, got), states(want, got)...) {
				t.Error(diff)
			}
			for _, w := range got["warnings"].([]any) {
				t.Log(w)
			}
		})
	}
}

// states lists processes whose states or main thread differ from the expected ones.
func states(want, got map[string]any) (diffs []string) {
	w, g := want["processes"].([]any), got["processes"].([]any)
	for i := range min(len(w), len(g)) {
		w, g := w[i].(map[string]any), g[i].(map[string]any)
		if w["main"] == nil && g["main"] != nil {
			diffs = append(diffs, "a main thread that is not expected")
		}
		if n := len(g["states"].(map[string]any)); n != len(w["states"].(map[string]any)) {
			diffs = append(diffs, "states that are not expected")
		}
	}
	return diffs
}
