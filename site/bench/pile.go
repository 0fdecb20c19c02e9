//go:build !js

package main

import (
	"archive/zip"
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// pileDumps is the number of dumps in the pile: one zip file with a gigabyte of text.
const pileDumps = 10_000

// measurePile opens a pile in the page, watches the tab's memory and clicks a dump.
func measurePile(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	path := filepath.Join(b.work, "pile.zip")
	size, err := writePile(path)
	if err != nil {
		return err
	}
	b.log("a pile of %d dumps, %.2f GB", pileDumps, float64(size)/1e9)
	before, err := site.renderers()
	if err != nil {
		return err
	}
	t, err := site.started()
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.choose(path); err != nil {
		return err
	}
	open, err := t.marked("bench:open", 1)
	if err != nil {
		return err
	}
	for here := false; !here; { // a busy machine may need minutes
		here, err = eval[bool](t, `new Promise((done) => { const from = Date.now(), look = () => document.querySelector("#causes .alike") ? done(true) : Date.now() - from > 60000 ? done(false) : setTimeout(look, 20); look(); })`)
		if err != nil {
			return err
		}
	}
	done, err := t.marked("traceglass:dumped", 1)
	if err != nil {
		return err
	}
	b.add(pileOpened, nil, (done-open)/1000)
	now, err := site.renderers()
	if err != nil {
		return err
	}
	most, spent := 0.0, 0.0
	for pid := range now {
		if !before[pid] {
			most = max(most, kilobytes(pid, "status", "VmHWM:")/1e3*1.024)
			spent = max(spent, processorTime(pid))
		}
	}
	b.add(pileMemory, nil, most)
	b.add(pileSpent, nil, spent)
	for i := range b.runs {
		took, err := eval[float64](t, fmt.Sprintf(`new Promise((done) => {
			const from = performance.now(), look = () => document.querySelector(".dump.heap") ? requestAnimationFrame(look) : done(performance.now() - from);
			document.querySelector("#cause-%d").click();
			look(); })`, 1+i))
		if err != nil {
			return err
		}
		b.add(pileClicked, nil, took)
		if _, err := eval[bool](t, `(document.querySelector("#to-pile").click(), true)`); err != nil {
			return err
		}
		if err := t.settle(); err != nil {
			return err
		}
	}
	return t.err()
}

// processorTime returns the processor time of a process in seconds, 0 if it has ended.
func processorTime(pid int64) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100 // ticks of a hundredth of a second, on every Linux
}

// writePile writes a zip file of dumps, with one process in each.
func writePile(path string) (size int64, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	z := zip.NewWriter(file)
	d := newDumper(bufio.NewWriterSize(nil, 1<<20))
	for i := range pileDumps {
		w, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("anr_%d", i), Method: zip.Deflate, Modified: time.Unix(1e9, 0)})
		if err != nil {
			return 0, err
		}
		d.w.Reset(w)
		d.process(1000+i, 40, "Cause"+string(rune('A'+i%25)))
		if err := d.w.Flush(); err != nil {
			return 0, err
		}
	}
	return d.size, z.Close()
}
