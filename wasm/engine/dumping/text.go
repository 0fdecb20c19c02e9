package dumping

import (
	"cmp"
	"slices"

	"traceglass/parser/dump"
	"traceglass/wasm/message"
)

func (ds *dumps) textLines(req *message.TextLines) message.Body {
	reply := &message.TextLinesReply{}
	for i := range ds.files {
		reply.Total += ds.files[i].d.Raw().Text.Lines()
	}
	reply.First = max(0, min(req.First, reply.Total))
	end := min(reply.Total, reply.First+max(0, min(req.Count, 1000)))
	for at := reply.First; at < end; at++ {
		f := ds.fileOf(at)
		line := at - f.line
		raw := f.d.Raw()
		text := raw.Text.Line(line)
		reply.Lines = append(reply.Lines, message.TextLine{
			Text: valid(string(text[:min(len(text), longestShown)])), Help: raw.Help(line), Thread: f.threadOf(line),
		})
	}
	return reply
}

// fileOf returns the file of a line.
func (ds *dumps) fileOf(line int) *file {
	i := len(ds.files) - 1
	for i > 0 && ds.files[i].line > line {
		i--
	}
	return &ds.files[i]
}

// threadOf returns the thread that a line of the file belongs to, in its heading or stack, or
// NoNode.
func (f *file) threadOf(line int) uint32 {
	i, found := slices.BinarySearchFunc(f.d.Raw().Threads, line, func(t dump.Thread, line int) int { return cmp.Compare(t.Line, line) })
	if !found {
		i--
	}
	if i < 0 || line >= f.d.Raw().Threads[i].EndLine {
		return message.NoNode
	}
	return uint32(f.thread + i)
}
