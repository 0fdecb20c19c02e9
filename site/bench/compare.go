//go:build !js

package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/engine/comparing"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// measurePair compares two traces of 143 MB in one tab, and opens each in a tab of its own.
func measurePair(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	var paths []string
	for i, name := range []string{"before", "after"} {
		s := size{name: name, config: tracetest.Config{Records: 10_000_000, Methods: 30_001 + i, Threads: 24, Seed: uint64(10 + i)}}
		if err := s.generate(); err != nil {
			return err
		}
		paths = append(paths, s.path)
	}
	b.log("two traces of 143 MB, %s and %s", filepath.Base(paths[0]), filepath.Base(paths[1]))
	if err := b.comparePair(paths); err != nil {
		return err
	}
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

// pairPeak opens files in a new tab. It returns the tab's peak memory in MB, and the time from the last file read
// to the mark, in ms.
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
	if err := t.settle(); err != nil {
		return 0, 0, err
	}
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

// manyRuns is the number of runs, in two equal groups with file names like Macrobenchmark's.
const manyRuns = 100

// measureRuns opens many runs at once and watches the tab's memory.
func measureRuns(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	var paths []string
	for i := range manyRuns {
		path := filepath.Join(b.work, fmt.Sprintf("%s_iter%03d-methodTracing.trace", []string{"before", "after"}[i%2], i/2))
		if err := writeRun(path, uint64(i)); err != nil {
			return err
		}
		defer os.Remove(path)
		paths = append(paths, path)
	}
	b.log("%d runs of 1.7 MB", manyRuns)
	for range b.runs {
		if err := b.compareAll(paths); err != nil {
			return err
		}
	}
	for range b.runs {
		before, err := site.renderers()
		if err != nil {
			return err
		}
		t, err := site.started()
		if err != nil {
			return err
		}
		took, most, err := t.compareRuns(site, before, paths)
		t.close()
		if err != nil {
			return err
		}
		b.add(runsCompared, nil, took/1000)
		b.add(runsMemory, nil, most)
	}
	return nil
}

// compareRuns opens runs in the page. It returns the time until the differences are shown, in ms, and the growth of
// the tab's memory, in MB.
func (t *tab) compareRuns(site *site, before map[int64]bool, paths []string) (took, grown float64, err error) {
	if err := t.settle(); err != nil {
		return 0, 0, err
	}
	peak := func() (most float64, err error) {
		now, err := site.renderers()
		for pid := range now {
			if !before[pid] {
				most = max(most, kilobytes(pid, "status", "VmHWM:")/1e3*1.024)
			}
		}
		return most, err
	}
	empty, err := peak()
	if err != nil {
		return 0, 0, err
	}
	if err := t.choose(paths...); err != nil {
		return 0, 0, err
	}
	open, err := t.marked("bench:open", 1)
	if err != nil {
		return 0, 0, err
	}
	done, err := eval[float64](t, `new Promise((done) => { const look = () => document.querySelector("#runs-power")?.checkVisibility() ? done(performance.now()) : setTimeout(look, 10); look(); })`)
	if err != nil {
		return 0, 0, err
	}
	if err := t.settle(); err != nil {
		return 0, 0, err
	}
	most, err := peak()
	return done - open, most - empty, err
}

// writeRun writes one run of an app. Runs have the same methods and different times.
func writeRun(path string, seed uint64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	if err := tracetest.Generate(w, tracetest.Config{Records: 100_000, Methods: 2_500, Threads: 20, Seed: 1000 + seed}); err != nil {
		return err
	}
	return w.Flush()
}

// comparePair compares two read traces natively, as the page's two workers do.
func (b *bench) comparePair(paths []string) error {
	var traces [2]*tracing.Trace
	var err error
	for i, path := range paths {
		if traces[i], err = openTrace(path); err != nil {
			return err
		}
	}
	for range b.runs {
		room, before := comparing.New(), processor()
		of := [2]message.SideOf{{Scope: message.Scope{To: message.Whole}, Main: true, Name: "A"}, {Scope: message.Scope{To: message.Whole}, Main: true, Name: "B"}}
		side, ok := comparing.New().Answer(&of[0], traces[0]).(*message.Side)
		if !ok {
			return fmt.Errorf("the side of %s cannot be made", paths[0])
		}
		room.Answer(&message.Compare{Of: of, Data: side.Data}, traces[1])
		rows, ok := room.Answer(&message.ChangeRows{Order: message.ChangeOfExclusive, Way: message.Rose, Count: 40}, traces[1]).(*message.Changes)
		if !ok || len(rows.Rows) == 0 {
			return fmt.Errorf("%s and %s cannot be compared", paths[0], paths[1])
		}
		b.add(pairNative, nil, 1000*(processor()-before))
		for _, t := range traces {
			t.Profile(message.Scope{To: message.Whole}) // as after reading
		}
	}
	return nil
}

// compareAll reads and compares runs natively as the page's worker does.
func (b *bench) compareAll(paths []string) error {
	room, before := comparing.New(), processor()
	groups := make([]uint8, len(paths))
	for i, path := range paths {
		t, err := openTrace(path)
		if err != nil {
			return err
		}
		if _, _, err := room.Keep(path, t, message.RunsPart{}); err != nil {
			return err
		}
		groups[i] = uint8(i % 2)
	}
	about, ok := room.Answer(&message.CompareRuns{Groups: groups, Exclusive: true}, nil).(*message.RunsCompared)
	if !ok || about.Refusal != "" {
		return fmt.Errorf("the runs cannot be compared: %v", about)
	}
	b.add(runsNative, nil, processor()-before)
	return nil
}

// openTrace reads a trace as a worker does.
func openTrace(path string) (*tracing.Trace, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := tracing.Read(filepath.Base(path), int64(len(data)), false, 1<<40)
	if err := r.Write(data); err != nil {
		return nil, err
	}
	return r.End("")
}

// processor returns the processor time of this process, in seconds.
func processor() float64 {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
