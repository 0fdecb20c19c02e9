package tracing

import (
	"cmp"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/render/tell"
	"traceglass/wasm/message"
)

// mostStories is the most overviews that are cached.
const mostStories = 16

// mostWaits is the most calls of a part that the page lists.
const mostWaits = 20

// overview answers where the time of a thread went. It caches answers by scope, without their text.
func (tr *Trace) overview(req *message.OverviewInfo) message.Body {
	tr.by(req.Measure)
	tr.summarize()
	x := tr.index
	if int(req.Thread) >= len(x.Calls.Threads) {
		return &message.Overview{Thread: req.Thread}
	}
	o := tr.stories[*req]
	if o == nil {
		scope := message.Scope{From: req.From, To: req.To, Threads: []uint32{req.Thread}, Measure: req.Measure, Filter: req.Filter}
		p := tr.shownIn(scope)
		opts := story.Options{Thread: trace.ThreadIndex(req.Thread), From: p.Scope.From, To: p.Scope.To}
		if f := tr.filterOf(scope); len(f.Query.Terms) > 0 {
			opts.Kept = p
		} else {
			opts.Profile = p
		}
		o = story.Of(x, opts)
		if tr.stories == nil || len(tr.stories) >= mostStories {
			tr.stories = map[message.OverviewInfo]*story.Overview{}
		}
		tr.stories[*req] = o
	}
	return tr.tellOverview(o)
}

// tellOverview writes an overview for the page, in the current language.
func (tr *Trace) tellOverview(o *story.Overview) *message.Overview {
	says := tell.Overview{Overview: o, Info: tr.index.Info, Readable: tr.looks.readable}
	m := &message.Overview{
		Thread: uint32(o.Thread), From: o.From, To: o.To, Sampled: o.Sampled, Waits: message.WaitsKnown(o.Waiting), OnCPU: o.OnCPU, Total: message.Times(o.Total),
		Idle: o.Idle, Blocked: o.Blocked, Running: o.Running, Filter: says.Filter(), Between: message.Times(o.Startup.Between), Startup: message.Times(o.Startup.Times),
	}
	known := map[trace.MethodIndex]bool{}
	name := func(i trace.MethodIndex) uint32 {
		if i == call.NoMethod {
			return message.NoNode
		}
		if !known[i] { // all names, because those that canvases asked for are not known to views
			known[i] = true
			m.Names = append(m.Names, tr.name(uint32(i)))
		}
		return uint32(i)
	}
	stake := func(c *story.Call) message.Stake {
		return message.Stake{Call: refOf(c.Ref), Method: name(tr.index.Method(c.Ref)), From: c.From, To: c.To, Times: message.Times(c.Times), Glued: c.Glued}
	}
	stakes := func(calls []story.Call) (all []message.Stake) {
		for i := range calls {
			all = append(all, stake(&calls[i]))
		}
		return all
	}
	type wait struct {
		call *story.Call
		own  trace.MethodIndex
	}
	by := message.Wall
	if m.Waits == message.WaitsByClocks || m.Waits == message.WaitsRecorded {
		by = message.Waiting
	}
	parts := slices.Clone(o.Parts)
	sorting.Stable(parts, func(a, b story.Part) int {
		return cmp.Or(cmp.Compare(place(&a), place(&b)), cmp.Compare(b.Time, a.Time))
	})
	for i := range parts {
		p := &parts[i]
		var waits []wait
		part := message.Part{Name: tell.PartTitle(p), Time: p.Time, CPU: p.CPU, Count: p.Count, More: p.More, Left: p.Left}
		part.Colour, part.Pattern, part.Find = partLook(p)
		for j := range p.Sites {
			s := &p.Sites[j]
			part.Sites = append(part.Sites, message.Site{Method: name(s.Method), Own: name(s.Own), Detail: trace.Visible(s.Detail), Time: s.Time, CPU: s.CPU, Count: s.Count})
			for k := range s.Calls {
				waits = append(waits, wait{&s.Calls[k], s.Own})
			}
		}
		sorting.Stable(waits, func(a, b wait) int { return cmp.Compare(b.call.Times[by], a.call.Times[by]) })
		for _, w := range waits[:min(len(waits), mostWaits)] {
			part.Calls = append(part.Calls, message.Wait{Stake: stake(w.call), Own: name(w.own)})
		}
		m.Parts = append(m.Parts, part)
	}
	for i := range o.Startup.Phases {
		p := &o.Startup.Phases[i]
		phase := message.Phase{Name: tell.AnchorTitle(p.Anchor), Class: trace.Visible(p.Class), Status: tell.StatusTitle(p.Status), Alone: message.Times(p.Alone)}
		if phase.Found = p.Status != story.NotRecorded; phase.Found {
			phase.Stake = stake(&p.Call)
		}
		for at := p.Parent; at >= 0; at = o.Startup.Phases[at].Parent {
			phase.Level++
		}
		m.Phases = append(m.Phases, phase)
	}
	series := func(s *story.Series) message.Series {
		all := message.Series{Count: s.Count, Glued: s.Glued, Cut: s.Cut, Median: s.Median, P90: s.P90, P99: s.P99, Longest: s.Longest, Total: s.Total, Over: s.Over}
		for _, b := range s.Bins {
			all.Bins = append(all.Bins, message.Bin(b))
		}
		for i := range s.Slowest {
			slow := &s.Slowest[i]
			one := message.Slow{Stake: stake(&slow.Call), Handler: name(slow.Handler), Own: name(slow.Own), OwnTime: slow.OwnTime, Cut: slow.Cut, InnerTime: slow.Inside.Time}
			if one.InnerTime > 0 {
				one.Inner = name(slow.Inside.Method)
			}
			for _, part := range slow.Inside.Parts {
				one.Callees = append(one.Callees, message.InnerCallee{Method: name(part.Method), Time: part.Time})
			}
			all.Slowest = append(all.Slowest, one)
		}
		return all
	}
	m.Frames, m.Messages = series(&o.Frames), series(&o.Messages)
	for i := range o.Findings {
		f := &o.Findings[i]
		found := message.Finding{
			Text: says.Finding(f), Advice: tell.Advice(f.Advice), Sure: tell.SureTitle(f.Sure), Rule: tell.RuleTitle(f.Rule),
			Time: f.Time, Share: f.Share, Method: message.NoNode, Calls: stakes(f.Calls), Count: f.Count,
			Other: message.NoNode,
		}
		if f.Other != story.NoThread {
			found.Other = uint32(f.Other)
		}
		if len(f.Methods) > 0 {
			found.Method = name(f.Methods[0])
		}
		m.Findings = append(m.Findings, found)
	}
	first := says.Coverage()
	if len(o.Findings) == 0 {
		first = says.Nothing(&story.DefaultThresholds)
	}
	for _, s := range []string{first, says.Silent(&story.DefaultThresholds), says.Unfit()} {
		if s != "" {
			m.Says = append(m.Says, s)
		}
	}
	for _, missing := range o.Missing {
		if missing.Anchor == story.NoAnchor { // the table of phases has the others
			m.Missing = append(m.Missing, tell.Missing(missing))
		}
	}
	for i := range o.Own {
		h := &o.Own[i]
		m.Own = append(m.Own, message.Hot{Method: name(h.Method), Self: message.Times(h.Times), Total: message.Times(h.Total), Count: h.Count})
	}
	return m
}

