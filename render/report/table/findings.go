//go:build !js

package table

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// overview looks for findings on the main thread of the whole trace. Every call must have been kept.
func (c *Content) overview() {
	x := c.Profile.Index
	if len(x.Calls.Threads) == 0 {
		return
	}
	c.Overview = story.Of(x, story.Options{Thread: story.Main(x.Info), From: profile.WholeTrace.From, To: profile.WholeTrace.To})
	c.File.Findings = orNone(int64(len(c.Overview.Findings)))
}

// addFindings writes the rows of a trace's findings.
func (w *Writer) addFindings(file string, c *Content) error {
	info, o := c.Profile.Info, c.Overview
	says := tell.Overview{Overview: o, Info: info}
	method := func(m trace.MethodIndex) *string {
		if m == call.NoMethod {
			return nil
		}
		return orNone(info.Methods[m].ID.String())
	}
	for i := range o.Findings {
		f := &o.Findings[i]
		row := Finding{
			File: file, Finding: int32(i), Thread: int32(o.Thread), Main: info.Threads[o.Thread].IsMain(), Rule: f.Rule.String(), Phase: f.Anchor.String(), Key: text(f.Key(info)),
			Confidence: f.Sure.String(), Text: text(words.Plain(says.Finding(f))), Own: method(f.Own), Share: f.Share, Calls: f.Count, Advice: tell.AdviceOn(f, info),
		}
		if f.Rule.IsWait() {
			row.Cause = f.Cause.String()
		}
		if len(f.Methods) > 0 {
			row.Method = method(f.Methods[0])
		}
		if len(f.Calls) > 0 {
			row.First = orNone(f.Calls[0].From)
		}
		switch {
		case info.Clocks&trace.Wall == 0:
			row.CPU = orNone(f.Time)
		case info.Figures()&trace.CPU != 0 && !c.Profile.Counts(profile.CPU):
			row.Wall, row.CPU = orNone(f.Time), orNone(f.CPU)
		default:
			row.Wall = orNone(f.Time)
		}
		if err := w.findings.Add(row); err != nil {
			return err
		}
	}
	return nil
}
