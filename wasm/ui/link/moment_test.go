package link_test

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/uitest"
)

// TestMomentsAreRestored: a restored moment equals the saved one, whatever changed in between.
func TestMomentsAreRestored(t *testing.T) {
	d := desk.New(desk.NewPage(uitest.New()))
	d.Open(&message.Description{File: "calc.trace", HasWall: true, HasCPU: true, Span: 1e9, Threads: []message.Thread{{Index: 0}, {Index: 1}}})
	d.Dumps.Open(&message.Dumps{Processes: []message.Process{{Holder: message.NoNode, Threads: 5}, {Main: 5, Holder: message.NoNode, Thread: 5, Threads: 5}}})
	type change struct {
		name string
		do   func()
	}
	changes := []change{
		{"tab", func() { d.Show("threads") }},
		{"zoom", func() { d.Time.Show(1e8, 2e8) }},
		{"range", func() { d.SetRange(1e8, 5e8, 1e9) }},
		{"threads", func() { d.OnlyThread(1) }},
		{"hidden", func() { d.Hidden = desk.Toggled(d.Hidden, 1) }},
		{"call", func() { d.ChooseCall(message.CallRef{Thread: 1, Row: 3}, 7) }},
		{"method", func() { d.ChooseMethod(8) }},
		{"owners", func() { d.Owners.Set(d, "own:com.example", true) }},
		{"origin", func() { d.Search.ShowOrigin("origin:own") }},
		{"another origin", func() { d.Search.ShowOrigin("origin:library") }},
		{"look at another thread", func() {
			d.Peek(func() { d.SetRange(2e8, 3e8, 1e9); d.ChooseCall(message.CallRef{Row: 3}, 7); d.Threads = []uint32{1} })
		}},
		{"its answers", d.UpdateAnswers},
		{"a second look", func() { d.Peek(func() { d.SetRange(2e8, 4e8, 1e9) }) }},
		{"clock", func() { d.SetClock(message.CPU) }},
		{"room", func() { d.Room = desk.DumpRoom }},
		{"process", func() { d.Dumps.Choose(1) }},
		{"thread of a dump", func() { d.Dumps.ChooseThread(7) }},
		{"text", func() { d.Dumps.ShowLine(12) }},
		{"filter", func() { d.Dumps.ListThreads([]uint32{6}) }},
	}
	moments := []link.Moment{link.Now(d)}
	for _, c := range changes {
		c.do()
		now := link.Now(d)
		if now.Same(moments[len(moments)-1]) {
			t.Errorf("%s: it is the same moment as before", c.name)
		}
		moments = append(moments, now)
	}
	for range 2 {
		for i := len(moments) - 1; i >= 0; i-- {
			moments[i].Show(d)
			if got := link.Now(d); !got.Same(moments[i]) {
				t.Errorf("moment %d: got %+v, want %+v", i, got, moments[i])
			}
		}
	}
	moments[1+slices.IndexFunc(changes, func(c change) bool { return c.name == "look at another thread" })].Show(d)
	if !d.Timeline().Trimmed || !d.AnswersStay() {
		t.Error("a restored look at another thread does not show both threads, or not the answers before it")
	}
	moments[0].Show(d)
	d.Time.View.ScrollY = 300
	if !link.Now(d).Same(moments[0]) {
		t.Error("scrolling makes another moment")
	}
}

// TestLinkOwners: a link names the owners of packages for its page alone, and lists an origin. A search that the user typed stays.
func TestLinkOwners(t *testing.T) {
	host := uitest.New()
	d := desk.New(desk.NewPage(host))
	d.Open(&message.Description{File: "calc.trace", HasWall: true, Span: 1e9, Threads: []message.Thread{{}}})
	before := link.Encode(d)
	d.Owners.Set(d, "own:com.example", true)
	d.Search.ShowOrigin("origin:own")
	after := link.Encode(d)
	link.Apply(d, before)
	if d.Owners.Text != "" || d.Search.Text != "" || d.Search.Only || host.Stored["owners"] != "own:com.example" {
		t.Errorf("the first link shows owners %q, search %q, and stores %q", d.Owners.Text, d.Search.Text, host.Stored["owners"])
	}
	d.Search.Find("load")
	link.Apply(d, before)
	if d.Search.Text != "load" {
		t.Errorf("the search is %q", d.Search.Text)
	}
	link.Apply(d, after)
	if d.Owners.Text != "own:com.example" || d.Search.Text != "origin:own" || !d.Search.Only {
		t.Errorf("the second link shows owners %q, search %q", d.Owners.Text, d.Search.Text)
	}
}

