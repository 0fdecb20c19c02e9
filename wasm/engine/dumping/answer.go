package dumping

import (
	"traceglass/render/answer"
	"traceglass/wasm/message"
)

// answerText returns the answers about what the page shows, for an assistant.
func (m *Room) answerText(req *message.AnswerText) message.Body {
	switch {
	case req.Of == message.OfPile:
		p := answer.Pile{File: m.from.name, Pile: m.pile.grouped(req.Pile).Pile}
		return &message.AnswerTextReply{Markdown: p.Digest()}
	case req.Of != message.OfDump:
		return nil
	case int64(req.Process) >= int64(len(m.dumps.processes)):
		return &message.AnswerTextReply{}
	}
	p := &m.dumps.processes[req.Process]
	d := answer.Dumps{File: p.file.name}
	d.Add("", p.file.d)
	thread := -1
	if of, row := m.dumps.at(req.StackThread); of == p {
		thread = row
	}
	return &message.AnswerTextReply{Markdown: d.Digest(p.at, thread)}
}
