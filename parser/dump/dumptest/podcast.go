package dumptest

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed podcast.txt
var podcast string

// Files are the dumps in testdata, by their names.
var Files = map[string]func(io.Writer) error{
	"sample-anr.txt":       Story,
	"samples/deadlock.txt": Deadlock,
	"samples/anrs.zip":     Pile,
	"samples/week.json.gz": Week,
}

const podcastApp = "com.example.podcast"

// Deadlock writes the traces.txt of one ANR of an invented podcast app with two processes. main and
// a worker hold a lock each and wait for the other's. A binder thread waits for main's lock. The
// main thread of the player's process called it, so it hangs too.
func Deadlock(w io.Writer) error {
	all, err := readStory(podcast)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "Subject: Input dispatching timed out (7c1de02 com.example.podcast/com.example.podcast.MainActivity (server) is not responding. "+
		"Waited 5001ms for MotionEvent(action=DOWN))\nRssHwmKb: 262144\nRssKb: 248212\nRssAnonKb: 141880\nRssShmemKb: 1312\nVmSwapKb: 20164\n\n\n")
	at := time.Date(2026, 3, 9, 8, 14, 22, 774_103_433, time.FixedZone("", 3600))
	for i := range all {
		if p := &all[i]; p.pid != 0 {
			p.write(b, at, builds[0])
			at = at.Add(312_418_220)
		}
	}
	fmt.Fprint(b, "----- Output from /proc/pressure/memory -----\nsome avg10=0.00 avg60=0.08 avg300=0.11 total=1804421\n"+
		"full avg10=0.00 avg60=0.01 avg300=0.00 total=641207\n----- End output from /proc/pressure/memory -----\n\n"+
		"CPU usage from 5014ms to 0ms ago (2026-03-09 08:14:17.760 to 2026-03-09 08:14:22.774):\n"+
		"  7.1% 1542/system_server: 4.3% user + 2.8% kernel / faults: 820 minor\n"+
		"  4.4% 12211/com.example.podcast:player: 3.1% user + 1.3% kernel / faults: 61 minor\n"+
		"  1.9% 788/surfaceflinger: 1.1% user + 0.8% kernel\n"+
		"  0.2% 12034/com.example.podcast: 0.1% user + 0.1% kernel / faults: 4 minor\n"+
		"4.1% TOTAL: 2.2% user + 1.6% kernel + 0.1% iowait + 0.2% softirq\n")
	return b.Flush()
}

// builds are of the pile's devices. Their makers are invented. The third is a slow device.
var builds = []string{
	"example/falcon/falcon:14/UP1A.231005.007/10754064:user/release-keys",
	"example/heron/heron:13/TQ3A.230901.001/10750268:user/release-keys",
	"sample/a200/a200:12/SP1A.210812.016/A200XXU4CWH5:user/release-keys",
	"sample/a400/a400:14/UP1A.231005.007/A400XXU2BXC1:user/release-keys",
}

// Subjects of the pile's reports.
const (
	input     = "Input dispatching timed out (5ad0f31 com.example.podcast/com.example.podcast.MainActivity (server) is not responding. Waited 5002ms for MotionEvent(action=DOWN))"
	broadcast = "Broadcast of Intent { act=android.appwidget.action.APPWIDGET_UPDATE flg=0x10000010 cmp=com.example.podcast/.widget.WidgetProvider }"
	service   = "executing service com.example.podcast/.sync.FeedSyncService"
)

// occurrences says how often each case of podcast.txt occurs in the two versions of the pile, and
// which builds report it.
var occurrences = []struct {
	name         string
	subject      string
	older, newer int
	devices      []int
}{
	{"database", input, 5, 4, []int{0, 1, 2, 3}},
	{"preferences", input, 4, 4, []int{2, 1, 2, 2}},
	{"artwork", input, 0, 7, []int{2, 2, 1, 2}},
	{"player", broadcast, 3, 2, []int{3, 0}},
	{"deadlock", input, 3, 0, []int{0, 3, 1}},
	{"notes", input, 1, 2, []int{1, 3}},
	{"idle", service, 2, 3, []int{2, 0, 1}},
}

// Pile writes a zip file of 40 ANR reports, as the DropBox service keeps them, in a folder for
// each of two versions of the podcast app. Six causes occur in it with different frequencies: one
// in the older version alone, one in the newer alone. In five more reports main is idle.
func Pile(w io.Writer) error {
	all, err := readStory(podcast)
	if err != nil {
		return err
	}
	cases := map[string][]thread{}
	for _, p := range all {
		if p.pid == 0 {
			cases[p.name] = p.threads
		}
	}
	type report struct {
		at   time.Time
		text strings.Builder
	}
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	seed := uint64(20_260_309)
	random := func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed >> 33 % uint64(n))
	}
	for v, version := range []string{"8.3.0", "8.4.0"} {
		var reports []*report
		for _, o := range occurrences {
			for i := range [...]int{o.older, o.newer}[v] {
				build := builds[o.devices[i%len(o.devices)]]
				at := time.Date(2026, 1, 12+49*v+random(40), 6+random(17), random(60), random(60), random(1e9), time.FixedZone("", 3600))
				r := &report{at: at}
				p := process{name: podcastApp, pid: 6_000 + random(24_000)}
				p.threads = append(slices.Clone(cases[o.name]), cases["always"]...)
				for k := range p.threads {
					t := &p.threads[k]
					t.name = strings.Replace(t.name, "12034", strconv.Itoa(p.pid), 1)
					t.sysTid += p.pid - 12_034
					t.utm[0] += random(1 + t.utm[0]/2)
					t.stm[0] += random(1 + t.stm[0]/2)
				}
				fmt.Fprintf(&r.text, "Process: %s\nPID: %d\nFlags: 0x38e8be44\nPackage: %s v%d (%s)\nForeground: Yes\nBuild: %s\nSubject: %s\n\n",
					podcastApp, p.pid, podcastApp, 80_300+100*v, version, build, o.subject)
				p.write(&r.text, at, build)
				reports = append(reports, r)
			}
		}
		slices.SortFunc(reports, func(a, b *report) int { return a.at.Compare(b.at) })
		for _, r := range reports {
			name := fmt.Sprintf("%s/data_app_anr@%d.txt", version, r.at.UnixMilli())
			f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: r.at})
			if err != nil {
				return err
			}
			if _, err := io.WriteString(f, r.text.String()); err != nil {
				return err
			}
		}
	}
	return z.Close()
}

// write writes the process as ART dumps it.
func (p *process) write(w io.Writer, at time.Time, build string) {
	fmt.Fprintf(w, "----- pid %d at %s -----\nCmd line: %s\nBuild fingerprint: '%s'\nABI: 'arm64'\nBuild type: optimized\n"+
		"Zygote loaded classes=22674 post zygote classes=4187\nDumping registered class loaders\n"+
		"#0 dalvik.system.PathClassLoader: [], parent #1\n#1 java.lang.BootClassLoader: [], no parent\nDone dumping class loaders\n"+
		"Classes initialized: 0 in 0\nIntern table: 38112 strong; 1204 weak\nJNI: CheckJNI is off; globals=684 (plus 71 weak)\n"+
		"Heap: 31%% free, 27MB/39MB; 512408 objects\nDALVIK THREADS (%d):\n",
		p.pid, at.Format("2006-01-02 15:04:05.000000000-0700"), p.name, build, len(p.threads))
	for i := range p.threads {
		t := p.threads[i]
		t.mutator = t.state == "Runnable"
		t.write(w, 0)
	}
	fmt.Fprintf(w, "----- end %d -----\n\n", p.pid)
}
