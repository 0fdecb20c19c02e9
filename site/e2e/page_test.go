//go:build !js

package e2e

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Long, because other tests may keep the machine busy. A wait ends as soon as its condition is true.
const patience = 40 * time.Second

// A page is a tab in its own profile, without cookies, caches or service workers of other tests. Its methods
// fail the test on errors. Coordinates are CSS pixels from the viewport's top left.
type page struct {
	t     *testing.T
	site  *site
	ctx   context.Context
	leave func()
	tab   *tab
	used  bool // whether the next test would notice what this one did to the tab

	scripts []cdppage.ScriptIdentifier // of Begin

	mu       sync.Mutex
	console  []string // console messages of the page and its workers
	problems []string // errors, exceptions, requests to other origins, and requests with a body
	allowed  []string
	asked    int // how often the page asked before it was left

	stirred bool // whether the test did something since the page was last idle
}

// open opens a page of the built site and waits until the program runs.
func open(t *testing.T, path string) *page {
	t.Helper()
	p := visit(t)
	p.Navigate(path)
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	return p
}

// Part runs a part of a test that continues in the same page, so that a failure names it.
func (p *page) Part(name string, do func(t *testing.T)) {
	p.t.Helper()
	whole := p.t
	whole.Run(name, func(t *testing.T) {
		p.t = t
		defer func() { p.t = whole }()
		do(t)
	})
}

// newPage returns an empty page of 1280 × 800, in light colours, in a new tab.
func newPage(t *testing.T, s *site) *page {
	t.Helper()
	tab := newTab(t, s)
	t.Cleanup(tab.close)
	p := tab.page(t)
	t.Cleanup(func() {
		p.end()
		p.leave()
	})
	return p
}

// record records an event. Chromium also adds the workers' messages to the page's log.
func (p *page) record(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, cmp.Or(strings.Trim(string(arg.Value), `"`), arg.Description))
		}
		p.note(string(e.Type), strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.note("error", text)
	case *log.EventEntryAdded:
		p.note(e.Entry.Level.String(), strings.TrimSpace(e.Entry.Text+" "+e.Entry.URL))
	case *cdppage.EventJavascriptDialogOpening: // the page asks before it is left
		p.asked++
		go chromedp.Call(p.ctx, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: true})
	case *network.EventRequestWillBeSent:
		if e.Request.HasPostData || e.Request.Method != "GET" {
			p.problems = append(p.problems, "request with a body: "+e.Request.Method+" "+e.Request.URL)
		}
		u, err := url.Parse(e.Request.URL)
		if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Scheme+"://"+u.Host != p.site.URL {
			p.problems = append(p.problems, "request to another origin: "+e.Request.URL)
		}
	}
}

// note records a console message. Go's panics arrive as plain messages.
func (p *page) note(level, text string) {
	line := level + ": " + text
	p.console = append(p.console, line)
	if level == "error" || level == "assert" || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ") {
		p.problems = append(p.problems, line)
	}
}

// Allow lets problems with part in their text happen in this test.
func (p *page) Allow(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, part)
}

func (p *page) isAllowed(problem string) bool {
	// Before an open file is left, the browser asks only if a user has touched the page. Otherwise it logs
	// this message, for example in a test that reloads at once.
	for _, part := range append([]string{"Blocked attempt to show a 'beforeunload'"}, p.allowed...) {
		if strings.Contains(problem, part) {
			return true
		}
	}
	return false
}

// Problems returns the errors, exceptions and requests to other origins up to now.
func (p *page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Do runs chromedp actions.
func (p *page) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.stirred = true
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.fatalf("%v", err)
	}
}

// Begin runs a script in each document of the tab, before the document's own scripts.
func (p *page) Begin(script string) {
	p.t.Helper()
	added, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	if err != nil {
		p.fatalf("%v", err)
	}
	p.scripts = append(p.scripts, added.Identifier)
}

// Navigate opens a path of the site and waits until the page has loaded. The program may not run yet.
func (p *page) Navigate(path string) {
	p.t.Helper()
	p.Do(chromedp.Navigate(p.site.URL + path))
}

// eval waits until the page is idle and returns the value of a JavaScript expression, or of its promise.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	p.Settle()
	return evalNow[T](p, expression)
}

// Act waits until the page is idle and runs a JavaScript expression, which must return true.
func (p *page) Act(expression string) {
	p.t.Helper()
	eval[bool](p, expression)
	p.stirred = true
}

