package dump

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/sorting"
)

// Reports returns the dump of each report in the file, in file order; for a single report it
// returns d. Two reports never share a dump, so a thread's wait is resolved within its report.
// These begin a report:
//
//   - a line "Subject: …", the first line of a file by the system;
//   - the second thread main with the tid 1 in one list of threads without a heading, as in pastes.
//
// All except the first do so only below threads. Bug reports and logs are one report. Lines are
// numbered as in the whole file.
func (d *Dump) Reports() []*Dump { return d.split(startsOf(d, false)) }

// Incidents returns the reports, and splits them where a process follows that was dumped more than
// ten minutes before or after the first. This happens if two files were joined, or if the rest of
// an older file follows a newer one.
func (d *Dump) Incidents() []*Dump { return d.split(startsOf(d, true)) }

// split reads the lines from each start on as a separate file.
func (d *Dump) split(starts []int) []*Dump {
	if len(starts) < 2 {
		return []*Dump{d}
	}
	var all []*Dump
	for i, from := range starts {
		to := d.Text.Lines()
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		r := NewReader()
		for line := from; line < to; line++ {
			r.line(d.Text.Line(line))
		}
		one := r.Close()
		one.onlyReported()
		one.above = from
		one.inherit(d, from, to)
		if len(one.Blocks) > 0 {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return []*Dump{d}
	}
	return all
}

// onlyReported drops the blocks without stacks after the first. They are lines of a log on ANRs that
// other reports began with.
func (d *Dump) onlyReported() {
	if len(d.Threads) == 0 && len(d.Blocks) > 1 && !slices.ContainsFunc(d.Blocks, func(b Block) bool { return b.Kind != Reported }) {
		d.Blocks = d.Blocks[:1]
	}
}

// Mixed reports whether a block contains threads of several reports, so that claims about the block
// are wrong.
func (d *Dump) Mixed() bool {
	starts := startsOf(d, false)
	return slices.ContainsFunc(d.Blocks, func(b Block) bool {
		if b.FirstThread == b.EndThread {
			return false
		}
		first, last := d.Threads[b.FirstThread].Line, d.Threads[b.EndThread-1].Line
		return slices.ContainsFunc(starts, func(line int) bool { return first < line && line <= last })
	})
}

// Separate returns the dump of each report if the file mixes them in one block. Otherwise it
// returns d, because tables list each block separately.
func (d *Dump) Separate() []*Dump {
	if d.Mixed() {
		return d.Reports()
	}
	return []*Dump{d}
}

// ReportName returns the name of report i, from 0, of n reports in a file. File may be "".
func ReportName(file string, i, n int) string {
	if n == 1 {
		return file
	}
	return strings.TrimSpace(file + " #" + strconv.Itoa(i+1))
}

// A Numbering names the reports of a file as they come. It holds the first back until it is known
// whether others follow, because only then reports have numbers.
type Numbering struct {
	File  string                            // as in ReportName
	Do    func(d *Dump, name string, i int) // accepts report i, from 0
	Count int                               // reports so far

	first *Dump
}

// Next accepts the next report.
func (n *Numbering) Next(d *Dump) {
	switch n.Count++; n.Count {
	case 1:
		n.first = d
		return
	case 2:
		n.Do(n.first, ReportName(n.File, 0, 2), 0)
		n.first = nil
	}
	n.Do(d, ReportName(n.File, n.Count-1, n.Count), n.Count-1)
}

// End passes the only report on.
func (n *Numbering) End() {
	if n.first != nil {
		n.Do(n.first, n.File, 0)
		n.first = nil
	}
}

// inherit copies the notes on lines [from, to) of the file that are lost when the lines are read
// again.
func (d *Dump) inherit(file *Dump, from, to int) {
	for _, n := range file.Receipt.Notes {
		switch {
		case n.Line < 0 && from == 0:
		case n.Line >= from && n.Line < to && !slices.ContainsFunc(d.Receipt.Notes, func(own Note) bool { return own.Code == n.Code }):
			n.Line -= from
		default:
			continue
		}
		d.Receipt.Notes = append(d.Receipt.Notes, n)
	}
}

// A mark is a line that may begin a report.
type mark struct {
	line int
	kind markKind
	row  int // in Threads or Blocks
}

type markKind uint8

const (
	headMark    markKind = iota // first line of a service's or a drop box entry's heading
	subjectMark                 // a line "Subject: …"
	mainMark                    // a main thread, in a list without a heading
	blockMark                   // a process with its heading
	reportMark                  // a report on a process, without stacks
)

// marks returns the marks of a file, by line.
func (v *divider) marks() (all []mark) {
	d, header := v.d, v.serviceHeader()
	for line, kind := range d.Kinds {
		switch {
		case kind == SubjectLine:
			all = append(all, mark{line: line, kind: subjectMark})
		case kind == Unplaced && header != "" && hasPrefix(d.content(line), header), kind == ReportLine && isRule(d.content(line)) && d.entryAt(line+1):
			all = append(all, mark{line: line, kind: headMark})
		}
	}
	for i := range d.Threads {
		if t := &d.Threads[i]; t.Tid == 1 && t.Name == "main" && !d.Blocks[t.Block].Opened {
			all = append(all, mark{t.Line, mainMark, i})
		}
	}
	for i := range d.Blocks {
		switch b := &d.Blocks[i]; {
		case b.Opened && b.Kind == Java && !b.Joined:
			all = append(all, mark{b.Line, blockMark, i})
		case b.Kind == Reported && len(d.Threads) == 0 && !d.IsEntry(b):
			all = append(all, mark{b.Line, reportMark, i})
		}
	}
	sorting.Stable(all, func(a, b mark) int { return a.line - b.line })
	return all
}

// Lines that begin the heading of a crash service's text.
const (
	crashlyticsLine = "# Crashlytics"
	applicationLine = "# Application:"
)

// serviceHeader returns the beginning of the line that begins each heading of a crash service, or "".
func (v *divider) serviceHeader() string {
	found := ""
	for line, kind := range v.d.Kinds {
		if kind != Unplaced {
			continue
		}
		switch s := v.d.content(line); {
		case hasPrefix(s, crashlyticsLine):
			return crashlyticsLine
		case hasPrefix(s, applicationLine):
			found = applicationLine
		}
	}
	return found
}

// isRule reports whether s is the line above an entry of the drop box.
func isRule(s []byte) bool { return len(s) >= 40 && len(bytes.Trim(s, "=")) == 0 }

// entryAt reports whether a line is the first of an entry of the drop box: "2024-01-01 10:00:00
// data_app_anr (compressed text, 4096 bytes)".
func (d *Dump) entryAt(line int) bool {
	if line >= len(d.Kinds) {
		return false
	}
	s := d.content(line)
	_, ok := Moment(string(s))
	return ok && contains(s, " bytes)")
}

// A divider finds where the reports of a file begin.
type divider struct {
	d      *Dump
	starts []int
	above  openReport
}

// An openReport is what a divider has seen of the report above a line.
type openReport struct {
	threads bool // it has threads
	main    int  // block of its last main thread in a list without a heading, or none
	first   int  // its first block with a heading, or none
	names   map[string]bool
}

// startsOf returns the lines that begin reports, and with occasions also incidents; nil if the file
// is one report.
func startsOf(d *Dump, occasions bool) []int {
	if slices.ContainsFunc(d.Blocks, func(b Block) bool { return b.Section != "" || b.logged && b.Kind != Reported }) {
		return nil
	}
	v := divider{d: d}
	v.divide(occasions)
	return v.starts
}

// begin begins a report at a line.
func (v *divider) begin(line int) {
	v.starts = append(v.starts, line)
	v.above = openReport{main: none, first: none, names: map[string]bool{}}
}

// divide finds all starts.
func (v *divider) divide(occasions bool) {
	d, above := v.d, &v.above
	v.begin(0)
	thread, headed, reported := 0, false, false // headed and reported: such a mark came before
	for _, m := range v.marks() {
		for ; thread < len(d.Threads) && d.Threads[thread].Line < m.line; thread++ {
			above.threads = true
		}
		switch m.kind {
		case headMark:
			if headed {
				v.begin(m.line)
			}
			headed = true
		case reportMark:
			if reported {
				v.begin(m.line)
			}
			reported = true
		case subjectMark:
			if above.threads {
				v.begin(v.heading(m.line))
			}
		case mainMark:
			block := d.Threads[m.row].Block
			if above.main == block || occasions && above.first != none && above.threads {
				v.begin(v.heading(m.line))
			}
			above.main = block
		case blockMark:
			b := &d.Blocks[m.row]
			switch {
			case above.first == none:
				above.first = m.row
			case occasions && !above.names[b.CommandLine] && farApart(d.Blocks[above.first].Time, b.Time):
				v.begin(v.heading(m.line))
				above.first = m.row
			}
			above.names[b.CommandLine] = true
		}
	}
}

// farApart reports whether two times, as dumps print them, are more than ten minutes apart. The
// system writes all processes of one report within about a minute.
func farApart(a, b string) bool {
	const minute = len("2006-01-02 15:04")
	if len(a) < minute || len(b) < minute {
		return false
	}
	x, okX := Moment(a[:minute] + ":00")
	y, okY := Moment(b[:minute] + ":00")
	return okX && okY && math.Abs(y-x) > 10*60
}

// heading returns the first of the lines that introduce a report at line, after the end of the
// previous one.
func (v *divider) heading(line int) int {
	first := line
	for at := line - 1; at >= 0; at-- {
		switch v.d.Kinds[at] {
		case BlankLine:
		case Unplaced, SubjectLine, ReportLine, LogLine, ProcessLine, CommandLine, ThreadsLine:
			first = at
		default:
			return first
		}
	}
	return first
}
