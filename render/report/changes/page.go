// Package changes writes the differences between two traces or two groups of runs, and the verdict
// of a budget. The formats are text, Markdown for a comment on a pull request, CSV and JSON.
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

// A page writes text or Markdown.
type page struct {
	*bufio.Writer
	markdown bool
	started  bool
}

func newPage(w io.Writer, markdown bool) *page {
	return &page{Writer: bufio.NewWriter(w), markdown: markdown}
}

func (p *page) gap() {
	if p.started {
		p.WriteByte('\n')
	}
	p.started = true
}

// text makes text that may come from a file safe for the format.
func (p *page) text(s string) string {
	s = words.Plain(words.Clip(s))
	if p.markdown {
		return report.InMarkdown(s)
	}
	return report.Clean(s)
}

func (p *page) heading(s string) {
	p.gap()
	s = p.text(s)
	if p.markdown {
		s = "### " + s
	}
	fmt.Fprintln(p, s)
}

// paragraph writes a paragraph.
func (p *page) paragraph(s string) {
	p.gap()
	fmt.Fprintln(p, p.text(s))
}

// list writes at most most lines, 0 for all, then how many more there are.
func (p *page) list(most int, lines []string) {
	if p.markdown {
		p.WriteByte('\n')
	}
	for i, line := range lines {
		if most > 0 && i == most {
			fmt.Fprintln(p, p.mark()+words.Say("… and {1} more", words.Count(int64(len(lines)-most))))
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

// table writes rows below headings. A heading that ends in | marks a column of text; other
// columns hold figures.
func (p *page) table(headings []string, rows [][]string) {
	width := make([]int, len(headings))
	left := make([]bool, len(headings))
	for i := range headings {
		headings[i], left[i] = strings.CutSuffix(headings[i], "|")
		width[i] = cells(headings[i])
	}
	for _, row := range rows {
		for i := range row {
			row[i] = p.text(row[i])
			width[i] = max(width[i], cells(row[i]))
		}
	}
	p.WriteByte('\n')
	line := func(row []string) {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-cells(cell))
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

// cells returns how many columns of a terminal a text fills: two for each Chinese character or
// punctuation mark.
func cells(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if r >= 0x2e80 && r <= 0x9fff || r >= 0xff00 && r <= 0xff60 {
			n++
		}
	}
	return n
}
