package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/viewer/expect"
)

// TestSamples: a simpleperf recording opens like any trace: at its main thread, with sampled times. Table, flame graph and
// timeline show time off the CPU, and another event can be selected.
func TestSamples(t *testing.T) {
	p := open(t)
	p.Upload(fileOf("feed.trace", simpleperftest.Bytes(
		"7+0 7@1 root;app.Feed.load 7!2 root;leaf 7-2.009 7+12 7@12.5 root;app.Feed.load 8@5 work;app.Feed.load ::7=com.example 8/7=worker")))
	for _, want := range []string{"simpleperf", "on and off CPU", "sampled", "4 samples"} {
		if got := plain(p.Text("#facts")); !strings.Contains(got, want) {
			t.Errorf("the facts are %q, without %q", got, want)
		}
	}
	if got := p.Chips(); !strings.Contains(got, "com.example") {
		t.Errorf("the page begins with %q, not the main thread", got)
	}
	p.Click("#tab-methods")
	leaf := func(figure string) {
		t.Helper()
		for _, line := range p.Grid("methods").Rows {
			if strings.HasPrefix(line, "leaf") && strings.Contains(plain(line), figure) {
				return
			}
		}
		t.Errorf("the methods are %q, want leaf with %s", p.Grid("methods").Rows, figure)
	}
	leaf("11.00 ms")
	p.Click("#clock-waiting")
	p.is("the clock", p.Text("#clock-waiting"), "Off CPU")
	leaf("10.00 ms")
	depths, hatched := map[uint32]bool{}, 0
	for _, r := range p.drawn[canvas.Timeline].Rects {
		if r.Slot&scene.Hatched != 0 {
			hatched++
		} else if r.Depth != scene.None && r.Thread&scene.SpanFlag == 0 {
			depths[r.Depth] = true
		}
	}
	if !depths[0] || !depths[1] || hatched == 0 {
		t.Errorf("the timeline has depths %v and %d stretches off the CPU", depths, hatched)
	}
	p.Click("#tab-flamegraph")
	if n := len(p.drawn[canvas.Flame].Rects); n < 2 {
		t.Errorf("the flame graph has %d boxes", n)
	}
	p.Click("#tab-methods")
	p.Click("#clock-cpu")
	p.Pick("measure", "2")
	p.is("the clock that counts samples", p.Text("#clock-cpu"), "samples")
}

// TestFirstPicture: the timeline fits the recorded time, even if the clock started earlier.
func TestFirstPicture(t *testing.T) {
	file := fileOf("late.trace", tracetest.Bytes("main 70000>app.A.run()V 80000>app.B.run()V 90000<app.B.run()V 100000<app.A.run()V\nother 75000>app.C.run()V 99000<app.C.run()V"))
	p := open(t)
	p.Upload(file)
	fits := func(what string) {
		t.Helper()
		list := p.drawn[canvas.Timeline]
		p.is(what, fmt.Sprint(list.From, " ", list.To), fmt.Sprint(70e6, " ", 100e6))
	}
	fits("the whole recording")
	p.Key("w", "w")
	if list := p.drawn[canvas.Timeline]; list.To-list.From >= 30e6 {
		t.Errorf("W shows %v to %v", list.From, list.To)
	}
	p.Key("0")
	fits("the whole recording again")
}

// TestIdleWaits: figures of several threads leave out idle time, when threads wait for work. A switch shows
// how much that is.
func TestIdleWaits(t *testing.T) {
	file := corpusFile(t, "method-traces/vroom-clock_dual.trace.gz")
	_, k := openTrace(t, file)
	p := open(t)
	p.Upload(file)
	p.Click("#tab-methods")
	if p.Seen("#methods-sort-all") {
		p.Click("#methods-sort-all")
	}
	if !p.Seen("#idle") || !p.Seen("#idle-waits[checked]") {
		t.Error("the waits of one thread are left out")
	}
	p.Click("#all-threads")
	awake := message.Scope{To: message.Whole, NoIdle: true}
	all, some := expect.Ask[*message.Sum](k, &message.Summed{Scope: everything}), expect.Ask[*message.Sum](k, &message.Summed{Scope: awake})
	if all.Times[0] != some.Times[0]+some.Idle[0] || all.Idle != some.Idle || some.Idle[0] < 9e9 || some.Idle[1] != 0 {
		t.Fatalf("%+v, without %+v", all, some)
	}
	shows := func(scope message.Scope, sum *message.Sum) {
		t.Helper()
		p.is("the switch", strings.TrimSpace(plain(p.Text("#idle"))), "include idle waits ("+plain(words.Brief(all.Idle[0]))+")")
		meaning, _, _ := strings.Cut(plain(p.Text("#whole")), ":") // without the part in no method
		want := "100 % = " + words.Duration(sum.Times[0]) + " on all threads"
		if !scope.NoIdle {
			want += " (" + words.Brief(sum.Idle[0]) + " idle)"
		}
		p.is("the meaning of 100 %", meaning, plain(want))
		p.Key("2")
		p.rows("the methods", "methods", k.Methods(message.MethodRows{Scope: scope}))
		p.Key("5")
		if flame, ok := p.browser.Shown[canvas.Flame].(*message.Flame); !ok || flame.Scope.NoIdle != scope.NoIdle {
			t.Errorf("the flame graph shows %+v", p.browser.Shown[canvas.Flame])
		}
	}
	shows(awake, some)
	p.Click("#idle-waits")
	shows(everything, all)
	p.Click("#clock-cpu")
	if p.Seen("#idle") {
		t.Error("there is a switch for CPU time")
	}
}

