package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

const shared = "../../../shared"

// read returns the uncompressed bytes of a file.
func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// profileOf reads a complete trace.
func profileOf(t testing.TB, data []byte, keep bool) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(keep)
	for reader != nil {
		if _, err := reader.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		table, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			return profile.NewIndex(table, info).Profile(profile.WholeTrace, nil)
		}
	}
	return nil
}

// TestSummaryCorpus compares the summary of every file with its expected answer, key by key, once
// with calls kept and once with sums only.
func TestSummaryCorpus(t *testing.T) {
	var files []string
	for _, folder := range []string{"method-traces", "method-variants"} {
		found, _ := filepath.Glob(filepath.Join(shared, "corpus", folder, "*.gz"))
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skipf("%s/corpus is not here: its traces are not ours to ship", shared)
	}
	compared := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".trace.gz")
		folder := filepath.Base(filepath.Dir(file))
		want := filepath.Join(shared, "expected", folder, name+".json")
		if _, err := os.Stat(want); err != nil {
			want += ".gz"
		}
		if _, err := os.Stat(want); err != nil {
			continue // too damaged to read in full
		}
		compared++
		t.Run(name, func(t *testing.T) {
			var expected map[string]any
			if err := json.Unmarshal(read(t, want), &expected); err != nil {
				t.Fatal(err)
			}
			data := read(t, file)
			for _, keep := range []bool{true, false} {
				var out bytes.Buffer
				if err := Summary(&out, "", profileOf(t, data, keep)); err != nil {
					t.Fatal(err)
				}
				var got map[string]any
				if err := json.Unmarshal(out.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				delete(expected, "warnings")
				for _, diff := range differences("", expected, got) {
					t.Errorf("calls kept: %v: %s", keep, diff)
				}
			}
		})
	}
	t.Logf("compared %d summaries", compared)
}

// TestVariantsOfOne checks the thread-cpu figures of encoding E5, which the expected answers
// lack, against those of the same recording in E4.
func TestVariantsOfOne(t *testing.T) {
	var texts [2]string
	for i, name := range []string{"fenix-v5-E4-dual", "fenix-v5-E5-dual"} {
		file := filepath.Join(shared, "corpus", "method-variants", name+".trace.gz")
		if _, err := os.Stat(file); err != nil {
			t.Skipf("%s/corpus is not here: its traces are not ours to ship", shared)
		}
		p := profileOf(t, read(t, file), false)
		for i := range p.Methods {
			texts[1] += fmt.Sprintln(p.Info.Methods[i].ID, p.Methods[i].Inclusive, p.Methods[i].Exclusive)
		}
		if i == 0 {
			texts[0], texts[1] = texts[1], ""
		}
	}
	if texts[0] != texts[1] {
		t.Error("the figures differ")
	}
}

// differences lists up to ten values of want that got lacks.
func differences(at string, want, got any) []string {
	var diffs []string
	switch want := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for key, w := range want {
			if _, ok := g[key]; !ok && w != nil {
				diffs = append(diffs, fmt.Sprintf("%s.%s is missing, want %v", at, key, w))
				continue
			}
			diffs = append(diffs, differences(at+"."+key, w, g[key])...)
		}
	case []any:
		g, _ := got.([]any)
		if len(g) != len(want) {
			return []string{fmt.Sprintf("%s has %d rows, want %d", at, len(g), len(want))}
		}
		for i := range want {
			diffs = append(diffs, differences(fmt.Sprintf("%s[%d]", at, i), want[i], g[i])...)
		}
	default:
		if !reflect.DeepEqual(want, got) {
			diffs = append(diffs, fmt.Sprintf("%s = %v, want %v", at, got, want))
		}
	}
	if len(diffs) > 10 {
		diffs = diffs[:10]
	}
	return diffs
}

var _ trace.Sink = (*call.Replay)(nil)
