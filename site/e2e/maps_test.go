//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/viewer/samples"
)

// waitFrame waits until the shown stack contains a frame.
func (p *page) waitFrame(frame string) {
	p.t.Helper()
	p.WaitFor(frame+" in the stack", fmt.Sprintf(`document.querySelector("#stack-lines")?.innerText.includes(%q)`, frame))
}

// waitMethod waits until the table of methods contains a method.
func (p *page) waitMethod(method string) {
	p.t.Helper()
	p.Until("the table with "+method, "true", func() string {
		p.ShowMethods()
		return fmt.Sprint(strings.Contains(strings.Join(p.Grid("methods").Rows, "|"), method))
	})
}

// TestMapKept: the page stores a map only if the user agrees. Then the next file of the same build, a dump or
// a trace, uses it, also after a reload. Files that name no map get an offer. The privacy panel lists the map,
// and a click there, or where it was stored, deletes it. Frames store nothing.
func TestMapKept(t *testing.T) {
	t.Parallel()
	mapping := write(t, "mapping.txt", samples.ShopMap("1111111"))
	dump, other := write(t, "anr.txt", samples.ShopDump("r8-map-id-1111111")), write(t, "other.txt", samples.ShopDump("r8-map-id-2222222"))
	trace, bare := write(t, "app.trace", samples.ShopTrace("1111111")), write(t, "bare.trace", samples.ShopTrace(""))
	p := open(t, "/")
	kept := func() string {
		return eval[string](p, `traceglassHandles.maps.list().then((all) => all.map((one) => [one.name, one.by, one.id, one.blob.type || "blob"].join()).join("; "))`)
	}
	again := func(file string) {
		t.Helper()
		p.Navigate("/")
		p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
		p.Upload("#file", file)
		p.WaitStage("open")
	}
	next := func(file string) {
		t.Helper()
		p.Click("#file-menu")
		p.Click("#close")
		p.WaitStage("empty")
		p.Upload("#file", file)
		p.WaitStage("open")
	}
	says := func(text string) {
		t.Helper()
		p.WaitFor(text, fmt.Sprintf(`document.querySelector("#notice").innerText.replaceAll("\u00a0", " ").includes(%q)`, text))
	}

	p.Upload("#file", dump)
	p.waitFrame("a.b.a")
	if eval[bool](p, `document.querySelector("#naming-keep").checkVisibility()`) {
		t.Error("without a map the page offers to store one")
	}
	p.Drop("#app", mapping)
	p.waitFrame("Cart.add")
	p.WaitFor("the button", `document.querySelector("#naming-keep").checkVisibility() && document.querySelector("#naming-keep").innerText === "Keep map"`)
	if got := kept(); got != "" {
		t.Errorf("without consent the page stores %s", got)
	}

	// No room, and permission denied.
	for _, tt := range [][2]string{{"QuotaExceededError", "mapping.txt was not kept: the browser has no room for it."}, {"SecurityError", "mapping.txt was not kept: the browser refuses to keep it (no)."}} {
		p.Act(fmt.Sprintf(`(globalThis.put ??= IDBObjectStore.prototype.put, IDBObjectStore.prototype.put = () => { throw new DOMException("no", %q); }, true)`, tt[0]))
		p.Click("#naming-keep")
		says(tt[1])
	}
	p.Act(`(IDBObjectStore.prototype.put = globalThis.put, true)`)

	p.Click("#naming-keep")
	says("This browser keeps a copy of mapping.txt")
	p.WaitFor("the stored map", `document.querySelector("#naming-keep").innerText === "Map kept" && document.querySelector("#naming-keep").ariaPressed === "true"`)
	p.Until("the stored entries", "mapping.txt,R8 8.13.6,1111111,blob", kept)
	p.Shots("map-kept")

	// The next files of the build, after a reload and without one.
	again(dump)
	p.waitFrame("Cart.add")
	p.WaitFor("the stored map", `document.querySelector("#naming-keep").innerText === "Map kept"`)
	next(trace)
	p.waitMethod("Cart.add")
	p.Click("#naming")
	p.waitMethod("b.a")

	// A file of another build, and of an unknown one.
	next(other)
	p.waitFrame("a.b.a")
	if got := p.Text("#naming"); got != "" || eval[bool](p, `document.querySelector("#naming-offer").checkVisibility()`) {
		t.Errorf("a file of another build was renamed: %q", got)
	}
	again(bare)
	p.WaitFor("the offer", `document.querySelector("#naming-offer").checkVisibility()`)
	p.waitMethod("b.a")
	p.Click("#naming-offer")
	p.WaitFor("the maps", `document.querySelector("#maps").open && document.querySelector("#maps-list").innerText.includes("R8 8.13.6 · 1111111 · ")`)
	p.Shots("maps")
	p.accessible("maps that are kept")
	p.Click("#maps-list button")
	p.waitMethod("Cart.add")
	p.WaitFor("no offer", `!document.querySelector("#naming-offer").checkVisibility()`)

	// A frame stores nothing and looks for nothing.
	if eval[bool](p, `new Promise((done) => {
		const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { src: location.pathname }));
		frame.onload = () => { const { maps } = frame.contentWindow.traceglassHandles; done(maps.able || maps.any()); frame.remove(); };
	})`) {
		t.Error("a frame stores maps")
	}

	// The panel lists the map, and a click deletes it.
	p.Click("#status")
	p.WaitFor("the text of the panel", `/Copies, as you chose: mapping\.txt \(\d+ B\)\./.test(document.querySelector("#privacy[open]")?.innerText)`)
	p.Click("#privacy-forget")
	p.Until("the stored entries", "", kept)
	p.Keys("\x1b")
	p.WaitFor("the map to be no longer stored", `document.querySelector("#naming-keep").innerText === "Keep map"`)
	p.Click("#naming-keep")
	p.Until("the stored entries", "mapping.txt,R8 8.13.6,1111111,blob", kept)
	p.WaitFor("the stored map", `document.querySelector("#naming-keep").innerText === "Map kept"`)
	p.Click("#naming-keep")
	says("The copy of mapping.txt was deleted.")
	p.Until("the stored entries", "", kept)
	next(dump)
	p.waitFrame("a.b.a")
	if p.Text("#naming") != "" || eval[bool](p, `document.querySelector("#naming-offer").checkVisibility()`) {
		t.Error("a deleted map was found")
	}
}

