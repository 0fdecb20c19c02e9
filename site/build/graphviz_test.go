package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// archiveOf returns an archive of one file, and a packed that matches it.
func archiveOf(t *testing.T, name, text string) ([]byte, packed) {
	t.Helper()
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(text))
	w.Close()
	z.Close()
	sum := sha512.Sum512(buf.Bytes())
	return buf.Bytes(), packed{name: "lens", version: "1.2.3", sha512: hex.EncodeToString(sum[:]), file: name}
}

// delivers returns a fetch function that returns an archive and counts its calls.
func delivers(archive []byte, times *int) func(packed, string) error {
	return func(_ packed, dir string) error {
		*times++
		return os.WriteFile(filepath.Join(dir, "lens-1.2.3.tgz"), archive, 0o644)
	}
}

func TestPackageIsFetchedOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	archive, p := archiveOf(t, "package/dist/lens.js", "focus()")
	times := 0
	for range 2 {
		got, err := p.read(delivers(archive, &times))
		if err != nil || string(got) != "focus()" {
			t.Fatalf("%q, %v; want the file", got, err)
		}
	}
	if times != 1 {
		t.Errorf("fetched %d times, want once: a build must need no network afterwards", times)
	}

	// A damaged archive in the cache is fetched again.
	kept, err := p.cached()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, archive[:len(archive)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := p.read(delivers(archive, &times)); err != nil || string(got) != "focus()" || times != 2 {
		t.Errorf("%q, %v after %d fetches; want the file after the second", got, err, times)
	}
}

func TestPackageIsRefused(t *testing.T) {
	archive, whole := archiveOf(t, "package/dist/lens.js", "focus()")
	other, _ := archiveOf(t, "package/dist/lens.js", "spy()")
	elsewhere := whole
	elsewhere.file = "package/lens.js"
	times := 0
	tests := []struct {
		name  string
		p     packed
		fetch func(packed, string) error
		want  string
	}{
		{"other content", whole, delivers(other, &times), "lens@1.2.3 is not the archive that this site was made with:\n got sha512 "},
		{"cut short", whole, delivers(archive[:20], &times), "lens@1.2.3 is not the archive"},
		{"no such file", elsewhere, delivers(archive, &times), "lens@1.2.3 has no file package/lens.js"},
		{"no archive", whole, func(packed, string) error { return nil }, "npm left 0 archives of lens@1.2.3, want one"},
		{"no network", whole, func(packed, string) error { return errors.New("no network") }, "no network"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			got, err := tt.p.read(tt.fetch)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) || got != nil {
				t.Errorf("%q, error %v; want no file and %q", got, err, tt.want)
			}
			if kept, _ := tt.p.cached(); strings.HasPrefix(tt.want, "lens@1.2.3 is not") {
				if _, err := os.Stat(kept); err == nil {
					t.Error("a refused archive is in the cache")
				}
			}
		})
	}
}

func TestMissingNPMIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := fetchByNPM(graphviz, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "install the package npm") {
		t.Errorf("error = %v, want one that names the package to install", err)
	}
}
