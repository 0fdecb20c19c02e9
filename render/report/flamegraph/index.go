package flamegraph

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"net/url"

	"traceglass/render/words"
)

// A Page lists graphs in files next to it.
type Page struct {
	Title  string
	Clock  string // name of the clock
	Graphs []Entry
	Stacks string // file of the folded stacks
	Unit   string // unit of the folded stacks

	Counted bool // figures are counts instead of times
}

// An Entry is one graph of a Page.
type Entry struct {
	Name, File string
	Time       int64 // ns, or a count
	Calls      int64
}

func (p *Page) figure(n int64) string {
	if p.Counted {
		return words.Count(n)
	}
	return words.Duration(n)
}

// HTML writes the page.
func (p *Page) HTML(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>%s</title>
<style>
:root { color-scheme: light dark }
body { font: 14px/1.5 system-ui, sans-serif; margin: 1.5em }
table { border-collapse: collapse }
th, td { padding: 0.2em 0.8em; text-align: right; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left }
th { border-bottom: 1px solid }
meter { width: 12em }
</style>
</head>
<body>
<h1>%s</h1>
<table>
<thead><tr><th>Thread</th><th>%s</th><th>Share</th><th>Calls</th></tr></thead>
<tbody>
`, html.EscapeString(p.Title), html.EscapeString(p.Title), html.EscapeString(p.Clock))
	most := int64(1)
	for _, e := range p.Graphs {
		most = max(most, e.Time)
	}
	for _, e := range p.Graphs {
		fmt.Fprintf(out, "<tr><td><a href=\"%s\">%s</a></td><td>%s</td><td><meter value=\"%.4f\"></meter></td><td>%s</td></tr>\n",
			html.EscapeString(url.PathEscape(e.File)), html.EscapeString(e.Name), p.figure(e.Time), float64(e.Time)/float64(most), words.Count(e.Calls))
	}
	fmt.Fprint(out, "</tbody>\n</table>\n")
	if p.Stacks != "" {
		fmt.Fprintf(out, "<p>The same as <a href=\"%s\">folded stacks</a>, in %s.</p>\n", html.EscapeString(url.PathEscape(p.Stacks)), p.Unit)
	}
	fmt.Fprint(out, "</body>\n</html>\n")
	return out.Flush()
}
