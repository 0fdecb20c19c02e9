package tracing

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

func format(name string) []string { return []string{"export", "-format", name} }

const flamegraphsEnding = ".flamegraphs.zip"

// exports is the menu of the exports of a trace, and the only list of them.
var exports = []desk.ExportGroup{
	{Title: "Method table", Exports: []desk.Export{
		{ID: "csv", Name: "CSV", About: "for spreadsheets", Ending: ".methods.csv", Command: format("csv"), Takes: desk.APart | desk.Switched},
		{ID: "tsv", Name: "TSV", About: "the same with tabs", Ending: ".methods.tsv", Command: format("tsv"), Takes: desk.APart | desk.Switched},
		{ID: "json", Name: "JSON", About: "with clock, range and threads", Ending: ".methods.json", Command: format("json"), Takes: desk.APart | desk.Switched},
	}},
	{Title: "Reports", Exports: []desk.Export{
		{ID: "text", Name: "Text report", About: "methods, callers and callees", Ending: ".report.txt", Command: format("text"), Takes: desk.AClock | desk.APart | desk.Switched},
		{ID: "html", Name: "HTML report", About: "the report as one page with links", Ending: ".report.html", Command: format("html"), Takes: desk.AClock | desk.APart | desk.Switched},
		{ID: "summary", Name: "Summary, JSON", About: "all facts about the trace", Ending: ".summary.json", Command: []string{"summary"}},
	}},
	{Title: "To share", Exports: []desk.Export{
		{ID: "page", Name: "One page, HTML…", About: "the viewer with the trace inside, opens from disk", Ending: ".html", Command: []string{desk.PageCommand, "-o", "-"}, Takes: desk.APart},
	}},
	{Title: "Part of the trace", Exports: []desk.Export{
		{ID: "cut", Name: "Trace", About: "the chosen range and threads, as a .trace", Ending: ".cut.trace", Command: []string{"cut", "-o", "-"}, Takes: desk.APart},
		{ID: "cut-hash", Name: "Trace without names", About: "the same with hashes for names", Ending: ".hashed.trace", Command: []string{"cut", "-hash", "-o", "-"}, Takes: desk.APart},
	}},
	{Title: "Other programs", Exports: []desk.Export{
		{ID: "speedscope", Name: "speedscope", About: "every call, for speedscope.app", Ending: ".speedscope.json", Command: format("speedscope"), Takes: desk.AClock | desk.APart | desk.NoWaits},
		{ID: "perfetto", Name: "Perfetto", About: "every call, for ui.perfetto.dev", Ending: ".perfetto-trace", Command: format("perfetto"), Takes: desk.APart},
		{ID: "chrome", Name: "Chrome trace", About: "every call, for chrome://tracing", Ending: ".chrome.json", Command: format("chrome"), Takes: desk.APart},
		{ID: "firefox", Name: "Firefox Profiler", About: "every call, for profiler.firefox.com", Ending: ".firefox.json", Command: format("firefox"), Takes: desk.AClock | desk.APart | desk.NoWaits},
		{ID: "pprof", Name: "pprof", About: "every path, for go tool pprof", Ending: ".pb.gz", Command: format("pprof"), Takes: desk.APart | desk.Switched},
		{ID: "folded", Name: "Folded stacks", About: "every path, for flame graphs", Ending: ".folded.txt", Command: format("folded"), Takes: desk.AClock | desk.APart | desk.Switched},
		{ID: "dot", Name: "Call graph, DOT", About: "for Graphviz", Ending: desk.CallGraph, Command: format("dot"), Takes: desk.AClock | desk.APart | desk.Switched | desk.AShare},
	}},
	{Title: "In dmtracedump's formats", Exports: []desk.Export{
		{ID: "dmtracedump", Name: "dmtracedump", About: "dmtracedump's text report, by its choice of clock", Ending: ".dmtracedump.txt", Command: []string{"dmtracedump"}},
		{ID: "events", Name: "dmtracedump -o", About: "the list of all records", Ending: ".events.txt", Command: []string{"dmtracedump", "-o"}},
	}},
	{Title: "Flame graphs and pictures", Exports: []desk.Export{
		{ID: "flamegraphs", Name: "Flame graphs, all threads (SVG)", About: "a zip of pages with zoom and search", Ending: flamegraphsEnding, Command: []string{"flamegraph", "-o", "all" + flamegraphsEnding}, Takes: desk.AClock | desk.APart | desk.Switched},
		{ID: "flamegraphs-inverted", Name: "Flame graphs, inverted (SVG)", About: "flame graphs from the methods up to their callers", Ending: ".inverted" + flamegraphsEnding, Command: []string{"flamegraph", "-reverse", "-o", "all" + flamegraphsEnding}, Takes: desk.AClock | desk.APart | desk.Switched},
		{ID: "timeline-svg", Name: "Timeline, SVG", About: "as shown on the screen now", Ending: ".timeline.svg", Canvas: canvas.Timeline},
		{ID: "timeline-png", Name: "Timeline, PNG", About: "the timeline at screen resolution", Ending: ".timeline.png", Canvas: canvas.Timeline},
		{ID: "flame-svg", Name: "Flame graph, SVG", About: "as shown on the screen now", Ending: ".flamegraph.svg", Canvas: canvas.Flame, Tab: "flamegraph"},
		{ID: "flame-png", Name: "Flame graph, PNG", About: "the timeline at screen resolution", Ending: ".flamegraph.png", Canvas: canvas.Flame, Tab: "flamegraph"},
	}},
}

