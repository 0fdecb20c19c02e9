// Package overview is the first view of a trace: where the time of one thread went, the findings, and the calls
// that show it.
package overview

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/menus"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
	"traceglass/wasm/ui/viewstate"
)

// A View is the component of the panel. The desk stores the thread and the range.
type View struct {
	room.NoView
	figures
	query ask.Query[*message.Overview]
	part  int      // the chosen part, -1 for none
	chose string   // id of the answer that was chosen last
	calls [2]int64 // of its calls
	sync  viewstate.Sync

	drawn   list.Once[state]
	changed bool
	blocks  []block
}

// A state is all that the panel depends on.
type state struct {
	reply          *message.Overview
	learned        int
	part, limit    int
	thread, scoped string
	chose          string
}

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	return &View{figures: figures{desk: d}, part: -1, sync: viewstate.Sync{View: "overview"}}
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "overview", Name: "Overview"} }

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	*v = View{figures: figures{desk: v.desk}, part: -1, sync: v.sync, drawn: v.drawn}
	v.drawn.Forget()
	v.sync.Open(&v.desk.ViewStates, &v.desk.Names)
}

// thread returns the thread that the view describes: the selected one. With several it is the one that the trace opens with.
func (v *View) thread() uint32 { return v.desk.Subject() }

// Status has no total: the table of parts shows the time that is 100 %.
func (v *View) Status() room.Status { return room.Status{OwnTotal: true} }

// RequestData requests the overview. The pictures of a newly opened trace come first.
func (v *View) RequestData() {
	d := v.desk
	v.syncState()
	if d.RenderStep < desk.WholePage || d.Timeless() {
		return
	}
	s := d.AnswerScope()
	v.query.Want(&d.Line, &message.OverviewInfo{Thread: v.thread(), From: s.From, To: s.To, Measure: s.Measure, Filter: s.Filter}, func(m *message.Overview) {
		d.Names.Learn(m.Names)
		v.reply = m
	})
	v.selectFinding()
}

// selectFinding selects the finding that another view has named, once the findings are known.
func (v *View) selectFinding() {
	key := v.desk.Finding
	if key == "" || v.reply == nil || v.query.Busy() || !v.open() {
		return
	}
	v.desk.Finding = ""
	at := slices.IndexFunc(v.reply.Findings, func(f message.Finding) bool { return f.Key == key })
	if at < 0 {
		v.desk.Notify(words.T("The overview of this thread and range does not list the finding."))
		return
	}
	v.showFinding(at)
}

// syncState keeps the chosen limit and the desk's copy in step.
func (v *View) syncState() {
	if l, ok := v.sync.Requested(); ok {
		v.desk.Limit = message.UsualLimit
		if n := l.Numbers("f", 1, message.UsualLimit); len(l.Values("f")) > 0 {
			v.desk.Limit = int(n[0])
		}
	}
	v.sync.Report(&v.desk.Line, message.Hashes{}, nil, func(func(...uint32) []string) (l viewstate.State) {
		if v.desk.Limit != message.UsualLimit {
			l = l.With("f", strconv.Itoa(v.desk.Limit))
		}
		return l
	})
}

func (v *View) open() bool { return v.desk.Tab == v.Tab().ID && v.desk.Trace != nil }

// Compute builds the panel's content if the browser shows an older state.
func (v *View) Compute() {
	d := v.desk
	v.findPart()
	v.changed = v.open() && v.drawn.Changed(state{v.reply, d.Names.Learned, v.part, v.desk.Limit, d.ThreadsText(), d.AnswerText(), v.shown()})
	if v.changed {
		v.blocks = v.build()
	}
}

// findPart finds the part that the search marks: another range may have other parts.
func (v *View) findPart() {
	s := &v.desk.Search
	v.part = -1
	if v.reply == nil || s.Part == "" {
		return
	}
	v.part = slices.IndexFunc(v.reply.Parts, func(p message.Part) bool {
		return p.Find == s.Text && (s.Text != "" || p.Name == s.Part)
	})
	if v.part >= 0 {
		s.Part = v.reply.Parts[v.part].Name // in the current language
	}
}

