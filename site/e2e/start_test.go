//go:build !js

package e2e

import (
	"strings"
	"testing"
)

// A story is a sample of the start page. TestStories in wasm/viewer checks the finding of each.
type story struct {
	link string // selector of the link on the start page
	file string
}

// stories lists the samples in the order of the start page.
var stories = []story{
	{"#welcome-sample-startup", "startup.trace.gz"}, {"#welcome-sample-recording", "decode.trace.gz"}, {"#welcome-sample-deadlock", "deadlock.txt"},
	{"#welcome-sample-week", "week.json.gz"}, {"#welcome-sample-anrs", "anrs.zip"},
}

// TestSamplesFromStart opens each sample with one click on the start page. TestOffline opens them without a server.
func TestSamplesFromStart(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.WaitStage("empty")
	p.Shots("start")
	if got := eval[string](p, `[...document.querySelectorAll(".sample")].map((e) => e.getAttribute("href")).join()`); got != "./?open=samples/startup.trace.gz,./?open=samples/decode.trace.gz,./?open=samples/deadlock.txt,./?open=samples/week.json.gz,./?open=samples/anrs.zip" {
		t.Errorf("the links are %s", got)
	}
	for _, s := range stories {
		p.Act(`(globalThis.samePage = true)`)
		p.Click(s.link)
		p.Until("the file", s.file, func() string { return p.Text("#file-menu") })
		p.WaitStage("open")
		if height := p.Rect(".bar").Height; height > 50 {
			t.Errorf("%s: the header is %v px high at 1280, so it has more than one row", s.file, height)
		}
		p.Shots("sample-" + strings.Split(s.file, ".")[0])
		if !eval[bool](p, `globalThis.samePage === true`) {
			t.Errorf("a click on %s loads another page", s.link)
		}
		p.Click("#file-menu")
		p.Click("#close")
		p.WaitStage("empty")
	}
}

// TestStartPage checks the focus order of the start page, and that nothing floats over it.
func TestStartPage(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.WaitStage("empty")
	p.Act(`(dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: async () => { globalThis.prompted = true; } })), true)`)
	p.WaitFor("the offer", `document.getElementById("install").checkVisibility()`)
	p.Shots("start-install")
	for _, size := range [][2]int64{{390, 844}, {1280, 800}, {1920, 1080}} {
		p.View(size[0], size[1], "light")
		if got := eval[string](p, `[...document.querySelectorAll("#welcome :is(button, a, p, h2, h3)")].filter((e) => e.checkVisibility()).flatMap((e) => {
			e.scrollIntoView({ block: "center" });
			const { x, y, width, height } = e.getBoundingClientRect();
			const top = document.elementFromPoint(x + width / 2, y + height / 2);
			return top && (e.contains(top) || top.contains(e)) ? [] : [e.textContent.trim().slice(0, 30) + " under " + top?.outerHTML.slice(0, 60)];
		}).join("; ")`); got != "" {
			t.Errorf("at %d px these elements cover the start page: %s", size[0], got)
		}
		if eval[bool](p, `document.documentElement.scrollWidth > innerWidth || document.querySelector("#welcome").scrollWidth > document.querySelector("#welcome").clientWidth`) {
			t.Errorf("at %d the start page is wider than the screen", size[0])
		}
	}
	p.View(1280, 800, "light")
	p.Act(`(document.getElementById("welcome-open").focus(), true)`)
	visited := []string{"welcome-open"}
	for len(visited) < 10 {
		p.Keys("\t")
		visited = append(visited, eval[string](p, `document.activeElement.id || document.activeElement.className`))
	}
	if got, want := strings.Join(visited, ", "), "welcome-open, button pick-folder, welcome-paste, recent, install, welcome-sample-startup, welcome-sample-recording, welcome-sample-deadlock, welcome-sample-week, welcome-sample-anrs"; got != want {
		t.Errorf("Tab visits %s, want %s", got, want)
	}
	p.Click("#install")
	p.WaitFor("the browser's question", `globalThis.prompted === true && !document.getElementById("install").checkVisibility()`)

	// The browser handles a click with Ctrl: this page stays the same.
	p.Act(`(() => {
		let prevented;
		addEventListener("click", (e) => { prevented = e.defaultPrevented; e.preventDefault(); }, { once: true });
		document.getElementById("welcome-sample-deadlock").dispatchEvent(new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }));
		return globalThis.left = !prevented;
	})()`)
	if !eval[bool](p, `globalThis.left`) {
		t.Error("a click with Ctrl does not follow the link")
	}
	p.WaitStage("empty")
}
