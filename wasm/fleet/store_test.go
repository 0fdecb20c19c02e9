package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"traceglass/render/report/table"
)

// TestStore reads from and writes to a remote store, such as a bucket. It must find the same
// files as in a folder, once each, and remove what a killed run left of a part.
func TestStore(t *testing.T) {
	here := filepath.Join(t.TempDir(), "here")
	generate(t, here, 0, 10)
	want := map[string]int64{}
	generated, _ := filepath.Glob(filepath.Join(here, "*/*/*/*"))
	for _, path := range generated {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(here, path)
		memfs.Write("memfs://in/"+filepath.ToSlash(relative), data)
		hash, bytes, err := table.Hash(path)
		if err != nil {
			t.Fatal(err)
		}
		want[hash] = bytes
	}
	memfs.Write("memfs://in/a/b/c/shot.png", []byte("\x89PNG\r\n\x1a\n0000"))
	memfs.Write("memfs://in/a/b/c/large.trace", make([]byte, 3e6))
	memfs.Write("memfs://out/part-torn/methods.parquet", []byte("PAR1"))
	o := options("memfs://in/*/*/*/*", "memfs://out")
	o.Limits.Bytes = 2e6
	for range 2 {
		if err := run(t.Context(), o, onPrism); err != nil {
			t.Fatal(err)
		}
		parts, err := prepare(t.Context(), o.Out)
		if err != nil {
			t.Fatal(err)
		}
		got, said := map[string]int64{}, ""
		for _, part := range parts {
			if err := rowsOf(t.Context(), part, "files", func(f *table.File) {
				if got[f.File] = f.Bytes; f.App+"/"+f.AppVersion+"/"+f.Device+"/"+f.Name != strings.TrimPrefix(f.Path, "memfs://in/") {
					t.Errorf("%+v", f)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if err := rowsOf(t.Context(), part, "rejected", func(r *table.Reject) { said += r.Path + ": " + r.Text + "\n" }); err != nil {
				t.Fatal(err)
			}
		}
		if len(got) != len(want) {
			t.Errorf("files %v, want %v", got, want)
		}
		for hash, bytes := range want {
			if got[hash] != bytes {
				t.Errorf("%s has %d bytes, want %d", hash, got[hash], bytes)
			}
		}
		if strings.Count(said, "\n") != 2 || !strings.Contains(said, "shot.png: ") || !strings.Contains(said, "large.trace: it is larger than the limit of 2 MB") {
			t.Errorf("rejected:\n%s", said)
		}
	}
	if err := list(t.Context(), "memfs://out/part-torn/*", func(left []string) error {
		t.Errorf("left behind: %q", left)
		return nil
	}); err != nil {
		t.Error(err)
	}
	n := 0
	if err := rowsOf(t.Context(), "memfs://out/aggregates", "method_spread", func(*table.Spread) { n++ }); err != nil || n == 0 {
		t.Errorf("%d rows of method_spread, %v", n, err)
	}
}

// TestRetry checks that a share becomes one part even if a runner repeats it: in several places at
// once, in another order, and after a file became unreadable.
func TestRetry(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, 6)
	var blocks []Block
	generated, _ := filepath.Glob(filepath.Join(in, "*/*/*/*"))
	for _, path := range generated {
		blocks = append(blocks, Block{Inputs: []Input{{Paths: []string{path}}}})
	}
	blocks = append(blocks, Block{Held: []string{"a", "b"}})
	try := func(blocks []Block) (name string) {
		next := 0
		err := (&partFn{Options: options(in, out)}).ProcessElement(t.Context(), 0, func(b *Block) bool {
			if next == len(blocks) {
				return false
			}
			*b = blocks[next]
			next++
			return true
		}, func(part string) { name = part })
		if err != nil {
			t.Error(err)
		}
		return name
	}
	names := make([]string, 6)
	var wait sync.WaitGroup
	for i := range 3 {
		wait.Go(func() { names[i] = try(blocks) })
	}
	wait.Wait()
	if err := os.Remove(generated[2]); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(blocks)
	for i := range 3 {
		names[3+i] = try(blocks)
	}
	if slices.Sort(names); names[0] == "" || names[0] != names[5] {
		t.Errorf("parts %q, want one", names)
	}
	if n := len(all[table.File](t, out, "files")); n != 6 {
		t.Errorf("%d rows of files, want 6", n)
	}
}
