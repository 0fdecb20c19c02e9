//go:build !js

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// TestSource checks names and links of source code in one visit.
func TestSource(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	p.Act(`(traceglassDo("source", "choose", ""), true)`)
	p.WaitFor("the sheet", `document.querySelector("#source")?.open`)
	p.Part("links", func(t *testing.T) { linksToSource(t, p) })
	p.Part("forms of names", func(t *testing.T) { nameForms(t, p) })
	p.Act(`(document.querySelector("#source").close(), true)`)
	p.Part("chosen", func(t *testing.T) { openSource(t, p, k) })
}

// linksToSource checks links to the source of methods with random, hostile names. The browser's own parser
// finds the template's scheme, host and parameters in each, and each value in its place.
func linksToSource(t *testing.T, p *page) {
	for template, ok := range map[string]bool{
		"https://code.example/search?q={class}":                         true,
		"HTTPS://code.example:8443/{class}#{method}":                    true,
		"http://[::1]/{package}":                                        true,
		"vscode://file/C:/src/{path}:{line}":                            true,
		"jetbrains://idea/navigate/reference?fqn={class}":               true,
		"zed://file/{path}":                                             true,
		"javascript://example/%0Aalert(1)//{class}":                     false,
		"javascript:alert(1)//{class}":                                  false,
		"data:text/html,{class}":                                        false,
		"file:///src/{path}":                                            false,
		"blob:https://code.example/{class}":                             false,
		"intent://code.example/{class}":                                 false,
		"https:/code.example/{class}":                                   false,
		"https:///{class}":                                              false,
		"https://{class}/":                                              false,
		"https://{class}.example/":                                      false,
		"https://code.example:{line}/":                                  false,
		"https://me@code.example/{class}":                               false,
		"https://code.example\\{class}":                                 false,
		"https://code.example/ {class}":                                 false,
		"https://code.example/\t{class}":                                false,
		"https://code.example/%{class}":                                 false,
		"https://code.example/../{class}":                               false,
		"https://code.example/{class":                                   false,
		"https://code.example/{class}}":                                 false,
		"https://code.example/{klass}":                                  false,
		"https://code.example/search":                                   false,
		"https://code.example:99999/{class}":                            false,
		"{class}":                                                       false,
		"https://code.example/" + strings.Repeat("a", 2000) + "{class}": false,
	} {
		if why := eval[string](p, fmt.Sprintf(`traceglassSource.flaw(%q)`, template)); (why == "") != ok {
			t.Errorf("the template %.60q: %q", template, why)
		}
	}
	wrong := eval[[]string](p, `(() => {
		let seed = 12345;
		const random = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0, Math.floor(seed / 2 ** 32 * n));
		const parts = [..."aZ09._$-/\\:;?#&=+%{}<>[]()@!*'\"|^~ \t\n\r\0\u00e9\u4e2d\u202e\u{1f600}", "..", "%2e", "%2F", "//", "https://evil.example", "javascript:", "&x=1", "#f", "{class}", "{line}", "\ud800", "<init>", "$&", "$1"];
		const text = () => Array.from({ length: random(8) }, () => parts[random(parts.length)]).join("") || "x";
		const wrong = [];
		let links = 0;
		for (let n = 0; n < 5_000; n++) {
			const [pkg, type, method, file, path, line] = [0, 1, 2, 3, 4, 5].map(text);
			const places = [pkg, type, method, file, path, line];
			const check = (template, scheme, host, values) => {
				const { link, reason } = traceglassSource.linkOf(template, places);
				if (!link) {
					if (!/^There is no link/.test(reason)) wrong.push([template, ...places, reason].join(" | "));
					return;
				}
				links++;
				const url = new URL(link), got = [url.protocol, url.host, url.username, url.password, ...values(url)];
				const want = [scheme, host, "", "", ...values.want];
				if (JSON.stringify(got) !== JSON.stringify(want)) wrong.push(JSON.stringify([link, got, want]));
			};
			const whole = (name) => name.toWellFormed();
			const of = (want, read) => Object.assign(read, { want });
			check("https://code.example:8443/a/{class}/b?q={method}&p={package}%20x#{file}", "https:", "code.example:8443",
				of([5, whole(type), "q,p", whole(method), whole(pkg) + " x", whole(file)].map(String),
					(url) => [url.pathname.split("/").length + 1, decodeURIComponent(url.pathname.split("/")[2]), [...url.searchParams.keys()], url.searchParams.get("q"), url.searchParams.get("p"), decodeURIComponent(url.hash.slice(1))].map(String)));
			check("vscode://file/src/{path}:{line}", "vscode:", "file", of(["", "", "/src/" + whole(path) + ":" + whole(line)], (url) => [url.search, url.hash, decodeURIComponent(url.pathname)]));
			check("idea://open?file=/src/{path}&line={line}", "idea:", "open", of(["file,line", "/src/" + whole(path), whole(line), ""], (url) => [String([...url.searchParams.keys()]), url.searchParams.get("file"), url.searchParams.get("line"), url.hash]));
		}
		if (links < 12_000) wrong.push("only " + links + " links");
		return wrong.slice(0, 5);
	})()`)
	for _, w := range wrong {
		t.Errorf("%s", w)
	}
}

