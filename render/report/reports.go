package report

import (
	"encoding/json"
	"io"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/tell"
)

// reportSummary is an element of Reports.JSON. Its keys never change; null means that the format or
// this record does not say.
type reportSummary struct {
	File       string     `json:"file"`
	Source     string     `json:"source"`
	ID         *string    `json:"id"`
	Process    *string    `json:"process"`
	AppVersion *string    `json:"appVersion"`
	AppBuild   *string    `json:"appBuild"`
	OS         *string    `json:"os"`
	APILevel   *int       `json:"apiLevel"`
	Maker      *string    `json:"deviceMaker"`
	Model      *string    `json:"deviceModel"`
	Device     *string    `json:"deviceName"`
	Time       *string    `json:"time"`
	TimeIs     *string    `json:"timeIs"`
	Reason     *string    `json:"reason"`
	ReasonKind *string    `json:"reasonKind"`
	Foreground *bool      `json:"foreground"`
	Issue      *string    `json:"issue"`
	Users      *int64     `json:"users"`
	Count      *int64     `json:"count"`
	Threads    int        `json:"threads"`
	Main       *mainOf    `json:"main"`
	Deadlocks  [][]int    `json:"deadlocks"`
	Cut        bool       `json:"cut"`
	Samples    *int       `json:"samples,omitempty"`
	Verdict    *verdictOf `json:"verdict"`
	Lacks      []string   `json:"lacks"`
}

type mainOf struct {
	Name    string   `json:"name"`
	Tid     *int     `json:"tid"`
	SysTid  *int     `json:"sysTid"`
	State   *string  `json:"state"`
	StateIs *string  `json:"stateIs"`
	Frames  int      `json:"frames"`
	Top     []string `json:"top"`
	Wants   *wantOf  `json:"wants"`
	Holds   []string `json:"holds"`
}

type wantOf struct {
	Lock   *string `json:"lock"`
	Class  *string `json:"class"`
	HeldBy *int    `json:"heldBy"`
}

// verdictOf is the main claim on a report.
type verdictOf struct {
	Rule       string `json:"rule"`
	Category   string `json:"category"`
	Confidence string `json:"confidence"`
	Sentence   string `json:"sentence"`
	Lines      []int  `json:"lines"` // of the report's text, from 1
	Advice     string `json:"advice,omitempty"`
	AdviceText string `json:"adviceText,omitempty"`
}

type skippedOf struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

type issueOf struct {
	Name     string  `json:"name"`
	Cause    *string `json:"cause"`
	Location *string `json:"location"`
	Users    *int64  `json:"users"`
	Count    *int64  `json:"count"`
}

// Reports collects reports of ANRs, without their stacks.
type Reports struct {
	rows    []reportSummary
	skipped []skippedOf
	damage  []string
	issues  []anr.Issue
	known   map[string]int // rows of issues, by name
}

