// Package docs makes the site's documentation: it renders the Markdown files of site/docs, the format notes in
// the folders of the code, and the command's own help as pages in docs/ of the site.
//
// The first heading of a Markdown file is the page's title. The first paragraph describes the page in the list of all
// pages. The build drops HTML. Links look like this:
//
//	[Recording](recording.md#simpleperf)        another page, which works in the repository too
//	[the note](PATH)                            a format note, by its path from the page in the repository
//	[open it](/?open=samples/sample.trace.gz)   "/" is the top of the site, wherever it is hosted
//	![what](img/overview-light.webp)            with img/overview-dark.webp for dark pages, if that exists
//
// Words after a fence that opens a code block say what a test does with it:
//
//	```console test            runs each line that begins with "$ " by a shell, in a folder with the files of testdata;
//	                           other lines are the expected output, "…" matches any lines
//	```toml file=budget.toml   writes the file for the commands below it
//	```text                    plain text, without a button that copies it
package docs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"traceglass/wasm/export"
)

// folder holds the text of the English pages. Each folder in it holds a translation, named by its language.
const folder = "site/docs"

// order lists the pages by name, in reading order.
var order = []string{
	"getting-started", "recording", "reading-a-trace", "reading-a-dump", "week-of-anrs", "pile-of-anrs", "comparing-builds", "checking-in-ci", "assistants", "fleet",
	"hosting", "embedding", "links-and-pages", "privacy-and-security", commandReference, "formats", "figures", "faq",
}

const (
	commandReference = "command-reference"
	formats          = "formats" // the page that lists the notes
)

// notes lists the format notes in the folders of the code, in the order of the page formats: the name of the page, its
// title in lists, and the file.
var notes = []struct{ name, title, file string }{
	{"format-trace", "Method traces", "parser/trace/format.md"},
	{"format-thread-dump", "Thread dumps", "parser/dump/format.md"},
	{"format-anr-exports", "Exports of ANRs", "parser/anr/format.md"},
	{"format-simpleperf", "Simpleperf recordings", "parser/simpleperf/format.md"},
	{"format-mapping", "Maps of names", "parser/mapping/format.md"},
	{"format-summary", "Summary", "render/report/summary.md"},
	{"format-answer", "Answers", "render/answer/answer.md"},
	{"format-overview", "Overview", "render/report/overview.md"},
	{"format-changes", "Changes", "render/report/changes/changes.md"},
	{"format-pile", "Pile of dumps", "render/report/pile.md"},
	{"format-reports", "Reports of ANRs", "render/report/reports.md"},
	{"format-ci", "Results for CI", "render/report/ci/ci.md"},
	{"format-tables", "Tables", "render/report/table/table.md"},
}

