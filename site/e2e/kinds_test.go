//go:build !js

package e2e

import (
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestPackedZipBeside: a gzip-compressed zip file without .gz in its name opens next to an open trace. If it
// holds one trace, that trace replaces the open one. If it holds several, the page asks for one.
// An export contains that one.
func TestPackedZipBeside(t *testing.T) {
	t.Parallel()
	trace := func(method string) string { return string(tracetest.Bytes("main 0>" + method + " 50<" + method)) }
	gzipped := func(name string, members ...string) string {
		return write(t, name, []byte(samples.Gzip(string(samples.Zip(t, members...)))))
	}
	p := open(t, "/")
	p.OpenAsIs(write(t, "first.trace", []byte(trace("app.First.run"))))
	p.waitMethod("First.run")
	p.Drop("#app", gzipped("artefact", "out/second.trace", trace("app.Second.run")))
	p.waitMethod("Second.run")
	p.Drop("#app", gzipped("artefacts", "a/one.trace", trace("app.One.run"), "a/two.trace", trace("app.Two.run")))
	p.WaitFor("the choice of traces", `document.querySelector("#app").innerText.includes("a/two.trace")`)
	p.waitMethod("Second.run") // stays open meanwhile
	p.Click("#member-1")
	p.waitMethod("Two.run")
	dir := p.Downloads()
	p.Export("csv")
	if name, data := p.Downloaded(dir); name != "two.methods.csv" || !strings.Contains(string(data), "app.Two") || strings.Contains(string(data), "app.One") {
		t.Errorf("%s belongs to another trace:\n%s", name, data)
	}
	p.Drop("#app", gzipped("nothing", "a/readme.txt", "hello\n"))
	p.WaitFor("the reason in the message", `document.querySelector("#refusal").innerText.includes("nothing was not opened.")`)
	p.waitMethod("Two.run")
}
