//go:build !js

package main

import (
	"os"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// measureHeld opens each trace, closes it, and watches the memory of all processes of the browser. A page of memory
// that several processes share counts once.
func measureHeld(b *bench) error {
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		b.log("memory of all processes is measured on Linux only")
		return nil
	}
	site, err := b.site()
	if err != nil {
		return err
	}
	for _, s := range b.shaped() {
		b.log("memory of all processes, %s", s.name)
		runs := b.runs
		if s.name == huge {
			runs = min(runs, 2)
		}
		for range runs {
			if err := b.hold(site, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// hold opens one trace and closes it.
func (b *bench) hold(site *site, s *size) error {
	t, err := site.started()
	if err != nil {
		return err
	}
	defer t.close()
	// An idle process frees unused memory after a while.
	now := func() (float64, error) {
		if err := t.settle(); err != nil {
			return 0, err
		}
		time.Sleep(2 * time.Second)
		return site.held()
	}
	before, err := now()
	if err != nil {
		return err
	}
	stop, peak := make(chan bool), make(chan float64)
	go func() {
		most := 0.0
		for {
			if sum, err := site.held(); err == nil {
				most = max(most, sum)
			}
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	_, err = t.load(s, 1)
	if err == nil {
		err = t.settle()
	}
	stop <- true
	most := <-peak
	if err != nil {
		return err
	}
	open, err := now()
	if err != nil {
		return err
	}
	for _, id := range []string{"file-menu", "close"} {
		if _, err := eval[any](t, "document.getElementById('"+id+"').click()"); err != nil {
			return err
		}
	}
	closed, err := now()
	if err != nil {
		return err
	}
	b.add(heldBefore, s, before)
	b.add(heldPeak, s, most)
	b.add(heldOpen, s, open)
	b.add(heldClosed, s, closed)
	return t.err()
}

// held returns the memory of all processes of the browser, in MB.
func (s *site) held() (sum float64, err error) {
	all, err := chromedp.CallBrowser(s.browser, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	for _, p := range all.ProcessInfo {
		sum += kilobytes(p.ID, "smaps_rollup", "Pss:") / 1e3 * 1.024
	}
	return sum, nil
}
