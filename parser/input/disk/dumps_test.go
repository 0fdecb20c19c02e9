package disk

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestOpenDumps(t *testing.T) {
	dir := t.TempDir()
	const dump = "----- pid 7 at 2024-01-01 10:00:00 -----\n"
	tests := []struct {
		name  string
		files []string // names and contents
		want  string   // names read, their kinds, names left, whether a trace is among these
	}{
		{"a bug report", []string{"version.txt", "1.0", "bugreport-a.txt", "== dumpstate: 2024\n", "FS/data/anr/anr_10", dump, "FS/data/anr/anr_9", dump, "FS/proc/1/maps", ""},
			"[bugreport-a.txt thread dump FS/data/anr/anr_9 thread dump FS/data/anr/anr_10 thread dump] left [version.txt FS/proc/1/maps] false"},
		{"one dump", []string{"anr_1", dump, "x.png", ""}, "[anr_1 thread dump] left [x.png] false"},
		{"packed", []string{"a.txt.gz", string(zipped([]byte(dump))), "b.txt", dump}, "[a.txt.gz thread dump b.txt thread dump] left [] false"},
		{"a trace beside", []string{"a.trace", "*version\n", "anr_1", dump}, "[anr_1 thread dump] left [a.trace] true"},
		{"a trace alone", []string{"a.trace", "*version\n"}, "none"},
		{"nothing", []string{"a.png", "", "b.so", ""}, "none"},
	}
	for _, tt := range tests {
		path := filepath.Join(dir, "x.zip")
		if err := os.WriteFile(path, archive(t, tt.files...), 0o644); err != nil {
			t.Fatal(err)
		}
		got := "none"
		if d, ok := OpenDumps(path); ok {
			var read []string
			for i, name := range d.Names {
				s, err := d.Open(i)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, s); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				read = append(read, name, s.Kind.String())
			}
			got = fmt.Sprintf("%v left %v %v", read, d.Left, d.Trace)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if _, ok := OpenDumps(dir); ok {
		t.Error("a folder is no zip file")
	}
}
