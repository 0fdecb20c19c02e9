package anr

import (
	"cmp"
	"fmt"

	"traceglass/parser/dump"
)

// output accepts the reports of a file, and holds what else was found in it.
type output struct {
	Each  func(*dump.Dump) // accepts a report of an export as soon as it is complete; the caller sets it
	Limit dump.Limit       // on the text of each dump; 0 for dump.DefaultLimit
	Seen  *Seen            // reports of other files, which are not passed on again; may be nil

	Skipped []Skip           // records that are no report
	Damage  []string         // sentences on records that could not be read
	Issues  map[string]Issue // groups of a service, by name
	Marks   []Mark           // a reader's decisions about causes

	spare *dump.Dump
	ids   map[string]bool // sources and ids of the reports of this file
	cut   bool            // the record being read ends early
}

// A Skip counts records that are no report.
type Skip struct {
	What  string // the service's own word, or "duplicate"
	Count int
}

// An Issue is a service's own group of reports.
type Issue struct {
	Name, Cause, Location string
	Users, Count          int64 // 0 if not said
}

// A Mark is a reader's decision about a cause, which a file of Traceglass keeps. Note may hold any
// text. Version is the first without the cause, "" for none.
type Mark struct{ Cause, State, Version, Note string }

// Reuse lets the next dump use the memory of one that is no longer in use.
func (o *output) Reuse(d *dump.Dump) { o.spare = d }

// dump returns a reader of a dump from bytes that decode has converted. It uses the memory of a spare
// dump, if there is one.
func (o *output) dump(decode *dump.Decoder) *dump.Reader {
	d := cmp.Or(o.Limit, dump.DefaultLimit).NewDecodedReader(decode)
	if o.spare != nil {
		d.Reuse(o.spare)
		o.spare = nil
	}
	return d
}

// skip counts a record that is no report.
func (o *output) skip(what string) {
	for i := range o.Skipped {
		if s := &o.Skipped[i]; s.What == what || i == mostDamage-1 {
			s.Count++
			return
		}
	}
	if len(o.Skipped) == mostDamage-1 {
		what = "other"
	}
	o.Skipped = append(o.Skipped, Skip{what, 1})
}

// damaged adds a sentence on a damaged record.
func (o *output) damaged(format string, args ...any) {
	if len(o.Damage) < mostDamage {
		o.Damage = append(o.Damage, fmt.Sprintf(format, args...))
	}
}

// Seen holds the ids of the reports of several files, which are read one after the other. A service's
// exports of two weeks can overlap.
type Seen struct {
	File int // number of the file that is being read

	first map[string]int // numbers of the first files that have them, by id
}

// again reports whether a report came before, in this file or in an earlier one, and counts it if so.
func (o *output) again(a *dump.About) bool {
	if a.ID == "" || a.Source == "" {
		return false
	}
	id := a.Source + " " + a.ID
	again := o.ids[id] || o.Seen != nil && o.Seen.earlier(id)
	if again {
		o.skip("duplicate")
	} else if len(o.ids) < mostIDs {
		o.ids[id] = true
	}
	return again
}

// earlier reports whether a report is in a file with a smaller number.
func (s *Seen) earlier(id string) bool {
	file, ok := s.first[id]
	if !ok && len(s.first) < mostIDs {
		if s.first == nil {
			s.first = map[string]int{}
		}
		s.first[id] = s.File
	}
	return ok && file < s.File
}

// A thread is a thread of a record: a heading, and the lines of its stack.
type thread struct {
	dump.Heading
	stack []byte
	whole bool // the stack has its own heading
}

// emit passes on a report: its facts, and its threads or the text of its dump. Either may be empty.
func (o *output) emit(about dump.About, threads []thread, text string) {
	o.emitRecorded(about, threads, text, nil)
}

// emitRecorded is emit with a recording of main, nil for none.
func (o *output) emitRecorded(about dump.About, threads []thread, text string, recorded *dump.Recording) {
	if o.again(&about) {
		return
	}
	about.Cut = about.Cut || o.cut
	about.Made = text == ""
	d := o.dump(&dump.Decoder{})
	d.Begin(about)
	if text != "" {
		d.Write([]byte(text))
		d.Write([]byte("\n"))
	}
	for i := range threads {
		t := &threads[i]
		if !t.whole {
			d.Thread(t.Heading)
		}
		d.Write(t.stack)
		d.Write([]byte("\n"))
	}
	one := d.Close()
	if len(one.Threads) == 0 && len(one.Blocks) == 0 {
		one = empty(about, text)
	}
	Complete(one)
	if about.Cut && one.Main(&one.Blocks[0]) < 0 {
		return // nothing to show
	}
	one.Recording = recorded
	o.Each(one)
}

// empty returns the dump of a report without stacks, with its text.
func empty(about dump.About, text string) *dump.Dump {
	d := dump.NewReader()
	d.Begin(about)
	d.Empty()
	d.Write([]byte(text))
	return d.Close()
}
