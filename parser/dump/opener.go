package dump

import "bytes"

// An openerKind is the meaning of a line of dashes (section 3.1).
type openerKind uint8

const (
	opensBlock openerKind = iota
	opensChannels
	opensFailed
	endsBlock
	opensDumping
	opensPressure
	opensTransactions
	opensOther
)

// An opener is a parsed line of dashes.
type opener struct {
	kind openerKind
	at   int // of its first dash
	rest int // of the text after the words
	pid  int
	time string
}

// parseOpener returns the first opener or end in s, which may begin with other text.
func parseOpener(s []byte) (o opener, ok bool) {
	for from := 0; ; {
		at := bytes.Index(s[from:], []byte("---- "))
		if at < 0 {
			return o, false
		}
		at += from
		from = at + len("---- ")
		o.at = at
		for o.at > 0 && s[o.at-1] == '-' {
			o.at--
		}
		if o.parseWords(s, from) {
			return o, true
		}
	}
}

// parseWords reads the words behind the dashes.
func (o *opener) parseWords(s []byte, from int) bool {
	w := s[from:]
	o.rest = len(s)
	switch {
	case hasPrefix(w, "pid "):
		n := o.readPID(w[len("pid "):])
		if n == 0 {
			return false
		}
		w = w[len("pid ")+n:]
		if len(w) > 0 && !hasPrefix(w, " at ") && !hasPrefix(w, " -") {
			return false
		}
		o.readTime(w)
		if o.time == "[unknown]" {
			o.kind = opensFailed
		}
	case hasPrefix(w, "binder transactions"), hasPrefix(w, "end binder transactions"):
		o.kind = opensTransactions
	case hasPrefix(w, "end "):
		n := o.readPID(w[len("end "):])
		if n == 0 {
			return false
		}
		o.kind = endsBlock
		o.rest = from + len("end ") + n
		// A failed dump's end and the next opener may share a line, and their dashes.
		if rest := bytes.TrimLeft(s[o.rest:], " -"); len(rest) == 0 {
			o.rest = len(s)
		}
	case hasPrefix(w, "Waiting Channels: pid "):
		n := o.readPID(w[len("Waiting Channels: pid "):])
		if n == 0 {
			return false
		}
		o.kind = opensChannels
		o.readTime(w[len("Waiting Channels: pid ")+n:])
	case hasPrefix(w, "dumping pid: "), hasPrefix(w, "dumping ended"):
		o.kind = opensDumping
	case hasPrefix(w, "Output from "), hasPrefix(w, "End output from "):
		o.kind = opensPressure
	case hasPrefix(w, "Exception creating ANR dump file"):
		o.kind = opensOther
	default:
		return false
	}
	return true
}

func (o *opener) readPID(s []byte) int {
	v, n := number(s)
	if n == 0 || v < 0 || v != int64(int32(v)) {
		return 0
	}
	o.pid = int(v)
	return n
}

// readTime parses " at TIME -----".
func (o *opener) readTime(s []byte) {
	s, ok := bytes.CutPrefix(s, []byte(" at "))
	if !ok {
		return
	}
	if end := bytes.Index(s, []byte(" ---")); end >= 0 {
		s = s[:end]
	}
	o.time = string(trim(s))
}

// openers handles line i with the opener o in its content s, and further openers in it.
func (r *Reader) openers(i int, s []byte, o opener) {
	if o.at > 0 && len(bytes.Trim(s[:o.at], " -")) > 0 && !r.sections.skipping {
		before := bytes.TrimRight(s[:o.at], " ")
		r.d.Text.piece(i, 0, len(before))
		r.placeWhole(i, before)
	}
	for ok := true; ok; {
		if r.sections.skipping && (r.sections.title != "" || o.kind != opensBlock) {
			r.kind(i, SkippedLine)
			if o.kind == opensBlock {
				r.sections.leftOut = append(r.sections.leftOut, i)
			}
			return
		}
		r.sections.stop(i)
		r.opener(i, o)
		if o.kind != endsBlock {
			return
		}
		s = s[o.rest:]
		o, ok = parseOpener(s)
	}
}

func (r *Reader) opener(i int, o opener) {
	r.region = noRegion
	switch o.kind {
	case opensBlock:
		r.build.closeBlocks()
		r.build.openBlock(i, Java, o)
		r.kind(i, BlockLine)
	case opensChannels:
		r.build.closeThread()
		if r.build.outer == none && r.build.block != none && r.d.Blocks[r.build.block].Kind != Channels {
			r.build.outer, r.build.block = r.build.block, none
		}
		r.build.closeBlock()
		r.build.openBlock(i, Channels, o)
		r.kind(i, BlockLine)
	case opensFailed:
		r.build.closeBlocks()
		r.build.openBlock(i, Failed, o)
		r.kind(i, BlockLine)
	case endsBlock:
		if r.build.endBlock(i, o.pid) {
			r.endLog()
		}
		r.kind(i, EndLine)
	case opensDumping:
		r.build.closeThread()
		r.kind(i, DumpingLine)
	case opensPressure:
		r.kind(i, PressureLine)
	case opensTransactions:
		r.build.closeBlocks()
		r.kind(i, TransactionLine)
		r.region = inTransactions
	case opensOther:
		r.kind(i, FailureLine)
	}
}
