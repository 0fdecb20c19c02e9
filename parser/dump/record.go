package dump

import (
	"bytes"
	"strconv"
)

// Begin starts a report whose facts a service's record states. The report has no first and last
// lines of a block, and none are missing. Begin must come before the first Write.
func (r *Reader) Begin(about About) {
	r.d.About = about
	r.build.reporter = reporter{active: true, name: about.Package, fingerprint: about.Build}
	if about.TimeIs != "hour" {
		r.build.reporter.time = about.Time
	}
}

// Thread begins a thread of a service's record, with a heading line made of h. Write then adds its
// stack.
func (r *Reader) Thread(h Heading) {
	h.Shape = Record
	h.Name = string(bytes.ToValidUTF8([]byte(h.Name), []byte("\uFFFD")))
	line := append([]byte{'"'}, h.Name...)
	line = append(line, '"')
	if h.Tid != 0 {
		line = strconv.AppendInt(append(line, " tid="...), int64(h.Tid), 10)
	}
	if h.SysTid != 0 {
		line = strconv.AppendInt(append(line, " sysTid="...), int64(h.SysTid), 10)
	}
	for _, word := range []string{h.State, h.Extra} {
		if word != "" {
			line = append(append(line, ' '), word...)
		}
	}
	for i, c := range line {
		if c < ' ' {
			line[i] = ' '
		}
	}
	if i, ok := r.build.add(line[:min(len(line), MaxLine)], HeadingLine); ok {
		r.openThread(i, i, h)
	}
}

// Empty adds the block of a report without threads.
func (r *Reader) Empty() {
	i := r.d.Text.add([]byte("(This report has no stacks.)"))
	r.d.Kinds = append(r.d.Kinds, ReportLine)
	r.build.openBlock(i, Reported, opener{time: r.build.reporter.time})
	b := &r.d.Blocks[r.build.block]
	b.CommandLine, b.Ended, b.Reporter, b.EndLine = r.build.reporter.name, true, true, i+1
	r.build.closeBlocks()
}

// HoldsDump reports whether a text has several lines and one of them can begin a dump or a report
// on a process that did not answer.
func HoldsDump(text []byte) bool {
	if bytes.IndexByte(text, '\n') < 0 {
		return false
	}
	for line := range bytes.Lines(text) {
		line = trim(bytes.TrimSuffix(line, []byte("\n")))
		if _, page := parsePage(line); page || opensDump(line) || opensANR(line) || contains(line, " systid=") {
			return true
		}
		if p, ok := cutLogPrefix(line); ok && (opensDump(trim(p.rest)) || opensANR(trim(p.rest))) {
			return true
		}
	}
	return false
}

// CutLogPrefix cuts the prefix of a log's line off.
func CutLogPrefix(line []byte) (message []byte, ok bool) {
	p, ok := cutLogPrefix(line)
	return p.rest, ok
}