// evalNow is eval without waiting for the page to be idle. It retries while the expression throws a TypeError,
// for example because an element does not exist yet.
func evalNow[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
		if err == nil {
			return v
		}
		if !strings.Contains(err.Error(), "TypeError") || ctx.Err() != nil {
			p.fatalf("%s: %v", expression, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// WaitFor waits until a JavaScript expression, or its promise, is true. An expression that throws counts as
// false. what names the awaited state in the error message.
func (p *page) WaitFor(what, expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// The result is "" or the reason.
	script := fmt.Sprintf(`(async () => {
		try { const value = await (%s); return value ? "" : "it is " + JSON.stringify(value); }
		catch (error) { return "it throws " + error; }
	})()`, expression)
	whyNot := "the page did not answer"
	for ctx.Err() == nil {
		answer, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		if err == nil && answer == "" {
			return
		}
		if err == nil {
			whyNot = answer
		} else if ctx.Err() == nil {
			whyNot = err.Error() // the page may be loading
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.fatalf("timed out waiting for %s: %s\n%s", what, expression, whyNot)
}

// fatalf fails the test and logs the page's state and messages.
func (p *page) fatalf(format string, args ...any) {
	p.t.Helper()
	p.mu.Lock()
	console := strings.Join(p.console, "\n\t")
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	seen := "no screenshot"
	if png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
		seen = p.savePicture("failed-"+strings.ReplaceAll(p.t.Name(), "/", "-"), png)
	}
	p.t.Fatalf("%s\nscreen: %s\nconsole:\n\t%s", fmt.Sprintf(format, args...), seen, console)
}

// Text returns the visible text of the first element that matches a CSS selector.
func (p *page) Text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%q).innerText`, selector))
}

// A rect is the position and size of an element.
type rect struct{ X, Y, Width, Height float64 }

func (r rect) center() (x, y float64) { return r.X + r.Width/2, r.Y + r.Height/2 }

// intersect returns the part of r that lies within s. They must overlap.
func (r rect) intersect(s rect) rect {
	x, y := max(r.X, s.X), max(r.Y, s.Y)
	return rect{x, y, min(r.X+r.Width, s.X+s.Width) - x, min(r.Y+r.Height, s.Y+s.Height) - y}
}

// Rect waits for the first element that matches a CSS selector, scrolls it into view and returns its rect.
func (p *page) Rect(selector string) rect {
	p.t.Helper()
	p.WaitFor("a visible element", fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector))
	defer func() { p.stirred = true }()
	return eval[rect](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
		const { x, y, width, height } = e.getBoundingClientRect();
		return { X: x, Y: y, Width: width, Height: height };
	})()`, selector))
}

// Click clicks the middle of the first element that matches a CSS selector.
func (p *page) Click(selector string) {
	p.t.Helper()
	p.ClickAt(p.Rect(selector).center())
}

func (p *page) ClickAt(x, y float64) {
	p.t.Helper()
	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y))
}

func (p *page) DoubleClickAt(x, y float64) {
	p.t.Helper()
	twice := func(e *input.DispatchMouseEventParams) { e.ClickCount = 2 }
	p.Do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, twice))
}

func (p *page) Move(x, y float64) {
	p.t.Helper()
	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
}

// Drag presses the left button at one point and releases it at another.
func (p *page) Drag(fromX, fromY, toX, toY float64, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	const steps = 3 // the page draws a frame for each
	held := func(e *input.DispatchMouseEventParams) {
		e.Button = input.MouseButtonLeft
		e.Buttons = 1
	}
	once := func(e *input.DispatchMouseEventParams) { e.ClickCount = 1 }
	keys := chromedp.ButtonModifiers(modifiers...)
	p.Do(
		chromedp.MouseEvent(chromedp.MouseMoved, fromX, fromY, keys),
		chromedp.MouseEvent(chromedp.MousePressed, fromX, fromY, held, once, keys),
	)
	for i := 1.0; i <= steps; i++ {
		x, y := fromX+(toX-fromX)*i/steps, fromY+(toY-fromY)*i/steps
		p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y, held, keys))
	}
	p.Do(chromedp.MouseEvent(chromedp.MouseReleased, toX, toY, chromedp.ButtonLeft, once, keys))
}

// DragTo drags the first element that matches to the middle of another, with the browser's drag and drop.
// Chromium starts the drag as for a user, and passes it to the test, which sends the events that follow.
func (p *page) DragTo(from, to string) {
	p.t.Helper()
	p.Settle()
	taken := make(chan *input.DragData, 1)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*input.EventDragIntercepted); ok {
			taken <- e.Data
		}
	}); err != nil {
		p.fatalf("%v", err)
	}
	intercept := func(on bool) {
		if _, err := chromedp.Call(p.ctx, input.SetInterceptDrags, input.SetInterceptDragsParams{Enabled: on}); err != nil {
			p.fatalf("cannot intercept drags: %v", err)
		}
	}
	intercept(true)
	x, y := p.Rect(from).center()
	held := func(e *input.DispatchMouseEventParams) {
		e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
	}
	p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MousePressed, x, y, held))
	for i := 1.0; i <= 4; i++ {
		p.Do(chromedp.MouseEvent(chromedp.MouseMoved, x+4*i, y+i, held))
	}
	var data *input.DragData
	select {
	case data = <-taken:
	case <-ctx.Done():
		p.fatalf("the browser started no drag of %s", from)
	}
	x, y = p.Rect(to).center()
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		if _, err := chromedp.Call(p.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: x, Y: y, Data: data}); err != nil {
			p.fatalf("%s of %s: %v", kind, from, err)
		}
	}
	p.Do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, held))
	intercept(false)
	p.stirred = true
}

