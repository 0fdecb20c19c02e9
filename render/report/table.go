package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A TableFormat is how Table writes: CSV and TSV for spreadsheets, JSON for programs.
type TableFormat uint8

const (
	CSV TableFormat = iota
	TSV
	JSON
)

// columns are those of the method table: the clocks that a trace lacks are left out.
func columns(x *profile.Index) (names []string, clocks []profile.Clock) {
	names = []string{"id", "class", "name", "signature", "file", "line", "calls", "recursiveCalls"}
	for _, c := range []struct {
		clock profile.Clock
		name  string
		has   bool
	}{
		{profile.Wall, "Wall", x.Calls.Clocks&trace.Wall != 0},
		{profile.CPU, "Cpu", x.Calls.Clocks&trace.CPU != 0},
		{profile.Waiting, "Waiting", x.Calls.Clocks == trace.Dual},
	} {
		if c.has {
			names = append(names, "inclusive"+c.name+"Ns", "exclusive"+c.name+"Ns")
			clocks = append(clocks, c.clock)
		}
	}
	return names, clocks
}

// Table writes the methods with calls, a row each, the most inclusive time first. Times
// are in ns.
func Table(w io.Writer, p *profile.Profile, format TableFormat) error {
	names, clocks := columns(p.Index)
	by := profile.Wall
	if p.Calls.Primary() == trace.CPU {
		by = profile.CPU
	}
	var order []int
	for m := range p.Methods {
		if p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			order = append(order, m)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.Methods[b].Inclusive[by], p.Methods[a].Inclusive[by]), strings.Compare(p.Info.Methods[a].Label(), p.Info.Methods[b].Label()))
	})
	numbers := func(m int) []int64 {
		f := &p.Methods[m]
		all := []int64{f.Calls, f.Recursive}
		for _, c := range clocks {
			all = append(all, f.Inclusive[c], f.Exclusive[c])
		}
		return all
	}
	if format == JSON {
		return tableJSON(w, p, order, names, numbers)
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
			row[i] = cell(row[i], format)
		}
		for _, n := range numbers(m) {
			row = append(row, strconv.FormatInt(n, 10))
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// cell makes text of a name for a spreadsheet, which would take one that begins so for a
// formula, and run it.
func cell(s string, format TableFormat) string {
	if format == TSV {
		s = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(s)
	}
	if strings.ContainsAny(s[:min(1, len(s))], "=+-@\t\r\n") || strings.HasPrefix(s, "＝") || strings.HasPrefix(s, "＋") || strings.HasPrefix(s, "－") || strings.HasPrefix(s, "＠") {
		return "'" + s
	}
	return s
}

// tableJSON writes an array of objects.
func tableJSON(w io.Writer, p *profile.Profile, order []int, names []string, numbers func(m int) []int64) error {
	out := newJSONWriter(w)
	out.WriteByte('[')
	for i, m := range order {
		in := &p.Info.Methods[m]
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n{")
		for i, s := range []string{in.ID.String(), in.Class, in.Name, in.Signature, in.File} {
			text, err := json.Marshal(s)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "\"%s\":%s,", names[i], text)
		}
		fmt.Fprintf(out, "\"line\":%d", in.Line)
		for i, n := range numbers(m) {
			fmt.Fprintf(out, ",\"%s\":%d", names[6+i], n)
		}
		out.WriteByte('}')
	}
	out.WriteString("\n]\n")
	return out.Flush()
}
