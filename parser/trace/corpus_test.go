package trace_test

import (
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace"
)

// corpus is where real traces and the figures of an independent decoder lie, if they
// are there at all.
const corpus = "../../../shared"

// gone counts records; it forgets them.
type gone struct{ records int64 }

func (g *gone) Records(batch []trace.Record) { g.records += int64(len(batch)) }

// TestCorpus compares the Reader's results for every real file with the expected ones.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpus, "corpus", "method-*", "*.trace.gz"))
	if len(files) == 0 {
		t.Skip("no corpus at " + corpus + ": real traces are not compared")
	}
	// How each was recorded, according to the corpus's index.
	sampled := regexp.MustCompile(`^(fenix-.*|likaci-.*|vroom-(api|clock|non|thread).*)$`)
	short := regexp.MustCompile(`^(nonamegame-mytrace-ruined|vroom-(data|no_methods|version).*)$`) // one instant, or none

	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".trace.gz")
		t.Run(name, func(t *testing.T) {
			want := expected(t, file, name)
			r := trace.NewReader(new(gone))
			if _, err := r.Write(unzip(t, file)); err != nil {
				t.Fatal(err)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			for _, n := range r.Info().Receipt.Notes {
				t.Logf("%s ×%d at %d: %s", n.Code, n.Count, n.Offset, n.Text)
				if n.Text == "" {
					t.Errorf("note %s has no sentence", n.Code)
				}
			}
			recorded := trace.Instrumented
			switch {
			case sampled.MatchString(name):
				recorded = trace.Sampled
			case short.MatchString(name):
				recorded = trace.CannotTell
			}
			if got := r.Info().Sampling; got != recorded {
				t.Errorf("sampling %d, want %d", got, recorded)
			}
			if want == "" {
				return // damaged beyond a full reading: it is enough that it ends
			}
			if got := facts(r.Info()); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// facts are the keys of a summary that the Reader alone can tell, a line a row.
func facts(in *trace.Info) string {
	var s strings.Builder
	version := fmt.Sprint(in.Version)
	if in.Version < 0 {
		version = "<nil>"
	}
	fmt.Fprintln(&s, in.Container, version, in.Clocks, in.Complete, in.ListedThreads, in.ListedMethods, in.Records)
	threads := slices.Clone(in.Threads)
	slices.SortFunc(threads, func(a, b trace.Thread) int { return cmp.Compare(a.ID, b.ID) })
	for _, t := range threads {
		if t.Records > 0 {
			fmt.Fprintf(&s, "%d %q %d\n", t.ID, t.Name, t.BackwardSteps)
		}
	}
	return s.String()
}

func expected(t *testing.T, file, name string) string {
	dir := filepath.Join(corpus, "expected", filepath.Base(filepath.Dir(file)))
	var text []byte
	if b, err := os.ReadFile(filepath.Join(dir, name+".json")); err == nil {
		text = b
	} else if _, err := os.Stat(filepath.Join(dir, name+".json.gz")); err == nil {
		text = unzip(t, filepath.Join(dir, name+".json.gz"))
	} else {
		return ""
	}
	var want struct {
		Container, Clock             string
		Version                      *int
		Complete                     bool
		ListedThreads, ListedMethods int
		Records                      int64
		Threads                      []struct {
			ID            int
			Name          string
			BackwardSteps int64
		}
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	version := "<nil>"
	if want.Version != nil {
		version = fmt.Sprint(*want.Version)
	}
	fmt.Fprintln(&s, want.Container, version, want.Clock, want.Complete, want.ListedThreads, want.ListedMethods, want.Records)
	for _, t := range want.Threads {
		fmt.Fprintf(&s, "%d %q %d\n", t.ID, t.Name, t.BackwardSteps)
	}
	return s.String()
}

func unzip(t *testing.T, file string) []byte {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
