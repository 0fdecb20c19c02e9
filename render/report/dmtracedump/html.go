package dmtracedump

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
)

//go:embed page.css
var pageStyle string

//go:embed sort.js
var sortScript string

// sortDigest is the SHA-256 of the page's script, in base64. As a constant it saves the browser's
// build the code of SHA-256.
const sortDigest = "x3UDHveAP3iRCmlDvx0eDXLlhV68QLG2VkNw20MlD2k="

// head begins a page without external resources. sortable, if not "", is the prefix of the URL of
// another script for sorting tables, sortable.js.
func head(w io.Writer, title, sortable string) {
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<title>%s</title>\n<style>\n%s</style>\n",
		html.EscapeString(policy(sortable)), html.EscapeString(title), pageStyle)
	if sortable != "" {
		fmt.Fprintf(w, "<script src=\"%ssortable.js\"></script>\n", html.EscapeString(sortable))
	}
	fmt.Fprintf(w, "</head>\n<body>\n<h1>%s</h1>\n", html.EscapeString(title))
}

// policy returns a Content-Security-Policy that allows no requests and only the page's own
// script, or the one at sortable.
func policy(sortable string) string {
	script := "'sha256-" + sortDigest + "'"
	if sortable != "" {
		script = "'self' file:"
		if scheme, rest, ok := strings.Cut(sortable, "://"); ok {
			host, _, _ := strings.Cut(rest, "/")
			script = scheme + "://" + host
		}
		if strings.ContainsAny(script, ";, \t\r\n") { // these would begin another directive
			script = "'self' file:"
		}
	}
	return "default-src 'none'; style-src 'unsafe-inline'; script-src " + script
}

func foot(w io.Writer, sortable string) {
	if sortable == "" {
		fmt.Fprintf(w, "<script>\n%s</script>\n", sortScript)
	}
	fmt.Fprint(w, "</body>\n</html>\n")
}

const contents = `<nav><a href="#exclusive">Exclusive</a><a href="#inclusive">Inclusive</a><a href="#class">Class</a><a href="#method">Method</a></nav>
`

// MaxRows is the default limit on the rows of each table, so that a page of any trace opens at
// once.
const MaxRows = 1000

// A Page is the tables of Text as one HTML page.
type Page struct {
	*Profile
	Title    string
	Sortable string // prefix of the URL of another script for sorting tables, sortable.js, or ""
	Rows     int    // limit for each table, 0 for all
}

// left writes how many rows are not shown.
func (p *Page) left(w io.Writer, rows int) {
	if p.Rows > 0 && rows > p.Rows {
		fmt.Fprintf(w, "<p class=\"note\">The first %d of %d rows are shown. Option -rows 0 writes all, and so does the report as text.</p>\n", p.Rows, rows)
	}
}

// shown reports whether a row is shown.
func (p *Page) shown(row int) bool { return p.Rows == 0 || row < p.Rows }

// link returns a link to a method's entry in the inclusive table, or its plain index if it has no
// entry.
func (p *Page) link(i, width int) string {
	if p.Methods[i].Inclusive == 0 || !p.shown(i) {
		return plainIndex(i, width)
	}
	text := fmt.Sprintf("[%d]", i)
	return fmt.Sprintf("%*s<a href=\"#m%d\">%s</a>", max(0, width-len(text)), "", i, text)
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	head(out, p.Title, p.Sortable)
	for _, note := range p.Notes {
		fmt.Fprintf(out, "<p class=\"note\">%s</p>\n", html.EscapeString(note))
	}
	fmt.Fprintf(out, "<p>Total cycles: %d</p>\n", p.Total)
	p.writeExclusive(out)
	p.writeInclusive(out)
	for _, by := range groupings {
		name := map[string]string{"class": "Class", "method": "Method"}[by.anchor]
		section(out, by.anchor, name, by.title)
		groups := p.groups(by)
		if groups == nil {
			fmt.Fprint(out, "<p>No classes.</p>\n")
			break
		}
		p.writeGroups(out, by, groups)
	}
	foot(out, p.Sortable)
	return out.Flush()
}

// section writes the heading of a table.
func section(w io.Writer, anchor, name, text string) {
	fmt.Fprintf(w, "<h2 id=\"%s\">%s</h2>\n%s<p>%s</p>\n", anchor, name, contents, html.EscapeString(text))
}

// writeExclusive writes the table of exclusive time.
func (p *Page) writeExclusive(w io.Writer) {
	section(w, "exclusive", "Exclusive", exclusiveTitle)
	fmt.Fprint(w, "<table class=\"sortable\"><thead><tr><th>Usecs</th><th>self %</th><th>sum %</th><th>index</th><th class=\"name\">Method</th></tr></thead>\n<tbody>\n")
	rows := 0
	p.exclusive(func(i int, m *Method, sum float64) {
		if p.shown(rows) {
			fmt.Fprintf(w, "<tr><td>%d</td><td>%.2f</td><td>%.2f</td><td>%s</td><td class=\"name\">%s</td></tr>\n",
				m.Exclusive, p.share(m.Exclusive), 100*sum/float64(uint64(p.Total)), p.link(i, 0), html.EscapeString(m.Label()))
		}
		rows++
	})
	fmt.Fprint(w, "</tbody></table>\n")
	p.left(w, rows)
}

