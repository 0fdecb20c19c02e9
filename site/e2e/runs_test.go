//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// groups returns the runs in each group on the page.
func (p *page) groups() string {
	return eval[string](p, `[...document.querySelectorAll(".run-group:not([hidden])")].map((g) => [g.querySelector("h3").textContent, ...[...g.querySelectorAll(".run .fn")].map((e) => e.textContent.slice(0, 12))].join(" ")).join("; ")`)
}

// differences returns the rows of the table: method and differences.
func (p *page) differences() string {
	return plain(eval[string](p, `[...document.querySelectorAll("#runs-rows .row[id]")].map((row) => row.querySelector(".fn").textContent + "|" + row.querySelector(".told").textContent).join("\n")`))
}

// openRuns opens six runs in each of two groups and waits for the differences.
func openRuns(t *testing.T) *page {
	t.Helper()
	p := open(t, "/")
	dir := t.TempDir()
	var paths []string
	for _, m := range append(samples.Runs("before", false, 100, 103, 98, 101, 99, 104), samples.Runs("change", true, 150, 153, 148, 151, 149, 154)...) {
		paths = append(paths, writeIn(t, dir, m.Name, m.Data))
	}
	p.Drop("#app", paths...)
	p.WaitFor("the differences", `document.querySelector("#runs-0")?.checkVisibility()`)
	return p
}

// TestRuns: traces that are dropped together open as runs in two groups, by their names. The table shows
// significant differences, as the command does. A run can be moved to another group, and can be opened alone.
func TestRuns(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	var paths []string
	before, after := samples.Runs("before", false, 100, 103, 98, 101, 99, 104), samples.Runs("change", true, 150, 153, 148, 151, 149, 154)
	dir := t.TempDir()
	for _, m := range append(before, after...) {
		paths = append(paths, writeIn(t, dir, m.Name, m.Data))
	}
	p.Drop("#app", paths...)
	const all = "A, the base: 6 runs before_iter0 before_iter0 before_iter0 before_iter0 before_iter0 before_iter0; B: 6 runs change_iter0 change_iter0 change_iter0 change_iter0 change_iter0 change_iter0"
	p.Until("two groups", all, p.groups)
	const rows = "Db.open|in every run of B, in none of A\nFeed.parse|time"
	p.Click("#runs-inclusive")
	p.Until("the differences", rows, p.differences)
	p.WaitFor("the smallest change that 6 runs can show", `document.querySelector("#runs-power").textContent.startsWith("6 runs each can show a significant change")`)
	p.Shots("runs")
	p.accessible("many runs")

	// The command finds the same differences.
	var want, got map[string]any
	files := p.Downloads()
	p.Click("#runs-json")
	_, data := p.Downloaded(files)
	args := []string{"compare", "-sort", "inclusive", "-format", "json"}
	for _, path := range paths[:6] {
		args = append(args, filepath.Base(path))
	}
	args = append(args, "--")
	for _, path := range paths[6:11] {
		args = append(args, filepath.Base(path))
	}
	command := traceglass(t, paths[11], args...)
	if json.Unmarshal(data, &got) != nil || json.Unmarshal(command, &want) != nil || len(want) == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("the page writes\n%.2000s\nthe command\n%.2000s", data, command)
	}

	// By mouse: leave a run out, return it, and drag it.
	p.Click("#run-out-0")
	p.Until("one run left out", "A, the base: 5 runs", func() string { return strings.Split(p.groups(), " before")[0] })
	p.Click("#run-a-0")
	p.Until("all runs again", all, p.groups)
	p.DragTo(`[data-run="0"] .fn`, `[data-group="1"]`)
	p.Until("the run in group B", "A, the base: 5 runs", func() string { return strings.Split(p.groups(), " before")[0] })
	p.Until("the new counts of calls", "Feed.parse|time\nApp.onCreate|time not significant\nChoreographer.doFrame|time not significant\nDb.open|time not significant", p.differences)
	p.WaitFor("the difference that is not significant", `[...document.querySelectorAll("#runs-rows .told")].some((e) => e.textContent === "time not significant")`)

	// Open one run alone, and go back.
	p.Click("#run-open-7")
	p.Until("its trace", "change_iter001-methodTracing-2024-05-01.trace", func() string { return p.Text("#file-menu") })
	p.WaitOpen()
	p.Click("#file-menu")
	p.Click("#replaced")
	p.Until("the runs again in their changed groups", "A, the base: 5 runs", func() string { return strings.Split(p.groups(), " before")[0] })
}

