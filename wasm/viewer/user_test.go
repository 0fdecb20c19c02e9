package viewer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/list"
)

// Upload chooses files in the browser's dialog, and Drop drops them.
func (p *page) Upload(files ...*session.File) {
	p.t.Helper()
	p.byHand = true
	p.session.OpenOrAdd(files, false)
	p.finish()
}

// element returns the element of a selector, which must be in the page.
func (p *page) element(selector string) *element {
	p.t.Helper()
	e := p.doc.find(selector)
	if e == nil || !e.visible() {
		p.t.Fatalf("%s is not in the page", selector)
	}
	return e
}

// Seen reports whether the page has an element of the selector that is not hidden.
func (p *page) Seen(selector string) bool {
	e := p.doc.find(selector)
	return e != nil && e.visible()
}

// Text returns the text of an element, "" if it is missing.
func (p *page) Text(selector string) string { return p.doc.find(selector).content() }

// Texts returns the texts of all elements of a selector that are not hidden.
func (p *page) Texts(selector string) (all []string) {
	for _, e := range p.doc.findAll(selector) {
		if e.visible() {
			all = append(all, e.content())
		}
	}
	return all
}

// Click clicks an element.
func (p *page) Click(selector string) {
	p.t.Helper()
	e := p.element(selector)
	if _, disabled := e.attrs["disabled"]; disabled {
		p.t.Fatalf("%s is disabled", selector)
	}
	p.focus, p.byHand = "", true
	if to := e.closest(func(e *element) bool {
		_, tabbed := e.attrs["tabindex"]
		return e.attrs["id"] != "" && (tabbed || slices.Contains([]string{"button", "input", "a", "select"}, e.tag))
	}); to != nil {
		p.focus = to.attrs["id"]
	}
	target := e.closest(func(e *element) bool { return e.attrs["id"] != "" })
	if target == nil {
		p.t.Fatalf("%s has no id to click", selector)
	}
	id := target.attrs["id"]
	if target.attrs["type"] == "checkbox" {
		_, checked := target.attrs["checked"]
		p.browser.Send(p.t, "change", id, map[string]any{"checked": !checked})
	}
	p.browser.Click(p.t, id)
	p.finish()
}

// Type replaces the text of a field.
func (p *page) Type(id, text string) {
	p.t.Helper()
	p.element("#" + id)
	p.focus = id
	p.byHand = true
	p.browser.Send(p.t, "input", id, map[string]any{"value": text})
	p.finish()
}

// Choose chooses an option of a list.
func (p *page) Pick(id, value string) {
	p.t.Helper()
	p.element("#" + id)
	p.byHand = true
	p.browser.Send(p.t, "change", id, map[string]any{"value": value})
	p.finish()
}

// Key presses a key by its name, such as "k", "ArrowDown" or "Shift+Enter".
func (p *page) Key(names ...string) {
	p.t.Helper()
	for _, name := range names {
		key := canvas.Key{Focus: p.focus}
		for {
			modifier, rest, ok := strings.Cut(name, "+")
			if !ok || modifier == "" {
				break
			}
			key.Shift, key.Mod, key.Alt = key.Shift || modifier == "Shift", key.Mod || modifier == "Ctrl", key.Alt || modifier == "Alt"
			name = rest
		}
		key.Name = name
		if len(name) == 1 && unicode.IsLetter(rune(name[0])) {
			key.Code = "Key" + strings.ToUpper(name)
		}
		if e := p.doc.find("#" + p.focus); p.focus != "" && e != nil {
			key.Row = e.closest(func(e *element) bool {
				return e.tag == "table" || slices.Contains([]string{"grid", "treegrid", "table"}, e.attrs["role"])
			}) != nil
			key.Editing = e.tag == "select" || e.tag == "input" && !slices.Contains([]string{"checkbox", "radio", "button", "range"}, e.attrs["type"])
		}
		p.byHand = true
		p.app.Key(key)
		p.finish()
	}
}

// call returns the widest call of the timeline at a depth or below.
func (p *page) call(depth uint32) (hit canvas.Hit) {
	p.t.Helper()
	for _, r := range p.drawn[canvas.Timeline].Rects {
		if r.Method != scene.NoMethod && r.Thread&scene.SpanFlag == 0 && r.Depth != scene.None && r.Depth >= depth && r.W > float32(hit.W) {
			hit = hitOf(r)
		}
	}
	if !hit.OK {
		p.t.Fatalf("no call of depth %d is drawn", depth)
	}
	return hit
}

