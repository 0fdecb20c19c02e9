package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// site creates the parts of a built site that a page needs.
func site(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"saved.12.html": "<html><body><!--traceglass app=app.1.wasm graphs=graphviz.3.js-->\n<script>run()</script></body>",
		"app.1.wasm":    "the page's program", "graphviz.3.js": "Graphviz",
	} {
		if err := os.MkdirAll(filepath.Join(dir, "assets"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "assets", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// contentsOf returns a page's contents: the names "part app" or "0 a.trace", and the bytes of each.
func contentsOf(t *testing.T, page []byte) (names []string, contents map[string][]byte) {
	t.Helper()
	contents = map[string][]byte{}
	packed := map[string][]byte{}
	for _, m := range regexp.MustCompile(`<script type="application/gzip" class="(?:(part)|held" data-number="(\d+))" data-name="([^"]*)">([A-Za-z0-9+/=]*)</script>`).FindAllSubmatch(page, -1) {
		name := string(m[1]) + string(m[2]) + " " + html.UnescapeString(string(m[3]))
		data, err := base64.StdEncoding.DecodeString(string(m[4]))
		if err != nil {
			t.Fatal(err)
		}
		if packed[name] == nil {
			names = append(names, name)
		}
		packed[name] = append(packed[name], data...)
	}
	for name, data := range packed {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			contents[name], err = io.ReadAll(z)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return names, contents
}

// TestHashName checks that hashes stay the same from version to version.
func TestHashName(t *testing.T) {
	if got := hashName("a.b.C") + " " + hashName("a.b.C", "d", "()V"); got != "132356755e0f bea1d2c2312a" {
		t.Errorf("the hashes are %s", got)
	}
}

// TestPage checks that a page contains the needed parts of the viewer and each file, unchanged or
// as cut writes its part, and that its bytes are reproducible.
func TestPage(t *testing.T) {
	viewer := site(t)
	trace := tracetest.Bytes("main 0>app.A.a 1000>app.B.b 2000<app.B.b 3000<app.A.a work 500>app.C.c 900<app.C.c")
	dump := []byte("----- pid 123 at 2026-01-02 03:04:05 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Runnable\n  at app.A.run(A.java:1)\n")
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	calc, anr := write("calc&<b>.trace", trace), write("anr.txt", dump)
	gz := write("gz.trace.gz", pack(trace))
	key, mapped := write("pair.key", trace), write("mapping.txt", []byte("com.acme.Feed -> app.A:\n    void load() -> a\n"))
	write("pair.data", nil)
	_ = key
	for _, tt := range []struct {
		name  string
		args  []string
		names string
		same  []byte   // the first file is this
		cut   []string // or what cut writes with these arguments; nil for an excerpt of the recording
	}{
		{"a trace", []string{calc}, "part app,0 calc&<b>.trace", trace, nil},
		{"one that is packed", []string{gz}, "part app,0 gz.trace.gz", pack(trace), nil},
		{"with Graphviz", []string{"-graphs", calc}, "part app,part graphs,0 calc&<b>.trace", trace, nil},
		{"a part", []string{"-from", "500us", "-thread", "main", calc}, "part app,0 calc&<b>.cut.trace", nil, nil},
		{"hashed", []string{"-hash", calc}, "part app,0 calc&<b>.hashed.trace", nil, []string{"-hash", calc}},
		{"with a map", []string{"-mapping", mapped, calc}, "part app,0 calc&<b>.cut.trace", nil, []string{"-mapping", mapped, calc}},
		{"a dump", []string{anr}, "part app,0 anr.txt", dump, nil},
		{"two dumps", []string{anr, write("later.txt", dump)}, "part app,0 anr.txt,1 later.txt", dump, nil},
	} {
		args := append([]string{"page", "-viewer", viewer, "-view", "file=a&view=flamegraph", "-o", "-"}, tt.args...)
		page := output(t, args...)
		names, contents := contentsOf(t, page)
		if got := strings.Join(names, ","); got != tt.names {
			t.Errorf("%s: the page holds %s, want %s", tt.name, got, tt.names)
			continue
		}
		for _, name := range names {
			if strings.HasPrefix(name, "part ") {
				names = names[1:]
			}
		}
		want := tt.same
		if tt.same == nil && tt.cut == nil {
			if content := string(contents[names[0]]); !strings.Contains(content, "\ncut-from-nsec=500000\ncut-to-nsec=3000000\ncut-start-nsec=0\n") || !strings.Contains(content, "\nelapsed-time-usec=3000\n") || strings.Contains(content, "app.C") {
				t.Errorf("%s: %s is wrong: %q", tt.name, names[0], content)
			}
			want = contents[names[0]]
		} else if want == nil {
			want = output(t, append([]string{"cut", "-o", "-"}, tt.cut...)...)
		}
		if !bytes.Equal(contents[names[0]], want) {
			t.Errorf("%s: %s is wrong: %q", tt.name, names[0], contents[names[0]])
		}
		if text := string(page); !strings.HasPrefix(text, "<html><body>") || !strings.HasSuffix(text, "\n<script>run()</script></body>") || !strings.Contains(text, `<script type="text/plain" id="view">file=a&view=flamegraph</script>`) {
			t.Errorf("%s: the page is %s", tt.name, text)
		}
		if again := output(t, args...); !bytes.Equal(again, page) {
			t.Errorf("%s: another page, of the same", tt.name)
		}
	}
	if _, contents := contentsOf(t, output(t, "page", "-viewer", filepath.Join(viewer, "assets", "saved.12.html"), "-o", "-", calc)); string(contents["part app"]) != "the page's program" {
		t.Errorf("the program is %q", contents["part app"])
	}
}

// TestPageElements checks that a long file is in several elements.
func TestPageElements(t *testing.T) {
	var page bytes.Buffer
	to := &elements{w: &page, attributes: `class="part" data-name="long"`, left: 3*chunk + 5, bounded: true}
	data := bytes.Repeat([]byte("0123456789abcdef"), (3*chunk)/16)
	for len(data) > 0 {
		n := min(len(data), 1<<20+7)
		if _, err := to.Write(data[:n]); err != nil {
			t.Fatal(err)
		}
		data = data[n:]
	}
	if err := to.flush(); err != nil {
		t.Fatal(err)
	}
	var all []byte
	found := strings.SplitAfter(strings.TrimSuffix(page.String(), "</script>\n"), "</script>\n")
	for _, element := range found {
		_, text, _ := strings.Cut(strings.TrimSuffix(element, "</script>\n"), ">")
		piece, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, piece...)
	}
	if len(found) != 4 || !bytes.Equal(all, bytes.Repeat([]byte("0123456789abcdef"), (3*chunk)/16)) {
		t.Errorf("%d elements, %d bytes", len(found), len(all))
	}
	if _, err := to.Write(make([]byte, 100)); err == nil || !strings.Contains(err.Error(), "choose a smaller part") {
		t.Errorf("more than there is room for: %v", err)
	}
}

// TestPageRefuses checks the errors for pages that cannot be made, and that no file is left.
func TestPageRefuses(t *testing.T) {
	viewer := site(t)
	trace := saved(t, "a.trace", tracetest.Bytes("main 0>A 5<A"))
	dump := saved(t, "anr.txt", []byte("----- pid 123 at 2026-01-02 03:04:05 -----\nCmd line: com.example\n\n\"main\" prio=5 tid=1 Runnable\n"))
	png := saved(t, "shot.png", []byte("\x89PNG\r\n\x1a\n0000"))
	old := t.TempDir()
	if err := os.MkdirAll(filepath.Join(old, "assets"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"saved.1.html": "<!--traceglass app=app.wasm graphs=none.js-->", "app.wasm": ""} {
		if err := os.WriteFile(filepath.Join(old, "assets", name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	older := saved(t, "saved.0.html", []byte("<!--traceglass app=app.wasm-->"))
	if err := os.WriteFile(filepath.Join(filepath.Dir(older), "app.wasm"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "none.html")
	for _, tt := range []struct {
		status int
		want   string
		args   []string
	}{
		{2, "-viewer is missing", []string{trace}},
		{2, "name a file", []string{"-viewer", viewer}},
		{2, "is not later than", []string{"-viewer", viewer, "-from", "2s", "-to", "1s", trace}},
		{1, "this is not a site built by go run ./site/build", []string{"-viewer", t.TempDir(), trace}},
		{1, "name the folder of a site built by go run ./site/build", []string{"-viewer", trace, trace}},
		{1, "none.js", []string{"-viewer", old, "-graphs", trace}},
		{1, `the part "graphs" is missing`, []string{"-viewer", older, "-graphs", dump}},
		{1, "must be the part of a link after its #", []string{"-viewer", viewer, "-view", "</script><script>alert(1)</script>", trace}},
		{1, "thread dumps go into a page whole", []string{"-viewer", viewer, "-hash", dump}},
		{1, "thread dumps go into a page whole", []string{"-viewer", viewer, "-from", "1s", dump}},
		{1, "image", []string{"-viewer", viewer, png}},
		{1, "no such file", []string{"-viewer", viewer, trace + ".none"}},
		{1, "the trace's end", []string{"-viewer", viewer, "-from", "1h", trace}},
	} {
		var out, errs bytes.Buffer
		if got := run(append([]string{"page", "-o", to}, tt.args...), &out, &errs); got != tt.status || !strings.Contains(errs.String(), tt.want) {
			t.Errorf("%q: status %d, want %d: %s", tt.args, got, tt.status, errs.String())
		}
		if _, err := os.Stat(to); err == nil {
			t.Fatalf("%q: there is a file", tt.args)
		}
	}
}
