package viewer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/session"
	"traceglass/wasm/viewer/samples"
)

// pileOf packs 30 dumps. In a third of them main hangs in the method rare, in the others in another method.
func pileOf(t *testing.T, name string, day int, rare string) *session.File {
	var members []string
	for i := range 30 {
		method := "com.example.Store.read"
		if i%3 == 2 {
			method = rare
		}
		members = append(members, fmt.Sprintf("anr_%d", i), samples.Dump(1000*day+2*i, fmt.Sprintf("2024-01-%02d 10:00:%02d", day, i), "com.example", "java.lang.Thread.sleep", method, "com.example.Main.onResume"))
	}
	return fileOf(name, samples.Zip(t, members...))
}

// threadCount returns the number of threads in the table.
func (p *page) threadCount() (n int) {
	for _, row := range p.doc.findAll("#stacks-rows .rows [role=row]") {
		if !row.matches(".none") {
			n++
		}
	}
	return n
}

// TestPile: a zip file of dumps from several processes opens with their causes. A click re-reads one dump and shows it. A second
// zip file is compared with the first. The browser tests check that details of one dump are hidden, and draw the flame graph of all main threads.
func TestPile(t *testing.T) {
	p := open(t)
	p.Upload(pileOf(t, "pile.zip", 2, "com.example.Api.call"))
	p.is("the causes", fmt.Sprint(len(p.doc.findAll("#causes .alike"))), "2")
	p.is("the pile", p.Text("#causes-title"), "30 dumps, 2 causes")
	p.Click("#cause-1")
	p.contains("#verdict", "pid 2004")
	p.contains("#stack-lines", "Api.call")
	p.Click("#to-pile")
	p.Click("#cause-more-0")
	p.Click("#cause-case-28")
	p.contains("#verdict", "pid 2056")
	p.contains("#stack-lines", "Store.read")
	p.is("its threads", fmt.Sprint(p.threadCount()), "2")
	p.Key("Escape")
	p.element("#causes")

	// Compare with another pile. The earlier one counts as "before".
	p.Click("#causes-add")
	p.is("the chooser", p.browser.Last(), "add")
	p.session.OpenOrAdd([]*session.File{pileOf(t, "older.zip", 1, "com.example.Old.call")}, true)
	p.finish()
	p.is("the change of the causes", p.Text("#causes-title"), "30 dumps before, 30 after; 3 causes: 1 new, 1 gone, 1 same")
	p.Click("#cause-0")
	p.element("#process-name")
	if got := p.Text("#stack-lines"); !strings.Contains(got, "Old.call") && !strings.Contains(got, "Api.call") {
		t.Errorf("the stack is %s", got)
	}
}

// TestNewCauses: reports of several versions offer the causes that are new in the latest version by one click. Without versions,
// a cause that begins on the last day says so.
func TestNewCauses(t *testing.T) {
	p := open(t)
	p.Upload(testdata(t, "samples/week.json.gz"))
	p.is("the offer", p.Text("#causes-new"), "What is new in 80400?")
	p.Click("#causes-new")
	p.contains("#causes-title", "1 new")
	p.contains("#facts-count", "count all dumps")
	p.is("the focus", p.focus, "causes-before")
	if p.Seen("#causes-new") {
		t.Error("compared dumps offer the same again")
	}
	for _, want := range []string{"false", "true", "false"} { // on a phone, the button lists the facts
		if got := p.element("#facts-open").attrs["aria-expanded"]; got != want || p.Seen(".facets.whole") != (want == "true") {
			t.Errorf("the facts are open: %s, want %s", got, want)
		}
		p.Click("#facts-open")
	}
	p.contains("#causes .alike .is-new", "new")

	days := func(last string) []string {
		p := open(t)
		var members []string
		for i, method := range []string{"com.example.Store.read", "com.example.Store.read", last} {
			members = append(members, fmt.Sprintf("anr_%d", i), samples.Dump(1000+i, fmt.Sprintf("2024-01-%02d 10:00:00", 2+i), "com.example", "java.lang.Thread.sleep", method, "com.example.Main.onResume"))
		}
		p.Upload(fileOf("days.zip", samples.Zip(t, members...)))
		if p.Seen("#causes-new") {
			t.Error("dumps without versions offer what is new in one")
		}
		return p.Texts("#causes .is-new")
	}
	p.is("a cause of the last day", strings.Join(days("com.example.Api.call"), ", "), "first seen on the last day")
	p.is("a cause of each day", strings.Join(days("com.example.Store.read"), ", "), "")
}

// TestReportsOfOneFile: a JSON file with three reports opens as three dumps, each with its own verdict. The dump of a cause shows
// only its own threads.
func TestReportsOfOneFile(t *testing.T) {
	const report = "\"main\" tid=1 %s\n  at com.example.Main.%s (Main.java:7)\n%s  at android.app.ActivityThread.main (ActivityThread.java:1)\n\n\"worker\" tid=4 Sleeping\n  at java.lang.Thread.sleep (Native method)\n  at com.example.Worker.%s (Worker.java:9)\n%s"
	texts := []string{
		fmt.Sprintf(report, "Blocked", "save", "- waiting to lock <0x0000000a> (a com.example.Store) held by thread 4\n", "write", "- locked <0x0000000a> (a com.example.Store)\n"),
		fmt.Sprintf(report, "Runnable", "parse", "", "idle", ""),
		fmt.Sprintf(report, "Sleeping", "pause", "", "rest", ""),
	}
	var reports []map[string]string
	for _, text := range texts {
		reports = append(reports, map[string]string{"type": "APPLICATION_NOT_RESPONDING", "reportText": text})
	}
	data, err := json.Marshal(map[string]any{"errorReports": reports})
	if err != nil {
		t.Fatal(err)
	}
	p := open(t)
	p.Upload(fileOf("reports.json", data))
	p.is("the causes", fmt.Sprint(len(p.doc.findAll("#causes .alike"))), "3")
	p.is("the pile", p.Text("#causes-title"), "3 dumps, 3 causes")
	for i := range texts {
		p.Click(fmt.Sprintf("#cause-%d", i))
		p.is("threads of its own", fmt.Sprint(p.threadCount()), "2")
		verdict, own := p.Text("#verdict"), 0
		for _, method := range []string{"Worker.write", "Main.parse", "Main.pause"} {
			if strings.Contains(verdict, method) {
				own++
			}
		}
		if own != 1 {
			t.Errorf("the verdict on report %d has methods of %d reports: %s", i, own, verdict)
		}
		p.Click("#to-pile")
	}
}
