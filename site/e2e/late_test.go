//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"traceglass/wasm/message"
)

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

// TestCompareContextsLater: the table of changes arrives without contexts, which the page requests afterwards.
// Views that need contexts wait for them. Contexts of a closed pair are dropped.
func TestCompareContextsLater(t *testing.T) {
	t.Parallel()
	a, b := twoTraces(t)
	p := open(t, "/")
	p.holdContexts()
	p.Drop("#app", a, b)
	p.Until("both dropped", "before.trace, after.trace", p.Sides)
	p.Until("the changes without contexts", "A.a, B.b, new: New.made, gone: Gone.gone", func() string { return names(p.Changes()) })
	p.WaitFor("the request for contexts", `heldContexts.length === 1`)
	p.Click("#changes-1 .name")
	p.WaitFor("the selected row", `document.querySelector("#changes-1").getAttribute("aria-selected") === "true"`)
	if got := p.Text("#change-name"); got != "" {
		t.Errorf("without contexts the selected method is %q", got)
	}
	p.Act(`(letContexts(), true)`)
	p.Until("the selected method", "app.B.b", func() string { return p.Text("#change-name") })

	// The flame graph appears after its contexts arrive.
	p.Click("#changes-swap")
	p.Until("swapped traces", "after.trace, before.trace", p.Sides)
	p.Click("#changes-tab-flame")
	p.WaitFor("the request for contexts", `heldContexts.length === 1`)
	p.Act(`(letContexts(), true)`)
	p.WaitFor("the frames", `document.querySelectorAll("#changes #flame [role=treeitem]").length > 2`)

	// A's worker continues, and the page ignores its late answers.
	p.Click("#changes-tab-methods")
	p.Click("#changes-swap")
	p.Until("traces swapped again", "before.trace, after.trace", p.Sides)
	p.Until("the changes", "A.a, B.b, new: New.made, gone: Gone.gone", func() string { return names(p.Changes()) })
	p.WaitFor("the request for contexts", `heldContexts.length === 1`)
	p.Click("#close-b")
	p.Until("the remaining trace", "before.trace", func() string { return p.Text("#file-menu") })
	p.Act(`(letContexts(), true)`)
	p.Keys("3")
	p.WaitFor("the call tree", `document.querySelector("#topdown-rows .row")?.checkVisibility()`)

	// A canvas that waits for contexts is freed for the remaining trace.
	p.ShiftDrop("#app", b)
	p.Until("both again", "before.trace, after.trace", p.Sides)
	p.Click("#changes-tab-flame")
	p.WaitFor("the request for contexts", `heldContexts.length === 1`)
	p.Click("#close-a")
	p.Until("the other trace that stays", "after.trace", func() string { return p.Text("#file-menu") })
	p.Keys("5")
	p.WaitFor("its frames", `document.querySelectorAll("#flame [role=treeitem]").length > 2`)
}
