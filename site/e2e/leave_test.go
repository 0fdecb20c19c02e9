//go:build !js

package e2e

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"traceglass/render/words"
)

// TestLeaving: with a file open the page asks before a reload, and afterwards names the file.
func TestLeaving(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Click("#methods-1 .fn")
	asked := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.asked
	}
	p.Navigate("/")
	if n := asked(); n != 1 {
		t.Errorf("the page asked %d times before it was left, want once", n)
	}
	p.WaitFor("the name of the file", `document.querySelector("#welcome-before").textContent.startsWith("You had sample.trace.gz open (")`)
	p.Shots("loaded-again")

	// A file in the address opens again automatically.
	p.Navigate("/?open=samples/sample.trace.gz")
	k.checkShown(p)
	p.Click("#methods-1 .fn")
	p.Navigate("/?open=samples/sample.trace.gz")
	k.checkShown(p)
	if n := asked(); n != 1 {
		t.Errorf("the page asked %d times about a file in its address", n-1)
	}

	// So do two traces.
	p.Navigate("/?open=samples/sample.trace.gz&open=samples/sample-streaming.trace.gz")
	p.WaitFor("the changes", `document.querySelector("#change-largest-0")?.checkVisibility()`)
	p.Click("#change-largest-0")
	p.Navigate("/?open=samples/sample.trace.gz")
	k.checkShown(p)
	if n := asked(); n != 1 {
		t.Errorf("the page asked %d times about two files in its address", n-1)
	}

	// A closed file is forgotten.
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	if got := p.Text("#welcome-before"); got != "" {
		t.Errorf("for a closed file the page says %q", got)
	}
}

// TestOpenedAgain: after a reload one click, and nothing before it, opens the tab's files again, if the
// browser gave handles of them. The page stores nothing of their content.
func TestOpenedAgain(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	// Files in OPFS have handles like other files, except that the browser asks for no permission.
	const folder = `navigator.storage.getDirectory()`
	makeFile := func() {
		p.Act(`(async () => {
			const file = await (await ` + folder + `).getFileHandle("run.trace.gz", { create: true });
			const to = await file.createWritable();
			await to.write(await (await fetch("samples/sample.trace.gz")).arrayBuffer());
			await to.close();
			return true;
		})()`)
	}
	picker := func() {
		p.Act(`(globalThis.showOpenFilePicker = async () => [await (await ` + folder + `).getFileHandle("run.trace.gz")], true)`)
	}
	kept := func() string {
		return eval[string](p, `new Promise((done) => {
			const opening = indexedDB.open("traceglass", 1);
			opening.onupgradeneeded = () => opening.result.createObjectStore("open");
			opening.onsuccess = () => {
				const all = opening.result.transaction("open").objectStore("open").getAll();
				all.onsuccess = () => {
					opening.result.close();
					done(all.result.map((e) => Object.keys(e).join() + ": " + e.handles.map((h) => h.constructor.name + " " + h.name).join()).join("; "));
				};
			};
		})`)
	}
	again := func() {
		p.Navigate("/")
		p.WaitFor("the offer", `document.querySelector("#welcome-again").checkVisibility() && document.querySelector("#welcome-again").textContent.includes("run.trace.gz")`)
	}
	makeFile()

	picker()
	p.Click("#welcome-open")
	k.checkShown(p)
	p.Until("the stored entries", "handles,kept: FileSystemFileHandle run.trace.gz", kept)
	again()
	p.Shots("open-again")
	if got := p.Stage(); got != "empty" {
		t.Errorf("without a click the page is %s", got)
	}
	p.Click("#welcome-again")
	k.checkShown(p)
	again() // and a third time
	p.Click("#welcome-again")
	p.WaitOverview()
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Until("the stored entries after the file closed", "", kept)
	p.WaitFor("no offer", `!document.querySelector("#welcome-again").checkVisibility() && !document.querySelector("#welcome-before").textContent`)

	// A dropped file has a handle too.
	p.Act(`(async () => {
		const handle = await (await ` + folder + `).getFileHandle("run.trace.gz");
		DataTransferItem.prototype.getAsFileSystemHandle = async () => handle;
		const data = new DataTransfer();
		data.items.add(await handle.getFile());
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
		return true;
	})()`)
	k.checkShown(p)
	p.Until("the stored entries after the drop", "handles,kept: FileSystemFileHandle run.trace.gz", kept)
	again()

	// A deleted file.
	p.Act(folder + `.then((d) => d.removeEntry("run.trace.gz")).then(() => true)`)
	p.Click("#welcome-again")
	p.WaitFor("the reason in the message", `document.querySelector("#welcome-before").textContent.startsWith("Could not open run.trace.gz (")`)

	// Another file without a handle replaces it. A sample needs no handle.
	p.Open(k.file)
	p.Until("nothing stored", "", kept) // TestLeaving has the page that is loaded then
	p.Click("#file-menu")
	p.Click("#close")
	p.Click("#welcome-sample-startup")
	startup := know(t, filepath.Join(root, "testdata/samples/startup.trace.gz"))
	startup.checkShown(p)
	p.Navigate("/")
	p.WaitFor("the sample", `document.querySelector("#welcome-again").textContent.includes("startup.trace.gz")`)
	p.Click("#welcome-again")
	startup.checkShown(p)
}

