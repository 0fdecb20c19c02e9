//go:build !js

package browsers

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// webkit drives WebKitGTK's MiniBrowser with WebKitWebDriver, on its own virtual screen.
type webkit struct {
	screen, driver *process
	address        string // URL of the session
	version        string
}

// WebKit starts WebKitGTK's browser, from Debian's package webkit2gtk-driver, under Xvfb.
func WebKit(ctx context.Context, dir string) (Browser, error) {
	driver, err := find("WebKitWebDriver")
	if err != nil {
		return nil, err
	}
	screen, err := find("Xvfb")
	if err != nil {
		return nil, err
	}
	browser, _ := filepath.Glob("/usr/lib*/*/webkit2gtk-4.*/MiniBrowser")
	if len(browser) == 0 {
		return nil, fmt.Errorf("MiniBrowser: %w", ErrMissing)
	}
	w := &webkit{}
	// Xvfb chooses a free display number and writes it to the given file.
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	w.screen, err = start(dir, io.Discard, []*os.File{to}, nil, screen, "-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp")
	to.Close()
	if err != nil {
		return nil, err
	}
	from.SetReadDeadline(time.Now().Add(20 * time.Second))
	number := make([]byte, 16)
	n, err := from.Read(number)
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("Xvfb: %w", err)
	}
	port, err := freePort()
	if err != nil {
		w.Close()
		return nil, err
	}
	env := []string{"DISPLAY=:" + string(bytes.TrimSpace(number[:n])), "GDK_BACKEND=x11", "LIBGL_ALWAYS_SOFTWARE=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1", "NO_AT_BRIDGE=1"}
	if w.driver, err = launch(dir, io.Discard, env, driver, "--port="+strconv.Itoa(port)); err != nil {
		w.Close()
		return nil, err
	}
	w.address = fmt.Sprintf("http://127.0.0.1:%d/session", port)
	var session struct {
		SessionID    string
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	capabilities := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": browser[len(browser)-1], "args": []string{"--automation"}},
		"timeouts":                 map[string]int{"script": 60_000},
	}}}
	for { // the driver reports no start, so retry until it answers
		err = w.call(ctx, "POST", "", capabilities, &session)
		if _, refused := err.(*net.OpError); err == nil || ctx.Err() != nil || !refused {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("WebKitWebDriver: %w", err)
	}
	w.address += "/" + session.SessionID
	w.version = session.Capabilities.BrowserName + " of WebKitGTK " + session.Capabilities.BrowserVersion
	return w, w.call(ctx, "POST", "/window/rect", map[string]int{"x": 0, "y": 0, "width": 1280, "height": 900}, nil)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// call sends a command and waits for its result.
func (w *webkit) call(ctx context.Context, method, path string, params, result any) error {
	ctx, stop := context.WithTimeout(ctx, callTime)
	defer stop()
	body, err := json.Marshal(params)
	if err != nil {
		return err
	}
	if params == nil {
		body = nil
	}
	req, err := http.NewRequestWithContext(ctx, method, w.address+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		if wrapped, ok := err.(interface{ Unwrap() error }); ok {
			return wrapped.Unwrap()
		}
		return err
	}
	defer resp.Body.Close()
	var r struct{ Value json.RawMessage }
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if resp.StatusCode != http.StatusOK {
		var failure struct{ Error, Message string }
		json.Unmarshal(r.Value, &failure)
		return fmt.Errorf("%s %s: %s: %s", method, path, failure.Error, failure.Message)
	}
	if result != nil {
		return json.Unmarshal(r.Value, result)
	}
	return nil
}

func (w *webkit) Version() string { return w.version }

func (w *webkit) Navigate(ctx context.Context, url string) error {
	return w.call(ctx, "POST", "/url", map[string]string{"url": url}, nil)
}

func (w *webkit) Run(ctx context.Context, script string) (json.RawMessage, error) {
	var text string
	err := w.call(ctx, "POST", "/execute/async", map[string]any{
		"script": "const told = arguments[arguments.length - 1]; (async () => {" + script + "})().then((value) => told(JSON.stringify(value ?? null)), (error) => told(\"!\" + error));",
		"args":   []any{},
	}, &text)
	if err == nil && len(text) > 0 && text[0] == '!' {
		err = fmt.Errorf("%s", text[1:])
	}
	return json.RawMessage(text), err
}

func (w *webkit) Perform(ctx context.Context, sources ...any) error {
	return w.call(ctx, "POST", "/actions", map[string]any{"actions": sources}, nil)
}

func (w *webkit) Screenshot(ctx context.Context) ([]byte, error) {
	var text string
	if err := w.call(ctx, "GET", "/screenshot", nil, &text); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(text)
}

func (w *webkit) Close() {
	if w.driver != nil {
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		w.call(ctx, "DELETE", "", nil, nil)
		stop()
	}
	w.driver.end()
	w.screen.end()
}
