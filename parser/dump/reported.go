package dump

import (
	"math"
	"strings"

	"traceglass/parser/sorting"
)

// mostReported limits how many reports become blocks: a log of weeks may have more.
const mostReported = 5000

// stackless finds reports on processes without stacks: those in a log, a drop box or exit info.
type stackless struct {
	d      *Dump
	logged map[int]int // the row of the newest block that a log made, by pid
}

// addBlocks adds a block for a process that did not answer according to a log, drop box or exit info,
// if the file does not list its threads.
func (r *stackless) addBlocks() {
	d, threads := r.d, map[string]bool{}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.EndThread > b.FirstThread {
			threads[b.CommandLine] = true
		}
	}
	made := 0
	for i := 0; i < len(d.Kinds) && made < mostReported; i++ {
		if d.Kinds[i] != LogLine && d.Kinds[i] != ReportLine {
			continue
		}
		var b Block
		e, isEvent := d.Event(i)
		switch s := d.content(i); {
		case isEvent:
			b = r.emptyBlock(i)
			b.PID, b.CommandLine, b.Time = e.PID, e.Process, r.logTime(i)
			if b.PID == 0 || r.sameANR(&b) != nil {
				continue
			}
		case d.Kinds[i] != ReportLine:
			continue
		case opensANR(s):
			b = r.reported(i)
			if event := r.sameANR(&b); event != nil {
				if b.Line-event.EndLine < 2 { // in one piece
					event.EndLine = b.EndLine
				}
				i = b.EndLine - 1
				continue
			}
		case isExit(s):
			var anr bool
			if b, anr = r.exit(i); !anr {
				i = b.EndLine - 1
				continue
			}
		case hasPrefix(s, processLine) && !threads[d.Content(i)[len(processLine):]]:
			var anr bool
			if b, anr = r.entry(i); !anr {
				continue
			}
		default:
			continue
		}
		if !threads[b.CommandLine] {
			if d.Kinds[b.Line] == LogLine || opensANR(d.content(b.Line)) {
				r.logged[b.PID] = len(d.Blocks)
			}
			d.Blocks = append(d.Blocks, b)
			made++
		}
		i = b.EndLine - 1
	}
	if made > 0 {
		sorting.Stable(d.Blocks, func(a, b Block) int { return a.Line - b.Line })
		for i := range d.Blocks {
			for t := d.Blocks[i].FirstThread; t < d.Blocks[i].EndThread; t++ {
				d.Threads[t].Block = i
			}
		}
	}
}

// sameANR returns the block of a log's report on the ANR that b reports too, or nil. The system writes
// one ANR to two buffers of the log: same pid, within a minute.
func (r *stackless) sameANR(b *Block) *Block {
	d := r.d
	row, ok := r.logged[b.PID]
	if last := len(d.Blocks) - 1; b.PID == 0 && last >= 0 && d.Blocks[last].Kind == Reported && d.Blocks[last].CommandLine == b.CommandLine {
		row, ok = last, true // the log ends before the pid
	}
	if !ok {
		return nil
	}
	other := &d.Blocks[row]
	if d.Kinds[other.Line] == d.Kinds[b.Line] {
		return nil
	}
	x, okX := momentOfLog(other.Time)
	y, okY := momentOfLog(b.Time)
	if okX && okY && math.Abs(x-y) > 60 {
		return nil
	}
	return other
}

// momentOfLog returns the time of a log's line in seconds. It may have no year.
func momentOfLog(s string) (seconds float64, ok bool) {
	if len(s) > 2 && s[2] == '-' {
		s = "2000-" + s
	}
	return Moment(s)
}

// processLine begins the heading of an entry of the drop box.
const processLine = "Process: "

// entry reads the heading of an entry of the drop box that begins at line i. anr is false if it is
// about something else.
func (r *stackless) entry(i int) (b Block, anr bool) {
	d := r.d
	b = r.emptyBlock(i)
	b.CommandLine = d.Content(i)[len(processLine):]
	if i > 1 && isRule(d.content(i-2)) && d.entryAt(i-1) {
		s := d.Content(i - 1)
		b.Time = s[:min(len(s), len("2006-01-02 15:04:05"))]
		if anr = strings.Contains(s, "_anr "); !anr {
			return b, false
		}
	}
	packaged := false
	for b.EndLine < len(d.Kinds) && (d.Kinds[b.EndLine] == ReportLine || d.Kinds[b.EndLine] == SubjectLine) {
		s := d.Content(b.EndLine)
		if isRule([]byte(s)) {
			break
		}
		anr = anr || d.Kinds[b.EndLine] == SubjectLine
		packaged = packaged || strings.HasPrefix(s, "Package: ")
		if pid, ok := strings.CutPrefix(s, "PID: "); ok {
			if v, n := number([]byte(pid)); n > 0 && v > 0 && v == int64(int32(v)) {
				b.PID = int(v)
			}
		}
		b.EndLine++
	}
	return b, anr && packaged
}