// shown returns the ID of the answer whose calls are selected; "" for none.
func (v *View) shown() string {
	if d := v.desk; !d.AnswersStay() || v.calls != [2]int64{d.From, d.To} { // a step led to another call
		return ""
	}
	return v.chose
}

// clicked handles a click, by the element's ID.
func (v *View) clicked(event vugu.DOMEvent) {
	m := v.reply
	if m == nil {
		return
	}
	v.findPart()
	phase := func(id string) func(int) {
		return func(n int) {
			if n < len(m.Phases) && m.Phases[n].Found {
				v.show(id, n, message.NoNode, m.Phases[n].Stake)
			}
		}
	}
	slow := func(id string, s *message.Series) func(int) {
		return func(n int) {
			if n < len(s.Slowest) {
				v.show(id, n, message.NoNode, s.Slowest[n].Stake)
			}
		}
	}
	routes := node.Routes{
		"overview-part": v.choosePart, "overview-bar": v.choosePart, "overview-busy": v.choosePart, "overview-answer-part": v.choosePart,
		"overview-limit": func(n int) {
			if n <= message.UsualLimit {
				v.desk.Limit = n
				v.desk.Host.Focus(node.ID("overview-limit", n))
			}
		},
		"overview-call": func(n int) {
			if v.part >= 0 && n < len(m.Parts[v.part].Calls) {
				v.show("overview-call", n, message.NoNode, m.Parts[v.part].Calls[n].Stake)
			}
		},
		"overview-site": func(n int) {
			if v.part >= 0 && n < len(m.Parts[v.part].Sites) {
				v.desk.ChooseMethod(m.Parts[v.part].Sites[n].Method)
			}
		},
		"overview-own": func(n int) {
			if n < len(m.Own) {
				v.desk.ChooseMethod(m.Own[n].Method)
			}
		},
		"overview-finding": v.showFinding, "overview-other": v.showOther,
		"overview-hot": func(n int) {
			if hot := v.hottest(); n < len(hot) {
				v.desk.ChooseMethod(hot[n].Method)
			}
		},
		"overview-busiest": v.onlyThread, "overview-off": v.onlyThread,
		"overview-answer-late": func(int) { v.desk.Host.Focus(node.ID("overview-limit", v.desk.Limit)) },
		"overview-map":         func(int) { v.desk.Host.Add() },
		"overview-follow":      func(int) { v.desk.UpdateAnswers() },
		"overview-caused":      func(int) { v.showCaused() },
	}
	routes["overview-phase"] = phase("overview-phase")
	routes["overview-answer-phase"] = v.showStart
	for of, s := range map[string]*message.Series{"frame": &m.Frames, "message": &m.Messages, "input": &m.Inputs} {
		for _, id := range []string{"overview-" + of, "overview-answer-" + of} {
			routes[id] = slow(id, s)
		}
	}
	routes.Dispatch(event)
}

// show selects the range of the calls of an answer, and one call or the method of several, which marks them in every
// view. The answers stay, and the chosen one is marked.
func (v *View) show(id string, n int, method uint32, calls ...message.Stake) {
	if len(calls) == 0 {
		v.desk.ChooseMethod(method)
		return
	}
	from, to := rangeOf(calls)
	v.showRange(id, n, method, calls, from, to)
}

// showRange is show for some of the calls from one time to another.
func (v *View) showRange(id string, n int, method uint32, calls []message.Stake, from, to int64) {
	d := v.desk
	d.Peek(func() {
		d.ScrollToCall(calls[0].Call, calls[0].Method)
		if len(calls) > 1 && method != message.NoNode && method != calls[0].Method {
			d.ChooseMethod(method)
		}
		d.SetRange(from, to, d.Trace.Span)
		d.Time.Around(float64(from), float64(to))
	})
	d.Time.Preview(d.Host)
	v.chose, v.calls = node.ID(id, n), [2]int64{d.From, d.To}
	d.Host.Focus(v.chose)
}

