package anr

import (
	"bytes"
	"slices"
)

// A scanner finds the ends of JSON values in a stream. It holds the text of the open value at the
// outermost level, without the records that were already read. So the largest record bounds the
// memory, not the file:
//
//	{"errorReports": [null, null, {"name": "apps/a/3", "reportText": "…
//	└ levels[0]      └ levels[1]  └ levels[2]: the record that is being read
//
// It checks brackets, strings and the characters between them. Package value reads the rest leniently.
type scanner struct {
	out       *output
	envelopes envelopes
	now       int // number of the line that is being read, from 1

	buf    []byte
	levels []container // open objects and lists, at most mostDepth
	kinds  []byte      // of all open ones: '{' or '['
	word   span        // of the last string, in buf
	state  scanState
	full   bool // the open value is too long: the rest of it is passed over

	line    int    // that the open value begins on
	values  int    // complete values
	oneLine int    // complete values on one line
	fresh   bool   // the last byte ended a line
	held    []byte // the file so far, while it may still be something else
	offset  int    // bytes read
	sure    bool   // the file is JSON
}

type span struct{ from, to int }

// A container is an open object or list.
type container struct {
	list   bool
	inside bool // its elements are part of a record, and are not searched before that ends
	at     int  // its start in scanner.buf
}

type scanState uint8

const (
	outside scanState = iota // of strings
	inString
	inEscape
	betweenLines // after a broken value: up to a line that begins one
	beforeItem   // the rest of the header line of an envelope's item
	inItem
)

// partOfRecord lists the keys whose lists hold parts of a record.
var partOfRecord = []string{
	"threads", "exceptions", "exception", "entries", "frames", "stacktrace", "profile", "samples", "stacks", "breadcrumbs",
	"logs", "custom_keys", "customKeys", "tags", "extra", "context", "contexts", "user", "usr", "request", "metaData", "debug_meta",
}

// scan reads the next piece of JSON. It returns false if the file turns out to be something else.
// The file so far is then in held and p.
func (j *scanner) scan(p []byte) (ok bool) {
	for i := 0; i < len(p); {
		if j.state == inItem {
			n, ended := j.envelopes.item(p[i:])
			j.now += bytes.Count(p[i:i+n], []byte("\n"))
			if ended {
				j.state = outside
				j.envelopes.endItem()
			}
			j.offset += n
			i += n
			continue
		}
		if j.state == inString {
			if n := plain(p[i:]); n > 0 {
				j.keep(p[i : i+n]...)
				j.offset += n
				i += n
				continue
			}
		}
		if !j.step(p[i]) {
			if !j.sure && j.offset <= undecided && !j.mayContinue() {
				return false
			}
			j.breakOff(p[i] == 'H' && len(j.kinds) == 0 && j.state == outside && j.values > 0)
			continue
		}
		j.offset++
		i++
	}
	if !j.sure {
		j.held = append(j.held, p[:min(len(p), max(0, undecided-len(j.held)))]...)
	}
	return true
}

// wantsKey reports whether the open value is an object in which no value can follow here.
func (j *scanner) wantsKey() bool {
	n := len(j.kinds)
	return n < mostDepth && j.kinds[n-1] == '{' && len(j.buf) > 0 && j.buf[len(j.buf)-1] != ':'
}

// mayContinue reports whether the first value is an object that just broke. If the next line begins
// a value, the file is JSON nevertheless.
func (j *scanner) mayContinue() bool {
	return j.values == 0 && j.state != betweenLines && len(j.buf) > 1 && j.buf[0] == '{' && j.buf[1] == '"'
}

// plain returns the number of bytes before the next one that means something in a string.
func plain(p []byte) int {
	for i, c := range p {
		if c < ' ' || c == '"' || c == '\\' {
			return i
		}
	}
	return len(p)
}

// keep adds bytes to the open value.
func (j *scanner) keep(p ...byte) {
	switch {
	case len(j.kinds) > mostDepth || j.full:
	case len(j.buf)+len(p) > longestRecord:
		j.full = true
		j.out.damaged("The record in line %d is larger than %d MB. The rest of it is left out.", j.now, longestRecord>>20)
	default:
		j.buf = append(j.buf, p...)
	}
}

