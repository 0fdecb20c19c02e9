//go:build !js

package main

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"traceglass/site/e2e/chromium"
	"traceglass/site/serve"
)

//go:embed yardstick/*.html yardstick/*.js
var yardstickFiles embed.FS

// A site is the built site and the yardstick's page on one server, and a browser.
type site struct {
	url     string // without a slash at its end
	slowURL string // the same by a slow line
	dist    string
	browser context.Context
	close   func()
}

// site builds and serves the site, with the headers of the real one, and starts a browser. It is
// done once.
func (b *bench) site() (*site, error) {
	if b.served != nil {
		return b.served, nil
	}
	s := &site{dist: filepath.Join(b.work, "dist")}
	b.say("building the site")
	cmd := exec.Command("go", "run", "./site/build", "-out", s.dist)
	if b.wants(coldPixels, coldUp, secondPixels, slowPixels) { // bytes count
		cmd.Args = append(cmd.Args, "-release")
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	program, err := b.compile("yardstick.wasm", "./site/bench/yardstick", "GOOS=js", "GOARCH=wasm")
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	wasmExec := filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js")
	headers, err := serve.ReadHeaders("netlify.toml")
	if err != nil {
		return nil, err
	}

	mux := http.NewServeMux()
	mux.Handle("/", serve.Handler(s.dist, headers))
	for i := range b.sizes {
		mux.HandleFunc(tracePath(&b.sizes[i]), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Header().Set("Cache-Control", "no-store")
			http.ServeFile(w, r, b.sizes[i].path)
		})
	}
	emptyProgram, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	small := sync.OnceValues(func() ([]byte, error) { return packed(emptyProgram) })
	mux.HandleFunc("/yardstick/", func(w http.ResponseWriter, r *http.Request) {
		var data []byte
		var err error
		switch name := path.Base(r.URL.Path); name {
		case "wasm_exec.js":
			data, err = os.ReadFile(wasmExec)
		case "yardstick.wasm":
			w.Header().Set("Content-Encoding", "br")
			w.Header().Set("Content-Type", "application/wasm")
			data, err = small()
		default:
			data, err = yardstickFiles.ReadFile("yardstick/" + name)
		}
		if err != nil {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, r.URL.Path, time.Time{}, bytes.NewReader(data))
	})
	server, slow := httptest.NewServer(mux), httptest.NewServer(new(line).carry(mux))
	s.url, s.slowURL = server.URL, slow.URL

	ctx, cancel, err := chromium.Start()
	if err != nil {
		server.Close()
		slow.Close()
		return nil, err
	}
	s.browser = ctx
	s.close = func() {
		cancel()
		for _, s := range []*httptest.Server{server, slow} {
			s.CloseClientConnections()
			s.Close()
		}
	}
	if v, err := chromedp.CallBrowser(ctx, browser.GetVersion, cdp.Empty{}); err == nil {
		fmt.Println(v.Product + load())
	}
	b.served = s
	return s, nil
}

func tracePath(s *size) string { return "/traces/" + filepath.Base(s.path) }
