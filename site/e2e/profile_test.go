//go:build !js

package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"traceglass/site/serve"
)

// A profile is a browser profile that tests use one after another. A new one starts a process and compiles the
// program, which is a sixth of a short test's work. Each site has its own port, and therefore its own storage.
// For Chromium's processes all ports are one site, so pages share the program that the profile's first tab has
// compiled and keeps.
type profile struct {
	tab     context.Context
	close   context.CancelFunc
	visited map[string]bool // addresses of sites, because ports can repeat
}

var profiles struct {
	sync.Mutex
	idle []*profile
}

// takeProfile returns a profile that never visited a site, for one page.
func takeProfile(t *testing.T, s *site) *profile {
	t.Helper()
	in := idleProfile(s)
	if in == nil {
		var err error
		if in, err = newProfile(); err != nil {
			t.Fatal(err)
		}
	}
	in.visited[s.URL] = true
	return in
}

// idleProfile returns the last used profile that never visited a site, or nil.
func idleProfile(s *site) *profile {
	profiles.Lock()
	defer profiles.Unlock()
	for i, in := range slices.Backward(profiles.idle) {
		if !in.visited[s.URL] {
			profiles.idle = slices.Delete(profiles.idle, i, i+1)
			return in
		}
	}
	return nil
}

func newProfile() (*profile, error) {
	programs, err := filepath.Glob(filepath.Join(dist, "assets", "app.*.wasm"))
	if err != nil || len(programs) != 1 {
		return nil, fmt.Errorf("programs of the site: %q, %w", programs, err)
	}
	in := &profile{visited: make(map[string]bool)}
	in.tab, in.close = chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	keep := fmt.Sprintf(`(async () => { globalThis.kept = await WebAssembly.compileStreaming(fetch("/assets/%s")); return true; })()`, filepath.Base(programs[0]))
	if err = chromedp.Do(in.tab, chromedp.Navigate(firstPage())); err == nil {
		_, err = chromedp.Run(in.tab, chromedp.Evaluate[bool](keep, chromedp.EvalAwaitPromise))
	}
	if err != nil {
		in.close()
		return nil, fmt.Errorf("first tab of a profile: %w", err)
	}
	return in, nil
}

// firstPage serves the page of the profiles' first tabs: an empty page with the site's files.
var firstPage = sync.OnceValue(func() string {
	files := serve.Handler(dist, serve.Headers{})
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			w.Header().Set("Content-Type", "text/html")
			return
		}
		files.ServeHTTP(w, r)
	})).URL + "/"
})

// release cleans a profile after its page is closed, for other tests. It ends the profile if the test failed or
// crashed the process.
func (in *profile) release(t *testing.T, s *site) {
	t.Helper()
	if t.Failed() || in.clean(s) != nil {
		in.close()
		return
	}
	profiles.Lock()
	defer profiles.Unlock()
	profiles.idle = append(profiles.idle, in)
}

// clean closes the pages that the test's page opened, and clears what the site stored. It returns an error if the
// first tab has lost the program.
func (in *profile) clean(s *site) error {
	ctx, stop := context.WithTimeout(in.tab, 5*time.Second)
	defer stop()
	own := chromedp.FromContext(in.tab)
	open, err := cdp.Call(ctx, own.Browser, target.GetTargets, target.GetTargetsParams{})
	if err != nil {
		return err
	}
	for _, info := range open.TargetInfos {
		if info.BrowserContextID == own.BrowserContextID && info.TargetID != own.Target.TargetID && info.Type == "page" {
			_, shut := cdp.Call(ctx, own.Browser, target.CloseTarget, target.CloseTargetParams{TargetID: info.TargetID})
			err = errors.Join(err, shut)
		}
	}
	_, cleared := chromedp.Call(ctx, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: s.URL, StorageTypes: "all"})
	_, reset := chromedp.Call(ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior:         cdpbrowser.SetDownloadBehaviorBehaviorDefault,
		BrowserContextID: own.BrowserContextID,
	})
	kept, asked := chromedp.Run(ctx, chromedp.Evaluate[bool](`globalThis.kept instanceof WebAssembly.Module`))
	if err = errors.Join(err, cleared, reset, asked); err == nil && !kept {
		err = errors.New("the first tab was loaded again")
	}
	return err
}
