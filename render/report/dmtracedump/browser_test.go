//go:build !js

package dmtracedump

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"traceglass/site/e2e/chromium"
)

// TestSorting opens a page from disk in Chromium and sorts its table with the page's own script.
func TestSorting(t *testing.T) {
	if _, err := chromium.Find(); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "page.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	p, lists := figures(t, golden[2].trace.Bytes())
	if err := (&Page{Profile: FromFigures(p, first(p), lists), Title: "threads"}).Write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel, err := chromium.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: path}).String())); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		column int
		want   string
	}{
		{-1, "70 40 20 15"},
		{0, "70 40 20 15"}, // numbers, largest first
		{0, "15 20 40 70"},
		{4, "15 20 70 40"}, // names: (toplevel), (unknown), app.Db, app.Main
		{4, "40 70 20 15"},
	} {
		click := "0"
		if step.column >= 0 {
			click = "document.querySelectorAll('.sortable th')[" + string(rune('0'+step.column)) + "].click()"
		}
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](click+", [...document.querySelectorAll('.sortable tbody tr')].map(r => r.cells[0].textContent).join(' ')"))
		if err != nil || got != step.want {
			t.Errorf("sorted by column %d: %v, %s, want %s", step.column, err, got, step.want)
		}
	}
}
