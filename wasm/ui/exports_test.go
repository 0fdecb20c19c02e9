package ui

import (
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

func TestExportCommands(t *testing.T) {
	all := map[string]*export{}
	for _, g := range traceExports {
		for i := range g.exports {
			all[g.exports[i].id] = &g.exports[i]
		}
	}
	part := func(c *App) { c.sel.setRange(1200*ms, 3400*ms, 6370*ms) }
	threads := func(c *App) { c.sel.Threads = []uint32{0, 2} }
	tests := []struct {
		id     string
		choose []func(*App)
		want   string
	}{
		{"csv", nil, "export -format csv calc.trace as calc.methods.csv"},
		{"csv", []func(*App){part}, "export -format csv -from 1200000000ns -to 3400000000ns calc.trace as calc.methods.csv"},
		{"csv", []func(*App){part, func(c *App) { c.exporting.whole = true }}, "export -format csv calc.trace as calc.methods.csv"},
		{"folded", []func(*App){part, threads}, "export -format folded -clock wall -from 1200000000ns -to 3400000000ns -thread 8213,8219 calc.trace as calc.folded.txt"},
		{"text", []func(*App){threads, func(c *App) { c.sel.Clock = message.Waiting }}, "export -format text -clock waiting -thread 8213,8219 calc.trace as calc.report.txt"},
		{"dot", []func(*App){part, func(c *App) { c.sel.Switches = true }}, "export -format dot -clock wall -switches -from 1200000000ns -to 3400000000ns calc.trace as calc.dot"},
		{"chrome", []func(*App){func(c *App) { c.sel.Switches = true }}, "export -format chrome calc.trace as calc.chrome.json"},
		{"summary", []func(*App){part, threads}, "summary calc.trace as calc.summary.json"},
		{"events", []func(*App){part}, "dmtracedump -o calc.trace as calc.events.txt"},
		{"flamegraphs", []func(*App){func(c *App) { c.sel.Clock = message.CPU }}, "flamegraph -o all.flamegraphs.zip -clock cpu calc.trace as calc.flamegraphs.zip"},
		{"timeline-svg", []func(*App){part}, "picture calc.timeline.svg"},
	}
	for _, tt := range tests {
		c, h := openCalc(t)
		for _, choose := range tt.choose {
			choose(c)
		}
		h.did = nil
		c.exportAs(all[tt.id])
		want := strings.Replace(tt.want, "export ", "export export ", 1)
		if !strings.HasPrefix(tt.want, "export") && !strings.HasPrefix(tt.want, "picture") {
			want = "export " + tt.want
		}
		if !slices.Equal(h.did, []string{"focus export", want}) {
			t.Errorf("%s: %q, want %q", tt.id, h.did, want)
		}
	}

	// What cannot be: calls have no place by waiting, and one runs at a time.
	c, h := openCalc(t)
	c.sel.Clock = message.Waiting
	h.did = nil
	c.exportAs(all["speedscope"])
	if want := "speedscope: not by waiting: choose wall or CPU."; c.notice != want || len(h.did) != 1 {
		t.Errorf("%q, %q; want %q", c.notice, h.did, want)
	}
	c.exportAs(all["csv"])
	c.exportAs(all["tsv"])
	if c.exporting.name != "calc.methods.csv" || c.notice != "TSV: one export at a time." {
		t.Errorf("%q runs; %q", c.exporting.name, c.notice)
	}
	c.exportAs(all["timeline-png"])
	if got := h.did[len(h.did)-1]; got != "picture calc.timeline.png" {
		t.Errorf("a picture meanwhile: %q", got)
	}
	c.Saved("calc.timeline.png", 1234, "")
	if c.exporting.name == "" || c.notice != "Saved calc.timeline.png, 1.23"+nbsp+"KB." {
		t.Errorf("%q runs; %q", c.exporting.name, c.notice)
	}
	c.stopExport()
	if c.exporting.name != "" || h.did[len(h.did)-1] != "stop the export" {
		t.Errorf("%q runs; %q", c.exporting.name, h.did)
	}

	// Threads beyond what a command line holds.
	c, h = openCalc(t)
	c.trace.Threads = nil
	for i := range uint32(3000) {
		c.trace.Threads = append(c.trace.Threads, message.Thread{Index: i, ID: 10_000 + i})
		c.sel.Threads = append(c.sel.Threads, i)
	}
	h.did = nil
	c.exportAs(all["csv"])
	if len(h.did) != 1 || !strings.HasPrefix(c.notice, "These are too many threads") {
		t.Errorf("%q, %q", h.did, c.notice)
	}
}

// A picture of the flame graph waits until there is one.
func TestExportFlameGraphPicture(t *testing.T) {
	c, h := openCalc(t)
	h.did = nil
	for _, e := range traceExports[len(traceExports)-1].exports {
		if e.id == "flame-png" {
			c.exportAs(&e)
		}
	}
	if c.view != flameView || len(h.did) != 1 {
		t.Fatalf("view %d, %q", c.view, h.did)
	}
	c.Drawn(Geometry{Canvas: TimelineCanvas})
	c.Drawn(Geometry{Canvas: FlameCanvas})
	c.Drawn(Geometry{Canvas: FlameCanvas})
	if want := []string{"focus export", "picture calc.flamegraph.png"}; !slices.Equal(h.did, want) {
		t.Errorf("%q, want %q", h.did, want)
	}
}

func TestExportText(t *testing.T) {
	c, h := openCalc(t)
	c.exportAs(&traceExports[0].exports[0])
	for _, tt := range []struct {
		read, size, written int64
		want                string
	}{
		{0, 0, 0, "Exporting calc.methods.csv"},
		{1e6, 5e6, 0, "Exporting calc.methods.csv · read 1 MB of 5 MB"},
		{5e6, 5e6, 7e8, "Exporting calc.methods.csv · read 5 MB of 5 MB · wrote 700 MB"},
	} {
		c.Exporting(tt.read, tt.size, tt.written)
		if got := strings.ReplaceAll(c.exportText(), nbsp, " "); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	c.close() // the export goes on
	if c.exportText() == "" || slices.Contains(h.did, "stop the export") {
		t.Errorf("closing the file ended the export: %q", h.did)
	}
	c.Exported("calc.methods.csv", 0, "It failed.")
	if c.exportText() != "" || c.notice != "It failed." {
		t.Errorf("%q, %q", c.exportText(), c.notice)
	}
}

func TestStem(t *testing.T) {
	for file, want := range map[string]string{
		"calc.trace": "calc", "calc.trace.gz": "calc", "com.example.app.trace": "com.example.app", "a.key": "a", "a.data.gz": "a",
		"traces.zip": "traces", ".trace": ".trace", "dmtrace": "dmtrace", "": "",
	} {
		if got := stem(file); got != want {
			t.Errorf("%q is called %q, want %q", file, got, want)
		}
	}
}

// TestMenuKeys: arrows walk the lines that can be chosen, and Esc goes back to the button.
func TestMenuKeys(t *testing.T) {
	c, h := openCalc(t)
	c.sel.Clock = message.Waiting
	focus := "export"
	press := func(name string) string {
		t.Helper()
		if !c.Key(Key{Name: name, Code: name, Focus: focus}) {
			t.Fatalf("%s was not handled", name)
		}
		focus = strings.TrimPrefix(h.did[len(h.did)-1], "focus ")
		return focus
	}
	c.toggleMenu("export")
	var walked []string
	for range 8 {
		walked = append(walked, press("ArrowDown"))
	}
	want := []string{"export-csv", "export-tsv", "export-json", "export-text", "export-html", "export-summary", "export-chrome", "export-pprof"}
	if !slices.Equal(walked, want) {
		t.Errorf("walked %q, want %q", walked, want)
	}
	before := focus
	press("ArrowUp")
	focus = before // not there yet
	if got := press("ArrowUp"); got != "export-summary" {
		t.Errorf("two keys in one frame: %q", got)
	}
	press("ArrowDown")
	press("ArrowDown")
	if got := press("ArrowUp"); got != "export-chrome" {
		t.Errorf("up: %q", got)
	}
	if a, b, c := press("End"), press("ArrowDown"), press("ArrowUp"); a != "export-flame-png" || b != "export-csv" || c != a {
		t.Errorf("round the end: %q, %q, %q", a, b, c)
	}
	if got := press("Escape"); got != "export" || c.menu != "" {
		t.Errorf("Esc goes to %q, menu %q", got, c.menu)
	}
	c.sel.setRange(1200*ms, 3400*ms, 6370*ms)
	c.toggleMenu("export")
	if got := press("Home"); got != "export-whole" {
		t.Errorf("home with a range: %q", got)
	}
	c.toggleMenu("file")
	focus = "file-menu"
	if a, b, c := press("ArrowUp"), press("ArrowDown"), press("ArrowDown"); a != "close" || b != "properties" || c != "notes" {
		t.Errorf("the file's menu: %q, %q, %q", a, b, c)
	}
}
