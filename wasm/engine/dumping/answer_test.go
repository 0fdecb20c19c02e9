package dumping

import (
	"bytes"
	"strings"
	"testing"

	"traceglass/parser/dump/dumptest"
	"traceglass/wasm/message"
)

// TestAnswerText checks the text for an assistant: the verdict on the process and the selected thread, and the causes of a
// pile.
func TestAnswerText(t *testing.T) {
	var deadlock bytes.Buffer
	if err := dumptest.Deadlock(&deadlock); err != nil {
		t.Fatal(err)
	}
	e, _ := openDumps(t, deadlock.String())
	text := func(req message.AnswerText) string {
		t.Helper()
		return strings.ReplaceAll(ask[*message.AnswerTextReply](t, e, &req).Markdown, "\\", "")
	}
	if got := text(message.AnswerText{Of: message.OfDump, StackThread: message.NoNode}); !strings.Contains(got, "## verdict p1") || strings.Contains(got, "## thread") {
		t.Errorf("no thread selected:\n%s", got)
	}
	if got := text(message.AnswerText{Of: message.OfDump, StackThread: 17}); !strings.Contains(got, "## thread t17 DefaultDispatcher-worker-2") {
		t.Errorf("a thread selected:\n%s", got)
	}
	if got := text(message.AnswerText{Of: message.OfPile}); !strings.Contains(got, "## causes") {
		t.Errorf("of the pile:\n%s", got)
	}
	if got := text(message.AnswerText{Of: message.OfDump, Process: 9}); got != "" {
		t.Errorf("a process that does not exist:\n%s", got)
	}
}
