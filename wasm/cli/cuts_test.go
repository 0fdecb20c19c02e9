package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"traceglass/parser/input/disk"
)

// Limits on the memory that a summary allocates for a cut or damaged file of the corpus: a fixed
// part and a part per byte. Tables of fixed size need most of the fixed part, twice for a file that
// is read twice.
const (
	cutMemory        = 16 << 20
	cutMemoryPerByte = 300
)

// TestCuts cuts the files of the corpus below 100 KB, uncompressed, at every byte, and flips
// 10,000 bits per folder, one at a time. A summary must never panic, stay within its memory
// limit, and write something. By default the test tries one cut and one bit of several hundred.
// CUTS=all tries all, CUTS=simpleperf all in that folder, and CUTS=thread-dumps/art12 all in
// files with that prefix.
func TestCuts(t *testing.T) {
	const corpus = "../../../shared/corpus"
	every, bits, only := int64(4001), 20, os.Getenv("CUTS")
	if only != "" {
		every, bits = 1, 10_000
	}
	// Collect garbage seldom. That saves two thirds of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(1000))
	folders, _ := filepath.Glob(filepath.Join(corpus, "*"))
	if len(folders) == 0 {
		t.Skip("no corpus at " + corpus + ": no real file is cut")
	}
	place := rand.New(rand.NewPCG(5, 6))
	ran := 0
	for _, folder := range folders {
		files := smallFiles(t, folder)
		if only != "" && only != "all" {
			files = slices.DeleteFunc(files, func(f corpusFile) bool {
				return !strings.HasPrefix(filepath.Base(folder)+"/"+f.name, only)
			})
		}
		if len(files) == 0 {
			continue
		}
		c := cutter{t: t, path: filepath.Join(t.TempDir(), "a.trace")}
		began := time.Now()
		for _, f := range files {
			if err := os.WriteFile(c.path, f.data, 0o644); err != nil {
				t.Fatal(err)
			}
			for n := int64(len(f.data)) - place.Int64N(min(every, int64(len(f.data))+1)); n >= 0; n -= every {
				if err := os.Truncate(c.path, n); err != nil {
					t.Fatal(err)
				}
				c.summary(fmt.Sprintf("%s, cut at %d", f.name, n), n)
			}
			if only != "" {
				t.Logf("%s of %d bytes, after %.0f s", f.name, len(f.data), time.Since(began).Seconds())
			}
		}
		for range bits {
			f := files[place.IntN(len(files))]
			if len(f.data) == 0 {
				continue
			}
			hurt := bytes.Clone(f.data)
			at := place.IntN(8 * len(hurt))
			hurt[at/8] ^= 1 << (at % 8)
			if err := os.WriteFile(c.path, hurt, 0o644); err != nil {
				t.Fatal(err)
			}
			c.summary(fmt.Sprintf("%s, bit %d turned over", f.name, at), int64(len(hurt)))
		}
		ran += c.runs
		t.Logf("%s: %d files, %d summaries, %d not empty; at most %.1f MB allocated, %.2f s taken, %.0f s in all",
			filepath.Base(folder), len(files), c.runs, c.described, float64(c.memory)/1e6, c.took.Seconds(), time.Since(began).Seconds())
	}
	if ran == 0 {
		t.Errorf("CUTS=%s names no file below 100 KB", only)
	}
}

// A cutter summarises damaged forms of a file and records the largest memory.
type cutter struct {
	t               *testing.T
	path            string
	runs, described int
	memory          int64
	took            time.Duration
}

// summary runs one summary. what identifies it in errors.
func (c *cutter) summary(what string, size int64) {
	began, before := time.Now(), allocated()
	var out, errors bytes.Buffer
	status := func() (status int) {
		defer func() {
			if r := recover(); r != nil {
				c.t.Fatalf("%s: panic: %v\n%s", what, r, debug.Stack())
			}
		}()
		return run([]string{"summary", c.path}, &out, &errors)
	}()
	memory := int64(allocated() - before)
	c.runs++
	c.memory, c.took = max(c.memory, memory), max(c.took, time.Since(began))
	if memory > cutMemory+cutMemoryPerByte*size {
		c.t.Errorf("%s: %d bytes allocated for %d", what, memory, size)
	}
	switch {
	case status == 0 && out.Len() > 0:
		c.described++
	case status == 0, errors.Len() == 0:
		c.t.Errorf("%s: status %d, no output", what, status)
	}
}

// allocated returns how many bytes were allocated in total.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// A corpusFile is an uncompressed file of the corpus.
type corpusFile struct {
	name string
	data []byte
}

// smallFiles returns the files of a folder below 100 KB, uncompressed.
func smallFiles(t *testing.T, folder string) (files []corpusFile) {
	filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == "expected" {
			return filepath.SkipDir // expected answers
		}
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".tsv") || strings.HasSuffix(path, ".md") {
			return nil
		}
		source, err := disk.Open(path)
		if err != nil {
			return nil
		}
		defer source.Close()
		data, err := io.ReadAll(io.LimitReader(source, 100<<10))
		if err != nil {
			t.Fatal(err)
		}
		if len(data) < 100<<10 {
			name, _ := filepath.Rel(folder, path)
			files = append(files, corpusFile{name, data})
		}
		return nil
	})
	slices.SortFunc(files, func(a, b corpusFile) int { return len(a.data) - len(b.data) })
	return files
}
