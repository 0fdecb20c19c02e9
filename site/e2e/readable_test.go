//go:build !js

package e2e

import (
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
