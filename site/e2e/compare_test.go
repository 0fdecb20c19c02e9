//go:build !js

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

const (
	beforeTrace = "main 0/0>app.A.a()V 10/10>app.B.b()V 20/20<app.B.b()V 25/25>app.C$$ExternalSyntheticLambda1.run()V 30/30<app.C$$ExternalSyntheticLambda1.run()V 40/40<app.A.a()V 50/50>app.Gone.gone()V 51/51<app.Gone.gone()V"
	afterTrace  = "main 0/0>app.A.a()V 10/10>app.B.b()V 25/25<app.B.b()V 26/26>app.B.b()V 30/30<app.B.b()V 31/31>app.C$$ExternalSyntheticLambda2.run()V 36/36<app.C$$ExternalSyntheticLambda2.run()V 60/60<app.A.a()V 70/70>app.New.made()V 71/71<app.New.made()V"
)

// OpenBoth opens two traces as a new visitor.
func (p *page) OpenBoth(files [2]string) {
	p.t.Helper()
	p.Reopen("/")
	p.Drop("#app", files[0])
	p.WaitOpen()
	p.ShiftDrop("#app", files[1])
	p.Until("both", filepath.Base(files[0])+", "+filepath.Base(files[1]), p.Sides)
}

// DropBoth compares two traces, in the table of methods.
func (p *page) DropBoth(files [2]string) {
	p.t.Helper()
	a, b := filepath.Base(files[0]), filepath.Base(files[1])
	p.Drop("#app", files[:]...)
	p.WaitFor("both", fmt.Sprintf(`[%q, %q].sort().join() === ["#side-a", "#side-b"].map((side) => document.querySelector(side).textContent).sort().join()`, a, b))
	p.Click("#changes-tab-methods")
	if p.Text("#side-a") != a { // the page orders traces that are dropped together
		p.Click("#changes-swap")
	}
	p.Until("both", a+", "+b, p.Sides)
}

// twoTraces returns the paths of before.trace and after.trace.
func twoTraces(t *testing.T) (a, b string) {
	dir := t.TempDir()
	return writeIn(t, dir, "before.trace", tracetest.Bytes(beforeTrace)), writeIn(t, dir, "after.trace", tracetest.Bytes(afterTrace))
}

// Sides waits for the table of changes and returns the names of A and B.
func (p *page) Sides() string {
	return eval[string](p, `document.querySelector("#changes:not([hidden]) #changes-rows .row .fn")?.textContent ? document.querySelector("#side-a").textContent + ", " + document.querySelector("#side-b").textContent : ""`)
}

// Changes returns the rows of the table, with | between cells.
func (p *page) Changes() string {
	return plain(eval[string](p, `[...document.querySelectorAll("#changes-rows .row")].map((row) => [row.querySelector(".fn"), ...row.querySelectorAll(".cells > *")].map((e) => e.textContent).join("|")).join("\n")`))
}

// TestCompareLayout checks the layout of comparisons in one visit.
func TestCompareLayout(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	for _, part := range []struct {
		name string
		test func(t *testing.T, p *page)
	}{{"answer", compareAnswer}, {"clicks", compareStays}, {"figures", compareFits}} {
		p.View(1280, 800, "light")
		p.Part(part.name, func(t *testing.T) { part.test(t, p) })
	}
}

