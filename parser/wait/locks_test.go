package wait

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/dump/dumptest"
)

// graph formats the graph of a block's locks: arrows between tids, or to an object or a call; ! is
// a deadlock, ~ a call that only the stacks suggest, * the culprit.
func graph(f *Facts) string {
	l := f.Locks(0)
	box := func(i int) string {
		s := ""
		switch b := l.Boxes[i]; {
		case len(b.Threads) > 1:
			s = fmt.Sprintf("%d×%d", len(b.Threads), f.d.Threads[b.Thread].Tid)
		case b.Thread != None && f.d.Threads[b.Thread].Block != 0:
			s = fmt.Sprintf("%d in %d", f.d.Threads[b.Thread].Tid, f.d.Blocks[f.d.Threads[b.Thread].Block].PID)
		case b.Thread != None:
			s = fmt.Sprint(f.d.Threads[b.Thread].Tid)
		case b.Call != "":
			s = fmt.Sprintf("%s of %d", b.Call, b.PID)
		case b.Missing != 0:
			s = fmt.Sprintf("object %d of %d", i, b.Missing)
		default:
			s = fmt.Sprintf("object %d", i)
		}
		if i == l.Culprit {
			s += "*"
		}
		return s
	}
	var all []string
	for _, a := range l.Arrows {
		s := box(a.From) + "→" + box(a.To)
		if a.Deadlock {
			s += "!"
		}
		if a.Call != "" && !a.Listed && l.Boxes[a.To].Thread != None {
			s += "~"
		}
		all = append(all, s)
	}
	if l.Omitted > 0 {
		all = append(all, fmt.Sprint("and ", l.Omitted))
	}
	return strings.Join(all, ", ")
}

