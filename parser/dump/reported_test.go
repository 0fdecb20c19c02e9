package dump

import (
	"fmt"
	"strings"
	"testing"
)

const anrInLog = `06-14 09:59:27.000  1000  1020 I ActivityManager: Start proc 9
06-14 09:59:28.123  1000  1020 E ActivityManager: ANR in com.example (com.example/.Main)
06-14 09:59:28.123  1000  1020 E ActivityManager: PID: 4711
06-14 09:59:28.123   500   501 D Other: something else
06-14 09:59:28.123  1000  1020 E ActivityManager: Reason: Input dispatching timed out (Waited 5000ms)
06-14 09:59:28.123  1000  1020 E ActivityManager: Load: 1.2 / 3 / 4
06-14 09:59:28.123  1000  1020 E ActivityManager: CPU usage from 5000ms to 0ms ago:
06-14 09:59:28.123  1000  1020 E ActivityManager:   12% 848/system_server: 8.1% user + 3.9% kernel
06-14 09:59:28.123  1000  1020 E ActivityManager:     4% 860/android.fg: 4% user + 0% kernel
06-14 09:59:28.123  1000  1020 E ActivityManager: 37% TOTAL: 20% user + 12% kernel
06-14 09:59:29.000  1000  1020 I ActivityManager: Killing 4711:com.example
`

// TestReported: a log yields the system's report of a process that did not answer.
func TestReported(t *testing.T) {
	d := readText(anrInLog)
	if len(d.Blocks) != 1 {
		t.Fatalf("%d blocks", len(d.Blocks))
	}
	b := d.Blocks[0]
	if b.Kind != Reported || b.PID != 4711 || b.CommandLine != "com.example" || b.Time != "06-14 09:59:28.123" || b.Line != 1 || b.EndLine != 10 {
		t.Errorf("block %+v", b)
	}
	want := `Reason for the dump
  2 ANR in com.example (com.example/.Main)
  3 PID|4711
  5 Reason|Input dispatching timed out (Waited 5000ms)
CPU
  6 Load|1.2 / 3 / 4
  7 |CPU usage from 5000ms to 0ms ago:
  8 12% 848/system_server|8.1% user + 3.9% kernel
    9 4% 860/android.fg|4% user + 0% kernel
  10 37% TOTAL|20% user + 12% kernel
`
	if got := strings.Replace(partsOf(d, 0), "2 |ANR", "2 ANR", 1); got != want {
		t.Errorf("the head is\n%s\nwant\n%s", got, want)
	}
	if len(d.Receipt.Notes) > 0 {
		t.Errorf("notes %+v", d.Receipt.Notes)
	}
	tests := []struct{ name, text, want string }{
		{"two, and lines of neither", anrInLog + strings.ReplaceAll(anrInLog, "4711", "12"), "4711 12"},
		{"without prefixes", "ANR in com.example (com.example/.Main)\nPID: 4711\nReason: x\n", "4711"},
		{"with the stacks further on", anrInLog + in100(`"main" prio=5 tid=1 Native`), "4711 100"},
		{"with its own stacks further on", strings.ReplaceAll(anrInLog, "com.example", "app") + strings.Replace(in100(`"main" prio=5 tid=1 Native`), "-----\n", "-----\nCmd line: app\n", 1), "100"},
		{"in another's message", "06-14 09:59:28.123  1000  1020 E Tag: no ANR in com.example\n", ""},
	}
	for _, tt := range tests {
		var got []string
		d := readText(tt.text)
		for i := range d.Blocks {
			got = append(got, fmt.Sprint(d.Blocks[i].PID))
			for row := d.Blocks[i].FirstThread; row < d.Blocks[i].EndThread; row++ {
				if d.Threads[row].Block != i {
					t.Errorf("%s: thread %d is of block %d, want %d", tt.name, row, d.Threads[row].Block, i)
				}
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: processes %s, want %s", tt.name, s, tt.want)
		}
	}
}
