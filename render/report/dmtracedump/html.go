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

// sortDigest is of what stands in the page's script: SHA-256, in base64. Written here it saves the
// browser's build of the command the code that makes it.
const sortDigest = "x3UDHveAP3iRCmlDvx0eDXLlhV68QLG2VkNw20MlD2k="

// head begins a page that needs nothing from elsewhere. sortable, unless it is "", is
// where another script for sorting its tables is, as a prefix of the name sortable.js.
func head(w io.Writer, title, sortable string) {
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<title>%s</title>\n<style>\n%s</style>\n",
		html.EscapeString(policy(sortable)), html.EscapeString(title), pageStyle)
	if sortable != "" {
		fmt.Fprintf(w, "<script src=\"%ssortable.js\"></script>\n", html.EscapeString(sortable))
	}
	fmt.Fprintf(w, "</head>\n<body>\n<h1>%s</h1>\n", html.EscapeString(title))
}

// policy has a page ask nothing of anybody, and run its own script alone, or the one that it was
// told to use.
func policy(sortable string) string {
	script := "'sha256-" + sortDigest + "'"
	if sortable != "" {
		script = "'self' file:"
		if scheme, rest, ok := strings.Cut(sortable, "://"); ok {
			host, _, _ := strings.Cut(rest, "/")
			script = scheme + "://" + host
		}
		if strings.ContainsAny(script, ";, \t\r\n") { // which would begin another rule
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

// link refers to a method's entry in the inclusive table, if it has one.
func (p *Profile) link(i, width int) string {
	if p.Methods[i].Inclusive == 0 {
		return plainIndex(i, width)
	}
	text := fmt.Sprintf("[%d]", i)
	return fmt.Sprintf("%*s<a href=\"#m%d\">%s</a>", max(0, width-len(text)), "", i, text)
}

// HTML writes the tables of Text as one page.
func (p *Profile) HTML(w io.Writer, title, sortable string) error {
	out := bufio.NewWriter(w)
	head(out, title, sortable)
	for _, note := range p.Notes {
		fmt.Fprintf(out, "<p class=\"note\">%s</p>\n", html.EscapeString(note))
	}
	section := func(anchor, name, text string) {
		fmt.Fprintf(out, "<h2 id=\"%s\">%s</h2>\n%s<p>%s</p>\n", anchor, name, contents, html.EscapeString(text))
	}
	fmt.Fprintf(out, "<p>Total cycles: %d</p>\n", p.Total)
	section("exclusive", "Exclusive", exclusiveTitle)
	fmt.Fprint(out, "<table class=\"sortable\"><thead><tr><th>Usecs</th><th>self %</th><th>sum %</th><th>index</th><th class=\"name\">Method</th></tr></thead>\n<tbody>\n")
	p.exclusive(func(i int, m *Method, sum float64) {
		fmt.Fprintf(out, "<tr><td>%d</td><td>%.2f</td><td>%.2f</td><td>%s</td><td class=\"name\">%s</td></tr>\n",
			m.Exclusive, p.share(m.Exclusive), 100*sum/float64(uint64(p.Total)), p.link(i, 0), html.EscapeString(m.Label()))
	})
	fmt.Fprint(out, "</tbody></table>\n")
	section("inclusive", "Inclusive", inclusiveTitle)
	fmt.Fprintf(out, "<pre>\n%s", inclusiveHead)
	p.inclusive(out, func(i int) string { return fmt.Sprintf("<a id=\"m%d\"></a>", i) }, p.link, html.EscapeString)
	fmt.Fprint(out, "</pre>\n")
	for _, by := range groupings {
		name := map[string]string{"class": "Class", "method": "Method"}[by.anchor]
		section(by.anchor, name, by.title)
		groups := p.groups(by)
		if groups == nil {
			fmt.Fprint(out, "<p>No classes.</p>\n")
			break
		}
		fmt.Fprintf(out, "<pre>  %s</pre>\n", by.head)
		open := false
		p.eachGroup(groups, func(g *group, sum int64) {
			if open {
				fmt.Fprint(out, "</pre></details>\n")
			}
			open = true
			fmt.Fprint(out, "<details><summary>")
			fmt.Fprintf(out, groupRow, g.exclusive, p.share(g.exclusive), p.share(sum), g.calls, g.recursive)
			fmt.Fprintf(out, "%s</summary><pre>", html.EscapeString(g.name))
		}, func(g *group, i int, m *Method, sum int64) {
			fmt.Fprintf(out, memberRow, m.Exclusive, m.Inclusive, share(m.Exclusive, g.exclusive), share(sum, g.exclusive), m.Calls, m.Recursive)
			fmt.Fprintf(out, "%s %s\n", p.link(i, 0), html.EscapeString(by.member(m)))
		})
		if open {
			fmt.Fprint(out, "</pre></details>\n")
		}
	}
	foot(out, sortable)
	return out.Flush()
}

// DiffHTML writes what Diff does as one page; names are those of the two files.
func DiffHTML(w io.Writer, before, after *Profile, names [2]string, sortable string) error {
	out := bufio.NewWriter(w)
	head(out, "Difference of two traces", sortable)
	fmt.Fprintf(out, "<p>Run 1: %s<br>Run 2: %s</p>\n", html.EscapeString(names[0]), html.EscapeString(names[1]))
	both, removed, added := match(before, after)
	for _, by := range []struct {
		anchor, title string
		time          func(*Method) int64
	}{{"exclusive", "Exclusive", exclusive}, {"inclusive", "Inclusive", inclusive}} {
		sortPairs(both, by.time)
		fmt.Fprintf(out, "<h2 id=\"%s\">%s</h2>\n<table class=\"sortable\"><thead><tr><th class=\"name\">Method</th><th>Run 1 (us)</th><th>Run 2 (us)</th><th>Diff (us)</th><th>Diff (%%)</th><th>1: # calls</th><th>2: # calls</th></tr></thead>\n<tbody>\n", by.anchor, by.title)
		for _, p := range both {
			a, b := by.time(p.before), by.time(p.after)
			fmt.Fprintf(out, "<tr><td class=\"name\">%s</td><td>%d</td><td>%d</td><td>%d</td><td>%.2f</td><td>%d</td><td>%d</td></tr>\n",
				html.EscapeString(p.before.Short()), a, b, b-a, ratio(a, b), p.before.Calls, p.after.Calls)
		}
		fmt.Fprint(out, "</tbody></table>\n")
	}
	for _, only := range []struct {
		title   string
		methods []*Method
	}{{"Run 1 methods not found in Run 2", removed}, {"Run 2 methods not found in Run 1", added}} {
		fmt.Fprintf(out, "<h2>%s</h2>\n<table class=\"sortable\"><thead><tr><th class=\"name\">Method</th><th>Exclusive</th><th>Inclusive</th><th># calls</th></tr></thead>\n<tbody>\n", only.title)
		for _, m := range only.methods {
			fmt.Fprintf(out, "<tr><td class=\"name\">%s</td><td>%d</td><td>%d</td><td>%d</td></tr>\n", html.EscapeString(m.Short()), m.Exclusive, m.Inclusive, m.Calls)
		}
		fmt.Fprint(out, "</tbody></table>\n")
	}
	foot(out, sortable)
	return out.Flush()
}