// TestSentIsMeasured: the footer of the page counts requests and shows the policy.
func TestSentIsMeasured(t *testing.T) {
	t.Parallel()
	p := visit(t)
	// Suppress the digest for links, 1.5 s after opening: other tests cover it.
	const undigested = `{ const later = setTimeout; globalThis.setTimeout = (f, ms, ...more) => ms === 1500 ? 0 : later(f, ms, ...more); }`
	p.Begin(undigested)
	p.Navigate("/")
	p.started()
	// On a first visit the page loads files for offline use. They do not count as requests of the open file.
	p.Act(`navigator.serviceWorker.ready.then(() => new Promise((done) => setTimeout(() => done(true), 500)))`)
	p.Open(sample(t).file)
	const status = `document.querySelector("#status").textContent`
	p.WaitFor("no requests", status+`.endsWith("nothing sent (0`+words.NBSP+`requests)")`)
	if got := eval[string](p, `document.querySelector("#status").title`); !strings.Contains(got, "connect-src 'self'") {
		t.Errorf("the status has the tooltip %q", got)
	}
	p.Act(`fetch("manifest.webmanifest").then(() => true)`)
	p.WaitFor("a request", status+`.endsWith("nothing of the file sent: 1 request since you opened it, to load part of this page")`)
}

// TestRecentFiles: the page lists recent files only if the user agrees, and stores only handles. One click
// opens a file, another forgets all. Browsers without handles do not offer the list.
func TestRecentFiles(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	const folder = `navigator.storage.getDirectory()`
	p.Act(`(async () => {
		for (const [name, from] of [["run.trace.gz", "samples/sample.trace.gz"], ["anr.txt", "samples/sample-anr.txt"]]) {
			const to = await (await (await ` + folder + `).getFileHandle(name, { create: true })).createWritable();
			await to.write(await (await fetch(from)).arrayBuffer());
			await to.close();
		}
		return true;
	})()`)
	choose := func(name string) {
		p.Act(fmt.Sprintf(`(globalThis.showOpenFilePicker = async () => [await (await %s).getFileHandle(%q)], true)`, folder, name))
		p.Act(`(document.querySelector("#welcome-open").click(), true)`) // the button may move when an offer appears
		p.WaitStage("open")
		p.Until("the stored setting", "true", func() string {
			return eval[string](p, fmt.Sprintf(`traceglassHandles.recent.list().then((all) => String(!traceglassHandles.recent.wanted() || all[0]?.name === %q))`, name))
		})
		p.Click("#file-menu")
		p.Click("#close")
		p.WaitStage("empty")
	}
	listed := func() string {
		return eval[string](p, `traceglassHandles.recent.list().then((all) => all.map((one) => Object.keys(one).sort().join() + ": " + one.name + " " + one.handles.map((h) => h.constructor.name).join()).join("; "))`)
	}
	dialog := func() {
		p.Click("#recent")
		p.WaitFor("the dialog", `document.querySelector("#recents")?.open`)
	}

	choose("run.trace.gz")
	if got := listed(); got != "" {
		t.Errorf("without consent the page stores %s", got)
	}
	dialog()
	p.Click("#recent-on")
	p.WaitFor("the empty list", `document.querySelector("#recent-why").textContent.startsWith("None yet.")`)
	p.Keys("\u001b")
	const entry = "handles,name,opened: "
	choose("run.trace.gz")
	p.Until("the stored entries", entry+"run.trace.gz FileSystemFileHandle", listed)
	choose("anr.txt")
	choose("run.trace.gz")
	p.Until("the stored entries", entry+"run.trace.gz FileSystemFileHandle; "+entry+"anr.txt FileSystemFileHandle", listed)
	dialog()
	p.WaitFor("both", `[...document.querySelectorAll("#recent-list span")].map((e) => e.textContent).join() === "run.trace.gz,anr.txt"`)
	p.Shots("recent")
	p.Click("#recent-list li:nth-child(1) button")
	k.checkShown(p)
	p.Click("#status")
	p.WaitFor("the text of the panel", `document.querySelector("#privacy[open]").innerText.includes("Names with handles, as you chose: 2. No content.")`)
	p.Keys("\u001b")

	// While a file is open, the commands include the list.
	p.Keys("k", chromedp.ModifierCtrl)
	p.WaitFor("the commands", `document.activeElement.id === "palette"`)
	p.Keys("recent")
	p.WaitFor("the command", `document.querySelector("#palette-list .on")?.innerText.startsWith("Recent files")`)
	p.Keys("\r")
	p.WaitFor("both", `document.querySelectorAll("#recents[open] #recent-list li").length === 2`)
	p.Keys("\u001b")

	// A deleted file, and forgetting all.
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.Act(folder + `.then((d) => d.removeEntry("anr.txt")).then(() => true)`)
	dialog()
	p.WaitFor("both", `document.querySelectorAll("#recent-list li").length === 2`)
	p.Click("#recent-list li:nth-child(2) button")
	p.WaitFor("the reason in the message", `document.querySelector("#recent-why").textContent.startsWith("anr.txt cannot be opened: ")`)
	p.Click("#recent-forget")
	p.Until("the stored entries", "", listed)
	if !eval[bool](p, `traceglassHandles.recent.wanted()`) {
		t.Error("forgetting the entries turned the list off")
	}
	p.Click("#recent-on")
	p.WaitFor("the list to be off", `!traceglassHandles.recent.wanted()`)

	p.Begin(`delete FileSystemHandle.prototype.requestPermission`)
	p.Navigate("/")
	p.started()
	if eval[bool](p, `document.querySelector("#recent").checkVisibility()`) {
		t.Error("a browser without handles offers a list of files")
	}
}
