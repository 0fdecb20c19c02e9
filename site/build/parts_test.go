package main

import (
	"path"
	"strings"
	"testing"
)

// whole returns a file of site/static with its parts.
func whole(t *testing.T, name string) string {
	t.Helper()
	files, err := static("../static")
	if err != nil {
		t.Fatal(err)
	}
	if files, _, err = assemble(files); err != nil {
		t.Fatal(err)
	}
	return string(files[name])
}

// TestAssembleWhole: a file may include other files whole, with their parts. An included file is a file of the
// site too if another file refers to it.
func TestAssembleWhole(t *testing.T) {
	files := bundleOf(t, map[string]string{
		"page.js":      "/* @run.js@ */\n/* @draw.js@ */\n",
		"run.js":       "run();",
		"draw.js":      "(() => {\n\t/* @draw/list.js@ */\n})();",
		"draw/list.js": "list();",
		"tools.js":     "importScripts(\"../@run.js@\");",
	})
	if _, got := find(t, files, "assets/page.", ".js"); got != "run(),(()=>{list()})()" {
		t.Errorf("page.js is %q", got)
	}
	run, _ := find(t, files, "assets/run.", ".js")
	if _, got := find(t, files, "assets/tools.", ".js"); got != `importScripts("../`+run+`")` {
		t.Errorf("tools.js is %q", got)
	}
	for name := range files {
		if strings.Contains(name, "draw") {
			t.Errorf("%s is a file of the site, but should only be part of another", name)
		}
	}
}

func TestAssemble(t *testing.T) {
	files := bundleOf(t, map[string]string{
		"draw.js":           "(() => {\n\t/* @draw/list.js@ */\n\t/* @draw/frame.js@ */\n})();",
		"draw/list.js":      "// The lists.\nconst magic = 7;",
		"draw/frame.js":     "console.log(magic, \"@icons/i.svg@\");",
		"style.css":         "/* @style/page.css@ */\n/* @style/colours.css@ */\n",
		"style/page.css":    "a { color: red }",
		"style/colours.css": "a { color: blue }",
	})
	icon, _ := find(t, files, "assets/icons/i.", ".svg")
	for name, want := range map[string]string{
		"draw.js":   `(()=>{const e=7;console.log(e,"` + icon + `")})()`,
		"style.css": `a{color:red}a{color:blue}`,
	} {
		ext := path.Ext(name)
		if _, got := find(t, files, "assets/"+strings.TrimSuffix(name, ext)+".", ext); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	for name := range files {
		if strings.Contains(name, "draw/") || strings.Contains(name, "style/") {
			t.Errorf("%s is a file of the site, but should only be part of another", name)
		}
	}
}
