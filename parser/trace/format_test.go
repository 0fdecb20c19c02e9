package trace_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// TestCitations checks every comment of the tree, and the documents: a cited section or case exists
// in the cited document. The comment, or else the package comment, names that document by a path
// from the root. format.md or summary.md alone means the one in the same folder.
func TestCitations(t *testing.T) {
	wrong, checked := citations(os.DirFS("../.."))
	for _, s := range wrong {
		t.Error(s)
	}
	if checked < 100 {
		t.Errorf("only %d citations found: are they looked for in the right place?", checked)
	}
}

// TestTrickyCases: each case of section 15 of the format has a test named for it, at some stage of
// the path.
func TestTrickyCases(t *testing.T) {
	c := checker{tree: os.DirFS("../.."), sections: map[string][]string{}, cases: map[string][]string{}}
	c.load("parser/trace/format.md")
	named := regexp.MustCompile(`[{(]"(\d+)(?: [^"]*)?"`)
	shown := map[string]bool{}
	for _, folder := range []string{"parser/trace", "parser/call", "parser/profile", "wasm/cli"} {
		files, _ := fs.Glob(c.tree, folder+"/*_test.go")
		for _, file := range files {
			text, err := fs.ReadFile(c.tree, file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				shown[m[1]] = true
			}
		}
	}
	cases := c.cases["parser/trace/format.md"][1:]
	if len(cases) != 57 {
		t.Errorf("%d cases", len(cases))
	}
	for _, n := range cases {
		if !shown[n] {
			t.Errorf("no test is named for case %s", n)
		}
	}
}

