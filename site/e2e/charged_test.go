//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// TestChargedToOwn: a switch lists the app's methods alone, with the time of the code that they call. Tree, flame graph, links
// and exports follow it.
func TestChargedToOwn(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	p.OpenAsIs(k.file)
	p.AllThreads()
	scope := whole
	scope.Code = message.ChargedToOwn
	rows := ask[*message.Rows](k, &message.MethodRows{Scope: scope, Order: message.Order{Column: message.ByExclusive}, Count: 3})
	longest := ask[*message.Rows](k, &message.MethodRows{Scope: scope, Count: 1}).Rows[0]
	var want []string
	for _, r := range rows.Rows {
		want = append(want, k.Name(r.Method).Name)
	}
	first := func(box string) func() string {
		return func() string {
			var all []string
			for _, row := range p.Grid(box).Rows[:min(len(want), len(p.Grid(box).Rows))] {
				name, _, _ := strings.Cut(row, "|")
				all = append(all, name[strings.LastIndexByte(name, '.')+1:])
			}
			return strings.Join(all, " ")
		}
	}
	// The trace shows the start of its Application, so the table begins with charged time.
	p.Click("#tab-methods")
	p.Until("the own methods", strings.Join(want, " "), first("methods"))
	p.Until("the share without an own caller", "true", func() string { return fmt.Sprint(strings.Contains(p.Text("#whole"), " not by own code")) })
	p.Shots("charged")

	dir := p.Downloads()
	p.Export("csv")
	if _, got := p.Downloaded(dir); !strings.Contains(string(got), "chargedWallNs") || strings.Contains(string(got), "android.os.Looper") {
		t.Errorf("the exported table is\n%.300s", got)
	}
	p.Click("#methods-sort-own")
	p.WaitFor("the chip of own code", `document.querySelector("#chip-own")?.textContent.startsWith("own code, without ")`)
	p.Shots("own")
	p.Click("#chip-own")
	p.WaitFor("all methods", `!document.querySelector("#chip-own")?.checkVisibility() && document.querySelector("#methods-sort-all").ariaPressed === "true"`)
	p.Click("#methods-sort-charged")
	p.Until("the chip", "true", func() string { return fmt.Sprint(strings.HasPrefix(p.Text("#chip-charged"), "own + caused, other: ")) })

	p.Click("#tab-flamegraph")
	p.WaitFor("the flame graph", `document.querySelector("#flame-charged")?.ariaChecked === "true"`)
	p.Shots("charged-flamegraph")
	p.Click("#tab-topdown")
	p.Until("the tree's first row", k.Name(longest.Method).Name, func() string { return strings.Split(first("topdown")(), " ")[0] })
	p.Shots("charged-tree")

	// The link has the switch. A click on the chip shows all methods again.
	p.WaitFor("the switch in the link", `new URLSearchParams(location.hash.slice(1)).get("flags")?.[7] === "1"`)
	link := eval[string](p, `location.hash`)
	q := open(t, "/?open=samples/sample.trace.gz"+link)
	q.WaitFor("the chip", `document.querySelector("#chip-charged")?.checkVisibility()`)
	q.Click("#chip-charged")
	q.WaitFor("no chip", `!document.querySelector("#chip-charged")?.checkVisibility()`)
	q.Keys("o")
	q.WaitFor("own code by key", `document.querySelector("#chip-own")?.checkVisibility()`)
	q.Keys("o")
	q.WaitFor("the chip by key", `document.querySelector("#chip-charged")?.checkVisibility()`)

	// The menu of a method says that its package is a library. The browser remembers it.
	q.Keys("2")
	q.WaitFor("the table", `document.querySelector("#methods-0")?.checkVisibility()`)
	before := q.Grid("methods").Total
	at := eval[[2]float64](q, `(() => { const { left, top } = document.querySelector("#methods-0 .fn").getBoundingClientRect(); return [left + 9, top + 9]; })()`)
	q.RightClickAt(at[0], at[1])
	q.Pick("Treat com.example.gallery.decode as a library")
	q.Until("fewer own methods", "true", func() string { return fmt.Sprint(q.Grid("methods").Total < before) })
	q.WaitFor("the owner in the link", `new URLSearchParams(location.hash.slice(1)).get("owners") === "library:com.example.gallery.decode"`)
	q.Navigate("/?open=samples/sample.trace.gz" + link)
	q.WaitFor("libraries in the legend on the next visit", `document.querySelector("#origin-library")?.checkVisibility()`)
}

// TestOwnGuess: where a trace does not show its app, the package of nearly all unknown code is charged. The page says that it is
// a guess. A menu, by mouse or keys, makes it certain or corrects it, and the browser remembers that.
func TestOwnGuess(t *testing.T) {
	t.Parallel()
	records := "main"
	for i := range 6 {
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[3]d>android.os.Parcel.read()V %[4]d<android.os.Parcel.read()V %[5]d<com.acme.shop.Cart.m%[2]d()V", 10*i, i, 10*i+1, 10*i+7, 10*i+9)
	}
	k := made(t, "guess.trace", tracetest.Bytes(records))
	p := open(t, "/")
	p.OpenAsIs(k.file)
	p.Click("#tab-methods")
	p.WaitFor("the guess", `document.querySelector("#chip-guess")?.textContent === "your code: com.acme.shop, a guess" && document.querySelector("#methods-sort-charged").ariaPressed === "true"`)
	p.Until("the app's methods alone", "6", func() string { return fmt.Sprint(p.Grid("methods").Total) })
	p.Shots("guess")
	p.Act(`(document.querySelector("#chip-guess").focus(), true)`)
	p.Keys("\r")
	p.Pick("Treat com.acme.shop as a library")
	p.WaitFor("no guess", `!document.querySelector("#chip-guess")?.checkVisibility()`)
	p.Until("all methods", "7", func() string { return fmt.Sprint(p.Grid("methods").Total) })
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.OpenAsIs(k.file)
	p.Click("#tab-methods")
	p.Until("all methods after a new visit", "7", func() string { return fmt.Sprint(p.Grid("methods").Total) })
}

