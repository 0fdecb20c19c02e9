package dmtracedump

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestPolicy checks that a page runs only its own script, or the one at sortable.
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

// TestPageRows checks that the page of a large trace shows the first rows of each table and says
// so. Rows are laid out when they come into view. Rows 0 shows all.
func TestPageRows(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Generate(&file, tracetest.Config{Records: 60_000, Methods: 3000}); err != nil {
		t.Fatal(err)
	}
	p, _ := figures(t, file.Bytes())
	d := FromFigures(p, first(p), nil)
	page := func(rows int) string {
		return text(t, func(w io.Writer) error { return (&Page{Profile: d, Rows: rows}).Write(w) })
	}
	all, some := page(0), page(100)
	const entry = `<pre class="entry" id="m`
	methods := strings.Count(all, entry)
	if methods < 500 || strings.Contains(all, "rows are shown") || strings.Contains(all, " more\n") {
		t.Fatalf("all: %d methods", methods)
	}
	if n := strings.Count(some, entry); n != 100 {
		t.Errorf("%d methods of at most 100", n)
	}
	if n := strings.Count(some, "<tr><td>"); n != 100 {
		t.Errorf("%d rows of exclusive time of at most 100", n)
	}
	if n := strings.Count(some, "<details>"); n > 200 || n != strings.Count(some, "</details>") {
		t.Errorf("%d groups of at most 200", n)
	}
	if n := strings.Count(some, "The first 100 of "); n != 4 {
		t.Errorf("%d tables are marked as shortened", n)
	}
	for _, part := range strings.Split(some, `href="#m`)[1:] {
		if id, _, _ := strings.Cut(part, `"`); id != "ethod" && !strings.Contains(some, entry+id+`"`) {
			t.Fatalf("a link leads to m%s, which is not there", id)
		}
	}
	if !strings.Contains(some, "content-visibility: auto") {
		t.Error("all that is out of view is laid out at once")
	}
	diff := text(t, func(w io.Writer) error { return DiffHTML(w, d, d, [2]string{"a", "b"}, "", 100) })
	if n := strings.Count(diff, "<tr><td"); n != 200 || strings.Count(diff, "The first 100 of ") != 2 {
		t.Errorf("the difference has %d rows", n)
	}
}
