//go:build !js

package flamegraph

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"traceglass/render/report"
	"traceglass/site/e2e/chromium"
)

// TestBrowser opens an SVG from disk in Chromium. It checks zoom, search and reset, and that
// names with markup stay text.
func TestBrowser(t *testing.T) {
	if _, err := chromium.Find(); err != nil {
		t.Skip(err)
	}
	p := profileOf(t, "main 0>p.A.a 10>p.B.b 20>p.C.c 50<p.C.c 60<p.B.b 70>p.C.c 90<p.C.c 100<p.A.a")
	for m := range p.Info.Methods {
		if p.Info.Methods[m].Name == "b" {
			p.Info.Methods[m].Name = "</title><script>document.title='hacked'</script>"
		}
	}
	path := filepath.Join(t.TempDir(), "graph.svg")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := New(p.Index, &p.Contexts, "main [1]", report.FoldedStacks{}).SVG(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel, err := chromium.Start(chromedp.WindowSize(1280, 400))
	if err != nil {
		t.Fatal(err)
	}
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String())); err != nil {
		t.Fatal(err)
	}
	eval := func(expression string) string {
		t.Helper()
		v, err := chromedp.Run(ctx, chromedp.Evaluate[string]("String("+expression+")"))
		if err != nil {
			t.Fatalf("%s: %v", expression, err)
		}
		return v
	}
	steps := []struct{ what, do, ask, want string }{
		{"frames", "0", "document.querySelectorAll('#frames g').length", "5"},
		{"no script of a name ran", "0", "document.title.includes('hacked') || document.scripts?.length > 1", "false"},
		{"a name is text", "0", "[...document.querySelectorAll('#frames title')].some(e => e.textContent.startsWith('p.B.</title><script>'))", "true"},
		{"search", "type('C\\\\.c')", "document.getElementById('matched').textContent", "Matched: 50.0\u00a0%"},
		{"matches are marked", "0", "document.querySelectorAll('#frames .match').length", "2"},
		{"a search that is no expression", "type('</title>(')", "document.getElementById('matched').textContent", "Matched: 0.0\u00a0%"},
		{"Escape ends the search", "key('Escape')", "document.querySelectorAll('#frames .match').length", "0"},
		{"the tip", "frame('p.B').dispatchEvent(new Event('mouseenter'))", "document.getElementById('details').textContent.endsWith('(50\u00a0µs, 50.0\u00a0%)')", "true"},
		{"zoom", "frame('p.B').onclick()", "Math.round(frame('p.B').querySelector('rect').getBoundingClientRect().width)", "1180"},
		{"siblings are hidden", "0", "[...document.querySelectorAll('#frames g')].filter(g => g.style.display === 'none').length", "1"},
		{"frames below are dimmed", "0", "document.querySelectorAll('#frames .behind').length", "2"},
		{"there is a way back", "0", "document.getElementById('reset').hidden", "false"},
		{"reset", "document.getElementById('reset').click()", "Math.round(frame('p.B').querySelector('rect').getBoundingClientRect().width)", "590"},
		{"all is as before", "0", "document.querySelectorAll('#frames .behind').length + ' ' + document.getElementById('reset').hidden", "0 true"},
	}
	eval(`(() => {
		window.frame = name => [...document.querySelectorAll('#frames g')].find(g => g.textContent.startsWith(name));
		window.type = text => { const s = document.getElementById('search'); s.value = text; s.dispatchEvent(new Event('input')); };
		window.key = name => dispatchEvent(new KeyboardEvent('keydown', { key: name }));
	})()`)
	for _, step := range steps {
		eval(step.do)
		if got := eval(step.ask); got != step.want {
			t.Errorf("%s: %s is %s, want %s", step.what, step.ask, got, step.want)
		}
	}
	if dir := os.Getenv("SHOTS"); dir != "" {
		png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "flamegraph.png"), png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
