// Package dumptest writes synthetic thread dumps in the format of ART 14: the sample of the site,
// and large ones for measuring.
package dumptest

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
)

//go:embed story.txt
var story string

// A thread is a thread of the story.
type thread struct {
	name, daemon, state, letter string
	tid, sysTid, prio, nice     int
	utm, stm                    [2]int // of each dump
	mutator                     bool   // holds ART's mutator lock, as threads that run do
	stack                       string
}

// Story writes two dumps of one app, five seconds apart, as in an ANR's report. Main and a worker
// wait for one another's locks, decoders queue behind them, and one thread is busy.
func Story(w io.Writer) error {
	all, err := readStory(story)
	if err != nil {
		return err
	}
	threads := all[0].threads
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "Subject: Input dispatching timed out (4f1c2aa com.example.gallery/com.example.gallery.MainActivity (server) is not responding. "+
		"Waited 5001ms for MotionEvent(action=DOWN))\nRssHwmKb: 241180\nRssKb: 228412\nRssAnonKb: 131072\nRssShmemKb: 1240\nVmSwapKb: 18420\n\n\n")
	for n, clock := range []string{"10:26:55.774103433", "10:27:00.791220118"} {
		fmt.Fprintf(b, "----- pid 12034 at 2025-07-17 %s+0200 -----\nCmd line: com.example.gallery\n"+
			"Build fingerprint: 'example/phone/phone:14/UP1A.231005.007/1:user/release-keys'\nABI: 'arm64'\nBuild type: optimized\n"+
			"DALVIK THREADS (%d):\n", clock, len(threads))
		for i := range threads {
			threads[i].write(b, n)
		}
		fmt.Fprint(b, "----- end 12034 -----\n\n")
	}
	fmt.Fprint(b, "----- Output from /proc/pressure/memory -----\nsome avg10=0.42 avg60=0.31 avg300=0.12 total=2201188\n"+
		"full avg10=0.00 avg60=0.04 avg300=0.01 total=901220\n----- End output from /proc/pressure/memory -----\n\n"+
		"CPU usage from 5021ms to 0ms ago (2025-07-17 10:26:50.753 to 2025-07-17 10:26:55.774):\n"+
		"  101% 12034/com.example.gallery: 99% user + 2% kernel / faults: 412 minor\n  6.2% 1542/system_server: 4% user + 2.2% kernel\n"+
		"27% TOTAL: 25% user + 2% kernel\n")
	return b.Flush()
}

// Large writes one dump of threads threads, each with one of the story's stacks and a unique name.
func Large(w io.Writer, threads int) error {
	all, err := readStory(story)
	if err != nil {
		return err
	}
	list := all[0].threads
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "----- pid 12034 at 2025-07-17 10:26:55.774103433+0200 -----\nCmd line: com.example.gallery\nDALVIK THREADS (%d):\n", threads)
	for i := range threads {
		t := list[i%len(list)]
		if i >= len(list) {
			t.name = fmt.Sprintf("%s-%d", t.name, i)
			t.tid, t.sysTid = i+100, i+20_000
		}
		t.write(b, 0)
	}
	fmt.Fprint(b, "----- end 12034 -----\n")
	return b.Flush()
}

// write writes the thread's state in dump n.
func (t *thread) write(w io.Writer, n int) {
	daemon := ""
	if t.daemon != "" {
		daemon = " daemon"
	}
	at := uint64(0xb40000728e742010) + uint64(t.tid)*0x3cf0
	fmt.Fprintf(w, "%q%s prio=%d tid=%d %s\n", t.name, daemon, t.prio, t.tid, t.state)
	fmt.Fprintf(w, "  | group=%q sCount=1 ucsCount=0 flags=1 obj=%#x self=%#x\n", "main", 0x12c00000+t.tid*0x58, at)
	fmt.Fprintf(w, "  | sysTid=%d nice=%d cgrp=top-app sched=0/0 handle=%#x\n", t.sysTid, t.nice, at>>16)
	ran := (t.utm[n] + t.stm[n]) * 10_000_000
	held := ""
	if t.mutator {
		held = ` "mutator lock"(shared held)`
	}
	fmt.Fprintf(w, "  | state=%s schedstat=( %d %d %d ) utm=%d stm=%d core=%d HZ=100\n", t.letter, ran, ran/9, 40+ran/700_000, t.utm[n], t.stm[n], t.tid%8)
	fmt.Fprintf(w, "  | stack=%#x-%#x stackSize=%dKB\n  | held mutexes=%s\n%s\n", at<<4&0x7fffff000, at<<4&0x7fffff000+0x2000, 1039, held, t.stack)
}
