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

// OpenRuns opens six runs in each of two groups and waits for the differences.
func (p *page) OpenRuns() {
	p.t.Helper()
	dir := p.t.TempDir()
	var paths []string
	for _, m := range append(samples.Runs("before", false, 100, 103, 98, 101, 99, 104), samples.Runs("change", true, 150, 153, 148, 151, 149, 154)...) {
		paths = append(paths, writeIn(p.t, dir, m.Name, m.Data))
	}
	p.Drop("#app", paths...)
	p.WaitFor("the differences", `document.querySelector("#runs-0")?.checkVisibility()`)
}

// TestRuns: traces that are dropped together open as runs in two groups, which a drag changes. The page saves the significant
// differences of the whole runs and of parts of them, as the command does. The test of that name in wasm/viewer has all that one
// can do with runs.
func TestRuns(t *testing.T) {
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
	p.accessible("many runs")

	// Leave a run out, so that the groups were set by hand, and drag another one to B and back.
	p.Click("#run-out-5")
	p.WaitFor("one run left out", `document.querySelector("#run-group-2").checkVisibility()`)
	hand := p.groups()
	p.DragTo(`[data-run="0"] .fn`, `[data-group="1"]`)
	p.Until("the run in group B", "A, the base: 4 runs", func() string { return strings.Split(p.groups(), " before")[0] })
	p.DragTo(`[data-run="0"] .fn`, `[data-group="0"]`)
	p.Until("the run in group A again", hand, p.groups)

	type part struct{ from, to, anchor string }
	read := func(of part) {
		t.Helper()
		for _, field := range [][2]string{{"#runs-from", of.from}, {"#runs-to", of.to}, {"#runs-anchor", of.anchor}} {
			p.Act(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; return e.dispatchEvent(new Event("input", { bubbles: true })); })()`, field[0], field[1]))
		}
		p.Click("#runs-read")
	}
	against := func(sort string, of part) {
		t.Helper()
		args := []string{"compare", "-sort", sort, "-format", "json"}
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
	p.Click("#runs-inclusive")
	against("inclusive", part{})
	p.Click("#runs-exclusive")
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
		against("exclusive", tt.part)
	}
	p.Shots("runs-part")
	p.accessible("a part of many runs")
}