// TestRunsOfZips: several zip files with many traces open as runs, with a group for each file. A message names
// files without a trace.
func TestRunsOfZips(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	a := tracetest.Zip(samples.Runs("x", false, 100, 103, 98, 101)...)
	b := tracetest.Zip(append(samples.Runs("x", true, 150, 153, 148, 151), tracetest.Member{Name: "x_iter009.trace", Data: []byte("nothing")})...)
	p.Drop("#app", write(t, "old.zip", a), write(t, "new.zip", b))
	p.WaitFor("the choice", `document.querySelector("#members-runs")?.checkVisibility()`)
	p.Shot("members-runs")
	p.Click("#members-runs")
	p.Until("two groups", "A, the base: 4 runs x_iter000-me x_iter001-me x_iter002-me x_iter003-me; B: 4 runs x_iter000-me x_iter001-me x_iter002-me x_iter003-me", p.groups)
	lie := func() string {
		return eval[string](p, `[...document.querySelectorAll(".run-group:not([hidden])")].map((g) => [...g.querySelectorAll(".run .in")].map((e) => e.checkVisibility() ? e.textContent : "–").join(" ")).join("; ")`)
	}
	p.Until("the folders of runs with the same name", "old.zip old.zip old.zip old.zip; new.zip new.zip new.zip new.zip", lie)
	p.WaitFor("the folder in the tooltip", `document.querySelector("#run-open-5").title.startsWith("Open new.zip/x_iter001-")`)
	p.Shots("runs-zips")
	p.WaitFor("the message on the unreadable run", `document.querySelector("#runs-failures").textContent.startsWith("Not read: x_iter009.trace: ")`)
	p.WaitFor("the message that 4 runs are too few", `document.querySelector("#runs-power").textContent.startsWith("4 runs each cannot show")`)
	p.Until("all methods, sorted by difference", "Db.open|in every run of B, in none of A\nApp.onCreate|time not significant\nFeed.parse|time not significant", p.differences)

	// With a map of names in the same drop.
	dir := t.TempDir()
	files := []string{writeIn(t, dir, "mapping.txt", []byte("shop.Cart -> a.b:\n    void total() -> c\n"))}
	for i := range 4 {
		files = append(files, writeIn(t, dir, fmt.Sprintf("%s%d.trace", []string{"old", "new"}[i/2], i), tracetest.Bytes("main 0>a.b.c()V"+strings.Repeat(" 1>x.Y.z()V 2<x.Y.z()V", i/2)+" 9<a.b.c()V")))
	}
	p.Drop("#app", files...)
	p.WaitFor("the runs", `document.querySelector("#run-group-0")?.textContent === "A, the base: 2 runs"`)
	p.Until("no folders", "– –; – –", lie)
	p.Until("the renamed methods", "Y.z|in every run of B, in none of A\nCart.total|time not significant", p.differences)

	// File names that do not show two groups.
	p.Drop("#app", write(t, "one.trace", tracetest.Startup(90, false)), write(t, "two.trace", tracetest.Startup(92, false)), write(t, "three.trace", tracetest.Startup(94, false)))
	p.WaitFor("the hint to make groups", `document.querySelector("#runs-hint").textContent.startsWith("The names do not show two groups")`)
	p.Shots("runs-unparted")
	p.Click("#run-b-2")
	p.WaitFor("compared", `document.querySelector("#runs-hint").hidden && document.querySelector("#runs-power").textContent.includes("cannot show any significant change")`)
}

