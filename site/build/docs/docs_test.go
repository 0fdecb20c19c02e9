package docs

import (
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var repository = os.DirFS("../../..")

// TestOrder: every page of the list exists, and every file is in the list. The list of notes is that of the page on formats.
func TestOrder(t *testing.T) {
	for _, l := range frames {
		files, err := fs.Glob(repository, path.Join(folder, l.dir(), "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if name := strings.TrimSuffix(path.Base(file), ".md"); !slices.Contains(order, name) {
				t.Errorf("%s is missing in the list of pages", file)
			}
		}
	}
	var listed []string
	for _, n := range notes {
		if _, err := fs.Stat(repository, n.file); err != nil {
			t.Error(err)
		}
		listed = append(listed, n.file)
	}
	page, err := fs.ReadFile(repository, path.Join(folder, formats+".md"))
	if err != nil {
		t.Fatal(err)
	}
	var linked []string
	for _, link := range regexp.MustCompile(`\]\(\.\./\.\./([^)]*\.md)\)`).FindAllSubmatch(page, -1) {
		linked = append(linked, string(link[1]))
	}
	if !slices.Equal(linked, listed) {
		t.Errorf("the page on formats links\n%q, the list has\n%q", linked, listed)
	}
}

// linkTo matches the links of HTML and the addresses of its pictures, scripts and styles.
var linkTo = regexp.MustCompile(`(?:href|src|srcset)="([^"]*)"`)

// idOf finds the anchors of HTML.
var idOf = regexp.MustCompile(`\bid="([^"]*)"`)

// TestLinks follows every link of every page: to pages, to their headings, and to the rest of the site.
func TestLinks(t *testing.T) {
	files, err := Render(repository, []byte("## summary\n\n## compare\n\n## check\n\n## export\n"))
	if err != nil {
		t.Fatal(err)
	}
	exists := func(name string) bool {
		if _, ok := files[name]; ok {
			return true
		}
		for _, file := range []string{"site/static/" + name, "testdata/" + name, "testdata/" + strings.TrimPrefix(name, "samples/")} {
			if _, err := fs.Stat(repository, file); err == nil {
				return true
			}
		}
		return name == "licences.txt" || name == "sbom.cdx.json"
	}
	ids := make(map[string][]string)
	for name, text := range files {
		for _, m := range idOf.FindAllStringSubmatch(string(text), -1) {
			ids[name] = append(ids[name], m[1])
		}
	}
	links := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		if strings.Contains(string(text), "raw HTML omitted") {
			t.Errorf("%s has HTML in its Markdown, which is left out", name)
		}
		for _, m := range linkTo.FindAllStringSubmatch(string(text), -1) {
			to := strings.NewReplacer("@", "", "&#64;", "@", "&amp;", "&").Replace(m[1])
			if strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:") {
				continue
			}
			links++
			to, fragment, _ := strings.Cut(to, "#")
			if plain, err := url.PathUnescape(fragment); err == nil {
				fragment = plain // as a browser looks for the heading
			}
			to, query, _ := strings.Cut(to, "?")
			target := path.Join(path.Dir(name), to)
			if to == "" {
				target = name
			} else if strings.HasSuffix(to, "/") {
				target = path.Join(target, "index.html")
			}
			if strings.HasPrefix(path.Join(path.Dir(name), to), "..") || !exists(target) {
				t.Errorf("%s: there is no %s", name, m[1])
			} else if fragment != "" && path.Ext(target) == ".html" && files[target] != nil && !slices.Contains(ids[target], fragment) {
				t.Errorf("%s: %s has no heading %s", name, target, fragment)
			}
			for _, open := range regexp.MustCompile(`(?:open|with)=([^&]*)`).FindAllStringSubmatch(query, -1) {
				if !exists(open[1]) {
					t.Errorf("%s: there is no %s to open", name, open[1])
				}
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links found", links)
	}
}

// TestFileLinks follows every relative link of every Markdown file of the repository: to files and to headings.
func TestFileLinks(t *testing.T) {
	anchors := func(file string) (ids []string) {
		text, err := fs.ReadFile(repository, file)
		if err != nil {
			return nil
		}
		p, err := parse("", file, "en", text)
		if err != nil {
			t.Error(err)
			return nil
		}
		for _, h := range p.headings {
			ids = append(ids, h.id)
		}
		return ids
	}
	seen := 0
	err := fs.WalkDir(repository, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == ".git" || strings.HasPrefix(d.Name(), ".dist")) {
			return fs.SkipDir
		}
		if path.Ext(file) != ".md" || file == ".github/pull_request_template.md" { // a form, not a page
			return nil
		}
		text, err := fs.ReadFile(repository, file)
		if err != nil {
			return err
		}
		p, err := parse("", file, "en", text)
		if err != nil {
			return err
		}
		for _, to := range p.links() {
			if strings.Contains(to, ":") || strings.HasPrefix(to, "/") {
				continue
			}
			seen++
			to, fragment, _ := strings.Cut(to, "#")
			target := path.Join(path.Dir(file), to)
			if to == "" {
				target = file
			}
			if _, err := fs.Stat(repository, target); err != nil {
				t.Errorf("%s: %v", file, err)
			} else if fragment != "" && path.Ext(target) == ".md" && !slices.Contains(anchors(target), fragment) && target != path.Join(folder, commandReference+".md") {
				t.Errorf("%s: %s has no heading #%s", file, target, fragment)
			}
		}
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d links: %v", seen, err)
	}
}

