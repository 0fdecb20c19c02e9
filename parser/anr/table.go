package anr

import (
	"bytes"
	"strings"

	"traceglass/parser/dump"
)

// A table reads comma, semicolon or tab separated values (section 9). A row whose cell holds a dump
// is a report. In a table a quote mark opens a cell, and a separator or the line's end follows the
// quote mark that closes it. Lines of a dump break this rule.
type table struct {
	out     *output
	line    int // number of the line that is being read, from 1
	state   cellState
	head    []byte // raw text, while the file may be no table
	sure    bool   // a cell held a dump
	comma   byte   // separator; 0 before the first
	titles  []fact
	first   bool // the first row has been read
	cell    []byte
	cells   []string // of the row: what belongs to a known column
	dumps   string   // the row's cell with a dump
	columns int      // number of the cell in its row
}

type cellState uint8

const (
	cellStart cellState = iota
	bare
	quoted
	quoteMark // after a quote mark in a quoted cell
)

// read reads the next piece of a table. If the text turns out to be none, ok is false. The text so
// far is then in head and p[n:].
func (t *table) read(p []byte) (n int, ok bool) {
	for i, c := range p {
		if !t.sure {
			if len(t.head) == undecided {
				return i, false
			}
			t.head = append(t.head, c)
		}
		if c == '\n' {
			t.line++
		}
		separates := c == '\n' || c == '\r' || t.separates(c)
		switch {
		case t.state == quoted && c == '"':
			t.state = quoteMark
		case t.state == quoted:
			t.add(c)
		case t.state == quoteMark && c == '"':
			t.add(c)
			t.state = quoted
		case separates:
			t.endCell(t.state == quoteMark)
			if t.state = cellStart; c == '\n' {
				t.endRow()
			}
		case t.state == quoteMark && t.sure: // unescaped quote mark
			t.add('"')
			t.add(c)
			t.state = quoted
		case t.state == quoteMark:
			return i + 1, false
		case t.state == cellStart && c == '"':
			t.state, t.cell = quoted, t.cell[:0]
		default:
			t.state = bare
			t.add(c)
		}
	}
	return len(p), true
}

// separates reports whether c separates cells. The first separator outside quotes is that of the
// whole table.
func (t *table) separates(c byte) bool {
	if t.comma == 0 && (c == ',' || c == ';' || c == '\t') {
		t.comma = c
	}
	return c == t.comma
}

func (t *table) add(c byte) {
	if len(t.cell) <= longestString {
		t.cell = append(t.cell, c)
	}
}

// endCell ends a cell.
func (t *table) endCell(wasQuoted bool) {
	switch {
	case !t.first:
		t.titles = append(t.titles, columnOf(string(t.cell[:min(len(t.cell), longestFact)])))
		if wasQuoted && dump.HoldsDump(t.cell) { // a table without titles
			t.dumps = string(t.cell)
		}
	case t.columns < len(t.titles) && t.titles[t.columns] != noFact && len(t.cell) <= longestFact:
		for len(t.cells) <= t.columns {
			t.cells = append(t.cells, "")
		}
		t.cells[t.columns] = strings.ToValidUTF8(string(bytes.TrimSpace(t.cell)), "\uFFFD")
	case wasQuoted && t.dumps == "" && dump.HoldsDump(t.cell):
		t.dumps = string(t.cell)
	}
	if t.dumps != "" && !t.sure {
		t.sure, t.head = true, nil
	}
	t.cell = t.cell[:0]
	t.columns++
}

// endRow ends a row, and emits its report.
func (t *table) endRow() {
	t.first = t.first || t.columns > 1 || t.dumps != ""
	if !t.first {
		t.titles = t.titles[:0]
	}
	if t.dumps != "" {
		about := dump.About{Source: "table"}
		for i, cell := range t.cells {
			set(&about, t.titles[i], cell)
		}
		t.out.emit(about, nil, t.dumps)
	}
	t.cells, t.dumps, t.columns = t.cells[:0], "", 0
}

// end ends the file, and reports whether it is a table.
func (t *table) end() bool {
	if t.state == quoted {
		if t.sure {
			t.out.damaged("The file is cut off: the last cell of line %d has no end. The rows before it are whole.", t.line)
		}
		t.out.cut = true
		t.endCell(true)
		t.endRow()
		t.out.cut = false
	} else if t.columns > 0 || len(t.cell) > 0 {
		t.endCell(t.state == quoteMark)
		t.endRow()
	}
	return t.sure
}

// columns are the facts that the cells of a column state, by the column's title in lower case without
// blanks and underscores.
var columns = map[string]fact{
	"version": release, "appversion": release, "versionname": release,
	"versioncode": code, "build": code,
	"os": system, "osversion": system, "androidversion": system, "android": system, "apilevel": level,
	"device": device, "model": device, "devicemodel": device,
	"date": zoned, "time": zoned, "timestamp": zoned, "eventtime": zoned,
	"users": users, "affectedusers": users,
	"events": reports, "count": reports, "reports": reports,
	"id": id, "reportid": id, "eventid": id,
	"issue": issue, "cluster": issue,
	"process": process, "package": process, "app": process,
}

// columnOf returns the fact that a column with a title states.
func columnOf(title string) fact {
	return columns[strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(strings.TrimPrefix(strings.TrimSpace(title), "\uFEFF")))]
}

// countIn returns a number that is not negative and fits 32 bits, else 0. A separator before three
// digits groups thousands. One before any other number of digits begins decimals, which do not count.
func countIn(s string) int {
	if at := strings.LastIndexAny(s, ".,"); at > 0 && len(s)-at-1 != 3 {
		s = s[:at]
	}
	return value(strings.NewReplacer(",", "", ".", "", " ", "", "\u00A0", "").Replace(s)).small()
}

// versions splits "7.2.0 (72001)" into version and build, which may be missing.
func versions(s string) (version, build string) {
	s = strings.TrimSpace(s)
	if open := strings.LastIndex(s, " ("); open > 0 && strings.HasSuffix(s, ")") {
		return strings.TrimSpace(s[:open]), s[open+2 : len(s)-1]
	}
	return s, ""
}
