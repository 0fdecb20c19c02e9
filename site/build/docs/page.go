package docs

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A page is one Markdown file.
type page struct {
	name, file, language string // name in the site, file in the repository
	title, about         string // its first heading and the text of its first paragraph
	headings             []anchor
	source               []byte
	tree                 ast.Node
}

// An anchor is a heading that links can point to.
type anchor struct {
	id, text string
	level    int
}

// isNote reports whether the page is a format note.
func (p *page) isNote() bool { return !strings.HasPrefix(p.file, folder+"/") }

// dir returns the page's folder in docs/, with a slash at its end, or "" for English.
func (p *page) dir() string {
	if p.language == "en" {
		return ""
	}
	return p.language + "/"
}

// site returns the page's name in the site.
func (p *page) site() string { return "docs/" + p.dir() + p.name + ".html" }

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

func parse(name, file, language string, source []byte) (*page, error) {
	p := &page{name: name, file: file, language: language, source: source}
	p.tree = markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(slugs{}))))
	err := ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			words := plain(n, source)
			id, _ := n.AttributeString("id")
			if n.Level == 1 && p.title == "" {
				p.title = words
			} else {
				p.headings = append(p.headings, anchor{id: string(id.([]byte)), text: words, level: n.Level})
			}
		case *ast.Paragraph:
			if p.about == "" && n.Parent() == p.tree {
				p.about = plain(n, source)
			}
		}
		return ast.WalkContinue, nil
	})
	if err == nil && p.title == "" {
		err = fmt.Errorf("%s has no heading of the first level", file)
	}
	return p, err
}

// plain returns the text below a node, without its markup.
func plain(n ast.Node, source []byte) string {
	var out strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			out.Write(t.Segment.Value(source))
			if t.SoftLineBreak() || t.HardLineBreak() {
				out.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(out.String())
}

// slugs makes ids of headings as GitHub does, so that links with a fragment work in both.
type slugs map[string]int

// Generate returns the id of a heading.
func (s slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	var slug strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(string(value))) {
		switch {
		case r == ' ':
			slug.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			slug.WriteRune(r)
		}
	}
	id := slug.String()
	n := s[id]
	s[id]++
	if n > 0 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return []byte(id)
}

// Put records the id that a heading sets itself.
func (s slugs) Put(value []byte) { s[string(value)]++ }

// html returns the page's text as HTML. Links and pictures get their addresses in the site.
func (p *page) html(s *shelf) ([]byte, error) {
	r := &nodes{page: p, shelf: s}
	var out bytes.Buffer
	err := renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(r, 1),
		util.Prioritized(markdownHTML, 1000),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
	)).Render(&out, p.source, p.tree)
	// Wide tables and code scroll separately, by keys too. The bundler would read text between two @ as a
	// file's name.
	body := strings.NewReplacer(
		"@", "&#64;",
		"<table>", fmt.Sprintf(`<div class="wide" role="group" aria-label=%q tabindex="0"><table>`, s.frame.Table),
		"</table>", "</table></div>",
		"<pre>", `<pre tabindex="0">`,
		"<th></th>", "<td></td>", // heads no column
	).Replace(out.String())
	return []byte(strings.ReplaceAll(body, pictureMark, "@")), err
}

// pictureMark replaces the @ around the name of a picture.
const pictureMark = "\x00"

// nodes renders headings, links and pictures.
type nodes struct {
	page  *page
	shelf *shelf
}

// RegisterFuncs registers the kinds of node that differ from plain Markdown.
func (r *nodes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, r.heading)
	reg.Register(ast.KindLink, r.link)
	reg.Register(ast.KindImage, r.image)
}

// heading writes a heading that links to itself.
func (r *nodes) heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	id, _ := n.AttributeString("id")
	if entering {
		fmt.Fprintf(w, "<h%d id=%q>", n.Level, id)
	}
	if n.Level > 1 && !hasLink(n) {
		if entering {
			fmt.Fprintf(w, `<a href="#%s">`, id)
		} else {
			fmt.Fprint(w, "</a>")
		}
	}
	if !entering {
		fmt.Fprintf(w, "</h%d>\n", n.Level)
	}
	return ast.WalkContinue, nil
}