// TestExamples runs every command of the fenced blocks that say "console test". Lines that begin with "$ " are
// commands for a shell. The lines below a command, if there are any, are its expected output. A line "…" stands for
// any lines. A block that says "file=NAME" is that file for the commands below it. Each page has a folder of its own
// with the files of testdata. The rest of a block is not run where a program such as unzip is missing.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "traceglass"), "./wasm/cli")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all, err := read(repository, nil)
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for file, p := range all.pages {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../../testdata")); err != nil {
			t.Fatal(err)
		}
		for _, b := range p.blocks() {
			for _, word := range b.info {
				if name, ok := strings.CutPrefix(word, "file="); ok {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(b.text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			if !b.hasWord("test") {
				continue
			}
			for _, e := range examples(b.text) {
				program, _, _ := strings.Cut(e.command, " ")
				if _, err := exec.LookPath(program); err != nil && program != "traceglass" {
					t.Logf("%s: not run, %v: %s", file, err, e.command)
					break
				}
				commands++
				cmd := exec.Command("sh", "-c", e.command)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Errorf("%s: %s: %v\n%s", file, e.command, err, out)
				} else if e.output != "" && !e.prints(string(out)) {
					t.Errorf("%s: %s prints\n%swant\n%s", file, e.command, out, e.output)
				}
			}
		}
	}
	if commands == 0 {
		t.Error("there are no examples")
	}
}

// An example is a command and its expected output, "" for any.
type example struct{ command, output string }

