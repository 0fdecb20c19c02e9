package dump

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of a JSON text.
const (
	// undecided is how many bytes are kept in case the text turns out not to be JSON.
	undecided = 64 << 10
	// longestString limits a string; only the beginning of a longer one is read.
	longestString = 256 << 20
)

// nestings is how many levels of JSON inside JSON strings are read: tools wrap one response in
// another.
const nestings = 2

// A jsonReader passes text on. In JSON it passes on each string that holds a dump, as a record,
// because reports and logs of services store dumps that way. JSON without a dump is passed on
// unchanged, as far as it was kept. The reader detects JSON by the characters outside strings:
// lines of a dump soon contain others. The head of an HTTP response may come first.
type jsonReader struct {
	state  jsonState
	level  int    // depth of nesting in strings
	head   []byte // raw text, at most undecided bytes
	found  bool   // a string held a dump
	text   []byte // of the current string
	escape []byte // current escape sequence
	high   rune   // first half of a surrogate pair, or 0
}

type jsonState uint8

const (
	atStart  jsonState = iota
	inAnswer           // head of an HTTP response
	outside            // of strings
	inside
	plain // not JSON: everything is passed on
	ended // damaged after a dump was found
)

func (j *jsonReader) write(p []byte, to, record func([]byte)) {
	for i := 0; i < len(p); i++ {
		if j.state == plain {
			to(p[i:])
			return
		}
		c := p[i]
		switch j.state {
		case atStart:
			switch c {
			case ' ', '\t', '\r', '\n':
			case '{', '[', '"':
				j.state = outside
				i-- // again
				continue
			case 'H':
				j.state = inAnswer
			default:
				j.giveUp(to)
				i--
				continue
			}
			j.keep(c)
		case inAnswer:
			j.keep(c)
			if c == '\n' {
				j.answerLine(to)
			}
		case outside:
			if c == '"' {
				j.state, j.text = inside, j.text[:0]
			} else if bytes.IndexByte([]byte(" \t\r\n{}[]:,0123456789+-.eEtrufalsn"), c) < 0 {
				j.giveUp(to)
				i--
				continue
			}
			j.keep(c)
		case inside:
			if c < ' ' && len(j.escape) == 0 {
				j.giveUp(to)
				i--
				continue
			}
			j.keep(c)
			j.character(c, record)
		case ended:
			return
		}
	}
}

// answerLine handles the end of a line in the head of an HTTP response, which a blank line ends.
func (j *jsonReader) answerLine(to func([]byte)) {
	switch {
	case !bytes.HasPrefix(bytes.TrimSpace(j.head), []byte("HTTP/")) || len(j.head) == undecided:
		j.giveUp(to)
	case bytes.HasSuffix(bytes.ReplaceAll(j.head[max(0, len(j.head)-4):], []byte("\r"), nil), []byte("\n\n")):
		j.state = atStart
	}
}

// keep keeps a byte in case the text turns out not to be JSON.
func (j *jsonReader) keep(c byte) {
	if len(j.head) < undecided && !j.found {
		j.head = append(j.head, c)
	}
}

// giveUp passes on the held text, which is not JSON.
func (j *jsonReader) giveUp(to func([]byte)) {
	if j.found {
		j.state = ended
		return
	}
	j.state = plain
	to(j.head)
	j.head, j.text = nil, nil
}

// character adds a byte to a string.
func (j *jsonReader) character(c byte, record func([]byte)) {
	switch {
	case len(j.escape) > 0:
		j.escape = append(j.escape, c)
		j.unescape()
	case c == '\\':
		j.escape = append(j.escape, c)
	case c == '"':
		j.state = outside
		j.end(record)
	default:
		j.add(rune(c), true)
	}
}

// unescape decodes a complete escape sequence.
func (j *jsonReader) unescape() {
	const short, means = `nrtbf"\/`, "\n\r\t\b\f\"\\/"
	if j.escape[1] != 'u' {
		if at := bytes.IndexByte([]byte(short), j.escape[1]); at >= 0 {
			j.add(rune(means[at]), true)
		}
		j.escape = j.escape[:0]
		return
	}
	if len(j.escape) < len(`\u0000`) {
		return
	}
	v, n := hex(string(j.escape[2:]))
	j.escape = j.escape[:0]
	if n != 4 {
		v = utf8.RuneError
	}
	j.add(rune(v), false)
}

// add adds a byte, or the character of a \u sequence, to the string.
func (j *jsonReader) add(c rune, isByte bool) {
	if len(j.text) > longestString {
		return
	}
	if j.high != 0 {
		pair := utf16.DecodeRune(j.high, c)
		j.high = 0
		if !isByte && pair != utf8.RuneError {
			j.text = utf8.AppendRune(j.text, pair)
			return
		}
		j.text = utf8.AppendRune(j.text, utf8.RuneError)
	}
	switch {
	case isByte:
		j.text = append(j.text, byte(c))
	case c >= 0xD800 && c < 0xDC00:
		j.high = c
	default:
		j.text = utf8.AppendRune(j.text, c)
	}
}

// end passes a string on if it holds a dump, or those that do of a JSON text in it.
func (j *jsonReader) end(record func([]byte)) {
	if text := bytes.TrimSpace(j.text); j.level < nestings && len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		inner := jsonReader{level: j.level + 1}
		inner.write(text, func([]byte) {}, record)
		inner.close(func([]byte) {}, record)
		if inner.found {
			j.found, j.head = true, nil
			return
		}
	}
	if holdsDump(j.text) {
		j.found, j.head = true, nil
		record(j.text)
	}
}

// close ends the text.
func (j *jsonReader) close(to, record func([]byte)) {
	if j.state == inside { // cut off
		j.end(record)
	}
	if j.state != plain && !j.found {
		to(j.head)
	}
}

// holdsDump reports whether the text has several lines and one of them can begin a dump.
func holdsDump(text []byte) bool {
	if bytes.IndexByte(text, '\n') < 0 {
		return false
	}
	for line := range bytes.Lines(text) {
		line = trim(bytes.TrimSuffix(line, []byte("\n")))
		if opensDump(line) || opensANR(line) {
			return true
		}
		if p, ok := cutLogPrefix(line); ok && (opensDump(trim(p.rest)) || opensANR(trim(p.rest))) {
			return true
		}
	}
	return false
}
