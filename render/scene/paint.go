package scene

import (
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Paint is the appearance of methods, by trace.MethodIndex.
type Paint struct {
	Slot []Slot
	Hit  []bool // nil: no search; otherwise matching methods get the flag Hit, all others Faded
	Kept *Kept  // in the timeline: all other calls are Faded; nil for all
}

// Kept are the calls that a filter keeps.
type Kept struct {
	Rows    []bool      // by profile.Row of the index
	Methods []bool      // by trace.MethodIndex: some row of it is kept
	Threads []bool      // by trace.ThreadIndex; nil for all
	Slower  trace.Ticks // quicker calls are not kept
}

// KeptRows returns what a filter keeps of an index, without limits on threads and times.
func KeptRows(x *profile.Index, rows []bool) *Kept {
	k := &Kept{Rows: rows, Methods: make([]bool, len(x.Info.Methods))}
	for row, kept := range rows {
		if kept && row > 0 {
			k.Methods[x.Merged.Method[row]] = true
		}
	}
	return k
}

func (p *Paint) slot(m trace.MethodIndex) Slot {
	s := SlotUnknown
	if int(m) < len(p.Slot) {
		s = p.Slot[m]
	}
	switch {
	case p.Hit == nil:
	case int(m) < len(p.Hit) && p.Hit[m]:
		s |= Hit
	default:
		s |= Faded
	}
	return s
}

// work is the working storage for making a list, which the next frame reuses.
type work struct {
	painter  painter
	labels   labels
	blocks   []threadBlock
	stack    []branch
	bits     []uint64
	line     []uint64   // of Minimap: a bit per pixel
	selected []Rect     // of Courses: outlines
	heights  [2]heights // of the second part of a sandwich too
	above    remainder
	below    remainder
	charts   [2]*chart // of Ordered, by clock

	// The cached text of a flame graph's first frame, and the values that it was made from.
	rootText         string
	rootGeneration   int // words.Generation of rootText
	rootTime         int64
	remarks          []remark // of merged frames, in the order of drawing
	remarked         int      // number of remarks in this picture
	remarkGeneration int      // words.Generation of remarks
	threadText       string
	threadTime       int64
	threadOf         *profile.Index
	threadRow        trace.ThreadIndex
}

// group adds rects to the list, sorted by slot: merged runs first, so that they never cover a
// call, hits last.
func (l *List) group(rects []Rect) {
	const keys = 8 * slots
	key := func(s Slot) int {
		k := int(s & (slots - 1))
		if s&Merged == 0 {
			k |= slots
		}
		if s&Faded == 0 {
			k |= 2 * slots
		}
		if s&Hit != 0 {
			k |= 4 * slots
		}
		return k
	}
	var next [keys + 1]int
	for i := range rects {
		next[key(rects[i].Slot)+1]++
	}
	for k := range keys {
		next[k+1] += next[k]
	}
	base := len(l.Rects)
	if cap(l.Rects) < base+len(rects) {
		l.Rects = append(make([]Rect, 0, base+len(rects)+1024), l.Rects...)
	}
	l.Rects = l.Rects[:base+len(rects)]
	for i := range rects {
		k := key(rects[i].Slot)
		l.Rects[base+next[k]] = rects[i]
		next[k]++
	}
}

// A tally finds the method with the most time in a stretch of calls.
type tally struct {
	time []int64 // by method; 0 if not seen
	seen []trace.MethodIndex
}

// weight returns what a call adds to a tally: its time, and a little more, so that among calls
// shorter than a tick the most frequent method wins.
func weight(ticks trace.Ticks) int64 { return int64(ticks)<<8 + 1 }

// grow grows the tally to the methods of a trace.
func (t *tally) grow(x *profile.Index) {
	if n := len(x.Info.Methods); n > len(t.time) {
		t.time = append(t.time, make([]int64, n-len(t.time))...)
	}
}

func (t *tally) add(m trace.MethodIndex, weight int64) {
	if t.time[m] == 0 {
		t.seen = append(t.seen, m)
	}
	t.time[m] += weight
}

// top returns the method with the greatest weight, the first one seen if several have it, and
// empties the tally. The tally must not be empty.
func (t *tally) top() (m trace.MethodIndex, weight int64) {
	for _, n := range t.seen {
		if t.time[n] > weight {
			m, weight = n, t.time[n]
		}
		t.time[n] = 0
	}
	t.seen = t.seen[:0]
	return m, weight
}