// writeInclusive writes the table of inclusive time, with each method's callers and callees. Each method is a block of
// its own, so that the browser lays it out only when it comes into view.
func (p *Page) writeInclusive(w io.Writer) {
	section(w, "inclusive", "Inclusive", inclusiveTitle)
	fmt.Fprintf(w, "<pre>\n%s", p.head(inclusiveHead))
	p.inclusive(w, inclusiveLook{func(i int) string { return fmt.Sprintf("</pre><pre class=\"entry\" id=\"m%d\">", i) }, p.link, html.EscapeString, p.Rows})
	fmt.Fprint(w, "</pre>\n")
	rows := 0
	for i := range p.Methods {
		if p.Methods[i].Inclusive != 0 {
			rows++
		}
	}
	p.left(w, rows)
}

// writeGroups writes the methods of each group, folded.
func (p *Page) writeGroups(w io.Writer, by grouping, groups []group) {
	fmt.Fprintf(w, "<pre>  %s</pre>\n", p.head(by.head))
	rows, members := 0, 0
	end := func() {
		if rows > 0 && p.shown(rows-1) {
			fmt.Fprint(w, "</pre></details>\n")
		}
	}
	p.eachGroup(groups, func(g *group, sum int64) {
		end()
		rows++
		if !p.shown(rows - 1) {
			return
		}
		members = 0
		fmt.Fprint(w, "<details><summary>")
		fmt.Fprintf(w, groupRow, g.exclusive, p.share(g.exclusive), p.share(sum), g.calls, g.recursive)
		fmt.Fprintf(w, "%s</summary><pre>", html.EscapeString(g.name))
	}, func(g *group, i int, m *Method, sum int64) {
		members++
		if !p.shown(rows - 1) {
			return
		}
		if !p.shown(members - 1) {
			if members-1 == p.Rows {
				fmt.Fprintf(w, "%d more\n", len(g.members)-p.Rows)
			}
			return
		}
		fmt.Fprintf(w, memberRow, m.Exclusive, m.Inclusive, share(m.Exclusive, g.exclusive), share(sum, g.exclusive), m.Calls, m.Recursive)
		fmt.Fprintf(w, "%s %s\n", p.link(i, 0), html.EscapeString(by.member(m)))
	})
	end()
	p.left(w, rows)
}

// DiffHTML writes the difference of two runs as one page, with at most rows rows in each table, 0
// for all. names are the names of the two files.
func DiffHTML(w io.Writer, before, after *Profile, names [2]string, sortable string, rows int) error {
	out := bufio.NewWriter(w)
	page := Page{Rows: rows}
	head(out, "Difference of two traces", sortable)
	fmt.Fprintf(out, "<p>Run 1: %s<br>Run 2: %s</p>\n", html.EscapeString(names[0]), html.EscapeString(names[1]))
	both, removed, added := match(before, after)
	for _, by := range []struct {
		anchor, title string
		time          func(*Method) int64
	}{{"exclusive", "Exclusive", exclusive}, {"inclusive", "Inclusive", inclusive}} {
		sortPairs(both, by.time)
		fmt.Fprintf(out, "<h2 id=\"%s\">%s</h2>\n<table class=\"sortable\"><thead><tr><th class=\"name\">Method</th><th>Run 1 (us)</th><th>Run 2 (us)</th><th>Diff (us)</th><th>Diff (%%)</th><th>1: # calls</th><th>2: # calls</th></tr></thead>\n<tbody>\n", by.anchor, by.title)
		for i, p := range both {
			if !page.shown(i) {
				break
			}
			a, b := by.time(p.before), by.time(p.after)
			fmt.Fprintf(out, "<tr><td class=\"name\">%s</td><td>%d</td><td>%d</td><td>%d</td><td>%.2f</td><td>%d</td><td>%d</td></tr>\n",
				html.EscapeString(p.before.Short()), a, b, b-a, ratio(a, b), p.before.Calls, p.after.Calls)
		}
		fmt.Fprint(out, "</tbody></table>\n")
		page.left(out, len(both))
	}
	for _, only := range []struct {
		title   string
		methods []*Method
	}{{"Run 1 methods not found in Run 2", removed}, {"Run 2 methods not found in Run 1", added}} {
		fmt.Fprintf(out, "<h2>%s</h2>\n<table class=\"sortable\"><thead><tr><th class=\"name\">Method</th><th>Exclusive</th><th>Inclusive</th><th># calls</th></tr></thead>\n<tbody>\n", only.title)
		for i, m := range only.methods {
			if !page.shown(i) {
				break
			}
			fmt.Fprintf(out, "<tr><td class=\"name\">%s</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", html.EscapeString(m.Short()), m.Exclusive, m.Inclusive, m.Calls)
		}
		fmt.Fprint(out, "</tbody></table>\n")
		page.left(out, len(only.methods))
	}
	foot(out, sortable)
	return out.Flush()
}
