package desk_test

import (
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/chips"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/uitest"
)

const ms = uitest.Ms

func openCalc() (*desk.Desk, *uitest.Stand) {
	s := uitest.New()
	d := desk.New(desk.NewPage(s))
	d.Open(uitest.Calc())
	d.RenderStep = desk.WholePage
	return d, s
}

// chipTexts returns the texts of the chips: "main | 1.2 s – 3.4 s (2.2 s)".
func chipTexts(d *desk.Desk) string {
	var all []string
	for _, c := range chips.Of(d) {
		if c.Name != "" { // else it only removes what the one before shows
			all = append(all, c.Name)
		}
	}
	return strings.ReplaceAll(strings.Join(all, " | "), words.NBSP, " ")
}

func drop(t *testing.T, d *desk.Desk, id string) {
	t.Helper()
	i := slices.IndexFunc(chips.Of(d), func(c bar.Button) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("no %s among %s", id, chipTexts(d))
	}
	chips.Of(d)[i].Do()
}

// TestMainIsSelectedFirst: a trace opens with main selected, or else with the thread that the engine chose. A trace with one
// thread has no selection.
func TestMainIsSelectedFirst(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*message.Description)
		want   string
	}{
		{"main", func(d *message.Description) {}, "main"},
		{"main is idle", func(d *message.Description) { d.Threads[0].Busy = message.Times{1, 1, 0} }, "main"},
		{"main has no call", func(d *message.Description) { d.Threads[0].Calls, d.Subject = 0, 1 }, "Gecko"},
		{"no main", func(d *message.Description) { d.Threads[0].Name = "Main" }, "Main"},
		{"one thread", func(d *message.Description) { d.Threads = d.Threads[:1] }, ""},
	} {
		trace := uitest.Calc()
		tt.change(trace)
		d := desk.New(desk.NewPage(uitest.New()))
		d.Open(trace)
		if got := chipTexts(d); got != tt.want || !d.AtStart() {
			t.Errorf("%s: chips %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestFirstViewFitsTheThread: the timeline begins with the selected thread's recorded time, and can show the
// whole trace. The picture from before the interface loads shows the same range.
func TestFirstViewFitsTheThread(t *testing.T) {
	for _, tt := range []struct {
		name     string
		change   func(*message.Description)
		from, to int64
	}{
		{"main ends early", func(d *message.Description) { d.Threads[0].To = 400 * ms }, 0, 400},
		{"main hung", func(d *message.Description) {
			d.Threads[0].From, d.Threads[0].To, d.Threads[0].Hung = 2000*ms, 2400*ms, true
		}, 2000, 6370},
		{"main begins late", func(d *message.Description) { d.Threads[0].From = 5000 * ms }, 5000, 6370},
		{"main is nearly the whole", func(d *message.Description) { d.Threads[0].To = 6000 * ms }, 0, 6370},
		{"no main", func(d *message.Description) {
			d.Threads[0].Calls, d.Subject, d.Threads[2].To = 0, 2, 1000*ms
		}, 74, 1000},
		{"main has one record", func(d *message.Description) { d.Threads[0].To = d.Threads[0].From }, 0, 6370},
		{"one thread", func(d *message.Description) { d.Threads = d.Threads[:1]; d.Threads[0].To = 400 * ms }, 0, 6370},
		{"the recording begins late", func(d *message.Description) { d.From, d.Threads[0].From = 3000*ms, 3000*ms }, 3000, 6370},
	} {
		trace := uitest.Calc()
		tt.change(trace)
		d := desk.New(desk.NewPage(uitest.New()))
		d.Open(trace)
		if v := d.Time.View; v.From != float64(tt.from*ms) || v.To != float64(tt.to*ms) {
			t.Errorf("%s: the timeline shows %v to %v ms, want %d to %d", tt.name, v.From/1e6, v.To/1e6, tt.from, tt.to)
		}
		early := desk.First(trace, func(string) string { return "" }, message.Viewport{Width: 900, Height: 60}, d.Time.View)[1].(*message.Timeline)
		if early.View != d.Time.View {
			t.Errorf("%s: the first picture shows %+v, the interface %+v", tt.name, early.View, d.Time.View)
		}
		if d.Time.ShowAll(); !d.Time.AllInView() || d.Time.View.To != float64(trace.Span) {
			t.Errorf("%s: the whole is not reached", tt.name)
		}
	}
}

// TestChips: each filter has a chip, which removes that filter.
func TestChips(t *testing.T) {
	d, _ := openCalc()
	d.SetRange(1200*ms, 3400*ms, 6370*ms)
	d.ToggleHidden(4)
	d.ToggleHidden(5)
	d.ToggleSwitches()
	d.Search.Find("calc")
	d.Search.Only = true
	for _, step := range []struct{ drop, left string }{
		{"", "main | 1.2 s – 3.4 s (2.2 s) | 2 hidden | separate switches | only “calc”"},
		{"chip-range", "main | 2 hidden | separate switches | only “calc”"},
		{"chip-threads", "2 hidden | separate switches | only “calc”"},
		{"chip-hidden", "separate switches | only “calc”"},
		{"chip-only", "separate switches"},
		{"chip-switches", ""},
	} {
		if step.drop != "" {
			drop(t, d, step.drop)
		}
		if got := chipTexts(d); got != step.left {
			t.Fatalf("after %s: %q, want %q", step.drop, got, step.left)
		}
	}
}

// TestHiddenThreadsAreNotSummed: sums leave out hidden threads.
func TestHiddenThreadsAreNotSummed(t *testing.T) {
	d, _ := openCalc()
	check := func(does string, text string, want ...uint32) {
		t.Helper()
		if got := d.Scope().Threads; !slices.Equal(got, want) {
			t.Errorf("%s: sums %v, want %v", does, got, want)
		}
		if got := strings.ReplaceAll(d.ScopeText(), words.NBSP, " "); got != text {
			t.Errorf("%s: %q, want %q", does, got, text)
		}
	}
	check("at first", "main, whole trace", 0)
	d.ToggleHidden(3)
	check("another hidden", "main, whole trace", 0)
	d.ClearThreads()
	check("all but one", "7 threads, whole trace", 0, 1, 2, 4, 5, 6, 7)
	d.SetRange(1200*ms, 3400*ms, 6370*ms)
	check("and a range", "7 threads, 1.2 s – 3.4 s", 0, 1, 2, 4, 5, 6, 7)
	d.ShowHidden()
	check("shown again", "all threads, 1.2 s – 3.4 s")
	d.ClearRange()
	check("all", "")
	d.OnlyThread(2)
	d.ToggleHidden(2)
	check("the only one hidden", "7 threads, whole trace", 0, 1, 3, 4, 5, 6, 7)
	d.ToggleThread(2)
	check("a hidden one summed again", "")
	for i := range uint32(8) {
		d.ToggleHidden(i)
	}
	check("all hidden", "no thread, whole trace", message.NoNode)
	d.OnlyThread(6)
	check("one alone, which was hidden", "FinalizerDaemon, whole trace", 6)
}

func TestWholeText(t *testing.T) {
	d, s := openCalc()
	if got := d.TotalText(); got != "" {
		t.Errorf("before it is known: %q", got)
	}
	s.Settle(&d.Line, d.RequestData, uitest.Engine)
	if got := strings.ReplaceAll(d.TotalText(), words.NBSP, " "); got != "100 % = 6.370 s on main" {
		t.Errorf("%q", got)
	}
	d.ClearThreads()
	if got := strings.ReplaceAll(d.TotalText(), words.NBSP, " "); got != "100 % = 6.370 s on main" {
		t.Errorf("before the answer: %q", got)
	}
	d.Clock = message.CPU
	s.Settle(&d.Line, d.RequestData, uitest.Engine)
	if got := strings.ReplaceAll(d.TotalText(), words.NBSP, " "); got != "100 % = 3.822 s on all threads" {
		t.Errorf("%q", got)
	}
}

// TestUnchargedText: of own code with all it caused, the text of the total names the time that own code did not cause. That
// includes idle waits, which it does not name then.
func TestUnchargedText(t *testing.T) {
	d, s := openCalc()
	s.Settle(&d.Line, d.RequestData, func(body message.Body) message.Body {
		if _, ok := body.(*message.Summed); ok {
			return &message.Sum{Times: message.Times{1000 * ms}, Uncharged: message.Times{500 * ms}, Idle: message.Times{300 * ms}}
		}
		return uitest.Engine(body)
	})
	for code, want := range map[message.Code]string{
		message.AllCode: "100 % = 1.000 s on main (300 ms idle)", message.ChargedToOwn: "100 % = 1.000 s on main: 500.0 ms not by own code",
	} {
		d.ShowCode(code)
		if got := strings.ReplaceAll(d.TotalText(), words.NBSP, " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestPartsText: the text of the total has its parts that no row shows, and the legend has the same base.
func TestPartsText(t *testing.T) {
	d, s := openCalc()
	s.Settle(&d.Line, d.RequestData, func(body message.Body) message.Body {
		if _, ok := body.(*message.Summed); ok {
			return &message.Sum{Times: message.Times{1000 * ms}, NoMethod: message.Times{100 * ms}, Uncharged: message.Times{300 * ms},
				Origins: []message.OriginTime{{Colour: 32, Exclusive: message.Times{600 * ms}}, {Colour: 33, Exclusive: message.Times{300 * ms}}}}
		}
		return uitest.Engine(body)
	})
	plain := func(text string) string { return strings.ReplaceAll(text, words.NBSP, " ") }
	if got := plain(d.TotalText()); got != "100 % = 1.000 s on main: 100.0 ms in no method" {
		t.Errorf("%q", got)
	}
	d.ShowCode(message.ChargedToOwn)
	if got := plain(d.TotalText()); got != "100 % = 1.000 s on main: 300.0 ms not by own code, 100.0 ms in no method" {
		t.Errorf("%q", got)
	}
	var names []string
	for _, b := range chips.Legend(d) {
		names = append(names, plain(b.Name))
	}
	if got := strings.Join(names, ", "); got != "own, with waits 60.0 %, libraries 0.0 %, platform 30.0 %, no method 10.0 %" {
		t.Errorf("the legend is %s", got)
	}
}

// TestLegendOfFilter: the shares of the legend are of the time that the filter shows, with own code alone too.
func TestLegendOfFilter(t *testing.T) {
	d, s := openCalc()
	s.Settle(&d.Line, d.RequestData, func(body message.Body) message.Body {
		if _, ok := body.(*message.Summed); ok {
			return &message.Sum{Times: message.Times{500 * ms}, LeftOut: message.Times{500 * ms}, Others: message.Times{300 * ms},
				Origins: []message.OriginTime{{Colour: 32, Exclusive: message.Times{600 * ms}}, {Colour: 33, Exclusive: message.Times{200 * ms}}}}
		}
		return uitest.Engine(body)
	})
	var names []string
	for _, b := range chips.Legend(d) {
		names = append(names, strings.ReplaceAll(b.Name, words.NBSP, " "))
	}
	if got := strings.Join(names, ", "); got != "own, with waits 75.0 %, libraries 0.0 %, platform 25.0 %" {
		t.Errorf("the legend is %s", got)
	}
}

// TestThreadCommands: the palette has a line for each command on each thread.
func TestThreadCommands(t *testing.T) {
	d, _ := openCalc()
	do := func(name string) {
		t.Helper()
		all := menus.ThreadCommands(d)
		i := slices.IndexFunc(all, func(c desk.Command) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("there is no %q", name)
		}
		all[i].Do()
	}
	do("Only thread Gecko")
	do("Hide thread main")
	do("Collapse thread Gecko")
	if chipTexts(d) != "Gecko | 1 hidden" || !slices.Contains(d.Collapsed, 1) {
		t.Errorf("%s, collapsed %v", chipTexts(d), d.Collapsed)
	}
	do("Show thread main")
	do("Expand thread Gecko")
	do("Only thread main")
	if chipTexts(d) != "main" {
		t.Error(chipTexts(d))
	}
	if d.Reveal != message.RevealThread {
		t.Error("the one thread that is summed is not brought into view")
	}
}

// TestTheFirstPictureFits: the timeline begins with the first record.
func TestTheFirstPictureFits(t *testing.T) {
	trace := uitest.Calc()
	trace.From = 900 * ms
	d := desk.New(desk.NewPage(uitest.New()))
	d.Open(trace)
	d.Time.Zoom(300, 0, 0.1)
	d.Time.ShowAll()
	if v := d.Time.View; v.From != float64(900*ms) || v.To != float64(6370*ms) || !d.Time.AllInView() {
		t.Errorf("all is %v to %v", v.From, v.To)
	}
	d.Time.Zoom(300, 0, 10)
	if v := d.Time.View; v.From != float64(900*ms) || v.To != float64(6370*ms) {
		t.Errorf("zoomed out it is %v to %v", v.From, v.To)
	}
}

func TestDamage(t *testing.T) {
	note := func(codes ...string) (all []message.Note) {
		for _, c := range codes {
			all = append(all, message.Note{Code: c})
		}
		return all
	}
	if desk.Damage(nil) != 0 || desk.Damage(note("open-calls", "orphan-exits")) != 0 || desk.Damage(note("open-calls", "overflow", "no-names")) != 2 {
		t.Error("open calls are no damage, an overflow is")
	}
}

// TestIdleWaits: by wall clock, figures of several threads leave out idle waits until the user includes them.
func TestIdleWaits(t *testing.T) {
	d, s := openCalc()
	engine := func(body message.Body) message.Body {
		m, ok := body.(*message.Summed)
		if !ok {
			return uitest.Engine(body)
		}
		sum := &message.Sum{Times: message.Times{6370 * ms, 3822 * ms, 2548 * ms}, Idle: message.Times{1370 * ms, 0, 1370 * ms}}
		if m.Scope.NoIdle {
			sum.Times[0] -= sum.Idle[0]
			sum.Times[2] -= sum.Idle[2]
		}
		return sum
	}
	check := func(does string, out bool, text, whole string) {
		t.Helper()
		s.Settle(&d.Line, d.RequestData, engine)
		got := ""
		if d.IdleTime() > 0 {
			got = d.IdleText()
		}
		plain := func(text string) string { return strings.ReplaceAll(text, words.NBSP, " ") }
		if d.Scope().NoIdle != out || plain(got) != text || plain(d.TotalText()) != whole {
			t.Errorf("%s: left out %v, %q, %q", does, d.Scope().NoIdle, plain(got), plain(d.TotalText()))
		}
	}
	check("main", false, "include idle waits (1.37 s)", "100 % = 6.370 s on main (1.37 s idle)")
	d.ToggleIdle()
	check("main awake", true, "include idle waits (1.37 s)", "100 % = 5.000 s on main")
	d.ToggleIdle()
	d.ClearThreads()
	check("all", true, "include idle waits (1.37 s)", "100 % = 5.000 s on all threads")
	d.ToggleIdle()
	check("all of all", false, "include idle waits (1.37 s)", "100 % = 6.370 s on all threads (1.37 s idle)")
	d.Clock = message.CPU
	check("by CPU", false, "", "100 % = 3.822 s on all threads")
	d.Clock = message.Wall
	d.ToggleIdle()
	before := link.Now(d)
	d.ToggleIdle()
	before.Show(d)
	check("gone back", true, "include idle waits (1.37 s)", "100 % = 5.000 s on all threads")
	d.ToggleHidden(3)
	check("most", true, "include idle waits (1.37 s)", "100 % = 5.000 s on 7 threads")
	d.OnlyThread(2)
	check("one", false, "include idle waits (1.37 s)", "100 % = 6.370 s on RenderThread (1.37 s idle)")
}
