package tracing

import (
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// TestAnswerText checks the text for an assistant: the overview of the thread, the selected method or call, and no names if
// they are hidden.
func TestAnswerText(t *testing.T) {
	e, _ := open(t, tracetest.Bytes(nested))
	text := func(req message.AnswerText) string {
		t.Helper()
		if req.To == 0 {
			req.To = message.Whole
		}
		return ask[*message.AnswerTextReply](t, e, &req).Markdown
	}
	for _, tt := range []struct {
		name  string
		req   message.AnswerText
		wants []string
		not   string
	}{
		{"nothing selected", message.AnswerText{Method: message.NoNode}, []string{"## overview", "main took 100"}, "## why"},
		{"a method", message.AnswerText{Method: 2}, []string{"## why m2 c.C.x: ", "3 calls"}, ""},
		{"a call", message.AnswerText{Method: 1, HasCall: true, Call: message.CallRef{Depth: 2}}, []string{"## why c0.2.0 b.B.go", "on t0 main"}, ""},
		{"no such call", message.AnswerText{Method: message.NoNode, HasCall: true, Call: message.CallRef{Depth: 9}}, []string{"## overview"}, "## why"},
		{"another thread", message.AnswerText{Thread: 1, Method: message.NoNode}, []string{"T2"}, "main took"},
		{"a range", message.AnswerText{Method: message.NoNode, From: 20_000, To: 50_000}, []string{"main took 30"}, ""},
		{"hidden", message.AnswerText{Method: 1, Hidden: true}, []string{"hidden-", "# a trace"}, "b.B"},
	} {
		got := text(tt.req)
		for _, want := range tt.wants {
			if !strings.Contains(strings.ReplaceAll(got, "\\", ""), strings.TrimSuffix(want, ": ")) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, got)
			}
		}
		if tt.not != "" && strings.Contains(got, tt.not) {
			t.Errorf("%s: %q in\n%s", tt.name, tt.not, got)
		}
	}
}
