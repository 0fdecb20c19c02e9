package report

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/trace"
)

// A TableFormat is the format that Table writes: CSV and TSV for spreadsheets, JSON for programs.
type TableFormat uint8

const (
	CSV TableFormat = iota
	TSV
	JSON
)

// firstFigure is the number of columns before the first time.
const firstFigure = 8

// columns returns the columns of the method table, without the clocks that a trace lacks.
func columns(x *profile.Index) (names []string, clocks []profile.Clock) {
	names, clocks = figureColumns(x)
	return append([]string{"id", "class", "name", "signature", "file", "line"}, names...), clocks
}

// figureColumns returns the columns of figures, without the clocks that a trace lacks.
func figureColumns(x *profile.Index) (names []string, clocks []profile.Clock) {
	names = []string{"calls", "recursiveCalls"}
	has := x.Info.Figures()
	cpu, waiting := "CpuNs", "WaitingNs"
	if x.Counts(profile.CPU) {
		cpu = "Count"
	}
	if x.Calls.Samples {
		waiting = "OffCpuNs"
	}
	for _, c := range []struct {
		clock profile.Clock
		name  string
		has   bool
	}{
		{profile.Wall, "WallNs", has&trace.Wall != 0},
		{profile.CPU, cpu, has&trace.CPU != 0},
		{profile.Waiting, waiting, has == trace.Dual},
	} {
		if c.has {
			names = append(names, "inclusive"+c.name, "exclusive"+c.name)
			clocks = append(clocks, c.clock)
		}
	}
	return names, clocks
}

