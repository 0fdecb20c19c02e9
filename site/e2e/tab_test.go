//go:build !js

package e2e

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// A tab is the browser's part of a page, with a profile of its own. A new tab starts a process and compiles the
// program, which is half of the work of a visit. So a test takes the tab of one that has ended, and its site, because
// the browser would start a process for another site. Each test gets a new document, in a profile that forgot
// the former test.
type tab struct {
	ctx    context.Context
	close  func()
	site   *site
	origin func() // ends the site's server
}

// idle are the tabs that no test uses.
var idle struct {
	sync.Mutex
	tabs []*tab
}

// visit returns an empty page, as newPage does, of a site and a profile that no test has used, or that forgot it.
func visit(t *testing.T) *page {
	t.Helper()
	tab := takeTab()
	if tab == nil {
		s, end := serveSite(t)
		tab = newTab(t, s)
		tab.origin = end
	}
	p := tab.page(t)
	t.Cleanup(func() {
		p.end()
		fresh := !t.Failed() && !p.used && tab.forget(p.scripts...) == nil
		p.leave()
		tab.site.Mend()
		if !fresh {
			tab.close()
			tab.origin()
			return
		}
		idle.Lock()
		defer idle.Unlock()
		idle.tabs = append(idle.tabs, tab)
	})
	return p
}

// Reopen opens a path in the same tab, as a visitor who was never there.
func (p *page) Reopen(path string) {
	p.t.Helper()
	p.Settle()
	if err := p.tab.forget(); err != nil {
		p.fatalf("%v", err)
	}
	p.Navigate(path)
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
}

func takeTab() *tab {
	idle.Lock()
	defer idle.Unlock()
	last := len(idle.tabs) - 1
	if last < 0 {
		return nil
	}
	tab := idle.tabs[last]
	idle.tabs = idle.tabs[:last]
	return tab
}

func newTab(t *testing.T, s *site) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	err := chromedp.Do(ctx)
	for _, script := range []string{restless, lateWorker} {
		if err == nil {
			_, err = chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		}
	}
	if err == nil {
		// Otherwise the tab keeps all responses, and encodes each program in base64.
		few := int64(1) // bytes
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{MaxTotalBufferSize: &few, MaxResourceBufferSize: &few})
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	return &tab{ctx: ctx, close: cancel, site: s}
}

// page returns the tab's page for a test.
func (tab *tab) page(t *testing.T) *page {
	t.Helper()
	p := &page{t: t, tab: tab, site: tab.site}
	p.ctx, p.leave = context.WithCancel(tab.ctx)
	if err := chromedp.Listen(p.ctx, p.record); err != nil {
		t.Fatal(err)
	}
	p.View(1280, 800, "light")
	return p
}

// forget closes the tab's document, deletes the data that the browser keeps, and removes the given scripts of Begin.
func (tab *tab) forget(scripts ...cdppage.ScriptIdentifier) error {
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.Navigate(tab.site.URL+nothing),
		chromedp.MouseEvent(chromedp.MouseMoved, -1, -1), // otherwise the next document gets the pointer where it was
		chromedp.Evaluate[chromedp.Void](`sessionStorage.clear(); name = ""`),
	)
	if err == nil {
		_, err = chromedp.Call(ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: tab.site.URL, StorageTypes: "all"})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, network.ClearBrowserCache, cdp.Empty{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, cdppage.ResetNavigationHistory, cdp.Empty{})
	}
	for _, script := range scripts {
		if err == nil {
			_, err = chromedp.Call(ctx, cdppage.RemoveScriptToEvaluateOnNewDocument, cdppage.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: script})
		}
	}
	return err
}

// end waits until the page's events were handled, and reports its problems.
func (p *page) end() {
	// Events arrive before the answer to a later command, so after this all events were handled.
	flush, stop := context.WithTimeout(p.ctx, 5*time.Second)
	chromedp.Do(flush, chromedp.Evaluate[chromedp.Void]("0"))
	stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		if !p.isAllowed(problem) {
			p.t.Errorf("in the page: %s", problem)
		}
	}
}

// TestForget checks what the other tests rely on: a page finds nothing of an earlier test in its tab.
func TestForget(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	const left = `(async () => JSON.stringify([
		Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, name, history.length, typeof mark,
		await caches.keys(), (await indexedDB.databases()).map((base) => base.name), (await navigator.serviceWorker.getRegistrations()).length,
		await fetch("/kept").then((reply) => reply.text()),
	]))()`
	kept := "first"
	p.site.Stub("/kept", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=1000")
		w.Write([]byte(kept))
	})
	fresh := strings.ReplaceAll(eval[string](p, left), `"first"`, `"second"`)
	p.Begin(`globalThis.mark = 1`)
	p.Navigate("/")
	p.Navigate("/docs/")
	p.Navigate("/")
	p.Act(`(async () => {
		localStorage.a = sessionStorage.a = name = "1";
		document.cookie = "a=1";
		await caches.open("a");
		await new Promise((done) => { indexedDB.open("a").onsuccess = done; });
		await navigator.serviceWorker.ready;
		return true;
	})()`)
	kept = "second"
	if got := eval[string](p, left); len(got) < len(fresh)+40 || !strings.Contains(got, `"first"`) {
		t.Errorf("the page stored too little: %s", got)
	}
	if err := p.tab.forget(p.scripts...); err != nil {
		t.Fatal(err)
	}
	p.Navigate("/")
	if got := eval[string](p, left); got != fresh {
		t.Errorf("the tab has %s, a new one %s", got, fresh)
	}
}
