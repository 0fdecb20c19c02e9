//go:build !js

package main

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

//go:embed probe.js
var probeScript string

// patience is how long any one step in the browser may take before the bench gives up.
const patience = 3 * time.Minute

// A tab is a page in a new profile, with an empty cache.
type tab struct {
	site  *site
	ctx   context.Context
	close func()

	mu       sync.Mutex
	problems []string
}

// The window, in CSS pixels.
const windowWidth, windowHeight = 1600, 1000

func (s *site) newTab() (*tab, error) {
	ctx, cancel := chromedp.NewContext(s.browser, chromedp.WithNewBrowserContext())
	t := &tab{site: s, ctx: ctx, close: cancel}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(windowWidth, windowHeight))
	if err == nil {
		err = chromedp.Listen(ctx, t.onEvent)
	}
	if err == nil {
		_, err = chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: probeScript})
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return t, nil
}

// started opens the page in a new tab and returns once its program listens.
func (s *site) started() (*tab, error) {
	t, err := s.newTab()
	if err != nil {
		return nil, err
	}
	if err = t.navigate("/"); err == nil {
		_, err = t.marked("traceglass:started", 1)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// onEvent keeps the errors of the page and its worker.
func (t *tab) onEvent(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		problem = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			problem += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		for _, arg := range e.Args {
			if text := strings.Trim(string(arg.Value), `"`); strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ") || strings.HasPrefix(text, "recovered: ") {
				problem = text
			}
		}
	}
	if problem != "" {
		t.mu.Lock()
		t.problems = append(t.problems, problem)
		t.mu.Unlock()
	}
}

// err returns the errors so far as one, or nil.
func (t *tab) err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.problems) > 0 {
		return fmt.Errorf("in the page: %s", strings.Join(t.problems, "; "))
	}
	return nil
}

func (t *tab) navigate(path string) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if !strings.Contains(path, ":") {
		path = t.site.url + path
	}
	return chromedp.Do(ctx, chromedp.Navigate(path))
}

// choose gives the page a file, as if chosen by hand.
func (t *tab) choose(paths ...string) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.SetUploadFiles(chromedp.CSS("#file"), paths, chromedp.NodeReady))
}

// eval returns the value of an expression, or of the promise that it is.
func eval[T any](t *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		if in := t.err(); in != nil {
			err = in
		}
		if len(expression) > 100 {
			expression = expression[:100] + "…"
		}
		return v, fmt.Errorf("%s: %w", expression, err)
	}
	return v, nil
}

// marked waits for the n-th mark of a name and returns when it was made, in ms since the navigation.
func (t *tab) marked(name string, n int) (float64, error) {
	return eval[float64](t, fmt.Sprintf("bench.marked(%q, %d)", name, n))
}

// settle waits 600 ms, until the page is at rest.
func (t *tab) settle() error {
	_, err := eval[bool](t, `new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(() => done(true), 300)), 300))`)
	if err == nil {
		err = t.err()
	}
	return err
}
