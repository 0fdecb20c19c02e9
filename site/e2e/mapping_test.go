//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestMapping drops a map of names after the file, takes the names off, drops one of another build,
// and drops one before the file and with it.
func TestMapping(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	records := "main"
	text.WriteString("# compiler: R8\n# compiler_version: 8.13.6\n")
	for i := range 12 {
		fmt.Fprintf(&text, "shop.Class%d -> a.c%d:\n    void step%d() -> a\n", i, i, i)
		records += fmt.Sprintf(" %d>a.c%d.a()V", i*100, i)
	}
	for i := 11; i >= 0; i-- {
		records += fmt.Sprintf(" %d<a.c%d.a()V", 5000-i*100, i)
	}
	trace := write(t, "app.trace", tracetest.Bytes(records))
	mapping := write(t, "names.txt", []byte(text.String()))
	other := write(t, "mapping.txt", []byte(strings.ReplaceAll(text.String(), "void step", "int step")))
	p := open(t, "/")
	lists := func(what string) {
		t.Helper()
		p.Until("the table lists "+what, "true", func() string {
			return fmt.Sprint(strings.Contains(strings.Join(p.Grid("methods").Rows, "|"), what))
		})
	}
	says := func(selector, what string) {
		t.Helper()
		p.WaitFor(selector+" says "+what, fmt.Sprintf("document.querySelector(%q)?.innerText.replaceAll('\\u00a0', ' ').includes(%q)", selector, what))
	}

	// After the file: what is chosen and the stretch of time that is shown stay.
	p.OpenAsIs(trace)
	lists("c3.a")
	p.Click("#methods-3 .fn")
	p.Keys("w")
	chosen := p.Text("#details-name")
	p.Drop("#app", mapping)
	lists("Class3.step3")
	says("#naming", "100 % named")
	p.Until("the chosen method has its name", "true", func() string { return fmt.Sprint(strings.Contains(p.Text("#details-name"), "step")) })
	named := p.Text("#details-name")
	says("#notice", "Named by names.txt (R8 8.13.6): 100 % of 12 names.")

	// Off by one click, and on by another.
	p.Click("#naming")
	lists("c3.a")
	p.Until("the chosen method is called as in the file", chosen, func() string { return p.Text("#details-name") })
	p.Click("#naming")
	lists("Class3.step3")
	p.Until("the chosen method has its name again", named, func() string { return p.Text("#details-name") })

	// One of another build is said to be, and not used until that is asked for.
	p.Drop("#app", other)
	says("#refusal", "This map is probably of another build")
	lists("c3.a")
	p.Click("#naming")
	lists("Class3.step3")

	// Before the file, and with it.
	p = open(t, "/")
	p.Drop("#app", mapping)
	says("#refusal", "names.txt is a map of names by R8 8.13.6 with 12 classes.")
	p.Drop("#app", trace)
	lists("Class3.step3")
	p = open(t, "/")
	p.Drop("#app", mapping, trace)
	lists("Class3.step3")
	says("#naming", "100 % named")
	p.Shots("naming")

	// What is exported has the names that are shown.
	dir := p.Downloads()
	p.Export("csv")
	if _, got := p.Downloaded(dir); !strings.Contains(string(got), "shop.Class3") || strings.Contains(string(got), "a.c3") {
		t.Errorf("with the map the table is\n%.500s", got)
	}
	p.WaitFor("the end of it", `document.querySelector("#exporting").hidden`)
	p.Click("#naming")
	lists("c3.a")
	p.Export("csv")
	if _, got := p.Downloaded(dir); strings.Contains(string(got), "shop.Class3") || !strings.Contains(string(got), "a.c3") {
		t.Errorf("without it the table is\n%.500s", got)
	}
}
