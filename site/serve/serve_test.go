package serve_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/site/serve"
)

func TestHandler(t *testing.T) {
	dist := t.TempDir()
	for name, text := range map[string]string{
		"index.html":              "shell",
		"assets/app.123.wasm":     "program",
		"assets/app.123.wasm.gz":  "program, gzip",
		"assets/app.123.wasm.br":  "program, brotli",
		"samples/sample.trace.gz": "trace",
	} {
		file := filepath.Join(dist, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	handler := serve.Handler(dist, siteHeaders(t))

	tests := []struct{ path, accept, status, body, mime, coding, caching string }{
		{"/", "gzip, br", "200 OK", "shell", "text/html; charset=utf-8", "", "no-cache"},
		{"/assets/app.123.wasm", "", "200 OK", "program", "application/wasm", "", "public, max-age=31536000, immutable"},
		{"/assets/app.123.wasm", "gzip", "200 OK", "program, gzip", "application/wasm", "gzip", "public, max-age=31536000, immutable"},
		{"/assets/app.123.wasm", "gzip, br;q=0.9", "200 OK", "program, brotli", "application/wasm", "br", "public, max-age=31536000, immutable"},
		{"/assets/app.123.wasm", "gzip, br;q=0", "200 OK", "program, gzip", "application/wasm", "gzip", "public, max-age=31536000, immutable"},
		{"/samples/sample.trace.gz", "gzip", "200 OK", "trace", "application/gzip", "", "no-cache"},
		{"/../serve.go", "", "404 Not Found", "404 page not found\n", "text/plain; charset=utf-8", "", ""},
	}
	for _, tt := range tests {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path = tt.path
		r.Header.Set("Accept-Encoding", tt.accept)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		got := w.Result()
		for _, check := range []struct{ what, got, want string }{
			{"status", got.Status, tt.status},
			{"body", w.Body.String(), tt.body},
			{"type", got.Header.Get("Content-Type"), tt.mime},
			{"coding", got.Header.Get("Content-Encoding"), tt.coding},
			{"caching", got.Header.Get("Cache-Control"), tt.caching},
			{"who may load it", got.Header.Get("Cross-Origin-Resource-Policy"), "cross-origin"},
			{"who may hold its window", got.Header.Get("Cross-Origin-Opener-Policy"), "same-origin"},
			{"sniffing", got.Header.Get("X-Content-Type-Options"), "nosniff"},
		} {
			if check.got != check.want {
				t.Errorf("%s accepting %q: %s = %q, want %q", tt.path, tt.accept, check.what, check.got, check.want)
			}
		}
		if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "connect-src 'self';") {
			t.Errorf("%s: policy %q lets the page send a trace elsewhere", tt.path, policy)
		}
	}
}

// TestAbsent: for a missing file the server sends the site's 404.html, if it exists.
func TestAbsent(t *testing.T) {
	dist := t.TempDir()
	if err := os.WriteFile(filepath.Join(dist, "404.html"), []byte("no such page"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	serve.Handler(dist, siteHeaders(t)).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/a/b.html", nil))
	if got := w.Result(); got.StatusCode != http.StatusNotFound || w.Body.String() != "no such page" || got.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%s %q, %q", got.Status, got.Header.Get("Content-Type"), w.Body)
	}
}

func TestMetaPolicy(t *testing.T) {
	h := siteHeaders(t)
	want, _, _ := strings.Cut(h.For("/").Get("Content-Security-Policy"), "; frame-ancestors")
	if got := h.MetaPolicy(); got != want {
		t.Errorf("MetaPolicy = %q, want %q", got, want)
	}
}

func TestReadHeadersRefusesOtherPatterns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "netlify.toml")
	if err := os.WriteFile(file, []byte("[[headers]]\nfor = \"/*.wasm\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := serve.ReadHeaders(file); err == nil || !strings.Contains(err.Error(), `"/*.wasm"`) {
		t.Errorf("error = %v, want one that names the pattern", err)
	}
}

func siteHeaders(t *testing.T) serve.Headers {
	h, err := serve.ReadHeaders("../../netlify.toml")
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHosts: for every path, the examples for other hosts set the headers of netlify.toml.
func TestHosts(t *testing.T) {
	h := siteHeaders(t)
	nginx, apache := h.Nginx("/"), h.Apache("/")
	for location, path := range map[string]string{"/": "/any", "/assets/": "/assets/app.1.wasm", "= /sw.js": "/sw.js", "= /": "/", "/embed/": "/embed/index.html"} {
		_, block, ok := strings.Cut(nginx, "location "+location+" {\n")
		block, _, _ = strings.Cut(block, "}\n")
		want := h.For(path)
		if n := strings.Count(block, "add_header"); !ok || n != len(want) {
			t.Errorf("nginx's location %s has %d headers, want %d", location, n, len(want))
		}
		for name, values := range want {
			if !strings.Contains(block, "add_header "+name+" \""+values[0]+"\" always;") {
				t.Errorf("nginx's location %s lacks %s: %s", location, name, values[0])
			}
		}
	}
	if !strings.Contains(nginx, "application/wasm wasm;") || !strings.Contains(apache, "AddType application/wasm .wasm") {
		t.Error("an example does not set the type of WebAssembly")
	}
	for pattern, want := range map[string]string{
		`"^/"`:        `Header always set Content-Security-Policy "` + h.For("/").Get("Content-Security-Policy") + `"`,
		`"^/assets/"`: `Header always set Cache-Control "public, max-age=31536000, immutable"`, `"^/sw\\.js$"`: `Header always set Cache-Control "no-cache"`,
	} {
		_, section, _ := strings.Cut(apache, "<LocationMatch "+pattern+">\n")
		section, _, _ = strings.Cut(section, "</LocationMatch>")
		if !strings.Contains(section, want) {
			t.Errorf("Apache's section %s lacks %s, but has\n%s", pattern, want, section)
		}
	}
	for _, want := range []string{"error_page 404 /docs/traceglass/404.html;", "location = /docs/traceglass/sw.js {", "location /docs/traceglass/assets/ {"} {
		if !strings.Contains(h.Nginx("/docs/traceglass/"), want) {
			t.Errorf("nginx's example for a folder lacks %s", want)
		}
	}
	for _, want := range []string{"ErrorDocument 404 /docs/traceglass/404.html", `<LocationMatch "^/docs/traceglass/sw\\.js$">`} {
		if !strings.Contains(h.Apache("/docs/traceglass/"), want) {
			t.Errorf("Apache's example for a folder lacks %s", want)
		}
	}
	policy := h.For("/").Get("Permissions-Policy")
	for _, feature := range []string{"camera=()", "microphone=()", "geolocation=()", "usb=()"} {
		if !strings.Contains(policy, feature) {
			t.Errorf("the page has a permission that it does not need: %s is not in %s", feature, policy)
		}
	}
	if !strings.HasSuffix(h.For("/").Get("Content-Security-Policy"), "frame-ancestors *") {
		t.Error("no header sets which pages may frame the viewer")
	}
}
