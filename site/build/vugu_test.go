//go:build !js

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"traceglass/site/e2e/chromium"
)

// vuguScript returns the script of the Vugu release in go.mod.
func vuguScript(t *testing.T) []byte {
	t.Helper()
	dir, err := output("go", "list", "-m", "-f", "{{.Dir}}", vuguModule)
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(dir, "domrender/renderer-js-script.js"))
	if err != nil {
		t.Fatal(err)
	}
	return withoutDebug(script)
}

// TestMendsApply: every mend fits the pinned Vugu, alone and after the others.
func TestMendsApply(t *testing.T) {
	script := vuguScript(t)
	for _, m := range vuguMends {
		if _, err := changed("Vugu's script", script, m.changes); err != nil {
			t.Errorf("%s: %v", m.purpose, err)
		}
	}
	if _, warnings := mended(script); len(warnings) > 0 {
		t.Errorf("left out of the script: %q", warnings)
	}
}

// TestMendIsLeftOut: if a mend does not fit, the script gets the other mends, and there is one warning.
func TestMendIsLeftOut(t *testing.T) {
	script := vuguScript(t)
	for i, m := range vuguMends {
		other := []byte(strings.ReplaceAll(string(script), m.changes[0].from, "another release"))
		got, warnings := mended(other)
		if len(warnings) != 1 || !strings.Contains(warnings[0], m.purpose) || strings.Contains(warnings[0], "\n") {
			t.Errorf("%s: warnings %q, want one line", m.purpose, warnings)
		}
		if n := len(m.changes); n > 1 && strings.Contains(string(got), m.changes[n-1].to) {
			t.Errorf("%s: half of it is in the script", m.purpose)
		}
		for k, m := range vuguMends {
			if k != i && !strings.Contains(string(got), m.changes[0].to) {
				t.Errorf("%s is left out too", m.purpose)
			}
		}
	}
}

// drive is a script that sends instructions to Vugu's script. Numbers are bytes; texts and arrays are strings.
const drive = `const mount = [7, "#app", "div"], text = (s) => [20, 23, s, 25], attribute = (key, value) => [6, key, value], html = (s) => [29, s];
const render = (...all) => {
	const array = vuguGetRenderArray(), view = new DataView(array.buffer);
	let at = 0;
	for (const part of all.flat()) {
		if (typeof part === "number") {
			array[at++] = part;
			continue;
		}
		const bytes = typeof part === "string" ? new TextEncoder().encode(part) : Uint8Array.of(...part.bytes);
		view.setUint32(at, bytes.length);
		array.set(bytes, at + 4);
		at += 4 + bytes.length;
	}
	array[at] = 0;
	vuguRender();
};`

// TestMendsAreNeeded shows in a browser what each mend is for. With all mends each case passes.
// Without one of them its case fails: otherwise Vugu no longer needs that mend.
func TestMendsAreNeeded(t *testing.T) {
	tests := []struct{ purpose, do, want string }{
		{"characters cut at the end of a buffer", `render(mount, 37, { bytes: [0xc2] }); render(29, { bytes: [0xb5] }); app.innerHTML`, "µ"},
		{"attributes set only where they differ, styles through the object model",
			`render(mount, attribute("style", "width:7px")); app.style.width`, "7px"},
		{"attributes set only where they differ, styles through the object model", `(() => {
			const again = () => render(mount, attribute("title", "a"), attribute("style", "width:7px"));
			again();
			const observer = new MutationObserver(() => {});
			observer.observe(app, { attributes: true });
			again();
			return observer.takeRecords().map((r) => r.attributeName).join(" ");
		})()`, ""},
		{"texts set only where they differ", `(() => {
			render(mount, text("some text"));
			getSelection().setBaseAndExtent(app.firstChild, 0, app.firstChild, 4);
			render(mount, text("some text"));
			return String(getSelection());
		})()`, "some"},
		{"HTML set only where it differs", `(() => {
			render(mount, html("<input>"));
			app.firstChild.focus();
			render(mount, html("<input>"));
			return document.activeElement.nodeName;
		})()`, "INPUT"},
		{"short strings read without the decoder", `(() => {
			let calls = 0;
			const decode = TextDecoder.prototype.decode;
			TextDecoder.prototype.decode = function (...all) { calls++; return decode.apply(this, all); };
			render(mount, attribute("title", "µ"), text("a".repeat(40)));
			return calls + " " + app.title + " " + app.textContent.length;
		})()`, "2 µ 40"},
	}

	// The page of "/?" + purpose has the script without that mend.
	script := vuguScript(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		without, _ := url.QueryUnescape(r.URL.RawQuery)
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Security-Policy", "default-src 'self'")
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><body><div id="app"></div><script src="vugu.js?%[1]s"></script><script src="drive.js"></script>`, r.URL.RawQuery)
		case "/drive.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, drive)
		case "/vugu.js":
			kept := script
			for _, m := range vuguMends {
				if m.purpose != without {
					kept, _ = changed("Vugu's script", kept, m.changes) // TestMendsApply reports the error
				}
			}
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(kept)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	browser, cancel, err := chromium.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer cancel()
	result := func(without, do string) string {
		if err := chromedp.Do(browser, chromedp.Navigate(server.URL+"/?"+url.QueryEscape(without))); err != nil {
			t.Fatal(err)
		}
		got, err := chromedp.Run(browser, chromedp.Evaluate[string](do))
		if err != nil {
			t.Fatalf("%s: %v", do, err)
		}
		return got
	}
	shown := map[string]bool{}
	for _, tt := range tests {
		shown[tt.purpose] = true
		if got := result("", tt.do); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.purpose, got, tt.want)
		}
		if got := result(tt.purpose, tt.do); got == tt.want {
			t.Errorf("%s: the case passes without the mend: remove the mend", tt.purpose)
		}
	}
	for _, m := range vuguMends {
		if !shown[m.purpose] {
			t.Errorf("%s: no case shows what it is for", m.purpose)
		}
	}
}