// nameForms checks the forms of names, and their places in the source.
func nameForms(t *testing.T, p *page) {
	for _, tt := range []struct{ facts, forms, places string }{
		{"java.lang.Thread.sleep(JI)V\njava.lang.Thread.sleep(JI)V\n\nThread.java\n450",
			`Java=java.lang.Thread.sleep(long, int) Kotlin=java.lang.Thread.sleep(Long, Int) JVM descriptor=Ljava/lang/Thread;->sleep(JI)V Regular expression=\bjava\.lang\.Thread\.sleep\b As in the file=java.lang.Thread.sleep(JI)V`,
			"java.lang|Thread|sleep|Thread.java|java/lang/Thread.java|450"},
		{"a.View$Builder.add(Landroid/os/Bundle;La/Map$Entry;)Z\n\n\nSourceFile\n0",
			`Java=a.View.Builder.add(android.os.Bundle, a.Map.Entry) Kotlin=a.View.Builder.add(android.os.Bundle, a.Map.Entry): Boolean JVM descriptor=La/View$Builder;->add(Landroid/os/Bundle;La/Map$Entry;)Z Regular expression=\ba\.View\$Builder\.add\b`,
			"a|View.Builder|add|||1"},
		{"a.View$Builder.<init>()V",
			`Java=a.View.Builder.Builder() Kotlin=a.View.Builder() JVM descriptor=La/View$Builder;-><init>()V Regular expression=\ba\.View\$Builder\.<init>`,
			"a|View.Builder|Builder|||1"},
		{"MainKt.main([Ljava/lang/String;)V\n\n\nMain.kt\n",
			`Java=MainKt.main(java.lang.String[]) Kotlin=main(Array<String>) JVM descriptor=LMainKt;->main([Ljava/lang/String;)V Regular expression=\bMainKt\.main\b`,
			"|MainKt|main|Main.kt|Main.kt|1"},
		{"a.Kt.of([[I[Ljava/lang/Integer;)Ljava/lang/Object;",
			`Java=a.Kt.of(int[][], java.lang.Integer[]) Kotlin=a.Kt.of(Array<IntArray>, Array<Int?>): Any JVM descriptor=La/Kt;->of([[I[Ljava/lang/Integer;)Ljava/lang/Object; Regular expression=\ba\.Kt\.of\b`,
			"a|Kt|of|||1"},
		{"a.Foo$load$2.invokeSuspend(Ljava/lang/Object;)Ljava/lang/Object;\n\na.Foo.load, coroutine\nFoo.kt\n",
			`Java=a.Foo$load$2.invokeSuspend(java.lang.Object) Kotlin=a.Foo$load$2.invokeSuspend(Any): Any JVM descriptor=La/Foo$load$2;->invokeSuspend(Ljava/lang/Object;)Ljava/lang/Object; Regular expression=\ba\.Foo\$load\$2\.invokeSuspend\b Readable=a.Foo.load, coroutine`,
			"a|Foo|load|Foo.kt|a/Foo.kt|1"},
		{"art::Thread::Run(void*)\nart::Thread::Run(void*)", `Regular expression=\bart::Thread::Run\(void\*\) As in the file=art::Thread::Run(void*)`, "||art::Thread::Run(void*)|||1"},
	} {
		got := eval[[2]string](p, fmt.Sprintf(`[traceglassSource.forms(%q).map((f) => f.join("=")).join(" "), traceglassSource.placesOf(%[1]q).join("|")]`, tt.facts))
		if want := [2]string{tt.forms, tt.places}; got != want {
			t.Errorf("%q\n got %q\nwant %q", tt.facts, got, want)
		}
	}
	for raw, want := range map[string]string{ // raw and readable name → class and function
		"a.Foo$1.run\n\na.Foo.anonymous class: run":                                   "a|Foo|run",
		"a.Foo$bar$1.onClick\n\na.Foo.bar, anonymous class: onClick":                  "a|Foo|bar",
		"a.Foo$1.invokeSuspend\n\na.Foo.coroutine":                                    "a|Foo|",
		"a.Foo$$inlined$map$lambda$1.invokeSuspend\n\na.Foo.inlined map, coroutine":   "a|Foo|map",
		"a.Foo$$ExternalSyntheticLambda0.run\n\na.Foo.lambda: run":                    "a|Foo|run",
		"a.Foo.lambda$null$0\n\na.Foo.lambda":                                         "a|Foo|",
		"a.Foo.access$000\n\na.Foo.accessor":                                          "a|Foo|",
		"a.Foo$Bar.lambda$new$0\n\na.Foo$Bar.<init>, lambda":                          "a|Foo.Bar|",
		"a.ComposableSingletons$FooKt$lambda-1$1.invoke\n\na.FooKt.composable lambda": "a|FooKt|",
		"a.Foo$$Lambda$12/0x7f3a01.run\n\na.Foo.lambda: run":                          "a|Foo|run",
		"Foo$bar$1.invoke\n\nFoo.bar, lambda":                                         "|Foo|bar",
	} {
		if got := eval[string](p, fmt.Sprintf(`traceglassSource.placesOf(%q).slice(0, 3).join("|")`, raw)); got != want {
			t.Errorf("%q is at %s, want %s", raw, got, want)
		}
	}
	// A pattern finds its name, and no longer one.
	wrong := eval[[]string](p, `(() => {
		let seed = 99;
		const random = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0, Math.floor(seed / 2 ** 32 * n));
		const letters = [..."ab09_$.-<>()[]{}|?*+\\^/é中 #,'"], wrong = [];
		for (let n = 0; n < 5_000; n++) {
			const name = Array.from({ length: 1 + random(8) }, () => letters[random(letters.length)]).join("");
			const find = new RegExp(traceglassSource.forms(name).find(([title]) => title === "Regular expression")[1], "u");
			const longer = [/^[ab09_]/.test(name) ? "x" + name : "", /[ab09_]$/.test(name) ? name + "x" : ""];
			if (find.exec("at " + name + " (")?.[0] !== name || longer.some((text) => find.test(text))) wrong.push(name);
		}
		return wrong.slice(0, 5);
	})()`)
	for _, w := range wrong {
		t.Errorf("the pattern of %q is wrong", w)
	}
}

