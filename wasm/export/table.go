package export

// Page is the command that makes one HTML page of the viewer and the open file. The page asks for options in a dialog.
const Page = "page"

// CallGraph is the end of the name of the call graph's Graphviz file.
const CallGraph = ".dot"

const flamegraphs = ".flamegraphs.zip"

func format(name string) []string { return []string{"export", "-format", name} }

func causes(format string) []string { return []string{"explain", "-group", "-format", format} }

func changes(format string) []string { return []string{"compare", "-format", format} }

// Trace are the exports of a trace, the most used ones first.
var Trace = []Group{
	{"To share", []Export{
		{ID: "overview", Command: []string{"overview", "-format", "markdown", "-readable"}, Ending: ".overview.md", Takes: APart | Filtered,
			Name: "Overview, Markdown", About: "the findings, for an issue tracker"},
		{ID: "page", Command: []string{Page, "-o", "-"}, Ending: ".html", Takes: APart | Whole,
			Name: "One page, HTML…", About: "the viewer with the trace inside, opens from disk"},
	}},
	{"Method table", []Export{
		{ID: "csv", Command: format("csv"), Ending: ".methods.csv", Takes: APart | Switched | Charged | Grouped | Filtered,
			Name: "CSV", About: "for spreadsheets",
			Usage: "the method table for spreadsheets; a name that looks like a formula starts with '"},
		{ID: "tsv", Command: format("tsv"), Ending: ".methods.tsv", Takes: APart | Switched | Charged | Grouped | Filtered,
			Name: "TSV", About: "the same with tabs",
			Usage: "the method table with tabs"},
		{ID: "json", Command: format("json"), Ending: ".methods.json", Takes: APart | Switched | Charged | Grouped | Filtered,
			Name: "JSON", About: "with clock, range and threads",
			Usage: "the method table as objects, with the trace's clock, range and threads"},
	}},
	{"Reports", []Export{
		{ID: "waits", Command: format("waits"), Ending: ".waits.csv", Takes: APart | Whole,
			Name: "Waits by cause, CSV", About: "what each thread waited for, and where",
			Usage: "what each thread waited for: a line for each cause and method, with calls and time"},
		{ID: "text", Command: format("text"), Ending: ".report.txt", Takes: AClock | APart | Switched | Filtered,
			Name: "Text report", About: "methods, callers and callees",
			Usage: "the four tables of dmtracedump"},
		{ID: "html", Command: format("html"), Ending: ".report.html", Takes: AClock | APart | Switched | Filtered,
			Name: "HTML report", About: "the report as one page with links",
			Usage: "the four tables of dmtracedump as a page with links"},
		{ID: "summary", Command: []string{"summary"}, Ending: ".summary.json",
			Name: "Summary, JSON", About: "all facts about the trace"},
	}},
	{"Flame graphs and pictures", []Export{
		{ID: "flamegraphs", Command: []string{"flamegraph", "-o", "all" + flamegraphs}, Ending: flamegraphs, Takes: AClock | APart | Switched | Filtered | Whole,
			Name: "Flame graphs, all threads (SVG)", About: "a zip of pages with zoom and search"},
		{ID: "flamegraphs-inverted", Command: []string{"flamegraph", "-reverse", "-o", "all" + flamegraphs}, Ending: ".inverted" + flamegraphs, Takes: AClock | APart | Switched | Filtered | Whole,
			Name: "Flame graphs, inverted (SVG)", About: "flame graphs from the methods up to their callers"},
		{ID: "timeline-svg", Canvas: Timeline, Ending: ".timeline.svg", Name: "Timeline, SVG", About: "as shown on the screen now"},
		{ID: "timeline-png", Canvas: Timeline, Ending: ".timeline.png", Name: "Timeline, PNG", About: "the timeline at screen resolution"},
		{ID: "flame-svg", Canvas: FlameGraph, Tab: "flamegraph", Ending: ".flamegraph.svg", Name: "Flame graph, SVG", About: "as shown on the screen now"},
		{ID: "flame-png", Canvas: FlameGraph, Tab: "flamegraph", Ending: ".flamegraph.png", Name: "Flame graph, PNG", About: "the flame graph at screen resolution"},
	}},
	{"Part of the trace", []Export{
		{ID: "cut", Command: []string{"cut", "-o", "-"}, Ending: ".cut.trace", Takes: APart | Whole,
			Name: "Trace", About: "the chosen range and threads, as a .trace"},
		{ID: "cut-hash", Command: []string{"cut", "-hash", "-o", "-"}, Ending: ".hashed.trace", Takes: APart | Whole,
			Name: "Trace without names", About: "the same with hashes for names"},
	}},
	{"Other programs", []Export{
		{ID: "speedscope", Command: format("speedscope"), Ending: ".speedscope.json", Takes: AClock | APart | NoWaits | Whole,
			Name: "speedscope", About: "every call, for speedscope.app",
			Usage: "every call, for speedscope"},
		{ID: "perfetto", Command: format("perfetto"), Ending: ".perfetto-trace", Takes: APart | Whole,
			Name: "Perfetto", About: "every call, for ui.perfetto.dev",
			Usage: "every call, for Perfetto: by far the smallest"},
		{ID: "chrome", Command: format("chrome"), Ending: ".chrome.json", Takes: APart | Whole,
			Name: "Chrome trace", About: "every call, for chrome://tracing",
			Usage: "every call, for chrome://tracing and Perfetto"},
		{ID: "firefox", Command: format("firefox"), Ending: ".firefox.json", Takes: AClock | APart | NoWaits | Whole,
			Name: "Firefox Profiler", About: "every call, for profiler.firefox.com",
			Usage: "every call, for Firefox Profiler"},
		{ID: "pprof", Command: format("pprof"), Ending: ".pb.gz", Takes: APart | Switched | Filtered,
			Name: "pprof", About: "every path, for go tool pprof",
			Usage: `every path, for "go tool pprof": calls, and time by each clock`},
		{ID: "folded", Command: format("folded"), Ending: ".folded.txt", Takes: AClock | APart | Switched | Filtered,
			Name: "Folded stacks", About: "every path, for flame graphs",
			Usage: "stacks of every thread for flame graphs, in us, or in ns if the trace's clock is that fine"},
		{ID: "dot", Command: format("dot"), Ending: CallGraph, Takes: AClock | APart | Switched | AShare | Filtered,
			Name: "Call graph, DOT", About: "for Graphviz",
			Usage: "the call graph for Graphviz"},
	}},
	{"In dmtracedump's formats", []Export{
		{ID: "dmtracedump", Command: []string{"dmtracedump"}, Ending: ".dmtracedump.txt",
			Name: "dmtracedump", About: "dmtracedump's text report, by its choice of clock"},
		{ID: "events", Command: []string{"dmtracedump", "-o"}, Ending: ".events.txt",
			Name: "dmtracedump -o", About: "the list of all records"},
	}},
}

