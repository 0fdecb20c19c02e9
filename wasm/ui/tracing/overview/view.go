// Package overview is the first view of a trace: where the time of one thread went, the findings, and the calls
// that show it.
package overview

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
	"traceglass/wasm/ui/room"
)

// A View is the component of the panel. The desk stores the thread and the range.
type View struct {
	room.NoView
	desk  *desk.Desk
	query ask.Query[*message.Overview]
	reply *message.Overview // nil until it arrives
	part  int               // the chosen part, -1 for none
	wish  string            // its name: another range may have other parts
	limit int               // of frames: an index into message.FrameLimits
	sync  desk.ViewSync

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
}

// usualLimit is the limit of frames at 60 Hz.
const usualLimit = 2

var _ room.View = (*View)(nil)

// New returns the view.
func New(d *desk.Desk) *View {
	return &View{desk: d, part: -1, limit: usualLimit, sync: desk.ViewSync{View: "overview"}}
}

// Tab returns the view's tab.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "overview", Name: "Overview"} }

// Open resets the view for a newly opened trace.
func (v *View) Open() {
	*v = View{desk: v.desk, part: -1, limit: usualLimit, sync: v.sync, drawn: v.drawn}
	v.drawn.Forget()
	v.sync.Open(v.desk.Page)
}

// thread returns the thread that the view describes: the selected one. With several it is main, or the busiest.
func (v *View) thread() uint32 { return v.desk.Subject() }

// Status has no total: the table of parts shows the time that is 100 %.
func (v *View) Status() room.Status { return room.Status{OwnTotal: true} }

// RequestData requests the overview. The pictures of a newly opened trace come first.
func (v *View) RequestData() {
	d := v.desk
	v.syncState()
	if d.Frames < desk.WholePage || d.Timeless() {
		return
	}
	s := d.Scope()
	v.query.Want(&d.Line, &message.OverviewInfo{Thread: v.thread(), From: s.From, To: s.To, Measure: s.Measure}, func(m *message.Overview) {
		d.Names.Learn(m.Names)
		v.reply, v.part = m, -1
		if v.wish != "" {
			v.part = slices.IndexFunc(m.Parts, func(p message.Part) bool { return p.Name == v.wish })
		}
	})
}

// syncState keeps the chosen limit and the desk's copy in step.
func (v *View) syncState() {
	if l, ok := v.sync.Requested(); ok {
		v.limit = usualLimit
		if n := l.Numbers("f", 1, usualLimit); len(l.Values("f")) > 0 {
			v.limit = int(n[0])
		}
	}
	v.sync.Report(&v.desk.Line, message.Hashes{}, nil, func(func(...uint32) []string) (l desk.ViewState) {
		if v.limit != usualLimit {
			l = l.With("f", strconv.Itoa(v.limit))
		}
		return l
	})
}

func (v *View) open() bool { return v.desk.Tab == v.Tab().ID && v.desk.Trace != nil }

// Compute builds the panel's content if the browser shows an older state.
func (v *View) Compute() {
	d := v.desk
	v.changed = v.open() && v.drawn.Changed(state{v.reply, d.Names.Learned, v.part, v.limit, d.ThreadsText(), d.ScopeText()})
	if v.changed {
		v.blocks = v.build()
	}
}

// clicked handles a click, by the element's ID.
func (v *View) clicked(event vugu.DOMEvent) {
	m := v.reply
	if m == nil {
		return
	}
	phase := func(n int) {
		if n < len(m.Phases) && m.Phases[n].Found {
			v.show([]message.Stake{m.Phases[n].Stake}, message.NoNode)
		}
	}
	slow := func(s *message.Series) func(int) {
		return func(n int) {
			if n < len(s.Slowest) {
				v.show([]message.Stake{s.Slowest[n].Stake}, message.NoNode)
			}
		}
	}
	frame, longest := slow(&m.Frames), slow(&m.Messages)
	node.Routes{
		"overview-part": v.choosePart, "overview-bar": v.choosePart, "overview-answer-part": v.choosePart,
		"overview-phase": phase, "overview-answer-phase": phase,
		"overview-frame": frame, "overview-answer-frame": frame,
		"overview-message": longest, "overview-answer-message": longest,
		"overview-limit": func(n int) {
			if n <= usualLimit {
				v.limit = n
				v.desk.Host.Focus(node.ID("overview-limit", n))
			}
		},
		"overview-call": func(n int) {
			if v.part >= 0 && n < len(m.Parts[v.part].Calls) {
				v.show([]message.Stake{m.Parts[v.part].Calls[n].Stake}, message.NoNode)
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
		"overview-finding": func(n int) {
			if n < len(m.Findings) {
				v.show(m.Findings[n].Calls, m.Findings[n].Method)
				v.desk.Host.Focus(node.ID("overview-finding", n))
			}
		},
	}.Dispatch(event)
}

// show selects the range of some calls, and one call or the method of several, which marks them in every view.
func (v *View) show(calls []message.Stake, method uint32) {
	d := v.desk
	if len(calls) == 0 {
		d.ChooseMethod(method)
		return
	}
	from, to := calls[0].From, calls[0].To
	for _, c := range calls {
		from, to = min(from, c.From), max(to, c.To)
	}
	d.Jump(calls[0].Call, calls[0].Method)
	if len(calls) > 1 && method != message.NoNode && method != calls[0].Method {
		d.ChooseMethod(method)
	}
	d.SetRange(from, to, d.Trace.Span)
	d.Time.Around(float64(from), float64(to))
	d.Time.Preview(d.Host)
}

// choosePart chooses a part, or none if it was chosen. A search marks its methods in every view.
func (v *View) choosePart(n int) {
	d, parts := v.desk, v.reply.Parts
	if n >= len(parts) {
		return
	}
	if v.part >= 0 && d.Search.Text == parts[v.part].Find {
		d.Find("")
	}
	if v.part == n {
		v.part, v.wish = -1, ""
	} else {
		v.part, v.wish = n, parts[n].Name
		if parts[n].Find != "" {
			d.Find(parts[n].Find)
		}
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
	v.desk.OpenThing(desk.Thing{View: v.Tab().ID, HasCall: true, Call: c.Call, Method: c.Method, Node: message.NoNode, Fold: v.desk.Fold},
		desk.Menu{At: place, Element: id, ReturnFocus: id})
	return true
}
