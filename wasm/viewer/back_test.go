package viewer

import "testing"

// TestBackAcrossFiles: each opening has an entry of its own in the history. Back and forth lead between the start page,
// a trace, a dump next to it, another trace, and a comparison, each with the view that it had.
func TestBackAcrossFiles(t *testing.T) {
	p := open(t)
	p.browser.Stand.Entry(0, 0, false)
	p.session.EnterStart()
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