// Process are the exports of one process of thread dumps.
var Process = Group{"This process", []Export{
	{ID: "markdown", Command: format("markdown"), Ending: ".md",
		Name: "For an issue tracker, Markdown", About: "verdict, who waits for whom, main's stack, build",
		Usage: "for an issue tracker: verdict, who waits for whom, main's stack, time and build"},
	{ID: "threads", Command: format("csv"), Ending: ".threads.csv",
		Name: "Threads, CSV", About: "one line per thread, for spreadsheets",
		Usage: "the threads for spreadsheets"},
	{ID: "stacks", Command: format("folded"), Ending: ".folded",
		Name: "Folded stacks", About: "for flame graphs; without idle threads",
		Usage: "stacks for flame graphs, one per thread; without idle threads"},
	{ID: "stackflame", Command: format("svg"), Ending: ".flame.svg",
		Name: "Flame graph, SVG", About: "of the stacks; with zoom and search",
		Usage: "a flame graph of these stacks, which needs no other file"},
	{ID: "locks", Command: format("locks"), Ending: ".locks.svg",
		Name: "Lock graph, SVG", About: "who waits for whom",
		Usage: "the lock graph as an SVG, which needs no other file"},
}}

// Dumps are the exports of all open thread dumps.
var Dumps = Group{"All files", []Export{
	{ID: "explain", Command: []string{"explain", "-all"}, Ending: ".explained.txt",
		Name: "Verdicts, text", About: "why main does not answer, deadlocks, who waits for whom"},
	{ID: "dumps", Command: []string{"summary"}, Ending: ".summary.json",
		Name: "Summary, JSON", About: "processes, states, deadlocks"},
	{ID: "page", Command: []string{Page, "-o", "-"}, Ending: ".html",
		Name: "One page, HTML…", About: "the viewer with the dumps inside, opens from disk"},
}}

