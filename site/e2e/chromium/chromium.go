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

// names lists headless Chromium first. A Chromium that keeps invisible windows takes twice as long to open a
// page.
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

// Start starts a browser with an empty profile that can reach only this machine. The context belongs to its
// first tab. Contexts that chromedp.NewContext makes from it are more tabs. The returned func ends the
// browser.
func Start(options ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc, error) {
	path, err := Find()
	if err != nil {
		return nil, nil, err
	}
	all := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // not available to root in a container
		chromedp.DisableGPU,
		// The browser's own background work would disturb measurements of the page.
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
