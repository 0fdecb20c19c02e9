package main

import (
	"os"
	"strings"
	"testing"
)

// What is left out of Go's packages is there in the Go that builds the site, and returns at once.
func TestLighten(t *testing.T) {
	goRoot, err := output("go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	flag, err := lighten(tmp, goRoot)
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(strings.TrimPrefix(flag, "-overlay="))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dead {
		source, err := os.ReadFile(tmp + "/" + strings.ReplaceAll(d.file, "/", "-"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range d.funcs {
			if !strings.Contains(string(source), f+"\tif true {\n\t\treturn\n\t}\n") {
				t.Errorf("%s: %q does not return at once", d.file, f)
			}
		}
		for _, c := range d.changes {
			if strings.Count(string(source), c.to) != 1 || strings.Count(string(source), c.from) != strings.Count(c.to, c.from) {
				t.Errorf("%s: %q is not in the place of %q", d.file, c.to, c.from)
			}
		}
		if !strings.Contains(string(list), "/"+d.file) {
			t.Errorf("%s does not stand in for Go's: %s", d.file, list)
		}
	}
	if _, err := lightened([]byte("package runtime\n"), dead[0].funcs, nil); err == nil || !strings.Contains(err.Error(), "initMetrics") {
		t.Errorf("of another Go's runtime the error is %v", err)
	}
	if _, err := lightened([]byte("package runtime\n"), nil, []change{{placed, counted}}); err == nil || !strings.Contains(err.Error(), "FuncTabBucketSize") {
		t.Errorf("of another Go's findfunc the error is %v", err)
	}
}
