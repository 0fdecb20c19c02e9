//go:build !js

package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

const (
	beforeTrace = "main 0/0>app.A.a()V 10/10>app.B.b()V 20/20<app.B.b()V 25/25>app.C$$ExternalSyntheticLambda1.run()V 30/30<app.C$$ExternalSyntheticLambda1.run()V 40/40<app.A.a()V 50/50>app.Gone.gone()V 51/51<app.Gone.gone()V"
	afterTrace  = "main 0/0>app.A.a()V 10/10>app.B.b()V 25/25<app.B.b()V 26/26>app.B.b()V 30/30<app.B.b()V 31/31>app.C$$ExternalSyntheticLambda2.run()V 36/36<app.C$$ExternalSyntheticLambda2.run()V 60/60<app.A.a()V 70/70>app.New.made()V 71/71<app.New.made()V"
)

// openBoth opens two traces to compare.
func openBoth(t *testing.T, files [2]string) *page {
	t.Helper()
	p := visit(t)
	p.OpenBoth(files)
	return p
}

// OpenBoth opens two traces as a new visitor.
func (p *page) OpenBoth(files [2]string) {
	p.t.Helper()
	p.Reopen("/")
	p.Drop("#app", files[0])
	p.WaitOpen()
	p.ShiftDrop("#app", files[1])
	p.Until("both", filepath.Base(files[0])+", "+filepath.Base(files[1]), p.Sides)
}

// twoTraces returns the paths of before.trace and after.trace.
func twoTraces(t *testing.T) (a, b string) {
	return write(t, "before.trace", tracetest.Bytes(beforeTrace)), write(t, "after.trace", tracetest.Bytes(afterTrace))
}

// Sides waits for the table of changes and returns the names of A and B.
func (p *page) Sides() string {
	return eval[string](p, `document.querySelector("#changes:not([hidden]) #changes-rows .row .fn")?.textContent ? document.querySelector("#side-a").textContent + ", " + document.querySelector("#side-b").textContent : ""`)
}

// Changes returns the rows of the table, with | between cells.
func (p *page) Changes() string {
	return plain(eval[string](p, `[...document.querySelectorAll("#changes-rows .row")].map((row) => [row.querySelector(".fn"), ...row.querySelectorAll(".cells > *")].map((e) => e.textContent).join("|")).join("\n")`))
}

