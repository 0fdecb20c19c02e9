//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestMappingOfDumps: a map renames frames of one dump, with the file's name in the tooltip, and of a whole
// pile. A click turns it off. The warnings list names that the map does not contain.
func TestMappingOfDumps(t *testing.T) {
	t.Parallel()
	names := "# compiler: R8\n# compiler_version: 8.13.6\nshop.Cart -> a.b:\n    1:3:void add():55:57 -> a\nshop.Db -> a.c:\n    1:3:void find():7:9 -> a\n"
	for i := range 12 {
		names += fmt.Sprintf("shop.Class%d -> a.c%d:\n    1:3:void step%d():5:7 -> a\n", i, i, i)
	}
	mapping := write(t, "mapping.txt", []byte(names))
	p := open(t, "/")
	lines := func() string {
		return eval[string](p, `[...document.querySelectorAll("#stack-lines .what")].map((e) => e.innerText.replaceAll("\u00a0", " ").trim().replace(/\s+/g, "")).join(" ")`)
	}
	frames := []string{"a.b.a", "q.x.y"}
	for i := range 12 {
		frames = append(frames, fmt.Sprintf("a.c%d.a", i))
	}
	dump := strings.ReplaceAll(samples.Dump(7, "2024-05-01 10:00:00", "com.shop", frames...), "Source.java:12", "PG:2")
	p.Upload("#file", write(t, "anr.txt", []byte(dump)))
	p.Until("the process", "com.shop", p.Processes)
	p.WaitFor("the stack as in the file", `document.querySelector("#stack-lines")?.innerText.includes("a.b.a")`)
	raw := lines()
	p.Drop("#app", mapping)
	p.WaitFor("the renamed stack", `document.querySelector("#stack-lines")?.innerText.includes("Cart.add")`)
	if got := lines(); !strings.HasPrefix(got, "shop.Cart.addCart.java:56 q.x.yPG:2 shop.Class0.step0Class0.java:6") {
		t.Errorf("with the map's names, the stack is %s", got)
	}
	if got := eval[string](p, `document.querySelector("#stack-lines li").title`); got != "In the file: at a.b.a(PG:2)" {
		t.Errorf("the tooltip of the first frame is %q", got)
	}
	p.WaitFor("the share of renamed frames", `document.querySelector("#naming").innerText.replaceAll("\u00a0", " ").includes("92.8 % named")`)
	p.Click("#receipt")
	p.WaitFor("the warning about missing names", `document.body.innerText.includes("Names that the map lacks: q.x.y")`)
	p.Shots("naming-dump")
	p.Keys("\x1b")
	p.Click("#naming")
	p.Until("the stack as in the file", raw, lines)

	// A pile.
	var members []string
	for i := range 30 {
		method := "a.b.a"
		if i%3 == 2 {
			method = "a.c.a"
		}
		members = append(members, fmt.Sprintf("anr_%d", i), strings.ReplaceAll(samples.Dump(1000+2*i, fmt.Sprintf("2024-01-01 10:00:%02d", i), "com.example", method), "Source.java:12", "PG:2"))
	}
	p.Reopen("/")
	p.Upload("#file", write(t, "pile.zip", samples.Zip(t, members...)))
	p.WaitFor("the causes", `document.querySelectorAll("#causes .alike").length === 2 && document.querySelector("#causes").innerText.includes("a.c.a")`)
	p.Drop("#app", mapping)
	p.WaitFor("the renamed causes", `document.querySelector("#causes").innerText.includes("Cart.add") && document.querySelector("#causes").innerText.includes("Db.find")`)
	p.WaitFor("the files' names in tooltips", `[...document.querySelectorAll("#causes > li")].map((e) => e.title).sort().join() === "In the file: a.b.a,In the file: a.c.a"`)
	p.Shots("naming-pile")
	p.Click("#cause-1")
	p.WaitFor("a renamed dump of the second cause", `document.querySelector("#stack-lines").innerText.includes("Db.find")`)
	p.Click("#to-pile")
	p.WaitFor("the pile", `document.querySelector("#causes").checkVisibility()`)
	p.Click("#naming")
	p.WaitFor("the causes as in the files", `document.querySelector("#causes").innerText.includes("a.c.a") && !document.querySelector("#causes").innerText.includes("Db.find")`)
}

// TestMappingLink: a link made while a map is in use contains none of its names, and opens without the map.
func TestMappingLink(t *testing.T) {
	t.Parallel()
	trace := write(t, "app.trace", tracetest.Bytes("main 0>a.b.a()V 10>a.c.a()V 60<a.c.a()V 99<a.b.a()V"))
	mapping := write(t, "mapping.txt", []byte("shop.Cart -> a.b:\n    void add() -> a\nshop.Db -> a.c:\n    void find() -> a\n"))
	p := open(t, "/")
	chosen := func(p *page, name string) {
		t.Helper()
		p.Until("the selected method", name, func() string { return eval[string](p, `document.querySelector("#details-name")?.textContent ?? ""`) })
	}
	p.OpenAsIs(trace)
	p.Drop("#app", mapping)
	p.Until("its names", "true", func() string {
		return fmt.Sprint(strings.Contains(strings.Join(p.Grid("methods").Rows, "|"), "Db.find"))
	})
	p.Click("#methods-1 .fn")
	chosen(p, "shop.Db.find")
	p.WaitFor("the address to change", `/method=[0-9a-f]+/.test(location.hash) && location.hash.includes("hash=")`)
	link := strings.TrimPrefix(eval[string](p, `location.href`), p.site.URL)
	if strings.Contains(link, "Db") || strings.Contains(link, "find") {
		t.Errorf("the link is %s", link)
	}
	q := visit(t)
	q.Navigate(link)
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("app.trace")`)
	q.OpenAsIs(trace)
	chosen(q, "a.c.a")
	q.Reopen(link)
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("app.trace")`)
	q.Drop("#app", mapping, trace)
	chosen(q, "shop.Db.find")
}