// Add adds a report from a file.
func (r *Reports) Add(file string, d *dump.Dump) {
	f := wait.NewFacts(d)
	s := anr.Describe(f, d)
	row := reportSummary{
		File: text(file), Source: s.Source, ID: said(s.ID), Process: said(s.Process), AppVersion: said(s.Version), AppBuild: said(s.Code), OS: said(s.OS), APILevel: orNull(s.API),
		Maker: said(s.Maker), Model: said(s.Model), Device: said(s.Device), Time: said(s.Time), TimeIs: said(s.TimeIs), Reason: said(s.Reason), ReasonKind: said(s.Kind),
		Issue: said(s.Issue), Users: orNull(s.Users), Count: orNull(s.Count), Threads: s.Threads, Deadlocks: [][]int{}, Cut: s.Cut, Samples: orNull(s.Samples), Lacks: []string{},
	}
	if s.Foreground != dump.NotSaid {
		yes := s.Foreground == dump.Yes
		row.Foreground = &yes
	}
	row.Deadlocks = append(row.Deadlocks, s.Deadlocks...)
	if m := s.Main; m != nil {
		row.Main = &mainOf{Name: text(m.Name), Tid: orNull(m.Tid), SysTid: orNull(m.SysTid), State: said(m.State), StateIs: said(anr.StateIs(m.State)), Frames: m.Frames, Top: []string{}, Holds: append([]string{}, m.Holds...)}
		for _, name := range m.Top {
			row.Main.Top = append(row.Main.Top, text(name))
		}
		if w := m.Wants; w != nil {
			row.Main.Wants = &wantOf{said(w.Address), said(w.Class), orNull(w.HeldBy)}
		}
	}
	for _, lack := range []struct {
		is    dump.Lack
		words string
	}{{dump.NoLocks, "locks"}, {dump.NoHeld, "held-locks"}, {dump.NoStates, "states"}} {
		if s.Lacks&lack.is != 0 {
			row.Lacks = append(row.Lacks, lack.words)
		}
	}
	if s.Block >= 0 {
		c := &f.Explain(s.Block).Claims[0]
		row.Verdict = &verdictOf{Rule: c.Rule, Category: f.Category(s.Block), Confidence: c.Confidence.String(), Sentence: text(tell.Claim(c)), Lines: []int{}, Advice: c.Advice.String(), AdviceText: text(tell.Advice(c.Advice))}
		for _, line := range c.Lines {
			row.Verdict.Lines = append(row.Verdict.Lines, d.Number(line))
		}
	}
	r.rows = append(r.rows, row)
}

// said returns nil for "", which a report does not say.
func said(s string) *string { return orNull(text(s)) }

// AddSkipped counts records that are no report.
func (r *Reports) AddSkipped(all []anr.Skip) {
	for _, s := range all {
		found := false
		for i := range r.skipped {
			if r.skipped[i].What == s.What {
				r.skipped[i].Count += s.Count
				found = true
			}
		}
		if !found {
			r.skipped = append(r.skipped, skippedOf{text(s.What), s.Count})
		}
	}
}

// AddDamage adds sentences on the unreadable parts of a file.
func (r *Reports) AddDamage(file string, sentences []string) {
	for _, s := range sentences {
		if file != "" {
			s = file + ": " + s
		}
		r.damage = append(r.damage, text(s))
	}
}

// AddIssues adds a service's groups. Reports of any file get their facts.
func (r *Reports) AddIssues(all map[string]anr.Issue) {
	if r.known == nil {
		r.known = map[string]int{}
	}
	for name, i := range all {
		if _, ok := r.known[name]; !ok {
			r.known[name] = len(r.issues)
			r.issues = append(r.issues, i)
		}
	}
}

// JSON writes one JSON object and a line feed. reports.md describes the keys.
func (r *Reports) JSON(w io.Writer) error {
	out := struct {
		Kind    string          `json:"kind"`
		Schema  int             `json:"schema"`
		Reports []reportSummary `json:"reports"`
		Skipped []skippedOf     `json:"skipped"`
		Damage  []string        `json:"damage"`
		Issues  []issueOf       `json:"issues"`
	}{"anr-reports", 2, []reportSummary{}, []skippedOf{}, []string{}, []issueOf{}}
	for i := range r.rows {
		row := &r.rows[i]
		if row.Issue == nil {
			continue
		}
		at, ok := r.known[*row.Issue]
		if !ok {
			continue
		}
		about := dump.About{}
		if row.Reason != nil {
			about.Reason = *row.Reason
		}
		r.issues[at].Join(&about)
		row.Reason, row.Users, row.Count = said(about.Reason), orNull(about.Users), orNull(about.Count)
		if row.ReasonKind == nil {
			row.ReasonKind = said(about.Kind)
		}
	}
	out.Reports = append(out.Reports, r.rows...)
	out.Skipped = append(out.Skipped, r.skipped...)
	out.Damage = append(out.Damage, r.damage...)
	for i := range r.issues {
		of := &r.issues[i]
		out.Issues = append(out.Issues, issueOf{text(of.Name), said(of.Cause), said(of.Location), orNull(of.Users), orNull(of.Count)})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(&out)
}
