package viewer

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// stacks returns the rows of the table of threads in the document, one a line: name|state|...
func (p *page) stacks() (rows []string) {
	for _, row := range p.doc.findAll("#stacks-rows .row") {
		var cells []string
		row.all(func(cell *element) bool {
			if role := cell.attrs["role"]; role == "rowheader" || role == "gridcell" {
				cells = append(cells, strings.TrimSpace(cell.content()))
			}
			return true
		})
		rows = append(rows, strings.Join(cells, "|"))
	}
	return rows
}

// threads checks the names in the table of threads.
func (p *page) threads(what string, want ...string) {
	p.t.Helper()
	var names []string
	for _, row := range p.stacks() {
		name, _, _ := strings.Cut(row, "|")
		names = append(names, name)
	}
	p.is(what, strings.Join(names, ", "), strings.Join(want, ", "))
}

// byID returns the selector of the first element inside a selector whose id has a part.
func (p *page) byID(selector, part string) string {
	p.t.Helper()
	for _, e := range p.doc.findAll(selector + " [id]") {
		if e.visible() && strings.Contains(e.attrs["id"], part) {
			return "#" + e.attrs["id"]
		}
	}
	p.t.Fatalf("no element in %s has an id with %s", selector, part)
	return ""
}

// TestLongChain: where steps follow a verdict, its sentence has the first one alone.
func TestLongChain(t *testing.T) {
	p := open(t)
	p.Upload(testdata(t, "samples/deadlock.txt"))
	for _, b := range p.doc.findAll("button.process") {
		if strings.Contains(b.content(), ":player") {
			p.Click("#" + b.attrs["id"])
			break
		}
	}
	says := p.Text(".claim.first .says")
	if steps := len(p.Texts(".claim.first .hops .link")); steps < 4 || strings.Contains(says, "; that waits") || !strings.Contains(says, "probably in a deadlock") || !strings.Contains(says, "Binder:12034_3") {
		t.Errorf("before %d steps the verdict is %q", steps, says)
	}
}