// openSource chooses where source code opens, and opens a method there from its menu: a site in a new tab that
// knows nothing of this page, and an editor without leaving the page.
func openSource(t *testing.T, p *page, k *known) {
	b, ok := widest(p.Boxes(timeline), func(b box) bool { return !b.Collapsing && !b.Merged && b.Depth > 2 && b.W < 300 && b.H > 8 })
	if !ok {
		t.Fatal("no call to click")
	}
	name := k.Name(k.info(b).Method)
	x, y := b.spot()
	p.RightClickAt(x, y)
	p.Pick("Open in an IDE or code search…")
	p.WaitFor("the sheet", `document.querySelector("#source")?.open && document.activeElement.id === "source-link"`)
	p.Click("#source .source-examples button:nth-of-type(3)")
	preview := func() string { return p.Text("#source-preview") }
	if got := preview(); !strings.HasPrefix(got, "For example: https://cs.android.com/search?q=class:") || !strings.HasSuffix(got, "%20function:"+name.Name) {
		t.Errorf("the preview is %q", got)
	}
	p.accessible("source")
	p.Shots("source")
	p.Act(`(() => { const f = document.querySelector("#source-link"); f.value = "javascript:alert(1)//{class}"; f.dispatchEvent(new Event("input")); return true; })()`)
	if got := preview(); !strings.HasPrefix(got, "A link starts with one of these") || !eval[bool](p, `document.querySelector("#source-save").disabled`) {
		t.Errorf("a script as a link: %q", got)
	}
	// The link is followed at once, as a click that this test records.
	p.Act(`(() => { globalThis.followed = []; HTMLAnchorElement.prototype.click = function () { followed.push([this.href, this.rel, this.target, this.referrerPolicy].join(" ")); }; return true; })()`)
	p.Act(`(() => { const f = document.querySelector("#source-link"); f.value = "https://code.example/{class}/{method}"; f.dispatchEvent(new Event("input")); return true; })()`)
	p.Click("#source-save")
	followed := func() string { return eval[string](p, `followed.join(", ")`) }
	class := name.Class[strings.LastIndexByte(name.Class, '.')+1:]
	link := "https://code.example/" + class + "/" + name.Name + " noopener noreferrer _blank no-referrer"
	p.Until("the link", link, followed)
	p.RightClickAt(x, y)
	p.Pick("Open in code.example")
	p.Until("the second", link+", "+link, followed)

	// The privacy sheet says so.
	p.Act(`(traceglassDo("privacy"), true)`)
	p.WaitFor("the privacy sheet", `document.querySelector("#privacy")?.textContent.includes("“Open in code.example” in a method’s menu opens your link")`)
	p.Act(`(document.querySelector("#privacy").close(), true)`)
}

