package tracing

import (
	"strconv"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/answer"
	"traceglass/wasm/message"
)

// answerText returns the answers about what the page shows, for an assistant.
func (tr *Trace) answerText(req *message.AnswerText) message.Body {
	tr.profiles.by(req.Measure)
	tr.profiles.summarize()
	t := &answer.Trace{File: tr.file, Index: tr.profiles.index}
	if req.Hidden {
		t.HideNames(func(m *trace.Method) string { return "hidden-" + hashOf(m).String() })
	}
	r := answer.Request{Thread: "t" + strconv.FormatUint(uint64(req.Thread), 10), Clock: profile.Clock(req.Clock), HasClock: true}
	if _, end := tr.profiles.index.Calls.Span(); req.From > 0 || req.To < tr.profiles.ns(end) {
		r.From, r.To = req.From, req.To
	}
	var call *profile.Ref
	if req.HasCall {
		at := ref(req.Call)
		call = &at
	}
	return &message.AnswerTextReply{Markdown: t.Digest(r, trace.MethodIndex(req.Method), call)}
}
