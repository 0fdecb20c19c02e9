package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// An Overview is an overview of one thread that is to be written.
type Overview struct {
	*story.Overview
	Index    *profile.Index
	Member   string // name of the trace in its zip file or folder, or ""
	Readable bool   // text and Markdown have readable names for those of compilers
	Filter   string // what the overview was filtered by, or ""
}

// OverviewSchema is the version of the JSON of an Overview. It increases whenever a key is added.
const OverviewSchema = 15

// The names of parts and of ways to measure waiting in JSON. They never change.
var (
	originNames = [platform.Origins]string{
		platform.Own: "own code", platform.Library: "libraries", platform.Platform: "platform", platform.Native: "native code",
		platform.Tracer: "tracer", platform.Unknown: "unknown code",
	}
	waitsNames  = [...]string{story.NotMeasured: "not measured", story.ByClocks: "clocks", story.Recorded: "recorded", story.ByNames: "names"}
	statusNames = [...]string{story.NotRecorded: "not recorded", story.Found: "recorded", story.Cut: "cut"}
)

// overviewJSON is the object that JSON writes. Its keys never change.
type overviewJSON struct {
	Kind     string        `json:"kind"`
	Schema   int           `json:"schema"`
	Member   string        `json:"member,omitempty"`
	Thread   string        `json:"thread"`
	ThreadID int64         `json:"threadId"`
	From     int64         `json:"fromNs"`
	To       int64         `json:"toNs"`
	Sampled  bool          `json:"sampled"`
	Waiting  string        `json:"waiting"`
	OwnGuess string        `json:"ownGuess,omitempty"`
	Filter   string        `json:"filter,omitempty"`
	Shown    *int64        `json:"shownNs,omitempty"`
	LeftOut  *int64        `json:"leftOutNs,omitempty"`
	CPU      *int64        `json:"cpuNs"`
	Idle     int64         `json:"idleNs"`
	Blocked  int64         `json:"blockedNs"`
	Parts    []partJSON    `json:"parts"`
	After    *afterJSON    `json:"after,omitempty"`
	Start    *startJSON    `json:"start"`
	Phases   []phaseJSON   `json:"phases"`
	Frames   seriesJSON    `json:"frames"`
	Messages seriesJSON    `json:"messages"`
	Inputs   seriesJSON    `json:"inputs"`
	Findings []FindingJSON `json:"findings"`
	Covered  int64         `json:"coveredNs"`
	Silent   []string      `json:"silent"`
	Unfit    []string      `json:"unfit"`
	Missing  []string      `json:"missing"`
	Own      []hotJSON     `json:"own"`
	Costly   []costlyJSON  `json:"costliest"`
	Busier   *busierJSON   `json:"busier,omitempty"`
	Others   *othersJSON   `json:"others,omitempty"`

	Collector *threadTimeJSON `json:"collector,omitempty"`
}

type timesJSON struct {
	Wall    int64  `json:"wallNs"`
	CPU     *int64 `json:"cpuNs"`
	Waiting *int64 `json:"waitingNs"`
}

type partJSON struct {
	Name  string     `json:"name"`
	Cause string     `json:"cause"`
	Wall  int64      `json:"wallNs"`
	CPU   *int64     `json:"cpuNs"`
	Sites []siteJSON `json:"sites"`
	More  int        `json:"moreSites"`
	Left  int64      `json:"moreNs"`
}

type siteJSON struct {
	Method *MethodJSON `json:"method"`
	Detail string      `json:"detail,omitempty"`
	Own    *MethodJSON `json:"own"`
	Wall   int64       `json:"wallNs"`
	Count  int64       `json:"count"`
	Calls  []callJSON  `json:"calls"`
}

// A MethodJSON names a method as the summary does.
type MethodJSON struct {
	ID        string `json:"id"`
	Known     bool   `json:"known"`
	Class     string `json:"class"`
	Name      string `json:"name"`
	Signature string `json:"signature"`
	Library   string `json:"library,omitempty"`
	*originSummary
}

type callJSON struct {
	From int64 `json:"fromNs"`
	To   int64 `json:"toNs"`
	timesJSON
	Glued int `json:"glued,omitempty"`
}