func hasLink(n ast.Node) (found bool) {
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		found = found || n.Kind() == ast.KindLink
		return ast.WalkContinue, nil
	})
	return found
}

// link writes a link with its address in the site. The text of a link to a file that the site lacks stays plain text.
func (r *nodes) link(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	href, ok := r.href(string(node.(*ast.Link).Destination))
	switch {
	case !ok:
	case entering:
		fmt.Fprintf(w, `<a href="%s">`, html.EscapeString(href))
	default:
		fmt.Fprint(w, "</a>")
	}
	return ast.WalkContinue, nil
}

// href returns the address of a link in the site: a page of the documentation, a path from the top of the site
// if it begins with "/", or another site. It returns false for a file that is not in the site.
func (r *nodes) href(to string) (href string, ok bool) {
	u, err := url.Parse(to)
	if err != nil {
		return "", false
	}
	if top, ok := strings.CutPrefix(to, "/"); ok {
		return r.shelf.frame.up() + top, true
	}
	if u.Scheme != "" || u.Host != "" || u.Path == "" {
		return to, true
	}
	p := r.shelf.library.pages[path.Join(path.Dir(r.page.file), u.Path)]
	if p == nil {
		return "", false
	}
	href = r.shelf.href(p)
	if u.Fragment != "" {
		href += "#" + u.Fragment
	}
	return href, true
}

// image writes a picture. A picture called NAME-light shows NAME-dark in the dark theme.
func (r *nodes) image(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Image)
	if !entering {
		return ast.WalkContinue, nil
	}
	file := path.Join(path.Dir(r.page.file), string(n.Destination))
	data, err := fs.ReadFile(r.shelf.library.repository, file)
	if err != nil {
		return ast.WalkStop, err
	}
	width, height, err := size(data)
	if err != nil {
		return ast.WalkStop, fmt.Errorf("%s: %w", file, err)
	}
	ref := func(file string) string {
		return r.shelf.frame.up() + pictureMark + strings.TrimPrefix(file, "site/") + pictureMark
	}
	dark := strings.Replace(file, "-light.", "-dark.", 1)
	fmt.Fprintf(w, `<a class="picture-link" href="%s"><picture>`, ref(file)) // docs.js replaces it with the picture that is shown
	if _, err := fs.Stat(r.shelf.library.repository, dark); dark != file && err == nil {
		fmt.Fprintf(w, `<source media="(prefers-color-scheme: dark)" srcset="%s">`, ref(dark))
	}
	fmt.Fprintf(w, `<img src="%s" alt="%s" width="%d" height="%d" loading="lazy"></picture></a>`, ref(file), html.EscapeString(plain(n, source)), width, height)
	return ast.WalkSkipChildren, nil
}

// blocks returns the page's fenced code blocks in order.
func (p *page) blocks() (all []block) {
	ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if b, ok := n.(*ast.FencedCodeBlock); ok && entering {
			var info string
			if b.Info != nil {
				info = string(b.Info.Segment.Value(p.source))
			}
			all = append(all, block{info: strings.Fields(info), text: string(b.Lines().Value(p.source))})
		}
		return ast.WalkContinue, nil
	})
	return all
}

// A block is a fenced code block: the words after its opening fence, and its text.
type block struct {
	info []string
	text string
}

// hasWord reports whether a word follows the opening fence.
func (b block) hasWord(word string) bool { return slices.Contains(b.info, word) }

// links returns the targets of the page's links and pictures, as the Markdown states them.
func (p *page) links() (all []string) {
	ast.Walk(p.tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Link:
				all = append(all, string(n.Destination))
			case *ast.Image:
				all = append(all, string(n.Destination))
			}
		}
		return ast.WalkContinue, nil
	})
	return all
}
