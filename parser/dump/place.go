package dump

import (
	"bytes"
	"strconv"
	"strings"
)

// place classifies line i by its content s, and adds it to the tables (section 17).
func (r *Reader) place(i int, s []byte) {
	if len(r.waiting) > 0 && r.join(i, s) {
		return
	}
	if o, ok := parseOpener(s); ok {
		r.openers(i, s, o)
		return
	}
	if hasPrefix(s, "------ ") {
		r.sectionLine(i, s)
		return
	}
	if r.skipping {
		if hasPrefix(s, "*** *** ***") && r.section == "" {
			r.stopSkipping(i)
		} else {
			r.kind(i, SkippedLine)
			return
		}
	}
	r.placeWhole(i, s)
}

// placeWhole places a line without an opener, or the text before one.
func (r *Reader) placeWhole(i int, s []byte) {
	if len(s) == 0 {
		r.blank(i)
		return
	}
	if r.region != noRegion && r.inRegion(i, s) {
		return
	}
	if r.block != none && r.d.Blocks[r.block].Kind == Channels && r.channelLine(i, s) {
		return
	}
	if r.threadLine(i, s) {
		return
	}
	if r.block != none && r.d.Blocks[r.block].Kind == Failed {
		r.kind(i, FailureLine)
		return
	}
	if r.processLine(i, s) || r.statisticsLine(i, s) || r.preambleLine(i, s) {
		return
	}
	if r.d.Relative == NoRelative || r.d.Relative == Tombstone {
		r.relative(s)
	}
	if r.d.Relative != NoRelative && len(r.d.Threads) == 0 {
		r.kind(i, ForeignLine)
		return
	}
	r.kind(i, Unplaced)
	r.added = true
}

// blank ends a thread that has at least one line after its heading.
func (r *Reader) blank(i int) {
	r.kind(i, BlankLine)
	if r.thread != none && r.d.Threads[r.thread].hasLines {
		r.pauseThread()
	}
	switch r.region {
	case inImages:
		r.region = inStatistics
	case inEvents:
		r.region = noRegion
	}
}

// threadLine places a thread's heading and the lines below it.
func (r *Reader) threadLine(i int, s []byte) bool {
	switch c := s[0]; {
	case c == '"':
		h, ok := parseHeading(s)
		switch {
		case ok:
			r.openThread(i, i, h)
			return true
		case !r.giveUp:
			r.waiting = append(r.waiting, i)
			return true
		}
		return false
	case c == '|':
		if r.thread == none {
			r.orphan(i)
			return true
		}
		t := r.ofThread(i, AttributeLine)
		t.storeAttributes(s, r.intern)
		if r.d.Blocks[t.Block].Runtime == UnknownRuntime && contains(s, "sCount=") {
			r.d.Blocks[t.Block].Runtime = Dalvik
		}
		return true
	case c == '>' && r.thread != none && hasPrefix(s, ">  0x"), c == '<' && r.thread != none && string(s) == "<none>":
		r.ofThread(i, MonitorLine)
		return true
	case c == 'D' && hasPrefix(s, "DumpLatencyMs: "):
		r.latency(i, s)
		return true
	}
	if isLock(s) {
		if r.thread == none && !r.resume(s) {
			r.orphan(i)
		} else {
			r.lock(i)
		}
		return true
	}
	if kind, ok := kindOfFrame(s); ok {
		if r.thread == none && !r.resume(s) {
			r.orphan(i)
		} else {
			r.frame(i, s, kind)
		}
		return true
	}
	if contains(s, pageTid) {
		if h, ok := parsePage(s); ok {
			r.openThread(i, i, h)
			return true
		}
	}
	if contains(s, " systid=") {
		if h, ok := parseService(s); ok {
			r.openThread(i, i, h)
			return true
		}
	}
	return false
}

// orphan places a thread's line without a heading above: the head of its thread is cut off or
// overwritten.
func (r *Reader) orphan(i int) { r.kind(i, OrphanLine) }