// Exports returns the menu of the exports of the trace.
func (r *Room) Exports() []desk.ExportGroup { return exports }

// Refusal explains why an export is not available, "" if it is.
func (r *Room) Refusal(e *desk.Export) string {
	if e.Takes&desk.NoWaits != 0 && r.desk.Clock == message.Waiting {
		return words.T("not by waiting: choose wall or CPU")
	}
	if (e.ID == "events" || e.Command != nil && e.Command[0] == "cut") && len(r.desk.Measures()) > 0 {
		return words.T("a recording of samples has no records of calls")
	}
	return ""
}

// maxThreadIDs is the maximum length of the list of threads in bytes. A program in the browser has 8 KB for its
// arguments.
const maxThreadIDs = 6000

// Job returns the command line for an export, limited to a part if the export supports that. If the export is
// not possible, it returns a sentence with the reason.
func (r *Room) Job(e *desk.Export, part desk.Part) (desk.Job, string) {
	d := r.desk
	args := slices.Clone(e.Command)
	if e.Takes&desk.AClock != 0 {
		clock := d.Clock
		if e.Takes&desk.NoWaits != 0 && len(d.Trace.Measures) > 0 {
			clock = message.Wall // samples have times by this clock only
		}
		args = append(args, "-clock", [...]string{"wall", "cpu", "waiting"}[clock])
	}
	if d.Measure != d.Trace.Measure && (e.Command[0] == "export" || e.Command[0] == "flamegraph") {
		args = append(args, "-event", d.Trace.Measures[d.Measure-1].Name)
	}
	if e.Takes&desk.AShare != 0 {
		args = append(args, desk.ShareArgs(d.Share)...)
	}
	if e.Takes&desk.Switched != 0 && d.Switches {
		args = append(args, "-switches")
	}
	if e.Takes&desk.APart != 0 {
		if part.Range && d.Ranged() {
			args = append(args, "-from", nanoseconds(d.From), "-to", nanoseconds(d.To))
		}
		if part.Threads && len(d.Summed()) > 0 {
			ids := r.threadIDs()
			if len(ids) > maxThreadIDs {
				return desk.Job{}, words.T("Too many threads to list one by one. Select fewer, or all.")
			}
			args = append(args, "-thread", ids)
		}
	}
	return desk.Job{Args: args, Files: []string{d.Trace.Stored}, Name: desk.Stem(d.Trace.File) + e.Ending}, ""
}

// threadIDs lists the selected threads by the numbers in the file.
func (r *Room) threadIDs() string {
	var ids []string
	for i := range r.desk.Trace.Threads {
		if t := &r.desk.Trace.Threads[i]; r.desk.Counts(t.Index) {
			ids = append(ids, strconv.FormatUint(uint64(t.ID), 10))
		}
	}
	return strings.Join(ids, ",")
}

func nanoseconds(ns int64) string { return strconv.FormatInt(ns, 10) + "ns" }
