//go:build !js

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"traceglass/wasm/message"
)

// measureLoading opens every trace in new profiles, and again in the warm page.
func measureLoading(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	for _, s := range b.shaped() {
		b.log("loading, %s", s.name)
		runs := b.runs
		if s.name == huge {
			runs = min(runs, 2)
		}
		for range runs {
			if err := b.loadChosen(site, s); err != nil {
				return err
			}
			if b.wants(yardstickCold, yardstickWarm) {
				if err := b.loadYardstick(site, s); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// A loading holds the times of the steps of opening a file, in ms since the navigation.
type loading struct{ started, opening, open, read, drawn float64 }

// load chooses a file in a page whose program has started: the n-th file of that page.
func (t *tab) load(s *size, n int) (l loading, err error) {
	if l.started, err = t.marked("traceglass:started", 1); err != nil {
		return l, err
	}
	if err := t.choose(s.path); err != nil {
		return l, err
	}
	for _, m := range []struct {
		name string
		at   *float64
	}{{"traceglass:drawn", &l.drawn}, {"traceglass:opening", &l.opening}, {"bench:open", &l.open}, {"traceglass:read", &l.read}} {
		if *m.at, err = t.marked(m.name, n); err != nil {
			return l, err
		}
	}
	return l, t.err()
}

// navigation returns the time from navigation to drawn, without the wait for a file.
func (l loading) navigation() float64 { return l.started + l.drawn - l.opening }

// speed returns the worker's speed, in MB/s.
func (l loading) speed(s *size) float64 { return s.megabytes() / (l.read - l.open) * 1000 }

// kindAt is the offset of a request's kind in its encoding, after its number.
const kindAt = 4

// firstOverview adds the times of the first overview after a file was read.
func (b *bench) firstOverview(t *tab, s *size, l loading) error {
	filled, err := t.marked("bench:answered", 1)
	if err != nil {
		return err
	}
	took, err := eval[float64](t, "bench.answers[0]")
	if err != nil {
		return err
	}
	b.add(overviewFirst, s, took)
	b.add(overviewFilled, s, filled-l.read)
	b.add(overviewRead, s, l.read-l.open)
	return nil
}

// loadChosen opens the page and chooses the file twice. Then it visits the page again and chooses the file.
func (b *bench) loadChosen(site *site, s *size) error {
	t, err := site.newTab()
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.navigate("/"); err != nil {
		return err
	}
	watch := fmt.Sprintf("bench.watchFrames(true), bench.timeAnswers(%d)", message.Encode(nil, 0, &message.OverviewInfo{})[kindAt])
	if _, err := eval[any](t, watch); err != nil {
		return err
	}
	first, err := t.load(s, 1)
	if err != nil {
		return err
	}
	if err := t.settle(); err != nil {
		return err
	}
	b.add(programStarted, nil, first.started)
	b.add(navigationFile, s, first.navigation())
	b.add(workerCold, s, first.speed(s))
	if err := b.firstOverview(t, s, first); err != nil {
		return err
	}
	type longest struct{ Task, Gap float64 }
	starting, err := eval[longest](t, fmt.Sprintf("bench.longest(0, %g)", first.started))
	if err != nil {
		return err
	}
	b.add(taskStarting, nil, starting.Task)
	during, err := eval[longest](t, fmt.Sprintf("bench.longest(%g, %g)", first.opening, first.drawn+500))
	if err != nil {
		return err
	}
	b.add(taskLoading, s, during.Task)
	b.add(gapLoading, s, during.Gap)

	if s.name != huge { // wait until the page has hashed the file for the link
		const digested = `new Promise((done) => { const wait = setInterval(() => { if (location.hash.includes("&hash=")) { clearInterval(wait); done(true); } }, 100); })`
		if _, err := eval[bool](t, digested); err != nil {
			return err
		}
	}
	second, err := t.load(s, 2)
	if err != nil {
		return err
	}
	b.add(workerWarm, s, second.speed(s))
	if !b.wants(secondVisit) {
		return nil
	}
	if err := t.navigate("/"); err != nil {
		return err
	}
	again, err := t.load(s, 1)
	if err != nil {
		return err
	}
	b.add(secondVisit, s, again.navigation())
	return t.err()
}

// loadYardstick reads the same file with the bare loop, twice.
func (b *bench) loadYardstick(site *site, s *size) error {
	t, err := site.newTab()
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.navigate("/yardstick/page.html"); err != nil {
		return err
	}
	if _, err := t.marked("traceglass:started", 1); err != nil {
		return err
	}
	for n, what := range []string{yardstickCold, yardstickWarm} {
		var l loading
		if err := t.choose(s.path); err != nil {
			return err
		}
		if l.read, err = t.marked("traceglass:read", n+1); err != nil {
			return err
		}
		if l.open, err = t.marked("bench:open", n+1); err != nil {
			return err
		}
		b.add(what, s, l.speed(s))
	}
	return t.err()
}

// measureMemory watches the memory of the tab's process. Watching slows the page, so nothing is timed here.
func measureMemory(b *bench) error {
	if _, err := os.Stat("/proc/self/smaps_rollup"); err != nil {
		b.log("memory of a tab is measured on Linux only")
		return nil
	}
	site, err := b.site()
	if err != nil {
		return err
	}
	for range min(b.runs, 3) {
		peak, err := b.peak(site, nil)
		if err != nil {
			return err
		}
		b.add(memoryBlank, nil, peak.blank)
		b.add(memoryEmpty, nil, peak.empty)
	}
	for i := range b.sizes {
		s := &b.sizes[i]
		b.log("memory, %s", s.name)
		for range min(b.runs, 2) {
			peak, err := b.peak(site, s)
			if err != nil {
				return err
			}
			b.add(memoryLoaded, s, peak.loaded)
			b.add(memoryShared, s, peak.shared)
			b.add(memoryUsed, s, peak.used)
		}
	}
	return nil
}

// peaks are in MB, each since the start of the tab's process.
type peaks struct{ blank, empty, loaded, used, shared float64 }

// peak opens a trace, or none if s is nil, and uses it.
func (b *bench) peak(site *site, s *size) (p peaks, err error) {
	before, err := site.renderers()
	if err != nil {
		return p, err
	}
	t, err := site.newTab()
	if err != nil {
		return p, err
	}
	defer t.close()
	// The tab has one process for about:blank and another for the site. The larger one counts.
	resident := func(of string) float64 {
		most := 0.0
		if now, err := site.renderers(); err == nil {
			for pid := range now {
				if !before[pid] {
					most = max(most, kilobytes(pid, "status", of)/1e3*1.024)
				}
			}
		}
		return most
	}
	if err := t.settle(); err != nil {
		return p, err
	}
	p.blank = resident("VmHWM:")
	if err := t.navigate("/"); err != nil {
		return p, err
	}
	if _, err := t.marked("traceglass:started", 1); err != nil {
		return p, err
	}
	if err := t.settle(); err != nil {
		return p, err
	}
	p.empty = resident("VmHWM:")
	if s == nil {
		return p, nil
	}
	pids, err := site.renderers()
	if err != nil {
		return p, err
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			for pid := range pids {
				if !before[pid] {
					p.shared = max(p.shared, kilobytes(pid, "smaps_rollup", "Pss:")/1e3*1.024)
				}
			}
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	_, err = t.load(s, 1)
	if err == nil {
		err = t.settle()
	}
	close(stop)
	<-stopped
	if err != nil {
		return p, err
	}
	p.loaded = resident("VmHWM:")
	if err := b.gestures(t, nil); err != nil {
		return p, err
	}
	if err := b.resums(t, nil); err != nil {
		return p, err
	}
	p.used = resident("VmHWM:")
	return p, nil
}

// renderers returns the ids of the browser's processes that hold pages.
func (s *site) renderers() (map[int64]bool, error) {
	all, err := chromedp.CallBrowser(s.browser, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	pids := map[int64]bool{}
	for _, p := range all.ProcessInfo {
		if p.Type == "renderer" {
			pids[p.ID] = true
		}
	}
	return pids, nil
}

// kilobytes returns the figure on one line of a process's file in /proc, 0 if the process has ended.
func kilobytes(pid int64, file, line string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		return 0
	}
	for l := range strings.Lines(string(text)) {
		if fields := strings.Fields(l); len(fields) > 1 && fields[0] == line {
			n, _ := strconv.ParseFloat(fields[1], 64)
			return n
		}
	}
	return 0
}
