//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/wasm/message"
)

// TestGroups: a menu in the head of the method table groups it. Groups open, the search enters closed ones, and links and
// exports follow.
func TestGroups(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	names := func() string {
		var all []string
		for _, row := range p.Grid("methods").Rows[:min(3, len(p.Grid("methods").Rows))] {
			name, _, _ := strings.Cut(row, "|")
			all = append(all, strings.TrimSpace(strings.TrimLeft(name, "0123456789, ")))
		}
		return strings.Join(all, " ")
	}
	want := func(by message.By) string {
		var all []string
		for _, r := range ask[*message.Rows](k, &message.MethodRows{Scope: whole, By: by, Count: 3}).Rows {
			all = append(all, r.Text)
		}
		return strings.Join(all, " ")
	}
	p.Click("#methods-sort-group")
	p.Pick("By package")
	p.Until("the packages", want(message.ByPackage), names)
	p.Shots("groups")

	// The keyboard opens and closes a group.
	total := p.Grid("methods").Total
	p.Act(`(document.querySelector("#methods-rows").focus(), true)`)
	p.Keys(kb.Home)
	p.Keys(kb.ArrowRight)
	p.Until("the open group", "true", func() string { return fmt.Sprint(p.Grid("methods").Total > total) })
	p.Shots("group-open")
	p.Keys(kb.ArrowLeft)
	p.Until("the closed group", fmt.Sprint(total), func() string { return fmt.Sprint(p.Grid("methods").Total) })

	// The search steps into a closed group.
	p.Keys("/")
	p.Keys("decode")
	p.Keys(kb.Enter)
	p.Until("the open group of the hit", "true", func() string { return fmt.Sprint(p.Grid("methods").Total > total) })
	p.WaitFor("the chosen method", `document.querySelector("#methods-rows .method.selected .fn")?.textContent.includes("ecode")`)

	dir := p.Downloads()
	p.Export("csv")
	if _, got := p.Downloaded(dir); !strings.HasPrefix(string(got), "package,methods,calls,") {
		t.Errorf("the exported table is\n%.300s", got)
	}
	p.WaitFor("the grouping in the link", `decodeURIComponent(location.hash).includes("methods_g2")`)
	link := eval[string](p, `location.hash`)
	q := open(t, "/?open=samples/sample.trace.gz"+link)
	q.WaitFor("the groups", `document.querySelector("#methods-sort-group")?.textContent === "By package" && document.querySelector("#methods-rows .row.sum")?.checkVisibility()`)
}