// originFinds are the searches for the code of an origin.
var originFinds = [platform.Origins]string{"origin:own", "origin:library", "origin:platform", "origin:native", "origin:tracer", "origin:unknown"}

// place returns the place of a part in the bar: the thread runs, waits, waits for no known cause, is idle, or runs no
// method. What a filter leaves out is last. Origins keep their order.
func place(p *story.Part) int {
	const waits = int(platform.Origins)
	switch {
	case p.Kind == story.Running:
		return int(p.Origin)
	case p.Kind == story.LeftOut:
		return waits + 4
	case p.Kind == story.Outside:
		return waits + 3
	case p.Cause == story.IdleWait:
		return waits + 2
	case p.Cause == story.Unexplained, p.Cause == story.Unmeasured:
		return waits + 1
	}
	return waits
}

// hues is the number of colours for causes. Each pair is distinct in all kinds of colour blindness.
const hues = 16

// partLook returns how the page draws a part, and the search that marks its methods.
func partLook(p *story.Part) (message.Slot, message.Pattern, string) {
	find := "wait:" + story.Hyphenated(p.Cause)
	switch {
	case p.Kind == story.Running:
		return message.Slot(originSlot[p.Origin]), message.Plain, originFinds[p.Origin]
	case p.Kind == story.Outside:
		return message.Slot(scene.SlotNoCall), message.Plain, ""
	case p.Kind == story.LeftOut:
		return message.Slot(scene.SlotNoCall), message.Crossed, ""
	case p.Cause == story.IdleWait:
		return message.Slot(scene.SlotPool), message.Dotted, find
	case p.Cause == story.Unexplained, p.Cause == story.Unmeasured:
		return message.Slot(scene.SlotUnknown), message.Hatched, ""
	case p.Cause >= story.Tracing:
		return message.Slot(scene.SlotTracer), message.Hatched, find
	case p.Cause == story.Rendering:
		p = &story.Part{Cause: story.Join} // more causes than colours: main rarely waits for both
	}
	return message.Slot((p.Cause - story.Binder) % hues), message.Hatched, find
}
