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

// A packed is a package of npm from which the site takes one file.
type packed struct {
	name, version string
	sha512        string // of the archive
	file          string // in it
}

// graphvizScript is the site's name for Graphviz, which lays graphs out. It is shipped as it
// was made: a program in a string, of which every byte counts.
const graphvizScript = "graphviz.js"

var graphviz = packed{
	name: "@viz-js/viz", version: "3.31.0",
	sha512: "afbce541d46f730bc8a631c682cf8a3561de13f3f9fc3abb93c64029a3026d9aa89b1081255efc815b9061a1f315571afa4074997d1f316f5415ebc23811b9d0",
	file:   "package/dist/viz-global.js",
}

// cached is where an archive is kept, named by what it must hold.
func (p packed) cached() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder to keep %s in: %w", p, err)
	}
	return filepath.Join(dir, "traceglass", p.sha512[:20]+".tgz"), nil
}

func (p packed) String() string { return p.name + "@" + p.version }

// read returns the file. The archive is fetched by npm once and then kept.
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

// fetchByNPM packs a package into dir, from wherever npm is set up to get packages.
func fetchByNPM(p packed, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is missing, which fetches %s, the call graph's Graphviz: install the package npm (apt-get install npm)", p)
	}
	fmt.Println("fetching", p)
	cmd := exec.Command(npm, "pack", "--loglevel=error", "--ignore-scripts", "--pack-destination", dir, p.String())
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s, the call graph's Graphviz, was not fetched. npm says:\n%s\n(%w) Have npm use a mirror (npm config set registry URL), or get the archive from elsewhere and name it: go run ./site/build -graphviz FILE",
			p, bytes.TrimSpace(text), err)
	}
	return nil
}

// copied puts an archive that is at hand into dir, in place of one that npm fetches.
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
