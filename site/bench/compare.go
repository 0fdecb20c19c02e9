//go:build !js

package main

import (
	"path/filepath"

	"traceglass/parser/trace/tracetest"
)

// measurePair opens two traces of 143 MB beside each other, and each in a tab of its own.
func measurePair(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	var paths []string
	for i, name := range []string{"before", "after"} {
		s := size{name: name, config: tracetest.Config{Records: 10_000_000, Methods: 30_001 + i, Threads: 24, Seed: uint64(10 + i)}}
		if err := s.make(); err != nil {
			return err
		}
		paths = append(paths, s.path)
	}
	b.say("two traces of 143 MB, %s and %s", filepath.Base(paths[0]), filepath.Base(paths[1]))
	alone := 0.0
	for _, path := range paths {
		most, _, err := b.pairPeak(site, "traceglass:drawn", path)
		if err != nil {
			return err
		}
		alone += most
	}
	for range b.runs {
		most, took, err := b.pairPeak(site, "traceglass:compared", paths...)
		if err != nil {
			return err
		}
		b.add(pairCompared, nil, took)
		b.add(pairMemory, nil, most)
		b.add(pairShare, nil, most/alone)
	}
	return nil
}

// pairPeak opens files in a tab of its own, and returns the most memory that it took, in MB, and how long
// after all had been read it did what a mark says, in ms.
func (b *bench) pairPeak(site *site, mark string, paths ...string) (most, took float64, err error) {
	before, err := site.renderers()
	if err != nil {
		return 0, 0, err
	}
	t, err := site.started()
	if err != nil {
		return 0, 0, err
	}
	defer t.close()
	if err := t.choose(paths...); err != nil {
		return 0, 0, err
	}
	read, err := t.marked("traceglass:read", 1)
	if err != nil {
		return 0, 0, err
	}
	done, err := t.marked(mark, 1)
	if err != nil {
		return 0, 0, err
	}
	if err := t.settle(); err != nil {
		return 0, 0, err
	}
	now, err := site.renderers()
	if err != nil {
		return 0, 0, err
	}
	for pid := range now {
		if !before[pid] {
			most = max(most, kilobytes(pid, "status", "VmHWM:")/1e3*1.024)
		}
	}
	return most, done - read, t.err()
}
