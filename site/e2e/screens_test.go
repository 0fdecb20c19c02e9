//go:build !js

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// sortByInclusive sorts the method table by inclusive time.
func (p *page) sortByInclusive() {
	p.t.Helper()
	p.Click("#methods-sort-3")
	p.WaitFor("the table sorted by inclusive time", `document.querySelector("#methods-sort-3").closest("[aria-sort]").ariaSort === "descending"`)
}

// docsPictures lists the pictures of the documentation and of README, with the address to open and the steps
// after it. Each is made in light and dark, as site/docs/img/NAME-light.webp and NAME-dark.webp.
var docsPictures = []struct {
	name, open string
	show       func(p *page)
}{
	{"overview", "/?open=samples/startup.trace.gz", func(p *page) {
		p.WaitOpen()
		p.sortByInclusive()
		p.clickMethod("ThemeChooser.apply")
		p.Keys("1")
		p.WaitFor("the findings", `document.querySelector("#overview-head .main-findings button") !== null`)
	}},
	{"start", "/", func(p *page) {}},
	{"methods", "/?open=samples/startup.trace.gz", func(p *page) {
		p.WaitOpen()
		p.sortByInclusive()
		p.clickMethod("PodcastApp.onCreate")
	}},
	{"simpleperf", "/?open=samples/decode.trace.gz", func(p *page) {
		p.WaitOpen()
		p.Keys("7")
		p.Click(p.threadRow("waveform") + "-only")
		p.Keys("5")
		p.WaitDrawn(flame)
	}},
	{"verdict", "/?open=samples/deadlock.txt", func(p *page) { p.WaitStage("open") }},
	{"locks", "/?open=samples/deadlock.txt", func(p *page) {
		p.WaitStage("open")
		p.Click("#dump-tab-locks")
	}},
	{"causes", "/?open=samples/anrs.zip", func(p *page) {
		p.WaitStage("open")
		p.WaitFor("the causes", `document.querySelector("#causes").checkVisibility()`)
	}},
	{"changes", "/?open=samples/sample-streaming.trace.gz&with=samples/sample.trace.gz", func(p *page) {
		p.WaitStage("open")
		p.WaitFor("the changes", `document.querySelector("#room-changes")?.getAttribute("aria-checked") === "true"`)
	}},
}

// Limits in bytes for the largest picture and for all pictures of the repository together.
const (
	largestPicture = 150_000
	allPictures    = 1_500_000
)

// TestScreens checks the pictures of the app in the manifest, the documentation and README: they exist, have
// the size that the manifest states, and are small files. With SCREENS=1 it makes them (make screens).
func TestScreens(t *testing.T) {
	t.Parallel()
	if os.Getenv("SCREENS") != "" {
		p := openTrace(t, sample(t))
		p.Keys("5")
		for name, size := range map[string][2]int64{"wide": {1280, 800}, "narrow": {390, 844}} {
			p.View(size[0], size[1], "light")
			p.Settle()
			p.WaitDrawn(timeline)
			p.picture(80, filepath.Join(root, "site/static/screens", name+".webp"))
		}
		for _, d := range docsPictures {
			t.Run(d.name, func(t *testing.T) {
				p := open(t, d.open)
				d.show(p)
				for _, scheme := range []string{"light", "dark"} {
					p.View(1280, 800, scheme)
					p.Move(1279, 799)
					p.picture(60, filepath.Join(root, "site/docs/img", d.name+"-"+scheme+".webp"))
				}
			})
		}
		return
	}
	p := open(t, "/")
	got := eval[[]string](p, `(async () => {
		const { screenshots } = await (await fetch("manifest.webmanifest")).json();
		return Promise.all(screenshots.map(async ({ src, sizes, form_factor }) => {
			const blob = await (await fetch(src)).blob(), { width, height } = await createImageBitmap(blob);
			return form_factor + " " + (sizes === width + "x" + height) + " " + (blob.size < 100_000) + " " + blob.type;
		}));
	})()`)
	if want := "wide true true image/webp,narrow true true image/webp"; strings.Join(got, ",") != want {
		t.Errorf("the pictures are %s, want %s", got, want)
	}

	for _, d := range docsPictures {
		for _, scheme := range []string{"light", "dark"} {
			if _, err := os.Stat(filepath.Join(root, "site/docs/img", d.name+"-"+scheme+".webp")); err != nil {
				t.Errorf("%v: run make screens", err)
			}
		}
	}
	all := int64(0)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == "shots" || len(d.Name()) > 2 && d.Name()[0] == '.') {
			return fs.SkipDir
		}
		if ext := path.Ext(name); ext != ".webp" && ext != ".png" {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if all += info.Size(); info.Size() > largestPicture {
			t.Errorf("%s has %d bytes, more than %d", name, info.Size(), largestPicture)
		}
		return nil
	})
	if err != nil || all > allPictures {
		t.Errorf("all pictures have %d bytes, want %d at most; %v", all, allPictures, err)
	}
}

// clickMethod selects a method in the table by the end of its name.
func (p *page) clickMethod(name string) {
	p.t.Helper()
	p.Click(fmt.Sprintf("#methods-%d .fn", eval[int](p, fmt.Sprintf(`(() => {
		const rows = [...document.querySelectorAll("[id^=methods-]:has(.fn):not(#methods-rows)")];
		return +rows.find((row) => row.querySelector(".fn").textContent.trim().endsWith(%q)).id.split("-")[1];
	})()`, name))))
}

// picture saves a screenshot as a WebP file with a quality up to 100.
func (p *page) picture(quality int64, file string) {
	p.t.Helper()
	p.Settle()
	picture, err := chromedp.Call(p.ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{Format: cdppage.CaptureScreenshotFormatWebp, Quality: &quality})
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, picture.Data, 0o644)
	}
	if err != nil {
		p.fatalf("%v", err)
	}
}