// TestMatchInOtherCode: Enter in a search with matches in other code alone shows all code. The row of the match is marked and
// in sight, and the guess whose code is the app's stays.
func TestMatchInOtherCode(t *testing.T) {
	t.Parallel()
	records, at := "main", 0
	for i := range 60 { // the app's own methods and those of the platform have different orders
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[1]d>android.os.Parcel.read%[2]d()V %[3]d<android.os.Parcel.read%[2]d()V %[4]d<com.acme.shop.Cart.m%[2]d()V", at, i, at+i+1, at+100)
		at += 101
	}
	p := open(t, "/")
	p.OpenAsIs(made(t, "other.trace", tracetest.Bytes(records)).file)
	p.View(1280, 800, "light")
	p.Click("#tab-methods")
	p.WaitFor("the guess", `document.querySelector("#chip-guess") && document.querySelector("#methods-sort-charged").ariaPressed === "true"`)
	p.Click("#find")
	p.Keys("Parcel.read3")
	p.WaitFor("the matches in other code", `document.querySelector("#find-others")?.checkVisibility()`)
	p.Keys("\r")
	p.WaitFor("the marked row in sight", `(() => {
		const row = document.querySelector("#methods-rows .row.cursor"), box = document.querySelector("#methods-rows").closest("[data-scroll]");
		if (!row?.textContent.includes("Parcel.read3")) return false;
		const at = row.getBoundingClientRect(), around = box.getBoundingClientRect();
		return at.top >= around.top + 30 && at.bottom <= around.bottom + 1;
	})()`)
	p.WaitFor("all code, and the guess", `document.querySelector("#methods-sort-all").ariaPressed === "true" && document.querySelector("#chip-guess")?.checkVisibility()`)
	p.Shot("other-code")
}

// TestLegendBesideGuess: at 1280 pixels the whole legend is visible, although the text of the guess is long.
func TestLegendBesideGuess(t *testing.T) {
	t.Parallel()
	records := "main 0>android.os.MessageQueue.nativePollOnce()V 100<android.os.MessageQueue.nativePollOnce()V"
	for i := range 6 {
		records += fmt.Sprintf(" %[1]d>com.acme.shop.Cart.m%[2]d()V %[1]d>okhttp3.Call.m%[2]d()V %[3]d<okhttp3.Call.m%[2]d()V %[3]d>android.os.Parcel.read()V %[4]d<android.os.Parcel.read()V %[5]d<com.acme.shop.Cart.m%[2]d()V", 100+10*i, i, 104+10*i, 107+10*i, 109+10*i)
	}
	p := open(t, "/")
	p.OpenAsIs(made(t, "legend.trace", tracetest.Bytes(records+" sync-exec-1 0>com.acme.shop.Work.run()V 90<com.acme.shop.Work.run()V")).file)
	p.Click("#tab-methods")
	p.WaitFor("the guess", `document.querySelector("#chip-guess")?.checkVisibility()`)
	p.View(1280, 800, "light")
	p.Settle()
	p.Shot("legend-guess")
	if cut := eval[string](p, `(() => {
		const box = document.querySelector(".origins").getBoundingClientRect();
		return [...document.querySelectorAll(".origins > button")].filter((e) => {
			const r = e.getBoundingClientRect();
			return r.width > 0 && (r.right > box.right + 0.5 || r.bottom > box.bottom + 0.5);
		}).map((e) => e.textContent).join(", ");
	})()`); cut != "" {
		t.Errorf("the legend lacks %s", cut)
	}
	// Nothing moves when the guess goes, and when the chip of a range comes.
	const below = `document.querySelector("#timeline").getBoundingClientRect().top`
	top := eval[float64](p, below)
	p.Click("#tab-topdown")
	p.WaitFor("no guess", `!document.querySelector("#chip-guess")`)
	if now := eval[float64](p, below); now != top {
		t.Errorf("without the guess the timeline moves from %v to %v", top, now)
	}
	ruler := p.Rect("#timeline")
	p.Drag(ruler.X+400, ruler.Y+8, ruler.X+700, ruler.Y+8)
	p.WaitFor("the chip of the range", `document.querySelector("#chip-range")?.checkVisibility()`)
	p.Settle()
	p.Shot("legend-range")
	if now := eval[float64](p, below); now != top {
		t.Errorf("the chip of a range moves the timeline from %v to %v", top, now)
	}
	// The guess is cut before the names of a thread and a range.
	p.Click("#tab-threads")
	p.Click(p.threadRow("sync-exec-1") + "-only")
	p.Click("#tab-overview")
	p.Until("three chips", "chip-threads chip-range chip-guess", func() string {
		return eval[string](p, `[...document.querySelectorAll(".timeline-strip .chips .chip")].map((e) => e.id).join(" ")`)
	})
	p.WaitFor("the chip of the thread", `document.querySelector("#chip-threads").textContent.includes("sync-exec-1")`)
	p.Shot("chips-three")
	p.WaitFor("the whole name", `(() => { const e = document.querySelector("#chip-threads"), text = document.createRange(); text.selectNodeContents(e); return text.getBoundingClientRect().right <= e.getBoundingClientRect().right - 20; })()`)
}
