package dmtracedump

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
)

// TestPolicy: a page runs the script that it was written with, or the one that it was told to use.
func TestPolicy(t *testing.T) {
	var page strings.Builder
	foot(&page, "")
	_, script, _ := strings.Cut(page.String(), "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	sum := sha256.Sum256([]byte(script))
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != sortDigest {
		t.Errorf("sortDigest is to be %q", got)
	}
	for sortable, want := range map[string]string{
		"": "script-src 'sha256-" + sortDigest + "'", "scripts/": "script-src 'self' file:",
		"https://cdn.example/a/": "script-src https://cdn.example", "https://cdn.example/; script-src *": "script-src https://cdn.example", "https://cdn.example;x/": "script-src 'self' file:",
	} {
		if got := policy(sortable); got != "default-src 'none'; style-src 'unsafe-inline'; "+want {
			t.Errorf("with %q: %s", sortable, got)
		}
	}
}