// hitOf returns what the pointer hits on a box.
func hitOf(r scene.Rect) canvas.Hit {
	return canvas.Hit{
		OK: true, Method: r.Method, Thread: r.Thread, Depth: r.Depth, Row: r.Row, Merged: r.Slot&scene.Merged != 0,
		X: message.CSS(r.X), Y: message.CSS(r.Y), W: message.CSS(r.W), H: message.CSS(r.H),
	}
}

// Point moves the pointer to the middle of the input's Hit, or clicks there.
func (p *page) Point(in canvas.Input) {
	p.t.Helper()
	p.byHand = true
	in.X, in.Y = in.Hit.X+in.Hit.W/2, in.Hit.Y+in.Hit.H/2
	in.StartX, in.StartY, in.PageX, in.PageY = in.X, in.Y, in.X, in.Y
	p.app.Input(in)
	p.finish()
}

// is checks a text of the page.
func (p *page) is(what, got, want string) {
	p.t.Helper()
	if got != want {
		p.t.Fatalf("%s:\n got %s\nwant %s", what, got, want)
	}
}

// Stage returns the page's state: "empty", "reading", "open", "failed" or "crashed".
func (p *page) Stage() string { return p.doc.find("[data-stage]").attrs["data-stage"] }

// A grid holds the rows of a table that are in the document.
type grid struct {
	First int // index of the first row
	Total int // number of all rows
	Rows  []string
}

// Grid reads the table whose ids begin with box. Each row is one line, "name|cell|cell".
func (p *page) Grid(box string) (g grid) {
	table := p.doc.find("#" + box + "-rows")
	if table == nil || !table.visible() {
		return g
	}
	fmt.Sscan(table.attrs["aria-rowcount"], &g.Total)
	g.Total--
	for i, row := range table.findAll(".rows [role=row]") {
		if i == 0 {
			fmt.Sscan(row.attrs["aria-rowindex"], &g.First)
			g.First -= 2
		}
		line := row.find(".pkg").content() + row.find(".fn").content() + "|"
		var cells []string
		for _, cell := range row.findAll("[role=gridcell]") {
			if cell.matches(".num") {
				cells = append(cells, cell.content())
			}
		}
		g.Rows = append(g.Rows, line+strings.Join(cells, "|"))
	}
	return g
}

// Open opens a file and shows all methods of all threads.
func (p *page) Open(files ...*session.File) {
	p.t.Helper()
	p.Upload(files...)
	p.ShowAll()
}

// ShowAll shows all methods of all threads, and idle waits, in the table of methods.
func (p *page) ShowAll() {
	p.t.Helper()
	p.Click("#tab-methods")
	for _, id := range []string{"#all-threads", "#methods-sort-all"} {
		if p.Seen(id) {
			p.Click(id)
		}
	}
	if p.Seen("#idle-waits") && !p.Seen("#idle-waits[checked]") {
		p.Click("#idle-waits")
	}
}

// rows checks all rows of a table that are in the document. want returns count rows, starting at index first.
func (p *page) rows(what, box string, want func(first, count int) []string) {
	p.t.Helper()
	g := p.Grid(box)
	p.is(what, strings.Join(g.Rows, "\n"), strings.Join(want(g.First, max(1, len(g.Rows))), "\n"))
}

// InView reports whether the first row that fits is in the part of a table that its scroll box shows.
func (p *page) InView(box, selector string) bool {
	p.t.Helper()
	index := 0
	fmt.Sscan(p.element(selector).attrs["aria-rowindex"], &index)
	y := float64(index-2) * list.RowHeight
	return y >= p.tops[box] && y+list.RowHeight <= p.tops[box]+boxHeight
}

// row returns the selector of a row of a table.
func row(box string, index int) string { return fmt.Sprintf("#%s-%d", box, index) }

// Pairs reads a description list, one "term: text" a line.
func (p *page) Pairs(selector string) string {
	var lines []string
	for _, list := range p.doc.findAll(selector) {
		for _, pair := range list.kids {
			if pair.tag == "div" {
				lines = append(lines, pair.find("dt").content()+": "+pair.find("dd").content())
			}
		}
	}
	return strings.Join(lines, "\n")
}

// DetailsName returns the method in the details, "" for none.
func (p *page) DetailsName() string {
	return p.Text("#details-name .pkg") + p.Text("#details-name .fn")
}

// exported tells the page that the running export has ended.
func (p *page) exported() {
	p.app.Exported("a", 1, "", "")
	p.finish()
}

// Go visits an entry of the history, before or after the current one.
func (p *page) Go(by int) {
	p.t.Helper()
	p.browser.Go(by)
	p.finish()
}

// Speak changes the language, as the button and a loaded catalogue do.
func (p *page) Speak(catalogue string) {
	p.t.Helper()
	words.SetCatalogue(catalogue)
	p.session.Speak(catalogue)
	p.app.LanguageChanged()
	p.finish()
}
