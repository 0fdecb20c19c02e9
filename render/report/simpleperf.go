package report

import (
	"cmp"
	"encoding/json"
	"io"

	"traceglass/parser/simpleperf"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// simpleperfSummary is the object that Simpleperf writes. Its keys never change.
type simpleperfSummary struct {
	Kind          string            `json:"kind"`
	Member        string            `json:"member,omitempty"`
	Container     trace.Container   `json:"container"`
	Version       *int              `json:"version"`
	Complete      bool              `json:"complete"`
	End           simpleperf.Ending `json:"end"`
	EndOffset     int64             `json:"endOffset"`
	TrailingBytes int64             `json:"trailingBytes"`
	Records       recordCounts      `json:"records"`
	App           appSummary        `json:"app"`
	TraceOffCPU   *bool             `json:"traceOffCpu"`
	Mode          string            `json:"mode"`
	ClockEvent    *int              `json:"clockEvent"`
	EventTypes    []eventType       `json:"eventTypes"`
	Lost          *lostSummary      `json:"lost"`
	Samples       int64             `json:"samples"`
	Stackless     int64             `json:"samplesWithoutStack"`
	First         *int64            `json:"firstNs"`
	Last          *int64            `json:"lastNs"`
	OutOfOrder    int64             `json:"outOfOrder"`
	Unwinding     map[string]int64  `json:"unwinding"`
	Execution     map[string]int64  `json:"executionTypes"`
	Files         int64             `json:"files"`
	Symbols       int64             `json:"symbols"`
	Processes     []processFigures  `json:"processes"`
	Threads       []threadSamples   `json:"threads"`
	Methods       []methodSamples   `json:"methods"`
	Warnings      []warning         `json:"warnings"`
}

type recordCounts struct {
	Sample        int64 `json:"sample"`
	Lost          int64 `json:"lost"`
	File          int64 `json:"file"`
	Thread        int64 `json:"thread"`
	MetaInfo      int64 `json:"metaInfo"`
	ContextSwitch int64 `json:"contextSwitch"`
	Unknown       int64 `json:"unknown"`
	Broken        int64 `json:"broken"`
}

type appSummary struct {
	Package *string `json:"package"`
	Type    *string `json:"type"`
	SDK     *string `json:"sdk"`
	Build   *string `json:"build"`
}

type eventType struct {
	ID      uint32 `json:"id"`
	Name    string `json:"name"`
	Unit    string `json:"unit"`
	Samples int64  `json:"samples"`
	Count   int64  `json:"eventCount"`
}

type lostSummary struct {
	SampleCount uint64 `json:"sampleCount"`
	LostCount   uint64 `json:"lostCount"`
}

type processFigures struct {
	ID      *int64 `json:"id"`
	Name    string `json:"name"`
	Threads int    `json:"threads"`
	Samples int64  `json:"samples"`
}

type threadSamples struct {
	ID          int32      `json:"id"`
	Process     *int64     `json:"process"`
	Name        string     `json:"name"`
	Listed      int        `json:"listed"`
	Samples     int64      `json:"samples"`
	Events      [][2]int64 `json:"events"`
	CPU         *int64     `json:"cpuNs"`
	OffCPU      *int64     `json:"offCpuNs"`
	Wall        *int64     `json:"wallNs"`
	Gaps        int64      `json:"gaps"`
	Gap         int64      `json:"gapNs"`
	First       int64      `json:"firstNs"`
	Last        int64      `json:"lastNs"`
	SwitchesOn  int64      `json:"switchesOn"`
	SwitchesOff int64      `json:"switchesOff"`
	MaxDepth    int        `json:"maxDepth"`
}

type methodSamples struct {
	Kind    string  `json:"kind"`
	Name    string  `json:"name"`
	Class   *string `json:"class"`
	Library *string `json:"library"`
	*originSummary
	Events [][4]int64 `json:"events"`
	Runs   int64      `json:"runs"`
	CPU    *[2]int64  `json:"cpuNs"`
	OffCPU *[2]int64  `json:"offCpuNs"`
	Wall   *[2]int64  `json:"wallNs"`
}

// Simpleperf writes the summary of a simpleperf recording, as Summary does for a method trace. It
// has facts about the recording, and the figures of each thread and method by every event type.
// summary.md describes the keys. The file must have been read to its end.
func Simpleperf(w io.Writer, member string, r *simpleperf.Reader) error {
	s := simpleperfSummary{
		Kind:          "simpleperf",
		Member:        member,
		Container:     r.Container,
		Complete:      r.Complete(),
		End:           r.Ending,
		EndOffset:     r.End,
		TrailingBytes: r.Trailing,
		Records:       recordCounts(r.Counts),
		App:           appSummary{orNull(r.App.Package), orNull(r.App.Type), orNull(r.App.SDK), orNull(r.App.Build)},
		TraceOffCPU:   r.TraceOff,
		Mode:          "on-cpu",
		EventTypes:    []eventType{},
		Samples:       r.Samples(),
		Stackless:     r.Stackless,
		OutOfOrder:    r.OutOfOrder,
		Unwinding:     r.Unwinding,
		Execution:     map[string]int64{},
		Files:         r.Counts.File,
		Symbols:       r.Symbols,
		Processes:     []processFigures{},
		Threads:       []threadSamples{},
		Methods:       []methodSamples{},
		Warnings:      warnings(r.Receipt.Notes),
	}
	if r.Version >= 0 {
		s.Version = &r.Version
	}
	if r.OffCPU {
		s.Mode = "on-off-cpu"
	}
	if r.Clock >= 0 {
		s.ClockEvent = &r.Clock
	}
	if r.Samples() > 0 {
		s.First, s.Last = &r.FirstTime, &r.LastTime
	}
	if r.Lost != nil {
		s.Lost = &lostSummary{r.Lost.Samples, r.Lost.Lost}
	}
	for i := range r.Events {
		e := &r.Events[i]
		s.EventTypes = append(s.EventTypes, eventType{e.ID, e.Name, e.Unit(), e.Samples, e.Count})
	}
	for i, name := range [...]string{"native", "interpreted", "jit", "art"} {
		if n := r.Execution[i]; n > 0 {
			s.Execution[name] = n
		}
	}
	for _, p := range r.Processes() {
		s.Processes = append(s.Processes, processFigures{process(p.ID), p.Name, p.Threads, p.Samples})
	}
	methods, threads := r.Figures()
	for i := range threads {
		f := &threads[i]
		t := threadSamples{
			ID: f.Thread.ID, Process: process(f.Thread.Process), Name: f.Thread.Name, Listed: f.Thread.Listed,
			Samples: f.Samples, Events: make([][2]int64, len(f.Events)), Gaps: f.Gaps, Gap: f.Gap,
			First: f.First, Last: f.Last, SwitchesOn: f.SwitchesOn, SwitchesOff: f.SwitchesOff, MaxDepth: f.MaxDepth,
		}
		for e := range f.Events {
			t.Events[e] = [2]int64{f.Events[e].Samples, f.Events[e].Count}
		}
		if r.Clock >= 0 {
			t.CPU = &f.Events[r.Clock].Count
		}
		if r.OffCPU {
			t.OffCPU, t.Wall = &f.Off, &f.All
		}
		s.Threads = append(s.Threads, t)
	}
	for i := range methods {
		in, f := &r.Methods[i], &methods[i]
		m := methodSamples{Kind: in.Kind.String(), Name: in.Label(), Class: orNull(in.Class), Library: orNull(in.Library), originSummary: originOf(in.Raw), Events: make([][4]int64, len(f.Events)), Runs: f.Runs}
		for e := range f.Events {
			m.Events[e] = [4]int64{f.Events[e].Samples, f.Events[e].Self, f.Events[e].Count, f.Events[e].OwnCount}
		}
		if r.Clock >= 0 {
			m.CPU = &[2]int64{f.Events[r.Clock].Count, f.Events[r.Clock].OwnCount}
		}
		if r.OffCPU {
			m.OffCPU, m.Wall = &[2]int64{f.Off.Inclusive, f.Off.Exclusive}, &[2]int64{f.All.Inclusive, f.All.Exclusive}
		}
		s.Methods = append(s.Methods, m)
	}
	sorting.Stable(s.Methods, func(a, b methodSamples) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(library(a), library(b)))
	})
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(&s)
}

// process returns nil for an unknown process.
func process(id int64) *int64 {
	if id < 0 {
		return nil
	}
	return &id
}

func library(m methodSamples) string {
	if m.Library == nil {
		return ""
	}
	return *m.Library
}
