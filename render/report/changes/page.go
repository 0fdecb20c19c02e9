// Package changes writes what differs between two traces, or two groups of runs, and what of them
// goes beyond a budget: as text, as Markdown for a comment on a change, as CSV and as JSON.
package changes

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"traceglass/render/report"
	"traceglass/render/words"
)

// A page is text or Markdown while it is written.
type page struct {
	*bufio.Writer
	markdown bool
	begun    bool
}

func newPage(w io.Writer, markdown bool) *page {
	return &page{Writer: bufio.NewWriter(w), markdown: markdown}
}

func (p *page) gap() {
	if p.begun {
		p.WriteByte('\n')
	}
	p.begun = true
}

// text is what may hold a file's own words.
func (p *page) text(s string) string {
	s = words.Plain(words.Clip(s))
	if p.markdown {
		return report.InMarkdown(s)
	}
	return report.Clean(s)
}

func (p *page) heading(format string, args ...any) {
	p.gap()
	s := p.text(fmt.Sprintf(format, args...))
	if p.markdown {
		s = "### " + s
	}
	fmt.Fprintln(p, s)
}

// say writes a paragraph.
func (p *page) say(format string, args ...any) {
	p.gap()
	fmt.Fprintln(p, p.text(fmt.Sprintf(format, args...)))
}

// list writes lines, at most so many, and how many more there are.
func (p *page) list(most int, lines []string) {
	if p.markdown {
		p.WriteByte('\n')
	}
	for i, line := range lines {
		if most > 0 && i == most {
			fmt.Fprintf(p, "%s… and %s more\n", p.mark(), words.Count(int64(len(lines)-most)))
			break
		}
		fmt.Fprintln(p, p.mark()+p.text(line))
	}
}

func (p *page) mark() string {
	if p.markdown {
		return "- "
	}
	return "  "
}

// table writes rows below headings. A column whose heading ends in | holds text, any other
// figures.
func (p *page) table(headings []string, rows [][]string) {
	width := make([]int, len(headings))
	left := make([]bool, len(headings))
	for i := range headings {
		headings[i], left[i] = strings.CutSuffix(headings[i], "|")
		width[i] = utf8.RuneCountInString(headings[i])
	}
	for _, row := range rows {
		for i := range row {
			row[i] = p.text(row[i])
			width[i] = max(width[i], utf8.RuneCountInString(row[i]))
		}
	}
	p.WriteByte('\n')
	line := func(row []string) {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			switch {
			case p.markdown:
				b.WriteString("| " + cell + " ")
				continue
			case i > 0:
				b.WriteString("  ")
			}
			if left[i] {
				b.WriteString(cell + pad)
			} else {
				b.WriteString(pad + cell)
			}
		}
		if p.markdown {
			b.WriteByte('|')
		}
		fmt.Fprintln(p, strings.TrimRight(b.String(), " "))
	}
	line(headings)
	if p.markdown {
		for i := range headings {
			if left[i] {
				p.WriteString("|:--")
			} else {
				p.WriteString("|--:")
			}
		}
		p.WriteString("|\n")
	}
	for _, row := range rows {
		line(row)
	}
}

// signed is a change with its sign; 0 has none.
func signed(n int64, figure func(int64) string) string {
	switch {
	case n > 0:
		return "+" + figure(n)
	case n < 0:
		return "−" + figure(-n)
	}
	return "0"
}

// percent is a change as a share of what was, "" where there was nothing.
func percent(a, b float64) string {
	if a == 0 {
		return ""
	}
	share := (b - a) / a
	sign := ""
	if share > 0 {
		sign = "+"
	}
	if share < 0 {
		sign, share = "−", -share
	}
	return sign + words.Percent(share)
}
