package overview

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/chips"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
	"traceglass/wasm/ui/viewstate"
)

// A page is the view with a stand-in for the browser.
type page struct {
	*View
	*uitest.Stand
	d *desk.Desk
}

// openCalc returns the view with an open trace and all requests answered by engine.
func openCalc(engine func(message.Body) message.Body) *page {
	s := uitest.New()
	d := desk.New(desk.NewPage(s))
	d.Open(uitest.Calc())
	d.RenderStep = desk.WholePage
	p := &page{New(d), s, d}
	p.View.Open()
	p.settle(engine)
	return p
}

func (p *page) settle(engine func(message.Body) message.Body) {
	p.Settle(&p.d.Line, func() { p.RequestData(); p.d.RequestData() }, engine)
}

func (p *page) click(id string) { uitest.Click(p.clicked, id) }

// html returns the panel's content.
func (p *page) html() string {
	p.drawn.Forget()
	p.Compute()
	var b strings.Builder
	for _, block := range p.blocks {
		b.WriteString(string(block.HTML))
	}
	return b.String()
}

func (p *page) has(t *testing.T, want ...string) {
	t.Helper()
	html := p.html()
	for _, w := range want {
		if !strings.Contains(html, w) {
			t.Errorf("the panel lacks %s", w)
		}
	}
}

// TestRequestFollowsTheFirstPictures: the view requests nothing until the page is whole, and then the thread and the
// range of the desk.
func TestRequestFollowsTheFirstPictures(t *testing.T) {
	p := openCalc(uitest.Engine)
	p.d.RenderStep = desk.LowerPage
	p.d.SetRange(100*uitest.Ms, 900*uitest.Ms, 6370*uitest.Ms)
	p.RequestData()
	if n := uitest.Times[*message.OverviewInfo](p.Stand); n > 0 {
		t.Errorf("%d requests before the page is whole", n)
	}
	p.d.RenderStep = desk.WholePage
	for _, tt := range []struct {
		threads []uint32
		want    uint32
	}{{[]uint32{2}, 2}, {nil, 0}, {[]uint32{3}, 3}, {[]uint32{1, 2}, 0}} {
		p.d.Threads = tt.threads
		p.RequestData()
		req, _ := uitest.Asked[*message.OverviewInfo](p.Stand)
		if req == nil || req.Thread != tt.want || req.From != 100*uitest.Ms || req.To != 900*uitest.Ms {
			t.Errorf("threads %v: requested %+v, want thread %d", tt.threads, req, tt.want)
		}
		p.settle(uitest.Engine)
	}
}

// TestPart: a chosen part marks its methods by a search and lists its calls. A second click undoes both.
func TestPart(t *testing.T) {
	p := openCalc(uitest.Engine)
	p.has(t, "main, whole trace", "1.238\u00a0s", `id="overview-part-3" class="pick-part" aria-pressed="false"`)
	p.has(t, "Own code, without waits</button>") // the legend has a figure with them
	p.click("overview-part-3")
	p.has(t, `id="overview-part-3" class="pick-part" aria-pressed="true"`, "Waiting: Locks: the longest calls", `id="overview-call-1"`)
	if p.d.Search.Text != "wait:lock" || p.Last() != "focus overview-part-3" {
		t.Errorf("search %q, last %q", p.d.Search.Text, p.Last())
	}
	p.click("overview-bar-0")
	p.has(t, "Own code: the methods with the most time", `id="overview-site-0"`)
	if p.d.Search.Text != "origin:own" {
		t.Errorf("search %q", p.d.Search.Text)
	}
	p.click("overview-part-0")
	if strings.Contains(p.html(), "overview-chosen") || p.d.Search.Text != "" {
		t.Errorf("the part is still chosen; search %q", p.d.Search.Text)
	}
}

// TestFilter: the view requests the parts of the time that the filter shows, and says how much time that is. A choice of the part that it
// leaves out lists its methods.
func TestFilter(t *testing.T) {
	p := openCalc(uitest.Engine)
	if strings.Contains(p.html(), "filter") {
		t.Error("without a filter, the panel mentions one")
	}
	p.d.Filter = "drop:transact"
	p.RequestData()
	if req, _ := uitest.Asked[*message.OverviewInfo](p.Stand); req == nil || req.Filter != "drop:transact" {
		t.Errorf("requested %+v", req)
	}
	p.settle(uitest.Engine)
	p.has(t, `<p class="fine">The filter shows 5.97 s of 6.37 s and leaves out 400 ms.</p>`, "<title>Left out by the filter · 400.0\u00a0ms", "url(#overview-pattern-3)")
	p.click("overview-part-4")
	p.has(t, "Left out by the filter: the methods with the most time", `id="overview-site-0"`)
	if p.d.Search.Text != "" {
		t.Errorf("search %q", p.d.Search.Text)
	}
}

