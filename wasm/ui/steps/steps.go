// Package steps moves the selection from one call of a trace to another. The other may be the next call of the method, the
// caller or a callee, on another thread, or in the rows above main's calls.
package steps

import (
	"slices"

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
	d.Step.Ask(&d.Line, &message.CallInfo{Call: call}, func(m *message.Call) { setSpan(d, m) })
}

// Span selects a call in the rows above main's calls, and its time as the range: the next one of the row, or
// the one of another row at that time.
func Span(d *desk.Desk, to message.Direction, back bool) {
	step := &message.Step{Scope: d.Scope(), From: d.Call, To: to, Back: back, Any: !d.HasCall, At: int64(d.Time.View.From)}
	if d.Ranged() {
		step.At = d.From
	}
	d.Step.Ask(&d.Line, step, func(m *message.Call) { setSpan(d, m) })
}

func setSpan(d *desk.Desk, call *message.Call) {
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
	d.Time.Reveal(float64(call.From), float64(call.To))
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
