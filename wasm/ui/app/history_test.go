package app

import (
	"strings"
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

	// After another file opens, entries of the former file change nothing, and say so.
	before := h.host.Entries[1]
	h.Receive(0, calc())
	h.desk.SetRange(1, 2*ms, 6370*ms)
	h.Return(before[0], before[1])
	if !h.desk.Ranged() || !strings.Contains(h.page.Notice, "another file") || h.host.Entries[h.host.Entered] != [2]int{h.history.serial, h.history.at} {
		t.Errorf("after an entry of a file before: range %v, %q, entry %v", h.desk.Ranged(), h.page.Notice, h.host.Entries[h.host.Entered])
	}
}
