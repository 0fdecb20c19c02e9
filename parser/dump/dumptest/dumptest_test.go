package dumptest_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/wait"
)

// TestFiles checks that the generators write the dumps in testdata. Packed files are compared
// unpacked, because compressed bytes differ between Go versions.
func TestFiles(t *testing.T) {
	for name, write := range dumptest.Files {
		var want bytes.Buffer
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../../testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if ext := filepath.Ext(name); ext == ".zip" && slices.Equal(unpack(t, got), unpack(t, want.Bytes())) || ext == ".gz" && slices.Equal(inflate(t, got), inflate(t, want.Bytes())) || bytes.Equal(got, want.Bytes()) {
			continue
		}
		t.Errorf("testdata/%s is not what the generator writes: go run ./parser/dump/dumptest/generate", name)
	}
}

// inflate returns the content of a gzip file.
func inflate(t *testing.T, file []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// unpack lists the names and texts of a zip file.
func unpack(t *testing.T, file []byte) (all []string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f.Name, string(text))
	}
	return all
}

// TestDeadlock checks that exactly the threads of the sample that wait for work are idle, that main
// is in the one deadlock, and that the player's main waits for it.
func TestDeadlock(t *testing.T) {
	var text bytes.Buffer
	if err := dumptest.Deadlock(&text); err != nil {
		t.Fatal(err)
	}
	r := dump.NewReader()
	r.Write(text.Bytes())
	d := r.Close()
	if len(d.Receipt.Notes) != 0 || len(d.Blocks) != 2 {
		t.Fatalf("%d blocks, warnings %+v; want 2 without warnings", len(d.Blocks), d.Receipt.Notes)
	}
	f := wait.NewFacts(d)
	var busy []string
	for i := range d.Threads {
		if !wait.Idle(d, &d.Threads[i]) {
			busy = append(busy, d.Threads[i].Name)
		}
	}
	if got, want := strings.Join(busy, ", "), "main, DefaultDispatcher-worker-2, OkHttp feeds.example.com, download-1, download-2, Binder:12034_3, main, ExoPlayer:Playback"; got != want {
		t.Errorf("threads that are not idle:\n got %s\nwant %s", got, want)
	}
	for block, want := range []string{"deadlock", "deadlock"} {
		if got := f.Explain(block).Claims[0].Rule; got != want {
			t.Errorf("process %d: %s, want %s", block, got, want)
		}
	}
	if got := f.Suspect(); got != 0 {
		t.Errorf("suspect %d, want 0", got)
	}
}

// TestStory checks that every line of Story is classified, and that each of its two dumps has one
// deadlock.
func TestStory(t *testing.T) {
	var text bytes.Buffer
	if err := dumptest.Story(&text); err != nil {
		t.Fatal(err)
	}
	r := dump.NewReader()
	r.Write(text.Bytes())
	d := r.Close()
	if len(d.Receipt.Notes) != 0 {
		t.Errorf("notes on the sample: %+v", d.Receipt.Notes)
	}
	if len(d.Blocks) != 2 {
		t.Fatalf("%d blocks, want 2", len(d.Blocks))
	}
	for i := range d.Blocks {
		all := wait.NewGraph(d, &d.Blocks[i]).Deadlocks()
		if len(all) != 1 || len(all[0].Threads) != 2 || !all[0].Certain {
			t.Errorf("deadlocks of dump %d: %+v", i, all)
		}
	}
}

func TestLarge(t *testing.T) {
	var text bytes.Buffer
	if err := dumptest.Large(&text, 1000); err != nil {
		t.Fatal(err)
	}
	r := dump.NewReader()
	r.Write(text.Bytes())
	d := r.Close()
	if len(d.Threads) != 1000 || len(d.Receipt.Notes) != 0 {
		t.Errorf("%d threads, notes %+v", len(d.Threads), d.Receipt.Notes)
	}
}
