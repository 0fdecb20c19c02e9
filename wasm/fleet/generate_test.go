package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// generate writes the files with numbers from from to to below dir, as app/version/device/name:
// traces of two to four threads, and ANRs of five causes. The content depends only on the number.
func generate(t testing.TB, dir string, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		random := rand.New(rand.NewPCG(uint64(i), 17))
		version := random.IntN(3)
		at := filepath.Join(dir, []string{"com.example.gallery", "org.example.mail"}[random.IntN(2)], fmt.Sprint("1.", version), fmt.Sprint("phone-", random.IntN(4)))
		name, data := fmt.Sprintf("%06d.trace", i), []byte(nil)
		switch i % 4 {
		case 3:
			name, data = fmt.Sprintf("anr_%06d.txt", i), anr(random, i)
		case 2:
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(traceOf(random, version))
			z.Close()
			name, data = name+".gz", b.Bytes()
		default:
			data = traceOf(random, version)
		}
		if err := os.MkdirAll(at, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(at, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// traceOf returns a trace with a method that costs more in every version, and a finding in one version.
func traceOf(random *rand.Rand, version int) []byte {
	var s strings.Builder
	wall, cpu := 0, 0
	for thread, name := range []string{"main", "pool-1-thread-1", "pool-1-thread-2", "RenderThread"}[:2+random.IntN(3)] {
		fmt.Fprint(&s, " ", name)
		var stack []string
		step := func() { d := random.IntN(900); wall += d; cpu += d * random.IntN(100) / 100 }
		for range 20 + random.IntN(60) {
			step()
			if len(stack) > 0 && (len(stack) > 6 || random.IntN(2) == 0) {
				fmt.Fprintf(&s, " %d/%d<%s", wall, cpu, stack[len(stack)-1])
				stack = stack[:len(stack)-1]
				continue
			}
			m := fmt.Sprintf("com.example.C%d.m%d(I)V", random.IntN(4), random.IntN(3))
			if random.IntN(4) == 0 {
				m = fmt.Sprintf("android.view.View.v%d()V", random.IntN(3))
			}
			stack = append(stack, m)
			fmt.Fprintf(&s, " %d/%d>%s", wall, cpu, m)
		}
		for len(stack) > 0 {
			step()
			fmt.Fprintf(&s, " %d/%d<%s", wall, cpu, stack[len(stack)-1])
			stack = stack[:len(stack)-1]
		}
		if thread == 0 {
			fmt.Fprintf(&s, " %d/%d>com.example.Slow.run()V", wall, cpu)
			wall, cpu = wall+10_000*(1+version*version)+random.IntN(2000), cpu+5000
			fmt.Fprintf(&s, " %d/%d<com.example.Slow.run()V", wall, cpu)
			if version == 2 { // a finding
				fmt.Fprintf(&s, " %d/%d>java.lang.Thread.sleep(J)V %d/%d<java.lang.Thread.sleep(J)V", wall, cpu, wall+150_000, cpu)
				wall += 150_000
			}
		}
	}
	return tracetest.Bytes(s.String())
}

// anr returns a dump of a process that did not answer.
func anr(random *rand.Rand, i int) []byte {
	var s strings.Builder
	day, pid := 1+i%28, 1000+i%9000
	fmt.Fprintf(&s, "Subject: Input dispatching timed out (com.example.gallery/.Main is not responding)\n\n----- pid %d at 2026-03-%02d 10:%02d:%02d.%06d+0100 -----\nCmd line: com.example.gallery\n"+
		"Build fingerprint: 'example/phone/phone:14/U%d/1:user/release-keys'\nDALVIK THREADS (3):\n", pid, day, i%60, i/60%60, i, i%3)
	thread := func(name string, tid int, state, stack string) {
		fmt.Fprintf(&s, "%q prio=5 tid=%d %s\n  | group=\"main\" sCount=1 dsCount=0 flags=1 obj=0x71 self=0x7f%02d\n  | sysTid=%d nice=0 cgrp=default sched=0/0 handle=0x7\n  | state=S schedstat=( %d 200 30 ) utm=%d stm=3 core=1 HZ=100\n%s\n", name, tid, state, tid, pid+tid-1, i*1000, i%50, stack)
	}
	run := "  at android.os.Handler.handleCallback(Handler.java:938)\n  at android.os.Looper.loop(Looper.java:223)\n  at android.app.ActivityThread.main(ActivityThread.java:7664)"
	lock := func(own, held, by int) string {
		return fmt.Sprintf("  at com.example.gallery.Store.save%d(Store.java:%d)\n  - waiting to lock <0x0%d23ab01> (a java.lang.Object) held by thread %d\n  - locked <0x0%d23ab01> (a java.lang.Object)\n%s", own, 10+i%90, held, by, own, run)
	}
	worker := "  at com.example.gallery.Decoder.decode(Decoder.java:31)\n  - locked <0x0223ab01> (a java.lang.Object)\n  at java.lang.Thread.run(Thread.java:923)"
	switch random.IntN(5) {
	case 0:
		thread("main", 1, "Blocked", lock(1, 2, 12))
		thread("decoder-1", 12, "Blocked", lock(2, 1, 1))
	case 1:
		thread("main", 1, "Blocked", lock(1, 2, 12))
		thread("decoder-1", 12, "Runnable", worker)
	case 2:
		thread("main", 1, "Sleeping", "  at java.lang.Thread.sleep(Native method)\n  at com.example.gallery.Retry.wait(Retry.java:9)\n"+run)
		thread("decoder-1", 12, "Runnable", worker)
	case 3:
		thread("main", 1, "Native", "  at android.os.MessageQueue.nativePollOnce(Native method)\n  at android.os.MessageQueue.next(MessageQueue.java:335)\n  at android.os.Looper.loop(Looper.java:183)\n  at android.app.ActivityThread.main(ActivityThread.java:7664)")
		thread("decoder-2", 13, "Waiting", "  at java.lang.Object.wait(Native method)\n  at com.example.gallery.Decoder.next(Decoder.java:77)")
	default:
		thread("main", 1, "Runnable", fmt.Sprintf("  at com.example.gallery.Sort.sort%d(Sort.java:40)\n%s", random.IntN(2), run))
	}
	fmt.Fprintf(&s, "----- end %d -----\n", pid)
	return []byte(s.String())
}
