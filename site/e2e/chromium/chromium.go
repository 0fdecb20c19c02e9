//go:build !js

// Package chromium starts a headless Chromium, for the browser tests and the bench.
package chromium

import (
	"context"
	"errors"
	"os"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// Chromium without windows comes first: opening a page in it takes half of what it takes in one
// that keeps windows which nobody sees.
var names = []string{
	"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// Find returns the path of the Chromium to use: $CHROMIUM, or the first one installed.
func Find() (string, error) {
	if name := os.Getenv("CHROMIUM"); name != "" {
		return exec.LookPath(name)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("Chromium is missing: install the package chromium (apt-get install chromium), or set CHROMIUM to a Chrome")
}

// Start starts a browser with an empty profile that reaches this machine only. The context is
// its first tab's; contexts made from it by chromedp.NewContext are more tabs. The func ends it.
func Start(options ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc, error) {
	path, err := Find()
	if err != nil {
		return nil, nil, err
	}
	all := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // there is none to be had as root in a container
		chromedp.DisableGPU,
		// What the browser does on its own account would blur what the page does.
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
	)
	ctx, cancelAllocator := chromedp.NewExecAllocator(context.Background(), append(all, options...)...)
	ctx, cancelBrowser := chromedp.NewContext(ctx)
	cancel := func() {
		cancelBrowser()
		cancelAllocator()
	}
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		return nil, nil, err
	}
	return ctx, cancel, nil
}
