package viewer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/session"
	"traceglass/wasm/viewer/samples"
)

// openRuns opens six runs in each of two groups.
func openRuns(t *testing.T) *page {
	t.Helper()
	var files []*session.File
	for _, m := range append(samples.Runs("before", false, 100, 103, 98, 101, 99, 104), samples.Runs("change", true, 150, 153, 148, 151, 149, 154)...) {
		files = append(files, fileOf(m.Name, m.Data))
	}
	p := open(t)
	p.Upload(files...)
	if !p.Seen("#runs-0") {
		t.Fatal("the page shows no differences")
	}
	return p
}

// TestRunsBack: the browser's Back, or Alt with an arrow key, restores the earlier view of many runs: figures,
// groups, and the compared range. It also returns to all runs from a run that was opened alone.
func TestRunsBack(t *testing.T) {
	p := openRuns(t)
	state := func() string {
		if !p.Seen(".running") {
			return "none"
		}
		part := []rune(plain(p.Text("#runs-part")))
		return strings.Join([]string{p.doc.find(".running [aria-label=Clock] [aria-checked=true]").attrs["id"], p.Text("#run-group-0"), string(part[:min(60, len(part))])}, ", ")
	}
	entries := len(p.browser.Entries)
	const whole, cpu, fewer, part = "runs-wall, A, the base: 6 runs, ", "runs-cpu, A, the base: 6 runs, ", "runs-cpu, A, the base: 5 runs, ", "runs-cpu, A, the base: 5 runs, Comparing each run from 0 to 120 µs after its first call of "
	p.is("all runs", state(), whole)
	p.Click("#runs-cpu")
	p.is("another clock", state(), cpu)
	p.Click("#run-out-5")
	p.is("one run left out", state(), fewer)
	p.Type("runs-to", "120us")
	p.Type("runs-anchor", "Feed.parse")
	p.Key("Enter")
	p.is("a range", state(), part)
	if got := len(p.browser.Entries) - entries; got != 3 {
		t.Errorf("3 actions make %d entries", got)
	}
	back := func(what string, by int, want string) {
		t.Helper()
		p.Go(by)
		p.is(what, state(), want)
		if !p.Seen("#runs-0") {
			t.Errorf("%s: the figures are missing", what)
		}
	}
	back("whole runs", -1, fewer)
	back("all of them", -1, cpu)
	back("the first clock", -1, whole)
	back("the range again", 3, part)
	if got := len(p.browser.Entries) - entries; got != 3 {
		t.Errorf("after going back and forth there are %d entries, want 3", got)
	}

	// Open one run alone and do something in it.
	opens := func() {
		t.Helper()
		p.Click("#run-open-7")
		p.is("its trace", p.Text("#file-menu"), "change_iter001-methodTracing-2024-05-01.trace")
	}
	opens()
	if at := p.browser.Entries[p.browser.Entered][1]; len(p.browser.Entries) != entries+4 || at != 0 {
		t.Errorf("the run has step %d of %d entries", at, len(p.browser.Entries))
	}
	p.Key("3")
	p.Go(-1)
	if !p.Seen("#overview-head") {
		t.Error("back does not lead to its overview")
	}
	back("the runs as before", -1, part)
	back("before that", -1, fewer)
	var groups []string
	for _, head := range p.Texts(".run-group h3") {
		_, runs, _ := strings.Cut(head, ": ")
		groups = append(groups, runs)
	}
	p.is("the groups", strings.Join(groups, ", "), "5 runs, 6 runs, 1 run")

	// Go back by key, by two steps at once, and by the file menu.
	opens()
	p.focus = ""
	p.Key("Alt+ArrowLeft")
	p.is("the runs after the key", state(), fewer)
	opens()
	back("the first state", -3, whole)
	opens()
	p.Click("#file-menu")
	p.Click("#replaced")
	p.is("the runs after the menu", state(), whole)
}

// TestRunsByKeyboard: every action on many runs works with the keyboard: search, moving in the table, the next
// clock, moving a run, and selecting a range.
func TestRunsByKeyboard(t *testing.T) {
	p := openRuns(t)
	clock := func() string { return p.doc.find(".running [aria-label=Clock] [aria-checked=true]").attrs["id"] }
	p.Key("k")
	p.is("the next clock", clock(), "runs-cpu")
	p.Key("k", "k")
	p.is("the first again", clock(), "runs-wall")
	p.Key("/")
	p.is("the focus", p.focus, "runs-find")
	p.Type("runs-find", "db.o")
	var rows []string
	for _, row := range p.doc.findAll("#runs-rows .row[id]") {
		rows = append(rows, row.find(".fn").content()+"|"+row.find(".told").content())
	}
	p.is("the matches", strings.Join(rows, "\n"), "Db.open|in every run of B, in none of A")
	p.Key("Escape")
	p.is("the focus", p.focus, "runs-rows")
	selected := func(row int) {
		t.Helper()
		if !p.Seen(fmt.Sprintf("#runs-%d[aria-selected=true]", row)) {
			t.Errorf("row %d is not selected", row)
		}
	}
	p.Key("ArrowDown", "ArrowDown")
	selected(1)

	p.Click("#run-b-2") // as Enter does
	p.is("a run in B", p.Text("#run-group-1"), "B: 7 runs")
	p.Type("runs-from", "0")
	p.Type("runs-to", "120us")
	p.Type("runs-anchor", "Feed.parse")
	p.Key("Enter")
	if got := p.Text("#runs-part"); !strings.HasPrefix(got, "Comparing each run") {
		t.Errorf("the page says %q", got)
	}
	p.focus = "" // the fields are hidden while the page reads
	p.Key("ArrowDown")
	selected(0)
}