// TestDump goes through the views of the sample of dumps: processes, verdict, table, stack, text. The browser tests check its
// layout.
func TestDump(t *testing.T) {
	p := open(t)
	p.Upload(testdata(t, "sample-anr.txt"))
	facts := func(want string) {
		t.Helper()
		if got := p.Text("#facts"); !strings.Contains(got, want) {
			t.Errorf("the facts are %q, without %q", got, want)
		}
	}
	facts("1 process, 2 dumps · 32 threads · ART · Android 14")
	if got := p.Text(".claim.first .says"); !strings.HasPrefix(got, "Deadlock: ") || !strings.Contains(got, "DefaultDispatcher-worker-1") {
		t.Errorf("the verdict is %q", got)
	}
	marked := 0
	for _, badge := range p.Texts(".process.alarming .badge") {
		if badge == "deadlock" {
			marked++
		}
	}
	if marked != 2 {
		t.Errorf("%d processes are marked as deadlocked, want 2", marked)
	}
	if rows := p.stacks(); len(rows) != 16 || !strings.HasPrefix(plain(rows[0]), "main|Blocked|PhotoDatabase.connection|DefaultDispatcher-worker-1 · PhotoDatabase 0x0b51c3d2|1|2.43 s|1|12034|5|") {
		t.Errorf("%d threads, the first %q", len(rows), rows[0])
	}

	// The verdict's evidence is a line of the file. Its label names the thread, which waits or holds.
	says := map[string]bool{}
	for _, name := range p.Texts(".claim.first .proof .link") {
		says[strings.TrimRight(name, "0123456789")] = true
	}
	for _, want := range []string{"main waits: line ", "main holds: line ", "thread 19 waits: line ", "thread 19 holds: line "} {
		if !says[want] {
			t.Errorf("no evidence is %q: %v", want, says)
		}
	}
	p.Click(p.byID(".claim.first .proof", "-line-"))
	p.contains(".text-line.marked", "- waiting to lock <0x0b51c3d2>")
	p.Click("#stack-frames")

	// A lock links to the thread that holds it, and back.
	p.Click("#stack-lines .monitor .link")
	p.is("the holder's stack", p.Text("#stack-name"), "DefaultDispatcher-worker-1")
	p.Click("#stack-chain .link")
	p.is("main's stack", p.Text("#stack-name"), "main")

	// The texts of the file before and after the stacks.
	p.Click("#head-open")
	if n := len(p.Texts(".head-fact")); n <= 5 {
		t.Errorf("the dump's head has %d facts", n)
	}
	p.contains("#head-parts", "The processor's instructions")
	p.Click("#head-open")
	if p.Seen("#head-parts") {
		t.Error("the dump's head stays")
	}

	// Filters.
	all := func() {
		t.Helper()
		if n := len(p.stacks()); n != 16 {
			t.Errorf("%d threads are shown, want all 16", n)
		}
	}
	p.Type("stacks-find", "markDecoded")
	p.threads("those in markDecoded", "decode-pool-1", "decode-pool-2")
	p.is("the tally", p.Text("#stacks-tally"), "2 of 16")
	p.Key("Escape")
	all()
	p.Type("stacks-find", "/mark(/")
	p.is("the error in the pattern", p.Text("#stacks-refused"), "The pattern /mark(/ cannot be read: missing closing ).")
	p.Key("Escape")
	all()
	p.Type("stacks-package", "com.example.gallery.metrics")
	p.threads("those of the package", "metrics-reporter")
	p.Click("#stacks-clear")
	all()
	p.Pick("stacks-state", "4")
	p.threads("the blocked ones", "main", "DefaultDispatcher-worker-1", "decode-pool-1", "decode-pool-2")
	p.Click("#stacks-clear")
	p.Click("#stacks-busy")
	p.threads("those that do not wait for work", "main", "DefaultDispatcher-worker-1", "decode-pool-1", "decode-pool-2", "metrics-reporter", "OkHttp photos.example.com")
	p.Click("#stacks-clear")

	// Groups.
	p.Click("#stacks-sort-group")
	p.Choose("By package")
	p.is("the role of the table", p.element("#stacks-rows").attrs["role"], "treegrid")
	p.is("the head", p.Text("#stacks-sort-group"), "By package")
	threads := 0
	for _, row := range p.stacks() {
		n := 0
		if _, err := fmt.Sscanf(strings.Split(row, "|")[1], "%d thread", &n); err != nil {
			t.Errorf("the group %q has no number of threads", row)
		}
		threads += n
	}
	if threads != 16 {
		t.Errorf("the groups have %d of 16 threads", threads)
	}
	p.is("a closed group", p.element("#stacks-0").attrs["aria-expanded"], "false")
	p.Click("#stacks-0")
	p.is("an open group", p.element("#stacks-0").attrs["aria-expanded"]+" "+p.element("#stacks-1").attrs["aria-level"], "true 2")
	p.Click("#stacks-sort-group")
	p.Choose("By thread")
	p.is("the role of the table", p.element("#stacks-rows").attrs["role"], "grid")
	all()

	// Sort by CPU time.
	p.Click("#stacks-sort-5")
	if row := p.stacks()[0]; !strings.HasPrefix(row, "decode-pool-1|") {
		t.Errorf("by CPU time the first thread is %q", row)
	}

	// Arrow keys move in the table. Enter shows the thread's lines, and Esc the stack again.
	p.Click("#stacks-1")
	p.Key("j") // a key without a command
	p.is("the row's stack", p.Text("#stack-name"), "decode-pool-2")
	p.Key("Enter")
	p.contains(".text-line.marked", `"decode-pool-2" prio=5 tid=18 Blocked`)
	lines := p.element(".text-line").closest(func(e *element) bool { return e.attrs["data-scroll"] != "" }).attrs["data-scroll"]
	p.app.Scroll(lines, p.tops[lines], 2*boxHeight) // with room for all of them
	p.finish()
	if n := len(p.Texts(".text-line.mine")); n != 13 {
		t.Errorf("%d lines of the thread are marked, want 13", n)
	}
	p.Key("Escape")
	if !p.Seen("#stack-lines") {
		t.Error("Esc does not show the stack")
	}

	// Show the other dump of the process.
	p.Key("]")
	p.is("the second process", p.element("#process-1").attrs["aria-current"], "true")

	// Every field, state and kind of line has an explanation.
	p.contains("#state-help", "a synchronized block that another thread holds")
	p.Click("#stack-text")
	explained := false
	for _, line := range p.doc.findAll(".text-line") {
		explained = explained || strings.Contains(line.content(), "| sysTid=12034") && strings.HasPrefix(line.attrs["title"], "Attributes of the thread")
	}
	if !explained {
		t.Error("the line of attributes has no explanation")
	}
	p.Click("#stack-frames")
	p.contains("#stack-facts", "CPU time in the program's own code")
	p.contains("#stack-facts", "top-app is in front")

	// The recording of main before a dump opens as a trace next to it.
	kept := tracetest.Trace{Encoding: "long-running", NoThreads: true, Records: "main#7 0>app.A.start 5000>app.B.query 90000<app.B.query 95000<app.A.start"}.Bytes()
	p.Upload(text("anr.txt", "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nLongRunningMethods: "+base64.StdEncoding.EncodeToString(kept)+
		"\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Runnable\n  | sysTid=7\n  at app.A.start(A.java:1)\n\n----- end 7 -----\n"))
	if n := len(p.Texts("#verdict .hops .link")); n != 2 {
		t.Errorf("%d links to what main did before, want 2", n)
	}
	for range 2 {
		p.Click(p.byID("#verdict .proof", "-trace-0"))
		p.is("the trace", p.element("#room-trace").attrs["aria-checked"], "true")
		p.has("query")
		facts("1 thread")
		p.Click("#room-dump")
		if !p.Seen("#verdict") {
			t.Error("the dump is hidden")
		}
	}
}
