package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// packings returns the map in each form that a build stores.
func packings(t *testing.T) map[string][]byte {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(shopMap))
	z.Close()
	zipped := func(files ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			if err != nil {
				t.Fatal(err)
			}
			w.Write([]byte(files[i+1]))
		}
		z.Close()
		return b.Bytes()
	}
	return map[string][]byte{
		"mapping.txt": []byte(shopMap), "map.gz": packed.Bytes(),
		"app.aab":   zipped("base/dex/classes.dex", "dex\n", "BUNDLE-METADATA/com.android.tools.build.obfuscation/proguard.map", shopMap, "base/manifest/AndroidManifest.xml", "x"),
		"build.zip": zipped("outputs/mapping/release/mapping.txt", shopMap, "outputs/mapping/release/usage.txt", "shop.Gone\n", "outputs/app.apk", "x"),
	}
}

// TestMappingEverywhere runs every command with -mapping and with each form of the map. Its
// output must have the original names and not those of the file.
func TestMappingEverywhere(t *testing.T) {
	viewer := site(t)
	t.Chdir(t.TempDir())
	forms := packings(t)
	files := map[string][]byte{"a.trace": shopTrace(), "b.trace": shopTrace(), "anr.txt": []byte(shopDump), "budget.toml": []byte("[[rule]]\nmethod = \"shop.Cart.add\"\ncalls = 0\n")}
	for _, all := range []map[string][]byte{files, forms} {
		for name, data := range all {
			if err := os.WriteFile(name, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	// By command: its arguments after -mapping FILE; the file or folder with the names, "" for
	// standard output; and the exit status.
	tests := map[string]struct {
		args, out string
		status    int
	}{
		"summary":     {"a.trace", "", 0},
		"explain":     {"anr.txt", "", 0},
		"overview":    {"-format json a.trace", "", 0},
		"ask":         {"methods a.trace", "", 0},
		"dmtracedump": {"a.trace", "", 0},
		"traceview":   {"-r a.trace", "", 0},
		"flamegraph":  {"-o out a.trace", "out", 0},
		"export":      {"-format json a.trace", "", 0},
		"cut":         {"-o cut.trace a.trace", "cut.trace", 0},
		"page":        {"-viewer " + viewer + " -view file=a -o page.html a.trace", "page.html", 0},
		"compare":     {"-format json a.trace b.trace", "", 0},
		"check":       {"-budget budget.toml a.trace", "", 3}, // the budget has an original name
		"table":       {"-o tables a.trace", "tables", 0},
	}
	for _, c := range available() {
		name := c.Name()
		if !strings.Contains(c.Use, "FILE") && !strings.Contains(c.Use, "TRACE") && name != "compare" {
			continue // reads no file
		}
		tt, ok := tests[name]
		if !ok {
			t.Errorf("nothing shows that %s takes -mapping", name)
			continue
		}
		for form := range forms {
			var out, errs bytes.Buffer
			args := append([]string{name, "-mapping", form}, strings.Fields(tt.args)...)
			if status := run(args, &out, &errs); status != tt.status {
				t.Errorf("%q: status %d, %s", args, status, errs.String())
				continue
			}
			text := out.String()
			if tt.out != "" {
				text = ""
				filepath.WalkDir(tt.out, func(path string, d fs.DirEntry, err error) error {
					if err == nil && !d.IsDir() {
						b, _ := os.ReadFile(path)
						if name == "page" {
							b = embedded(t, b)
						}
						text += string(b)
					}
					return err
				})
				os.RemoveAll(tt.out)
			}
			if !strings.Contains(text, "shop.Cart") {
				t.Errorf("%q: no shop.Cart in %d bytes: %.300q; %s", args, len(text), text, errs.String())
			}
			if name == "page" { // page also accepts dumps
				dumps := output(t, "page", "-viewer", viewer, "-o", "-", "-mapping", form, "anr.txt")
				if text := string(embedded(t, dumps)); !strings.Contains(text, "  at shop.Cart.add(Cart.kt:57)\n  - locked <0x0cd0> (a shop.Db)\n") || strings.Contains(text, "a.b.a") {
					t.Errorf("%q: the page holds the dump\n%s", form, text)
				}
			}
			if notes := strings.ReplaceAll(errs.String(), "\u00a0", " "); !strings.Contains(notes, "Names from ") {
				t.Errorf("%q does not say what the map gave: %s", args, notes)
			}
		}
	}
}

// embedded returns the part of a page that is the trace.
func embedded(t *testing.T, page []byte) []byte {
	t.Helper()
	_, contents := contentsOf(t, page)
	for name, content := range contents {
		if strings.HasPrefix(name, "0 ") {
			return content
		}
	}
	return nil
}

// TestMappingLongRunning checks that main's calls before an ANR, which a dump contains as a
// trace, have original names in explain, in the summary, and in an export.
func TestMappingLongRunning(t *testing.T) {
	t.Chdir(t.TempDir())
	kept := tracetest.Trace{Encoding: "long-running", NoThreads: true, Records: "main#12 1000000>a.b.a 1200000>a.b.b(I)V 2100000<a.b.b(I)V 2400000<a.b.a"}.Bytes()
	dump := strings.Replace(shopDump, "Cmd line: com.shop.app\n", "Cmd line: com.shop.app\nLongRunningMethods: "+base64.StdEncoding.EncodeToString(kept)+"\n", 1)
	for name, data := range map[string]string{"anr.txt": dump, "mapping.txt": shopMap} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ args, has, lacks string }{
		{"explain anr.txt", "1.400 s  a.b.a\n", "shop.C"},
		{"explain -mapping mapping.txt anr.txt", "1.400 s  shop.Cart.add\n       1.200 s before the end    900.0 ms    shop.Cart.open or shop.Menu.open\n", "a.b.a"},
		{"summary -mapping mapping.txt anr.txt", `"class":"shop.Cart"`, `"class":"a.b","name":"a","signature":"()V","calls"`},
	} {
		var out, errs bytes.Buffer
		if status := run(strings.Fields(tt.args), &out, &errs); status != 0 {
			t.Fatalf("%s: %s", tt.args, errs.String())
		}
		if got := strings.ReplaceAll(out.String(), "\u00a0", " "); !strings.Contains(got, tt.has) || strings.Contains(got, tt.lacks) {
			t.Errorf("%s: want %q and not %q in\n%s", tt.args, tt.has, tt.lacks, out.String())
		}
	}
}
