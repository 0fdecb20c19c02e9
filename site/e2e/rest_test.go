//go:build !js

package e2e

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
)

// What is done on a page is answered by its worker, and what that answers is drawn in the next
// frame, after however long it takes. A page is at rest when it has no frame to draw and none of its
// workers owes it an answer. What is read of it then is what it shows for good; only what comes by
// itself later, like a file that is being read, is to be waited for by name.

// restless runs in each document before its own scripts. It counts the animation frames that were
// asked for, and notes by number what workers were asked and by canvas what pictures.
//
//	traceglassOwed()   lists what of these has not come yet
//	traceglassRest()   resolves once that is nothing; after a frame, if it is told that it takes one
//	traceglassPauses() how many waits for a pause run, after which the page makes a step of the history
//	traceglassFrame    requestAnimationFrame, not counted
const restless = `(() => {
	const { requestAnimationFrame, setTimeout, clearTimeout } = globalThis;
	let frames = 0;
	const owing = new Map(); // by worker, what it owes
	const owed = () => [...Array(frames).fill("frame"), ...[...owing.values()].flatMap((all) => [...all])];
	const waiting = [];
	const look = () => { if (owed().length === 0) for (const done of waiting.splice(0)) done(true); };
	const lookSoon = () => { if (waiting.length > 0) setTimeout(look); }; // when who hears of it has done what it does
	globalThis.traceglassOwed = owed;
	globalThis.traceglassRest = (framed) => new Promise((done) => {
		waiting.push(done);
		if (framed) requestAnimationFrame(() => setTimeout(look));
		else look();
	});

	globalThis.traceglassFrame = requestAnimationFrame.bind(globalThis);
	globalThis.requestAnimationFrame = (then) => {
		frames++;
		return requestAnimationFrame((at) => {
			frames--;
			lookSoon();
			then(at);
		});
	};

	const key = (m) => {
		const numbered = m?.data instanceof ArrayBuffer && m.data.byteLength > 4 && new DataView(m.data).getUint32(0, true);
		switch (m?.kind) {
		case "ask": case "answer": return numbered ? "answer " + numbered : "";
		case "list request": case "list": case "no list": return "list of canvas " + m.canvas;
		case undefined: return m?.number > 0 ? "graph " + m.number : "";
		default: return "";
		}
	};
	globalThis.Worker = class Worker extends globalThis.Worker {
		constructor(...all) {
			super(...all);
			owing.set(this, new Set());
			this.addEventListener("message", ({ data }) => {
				if (owing.get(this)?.delete(key(data))) lookSoon();
			});
		}
		postMessage(m, ...more) {
			const what = key(m);
			super.postMessage(m, ...more);
			if (what) owing.get(this)?.add(what);
		}
		terminate() {
			owing.delete(this);
			super.terminate();
			lookSoon();
		}
	};

	const pauses = new Set();
	globalThis.setTimeout = (then, ms, ...more) => {
		const timer = setTimeout((...all) => (pauses.delete(timer), then(...all)), ms, ...more);
		if (ms === 500) pauses.add(timer); // as in wasm/page/past_js.go
		return timer;
	};
	globalThis.clearTimeout = (timer) => (pauses.delete(timer), clearTimeout(timer));
	globalThis.traceglassPauses = () => pauses.size;
})();`

// watchRest has documents of the tab tell what they wait for.
func (p *page) watchRest() {
	p.t.Helper()
	p.Begin(restless)
}

// Settle waits until the page is at rest. What was done to it since the last time may be known to it
// only with the next frame, as sizes are and how far a box is scrolled.
func (p *page) Settle() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for ctx.Err() == nil {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(`globalThis.traceglassRest?.(%t) ?? true`, p.stirred), chromedp.EvalAwaitPromise))
		if err == nil {
			p.stirred = false
			return
		}
		if ctx.Err() == nil && !betweenDocuments(err) {
			p.fatalf("%v", err)
		}
	}
	p.fatalf("the page does not come to rest: it waits for %s", evalNow[string](p, `traceglassOwed().join(", ")`))
}

// betweenDocuments reports whether a script could not end since its document went.
func betweenDocuments(err error) bool {
	for _, text := range []string{"context was destroyed", "Cannot find context", "navigated or closed", "Promise was collected"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}
