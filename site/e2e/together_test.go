//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

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

	// Pasting a dump onto a trace opens both.
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Open(write(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 30<app.A.run()V")))
	p.Paste(samples.Dump(11, morning+"1", "com.example.one", "app.Main.run"))
	p.WaitFor("the dump in front of the trace", `document.querySelector("#room-dump").checkVisibility() && document.querySelector("#room-dump").ariaChecked === "true"`)
	p.Until("the pasted process", "com.example.one", p.Processes)

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

// stackName returns the thread of the shown stack, or "".
func (p *page) stackName() string {
	return eval[string](p, `document.getElementById("stack-name")?.textContent ?? ""`)
}

// hostileDumps opens a dump with HTML. The test of that name in wasm/engine/dumping has many more dumps
// that no system should write.
func hostileDumps(t *testing.T, p *page) {
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
}
