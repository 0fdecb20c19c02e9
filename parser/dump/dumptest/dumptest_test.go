package dumptest_test

import (
	"bytes"
	"os"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/dump/dumptest"
	"traceglass/parser/wait"
)

// TestStory: the sample in testdata is what Story writes, every line of it is placed, and
// each of its two dumps has the one deadlock.
func TestStory(t *testing.T) {
	var text bytes.Buffer
	if err := dumptest.Story(&text); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../../../testdata/sample-anr.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, text.Bytes()) {
		t.Error("testdata/sample-anr.txt is not what Story writes: go run ./parser/dump/dumptest/generate")
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
