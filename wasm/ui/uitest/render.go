package uitest

import (
	"encoding/json"
	"flag"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// An element is a node of the document. Without a tag, it is text.
type element struct {
	tag       string
	text      string // of a text node; of an element, its content as HTML
	inner     bool   // text is the content
	attrs     []vugu.VGAttribute
	kids      []*element
	listeners []vugu.DOMEventHandlerSpec
}

// A document is what the browser has of the rendered components.
type document struct {
	Redraws  int
	Given    int // Number of elements that the last Render gave the browser.
	Scrolled map[string]float64

	pages map[vugu.Builder]*element // By component.
}

func (d *document) Redraw()                          { d.Redraws++ }
func (d *document) ScrollTo(box string, top float64) { d.Scrolled[box] = top }

// Render builds a component and returns the browser's resulting HTML, with properties as attributes. As in the
// browser, an element keeps its children if the build returns none for it. If a frame requests another one,
// Render builds that too.
func (d *document) Render(t testing.TB, c vugu.Builder) string {
	t.Helper()
	for frame := 0; frame == 0 || d.Redraws > 0; frame++ {
		if frame == 20 {
			t.Fatal("frames without end")
		}
		d.Redraws = 0
		d.Frame(t, c)
	}
	var b strings.Builder
	d.pages[c].write(&b)
	return b.String()
}

// Frame builds a component once and updates the document.
func (d *document) Frame(t testing.TB, c vugu.Builder) {
	t.Helper()
	env, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	results := env.RunBuild(c)
	next := resolve(results, results.Out)
	if len(next) != 1 {
		t.Fatalf("%T is %d elements", c, len(next))
	}
	d.Given = next[0].count()
	next[0].keepChildren(d.pages[c])
	d.pages[c] = next[0]
}

// resolve returns a component's nodes, including those of its inner components.
func resolve(results *vugu.BuildResults, out *vugu.BuildOut) (all []*element) {
	for _, n := range out.Out {
		all = append(all, nodes(results, n)...)
	}
	return all
}

func nodes(results *vugu.BuildResults, n *vugu.VGNode) (all []*element) {
	switch {
	case n.Component != nil:
		return resolve(results, results.ResultFor(n.Component))
	case n.Type == vugu.TextNode:
		return []*element{{text: n.Data}}
	case n.Type != vugu.ElementNode:
		return nil
	}
	e := &element{tag: n.Data}
	for kid := n.FirstChild; kid != nil; kid = kid.NextSibling {
		e.kids = append(e.kids, nodes(results, kid)...)
	}
	if n.IsTemplate() {
		return e.kids
	}
	for _, p := range n.Prop {
		var value any
		if err := json.Unmarshal(p.JSONVal, &value); err != nil {
			panic(err)
		}
		n.AddAttrInterface(p.Key, value)
	}
	e.attrs, e.listeners = n.Attr, n.DOMEventHandlerSpecList
	if n.InnerHTML != nil {
		e.text, e.inner, e.kids = *n.InnerHTML, true, nil
	}
	return []*element{e}
}

// count returns the number of elements in the build output.
func (e *element) count() int {
	n := 0
	if e.tag != "" {
		n = 1
	}
	for _, kid := range e.kids {
		n += kid.count()
	}
	return n
}

// keepChildren moves the children of an element's earlier version to it if it has none of its own.
func (e *element) keepChildren(before *element) {
	if before == nil || before.tag != e.tag || e.inner {
		return
	}
	if len(e.kids) == 0 && e.tag != "" {
		e.kids, e.text, e.inner = before.kids, before.text, before.inner
		for _, kid := range e.kids {
			kid.dropListeners()
		}
		return
	}
	for i, kid := range e.kids {
		if i < len(before.kids) {
			kid.keepChildren(before.kids[i])
		}
	}
}

// dropListeners removes the listeners of elements that the build left out. Vugu has only the listeners of its
// last build.
func (e *element) dropListeners() {
	e.listeners = nil
	for _, kid := range e.kids {
		kid.dropListeners()
	}
}

// Click clicks on an element of the last render by its ID.
func (d *document) Click(t testing.TB, id string) {
	t.Helper()
	d.Send(t, "click", id, nil)
}

// Send sends an event with properties to an element by its ID, and to the element's ancestors.
func (d *document) Send(t testing.TB, kind, id string, properties map[string]any) {
	t.Helper()
	target := map[string]any{"id": id}
	for key, value := range properties {
		target[key] = value
	}
	for _, page := range d.pages {
		path := page.find(id)
		for i := len(path) - 1; i >= 0; i-- {
			for _, h := range path[i].listeners {
				if h.EventType == kind {
					h.Func(vugu.NewDOMEvent(nil, map[string]any{"target": target}))
				}
			}
		}
		if path != nil {
			return
		}
	}
	t.Fatalf("no element has the id %s", id)
}

// find returns the elements from the root to the element with an ID, or to the one whose content as HTML has it; nil if it is
// missing.
func (e *element) find(id string) []*element {
	if e.inner && strings.Contains(e.text, ` id="`+id+`"`) {
		return []*element{e}
	}
	for _, a := range e.attrs {
		if a.Key == "id" && a.Val == id {
			return []*element{e}
		}
	}
	for _, kid := range e.kids {
		if path := kid.find(id); path != nil {
			return append([]*element{e}, path...)
		}
	}
	return nil
}

// write writes an element as HTML.
func (e *element) write(b *strings.Builder) {
	if e.tag == "" {
		b.WriteString(html.EscapeString(e.text))
		return
	}
	b.WriteString("<" + e.tag)
	for _, a := range e.attrs {
		b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
	}
	if e.tag == "input" {
		b.WriteString("/>")
		return
	}
	b.WriteString(">")
	if e.inner {
		b.WriteString(e.text)
	}
	for _, kid := range e.kids {
		kid.write(b)
	}
	b.WriteString("</" + e.tag + ">")
}

// CutOut returns the first element of a class from a page's HTML.
func CutOut(t testing.TB, page, class string) string {
	t.Helper()
	at := strings.Index(page, `class="`+class)
	if at < 0 {
		t.Fatalf("nothing is of class %s", class)
	}
	at = strings.LastIndexByte(page[:at], '<')
	name := page[at+1 : at+strings.IndexByte(page[at:], ' ')]
	depth := 0
	for i := at; i < len(page); i++ {
		switch {
		case strings.HasPrefix(page[i:], "<"+name) && strings.IndexByte(" >", page[i+1+len(name)]) >= 0:
			depth++
		case strings.HasPrefix(page[i:], "</"+name+">"):
			if depth--; depth == 0 {
				return page[at : i+len(name)+3]
			}
		}
	}
	t.Fatalf("%s does not end", class)
	return ""
}

// CheckGolden compares a page, or a part, with a file in testdata. People review that file.
func CheckGolden(t testing.TB, name, got string) {
	t.Helper()
	check(t, name, oneTagALine(got))
}

// CheckChanges compares the lines that differ between two texts with a golden file. The first text has a golden file
// of its own, so a change of a line in both appears in that file only.
func CheckChanges(t testing.TB, name, from, to string) {
	t.Helper()
	check(t, name, changes(strings.Split(oneTagALine(from), "\n"), strings.Split(oneTagALine(to), "\n")))
}

func oneTagALine(html string) string {
	return strings.ReplaceAll(strings.ReplaceAll(html, "\t", ""), "><", ">\n<") + "\n"
}

// changes returns the lines of two texts that differ: "-" before lines of the first text, "+" before lines of the
// second, and "@" before the common line above them.
func changes(from, to []string) string {
	// same[i][j] is the length of the longest common sequence of from[i:] and to[j:].
	same := make([][]int32, len(from)+1)
	for i := len(from); i >= 0; i-- {
		same[i] = make([]int32, len(to)+1)
		for j := len(to) - 1; j >= 0 && i < len(from); j-- {
			if from[i] == to[j] {
				same[i][j] = same[i+1][j+1] + 1
			} else {
				same[i][j] = max(same[i+1][j], same[i][j+1])
			}
		}
	}
	var out strings.Builder
	above := "the beginning"
	line := func(sign, text string) {
		if above != "" {
			out.WriteString("@ " + above + "\n")
			above = ""
		}
		out.WriteString(sign + text + "\n")
	}
	for i, j := 0, 0; i < len(from) || j < len(to); {
		switch {
		case i < len(from) && j < len(to) && from[i] == to[j]:
			above = from[i]
			i, j = i+1, j+1
		case j == len(to) || i < len(from) && same[i+1][j] >= same[i][j+1]:
			line("-", from[i])
			i++
		default:
			line("+", to[j])
			j++
		}
	}
	return out.String()
}

// check compares a text with a golden file.
func check(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) == got {
		return
	}
	a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s, line %d:\n got %s\nwant %s\n(go test -update rewrites the file)", name, i+1, b[i], a[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", name, len(b), len(a))
}
