package dumping

import (
	"bytes"
	"fmt"
	"strings"

	"traceglass/parser/before"
	"traceglass/parser/profile"
	"traceglass/render/report"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// mostBefore limits the calls of main before a dump that a claim lists.
const mostBefore = 20

// claimBefore returns a claim that lists main's calls before the dump. ok is false if the runtime
// kept nothing.
func (p *process) claimBefore() (c message.Claim, ok bool) {
	t, line, err := before.Of(p.file.d, p.block)
	if line < 0 {
		return c, false
	}
	at := uint32(p.file.line + line)
	c = message.Claim{Rule: message.Before, Lines: []uint32{at}}
	if err != nil {
		c.Rule, c.Confidence = "", message.CannotTell
		c.Text = valid(words.Say("The long-running methods that the runtime kept cannot be read: {1}.", err.Error()))
		return c, true
	}
	text, lines := tell.Before(t, mostBefore)
	c.Text = valid(text)
	for _, line := range lines {
		c.Hops = append(c.Hops, message.Hop{Text: valid(line), Line: at})
	}
	return c, true
}

// dumpTrace returns what a process did before its dump, or the samples of its main thread, as a method trace.
func (ds *dumps) dumpTrace(req *message.DumpTrace) message.Body {
	if int(req.Process) >= len(ds.processes) {
		return noProcess()
	}
	p := &ds.processes[req.Process]
	if p.file.d.Recording != nil {
		return samplesTrace(&p.file.origin, p.file.d.Recording)
	}
	t, _, err := before.Of(p.file.d, p.block)
	if t == nil || err != nil {
		return &message.Failure{Text: words.T("The dump holds no long-running methods of this process.")}
	}
	x := t.Profile(true).Index
	t.Name(x.Info)
	var out bytes.Buffer
	if err := report.Cut(&out, x, profile.WholeTrace, nil); err != nil {
		return &message.Failure{Text: words.Say("There is no trace to open: {1}.", err.Error())}
	}
	name, _, _ := strings.Cut(p.file.name, ".")
	return &message.File{Name: fmt.Sprintf("%s-%d%s", name, p.block.PID, message.BeforeEnding), Data: out.Bytes()}
}