// TestCaused: a click below the own methods opens their table, with all they caused.
func TestCaused(t *testing.T) {
	p := openCalc(uitest.Engine)
	p.click("overview-caused")
	if p.d.Tab != "methods" || p.d.ShownCode() != message.ChargedToOwn || p.Last() != "focus methods-sort-charged" {
		t.Errorf("tab %s, code %d, last %q", p.d.Tab, p.d.ShownCode(), p.Last())
	}
}

// TestShow: each click on a call, a phase or a finding selects it and its range.
func TestShow(t *testing.T) {
	for _, tt := range []struct {
		id               string
		from, to, method int64 // ms
	}{
		{"overview-finding-0", 340, 503, 9}, {"overview-finding-1", 900, 2203, 7}, {"overview-phase-3", 330, 521, 1}, {"overview-answer-phase-3", 12, 632, 1},
		{"overview-frame-1", 900, 941, 7}, {"overview-answer-frame-0", 2113, 2203, 7}, {"overview-message-0", 100, 521, 7}, {"overview-call-0", 340, 503, 9},
	} {
		p := openCalc(uitest.Engine)
		p.click("overview-part-3")
		p.click(tt.id)
		if d := p.d; d.From != tt.from*uitest.Ms || d.To != tt.to*uitest.Ms || int64(d.Method) != tt.method || !d.HasCall {
			t.Errorf("%s: %d to %d ms, method %d, a call %v", tt.id, d.From/uitest.Ms, d.To/uitest.Ms, d.Method, d.HasCall)
		}
	}
	p := openCalc(uitest.Engine)
	for _, id := range []string{"overview-own-1", "overview-own-9", "overview-phase-5", "overview-frame-99", "overview-limit-7", "overview-call-0", "elsewhere"} {
		p.click(id)
	}
	if p.d.Method != 8 || p.d.Ranged() || p.d.Limit != message.UsualLimit {
		t.Errorf("method %d, a range %v, limit %d", p.d.Method, p.d.Ranged(), p.d.Limit)
	}
}

// TestLongestSlowFrame: a finding on slow frames leads to the longest one.
func TestLongestSlowFrame(t *testing.T) {
	var frame message.Stake
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.Findings[1].SlowFrames, frame = true, m.Findings[1].Calls[0]
		}
		return reply
	})
	if p.click("overview-finding-1"); p.d.From != frame.From || p.d.To != frame.To || !p.d.HasCall {
		t.Errorf("the range is from %d to %d, a call %v, want the frame from %d to %d", p.d.From, p.d.To, p.d.HasCall, frame.From, frame.To)
	}
}

// TestSlowFrames: what the frames over the chosen limit spend their time on is an answer, and stands below the histogram. The
// answer leads there. The bars over the limit have another colour.
func TestSlowFrames(t *testing.T) {
	p := openCalc(uitest.Engine)
	const over = `<rect class="over"`
	if html, says := p.html(), "The 7 frames over 16.7\u00a0ms took 290 ms"; strings.Count(html, says) != 2 || strings.Count(html, over) != 3 {
		t.Errorf("%d times %q, %d bars over the limit, want 2 and 3", strings.Count(html, says), says, strings.Count(html, over))
	}
	p.has(t, `<small>Slow frames</small>`, `<span class="over">over 16.7`)
	p.click("overview-answer-late-0")
	if got := p.Last(); got != "focus overview-limit-2" {
		t.Errorf("a click on the answer does %q", got)
	}
	p.click("overview-limit-1")
	if html := p.html(); strings.Contains(html, "Slow frames") || strings.Contains(html, "frames over 16.7") {
		t.Error("the sentence of another limit stays")
	}
	p.click("overview-limit-0")
	if html, says := p.html(), "The 31 frames over 8.3\u00a0ms"; strings.Count(html, says) != 2 || strings.Count(html, over) != 4 {
		t.Errorf("%d times %q, %d bars over the limit, want 2 and 4", strings.Count(html, says), says, strings.Count(html, over))
	}
}

