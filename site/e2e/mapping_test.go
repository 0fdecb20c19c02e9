//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestMappingLink: a link made while a map is in use contains none of its names, and opens without the map.
func TestMappingLink(t *testing.T) {
	t.Parallel()
	trace := write(t, "app.trace", tracetest.Bytes("main 0>a.b.a()V 10>a.c.a()V 60<a.c.a()V 99<a.b.a()V"))
	mapping := write(t, "mapping.txt", []byte("shop.Cart -> a.b:\n    void add() -> a\nshop.Db -> a.c:\n    void find() -> a\n"))
	p := open(t, "/")
	chosen := func(p *page, name string) {
		t.Helper()
		p.Until("the selected method", name, func() string { return eval[string](p, `document.querySelector("#details-name")?.textContent ?? ""`) })
	}
	p.OpenAsIs(trace)
	p.Drop("#app", mapping)
	p.Until("its names", "true", func() string {
		return fmt.Sprint(strings.Contains(strings.Join(p.Grid("methods").Rows, "|"), "Db.find"))
	})
	p.Click("#methods-1 .fn")
	chosen(p, "shop.Db.find")
	p.WaitFor("the address to change", `/method=[0-9a-f]+/.test(location.hash) && location.hash.includes("hash=")`)
	link := strings.TrimPrefix(eval[string](p, `location.href`), p.site.URL)
	if strings.Contains(link, "Db") || strings.Contains(link, "find") {
		t.Errorf("the link is %s", link)
	}
	q := visit(t)
	q.Navigate(link)
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("app.trace")`)
	q.OpenAsIs(trace)
	chosen(q, "a.c.a")
	q.Reopen(link)
	q.WaitFor("the request for the file", `document.querySelector("#welcome-notice")?.textContent.includes("app.trace")`)
	q.Drop("#app", mapping, trace)
	chosen(q, "shop.Db.find")
}