// groups returns the runs in each group.
func (p *page) groups() string {
	var all []string
	for _, g := range p.doc.findAll(".run-group") {
		if !g.visible() {
			continue
		}
		words := []string{g.find("h3").content()}
		for _, name := range g.findAll(".run .fn") {
			words = append(words, name.content()[:12])
		}
		all = append(all, strings.Join(words, " "))
	}
	return strings.Join(all, "; ")
}

// differences returns the rows of the table: method and differences.
func (p *page) differences() string {
	var all []string
	for _, row := range p.doc.findAll("#runs-rows .row[id]") {
		all = append(all, row.find(".fn").content()+"|"+row.find(".told").content())
	}
	return plain(strings.Join(all, "\n"))
}

// begins checks how the text of an element begins.
func (p *page) begins(selector, want string) {
	p.t.Helper()
	if got := plain(p.element(selector).content()); !strings.HasPrefix(got, want) {
		p.t.Fatalf("%s says %q, want %q", selector, got, want)
	}
}

// TestRuns: traces that are dropped together open as runs in two groups, by their names. The table shows significant differences.
// A run can be moved to another group, and can be opened alone. The browser tests drag a run, and compare the differences with
// those of the command.
func TestRuns(t *testing.T) {
	p := openRuns(t)
	const all = "A, the base: 6 runs before_iter0 before_iter0 before_iter0 before_iter0 before_iter0 before_iter0; B: 6 runs change_iter0 change_iter0 change_iter0 change_iter0 change_iter0 change_iter0"
	p.is("two groups", p.groups(), all)
	p.Click("#runs-inclusive")
	p.is("the differences", p.differences(), "Db.open|in every run of B, in none of A\nFeed.parse|time")
	p.is("the answer", plain(p.Text("#runs-answer")), "Largest significant changes, inclusive wall time: Feed.parse +50 µs (+49.8 %). Only B runs Db.open.")
	p.begins("#runs-power", "6 runs each can show a significant change")
	p.Click("#run-out-0")
	p.begins("#run-group-0", "A, the base: 5 runs")
	p.Click("#run-a-0")
	p.is("all runs again", p.groups(), all)
	p.app.MoveRun(0, 1)
	p.finish()
	p.begins("#run-group-0", "A, the base: 5 runs")
	p.is("the new counts of calls", p.differences(), "Feed.parse|time\nApp.onCreate|time not significant\nChoreographer.doFrame|time not significant\nDb.open|time not significant")
	p.Click("#run-open-7")
	p.is("its trace", p.Text("#file-menu"), "change_iter001-methodTracing-2024-05-01.trace")
	p.Click("#file-menu")
	p.Click("#replaced")
	p.begins("#run-group-0", "A, the base: 5 runs")
}

