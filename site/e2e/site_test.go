//go:build !js

package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"traceglass/site/e2e/chromium"
	"traceglass/site/serve"
)

// Set once for all tests by TestMain.
var (
	dist    string          // folder of the built site
	browser context.Context // the browser's first tab, which no test uses
)

const root = "../.." // the module's top folder

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	tmp, err := os.MkdirTemp("", "traceglass-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(tmp)
	dist = filepath.Join(tmp, "dist")
	if err := buildSite(dist); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var cancel context.CancelFunc
	// The optimizing compilers take more time than their code saves, so they are off. So is the process that
	// Chromium keeps for the next tab: each profile would start one.
	if browser, cancel, err = chromium.Start(
		chromedp.Flag("js-flags", "--liftoff-only --no-maglev --no-turbofan"),
		chromedp.Flag("disable-features", "BlinkGenPropertyTrees,PaintHolding,Translate,SpareRendererForSitePerProcess"),
	); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer cancel()
	// Tests wait for the browser's frames as much as they use a processor. One more parallel test than
	// processors takes 10 % less time in total.
	flag.Parse()
	if at := flag.Lookup("test.parallel"); at.Value.String() == at.DefValue {
		if err := at.Value.Set(strconv.Itoa(runtime.GOMAXPROCS(0) + 1)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

// statSources calls Stat on each source of the site, once. The go command reuses a test's result until a file
// that the test accessed changes. It does not see files that the build reads, because the build is another
// process.
var statSources = sync.OnceValue(func() error {
	for _, dir := range []string{"parser", "render", "wasm", "site/build", "site/docs", "site/static"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
})

// buildSite builds the site in the folder out from the generated code as it is, because other tests may be
// compiling that code. The page shows a fixed version, which does not depend on the commit. Full compression would
// take as long as the rest.
func buildSite(out string) error {
	cmd := exec.Command("go", "run", "./site/build", "-generate=false", "-version", "1.0", "-gzip", "1", "-out", out)
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	return nil
}

// A site is the built site at its own address, and therefore origin.
type site struct {
	URL string // without a trailing slash

	mu     sync.Mutex
	down   bool
	packed bool                        // whether it sends compressed copies, which the browser takes long to unpack
	built  http.Handler                // serves the build
	asked  []string                    // paths of all requests
	stubs  map[string]http.HandlerFunc // by pattern for path.Match
}

// nothing is the path of an empty page of each site.
const nothing = "/nothing"

// serveSite returns the site at an address of its own, and a func that ends its server.
func serveSite(t *testing.T) (*site, func()) {
	t.Helper()
	if err := statSources(); err != nil {
		t.Fatal(err)
	}
	headers, err := serve.ReadHeaders(filepath.Join(root, "netlify.toml"))
	if err != nil {
		t.Fatal(err)
	}
	s := &site{}
	s.Mend()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == nothing {
			w.Header().Set("Content-Type", "text/html")
			return
		}
		if stub := s.stubFor(r.URL.Path); stub != nil {
			for name, values := range headers.For(r.URL.Path) {
				w.Header()[name] = values
			}
			stub(w, r)
			return
		}
		s.mu.Lock()
		built := s.built
		if !s.packed {
			r.Header.Del("Accept-Encoding")
		}
		s.mu.Unlock()
		built.ServeHTTP(w, r)
	}))
	s.URL = server.URL
	return s, func() {
		server.CloseClientConnections()
		server.Close()
	}
}

func (s *site) stubFor(urlPath string) http.HandlerFunc {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, urlPath)
	if s.down {
		return func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "down", http.StatusServiceUnavailable)
		}
	}
	for pattern, stub := range s.stubs {
		if ok, _ := path.Match(pattern, urlPath); ok {
			return stub
		}
	}
	return nil
}

// Stub answers requests whose path matches pattern, such as "/assets/app.*.wasm", with the handler. A nil
// handler restores the site's answer.
func (s *site) Stub(pattern string, handler http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stubs[pattern] = handler
}

// Asked returns the paths of all requests up to now, one a line.
func (s *site) Asked() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.asked, "\n")
}

// Mend makes the server send the built site again, as if nobody had asked for anything.
func (s *site) Mend() {
	s.Serve(dist)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.packed, s.asked, s.stubs = false, nil, make(map[string]http.HandlerFunc)
}

// Pack makes the server send compressed copies to browsers that accept them.
func (s *site) Pack() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.packed = true
}

// Serve makes the server send another build from a folder.
func (s *site) Serve(dir string) {
	headers, err := serve.ReadHeaders(filepath.Join(root, "netlify.toml"))
	if err != nil {
		panic(err) // serveSite has read it before
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.built, s.down = serve.Handler(dir, headers), false
}

// GoDown makes the server answer all further requests with 503.
func (s *site) GoDown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
}
