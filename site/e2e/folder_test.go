//go:build !js

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/viewer/samples"
)

// folderOf makes a folder of files from alternating names and contents.
func folderOf(t *testing.T, name string, namesAndContents ...string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), name)
	for pair := range slices.Chunk(namesAndContents, 2) {
		file := filepath.Join(folder, filepath.FromSlash(pair[0]))
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		if err == nil {
			err = os.WriteFile(file, []byte(pair[1]), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestFolder: a dropped or chosen folder opens like a zip file of the same files: as a pile of dumps, a trace,
// a choice of traces, or nothing. The page reports files that it cannot read, and opens the others.
func TestFolder(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	pile := func(day int, rare string) (files []string) {
		for i := range 6 {
			method := "com.example.Store.read"
			if i%3 == 2 {
				method = rare
			}
			files = append(files, fmt.Sprintf("%d/anr_%d", day, i), samples.Dump(1000*day+2*i, fmt.Sprintf("2024-01-%02d 10:00:%02d", day, i), "com.example", "java.lang.Thread.sleep", method, "com.example.Main.onResume"))
		}
		return files
	}
	all := append(append(pile(1, "com.example.Old.call"), pile(2, "com.example.Api.call")...), "2/screen.png", "\x89PNG\r\n\x1a\n", ".DS_Store", "\x00")
	causes := func(want string) {
		t.Helper()
		p.WaitStage("open")
		p.WaitFor(want, fmt.Sprintf(`document.querySelector("#causes-title")?.textContent === %q`, want))
	}
	const compared = "6 dumps before, 6 after; 3 causes: 1 same, 2 not significant"
	p.Drop("#app", folderOf(t, "anrs", all...))
	causes(compared)
	p.Until("the folder's name", "anrs", func() string { return p.Text("#file-menu") })
	p.Click("#cause-0")
	p.WaitFor("a dump that is read again from the folder", `/Store/.test(document.querySelector("#stack-lines").textContent)`)

	// The same from the menu.
	p.Act(`(document.getElementById("folder").addEventListener("click", (e) => { e.preventDefault(); globalThis.folderChooser = true; }), true)`)
	p.Click("#file-menu")
	p.Click("#another-folder")
	p.WaitFor("the chooser of folders", `folderChooser && !document.querySelector("#another-folder")?.checkVisibility()`)
	p.Upload("#folder", folderOf(t, "more", pile(3, "com.example.New.call")...))
	causes("6 dumps, 2 causes")

	// A folder of traces.
	trace := unwrapped(t, sample(t).file)
	p.Drop("#app", folderOf(t, "two", "a/one.trace", string(trace), "a/b/other.trace", string(trace), "notes.md", "x"))
	p.WaitFor("both to choose from", `document.querySelector("#member-find")?.checkVisibility() && document.body.textContent.includes("two: 2 traces. One is open at a time")`)
	p.Keys("\x1b")
	again := func(name string) string {
		return folderOf(t, name, "one.trace", string(trace), "other.trace", string(trace))
	}
	p.Drop("#app", again("before"), again("after"))
	p.WaitFor("both folders", `/(before, after|after, before): 4 traces. One is open at a time/.test(document.body.textContent)`)
	p.Keys("\x1b")
	p.Drop("#app", folderOf(t, "one", "a/start.trace", string(trace), "notes.md", "x"))
	p.Until("the trace's name", "start.trace", func() string { return p.Text("#file-menu") })
	p.WaitOpen()

	// A folder without readable files, and an empty folder.
	p.Drop("#app", folderOf(t, "pictures", "a.png", "x", "b.png", "y"))
	p.WaitFor("the list of the folder's files", `document.body.textContent.includes("The folder holds neither a method trace nor a thread dump: in it are a.png and b.png.")`)
	p.Click("#refused-close")
	void := filepath.Join(t.TempDir(), "void")
	if err := os.MkdirAll(filepath.Join(void, "inside"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.Drop("#app", void)
	p.WaitFor("the message that the folder is empty", `document.body.textContent.includes("void was not opened. There is no file in this folder.")`)

	// The browser delivers the folder in parts and fails to read one file and one folder.
	dump := samples.Dump(7, "2024-01-01 10:00:00", "com.example", "com.example.Main.run")
	other := samples.Dump(9, "2024-01-01 10:00:09", "com.example.other", "com.example.Other.run")
	p.Act(fmt.Sprintf(`(() => {
		const file = (path, text) => ({ isFile: true, fullPath: path, file: (kept, broken) => text === undefined ? broken(new Error("no")) : kept(new File([text], path)) });
		const folder = (path, ...parts) => ({ isDirectory: true, name: path.slice(1), fullPath: path, createReader: () => ({ readEntries: (kept, broken) => parts[0] === undefined && parts.length ? broken(new Error("no")) : kept(parts.shift() ?? []) }) });
		const root = folder("/some", [file("/some/anr_1", %q)], [file("/some/anr_2"), folder("/some/locked", undefined)], [file("/some/anr_3", %q)]);
		const drop = new Event("drop", { bubbles: true, cancelable: true });
		drop.shiftKey = false;
		drop.dataTransfer = { types: ["Files"], items: [{ kind: "file", webkitGetAsEntry: () => root }], files: [] };
		document.body.dispatchEvent(drop);
		return true;
	})()`, dump, other))
	p.Until("the folder's name", "some", func() string { return p.Text("#file-menu") })
	p.WaitFor("both dumps", `document.querySelector("#causes-title")?.textContent === "2 dumps, 2 causes"`)
	p.WaitFor("the message on unreadable files", `document.body.textContent.includes("anr_2 cannot be read: the browser could not.") && document.body.textContent.includes("locked cannot be read: the browser could not.")`)
	if text := eval[string](p, `document.body.textContent`); strings.Contains(text, "zip file some") {
		t.Error("the page calls the folder a zip file")
	}
}