// TestCitationsWrong: each kind of wrong citation is found.
func TestCitationsWrong(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	doc := file("# A format\n\n## 1. One\n\n### 1.1 One of it\n\n## 15. Tricky cases\n\n1. this\n2. that\n")
	tests := []struct{ path, text, want string }{
		{"a/b/x.go", "// Package b is: format.md.\npackage b\n\nvar X int // section 1.1, case 2 of sections 1 and 15\n", ""},
		{"a/b/x.go", "// Package b is: format.md.\npackage b\n\n// X: section\n// 1.2\nvar X int\n", "a/b/x.go: a/b/format.md has no section 1.2"},
		{"a/b/x.go", "// Package b is: format.md.\npackage b\n\n// X: sections 1, 1.1 and of 3\nvar X int\n", "a/b/x.go: a/b/format.md has no section 3"},
		{"a/b/x.go", "// Package b is: format.md.\npackage b\n\n// X: case 3\nvar X int\n", "a/b/x.go: a/b/format.md has no case 3"},
		{"a/b/x.go", "// Package b is: format.md.\npackage b\n\n// X: section 15\nvar X = []struct{ n string }{{\"2 that\"}, {\"7\"}, {\"then\"}}\n", "a/b/x.go: a/b/format.md has no case 7"},
		{"c/x.go", "package c\n\n// X: a/b/format.md, section 1\nvar X int\n", ""},
		{"c/x.go", "package c\n\n// X: section 1\nvar X int\n", "c/x.go: cites section 1 of no document"},
		{"c/x.go", "package c\n\n// X: format.md, section 1\nvar X int\n", "c/x.go: there is no c/format.md"},
		{"c/x.go", "package c\n\n// X: SOME.TXT, section 1\nvar X int\n", ""},
		{"c/x.js", "f(); // a/b/format.md, section 1\n/* a/b/format.md, section 4 */", "c/x.js: a/b/format.md has no section 4"},
		{"c/x.css", "/* section 1 */", "c/x.css: cites section 1 of no document"},
		{"c/summary.md", "# That\n\nsection 2 of a/b/format.md", "c/summary.md: a/b/format.md has no section 2"},
	}
	for _, tt := range tests {
		wrong, _ := citations(fstest.MapFS{tt.path: file(tt.text), "a/b/format.md": doc})
		if got := strings.Join(wrong, "; "); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

var (
	document = regexp.MustCompile(`[\w/]*\b(?:format|summary)\.md\b`)
	foreign  = regexp.MustCompile(`\b[A-Z]+\.TXT\b`)
	cited    = regexp.MustCompile(`\b[Ss]ections? (\d[\d.]*(?:(?:, and|,| and| to| or)(?: those)?(?: of)? \d[\d.]*)*)`)
	caseOf   = regexp.MustCompile(`\b[Cc]ases? (\d+)\b`)
	number   = regexp.MustCompile(`\d+(?:\.\d+)*`)
	caseName = regexp.MustCompile(`^(\d+)(?: |$)`)
	heading  = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)*)\b`)
	comment  = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
)

// A checker checks the comments of a tree.
type checker struct {
	tree     fs.FS
	sections map[string][]string // by document's path
	cases    map[string][]string // numbers of the list in the document's section "Tricky cases"
	wrong    []string
	checked  int
}

// citations returns the wrong citations in the comments of a tree, and the number of citations.
func citations(tree fs.FS) (wrong []string, checked int) {
	c := checker{tree: tree, sections: map[string][]string{}, cases: map[string][]string{}}
	goFiles := map[string][]string{} // by folder
	fs.WalkDir(tree, ".", func(p string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case d.IsDir() && (name == "dist" || name == "testdata" || len(name) > 1 && name[0] == '.'):
			return fs.SkipDir
		case strings.HasSuffix(name, "_gen.go"):
		case strings.HasSuffix(name, ".go"):
			goFiles[path.Dir(p)] = append(goFiles[path.Dir(p)], p)
		case strings.HasSuffix(name, ".js"), strings.HasSuffix(name, ".css"):
			text, _ := fs.ReadFile(tree, p)
			for _, s := range comment.FindAllString(string(text), -1) {
				c.check(p, s, "")
			}
		case name == "format.md", name == "summary.md":
			text, _ := fs.ReadFile(tree, p)
			for _, s := range strings.Split(string(text), "\n\n") {
				c.check(p, s, p)
			}
		}
		return nil
	})
	for _, files := range goFiles {
		c.checkPackage(files)
	}
	slices.Sort(c.wrong)
	return c.wrong, c.checked
}

func (c *checker) checkPackage(paths []string) {
	var files []*ast.File
	own := "" // the document that the package's comment names
	for _, p := range paths {
		text, _ := fs.ReadFile(c.tree, p)
		f, err := parser.ParseFile(token.NewFileSet(), p, text, parser.ParseComments)
		if err != nil {
			c.wrong = append(c.wrong, err.Error())
			f = &ast.File{}
		}
		files = append(files, f)
		if doc := document.FindString(f.Doc.Text()); doc != "" {
			own = documentPath(p, doc)
		}
	}
	for i, f := range files {
		of := map[*ast.CommentGroup]ast.Decl{}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				of[d.Doc] = d
			case *ast.GenDecl:
				of[d.Doc] = d
			}
		}
		for _, group := range f.Comments {
			for _, doc := range c.check(paths[i], group.Text(), own) {
				if d := of[group]; d != nil {
					c.checkNames(paths[i], doc, d)
				}
			}
		}
	}
}

// check checks one comment of the file at p and returns the documents whose tricky cases it cites.
func (c *checker) check(p, text, own string) (tricky []string) {
	text = strings.Join(strings.Fields(strings.NewReplacer("\n//", " ", "\n *", " ").Replace(text)), " ")
	sections, cases := cited.FindAllStringSubmatch(text, -1), caseOf.FindAllStringSubmatch(text, -1)
	doc := own
	if named := document.FindString(text); named != "" {
		doc = documentPath(p, named)
	}
	if foreign.MatchString(text) || doc == "" && len(sections) == 0 {
		return nil
	}
	if doc == "" {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: cites section %s of no document", p, sections[0][1]))
		return nil
	}
	if !c.load(doc) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: there is no %s", p, doc))
		return nil
	}
	for _, s := range sections {
		for _, n := range number.FindAllString(s[1], -1) {
			c.checked++
			if !slices.Contains(c.sections[doc], n) {
				c.wrong = append(c.wrong, fmt.Sprintf("%s: %s has no section %s", p, doc, n))
			} else if n == c.cases[doc][0] {
				tricky = append(tricky, doc)
			}
		}
	}
	for _, s := range cases {
		c.checkCase(p, doc, s[1])
	}
	return tricky
}

// checkNames checks the case numbers in the names of a test table: a row is a literal without a
// type, and its name comes first.
func (c *checker) checkNames(p, doc string, d ast.Decl) {
	ast.Inspect(d, func(n ast.Node) bool {
		row, ok := n.(*ast.CompositeLit)
		if !ok || row.Type != nil || len(row.Elts) == 0 {
			return true
		}
		if name, ok := row.Elts[0].(*ast.BasicLit); ok && name.Kind == token.STRING {
			s, _ := strconv.Unquote(name.Value)
			if m := caseName.FindStringSubmatch(s); m != nil {
				c.checkCase(p, doc, m[1])
			}
		}
		return true
	})
}

func (c *checker) checkCase(p, doc, n string) {
	c.checked++
	if !slices.Contains(c.cases[doc][1:], n) {
		c.wrong = append(c.wrong, fmt.Sprintf("%s: %s has no case %s", p, doc, n))
	}
}

// load reads a document once; ok is false if it does not exist. Its cases are keyed by the number
// of their section, or "", and then their own number.
func (c *checker) load(doc string) (ok bool) {
	if c.sections[doc] != nil {
		return true
	}
	b, err := fs.ReadFile(c.tree, doc)
	if err != nil {
		return false
	}
	text := string(b)
	c.sections[doc], c.cases[doc] = []string{}, []string{""}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		c.sections[doc] = append(c.sections[doc], m[1])
	}
	if m := regexp.MustCompile(`(?s)\n## (\d+)\. Tricky cases\n(.*?)(?:\n## |$)`).FindStringSubmatch(text); m != nil {
		c.cases[doc][0] = m[1]
		for _, line := range regexp.MustCompile(`(?m)^(?:\| )?(\d+)(?:\.| \|) `).FindAllStringSubmatch(m[2], -1) {
			c.cases[doc] = append(c.cases[doc], line[1])
		}
	}
	return true
}

// documentPath returns the path from the root of a document that a comment in the file at p names.
func documentPath(p, doc string) string {
	if strings.Contains(doc, "/") {
		return doc
	}
	return path.Join(path.Dir(p), doc)
}
