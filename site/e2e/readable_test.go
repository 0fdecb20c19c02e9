//go:build !js

package e2e

import (
	"fmt"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestReadableNames checks that the page shows names of compilers as people read them, that tooltips and
// details have the compiled name, and that copies do.
func TestReadableNames(t *testing.T) {
	t.Parallel()
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.Feed.onCreate()V 10>app.Feed$load$2.invokeSuspend(I)V 40>app.Feed$bar$1.invoke()V 50<app.Feed$bar$1.invoke()V "+
		"51>app.Feed$bar$2.invoke()V 59<app.Feed$bar$2.invoke()V 90<app.Feed$load$2.invokeSuspend(I)V 100<app.Feed.onCreate()V"))
	p := openTrace(t, k)
	copied := p.copied()
	p.Until("the names in the table", "app.Feed.onCreate, app.Feed.load, coroutine, app.Feed.bar, lambda 1, app.Feed.bar, lambda 2", func() string {
		return eval[string](p, `[...document.querySelectorAll("#methods-rows .rows > [role=row]")].map((r) => (r.querySelector(".pkg")?.textContent ?? "") + r.querySelector(".fn").textContent).join(", ")`)
	})
	p.Until("the tooltip", "app.Feed$load$2.invokeSuspend(int): void", func() string {
		return eval[string](p, `[...document.querySelectorAll("#methods-rows [title]")].map((e) => e.title).find((t) => t.includes("invokeSuspend")) ?? ""`)
	})
	p.Click("#methods-1 .fn")
	p.WaitFor("the compiled name in the details", `document.querySelector("#details").innerText.includes("app.Feed$load$2.invokeSuspend") && document.querySelector("#details-name").innerText.includes("load, coroutine")`)
	p.Click("#copy-name")
	p.Until("the copied name", "app.Feed$load$2.invokeSuspend(int)", copied)
	p.Shot("readable-names")
}

// TestReadableNamesCut checks that a narrow column cuts the class and the note of a readable name, and keeps its function and
// its method.
func TestReadableNamesCut(t *testing.T) {
	t.Parallel()
	const name = "com.example.application.ConfigurationLoader$refresh$1.onLoaded"
	p := openTrace(t, made(t, "cut.trace", tracetest.Bytes("main 0>app.Feed.onCreate()V 10>"+name+"()V 40<"+name+"()V 100<app.Feed.onCreate()V")))
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
