package ui

import (
	"fmt"
	"strings"

	"traceglass/wasm/message"
)

// InTrace says of a dump's stack where it was in the trace that is open beside it.
type InTrace struct{ App *App }

func (c *InTrace) text() string { return c.App.sightText(&c.App.dump.sight, c.App.dump.thread) }

// A sight is what was asked about one thread's stack in the trace.
type sight struct {
	query query
	reply *message.SightReply
}

// want asks, if a trace is open beside the dumps.
func (s *sight) want(c *App, thread uint32) {
	if c.trace == nil || thread == message.NoNode {
		return
	}
	s.query.want(c.host, &message.Sight{Thread: thread})
}

// seen reports whether some of the stack was.
func (s *sight) seen() bool { return s.reply != nil && s.reply.Seen > 0 }

// show goes to the longest of the calls in the trace.
func (s *sight) show(c *App) {
	if !s.seen() {
		return
	}
	c.room = traceRoom
	c.jump(s.reply.Longest, s.reply.Method)
}

// sightText is the answer in a sentence, "" where there is none for that thread.
func (c *App) sightText(s *sight, thread uint32) string {
	r := s.reply
	switch {
	case c.trace == nil || r == nil || r.Thread != thread || r.Frames == 0:
		return ""
	case r.Seen == 0:
		return "In the trace: nothing of this stack was seen."
	}
	var part string
	switch {
	case r.Seen == r.Frames:
		part = "this whole stack, " + plural(int64(r.Frames), "frame", "frames") + ", was"
	case r.Skipped == 0:
		part = fmt.Sprintf("the outermost %d of %d frames, down to %s, were", r.Seen, r.Frames, clipped(r.Innermost))
	case r.Skipped+r.Seen == r.Frames:
		part = fmt.Sprintf("the innermost %d of %d frames were (recording began inside of the others)", r.Seen, r.Frames)
	default:
		part = fmt.Sprintf("%d of %d frames, down to %s, were (recording began inside of the outermost %d)", r.Seen, r.Frames, clipped(r.Innermost), r.Skipped)
	}
	return "In the trace: " + part + " seen " + plural(r.Calls, "time", "times") + ", " + duration(r.Times[c.sel.Clock]) + " in all, " + c.sightThreads(r.On) + "."
}

// sightThreads names the threads of the trace that a stack was seen on.
func (c *App) sightThreads(threads []uint32) string {
	const most = 3
	if len(threads) > most {
		return "on " + plural(int64(len(threads)), "thread", "threads")
	}
	var names []string
	for _, t := range threads {
		names = append(names, c.threadName(t))
	}
	return "on " + strings.Join(names, ", ")
}

// offer is what the trace's page says of main's stack in the dump, "" for nothing.
func (c *App) offer() string {
	s := &c.dump.mainSight
	if !s.seen() || s.reply.Thread != c.dump.chosen().Main {
		return ""
	}
	return "main in the dump: seen " + plural(s.reply.Calls, "time", "times")
}
