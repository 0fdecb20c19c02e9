package overview

import (
	"cmp"
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
)

// figures formats the figures of an overview.
type figures struct {
	desk  *desk.Desk
	reply *message.Overview // nil until it arrives
}

// primary returns the clock of the durations.
func (f *figures) primary() message.Clock {
	if f.desk.Trace.HasWall || f.reply.OnCPU {
		return message.Wall
	}
	return message.CPU
}

// cost returns the clock of the figures that say where the time went.
func (f *figures) cost() message.Clock {
	if f.reply.OnCPU {
		return message.CPU
	}
	return f.primary()
}

func (f *figures) figure(n int64) string { return f.desk.Figure(n, f.primary()) }

func (f *figures) costText(n int64) string { return f.desk.Figure(n, f.cost()) }

// costOf returns the time of a part or site, or its CPU if the recording has samples of that alone.
func (f *figures) costOf(time, cpu int64) int64 {
	if f.reply.OnCPU {
		return cpu
	}
	return time
}

// whole returns the sum of the parts.
func (f *figures) whole() int64 { return f.costOf(f.reply.To-f.reply.From, f.reply.Total[message.CPU]) }

func (f *figures) cpu(n int64) string { return f.desk.Figure(n, message.CPU) }

// measured reports whether the recording shows when the thread waits.
func (f *figures) measured() bool {
	return f.reply.Waits.Measured()
}

// stake returns the time of a call that a list of waits sorts by.
func (f *figures) stake(c *message.Stake) int64 {
	if f.measured() {
		return c.Times[message.Waiting]
	}
	return c.Times[f.primary()]
}

func (f *figures) name(method uint32) string {
	switch {
	case method == message.NoNode:
		return ""
	case slices.Contains(f.reply.InFull, method):
		return f.desk.Names.Label(method)
	}
	return f.desk.Names.Short(method)
}

func (f *figures) counts() words.Text {
	if f.reply.Sampled {
		return "Times seen"
	}
	return "Calls"
}

// mostHot is the number of hottest methods.
const mostHot = 8

// hottest returns the methods with the most exclusive CPU of a recording of samples on the CPU alone.
func (f *figures) hottest() (all []message.Site) {
	if !f.reply.OnCPU {
		return nil
	}
	for i := range f.reply.Parts {
		for _, s := range f.reply.Parts[i].Sites {
			if s.Method != message.NoNode && s.CPU > 0 {
				all = append(all, s)
			}
		}
	}
	all = list.Sorted(all, func(a, b *message.Site) int { return cmp.Compare(b.CPU, a.CPU) })
	return all[:min(len(all), mostHot)]
}
