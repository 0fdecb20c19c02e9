package dump

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHelp: every attribute, state and kind of line in real dumps has an explanation.
func TestHelp(t *testing.T) {
	for k := BlankLine + 1; k <= OrphanLine; k++ {
		if k.Help() == "" {
			t.Errorf("lines of kind %d have no help", k)
		}
	}
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("the corpus is not here: real dumps are not ours to ship")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader()
		r.Write(text)
		d := r.Close()
		for i, k := range d.Kinds {
			if k != AttributeLine {
				continue
			}
			for _, a := range d.Attributes(i) {
				if FieldHelp(a.Key) == "" {
					t.Errorf("%s, line %d: no help on %q", filepath.Base(file), i+1, a.Key)
				}
			}
		}
		for i := range d.Threads {
			if s := d.Threads[i].State; s != "" && StateHelp(s) == "" {
				t.Errorf("%s: no help on the state %q", filepath.Base(file), s)
			}
		}
	}
}
