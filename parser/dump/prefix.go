package dump

import "bytes"

// A logStream holds the lines that one process wrote to a log under one tag. While a block of one
// stream is open, lines of other streams wait, so that blocks do not mix.
type logStream struct {
	key     string
	name    string // of the process, "" if the log does not say
	tag     []byte
	waiting []int
}

// read cuts the prefix off line i and places the line.
func (r *Reader) read(i int) {
	s := r.d.Text.Line(i)
	if r.sections.skipping {
		if !hasPrefix(s, "-") && !hasPrefix(s, "*") {
			r.kind(i, SkippedLine)
			return
		}
		r.place(i, trim(s))
		return
	}
	if c := first(s); c >= '0' && c <= '9' || c >= 'A' && c <= 'W' || c >= 'a' && c <= 'w' {
		if p, ok := cutLogPrefix(s); ok {
			r.readLog(i, p, len(s)-len(p.rest))
			return
		}
	}
	from := r.cutQuote(s)
	r.d.Text.begin(i, from)
	s = trim(s[from:])
	if from == 0 && len(s) > 1 && s[0] == '`' && s[len(s)-1] == '`' {
		inner := trim(bytes.Trim(s, "`"))
		r.d.Text.piece(i, 1, max(1, len(s)-1))
		r.build.added = r.build.added || len(inner) == 0 // a mark of code alone
		s = inner
	}
	r.place(i, s)
}

// first returns the first byte of s, or 0.
func first(s []byte) byte {
	if len(s) == 0 {
		return 0
	}
	return s[0]
}

// readLog reads a line of a log. Its content begins at from.
func (r *Reader) readLog(i int, p logPrefix, from int) {
	r.d.Text.begin(i, from)
	if from > 1<<16-1 {
		r.kind(i, LogLine)
		return
	}
	stream := r.logs[string(p.pid)]
	if stream == nil && r.anrLine(i, p) {
		return
	}
	if stream == nil {
		if r.d.Relative == NoRelative {
			r.relative(trim(p.rest))
		}
		if !opensDump(trim(p.rest)) {
			r.kind(i, LogLine)
			return
		}
		stream = &logStream{key: string(p.pid), name: string(p.name), tag: bytes.Clone(p.tag)}
		if r.logs == nil {
			r.logs = map[string]*logStream{}
		}
		r.logs[stream.key] = stream
	}
	if !bytes.Equal(stream.tag, p.tag) {
		r.kind(i, LogLine)
		return
	}
	if r.build.writing == nil {
		r.flushWaiting()
		r.build.closeBlocks()
		r.build.writing = stream
	}
	if r.build.writing != stream {
		if len(stream.waiting) == 0 {
			r.order = append(r.order, stream)
		}
		stream.waiting = append(stream.waiting, i)
		return
	}
	r.place(i, trim(p.rest))
}

// opensANR reports whether a line begins the system's report on a process that did not answer.
func opensANR(s []byte) bool { return hasPrefix(s, "ANR in ") }

// anrLine places a log line of the system's report on a process that did not answer: the reason,
// and how busy the device was. Lines of other processes may come in between.
func (r *Reader) anrLine(i int, p logPrefix) bool {
	s := trim(p.rest)
	switch {
	case opensANR(s):
		r.anr = &logStream{key: string(p.pid), tag: bytes.Clone(p.tag)}
	case r.anr == nil || r.anr.key != string(p.pid) || !bytes.Equal(r.anr.tag, p.tag):
		return false
	case len(s) == 0:
		r.kind(i, BlankLine)
		return true
	}
	if isUsage(s) {
		r.kind(i, CPULine)
		return true
	}
	for _, known := range preambles {
		if hasPrefix(s, known.prefix) && known.kind != FailureLine {
			r.kind(i, known.kind)
			return true
		}
	}
	r.anr = nil
	return false
}

// endLog gives the next stream its turn.
func (r *Reader) endLog() {
	if r.build.writing != nil {
		delete(r.logs, r.build.writing.key)
		r.build.writing = nil
	}
}

// nextLog places the lines of the stream that has waited longest. If they contain the end of its
// block, the lines after it are read as if they arrived now.
func (r *Reader) nextLog() {
	stream := r.order[0]
	r.order = r.order[1:]
	lines := stream.waiting
	stream.waiting = nil
	r.build.writing = stream
	for _, i := range lines {
		if r.build.writing == stream {
			r.place(i, r.d.content(i))
		} else {
			r.read(i)
		}
	}
}

// opensDump reports whether a log line begins a dump.
func opensDump(s []byte) bool {
	switch first(s) {
	case '"':
		_, ok := parseHeading(s)
		return ok
	case '-':
		o, ok := parseOpener(s)
		return ok && o.kind == opensBlock
	case 'D':
		return hasPrefix(s, "DALVIK THREADS") || hasPrefix(s, "Dumping all threads")
	case 'R':
		return hasPrefix(s, "Runtime aborting")
	case 'A':
		return hasPrefix(s, "Aborting thread:") || hasPrefix(s, "All threads:")
	case 'C':
		return hasPrefix(s, "Cmd line: ")
	}
	return false
}

// A logPrefix is the prefix that a log puts before a line.
type logPrefix struct {
	pid, tag, rest []byte
	name           []byte // of the process, in Android Studio's formats
}

