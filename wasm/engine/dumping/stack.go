package dumping

import (
	"fmt"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// mostAttributes limits a thread's fields in an answer; about 30 exist.
const mostAttributes = 200

// mostStackLines limits the lines of a stack in an answer, because stacks that overflowed have a
// million.
const mostStackLines = 2000

// mostInChain limits the threads in an answer that a thread waits for, and those that wait for
// it.
const mostInChain = 200

func (ds *dumps) stack(req *message.Stack) message.Body {
	p, t := ds.at(req.Thread)
	if p == nil {
		return &message.Failure{Text: words.T("There is no such thread in these dumps.")}
	}
	f, d := p.file, p.file.d
	thread := &d.Threads[t]
	reply := &message.StackReply{Row: p.row(t), StateHelp: stateHelp(d, thread), Line: f.lineOf(thread.Line), EndLine: f.lineOf(thread.EndLine)}
	if c, ok := d.Kernel(thread); ok {
		reply.Fields = append(reply.Fields, message.Field{Key: "kernel", Value: valid(c.Word), Help: tell.Kernel(c)})
	}
	for _, f := range thread.HeadingFields() {
		reply.Fields = append(reply.Fields, message.Field{Key: f.Key, Value: valid(f.Value), Help: f.Help})
	}
	for line := thread.Line; line < thread.EndLine; line++ {
		if d.Kinds[line] == dump.AttributeLine {
			for _, a := range d.Attributes(line) {
				if len(reply.Fields) == mostAttributes {
					break
				}
				reply.Fields = append(reply.Fields, message.Field{Key: valid(a.Key), Value: valid(a.Value), Help: dump.FieldHelp(a.Key)})
			}
		}
	}
	lock := thread.FirstLock
	locks := func(row int) {
		for ; lock < thread.EndLock && int(d.Locks[lock].Row) <= row && len(reply.Lines) < mostStackLines; lock++ {
			reply.Lines = append(reply.Lines, p.lockLine(t, lock))
		}
	}
	locks(thread.FirstRow - 1)
	for row := thread.FirstRow; row < thread.EndRow; row++ {
		if len(reply.Lines) >= mostStackLines {
			reply.Cut = thread.EndRow - row
			break
		}
		reply.Lines = append(reply.Lines, p.stackLine(row))
		locks(row)
	}
	chain := p.graph.Chain(t)
	for _, other := range chain[1:min(len(chain), 1+mostInChain)] {
		reply.Chain = append(reply.Chain, p.row(other))
	}
	if w, ok := p.graph.Of(chain[len(chain)-1]); ok && w.For == t {
		reply.Deadlock = true
	}
	for i := range p.graph.Waits {
		if w := &p.graph.Waits[i]; w.For == t && len(reply.Waiters) < mostInChain {
			reply.Waiters = append(reply.Waiters, p.row(w.Thread))
		}
	}
	reply.Waiting, reply.Behind = p.graph.WaitersOf(t)
	return reply
}

// stateHelp explains a thread's state.
func stateHelp(d *dump.Dump, t *dump.Thread) string {
	if wait.IdleHeapTask(d, t) {
		return dump.StateHelp("Blocked but idle")
	}
	return dump.StateHelp(t.StateName())
}

// stackLine splits a frame into its parts for the page.
func (p *process) stackLine(row int) message.StackLine {
	f := p.file
	place := f.d.Stack[row].Place
	frame := f.d.Frame(place)
	l := message.StackLine{Line: f.lineOf(int(f.d.Stack[row].Line)), Thread: message.NoNode, Own: p.kind(place) == stack.Own}
	switch frame.Kind {
	case dump.JavaFrame:
		l.Kind = message.JavaStackLine
		l.First, l.Last = cutClass(frame.Class, frame.Method)
		if n, ok := f.readable.Of(frame.Class, frame.Method); ok {
			l.ReadableFirst, l.ReadableLast = cutClass(n.Class, n.Method)
		}
		l.Place = frame.File
		switch {
		case frame.Where == dump.InNative:
			l.Place = "native"
		case frame.Line > 0 && (frame.Where == dump.AtLine || frame.Where == dump.AboutLine):
			l.Place = fmt.Sprintf("%s:%d", frame.File, frame.Line)
		}
		if frame.Remark != "" {
			l.Place = strings.TrimPrefix(l.Place+" · "+frame.Remark, " · ")
		}
	case dump.NativeFrame:
		l.Kind = message.NativeStackLine
		l.Last, l.Place = frame.Name(), frame.Map[strings.LastIndexAny(frame.Map, "/!")+1:]
	case dump.KernelFrame:
		l.Kind = message.KernelStackLine
		l.Last = frame.Name()
	default:
		l.Kind = message.NoteStackLine
		l.Last = frame.Text
	}
	l.First, l.Last, l.Place = valid(l.First), valid(l.Last), valid(l.Place)
	l.Raw = rawLine(f.d, int(f.d.Stack[row].Line))
	return l
}

// rawLine returns a line as it is in the file if a map of names changed it, else "".
func rawLine(d *dump.Dump, line int) string {
	raw := d.Raw()
	if raw == d {
		return ""
	}
	if was := raw.Content(d.RawLine(line)); was != d.Content(line) {
		return valid(was)
	}
	return ""
}

// cutClass cuts a method's name before the last word of its class: "java.util." and "Vector.get".
func cutClass(class, method string) (first, last string) {
	if class == "" {
		return "", method
	}
	first, last = words.CutClass(class)
	return first, last + "." + method
}

// lockLine returns a lock line of thread t, with the thread that it leads to.
func (p *process) lockLine(t, row int) message.StackLine {
	f, d := p.file, p.file.d
	line := int(d.Locks[row].Line)
	l := message.StackLine{Line: f.lineOf(line), Kind: message.LockStackLine, Last: valid(d.Content(line)), Thread: message.NoNode}
	if w, ok := p.graph.Of(t); ok && w.Line == line && w.For != wait.None {
		l.Thread, l.Name = uint32(f.thread+w.For), valid(d.Threads[w.For].Name)
	}
	l.Raw = rawLine(d, line)
	if lock := d.Lock(row); lock.What == dump.Locked && p.graph.GivenUp(t, lock.Object) {
		l.Place = words.T("released during the wait")
	}
	return l
}
