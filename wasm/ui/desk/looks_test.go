package desk_test

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/chips"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
	"traceglass/wasm/ui/uitest"
)

// TestColour: methods are coloured by origin by default. Another choice is stored.
func TestColour(t *testing.T) {
	d, s := openCalc()
	legend := func() string {
		var names []string
		for _, m := range chips.Legend(d) {
			names = append(names, m.Name)
		}
		return strings.Join(names, " ")
	}
	if got := legend(); d.Colour != message.ColourByOrigin || got != "own, with waits libraries platform" {
		t.Errorf("colour %d, legend %q", d.Colour, got)
	}
	chips.Legend(d)[1].Do()
	if got := chips.Legend(d); d.Search.Text != "origin:library" || !d.Search.Only || got[1].State != bar.On || got[0].State == bar.On {
		t.Errorf("a click on libraries searches for %q: %+v", d.Search.Text, d.Search)
	}
	chips.Legend(d)[1].Do()
	chips.Legend(d)[1].Do()
	drop(t, d, "chip-only")
	if d.Search.Text != "" || d.Search.Only {
		t.Errorf("without its chip %+v is left", d.Search)
	}
	d.Search.Find("calc")
	d.Search.Only = true
	drop(t, d, "chip-only")
	if d.Search.Text != "calc" {
		t.Errorf("what was typed is gone: %+v", d.Search)
	}
	d.Search.Find("")
	if d.Search.Text != "" || d.Search.Only || chips.Legend(d)[1].State == bar.On {
		t.Errorf("a second click leaves %+v", d.Search)
	}
	d.Trace.Origins = append(d.Trace.Origins, 56, 34, 44)
	if got := legend(); got != "own, with waits libraries platform native no name" {
		t.Errorf("legend %q", got)
	}
	d.SetColour(message.ColourByRank)
	if got := legend(); got != "" {
		t.Errorf("by rank there is a legend: %q", got)
	}
	d.Forget()
	if again := desk.New(desk.NewPage(s)); d.Colour != message.ColourByRank || again.Colour != message.ColourByRank {
		t.Errorf("the next trace has colour %d, the next visit %d", d.Colour, again.Colour)
	}
	s.Stored["colour"] = "red"
	if d := desk.New(desk.NewPage(s)); d.Colour != message.ColourByOrigin {
		t.Errorf("by a text of others it is %d", d.Colour)
	}
}

// TestFramework: the rows that a thread's calls have in common are folded until a call in them is selected.
func TestFramework(t *testing.T) {
	trace := uitest.Calc()
	trace.Threads[0].Framework, trace.Threads[2].Framework = 5, 3
	d := desk.New(desk.NewPage(uitest.New()))
	d.Open(trace)
	check := func(does string, want ...uint32) {
		t.Helper()
		if fmt.Sprint(d.Unfolded) != fmt.Sprint(want) {
			t.Errorf("%s: %v unfolded, want %v", does, d.Unfolded, want)
		}
	}
	d.ChooseCall(message.CallRef{Thread: 0, Depth: 5}, 1)
	d.ScrollToCall(message.CallRef{Thread: 1, Depth: 0}, 1)
	check("calls that are drawn")
	d.ScrollToCall(message.CallRef{Thread: 2, Depth: 2}, 1)
	check("one that is not", 2)
	before := link.Now(d)
	d.ToggleFramework(2)
	d.ToggleFrameworks()
	check("all", 0, 2)
	before.Show(d)
	check("gone back", 2)
	d.ToggleFrameworks()
	check("none")
	d.ToggleFrameworks()
	d.ToggleFramework(0)
	check("one folded again", 2)
}
