package app

import (
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// named returns an export of the menu by its ID.
func (h *house) named(id string) *export.Export {
	for _, g := range h.exportGroups() {
		for i := range g.Exports {
			if g.Exports[i].ID == id {
				return &g.Exports[i]
			}
		}
	}
	return nil
}

func TestExports(t *testing.T) {
	part := func(h *house) { h.desk.SetRange(1200*ms, 3400*ms, 6370*ms) }
	tests := []struct {
		id     string
		choose func(*house)
		want   string
	}{
		{"csv", func(h *house) {}, "export export -format csv -threads calc.trace as calc.methods.csv"}, // main, as the page shows it
		{"page", func(h *house) {}, "export page calc.trace as calc.html"},                              // all threads, for others
		{"page", func(h *house) { h.desk.OnlyThread(h.desk.Trace.Threads[1].Index) }, "export page -threads calc.trace as calc.html"},
		{"csv", func(h *house) { h.click("scope-threads") }, "export export -format csv -threads calc.trace as calc.methods.csv"},
		{"csv", func(h *house) { h.click("scope-threads"); h.click("scope-all") }, "export export -format csv calc.trace as calc.methods.csv"},
		{"csv", func(h *house) { h.click("scope-threads"); h.desk.ClearThreads() }, "export export -format csv calc.trace as calc.methods.csv"},
		{"csv", part, "export export -format csv -range -threads calc.trace as calc.methods.csv"}, // as the page shows it
		{"page", part, "export page -range calc.trace as calc.html"},                              // for others
		{"page", func(h *house) { part(h); h.click("scope-threads") }, "export page -range -threads calc.trace as calc.html"},
		{"csv", func(h *house) { part(h); h.click("scope-all") }, "export export -format csv -range calc.trace as calc.methods.csv"},
		{"csv", func(h *house) { part(h); h.click("scope-whole") }, "export export -format csv -threads calc.trace as calc.methods.csv"},
		{"summary", part, "export summary calc.trace as calc.summary.json"},
		{"timeline-png", part, "picture calc.timeline.png"},
		{"explain", func(h *house) { h.Receive(0, someDumps()); h.click("room-dump") }, "export explain -all traces.txt as traces.explained.txt"},
	}
	for _, tt := range tests {
		h := openCalc(t)
		tt.choose(h)
		h.host.Did = nil
		h.click("export-" + tt.id)
		if want := []string{"focus export", tt.want}; !slices.Equal(h.host.Did, want) {
			t.Errorf("%s: %q, want %q", tt.id, h.host.Did, want)
		}
	}
}

// TestCopyForAssistant: the answers go to the clipboard, and the notice says how much.
func TestCopyForAssistant(t *testing.T) {
	h := openCalc(t)
	for id, hidden := range map[string]bool{"export-answers": false, "export-answers-hidden": true} {
		h.click("export")
		h.click(id)
		h.host.Did = nil
		h.host.Answer(&h.page.Line, func(body message.Body) message.Body {
			req, ok := body.(*message.AnswerText)
			if !ok {
				return nil
			}
			if req.Hidden != hidden {
				t.Errorf("%s asks with hidden %v", id, req.Hidden)
			}
			return &message.AnswerTextReply{Markdown: strings.Repeat("x", 3100)}
		})
		if want := []string{"copy " + strings.Repeat("x", 3100)}; !slices.Equal(h.host.Did, want) || h.page.Notice != "Copied 3.1\u00a0KB for an assistant. This page sent nothing." {
			t.Errorf("%s: %q, notice %q", id, h.host.Did, h.page.Notice)
		}
	}
}

// TestExportMenuShowsLimits: the menu lists the data that an export leaves out.
func TestExportMenuShowsLimits(t *testing.T) {
	h := openCalc(t)
	if got := h.exportThreads(); got != "main only, 1 thread left out" {
		t.Errorf("of main the menu says %q", got)
	}
	h.desk.ClearThreads()
	if got := h.exportThreads() + h.exportRange(); got != "" {
		t.Errorf("with nothing chosen the menu says %q", got)
	}
}

// TestExportsRefused: exports that the room refuses, or that would begin while another one runs.
func TestExportsRefused(t *testing.T) {
	h := openCalc(t)
	h.traces.deaf = true
	h.click("export-speedscope")
	if want := "speedscope: not by waiting: choose wall or CPU."; h.page.Notice != want || len(h.host.Did) != 1 {
		t.Errorf("%q, %q; want %q", h.page.Notice, h.host.Did, want)
	}
	h.click("export-csv")
	if !strings.HasPrefix(h.page.Notice, "Too many threads") || h.exports.name != "" {
		t.Errorf("%q, %q runs", h.page.Notice, h.exports.name)
	}
	h.traces.deaf = false
	h.click("export-csv")
	h.click("export-summary")
	if h.exports.name != "calc.methods.csv" || h.page.Notice != "calc.summary.json comes after calc.methods.csv." || h.exportText() != "Exporting calc.methods.csv · 1 more to come" {
		t.Errorf("%q; %q", h.exportText(), h.page.Notice)
	}
	h.click("scope-threads")
	if about := h.exportAbout(h.named("summary")); about != "all facts about the trace · whole trace" {
		t.Errorf("the menu says of one that has to wait: %q", about)
	}
	h.click("export-timeline-png")
	if got := h.host.Last(); got != "picture calc.timeline.png" {
		t.Errorf("a picture meanwhile: %q", got)
	}
	h.Saved("calc.timeline.png", 1234, "")
	if h.exports.name == "" || h.page.Notice != "Saved calc.timeline.png, 1.23"+words.NBSP+"KB." {
		t.Errorf("%q runs; %q", h.exports.name, h.page.Notice)
	}
	h.Exported("calc.methods.csv", 10, "", "")
	if h.exportText() != "Exporting calc.summary.json" {
		t.Errorf("after the first: %q", h.exportText())
	}
	h.stopExport()
	if h.exports.name != "" || h.host.Last() != "stop the export" {
		t.Errorf("%q runs; %q", h.exports.name, h.host.Did)
	}
}

// TestPicturesWait: an export of the flame graph's picture waits until the picture is drawn.
func TestPicturesWait(t *testing.T) {
	h := openCalc(t)
	h.click("export-flame-png")
	if h.desk.Tab != "flamegraph" || len(h.host.Did) != 1 {
		t.Fatalf("view %s, %q", h.desk.Tab, h.host.Did)
	}
	h.Drawn(canvas.Geometry{Canvas: canvas.Timeline})
	h.Drawn(canvas.Geometry{Canvas: canvas.Flame})
	h.Drawn(canvas.Geometry{Canvas: canvas.Flame})
	if want := []string{"focus export", "picture calc.flamegraph.png"}; !slices.Equal(h.host.Did, want) {
		t.Errorf("%q, want %q", h.host.Did, want)
	}
}

func TestExportText(t *testing.T) {
	h := openCalc(t)
	h.click("export-csv")
	for _, tt := range []struct {
		read, size, written int64
		want                string
	}{
		{0, 0, 0, "Exporting calc.methods.csv"},
		{1e6, 5e6, 0, "Exporting calc.methods.csv · read 1 MB of 5 MB"},
		{5e6, 5e6, 7e8, "Exporting calc.methods.csv · read 5 MB of 5 MB · wrote 700 MB"},
	} {
		h.Exporting(tt.read, tt.size, tt.written)
		if got := strings.ReplaceAll(h.exportText(), words.NBSP, " "); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	h.close() // the export continues
	if h.exportText() == "" || slices.Contains(h.host.Did, "stop the export") {
		t.Errorf("closing the file ended the export: %q", h.host.Did)
	}
	h.Exported("calc.methods.csv", 0, "It failed.", "")
	if h.exportText() != "" || h.page.Notice != "It failed." {
		t.Errorf("%q, %q", h.exportText(), h.page.Notice)
	}
}

// TestLargeExports: an export that was refused for its size is made if it is chosen again. A different export
// or part is refused again.
func TestLargeExports(t *testing.T) {
	h := openCalc(t)
	chosen := func(id, want string) {
		t.Helper()
		h.click("export-" + id)
		if got := h.host.Last(); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	chosen("csv", "export export -format csv -threads calc.trace as calc.methods.csv")
	h.ExportTooLarge("calc.methods.csv", "It comes to 5 GB; choose it again to have it all the same.")
	if h.page.Notice != "It comes to 5 GB; choose it again to have it all the same." || h.exports.name != "" {
		t.Errorf("%q, %q runs", h.page.Notice, h.exports.name)
	}
	chosen("summary", "export summary calc.trace as calc.summary.json")
	h.Exported("calc.summary.json", 10, "", "Paths end there.")
	if !strings.HasSuffix(h.page.Notice, " Paths end there.") || !strings.HasPrefix(h.page.Notice, "Saved calc.summary.json") {
		t.Errorf("%q", h.page.Notice)
	}
	chosen("csv", "export export -format csv -threads -force calc.trace as calc.methods.csv")
}