// TestRunsPart: a range is compared in all runs, counted from the start of the recording or from the first
// call of a method, as in the command. Runs stay in their groups, and a message names runs without data in the
// range.
func TestRunsPart(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	dir := t.TempDir()
	var paths []string
	for i := range 12 {
		name := fmt.Sprintf("%s_iter%03d-methodTracing-2024-05-01.trace", []string{"before", "change"}[i/6], i%6)
		late, slow := 100+37*(i%6), 200+i%6+100*(i/6) // b is slow within 100 µs of its call, and c at other times
		trace := fmt.Sprintf("main 0>a.App.start()V %d>a.B.b()V %d<a.B.b()V %d>a.C.c()V %d<a.C.c()V 5000<a.App.start()V", late, late+50+i/6*30+i%6, late+1000, late+1000+slow)
		paths = append(paths, writeIn(t, dir, name, tracetest.Bytes(trace)))
	}
	p.Drop("#app", paths...)
	const all = "A, the base: 6 runs before_iter0 before_iter0 before_iter0 before_iter0 before_iter0 before_iter0; B: 6 runs change_iter0 change_iter0 change_iter0 change_iter0 change_iter0 change_iter0"
	p.Until("two groups", all, p.groups)
	differs := func() string {
		rows := strings.Split(p.differences(), "\n")
		slices.Sort(rows)
		return strings.Join(rows, ", ")
	}
	p.Until("the differences of the whole runs", "App.start|time, B.b|time, C.c|time", differs)
	p.Shots("runs-part-whole")

	// Move run 5 to B, so that the groups were set by hand.
	p.Click("#run-out-5")
	p.WaitFor("one run left out", `document.querySelector("#run-group-2").checkVisibility()`)
	hand := p.groups()

	type part struct{ from, to, anchor string }
	read := func(of part) {
		t.Helper()
		for _, field := range [][2]string{{"#runs-from", of.from}, {"#runs-to", of.to}, {"#runs-anchor", of.anchor}} {
			p.Act(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; return e.dispatchEvent(new Event("input", { bubbles: true })); })()`, field[0], field[1]))
		}
		p.Click("#runs-read")
	}
	against := func(of part) {
		t.Helper()
		args := []string{"compare", "-format", "json"}
		for _, option := range [][2]string{{"-from", of.from}, {"-to", of.to}, {"-anchor", of.anchor}} {
			if option[1] != "" {
				args = append(args, option[0], option[1])
			}
		}
		for _, path := range append(append(paths[:5:5], "--"), paths[6:11]...) {
			args = append(args, filepath.Base(path))
		}
		files := p.Downloads()
		p.Click("#runs-json")
		_, data := p.Downloaded(files)
		var want, got map[string]any
		command := traceglass(t, paths[11], args...)
		if json.Unmarshal(data, &got) != nil || json.Unmarshal(command, &want) != nil || len(want) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: the page writes\n%.2000s\nthe command\n%.2000s", of, data, command)
		}
	}
	for _, tt := range []struct {
		part
		says, differs string
	}{
		{part{"", "100us", "B.b"}, "Comparing each run from 0 to 100 µs after its first call of B.b.", "App.start|time, B.b|time"},
		{part{"500us", "", "a.B.b"}, "Comparing each run from 500 µs after its first call of a.B.b.", "App.start|time, C.c|time"},
		{part{"0", "4ms", ""}, "Comparing each run from 0 to 4 ms.", "App.start|time, B.b|time, C.c|time"},
	} {
		read(tt.part)
		p.WaitFor("the compared range", fmt.Sprintf(`document.querySelector("#runs-part")?.textContent.startsWith(%q)`, tt.says))
		p.Until("the differences in the range", tt.differs, differs)
		p.Until("the changed groups", hand, p.groups)
		against(tt.part)
	}
	p.Shots("runs-part")
	p.accessible("a part of many runs")

	// Invalid ranges are not read.
	read(part{"2s", "1s", ""})
	p.Until("the reason", "The end must be later than the start.", func() string { return p.Text("#notice") })
	read(part{"soon", "", ""})
	p.Until("the reason", "“soon” is not a time. Enter a time such as 1.25s, 300ms or 1250 (ns).", func() string { return p.Text("#notice") })

	// No run calls this method. Correct fields bring the runs back.
	read(part{"", "", "Nothing.called"})
	p.WaitFor("the reason in the message", `document.querySelector("#runs-failures")?.textContent.includes("it has no call of Nothing.called to align at.")`)
	p.Click("#runs-whole")
	p.Until("the changed groups", hand, p.groups)
	p.WaitFor("the whole runs", `document.querySelector("#runs-part").hidden && document.querySelector("#runs-anchor").value === "" && document.querySelector("#runs-whole").hidden`)
	p.Until("the differences of the whole runs", "App.start|time, B.b|time, C.c|time", differs)

	// Open one run alone, and return to the range.
	p.Click("#runs-anchor")
	p.Keys("a.C.c\r")
	p.WaitFor("the range after the first call", `document.querySelector("#runs-part")?.textContent.startsWith("Comparing each run from 0 after its first call of a.C.c.")`)
	p.Until("the differences after that call", "App.start|time, C.c|time", differs)
	p.Click("#run-open-7")
	p.Until("its trace", "change_iter001-methodTracing-2024-05-01.trace", func() string { return p.Text("#file-menu") })
	p.WaitOpen()
	p.WaitFor("the same range in it", `document.querySelector("#chip-range")?.textContent.startsWith("1.137\u00a0ms – 5")`)
	p.Click("#file-menu")
	p.Click("#replaced")
	p.WaitFor("the range again", `document.querySelector("#runs-part")?.textContent.startsWith("Comparing each run from 0 after its first call of a.C.c.") && document.querySelector("#runs-anchor").value === "a.C.c"`)
	p.Until("the changed groups", hand, p.groups)
}
