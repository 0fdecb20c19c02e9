package dump

import (
	"strings"

	"traceglass/parser/sorting"
)

// mostReported limits how many reports become blocks: a log of weeks may have more.
const mostReported = 200

// report adds a block for a process that did not answer according to a log, drop box or exit info,
// if the file does not list its threads.
func (d *Dump) report() {
	threads := map[string]bool{}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.EndThread > b.FirstThread {
			threads[b.CommandLine] = true
		}
	}
	made := 0
	events := map[int]bool{} // pids whose event in the log is a block, until another report on them
	for i := 0; i < len(d.Kinds) && made < mostReported; i++ {
		var b Block
		switch s := d.content(i); {
		case d.Kinds[i] == LogLine && isEvent(d.Text.Line(i), s):
			if b = d.event(i); b.PID == 0 {
				continue
			}
			events[b.PID] = true
		case d.Kinds[i] != ReportLine:
			continue
		case opensANR(s):
			if b = d.reported(i); events[b.PID] && made > 0 {
				last := &d.Blocks[len(d.Blocks)-1]
				if last.Kind == Reported && last.PID == b.PID && last.EndLine <= b.Line { // the same one
					delete(events, b.PID)
					line := last.Line
					*last = b
					last.Line = line
					i = b.EndLine - 1
					continue
				}
			}
		case isExit(s):
			var anr bool
			if b, anr = d.exit(i); !anr {
				i = b.EndLine - 1
				continue
			}
		default:
			continue
		}
		if !threads[b.CommandLine] {
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

// without returns a block without stacks that begins at line i.
func (d *Dump) without(i int) Block {
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

// event reads the event in line i.
func (d *Dump) event(i int) Block {
	b := d.without(i)
	fields := strings.SplitN(strings.Trim(d.Content(i), "[]"), ",", 5)
	if len(fields) < 5 {
		return b
	}
	if v, n := number([]byte(fields[1])); n > 0 && v == int64(int32(v)) {
		b.PID, b.CommandLine = int(v), fields[2]
	}
	b.Time = d.logTime(i)
	return b
}

// logTime returns the time that a log's line begins with, or "".
func (d *Dump) logTime(i int) string {
	line := d.Text.Line(i)
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
func (d *Dump) exit(i int) (b Block, anr bool) {
	b = d.without(i)
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
func (d *Dump) reported(i int) Block {
	b := d.without(i)
	b.CommandLine, _, _ = strings.Cut(strings.TrimPrefix(d.Content(i), "ANR in "), " ")
	b.Time = d.logTime(i)
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
