package serve

import (
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Headers holds the response headers of the site, by path.
type Headers struct {
	rules []rule
}

type rule struct {
	For    string            // a path, or a prefix that ends in "/*"
	Values map[string]string // by header name
}

// ReadHeaders reads the [[headers]] tables of a netlify.toml.
func ReadHeaders(netlifyTOML string) (Headers, error) {
	text, err := os.ReadFile(netlifyTOML)
	if err != nil {
		return Headers{}, err
	}
	var config struct{ Headers []rule }
	if err := toml.Unmarshal(text, &config); err != nil {
		return Headers{}, fmt.Errorf("%s: %w", netlifyTOML, err)
	}
	for _, r := range config.Headers {
		// Netlify has more patterns; the site needs only these.
		if strings.Contains(strings.TrimSuffix(r.For, "/*"), "*") || strings.Contains(r.For, ":") {
			return Headers{}, fmt.Errorf("%s: headers for %q: want a path, or a path and /*", netlifyTOML, r.For)
		}
	}
	return Headers{rules: config.Headers}, nil
}

// For returns the headers of the response at path. As on Netlify, all matching rules apply. A header that two
// rules set has both values.
func (h Headers) For(path string) http.Header {
	header := make(http.Header)
	for _, r := range h.rules {
		prefix, isPrefix := strings.CutSuffix(r.For, "*")
		if path == r.For || isPrefix && strings.HasPrefix(path, prefix) {
			for name, value := range r.Values {
				header.Add(name, value)
			}
		}
	}
	return header
}

// MetaPolicy returns the content security policy for index.html, which hosts without headers need. It omits
// frame-ancestors, which a page cannot set.
func (h Headers) MetaPolicy() string {
	var kept []string
	for directive := range strings.SplitSeq(h.For("/").Get("Content-Security-Policy"), ";") {
		directive = strings.TrimSpace(directive)
		if directive != "" && !strings.HasPrefix(directive, "frame-ancestors") {
			kept = append(kept, directive)
		}
	}
	return strings.Join(kept, "; ")
}
