package dumping

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// TestReadable checks that names of compilers are readable in every view of a dump, next to the raw
// names, and that a search finds both.
func TestReadable(t *testing.T) {
	e, about := openDumps(t, "----- pid 101 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nDALVIK THREADS (4):\n"+
		"\"main\" prio=5 tid=1 Sleeping\n  | sysTid=101 nice=0\n  at java.lang.Thread.sleep(Native method)\n  at com.example.app.Feed$load$2.invokeSuspend(Feed.kt:12)\n  at com.example.app.Feed.onCreate(Feed.kt:3)\n\n"+
		"\"one\" prio=5 tid=2 Runnable\n  | sysTid=102 nice=0\n  at com.example.app.Feed$bar$1.invoke(Feed.kt:20)\n\n"+
		"\"two\" prio=5 tid=3 Runnable\n  | sysTid=103 nice=0\n  at com.example.app.Feed$bar$2.invoke(Feed.kt:30)\n\n"+
		"\"two more\" prio=5 tid=4 Runnable\n  | sysTid=104 nice=0\n  at com.example.app.Feed$bar$2.invoke(Feed.kt:30)\n\n"+
		"----- end 101 -----\n")
	claims := about.Processes[0].Claims
	if len(claims) == 0 || !strings.Contains(claims[0].Text, "Feed.load, coroutine") || strings.Contains(claims[0].Text, "$") || claims[0].Raw != "com.example.app.Feed$load$2.invokeSuspend" {
		t.Errorf("claims %+v", claims)
	}
	for _, tt := range []struct{ query, want string }{
		{"", "main|one|two|two more"},
		{"coroutine", "main"},
		{"invokeSuspend", "main"},
		{"lambda", "one|two|two more"},
		{"Feed$bar", "one|two|two more"},
	} {
		var got []string
		rows := ask[*message.StackRowsReply](t, e, &message.StackRows{Text: tt.query, Count: 9, Column: message.ThreadByName}).Rows
		for _, r := range rows {
			got = append(got, r.Name)
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("search %q found %q, want %s", tt.query, got, tt.want)
		}
	}
	rows := ask[*message.StackRowsReply](t, e, &message.StackRows{Count: 9, Column: message.ThreadByName}).Rows
	for i, want := range []string{"com.example.app.Feed.load, coroutine", "com.example.app.Feed.bar, lambda 1", "com.example.app.Feed.bar, lambda 2"} {
		if r := &rows[i]; r.ReadableTop != want || !strings.Contains(r.Top, "$") {
			t.Errorf("%s is at %q, %q, want %q", r.Name, r.Top, r.ReadableTop, want)
		}
	}
	lines := ask[*message.StackReply](t, e, &message.Stack{Thread: rows[0].Thread}).Lines
	if l := lines[1]; l.ReadableFirst != "com.example.app." || l.ReadableLast != "Feed.load, coroutine" || l.First+l.Last != "com.example.app.Feed$load$2.invokeSuspend" {
		t.Errorf("a line %+v", l)
	}
	if l := lines[2]; l.ReadableLast != "" {
		t.Errorf("an ordinary line %+v", l)
	}
	var frames []string
	for _, g := range ask[*message.GroupsReply](t, e, &message.Groups{}).Stacks {
		for _, f := range g.Frames {
			frames = append(frames, f.ReadableLast)
		}
	}
	if all := strings.Join(frames, "|"); all != "Feed.bar, lambda 2" {
		t.Errorf("frames of groups: %s", all)
	}
}

// TestReadableCauses checks the readable names in causes of a pile. Names that look alike stay as they are, as do those
// that no compiler generated.
func TestReadableCauses(t *testing.T) {
	e := emptyRoom()
	for i, method := range []string{"Feed$load$2.invokeSuspend", "Feed$load$7.invokeSuspend", "Shop$Cart.add", "List$show$1.invoke", "List$show$1$2.invoke"} {
		readFile(t, e.room, "anr", "anr", appDump(i, method, 0), "")
	}
	e.room.Open()
	var got []string
	for _, g := range ask[*message.CausesReply](t, e, &message.Causes{Group: message.NoNode, Node: message.NoNode}).Groups {
		got = append(got, g.Where+" | "+g.Raw)
		if g.Count == 2 && (!strings.Contains(g.Text, "com.example.Feed.load, coroutine") || strings.Contains(g.Text, "$")) {
			t.Errorf("the claim %q", g.Text)
		}
	}
	want := []string{
		"in com.example.Feed.load, coroutine | com.example.Feed$load$2.invokeSuspend", "in com.example.List$show$#$#.invoke | ", "in com.example.List$show$#.invoke | ", "in com.example.Shop$Cart.add | ",
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("causes\n got %q\nwant %q", got, want)
	}
}

// TestReadableLocks checks the readable names in boxes of the lock graph, and the compiled names for their tooltips.
func TestReadableLocks(t *testing.T) {
	e, _ := openDumps(t, "----- pid 101 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nDALVIK THREADS (2):\n"+
		"\"main\" prio=5 tid=1 Blocked\n  | sysTid=101 nice=0\n  at com.example.app.Feed$load$2.invokeSuspend(Feed.kt:12)\n  - waiting to lock <0x0b> (a java.lang.Object) held by thread 2\n\n"+
		"\"writer\" prio=5 tid=2 Runnable\n  | sysTid=102 nice=0\n  at com.example.app.Feed.write(Feed.kt:20)\n  - locked <0x0b> (a java.lang.Object)\n\n----- end 101 -----\n")
	g, _ := e.room.dumps.locks(&e.room.dumps.processes[0])
	var got []string
	for _, n := range g.Nodes {
		got = append(got, strings.Join(n.Lines, ", ")+" | "+n.Raw)
	}
	want := []string{"main (1), Blocked in Feed.load, coroutine | com.example.app.Feed$load$2.invokeSuspend", "writer (2), Runnable in Feed.write | "}
	if !slices.Equal(got, want) {
		t.Errorf("boxes\n got %q\nwant %q", got, want)
	}
}