// TestMapPacked: a map opens compressed with gzip, from an app bundle, and from a build's zip file with
// unrelated files. Only the map is stored. TestMapPacked in wasm/viewer opens each for a trace and for a dump.
func TestMapPacked(t *testing.T) {
	t.Parallel()
	text := string(samples.ShopMap("1111111"))
	files := []string{
		write(t, "mapping.txt.gz", []byte(samples.Gzip(text))),
		write(t, "app.aab", samples.Zip(t, "base/dex/classes.dex", "dex\n035", "BUNDLE-METADATA/com.android.tools.build.obfuscation/proguard.map", text, "base/manifest/AndroidManifest.xml", "x")),
		write(t, "build.zip", samples.Zip(t, "out/mapping/release/mapping.txt", text, "out/mapping/release/usage.txt", "a.b\n", "out/mapping/release/seeds.txt", "a.c\n")),
	}
	trace, dump := write(t, "app.trace", samples.ShopTrace("")), write(t, "anr.txt", samples.ShopDump("PG"))
	p := open(t, "/")
	p.OpenAsIs(trace)
	for _, file := range files {
		p.waitMethod("b.a")
		p.Drop("#app", file)
		p.waitMethod("Cart.add")
		if !strings.HasSuffix(file, ".gz") {
			p.Click("#naming-keep")
			p.WaitFor("the stored map", `document.querySelector("#naming-keep").innerText === "Map kept"`)
			if got := eval[string](p, `traceglassHandles.maps.list().then(([{ blob }]) => new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).text())`); got != text {
				t.Errorf("of %s, %q is stored", file, got)
			}
			p.Click("#naming-keep")
			p.WaitFor("no stored map", `document.querySelector("#naming-keep").innerText === "Keep map"`)
		}
		p.Click("#naming") // off
	}
	p.Click("#file-menu")
	p.Click("#close")
	p.Upload("#file", dump)
	p.waitFrame("a.b.a")
	p.Drop("#app", files[1])
	p.waitFrame("Cart.add")
}
