package app

import (
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// TestNaming: a map changes names and leaves the selection. One click turns names on or off. Exports use them.
func TestNaming(t *testing.T) {
	h := openCalc(t)
	h.Receive(0, someDumps())
	h.desk.ChooseMethod(7)
	h.desk.Search.Text = "calc"
	h.desk.Tab = "flamegraph"
	h.page.Names.Learn([]message.Name{{Method: 7, Label: "a.b.c"}})
	was := h.desk.Trace
	on := &message.Named{Label: "97.4 % named", Text: "Names from mapping.txt: 97.4 % of 5,120 names.", Export: []string{"-mapping", "./mapping.txt"}, On: true}
	again := calc()
	again.Stored = "" // as in the engine's reply
	h.Receive(0, on)
	h.Receive(0, again)
	about := someDumps()
	h.Receive(0, about)
	if h.desk.Trace != again || h.desk.Trace.Stored != was.Stored || h.desk.Dumps.About != about || h.page.Room != desk.TraceRoom {
		t.Error("what is open is not what came")
	}
	if h.desk.Method != 7 || h.desk.Search.Text != "calc" || h.desk.Tab != "flamegraph" || h.page.File != "calc.trace" || h.opening.stage != opened {
		t.Errorf("what was chosen is lost: method %d, search %q, tab %q", h.desk.Method, h.desk.Search.Text, h.desk.Tab)
	}
	if h.page.Names.Label(7) != "…" || h.page.Notice != on.Text {
		t.Errorf("the method is called %s, and it says %q", h.page.Names.Label(7), h.page.Notice)
	}
	if html := h.render(t); !strings.Contains(html, `id="naming"`) || !strings.Contains(html, "97.4 % named</button>") {
		t.Error("the header does not say so")
	}
	h.click("export")
	h.click("export-csv")
	if last := h.host.Last(); !strings.Contains(last, "-format csv") || !strings.Contains(last, "-mapping ./mapping.txt") {
		t.Errorf("exported by %s", last)
	}

	h.click("naming")
	if off, _ := uitest.Asked[*message.Naming](h.host); off == nil || off.On {
		t.Fatalf("a click asks for %+v", off)
	}
	h.Receive(99, &message.Named{Label: "names as in the file", Text: "off"})
	h.Receive(0, calc())
	if h.desk.Method != 7 || h.opening.refusal != "" {
		t.Error("names cannot be taken off without loss")
	}
	for _, cmd := range h.commands("") {
		if cmd.Name == "Names: show those of the map" {
			cmd.Do()
		}
	}
	if on, _ := uitest.Asked[*message.Naming](h.host); on == nil || !on.On {
		t.Fatalf("the command for it asks for %+v", on)
	}
	h.Opening("other.trace", 1, false)
	h.Receive(0, calc())
	if h.naming.Label != "" || h.desk.Method == 7 {
		t.Error("another trace has the first one's names")
	}
}

// TestWrongMap: a map of another build is not used, and the page says so until it is read. A map that arrives
// before any file waits for a file.
func TestWrongMap(t *testing.T) {
	h := openCalc(t)
	h.Receive(0, &message.Named{Label: "names as in the file", Text: "This map belongs to another build."})
	if h.opening.refusal != "This map belongs to another build." || h.opening.stage != opened {
		t.Errorf("it says %q", h.opening.refusal)
	}
	h = newHouse()
	h.Opening("mapping.txt", 1000, false)
	h.Receive(0, &message.Named{Text: "mapping.txt is a map of names."})
	if h.opening.stage != empty || h.page.File != "" || h.opening.refusal != "mapping.txt is a map of names." {
		t.Errorf("stage %v, it says %q", h.opening.stage, h.opening.refusal)
	}
	h.Opening("calc.trace", 1, false)
	h.Receive(0, calc())
	h.Receive(0, &message.Named{Label: "100 % named", Text: "Named.", On: true})
	if h.room() == nil || h.opening.refusal != "" || h.naming.Label != "100 % named" {
		t.Errorf("the trace is opened with it as %+v", h.naming)
	}
}

// TestKeepMap: one click keeps a map, another forgets it. The page offers kept maps for a file without names.
// The next file opens without a map and without an offer.
func TestKeepMap(t *testing.T) {
	h := openCalc(t)
	h.OfferMaps()
	if html := h.render(t); !strings.Contains(html, "Kept maps…") || strings.Contains(html, "Keep map") {
		t.Error("kept maps are not offered")
	}
	h.click("naming-offer")
	if last := h.host.Last(); last != "script maps" {
		t.Errorf("the offer does %q", last)
	}
	on := &message.Named{Label: "100 % named", Text: "Named.", On: true, Fits: true, Name: "mapping.txt"}
	h.Receive(0, on)
	if h.Naming() != on || h.keepLabel() != "" {
		t.Errorf("before it is known whether maps can be kept it says %q", h.keepLabel())
	}
	h.Keeps(CanKeep)
	if html := h.render(t); h.offering || !strings.Contains(html, "Keep map") {
		t.Error("it cannot be kept")
	}
	h.click("naming-keep")
	if last := h.host.Last(); last != "keep yes" {
		t.Errorf("to keep it does %q", last)
	}
	h.Keeps(IsKept)
	h.click("naming-keep")
	if last := h.host.Last(); last != "keep no" {
		t.Errorf("to forget it does %q", last)
	}
	h.Receive(99, &message.Named{Label: "names as in the file", Text: "off", Name: "mapping.txt"})
	if h.keepLabel() != "Map kept" {
		t.Errorf("of one that is off it says %q", h.keepLabel())
	}
	h.Keeps(CanKeep)
	if h.keepLabel() != "" {
		t.Error("one that is off can be kept")
	}
	h.Opening("other.trace", 1, false)
	if h.Naming() != nil || h.keeping != NotKept || h.offering {
		t.Error("another file has the first one's map")
	}
}
