package story_test

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/trace"
)

// TestOthers: the CPU time of other threads while main handles a message, where main is off the CPU in many methods.
func TestOthers(t *testing.T) {
	// message returns a message of 100 methods, each of 10 ms, some of it on the CPU.
	message := func(cpu int) string {
		var b strings.Builder
		b.WriteString("main 0/0>Loop 0/0>Dispatch")
		for i := range 100 {
			fmt.Fprintf(&b, " %d/%d>com.example.M%d.run()V %d/%d<com.example.M%d.run()V", i*10_000, i*cpu, i, (i+1)*10_000, (i+1)*cpu, i)
		}
		return b.String() + fmt.Sprintf(" 1000000/%d<Dispatch 2000000/%d>android.os.MessageQueue.next()V 3000000/%d<android.os.MessageQueue.next()V 3000000/%d<Loop", 100*cpu, 100*cpu, 100*cpu, 100*cpu)
	}
	const work, more, rest = " worker 0/0>com.example.Sync.run()V 2000000/800000<com.example.Sync.run()V", " pool 500000/0>com.example.Load.run()V 1500000/500000<com.example.Load.run()V",
		" rest 0/0>com.example.Rest.run()V 1000000/30000<com.example.Rest.run()V"
	task := strings.NewReplacer("main", "worker", "Loop", "java.lang.Thread.run()V", "Dispatch", "com.example.Task.run()V")
	for _, tt := range []struct{ name, trace, want string }{
		{"two threads meanwhile, and one that uses little", message(2000) + work + more + rest, "off 800, others 680: worker 400 in com.example.Sync.run, pool 250 in com.example.Load.run"},
		{"a library, and the platform", message(2000) + " a 0/0>java.lang.Thread.run()V 0/0>com.bumptech.glide.Glide.load()V 0/0>android.graphics.BitmapFactory.decodeStream()V 900000/300000<android.graphics.BitmapFactory.decodeStream()V 900000/300000<com.bumptech.glide.Glide.load()V 1000000/310000<java.lang.Thread.run()V" +
			" b 0/0>java.lang.Thread.run()V 0/0>android.graphics.BitmapFactory.decodeStream()V 900000/200000<android.graphics.BitmapFactory.decodeStream()V 1000000/210000<java.lang.Thread.run()V c 0/0>Own 330000/50000<Own 330000/50000>Theme 660000/100000<Theme 660000/100000>App 1000000/150000<App", "off 800, others 670: a 310 in com.bumptech.glide.Glide.load, b 210 in android.graphics.BitmapFactory.decodeStream, c 150"},
		{"one that uses little", message(2000) + rest, "off 800, others 30:"},
		{"main is on the CPU", message(9000) + work, "off 0, others 0:"},
		{"without a CPU clock", "main 0>Loop 1000000<Loop", "off 0, others 0:"},
		{"after the message", message(2000) + " worker 1500000/0>com.example.Sync.run()V 2500000/900000<com.example.Sync.run()V", "off 800, others 0:"},
		{"a thread without messages", task.Replace(message(2000)) + " pool 1500000/0>com.example.Load.run()V 2500000/500000<com.example.Load.run()V", "off 800, others 250: pool 250 in com.example.Load.run"},
		{"a wait in one method has a finding", "main 0/0>Loop 0/0>Dispatch 0/0>App 900000/1000<App 1000000/101000<Dispatch 1000000/101000<Loop" + work, "off 0, others 0:"},
	} {
		x, v := overview(t, expand(tt.trace), 0, 0)
		got := fmt.Sprintf("off %d, others %d:", v.Others.Off/1e6, v.Others.CPU/1e6)
		for i, at := range v.Others.Threads {
			got += fmt.Sprintf("%s %s %d", [...]string{"", ","}[min(i, 1)], x.Info.Threads[at.Thread].Name, at.CPU/1e6)
			if at.Doing != call.NoMethod {
				got += " in " + x.Info.Methods[at.Doing].Label()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	_, both := overview(t, expand(message(2000)+" 3000000/200000>Loop 3000000/200000>Dispatch 3000000/200000>Own 3300000/201000<Own 3300000/201000<Dispatch 3300000/201000<Loop"+work), 0, 0)
	if o := &both.Others; o.Off != 800e6 || o.Found != 299e6 {
		t.Errorf("with a finding: off %d, %d in a finding", o.Off, o.Found)
	}
	x, v := overview(t, expand(message(2000)+work), 200_000, 700_000)
	if o := &v.Others; o.Off != 400e6 || o.During != 500e6 || o.CPU != 200e6 {
		t.Errorf("in a part of the message: off %d, others %d during %d ns, of %s", o.Off, o.CPU, o.During, x.Info.Threads[0].Name)
	}
}

// TestCollector: a garbage collector that uses a fifth of the range has a figure.
func TestCollector(t *testing.T) {
	const main = "main 0/0>Loop 1000000/400000<Loop"
	for _, tt := range []struct {
		name, trace string
		from, to    trace.Ticks // µs; 0 for all
		want        int64       // ms
	}{
		{"much", main + " HeapTaskDaemon 0/0>Own 1000000/300000<Own", 0, 0, 300},
		{"little", main + " HeapTaskDaemon 0/0>Own 1000000/150000<Own", 0, 0, 0},
		{"of a short recording", "main 0/0>Loop 200000/100000<Loop HeapTaskDaemon 0/0>Own 200000/90000<Own", 0, 0, 0},
		{"another thread", main + " worker 0/0>Own 1000000/300000<Own", 0, 0, 0},
		{"in the range", main + " HeapTaskDaemon 0/0>Own 500000/300000<Own 500000/300000>Own 1000000/310000<Own", 0, 500_000, 300},
		{"after the range", main + " HeapTaskDaemon 0/0>Own 500000/300000<Own 500000/300000>Own 1000000/310000<Own", 500_000, 1_000_000, 0},
	} {
		_, v := overview(t, expand(tt.trace), tt.from, tt.to)
		if got := v.Collector.CPU / 1e6; got != tt.want || got > 0 && v.Collector.Thread != 1 {
			t.Errorf("%s: %d ms of thread %d, want %d", tt.name, got, v.Collector.Thread, tt.want)
		}
	}
}