// TestCompare opens two traces in each possible way and checks the table of changes.
func TestCompare(t *testing.T) {
	t.Parallel()
	a, b := twoTraces(t)
	p := open(t, "/")
	sides := func(what, want string) {
		t.Helper()
		p.Until(what, want, p.Sides)
	}

	// Both are dropped together.
	p.Drop("#app", a, b)
	sides("both dropped", "before.trace, after.trace")
	p.Shots("changes")
	want := strings.Join([]string{
		"A.a|1|1|0|25 µs|36 µs|+11 µs|40 µs|60 µs|+20 µs|1.50|0|+20 µs|40 µs|60 µs",
		"B.b|1|2|+1|10 µs|19 µs|+9 µs|10 µs|19 µs|+9 µs|1.90|+9.75 µs|−750 ns|10 µs|9.5 µs",
		"new: New.made|0|1|+1|0|1 µs|+1 µs|0|1 µs|+1 µs||+1 µs|0||1 µs",
		"gone: Gone.gone|1|0|−1|1 µs|0|−1 µs|1 µs|0|−1 µs||−1 µs|0|1 µs|",
	}, "\n")
	p.Until("the changes", want, p.Changes)

	// A method's callers and callees. The guessed pairing is undone and restored.
	p.Click("#changes-1 .name")
	p.Until("the selected method", "app.B.b", func() string { return p.Text("#change-name") })
	p.Until("its caller", "A.a 1 → 2 10 µs → 19 µs (+9 µs)", func() string { return plain(strings.Join(strings.Fields(p.Text("#change-callers")), " ")) })
	p.Shots("changes-method")
	p.accessible("changes, a method chosen")
	p.Select("#changes-only", "4")
	p.Until("the guess", "≈ C$$ExternalSyntheticLambda2.run", func() string { return first(p.Changes()) })
	p.Click("#changes-0 .name")
	p.WaitFor("the pairing", `document.querySelector("#change-paired").textContent.includes("app.C$$ExternalSyntheticLambda1.run")`)
	p.Click("#undo-pair")
	p.WaitFor("no guess", `document.querySelector("#changes-guesses").textContent === "" && !document.querySelector("#redo-pairs").hidden`)
	p.Select("#changes-only", "1")
	p.Until("the methods only in A", "gone: C$$ExternalSyntheticLambda1.run, gone: Gone.gone", func() string { return names(p.Changes()) })
	p.Click("#redo-pairs")
	p.Until("the methods only in A again", "gone: Gone.gone", func() string { return names(p.Changes()) })
	p.Select("#changes-only", "0")

	// Open one trace, select a range in it, then open the other.
	p.Click("#room-a")
	p.Until("A", "before.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("its overview", `document.querySelector("#overview-head .large")?.checkVisibility()`)
	p.Click("#room-b")
	p.Until("B", "after.trace", func() string { return p.Text("#file-menu") })
	v := p.ViewOf(timeline)
	p.Drag(v.Left+2, v.Ruler, v.Left+200, v.Ruler)
	p.WaitFor("a range", `document.querySelector("#chip-range")?.checkVisibility()`)
	p.Click("#room-changes")
	p.WaitFor("the compared range", `document.querySelector("#changes-scopes").textContent.startsWith("Comparing a part: B from")`)
	p.WaitFor("B's new method outside of the range", `![...document.querySelectorAll("#changes-rows .row .fn")].some((e) => e.textContent === "new: New.made")`)
	p.Click("#room-b")
	p.WaitFor("the range as before", `document.querySelector("#chip-range")?.checkVisibility()`)
	p.Keys("\x1b")
	p.Click("#room-changes")
	p.Until("the changes of the whole traces again", want, p.Changes)

	// Or use the button next to the text about the selected range.
	p.Click("#room-b")
	p.WaitFor("B", `document.querySelector("#timeline").checkVisibility()`)
	v = p.ViewOf(timeline)
	p.Drag(v.Left+2, v.Ruler, v.Left+200, v.Ruler)
	p.WaitFor("a range", `document.querySelector("#chip-range")?.checkVisibility()`)
	p.Click("#room-changes")
	p.WaitFor("the compared range", `document.querySelector("#changes-scopes").textContent.startsWith("Comparing a part: B from")`)
	p.Click("#changes-whole")
	p.Until("the changes of the whole traces", want, p.Changes)
	p.Click("#room-b")
	p.WaitFor("B without a range", `document.querySelector("#timeline").checkVisibility() && !document.querySelector("#chip-range")?.checkVisibility()`)
	p.Click("#room-changes")

	// A becomes B.
	p.Click("#changes-swap")
	sides("exchanged", "after.trace, before.trace")
	p.Until("the reverse order, slower methods first", "new: Gone.gone, gone: New.made, B.b, A.a", func() string { return names(p.Changes()) })
	p.Click("#changes-by-exclusive")
	p.Until("faster methods first", "A.a, B.b, gone: New.made, new: Gone.gone", func() string { return names(p.Changes()) })
	p.Click("#changes-by-exclusive")
	p.Until("the largest changes first", "A.a, B.b, new: Gone.gone, gone: New.made", func() string { return names(p.Changes()) })
	p.Click("#changes-by-exclusive")
	p.Until("slower methods first again", "new: Gone.gone, gone: New.made, B.b, A.a", func() string { return names(p.Changes()) })

	// Export to a file.
	dir := p.Downloads()
	p.Click("#changes-csv")
	if name, data := p.Downloaded(dir); name != "before.changes.csv" || !strings.Contains(string(data), "app.B,b,()V") {
		t.Errorf("saved %s:\n%s", name, data)
	}

	// Close one trace, then compare again by a drop with Shift. A plain drop replaces both.
	p.Click("#room-b")
	step := p.Step()
	p.Keys("3")
	step = p.NextStep(step)
	p.Click("#room-changes")
	step = p.NextStep(step)
	p.Click("#close-a")
	p.Until("the remaining trace", "before.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("one trace", `document.querySelector("#room-changes").checkVisibility() === false && document.querySelector("#topdown-rows .row")?.checkVisibility()`)
	p.NextStep(step)
	p.Act(`(history.back(), true)`)
	p.WaitFor("a step back, to when both were open", fmt.Sprintf(`history.state.at === %d`, step))
	p.WaitFor("the remaining trace", `document.querySelector("#topdown-rows .row")?.checkVisibility()`)
	p.Keys("2")
	p.ShiftDrop("#app", b)
	sides("compared by Shift and drop", "before.trace, after.trace")
	p.Until("the same changes", want, p.Changes)
	p.Drop("#app", a)
	p.Until("one trace instead of both", "before.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("one trace", `!document.querySelector("#room-changes").checkVisibility()`)

	// Open from the menu.
	p.Click("#file-menu")
	p.WaitFor("the line of the menu", `document.querySelector("#compare").checkVisibility()`)
	p.Click("#compare")
	p.Upload("#file", b)
	sides("compared from the menu", "before.trace, after.trace")

	// A second file that is no trace leaves the first one open.
	p.Click("#close-b")
	p.Until("the remaining trace", "before.trace", func() string { return p.Text("#file-menu") })
	p.ShiftDrop("#app", write(t, "broken.trace", []byte("this is no trace at all")))
	p.WaitRefusal("broken.trace was not opened.")
	p.Until("the trace that was open before", "before.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("its methods", `document.querySelector("#methods-rows .row")?.checkVisibility()`)
}

// TestCompareFits: no figure of the tables is cut, on any scale and at any width. On a narrow page the details
// of the selected method cover no chart, and the buttons of the files stay together.
func TestCompareFits(t *testing.T) {
	t.Parallel()
	samples := filepath.Join(root, "testdata")
	pairs := [][2]string{{filepath.Join(samples, "sample.trace.gz"), filepath.Join(samples, "sample-streaming.trace.gz")}}
	for _, names := range [][2]string{{"setapp-game.trace.gz", "setapp-is_set.trace.gz"}, {"fenix-regular.trace.gz", "fenix-streaming.trace.gz"}} {
		of := [2]string{filepath.Join(shared, "corpus/method-traces", names[0]), filepath.Join(shared, "corpus/method-traces", names[1])}
		if _, err := os.Stat(of[0]); err != nil {
			t.Log("without real traces, which are not ours to ship")
			break
		}
		pairs = append(pairs, of)
	}
	p := visit(t)
	for _, of := range pairs {
		p.View(1280, 800, "light")
		p.OpenBoth(of)
		p.Click("#changes-0 .name")
		p.WaitFor("the details of the method", `document.querySelector("#change")?.checkVisibility()`)
		for _, width := range []int64{1280, 390} {
			p.View(width, 844, "light")
			for _, tab := range []string{"changes", "changetree"} {
				p.Click(map[string]string{"changes": "#changes-tab-methods", "changetree": "#changes-tab-tree"}[tab])
				p.WaitFor("the table", fmt.Sprintf(`document.querySelector("#%s-rows .row .fn")?.checkVisibility()`, tab))
				for _, scale := range []string{"measured", "whole"} {
					p.Click("#scale-" + scale)
					p.WaitFor("the scale", fmt.Sprintf(`document.querySelector("#scale-%s").ariaChecked === "true"`, scale))
					for top := 0; top <= 8000; top += 4000 {
						p.Act(fmt.Sprintf(`(() => { document.querySelector("#%s-rows").closest("[data-scroll]").scrollTop = %d; return true; })()`, tab, top))
						p.Settle()
						cut := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("#%s-rows .num")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => e.textContent).join(", ")`, tab))
						if cut != "" {
							t.Errorf("%s, %d px, %s, %s: cut are %.200s", filepath.Base(of[0]), width, tab, scale, cut)
						}
					}
				}
			}
		}
		for _, tab := range []string{"timelines", "flame"} {
			p.Click("#changes-tab-" + tab)
			p.WaitFor("the chart", fmt.Sprintf(`document.querySelector("#changes-panel-%s .host")?.checkVisibility()`, tab))
			p.Act(`(document.querySelector(".comparing .views").scrollIntoView(), true)`)
			p.WaitFor("all of it, and the method below", fmt.Sprintf(`(() => {
				const [chart] = [...document.querySelectorAll("#changes-panel-%s .host")].slice(-1), method = document.querySelector("#change").getBoundingClientRect();
				return method.height > 100 && chart.getBoundingClientRect().bottom <= method.top + 1 && method.bottom <= innerHeight + 1;
			})()`, tab))
			p.Shot("changes-fit-" + tab)
		}
		p.Act(`(scrollTo(0, 0), true)`)
		p.WaitFor("the files' buttons in a row", `new Set(["csv", "json", "md"].map((id) => document.querySelector("#changes-" + id).offsetTop)).size === 1`)
	}
}

// Select chooses an option of a select element by its value.
func (p *page) Select(selector, value string) {
	p.t.Helper()
	p.Act(fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; return s.dispatchEvent(new Event("change", { bubbles: true })); })()`, selector, value))
}

// first returns the first cell of the first row, which is the name.
func first(rows string) string { return strings.Split(strings.Split(rows, "\n")[0], "|")[0] }

// firstRow returns the first row.
func firstRow(rows string) string { return strings.Split(rows, "\n")[0] }

func names(rows string) string {
	var all []string
	for row := range strings.SplitSeq(rows, "\n") {
		all = append(all, strings.Split(row, "|")[0])
	}
	return strings.Join(all, ", ")
}

// TestCompareFigures: the figures of two traces in the address equal those of the command, also in exported
// files.
func TestCompareFigures(t *testing.T) {
	t.Parallel()
	p := open(t, "/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz")
	p.Until("both", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	against := func(a, b string, options ...string) {
		t.Helper()
		var want, got struct {
			Methods, Threads, Moves []map[string]any
			Remarks                 []string
		}
		text := compareText(t, a, b, "json", options...)
		dir := p.Downloads()
		p.Click("#changes-json")
		_, data := p.Downloaded(dir)
		if err := errors.Join(json.Unmarshal(text, &want), json.Unmarshal(data, &got)); err != nil {
			t.Fatal(err)
		}
		if len(want.Methods) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("the page has %d methods, %d threads, %d moves and the answer %q, the command %d, %d, %d and %q", len(got.Methods), len(got.Threads), len(got.Moves), got.Remarks, len(want.Methods), len(want.Threads), len(want.Moves), want.Remarks)
		}
		p.Click("#changes-csv")
		if _, data := p.Downloaded(dir); !bytes.Equal(data, compareText(t, a, b, "csv", options...)) {
			t.Error("the CSV differs from the command's")
		}
		// Now the first row is the method with the largest change.
		first := want.Methods[0]
		name, _ := first["name"].(string)
		if got := names(p.Changes()); !strings.Contains(strings.Split(got, ", ")[0], name) {
			t.Errorf("the table begins with %q, the command with %q", strings.Split(got, ", ")[0], name)
		}
	}
	samples := filepath.Join(root, "testdata")
	a, b := filepath.Join(samples, "sample.trace.gz"), filepath.Join(samples, "sample-streaming.trace.gz")
	p.Shots("changes-samples")
	either := func() {
		t.Helper()
		for _, sort := range []string{"ascending", "other"} {
			p.Click("#changes-by-exclusive")
			p.WaitFor("the next sort order", fmt.Sprintf(`document.querySelector("#changes-by-exclusive").closest("[aria-sort]").ariaSort === %q`, sort))
		}
		p.Settle()
	}
	either()
	p.WaitFor("main's figures at the start", `document.querySelector("#changes-lane").selectedOptions[0].textContent === "main"`)
	against(a, b, "-thread", "main")
	idle := func() string { return strings.Join(strings.Fields(plain(p.Text("#changes-answer dl"))), " ") }
	p.Until("the total without idle waits", "Wall in calls without idle waits 388.5 ms → 188.8 ms −199.8 ms, −51.4 % Idle 1.545 s → 445.5 ms −1.099 s, −71.1 % Calls 14,139 → 4,196 −9,943, −70.3 %", idle)
	p.WaitFor("the largest changes without the looper", `!document.querySelector("#changes-answer").textContent.includes("Looper.")`)
	p.Click("#changes-idle-waits")
	p.WaitFor("the looper among the largest changes", `document.querySelector("#changes-answer").textContent.includes("Looper.loopOnce")`)
	p.Click("#changes-idle-waits")
	p.WaitFor("the largest changes without the looper again", `!document.querySelector("#changes-answer").textContent.includes("Looper.")`)
	p.Settle()
	p.Click("#scale-whole")
	p.WaitFor("shares", `document.querySelector("#scale-whole").ariaChecked === "true"`)
	p.Settle()
	against(a, b, "-thread", "main", "-scale", "share")
	for row := 0; ; row++ { // a method that both traces call
		p.Click(fmt.Sprintf("#changes-%d .name", row))
		p.WaitFor("the selected method", fmt.Sprintf(`document.querySelector("#changes-%d").ariaSelected === "true" && document.querySelector("#change:not([hidden])")`, row))
		p.Settle()
		if eval[bool](p, `document.querySelector("#scale-call").checkVisibility()`) {
			break
		}
	}
	p.Click("#scale-call")
	p.WaitFor("the scale \"for each call\"", `document.querySelector("#scale-call").ariaChecked === "true"`)
	p.Settle()
	against(a, b, "-thread", "main", "-scale", "per="+p.Text("#change-name"))
	p.Click("#scale-measured")
	p.WaitFor("the scale \"as measured\"", `document.querySelector("#scale-measured").ariaChecked === "true"`)
	methods := p.Text("#changes-tally")
	p.Select("#changes-lane", "0")
	p.WaitFor("all threads", fmt.Sprintf(`![%q, ""].includes(document.querySelector("#changes-tally").textContent)`, methods))
	against(a, b)
	a, b = filepath.Join(shared, "corpus/method-traces/setapp-game.trace.gz"), filepath.Join(shared, "corpus/method-traces/setapp-is_set.trace.gz")
	if _, err := os.Stat(a); err != nil {
		t.Log("without real traces, which are not ours to ship")
		return
	}
	p.Drop("#app", a)
	p.Until("one", "setapp-game.trace.gz", func() string { return p.Text("#file-menu") })
	p.ShiftDrop("#app", b)
	p.Until("both", "setapp-game.trace.gz, setapp-is_set.trace.gz", p.Sides)
	either()
	against(a, b, "-thread", "main")
	p.Shots("changes-setapp")
}

// compareText returns the output of the command compare, without idle waits, as the page shows two traces at first.
func compareText(t *testing.T, a, b, format string, options ...string) []byte {
	t.Helper()
	args := append([]string{"compare", "-no-idle", "-format", format}, options...)
	return traceglass(t, b, append(args, filepath.Base(a))...) // the command runs in the folder of the files
}

// bothKnown returns the engine's answers on two traces, with main compared natively too.
func bothKnown(t *testing.T, a, b string) *known {
	t.Helper()
	base, with := know(t, a), know(t, b)
	scope := whole
	scope.NoIdle = true
	of := [2]message.SideOf{{Scope: scope, Main: true, Name: filepath.Base(a)}, {Scope: scope, Main: true, Name: filepath.Base(b)}}
	side := ask[*message.Side](base, &of[0])
	if about := ask[*message.Compared](with, &message.Compare{Of: of, Data: side.Data}); about.Refusal != "" {
		t.Fatal(about.Refusal)
	}
	of[0].Contexts = true
	ask[*message.Side](with, &message.SideContexts{Data: ask[*message.Side](base, &of[0]).Data})
	return with
}

// TestCompareFlame: the flame graph of two traces has a frame for each path of either trace. Each frame has
// the chosen width and the colour of its change, with the change before its name.
func TestCompareFlame(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][2]string{
		"small":   func() [2]string { a, b := twoTraces(t); return [2]string{a, b} }(),
		"samples": {filepath.Join(root, "testdata/sample.trace.gz"), filepath.Join(root, "testdata/sample-streaming.trace.gz")},
	} {
		k := bothKnown(t, files[0], files[1])
		p := openBoth(t, files)
		p.Click("#changes-tab-flame")
		p.WaitFor("the flame graph", `document.querySelector("#changes-width")?.checkVisibility()`)
		for i, width := range []message.ChangeWidth{message.WidthLarger, message.WidthOfA, message.WidthOfB} {
			p.Select("#changes-width", fmt.Sprint(i))
			var boxes []box
			p.Until(fmt.Sprint(name, ": frames as wide as in ", i), "", func() string {
				boxes = p.Boxes(flame)
				return k.framesWrong(width, message.Scale{}, boxes, p.ViewOf(flame))
			})
			if len(boxes) < 3 {
				t.Errorf("%s: %d frames", name, len(boxes))
			}
		}
		p.Select("#changes-width", "0")
		p.Shots("changes-flame-" + name)
		// Names in the accessibility tree begin with the change.
		p.WaitFor("the names", `document.querySelectorAll("#changes #flame [role=treeitem]").length > 2`)
		var want []string
		for _, b := range p.Boxes(flame) {
			if b.W > 40 && b.Row != 0 && !b.Merged {
				of := ask[*message.ChangeContext](k, &message.ChangeNode{Node: b.Row}).Of
				mark := "±0"
				if n := of.Inclusive[1] - of.Inclusive[0]; n != 0 {
					mark = words.Signed(n, words.Brief)
				}
				want = append(want, plain(mark)+" "+of.Name)
			}
		}
		texts := plain(strings.Join(eval[[]string](p, `[...document.querySelectorAll("#changes #flame [role=treeitem]")].map((e) => e.textContent)`), "\n"))
		for _, one := range want {
			if !strings.Contains(texts, one) {
				t.Errorf("%s: no frame has the name %q: %.1000s", name, one, texts)
			}
		}
	}
}

// framesWrong returns the first error in the drawn frames of two traces, or "".
func (k *known) framesWrong(width message.ChangeWidth, scale message.Scale, boxes []box, v view) string {
	for _, b := range boxes {
		if b.Row == 0 || b.Merged {
			continue
		}
		m := ask[*message.ChangeContext](k, &message.ChangeNode{Width: width, Scale: scale, Node: b.Row})
		x0, x1 := v.x(m.From), v.x(m.To)
		if !near(b.X, x0, 1) || !near(b.X+b.W, x1, 1) {
			return fmt.Sprintf("%s lies from %.1f to %.1f, want %.1f to %.1f", m.Of.Name, b.X, b.X+b.W, x0, x1)
		}
		if got, want := scene.Slot(b.Slot&0xff), scene.SlotOfChange(m.Of.Inclusive[0], m.Of.Inclusive[1]); got != want {
			return fmt.Sprintf("%s has colour %d, want %d", m.Of.Name, got, want)
		}
	}
	return ""
}

// TestCompareFlameByHand searches the flame graph of two traces, moves by keys, zooms in and out, checks a
// tooltip, and saves a picture.
func TestCompareFlameByHand(t *testing.T) {
	t.Parallel()
	a, b := twoTraces(t)
	p := open(t, "/")
	p.Drop("#app", a, b)
	p.Until("both dropped", "before.trace, after.trace", p.Sides)
	p.Click("#changes-tab-flame")
	p.WaitFor("the flame graph", `document.querySelector("#changes #flame")?.checkVisibility()`)
	frame := func(row func(box) bool) box {
		t.Helper()
		b, ok := widest(p.Boxes(flame), row)
		if !ok {
			p.fatalf("no such frame")
		}
		return b
	}
	of := frame(func(b box) bool { return b.Depth == 1 })
	p.Move(of.spot())
	p.Until("the tooltip", "A.a Inclusive 40 µs → 60 µs (+20 µs) Exclusive 25 µs → 36 µs (+11 µs) Calls 1 → 1 (0)", func() string {
		return plain(strings.Join(strings.Fields(eval[string](p, `[...document.querySelectorAll("#changes .tip.shown :is(.fn, dt, dd)")].map((e) => e.textContent).join(" ")`)), " "))
	})
	p.Shot("changes-flame-tip")
	p.ClickAt(of.spot())
	p.Until("its method", "app.A.a", func() string { return p.Text("#change-name") })
	p.Act(`document.querySelector("#changes #flame").focus() || true`)
	p.Keys(kb.ArrowDown)
	p.Until("its widest callee", "app.B.b", func() string { return p.Text("#change-name") })
	p.Keys(kb.Enter)
	p.Until("zoomed into", "All B.b", func() string { return plain(strings.Join(strings.Fields(p.Text("#changes .crumbs")), " ")) })
	p.Keys(kb.Escape)
	p.WaitFor("all methods again", `document.querySelector("#changes .crumbs").hidden`)
	p.Click("#changes-find")
	p.Keys("gone")
	p.Until("the number of matches", "1 of 5", func() string {
		hits, all := 0, 0
		for _, b := range p.Boxes(flame) {
			if b.Row != 0 {
				all++
				if scene.Slot(b.Slot)&scene.Hit != 0 {
					hits++
				}
			}
		}
		return fmt.Sprintf("%d of %d", hits, all)
	})
	p.Shot("changes-flame-search")
	dir := p.Downloads()
	p.Export("changes-flame-svg")
	name, svg := p.Downloaded(dir)
	if name != "after.changes.svg" || !strings.Contains(plain(string(svg)), "−1 µs Gone.gone") && !strings.Contains(plain(string(svg)), "+20 µs app.A.a") {
		t.Errorf("saved %s:\n%.2000s", name, svg)
	}
	p.Export("changes-flame-png")
	name, png := p.Downloaded(dir)
	if part := p.differing(png, svg); name != "after.changes.png" || part > 0.03 {
		t.Errorf("%s: %.1f %% of the pixels differ from the SVG's", name, 100*part)
	}
	p.accessible("the flame graph of two traces")
}

// Paths returns the rows of the call tree of two traces: level, name and nine figures, with | between them.
func (p *page) Paths() string {
	return plain(eval[string](p, `[...document.querySelectorAll("#changetree-rows .row[id]")].map((row) => [row.ariaLevel, row.querySelector(".fn").textContent, ...[...row.querySelectorAll(".cells > *")].slice(0, 9).map((e) => e.textContent)].join("|")).join("\n")`))
}

// paths returns the expected rows, by the engine's answers.
func (k *known) paths(req message.ChangeTree) string {
	var all []string
	req.Count = 60
	scale := words.Scale(req.Scale.Unit)
	for _, r := range ask[*message.ChangeTreeRows](k, &req).Rows {
		cells := []string{fmt.Sprint(r.Level + 1), desk.ChangeLabel(&r.Of)}
		add := func(of [2]int64, figure func(int64) string) {
			cells = append(cells, figure(of[0]), figure(of[1]), words.Signed(of[1]-of[0], figure))
		}
		time := func(n int64) string { return scale.Time(n, false) }
		add(r.Of.Calls, scale.Calls)
		add(r.Of.Exclusive, time)
		add(r.Of.Inclusive, time)
		all = append(all, strings.Join(cells, "|"))
	}
	return plain(strings.Join(all, "\n"))
}

// TestCompareTree: the call tree of two traces has the engine's figures on each scale. It opens along the
// largest change, by mouse and by keys, and can be searched. The table and the frames of the flame graph have
// the engine's figures too.
func TestCompareTree(t *testing.T) {
	t.Parallel()
	a, b := filepath.Join(root, "testdata/sample.trace.gz"), filepath.Join(root, "testdata/sample-streaming.trace.gz")
	k := bothKnown(t, a, b)
	p := open(t, "/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz")
	p.Until("both", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	p.Keys("2")
	p.WaitFor("the tree", `document.querySelector("#changetree-rows")?.checkVisibility()`)
	same := func(what string, req message.ChangeTree) {
		t.Helper()
		req.Way = message.Rose
		p.UntilSame(what, func() (string, string) { return head(p.Paths()), head(k.paths(req)) })
	}
	same("opened along the largest change", message.ChangeTree{})
	p.Shots("changes-tree")
	p.accessible("the call tree of two traces")
	p.Click("#changetree-close")
	same("closed", message.ChangeTree{Follow: message.NoNode})
	first := ask[*message.ChangeTreeRows](k, &message.ChangeTree{Way: message.Rose, Follow: message.NoNode, Count: 1}).Rows[0]
	p.Click("#changetree-0-twist")
	same("the first opened", message.ChangeTree{Follow: message.NoNode, Open: []uint32{first.Node}})
	p.Click("#changetree-0 .fn")
	p.Until("its method", first.Of.Name, func() string { return p.Text("#change-name") })
	p.Keys(kb.ArrowLeft)
	same("closed by a key", message.ChangeTree{Follow: message.NoNode})
	p.Keys(kb.Enter)
	same("the way below it", message.ChangeTree{Follow: first.Node})
	p.Click("#changetree-close")

	// Check the other scales.
	p.Click("#scale-whole")
	shares := message.Scale{Unit: message.OfWhole}
	same("as shares", message.ChangeTree{Follow: message.NoNode, Scale: shares})
	p.Shot("changes-tree-shares")
	p.Click("#changes-tab-methods")
	table := func(what string, scale message.Scale) {
		t.Helper()
		p.UntilSame(what, func() (string, string) {
			rows := ask[*message.Changes](k, &message.ChangeRows{Order: message.ChangeOfExclusive, Way: message.Rose, Scale: scale, Count: 5}).Rows
			var want, got []string
			for i := range rows {
				time := func(n int64) string { return words.Scale(scale.Unit).Time(n, false) }
				want = append(want, plain(desk.ChangeLabel(&rows[i])+"|"+words.Scale(scale.Unit).Calls(rows[i].Calls[0])+"|"+time(rows[i].Exclusive[1])+"|"+words.Signed(rows[i].Inclusive[1]-rows[i].Inclusive[0], time)))
			}
			for _, row := range strings.Split(p.Changes(), "\n")[:min(5, 1+strings.Count(p.Changes(), "\n"))] {
				cells := strings.Split(row, "|")
				if len(cells) > 9 {
					got = append(got, strings.Join([]string{cells[0], cells[1], cells[5], cells[9]}, "|"))
				}
			}
			return strings.Join(got, "\n"), strings.Join(want, "\n")
		})
	}
	table("the table as shares", shares)
	p.Click("#changes-tab-flame")
	p.WaitFor("the flame graph", `document.querySelector("#changes-width")?.checkVisibility()`)
	p.Until("frames as shares", "", func() string { return k.framesWrong(message.WidthLarger, shares, p.Boxes(flame), p.ViewOf(flame)) })
	p.Click("#changes-tab-methods")
	p.Click("#changes-find")
	p.Keys("doFrame")
	each := ask[*message.Changes](k, &message.ChangeRows{Order: message.ChangeOfExclusive, Way: message.Rose, Scale: shares, Text: "doFrame", Only: message.WhetherOrNot, Count: 50}).Rows
	at := slices.IndexFunc(each, func(c message.Change) bool { return c.A && c.B })
	if at < 0 {
		t.Fatal("neither trace calls doFrame")
	}
	p.Select("#changes-only", fmt.Sprint(int(message.WhetherOrNot)))
	p.WaitFor("the matches", fmt.Sprintf(`document.querySelectorAll("#changes-rows .row[id]").length === %d`, len(each)))
	p.Click(fmt.Sprintf("#changes-%d .fn", at))
	p.Until("the method of calls", each[at].Name, func() string { return p.Text("#change-name") })
	p.Click("#scale-call")
	p.Keys(kb.Escape)
	p.Click("#changes-find")
	p.Keys(kb.Escape)
	p.Select("#changes-only", "0")
	table("the table for each call", message.Scale{Unit: message.PerCall, Method: each[at].Texts[1]})
	p.Shot("changes-per-call")
}

// TestCompareTimelines: the timelines of two traces share one axis. They are aligned at the start, at a
// method's first calls, or stretched. They scroll and zoom together, and a click on a call in one finds the
// call in the other.
func TestCompareTimelines(t *testing.T) {
	t.Parallel()
	a, b := twoTraces(t)
	p := open(t, "/")
	p.Drop("#app", a, b)
	p.Until("both dropped", "before.trace, after.trace", p.Sides)
	p.Click("#changes-tab-timelines")
	p.WaitFor("the timelines", `document.querySelector("#changes #timeline-b")?.checkVisibility()`)
	const us = 1000.0
	views := func() (a, b view) { return p.ViewOf(timeline), p.ViewOf(beside) }
	axis := func(what string, want func(a, b view) bool) {
		t.Helper()
		p.Until(what, "as wanted", func() string {
			if a, b := views(); !want(a, b) {
				return fmt.Sprintf("A %.0f to %.0f, B %.0f to %.0f", a.From, a.To, b.From, b.To)
			}
			return "as wanted"
		})
	}
	axis("aligned at the start", func(a, b view) bool {
		return a.From == 0 && b.From == 0 && near(a.To, 71*us, 1) && near(b.To, 71*us, 1) && a.Left == b.Left
	})
	// On a shared axis, the calls of A and of B begin at their recorded times.
	call := func(canvas int, from, to float64) box {
		t.Helper()
		v := p.ViewOf(canvas)
		b, ok := widest(p.Boxes(canvas), func(b box) bool {
			return b.Row != message.NoNode && near(b.X, v.x(from*us), 1.5) && near(b.X+b.W, v.x(to*us), 2.5)
		})
		if !ok {
			p.fatalf("no call from %v to %v µs: %+v", from, to, p.Boxes(canvas))
		}
		return b
	}
	counterpart := func(what, want string) {
		t.Helper()
		p.Until(what, want, func() string { return plain(p.Text("#changes-counterpart")) })
	}
	p.Move(call(beside, 26, 30).spot())
	p.Until("the tooltip", "app. B.b Inclusive 4 µs From 26 µs", func() string {
		return plain(strings.Join(strings.Fields(eval[string](p, `[...document.querySelectorAll("#changes .side-stage .tip.shown :is(.pkg, .fn, dt, dd)")].map((e) => e.textContent).join(" ")`)), " "))
	})
	p.Shot("changes-timelines-tip")
	p.ClickAt(call(timeline, 10, 20).spot())
	counterpart("the first B.b", "B.b · A: 10 µs from 10 µs · B: 15 µs from 10 µs (+5 µs)")
	p.Until("its method", "app.B.b", func() string { return p.Text("#change-name") })
	p.ClickAt(call(beside, 26, 30).spot())
	counterpart("the second call, which A lacks", "B.b · B: 4 µs from 26 µs; A has no counterpart.")
	p.ClickAt(call(beside, 70, 71).spot())
	counterpart("a new call", "New.made · B: 1 µs from 70 µs; A has no counterpart.")
	p.ClickAt(call(beside, 31, 36).spot())
	counterpart("a call with another name in A", "C$$ExternalSyntheticLambda2.run · A: 5 µs from 25 µs · B: 5 µs from 31 µs (0)")
	p.Until("its method", "app.C$$ExternalSyntheticLambda2.run", func() string { return p.Text("#change-name") })
	p.Click("#align-call")
	axis("aligned at it", func(a, b view) bool {
		return near(b.From-a.From, 6*us, 1) && near(b.To-a.To, 6*us, 1) && near(a.From, -6*us, 1)
	})
	at := call(timeline, 25, 30)
	if other := call(beside, 31, 36); !near(at.X, other.X, 1) || !near(at.W, other.W, 1) {
		t.Errorf("the call lies at %.1f in A and at %.1f in B", at.X, other.X)
	}
	p.Shots("changes-timelines")
	p.accessible("the timelines of two traces")

	// A drag on B's ruler selects a range of B only. A click on the ruler clears it.
	_, of := views()
	p.Drag(of.x(30*us), of.Ruler, of.x(40*us), of.Ruler)
	p.WaitFor("the compared range", `/^Comparing a part: B from (29|30|31)/.test(document.querySelector("#changes-scopes").textContent.replaceAll("\u00a0", " "))`)
	p.Settle()
	p.WaitFor("its method in that range", `document.querySelector("#change").checkVisibility() && document.querySelector("#change-name").textContent === "app.C$$ExternalSyntheticLambda2.run"`)
	p.Shot("changes-timelines-range")
	_, of = views()
	p.ClickAt(of.x(35*us), of.Ruler)
	p.WaitFor("the whole", `document.querySelector("#changes-scopes").textContent === ""`)
	p.Settle()
	_, of = views()
	p.Drag(of.x(8*us), of.Ruler, of.x(24*us), of.Ruler)
	p.WaitFor("another part", `/^Comparing a part: B from [78]/.test(document.querySelector("#changes-scopes").textContent.replaceAll("\u00a0", " "))`)
	p.WaitFor("the method that only A calls now", `document.querySelector("#change-name").textContent === "app.C$$ExternalSyntheticLambda1.run" && document.querySelector("#to-b").hidden`)
	_, of = views()
	p.ClickAt(of.x(15*us), of.Ruler)
	p.WaitFor("the whole again", `document.querySelector("#changes-scopes").textContent === ""`)
	p.Click("#align-stretch")
	axis("stretched", func(a, b view) bool {
		return a.From == 0 && b.From == 0 && near(a.To, 51*us, 1) && near(b.To, 71*us, 1)
	})

	// Moving one timeline moves the other.
	v := p.ViewOf(beside)
	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, (v.Left+v.Right)/2, v.Bottom-20))
	p.Keys("w")
	axis("both zoomed in", func(a, b view) bool { return a.To-a.From < 40*us && near((b.To-b.From)/(a.To-a.From), 71.0/51, 0.01) })
	p.Click("#align-start")
	axis("at the start again", func(a, b view) bool { return a.From == 0 && near(b.To, 71*us, 1) })
	dir := p.Downloads()
	p.Export("changes-b-svg")
	if name, svg := p.Downloaded(dir); name != "after.b.svg" || !strings.Contains(string(svg), "New.made") && !strings.Contains(string(svg), "app.B.b") {
		t.Errorf("saved %s:\n%.1000s", name, svg)
	}
	p.Export("changes-a-svg")
	_, svg := p.Downloaded(dir)
	p.Export("changes-a-png")
	if name, png := p.Downloaded(dir); name != "after.a.png" {
		t.Errorf("saved %s", name)
	} else if part := p.differing(png, svg); part > 0.03 {
		t.Errorf("%s: %.1f %% of the pixels differ from the SVG's", name, 100*part)
	}

	// A click on a thread's label collapses the thread: its calls are drawn in one row's height.
	height := func() float64 {
		b, _ := widest(p.Boxes(timeline), func(b box) bool { return !b.Collapsing && b.Depth == 1 })
		return b.H
	}
	head, ok := widest(p.Boxes(timeline), func(b box) bool { return b.Collapsing })
	open := height()
	if !ok || open <= 0 {
		p.fatalf("the thread has no row of its own, or no callees: %+v", p.Boxes(timeline))
	}
	p.ClickAt(head.spot())
	p.Until("the collapsed rows", "true", func() string { now := height(); return fmt.Sprint(now > 0 && now < open) })
	p.ClickAt(head.spot())
	p.Until("open again", fmt.Sprint(open), func() string { return fmt.Sprint(height()) })
}

// drops drops files from OPFS, the site's private folder, one after the other without a pause, the later ones
// with Shift. Files in one string are dropped together.
func (p *page) drops(files ...string) {
	p.t.Helper()
	p.Act(fmt.Sprintf(`(async () => {
		const folder = await navigator.storage.getDirectory();
		DataTransferItem.prototype.getAsFileSystemHandle = function () { return folder.getFileHandle(this.getAsFile().name); };
		const all = [];
		for (const names of %s) {
			const data = new DataTransfer();
			for (const name of names.split(" ")) data.items.add(await (await folder.getFileHandle(name)).getFile());
			all.push(data);
		}
		all.forEach((dataTransfer, i) => document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, shiftKey: i > 0, bubbles: true, cancelable: true })));
		return true;
	})()`, quoted(files)))
}

// quoted returns texts as a JavaScript array.
func quoted(texts []string) string {
	text, _ := json.Marshal(texts)
	return string(text)
}

// TestCompareAgain: after a reload, one click opens two dropped traces again. A second trace that is dropped
// with Shift while the first one loads is compared with it.
func TestCompareAgain(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Act(`(async () => {
		const folder = await navigator.storage.getDirectory();
		for (const [name, sample] of [["a.trace.gz", "sample.trace.gz"], ["b.trace.gz", "sample-streaming.trace.gz"]]) {
			const to = await (await folder.getFileHandle(name, { create: true })).createWritable();
			await to.write(await (await fetch("samples/" + sample)).arrayBuffer());
			await to.close();
		}
		return true;
	})()`)
	p.drops("a.trace.gz b.trace.gz")
	p.Until("both dropped", "a.trace.gz, b.trace.gz", p.Sides)
	rows := head(p.Changes())
	p.Click("#changes-tab-methods") // without a user's click the browser reloads without asking
	for range 2 {
		p.Navigate("/")
		p.WaitFor("the offer", `document.querySelector("#welcome-again").checkVisibility() && document.querySelector("#welcome-again").textContent.includes("a.trace.gz, b.trace.gz")`)
		p.Click("#welcome-again")
		p.Until("both again", "a.trace.gz, b.trace.gz", p.Sides)
		p.Until("the same changes", rows, func() string { return head(p.Changes()) })
	}

	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.drops("b.trace.gz", "a.trace.gz")
	p.Until("the second trace next to the first, which was loading", "b.trace.gz, a.trace.gz", p.Sides)
}

// TestCompareLink: the address names the two traces by file name, and the view. Another page shows the same
// and asks for files that it cannot load. History steps move between views.
func TestCompareLink(t *testing.T) {
	t.Parallel()
	p := open(t, "/?open=samples/sample.trace.gz&with=samples/sample-streaming.trace.gz")
	p.Until("both", "sample.trace.gz, sample-streaming.trace.gz", p.Sides)
	step := p.Step()
	p.Click("#changes-tab-flame")
	p.Click("#scale-whole")
	step = p.NextStep(step)
	p.WaitFor("the address, with both contents", `/file=sample.trace.gz&hash=[^&]*\.[^&]*&with=sample-streaming.trace.gz&changes=flame\+wall\+share\+exclusive/.test(location.hash)`)
	p.Click("#changes-tab-tree")
	p.NextStep(step)
	p.WaitFor("the address", `location.hash.includes("changes=tree+wall+share+exclusive") && location.hash.includes("with=sample-streaming.trace.gz")`)
	p.Do(chromedp.NavigateBack())
	p.WaitFor("the view before", `document.querySelector("#changes-width")?.checkVisibility() && document.querySelector("#scale-whole").ariaChecked === "true"`)
	link := eval[string](p, "location.href")

	again := func(what string, q *page) {
		t.Helper()
		q.WaitFor(what, `document.querySelector("#changes-width")?.checkVisibility() && document.querySelector("#scale-whole").ariaChecked === "true" && document.querySelector("#side-a").textContent === "sample.trace.gz"`)
	}
	q := visit(t)
	q.Navigate(strings.TrimPrefix(link, p.site.URL))
	again("the same in another page", q)
	p.Do(chromedp.Reload())
	again("the same when it is loaded again", p)

	// Without an address to load them from, the page asks for the files one after the other.
	q.Reopen("/" + link[strings.IndexByte(link, '#'):])
	q.WaitFor("the request for both files", `document.body.textContent.includes("This link compares sample.trace.gz and sample-streaming.trace.gz.")`)
	q.Drop("#app", filepath.Join(root, "testdata/sample.trace.gz"))
	q.WaitOpen()
	q.WaitFor("the request for the other file", `document.querySelector("#notice").textContent.startsWith("This link compares")`)
	q.ShiftDrop("#app", filepath.Join(root, "testdata/sample-streaming.trace.gz"))
	again("the same of files that were dropped", q)
	q.WaitFor("no warning about other content", `!document.querySelector("#notice").textContent.startsWith("This is not the file")`)
}

// head returns the first lines of a text.
func head(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:min(12, len(lines))], "\n")
}

// TestBarFits: the top bar has room for everything that two traces, a map of names, dumps next to a trace and
// many runs add to it. Their views fit too.
func TestBarFits(t *testing.T) {
	t.Parallel()
	a, b := twoTraces(t)
	p := open(t, "/")
	fits := func(name string) {
		t.Helper()
		for _, size := range [][2]int64{{1280, 800}, {1100, 800}, {960, 480}, {390, 844}} {
			p.View(size[0], size[1], "light")
			p.Shot(fmt.Sprintf("bar-%s-%d", name, size[0]))
			if got := eval[string](p, cramped); got != "" {
				t.Errorf("%s, %d wide:\n%s", name, size[0], got)
			}
			if !eval[bool](p, `((find) => !find?.checkVisibility() || find.getBoundingClientRect().right <= find.closest(".search").getBoundingClientRect().right + 0.5)(document.querySelector("#find"))`) {
				t.Errorf("%s, %d wide: the search overlaps its neighbours", name, size[0])
			}
			if size[0] == 1280 && (name == "a" || name == "changes") && !eval[bool](p, `document.querySelector(".bar").clientHeight <= 36`) {
				t.Errorf("%s: the bar has two lines", name)
			}
			if got := eval[string](p, `[...document.querySelectorAll(".bar > *")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth).map((e) => e.id || e.textContent.trim().slice(0, 40)).join()`); got != "" {
				t.Errorf("%s, %d wide: outside of the window: %s", name, size[0], got)
			}
		}
		p.View(1280, 800, "light")
	}
	p.Drop("#app", a, b)
	p.Until("both", "before.trace, after.trace", p.Sides)
	p.Click("#changes-0 .name")
	fits("changes")
	p.Click("#room-a")
	p.WaitFor("A", `document.querySelector("#overview-head .large")?.checkVisibility()`)
	fits("a")
	p.Drop("#app", write(t, "mapping.txt", []byte("shop.Cart -> app.A:\n    void total() -> a\n")))
	p.WaitFor("names", `document.querySelector("#naming").checkVisibility()`)
	fits("a-named")
	p.Drop("#app", sample(t).file)
	p.WaitFor("one trace", `!document.querySelector("#room-changes").checkVisibility() && document.querySelector("#overview-head .large")?.checkVisibility()`)
	p.ShiftDrop("#app", filepath.Join(root, "testdata/sample-anr.txt"))
	p.WaitFor("a dump beside it", `document.querySelector("#room-dump").checkVisibility()`)
	p.Click("#room-trace")
	p.WaitFor("the trace", `document.querySelector("#overview-head .large")?.checkVisibility()`)
	fits("beside")
}

// TestAnswer: the total change is above the table, with the largest increases and then the largest decreases. A click selects
// one. All
// columns fit at 1280 px, even with a selected method, and no two methods look the same.
func TestAnswer(t *testing.T) {
	t.Parallel()
	of := func(b, other int) []byte {
		return tracetest.Bytes(fmt.Sprintf("main 0/0>app.A.a()V 10/10>app.B.b()V %d/%d<app.B.b()V 500/500>lib.B.b()V %d/%d<lib.B.b()V 800/800>app.A.a(I)V 850/850<app.A.a(I)V 900/900<app.A.a()V", b, b, other, other))
	}
	p := openBoth(t, [2]string{write(t, "before.trace", of(20, 510)), write(t, "after.trace", of(60, 600))})
	p.Until("the total", "Wall in calls 900 µs → 900 µs 0 Calls 4 → 4 0", func() string { return strings.Join(strings.Fields(plain(p.Text("#changes-answer dl"))), " ") })
	p.Until("the largest changes", "B.b() +90 µs|B.b() +40 µs|A.a() −130 µs", func() string {
		return plain(eval[string](p, `[...document.querySelectorAll("#changes-answer li")].map((li) => li.querySelector("button").textContent.replace(/^(app|lib)\./, "") + " " + li.querySelector(".num").textContent.split(" (")[0]).join("|")`))
	})
	p.Until("the parts of the names that differ", "app.B.b() lib.B.b()", func() string {
		return eval[string](p, `[...document.querySelectorAll("#changes-answer .fn")].map((e) => e.textContent).filter((s) => s.includes("B.b")).sort().join(" ")`)
	})
	p.Shots("changes-answer")
	p.View(1280, 800, "light")
	p.WaitFor("an answer that does not scroll", `(() => { const box = document.querySelector("#changes-answer"); return box.scrollHeight <= box.clientHeight; })()`)
	p.Click("#change-largest-0")
	p.Until("the selected method", "lib.B.b()", func() string { return p.Text("#change-name") })
	for _, scale := range []string{"#scale-measured", "#scale-whole"} {
		p.Click(scale)
		p.WaitFor("all columns to be visible", `(() => { const box = document.querySelector("#changes"); return box.scrollWidth <= box.clientWidth && box.scrollWidth > 0; })()`)
	}
	p.Shots("changes-answer-chosen")
	p.View(390, 844, "light")
	p.WaitFor("no scroll bar of the page on a phone", `document.documentElement.scrollWidth <= 390`)
}

// TestFindingChanges: findings that are new, grown or gone are above the table, each with a link to the trace that has it.
func TestFindingChanges(t *testing.T) {
	t.Parallel()
	of := func(preferences, sleep int) []byte { // ms
		at := 1000 + preferences*1000
		end := at + sleep*1000
		return tracetest.Bytes(fmt.Sprintf("main 0/0>app.Settings.read()V 1000/1>android.app.SharedPreferencesImpl.awaitLoadedLocked()V %d/1<android.app.SharedPreferencesImpl.awaitLoadedLocked()V"+
			" %d/1>java.lang.Thread.sleep(J)V %d/1<java.lang.Thread.sleep(J)V %d/1000<app.Settings.read()V", at, at, end, end+1000))
	}
	p := openBoth(t, [2]string{write(t, "before.trace", of(200, 300)), write(t, "after.trace", of(260, 1))})
	p.Until("the findings", "Findings: 0 new, 1 grown, 1 gone, 0 other", func() string { return plain(p.Text("#changes-findings p")) })
	p.Until("the sentences", "Grown from 200 ms to 260 ms: main waited 260 ms for SharedPreferences in Settings.read.|Gone, 1 ms in B: main slept 300 ms in Settings.read.", func() string {
		return plain(eval[string](p, `[...document.querySelectorAll("#changes-findings li span")].map((e) => e.textContent).join("|")`))
	})
	p.Shots("changes-findings")
	p.View(1280, 800, "light")
	p.Click("#change-found-1")
	p.Until("the overview of A", "before.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("the mark of the finding and its range", `document.querySelector("[id^=overview-finding][aria-current]")?.textContent.includes("main slept") && document.querySelector("#chip-range")`)
	p.Click("#room-changes")
	p.WaitFor("the comparison of whole traces", `document.querySelector("#change-found-0")?.checkVisibility() && !document.querySelector("#changes-scopes").checkVisibility()`)
	p.Click("#change-found-0")
	p.WaitFor("the finding of B", `document.querySelector("#file-menu").textContent === "after.trace" && document.querySelector("[id^=overview-finding][aria-current]")?.textContent.includes("main waited")`)
}
