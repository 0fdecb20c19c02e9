//go:build !js

package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"traceglass/parser/trace/tracetest"
)

// A size is a trace to measure: version 3, dual clock.
type size struct {
	name   string
	shape  bool // another shape of a size: only rows that depend on calling contexts measure it
	config tracetest.Config
	path   string
	bytes  int64
}

func (s *size) megabytes() float64 { return float64(s.bytes) / 1e6 }

const huge = "1.41 GB"

// allSizes lists the traces of the budgets. They have 14 bytes a record, and the list of methods.
// 143 MB has two more shapes. The usual trace has 0.11 contexts a call there. The loop of a game or parser has
// fewer the longer it runs, on few threads and stacks of 6 to 60 calls. An app that starts has 0.2 to 0.6, on 40 to
// 100 threads and stacks of 80 to 110 calls.
var allSizes = []size{
	{name: "1.7 MB", config: tracetest.Config{Records: 100_000, Methods: 2_500, Threads: 20}},
	{name: "14.5 MB", config: tracetest.Config{Records: 1_000_000, Methods: 5_000, Threads: 24}},
	{name: "143 MB", config: tracetest.Config{Records: 10_000_000, Methods: 30_000, Threads: 24}},
	{name: "143 MB, few contexts", shape: true, config: tracetest.Config{Records: 10_000_000, Methods: 30_000, Threads: 7, Depth: 60, Contexts: 0.02}},
	{name: "143 MB, very many", shape: true, config: tracetest.Config{Records: 10_000_000, Methods: 30_000, Threads: 52, Contexts: 0.45}},
	{name: huge, config: tracetest.Config{Records: 100_000_000, Methods: 60_000, Threads: 30}},
}

// parseSizes returns the sizes of a list such as "1.7,143", and their other shapes.
func parseSizes(list string, withHuge bool) (sizes, shapes []size, err error) {
	for number := range strings.SplitSeq(list, ",") {
		if number == "" {
			continue
		}
		at := slices.IndexFunc(allSizes, func(s size) bool {
			n, _, _ := strings.Cut(s.name, " ")
			return n == number || s.name == number || s.name == huge && number == "1410"
		})
		if at < 0 {
			return nil, nil, fmt.Errorf("-sizes: %q is none of 1.7, 14.5, 143, 1.41", number)
		}
		withHuge = withHuge && allSizes[at].name != huge
		sizes = append(sizes, allSizes[at])
		for at++; at < len(allSizes) && allSizes[at].shape; at++ {
			shapes = append(shapes, allSizes[at])
		}
	}
	if withHuge {
		sizes = append(sizes, allSizes[len(allSizes)-1])
	}
	return sizes, shapes, nil
}

// shaped returns the traces of all shapes.
func (b *bench) shaped() (all []*size) {
	for i := range b.sizes {
		all = append(all, &b.sizes[i])
	}
	for i := range b.shapes {
		all = append(all, &b.shapes[i])
	}
	return all
}

// generate generates the trace, unless an earlier run made it.
func (s *size) generate() error {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = "site/bench/out"
	}
	c := s.config
	dir := filepath.Join(cache, "traceglass-bench")
	name := fmt.Sprintf("%d-records-%d-methods-%d-threads-%g-contexts-", c.Records, c.Methods, c.Threads, c.Contexts)
	mark, err := fingerprint(c)
	if err != nil {
		return err
	}
	s.path = filepath.Join(dir, name+mark+".trace")
	if info, err := os.Stat(s.path); err == nil {
		s.bytes = info.Size()
		return nil
	}
	fmt.Fprintf(os.Stderr, "  making a trace of %s\n", s.name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if old, err := filepath.Glob(filepath.Join(dir, name+"*")); err == nil {
		for _, file := range old {
			os.Remove(file)
		}
	}
	part := s.path + ".part"
	file, err := os.Create(part)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	if err := tracetest.Generate(w, c); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if err := os.Rename(part, s.path); err != nil {
		return err
	}
	info, err := os.Stat(s.path)
	if err == nil {
		s.bytes = info.Size()
	}
	return err
}

// fingerprint returns the hash of a small trace. It changes with the generator.
func fingerprint(c tracetest.Config) (string, error) {
	c.Records = 20_000
	h := sha256.New()
	if err := tracetest.Generate(h, c); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:5]), nil
}
