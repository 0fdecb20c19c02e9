package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"traceglass/wasm/message"
)

// states are the page as a user meets it, one golden file each.
var states = []struct {
	name string
	page func(t testing.TB) (*App, *stand)
}{
	{"empty", func(t testing.TB) (*App, *stand) {
		h := newStand()
		return New(h), h
	}},
	{"reading", func(t testing.TB) (*App, *stand) {
		h := newStand()
		c := New(h)
		c.Opening("calc.trace", 1_410_000_000)
		c.Receive(0, &message.Progress{Bytes: 640_000_000, Size: 1_410_000_000, Calls: 45_210_000, Memory: 1_200_000_000})
		return c, h
	}},
	{"failed", func(t testing.TB) (*App, *stand) {
		h := newStand()
		c := New(h)
		c.Opening("boot.perfetto-trace", 1000)
		c.Receive(0, &message.Failure{Text: "This is a Perfetto system trace, not a method trace; ui.perfetto.dev opens it."})
		return c, h
	}},
	{"crashed", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.Crashed("The browser gave the analysis no more memory.")
		return c, h
	}},
	{"methods", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.methods.open = []uint32{1}
		c.jump(message.CallRef{Depth: 5, Row: 3}, 5)
		return c, h
	}},
	{"search", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.search("calc")
		c.step(false)
		return c, h
	}},
	{"topdown", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(topDownView)
		c.sel.setRange(1200*ms, 3400*ms, 6370*ms)
		return c, h
	}},
	{"flamegraph", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(flameView)
		c.flame.into(crumb{4, 4})
		c.flame.into(crumb{9, 5})
		c.Input(Input{Canvas: FlameCanvas, Kind: Move, X: 300, Y: 60, Hit: Hit{OK: true, Method: 8, Row: 12, X: 200, W: 280}})
		return c, h
	}},
	{"relatives", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(relativesView)
		c.chooseMethod(2)
		return c, h
	}},
	{"threads", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(threadsView)
		c.sel.toggleThread(4, c.trace.Threads)
		c.toggleHidden(5)
		c.threads.cursor = 2
		return c, h
	}},
	{"report", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.open(reportView)
		return c, h
	}},
	{"help", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.openDialog(helpDialog)
		return c, h
	}},
	{"receipt", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.openDialog(receiptDialog)
		return c, h
	}},
	{"commands", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.openPalette()
		c.palette.text = "call"
		return c, h
	}},
	{"hover", func(t testing.TB) (*App, *stand) {
		c, h := openCalc(t)
		c.Input(Input{Canvas: TimelineCanvas, Kind: Move, X: 700, Y: 120, Hit: Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 200}})
		return c, h
	}},
}

func TestPageGolden(t *testing.T) {
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			c, h := s.page(t)
			checkGolden(t, s.name+".html", settled(t, c, h))
		})
	}
}

// TestPageFiles writes the states as pages to look at into the folder that PAGES names.
func TestPageFiles(t *testing.T) {
	dir := os.Getenv("PAGES")
	if dir == "" {
		t.Skip("PAGES names no folder")
	}
	css, err := filepath.Abs("../static/style.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range states {
		c, h := s.page(t)
		body := settled(t, c, h)
		for _, theme := range []string{"light", "dark"} {
			html := fmt.Sprintf("<!doctype html><html lang=en data-theme=%s><meta charset=utf-8><meta name=viewport content='width=device-width'><link rel=stylesheet href='file://%s'><body>%s<script src=chart.js></script></body></html>", theme, css, body)
			if err := os.WriteFile(filepath.Join(dir, s.name+"-"+theme+".html"), []byte(html), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
