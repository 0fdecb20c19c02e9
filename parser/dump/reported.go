package dump

import (
	"strings"

	"traceglass/parser/sorting"
)

// mostReported limits how many reports become blocks: a log of weeks may have more.
const mostReported = 200

// report adds a block for a process that did not answer according to a log or drop box, if the file
// does not list its threads.
func (d *Dump) report() {
	threads := map[string]bool{}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.EndThread > b.FirstThread {
			threads[b.CommandLine] = true
		}
	}
	made := 0
	for i := 0; i < len(d.Kinds) && made < mostReported; i++ {
		if d.Kinds[i] != ReportLine || !opensANR(d.content(i)) {
			continue
		}
		b := d.reported(i)
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

// reported reads the report that begins at line i.
func (d *Dump) reported(i int) Block {
	name, _, _ := strings.Cut(strings.TrimPrefix(d.Content(i), "ANR in "), " ")
	b := Block{
		Kind: Reported, CommandLine: name, Declared: -1, Opened: true, Ended: true, Reporter: true, Line: i, EndLine: i + 1,
		FirstThread: len(d.Threads), EndThread: len(d.Threads), FirstChannel: len(d.Channels), EndRow: len(d.Channels),
	}
	if rest, ok := cutDate(d.Text.Line(i)); ok {
		b.Time = string(trim(d.Text.Line(i)[:len(d.Text.Line(i))-len(rest)]))
	}
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