// TestSwitchesAsMethod: on request, context switches are a method in the tables.
func TestSwitchesAsMethod(t *testing.T) {
	p, k := openSample(t)
	apart := everything
	apart.Switches = true
	first := expect.Ask[*message.Rows](k, &message.MethodRows{Scope: apart, Order: message.Order{Column: message.ByExclusive}, Count: 1}).Rows[0]
	p.is("the method with the most self time", k.Name(first.Method).Label, "(context switch)")
	p.Click("#methods-sort-3") // self time
	by := message.Order{Column: message.ByExclusive}
	p.rows("no method for gaps", "methods", k.Methods(message.MethodRows{Order: by}))
	p.Click("#switches")
	p.rows("context switches among the methods", "methods", k.Methods(message.MethodRows{Scope: apart, Order: by}))
	p.Click("#methods-0 .fn")
	p.contains("#details", fmt.Sprintf("%s calls, wall clock", words.Count(first.Calls)))
	p.Key("x")
	p.rows("no method for gaps again", "methods", k.Methods(message.MethodRows{Order: by}))
}

// TestOneClockHasNoSwitches: a trace with one clock says that it cannot show context switches.
func TestOneClockHasNoSwitches(t *testing.T) {
	p, _ := openTrace(t, fileOf("wall.trace", tracetest.Trace{Version: 2, Clock: "wall", Records: "main 0>app.A.a()V 900<app.A.a()V"}.Bytes()))
	for _, r := range p.drawn[canvas.Timeline].Rects {
		if r.Slot&scene.Hatched != 0 {
			t.Errorf("a gap is drawn: %+v", r)
		}
	}
	gaps := p.element("#gaps")
	if _, disabled := gaps.attrs["disabled"]; !disabled || !strings.HasPrefix(gaps.attrs["title"], "This trace has one clock.") {
		t.Errorf("the button says %q", gaps.attrs["title"])
	}
}

// TestFramework: rows that all calls of a thread share are collapsed into one line, in charts and tables. A click, a key, or
// selecting a call in them expands it. The browser tests click the line of another trace.
func TestFramework(t *testing.T) {
	file := corpusFile(t, "method-traces/fenix-regular.trace.gz")
	_, k := openTrace(t, file)
	p := open(t)
	p.Upload(file)
	main := k.About.Threads[slices.IndexFunc(k.About.Threads, func(t message.Thread) bool { return t.Name == "main" })]
	if main.Framework != 5 {
		t.Fatalf("%s begins with %d platform frames", main.Name, main.Framework)
	}
	top := func(what string, want uint32) {
		t.Helper()
		least := uint32(scene.None)
		for _, r := range p.drawn[canvas.Timeline].Rects {
			if r.Method != scene.NoMethod && r.Thread == main.Index && r.Slot&(scene.Outline|scene.Bare|scene.Hatched) == 0 {
				least = min(least, r.Depth)
			}
		}
		if least != want {
			t.Errorf("%s: the rows begin at depth %d, want %d", what, least, want)
		}
	}
	const line = "▸ 5 platform frames: ZygoteInit.main … Looper.loop"
	says := func(c canvas.ID) {
		t.Helper()
		for _, text := range p.drawn[c].Texts {
			if strings.Contains(text.String, "platform frame") {
				p.is("the line", plain(text.String), line)
				return
			}
		}
		t.Errorf("canvas %d has no line", c)
	}
	top("at first", 5)
	says(canvas.Timeline)
	click := canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Click, Hit: canvas.Hit{OK: true, Method: message.NoNode, Thread: main.Index, Depth: message.NoNode, X: 200, Y: 40, W: 100, H: 12}}
	p.Point(click)
	top("after a click", 0)
	p.Point(click)
	top("after another click", 5)
	p.Key("e")
	top("after E", 0)
	p.Key("e")
	top("after E again", 5)

	// The flame graph of main begins with the same line. The tables do too.
	p.Key("5")
	says(canvas.Flame)
	for _, tab := range []struct{ key, id string }{{"3", "topdown"}, {"2", "methods"}} {
		p.Key(tab.key)
		if tab.id == "methods" && p.Seen("#methods-sort-all") {
			p.Click("#methods-sort-all")
		}
		first := "#" + tab.id + "-0"
		if got := p.Text(first + " .own"); !strings.HasPrefix(got, "5 platform frames, ") {
			t.Errorf("%s begins with %q", tab.id, got)
		}
		p.Click(first)
		p.is("the expanded row", p.element(first).attrs["aria-expanded"], "true")
		top("expanded in "+tab.id, 0)
		p.Click(first)
		top("collapsed in "+tab.id, 5)
	}
	p.Key("3")
	p.Click("#topdown-heaviest")
	p.is("the end of the heaviest path", p.Text("#topdown-rows .cursor .own"), ".nativePollOnce")
	p.is("the focus", p.focus, "topdown-rows")
	if !p.InView("topdown", "#topdown-rows .cursor") {
		t.Error("the end of the heaviest path is not in view")
	}
	p.Key("2")

	// Keys can move up into the line.
	call := p.call(5)
	p.Point(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Click, Hit: call})
	p.is("the call", p.DetailsName(), k.Name(call.Method).Label)
	p.focus = "timeline"
	for range int(call.Depth) - 4 {
		p.Key("ArrowUp")
	}
	p.is("its caller", p.DetailsName(), "android.os.Looper.loop")
	top("with a call in the line", 0)
	p.Click("#commands")
	p.Type("palette", "fold the platform")
	p.Key("Enter")
	top("after the command", 5)
}