type startJSON struct {
	Of      string      `json:"of"`
	From    int64       `json:"fromNs"`
	To      int64       `json:"toNs"`
	Times   timesJSON   `json:"times"`
	Between timesJSON   `json:"between"`
	Besides []shareJSON `json:"besides"`
}

type afterJSON struct {
	Wall   int64       `json:"wallNs"`
	Cause  string      `json:"cause"`
	Method *MethodJSON `json:"method"`
	Own    *MethodJSON `json:"own"`
}

type phaseJSON struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	*callJSON
	Alone  *timesJSON `json:"alone,omitempty"`
	Parent string     `json:"parent,omitempty"`
	Class  string     `json:"class,omitempty"`
	Most   *shareJSON `json:"most,omitempty"`
}

type seriesJSON struct {
	Count   int64      `json:"count"`
	Glued   int64      `json:"glued"`
	Cut     int64      `json:"cut"`
	Total   int64      `json:"totalNs"`
	Median  int64      `json:"medianNs"`
	P90     int64      `json:"p90Ns"`
	P99     int64      `json:"p99Ns"`
	Longest int64      `json:"longestNs"`
	Over    []overJSON `json:"over"`
	Bins    []binJSON  `json:"bins"`
	Slowest []slowJSON `json:"slowest"`
	Refresh int64      `json:"refreshNs,omitempty"`
}

type overJSON struct {
	Limit int64 `json:"limitNs"`
	Count int64 `json:"count"`
	*lateJSON
}

// lateJSON says what the frames over a limit spend their time on.
type lateJSON struct {
	Merged int64            `json:"merged"`
	Time   int64            `json:"wallNs"`
	Stages map[string]int64 `json:"stagesNs"`
	Back   *MethodJSON      `json:"callback,omitempty"`
	Read   int64            `json:"read"`
	Own    []inFramesJSON   `json:"own"`
}

type inFramesJSON struct {
	Method *MethodJSON `json:"method"`
	Time   int64       `json:"wallNs"`
	Frames int64       `json:"frames"`
}

type binJSON struct {
	From  int64 `json:"fromNs"`
	To    int64 `json:"toNs"`
	Count int64 `json:"count"`
}

type slowJSON struct {
	callJSON
	Handler *MethodJSON `json:"handler"`
	Own     *MethodJSON `json:"own"`
	OwnTime int64       `json:"ownNs"`
	Inside  *insideJSON `json:"inside,omitempty"`
	Cut     bool        `json:"cut,omitempty"`
}

type insideJSON struct {
	Method *MethodJSON `json:"method"`
	Time   int64       `json:"wallNs"`
	Calls  int64       `json:"calls,omitempty"`
	Parts  []shareJSON `json:"callees"`
}

type shareJSON struct {
	Method *MethodJSON `json:"method"`
	Time   int64       `json:"wallNs"`
}

type costlyJSON struct {
	Method *MethodJSON `json:"method"`
	Time   int64       `json:"ns"`
}

type othersJSON struct {
	Off     int64            `json:"offCpuNs"`
	During  int64            `json:"duringNs"`
	CPU     int64            `json:"cpuNs"`
	Threads []threadTimeJSON `json:"threads"`
}

type threadTimeJSON struct {
	Thread   string      `json:"thread"`
	ThreadID int64       `json:"threadId"`
	CPU      int64       `json:"cpuNs"`
	Mostly   *MethodJSON `json:"mostly,omitempty"`
}

type busierJSON struct {
	Thread   string  `json:"thread"`
	ThreadID int64   `json:"threadId"`
	Share    float64 `json:"share"`
	Own      float64 `json:"ownShare"`
}

type hotJSON struct {
	Method    *MethodJSON `json:"method"`
	Exclusive timesJSON   `json:"exclusive"`
	Inclusive timesJSON   `json:"inclusive"`
	Count     int64       `json:"count"`
}

