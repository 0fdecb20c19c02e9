//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestStoredValues: the page drops stored values that it could not have written, and runs.
func TestStoredValues(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	const running = `document.documentElement.dataset.state === "running"`
	p.Click("#welcome-sample-startup")
	p.WaitStage("open")
	p.Navigate("/")
	p.WaitFor("the offer to open it again", `document.querySelector("#welcome-again")?.checkVisibility()`)
	for _, value := range []string{
		`null`, `-1`, `"text"`, `[]`, `{`, `{"name":1}`,
		`{"name":"a","size":"2","at":"14:03","trace":0,"of":0,"with":1}`,
		`{"name":"a","size":2,"at":"14:03","trace":-1,"of":0,"with":1}`,
		`{"name":"a","size":2,"at":"14:03","from":{},"trace":0,"of":0,"with":1}`,
		`{"name":"a","size":1e999,"at":"14:03","trace":0,"of":0,"with":1}`,
	} {
		p.Act(fmt.Sprintf(`(sessionStorage.setItem("traceglass.open", %q), document.getElementById("welcome-again").click(), true)`, value))
		if got := eval[string](p, `String(sessionStorage.getItem("traceglass.open")) + " " + document.getElementById("app").dataset.stage`); got != "null empty" {
			t.Errorf("the value %s leads to %s", value, got)
		}
	}
	p.Act(`(sessionStorage.setItem("traceglass.open", "{"), document.documentElement.dataset.state = "old", location.reload(), true)`)
	p.WaitFor("the program after a reload", running+` && sessionStorage.getItem("traceglass.open") === null`)
	for _, state := range []string{`"text"`, `{ visit: performance.timeOrigin }`, `{ visit: performance.timeOrigin, serial: {}, at: "1" }`} {
		p.Act(`(dispatchEvent(new PopStateEvent("popstate", { state: ` + state + ` })), true)`)
	}
	p.Open(sample(t).file)
	p.Act(`(location.hash = "file=sample.trace.gz&view=flamegraph&range=0-Infinity&at=0-1e400-Infinity&measure=1e99", true)`)
	p.WaitFor("the view of the link", `document.querySelector("#tab-flamegraph").classList.contains("on") && traceglassView.now().moment.to === 0`)
	p.WaitFor("a running program", running)
}

// TestLongFragment: a fragment that is longer than any link is dropped before it is parsed.
func TestLongFragment(t *testing.T) {
	t.Parallel()
	p := open(t, "/#file=other.trace&lang=zh&hidden="+strings.Repeat("1.", 1<<15))
	p.WaitFor("the program", `document.documentElement.dataset.state === "running"`)
	if got := eval[string](p, `JSON.stringify([document.documentElement.lang, traceglassTold()])`); got != `["en",false]` {
		t.Errorf("the language, and whether the address contains a view: %s", got)
	}
	p.Open(sample(t).file)
	p.WaitFor("the digest in the address", `location.hash.startsWith("#file=sample.trace.gz&")`)
}