func examples(text string) (all []example) {
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			all = append(all, example{command: strings.TrimSpace(command)})
		} else if len(all) > 0 {
			if last := &all[len(all)-1]; strings.HasSuffix(last.command, `\`) && last.output == "" {
				last.command = strings.TrimSuffix(last.command, `\`) + strings.TrimSpace(line)
			} else {
				last.output += line
			}
		}
	}
	return all
}

// prints reports whether output is the expected one. It ignores blanks at the ends of lines.
func (e example) prints(output string) bool {
	lines := func(s string) []string {
		var all []string
		for line := range strings.Lines(strings.TrimSpace(s)) {
			all = append(all, strings.TrimRight(line, " \n"))
		}
		return all
	}
	got := lines(output)
	rest, found := 0, true
	anywhere := false
	for _, want := range lines(e.output) {
		if want == "…" {
			anywhere = true
			continue
		}
		at := slices.Index(got[rest:], want)
		if at < 0 || at > 0 && !anywhere {
			return false
		}
		rest, anywhere = rest+at+1, false
	}
	return found && (anywhere || rest == len(got))
}

// TestRender renders pages with links, a picture for both themes and a translation.
func TestRender(t *testing.T) {
	picture := []byte("RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00......\x00\x05\x20\x03") // 1280×800
	files, err := Render(fstest.MapFS{
		"site/docs/recording.md":          {Data: []byte("# Recording\n\nRecord *it*.\n\n## In `code` & more\n\n[Go](getting-started.md#go), [file](/?open=samples/a.trace), [note](../../parser/trace/format.md), [source](../../go.mod)\n\n![A page](img/a-light.webp)\n\n```console test\n$ a <b>@c.d@\n```\n")},
		"site/docs/getting-started.md":    {Data: []byte("# Start\n\n## Go\n\n## Go\n\n| a | b |\n|---|---|\n| c | d |\n")},
		"site/docs/zh/getting-started.md": {Data: []byte("# 入门\n\n## 第一步：打开\n\n[R](../recording.md) ![A](../img/a-light.webp)\n")},
		"site/docs/links-and-pages.md":    {Data: []byte("# Pages\n\n<!-- exports -->\n")},
		"site/docs/img/a-light.webp":      {Data: picture},
		"site/docs/img/a-dark.webp":       {Data: picture},
		"parser/trace/format.md":          {Data: []byte("# Method traces\n")},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ file, want string }{
		{"docs/recording.html", `<h2 id="in-code--more"><a href="#in-code--more">In <code>code</code> &amp; more</a></h2>`},
		{"docs/recording.html", `<a href="getting-started.html#go">Go</a>, <a href="../?open=samples/a.trace">file</a>, <a href="format-trace.html">note</a>, source</p>`},
		{"docs/recording.html", `<a class="picture-link" href="../@docs/img/a-light.webp@"><picture><source media="(prefers-color-scheme: dark)" srcset="../@docs/img/a-dark.webp@"><img src="../@docs/img/a-light.webp@" alt="A page" width="1280" height="800" loading="lazy"></picture>`},
		{"docs/recording.html", "<code class=\"language-console\">$ a &lt;b&gt;&#64;c.d&#64;\n</code>"},
		{"docs/recording.html", `<meta name="description" content="Record it.">`},
		{"docs/recording.html", `<a rel="prev" href="getting-started.html"><small>Previous</small> Start</a>`},
		{"docs/recording.html", `<a href="recording.html" aria-current="page">Recording</a>`},
		{"docs/getting-started.html", `<a href="zh/getting-started.html" lang="zh-CN" hreflang="zh-CN">中文</a>`},
		{"docs/getting-started.html", `<h2 id="go-1"><a href="#go-1">Go</a></h2>`},
		{"docs/getting-started.html", `aria-label="Table" tabindex="0"><table>`},
		{"docs/zh/getting-started.html", `<h2 id="第一步打开">`},
		{"docs/zh/getting-started.html", `<a href="../recording.html">R</a>`},
		{"docs/zh/getting-started.html", `src="../../@docs/img/a-light.webp@"`},
		{"docs/zh/getting-started.html", `<a href="../getting-started.html" lang="en" hreflang="en">English</a>`},
		{"docs/zh/getting-started.html", `<li lang="en"><a href="../recording.html">Recording（英文）</a></li>`},
		{"docs/links-and-pages.html", `<td>speedscope</td>`},
		{"docs/links-and-pages.html", `<code>explain -group -format csv</code>`},
		{"docs/index.html", `<li><a href="recording.html">Recording</a><p>Record it.</p></li>`},
		{"docs-index.en.json", `{"text":"In code \u0026 more","page":"Recording","href":"recording.html#in-code--more"}`},
		{"docs-index.zh.json", `{"text":"Recording","page":"Recording","href":"../recording.html"}`},
	} {
		if !strings.Contains(string(files[tt.file]), tt.want) {
			t.Errorf("%s lacks %s:\n%s", tt.file, tt.want, files[tt.file])
		}
	}
	if files["docs/zh/recording.html"] != nil {
		t.Error("an English page is among the Chinese ones")
	}
}
