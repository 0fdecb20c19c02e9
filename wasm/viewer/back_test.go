package viewer

import (
	"fmt"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/session"
)

// TestBackAcrossFiles: each opening has an entry of its own in the history. Back and forth lead between the start page,
// a trace, a dump next to it, another trace, and a comparison, each with the view that it had.
func TestBackAcrossFiles(t *testing.T) {
	p := fromStart(t)
	shown := func() string {
		switch {
		case !p.session.Holds():
			return "start"
		case p.Seen("#room-changes[aria-checked=true]"):
			return "comparison"
		case p.Seen("#room-changes"):
			return "trace of both"
		}
		view := "trace"
		if p.Seen("#room-dump[aria-checked=true]") {
			view = "dump"
		} else if tab := p.doc.find(".tab[aria-selected=true]"); tab != nil {
			view += " " + tab.attrs["id"]
		}
		return view + " of " + p.Text("#file-menu")
	}
	var steps []string
	step := func() {
		t.Helper()
		steps = append(steps, shown())
		if got := p.browser.Entered; got != len(steps)-1 || len(p.browser.Entries) != len(steps) {
			t.Fatalf("after %q: entry %d of %d", steps, got, len(p.browser.Entries))
		}
	}
	step()
	p.Upload(testdata(t, "sample.trace.gz"))
	step()
	p.Key("3")
	step()
	p.Upload(testdata(t, "sample-anr.txt"))
	step()
	p.Upload(testdata(t, "sample-streaming.trace.gz"))
	step()
	p.Upload(testdata(t, "figures.trace"), testdata(t, "nested.trace"))
	step()
	p.Click("#room-a")
	step()
	p.is("entry 0", steps[0], "start")
	for i := 1; i < len(steps); i++ {
		if steps[i] == steps[i-1] {
			t.Fatalf("entries %d and %d are the same: %q", i-1, i, steps[i])
		}
	}
	notice := p.Text("#notice")
	for _, by := range []int{-1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, -3, 2, -5, 4} {
		p.Go(by)
		p.is("an entry", shown(), steps[p.browser.Entered])
		if now := p.Text("#notice"); now != "" && now != notice {
			t.Errorf("the page says %q", now)
		}
		if len(p.browser.Entries) != len(steps) {
			t.Fatalf("a visit leaves %d entries of %d", len(p.browser.Entries), len(steps))
		}
	}
	p.browser.Close()
	p.finish()
}

// fromStart opens a page whose first entry of the history is the start page.
func fromStart(t *testing.T) *page {
	p := open(t)
	p.browser.Stand.Entry(0, 0, false)
	p.session.EnterStart()
	return p
}

// TestBackToReplaced: the way back to the replaced files restores their own history, even if another was kept since. A
// trace and its dump have one history.
func TestBackToReplaced(t *testing.T) {
	p := fromStart(t)
	a, b := twoTraces()
	p.Upload(a, b)
	pair := p.browser.Entries[p.browser.Entered]
	p.Upload(testdata(t, "sample.trace.gz"))
	one := p.browser.Entries[p.browser.Entered]
	p.Upload(testdata(t, "sample-anr.txt"))
	p.is("the serials", fmt.Sprint(one[0]-pair[0], p.browser.Entries[p.browser.Entered][0]-one[0]), "1 1")
	p.Click("#file-menu")
	p.Click("#replaced")
	p.is("the entry of the comparison", fmt.Sprint(p.browser.Entries[p.browser.Entered], p.Seen("#room-changes[aria-checked=true]")), fmt.Sprint(pair, true))

	// The start page calls the files that Back left the previous ones.
	p = fromStart(t)
	p.Upload(a, b)
	p.Upload(testdata(t, "figures.trace"))
	p.Go(-2)
	p.Upload(testdata(t, "nested.trace"))
	p.Click("#file-menu")
	p.is("the file before", p.Text("#replaced"), "Back to figures.trace")
}

// TestBackAcrossSwap: a swap of A and B is one step back, and reads nothing again. Two traces with the same name in the
// other order are no swap.
func TestBackAcrossSwap(t *testing.T) {
	p := fromStart(t)
	a, b := twoTraces()
	p.Upload(a, b)
	entries, sides := len(p.browser.Entries), p.Sides()
	p.Click("#changes-swap")
	p.is("entries of a swap", fmt.Sprint(len(p.browser.Entries)-entries), "1")
	workers := p.session.Worker()
	p.Go(-1)
	p.is("a step back", p.Sides(), sides)
	p.Go(1)
	p.is("forward", p.Sides(), "after.trace, before.trace")
	if p.session.Worker() != workers {
		t.Error("the traces were read again")
	}

	p = fromStart(t)
	first := fileOf("calc.trace", tracetest.Bytes(ofBefore))
	p.session.Compare([]*session.File{first}, []*session.File{fileOf("calc.trace", tracetest.Bytes(ofAfter))})
	p.finish()
	p.Click("#room-a")
	workers = p.session.Worker()
	p.Go(-1)
	p.Go(1)
	if p.session.Worker() != workers || p.session.Both()[0][0] != first {
		t.Error("two traces with the same name were swapped and read again")
	}
}

// TestBackWhileFetching: while a file is fetched, Back stops that. The open files stay, and so does their entry, whether
// the entry before it shows the same files or others.
func TestBackWhileFetching(t *testing.T) {
	for _, steps := range []int{0, 1} {
		p := fromStart(t)
		p.Upload(testdata(t, "sample.trace.gz"))
		if steps > 0 {
			p.Key("3")
		}
		at, tab := p.browser.Entered, p.doc.find(".tab[aria-selected=true]").attrs["id"]
		p.is("steps", fmt.Sprint(p.browser.Entries[at][1]), fmt.Sprint(steps))
		turn := p.session.Fetch("other.trace")
		p.finish()
		p.contains("#beside", "other.trace")
		p.Go(-1)
		if p.session.Wanted(turn) || p.doc.find(".exporting") != nil {
			t.Error("the file is still fetched")
		}
		p.is("the entry", fmt.Sprint(p.browser.Entered), fmt.Sprint(at))
		p.is("the view", p.doc.find(".tab[aria-selected=true]").attrs["id"], tab)
	}
}