// Wheel turns the wheel at a point. A positive deltaY scrolls down.
func (p *page) Wheel(x, y, deltaX, deltaY float64, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	// Chromium needs both values, but the encoder omits a 0. Chromium treats this value as 0.
	const zero = 1e-300
	p.Do(chromedp.MouseEvent(chromedp.MouseWheel, x, y, chromedp.ButtonModifiers(modifiers...),
		func(e *input.DispatchMouseEventParams) {
			e.DeltaX, e.DeltaY = cmp.Or(deltaX, zero), cmp.Or(deltaY, zero)
		}))
}

// Keys waits until the page is idle, because a dialog gets focus only then. It types text, or the keys of
// package kb, into the focused element.
func (p *page) Keys(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.Settle()
	p.stirred = true
	press := chromedp.KeyModifiers(modifiers...)
	for _, r := range keys {
		events := kb.Encode(r)
		down := events[0]
		for _, e := range events {
			press(e)
			if e.Type == kb.KeyChar {
				// The text belongs to the key press, so it is not typed if the page cancels the press.
				down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
			}
		}
		for _, e := range events {
			if e.Type == kb.KeyChar {
				continue
			}
			if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, *e); err != nil {
				p.fatalf("key %q: %v", r, err)
			}
		}
	}
}

// Upload chooses files in the <input type="file"> that matches a CSS selector.
func (p *page) Upload(selector string, files ...string) {
	p.t.Helper()
	p.Do(chromedp.SetUploadFiles(chromedp.CSS(selector), absolute(p.t, files), chromedp.NodeReady))
}

// Drop drops files from outside the browser on the first element that matches, in the middle of the part that is in view.
func (p *page) Drop(selector string, files ...string) {
	p.t.Helper()
	p.drop(0, selector, files)
}

// ShiftDrop is Drop with Shift held down.
func (p *page) ShiftDrop(selector string, files ...string) {
	p.t.Helper()
	p.drop(int64(chromedp.ModifierShift), selector, files)
}

func (p *page) drop(modifiers int64, selector string, files []string) {
	p.t.Helper()
	r, view := p.Rect(selector), eval[rect](p, `({ X: 0, Y: 0, Width: innerWidth, Height: innerHeight })`)
	x, y := r.intersect(view).center() // Chromium ignores a drop outside of the view
	p.stirred = true
	data := &input.DragData{Files: absolute(p.t, files), DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{
		input.DispatchDragEventTypeDragEnter,
		input.DispatchDragEventTypeDragOver,
		input.DispatchDragEventTypeDrop,
	} {
		params := input.DispatchDragEventParams{Type: kind, X: x, Y: y, Data: data, Modifiers: modifiers}
		if _, err := chromedp.Call(p.ctx, input.DispatchDragEvent, params); err != nil {
			p.fatalf("%s of %q: %v", kind, files, err)
		}
	}
}

// The browser's working folder is another one.
func absolute(t *testing.T, files []string) []string {
	t.Helper()
	var all []string
	for _, file := range files {
		a, err := filepath.Abs(file)
		if err == nil {
			_, err = os.Stat(a)
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	return all
}

// View sets the viewport's size and the colour scheme, "light" or "dark". A narrow viewport emulates a phone.
func (p *page) View(width, height int64, scheme string) {
	p.t.Helper()
	var options []chromedp.EmulateViewportOption
	if width < 600 {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait, chromedp.EmulateScale(2))
	}
	p.Do(chromedp.EmulateViewport(width, height, options...))
	media := emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	}
	p.stirred = true
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, media); err != nil {
		p.fatalf("%v", err)
	}
}

// pictures reports whether to take screenshots, which adds a fifth to the tests' time.
var pictures = os.Getenv("SHOTS") != ""

// Shot saves a screenshot as shots/name.png if SHOTS is set.
func (p *page) Shot(name string) {
	p.t.Helper()
	if !pictures {
		return
	}
	p.Settle()
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.fatalf("%v", err)
	}
	p.savePicture(name, png)
}

// Shots saves screenshots in light and dark at three widths. Then it restores the view of newPage.
func (p *page) Shots(name string) {
	p.t.Helper()
	if !pictures {
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, size := range [][2]int64{{1280, 800}, {1920, 1080}, {390, 844}} {
			p.View(size[0], size[1], scheme)
			p.Shot(fmt.Sprintf("%s-%s-%d", name, scheme, size[0]))
		}
	}
	p.View(1280, 800, "light")
}

func (p *page) savePicture(name string, png []byte) string {
	file := filepath.Join("shots", name+".png")
	err := os.MkdirAll("shots", 0o755)
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		return err.Error()
	}
	return filepath.Join("site/e2e", file)
}

// navigateOnly navigates to a URL without waiting until it has loaded.
func navigateOnly(url string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.Navigate, cdppage.NavigateParams{URL: url})
		return err
	})
}