// Render returns the sources of the pages, their pictures and the search's indexes, by their names in the site.
// Repository is the module's top folder. Commands is the help on all commands, as Markdown.
func Render(repository fs.FS, commands []byte) (map[string][]byte, error) {
	all, err := read(repository, commands)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, l := range frames {
		s := all.shelf(l)
		if len(s.pages) == 0 {
			continue
		}
		for _, p := range s.pages {
			if p.language != l.Code {
				continue // readers get the English page
			}
			if files[p.site()], err = s.render(p); err != nil {
				return nil, fmt.Errorf("%s: %w", p.file, err)
			}
		}
		if files["docs/"+l.dir()+"index.html"], err = s.contents(); err != nil {
			return nil, err
		}
		if files[l.index()], err = json.Marshal(s.headings()); err != nil {
			return nil, err
		}
	}
	pictures, err := fs.Glob(repository, folder+"/img/*")
	if err != nil {
		return nil, err
	}
	for _, name := range pictures {
		if files["docs/img/"+path.Base(name)], err = fs.ReadFile(repository, name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// read parses every page that exists.
func read(repository fs.FS, commands []byte) (*library, error) {
	all := &library{repository: repository, pages: make(map[string]*page)}
	for _, l := range frames {
		for _, name := range order {
			if err := all.add(name, path.Join(folder, l.dir(), name+".md"), l.Code, commands); err != nil {
				return nil, err
			}
		}
	}
	for _, n := range notes {
		if err := all.add(n.name, n.file, "en", commands); err != nil {
			return nil, err
		}
		if p := all.pages[n.file]; p != nil {
			p.title = n.title
		}
	}
	return all, nil
}

// A library holds all pages of all languages.
type library struct {
	repository fs.FS
	pages      map[string]*page // by file in the repository
}

// add parses a page. A file that does not exist is no page.
func (l *library) add(name, file, language string, commands []byte) error {
	text, err := fs.ReadFile(l.repository, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if name == commandReference {
		text = bytes.Replace(text, []byte(commandsMark), commands, 1)
	}
	text = bytes.Replace(text, []byte(exportsMark), exports(), 1)
	if before, after, ok := bytes.Cut(text, []byte(guideMark)); ok {
		guide, err := fs.ReadFile(l.repository, guideFile)
		if err != nil {
			return err
		}
		_, guide, _ = bytes.Cut(guide, []byte("\n")) // its title
		text = slices.Concat(before, bytes.TrimSpace(guide), after)
	}
	l.pages[file], err = parse(name, file, language, text)
	return err
}

// exportsMark is the line that the tables of all exports replace.
const exportsMark = "<!-- exports -->"

// exports returns the tables of all exports, from wasm/export.
func exports() []byte {
	var out bytes.Buffer
	for _, menu := range []struct {
		title  string
		groups []export.Group
	}{
		{"A trace", export.Trace},
		{"One process of a thread dump", []export.Group{export.Process}},
		{"All open thread dumps", []export.Group{export.Dumps}},
		{"The causes of a pile of thread dumps", []export.Group{export.Causes}},
		{"A comparison", []export.Group{export.Changes, export.ChangesFlame, export.ChangesTimelines}},
	} {
		fmt.Fprintf(&out, "### %s\n\n| export | what | command | file |\n|---|---|---|---|\n", menu.title)
		for _, g := range menu.groups {
			for i := range g.Exports {
				e := &g.Exports[i]
				command := "only in the page"
				if e.Command != nil {
					command = "`" + strings.Join(e.Command, " ") + "`"
				}
				fmt.Fprintf(&out, "| %s | %s | %s | `%s` |\n", cmp.Or(string(e.Name), "only the command"), cmp.Or(e.Usage, string(e.About)), command, e.Ending)
			}
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// guideMark is the line that the guide replaces, which traceglass guide prints.
const (
	guideMark = "<!-- guide -->"
	guideFile = "render/answer/guide.md"
)

// commandsMark is the line of the command reference that the help of all commands replaces.
const commandsMark = "<!-- commands -->"

// A shelf holds the pages of one language in order, with the English page where a translation is missing.
type shelf struct {
	library *library
	frame   frame
	pages   []*page
}

func (l *library) shelf(f frame) *shelf {
	s := &shelf{library: l, frame: f}
	translated := false
	for _, name := range order {
		if p := l.pages[path.Join(folder, f.dir(), name+".md")]; p != nil {
			s.pages = append(s.pages, p)
			translated = true
		} else if p := l.pages[path.Join(folder, name+".md")]; p != nil {
			s.pages = append(s.pages, p)
		}
		if name != formats {
			continue
		}
		for _, n := range notes {
			if p := l.pages[n.file]; p != nil {
				s.pages = append(s.pages, p)
			}
		}
	}
	if !translated {
		s.pages = nil
	}
	return s
}

// A frame holds the texts around a page's content, in one language.
type frame struct {
	Code, Lang, Own                             string // folder of the language, HTML's lang, and the language's own name
	Docs, Pages, OnPage, Previous, Next, Search string
	None, Copy, Copied, Skip, Table, Intro, In  string
}

// frames lists English first.
var frames = []frame{
	{
		Code: "en", Lang: "en", Own: "English",
		Docs: "Documentation", Pages: "All pages", OnPage: "On this page", Previous: "Previous", Next: "Next", Search: "Search headings",
		None: "No heading matches.", Copy: "Copy", Copied: "Copied", Skip: "Skip to content", Table: "Table",
		Intro: "How to record, open and read traces and thread dumps, in the page and on the command line.",
	},
	{
		Code: "zh", Lang: "zh-CN", Own: "中文",
		Docs: "文档", Pages: "所有页面", OnPage: "本页内容", Previous: "上一页", Next: "下一页", Search: "搜索标题",
		None: "没有匹配的标题。", Copy: "复制", Copied: "已复制", Skip: "跳到正文", Table: "表格",
		Intro: "如何在页面和命令行中录制、打开和阅读跟踪与线程转储。", In: "（英文）",
	},
}

// dir returns the folder of the language's pages in docs/, with a slash at its end, or "" for English.
func (f frame) dir() string {
	if f.Code == "en" {
		return ""
	}
	return f.Code + "/"
}

// index returns the source name of the search index.
func (f frame) index() string { return "docs-index." + f.Code + ".json" }

// up returns the relative path from a page of the language to the top of the site.
func (f frame) up() string { return "../" + strings.Repeat("../", strings.Count(f.dir(), "/")) }

// A link is one page or heading in a list.
type link struct {
	Href, Text, About, Lang string
	Current, Under          bool
}

// href returns the relative path from a page of the shelf to another.
func (s *shelf) href(p *page) string { return relative(s.frame.dir(), p.dir()) + p.name + ".html" }

// link returns the list entry of a page.
func (s *shelf) link(p *page) link {
	l := link{Href: s.href(p), Text: p.title, About: p.about}
	if p.language != s.frame.Code {
		l.Lang, l.Text = "en", p.title+s.frame.In
	}
	l.Under = p.isNote()
	return l
}

// A heading is an entry of the search index.
type heading struct {
	Text string `json:"text"`
	Page string `json:"page"`
	Href string `json:"href"`
}

// headings returns the headings of all pages.
func (s *shelf) headings() (all []heading) {
	for _, p := range s.pages {
		href := s.href(p)
		all = append(all, heading{Text: p.title, Page: p.title, Href: href})
		for _, h := range p.headings {
			all = append(all, heading{Text: h.text, Page: p.title, Href: href + "#" + h.id})
		}
	}
	return all
}

// A sheet is the data for the template of pages.
type sheet struct {
	F              frame
	Up, Title      string
	About          string
	Name           string
	Body           template.HTML
	Nav            []link
	OnPage         []link
	Previous, Next *link
	Other          []link // the page in other languages
	Index          string
	Here           bool // whether this is the list of all pages
}

// render returns the HTML of a page.
func (s *shelf) render(p *page) ([]byte, error) {
	body, err := p.html(s)
	if err != nil {
		return nil, err
	}
	sheet := s.sheet(p.title, p.about)
	sheet.Name, sheet.Body = p.name, template.HTML(body)
	for i, other := range s.pages {
		if other != p {
			continue
		}
		if i > 0 {
			l := s.link(s.pages[i-1])
			sheet.Previous = &l
		}
		if i < len(s.pages)-1 {
			l := s.link(s.pages[i+1])
			sheet.Next = &l
		}
	}
	under := p.isNote() || p.name == formats
	for _, other := range s.pages {
		if other.isNote() && !under {
			continue // list other notes only on a note's page and on the page of formats
		}
		l := s.link(other)
		l.Current = other == p
		sheet.Nav = append(sheet.Nav, l)
	}
	for _, h := range p.headings {
		if h.level == 2 {
			sheet.OnPage = append(sheet.OnPage, link{Href: "#" + h.id, Text: h.text})
		}
	}
	for _, f := range frames {
		if other := s.library.pages[path.Join(folder, f.dir(), p.name+".md")]; f.Code != p.language && other != nil {
			sheet.Other = append(sheet.Other, link{Href: s.href(other), Text: f.Own, Lang: f.Lang})
		}
	}
	return execute(sheet)
}

// contents returns the HTML of the list of all pages.
func (s *shelf) contents() ([]byte, error) {
	sheet := s.sheet(s.frame.Docs, s.frame.Intro)
	sheet.Here = true
	for _, p := range s.pages {
		if !p.isNote() {
			sheet.Nav = append(sheet.Nav, s.link(p))
		}
	}
	for _, f := range frames {
		if f.Code != s.frame.Code && len(s.library.shelf(f).pages) > 0 {
			sheet.Other = append(sheet.Other, link{Href: relative(s.frame.dir(), f.dir()) + "./", Text: f.Own, Lang: f.Lang})
		}
	}
	return execute(sheet)
}

func (s *shelf) sheet(title, about string) *sheet {
	return &sheet{F: s.frame, Up: s.frame.up(), Title: title, About: about, Index: s.frame.index()}
}

// execute fills the template.
func execute(s *sheet) ([]byte, error) {
	var out bytes.Buffer
	err := frameTemplate.Execute(&out, s)
	return out.Bytes(), err
}

// relative returns the path from one folder of docs/ to another. Both are "" or end in a slash.
func relative(from, to string) string {
	if from == to {
		return ""
	}
	return strings.Repeat("../", strings.Count(from, "/")) + to
}