// compareFits: no figure of the tables is cut, on any scale and at any width. On a narrow page the details
// of the selected method cover no chart, and the buttons of the files stay together. Charts are high enough below a long
// summary on a page of medium width.
func compareFits(t *testing.T, p *page) {
	const real = "corpus/method-traces/" // the corpus is not ours to ship
	pairs := []struct {
		dir, a, b string
		scales    []string // with the widest figures
	}{
		{filepath.Join(root, "testdata"), "sample.trace.gz", "sample-streaming.trace.gz", []string{"measured", "whole"}},
		{filepath.Join(shared, real), "setapp-game.trace.gz", "setapp-is_set.trace.gz", []string{"whole"}},
		{filepath.Join(shared, real), "fenix-regular.trace.gz", "fenix-streaming.trace.gz", []string{"measured"}},
	}
	for i, pair := range pairs {
		of := [2]string{filepath.Join(pair.dir, pair.a), filepath.Join(pair.dir, pair.b)}
		if _, err := os.Stat(of[0]); err != nil {
			t.Logf("%s is missing", pair.a)
			continue
		}
		p.View(1280, 800, "light")
		p.DropBoth(of)
		p.Click("#changes-0 .name")
		p.WaitFor("the details of the method", `document.querySelector("#change")?.checkVisibility()`)
		for _, width := range []int64{1280, 390} {
			p.View(width, 844, "light")
			for _, tab := range []string{"changes", "changetree"} {
				p.Click(map[string]string{"changes": "#changes-tab-methods", "changetree": "#changes-tab-tree"}[tab])
				p.WaitFor("the table", fmt.Sprintf(`document.querySelector("#%s-rows .row .fn")?.checkVisibility()`, tab))
				for _, scale := range pair.scales {
					p.Click("#scale-" + scale)
					p.WaitFor("the scale", fmt.Sprintf(`document.querySelector("#scale-%s").ariaChecked === "true"`, scale))
					for _, top := range map[string][]int{"measured": {0, 4000}, "whole": {0, 8000}}[scale] {
						p.Act(fmt.Sprintf(`(() => { document.querySelector("#%s-rows").closest("[data-scroll]").scrollTop = %d; return true; })()`, tab, top))
						cut := eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("#%s-rows .num")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => e.textContent).join(", ")`, tab))
						if cut != "" {
							t.Errorf("%s, %d px, %s, %s: cut are %.200s", pair.a, width, tab, scale, cut)
						}
					}
				}
			}
		}
		if i > 0 { // the rest does not depend on the traces
			continue
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
		p.View(820, 900, "light")
		p.WaitFor("charts below a long summary", `(() => {
			document.querySelector(".comparing").scrollTop = 9999;
			const views = document.querySelector(".comparing .views").getBoundingClientRect();
			return views.height > 400 && views.bottom < innerHeight;
		})()`)
		p.View(390, 844, "light")
		p.Act(`(scrollTo(0, 0), true)`)
		p.WaitFor("the files' buttons in a row", `new Set(["csv", "json", "md"].map((id) => document.querySelector("#changes-" + id).offsetTop)).size === 1`)
	}
}

// Select chooses an option of a select element by its value.
func (p *page) Select(selector, value string) {
	p.t.Helper()
	p.Act(fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; return s.dispatchEvent(new Event("change", { bubbles: true })); })()`, selector, value))
}

// TestCompareByHand compares two traces by drops, clicks, drags and keys, on the views of the comparison. It saves their files.
func TestCompareByHand(t *testing.T) {
	t.Parallel()
	a, b := twoTraces(t)
	p := open(t, "/")
	p.Drop("#app", a, b)
	p.Until("both dropped", "before.trace, after.trace", p.Sides)
	p.changesByHand(a, b)
	p.flameByHand()
	p.timelinesByHand()
	p.contextsLater(a, b)
}

// changesByHand selects a method, and saves the changes as the command does.
func (p *page) changesByHand(a, b string) {
	p.Shots("changes")
	p.Click("#changes-1 .name")
	p.Until("the selected method", "app.B.b", func() string { return p.Text("#change-name") })
	p.Shots("changes-method")
	p.accessible("changes, a method chosen")
	dir := p.Downloads()
	for _, format := range []string{"json", "csv"} {
		p.Click("#changes-" + format)
		want := traceglass(p.t, b, "compare", "-no-idle", "-thread", "main", "-format", format, filepath.Base(a)) // the command runs in the folder of the files
		if name, data := p.Downloaded(dir); name != "after.changes."+format || !bytes.Equal(data, want) {
			p.t.Errorf("saved %s:\n%s\nwant\n%s", name, data, want)
		}
	}
	p.Keys("2")
	p.WaitFor("the tree", `document.querySelector("#changetree-rows")?.checkVisibility()`)
	p.Shots("changes-tree")
	p.accessible("the call tree of two traces")
}

// flameByHand searches the flame graph, moves by keys, zooms in and out, checks a tooltip, and saves a picture.
func (p *page) flameByHand() {
	t := p.t
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
	// Names in the accessibility tree begin with the change.
	p.Until("the names", "+20 µs app.A.a, 96.8 % of the view", func() string {
		return plain(eval[string](p, `[...document.querySelectorAll("#changes #flame [role=treeitem]")].map((e) => e.textContent).find((text) => text.includes("A.a")) ?? ""`))
	})
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
	p.WaitFor("all methods again", `document.querySelector("#changes .crumb").disabled`)
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
	p.Click("#changes-find")
	p.Keys(kb.Escape)
}

// timelinesByHand: the timelines of two traces share one axis. They are aligned at the start, at a method's first calls, or
// stretched. They scroll and zoom together, and a click on a call in one finds the call in the other.
func (p *page) timelinesByHand() {
	t := p.t
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

// contextsLater: a canvas that waits for contexts of two traces is freed for the trace that remains. Another trace is then
// compared by the file's menu.
func (p *page) contextsLater(a, b string) {
	p.holdContexts()
	p.Click("#changes-tab-methods")
	p.Click("#changes-swap")
	p.Until("swapped traces", "after.trace, before.trace", p.Sides)
	p.Click("#changes-tab-flame")
	p.WaitFor("the request for contexts", `heldContexts.length === 1`)
	p.Click("#close-b")
	p.Until("the trace that stays", "after.trace", func() string { return p.Text("#file-menu") })
	p.Keys("5")
	p.WaitFor("its frames", `document.querySelectorAll("#flame [role=treeitem]").length > 2`)
	p.Act(`(letContexts(), true)`)

	p.Click("#file-menu")
	p.WaitFor("the line of the menu", `document.querySelector("#compare").checkVisibility()`)
	p.Click("#compare")
	p.Upload("#file", a)
	p.Until("compared from the menu", "after.trace, before.trace", p.Sides)
	p.Drop("#app", b)
	p.WaitFor("one trace instead of both", `document.querySelector("#file-menu").textContent === "after.trace" && !document.querySelector("#room-changes").checkVisibility()`)
}

// holdContexts holds back answers with A's contexts until let() is called.
func (p *page) holdContexts() {
	p.t.Helper()
	without, with := message.Encode(nil, 0, &message.SideOf{}), message.Encode(nil, 0, &message.SideOf{Contexts: true})
	fromEnd := -1 // position of the flag; lengths differ with the name
	for without[len(without)+fromEnd] == with[len(with)+fromEnd] {
		fromEnd--
	}
	p.Act(fmt.Sprintf(`(() => {
		const { postMessage } = Worker.prototype, held = [];
		Worker.prototype.postMessage = function (m, buffers) {
			const data = m.kind === "ask" && new Uint8Array(m.data);
			if (data && data[4] === %d && data.at(%d) === 1) held.push(() => postMessage.call(this, m, buffers));
			else postMessage.call(this, m, buffers);
		};
		globalThis.heldContexts = held;
		globalThis.letContexts = () => held.splice(0).forEach((send) => send());
		return true;
	})()`, with[4], fromEnd))
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
	before, after := twoTraces(t)
	p := open(t, "/")
	for name, file := range map[string]string{"a.trace": before, "b.trace": after} {
		p.site.Stub("/"+name, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, file) })
	}
	p.Act(`(async () => {
		const folder = await navigator.storage.getDirectory();
		for (const name of ["a.trace", "b.trace"]) {
			const to = await (await folder.getFileHandle(name, { create: true })).createWritable();
			await to.write(await (await fetch(name)).arrayBuffer());
			await to.close();
		}
		return true;
	})()`)
	p.drops("a.trace b.trace")
	p.Until("both dropped", "a.trace, b.trace", p.Sides)
	rows := p.Changes()
	p.Click("#changes-tab-methods") // without a user's click the browser reloads without asking
	for range 2 {
		p.Navigate("/")
		p.WaitFor("the offer", `document.querySelector("#welcome-again").checkVisibility() && document.querySelector("#welcome-again").textContent.includes("a.trace, b.trace")`)
		p.Click("#welcome-again")
		p.Until("both again", "a.trace, b.trace", p.Sides)
		p.Until("the same changes", rows, p.Changes)
	}

	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.drops("b.trace", "a.trace")
	p.Until("the second trace next to the first, which was loading", "b.trace, a.trace", p.Sides)
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

// compareAnswer: the total change is above the table, with the largest increases and then the largest decreases. A click selects
// one. All
// columns fit at 1280 px, even with a selected method, and no two methods look the same.
func compareAnswer(t *testing.T, p *page) {
	of := func(b, other int) []byte {
		return tracetest.Bytes(fmt.Sprintf("main 0/0>app.A.a()V 10/10>app.B.b()V %d/%d<app.B.b()V 500/500>lib.B.b()V %d/%d<lib.B.b()V 800/800>app.A.a(I)V 850/850<app.A.a(I)V 900/900<app.A.a()V", b, b, other, other))
	}
	p.DropBoth([2]string{write(t, "before.trace", of(20, 510)), write(t, "after.trace", of(60, 600))})
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

// compareStays: a click on a row moves no row. On a phone, the page and the table scroll, and nothing between them. Names
// have two lines there. "Show in B" leads to the top of the page, and the selected method has its figures.
func compareStays(t *testing.T, p *page) {
	of := func(b int) []byte {
		return tracetest.Bytes(fmt.Sprintf("main 0/0>app.LongNameOfAClass.aLongNameOfAMethod()V 10/10>app.B.b()V %d/%d<app.B.b()V 900/900<app.LongNameOfAClass.aLongNameOfAMethod()V", b, b))
	}
	p.DropBoth([2]string{write(t, "short.trace", of(20)), write(t, "long.trace", of(90))})
	for _, width := range []int64{1280, 1100, 390} {
		p.View(width, 844, "light")
		if p.Text("#change-name") != "" {
			p.Click("#change-away")
		}
		p.Settle()
		p.Act(`(() => { document.querySelector("#changes-rows").scrollIntoView(); return true; })()`)
		before := p.Rect("#changes-0").Y
		p.Click("#changes-0 .name")
		p.WaitFor("the details", `document.querySelector("#change").checkVisibility() && !document.querySelector("#scale-call").disabled`)
		if after := p.Rect("#changes-0").Y; after != before {
			t.Errorf("%d px: the row moves from %v to %v", width, before, after)
		}
	}
	p.Until("what scrolls", "changes", func() string {
		return eval[string](p, `[...document.querySelectorAll(".app *")].filter((e) => e.checkVisibility() && /auto|scroll/.test(getComputedStyle(e).overflowY) && e.contains(document.querySelector("#changes-0"))).map((e) => e.dataset.scroll || e.className).join()`)
	})
	if cut := eval[bool](p, `[...document.querySelectorAll("#changes-rows .row :is(.fn, .cls, .own)")].some((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" || e.scrollHeight > 26)`); cut {
		t.Error("a name is cut")
	}
	p.Shot("changes-phone-names")
	p.Act(`(() => { scrollTo(0, 600); return scrollY > 0; })()`)
	p.Click("#to-b")
	p.WaitFor("the top of the page", `scrollY === 0 && document.querySelector(".bar").getBoundingClientRect().top === 0`)
	p.WaitFor("the figures of the call", `(() => {
		const row = document.querySelector("#call-facts dd")?.getBoundingClientRect();
		return row && row.bottom <= innerHeight && row.bottom <= document.querySelector(".details").getBoundingClientRect().bottom;
	})()`)
}
