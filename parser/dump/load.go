package dump

import (
	"strconv"
	"strings"
)

// A CPUTable is the CPU usage before or after the system took the dump.
type CPUTable struct {
	Line    int    // of its heading
	Heading string // "CPU usage from 5000ms to 0ms ago:"
	Rows    []CPURow
}

// A CPURow is one process of a CPUTable, a thread of the process above, or the total. Figures are
// percent of one core; those of the total are percent of all cores.
type CPURow struct {
	Line                                      int
	Mark                                      byte // '+' or '-': began or ended during the interval; 0 otherwise
	Thread, Total                             bool
	ID                                        int // of the process, or of the thread
	Name                                      string
	Percent                                   float64
	User, Kernel, IOWait, Interrupt, SoftIRQs float64
	MinorFaults, MajorFaults                  int64
}

// CPU returns the tables of CPU usage, in file order.
func (d *Dump) CPU() []CPUTable {
	var all []CPUTable
	for i, kind := range d.Kinds {
		if kind != CPULine {
			continue
		}
		s := d.Content(i)
		if row, ok := parseCPURow(s); ok {
			if len(all) == 0 {
				all = append(all, CPUTable{Line: i})
			}
			row.Line = i
			row.Thread = !row.Total && d.Text.indent(i) >= 4
			table := &all[len(all)-1]
			table.Rows = append(table.Rows, row)
		} else {
			all = append(all, CPUTable{Line: i, Heading: s})
		}
	}
	return all
}

// parseCPURow parses "12% 848/system_server: 8.1% user + 3.9% kernel / faults: 120 minor 3 major",
// or the row of the total.
func parseCPURow(s string) (row CPURow, ok bool) {
	if !isUsage([]byte(s)) {
		return row, false
	}
	if s[0] == '+' || s[0] == '-' {
		row.Mark, s = s[0], strings.TrimLeft(s[1:], " ")
	}
	percent, s, _ := strings.Cut(s, "%")
	row.Percent, _ = strconv.ParseFloat(percent, 64)
	s = strings.TrimLeft(s, " ")
	if after, ok := strings.CutPrefix(s, "TOTAL:"); ok {
		row.Total, s = true, after
	} else {
		v, n := number([]byte(s))
		row.ID, s = int(v), s[n+1:]
		// A name may contain colons; it ends at one followed by figures.
		end := len(s)
		for at := 0; ; at++ {
			next := strings.Index(s[at:], ": ")
			if next < 0 {
				break
			}
			if at += next; at+2 < len(s) && s[at+2] >= '0' && s[at+2] <= '9' {
				end = at
				break
			}
		}
		row.Name, s = s[:end], strings.TrimPrefix(s[end:], ":")
	}
	shares, faults, _ := strings.Cut(s, " / faults: ")
	for share := range strings.SplitSeq(shares, "+") {
		percent, what, _ := strings.Cut(strings.TrimSpace(share), "% ")
		v, _ := strconv.ParseFloat(percent, 64)
		switch what {
		case "user":
			row.User = v
		case "kernel":
			row.Kernel = v
		case "iowait":
			row.IOWait = v
		case "irq":
			row.Interrupt = v
		case "softirq":
			row.SoftIRQs = v
		}
	}
	words := strings.Fields(faults)
	for i := 0; i+1 < len(words); i += 2 {
		v, _ := number([]byte(words[i]))
		switch words[i+1] {
		case "minor":
			row.MinorFaults = v
		case "major":
			row.MajorFaults = v
		}
	}
	return row, true
}
