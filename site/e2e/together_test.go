//go:build !js

package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// Processes returns the names of the open dumps' processes in the page's order. If there are several files,
// each name has its file.
func (p *page) Processes() string {
	return eval[string](p, `(() => {
		const rail = [...document.querySelectorAll(".rail:not([hidden]) .process")];
		if (rail.length > 0) return rail.map((e) => e.querySelector(".fn").textContent + " " + e.querySelector("small").textContent.split(" · ").at(-1)).join(", ");
		return document.getElementById("process-name")?.textContent ?? "";
	})()`)
}

// Paste pastes text outside of text fields.
func (p *page) Paste(text string) {
	p.t.Helper()
	p.Act(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
		return true;
	})()`, text))
}

const morning = "2024-05-01 10:00:0"

// TestOpenDumps opens dumps in every possible way, one after the other in the same page.
func TestOpenDumps(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	one := write(t, "anr_1", []byte(samples.Dump(11, morning+"1", "com.example.one", "app.Main.run")))
	two := write(t, "anr_2", []byte(samples.Dump(12, morning+"2", "com.example.two", "app.Main.run")))
	three := write(t, "anr_3.gz", []byte(samples.Gzip(samples.Dump(13, morning+"3", "com.example.three", "app.Main.run"))))

	p.Upload("#file", one)
	p.Until("the process of the chosen file", "com.example.one", p.Processes)
	p.Drop("#app", two)
	p.Until("the process of the dropped file", "com.example.two", p.Processes)

	// Several dumps are sorted by time, in any order of files.
	p.Upload("#file", three, two, one)
	p.Until("the processes of all files", "com.example.one anr_1, com.example.two anr_2, com.example.three anr_3.gz", p.Processes)

	// Add a dump to the open ones.
	p.Upload("#file", two)
	p.Until("the process of one file", "com.example.two", p.Processes)
	p.Act(`(globalThis.showOpenFilePicker = undefined, document.getElementById("file").addEventListener("click", (e) => { e.preventDefault(); globalThis.chooser = true; }), true)`)
	p.Click("#file-menu")
	p.Click("#add")
	p.WaitFor("the chooser", `chooser`)
	p.Upload("#file", one)
	p.Until("both processes", "com.example.one anr_1, com.example.two anr_2", p.Processes)
	p.ShiftDrop("#app", three)
	p.Until("all processes", "com.example.one anr_1, com.example.two anr_2, com.example.three anr_3.gz", p.Processes)

	// If one of several files is no dump, a message names it and the others open.
	p.Upload("#file", one, write(t, "shot.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")))
	p.WaitFor("a message on the image", `document.getElementById("notice").textContent.startsWith("shot.png: This is an image")`)
	p.Until("the process next to it", "com.example.one", p.Processes)
}

// TestPaste opens text from the clipboard. Text that is no dump changes nothing.
func TestPaste(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	const none = "The pasted text holds no thread dump"
	p.Paste("Dear all,\nthe app is frozen.\n")
	p.WaitFor("a message on a letter", fmt.Sprintf(`document.getElementById("welcome-notice").textContent.startsWith(%q)`, none))
	if stage := p.Stage(); stage != "empty" {
		t.Errorf("after a pasted letter the page is %s", stage)
	}
	p.Shots("pasted-letter")

	p.Paste("java.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)\nCaused by: java.lang.Error\n")
	p.WaitStage("failed")
	if got := p.Text("#failure"); !strings.Contains(got, "Java exception") {
		t.Errorf("after a pasted exception the page says %q", got)
	}
	p.Paste("06-14 09:59:28.123  1000  1020 E ActivityManager: ANR in com.example.log (com.example.log/.Main)\n06-14 09:59:28.123  1000  1020 E ActivityManager: PID: 7\n06-14 09:59:28.123  1000  1020 E ActivityManager: Reason: Input dispatching timed out\n")
	p.Until("the process of the log", "com.example.log", p.Processes)
	p.Shots("pasted-log")

	p.Paste(samples.Dump(11, morning+"1", "com.example.<b>one</b>", "app.Main.run"))
	p.Until("the pasted process", "com.example.<b>one</b>", p.Processes)
	if got := p.Text("#file-menu"); got != "pasted text" {
		t.Errorf("pasted text has the name %q", got)
	}
	p.Paste("Dear all,\nthe app is frozen.\n")
	p.WaitFor("a message on a letter", fmt.Sprintf(`document.getElementById("notice").textContent.startsWith(%q)`, none))
	p.Until("the process that was open", "com.example.<b>one</b>", p.Processes)
	p.Paste("Full thread dump OpenJDK 64-Bit Server VM (21 mixed mode):\n\n\"main\" #1 prio=5 os_prio=0 tid=0x1 nid=0x1 runnable\n")
	p.WaitFor("the kind of the text", `document.getElementById("refusal")?.textContent.includes("desktop Java")`)
	p.Until("the process that was open", "com.example.<b>one</b>", p.Processes)

	// In a text field, the field gets the text.
	p.Click("#stacks-find")
	p.Act(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "\"main\" prio=5 tid=1 Native\n  at a.B.c(D.java:1)");
		return document.getElementById("stacks-find").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`)
	// A pasted file opens like a dropped one.
	p.Act(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([%q], "traces.txt"));
		return document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`, samples.Dump(12, morning+"2", "com.example.two", "app.Main.run")))
	p.Until("the process of the pasted file", "com.example.two", p.Processes)
	if got := p.Text("#file-menu"); got != "traces.txt" {
		t.Errorf("the pasted file has the name %q", got)
	}

	// The button asks the browser for the clipboard, which may deny access.
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Act(`(navigator.clipboard.readText = () => Promise.reject(new Error("Read permission denied.")), true)`)
	p.Click("#welcome-paste")
	p.WaitFor("a message on the clipboard", `document.getElementById("welcome-notice").textContent.includes("Ctrl+V")`)
	p.Act(fmt.Sprintf(`(navigator.clipboard.readText = () => Promise.resolve(%q), true)`, samples.Dump(13, morning+"3", "com.example.three", "app.Main.run")))
	p.Click("#welcome-paste")
	p.Until("the process of the clipboard", "com.example.three", p.Processes)
}

// TestZips opens the readable files of zip files. For other zip files, it lists the content.
func TestZips(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	dump := func(pid int, name string) string {
		return samples.Dump(pid, fmt.Sprintf("2024-05-01 10:00:%02d", pid), name, "app.Main.run")
	}
	report := "========================================================\n== dumpstate: 2024-05-01 10:00:59\n========================================================\n" +
		"------ VM TRACES JUST NOW (/data/anr/dumptrace_Ab3: 2024-05-01 10:00:59) ------\n" + dump(59, "com.example.now") + "\n------ 0.1s was the duration of 'VM TRACES JUST NOW' ------\n"
	const name = "bugreport-oriole-AP1A-2024-05-01-10-00-59.txt"
	tests := []struct {
		name  string
		files []string
		want  string // processes
		left  string // skipped files, except in a bug report
	}{
		{"bugreport-oriole.zip", []string{"version.txt", "2.0", "main_entry.txt", name, name, report,
			"FS/data/anr/anr_10", dump(10, "com.example.ten"), "FS/data/anr/anr_9", dump(9, "com.example.nine"), "FS/proc/1/stack", dump(1, "com.example.other")},
			"com.example.nine anr_9, com.example.ten anr_10, com.example.now " + name, ""},
		{"dumps.zip", []string{"readme.txt", "Two dumps.\n", "screen.png", "no", "a/traces.txt", dump(2, "com.example.two"), "b/traces.txt.gz", samples.Gzip(dump(1, "com.example.one"))},
			"com.example.one traces.txt.gz, com.example.two traces.txt", "screen.png and readme.txt"},
		{"one.zip", []string{"whatever.bin", dump(1, "com.example.one")}, "com.example.one", ""},
		{"outer.zip", []string{"anr_1", dump(1, "com.example.one"), "old/dumps.zip", string(samples.Zip(t, "anr_2", dump(2, "com.example.two"), "x.bin", "no", "deeper.zip.gz", samples.Gzip(string(samples.Zip(t, "anr_3", dump(3, "com.example.three"))))))},
			"com.example.one anr_1, com.example.two anr_2, com.example.three anr_3", "old/dumps.zip/x.bin"},
		{"dumps.zip.gz", []string{"anr_1", dump(1, "com.example.one"), "anr_2", dump(2, "com.example.two")}, "com.example.one anr_1, com.example.two anr_2", ""},
	}
	for _, tt := range tests {
		file := samples.Zip(t, tt.files...)
		if strings.HasSuffix(tt.name, ".gz") {
			file = gzipOfBytes(file)
		}
		p.Upload("#file", write(t, tt.name, file))
		p.Until("the processes in "+tt.name, tt.want, p.Processes)
		if tt.left != "" {
			p.Until("the skipped files of "+tt.name, "Left out of the zip file, because it is neither a method trace nor a thread dump: "+tt.left+".", func() string { return p.Text("#notice") })
		} else if got := p.Text("#notice"); got != "" && !strings.HasPrefix(got, "Opened instead of ") {
			t.Errorf("%s: the page says %q", tt.name, got)
		}
	}
	// A file that cannot be decompressed does not affect the others.
	odd := samples.Zip(t, "FS/data/anr/anr_1", dump(1, "com.example.one"), "FS/data/anr/anr_2", dump(2, "com.example.two"), "FS/data/anr/anr_3", dump(3, "com.example.three"))
	second := bytes.LastIndex(odd[:bytes.LastIndex(odd, []byte("PK\x01\x02"))], []byte("PK\x01\x02"))
	odd[second+10] = 99 // its compression method
	p.Upload("#file", write(t, "odd.zip", odd))
	p.Until("the processes next to the damaged one", "com.example.one anr_1, com.example.three anr_3", p.Processes)
	if got := p.Text("#notice"); !strings.Contains(got, "anr_2 cannot be read: it is packed by method 99, which is not known here.") {
		t.Errorf("about the damaged one the page says %q", got)
	}
	whole := samples.Zip(t, "anr_1", dump(1, "com.example.one"))
	deep := whole
	for range input.MostNested + 1 {
		deep = samples.Zip(t, "in.zip", string(deep))
	}
	p.Upload("#file", write(t, "half.zip", samples.Zip(t, "anr_1", dump(1, "com.example.one"), "in.zip", string(whole[:len(whole)-10]))))
	p.Until("the process next to a damaged zip file", "com.example.one", p.Processes)
	if got := p.Text("#notice"); got != "The zip file in.zip cannot be opened: its directory is damaged or cut short." {
		t.Errorf("about a damaged zip file in another one the page says %q", got)
	}
	wrong := []struct {
		name string
		data []byte
		want string
	}{
		{"pictures.zip", samples.Zip(t, "a.png", "", "b<b>.png", "", "c.png", "", "d.png", ""), "The zip file holds neither a method trace nor a thread dump: in it are a.png, b<b>.png, c.png and 1 more."},
		{"letters.zip", samples.Zip(t, "a.txt", "hello\n", "b.txt", "hello\n"), "The zip file holds neither a method trace nor a thread dump: in it are a.txt and b.txt."},
		{"picture.zip", samples.Zip(t, "a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), "a.png in the zip file: This is an image"},
		{"deep.zip", deep, "The zip file holds neither a method trace nor a thread dump: in it is in.zip/in.zip/in.zip/in.zip."},
		{"cut.zip", whole[:len(whole)-10], "The zip file cut.zip cannot be opened: its directory is damaged or cut short."},
		{"empty.zip", samples.Zip(t), "The zip file holds neither a method trace nor a thread dump: it is empty."},
		{"hotspot.zip", samples.Zip(t, "jstack.txt", "2024-05-01 10:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n\n\"main\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n"), "This is a thread dump of desktop Java"},
	}
	for _, tt := range wrong {
		p.Upload("#file", write(t, tt.name, tt.data))
		p.WaitRefusal(tt.name + " was not opened. " + tt.want) // the open file stays
	}
}

// TestZipOfTraces: the user selects one of several traces in a zip file, by key or click. The open file stays
// until then, and dumps open too. Another trace can be selected later, and exports contain the selected one.
func TestZipOfTraces(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	trace := func(class string) string {
		return string(tracetest.Bytes(strings.ReplaceAll("main 0>app.A.run()V 10>app.A.go()V 20<app.A.go()V 30<app.A.run()V", "app.A", class)))
	}
	file := write(t, "traces.zip", samples.Zip(t, "runs/start.trace", trace("app.Start"), "runs/scroll.trace.gz", samples.Gzip(trace("app.Scroll")), "runs/ten.trace", trace("app.Ten"), "readme.png", "no"))
	both := write(t, "both.zip", samples.Zip(t, "one.trace", trace("app.One"), "two.trace", trace("app.Two"), "anr_1", samples.Dump(1, morning+"1", "com.example.one", "app.One.run")))
	listed := func() string {
		return eval[string](p, `[...document.querySelectorAll("#member-list [role=option]")].map((e) => e.children[0].textContent + (e.ariaSelected === "true" ? " ✓" : "")).join(", ")`)
	}
	method := func() string {
		return eval[string](p, `document.querySelector("#methods-rows .fn")?.textContent ?? ""`)
	}

	p.Upload("#file", file)
	p.Until("the traces in the zip file", "runs/scroll.trace.gz ✓, runs/start.trace, runs/ten.trace", listed)
	p.WaitFor("focus in the list", `document.activeElement.id === "member-find"`)
	p.Shots("zip-of-traces")
	p.Keys(kb.Escape)
	p.Until("no traces to choose from", "", listed) // nothing was open before
	p.WaitStage("empty")
	p.Upload("#file", file)
	p.Until("the traces again", "runs/scroll.trace.gz ✓, runs/start.trace, runs/ten.trace", listed)
	p.WaitFor("focus in the list", `document.activeElement.id === "member-find"`)
	p.Keys(kb.ArrowDown)
	p.Until("the next one", "runs/scroll.trace.gz, runs/start.trace ✓, runs/ten.trace", listed)
	p.Keys("\r")
	p.WaitOpen()
	p.Until("its method", "Start.run", method)
	p.Until("its name", "start.trace", func() string { return p.Text("#file-menu") })

	// An export contains the selected trace.
	dir := p.Downloads()
	p.Export("csv")
	if name, data := p.Downloaded(dir); name != "start.methods.csv" || !strings.Contains(string(data), "app.Start") || strings.Contains(string(data), "app.Ten") {
		t.Errorf("%s belongs to another trace:\n%s", name, data)
	}

	// Select another one by a click.
	p.Click("#file-menu")
	p.Click("#members")
	p.Until("the open trace", "runs/scroll.trace.gz, runs/start.trace ✓, runs/ten.trace", listed)
	p.Click("#member-0")
	p.Until("its method", "Scroll.run", method)

	// With an open file: it stays during the choice, and if the user cancels.
	p.Upload("#file", both)
	p.Until("the other zip file's", "one.trace ✓, two.trace", listed)
	p.Until("the open trace", "Scroll.run", method)
	p.Keys("TW")
	p.Until("the filtered traces", "two.trace ✓", listed)
	p.Keys("\r")
	p.Until("its method", "Two.run", method)
	p.Click("#room-dump")
	p.Until("the dump next to it", "com.example.one", p.Processes)

	// A trace in a zip file inside the zip file is another choice, with a longer name, and can be exported.
	inner := samples.Zip(t, "deep/late.trace", trace("app.Late"), "late.png", "no")
	p.Upload("#file", write(t, "outer.zip", samples.Zip(t, "soon.trace", trace("app.Soon"), "more/inner.zip", string(inner))))
	p.Until("the traces in both zip files", "soon.trace ✓, more/inner.zip/deep/late.trace", listed)
	p.Keys(kb.ArrowDown + "\r")
	p.Until("its method", "Late.run", method)
	p.Until("the skipped files", "Left out of the zip file, because it is neither a method trace nor a thread dump: more/inner.zip/late.png.", func() string { return p.Text("#notice") })
	p.Export("csv")
	if name, data := p.Downloaded(dir); name != "late.methods.csv" || !strings.Contains(string(data), "app.Late") {
		t.Errorf("%s belongs to another trace:\n%s", name, data)
	}
	// If it is the only one it opens at once, even if the zip file is inside a gzip or another zip file.
	for name, file := range map[string][]byte{"inner.zip.gz": gzipOfBytes(inner), "alone.zip": samples.Zip(t, "inner.zip", string(inner))} {
		p.Upload("#file", write(t, "other.trace", []byte(trace("app.Other"))))
		p.Until("the method of another trace", "Other.run", method)
		p.Upload("#file", write(t, name, file))
		p.Until("the method of "+name, "Late.run", method)
		p.Export("csv")
		if saved, data := p.Downloaded(dir); saved != "late.methods.csv" || !strings.Contains(string(data), "app.Late") {
			t.Errorf("%s: %s belongs to another trace:\n%s", name, saved, data)
		}
	}

	// The largest possible number of files.
	many := make([]string, 0, 2*65_000)
	for i := range 65_000 {
		many = append(many, fmt.Sprintf("%d.trace", i), "")
	}
	many[2*64_000+1] = trace("app.Many")
	p.Upload("#file", write(t, "many.zip", samples.Zip(t, many...)))
	p.WaitFor("the first traces and their number", `document.querySelectorAll("#member-list [role=option]").length === 100 && document.querySelector("#member-more").textContent.startsWith("64,900 more")`)
	p.Keys("64000")
	p.Until("the filtered trace", "64000.trace ✓", listed)
	p.Keys("\r")
	p.Until("its method", "Many.run", method)
}

// TestDumpBesideTrace opens a trace and dumps together, in every order.
func TestDumpBesideTrace(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"))
	one := samples.Dump(11, morning+"1", "com.example.one", "app.B.run", "app.A.run")
	two := samples.Dump(12, morning+"2", "com.example.two", "app.B.run", "app.A.run")
	shown := func() string {
		return eval[string](p, `[...document.querySelectorAll("#room-trace, #room-dump")].filter((e) => e.closest("[hidden]") === null && e.ariaChecked === "true").map((e) => e.textContent).join()`)
	}
	const facts = `document.querySelector("#facts").textContent.includes("2 methods")`

	// Opened together: the trace is shown, and one click shows the dumps.
	p.Upload("#file", write(t, "anr_1", []byte(one)), k.file)
	p.WaitFor("the trace's facts", facts)
	p.Until("the active view", "Trace", shown)
	p.Click("#room-dump")
	p.Until("the process", "com.example.one", p.Processes)

	// A dump dropped on a trace is shown.
	p.Open(k.file)
	p.Until("no choice of views", "", shown)
	p.Drop("#app", write(t, "anr_1", []byte(one)))
	p.Until("the active view", "Dumps", shown)
	p.Until("the process", "com.example.one", p.Processes)
	p.Click("#room-trace")
	p.WaitFor("the trace's facts", facts)

	// With both open, a new file replaces them.
	p.Drop("#app", write(t, "anr_2", []byte(two)))
	p.Until("only the process", "com.example.two", p.Processes)
	p.Until("no choice of views", "", shown)

	// A trace dropped on dumps is shown. Pasting a dump onto a trace opens both.
	p.Drop("#app", k.file)
	p.Until("the active view", "Trace", shown)
	p.Click("#room-dump")
	p.Until("the process", "com.example.two", p.Processes)
	p.Open(k.file)
	p.Paste(one)
	p.Until("the active view", "Dumps", shown)
	p.Until("the pasted process", "com.example.one", p.Processes)

	// All of them in one zip file.
	p.Upload("#file", write(t, "all.zip", samples.Zip(t, "app.trace", string(unwrapped(t, k.file)), "anr_1", one, "anr_2", two)))
	p.Until("the active view", "Trace", shown)
	p.WaitFor("the trace's facts", facts)
	p.Click("#room-dump")
	p.Until("the processes", "com.example.one anr_1, com.example.two anr_2", p.Processes)
}

// TestStackInTrace: with a trace open, a dump's stack shows where it occurs in the trace, and links there.
func TestStackInTrace(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30>app.B.run()V 70<app.B.run()V 100<app.A.run()V worker 0>app.C.run()V 50<app.C.run()V"))
	one := samples.Dump(11, morning+"1", "com.example.one", "app.Gone.away", "app.B.run", "app.A.run")
	p.Upload("#file", k.file, write(t, "anr_1", []byte(one)))
	p.WaitFor("the offer in the trace", `document.getElementById("offer")?.textContent === "Dump's main: seen 2 times"`)
	p.Shots("trace-beside-dump")
	p.Click("#offer")
	p.Until("the selected method", "app.B.run", p.DetailsName)

	p.Click("#room-dump")
	inTrace := func() string {
		return eval[string](p, `document.querySelector("#in-trace:not([hidden]) p")?.textContent ?? ""`)
	}
	p.Until("the link to main's stack", "In the trace: the outermost 2 of 3 frames, down to app.B.run, were seen 2 times, 50\u00a0µs in all, on main.", inTrace)
	p.Shots("dump-beside-trace")
	p.Click("#in-trace-show")
	p.WaitFor("the trace", `document.getElementById("work").checkVisibility()`)
	p.Until("the selected method", "app.B.run", p.DetailsName)
	// The longer of the two calls, not the first.
	p.WaitFor("the longest call", `[...document.querySelectorAll("#details dd, .details dd")].some((e) => e.textContent.trim().startsWith("40"))`)

	// Another thread has its own link.
	p.Click("#room-dump")
	p.Click("#stacks-rows .rows > [role=row]:nth-child(2)")
	p.Until("the link to the worker's stack", "In the trace: no frame of this stack.", inTrace)
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Upload("#file", write(t, "anr_2", []byte(samples.Dump(12, morning+"2", "com.example.two", "app.B.run", "app.A.run"))))
	p.Until("the process", "com.example.two", p.Processes)
	if got := inTrace(); got != "" {
		t.Errorf("without a trace the stack says %q", got)
	}
}

// stackName returns the thread of the shown stack, or "".
func (p *page) stackName() string {
	return eval[string](p, `document.getElementById("stack-name")?.textContent ?? ""`)
}

// TestHostileDumps opens a dump with HTML and one with 30,000 threads. The test of that name in wasm/engine/dumping
// has many more that no system should write.
func TestHostileDumps(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	const evil = `<img src=x onerror=pwned()>`

	html := strings.NewReplacer("worker", evil, "com.example", evil, "app.Main", evil+".Main").Replace(samples.Dump(11, morning+"1", "com.example.one", "app.Main.run"))
	p.Upload("#file", write(t, evil+".txt", []byte(html)))
	p.Until("the process", evil+".one", p.Processes)
	p.WaitFor("the threads", fmt.Sprintf(`[...document.querySelectorAll("#stacks-rows [role=row]")].some((e) => e.textContent.includes(%q))`, evil))
	p.Click("#stacks-rows .rows > [role=row]:nth-child(2)")
	p.Until("the thread", evil, p.stackName)
	p.Click("#stack-text")
	p.WaitFor("the text", fmt.Sprintf(`[...document.querySelectorAll(".text-line")].some((e) => e.textContent.includes(%q))`, evil))
	if got := eval[string](p, `[...document.querySelectorAll("#app img, #app script, #app [onerror]")].map((e) => e.outerHTML).join()`); got != "" {
		t.Errorf("a dump's text has become HTML: %s", got)
	}

	var threads strings.Builder
	threads.WriteString("----- pid 7 at 2024-05-01 10:00:00 -----\nCmd line: com.example.threads\n\nDALVIK THREADS (30000):\n")
	for i := range 30_000 {
		fmt.Fprintf(&threads, "\"thread-%d\" prio=5 tid=%d Waiting\n  | sysTid=%d nice=0\n  at java.lang.Object.wait(Native method)\n  at app.Pool.run(Pool.java:12)\n\n", i, i+1, i+7)
	}
	threads.WriteString("----- end 7 -----\n")
	p.Upload("#file", write(t, "threads.txt", []byte(threads.String())))
	p.Until("the process of 30,000 threads", "com.example.threads", p.Processes)
	p.Until("the tally", "30,000 threads", func() string { return p.Text("#stacks-tally") })
	p.Click("#stacks-rows")
	p.Keys(kb.End)
	p.Until("the last thread", "thread-29999", p.stackName)
}
