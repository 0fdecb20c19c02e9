package anr

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
)

// An envelope is the open one of Sentry's: a header, then items with headers of their own. Its event
// and its thread dump are one report (section 6).
type envelope struct {
	has     bool // an event of an ANR
	about   dump.About
	threads []thread
	text    string // of the attached dump
	profile []byte // of samples of main, which follows the event
	kind    string // of the item that is being read
	file    string
	item    []byte
	left    int // bytes of the item to come; -1: up to the line end
}

func (e *envelope) hold(a dump.About, threads []thread) {
	e.has, e.about, e.threads = true, a, threads
}

// envelopes reads the envelopes of a file.
type envelopes struct {
	records *records // has the open one
	header  value    // an envelope's, until an item shows that it is one
	count   int
}

// A part is what a value is in an envelope.
type part uint8

const (
	noPart part = iota
	header
	itemHeader // the item follows
)

// read reads a value that is a header in an envelope, and stands on a line of its own.
func (e *envelopes) read(v value) part {
	if !v.is('{') {
		return noPart
	}
	o := v.object()
	if e.header != nil || e.records.envelope != nil {
		if o.get("type").is('"') && o.get("event_id") == nil && o.get("exception") == nil && (o.get("length") != nil || len(o) <= 4) {
			if e.records.envelope == nil {
				e.records.envelope, e.header = &envelope{}, nil
				e.count++
			}
			open := e.records.envelope
			open.kind, open.file, open.item, open.left = o.get("type").fact(), o.get("filename").fact(), nil, -1
			if length := o.get("length"); length != nil {
				open.left = min(length.small(), longestRecord)
			}
			return itemHeader
		}
		e.end()
	}
	if o.get("exception", "threads", "entries", "profile", "contexts") == nil && (isID(o.get("event_id").fact()) || o.get("sdk").is('{') || o.get("dsn").is('"')) {
		e.header = slices.Clone(v)
		return header
	}
	return noPart
}

// item reads the next bytes of the open envelope's item. It returns how many it took, and whether
// the item ended.
func (e *envelopes) item(p []byte) (n int, ended bool) {
	open := e.records.envelope
	if open.left < 0 {
		for n < len(p) && p[n] != '\n' {
			n++
		}
	} else {
		n = min(len(p), open.left)
		open.left -= n
	}
	if len(open.item)+n <= longestRecord {
		open.item = append(open.item, p[:n]...)
	}
	return n, open.left == 0 || open.left < 0 && n < len(p)
}

// isCut reports whether bytes of the open envelope's item are missing.
func (e *envelopes) isCut() bool { return e.records.envelope.left > 0 }

// endItem reads a whole item.
func (e *envelopes) endItem() {
	switch open := e.records.envelope; {
	case open.kind == "profile_chunk" && open.profile == nil:
		open.profile = open.item
	case open.kind == "event":
		e.records.search(value(open.item[skipBlanks(open.item, 0):]), 0, nil)
	case open.kind == "attachment" && dump.HoldsDump(open.item) && open.text == "":
		open.text = string(open.item)
	}
	e.records.envelope.item = nil
}

// end emits the report of the open envelope.
func (e *envelopes) end() {
	e.header = nil
	ended := e.records.envelope
	if ended == nil {
		return
	}
	e.records.envelope = nil
	a, out := ended.about, e.records.out
	a.Source = "sentry-envelope"
	switch {
	case ended.text != "" && !(out.cut && ended.has && !strings.Contains(ended.text, "\n\"main\" ")):
		out.emit(a, nil, ended.text)
	case ended.has:
		out.emit(a, ended.threads, "")
	}
	if start := skipBlanks(ended.profile, 0); start < len(ended.profile) {
		e.records.search(value(ended.profile[start:]), 0, nil)
	}
}