// TestFollowedSource follows links. A site opens in a new tab, which has no access to the page. The page stays, also when
// no program opens the links of an editor.
func TestFollowedSource(t *testing.T) {
	t.Parallel()
	p := openTrace(t, sample(t))
	follow := func(template, name string) {
		t.Helper()
		p.Act(fmt.Sprintf(`(localStorage.setItem("traceglass.source", %q), localStorage.setItem("traceglass.sourceName", %q), true)`, template, name))
		r := p.Rect("#methods-1")
		p.RightClickAt(r.X+r.Width/8, r.Y+r.Height/2)
		p.Pick("Open in " + name)
	}
	p.Click("#tab-methods")
	p.WaitFor("the table", `document.querySelector("#methods-1")?.checkVisibility()`)
	host := strings.TrimPrefix(p.site.URL, "http://")
	follow(p.site.URL+"/manifest.webmanifest?name={method}", host)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	id, ok := <-chromedp.WaitNewTarget(ctx, func(info *target.Info) bool { return strings.Contains(info.URL, "manifest.webmanifest?name=") })
	if !ok {
		t.Fatal("no new tab")
	}
	tab, close := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id))
	defer close()
	if got, err := chromedp.Run(tab, chromedp.Evaluate[string](`String(window.opener) + document.referrer`)); err != nil || got != "null" {
		t.Errorf("the new tab knows %q, %v", got, err)
	}
	p.Allow("zed://")
	follow("zed://open?name={method}", "Zed")
	p.WaitFor("the open trace", `document.querySelector("#methods-1")?.checkVisibility()`)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked > 0 {
		t.Error("the page asks before it is left")
	}
}
