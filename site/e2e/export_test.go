//go:build !js

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// Downloads has the page's downloads saved in a folder, which it returns.
func (p *page) Downloads() string {
	p.t.Helper()
	dir := p.t.TempDir()
	params := cdpbrowser.SetDownloadBehaviorParams{
		Behavior:         cdpbrowser.SetDownloadBehaviorBehaviorAllow,
		BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		DownloadPath:     dir,
	}
	if _, err := chromedp.Call(p.ctx, cdpbrowser.SetDownloadBehavior, params); err != nil {
		p.fatalf("%v", err)
	}
	return dir
}

// Export chooses a line of the menu of exports.
func (p *page) Export(id string) {
	p.t.Helper()
	p.Click("#export")
	p.WaitFor("the menu", `document.querySelector("#export").getAttribute("aria-expanded") === "true"`)
	p.Click("#export-" + id)
}

// Downloaded waits for the one file in a folder of downloads, removes it, and returns its name
// and content.
func (p *page) Downloaded(dir string) (name string, data []byte) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		files, _ := os.ReadDir(dir)
		if len(files) != 1 || strings.HasSuffix(files[0].Name(), ".crdownload") || strings.HasPrefix(files[0].Name(), ".") {
			continue
		}
		name = files[0].Name()
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.Remove(filepath.Join(dir, name))
		}
		if err != nil {
			p.fatalf("%v", err)
		}
		return name, data
	}
	p.fatalf("nothing was downloaded; the page says %q", p.Text("#notice"))
	return "", nil
}

// command is the command traceglass, built once.
var command = sync.OnceValues(func() (string, error) {
	file := filepath.Join(filepath.Dir(dist), "traceglass")
	cmd := exec.Command("go", "build", "-o", file, "./wasm/cli")
	cmd.Dir = root
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	return file, nil
})

// traceglass runs the command beside a file and returns its standard output.
func traceglass(t *testing.T, file string, args ...string) []byte {
	t.Helper()
	program, err := command()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(program, append(args, filepath.Base(file))...)
	cmd.Dir = filepath.Dir(file)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v: %s", cmd, err, errs.String())
	}
	return out.Bytes()
}

// menu lists the exports that the page offers, by id.
func (p *page) menu() []string {
	p.t.Helper()
	p.Click("#export")
	p.WaitFor("the menu", `document.querySelector(".export-group button").checkVisibility()`)
	ids := eval[[]string](p, `[...document.querySelectorAll(".export-group button")].map((b) => b.id.slice("export-".length))`)
	p.Keys("\u001b")
	return ids
}

// TestExports: every file of the menu is what the command writes, to the byte, of the whole
// trace and of a part.
func TestExports(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	dir := p.Downloads()
	special := map[string][]string{
		"summary":     {"summary"},
		"dmtracedump": {"dmtracedump"},
		"events":      {"dmtracedump", "-o"},
	}
	whole := func(id, clock string) []string {
		if args := special[id]; args != nil {
			return args
		}
		return []string{"export", "-format", id, "-clock", clock}
	}
	check := func(id string, args []string) {
		t.Helper()
		want := traceglass(t, k.file, args...)
		p.Export(id)
		name, got := p.Downloaded(dir)
		if !strings.HasPrefix(name, "sample.") || strings.Contains(name, "trace.gz") {
			t.Errorf("%s: the file is called %q", id, name)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %s\n%s", id, strings.Join(args, " "), difference(string(got), string(want)))
		}
		p.WaitFor("the remark on "+name, fmt.Sprintf(`document.querySelector("#notice").textContent.startsWith(%q)`, "Saved "+name+", "))
	}
	ids := p.menu()
	if len(ids) < 18 {
		t.Fatalf("the menu has only %q", ids)
	}
	for _, id := range ids {
		if id != "flamegraphs" && !strings.HasSuffix(id, "-svg") && !strings.HasSuffix(id, "-png") {
			check(id, whole(id, "wall"))
		}
	}
	p.Shots("export-done")

	// A zip file.
	zip := func(args ...string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "native.zip")
		traceglass(t, k.file, append([]string{"flamegraph", "-o", file}, args...)...)
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p.Export("flamegraphs")
		if name, got := p.Downloaded(dir); name != "sample.flamegraphs.zip" || !bytes.Equal(got, want) {
			t.Errorf("%s has %d bytes, other than the %d of flamegraph %q", name, len(got), len(want), args)
		}
	}
	zip("-clock", "wall")

	// Another clock, then a range, then threads of it, then again the whole.
	p.Click("#clock-cpu")
	check("folded", whole("folded", "cpu"))
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	from, to := p.Range()
	if to <= from {
		t.Fatal("no range is chosen")
	}
	part := []string{"-from", fmt.Sprint(from), "-to", fmt.Sprint(to)}
	limited := func(id string, part []string) {
		t.Helper()
		if special[id] != nil {
			part = nil // always the whole trace
		}
		check(id, append(whole(id, "cpu"), part...))
	}
	for _, id := range []string{"csv", "speedscope", "chrome", "firefox", "pprof", "folded", "dot", "text", "html", "summary", "events"} {
		limited(id, part)
	}
	p.Keys("6")
	p.Click("#threads-0-count") // all but one
	out := p.Text("#threads-0 .fn")
	for _, thread := range k.about.Threads {
		if thread.Name != out {
			part = append(part, "-thread", fmt.Sprint(thread.ID))
		}
	}
	limited("json", part)
	zip(append(part, "-clock", "cpu")...)
	p.Click("#export")
	p.Click("#export-whole")
	p.Keys("\u001b")
	check("tsv", whole("tsv", "cpu"))
}

// TestExportShots keeps pictures of the menu and of an export under way.
func TestExportShots(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.Open(sample(t).file)
	p.Click("#export")
	p.Shots("export-menu")
	p.Keys("\u001b")
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	p.Click("#clock-waiting")
	p.Click("#export")
	p.Shots("export-menu-part")
}