// latency parses "DumpLatencyMs: 27.3", which comes after its thread.
func (r *Reader) latency(i int, s []byte) {
	if r.last == none {
		r.orphan(i)
		return
	}
	r.kind(i, LatencyLine)
	t := &r.d.Threads[r.last]
	t.EndLine = i + 1
	if v, err := strconv.ParseFloat(string(trim(s[len("DumpLatencyMs: "):])), 64); err == nil {
		t.Latency, t.hasLatency = v, true
	}
}

// join tries to parse the waiting lines and line i as one heading, because a thread's name may
// contain line feeds. It returns true if line i is used up.
func (r *Reader) join(i int, s []byte) bool {
	const most = 3
	_, opens := parseOpener(s)
	if !opens && first(s) != '"' && first(s) != '|' && !hasPrefix(s, "at ") && !hasPrefix(s, "---") {
		r.waiting = append(r.waiting, i)
		var all []byte
		for n, line := range r.waiting {
			if n > 0 {
				all = append(all, '\n')
			}
			all = append(all, r.untrimmed(line)...)
		}
		if h, ok := parseHeading(trim(all)); ok {
			from := r.waiting[0]
			r.waiting = r.waiting[:0]
			r.openThread(from, i, h)
			return true
		}
		if len(r.waiting) <= most {
			return true
		}
		r.flushWaiting()
		return true
	}
	r.flushWaiting()
	return false
}

// untrimmed returns a line's content with its indent.
func (r *Reader) untrimmed(line int) []byte {
	s := bytes.TrimRight(r.d.Text.Line(line), "\r")
	if line < len(r.d.Text.from) {
		s = s[r.d.Text.from[line]:]
	}
	return s
}

// flushWaiting places waiting lines that turned out not to be a heading.
func (r *Reader) flushWaiting() {
	if len(r.waiting) == 0 {
		return
	}
	lines := append([]int(nil), r.waiting...)
	r.waiting = r.waiting[:0]
	r.giveUp = true
	for _, i := range lines {
		r.place(i, r.d.content(i))
	}
	r.giveUp = false
}

// channelLine places a line of a block of wait channels. It rejects lines of threads: they show
// that the block's end is missing.
func (r *Reader) channelLine(i int, s []byte) bool {
	b := &r.d.Blocks[r.block]
	after, tid, ok := cutNumber(s, "sysTid=")
	if !ok {
		return false
	}
	c := Channel{Line: uint32(i), SysTid: tid}
	word, rest := cutWord(after)
	if state, ok := bytes.CutPrefix(word, []byte("state=")); ok {
		if len(state) == 1 {
			c.KernelState = state[0]
		}
		word, _ = cutWord(rest)
	}
	c.Word = r.intern(word)
	r.d.Channels = append(r.d.Channels, c)
	b.EndRow = len(r.d.Channels)
	b.EndLine = i + 1
	r.kind(i, ChannelLine)
	return true
}

// sectionLine places a bug report's section title, and starts or stops skipping.
func (r *Reader) sectionLine(i int, s []byte) {
	title := strings.TrimSpace(strings.Trim(string(s), "-"))
	r.flushWaiting()
	r.closeBlocks()
	r.region = noRegion
	r.kind(i, SectionLine)
	if r.again {
		return
	}
	r.stopSkipping(i)
	if strings.HasPrefix(title, "VM TRACES") || strings.HasPrefix(title, "HISTORICAL ANR") {
		r.traces, r.section = true, title
		return
	}
	r.section = title
	r.skip(i + 1)
}

// skip starts skipping at line i.
func (r *Reader) skip(i int) {
	r.skipping = true
	if r.section != "" {
		r.skipped = append(r.skipped, [2]int{i, i})
	}
}

func (r *Reader) stopSkipping(i int) {
	if r.skipping && r.section != "" && len(r.skipped) > 0 {
		r.skipped[len(r.skipped)-1][1] = i
	}
	r.skipping = false
}
