//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// A story is what a sample of the start page demonstrates.
type story struct {
	link string // text of the link on the start page
	file string
	show func(p *page) // shows the sample's finding and waits for it
}

// stories lists the samples in the order of the start page.
var stories = []story{
	{"#welcome-sample-startup", "startup.trace.gz", func(p *page) {
		p.WaitFor("the facts", `document.querySelector("#facts")?.textContent.includes("ART v3")`)
		// Among main's waits, a lock in its own code stands out with almost no CPU time.
		p.WaitAnswers()
		if got := p.Text(".findings"); !strings.Contains(got, "RemoteFlags.isEnabled") {
			p.t.Errorf("the findings are %q", got)
		}
		p.ShowMethods()
		p.Click("#clock-waiting")
		p.untilRow("methods", "ThemeChooser.apply")
		p.Click("#clock-wall")
		p.Until("the method that caused most", "true", func() string {
			rows := p.Grid("methods").Rows
			return fmt.Sprint(len(rows) > 0 && strings.Contains(rows[0], "RemoteFlags.isEnabled"))
		})
	}},
	{"#welcome-sample-recording", "decode.trace.gz", func(p *page) {
		p.WaitFor("the facts", `document.querySelector("#facts")?.textContent.includes("on and off CPU")`)
		p.AllThreads()
		p.AllCode()
		p.Click("#clock-cpu")
		p.Click("#methods-sort-3")
		// The hottest method is native code of the app, followed by the hottest Java method.
		p.UntilSame("the hottest methods", func() (string, string) {
			rows := p.Grid("methods").Rows
			return fmt.Sprint(len(rows) > 1 && strings.Contains(rows[0], "synthesisFilter") && strings.Contains(rows[1], "Palette.distance")), "true"
		})
	}},
	{"#welcome-sample-deadlock", "deadlock.txt", func(p *page) {
		p.WaitFor("both processes", `[...document.querySelectorAll(".rail .process")].map((e) => e.textContent).join().includes(":player")`)
		p.WaitFor("the verdict", `(() => {
			const says = document.querySelector(".claim.first .says")?.textContent ?? "";
			return ["EpisodeDatabase", "DefaultDispatcher-worker-2", "PlaybackQueue", "Deadlock: main waits"].every((part) => says.includes(part));
		})()`)
	}},
	{"#welcome-sample-week", "week.json.gz", func(p *page) {
		p.Until("the causes", "78 dumps, 6 causes", func() string {
			return eval[string](p, `document.querySelector("#causes-title")?.textContent ?? ""`)
		})
		p.WaitFor("the days", `document.querySelector("#causes-days").checkVisibility()`)
	}},
	{"#welcome-sample-anrs", "anrs.zip", func(p *page) {
		p.Until("the causes of two versions", "18 dumps before, 22 after; 7 causes: 1 new, 6 not significant", func() string {
			return eval[string](p, `document.querySelector("#causes-title")?.textContent ?? ""`)
		})
		p.WaitFor("the new cause first", `document.querySelector("#causes .alike").textContent.includes("CoverCache.loadNow")`)
	}},
}

// untilRow waits for a row with part in its name.
func (p *page) untilRow(box, part string) {
	p.t.Helper()
	p.Until("a row of "+part, "true", func() string { return fmt.Sprint(strings.Contains(p.Grid(box).String(), part)) })
}

// TestSamplesFromStart opens each sample with one click on the start page, and by its link while offline.
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
		s.show(p)
		p.View(1280, 800, "light")
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

	p.Act(`navigator.serviceWorker.ready.then(() => true)`)
	p.site.GoDown()
	p.Allow("503")
	for _, s := range stories {
		p.Navigate("/?open=samples/" + s.file)
		p.Until("the file without a network", s.file, func() string { return p.Text("#file-menu") })
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
