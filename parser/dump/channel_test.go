package dump

import (
	"fmt"
	"strings"
	"testing"
)

// TestChannelsJoin: wait channels are assigned to threads of the same process, nearest in the file.
// They form a process only if it was not dumped.
func TestChannelsJoin(t *testing.T) {
	threads := func(pid int, name string, ids ...int) string {
		s := fmt.Sprintf("----- pid %d at 2024-01-01 10:00:00 -----\nCmd line: %s\n\n", pid, name)
		for i, id := range ids {
			s += fmt.Sprintf("\"t%d\" prio=5 tid=%d Native\n  | sysTid=%d nice=0\n  at a.B.c(B.java:1)\n\n", id, i+1, id)
		}
		return s + fmt.Sprintf("----- end %d -----\n\n", pid)
	}
	places := func(pid int, name, word string, ids ...int) string {
		s := fmt.Sprintf("----- Waiting Channels: pid %d at 2024-01-01 10:00:00 -----\nCmd line: %s\n\n", pid, name)
		for _, id := range ids {
			s += fmt.Sprintf("sysTid=%d  %s\n", id, word)
		}
		return s + fmt.Sprintf("\n----- end %d -----\n\n", pid)
	}
	tests := []struct {
		name, text, want string // a word a block: joined or alone, or its threads' places
	}{
		{"after", threads(7, "app", 7, 8) + places(7, "app", "futex_wait", 7), "7=futex_wait,8= joined"},
		{"before", places(7, "app", "ep_poll", 7) + threads(7, "app", 7), "joined 7=ep_poll"},
		{"two blocks: the later one", places(7, "app", "a", 7) + threads(7, "app", 7) + places(7, "app", "b", 7), "joined 7=b joined"},
		{"the nearest", places(7, "app", "a", 7) + threads(9, "x", 9) + threads(7, "app", 7) + threads(8, "y", 8) + threads(6, "z", 6) + places(7, "app", "b", 7), "joined 9= 7=a 8= 6= joined"},
		{"another process", threads(8, "app", 8) + places(7, "app", "a", 8), "8= alone"},
		{"another process with its number", threads(7, "old", 7) + places(7, "new", "a", 7), "7= alone"},
		{"two dumps", threads(7, "app", 7) + places(7, "app", "a", 7) + threads(7, "app", 7) + places(7, "app", "b", 7), "7=a joined 7=b joined"},
		{"not dumped", places(7, "app", "a", 7) + places(7, "app", "b", 7), "alone alone"},
		{"tried and failed", "---- pid 7 at [unknown] ----\nDump failed\n---- end 7 ----\n" + threads(7, "app", 7), "joined 7="},
	}
	for _, tt := range tests {
		d := readText(tt.text)
		var got []string
		for i := range d.Blocks {
			b := &d.Blocks[i]
			switch {
			case b.Joined:
				got = append(got, "joined")
			case b.FirstThread == b.EndThread:
				got = append(got, "alone")
			default:
				var at []string
				for t := b.FirstThread; t < b.EndThread; t++ {
					c, _ := d.Kernel(&d.Threads[t])
					at = append(at, fmt.Sprint(d.Threads[t].SysTid, "=", c.Word))
				}
				got = append(got, strings.Join(at, ","))
			}
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