// TestInputEvents: input events outside messages have a section, and the longest is an answer if it takes much longer than
// all frames.
func TestInputEvents(t *testing.T) {
	for _, ms := range []int64{0, 170, 190} {
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok && ms > 0 {
				m.Inputs = m.Frames
				m.Inputs.Slowest = slices.Clone(m.Frames.Slowest)
				m.Inputs.Slowest[0].Times[message.Wall] = ms * uitest.Ms
			}
			return reply
		})
		html := p.html()
		if listed, first := strings.Contains(html, "The longest input events"), strings.Contains(html, "Longest input event<"); listed != (ms > 0) || first != (ms > 2*90) {
			t.Errorf("input events of %d ms: listed %v, an answer %v", ms, listed, first)
		}
		if ms > 0 {
			p.click("overview-input-0")
			if d := p.d; d.From != 2113*uitest.Ms || d.To != 2203*uitest.Ms {
				t.Errorf("a click selects %d to %d ms", d.From/uitest.Ms, d.To/uitest.Ms)
			}
		}
	}
}

// TestVisit: the answers stay while the calls of one are selected, and the chosen one is marked. Each way back shows
// the same timeline as before.
func TestVisit(t *testing.T) {
	const parts = "Only time inside this range counts"
	const marked = `id="overview-finding-1" class="finding" title="Select its calls and their range" aria-current="true"`
	described := func(p *page) (from, to int64) {
		s := p.d.AnswerScope()
		return s.From, min(s.To, 6370*uitest.Ms)
	}
	p := openCalc(uitest.Engine)
	p.d.Time.Show(100, 5e9)
	view := p.d.Time.View
	for name, back := range map[string]func(){"the chip": p.d.ClearRange, "Esc": func() { p.d.StepBack() }} {
		p.d.Selection.Method, p.d.HasCall = 5, false
		p.click("overview-finding-0")
		p.click("overview-finding-1")
		p.settle(uitest.Engine)
		p.has(t, "main, whole trace", marked, "overview-follow")
		if strings.Contains(p.html(), parts) {
			t.Errorf("%s: figures of the whole trace are said to be of a range", name)
		}
		if from, to := described(p); from != 0 || to != 6370*uitest.Ms || !p.d.Ranged() || p.d.Time.View == view || p.Last() != "focus overview-finding-1" {
			t.Errorf("%s: a finding describes %d to %d, last %q", name, from, to, p.Last())
		}
		back()
		p.settle(uitest.Engine)
		if html := p.html(); p.d.Ranged() || p.d.Time.View != view || strings.Contains(html, "aria-current") || strings.Contains(html, "overview-follow") {
			t.Errorf("%s does not lead back: range %v, timeline %+v", name, p.d.Ranged(), p.d.Time.View)
		}
		if esc := name == "Esc"; p.d.HasCall == esc || (p.d.Method == 5) != esc {
			t.Errorf("after %s method %d is selected, a call %v", name, p.d.Method, p.d.HasCall)
		}
	}

	// Another view can name a finding by its key.
	for _, key := range []string{"long-message", "none"} {
		p.d.StepBack()
		desk.ShowFinding(p.d, 0, key)
		p.settle(uitest.Engine)
		if found := key != "none"; strings.Contains(p.html(), marked) != found || p.d.Ranged() != found || p.d.Finding != "" || (p.d.Notice == "") != found {
			t.Errorf("finding %q: range %v, notice %q", key, p.d.Ranged(), p.d.Notice)
		}
	}

	// A step to another call keeps the answers, and marks none.
	p.click("overview-finding-0")
	p.d.Peek(func() { p.d.SetRange(600*uitest.Ms, 700*uitest.Ms, 6370*uitest.Ms) })
	p.settle(uitest.Engine)
	if html := p.html(); strings.Contains(html, "aria-current") || !strings.Contains(html, "main, whole trace") {
		t.Error("after a step an answer is marked, or the answers are of another range")
	}
	p.d.StepBack()

	// A range of the user is where Esc leads back to.
	p.d.SetRange(100*uitest.Ms, 900*uitest.Ms, 6370*uitest.Ms)
	p.settle(uitest.Engine)
	p.click("overview-finding-0")
	p.settle(uitest.Engine)
	if from, to := described(p); from != 100*uitest.Ms || to != 900*uitest.Ms {
		t.Errorf("chosen from a range: describes %d to %d", from, to)
	}
	p.has(t, "main, 100\u00a0ms – 900\u00a0ms")
	p.click("overview-follow")
	p.settle(uitest.Engine)
	p.has(t, "main, 340\u00a0ms – 503\u00a0ms", parts)
	p.d.StepBack()
	if p.d.From != 100*uitest.Ms || p.d.To != 900*uitest.Ms || p.d.StepBack() {
		t.Errorf("back at %d to %d", p.d.From, p.d.To)
	}

	// Another range of the user ends it.
	p.click("overview-finding-0")
	p.d.SetRange(1, 1000, 6370*uitest.Ms)
	p.settle(uitest.Engine)
	if from, to := described(p); from != 1 || to != 1000 || p.d.StepBack() {
		t.Errorf("a new range describes %d to %d", from, to)
	}
}

