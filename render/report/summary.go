// Package report writes the facts of a profile or dump for people and for other programs.
package report

import (
	"cmp"
	"encoding/json"
	"io"
	"strconv"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// summary is the object that Summary writes. Its keys never change.
type summary struct {
	Kind          string          `json:"kind"`
	Schema        int             `json:"schema"`
	Member        string          `json:"member,omitempty"`
	Container     trace.Container `json:"container"`
	Version       *int            `json:"version"`
	Encoding      string          `json:"encoding,omitempty"`
	Clock         *string         `json:"clock"`
	Complete      bool            `json:"complete"`
	ListedThreads int             `json:"listedThreads"`
	ListedMethods int             `json:"listedMethods"`
	Records       int64           `json:"records"`
	Threads       []threadSummary `json:"threads"`
	Methods       []methodSummary `json:"methods"`
	OutsideCPU    *int64          `json:"outsideCpuNs,omitempty"`
	OutsideWall   *int64          `json:"outsideWallNs,omitempty"`
	Recording     recording       `json:"recording"`
	Warnings      []warning       `json:"warnings"`
}

// summarySchema increases whenever a key is added.
const summarySchema = 3

// A recording describes how a trace was made, as far as the file shows.
type recording struct {
	Sampled       *bool  `json:"sampled"`
	Start         *int64 `json:"startNs,omitempty"`
	Uptime        *int64 `json:"startUptimeNs,omitempty"`
	Elapsed       *int64 `json:"elapsedNs,omitempty"`
	PID           *int64 `json:"pid,omitempty"`
	VM            string `json:"vm,omitempty"`
	Overflow      bool   `json:"overflow"`
	ClockOverhead *int64 `json:"clockCallOverheadNs,omitempty"`
	WallTooSmall  bool   `json:"wallTooSmall,omitempty"`
}

// recordingOf returns how the trace was made.
func recordingOf(info *trace.Info) recording {
	r := recording{Overflow: info.Overflow, WallTooSmall: info.Receipt.Count("wall-scale") > 0}
	if info.Sampling != trace.CannotTell && info.Records > 0 {
		sampled := info.Sampling == trace.Sampled
		r.Sampled = &sampled
	}
	if start := info.Start * 1000; info.Start > 0 && info.Start < 1<<53 {
		if info.Start >= 1e14 { // µs: later than 1973
			r.Start = &start
		} else {
			r.Uptime = &start
		}
	}
	r.Elapsed = option(info, "elapsed-time-nsec", 1)
	if r.Elapsed == nil {
		r.Elapsed = option(info, "elapsed-time-usec", 1000)
	}
	r.PID = option(info, "pid", 1)
	r.VM, _ = info.Option("vm")
	r.ClockOverhead = option(info, "clock-call-overhead-nsec", 1)
	return r
}

// option returns the value of a numeric option times unit, or nil if it is not a number.
func option(info *trace.Info, key string, unit int64) *int64 {
	text, _ := info.Option(key)
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 0 || v > 1<<62/unit {
		return nil
	}
	v *= unit
	return &v
}

type threadSummary struct {
	ID            trace.ThreadID `json:"id"`
	Name          string         `json:"name"`
	Enters        int64          `json:"enters"`
	Exits         int64          `json:"exits"`
	Unrolls       int64          `json:"unrolls"`
	OrphanExits   int64          `json:"orphanExits"`
	ImplicitExits int64          `json:"implicitExits"`
	IgnoredExits  int64          `json:"ignoredExits"`
	OpenCalls     int64          `json:"openCalls"`
	BackwardSteps int64          `json:"backwardSteps"`
	MaxDepth      int            `json:"maxDepth"`
}

type methodSummary struct {
	ID        string  `json:"id"`
	Known     bool    `json:"known"`
	Class     *string `json:"class,omitempty"`
	Name      *string `json:"name,omitempty"`
	Signature *string `json:"signature,omitempty"`
	*originSummary
	Calls          int64  `json:"calls"`
	RecursiveCalls int64  `json:"recursiveCalls"`
	InclusiveCPU   *int64 `json:"inclusiveCpuNs,omitempty"`
	ExclusiveCPU   *int64 `json:"exclusiveCpuNs,omitempty"`
	InclusiveWall  *int64 `json:"inclusiveWallNs,omitempty"`
	ExclusiveWall  *int64 `json:"exclusiveWallNs,omitempty"`
}

// An originSummary has the names in the file of a method that a map gave its original names.
type originSummary struct {
	Raw       rawSummary `json:"raw"`
	Remark    string     `json:"remark,omitempty"`
	Originals []string   `json:"originals,omitempty"`
}

type rawSummary struct {
	Class     string `json:"class"`
	Name      string `json:"name"`
	Signature string `json:"signature"`
}

// originOf returns nil for a method that has the names in the file.
func originOf(raw *trace.Raw) *originSummary {
	if raw == nil {
		return nil
	}
	o := &originSummary{Raw: rawSummary{text(raw.Class), text(raw.Name), text(raw.Signature)}, Remark: raw.Remark}
	for _, original := range raw.Originals {
		o.Originals = append(o.Originals, text(original))
	}
	return o
}

type warning struct {
	Code   string `json:"code"`
	Count  int64  `json:"count"`
	Unit   string `json:"unit"`
	Effect string `json:"effect"`
	Offset *int64 `json:"offset"`
	Text   string `json:"text"`
}

// Summary writes one JSON object and a line feed: what the trace is, its threads, and the cost of
// every method, in nanoseconds. The warnings are the notes of Profile.Notes. summary.md describes
// the keys. member is the name of the trace in its zip file or folder, or "".
func Summary(w io.Writer, member string, p *profile.Profile) error {
	s := summaryOf(p)
	s.Member = member
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(s)
}

func summaryOf(p *profile.Profile) *summary {
	info := p.Info
	s := &summary{
		Kind:          "method-trace",
		Schema:        summarySchema,
		Container:     info.Container,
		Encoding:      info.Encoding,
		Complete:      info.Complete,
		ListedThreads: info.ListedThreads,
		ListedMethods: info.ListedMethods,
		Records:       info.Records,
		Threads:       []threadSummary{},
		Methods:       []methodSummary{},
		Recording:     recordingOf(info),
	}
	if info.Version >= 0 {
		s.Version = &info.Version
	}
	if clock := info.Clocks.String(); clock != "" {
		s.Clock = &clock
	}
	for i := range info.Threads {
		in := &info.Threads[i]
		if in.Records == 0 {
			continue
		}
		var t call.Thread // no calls if all of its records had the reserved action
		if i < len(p.Calls.Threads) {
			t = p.Calls.Threads[i]
		}
		s.Threads = append(s.Threads, threadSummary{
			ID: in.ID, Name: in.Name,
			Enters: t.Enters, Exits: t.Exits, Unrolls: t.Unrolls,
			OrphanExits: t.OrphanExits, ImplicitExits: t.ImplicitExits, IgnoredExits: t.IgnoredExits,
			OpenCalls: t.OpenCalls, BackwardSteps: in.BackwardSteps, MaxDepth: t.MaxDepth,
		})
	}
	sorting.Stable(s.Threads, func(a, b threadSummary) int { return cmp.Compare(a.ID, b.ID) })

	for i := range p.Methods {
		m, in := &p.Methods[i], &info.Methods[i]
		if m.Calls+m.Recursive == 0 {
			continue
		}
		row := methodSummary{ID: in.ID.String(), Known: in.Listed, Calls: m.Calls, RecursiveCalls: m.Recursive}
		if in.Listed {
			row.Class, row.Name, row.Signature = &in.Class, &in.Name, &in.Signature
			row.originSummary = originOf(in.Raw)
		}
		if info.Clocks&trace.CPU != 0 {
			row.InclusiveCPU, row.ExclusiveCPU = &m.Inclusive[profile.CPU], &m.Exclusive[profile.CPU]
		}
		if info.Clocks&trace.Wall != 0 {
			row.InclusiveWall, row.ExclusiveWall = &m.Inclusive[profile.Wall], &m.Exclusive[profile.Wall]
		}
		s.Methods = append(s.Methods, row)
	}
	sorting.Stable(s.Methods, func(a, b methodSummary) int { return cmp.Compare(a.ID, b.ID) })

	outside := p.Outside()
	if len(s.Threads) > 0 && info.Clocks&trace.CPU != 0 {
		s.OutsideCPU = &outside[profile.CPU]
	}
	if len(s.Threads) > 0 && info.Clocks&trace.Wall != 0 {
		s.OutsideWall = &outside[profile.Wall]
	}
	s.Warnings = warnings(p.Notes())
	return s
}

// warnings returns the warnings for a receipt's notes.
func warnings(notes []trace.Note) []warning {
	rows := []warning{}
	for _, n := range notes {
		row := findings[n.Code].warning(n.Code, n.Text, n.Count)
		if n.Offset >= 0 {
			row.Offset = &n.Offset
		}
		rows = append(rows, row)
	}
	return rows
}
