package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/simpleperf"
)

// sampled reads a simpleperf file in pieces of a size, 0 for one piece.
func sampled(t testing.TB, data []byte, piece int) *simpleperf.Reader {
	t.Helper()
	r := simpleperf.NewReader()
	for rest := data; len(rest) > 0; {
		n := len(rest)
		if piece > 0 {
			n = min(n, piece)
		}
		if _, err := r.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSimpleperfCorpus compares the summary of every simpleperf recording that has an expected
// answer, and of the special cases in parser/simpleperf/format.md, key by key.
func TestSimpleperfCorpus(t *testing.T) {
	var files []string
	for _, folder := range []string{".", "tricky"} {
		found, _ := filepath.Glob(filepath.Join(shared, "corpus", "simpleperf", folder, "*.trace"))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("%s/corpus/simpleperf is not here: its recordings are not ours to ship", shared)
	}
	compared := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".trace")
		want := filepath.Join(filepath.Dir(file), "expected", name+".json")
		if _, err := os.Stat(want); err != nil {
			continue // a raw recording
		}
		compared++
		t.Run(name, func(t *testing.T) {
			var expected map[string]any
			if err := json.Unmarshal(read(t, want), &expected); err != nil {
				t.Fatal(err)
			}
			delete(expected, "warnings")
			delete(expected, "functions") // rows of a method by path, which summary.md does not have
			var whole bytes.Buffer
			data := read(t, file)
			for _, piece := range []int{0, 1, 7, 4096} {
				if len(data) > 1<<20 && piece == 1 {
					continue
				}
				var out bytes.Buffer
				if err := Simpleperf(&out, "", sampled(t, data, piece)); err != nil {
					t.Fatal(err)
				}
				if piece > 0 {
					if !bytes.Equal(out.Bytes(), whole.Bytes()) {
						t.Errorf("another result in pieces of %d", piece)
					}
					continue
				}
				whole = out
				var got map[string]any
				if err := json.Unmarshal(out.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				for _, diff := range differences("", expected, got) {
					t.Error(diff)
				}
			}
		})
	}
	t.Logf("compared %d summaries", compared)
}