// Causes are the exports of a pile of thread dumps.
var Causes = Group{"Causes", []Export{
	{ID: "causes", Command: causes("text"), Ending: ".causes.txt",
		Name: "Causes, text", About: "how often each cause occurs, with its versions and files",
		Usage: "to read"},
	{ID: "causes-markdown", Command: causes("markdown"), Ending: ".causes.md",
		Name: "Causes for an issue tracker, Markdown", About: "counts, versions and one stack of each",
		Usage: "for an issue tracker: the causes with counts, versions and one stack each"},
	{ID: "causes-csv", Command: causes("csv"), Ending: ".causes.csv",
		Name: "Causes, CSV", About: "one line per dump",
		Usage: "one line per dump"},
	{ID: "causes-json", Command: causes("json"), Ending: ".causes.json",
		Name: "Causes, JSON", About: "an object",
		Usage: "one object, which render/report/pile.md describes"},
	{ID: "causes-folded", Command: causes("folded"), Ending: ".folded",
		Name: "Main threads, folded stacks", About: "for a flame graph of all dumps",
		Usage: "for a flame graph of the main threads' stacks"},
}}

// Changes are the exports of a comparison. Buttons save them, and the command palette.
var Changes = Group{"Changes", []Export{
	{ID: "changes-csv", Command: changes("csv"), Ending: ".csv",
		Name: "CSV", About: "Same as the command compare -format csv",
		Usage: "a table of all changes, which render/report/changes/changes.md describes"},
	{ID: "changes-json", Command: changes("json"), Ending: ".json",
		Name: "JSON", About: "Same as the command compare -format json",
		Usage: "one object, which render/report/changes/changes.md describes"},
	{ID: "changes-md", Command: changes("markdown"), Ending: ".md",
		Name: "Markdown", About: "Same as the command compare -format markdown, for a comment on a change",
		Usage: "for a comment on a change"},
	{ID: "changes-text", Command: changes("text"), Ending: ".txt",
		Usage: "to read"},
	{ID: "changes-svg", Command: changes("svg"), Ending: ".svg",
		Usage: "one flame graph of two traces: orange is more, blue is less"},
}}

// Pictures of the views of a comparison.
var (
	ChangesFlame = Group{"Pictures", []Export{
		{ID: "changes-flame-svg", Canvas: FlameGraph, Ending: ".changes.svg", Name: "Flame graph, SVG", About: "as shown on the screen now"},
		{ID: "changes-flame-png", Canvas: FlameGraph, Ending: ".changes.png", Name: "Flame graph, PNG", About: "the flame graph at screen resolution"},
	}}
	ChangesTimelines = Group{"Pictures", []Export{
		{ID: "changes-a-svg", Canvas: Timeline, Ending: ".a.svg", Name: "Timeline of A, SVG", About: "as shown on the screen now"},
		{ID: "changes-a-png", Canvas: Timeline, Ending: ".a.png", Name: "Timeline of A, PNG", About: "the timeline at screen resolution"},
		{ID: "changes-b-svg", Canvas: SecondTimeline, Ending: ".b.svg", Name: "Timeline of B, SVG", About: "as shown on the screen now"},
		{ID: "changes-b-png", Canvas: SecondTimeline, Ending: ".b.png", Name: "Timeline of B, PNG", About: "the timeline at screen resolution"},
	}}
)
