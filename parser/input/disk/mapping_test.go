package disk

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenMapping(t *testing.T) {
	const text = "# compiler: R8\nshop.Cart -> a.b:\n"
	packed := func(s string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(s))
		z.Close()
		return b.String()
	}
	zipped := func(files ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, _ := z.Create(files[i])
			w.Write([]byte(files[i+1]))
		}
		z.Close()
		return b.String()
	}
	const bundled = "BUNDLE-METADATA/com.android.tools.build.obfuscation/proguard.map"
	tests := []struct{ name, file, content, member, want string }{
		{"plain, of any name", "names", text, "", text},
		{"gzip", "mapping.txt.gz", packed(text), "", text},
		{"gzip without the name", "mapping.txt", packed(text), "", text},
		{"zip", "mapping.zip", zipped("names.txt", text), "", text},
		{"gzip in zip", "build.zip", zipped("out/mapping.txt.gz", packed(text), "readme.txt", "hello"), "", text},
		{"app bundle", "app.aab", zipped("base/dex/classes.dex", "dex\n", bundled, text), "", text},
		{"one of several", "build.zip", zipped("a/mapping.txt", "x -> y:\n", "b/mapping.txt", text), "/b/mapping.txt", text},
		{"several", "build.zip", zipped("a/mapping.txt", text, "b/mapping.txt", text), "", "the zip file holds 2 maps of names. Name one of them: build.zip/a/mapping.txt, build.zip/b/mapping.txt"},
		{"partitioned", "map.zip", zipped("METADATA", "\xAA\xA8", "a.b", text), "", "this is a partitioned map of R8's, which is not read: R8 writes a plain one with -printmapping"},
		{"a bundle that was not shrunk", "app.aab", zipped("base/dex/classes.dex", "dex\n", "b", "x"), "", "the zip file holds no map of names (proguard.map or mapping.txt)"},
		{"no map", "mapping.txt", "hello\n", "", "Traceglass does not know this kind of file"},
		{"a cut zip", "mapping.zip", zipped("names.txt", text)[:40], "", "the zip file is damaged"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.file)
			if err := os.WriteFile(path, []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
			source, err := OpenMapping(path + tt.member)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				b, _ := io.ReadAll(source)
				got = string(b)
				source.Close()
			}
			if !strings.HasPrefix(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}