// TestOther: the thread that ended a wait is a choice of its own, in the range of the wait.
func TestOther(t *testing.T) {
	p := openCalc(uitest.Engine)
	p.has(t, `id="overview-other-0"`)
	threads := p.d.Threads
	p.click("overview-other-1")
	if p.d.Ranged() {
		t.Error("a finding without another thread selects one")
	}
	p.Scrolled["overview"] = 300
	p.click("overview-other-0")
	if p.Scrolled["overview"] != 0 {
		t.Error("the answers about the thread are out of view")
	}
	p.RequestData()
	req, _ := uitest.Asked[*message.OverviewInfo](p.Stand)
	if !p.d.Alone(2) || req.Thread != 2 || req.From != 340*uitest.Ms || req.To != 503*uitest.Ms || p.d.Reveal != message.RevealThread {
		t.Errorf("threads %v, described %+v", p.d.Threads, req)
	}
	if call := p.reply.Findings[0].Calls[0].Call; p.d.Call != call || !p.d.Timeline().Trimmed { // both are in view
		t.Errorf("selected %v, want %v; request %+v", p.d.Call, call, p.d.Timeline())
	}
	p.d.StepBack()
	if p.d.Timeline().Trimmed {
		t.Error("the timeline is trimmed without another thread")
	}
	if p.d.Ranged() || !slices.Equal(p.d.Threads, threads) {
		t.Errorf("back at threads %v", p.d.Threads)
	}
	for longest, want := range map[int64][2]int64{100: {340, 440}, 40: {10, 503}} { // ms; of 163, in several calls
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok {
				f := &m.Findings[0]
				f.From, f.Calls[0].To = 10*uitest.Ms, f.Calls[0].From+longest*uitest.Ms
			}
			return reply
		})
		p.click("overview-other-0")
		if p.d.From != want[0]*uitest.Ms || p.d.To != want[1]*uitest.Ms {
			t.Errorf("a longest call of %d ms selects %d to %d", longest, p.d.From, p.d.To)
		}
	}
}

// TestPartChip: a part is a chip as long as its search marks calls.
func TestPartChip(t *testing.T) {
	chip := func(p *page) *bar.Button {
		for _, c := range chips.Of(p.d) {
			if c.ID == "chip-part" {
				return &c
			}
		}
		return nil
	}
	p := openCalc(uitest.Engine)
	for _, id := range []string{"overview-part-3", "overview-part-5"} { // the second one has no search
		p.click(id)
		p.click("overview-call-0")
		p.d.ClearRange()
		c := chip(p)
		if c == nil || !strings.Contains(p.html(), "overview-chosen") {
			t.Fatalf("%s: chips %+v", id, chips.Of(p.d))
		}
		c.Do()
		if p.d.Search.Text != "" || chip(p) != nil || strings.Contains(p.html(), "overview-chosen") {
			t.Errorf("%s: after its chip closed the search is %q", id, p.d.Search.Text)
		}
	}
	p.click("overview-part-3")
	p.d.Search.Find("other")
	if chip(p) != nil || strings.Contains(p.html(), "overview-chosen") {
		t.Error("a part is chosen that the search does not mark")
	}
}

