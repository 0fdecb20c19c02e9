// Package serve is an HTTP handler for the built site. For development and browser tests, it sends the types,
// headers and compressed copies that a static host sends.
package serve

import (
	"bytes"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// contentTypes lists the types that the site needs, because the machine's table may lack them or differ.
// Without application/wasm, browsers cannot compile the program during the download.
var contentTypes = map[string]string{
	".webp":        "image/webp",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".json":        "application/json",
	".txt":         "text/plain; charset=utf-8",
	".ts":          "text/plain; charset=utf-8",
	".gz":          "application/gzip",
}

// Handler serves the files of dist, a folder that site/build makes. It reads files on each request, so a new
// build appears at once.
func Handler(dist string, headers Headers) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		urlPath := path.Clean("/" + r.URL.Path)
		for name, values := range headers.For(urlPath) {
			w.Header()[name] = values
		}
		name := urlPath
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(urlPath, "index.html")
		}
		file := filepath.Join(dist, filepath.FromSlash(name))
		data, coding := read(file, r.Header.Get("Accept-Encoding"))
		if data == nil {
			absent, err := os.ReadFile(filepath.Join(dist, "404.html"))
			if err != nil {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", contentType("404.html"))
			w.WriteHeader(http.StatusNotFound)
			w.Write(absent)
			return
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Set("Vary", "Accept-Encoding")
		if coding != "" {
			w.Header().Set("Content-Encoding", coding)
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
}

// read returns a file, or its smallest compressed copy that the browser accepts, and the coding. It returns
// nil if the file does not exist.
func read(file, accept string) (data []byte, coding string) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, ""
	}
	for _, c := range []struct{ coding, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if accepts(accept, c.coding) {
			if packed, err := os.ReadFile(file + c.ext); err == nil {
				return packed, c.coding
			}
		}
	}
	return data, ""
}

// accepts reports whether an Accept-Encoding header names coding.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == coding {
			return strings.ReplaceAll(params, " ", "") != "q=0"
		}
	}
	return false
}

func contentType(name string) string {
	if t, ok := contentTypes[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}
