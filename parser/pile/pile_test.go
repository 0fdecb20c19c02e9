package pile

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// A known is a cause of the generated dumps: main's stack and the relevant other threads; %d are
// numbers that differ between dumps.
type known struct {
	name  string
	state string
	main  string   // innermost first; lines that begin with "- " are lock lines
	other []string // "name|STATE|stack"
}

var knownCauses = []known{
	{"a lock that a writer holds", "Blocked", "com.shop.Store.get;- waiting to lock <0x0a%d> (a com.shop.Store) held by thread 12;com.shop.ui.Home.onResume",
		[]string{"store-writer-%d|Native|java.io.RandomAccessFile.write;com.shop.Store.flush;- locked <0x0a%d> (a com.shop.Store);com.shop.Store$%d.run"}},
	{"the same lock, held by another method", "Blocked", "com.shop.Store.get;- waiting to lock <0x0a%d> (a com.shop.Store) held by thread 12;com.shop.ui.Home.onResume",
		[]string{"sync-%d|Native|libcore.io.Linux.recvfrom;com.shop.Sync.download;- locked <0x0a%d> (a com.shop.Store);com.shop.Sync$%d.run"}},
	{"a deadlock", "Blocked", "com.shop.Cart.add;- waiting to lock <0x0b%d> (a com.shop.Prices) held by thread 12;com.shop.ui.CartView.onClick;- locked <0x0a%d> (a com.shop.Cart)",
		[]string{"prices-%d|Blocked|com.shop.Prices.update;- waiting to lock <0x0a%d> (a com.shop.Cart) held by thread 1;com.shop.Prices.run;- locked <0x0b%d> (a com.shop.Prices)"}},
	{"a call to the system", "Native", "android.os.BinderProxy.transactNative;android.os.BinderProxy.transact;android.content.pm.IPackageManager$Stub$Proxy.getPackageInfo;android.app.ApplicationPackageManager.getPackageInfo;com.shop.About.version", nil},
	{"sleep", "Sleeping", "java.lang.Thread.sleep;com.shop.Retry$%d.run;com.shop.ui.Splash.onCreate", nil},
	{"preferences that are written", "Waiting", "java.lang.Object.wait;java.util.concurrent.CountDownLatch.await;android.app.SharedPreferencesImpl$EditorImpl$%d.run;android.app.QueuedWork.waitToFinish;android.app.ActivityThread.handleStopActivity", nil},
	{"a loop", "Runnable", "com.shop.math.Matrix.multiply;com.shop.ui.Chart.onDraw;android.view.View.draw", nil},
	{"the network", "Native", "libcore.io.Linux.recvfrom;libcore.io.BlockGuardOs.recvfrom;java.net.SocketInputStream.read;com.shop.Api$$Lambda$%d.call;com.shop.ui.Login.onClick", nil},
	{"a query", "Native", "android.database.sqlite.SQLiteConnection.nativeExecuteForCursorWindow;android.database.sqlite.SQLiteQuery.fillWindow;com.shop.db.Orders.load;com.shop.ui.Orders.onCreate", nil},
	{"a latch", "Waiting", "jdk.internal.misc.Unsafe.park;java.util.concurrent.locks.LockSupport.park;java.util.concurrent.CountDownLatch.await;com.shop.Init.awaitReady;com.shop.App.onCreate", nil},
	{"JSON on main", "Runnable", "org.json.JSONTokener.nextValue;org.json.JSONObject.<init>;com.shop.Config.parse;com.shop.ui.Splash$%d.run", nil},
	{"nothing", "Native", "android.os.MessageQueue.nativePollOnce;android.os.MessageQueue.next", nil},
}

// generate writes a dump of a cause, with its own names, numbers and versions. About one in ten is
// damaged: cut off below main, its head overwritten, its last line lost, or a person's lines
// inserted.
func generate(k *known, rng *rand.Rand) string {
	number := rng.IntN(90) + 10
	var s strings.Builder
	pid := 1000 + rng.IntN(30000)
	fmt.Fprintf(&s, "----- pid %d at 2024-0%d-1%d 10:%02d:%02d -----\nCmd line: com.shop\nBuild fingerprint: 'x/y/z:%d/A/1:user/k'\nABI: 'arm64'\nDALVIK THREADS (%d):\n",
		pid, 1+rng.IntN(9), rng.IntN(10), rng.IntN(60), rng.IntN(60), 10+rng.IntN(5), 20)
	thread := func(name string, tid int, state, stack string) {
		fmt.Fprintf(&s, "%q prio=5 tid=%d %s\n  | sysTid=%d nice=0\n", name, tid, state, pid+tid-1)
		for i, line := range strings.Split(stack, ";") {
			line = strings.ReplaceAll(line, "%d", fmt.Sprint(number))
			if !strings.HasPrefix(line, "- ") {
				line = fmt.Sprintf("at %s(A.java:%d)", line, 1+i+rng.IntN(300))
			}
			fmt.Fprintf(&s, "  %s\n", line)
		}
		s.WriteString("\n")
	}
	thread("main", 1, k.state, k.main+";android.os.Handler.dispatchMessage;android.os.Looper.loop;android.app.ActivityThread.main")
	below := s.Len()
	for i, o := range k.other {
		f := strings.Split(o, "|")
		thread(strings.ReplaceAll(f[0], "%d", fmt.Sprint(number)), 12+i, f[1], f[2])
	}
	for i := range rng.IntN(12) {
		thread(fmt.Sprintf("pool-%d-thread-%d", number, i), 30+i, "Waiting", "java.lang.Object.wait;java.util.concurrent.LinkedBlockingQueue.take;java.util.concurrent.ThreadPoolExecutor.getTask")
	}
	text := s.String()
	switch rng.IntN(40) {
	case 0:
		return text[:below]
	case 1:
		return text[strings.IndexByte(text, '\n')+1:]
	case 2:
		return text
	case 3:
		return strings.Replace(text, "\n  at ", "\n  // look here\n  at ", 1) + fmt.Sprintf("----- end %d -----\n", pid)
	}
	return text + fmt.Sprintf("----- end %d -----\n", pid)
}

