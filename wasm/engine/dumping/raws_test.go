package dumping

import (
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/message"
)

// TestRawNames checks that the file's names are shown next to original names, and nowhere else.
func TestRawNames(t *testing.T) {
	const process = `----- pid 12 at 2024-05-01 10:00:00 -----
Cmd line: com.shop.app

DALVIK THREADS (3):
"main" prio=5 tid=1 Blocked
  | sysTid=12 nice=-10 cgrp=default sched=0/0 handle=0x7
  at a.b.a(PG:1)
  - waiting to lock <0x0cd0> (a a.c) held by thread 2
  at android.os.Looper.loop(Looper.java:100)

"Worker 1" prio=5 tid=2 Runnable
  | sysTid=13 nice=0 cgrp=default sched=0/0 handle=0x7
  at a.b.b(PG:4)
  - locked <0x0cd0> (a a.c)
  at java.lang.Thread.run(Thread.java:1012)

"Worker 2" prio=5 tid=3 Waiting
  | sysTid=14 nice=0 cgrp=default sched=0/0 handle=0x7
  at q.r.s(PG:4)

"Worker 3" prio=5 tid=4 Waiting
  | sysTid=15 nice=0 cgrp=default sched=0/0 handle=0x7
  at q.r.s(PG:4)

----- end 12 -----
`
	e := emptyRoom()
	readFile(t, e.room, "anr_1", "anr_1", process, "")
	readFile(t, e.room, "anr_2", "anr_2", strings.ReplaceAll(process, "10:00:00", "10:00:05"), "")
	e.room.Open()
	e.room.BeginMap("mapping.txt", "mapping.txt", nil)
	e.room.Write([]byte("shop.Cart -> a.b:\n    1:3:void add():55:57 -> a\n    1:9:void pay():7:15 -> b\nshop.Db -> a.c:\nshop.Feed -> q.r:\n    1:9:void load():1:9 -> s\n"))
	if found, err := e.room.End(""); !found || err != nil {
		t.Fatal(found, err)
	}
	raws := func() map[string]string {
		about := e.room.Open()
		got := map[string]string{"verdict": about.Processes[0].Claims[0].Raw}
		for _, g := range ask[*message.GroupsReply](t, e, &message.Groups{}).Stacks {
			got["group"] += g.Frames[0].Raw
		}
		for _, r := range ask[*message.StackRowsReply](t, e, &message.StackRows{Count: 9}).Rows {
			got["thread "+r.Name] = r.Raw
		}
		for _, r := range ask[*message.CoursesReply](t, e, &message.Courses{Idle: true, Count: 9}).Rows {
			got["over time "+r.Name] = r.Cells[1].Raw
		}
		for _, g := range ask[*message.CausesReply](t, e, &message.Causes{Group: message.NoNode, Node: message.NoNode}).Groups {
			got["cause"] = g.Raw
		}
		var stage graph.Stage
		e.room.Answer(&message.LockGraph{}, nil, &stage)
		for _, n := range stage.Nodes(1) {
			got["box "+n.Lines[0]] = n.Raw
		}
		e.room.graph.stacks(message.StackScope{Idle: true})
		for number := message.FrameNames; ; number++ {
			name, ok := e.room.Name(number)
			if !ok {
				break
			}
			got["frame "+name.Label] = name.Raw
		}
		return got
	}
	named := raws()
	for what, want := range map[string]string{
		"verdict": "a.c, a.b.b", "group": "at q.r.s(PG:4)", "cause": "a.c, a.b.b, a.b.a", "thread main": "a.b.a, a.c", "thread Worker 1": "a.b.b", "thread Worker 2": "q.r.s",
		"over time main": "a.b.a", "over time Worker 2": "q.r.s", "box main (1)": "a.b.a, a.c", "box Worker 1 (2)": "a.b.b",
		"frame shop.Cart.add": "a.b.a", "frame shop.Feed.load": "q.r.s", "frame android.os.Looper.loop": "",
	} {
		if got, ok := named[what]; !ok || got != want {
			t.Errorf("%s: %q, want %q (of %q)", what, got, want, named)
		}
	}
	ask[*message.Named](t, e, &message.Naming{On: false})
	for what, got := range raws() {
		if got != "" {
			t.Errorf("with the names off, %s has %q", what, got)
		}
	}
}

// TestRawOfReadable checks that a claim with a readable name has the name in the file, which is the
// compiled name only if no map changed it.
func TestRawOfReadable(t *testing.T) {
	e := emptyRoom()
	readFile(t, e.room, "anr", "anr", "----- pid 12 at 2024-05-01 10:00:00 -----\nCmd line: com.shop.app\n\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  | sysTid=12 nice=0\n"+
		"  at java.lang.Thread.sleep(Native method)\n  at a.b.a(PG:1)\n\n----- end 12 -----\n", "")
	e.room.Open()
	e.room.BeginMap("mapping.txt", "mapping.txt", nil)
	e.room.Write([]byte("shop.Feed$load$2 -> a.b:\n    1:3:void invokeSuspend():55:57 -> a\n"))
	if found, err := e.room.End(""); !found || err != nil {
		t.Fatal(found, err)
	}
	if c := e.room.Open().Processes[0].Claims[0]; !strings.Contains(c.Text, "Feed.load, coroutine") || c.Raw != "a.b.a" {
		t.Errorf("the claim %q has %q", c.Text, c.Raw)
	}
}

// TestRawsBounded checks the limit on a hostile map with many names for one original.
func TestRawsBounded(t *testing.T) {
	r := raws{}
	for _, was := range []string{"a", "b", "c", "d", "e", "a"} {
		r.add("shop.Cart.add", was+".x")
	}
	if got := r.namesIn("main is at shop.Cart.add.", false); got != "a.x, b.x, c.x, d.x" {
		t.Errorf("of one name %q", got)
	}
	if got := r.namesIn("nothing", true); got != "" || r.namesIn("Cart.add", false) != "" {
		t.Errorf("of none %q", got)
	}
	r.learn(&dump.Dump{})
	if len(r) != 1 {
		t.Errorf("%d names of a dump as it is", len(r))
	}
}