// Table writes the called methods, a row each, in the page's order: the most inclusive time first, or the most time that a
// method caused. Times are in ns, and the heading of each column names its clock. JSON also has the name of the trace and
// the part that the figures cover. The exclusive times of a charged profile have other headings.
func Table(w io.Writer, p *profile.Profile, name string, format TableFormat) error {
	names, clocks := columns(p.Index)
	chargedNames(p, names)
	var order []int
	for m := range p.Methods {
		if p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			order = append(order, m)
		}
	}
	sorting.Stable(order, func(a, b int) int {
		return cmp.Or(firstByTime(p, &p.Methods[a], &p.Methods[b], p.IsCharged()), strings.Compare(p.Info.Methods[a].Label(), p.Info.Methods[b].Label()))
	})
	numbers := func(m int) []int64 { return figuresOf(&p.Methods[m], clocks) }
	if format == JSON {
		return tableJSON(w, p, name, order, names, clocks, numbers)
	}
	out := csv.NewWriter(w)
	if format == TSV {
		out.Comma = '\t'
	}
	out.Write(names)
	for _, m := range order {
		in := &p.Info.Methods[m]
		row := []string{in.ID.String(), in.Class, in.Name, in.Signature, in.File, ""}
		if in.Line > 0 {
			row[5] = strconv.Itoa(int(in.Line))
		}
		for i := range row {
			row[i] = Cell(row[i], format)
		}
		for _, n := range numbers(m) {
			row = append(row, strconv.FormatInt(n, 10))
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// firstByTime compares the times of two rows, for an order with the longest first: exclusive times, or inclusive times.
func firstByTime(p *profile.Profile, a, b *profile.Method, exclusive bool) int {
	by := profile.Usual(p.Index)
	if exclusive {
		return cmp.Or(cmp.Compare(b.Exclusive[by], a.Exclusive[by]), cmp.Compare(b.Inclusive[by], a.Inclusive[by]))
	}
	return cmp.Compare(b.Inclusive[by], a.Inclusive[by])
}

// chargedNames renames the columns of exclusive times if time is charged.
func chargedNames(p *profile.Profile, names []string) {
	if p.IsCharged() {
		for i := range names {
			names[i] = strings.Replace(names[i], "exclusive", "caused", 1)
		}
	}
}

// figuresOf returns the figures of a row, by figureColumns.
func figuresOf(f *profile.Method, clocks []profile.Clock) []int64 {
	all := []int64{f.Calls, f.Recursive}
	for _, c := range clocks {
		all = append(all, f.Inclusive[c], f.Exclusive[c])
	}
	return all
}

// Groups are the groups of a profile's methods.
type Groups struct {
	By   profile.By
	Rows []profile.Group
}

// Table writes the groups like the methods in Table, the most exclusive time first: the inclusive times of several groups
// contain the same time. JSON names the way to group in "by".
func (g Groups) Table(w io.Writer, p *profile.Profile, name string, format TableFormat) error {
	names, clocks := figureColumns(p.Index)
	chargedNames(p, names)
	way := profile.Ways[g.By]
	rows := slices.Clone(g.Rows)
	sorting.Stable(rows, func(a, b profile.Group) int {
		return cmp.Or(firstByTime(p, &a.Sum, &b.Sum, true), strings.Compare(a.Name, b.Name))
	})
	if format == JSON {
		out := newJSONWriter(w)
		tableHead(out, p, name, names[2:], clocks)
		fmt.Fprintf(out, "\"by\":\"%s\",\n\"groups\":[", way)
		for i := range rows {
			out.comma(i)
			fmt.Fprintf(out, "\n{\"%s\":", way)
			out.text(rows[i].Name)
			fmt.Fprintf(out, ",\"methods\":%d", len(rows[i].Methods))
			for i, n := range figuresOf(&rows[i].Sum, clocks) {
				fmt.Fprintf(out, ",\"%s\":%d", names[i], n)
			}
			out.WriteByte('}')
		}
		out.WriteString("\n]}\n")
		return out.Flush()
	}
	out := csv.NewWriter(w)
	if format == TSV {
		out.Comma = '\t'
	}
	out.Write(append([]string{way, "methods"}, names...))
	for i := range rows {
		row := []string{Cell(rows[i].Name, format), strconv.Itoa(len(rows[i].Methods))}
		for _, n := range figuresOf(&rows[i].Sum, clocks) {
			row = append(row, strconv.FormatInt(n, 10))
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// Cell marks text that a spreadsheet would run as a formula as plain text. The separator of cells
// depends on the program and its language, so text after any separator counts as the beginning of
// a cell.
func Cell(s string, format TableFormat) string {
	if format == TSV {
		s = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(s)
	}
	var b strings.Builder
	begins := true
	for i, c := range s {
		switch c {
		case '=', '+', '-', '@', '＝', '＋', '－', '＠':
			if begins {
				b.WriteByte('\'')
			}
			begins = false
		case '\t', '\n', '\r':
			if i == 0 {
				b.WriteByte('\'')
			}
			begins = true
		case ';', ',', '|':
			begins = true
		case '"', ' ':
		default:
			begins = false
		}
		b.WriteString(s[i : i+utf8.RuneLen(c)])
	}
	return b.String()
}

// tableSchema is the version of the JSON that tableJSON writes.
const tableSchema = 1

// tableJSON writes an object whose methods are the rows.
func tableJSON(w io.Writer, p *profile.Profile, name string, order []int, names []string, clocks []profile.Clock, numbers func(m int) []int64) error {
	out := newJSONWriter(w)
	tableHead(out, p, name, names[firstFigure:], clocks)
	out.WriteString("\"methods\":[")
	for i, m := range order {
		in := &p.Info.Methods[m]
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n{")
		for i, s := range []string{in.ID.String(), in.Class, in.Name, in.Signature, in.File} {
			fmt.Fprintf(out, "\"%s\":", names[i])
			out.text(s)
			out.WriteByte(',')
		}
		fmt.Fprintf(out, "\"line\":%d", in.Line)
		for i, n := range numbers(m) {
			fmt.Fprintf(out, ",\"%s\":%d", names[6+i], n)
		}
		out.WriteByte('}')
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

// tableHead writes the object up to its rows. times are the columns of times.
func tableHead(out jsonWriter, p *profile.Profile, name string, times []string, clocks []profile.Clock) {
	from, to := p.Calls.Recorded()
	from, to = max(from, p.Scope.From), min(to, p.Scope.To)
	fmt.Fprintf(out, "{\"schema\":%d,\"trace\":", tableSchema)
	out.text(name)
	out.WriteString(`,"clock":`)
	out.text(p.Info.Figures().String())
	if s := p.Info.Samples; s != nil {
		out.WriteString(`,"event":`)
		out.text(s.Measures[s.Measure].Name)
	}
	fmt.Fprintf(out, ",\"complete\":%v,\"fromNs\":%d,\"toNs\":%d,\n\"threads\":[", p.Info.Complete, p.Calls.Nanos(from), p.Calls.Nanos(to))
	for i, t := range Threads(p.Index, p.Scope) {
		out.comma(i)
		fmt.Fprintf(out, "{\"id\":%d,\"name\":", p.Info.Threads[t].ID)
		out.text(p.Info.Threads[t].Name)
		out.WriteByte('}')
	}
	out.WriteString("],\n\"warnings\":[")
	for i, n := range p.Notes() {
		out.comma(i)
		out.text(n.Text)
	}
	out.WriteString("],\n")
	if p.IsCharged() {
		rest := p.Uncharged()
		for i, clock := range clocks {
			fmt.Fprintf(out, "\"%s\":%d,", strings.Replace(times[2*i+1], "caused", "uncharged", 1), rest[clock])
		}
		out.WriteByte('\n')
	}
}