// TestLimit: the limit of frames is a choice that links keep.
func TestLimit(t *testing.T) {
	p := openCalc(uitest.Engine)
	p.has(t, "over 16.7\u00a0ms</dt><dd>7<", "over 700\u00a0ms</dt><dd>0<")
	p.click("overview-limit-0")
	p.settle(uitest.Engine)
	p.has(t, "over 8.3\u00a0ms</dt><dd>31<")
	states := p.d.Page.ViewStates.String()
	if states != "overview_f0" {
		t.Errorf("the state is %q", states)
	}
	q := openCalc(uitest.Engine)
	q.d.Page.ViewStates = viewstate.Parse(states)
	q.settle(uitest.Engine)
	if q.d.Limit != 0 {
		t.Errorf("a link restores limit %d", q.d.Limit)
	}
}

// TestIdle: a second bar leaves idle time out if it hides all other parts. Without it, there is one bar.
func TestIdle(t *testing.T) {
	for idle, bars := range map[int64]int{1310: 1, 95000: 2} {
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok {
				m.To += (idle - 1310) * uitest.Ms
				m.Idle, m.Parts[6].Time = idle*uitest.Ms, idle*uitest.Ms
			}
			return reply
		})
		html := p.html()
		if got := strings.Count(html, `<svg class="parts"`); got != bars || strings.Contains(html, "Without idle time: 5.060\u00a0s") != (bars == 2) || strings.Contains(html, "overview-busy-6") {
			t.Errorf("%d ms idle: %d bars, want %d", idle, got, bars)
		}
		if bars == 2 {
			p.click("overview-busy-3")
			p.has(t, `id="overview-part-3" class="pick-part" aria-pressed="true"`)
		}
	}
}

// TestLongestWait: the answer about waiting leads to a cause, and begins with the time that is not explained if that is more.
func TestLongestWait(t *testing.T) {
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.Parts[5].Time = 900 * uitest.Ms
		}
		return reply
	})
	p.has(t, `id="overview-answer-part-3"`, "<small>Waiting</small> <span>900.0\u00a0ms not explained. Locks 738.0\u00a0ms in ")
	if q := openCalc(uitest.Engine); strings.Contains(q.html(), "not explained. ") {
		t.Error("a small part that is not explained is in the answer")
	}
}

// TestLongestMessage: the longest message has a line next to the longest frame only if it is much longer.
func TestLongestMessage(t *testing.T) {
	for longest, want := range map[int64]bool{150: false, 1400: true} {
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok {
				m.Frames.Slowest[0].Times[message.Wall], m.Messages.Slowest[0].Times[message.Wall] = 100*uitest.Ms, longest*uitest.Ms
			}
			return reply
		})
		if html := p.html(); strings.Contains(html, "overview-answer-message-0") != want || !strings.Contains(html, "overview-answer-frame-0") {
			t.Errorf("a message of %d ms beside a frame of 100 ms: want a line on it: %v", longest, want)
		}
	}
}

// TestInside: where no own method explains a frame, its row names the callee with most of the time, and the own method with the
// most time, if that is a tenth.
func TestInside(t *testing.T) {
	for own, want := range map[int64]bool{9 * uitest.Ms: true, 8 * uitest.Ms: false} {
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok {
				slow := &m.Frames.Slowest[0]
				slow.Inner, slow.InnerTime, slow.Own, slow.OwnTime = m.Names[0].Method, 70*uitest.Ms, m.Names[1].Method, own
			}
			return reply
		})
		html := p.html()
		if !strings.Contains(html, " took 70 ms of it") || strings.Contains(html, "Your code: ") != want {
			t.Errorf("own code with %d of 90 ms is named: %v", own/uitest.Ms, !want)
		}
	}
}

// TestShortNames: where a map would restore names, the overview offers to choose one.
func TestShortNames(t *testing.T) {
	if p := openCalc(uitest.Engine); strings.Contains(p.html(), "overview-map") {
		t.Error("a map is offered for whole names")
	}
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.ShortNames = "Names are short <b>."
		}
		return reply
	})
	p.has(t, "Names are short &lt;b&gt;.")
	if p.click("overview-map"); p.Last() != "add" {
		t.Errorf("the button does %q", p.Last())
	}
}

// TestCaveat: a note that concerns much of the recording is above the figures.
func TestCaveat(t *testing.T) {
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.Caveat = "Most stacks <b> are cut."
		}
		return reply
	})
	p.has(t, `<p class="fine">Most stacks &lt;b&gt; are cut.</p>`)
}