func text(c *wait.Claim) string { return c.Rule }

// TestPile: 1,000 generated dumps of twelve causes form groups that are pure and complete.
func TestPile(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	p := Pile{Tell: text}
	causes := map[string]int{} // of the file
	for i := range 1000 {
		cause := rng.IntN(len(knownCauses))
		r := dump.NewReader()
		r.Write([]byte(generate(&knownCauses[cause], rng)))
		name := fmt.Sprint("anr_", i)
		causes[name] = cause
		d := r.Close()
		p.Add("", name, i, wait.NewFacts(d), d)
	}
	if len(p.Cases)+len(p.NoCause) != 1000 || len(p.NoCause) > 0 {
		t.Errorf("%d cases and %d without one", len(p.Cases), len(p.NoCause))
	}
	groups := p.Groups(NoBaseline)
	// A group represents its most frequent cause; a cause is represented by its largest group.
	largest := make([]int, len(knownCauses))
	pure, sum := 0, 0
	for _, g := range groups {
		count := make([]int, len(knownCauses))
		for _, row := range g.Cases {
			count[causes[p.Cases[row].Name]]++
		}
		most := 0
		for cause, n := range count {
			most = max(most, n)
			largest[cause] = max(largest[cause], n)
		}
		pure += most
		sum += len(g.Cases)
	}
	whole := 0
	for _, n := range largest {
		whole += n
	}
	if sum != 1000 {
		t.Errorf("groups have %d cases", sum)
	}
	if purity, completeness := float64(pure)/1000, float64(whole)/1000; purity < 0.95 || completeness < 0.95 {
		t.Errorf("%d groups: purity %.3f, completeness %.3f, want 0.95", len(groups), purity, completeness)
		for _, g := range groups {
			t.Logf("%4d %+v", len(g.Cases), g.Cause)
		}
	}
	if len(groups) < len(knownCauses) {
		t.Errorf("%d groups of %d causes", len(groups), len(knownCauses))
	}
	for _, g := range groups[:3] {
		if g.First == "" || g.First > g.Last || len(g.Releases) != 5 || g.Processes[0] != (Count{"com.shop", len(g.Cases)}) && len(g.Processes) > 1 {
			t.Errorf("a group of %d: %s to %s, %v, %v", len(g.Cases), g.First, g.Last, g.Releases, g.Processes)
		}
	}
}

// TestPileOfCorpus: no real dump shares a group with one of another app or of another fault.
func TestPileOfCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/thread-dumps/*.txt")
	if len(files) == 0 {
		t.Skip("the corpus is not here")
	}
	p := Pile{Tell: text}
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r := dump.NewReader()
		r.Write(data)
		d := r.Close()
		p.Add("", filepath.Base(file), i, wait.NewFacts(d), d)
	}
	// As one would put them together by hand.
	want := map[string]bool{
		"art14_blocking_get.txt art15_latency.txt":                                  true,
		"xcrash_art10_arm64.txt xcrash_art10_x86.txt":                               true,
		"art15_xiaomi_54.txt wchan_only_oem.txt":                                    true, // that were not dumped
		"art70_jaynmbo.txt bugreport_art60_jaynmbo.txt dalvik44_smartad_traced.txt": true, // main is idle
	}
	for _, g := range p.Groups(NoBaseline) {
		if len(g.Cases) < 2 {
			continue
		}
		var names []string
		for _, row := range g.Cases {
			names = append(names, p.Cases[row].Name)
		}
		if group := strings.Join(names, " "); !want[group] {
			t.Errorf("a group of %s: %+v", group, g.Cause)
		} else {
			delete(want, group)
		}
	}
	for group := range want {
		t.Errorf("%s are not in a group", group)
	}
	if got := strings.Join(p.NoCause, " "); got != "paste_play_console_doubled.txt paste_play_console_native.txt" {
		t.Errorf("without a process that hung: %s", got)
	}
}
