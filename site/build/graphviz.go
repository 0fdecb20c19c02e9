package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// A packed is an npm package that the site takes one file from.
type packed struct {
	name, version string
	sha512        string // SHA-512 of the archive, in hex
	file          string // path in the archive
}

// graphvizScript is the site's name for Graphviz, which lays out graphs. It is shipped unchanged: it contains
// a program in a string, so minifying it could break it.
const graphvizScript = "graphviz.js"

var graphviz = packed{
	name: "@viz-js/viz", version: "3.31.0",
	sha512: "afbce541d46f730bc8a631c682cf8a3561de13f3f9fc3abb93c64029a3026d9aa89b1081255efc815b9061a1f315571afa4074997d1f316f5415ebc23811b9d0",
	file:   "package/dist/viz-global.js",
}

// cached returns the path of the cached archive. The name contains the expected digest.
func (p packed) cached() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder to cache %s in: %w", p, err)
	}
	return filepath.Join(dir, "traceglass", p.sha512[:20]+".tgz"), nil
}

func (p packed) String() string { return p.name + "@" + p.version }

// read returns the file. It fetches the archive once and then reads it from the cache.
func (p packed) read(fetch func(p packed, dir string) error) ([]byte, error) {
	kept, err := p.cached()
	if err != nil {
		return nil, err
	}
	archive, err := os.ReadFile(kept)
	if err == nil && p.check(archive) == nil {
		return p.extract(archive)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(kept), "fetch-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	if err := fetch(p, tmp); err != nil {
		return nil, err
	}
	found, err := filepath.Glob(filepath.Join(tmp, "*.tgz"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("npm left %d archives of %s, want one", len(found), p)
	}
	if archive, err = os.ReadFile(found[0]); err != nil {
		return nil, err
	}
	if err := p.check(archive); err != nil {
		return nil, err
	}
	if err := os.Rename(found[0], kept); err != nil {
		return nil, err
	}
	return p.extract(archive)
}

// fetchByNPM runs npm pack to put a package's archive into dir.
func fetchByNPM(p packed, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is missing. It fetches %s, the call graph's Graphviz: install the package npm (apt-get install npm)", p)
	}
	fmt.Println("fetching", p)
	cmd := exec.Command(npm, "pack", "--loglevel=error", "--ignore-scripts", "--pack-destination", dir, p.String())
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not fetch %s, the call graph's Graphviz. npm says:\n%s\n(%w) Set a mirror (npm config set registry URL), or download the archive yourself and pass it: go run ./site/build -graphviz FILE",
			p, bytes.TrimSpace(text), err)
	}
	return nil
}

// copied copies a given archive into dir, instead of fetching one with npm.
func copied(archive, dir string) error {
	data, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "given.tgz"), data, 0o644)
}

func (p packed) check(archive []byte) error {
	sum := sha512.Sum512(archive)
	if got := hex.EncodeToString(sum[:]); got != p.sha512 {
		return fmt.Errorf("%s is not the archive that this site was made with:\n got sha512 %s\nwant sha512 %s", p, got, p.sha512)
	}
	return nil
}

func (p packed) extract(archive []byte) ([]byte, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	for files := tar.NewReader(unpacked); ; {
		header, err := files.Next()
		if err == io.EOF {
			return nil, fmt.Errorf("%s has no file %s", p, p.file)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if header.Name == p.file {
			return io.ReadAll(files)
		}
	}
}
