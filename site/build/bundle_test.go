package main

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"testing"
)

// fixture is a small site that contains every kind of reference.
var fixture = map[string]string{
	"index.html":              "<!doctype html>\n<html lang=en data-open=\"@open@\" data-version=\"@build@\"><meta http-equiv=Content-Security-Policy content=\"@policy@\"><script src=\"@boot.js@\"></script>\n<p>a  b</p></html>",
	"boot.js":                 "const  program = \"@app.wasm@\";\nfetch(program); new Worker(\"@worker.js@\");",
	"worker.js":               "importScripts(\"../@wasm_exec.js@\");",
	"wasm_exec.js":            "globalThis.Go = class { };",
	"app.wasm":                "\x00asm @boot.js@",
	"style.css":               "@media (x) { a { color : red } } @import url(\"../@icons/i.svg@\");",
	"icons/i.svg":             "<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- lens --><path d=\"M 0 0 L 1 1\"/></svg>",
	"manifest.webmanifest":    "{ \"icons\" : [ { \"src\" : \"@icons/i.svg@\" } ] }",
	"sw.js":                   "const version = \"@version@\", files = JSON.parse('@files@');",
	"samples/sample.trace.gz": "packed",
	"embed.js":                "const  app = 1;",
	"embed.d.ts":              "export type  A = 1;",
	"embed/index.html":        "<!doctype html><link rel=stylesheet href=\"../@pages.css@\"><script src=\"../embed.js\"></script><p>b</p>",
	"pages.css":               "a { color : red }",
}

