//go:build !js

// Package npm downloads npm packages that tests compare with, each once, by version and checksum,
// into the user's cache.
package npm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A Package is an npm package of a version. Integrity is the registry's value, as npm view prints
// it: the archive's SHA-512 in base64.
type Package struct{ Name, Version, Integrity string }

// Fetch returns the folder with the package's files. It skips the test if they are neither in the
// cache nor downloadable.
func (p Package) Fetch(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("there is no cache folder to keep %s in: %v", p.Name, err)
	}
	dir := filepath.Join(cache, "traceglass", filepath.FromSlash(p.Name)+"-"+p.Version)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skipf("npm is not installed, which fetches %s %s that a test compares with", p.Name, p.Version)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	packed := t.TempDir()
	c := exec.CommandContext(ctx, npm, "pack", p.Name+"@"+p.Version, "--loglevel=error", "--ignore-scripts", "--fetch-retries=0", "--pack-destination", packed)
	c.Dir = packed
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("npm cannot fetch %s %s: %v: %s", p.Name, p.Version, err, out)
	}
	archives, _ := filepath.Glob(filepath.Join(packed, "*.tgz"))
	if len(archives) != 1 {
		t.Skipf("npm pack left %d archives of %s", len(archives), p.Name)
	}
	data, err := os.ReadFile(archives[0])
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum512(data)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != p.Integrity {
		t.Fatalf("%s %s has the checksum %s, want %s", p.Name, p.Version, got, p.Integrity)
	}
	// Unpacked next to its final place and then moved there, because another test may need it
	// too.
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Skipf("%s cannot be kept: %v", p.Name, err)
	}
	unpacked, err := os.MkdirTemp(filepath.Dir(dir), ".unpack-*")
	if err != nil {
		t.Skipf("%s cannot be kept: %v", p.Name, err)
	}
	defer os.RemoveAll(unpacked)
	if err := unpack(data, unpacked); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(unpacked, "package"), dir); err != nil && !errors.Is(err, os.ErrExist) {
		if _, gone := os.Stat(dir); gone != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// unpack writes the files of a compressed package into dir.
func unpack(data []byte, dir string) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	files := tar.NewReader(z)
	for {
		header, err := files.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		content, err := io.ReadAll(files)
		if err != nil {
			return err
		}
		if err := root.MkdirAll(filepath.Dir(header.Name), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(header.Name, content, 0o644); err != nil {
			return err
		}
	}
}

// Node returns the path of node, of a major version or later. It skips the test if node is missing
// or older.
func Node(t *testing.T, major int) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed, which runs what a test compares with")
	}
	out, err := exec.Command(path, "--version").Output()
	var got int
	if _, scan := fmt.Sscanf(string(out), "v%d.", &got); err != nil || scan != nil || got < major {
		t.Skipf("node is %s, and %d or later is wanted", strings.TrimSpace(string(out)), major)
	}
	return path
}