// TestViewStateForScripts: the view state for scripts restores the same view, in another page too. It leaves out search texts.
// Parts that cannot be shown change nothing.
func TestViewStateForScripts(t *testing.T) {
	trace := &message.Description{File: "calc.trace", HasWall: true, HasCPU: true, Span: 1e9, Threads: []message.Thread{{Index: 0, Name: "main"}, {Index: 1, Name: "io"}}}
	open := func() (*desk.Desk, *uitest.Stand) {
		s := uitest.New()
		d := desk.New(desk.NewPage(s))
		d.Open(trace)
		return d, s
	}
	d, _ := open()
	d.Show("threads")
	d.Time.Show(1e8, 2e8)
	d.SetRange(1e8, 5e8, 1e9)
	d.OnlyThread(1)
	d.Hidden = []uint32{0}
	d.SetClock(message.CPU)
	d.Search.Find("secret")
	d.ChooseCall(message.CallRef{Thread: 1, Depth: 2, Row: 3}, 7)
	d.Names.Learn([]message.Name{{Method: 7, Label: "app.Foo.bar", Signature: "(I)V"}})
	encoded := link.Encode(d)
	for _, want := range []string{"app.Foo.bar(I)V", "main", "io"} {
		if !strings.Contains(string(encoded), want) {
			t.Errorf("the view for scripts lacks %q", want)
		}
	}
	if strings.Contains(string(encoded), "secret") {
		t.Error("the view for scripts has the search text")
	}
	// The method's name follows the moment. Another page finds the method by its hash.
	moment := encoded[:strings.Index(string(encoded), "app.Foo.bar")-4]
	other, s := open()
	requested := func(moment []byte, hash string) []byte { // as view.js writes it
		data := append(slices.Clone(moment), 0, 0, 0, 0, byte(len(hash)), 0, 0, 0)
		return append(append(data, hash...), make([]byte, 1+8+4)...)
	}
	link.Apply(other, requested(moment, ""))
	if got, want := link.Now(other), link.Now(d); !got.Same(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	link.Apply(other, encoded)
	if asked, _ := uitest.Asked[*message.Locate](s); asked != nil {
		t.Errorf("the encoded view asks for a method by %+v", asked)
	}

	link.Apply(other, requested(moment, "1a2b3c4d"))
	asked, _ := uitest.Asked[*message.Locate](s)
	if asked == nil || asked.Table.Find.Text != "hash:1a2b3c4d" {
		t.Fatalf("the method was asked for by %+v", asked)
	}

	// A trace with wall time only, and no dumps.
	trace.HasCPU = false
	odd := slices.Clone(moment)
	odd[0] = byte(desk.DumpRoom)
	other, _ = open()
	link.Apply(other, requested(odd, ""))
	if other.Room != desk.TraceRoom || other.Clock != message.Wall || other.Tab != "threads" {
		t.Errorf("room %d, clock %d, tab %s: want those there are", other.Room, other.Clock, other.Tab)
	}
	before := link.Now(other)
	link.Apply(other, moment[:20])
	if !link.Now(other).Same(before) {
		t.Error("what was cut short has changed something")
	}
}

// TestCallWithoutMethod: a link names a call without its method. The reply about the call names the method, also if
// the call is selected already.
func TestCallWithoutMethod(t *testing.T) {
	stand := uitest.New()
	d := desk.New(desk.NewPage(stand))
	d.Open(&message.Description{File: "calc.trace", HasWall: true, Span: 1e9, Threads: []message.Thread{{Index: 0}}})
	call := message.CallRef{Row: 3}
	d.SetCall(call, message.NoNode)
	m := link.Now(d)
	for range 2 {
		m.Show(d)
		stand.Settle(&d.Line, d.RequestData, func(body message.Body) message.Body {
			if _, ok := body.(*message.CallInfo); ok {
				return &message.Call{Found: true, Call: call, Method: 7}
			}
			return &message.Failure{}
		})
		if d.Method != 7 || d.Chosen == nil {
			t.Errorf("of the call method %d is known, want 7", int32(d.Method))
		}
	}
}
