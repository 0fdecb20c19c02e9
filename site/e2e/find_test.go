//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestFindNothing: the search field stays in view and keeps the keyboard when nothing matches.
func TestFindNothing(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	p.Keys("/")
	p.Keys("qqq")
	p.WaitFor("no match", `document.querySelector("#find-tally").textContent.includes("no match")`)
	p.Keys("\r")
	p.WaitFor("the empty search result", `document.querySelector("#find").matches("[aria-invalid=true], .none")`)
	if !eval[bool](p, `document.querySelector("#find").checkVisibility() && document.activeElement.id === "find"`) {
		t.Error("the field is hidden or lost focus")
	}
	p.Shots("find-nothing")
	p.Keys("t") // outside a field, t opens a tab
	p.WaitFor("the letter in the field", `document.activeElement.id === "find" && document.querySelector("#find").value === "qqqt"`)
}

// TestFindLanguage: search works the same for traces and dumps. The matching part of a name is marked, and a
// matching type appears in its row. If nothing matches, a hint appears below the field.
func TestFindLanguage(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.OpenAsIs(write(t, "feed.trace", tracetest.Bytes("main 0>app.Feed.load(Landroid/os/Bundle;I)V 20000>app.Feed.parse()V 30000<app.Feed.parse()V 90000<app.Feed.load(Landroid/os/Bundle;I)V "+
		"Worker-1 0>app.Job.run()V 10000>app.Feed.parse()V 30000<app.Feed.parse()V 40000<app.Job.run()V")))
	p.WaitOpen()
	p.AllThreads()
	for _, tt := range []struct{ query, marked, hint string }{
		{"-feed", "app.Job.run", ""},
		{"/feed\\.(load|job)/", "app.<Feed.load>", ""},
		{"thread:worker", "app.Job.run app.Feed.parse", ""},
		{"thread:worker par*e", "app.Feed.<parse>", ""},
		{"feed -load", "app.<Feed>.parse", ""},
		{"bundle", "app.Feed.load<(Bundle, int): void>", ""},
		{"/(feed/", "", "The pattern /(feed/ cannot be read"},
		{"nowhere", "", "No method matches here. Try"},
	} {
		p.Click("#find")
		p.Keys(tt.query)
		p.Until("the marked text for "+tt.query, fmt.Sprint(len(strings.Fields(tt.marked)), " ", tt.marked), func() string {
			return eval[string](p, `(() => {
				const rows = [...document.querySelectorAll("#methods-rows .row.hit")].map((row) => {
					const name = row.querySelector(".name").cloneNode(true);
					name.querySelector(".rank").remove();
					for (const m of name.querySelectorAll("mark")) m.textContent = "<" + m.textContent + ">";
					return name.textContent.trim().replace(/>\s*</g, "");
				});
				return rows.join(" ").split(" ").filter(Boolean).length + " " + rows.join(" ");
			})()`)
		})
		p.WaitFor("the hint "+tt.hint, fmt.Sprintf(`(() => {
			const e = document.querySelector("#find-hint");
			return %q ? e.checkVisibility() && e.textContent.startsWith(%[1]q) : !e.checkVisibility();
		})()`, tt.hint))
		p.Shots("find-" + strings.Map(func(r rune) rune {
			if r < 'a' || r > 'z' {
				return '-'
			}
			return r
		}, tt.query))
		p.Keys("\x1b")
		p.WaitFor("no search", `document.querySelector("#find").value === ""`)
	}
}