// TestEnd: a thread without records at the end of the recording has a figure and a note.
func TestEnd(t *testing.T) {
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.End, m.AfterEnd, m.EndMethod = "No records.", 700*uitest.Ms, m.Names[0].Method
			m.Frames.Slowest[0].AfterEnd = 700 * uitest.Ms
			m.Phases[0].To = m.To
		}
		return reply
	})
	if n := strings.Count(p.html(), "Not in these times: "); n != 2 { // of the start and of own code
		t.Errorf("%d notes on times after the last record, want 2", n)
	}
	p.has(t, "No records.", "<dt>No records at the end</dt><dd>700.0\u00a0ms</dd>",
		"Its last 700.0\u00a0ms have no records", "<td>700.0\u00a0ms without records</td>",
		`<tr class="outside"><th scope="row"><span title="700.0`+"\u00a0ms after the last record of main, in ", `No records until the recording ends</span></th><td class="num">700.0`+"\u00a0ms</td></tr>",
		`<svg x="90.099%" width="9.901%"><title>700.0`, "No records until the recording ends: 700.0\u00a0ms</span>", "Not in these times: 700.0\u00a0ms after the last record of main, in ")
	hung := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.End, m.AfterEnd, m.EndMethod = "No records.", 70_000*uitest.Ms, m.Names[0].Method
		}
		return reply
	})
	hung.d.Trace.Threads[0].Hung = true
	slices.Reverse(hung.d.Trace.Threads) // a thread's index is not its place in the list: threads without calls are missing
	if end, wall := strings.Index(hung.html(), "<dt>No records at the end"), strings.Index(hung.html(), "<dt>Wall"); end < 0 || end > wall {
		t.Error("a hang that is most of the recording is not the first figure")
	}
	if q := openCalc(uitest.Engine); strings.Contains(q.html(), "No records at the end") {
		t.Error("a thread with records to the end has a figure of those that are missing")
	}
}

// TestPaused: a start and a message say how much of them a debugger took.
func TestPaused(t *testing.T) {
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.StartPaused, m.Frames.Slowest[0].Paused = "1 s of it paused", "2 s of it paused"
		}
		return reply
	})
	p.has(t, "(1 s of it paused). Largest part", "(2 s of it paused)")
}

// TestOnCPU: with samples on the CPU alone, the figures of parts and own methods are what the samples count. Time between
// samples is in no part. If another thread has most of the samples, a line leads to it.
func TestOnCPU(t *testing.T) {
	s := uitest.New()
	d := desk.New(desk.NewPage(s))
	calc := uitest.Calc()
	calc.HasWall, calc.Measures = false, []message.Measure{{Name: "cpu-cycles", Counted: true}}
	calc.Threads[1].Busy[message.CPU] = 30 * calc.Threads[0].Busy[message.CPU]
	calc.Threads[1].Name, calc.Threads[1].Title = calc.Threads[0].Name, calc.Threads[0].Name+" (8216)"
	d.Open(calc)
	d.Measure, d.RenderStep, d.Clock = 1, desk.WholePage, message.CPU
	p := &page{New(d), s, d}
	p.View.Open()
	p.settle(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.OnCPU, m.Waits, m.Total[message.CPU] = true, message.WaitsUnknown, 50_000_000
			m.Busier, m.BusierShare = 1, 0.968
			m.Parts = []message.Part{{Name: "Own code", CPU: 40_000_000, Time: 5 * uitest.Ms, Sites: []message.Site{{Method: 3, CPU: 30_000_000}}, More: 1}, {Name: "Platform", CPU: 10_000_000}, {Name: "No method", Time: 900 * uitest.Ms}}
		}
		return reply
	})
	p.has(t, "<dt>cpu-cycles</dt><dd>50.0\u00a0M</dd>", "First to last sample", "<td class=\"num\">40.0\u00a0M</td><td class=\"num\">80.0\u00a0%</td>", "(8216)", "96.8\u00a0% of cpu-cycles of all threads")
	if html := p.html(); strings.Contains(html, "No method") {
		t.Error("the time between samples is a part")
	}
	p.has(t, "The methods with the most cpu-cycles", `id="overview-hot-0"`, "60.0\u00a0%")
	p.click("overview-hot-0")
	if d.Method != 3 {
		t.Errorf("a click on the hottest method chooses %d", d.Method)
	}
	p.click("overview-part-0")
	p.has(t, "1 method more: 10.0\u00a0M")
	p.click("overview-busiest-1")
	if !d.Alone(1) {
		t.Errorf("after a click on the busiest thread, the threads are %v", d.Threads)
	}
}

