//go:build !js

package main

import (
	"context"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// A visit opens the page in a new tab. Each of its rows gets one of the times that open returns, in ms: until
// the first picture is on the screen, then until the interface is.
type visit struct {
	rows []string
	open func(*tab) (times [2]float64, err error)
}

// measureVisits visits the page as people do. Visits to an empty program take turns with them.
func measureVisits(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	from := func(url, path string) func(*tab) ([2]float64, error) {
		return func(t *tab) ([2]float64, error) { return t.visit(url + path) }
	}
	const empty = "/yardstick/empty.html"
	yardstick := visit{[]string{emptyPicture}, from(site.url, empty)}
	for i := range b.sizes {
		s := &b.sizes[i]
		if s.name == huge { // a page that fetches a trace holds it
			continue
		}
		b.log("visits, %s", s.name)
		page := "/?open=" + fetchedPath(s.path)
		if err := b.visits(site, s,
			yardstick,
			visit{[]string{coldPicture, coldInterface}, from(site.url, page)},
			visit{[]string{secondPicture, secondInterface}, func(t *tab) ([2]float64, error) { return t.visitAgain(site.url + page) }},
			visit{[]string{droppedPicture, droppedInterface}, func(t *tab) ([2]float64, error) { return t.drop(s.path) }},
			visit{[]string{slowEmpty}, from(site.slowURL, empty)},
			visit{[]string{slowPicture, slowInterface}, from(site.slowURL, page)},
		); err != nil {
			return err
		}
	}
	if !b.wants(dumpPicture, dumpInterface) {
		return nil
	}
	path := filepath.Join(b.work, visitedDump)
	if _, err := writeDumps(path, 1_000_000); err != nil {
		return err
	}
	b.log("visits, a thread dump")
	return b.visits(site, nil, yardstick, visit{[]string{dumpPicture, dumpInterface}, from(site.url, "/?open="+fetchedPath(path))})
}

// visits makes all wanted visits once a run, by turns.
func (b *bench) visits(site *site, s *size, visits ...visit) error {
	for range b.runs {
		for _, v := range visits {
			if !b.wants(v.rows...) {
				continue
			}
			times, err := b.inTab(site, v.open)
			if err != nil {
				return err
			}
			for i, row := range v.rows {
				b.add(row, s, times[i])
			}
		}
	}
	return nil
}

// visit opens a page and returns the times since the navigation.
func (t *tab) visit(url string) (times [2]float64, err error) {
	if err := t.navigate(url); err != nil {
		return times, err
	}
	return t.shown()
}

// shown waits until the interface is on the screen and returns the times since the navigation.
func (t *tab) shown() (times [2]float64, err error) {
	for i, mark := range []string{"bench:picture", "bench:interface"} {
		if times[i], err = t.marked(mark, 1); err != nil {
			return times, err
		}
	}
	return times, t.err()
}

// visitAgain visits the page twice and returns the times of the second visit. The service worker keeps the
// page's files between the two.
func (t *tab) visitAgain(url string) (times [2]float64, err error) {
	if _, err := t.visit(url); err != nil {
		return times, err
	}
	if _, err := eval[bool](t, "navigator.serviceWorker.ready.then(() => true)"); err != nil {
		return times, err
	}
	if err := t.settle(); err != nil {
		return times, err
	}
	return t.visit(url)
}

// drop chooses a file in a page at rest and returns the times since then.
func (t *tab) drop(path string) (times [2]float64, err error) {
	if err := t.navigate("/"); err != nil {
		return times, err
	}
	if _, err := t.marked("traceglass:started", 1); err != nil {
		return times, err
	}
	if err := t.settle(); err != nil {
		return times, err
	}
	if err := t.choose(path); err != nil {
		return times, err
	}
	if times, err = t.shown(); err != nil {
		return times, err
	}
	opening, err := t.marked("traceglass:opening", 1)
	return [2]float64{times[0] - opening, times[1] - opening}, err
}

// inTab opens a tab in a new profile and calls do once the browser is at rest. The window of a new profile costs
// the browser as much work as the page does, and most of that work follows the first empty page.
func (b *bench) inTab(site *site, do func(*tab) ([2]float64, error)) (times [2]float64, err error) {
	t, err := site.newTab()
	if err != nil {
		return times, err
	}
	defer t.close()
	if err := site.rest(); err != nil {
		return times, err
	}
	return do(t)
}

// rest waits until all processes of the browser together use less than a twentieth of a processor, for 10 s at most.
func (s *site) rest() error {
	const tick, least = 200 * time.Millisecond, 400 * time.Millisecond
	before, calm := -1.0, time.Duration(0)
	for waited := time.Duration(0); calm < least && waited < 10*time.Second; waited += tick {
		all, err := chromedp.CallBrowser(s.browser, systeminfo.GetProcessInfo, cdp.Empty{})
		if err != nil {
			return err
		}
		now := 0.0 // seconds
		for _, p := range all.ProcessInfo {
			now += p.CPUTime
		}
		if calm += tick; now-before > tick.Seconds()/20 {
			calm = 0
		}
		before = now
		time.Sleep(tick)
	}
	return nil
}

// A line is a common network connection. All responses share lineSpeed, and each starts after lineDelay.
// Chromium's own emulation would skip the requests of workers.
type line struct {
	mu   sync.Mutex
	free time.Time // when the line has carried everything sent so far
}

const (
	lineSpeed = 50e6 / 8 // bytes a second
	lineDelay = 40 * time.Millisecond
	linePiece = 16 << 10 // bytes sent at once
)

// carry returns a handler that answers at the line's speed.
func (l *line) carry(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(lineDelay)
		h.ServeHTTP(&carried{w, l, r.Context()}, r)
	})
}

type carried struct {
	http.ResponseWriter
	line *line
	ctx  context.Context
}

func (c *carried) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		piece := p[n:min(n+linePiece, len(p))]
		time.Sleep(time.Until(c.line.passed(len(piece))))
		if err = c.ctx.Err(); err != nil {
			break
		}
		var m int
		m, err = c.ResponseWriter.Write(piece)
		n += m
		http.NewResponseController(c.ResponseWriter).Flush()
	}
	return n, err
}

// passed returns the time when the line will have carried that many bytes more.
func (l *line) passed(bytes int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(float64(bytes) / lineSpeed * float64(time.Second)))
	return l.free
}