// TestRunsOfZips: several zip files with many traces open as runs, with a group for each file. A message names files without a
// trace.
func TestRunsOfZips(t *testing.T) {
	p := open(t)
	a := tracetest.Zip(samples.Runs("x", false, 100, 103, 98, 101)...)
	b := tracetest.Zip(append(samples.Runs("x", true, 150, 153, 148, 151), tracetest.Member{Name: "x_iter009.trace", Data: []byte("nothing")})...)
	p.Upload(fileOf("old.zip", a), fileOf("new.zip", b))
	p.is("the zip file of the first trace", p.Text("#member-0 small"), "method trace in old.zip")
	p.Type("member-find", "new 001")
	p.is("a trace of the other zip file", p.Text("#member-list small"), "method trace in new.zip")
	p.Click("#members-runs")
	p.is("two groups", p.groups(), "A, the base: 4 runs x_iter000-me x_iter001-me x_iter002-me x_iter003-me; B: 4 runs x_iter000-me x_iter001-me x_iter002-me x_iter003-me")
	folders := func() string { return strings.Join(p.Texts(".run .in"), " ") }
	p.is("the folders of runs with the same name", folders(), "old.zip old.zip old.zip old.zip new.zip new.zip new.zip new.zip")
	if got := p.element("#run-open-5").attrs["title"]; !strings.HasPrefix(got, "Open new.zip/x_iter001-") {
		t.Errorf("the tooltip says %q", got)
	}
	p.begins("#runs-failures", "Not read: x_iter009.trace: ")
	p.begins("#runs-power", "4 runs each cannot show")
	p.is("all methods, sorted by difference", p.differences(), "Db.open|in every run of B, in none of A\nApp.onCreate|time not significant\nFeed.parse|time not significant")

	// With a map of names in the same drop.
	files := []*session.File{text("mapping.txt", "shop.Cart -> a.b:\n    void total() -> c\n")}
	for i := range 4 {
		files = append(files, fileOf(fmt.Sprintf("%s%d.trace", []string{"old", "new"}[i/2], i), tracetest.Bytes("main 0>a.b.c()V"+strings.Repeat(" 1>x.Y.z()V 2<x.Y.z()V", i/2)+" 9<a.b.c()V")))
	}
	p.Upload(files...)
	p.is("the runs", p.Text("#run-group-0"), "A, the base: 2 runs")
	p.is("no folders", folders(), "")
	p.is("the renamed methods", p.differences(), "Y.z|in every run of B, in none of A\nCart.total|time not significant")

	// File names that do not show two groups.
	p.Upload(fileOf("one.trace", tracetest.Startup(90, false)), fileOf("two.trace", tracetest.Startup(92, false)), fileOf("three.trace", tracetest.Startup(94, false)))
	p.begins("#runs-hint", "The names do not show two groups")
	p.Click("#run-b-2")
	if p.Seen("#runs-hint") {
		t.Error("the hint stays")
	}
	p.contains("#runs-power", "cannot show any significant change")
}

// TestRunsPart: a range is compared in all runs, counted from the start of the recording or from the first call of a method. Runs
// stay in their groups, and a message names runs without data in the range. The browser tests compare it with the command.
func TestRunsPart(t *testing.T) {
	var files []*session.File
	for i := range 12 {
		name := fmt.Sprintf("%s_iter%03d-methodTracing-2024-05-01.trace", []string{"before", "change"}[i/6], i%6)
		late, slow := 100+37*(i%6), 200+i%6+100*(i/6) // b is slow within 100 µs of its call, and c at other times
		files = append(files, fileOf(name, tracetest.Bytes(fmt.Sprintf("main 0>a.App.start()V %d>a.B.b()V %d<a.B.b()V %d>a.C.c()V %d<a.C.c()V 5000<a.App.start()V", late, late+50+i/6*30+i%6, late+1000, late+1000+slow))))
	}
	p := open(t)
	p.Upload(files...)
	differs := func() string {
		rows := strings.Split(p.differences(), "\n")
		slices.Sort(rows)
		return strings.Join(rows, ", ")
	}
	const whole = "App.start|time, B.b|time, C.c|time"
	p.is("the differences of the whole runs", differs(), whole)
	p.Click("#run-out-5") // so that the groups were set by hand
	hand := p.groups()
	read := func(from, to, anchor string) {
		t.Helper()
		p.Type("runs-from", from)
		p.Type("runs-to", to)
		p.Type("runs-anchor", anchor)
		p.Click("#runs-read")
	}

	// Invalid ranges are not read.
	read("2s", "1s", "")
	p.is("the reason", p.Text("#notice"), "The end must be later than the start.")
	read("soon", "", "")
	p.is("the reason", p.Text("#notice"), "“soon” is not a time. Enter a time such as 1.25s, 300ms or 1250 (ns).")

	// No run calls this method. Correct fields bring the runs back.
	read("", "", "Nothing.called")
	p.contains("#runs-failures", "it has no call of Nothing.called to align at.")
	p.Click("#runs-whole")
	p.is("the changed groups", p.groups(), hand)
	if p.Seen("#runs-part") || p.Seen("#runs-whole") || p.element("#runs-anchor").attrs["value"] != "" {
		t.Error("the runs are not whole")
	}
	p.is("the differences of the whole runs", differs(), whole)

	// Open one run alone, and return to the range.
	read("", "", "a.C.c")
	const part = "Comparing each run from 0 after its first call of a.C.c."
	p.begins("#runs-part", part)
	p.is("the differences after that call", differs(), "App.start|time, C.c|time")
	p.Click("#run-open-7")
	p.is("its trace", p.Text("#file-menu"), "change_iter001-methodTracing-2024-05-01.trace")
	p.begins("#range-times", "1.137 ms – 5")
	p.Click("#file-menu")
	p.Click("#replaced")
	p.begins("#runs-part", part)
	p.is("the method of the range", p.element("#runs-anchor").attrs["value"], "a.C.c")
	p.is("the changed groups", p.groups(), hand)
}