// IsEntry reports whether b is the block of an entry of the drop box without a dump.
func (d *Dump) IsEntry(b *Block) bool {
	return b.Kind == Reported && hasPrefix(d.content(b.Line), processLine)
}

// IsExit reports whether b is the block of a record of a process's end.
func (d *Dump) IsExit(b *Block) bool { return b.Kind == Reported && isExit(d.content(b.Line)) }

// emptyBlock returns a block without stacks that begins at line i.
func (r *stackless) emptyBlock(i int) Block {
	d := r.d
	return Block{
		Kind: Reported, Declared: -1, Opened: true, Ended: true, Reporter: true, Line: i, EndLine: i + 1,
		FirstThread: len(d.Threads), EndThread: len(d.Threads), FirstChannel: len(d.Channels), EndRow: len(d.Channels),
	}
}

// isEvent reports whether a log's line is the system's event of a process that did not answer:
// "am_anr : [USER,PID,PROCESS,FLAGS,REASON]". content is the line without its prefix.
func isEvent(line, content []byte) bool {
	return first(content) == '[' && contains(line[:len(line)-len(content)], "am_anr")
}

// An Event is the system's event in a log of a process that did not answer.
type Event struct {
	PID             int // 0 if the line does not say
	Process, Reason string
}

// Event returns the event in a line of the text, if it is one.
func (d *Dump) Event(line int) (e Event, ok bool) {
	if d.Kinds[line] != LogLine || !isEvent(d.Text.Line(line), d.content(line)) {
		return e, false
	}
	return ParseEvent(d.Content(line))
}

// ParseEvent parses "[USER,PID,PROCESS,FLAGS,REASON]".
func ParseEvent(s string) (e Event, ok bool) {
	fields := strings.SplitN(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"), ",", 5)
	if len(fields) < 5 {
		return e, false
	}
	if v, n := number([]byte(fields[1])); n > 0 && v == int64(int32(v)) {
		e.PID = int(v)
	}
	e.Process, e.Reason = fields[2], fields[4]
	return e, true
}

// logTime returns the time that a log's line begins with, or "".
func (r *stackless) logTime(i int) string {
	line := r.d.Text.Line(i)
	rest, ok := cutDate(line)
	if !ok {
		return ""
	}
	return string(trim(line[:len(line)-len(rest)]))
}

// isExit reports whether s begins the system's record of how a process ended. One vendor misspells
// its name.
func isExit(s []byte) bool {
	return hasPrefix(s, "ApplicationExitInfo #") || hasPrefix(s, "ApplicationExitInfo(") || hasPrefix(s, "AplicationExitInfo(")
}

// exit reads the record of a process's end that begins at line i. anr is false for other ends.
func (r *stackless) exit(i int) (b Block, anr bool) {
	d := r.d
	b = r.emptyBlock(i)
	for b.EndLine < len(d.Kinds) && d.Kinds[b.EndLine] == ReportLine && isExitPart(d.content(b.EndLine)) {
		b.EndLine++
	}
	for line := i; line < b.EndLine; line++ {
		s := d.Content(line)
		before, reason, ok := strings.Cut(s, " reason=")
		if at := strings.Index(before+" ", "process="); ok && at >= 0 {
			b.CommandLine = before[at+len("process="):]
			anr = strings.HasPrefix(reason, "6 ")
		}
		if at := strings.Index(s, " pid="); at >= 0 && b.PID == 0 {
			if v, n := number([]byte(s[at+len(" pid="):])); n > 0 && v == int64(int32(v)) {
				b.PID = int(v)
			}
		}
		if after, ok := strings.CutPrefix(s, "timestamp="); ok {
			b.Time, _, _ = strings.Cut(after, " pid=")
		}
	}
	return b, anr
}

// isExitPart reports whether s is one of the lines below the first of a record of a process's end.
func isExitPart(s []byte) bool {
	return hasPrefix(s, "timestamp=") || hasPrefix(s, "process=") || hasPrefix(s, "importance=")
}

// reported reads the report that begins at line i.
func (r *stackless) reported(i int) Block {
	d := r.d
	b := r.emptyBlock(i)
	b.CommandLine, _, _ = strings.Cut(strings.TrimPrefix(d.Content(i), "ANR in "), " ")
	b.Time = r.logTime(i)
	for at := i + 1; at < len(d.Kinds); at++ {
		switch d.Kinds[at] {
		case LogLine, BlankLine:
			continue
		case ReportLine, CPULine, LoadLine, MemoryLine, PressureLine:
		default:
			return b
		}
		text := d.Content(at)
		if strings.HasPrefix(text, "ANR in ") {
			return b
		}
		if pid, ok := strings.CutPrefix(text, "PID: "); ok && b.PID == 0 {
			if v, n := number([]byte(pid)); n > 0 && v > 0 && v == int64(int32(v)) {
				b.PID = int(v)
			}
		}
		b.EndLine = at + 1
	}
	return b
}
