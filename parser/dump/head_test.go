package dump

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// partsOf writes a head as one line a fact.
func partsOf(d *Dump, block int) string {
	var s strings.Builder
	for _, p := range d.Head(block) {
		fmt.Fprintf(&s, "%s", p.Title)
		if p.Omitted > 0 {
			fmt.Fprintf(&s, " (%d left out)", p.Omitted)
		}
		s.WriteString("\n")
		for _, f := range p.Facts {
			indent := "  "
			if f.Inner {
				indent = "    "
			}
			fmt.Fprintf(&s, "%s%d %s|%s\n", indent, f.Line+1, f.Key, f.Value)
		}
	}
	return s.String()
}

func TestHead(t *testing.T) {
	d := readText(`Subject: Input dispatching timed out (a.b/.Main)
Load: 11.2 / 5.1 / 2.04
CPU usage from 5000ms to 0ms ago:
  120% 848/system_server: 80.1% user + 39.9% kernel / faults: 120 minor 3 major
    12% 860/android:fg: 8% user + 4% kernel
37% TOTAL: 20% user + 12% kernel + 4.4% iowait
----- Output from /proc/pressure/memory -----
some avg10=23.26 avg60=5.96 avg300=1.33 total=27
full avg10=16.62 avg60=4.14 avg300=0.91 total=21
----- End output from /proc/pressure/memory -----
RssKb: 504416
VmSwapKb: 97864

--- CriticalEventLog ---
capacity: 20

----- pid 7 at 2024-01-01 10:00:00 -----
Cmd line: a.b
Build fingerprint: 'g/p/d:14/A/1:user/k'
Heap: 4% free, 312MB/327MB; 10 objects
Dumping cumulative Gc timings
Start Dumping histograms for 430 iterations for concurrent copying
A:	Sum: 4s 99% C.I. 1s-2s Avg: 1s Max: 2s
B:	Sum: 3s 99% C.I. 1s-2s Avg: 1s Max: 2s
C:	Sum: 2s 99% C.I. 1s-2s Avg: 1s Max: 2s
D:	Sum: 1s 99% C.I. 1s-2s Avg: 1s Max: 2s
Done Dumping histograms
concurrent copying paused:	Sum: 287.266ms 99% C.I. 363us-3774us Avg: 668us Max: 4592us
Free memory until OOME 71MB
DALVIK THREADS:
(mutexes: tll=0 tsl=1)
"main" prio=5 tid=1 NATIVE
  at a.B.c(B.java:1)

----- end 7 -----
----- pid 8 at 2024-01-01 10:00:01 -----
Cmd line: other
Heap: 50% free, 1MB/2MB
"main" prio=5 tid=1 Native

----- end 8 -----
`)
	want := `Reason for the dump
  1 Subject|Input dispatching timed out (a.b/.Main)
Process and system
  17 pid 7|2024-01-01 10:00:00
  18 Cmd line|a.b
  19 Build fingerprint|'g/p/d:14/A/1:user/k'
CPU
  2 Load|11.2 / 5.1 / 2.04
  3 |CPU usage from 5000ms to 0ms ago:
  4 120% 848/system_server|80.1% user + 39.9% kernel / faults: 120 minor 3 major
    5 12% 860/android:fg|8% user + 4% kernel
  6 37% TOTAL|20% user + 12% kernel + 4.4% iowait
Memory
  11 RssKb|504416
  12 VmSwapKb|97864
Pressure
  8 memory some|avg10=23.26 avg60=5.96 avg300=1.33 total=27
  9 memory full|avg10=16.62 avg60=4.14 avg300=0.91 total=21
Critical events
  14 |--- CriticalEventLog ---
  15 |capacity: 20
Heap and collector (1 left out)
  20 Heap|4% free, 312MB/327MB; 10 objects
  21 |Dumping cumulative Gc timings
  22 Start Dumping histograms for|430 iterations for concurrent copying
    23 A|Sum: 4s 99% C.I. 1s-2s Avg: 1s Max: 2s
    24 B|Sum: 3s 99% C.I. 1s-2s Avg: 1s Max: 2s
    25 C|Sum: 2s 99% C.I. 1s-2s Avg: 1s Max: 2s
  28 concurrent copying paused|Sum: 287.266ms 99% C.I. 363us-3774us Avg: 668us Max: 4592us
  29 Free memory until OOME|71MB
List of threads
  30 |DALVIK THREADS:
  31 mutexes|
    31 tll|0
    31 tsl|1
`
	if got := partsOf(d, 0); got != want {
		t.Errorf("the head is\n%s\nwant\n%s", got, want)
	}
	if got := partsOf(d, 1); !strings.Contains(got, "Heap|50% free, 1MB/2MB\n") || strings.Contains(got, "312MB") || !strings.Contains(got, "Subject|") {
		t.Errorf("the second process's head is\n%s", got)
	}
}

// TestHeadHelp: every line around the stacks of real dumps has an explanation.
func TestHeadHelp(t *testing.T) {
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
		for b := range d.Blocks {
			for _, p := range d.Head(b) {
				for _, f := range p.Facts {
					if f.Help == "" || f.Key == "" && f.Value == "" {
						t.Errorf("%s, line %d: no help on %q", filepath.Base(file), f.Line+1, f.Key)
					}
				}
			}
		}
	}
}

func TestHeadingFields(t *testing.T) {
	d := readText("----- pid 7 at 2024-01-01 10:00:00 -----\n\"a\" daemon prio=10 tid=9 Native SCHED_FIFO! (still starting up)\n  | group=\"main\"\nDumpLatencyMs: 27.5\n\n\"b\" prio=4 (not attached)\n  | sysTid=8\n")
	var got []string
	for i := range d.Threads {
		for _, f := range d.Threads[i].HeadingFields() {
			if f.Help == "" {
				t.Errorf("no help on %s", f.Key)
			}
			got = append(got, f.Key+"="+f.Value)
		}
	}
	if want := "tid=9 prio=10 daemon=yes heading=SCHED_FIFO! heading=(still starting up) DumpLatencyMs=27.5 prio=4 not attached=yes"; strings.Join(got, " ") != want {
		t.Errorf("fields %s\nwant   %s", strings.Join(got, " "), want)
	}
}

// TestOwnHelp: lines with a common prefix get their own explanations, also outside the text.
func TestOwnHelp(t *testing.T) {
	d := readText("Here are no Binder-related exception messages available.\nPid(7) have D state thread(tid:8 name:x)\nForeground: Yes\nCPU usage from 5000ms to 0ms ago:\n" +
		"  97% 7/app: 90% user + 7% kernel\n    88% 7/app: 88% user + 0% kernel\n    4% 8/x: 4% user + 0% kernel\n" +
		"----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: app\nconcurrent copying freed-bytes: Avg: 10MB Max: 12MB Min: 1MB\nconcurrent copying freed: 5 objects with total size 1MB\n\n----- end 7 -----\n")
	for line, want := range []string{"binder transactions has none", "uninterruptible sleep", "was in front"} {
		if got := d.Help(line); !strings.Contains(got, want) {
			t.Errorf("line %d: %q does not say %q", line+1, got, want)
		}
	}
	help := map[int]string{}
	for _, p := range d.Head(0) {
		for _, f := range p.Facts {
			help[f.Line+1] = f.Help
		}
	}
	for line, want := range map[int]string{1: "binder transactions has none", 2: "uninterruptible sleep", 5: "A process:", 6: "main thread", 7: "A thread of", 10: "one run", 11: "in total"} {
		if !strings.Contains(help[line], want) {
			t.Errorf("line %d: %q does not say %q", line, help[line], want)
		}
	}
}