func bundleOf(t *testing.T, change map[string]string) map[string][]byte {
	t.Helper()
	sources := make(map[string][]byte)
	for name, text := range fixture {
		sources[name] = []byte(text)
	}
	for name, text := range change {
		sources[name] = []byte(text)
	}
	files, err := bundle(sources, settings{policy: "default-src 'none'", open: "./ ../traces/", at: "/docs/", version: "1.0 (abc)"})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// find returns the path and the content of the file made from a source.
func find(t *testing.T, files map[string][]byte, start, end string) (path, text string) {
	t.Helper()
	for p, data := range files {
		if strings.HasPrefix(p, start) && strings.HasSuffix(p, end) {
			return p, string(data)
		}
	}
	t.Fatalf("no file %s*%s among %q", start, end, slices.Sorted(maps.Keys(files)))
	return "", ""
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func TestBundle(t *testing.T) {
	files := bundleOf(t, nil)
	boot, bootText := find(t, files, "assets/boot.", ".js")
	app, appText := find(t, files, "assets/app.", ".wasm")
	worker, workerText := find(t, files, "assets/worker.", ".js")
	exec, _ := find(t, files, "assets/wasm_exec.", ".js")
	icon, iconText := find(t, files, "assets/icons/i.", ".svg")
	_, styleText := find(t, files, "assets/style.", ".css")
	_, page := find(t, files, "index.html", "")
	_, sw := find(t, files, "sw.js", "")
	_, manifest := find(t, files, "manifest.webmanifest", "")

	tests := []struct{ what, text, want string }{
		{"page", page, `src="` + boot + `"`},
		{"page", page, `content="default-src 'none'"`},
		{"page", page, `<p>a b</p>`},
		{"page", page, `data-open="./ ../traces/" data-version="1.0 (abc)"`},
		{"boot", bootText, `"` + app + `"`},
		{"boot", bootText, `"` + worker + `"`},
		{"worker", workerText, `"../` + exec + `"`},
		{"style", styleText, `../` + icon},
		{"style", styleText, `@media`},
		{"icon", iconText, `d="M0 0 1 1"`},
		{"manifest", manifest, `{"icons":[{"src":"` + icon + `"}]}`},
		{"service worker", sw, `{"./":"` + digest(page) + `","` + app + `":"` + digest(appText) + `",`},
		{"service worker", sw, `"manifest.webmanifest":"` + digest(manifest) + `",`},
		{"service worker", sw, `"samples/sample.trace.gz":"`},
		{"program, which is no text", appText, "@boot.js@"},
	}
	for _, tt := range tests {
		if !strings.Contains(tt.text, tt.want) {
			t.Errorf("%s: %q lacks %q", tt.what, tt.text, tt.want)
		}
	}
	if strings.Contains(sw, "sw.js") {
		t.Errorf("the service worker caches itself: %s", sw)
	}
	// Files of other pages keep their names, and the service worker does not store them.
	style, _ := find(t, files, "assets/pages.", ".css")
	if _, text := find(t, files, "embed/index.html", ""); !strings.Contains(text, `href="../`+style+`"`) {
		t.Errorf("embed/index.html has a wrong link: %s", text)
	}
	if string(files["embed.js"]) != "const app=1" || string(files["embed.d.ts"]) != fixture["embed.d.ts"] {
		t.Errorf("embed.js is %q, its types %q", files["embed.js"], files["embed.d.ts"])
	}
	if strings.Contains(sw, "embed") || strings.Contains(sw, "pages") {
		t.Errorf("the service worker stores files that are not part of the viewer: %s", sw)
	}
}

// TestBundleRenames: a change renames all files that depend on it, and no others.
func TestBundleRenames(t *testing.T) {
	before := bundleOf(t, nil)
	after := bundleOf(t, map[string]string{"wasm_exec.js": "globalThis.Go = 1;"})
	var renamed []string
	for _, name := range []string{"boot.js", "worker.js", "wasm_exec.js", "app.wasm", "style.css", "icons/i.svg"} {
		stem, ext, _ := strings.Cut(name, ".")
		was, _ := find(t, before, "assets/"+stem+".", ext)
		is, _ := find(t, after, "assets/"+stem+".", ext)
		if was != is {
			renamed = append(renamed, name)
		}
	}
	if want := []string{"boot.js", "worker.js", "wasm_exec.js"}; !slices.Equal(renamed, want) {
		t.Errorf("renamed %q, want %q", renamed, want)
	}
	if string(before["sw.js"]) == string(after["sw.js"]) {
		t.Error("the service worker did not change, so browsers would keep the old site")
	}
}

// TestBuildRepeats bundles only the fixture. The browser tests build the whole site twice.
func TestBuildRepeats(t *testing.T) {
	build := func() map[string][]byte {
		files := bundleOf(t, nil)
		if err := compress(files, gzip.BestCompression, true); err != nil {
			t.Fatal(err)
		}
		return files
	}
	first, second := build(), build()
	for name, data := range first {
		if string(second[name]) != string(data) {
			t.Errorf("%s differs from one build to the next", name)
		}
	}
	if len(first) != len(second) {
		t.Errorf("%d files, then %d", len(first), len(second))
	}
	for _, name := range []string{"index.html.gz", "index.html.br", "sw.js.gz"} {
		if first[name] == nil {
			t.Errorf("no %s", name)
		}
	}
	if first["samples/sample.trace.gz.gz"] != nil {
		t.Error("a sample was compressed twice")
	}
}

func TestBundleErrors(t *testing.T) {
	tests := []struct {
		name    string
		sources map[string]string
		want    string
	}{
		{"unknown file", map[string]string{"boot.js": `"@drwa.js@"`}, "boot.js: no file drwa.js"},
		{"circle", map[string]string{"a.js": `"@b.js@"`, "b.js": `"@a.js@"`}, "a.js: b.js: a.js refers to itself by way of other files"},
		{"part that is not there", map[string]string{"draw.js": "/* @draw/lits.js@ */"}, "draw.js: no file draw/lits.js"},
		{"part left out", map[string]string{"draw.js": "draw();", "draw/list.js": "1"}, "draw.js takes in its part draw/list.js 0 times"},
		{"part taken twice", map[string]string{"draw.js": "/* @draw/list.js@ */\n/* @draw/list.js@ */", "draw/list.js": "1"},
			"draw.js takes in its part draw/list.js 2 times"},
		{"taken in by itself", map[string]string{"run.js": "/* @run.js@ */"}, "run.js is taken in too far within others, or takes itself in"},
		{"part of another", map[string]string{"draw.js": "/* @style/page.css@ */", "style.css": "", "style/page.css": ""},
			"style.css takes in its part style/page.css 0 times"},
		{"bad script", map[string]string{"a.js": `let = = 1`}, "a.js: "},
	}
	for _, tt := range tests {
		sources := make(map[string][]byte)
		for name, text := range tt.sources {
			sources[name] = []byte(text)
		}
		if _, err := bundle(sources, settings{}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: error = %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestScriptTexts: a script that cannot fetch a catalogue contains its texts in each language. A part of one
// script also appears in another script that includes it. The 404 page knows the site's folder.
func TestScriptTexts(t *testing.T) {
	files := bundleOf(t, map[string]string{
		"words/zh.txt":     "en\nzh-CN\n\nEnglish\n中文\n\nIt isn't \"there\".\n它'不'在\"那里\"。\n",
		"embed.js":         `const said=JSON.parse('@texts@');function say(t){return said.zh[t]}console.log(say("It isn't \"there\"."))`,
		"boot.js":          "/* @boot/language.js@ */\nf();",
		"boot/language.js": "const shared = 1; function f() { console.log(shared); }",
		"pages.js":         "/* @boot/language.js@ */\nf();",
		"404.html":         `<!doctype html><title>x</title><a href="@at@">there</a>`,
	})
	if _, text := find(t, files, "embed.js", ""); !strings.Contains(text, "那里") {
		t.Errorf("embed.js is %s", text)
	}
	for _, start := range []string{"assets/boot.", "assets/pages."} {
		if _, text := find(t, files, start, ".js"); !strings.Contains(text, "console.log(") {
			t.Errorf("%s lacks the part: %s", start, text)
		}
	}
	if _, text := find(t, files, "404.html", ""); !strings.Contains(text, `href="/docs/"`) {
		t.Errorf("404.html has a wrong link: %s", text)
	}
}