func TestLocks(t *testing.T) {
	const wants = "waiting to lock <0x0%d> (a a.B)"
	want := func(id int, holder string) string { return fmt.Sprintf(wants, id) + holder }
	var many []string
	for tid := range MostWaits + 7 {
		many = append(many, fmt.Sprintf("%d Blocked: waiting to lock <0x%x> (a a.B)", tid+2, tid+16))
	}
	tests := []struct {
		name    string
		threads []string
		want    string
	}{
		{"nobody waits", []string{"1 Native: locked <0x01> (a a.B)"}, ""},
		{"deadlocks come first, then what main waits for", []string{
			"1 Blocked: " + want(1, " held by thread 4"),
			"2 Blocked: " + want(2, " held by thread 3") + "; locked <0x03> (a a.B)",
			"3 Blocked: " + want(3, " held by thread 2") + "; locked <0x02> (a a.B)",
			"4 Native: locked <0x01> (a a.B)",
			"5 Blocked: " + want(2, " held by thread 3"),
		}, "2→3!, 3→2!, 1→4*, 5→3"},
		{"the dump shows no holder: one box an object", []string{"1 Blocked: " + want(5, ""), "2 Blocked: " + want(5, ""), "3 Blocked: " + want(6, "")}, "1→object 1*, 2→object 1*, 3→object 4"},
		{"its holder is not in the dump", []string{"1 Blocked: " + want(5, " held by thread 77")}, "1→object 1 of 77*"},
		{"threads with equal waits share a box, except main and threads that others wait for", []string{
			"1 Blocked: " + want(1, " held by thread 2"), "2 Blocked: " + want(2, " held by thread 3"), "3 Runnable: locked <0x02> (a a.B)",
			"4 Blocked: " + want(1, " held by thread 2"), "5 Blocked: " + want(1, ""), "6 Blocked: " + want(1, " held by thread 2"), "7 Blocked: " + want(2, " held by thread 3"),
		}, "1→2, 2→3*, 3×4→2, 7→3*"},
		{"a deadlock of main's", []string{"1 Blocked: " + want(1, " held by thread 2") + "; locked <0x02> (a a.B)", "2 Blocked: " + want(2, " held by thread 1") + "; locked <0x01> (a a.B)"}, "1→2*!, 2*→1!"},
	}
	for _, tt := range tests {
		if got := graph(NewFacts(read(t, art, tt.threads...))); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	l := NewFacts(read(t, art, many...)).Locks(0)
	if len(l.Arrows) != MostWaits || len(l.Boxes) != 2*MostWaits || l.Omitted != 7 {
		t.Errorf("of %d waits: %d arrows, %d boxes, %d left", len(many), len(l.Arrows), len(l.Boxes), l.Omitted)
	}
}

// TestLocksAcross: a thread may wait for an answer from another process.
// TestCirclesOfOtherProcesses: a circle that a call leads to can lie within the other process.
func TestCirclesOfOtherProcesses(t *testing.T) {
	const (
		call   = "at android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat a.IFoo$Stub$Proxy.get\nat com.example.A.a\n"
		served = "at a.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n"
	)
	for _, tt := range []struct {
		name, text     string
		cycles, across int
	}{
		{"within the other process", "process 5 com.example\n1 main Native\n" + call + "process 7 system_server\n9 Binder Blocked\nat com.server.Foo.get\n- waiting to lock <0x0a> (a a.X) held by thread 8\n- locked <0x0b> (a a.Y)\n" + served +
			"8 holder Blocked\nat a.B.d\n- waiting to lock <0x0b> (a a.Y) held by thread 9\n- locked <0x0a> (a a.X)\n", 1, 0},
		{"through both", "process 5 com.example\n1 main Native\n" + call + "- locked <0x0b> (a a.Y)\n4 Binder Blocked\nat com.example.B.back\n- waiting to lock <0x0b> (a a.Y) held by thread 1\nat a.IBack$Stub.onTransact\nat android.os.Binder.execTransact\n" +
			"process 7 system_server\n9 Binder Native\nat android.os.BinderProxy.transact\nat a.IBack$Stub$Proxy.back\nat com.server.Foo.get\n" + served, 1, 1},
	} {
		if l := NewFacts(dumptest.Parse(tt.text)).Locks(0); l.Cycles != tt.cycles || l.Across != tt.across {
			t.Errorf("%s: %d circles, %d of them across processes", tt.name, l.Cycles, l.Across)
		}
	}
}

func TestLocksAcross(t *testing.T) {
	const (
		call  = "at android.os.BinderProxy.transactNative\nat android.os.BinderProxy.transact\nat a.IFoo$Stub$Proxy.get\nat com.example.A.a\n"
		serve = "at com.server.Foo.get\n%sat a.IFoo$Stub.onTransact\nat android.os.Binder.execTransact\n"
	)
	app := func(state, frames string) string {
		return "process 5 com.example\n1 main " + state + "\n" + frames
	}
	tests := []struct{ name, text, want string }{
		{"to a thread that waits for another of its process", app("Native", call) + "process 7 system_server\n1 main Native\nat a.B.c\n9 Binder Blocked\n" + fmt.Sprintf(serve, "- waiting to lock <0x0a> (a a.X) held by thread 8\n") +
			"8 holder Runnable\nat a.B.d\n- locked <0x0a> (a a.X)\n", "1→9 in 7~, 9 in 7→8 in 7*"},
		{"by native frames", "native 5 com.example\n#00 pc 0000d684  /system/lib64/libc.so (__ioctl+4)\n#01 pc 0000d684  /system/framework/boot.oat (android.os.BinderProxy.transact+744)\n#02 pc 0000d684  /system/framework/boot.oat (a.IFoo$Stub$Proxy.get+600)\n", "0→a.IFoo.get of 0*"},
		{"nobody is seen to serve it", app("Native", call), "1→a.IFoo.get of 0*"},
		{"a call of a holder's", app("Blocked", "at com.example.A.a\n- waiting to lock <0x0b> (a a.Y) held by thread 3\n") + "3 worker Native\n" + call + "- locked <0x0b> (a a.Y)\n", "1→3, 3→a.IFoo.get of 0*"},
		{"a call of nobody's concern is shown if its server is seen", app("Native", "at android.os.MessageQueue.nativePollOnce\n") + "3 worker Native\n" + call + "4 other Native\nat android.os.BinderProxy.transact\nat a.IBar$Stub$Proxy.set\n" +
			"process 7 system_server\n9 Binder Runnable\n" + fmt.Sprintf(serve, ""), "3→9 in 7~"},
		{"round in a circle", app("Native", call+"- locked <0x0b> (a a.Y)\n") + "4 Binder Blocked\nat com.example.B.back\n- waiting to lock <0x0b> (a a.Y) held by thread 1\nat a.IBack$Stub.onTransact\nat android.os.Binder.execTransact\n" +
			"process 7 system_server\n9 Binder Native\nat android.os.BinderProxy.transact\nat a.IBack$Stub$Proxy.back\n" + fmt.Sprintf(serve, ""), "4*→1!, 1→9 in 7!~, 9 in 7→4*!~"},
	}
	for _, tt := range tests {
		if got := graph(NewFacts(dumptest.Parse(tt.text))); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
