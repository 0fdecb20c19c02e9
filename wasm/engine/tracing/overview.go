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
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// mostStories is the most overviews that are cached.
const mostStories = 16

// mostWaits is the most calls of a part that the page lists.
const mostWaits = 20

// overview answers where the time of a thread went. It caches answers by scope, without their text.
func (tr *Trace) overview(req *message.OverviewInfo) message.Body {
	tr.profiles.by(req.Measure)
	tr.profiles.summarize()
	x := tr.profiles.index
	if int(req.Thread) >= len(x.Calls.Threads) {
		return &message.Overview{Thread: req.Thread}
	}
	o := tr.stories[*req]
	if o == nil {
		scope := message.Scope{From: req.From, To: req.To, Threads: []uint32{req.Thread}, Measure: req.Measure, Filter: req.Filter}
		p := tr.profiles.shown(scope)
		opts := story.Options{Thread: trace.ThreadIndex(req.Thread), From: p.Scope.From, To: p.Scope.To}
		if f := tr.profiles.filterOf(scope); len(f.Query.Terms) > 0 {
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
	says := tell.Overview{Overview: o, Info: tr.profiles.index.Info, Readable: tr.looks.readable, Classes: &tr.looks.classes}
	m := &message.Overview{
		Thread: uint32(o.Thread), From: o.From, To: o.To, Sampled: o.Sampled, Waits: message.WaitsKnown(o.Waiting), OnCPU: o.OnCPU, Total: message.Times(o.Total),
		Idle: o.Idle, Blocked: o.Blocked, Running: o.Running, Filter: says.Filter(), Between: message.Times(o.Startup.Between), Besides: tell.BesidesPhases(&says), Startup: message.Times(o.Startup.Times), StartTitle: tell.StartTitle(o.Startup.Kind), Busier: uint32(o.Busier.Thread), BusierShare: o.Busier.Share,
		StartPaused: tell.Paused(o.Startup.Paused), End: says.End(), AfterEnd: o.After.Time, Caveat: words.Filled(tr.profiles.index.Info.Receipt.Large()).String(), ShortNames: tell.ShortNames(tr.profiles.index.Info),
	}
	w := overviewWriter{tr: tr, says: &says, to: m, named: map[trace.MethodIndex]bool{}}
	m.EndMethod = message.NoNode
	if o.After.Time > 0 {
		m.EndMethod = w.name(o.After.Method)
	}
	parts := slices.Clone(o.Parts)
	sorting.Stable(parts, func(a, b story.Part) int {
		return cmp.Or(cmp.Compare(place(&a), place(&b)), cmp.Compare(b.Time, a.Time))
	})
	for i := range parts {
		m.Parts = append(m.Parts, w.part(&parts[i]))
	}
	for i := range o.Startup.Phases {
		m.Phases = append(m.Phases, w.phase(o.Startup.Phases, i))
	}
	m.Frames, m.Messages, m.Inputs = w.series(&o.Frames), w.series(&o.Messages), w.series(&o.Inputs)
	m.Refresh = tell.Refresh(&says)
	for limit := range m.Late {
		m.Late[limit] = says.Late(limit)
	}
	for i := range o.Findings {
		m.Findings = append(m.Findings, w.finding(&o.Findings[i]))
	}
	if m.OffCPU, m.OffThread = tell.Meanwhile(&says), message.NoNode; len(o.Others.Threads) > 0 {
		m.OffThread = uint32(o.Others.Threads[0].Thread)
	}
	if m.Collects, m.Collector = tell.Collects(&says), message.NoNode; m.Collects != "" {
		m.Collector = uint32(o.Collector.Thread)
	}
	first := says.Coverage()
	if o.IsCalm() {
		first = says.Nothing()
	}
	for _, s := range []string{first, says.Further(), tell.Recording(&says), says.Silent(), says.Unfit()} {
		if s != "" {
			m.Says = append(m.Says, s)
		}
	}
	for _, missing := range o.Missing {
		if missing.Anchor == story.NoAnchor { // the table of phases has the others
			m.Missing = append(m.Missing, tell.MissingClock(missing.Clock))
		}
	}
	for i := range o.Own {
		h := &o.Own[i]
		m.Own = append(m.Own, message.Hot{Method: w.name(h.Method), Self: message.Times(h.Times), Total: message.Times(h.Total), Count: h.Count})
	}
	return m
}

// An overviewWriter writes the sections of an overview for the page.
type overviewWriter struct {
	tr    *Trace
	says  *tell.Overview
	to    *message.Overview
	named map[trace.MethodIndex]bool // methods whose names the message has
}

// name returns a method's number and adds its name to the message: views do not know the names that canvases asked
// for.
func (w *overviewWriter) name(i trace.MethodIndex) uint32 {
	if i == call.NoMethod {
		return message.NoNode
	}
	if !w.named[i] {
		w.named[i] = true
		w.to.Names = append(w.to.Names, w.tr.looks.name(uint32(i)))
		if w.says.InFull(i) {
			w.to.InFull = append(w.to.InFull, uint32(i))
		}
	}
	return uint32(i)
}

func (w *overviewWriter) stake(c *story.Call) message.Stake {
	return message.Stake{Call: refOf(c.Ref), Method: w.name(w.tr.profiles.index.Method(c.Ref)), From: c.From, To: c.To, Times: message.Times(c.Times), Glued: c.Glued}
}

// part writes a part of the time, with its calls that waited longest.
func (w *overviewWriter) part(p *story.Part) message.Part {
	part := message.Part{Name: tell.PartTitle(p), Cause: tell.CauseName(p.Cause), Time: p.Time, CPU: p.CPU, Count: p.Count, More: p.More, Left: p.Left}
	part.Colour, part.Kind, part.Find = partLook(p)
	type wait struct {
		call *story.Call
		own  trace.MethodIndex
	}
	var waits []wait
	for i := range p.Sites {
		s := &p.Sites[i]
		part.Sites = append(part.Sites, message.Site{Method: w.name(s.Method), Own: w.name(s.Own), Detail: trace.Visible(s.Detail), Time: s.Time, CPU: s.CPU, Count: s.Count})
		for k := range s.Calls {
			waits = append(waits, wait{&s.Calls[k], s.Own})
		}
	}
	by := message.Wall
	if w.to.Waits.Measured() {
		by = message.Waiting
	}
	sorting.Stable(waits, func(a, b wait) int { return cmp.Compare(b.call.Times[by], a.call.Times[by]) })
	for _, of := range waits[:min(len(waits), mostWaits)] {
		part.Calls = append(part.Calls, message.Wait{Stake: w.stake(of.call), Own: w.name(of.own)})
	}
	return part
}

// phase writes a phase of the start.
func (w *overviewWriter) phase(phases []story.Phase, i int) message.Phase {
	p := &phases[i]
	phase := message.Phase{Name: tell.AnchorTitle(p.Anchor), Class: trace.Visible(p.Class), Status: w.says.StatusTitle(p), Alone: message.Times(p.Alone)}
	if phase.Found = p.Status != story.NotRecorded; phase.Found {
		phase.Stake = w.stake(&p.Call)
	}
	if phase.Most = message.NoNode; p.Most.Time > 0 {
		phase.Most, phase.MostTime = w.name(p.Most.Method), p.Most.Time
	}
	for at := p.Parent; at >= 0; at = phases[at].Parent {
		phase.Level++
	}
	return phase
}

// series writes frames or messages.
func (w *overviewWriter) series(s *story.Series) message.Series {
	all := message.Series{Count: s.Count, Glued: s.Glued, Cut: s.Cut, Median: s.Median, P90: s.P90, P99: s.P99, Longest: s.Longest, Total: s.Total, Over: s.Over}
	for _, b := range s.Bins {
		all.Bins = append(all.Bins, message.Bin(b))
	}
	for i := range s.Slowest {
		slow := &s.Slowest[i]
		one := message.Slow{Stake: w.stake(&slow.Call), Handler: w.name(slow.Handler), Own: w.name(slow.Own), OwnTime: slow.OwnTime, Cut: slow.Cut, Paused: tell.Paused(slow.Paused), InnerTime: slow.Inside.Time}
		if slow.Cut && w.tr.profiles.isOpen(slow.Call.Ref) {
			one.AfterEnd = w.says.Hung()
		}
		if one.InnerTime > 0 {
			one.Inner, one.InnerCalls = w.name(slow.Inside.Method), slow.Inside.Calls
			if w.says.Sampled {
				one.InnerCalls = 0
			}
		}
		for _, part := range slow.Inside.Parts {
			one.Callees = append(one.Callees, message.InnerCallee{Method: w.name(part.Method), Time: part.Time})
		}
		all.Slowest = append(all.Slowest, one)
	}
	return all
}

func (w *overviewWriter) finding(f *story.Finding) message.Finding {
	found := message.Finding{
		Text: w.says.Finding(f), Advice: tell.AdviceOn(f, w.says.Info), Sure: tell.SureTitle(f.Sure), Rule: tell.RuleTitle(f.Rule), When: tell.When(f), Overlap: w.says.Overlap(f), IsPart: f.PartOf > 0,
		Time: f.Time, Share: f.Share, Method: message.NoNode, Count: f.Count, From: f.From, To: f.To,
		Other: message.NoNode, Key: f.Key(w.tr.Info()), SlowFrames: f.Rule == story.SlowFrames,
	}
	for i := range f.Calls {
		found.Calls = append(found.Calls, w.stake(&f.Calls[i]))
	}
	if f.Other != story.NoThread {
		found.Other = uint32(f.Other)
	}
	if len(f.Methods) > 0 {
		found.Method = w.name(f.Methods[0])
	}
	return found
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

// partLook returns the colour and kind of a part, and the search that marks its methods.
func partLook(p *story.Part) (message.Slot, message.PartKind, string) {
	find := "wait:" + story.Hyphenated(p.Cause)
	switch {
	case p.Kind == story.Running:
		return message.Slot(originSlot[p.Origin]), message.Ran, originFinds[p.Origin]
	case p.Kind == story.Outside:
		return message.Slot(scene.SlotNoCall), message.Ran, ""
	case p.Kind == story.LeftOut:
		return message.Slot(scene.SlotNoCall), message.LeftOut, ""
	case p.Cause == story.IdleWait:
		return message.Slot(scene.SlotPool), message.Idled, find
	case p.Cause == story.Unexplained, p.Cause == story.Unmeasured:
		return message.Slot(scene.SlotUnknown), message.Unexplained, ""
	case p.Cause >= story.Tracing:
		return message.Slot(scene.SlotTracer), message.Waited, find
	case p.Cause == story.Rendering:
		p = &story.Part{Cause: story.Join} // more causes than colours: main rarely waits for both
	}
	return message.Slot((p.Cause - story.Binder) % hues), message.Waited, find
}
