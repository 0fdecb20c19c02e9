//go:build !js

package e2e

import (
	"fmt"
	"testing"
)

// renderAgain: a render sends the browser only changes. If nothing changed, it touches no node, which
// would cost styles and layout. A value that returns after another one is sent again.
func renderAgain(t *testing.T, p *page) {
	p.WaitDrawn(timeline)
	p.Settle()
	told := `(() => {
		globalThis.touched = [];
		// Vugu does not manage the content of canvases. The footer counts requests, which may arrive meanwhile.
		const ours = ({ target }) => !(target.closest ? target : target.parentElement)?.closest("#minimap, #timeline, #flame, .foot");
		new MutationObserver((all) => touched.push(...all.filter(ours).map((m) => [m.type, m.target.nodeName, m.target.id, m.target.className, m.attributeName].join(" "))))
			.observe(document.querySelector("#app"), { subtree: true, childList: true, characterData: true, attributes: true });
		traceglass.stats.render.length = 0;
	})()`
	eval[any](p, told)
	p.Click(`[role=tab][aria-selected=true]`)
	p.Until("a render", "true", func() string { return fmt.Sprint(eval[bool](p, `traceglass.stats.render.length > 0`)) })
	p.Settle()
	if touched := eval[[]string](p, `touched`); len(touched) > 0 {
		t.Errorf("a render in which nothing changed touches %q", touched)
	}

	// Each clock has its own figures, bars and texts. They are the same the second time.
	shown := func() (all [3]string) {
		for i := range all {
			p.Keys("k")
			p.Settle()
			all[i] = eval[string](p, `(() => {
				const room = document.querySelector("#work").cloneNode(true);
				for (const host of room.querySelectorAll("#minimap, #timeline, #flame")) host.replaceChildren(); // not managed by Vugu
				return room.outerHTML;
			})()`)
		}
		return all
	}
	shown() // after the first time, the table has a row for keys
	first, again := shown(), shown()
	if first[0] == first[1] || first[1] == first[2] {
		t.Error("another clock changes nothing")
	}
	for i, was := range first {
		is := again[i]
		at := 0
		for at < min(len(is), len(was)) && is[at] == was[at] {
			at++
		}
		if is != was {
			t.Errorf("clock %d: the page has %q, had %q", i, is[at:min(at+200, len(is))], was[at:min(at+200, len(was))])
		}
	}
}
