package app

import (
	"testing"

	"traceglass/wasm/ui/canvas"
)

// TestHistory: each change makes an entry in the history once it settles. Back and Alt with an arrow move between
// entries.
func TestHistory(t *testing.T) {
	h := openCalc(t)
	settle := func(byHand bool) {
		h.Compute()
		if h.host.Settling {
			h.host.Settling = false
			h.Settled(byHand)
		}
	}
	goes := func(key string) bool {
		took := h.Key(canvas.Key{Name: key, Alt: true})
		if took {
			e := h.host.Entries[h.host.Entered]
			h.Return(e[0], e[1])
		}
		return took
	}
	settle(true)
	if n := len(h.host.Entries); n != 1 {
		t.Fatalf("a file that was opened makes %d entries, want 1", n)
	}
	h.desk.Time.Show(1000*float64(ms), 3000*float64(ms))
	settle(false) // the page made this change
	h.desk.Show("threads")
	settle(true)
	h.desk.SetRange(1200*ms, 3400*ms, 6370*ms)
	h.desk.Hidden = []uint32{1}
	settle(true)
	if n := len(h.host.Entries); n != 3 {
		t.Fatalf("after two steps there are %d entries, want 3", n)
	}
	if !goes("ArrowLeft") || h.desk.Ranged() || len(h.desk.Hidden) > 0 || h.desk.Tab != "threads" {
		t.Errorf("a step back: range %v, hidden %v, tab %s", h.desk.Ranged(), h.desk.Hidden, h.desk.Tab)
	}
	if !goes("ArrowLeft") || h.desk.Tab != "overview" || h.desk.Time.View.From != 1000*float64(ms) {
		t.Errorf("another: tab %s, from %g", h.desk.Tab, h.desk.Time.View.From)
	}
	if goes("ArrowLeft") {
		t.Error("before the first step the key is not the browser's own")
	}
	once, twice := goes("ArrowRight"), goes("ArrowRight")
	if !once || !twice || !h.desk.Ranged() || len(h.desk.Hidden) != 1 {
		t.Errorf("forth again: range %v, hidden %v", h.desk.Ranged(), h.desk.Hidden)
	}
	undo := canvas.Key{Name: "z", Mod: true, Editing: true}
	if h.Key(undo) {
		t.Error("in a text field, the key for undo is not the browser's own")
	}
	h.desk.Filter = "drop:feed"
	settle(true)
	if undo.Editing = false; !h.Key(undo) {
		t.Error("undo does nothing")
	}
	e := h.host.Entries[h.host.Entered]
	if h.Return(e[0], e[1]); h.desk.Filter != "" || !h.desk.Ranged() || e != [2]int{1, 2} {
		t.Errorf("after undo: filter %q, range %v, entry %v", h.desk.Filter, h.desk.Ranged(), e)
	}
	h.host.Entries = h.host.Entries[:3]

	// A view from a script makes no entry, but it changes the address.
	h.host.Entries[2] = [2]int{}
	h.ApplyView(h.EncodeView(), "dark", nil)
	h.desk.Show("about")
	settle(false)
	if h.theme != "dark" || h.host.Entries[2] != [2]int{1, 2} || len(h.host.Entries) != 3 {
		t.Errorf("view of a script: theme %q, entries %v", h.theme, h.host.Entries)
	}
	settle(true)
	if n := len(h.host.Entries); n != 3 {
		t.Errorf("going back and forth leaves %d entries, want 3", n)
	}

	// After another file opens, an entry of the former file reads that one again, or names it if it is lost.
	before := h.host.Entries[1]
	h.Opening("other.trace", 1000, false)
	other := calc()
	other.File = "other.trace"
	h.Receive(0, other)
	h.host.Revisits = [2]bool{false, true}
	h.Return(before[0], before[1])
	h.Receive(0, calc())
	if h.history.serial != before[0] || h.history.at != before[1] || h.desk.Tab != "threads" || h.page.Notice != "" {
		t.Errorf("an entry of the file before: moment %d of %d, tab %s, %q", h.history.at, h.history.serial, h.desk.Tab, h.page.Notice)
	}
	// Closed files that have an address are fetched first.
	h.close()
	h.Return(before[0], before[1])
	h.Opening("https://host/calc.trace", 0, false)
	h.opening.again, h.opening.back = h.historyOf(before[0]), true // as in Revisit, which calls Opening
	h.Arrived()
	h.Opening("calc.trace", 1000, false)
	h.Receive(0, calc())
	if h.history.serial != before[0] || h.desk.Tab != "threads" {
		t.Errorf("a closed file that was fetched: history %d, tab %s", h.history.serial, h.desk.Tab)
	}
	h.host.Revisits = [2]bool{}
	h.Return(before[0]+1, 0)
	if h.opening.stage != failed || h.opening.failure != "This step showed other.trace. Open it again." || h.desk.Trace != nil {
		t.Errorf("an entry of a lost file: %s, %q", h.opening.stage, h.opening.failure)
	}
}
