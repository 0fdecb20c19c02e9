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
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"traceglass/site/e2e/chromium"
	"traceglass/site/serve"
)

//go:embed yardstick/*.html yardstick/*.js
var yardstickFiles embed.FS

// A site serves the built site and the yardstick's pages to a browser.
type site struct {
	url     string // without a slash at its end
	slowURL string // the same over a slow line
	dist    string
	browser context.Context
	close   func()
}

// site builds the site, serves it with its real headers and starts a browser. Later calls return the same site.
func (b *bench) site() (*site, error) {
	if b.served != nil {
		return b.served, nil
	}
	s := &site{dist: filepath.Join(b.work, "dist")}
	b.log("building the site")
	cmd := exec.Command("go", "run", "./site/build", "-out", s.dist)
	if b.wants(visitRows...) { // they measure compressed files
		cmd.Args = append(cmd.Args, "-release")
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	pages, err := b.yardstickPages()
	if err != nil {
		return nil, err
	}
	headers, err := serve.ReadHeaders("netlify.toml")
	if err != nil {
		return nil, err
	}

	mux := http.NewServeMux()
	mux.Handle("/", serve.Handler(s.dist, headers))
	paths := []string{filepath.Join(b.work, visitedDump)}
	for _, s := range b.sizes {
		paths = append(paths, s.path)
	}
	for _, path := range paths {
		mux.HandleFunc(fetchedPath(path), func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Header().Set("Cache-Control", "no-store")
			http.ServeFile(w, r, path)
		})
	}
	mux.Handle("/yardstick/", serve.Handler(pages, serve.Headers{}))
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

// yardstickPages makes the folder that holds yardstick/, with the program compiled and packed.
func (b *bench) yardstickPages() (string, error) {
	pages := filepath.Join(b.work, "pages")
	if err := os.CopyFS(pages, yardstickFiles); err != nil {
		return "", err
	}
	program, err := b.compile("pages/yardstick/yardstick.wasm", "./site/bench/yardstick", "GOOS=js", "GOARCH=wasm")
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	if data, err = packed(data); err != nil {
		return "", err
	}
	if err := os.WriteFile(program+".br", data, 0o644); err != nil {
		return "", err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	data, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if err != nil {
		return "", err
	}
	return pages, os.WriteFile(filepath.Join(pages, "yardstick/wasm_exec.js"), data, 0o644)
}

// packed compresses data with brotli, as a release does.
func packed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

// visitedDump is the file name of the thread dump that visits fetch.
const visitedDump = "visited.txt"

// fetchedPath returns the path on the server of a file that a page fetches.
func fetchedPath(file string) string { return "/fetched/" + filepath.Base(file) }
