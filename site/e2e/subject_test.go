//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// Receipt returns the text of the header's chip with all warnings.
func (p *page) Receipt() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector("#receipt").title`)
}

// Chips returns the texts of the filter chips.
func (p *page) Chips() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll(".timeline-strip .chip")].map((e) => e.textContent).join(" | ")`)
}

// plain replaces no-break spaces with normal spaces.
func plain(text string) string { return strings.ReplaceAll(text, words.NBSP, " ") }

// TestSubject: a trace starts with main's figures. A chip, the tables and the export menu say so. One click
// selects all threads, and the command palette has each thread.
func TestSubject(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	p.OpenAsIs(k.file)
	main := k.About.Threads[0]
	if main.Name != "main" {
		t.Fatalf("the first thread is %s", main.Name)
	}
	one := message.Scope{To: message.Whole, Threads: []uint32{main.Index}}
	whole := func() string { // without the part in no method
		text, _, _ := strings.Cut(p.Text("#whole"), ":")
		return text
	}

	p.AllCode()
	p.Until("the chip", "main", p.Chips)
	p.UntilGrid("the methods of main", "methods", k.Methods(message.MethodRows{Scope: one}))
	p.Until("the meaning of 100 %", plain("100 % = "+k.Sum(one)+" on main"), func() string { return plain(whole()) })

	// The export menu shows the exported threads and range.
	menu := func() string {
		return eval[string](p, `[...document.querySelectorAll(".export-part button")].filter((e) => e.checkVisibility()).map((e) => e.textContent + (e.ariaChecked === "true" ? " ✓" : "")).join(" | ")`)
	}
	p.Click("#export")
	left := fmt.Sprintf("main only, %d threads left out", len(k.About.Threads)-1)
	p.Until("the menu", "all threads ✓ | "+left, menu)
	p.Shots("export-scope")
	p.Click("#scope-threads")
	p.Until("the other choice", "all threads | "+left+" ✓", menu)
	p.Click("#scope-all")
	p.Click("#export")

	// A range has its own chip. Each chip can be removed separately.
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	p.WaitFor("the range's chip", `document.querySelector("#chip-range")`)
	from, to := p.Range()
	in := one
	in.From, in.To = from, to
	p.Until("the meaning of 100 % in the range", plain("100 % = "+k.Sum(in)+" on main"), func() string { return plain(whole()) })
	p.Click("#all-threads")
	p.UntilGrid("the methods of the range", "methods", k.Methods(message.MethodRows{Scope: message.Scope{From: from, To: to, NoIdle: true}}))
	p.Click("#chip-range")
	p.Until("no chip", "", p.Chips)
	p.UntilGrid("all methods", "methods", k.Methods(message.MethodRows{Scope: message.Scope{To: message.Whole, NoIdle: true}}))
	p.Until("the meaning of 100 % for all", plain("100 % = "+k.Sum(message.Scope{To: message.Whole, NoIdle: true})+" on all threads"), func() string { return plain(whole()) })

	// A hidden thread does not count.
	p.Keys("7")
	p.Click(p.threadRow("main") + "-hide")
	p.Until("a chip of the thread", "1 hidden", p.Chips)
	p.Keys("2")
	var others message.Scope
	others.To, others.NoIdle = message.Whole, true
	for _, th := range k.About.Threads[1:] {
		others.Threads = append(others.Threads, th.Index)
	}
	p.UntilGrid("the methods of the others", "methods", k.Methods(message.MethodRows{Scope: others}))

	// In the command palette.
	palette := func(text string) {
		t.Helper()
		p.Click("#commands")
		p.WaitFor("the palette", `document.activeElement.id === "palette"`)
		p.Keys(text)
		p.Until("the command", text, func() string { return p.Text("#palette-list .on span") })
		p.Keys("\r")
	}
	palette("Only thread main")
	p.Until("only main again", "main", p.Chips)
	p.UntilGrid("its methods", "methods", k.Methods(message.MethodRows{Scope: one}))
	other := k.About.Threads[1].Name
	palette("Hide thread " + other)
	p.Until("another hidden", "main | 1 hidden", p.Chips)
}

// TestBands: there is little above the first call. Amber marks only damage. A click on the file's name shows
// its facts.
func TestBands(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	for width, most := range map[int64]float64{1280: 170, 1920: 150} { // at 1280, the legend has its own row, so that no chip moves the timeline
		p.View(width, 800, "light")
		p.OpenAsIs(sample(t).file)
		if top := p.firstCall(); top > most {
			t.Errorf("the first call is %v px down in a page %d wide", top, width)
		}
		if bars := eval[int](p, `[...document.querySelectorAll(".top *")].filter((e) => e.offsetParent && e.getBoundingClientRect().right > innerWidth).length`); bars > 0 {
			t.Errorf("%d elements of the header lie outside of a page %d wide", bars, width)
		}
	}
	if eval[bool](p, `document.querySelector("#receipt").matches(".damage, [hidden]")`) {
		t.Errorf("a good recording has a warning about damage: %s", p.Receipt())
	}
	p.Click("#file-menu")
	p.WaitFor("the facts", `document.querySelector("#facts").offsetParent && document.querySelector("#facts").textContent.includes("records")`)
	data := unwrapped(t, sample(t).file)
	p.OpenAsIs(write(t, "cut.trace", data[:len(data)*2/3]))
	p.WaitFor("damage", `document.querySelector("#receipt.damage")`)
}

// TestFirstPicture: the timeline fits the recorded time, even if the clock started earlier.
func TestFirstPicture(t *testing.T) {
	t.Parallel()
	k := made(t, "late.trace", tracetest.Bytes("main 70000>app.A.run()V 80000>app.B.run()V 90000<app.B.run()V 100000<app.A.run()V\nother 75000>app.C.run()V 99000<app.C.run()V"))
	p := open(t, "/")
	p.OpenAsIs(k.file)
	if k.About.From != 70e6 || k.About.Span != 100e6 {
		t.Fatalf("recorded from %d to %d", k.About.From, k.About.Span)
	}
	fits := func() string { v := p.ViewOf(timeline); return fmt.Sprint(v.From, " ", v.To) }
	p.Until("the whole recording", fmt.Sprint(70e6, " ", 100e6), fits)
	p.Keys("ww")
	p.Keys("0")
	p.Until("all methods again", fmt.Sprint(70e6, " ", 100e6), fits)
}
