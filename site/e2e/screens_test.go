//go:build !js

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestScreens: the manifest's pictures of the app are there, as large as it says, and small files. With SCREENS=1 they
// are made anew, of the sample: make screens.
func TestScreens(t *testing.T) {
	t.Parallel()
	if os.Getenv("SCREENS") != "" {
		p := openTrace(t, sample(t))
		p.Keys("4")
		for name, size := range map[string][2]int64{"wide": {1280, 800}, "narrow": {390, 844}} {
			p.View(size[0], size[1], "light")
			p.Settle()
			p.WaitDrawn(timeline)
			p.Settle()
			quality := int64(80)
			picture, err := chromedp.Call(p.ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{Format: cdppage.CaptureScreenshotFormatWebp, Quality: &quality})
			if err == nil {
				err = os.WriteFile(filepath.Join(root, "site/static/screens", name+".webp"), picture.Data, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
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
}