// cutLogPrefix cuts a prefix off s in one of logcat's formats: brief, time, threadtime, and two of
// Android Studio's.
func cutLogPrefix(s []byte) (p logPrefix, ok bool) {
	if len(s) > 2 && s[1] == '/' {
		return cutBrief(s)
	}
	rest, ok := cutDate(s)
	if !ok {
		return p, false
	}
	rest = trimLeft(rest)
	if len(rest) > 2 && rest[1] == '/' && isLevel(rest[0]) {
		return cutBrief(rest)
	}
	// pid-tid/package L/tag: or pid-tid tag package L
	word, after := cutWord(rest)
	if at := bytes.IndexByte(word, '-'); at > 0 && isNumber(word[:at]) {
		p.pid = word[:at]
		if slash := bytes.IndexByte(word, '/'); slash > 0 {
			p.name = processName(word[slash+1:])
		}
		word, rest = cutWord(after)
		if len(word) > 2 && word[1] == '/' && isLevel(word[0]) {
			p.tag, p.rest, ok = cutTag(trimLeft(after)[2:])
			return p, ok
		}
		p.tag = word
		word, rest = cutWord(rest)
		p.name = processName(word)
		word, rest = cutWord(rest)
		if len(word) != 1 || !isLevel(word[0]) {
			return p, false
		}
		p.rest = cutSource(bytes.TrimPrefix(rest, []byte(" ")))
		return p, true
	}
	// [uid] pid tid L tag:
	for n := 0; n < 3; n++ {
		level, message := cutWord(after)
		if isNumber(word) && isNumber(level) {
			p.pid = word
			if level, message = cutWord(message); len(level) == 1 && isLevel(level[0]) {
				p.tag, p.rest, ok = cutTag(trimLeft(message))
				return p, ok
			}
		}
		word, after = cutWord(after)
	}
	return p, false
}

// processName returns a log's name for a process, or nil if the log only states that it does not
// know it.
func processName(s []byte) []byte {
	if string(s) == "?" || hasPrefix(s, "pid-") {
		return nil
	}
	return s
}

// cutBrief parses "I/dalvikvm( 123): ".
func cutBrief(s []byte) (p logPrefix, ok bool) {
	if !isLevel(s[0]) {
		return p, false
	}
	end := bytes.Index(s, []byte("): "))
	if end < 0 {
		if !bytes.HasSuffix(s, []byte("):")) {
			return p, false
		}
		end = len(s) - 2
	}
	open := bytes.LastIndexByte(s[:end], '(')
	if open < 2 {
		return p, false
	}
	p.pid, p.tag = trim(s[open+1:end]), trim(s[2:open])
	p.rest = cutSource(bytes.TrimPrefix(s[end+2:], []byte(" ")))
	return p, isNumber(p.pid)
}

// cutTag parses "tag: message".
func cutTag(s []byte) (tag, message []byte, ok bool) {
	tag, message, ok = bytes.Cut(s, []byte(": "))
	if !ok {
		if tag, ok = bytes.CutSuffix(s, []byte(":")); !ok {
			return nil, nil, false
		}
		message = s[len(s):]
	}
	return trim(tag), cutSource(message), true
}

// cutSource cuts off "art/runtime/runtime.cc:422] ".
func cutSource(s []byte) []byte {
	end := bytes.Index(s[:min(len(s), 100)], []byte("] "))
	if end < 0 {
		return s
	}
	file, line, ok := bytes.Cut(s[:end], []byte(".cc:"))
	if !ok || !isNumber(line) || bytes.IndexByte(file, ' ') >= 0 {
		return s
	}
	return s[end+2:]
}

// cutDate parses "[2012-]06-14 09:59:28.123" and a zone.
func cutDate(s []byte) (rest []byte, ok bool) {
	if len(s) > 20 && s[4] == '-' {
		s = s[5:]
	}
	const form = "00-00 00:00:00.000"
	if len(s) < len(form) {
		return nil, false
	}
	for i := range len(form) {
		if form[i] == '0' && (s[i] < '0' || s[i] > '9') || form[i] != '0' && s[i] != form[i] {
			return nil, false
		}
	}
	s = s[len(form):]
	for len(s) > 0 && s[0] >= '0' && s[0] <= '9' {
		s = s[1:]
	}
	if len(s) > 6 && s[0] == ' ' && (s[1] == '+' || s[1] == '-') && isNumber(s[2:6]) {
		s = s[6:]
	}
	return s, true
}

func isLevel(c byte) bool {
	switch c {
	case 'V', 'D', 'I', 'W', 'E', 'F', 'A':
		return true
	}
	return false
}

func isNumber(s []byte) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(s) > 0
}

func trimLeft(s []byte) []byte { return bytes.TrimLeft(s, " ") }

// cutWord splits s after its first word.
func cutWord(s []byte) (word, rest []byte) {
	s = trimLeft(s)
	if end := bytes.IndexByte(s, ' '); end >= 0 {
		return s[:end], s[end:]
	}
	return s, nil
}

// cutQuote returns the length of the "> " of mail and Markdown before s. It counts only after a
// dump line has appeared behind one, because the mark alone also ends a critical event.
func (r *Reader) cutQuote(s []byte) int {
	if len(s) == 0 || s[0] != '>' {
		return 0
	}
	n := 0
	for n < len(s) && (s[n] == '>' || s[n] == ' ' && n > 0 && s[n-1] == '>') {
		n++
	}
	if !r.quoted {
		rest := trim(s[n:])
		if len(rest) == 0 || !opensDump(rest) && !contains(rest, " systid=") && !hasPrefix(rest, crashlyticsLine) && !hasPrefix(rest, applicationLine) {
			return 0
		}
		r.quoted = true
	}
	return n
}
