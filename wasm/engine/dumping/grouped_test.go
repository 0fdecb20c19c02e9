package dumping

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/dump/dumptest"
	"traceglass/wasm/message"
)

// waysToGroup are all ways to group threads.
var waysToGroup = []message.By{message.ByMethod, message.ByClass, message.ByPackage, message.ByLibrary, message.ByOrigin}

// TestGroupedThreads checks the groups of threads by each way, their order by each column that has sums, and the threads of an
// open group.
func TestGroupedThreads(t *testing.T) {
	e, _ := openDumps(t, groupedDump)
	for _, tt := range []struct {
		name string
		req  message.StackRows
		want string
	}{
		{"method", message.StackRows{By: message.ByMethod}, "okhttp3.Pool.clean 2 ×3 held 0 | com.shop.Cart.load 1 ×1 held 1 | com.shop.Cart.save 1 ×2 held 0 | __epoll_pwait 1 ×4 held 0 | no stack 1 ×5 held 0"},
		{"class", message.StackRows{By: message.ByClass}, "com.shop.Cart 2 ×3 held 1 | okhttp3.Pool 2 ×3 held 0 | libc.so 1 ×4 held 0 | no stack 1 ×5 held 0"},
		{"package, by CPU", message.StackRows{By: message.ByPackage, Column: message.ThreadByCPU, Descending: true}, "no stack 1 ×5 held 0 | libc.so 1 ×4 held 0 | okhttp3 2 ×3 held 0 | com.shop 2 ×3 held 1"},
		{"library, by name", message.StackRows{By: message.ByLibrary, Column: message.ThreadByName}, "libc.so 1 ×4 held 0 | no stack 1 ×5 held 0 | OkHttp 2 ×3 held 0 | own code 2 ×3 held 1"},
		{"origin, by locks", message.StackRows{By: message.ByOrigin, Column: message.ThreadByHeld, Descending: true}, "own 2 ×3 held 1 | library 2 ×3 held 0 | native 1 ×4 held 0 | no stack 1 ×5 held 0"},
		{"filtered", message.StackRows{By: message.ByPackage, Text: "thread:pool"}, "okhttp3 2 ×3 held 0 | com.shop 1 ×2 held 0"},
		{"open", message.StackRows{By: message.ByPackage, Text: "thread:pool", Open: []uint32{0}}, "okhttp3 2 ×3 held 0 | com.shop 1 ×2 held 0 open | - pool 3"},
	} {
		tt.req.Grouped, tt.req.Count = true, 50
		if got := groupsText(ask[*message.StackRowsReply](t, e, &tt.req)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// groupedDump has threads of several owners. Their CPU times are 1 to 5 s.
var groupedDump = func() string {
	thread := func(name string, tid, seconds int, state string, lines ...string) string {
		return fmt.Sprintf("%q prio=5 tid=%d %s\n  | sysTid=%d nice=0\n  | state=S schedstat=( 0 0 0 ) utm=%d stm=0 core=0 HZ=100\n  %s\n\n", name, tid, state, tid+100, 100*seconds, strings.Join(lines, "\n  "))
	}
	return "----- pid 101 at 2024-01-01 10:00:00 -----\nCmd line: com.shop.app\n\nDALVIK THREADS (6):\n" +
		thread("main", 1, 1, "Runnable", "at android.os.Parcel.read(Parcel.java:1)", "at com.shop.Cart.load(Cart.java:1)", "- locked <0x07> (a java.lang.Object)") +
		thread("pool 1", 2, 1, "Waiting", "at java.lang.Object.wait(Native method)", "at okhttp3.Pool.clean(Pool.java:1)") +
		thread("pool 2", 3, 2, "Waiting", "at java.lang.Object.wait(Native method)", "at okhttp3.Pool.clean(Pool.java:9)") +
		thread("pool 3", 4, 2, "Runnable", "at com.shop.Cart.save(Cart.java:2)") +
		thread("native", 5, 4, "Native", "native: #00 pc 0000000000001234  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+8)") +
		thread("none", 6, 5, "Native", "(no managed stack frames)") +
		"----- end 101 -----\n"
}()

// groupsText prints groups as "name threads ×CPU held monitors", and their threads.
func groupsText(m *message.StackRowsReply) string {
	var all []string
	for i := range m.Rows {
		r := &m.Rows[i]
		s := "- " + r.Name
		if r.Threads > 0 {
			s = fmt.Sprintf("%s %d ×%g held %d", r.Name, r.Threads, r.CPU, r.Held)
		}
		if r.Opened {
			s += " open"
		}
		all = append(all, s)
	}
	return strings.Join(all, " | ")
}

// TestGroupsAddUp checks for several dumps, filters and ways that groups lose no thread and count none twice. Threads, CPU time,
// monitors and states of groups add up to those of the listed threads. Open groups list each thread once.
func TestGroupsAddUp(t *testing.T) {
	texts := []string{groupedDump}
	var story, deadlock, large bytes.Buffer
	for _, err := range []error{dumptest.Story(&story), dumptest.Deadlock(&deadlock), dumptest.Large(&large, 300)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, of := range []bytes.Buffer{story, deadlock, large} {
		texts = append(texts, of.String(), string(dumptest.Mutate(of.Bytes(), rng)))
	}
	for n, text := range texts {
		e, about := openDumps(t, text)
		for process := range about.Processes {
			for _, filter := range []message.StackRows{{}, {Busy: true}, {Class: message.StateBlocked}, {Text: "thread:a"}} {
				filter.Process, filter.Count = uint32(process), mostRows
				flat := ask[*message.StackRowsReply](t, e, &filter)
				for _, by := range waysToGroup {
					req := filter
					req.Grouped, req.By = true, by
					closed := ask[*message.StackRowsReply](t, e, &req)
					for i := range closed.Rows {
						req.Open = append(req.Open, closed.Rows[i].Group)
					}
					open := ask[*message.StackRowsReply](t, e, &req)
					want, got, listed := sumOf(flat.Rows), sumOf(closed.Rows), sumOf(slices.DeleteFunc(open.Rows, func(r message.StackRow) bool { return r.Threads > 0 }))
					if got != want || listed != want || closed.Threads != flat.Total || closed.Total != len(closed.Rows) || open.Total != closed.Total+flat.Total {
						t.Errorf("dump %d, process %d, by %d, %+v:\n    groups %s of %d\n   threads %s\nungrouped %s of %d", n, process, by, filter, got, closed.Threads, listed, want, flat.Total)
					}
				}
			}
		}
	}
}

// sumOf prints the sums of rows. CPU times are multiples of a tick of 10 ms.
func sumOf(rows []message.StackRow) string {
	var threads, held, ticks int
	states := map[string]int{}
	for i := range rows {
		r := &rows[i]
		threads += max(1, r.Threads)
		held += r.Held
		ticks += int(math.Round(100 * max(0, r.CPU)))
		for _, s := range r.States {
			states[fmt.Sprint(s.State, s.Class)] += s.Count
		}
		if r.Threads == 0 {
			states[fmt.Sprint(r.State, r.Class)]++
		}
	}
	return fmt.Sprintf("%d threads, %d held, %d ticks, %v", threads, held, ticks, states)
}
