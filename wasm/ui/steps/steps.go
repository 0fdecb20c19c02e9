// Package steps moves the selection from one call of a trace to another. The other may be the next call of the method, the
// caller or a callee, on another thread, or in the rows above main's calls.
package steps

import (
	"slices"

	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// ask requests a call relative to another, and selects the reply.
func ask(d *desk.Desk, step message.Request[*message.Call]) {
	d.Step.Ask(&d.Line, step, func(call *message.Call) {
		if !call.Found {
			d.Notify(words.T("There is no further call that way."))
			return
		}
		d.Notify("")
		d.ScrollToCall(call.Call, call.Method)
		d.SetCallDetails(call)
	})
}

// Call selects the next or previous call of the selected method.
func Call(d *desk.Desk, back bool) {
	if d.Method == message.NoNode {
		return
	}
	step := &message.Step{Scope: d.Scope(), Method: d.Method, From: d.Call, Back: back}
	if !d.HasCall {
		step.Any, step.At = true, int64(d.Time.View.From)
	}
	ask(d, step)
}

// ChooseSpan selects a call, and its time as the range.
func ChooseSpan(d *desk.Desk, call message.CallRef) {
	d.Step.Ask(&d.Line, &message.CallInfo{Call: call}, func(m *message.Call) { setSpan(d, m, d.Time.Reveal) })
}

// Span selects a call in the rows above main's calls, and its time as the range. It is the next one of the row that is longer
// than ns over, or the one of another row at that time. It zooms to a narrow call.
func Span(d *desk.Desk, to message.Direction, back bool, over int64) {
	step := &message.Step{Scope: d.Scope(), From: d.Call, To: to, Back: back, Any: !d.HasCall, At: int64(d.Time.View.From), Over: over}
	if d.Ranged() {
		step.At = d.From
	}
	d.Step.Ask(&d.Line, step, func(m *message.Call) {
		switch {
		case m.Found:
			setSpan(d, m, d.Time.RevealStep)
			d.Mention(placeText(&m.Place, over))
		case m.Place.Over > 0:
			d.Mention(words.Say("None over {1} is further that way. Press < and > to step through all.", limit(m.Place.Over)))
		case to == message.ToSpanRow:
			d.Notify(words.T("There is no further row that way."))
		default:
			none := [...]words.Text{
				message.PhaseRow: "There is no further phase that way.", message.MessageRow: "There is no further message that way.",
				message.FrameRow: "There is no further frame that way.", message.InputRow: "There is no further input event that way.", message.WaitRow: "There is no further wait that way.",
			}
			d.Notify(none[m.Place.Row].String())
		}
	})
}

// limit formats a limit of frames.
func limit(ns int64) string { return tell.LimitText(slices.Index(message.FrameLimits[:], ns)) }

// placeText tells the place of a call in its row, after a step to one longer than ns over.
func placeText(p *message.Place, over int64) string {
	n, of := words.Count(p.Number), words.Count(p.Count)
	switch {
	case p.Row == message.PhaseRow:
		return words.Say("Phase {1} of {2}", n, of)
	case p.Over > 0:
		longer := [...]words.Text{message.MessageRow: "Message {1} of {2} over {3}", message.FrameRow: "Frame {1} of {2} over {3}", message.InputRow: "Input event {1} of {2} over {3}", message.WaitRow: "Wait {1} of {2} over {3}"}
		return words.Say(longer[p.Row], n, of, limit(p.Over))
	case over > 0:
		none := [...]words.Text{message.MessageRow: "Message {1} of {2}, none over {3}", message.FrameRow: "Frame {1} of {2}, none over {3}", message.InputRow: "Input event {1} of {2}, none over {3}", message.WaitRow: "Wait {1} of {2}, none over {3}"}
		return words.Say(none[p.Row], n, of, limit(over))
	}
	all := [...]words.Text{message.MessageRow: "Message {1} of {2}", message.FrameRow: "Frame {1} of {2}", message.InputRow: "Input event {1} of {2}", message.WaitRow: "Wait {1} of {2}"}
	return words.Say(all[p.Row], n, of)
}

func setSpan(d *desk.Desk, call *message.Call, reveal func(from, to float64)) {
	if !call.Found {
		d.Notify(words.T("There is no further call that way."))
		return
	}
	d.Notify("")
	choose := func() {
		d.SetRange(call.From, call.To, d.Trace.Span)
		d.SetCall(call.Call, call.Method)
	}
	if d.Peeking() {
		d.Peek(choose)
	} else {
		choose()
	}
	d.SetCallDetails(call)
	reveal(float64(call.From), float64(call.To))
}

// Nested moves the selection to a neighbour, the caller or a callee of the selected call. Without a call it
// starts at the selected method's first call in view. Without a method it starts at the top of the first
// thread.
func Nested(d *desk.Desk, to message.Direction) {
	switch {
	case d.HasCall:
		ask(d, &message.Step{Scope: d.Scope(), Method: d.Method, From: d.Call, To: to})
	case d.Method != message.NoNode:
		Call(d, false)
	default:
		To(d, d.Trace.Subject)
	}
}

// To selects the first call of a thread below its folded framework.
func To(d *desk.Desk, thread uint32) {
	ask(d, &message.CallInfo{Call: message.CallRef{Thread: thread, Depth: uint32(d.Folded(thread))}})
}

// Thread selects the first call of the next or previous visible thread.
func Thread(d *desk.Desk, by int) {
	list := slices.DeleteFunc(slices.Clone(d.Trace.Drawn[d.Sort]), func(t uint32) bool { return slices.Contains(d.Hidden, t) })
	if len(list) == 0 {
		return
	}
	at := -1
	if d.HasCall {
		at = slices.Index(list, d.Call.Thread)
	} else if by < 0 {
		at = 0
	}
	To(d, list[(at+by+len(list))%len(list)])
}
