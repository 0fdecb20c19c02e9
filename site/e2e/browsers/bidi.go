//go:build !js

package browsers

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// firefox drives Firefox with WebDriver BiDi.
type firefox struct {
	*process
	conn    *websocket.Conn
	version string
	page    string // ID of the browsing context

	mu      sync.Mutex
	number  int
	waiting map[int]chan answer
	broken  error
}

// An answer is a message from the browser.
type answer struct {
	ID      *int            `json:"id"`
	Type    string          `json:"type"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

// Firefox starts Firefox (firefox-esr or firefox) without a window.
func Firefox(ctx context.Context, dir string) (Browser, error) {
	path, err := find("firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	out := newWatch("WebDriver BiDi listening on ")
	f := &firefox{waiting: make(map[int]chan answer)}
	if f.process, err = launch(dir, out, []string{"MOZ_HEADLESS=1"}, path, "--headless", "--no-remote", "--profile", dir, "--width", "1280", "--height", "900", "--remote-debugging-port", "0"); err != nil {
		return nil, err
	}
	address, err := out.wait(ctx)
	if err == nil {
		f.conn, _, err = websocket.Dial(ctx, address+"/session", nil)
	}
	if err != nil {
		f.end()
		return nil, fmt.Errorf("firefox: %w", err)
	}
	f.conn.SetReadLimit(64 << 20)
	go f.listen()
	var session struct {
		Capabilities struct{ BrowserVersion string }
	}
	var tree struct{ Contexts []struct{ Context string } }
	if err = f.call(ctx, "session.new", map[string]any{"capabilities": map[string]any{}}, &session); err == nil {
		err = f.call(ctx, "browsingContext.getTree", map[string]any{}, &tree)
	}
	if err == nil && len(tree.Contexts) == 0 {
		err = fmt.Errorf("no page")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("firefox: %w", err)
	}
	f.version, f.page = "Firefox "+session.Capabilities.BrowserVersion, tree.Contexts[0].Context
	return f, f.call(ctx, "browsingContext.setViewport", map[string]any{"context": f.page, "viewport": map[string]int{"width": 1280, "height": 800}}, nil)
}

func (f *firefox) listen() {
	for {
		var a answer
		err := wsjson.Read(context.Background(), f.conn, &a)
		f.mu.Lock()
		if err != nil {
			f.broken = err
			for _, c := range f.waiting {
				close(c)
			}
			f.waiting = nil
			f.mu.Unlock()
			return
		}
		if a.ID != nil {
			if c := f.waiting[*a.ID]; c != nil {
				c <- a
				delete(f.waiting, *a.ID)
			}
		}
		f.mu.Unlock()
	}
}

// call sends a command and waits for its result.
func (f *firefox) call(ctx context.Context, method string, params, result any) error {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	f.mu.Lock()
	if f.broken != nil {
		f.mu.Unlock()
		return fmt.Errorf("%s: %w", method, f.broken)
	}
	f.number++
	id, c := f.number, make(chan answer, 1)
	f.waiting[id] = c
	f.mu.Unlock()
	if err := wsjson.Write(ctx, f.conn, map[string]any{"id": id, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a, ok := <-c:
		switch {
		case !ok:
			return fmt.Errorf("%s: the browser ended", method)
		case a.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		case result != nil:
			return json.Unmarshal(a.Result, result)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	}
}

func (f *firefox) Version() string { return f.version }

func (f *firefox) Navigate(ctx context.Context, url string) error {
	return f.call(ctx, "browsingContext.navigate", map[string]any{"context": f.page, "url": url, "wait": "complete"}, nil)
}

// Run makes the script return JSON, because BiDi has a format of its own for values.
func (f *firefox) Run(ctx context.Context, script string) (json.RawMessage, error) {
	var r struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.call(ctx, "script.evaluate", map[string]any{
		"expression": "(async () => {" + script + "})().then((value) => JSON.stringify(value ?? null))",
		"target":     map[string]string{"context": f.page}, "awaitPromise": true, "userActivation": true,
	}, &r)
	if err == nil && r.Type != "success" {
		err = fmt.Errorf("%s", r.ExceptionDetails.Text)
	}
	return json.RawMessage(r.Result.Value), err
}

func (f *firefox) Perform(ctx context.Context, sources ...any) error {
	return f.call(ctx, "input.performActions", map[string]any{"context": f.page, "actions": sources}, nil)
}

func (f *firefox) Screenshot(ctx context.Context) ([]byte, error) {
	var r struct{ Data string }
	if err := f.call(ctx, "browsingContext.captureScreenshot", map[string]any{"context": f.page}, &r); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(r.Data)
}

func (f *firefox) Close() {
	f.conn.CloseNow()
	f.end()
}
