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
	p.WaitFor("the name of the file", `document.querySelector("#welcome-notice").textContent.startsWith("sample.trace.gz was open here")`)
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
	if got := p.Text("#welcome-notice"); got != "" {
		t.Errorf("of a file that was closed the page says %q", got)
	}
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
	p.WaitFor("a request", status+`.endsWith("1 request sent, for files of this site")`)
}
