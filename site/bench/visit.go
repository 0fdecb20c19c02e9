//go:build !js

package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// measureVisits visits the page as people do, by turns with a page that has an empty program.
func measureVisits(b *bench) error {
	served, err := b.site()
	if err != nil {
		return err
	}
	for i := range b.sizes {
		s := &b.sizes[i]
		if s.name == huge { // a page that fetches a trace holds it
			continue
		}
		b.say("visits, %s", s.name)
		for range b.runs {
			for _, v := range []struct {
				what string
				row  *size
				at   string
				open func(*bench, *site, string, *size) (float64, error)
			}{
				{emptyPixels, s, served.url, (*bench).visitEmpty},
				{coldPixels, s, served.url, (*bench).visitCold},
				{coldUp, s, served.url, (*bench).visitUp},
				{secondPixels, s, served.url, (*bench).visitAgain},
				{droppedPixels, s, served.url, (*bench).drop},
				{slowEmpty, s, served.slowURL, (*bench).visitEmpty},
				{slowPixels, s, served.slowURL, (*bench).visitCold},
			} {
				if !b.wants(v.what) {
					continue
				}
				ms, err := v.open(b, served, v.at, s)
				if err != nil {
					return err
				}
				b.add(v.what, v.row, ms)
			}
		}
	}
	return nil
}

// visit opens a page in a new profile, and returns when its n-th picture was on the screen, in ms since
// the navigation.
func (t *tab) visit(url string, n int) (float64, error) {
	if err := t.navigate(url); err != nil {
		return 0, err
	}
	at, err := t.marked("bench:pixels", n)
	if err == nil {
		err = t.err()
	}
	return at, err
}

func (b *bench) visitEmpty(site *site, url string, _ *size) (float64, error) {
	return b.inTab(site, func(t *tab) (float64, error) { return t.visit(url+"/yardstick/empty.html", 1) })
}

func (b *bench) visitCold(site *site, url string, s *size) (float64, error) {
	return b.inTab(site, func(t *tab) (float64, error) { return t.visit(url+"/?open="+tracePath(s), 1) })
}

// visitUp is visitCold until the interface shows the trace.
func (b *bench) visitUp(site *site, url string, s *size) (float64, error) {
	return b.inTab(site, func(t *tab) (float64, error) {
		if _, err := t.visit(url+"/?open="+tracePath(s), 1); err != nil {
			return 0, err
		}
		return t.marked("bench:up", 1)
	})
}

// visitAgain visits the page once its service worker has kept it, after a visit that used it.
func (b *bench) visitAgain(site *site, url string, s *size) (float64, error) {
	return b.inTab(site, func(t *tab) (float64, error) {
		if _, err := t.visit(url+"/?open="+tracePath(s), 1); err != nil {
			return 0, err
		}
		if _, err := eval[bool](t, "navigator.serviceWorker.ready.then(() => true)"); err != nil {
			return 0, err
		}
		if err := t.settle(); err != nil {
			return 0, err
		}
		return t.visit(url+"/?open="+tracePath(s), 1)
	})
}

// drop chooses a file in a page that is at rest: whose worker has warmed up.
func (b *bench) drop(site *site, url string, s *size) (float64, error) {
	return b.inTab(site, func(t *tab) (float64, error) {
		if err := t.navigate(url + "/"); err != nil {
			return 0, err
		}
		if _, err := t.marked("traceglass:rehearsed", 1); err != nil {
			return 0, err
		}
		if err := t.settle(); err != nil {
			return 0, err
		}
		if err := t.choose(s.path); err != nil {
			return 0, err
		}
		pixels, err := t.marked("bench:pixels", 1)
		if err != nil {
			return 0, err
		}
		opening, err := t.marked("traceglass:opening", 1)
		if err != nil {
			return 0, err
		}
		return pixels - opening, t.err()
	})
}

// inTab does something in a tab of a new profile, once the browser is at rest: it spends as much on the
// window of a new profile as on the page, most of it while an empty page is long there.
func (b *bench) inTab(site *site, do func(*tab) (float64, error)) (float64, error) {
	t, err := site.newTab()
	if err != nil {
		return 0, err
	}
	defer t.close()
	if err := site.rest(); err != nil {
		return 0, err
	}
	return do(t)
}

// rest waits until all processes of the browser together use a twentieth of a processor, or for a while.
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

// A line is a network connection like many people's: what it carries, all responses together, comes at
// lineSpeed, and the first byte of each after lineDelay. Chromium's own emulation would leave out
// what workers ask for.
type line struct {
	mu   sync.Mutex
	free time.Time // when what was sent so far has passed
}

const (
	lineSpeed = 50e6 / 8 // bytes a second
	lineDelay = 40 * time.Millisecond
	linePiece = 16 << 10 // bytes that pass at once
)

// carry is a handler's answers at the line's speed.
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

// passed is when so many bytes more will have passed.
func (l *line) passed(bytes int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(float64(bytes) / lineSpeed * float64(time.Second)))
	return l.free
}
