package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestShipped: the site has the licence of every module in a program, each text once, and the bill of
// materials lists every module. A module without a licence is an error.
func TestShipped(t *testing.T) {
	t.Chdir("../..")
	modules, err := shippedModules()
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, m := range modules {
		paths = append(paths, m.Path)
	}
	for _, want := range []string{"std", vuguModule, "github.com/vugu/vjson", "github.com/vugu/xxhash", "github.com/parquet-go/parquet-go"} {
		if !slices.Contains(paths, want) {
			t.Errorf("%s is not among %q", want, paths)
		}
	}
	if slices.Contains(paths, "github.com/chromedp/chromedp") {
		t.Error("shippedModules lists a module that only tests use")
	}
	text, err := licences([]byte("Traceglass is free.\n"), modules)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules[1:] {
		if !strings.Contains(string(text), m.Path+" "+m.Version) {
			t.Errorf("no licence of %s", m.Path)
		}
	}
	if !strings.HasPrefix(string(text), "Traceglass is free.\n") || strings.Count(string(text), "Copyright 2009 The Go Authors") != 1 {
		t.Errorf("the licences begin %q, and have Go's %d times", text[:40], strings.Count(string(text), "Copyright 2009 The Go Authors"))
	}

	dir := t.TempDir()
	for name, text := range map[string]string{"a/LICENSE": "Do as you like.\n", "b/LICENSE.md": "Do as you like.", "b/NOTICE": "Made by b.\n", "c/README": "Free!"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) dependency {
		return dependency{Path: "example.com/" + name, Version: "v1.0.0", Dir: filepath.Join(dir, name)}
	}
	if text, err := licences(nil, []dependency{in("a"), in("b"), in("a")}); err != nil || strings.Count(string(text), "Do as you like.") != 2 || !strings.Contains(string(text), "Do as you like.\nMade by b.\n") {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := licences(nil, []dependency{in("c")}); err == nil || !strings.Contains(err.Error(), "example.com/c v1.0.0 has no file LICENSE") {
		t.Errorf("without a licence: %v", err)
	}

	data, err := bill("1f2e3d", modules, graphviz)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		BOMFormat, SpecVersion string
		Components             []struct{ Name, PURL string }
	}
	if err := json.Unmarshal(data, &doc); err != nil || doc.BOMFormat != "CycloneDX" || len(doc.Components) != len(modules)+1 {
		t.Errorf("%+v, %v", doc, err)
	}
	if got := doc.Components[len(modules)].PURL; got != "pkg:npm/%40viz-js/viz@"+graphviz.version {
		t.Errorf("Graphviz is %s", got)
	}
}

// TestWithoutRegistry: if npm cannot reach its registry, the error contains npm's message and two solutions.
// The second one, a given archive, works.
func TestWithoutRegistry(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "npm"), []byte("#!/bin/sh\necho 'npm error network the registry sleeps' >&2\nexit 7\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	archive, p := archiveOf(t, "package/dist/lens.js", "focus()")
	_, err := p.read(fetchByNPM)
	for _, want := range []string{"lens@1.2.3", "npm error network the registry sleeps", "exit status 7", "npm config set registry", "-graphviz FILE"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
	file := filepath.Join(t.TempDir(), "lens.tgz")
	if err := os.WriteFile(file, archive, 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := p.read(func(_ packed, dir string) error { return copied(file, dir) }); err != nil || string(got) != "focus()" {
		t.Errorf("with a given archive: %q, %v", got, err)
	}
}

func TestFoldersToOpen(t *testing.T) {
	for open, ok := range map[string]bool{"./": true, "./ ../traces/": true, "/ci/": true, "": true, "../traces": false, "//elsewhere.example/": false, "https://elsewhere.example/": false, "./?x/": false} {
		if err := checkFolders(open); (err == nil) != ok {
			t.Errorf("%q: %v", open, err)
		}
	}
}
