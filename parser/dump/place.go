package dump

import (
	"bytes"
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
	if r.sections.skipping {
		if hasPrefix(s, "*** *** ***") && r.sections.title == "" {
			r.sections.stop(i)
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
	if r.build.block != none && r.d.Blocks[r.build.block].Kind == Channels && r.build.channelLine(i, s) {
		return
	}
	if r.threadLine(i, s) {
		return
	}
	if r.build.block != none && r.d.Blocks[r.build.block].Kind == Failed {
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
	r.build.added = true
}

// blank ends a thread that has at least one line after its heading.
func (r *Reader) blank(i int) {
	r.kind(i, BlankLine)
	if r.build.thread != none && r.d.Threads[r.build.thread].hasLines {
		r.build.pauseThread()
	}
	switch r.region {
	case inImages:
		r.region = inStatistics
	case inEvents:
		r.region = noRegion
	}
}

// openThread begins a thread with the heading at line i, or at the lines up to i.
func (r *Reader) openThread(from, i int, h Heading) {
	r.region = noRegion
	r.build.openThread(from, i, h)
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
		if r.build.thread == none {
			r.build.orphan(i)
			return true
		}
		t := r.build.ofThread(i, AttributeLine)
		t.storeAttributes(s, r.build.intern)
		if r.d.Blocks[t.Block].Runtime == UnknownRuntime && contains(s, "sCount=") {
			r.d.Blocks[t.Block].Runtime = Dalvik
		}
		return true
	case c == '>' && r.build.thread != none && hasPrefix(s, ">  0x"), c == '<' && r.build.thread != none && string(s) == "<none>":
		r.build.ofThread(i, MonitorLine)
		return true
	case c == 'D' && hasPrefix(s, "DumpLatencyMs: "):
		r.build.latency(i, s)
		return true
	}
	if isLock(s) {
		if r.build.thread == none && !r.build.resume(s) {
			r.build.orphan(i)
		} else {
			r.build.lock(i)
		}
		return true
	}
	if kind, ok := kindOfFrame(s); ok {
		if r.build.thread == none && !r.build.resume(s) {
			r.build.orphan(i)
		} else {
			r.build.frame(i, s, kind)
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

// sectionLine places a bug report's section title, and starts or stops skipping.
func (r *Reader) sectionLine(i int, s []byte) {
	title := strings.TrimSpace(strings.Trim(string(s), "-"))
	r.flushWaiting()
	r.build.closeBlocks()
	r.region = noRegion
	r.kind(i, SectionLine)
	if r.sections.again {
		return
	}
	r.sections.stop(i)
	if strings.HasPrefix(title, "VM TRACES") || strings.HasPrefix(title, "HISTORICAL ANR") {
		r.sections.traces, r.sections.title = true, title
		return
	}
	r.sections.title = title
	r.sections.skip(i + 1)
}
