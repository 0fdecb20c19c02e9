package desk

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// A Sight is what was asked about one thread's stack in the trace.
type Sight struct {
	query ask.Query[*message.SightReply]
	reply *message.SightReply
}

// request asks, if a trace is open beside the dumps.
func (s *Sight) request(d *Dumps, thread uint32) {
	if d.Trace.Trace == nil || thread == message.NoNode {
		return
	}
	s.query.Want(&d.Page.Line, &message.Sight{Thread: thread}, func(m *message.SightReply) { s.reply = m })
}

// Seen reports whether some of the stack was.
func (s *Sight) Seen() bool { return s.reply != nil && s.reply.Seen > 0 }

// Show goes to the longest of the calls in the trace.
func (s *Sight) Show(d *Desk) {
	if s.Seen() {
		d.Room = TraceRoom
		d.Jump(s.reply.Longest, s.reply.Method)
	}
}

// Sentence is the answer in a sentence, "" where there is none for that thread.
func (s *Sight) Sentence(d *Desk, thread uint32) string {
	r := s.reply
	switch {
	case d.Trace == nil || r == nil || r.Thread != thread || r.Frames == 0:
		return ""
	case r.Seen == 0:
		return r.Note
	}
	return strings.TrimSpace(words.Say("{1} seen {2}, {3} in all, {4}. {5}", r.Part, words.Plural(r.Calls, "time", "times"), words.Duration(r.Times[d.Clock]), d.on(r.On), r.Note))
}

// on names the threads of the trace that a stack was seen on.
func (d *Desk) on(threads []uint32) string {
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

// WantMain asks where the main thread of the chosen process was in the trace.
func (d *Dumps) WantMain() {
	if d.About != nil {
		d.MainSight.request(d, d.Chosen().Main)
	}
}

// Offer is what the trace's page says of main's stack in the dump, "" for nothing.
func (d *Dumps) Offer() string {
	switch s := &d.MainSight; {
	case d.OfferHint() == "":
		return ""
	case !s.Seen():
		return words.T("main in the dump: not in this trace")
	default:
		return words.Say("main in the dump: seen {1}", words.Plural(s.reply.Calls, "time", "times"))
	}
}

// OfferHint is the same in a sentence, that of the dump's page.
func (d *Dumps) OfferHint() string {
	if d.About == nil {
		return ""
	}
	return d.MainSight.Sentence(d.Trace, d.Chosen().Main)
}

// ShowOffer goes to the longest of the calls; where main's stack is not in the trace, to the stack.
func (d *Dumps) ShowOffer() {
	if !d.MainSight.Seen() {
		d.Room = DumpRoom
		d.ShowStack(d.Chosen().Main)
	}
	d.MainSight.Show(d.Trace)
}
