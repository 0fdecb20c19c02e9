//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// readableNamesCut checks that a narrow column cuts the class and the note of a readable name, and keeps its function and
// its method.
func readableNamesCut(t *testing.T, p *page) {
	const name = "com.example.application.ConfigurationLoader$refresh$1.onLoaded"
	p.Open(made(t, "cut.trace", tracetest.Bytes("main 0>app.Feed.onCreate()V 10>"+name+"()V 40<"+name+"()V 100<app.Feed.onCreate()V")).file)
	p.Click("#tab-methods")
	for _, width := range []int64{1280, 700, 390} {
		p.View(width, 800, "light")
		p.WaitFor("the row", `document.querySelector("#methods-1 .note")?.checkVisibility()`)
		cut := eval[[]bool](p, `(() => {
			const own = document.querySelector("#methods-1 .own"), note = own.querySelector(".note"), box = own.getBoundingClientRect();
			const shown = (node) => {
				const range = document.createRange();
				range.selectNodeContents(node);
				const r = range.getBoundingClientRect();
				return r.width > 0 && r.left >= box.left - 1 && r.right <= box.right + 1;
			};
			return [note.scrollWidth > note.clientWidth, shown(own.firstChild), shown(own.lastChild)];
		})()`)
		if cut[0] != (width < 1280) || !cut[1] || !cut[2] {
			t.Errorf("at %d pixels the note is cut: %v, the function is whole: %v, the method: %v", width, cut[0], cut[1], cut[2])
		}
		p.Shot(fmt.Sprintf("readable-cut-%d", width))
	}
}