// A FindingJSON is a finding in JSON.
type FindingJSON struct {
	Rule       string        `json:"rule"`
	Sentence   string        `json:"sentence"`
	Wall       int64         `json:"wallNs"`
	CPU        *int64        `json:"cpuNs"`
	Share      float64       `json:"share"`
	Confidence string        `json:"confidence"`
	Methods    []*MethodJSON `json:"methods"`
	Calls      []callJSON    `json:"calls"`
	Count      int64         `json:"count"`
	From       int64         `json:"fromNs"`
	To         int64         `json:"toNs"`
	Cause      string        `json:"cause,omitempty"`
	Detail     string        `json:"detail,omitempty"`
	Phase      string        `json:"phase,omitempty"`
	PartOf     int           `json:"partOf,omitempty"`
	InOthers   bool          `json:"inOthers,omitempty"`
	AtEnd      bool          `json:"atEnd,omitempty"`
	Own        *MethodJSON   `json:"own"`
	Other      *string       `json:"otherThread,omitempty"`
	Advice     string        `json:"advice,omitempty"`
	AdviceText string        `json:"adviceText,omitempty"`
}

// JSON writes one object and a line feed. overview.md describes its keys. Its sentences are English.
func (o *Overview) JSON(w io.Writer) error {
	in := &o.Index.Info.Threads[o.Thread]
	j := overviewJSON{
		Kind: "overview", Schema: OverviewSchema, Member: text(o.Member), Thread: text(in.Name), ThreadID: int64(in.ID), From: o.From, To: o.To, Sampled: o.Sampled,
		Waiting: waitsNames[o.Waiting], CPU: o.cpu(o.Total[profile.CPU]), Idle: o.Idle, Blocked: o.Blocked, Parts: []partJSON{}, Phases: []phaseJSON{},
		Frames: o.series(&o.Frames, o.Late[:]), Messages: o.series(&o.Messages, nil), Inputs: o.series(&o.Inputs, nil), Findings: o.FindingsJSON(), Covered: o.Covered,
		Silent: rulesJSON(o.Silent), Unfit: rulesJSON(o.Unfit), Missing: []string{}, Own: []hotJSON{},
	}
	j.OwnGuess = text(profile.GuessOwn(o.Index.Info))
	if o.Filtered {
		out := o.LeftOut().Time
		shown := o.To - o.From - out
		j.Filter, j.Shown, j.LeftOut = text(o.Filter), &shown, &out
	}
	j.Frames.Refresh = o.Refresh
	for i := range o.Parts {
		j.Parts = append(j.Parts, o.part(&o.Parts[i]))
	}
	if a := &o.After; a.Time > 0 {
		j.After = &afterJSON{a.Time, a.Cause.String(), o.method(a.Method), o.method(a.Own)}
	}
	if s := &o.Startup; len(s.Phases) > 0 {
		j.Start = &startJSON{s.Kind.String(), s.From, s.To, o.times(&s.Times), o.times(&s.Between), []shareJSON{}}
		for _, in := range s.Besides {
			j.Start.Besides = append(j.Start.Besides, shareJSON{o.method(in.Method), in.Time})
		}
		for i := range s.Phases {
			j.Phases = append(j.Phases, o.phase(&s.Phases[i]))
		}
	}
	for _, m := range o.Missing {
		switch {
		case m.Anchor == story.NoAnchor:
			j.Missing = append(j.Missing, [...]string{"wall clock", "thread-cpu clock", "times off the CPU"}[m.Clock])
		case m.Status == story.NotRecorded:
			j.Missing = append(j.Missing, m.Anchor.String())
		}
	}
	for _, h := range o.Own {
		j.Own = append(j.Own, hotJSON{o.method(h.Method), o.times(&h.Times), o.times(&h.Total), h.Count})
	}
	for _, c := range o.Costliest {
		j.Costly = append(j.Costly, costlyJSON{o.method(c.Method), c.Time})
	}
	if b := &o.Busier; b.Share > 0 {
		t := &o.Index.Info.Threads[b.Thread]
		j.Busier = &busierJSON{text(t.Label()), int64(t.ID), b.Share, b.Own}
	}
	if in := &o.Collector; in.CPU > 0 {
		t := &o.Index.Info.Threads[in.Thread]
		j.Collector = &threadTimeJSON{text(t.Label()), int64(t.ID), in.CPU, nil}
	}
	if in := &o.Others; in.Off > 0 {
		j.Others = &othersJSON{in.Off, in.During, in.CPU, []threadTimeJSON{}}
		for _, at := range in.Threads {
			t := &o.Index.Info.Threads[at.Thread]
			j.Others.Threads = append(j.Others.Threads, threadTimeJSON{text(t.Label()), int64(t.ID), at.CPU, o.method(at.Doing)})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(&j)
}

// FindingsJSON returns the findings, the largest first. Those that are part of another one follow it.
func (o *Overview) FindingsJSON() []FindingJSON {
	all, sentences := []FindingJSON{}, o.sentences()
	for i := range o.Findings {
		f := &o.Findings[i]
		j := FindingJSON{
			Rule: f.Rule.String(), Wall: f.Time, CPU: o.cpu(f.CPU), Share: f.Share, Confidence: f.Sure.String(), Methods: []*MethodJSON{},
			Calls: o.calls(f.Calls), Count: f.Count, From: f.From, To: f.To, Detail: text(f.Detail), Phase: f.Anchor.String(), PartOf: f.PartOf, InOthers: f.InOthers, AtEnd: f.AtEnd, Own: o.method(f.Own), Advice: f.Advice.String(),
			Sentence: words.InEnglish(func() string { return words.Plain(sentences.Finding(f)) }), AdviceText: words.InEnglish(func() string { return words.Plain(tell.AdviceOn(f, sentences.Info)) }),
		}
		if f.Rule.IsWait() {
			j.Cause = f.Cause.String()
		}
		for _, m := range f.Methods {
			if m := o.method(m); m != nil {
				j.Methods = append(j.Methods, m)
			}
		}
		if f.Other != story.NoThread {
			name := text(o.Index.Info.Threads[f.Other].Label())
			j.Other = &name
		}
		all = append(all, j)
	}
	return all
}

func (o *Overview) sentences() tell.Overview {
	sentences := tell.Overview{Overview: o.Overview, Info: o.Index.Info}
	if o.Readable {
		sentences.Readable = names.Readable(o.Index.Info.Methods)
	}
	return sentences
}

// cpu returns a CPU time, or nil if the recording has none.
func (o *Overview) cpu(ns int64) *int64 {
	if o.Index.Info.Figures()&trace.CPU == 0 || o.Index.Counts(profile.CPU) {
		return nil
	}
	return &ns
}

// span returns the time by the primary clock: wall, or CPU in a trace without wall time.
func (o *Overview) span(t *profile.Times) int64 {
	if o.Index.Info.Clocks&trace.Wall == 0 {
		return t[profile.CPU]
	}
	return t[profile.Wall]
}

// cost returns the time that says where the time went.
func (o *Overview) cost(t *profile.Times) int64 {
	if o.OnCPU {
		return t[profile.CPU]
	}
	return o.span(t)
}

func (o *Overview) times(t *profile.Times) timesJSON {
	j := timesJSON{Wall: o.span(t), CPU: o.cpu(t[profile.CPU])}
	if o.Waiting.Measured() {
		j.Waiting = &t[profile.Waiting]
	}
	return j
}

func (o *Overview) method(m trace.MethodIndex) *MethodJSON {
	if m == call.NoMethod {
		return nil
	}
	in := &o.Index.Info.Methods[m]
	return &MethodJSON{in.ID.String(), in.Listed, text(in.Class), text(in.Name), text(in.Signature), text(in.Library), originOf(in.Raw)}
}

func (o *Overview) call(c *story.Call) callJSON {
	j := callJSON{From: c.From, To: c.To, timesJSON: o.times(&c.Times)}
	if c.Glued > 1 {
		j.Glued = c.Glued
	}
	return j
}

func (o *Overview) calls(calls []story.Call) []callJSON {
	all := []callJSON{}
	for i := range calls {
		all = append(all, o.call(&calls[i]))
	}
	return all
}

// PartKeys returns the name and the cause of a part in JSON. Only waits have a cause.
func PartKeys(kind story.Kind, origin platform.Origin, cause story.Cause) (name, why string) {
	switch {
	case kind == story.Outside:
		return "no method", ""
	case kind == story.LeftOut:
		return "left out", ""
	case kind == story.Running:
		return originNames[origin], ""
	case cause == story.IdleWait, cause == story.Unmeasured:
		return cause.String(), cause.String()
	}
	return "waiting", cause.String()
}

func (o *Overview) part(p *story.Part) partJSON {
	j := partJSON{Wall: p.Time, CPU: o.cpu(p.CPU), Sites: []siteJSON{}, More: p.More, Left: p.Left}
	j.Name, j.Cause = PartKeys(p.Kind, p.Origin, p.Cause)
	for i := range p.Sites {
		s := &p.Sites[i]
		j.Sites = append(j.Sites, siteJSON{o.method(s.Method), text(s.Detail), o.method(s.Own), s.Time, s.Count, o.calls(s.Calls)})
	}
	return j
}

func (o *Overview) phase(p *story.Phase) phaseJSON {
	j := phaseJSON{Name: p.Anchor.String(), Status: statusNames[p.Status]}
	if p.Status != story.NotRecorded {
		c, alone := o.call(&p.Call), o.times(&p.Alone)
		j.callJSON, j.Alone, j.Class = &c, &alone, text(p.Class)
		if p.Parent >= 0 {
			j.Parent = o.Startup.Phases[p.Parent].Anchor.String()
		}
		if p.Most.Time > 0 {
			j.Most = &shareJSON{o.method(p.Most.Method), p.Most.Time}
		}
	}
	return j
}

// series writes frames, messages or input events. Late, one for each limit, is nil for the last two.
func (o *Overview) series(s *story.Series, late []story.Late) seriesJSON {
	j := seriesJSON{s.Count, s.Glued, s.Cut, s.Total, s.Median, s.P90, s.P99, s.Longest, []overJSON{}, []binJSON{}, []slowJSON{}, 0}
	for i, limit := range story.Limits {
		over := overJSON{Limit: limit, Count: s.Over[i]}
		if late != nil {
			over.lateJSON = o.late(&late[i])
		}
		j.Over = append(j.Over, over)
	}
	for _, b := range s.Bins {
		j.Bins = append(j.Bins, binJSON(b))
	}
	for i := range s.Slowest {
		c := &s.Slowest[i]
		j.Slowest = append(j.Slowest, slowJSON{o.call(&c.Call), o.method(c.Handler), o.method(c.Own), c.OwnTime, o.inside(&c.Inside), c.Cut})
	}
	return j
}

func (o *Overview) late(l *story.Late) *lateJSON {
	j := &lateJSON{Merged: l.Merged, Time: l.Time, Stages: map[string]int64{}, Read: l.Read, Own: []inFramesJSON{}}
	if l.Callback.Time > 0 {
		j.Back = o.method(l.Callback.Method)
	}
	for stage, ns := range l.Stages {
		j.Stages[story.Stage(stage).String()] = ns
	}
	for _, in := range l.Own {
		j.Own = append(j.Own, inFramesJSON{o.method(in.Method), in.Time, in.Frames})
	}
	return j
}

// inside returns nil if nothing stands out.
func (o *Overview) inside(in *story.Inside) *insideJSON {
	if in.Time == 0 && len(in.Parts) == 0 {
		return nil
	}
	j := &insideJSON{Time: in.Time, Calls: in.Calls, Parts: []shareJSON{}}
	if in.Time > 0 {
		j.Method = o.method(in.Method)
	}
	for _, part := range in.Parts {
		j.Parts = append(j.Parts, shareJSON{o.method(part.Method), part.Time})
	}
	return j
}

func rulesJSON(rules []story.Rule) []string {
	all := []string{}
	for _, r := range rules {
		all = append(all, r.String())
	}
	return all
}

// Limits of the text.
const (
	leastShown = 50  // a part is shown if it has 1 of so many parts of the non-idle time
	leastOwn   = 100 // an own method is listed if it has 1 of so many parts
	leastNamed = 10  // a method with unexplained time is named if it has 1 of so many parts of it
	sitesShown = 3   // of a part
	slowShown  = 3   // frames, and messages
)

// Text writes the overview for people: the answers first, then the figures. Markdown is for an issue
// tracker.
func (o *Overview) Text(to io.Writer, markdown bool) error {
	w := &overviewText{Writer: bufio.NewWriter(to), markdown: markdown, Overview: o, say: o.sentences()}
	w.printf("%s\n", w.strong(w.say.Headline()))
	short := tell.ShortNames(o.Index.Info)
	if short != "" {
		short += " " + words.T("Add it with -mapping.")
	}
	for _, s := range []string{words.Filled(o.Index.Info.Receipt.Large()).String(), tell.OwnGuess(o.Index.Info), short, w.say.End(), w.say.Filter()} {
		if s == "" {
			continue
		}
		if markdown {
			w.printf("\n")
		}
		w.printf("%s\n", w.text(s))
	}
	w.findings()
	w.parts()
	w.startup()
	w.series()
	w.own()
	if markdown {
		w.printf("\n")
	}
	gaps := slices.DeleteFunc(w.say.Gaps(), func(gap string) bool { return w.Waiting == story.ByNames && gap == tell.MissingClock(profile.CPU) }) // the headline says so
	rest := append(gaps, w.say.Silent(), w.say.Unfit())
	for _, s := range rest {
		if s != "" {
			w.item(s)
		}
	}
	return w.Flush()
}

// An overviewText writes an Overview as text or Markdown.
type overviewText struct {
	*bufio.Writer
	*Overview
	markdown bool
	say      tell.Overview
}

func (w *overviewText) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// text makes a line safe for the format.
func (w *overviewText) text(s string) string {
	if s = words.Plain(s); w.markdown {
		return InMarkdown(s)
	}
	return Clean(s)
}

func (w *overviewText) strong(s string) string {
	if w.markdown {
		return "**" + w.text(s) + "**"
	}
	return w.text(s)
}

// remark adds remarks to a title: "Startup: 1 s (spans of samples)". Empty ones do not count.
func (w *overviewText) remark(title string, remarks ...string) string {
	remarks = slices.DeleteFunc(remarks, func(s string) bool { return s == "" })
	if len(remarks) == 0 {
		return title
	}
	return words.Say("{1} ({2})", title, words.List(remarks))
}

func (w *overviewText) heading(title string) {
	if w.markdown {
		w.printf("\n### %s\n\n", w.text(title))
		return
	}
	w.printf("%s\n", w.text(title))
}

// item writes a line of a list in Markdown, and a line in text.
func (w *overviewText) item(s string) {
	if w.markdown {
		w.printf("- ")
	}
	w.printf("%s\n", w.text(s))
}

// row writes one row of figures, right-aligned in text, and a name.
func (w *overviewText) row(name string, figures ...string) {
	for i, f := range figures {
		if w.markdown {
			w.printf("| %s ", w.text(f))
			continue
		}
		w.printf("  %*s", [...]int{8, 7, 8}[min(i, 2)], words.Plain(f))
	}
	if w.markdown {
		w.printf("| %s |\n", w.text(name))
		return
	}
	w.printf("  %s\n", w.text(name))
}

// columns writes the heading of a table in Markdown. Text has none: units and names explain it.
func (w *overviewText) columns(name string, figures ...string) {
	if w.markdown {
		w.row(name, figures...)
		w.printf("%s|:--|\n", strings.Repeat("|--:", len(figures)))
	}
}

func (w *overviewText) findings() {
	w.heading(words.T("Findings"))
	if w.IsCalm() {
		w.item(w.say.Nothing())
	}
	for i := range w.Findings {
		f := &w.Findings[i]
		s := w.say.Finding(f)
		if advice := tell.AdviceOn(f, w.say.Info); advice != "" {
			s += " " + advice
		}
		tags := []string{f.Rule.String(), tell.SureTitle(f.Sure)}
		indent := ""
		if of := w.say.Overlap(f); of != "" {
			tags = slices.Insert(tags, 0, of)
		}
		if f.PartOf > 0 {
			indent = "  "
		}
		if when := tell.When(f); when != "" {
			tags = append(tags, when)
		}
		s += " [" + words.List(tags) + "]"
		if w.markdown {
			w.printf("%s- **%s** %s\n", indent, w.text(words.Percent(f.Share)), w.text(s))
			continue
		}
		w.printf("%s  %7s  %s\n", indent, words.Plain(words.Percent(f.Share)), w.text(s))
	}
	if w.markdown && len(w.Findings) > 0 {
		w.printf("\n")
	}
	for _, s := range []string{w.say.Coverage(), w.say.Further(), tell.Recording(&w.say), tell.Meanwhile(&w.say), tell.Collects(&w.say), w.say.Busier()} {
		if s != "" {
			w.printf("%s\n", w.text(s))
		}
	}
}

// busy returns the cost of the thread's code that is not idle, up to its last record.
func (w *overviewText) busy() int64 {
	if w.OnCPU {
		return w.Whole()
	}
	return w.Busy() - w.Hung()
}

func (w *overviewText) parts() {
	w.heading(w.remark(words.T("Where the time went"), w.hung()))
	w.columns(words.T("Part"), words.T("Time"), words.T("Share"))
	span := max(w.Whole(), 1)
	least := w.busy() / leastShown
	left, hidden := int64(0), 0
	longest := slices.Clone(w.Parts)
	sorting.Stable(longest, func(a, b story.Part) int { return cmp.Compare(w.Cost(&b), w.Cost(&a)) })
	for i := range longest {
		p := &longest[i]
		cost := w.Cost(p)
		if w.OnCPU && cost == 0 { // between samples
			continue
		}
		if cost < least {
			left += cost
			hidden++
			continue
		}
		name := tell.PartTitle(p)
		var sites []string
		for _, s := range p.Sites {
			if p.Kind == story.Waiting && p.Cause == story.Unexplained && leastNamed*s.Time < p.Time { // it was only interrupted there
				continue
			}
			if s.Method == call.NoMethod || len(sites) == sitesShown || len(sites) > 0 && 100*s.Time < p.Time {
				continue
			}
			at := w.say.Method(s.Method)
			if s.Detail != "" {
				at = words.ShortLabel(trace.Visible(words.ClipTo(s.Detail, clipped)))
			}
			time := s.Time
			if w.OnCPU {
				time = s.CPU
			}
			sites = append(sites, at+" "+w.say.Figure(time))
		}
		if len(sites) > 0 {
			name = words.Say("{1}: {2}", name, words.List(sites))
		}
		w.row(name, w.say.Figure(cost), words.Percent(float64(cost)/float64(span)))
	}
	if hidden > 0 {
		w.row(plural(hidden, "other part", "other parts"), w.say.Figure(left), words.Percent(float64(left)/float64(span)))
	}
}

// hung returns a remark on the time that the thread hung after its last record, or "".
func (w *overviewText) hung() string {
	if w.Hung() == 0 {
		return ""
	}
	return words.Say("without {1} after the last record", words.Brief(w.Hung()))
}

func (w *overviewText) startup() {
	s := &w.Startup
	if len(s.Phases) == 0 {
		return
	}
	title := words.Say("{1}: {2}", tell.StartTitle(s.Kind), words.Brief(s.To-s.From))
	if paused := tell.Paused(s.Paused); paused != "" {
		title = words.Say("{1} ({2})", title, paused)
	}
	hung := ""
	if slices.ContainsFunc(s.Phases, func(p story.Phase) bool { return p.Status == story.Cut && p.Call.To >= w.To }) {
		hung = w.hung()
	}
	cpu := w.Waiting == story.ByClocks // the counts of samples are only a part of the time on the CPU
	switch {
	case cpu && !w.markdown:
		title = w.remark(title, hung, words.T("wall, CPU and waiting of each phase"), w.say.Measure())
	case w.Waiting.Measured() && !w.markdown:
		title = w.remark(title, hung, words.T("wall and waiting of each phase"), w.say.Measure())
	default:
		title = w.remark(title, hung, w.say.Measure())
	}
	w.heading(title)
	figures := []string{words.T("Time")}
	if cpu {
		figures = append(figures, words.T("CPU"))
	}
	if w.Waiting.Measured() {
		figures = append(figures, words.T("Waiting"))
	}
	w.columns(words.T("Phase"), figures...)
	line := func(name string, t *profile.Times) {
		figures := []string{words.Brief(w.span(t))}
		if cpu {
			figures = append(figures, words.Brief(t[profile.CPU]))
		}
		if w.Waiting.Measured() {
			figures = append(figures, words.Brief(t[profile.Waiting]))
		}
		w.row(name, figures...)
	}
	for i := range s.Phases {
		p := &s.Phases[i]
		name := tell.AnchorTitle(p.Anchor)
		if p.Status == story.NotRecorded {
			continue // Gaps lists it
		}
		depth := 0
		for at := p.Parent; at >= 0 && depth < len(s.Phases); at = s.Phases[at].Parent {
			depth++
		}
		if p.Class != "" {
			name = words.Say("{1}: {2}", name, words.ShortClass(trace.Visible(words.ClipTo(p.Class, clipped))))
		}
		if p.Status == story.Cut {
			name = words.Say("{1} ({2})", name, w.say.StatusTitle(p))
		}
		if most := w.say.MostOfPhase(p); most != "" {
			name = words.Say("{1}. {2}", name, most)
		}
		line(strings.Repeat("\u00b7 ", depth)+name, &p.Call.Times)
	}
	between := words.T("Between the phases")
	if most := tell.BesidesPhases(&w.say); most != "" {
		between = words.Say("{1}. {2}", between, most)
	}
	if s.Between != (profile.Times{}) {
		line(between, &s.Between)
	}
}

func (w *overviewText) series() {
	if w.Frames.Count+w.Messages.Count+w.Inputs.Count == 0 {
		return
	}
	frames, messages, inputs := w.say.Series()
	w.heading(w.remark(words.T("Frames and messages"), w.say.Measure()))
	for i, s := range []*story.Series{&w.Frames, &w.Messages, &w.Inputs} {
		says := []string{frames, messages, inputs}[i]
		if says == "" {
			continue
		}
		w.item(says)
		if often := tell.Refresh(&w.say); i == 0 && often != "" {
			w.item(often)
		}
		if late := w.say.LateBesides(); i == 0 && late != "" {
			w.item(late)
		}
		var slow []string
		longest, title := s.Slowest, words.Text("Longest: {1}")
		if s == &w.Messages && w.Frames.Count > 0 {
			longest, title = w.OtherMessages(), "Longest other messages: {1}"
		}
		for k := range longest[:min(len(longest), slowShown)] {
			c := &longest[k]
			one := words.Say("{1} at {2}", w.say.Took(c), words.Brief(c.From))
			if why := w.mostOf(c, k == 0); why != "" {
				one += " (" + why + ")"
			}
			slow = append(slow, one)
		}
		if len(slow) > 0 {
			w.item(words.Say(title, words.List(slow)))
		}
	}
}

// mostOf says what took most of the time of a frame or message, with its callees if inFull is set. It returns "" for one in time.
func (w *overviewText) mostOf(c *story.Slow, inFull bool) string {
	ns := w.span(&c.Times)
	if ns < story.Limits[0] && ns < w.Thresholds.Time {
		return ""
	}
	if inside := w.say.Inside(&c.Inside, ns); inFull && inside != "" {
		return inside
	}
	method, time := c.Own, c.OwnTime
	if c.Inside.Time > 0 {
		method, time = c.Inside.Method, c.Inside.Time
	}
	name := w.say.Method(method)
	if name == "" {
		return ""
	}
	return name + " " + words.Brief(time)
}

func (w *overviewText) own() {
	if len(w.Own) == 0 {
		return
	}
	title := words.T("Own methods with the most exclusive time")
	if !w.markdown {
		least := w.busy() / leastOwn
		var names []string
		for i := range w.Own {
			if h := &w.Own[i]; w.cost(&h.Times) >= least {
				names = append(names, w.say.Method(h.Method)+" "+w.say.Figure(w.cost(&h.Times)))
			}
		}
		if names != nil {
			w.item(words.Say("{1}: {2}", title, words.List(names)))
		}
		return
	}
	w.heading(title)
	w.columns(words.T("Method"), words.T("Exclusive"), words.T("Inclusive"), words.T("Count"))
	for i := range w.Own {
		h := &w.Own[i]
		w.row(w.say.Method(h.Method), w.say.Figure(w.cost(&h.Times)), w.say.Figure(w.cost(&h.Total)), words.Seen(h.Count, w.Sampled))
	}
}
