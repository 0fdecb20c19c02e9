package viewer

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
)

// TestExcerpt: a part of a trace that has the trace's times, as a saved page has it, shows these times and its range.
func TestExcerpt(t *testing.T) {
	p := open(t)
	const second = 1_000_000
	records := fmt.Sprintf("main %d>app.A.run()V %d>app.B.run()V %d<app.B.run()V %d<app.A.run()V work %[1]d>app.C.run()V %[4]d<app.C.run()V", 20*second, 20*second+1000, 21*second, 22*second)
	part := tracetest.Trace{Records: records, Options: "cut-from-nsec=20000000000\ncut-to-nsec=22000000000\n"}
	p.Upload(fileOf("cut.trace", part.Bytes()))
	p.is("a part without its times", p.Text("#overview-head h2"), "main, whole trace")
	part.Options += "cut-start-nsec=0\n"
	p.Upload(fileOf("app.cut.trace", part.Bytes()))
	p.is("the name of the file", words.Plain(p.Text("#file-menu")), "app.trace, 20 s – 22 s")
	if facts := words.Plain(p.Text("#facts")); !strings.HasSuffix(facts, " · 2 s") {
		t.Errorf("the facts are %s", facts)
	}
	p.Key("8")
	if about := words.Plain(p.Text("#panel-about")); !strings.Contains(about, "Part of a recording20 s – 22 s") || !strings.Contains(about, "Length2.000 s") {
		t.Errorf("about the file: %s", about)
	}
	p.Key("1")
	p.is("the title", p.Text("#overview-head h2"), "main, 20 s – 22 s")
	if v := p.Link(); v.Left != 20e9 || v.Right != 22e9 {
		t.Errorf("the timeline shows %g to %g", v.Left, v.Right)
	}
	p.is("the wall time", p.Text("#overview-head")[len(p.Text("#overview-head h2")):][:len("Wall2.000 s")], "Wall2.000 s")
	p.Drag(300, 520)
	if title := p.Text("#overview-head h2"); title == "main, 20 s – 22 s" || !strings.HasPrefix(title, "main, 20.") {
		t.Errorf("the title of a range is %s", title)
	}
}

// TestOverview: a trace opens on the overview. Its parts sum to the whole. A part, a call and a finding lead to their calls in all
// views.
func TestOverview(t *testing.T) {
	p := open(t)
	p.Upload(testdata(t, "samples/startup.trace.gz"))
	p.element("#tab-overview.on")
	p.element("#panel-overview")
	sum, parts := 0.0, p.doc.findAll("#overview-time .parts svg")
	for _, e := range parts {
		var width float64
		fmt.Sscan(strings.TrimSuffix(e.attrs["width"], "%"), &width)
		sum += width
	}
	if rows := len(p.doc.findAll("#overview-time tbody tr")); len(parts) < 3 || rows != len(parts)+1 || sum < 99.95 || sum > 100.05 {
		t.Errorf("%d parts have %d rows and sum to %v %%", len(parts), rows, sum)
	}
	find := func() string { return p.element("#find").attrs["value"] }

	// A part marks its methods and lists its calls; by a click and by the keyboard.
	part := ""
	for _, e := range p.doc.findAll("#overview-time .pick-part") {
		if e.content() == "Waiting: Locks" {
			part = e.attrs["id"]
		}
	}
	p.Click("#" + part)
	p.is("the search", find(), "wait:lock")
	p.element("#overview-chosen li")
	p.is("the focus", p.focus, part)
	p.Click("#" + part) // as Enter does
	if p.Seen("#overview-chosen") || find() != "" {
		t.Error("the part stays")
	}
	p.Click(strings.Replace("#"+part, "part", "bar", 1))
	p.Click("#overview-call-0")
	p.element("#call-facts")
	p.Click("#chip-range")
	if p.Seen("#chip-range") {
		t.Error("the range stays")
	}
	p.Click("#chip-part")
	if p.Seen("#chip-part") || p.Seen("#overview-chosen") || find() != "" {
		t.Error("the marks stay")
	}

	// A finding sets the range and is marked. The findings stay, and Esc or the chip of the range leads back.
	list := func() string { return strings.Join(p.Texts("#overview-head .findings li span"), "\n") }
	findings := list()
	if !strings.Contains(findings, "main waited") {
		t.Errorf("the findings are\n%s", findings)
	}
	for _, back := range []func(){func() { p.Key("Escape") }, func() { p.Click("#chip-range") }} {
		p.Click("#overview-finding-1")
		p.element("#chip-range")
		p.element("#overview-finding-1[aria-current]")
		p.is("the focus", p.focus, "overview-finding-1")
		p.is("the findings", list(), findings)
		back()
		if p.Seen("#chip-range") || p.Seen("#panel-overview [aria-current]") {
			t.Error("the range stays")
		}
	}
	title := func() string { return plain(p.Text("#overview-head h2")) }
	p.Click("#overview-finding-1")
	p.Click("#overview-follow")
	if got := title(); strings.Contains(got, "whole trace") {
		t.Errorf("the overview is of %q", got)
	}
	p.Click("#chip-range")
	p.is("the overview", title(), "main, whole trace")

	// The thread that held the lock is one click away.
	p.Click("#overview-other-1")
	if got := title(); !strings.HasPrefix(got, "DefaultDispatcher-worker-1, ") {
		t.Errorf("the overview is of %q", got)
	}
	p.Key("Escape")
	p.is("the overview", title(), "main, whole trace")
}
