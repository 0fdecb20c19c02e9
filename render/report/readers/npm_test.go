//go:build !js

package readers

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

// A program is a package of npm. Integrity is the registry's, as npm view prints it:
// base64 of the archive's SHA-512.
type program struct{ name, version, integrity string }

var (
	speedscope = program{"speedscope", "1.25.0",
		"cpf9HWTZf1ijLXBJrk87Ve/54tnYx6rlf0gUThvn3ook6h63hLXVOQiMf44PT+XoV503cPfvfiT5gP5vojp6Ag=="}
	profilerCLI = program{"@firefox-devtools/profiler-cli", "0.10.0",
		"f9fqdHh7B6ddQIYrwrEs4FE5D8BMOsXSorYF4NRFfwPaGikVBlhorBxHT7zrb6WMgJgKQYHC9kazkRjbItLx8Q=="}
)

// fetch returns the folder with the program's files, and skips the test if they are
// neither in the cache nor to be had.
func (p program) fetch(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("there is no cache folder to keep %s in: %v", p.name, err)
	}
	dir := filepath.Join(cache, "traceglass", filepath.FromSlash(p.name)+"-"+p.version)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skipf("npm is not installed, which fetches %s %s to read our files with", p.name, p.version)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	packed := t.TempDir()
	c := exec.CommandContext(ctx, npm, "pack", p.name+"@"+p.version, "--loglevel=error", "--ignore-scripts", "--fetch-retries=0", "--pack-destination", packed)
	c.Dir = packed
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("npm cannot fetch %s %s: %v: %s", p.name, p.version, err, out)
	}
	archives, _ := filepath.Glob(filepath.Join(packed, "*.tgz"))
	if len(archives) != 1 {
		t.Skipf("npm pack left %d archives of %s", len(archives), p.name)
	}
	data, err := os.ReadFile(archives[0])
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum512(data)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != p.integrity {
		t.Fatalf("%s %s has the checksum %s, want %s", p.name, p.version, got, p.integrity)
	}
	// Unpacked beside its place and moved there whole: another test may want it too.
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Skipf("%s cannot be kept: %v", p.name, err)
	}
	unpacked, err := os.MkdirTemp(filepath.Dir(dir), ".unpack-*")
	if err != nil {
		t.Skipf("%s cannot be kept: %v", p.name, err)
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

// unpack writes the files of a packed package into dir.
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

// node returns the program that runs packages of npm.
func node(t *testing.T, major int) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed, which runs the packages that read our files")
	}
	out, err := exec.Command(path, "--version").Output()
	var got int
	if _, scan := fmt.Sscanf(string(out), "v%d.", &got); err != nil || scan != nil || got < major {
		t.Skipf("node is %s, and %d or later is wanted", strings.TrimSpace(string(out)), major)
	}
	return path
}
