package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/viewer/samples"
)

// TestExportChoices checks the command lines of exports: they follow the clock, the range, the threads, and what the menu says
// about them. They name the open files, with a dump next to the trace too. The browser tests compare saved files with the
// command's.
func TestExportChoices(t *testing.T) {
	p, k := openSample(t)
	stem := "sample"
	exports := func(id, args, ending string) {
		t.Helper()
		p.exports(id, "export "+args+" sample.trace.gz as "+stem+ending)
	}
	p.Click("#export")
	if n := len(p.Texts(".export-group button")); n < 18 {
		t.Errorf("the menu has only %d exports", n)
	}
	p.Click("#export")
	exports("waits", "export -format waits", ".waits.csv")
	exports("pprof", "export -format pprof", ".pb.gz")
	exports("dot", "export -format dot -clock wall", ".dot")
	exports("flamegraphs-inverted", "flamegraph -reverse -o all.flamegraphs.zip -clock wall", ".inverted.flamegraphs.zip")

	// Another clock, then a range, then some threads in it, then the whole trace again.
	p.Click("#clock-cpu")
	exports("folded", "export -format folded -clock cpu", ".folded.txt")
	p.Drag(300, 520)
	from, to := p.Range()
	if to <= from {
		t.Fatal("no range is selected")
	}
	part := fmt.Sprintf(" -from %dns -to %dns", from, to)
	stem = "sample-" + words.RangeInName(from, to)
	exports("json", "export -format json"+part, ".methods.json")
	exports("perfetto", "export -format perfetto"+part, ".perfetto-trace")
	exports("html", "export -format html -clock cpu"+part, ".report.html")
	exports("cut", "cut -o -"+part, ".cut.trace")
	stem = "sample" // always the whole trace
	exports("summary", "summary", ".summary.json")
	exports("events", "dmtracedump -o", ".events.txt")
	stem = "sample-" + words.RangeInName(from, to)
	p.Key("7")
	p.Click("#threads-0-count") // all but one
	out := p.Text("#threads-0 .fn")
	var ids []string
	for _, thread := range k.About.Threads {
		if thread.Name != out {
			ids = append(ids, fmt.Sprint(thread.ID))
		}
	}
	threads := " -thread " + strings.Join(ids, ",")
	exports("json", "export -format json"+part+threads, ".methods.json") // the threads that the page shows
	exports("flamegraphs", "flamegraph -o all.flamegraphs.zip -clock cpu"+part+threads, ".flamegraphs.zip")
	choose := func(id string) {
		t.Helper()
		p.Click("#export")
		p.Click("#" + id)
		p.Click("#export")
	}
	choose("scope-all")
	exports("json", "export -format json"+part, ".methods.json")
	choose("scope-whole")
	stem = "sample"
	exports("tsv", "export -format tsv", ".methods.tsv")

	// Context switches as a method, and a dump next to the trace.
	p.Key("x")
	exports("json", "export -format json -switches", ".methods.json")
	p.Open(testdata(t, "sample.trace.gz"), text("anr.txt", samples.Dump(12, morning+"1", "com.example", "app.A.run")))
	exports("csv", "export -format csv", ".methods.csv")

	// A pair of files, and a name that looks like an option.
	trace := tracetest.Trace{Records: "main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"}
	p.Open(fileOf("pair.data", trace.Data()), fileOf("pair.key", trace.Key()))
	for id, of := range map[string]string{"csv": "export -format csv pair.key as pair.methods.csv", "html": "export -format html -clock wall pair.key as pair.report.html", "dmtracedump": "dmtracedump pair.key as pair.dmtracedump.txt"} {
		p.exports(id, "export "+of)
	}
	p.Open(fileOf("-o ü 1.trace", trace.Bytes()))
	p.exports("csv", "export export -format csv -o ü 1.trace as -o ü 1.methods.csv")

	// Dumps.
	p.Upload(testdata(t, "sample-anr.txt"))
	for id, of := range map[string]string{
		"explain": "explain -all sample-anr.txt as sample-anr.explained.txt", "dumps": "summary sample-anr.txt as sample-anr.summary.json",
		"markdown": "export -format markdown -process 1 sample-anr.txt as sample-anr.md", "threads": "export -format csv -process 1 sample-anr.txt as sample-anr.threads.csv",
		"stacks": "export -format folded -process 1 sample-anr.txt as sample-anr.folded", "stackflame": "export -format svg -process 1 sample-anr.txt as sample-anr.flame.svg",
		"locks": "export -format locks -process 1 sample-anr.txt as sample-anr.locks.svg",
	} {
		p.exports(id, "export "+of)
	}
}

// TestExportByKeys: arrow keys move in the menu, and Esc returns focus to its button.
func TestExportByKeys(t *testing.T) {
	p, _ := openSample(t)
	p.Click("#export")
	keys := func(want string, names ...string) {
		t.Helper()
		p.Key(names...)
		p.is("the focus after "+strings.Join(names, ", "), p.focus, want)
	}
	keys("export-link", "ArrowDown")
	keys("export-answers", "ArrowDown")
	keys("scope-all", "ArrowDown", "ArrowDown")
	keys("export-overview", "ArrowDown") // sharing comes first
	keys("export-page", "ArrowDown")
	keys("export-csv", "ArrowDown")
	keys("export-events", "End")
	keys("export", "Escape")
	p.is("the menu", p.element("#export").attrs["aria-expanded"], "false")
	p.Click("#export")
	keys("export-tsv", slices.Repeat([]string{"ArrowDown"}, 8)...)
	for _, e := range p.doc.findAll(".exports [role]") {
		if role := e.attrs["role"]; e.visible() && !slices.Contains([]string{"group", "menuitem", "menuitemradio", "presentation"}, role) {
			t.Errorf("a %s does not belong in a menu", role)
		}
	}
	p.Click("#export-tsv")
	p.is("the export", p.browser.Last(), "export export -format tsv sample.trace.gz as sample.methods.tsv")
	p.is("the focus", p.focus, "export")
	p.app.Exported("sample.methods.tsv", 1, "", "")
	p.finish()
	if said := p.Text("#live"); !strings.HasPrefix(said, "Saved sample.methods.tsv") {
		t.Errorf("a screen reader announces %q", said)
	}

	// The answers go to the clipboard, on request without names.
	copied := func() string {
		text, _ := strings.CutPrefix(p.browser.Last(), "copy ")
		return text
	}
	p.Click("#export")
	p.Click("#export-answers")
	if got := copied(); !strings.Contains(got, "## overview") || len(got) >= 8193 {
		t.Errorf("the answers are %q", got)
	}
	p.Click("#export")
	p.Click("#export-answers-hidden")
	if got := copied(); !strings.Contains(got, "hidden-") || !strings.HasPrefix(got, "# a trace") {
		t.Errorf("the answers without names are %q", got)
	}
	if said := p.Text("#live"); !strings.Contains(said, "for an assistant. This page sent nothing.") {
		t.Errorf("a screen reader announces %q", said)
	}

	// Choose an export in the list of commands.
	p.Key("Ctrl+k")
	p.is("the focus", p.focus, "palette")
	p.Type("palette", "export pprof")
	p.Key("Enter")
	p.is("the command", p.browser.Last(), "export export -format pprof sample.trace.gz as sample.pb.gz")
}
