// Command dense is go generate for the interface: it has Vugu's generator write the code of
// all components below a folder, and rewrites that so that it is a third of the size, for the
// browser to fetch and to compile, and the document smaller. What the code builds stays the
// same, but for text nodes that no one sees.
//
//   - Vugu keeps the line feed and tabs of a template as text nodes, which are sent to the
//     document anew at each render: a third of all nodes. A space that shows is on one line
//     with what it parts, and stays. A line feed within a text becomes a space, as a browser
//     shows it.
//   - What is written out for each element, attribute and handler becomes a call of one of
//     the functions of package wasm/ui/node.
//   - Package log is imported and not used; its start alone weighs 30 KB.
//
// All folders are generated in one run, for the keys by which components are known are
// counted within a run.
//
// Usage:
//
//	go run traceglass/site/build/dense FOLDER
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu/gen"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: dense FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "dense:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	folders, err := withTemplates(root)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if err := gen.Run(folder, &gen.ParserGoPkgOpts{SkipGoMod: true, SkipMainGo: true}); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*_gen.go"))
		if err != nil {
			return err
		}
		for _, name := range files {
			code, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if err := os.WriteFile(name, []byte(dense(string(code))), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// withTemplates lists the folders below root that hold components, in order.
func withTemplates(root string) (folders []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if folder := filepath.Dir(path); filepath.Ext(path) == ".vugu" && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
		return err
	})
	return folders, err
}

// nodes is the package that the generated code calls.
const nodes = `"traceglass/wasm/ui/node"`

const quoted = `"(?:[^"\\]|\\.)*"`

var (
	// A text node of white space with a line feed in it.
	space = regexp.MustCompile(`\s*vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: "[ \\t]*\\n(?:[ ]|\\t|\\n)*"\}\s*\n\s*vgparent\.AppendChild\(vgn\)`)

	inner    = regexp.MustCompile(`vgn\.SetInnerHTML\(vugu\.HTML\((` + quoted + `)\)\)`) // of elements in which nothing changes
	text     = regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: (` + quoted + `)\}\s*\n\s*vgparent\.AppendChild\(vgn\)`)
	root     = regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: (` + quoted + `), Attr: \[\]vugu\.VGAttribute(?:\(nil\)|\{(.*)\})\}\s*\n\s*vgout\.Out = append\(vgout\.Out, vgn\)`)
	element  = regexp.MustCompile(`vgn = &vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: (` + quoted + `), Attr: \[\]vugu\.VGAttribute(?:\(nil\)|\{(.*)\})\}\s*\n\s*vgparent\.AppendChild\(vgn\)`)
	static   = regexp.MustCompile(`Namespace: "", Key: (` + quoted + `), Val: (` + quoted + `)\}`)
	property = regexp.MustCompile(`\{\s*b, err := vjson\.Marshal\((.*)\)\s*if err != nil \{\s*panic\(err\)\s*\}\s*vgn\.Prop = append\(vgn\.Prop, vugu\.VGProperty\{Key: (` + quoted + `), JSONVal: vjson\.RawMessage\(b\)\}\)\s*\}`)
	handler  = regexp.MustCompile(`vgn\.DOMEventHandlerSpecList = append\(vgn\.DOMEventHandlerSpecList, vugu\.DOMEventHandlerSpec\{\s*EventType:\s*(` + quoted + `),\s*Func:\s*(func\(event vugu\.DOMEvent\) \{.*\}),\s*// TODO.*\s*\}\)`)
)

// dense rewrites one file.
func dense(code string) string {
	code = space.ReplaceAllString(code, "")
	code = text.ReplaceAllStringFunc(code, func(s string) string {
		return "vgn = node.Text(vgparent, " + folded(text.FindStringSubmatch(s)[1]) + ")"
	})
	code = inner.ReplaceAllStringFunc(code, func(s string) string {
		return "vgn.SetInnerHTML(vugu.HTML(" + folded(inner.FindStringSubmatch(s)[1]) + "))"
	})
	for _, of := range []struct {
		pattern *regexp.Regexp
		call    string
	}{{root, "node.Root(vgout, "}, {element, "node.Element(vgparent, "}} {
		code = of.pattern.ReplaceAllStringFunc(code, func(s string) string {
			m := of.pattern.FindStringSubmatch(s)
			parts := []string{unquote(m[1])}
			for _, a := range static.FindAllStringSubmatch(m[2], -1) {
				parts = append(parts, unquote(a[1]), unquote(a[2]))
			}
			return "vgn = " + of.call + strconv.Quote(strings.Join(parts, "\x00")) + ")"
		})
	}
	code = property.ReplaceAllString(code, `node.Prop(vgn, $2, $1)`)
	code = handler.ReplaceAllString(code, `node.On(vgn, $1, $2)`)
	code = strings.ReplaceAll(code, "vgn.AddAttrInterface(", "node.Attr(vgn, ")
	code = strings.ReplaceAll(code, "vgn.SetInnerHTML(", "node.Inner(vgn, ")
	code = strings.ReplaceAll(code, "import \"log\"\n", "")
	if strings.Contains(code, "node.") && !strings.Contains(code, nodes) {
		code = strings.Replace(code, "import \"reflect\"\n", "import \"reflect\"\nimport "+nodes+"\n", 1)
	}
	return strings.ReplaceAll(code, "var _ log.Logger\n", "")
}

var breaks = regexp.MustCompile(`[ \t]*\n\s*`)

// folded is a quoted text or HTML in which a line feed beside words, by which a person broke
// the template, is a space. One between tags stays.
func folded(literal string) string {
	html := unquote(literal)
	var s strings.Builder
	at := 0
	for _, m := range breaks.FindAllStringIndex(html, -1) {
		s.WriteString(html[at:m[0]])
		at = m[1]
		if (m[0] == 0 || html[m[0]-1] == '>') && (at == len(html) || html[at] == '<') {
			s.WriteString(html[m[0]:at])
		} else {
			s.WriteByte(' ')
		}
	}
	if s.WriteString(html[at:]); s.String() == html {
		return literal
	}
	return strings.NewReplacer("<", `\x3C`, ">", `\x3E`).Replace(strconv.Quote(s.String()))
}

func unquote(s string) string {
	text, err := strconv.Unquote(s)
	if err != nil {
		panic(err) // of generated code
	}
	return text
}
