package viewer

import (
	"fmt"
	"strings"
	"testing"

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
