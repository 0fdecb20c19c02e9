//go:build !js

package e2e

import (
	"strings"
	"testing"

	"traceglass/render/words"
)

// TestLeaving: the page asks before it is loaded again with a file open, and then says which file
// it was.
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
		t.Errorf("the page asked %d times whether it may be left, want once", n)
	}
	p.WaitFor("the name of the file", `document.querySelector("#welcome-before").textContent.startsWith("You had sample.trace.gz open (")`)
	p.Shots("loaded-again")

	// What the address names is opened again by itself.
	p.Navigate("/?open=samples/sample.trace.gz")
	k.shows(p)
	p.Click("#methods-1 .fn")
	p.Navigate("/?open=samples/sample.trace.gz")
	k.shows(p)
	if n := asked(); n != 1 {
		t.Errorf("the page asked %d times, of a file that its address names", n-1)
	}

	// A file that was closed is forgotten.
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	if got := p.Text("#welcome-before"); got != "" {
		t.Errorf("of a file that was closed the page says %q", got)
	}
}

// TestOpenedAgain: after the page was loaded again, what was open in its tab opens by one click,
// where the browser gave a handle of it, and not before; of its content nothing is kept.
func TestOpenedAgain(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := open(t, "/")
	// The site's own folder has files whose handles are as those of others, but for the asking.
	const folder = `navigator.storage.getDirectory()`
	makeFile := func() {
		eval[bool](p, `(async () => {
			const file = await (await `+folder+`).getFileHandle("run.trace.gz", { create: true });
			const to = await file.createWritable();
			await to.write(await (await fetch("samples/sample.trace.gz")).arrayBuffer());
			await to.close();
			return true;
		})()`)
	}
	picker := func() {
		eval[bool](p, `(globalThis.showOpenFilePicker = async () => [await (await `+folder+`).getFileHandle("run.trace.gz")], true)`)
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
	k.shows(p)
	p.Until("what is kept", "handles,kept: FileSystemFileHandle run.trace.gz", kept)
	again()
	p.Shots("open-again")
	if got := p.Stage(); got != "empty" {
		t.Errorf("unasked the page is %s", got)
	}
	p.Click("#welcome-again")
	k.shows(p)
	again() // and once more
	p.Click("#welcome-again")
	k.shows(p)
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Until("what is kept of a file that was closed", "", kept)
	p.Navigate("/")
	p.WaitFor("the program to run", `document.documentElement.dataset.state === "running"`)
	p.WaitFor("no offer", `!document.querySelector("#welcome-again").checkVisibility() && !document.querySelector("#welcome-before").textContent`)

	// What is dropped has a handle too.
	eval[bool](p, `(async () => {
		const handle = await (await `+folder+`).getFileHandle("run.trace.gz");
		DataTransferItem.prototype.getAsFileSystemHandle = async () => handle;
		const data = new DataTransfer();
		data.items.add(await handle.getFile());
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
		return true;
	})()`)
	k.shows(p)
	p.Until("what is kept of a drop", "handles,kept: FileSystemFileHandle run.trace.gz", kept)
	again()

	// A file that is gone.
	eval[bool](p, folder+`.then((d) => d.removeEntry("run.trace.gz")).then(() => true)`)
	p.Click("#welcome-again")
	p.WaitFor("why it was not opened", `document.querySelector("#welcome-before").textContent.startsWith("run.trace.gz (")`)

	// Another file takes its place, one without a handle; and a sample, which needs none.
	p.Open(k.file)
	p.Until("nothing kept", "", kept)
	p.Navigate("/")
	p.WaitFor("what to choose", `document.querySelector("#welcome-before").textContent.startsWith("You had sample.trace.gz open (")`)
	p.Click("#welcome-sample-dual")
	k.shows(p)
	p.Navigate("/")
	p.WaitFor("the sample", `document.querySelector("#welcome-again").textContent.includes("sample.trace.gz")`)
	p.Click("#welcome-again")
	k.shows(p)
}

// TestSentIsMeasured: the foot of the page counts requests, and says what the policy is.
func TestSentIsMeasured(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	// What a first visit still loads for the next, without a network, is not the open file's.
	eval[bool](p, `navigator.serviceWorker.ready.then(() => new Promise((done) => setTimeout(() => done(true), 500)))`)
	p.Open(sample(t).file)
	const status = `document.querySelector("#status").textContent`
	p.WaitFor("no requests", status+`.endsWith("nothing sent (0`+words.NBSP+`requests)")`)
	if got := eval[string](p, `document.querySelector("#status").title`); !strings.Contains(got, "connect-src 'self'") {
		t.Errorf("the status explains itself by %q", got)
	}
	eval[bool](p, `fetch("manifest.webmanifest").then(() => true)`)
	p.WaitFor("a request", status+`.endsWith("nothing of the file sent: 1 request since it was opened, to load a part of this page")`)
}