// TestOffCPU: a line on time off the CPU leads to the thread that used the CPU most meanwhile, if there is one.
func TestOffCPU(t *testing.T) {
	for thread, want := range map[uint32]string{1: `id="overview-off-1"`, message.NoNode: `<div class="quick"><small>Off the CPU</small>`} {
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok {
				m.OffCPU, m.OffThread = "No method shows why.", thread
			}
			return reply
		})
		p.has(t, want, "No method shows why.")
		if thread == message.NoNode {
			continue
		}
		p.click("overview-off-1")
		if !p.d.Alone(1) {
			t.Errorf("after a click, the threads are %v", p.d.Threads)
		}
	}
}

// TestLengths: calls that are recorded in part took at least so long, and merged ones are not one.
func TestLengths(t *testing.T) {
	for want, change := range map[string]func(s *message.Series){
		"90.00\u00a0ms. ":          func(*message.Series) {},
		"at least 90.00\u00a0ms. ": func(s *message.Series) { s.Cut, s.Slowest[0].Cut = 1, true },
		"90.00\u00a0ms for at least 6, at most 15.00\u00a0ms each on average. ": func(s *message.Series) { s.Glued, s.Slowest[0].Glued = 1, 6 },
		"100.0\u00a0ms (90.00\u00a0ms of it in the range). ": func(s *message.Series) {
			s.Slowest[0].From, s.Slowest[0].To = -40*uitest.Ms, 60*uitest.Ms
		},
	} {
		p := openCalc(func(body message.Body) message.Body {
			reply := uitest.Engine(body)
			if m, ok := reply.(*message.Overview); ok {
				change(&m.Frames)
			}
			return reply
		})
		p.has(t, "<small>Longest frame</small> <span>"+want)
		if html := p.html(); strings.Contains(html, "cut by the recording or the range") != strings.HasPrefix(want, "at least") || strings.Contains(html, "Samples merge several") != strings.Contains(want, "for at least 6") {
			t.Errorf("%s: the remarks below the histogram are wrong", want)
		}
	}
}

// TestNamesAreEscaped: a name from the file is text, whatever it contains.
func TestNamesAreEscaped(t *testing.T) {
	const evil = `<img src=x onerror="alert(1)">`
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			for i := range m.Names {
				m.Names[i].Label, m.Names[i].Class = evil, ""
			}
			m.Findings[0].Text, m.Says[0], m.Phases[3].Class, m.Parts[3].Name = evil, evil, evil, evil
			m.Missing = []string{evil}
		}
		return reply
	})
	p.click("overview-part-3")
	if strings.Contains(p.html(), "<img") {
		t.Error("a name is HTML")
	}
}

// TestNamesInFull: a name has its package if the engine asks for it.
func TestNamesInFull(t *testing.T) {
	const own = `id="overview-own-0"`
	var method uint32
	short := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			method = m.Own[0].Method
		}
		return reply
	})
	full := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.InFull = []uint32{method}
		}
		return reply
	})
	name, label := short.d.Names.Short(method), short.d.Names.Label(method)
	for _, tt := range []struct {
		of         *page
		want, lack string
	}{{short, ">" + name + "<", ">" + label + "<"}, {full, ">" + label + "<", ">" + name + "<"}} {
		_, row, _ := strings.Cut(tt.of.html(), own)
		row, _, _ = strings.Cut(row, "</tr>")
		if !strings.Contains(row, tt.want) || strings.Contains(row, tt.lack) {
			t.Errorf("the row is %s, want %s", row, tt.want)
		}
	}
}

// TestOneClock: without CPU times the view does not present waiting as measured.
func TestOneClock(t *testing.T) {
	p := openCalc(func(body message.Body) message.Body {
		reply := uitest.Engine(body)
		if m, ok := reply.(*message.Overview); ok {
			m.Waits, m.Missing = message.WaitsByNames, []string{"The recording has no CPU time."}
		}
		return reply
	})
	p.d.Trace.HasCPU = false
	p.has(t, "In blocking methods", "The recording has no CPU time.")
	if strings.Contains(p.html(), "Blocked<") || strings.Contains(p.html(), ">CPU<") {
		t.Error("a trace of one clock shows measured waiting")
	}
}