// step reads one byte. It returns false, and has not read the byte, where the value is broken.
func (j *scanner) step(c byte) bool {
	switch j.state {
	case inEscape:
		if c < ' ' {
			return false
		}
		j.keep(c)
		j.state = inString
		return true
	case inString:
		switch c {
		case '\\':
			j.state = inEscape
		case '"':
			j.state, j.word.to = outside, len(j.buf)
		default: // a control character
			return false
		}
		j.keep(c)
		if c == '"' && len(j.kinds) == 0 {
			j.endValue()
		}
		return true
	case betweenLines, beforeItem:
		if j.fresh && !j.sure && j.values == 0 && j.offset <= undecided && c != '\n' && c != '\r' && c != '{' && c != '[' {
			return false
		}
		j.between(c)
		return true
	}
	// In a file of one value a line, a line that begins another value shows that the last one is broken.
	if j.fresh && (c == '{' || c == '[') && len(j.kinds) > 0 && (j.values > 0 && j.oneLine == j.values || j.wantsKey()) {
		return false
	}
	j.fresh = c == '\n'
	switch c {
	case '\n':
		j.now++
	case ' ', '\t', '\r':
	case '"':
		j.beginValue()
		j.state, j.word.from = inString, len(j.buf)+1
		j.keep(c)
	case '{', '[':
		j.beginValue()
		j.open(c)
	case '}', ']':
		if n := len(j.kinds); n == 0 || j.kinds[n-1] != c-2 { // brackets that match are two apart
			return false
		}
		j.close(c)
	default:
		if len(j.kinds) == 0 || bytes.IndexByte([]byte(":,+-."), c) < 0 && !alphanumeric(c) {
			return false
		}
		j.keep(c)
	}
	return true
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// beginValue notes where a value at the outermost level begins.
func (j *scanner) beginValue() {
	if len(j.kinds) == 0 {
		j.buf, j.full, j.line = j.buf[:0], false, j.now
	}
}

// open begins an object or list.
func (j *scanner) open(c byte) {
	switch n := len(j.kinds); {
	case n < mostDepth:
		inside := false
		if n > 0 {
			above := j.levels[n-1]
			inside = above.inside || !above.list && slices.Contains(partOfRecord, string(j.buf[j.word.from:max(j.word.to, j.word.from)]))
		}
		j.levels = append(j.levels, container{c == '[', inside, len(j.buf)})
		j.keep(c)
	case n == mostDepth:
		j.keep([]byte("null")...)
	}
	j.kinds = append(j.kinds, c)
}

// close ends an object or list. An object in a list that is no part of a record is searched at once.
func (j *scanner) close(c byte) {
	n := len(j.kinds) - 1
	if n >= mostDepth {
		j.kinds = j.kinds[:n]
		return
	}
	j.keep(c)
	j.kinds = j.kinds[:n]
	ended := j.levels[n]
	j.levels = j.levels[:n]
	if n == 0 {
		j.endValue()
		return
	}
	if above := j.levels[n-1]; above.list && !above.inside && !ended.list && !j.full && j.envelopes.records.search(value(j.buf[ended.at:]), n, nil) {
		j.buf = append(j.buf[:ended.at], "null"...)
		j.sure, j.held = true, nil
	}
}

// endValue reads a value at the outermost level.
func (j *scanner) endValue() {
	j.values++
	part := noPart
	if j.line == j.now {
		j.oneLine++
		part = j.envelopes.read(value(j.buf))
	}
	if part == itemHeader {
		j.state = beforeItem
	}
	if part != noPart || j.envelopes.records.search(value(j.buf), 0, nil) {
		j.sure, j.held = true, nil
	}
	j.buf = j.buf[:0]
}

// breakOff gives up the open value, and continues with the line after it. The head of another HTTP
// answer between two values is no damage.
func (j *scanner) breakOff(head bool) {
	line := j.now
	if j.fresh {
		line--
	}
	if !head {
		j.out.damaged("The record in line %d is broken and is left out.", line)
	}
	j.buf, j.levels, j.kinds, j.full = j.buf[:0], j.levels[:0], j.kinds[:0], false
	j.state = betweenLines
}

// between passes over the rest of a broken value, or of the line of an item's header.
func (j *scanner) between(c byte) {
	switch {
	case j.state == beforeItem:
		if c == '\n' {
			j.state = inItem
		}
	case j.fresh && (c == '{' || c == '['):
		j.state, j.fresh = outside, false
		j.step(c)
		return
	}
	if j.fresh = c == '\n'; j.fresh {
		j.now++
	}
}

// end ends the file, and reports whether it is JSON. A value that is cut off is completed, and read
// as far as it goes.
func (j *scanner) end() bool {
	switch {
	case j.state == inItem:
		if j.envelopes.isCut() {
			j.out.cut = true
			j.out.damaged("The file is cut off in line %d, within an item of an envelope. The report is shown as far as it goes, if its main thread is in it.", j.now)
		}
		j.envelopes.endItem()
	case len(j.kinds) > 0 || j.state == inString || j.state == inEscape:
		cut := j.complete()
		j.out.cut = true
		found := j.envelopes.records.search(value(cut), 0, nil)
		j.out.cut = false
		if found || j.sure {
			j.sure = true
			j.out.damaged("The file is cut off in line %d. The last record is shown as far as it goes, if its main thread is in it.", j.now)
		}
	}
	j.envelopes.end()
	j.out.cut = false
	return j.sure
}

// container returns how the values are put together, as Reader.Container.
func (j *scanner) container() string {
	switch {
	case j.envelopes.count > 0:
		return "envelope"
	case j.values > 1 && j.oneLine >= j.values-1:
		return "json-lines"
	case j.values > 1:
		return "json-concatenated"
	}
	return "json"
}

// complete returns the open value with the closing marks that it lacks.
func (j *scanner) complete() []byte {
	all := j.buf
	switch j.state {
	case inEscape:
		all = append(all[:len(all)-1], '"')
	case inString:
		if at := bytes.LastIndexByte(all[max(0, len(all)-6):], '\\'); at >= 0 { // perhaps half of \u1234
			all = all[:max(0, len(all)-6)+at]
		}
		all = append(all, '"')
	}
	for i := min(len(j.kinds), mostDepth) - 1; i >= 0; i-- {
		all = append(all, j.kinds[i]+2)
	}
	return all
}
