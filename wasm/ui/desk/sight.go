package desk

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// A Sight is the question where in the trace a dumped thread's stack occurs, and the reply.
type Sight struct {
	query ask.Query[*message.SightReply]
	reply *message.SightReply
}

// request asks the engine, if a trace is open with the dumps.
func (s *Sight) request(d *Dumps, thread uint32) {
	if d.Trace.Trace == nil || thread == message.NoNode {
		return
	}
	s.query.Want(&d.Page.Line, &message.Sight{Thread: thread}, func(m *message.SightReply) { s.reply = m })
}

// Seen reports whether the trace has part of the stack.
func (s *Sight) Seen() bool { return s.reply != nil && s.reply.Seen > 0 }

// Show selects the longest matching call in the trace.
func (s *Sight) Show(d *Desk) {
	if s.Seen() {
		d.Room = TraceRoom
		d.ScrollToCall(s.reply.Longest, s.reply.Method)
	}
}

// Sentence returns the reply as a sentence, "" without a reply for this thread.
func (s *Sight) Sentence(d *Desk, thread uint32) string {
	r := s.reply
	switch {
	case d.Trace == nil || r == nil || r.Thread != thread || r.Frames == 0:
		return ""
	case r.Seen == 0:
		return r.Note
	}
	return strings.TrimSpace(words.Say("{1} seen {2}, {3} in all, {4}. {5}", r.Part, words.Plural(r.Calls, "time", "times"), words.Duration(r.Times[d.Clock]), d.threadsText(r.On), r.Note))
}

// threadsText names the threads of the trace that have a stack.
func (d *threads) threadsText(threads []uint32) string {
	const most = 3
	if len(threads) > most {
		return words.Say("on {1}", words.Plural(int64(len(threads)), "thread", "threads"))
	}
	var names []string
	for _, t := range threads {
		names = append(names, d.ThreadName(t))
	}
	return words.Say("on {1}", words.List(names))
}

// WantMain requests where the stack of the selected process's main thread occurs in the trace.
func (d *Dumps) WantMain() {
	if d.About != nil {
		d.MainSight.request(d, d.Chosen().Main)
	}
}

// Offer returns the note on main's stack for the trace's page, "" for none.
func (d *Dumps) Offer() string {
	switch s := &d.MainSight; {
	case d.OfferHint() == "":
		return ""
	case !s.Seen():
		return words.T("Dump's main: not in this trace")
	default:
		return words.Say("Dump's main: seen {1}", words.Plural(s.reply.Calls, "time", "times"))
	}
}

// OfferHint returns the same as a sentence, as the dump's page shows it.
func (d *Dumps) OfferHint() string {
	if d.About == nil {
		return ""
	}
	return d.MainSight.Sentence(d.Trace, d.Chosen().Main)
}

// ShowOffer selects the longest matching call. If the trace lacks main's stack, it shows the stack in the dump.
func (d *Dumps) ShowOffer() {
	if !d.MainSight.Seen() {
		d.Room = DumpRoom
		d.ShowStack(d.Chosen().Main)
	}
	d.MainSight.Show(d.Trace)
}
