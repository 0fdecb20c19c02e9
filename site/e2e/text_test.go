//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestNoCharacterBreaks: long names of multi-byte characters arrive undamaged, wherever Vugu cuts the
// interface into pieces.
func TestNoCharacterBreaks(t *testing.T) {
	t.Parallel()
	var records strings.Builder
	records.WriteString("main ")
	for i := range 200 {
		name := fmt.Sprintf("日本.%s%d", strings.Repeat("語", 1+i*i%61), i)
		fmt.Fprintf(&records, "%d>%s %d<%s ", i*10, name, i*10+9, name)
	}
	k := made(t, "names.trace", tracetest.Bytes(records.String()))
	p := openTrace(t, k)
	p.WaitFor("the names", `document.querySelector("#methods-rows .fn").textContent.includes("語")`)
	for i := range 25 {
		p.Act(fmt.Sprintf(`(document.getElementById("methods-rows").scrollTop = %d, true)`, i*137))
		if broken := eval[string](p, `[...document.querySelectorAll("#app *")].filter((e) => !e.children.length && e.textContent.includes("\ufffd")).map((e) => e.textContent).join("; ")`); broken != "" {
			t.Fatalf("damaged text: %s", broken)
		}
	}
}