// showFinding selects the calls of a finding. Of slow frames, which are everywhere, it selects the longest one.
func (v *View) showFinding(n int) {
	if n >= len(v.reply.Findings) {
		return
	}
	f := &v.reply.Findings[n]
	if f.SlowFrames && len(f.Calls) > 0 {
		v.show("overview-finding", n, message.NoNode, f.Calls[0])
		return
	}
	v.showRange("overview-finding", n, f.Method, f.Calls, f.From, f.To)
}

// onlyThread shows a thread alone.
func (v *View) onlyThread(n int) {
	if t := uint32(n); v.desk.Thread(t) != nil && !v.desk.Alone(t) {
		v.desk.OnlyThread(t)
	}
}

// showCaused shows the table of the app's methods with all they caused.
func (v *View) showCaused() {
	d := v.desk
	d.Search.Find("") // what a part marked can be in other code
	d.ShowCode(message.ChargedToOwn)
	d.Show("methods")
	d.Host.Focus("methods-sort-charged")
}

// showStart selects the range of the whole start, and its longest phase.
func (v *View) showStart(longest int) {
	phases := v.reply.Phases
	if longest >= len(phases) || !phases[longest].Found {
		return
	}
	calls := []message.Stake{phases[longest].Stake}
	for i := range phases {
		if phases[i].Found {
			calls = append(calls, phases[i].Stake)
		}
	}
	v.show("overview-answer-phase", longest, message.NoNode, calls...)
}

// rangeOf returns the time from the first of some calls to the last.
func rangeOf(calls []message.Stake) (from, to int64) {
	from, to = calls[0].From, calls[0].To
	for _, c := range calls {
		from, to = min(from, c.From), max(to, c.To)
	}
	return from, to
}

// showOther selects the thread that ended the waiting of a finding, in the range of the waiting: of its longest call, if that has half of
// the time.
func (v *View) showOther(n int) {
	d, m := v.desk, v.reply
	if n >= len(m.Findings) || m.Findings[n].Other == message.NoNode || len(m.Findings[n].Calls) == 0 {
		return
	}
	d.Peek(func() {
		f := &m.Findings[n]
		if !d.HasCall || d.Call.Thread == f.Other {
			d.ChooseCall(f.Calls[0].Call, f.Calls[0].Method)
		}
		if !d.Alone(f.Other) {
			d.OnlyThread(f.Other)
		}
		from, to := f.From, f.To
		if longest := &f.Calls[0]; 2*(longest.To-longest.From) >= f.Time {
			from, to = longest.From, longest.To
		}
		d.SetRange(from, to, d.Trace.Span)
		d.Time.Show(float64(from), float64(to)) // calls nearby would make the threads higher
	})
	d.UpdateAnswers()
	d.Time.Preview(d.Host)
	d.Host.ScrollTo("overview", 0) // the answers about this thread are at the top
	d.Host.Focus("panel-overview") // the button is gone
}

// choosePart chooses a part, or none if it was chosen. A search marks its methods in every view.
func (v *View) choosePart(n int) {
	d, parts := v.desk, v.reply.Parts
	if n >= len(parts) {
		return
	}
	if v.part == n {
		d.Search.FindPart("", "")
	} else {
		d.Search.FindPart(parts[n].Name, parts[n].Find)
	}
	d.Host.Focus(node.ID("overview-part", n))
}

// Menu opens the menu of a listed call.
func (v *View) Menu(id string, place desk.Place) bool {
	stem, n := node.CutNumber(id)
	if stem != "overview-call" || v.part < 0 || n < 0 || n >= len(v.reply.Parts[v.part].Calls) {
		return false
	}
	c := &v.reply.Parts[v.part].Calls[n]
	menus.OpenThing(v.desk, menus.Thing{View: v.Tab().ID, HasCall: true, Call: c.Call, Method: c.Method, Node: message.NoNode, Fold: v.desk.Fold},
		desk.Menu{At: place, Element: id, ReturnFocus: id})
	return true
}
