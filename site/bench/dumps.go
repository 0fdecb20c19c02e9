//go:build !js

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"traceglass/wasm/engine/dumping"
)

// dumpBytes is the size of a large bug report's thread dumps.
const dumpBytes = 50_000_000

// measureDumps reads a file of thread dumps, natively and in the worker.
func measureDumps(b *bench) error {
	path := filepath.Join(b.work, "traces.txt")
	size, err := writeDumps(path, dumpBytes)
	if err != nil {
		return err
	}
	megabytes := float64(size) / 1e6
	b.log("thread dumps, %.0f MB", megabytes)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	command := ""
	if b.wants(explained) {
		if command, err = b.compile("traceglass", "./wasm/cli"); err != nil {
			return err
		}
	}
	for range b.runs {
		if command != "" {
			cost, err := runProgram([]string{"env", "GOMAXPROCS=1", command, "explain", path})
			if err != nil {
				return err
			}
			b.add(explained, nil, megabytes/cost.Seconds)
		}
		if b.wants(dumpsNative) {
			start := time.Now()
			if err := readDumps(text); err != nil {
				return err
			}
			b.add(dumpsNative, nil, megabytes/time.Since(start).Seconds())
		}
		start := time.Now()
		if scanLines(text) == 0 {
			return fmt.Errorf("%s has no lines of text", path)
		}
		b.add(dumpsScanned, nil, megabytes/time.Since(start).Seconds())
	}
	if !b.wants(dumpsCold, dumpsWarm) {
		return nil
	}
	site, err := b.site()
	if err != nil {
		return err
	}
	for range b.runs {
		if err := b.loadDumps(site, path, megabytes); err != nil {
			return err
		}
	}
	return nil
}

// readDumps reads in pieces as large as a browser's.
func readDumps(text []byte) error {
	dumps := dumping.New()
	dumps.Begin("traces.txt", "dump.txt")
	for len(text) > 0 {
		n := min(len(text), 2<<20)
		dumps.Write(text[:n])
		text = text[n:]
	}
	if found, err := dumps.End(""); !found {
		return cmp.Or(err, errors.New("there is no dump"))
	}
	dumps.Open()
	return nil
}

// scanLines does the least work of a reader that keeps equal lines once. It reads every byte and hashes
// each line. It returns how often the commonest line occurs.
func scanLines(text []byte) (most int) {
	const slots = 1 << 16
	var seen [slots]int
	h := uint32(2166136261)
	for _, b := range text {
		h = (h ^ uint32(b)) * 16777619
		if b == '\n' {
			seen[h%slots]++
			most = max(most, seen[h%slots])
			h = 2166136261
		}
	}
	return most
}

// loadDumps opens the page and chooses the file twice.
func (b *bench) loadDumps(site *site, path string, megabytes float64) error {
	t, err := site.started()
	if err != nil {
		return err
	}
	defer t.close()
	for i, what := range []string{dumpsCold, dumpsWarm} {
		if err := t.choose(path); err != nil {
			return err
		}
		done, err := t.marked("traceglass:dumped", i+1)
		if err != nil {
			return err
		}
		open, err := t.marked("bench:open", i+1)
		if err != nil {
			return err
		}
		b.add(what, nil, megabytes/(done-open)*1000)
		if err := t.settle(); err != nil {
			return err
		}
	}
	return t.err()
}

// writeDumps writes dumps of whole processes until the file has at least so many bytes, as a system that hangs does.
func writeDumps(path string, least int64) (size int64, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	d := newDumper(bufio.NewWriterSize(file, 1<<20))
	for pid := 1000; d.size < least; pid++ {
		d.process(pid, 60, "")
	}
	return d.size, d.w.Flush()
}

// A dumper writes thread dumps.
type dumper struct {
	w      *bufio.Writer
	size   int64 // bytes written
	rng    *rand.Rand
	frames []string
}

func newDumper(w *bufio.Writer) *dumper {
	d := &dumper{w: w, rng: rand.New(rand.NewPCG(1, 2)), frames: make([]string, 20_000)}
	for i := range d.frames {
		d.frames[i] = fmt.Sprintf("  at com.example.part%d.Class%d.method%d(Class%d.java:%d)\n", i%40, i%1500, i%97, i%1500, i%900)
	}
	return d
}

// process writes a process with that many threads. A third of them is idle in the same few places. Each has 5 to 60
// frames and locks, some have native frames. Main is in a method of the cause, "" for none.
func (d *dumper) process(pid, threads int, cause string) {
	rng := d.rng
	put := func(format string, args ...any) {
		n, _ := fmt.Fprintf(d.w, format, args...)
		d.size += int64(n)
	}
	put("----- pid %d at 2024-05-01 10:%02d:%02d -----\nCmd line: com.example.app%d\nBuild type: optimized\n\nDALVIK THREADS (%d):\n", pid, pid/60%60, pid%60, pid, threads)
	for tid := 1; tid <= threads; tid++ {
		name := fmt.Sprint("pool-", tid%7, "-thread-", tid)
		if tid == 1 {
			name = "main"
		}
		put("%q prio=5 tid=%d Waiting\n  | group=\"main\" sCount=1 dsCount=0 flags=1 obj=0x%08x self=0x%010x\n", name, tid, rng.Uint32(), rng.Uint32())
		put("  | sysTid=%d nice=0 cgrp=default sched=0/0 handle=0x%010x\n  | state=S schedstat=( %d %d %d ) utm=%d stm=%d core=%d HZ=100\n", pid+tid, rng.Uint32(), rng.Uint32(), rng.Uint32(), tid, rng.IntN(900), rng.IntN(900), tid%8)
		put("  | stack=0x%010x-0x%010x stackSize=1039KB\n  | held mutexes=\n", rng.Uint32(), rng.Uint32())
		if tid%3 == 0 {
			put("  native: #00 pc 000000000004c35c  /apex/com.android.runtime/lib64/bionic/libc.so (syscall+28)\n  native: #01 pc 00000000000507bc  /apex/com.android.runtime/lib64/bionic/libc.so (__futex_wait_ex(void volatile*, bool, int, bool, timespec const*)+144)\n")
		}
		put("  at java.lang.Object.wait(Native method)\n  - waiting on <0x%08x> (a java.lang.Object)\n", rng.Uint32())
		first := rng.IntN(len(d.frames) - 60)
		if tid%3 == 1 {
			first = tid
		}
		if tid == 1 && cause != "" {
			put("  at com.example.%s.run(Main.java:7)\n", cause)
		}
		for i := range 5 + rng.IntN(55) {
			put("%s", d.frames[first+i])
			if i%20 == 9 {
				put("  - locked <0x%08x> (a com.example.Lock)\n", rng.Uint32())
			}
		}
		put("\n")
	}
	put("----- end %d -----\n\n", pid)
}
