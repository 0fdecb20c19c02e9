//go:build !js

package e2e

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
)

// The helpers in this file wait until the page is idle: it has no frame to draw, and no worker owes it an
// answer. A user's action sends requests to the worker, and the answers are drawn in the next frame. After
// that, the page shows its final state. Tests must wait explicitly only for events that come later without an
// action, such as the end of reading a file.

// restless runs in each document before its own scripts. It counts requested animation frames. It notes
// pending requests to workers by number, and pending pictures by canvas.
//
//	traceglassOwed()   returns what is pending
//	traceglassRest()   resolves once nothing is pending; with true, after one more frame
//	traceglassPauses() returns the number of timers that end in a step of the history
//	traceglassFrame    is requestAnimationFrame without counting
const restless = `(() => {
	const { requestAnimationFrame, setTimeout, clearTimeout } = globalThis;
	let frames = 0;
	const owing = new Map(); // pending requests by worker
	const owed = () => [...Array(frames).fill("frame"), ...[...owing.values()].flatMap((all) => [...all])];
	const waiting = [];
	const look = () => { if (owed().length === 0) for (const done of waiting.splice(0)) done(true); };
	const lookSoon = () => { if (waiting.length > 0) setTimeout(look); }; // after the receivers have handled the answer
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

// Settle waits until the page is idle. If the test did something since the last call, Settle waits for one
// more frame: the page notices some changes, such as sizes and scrolling, only in the next frame.
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
	p.fatalf("the page does not become idle: it waits for %s", evalNow[string](p, `traceglassOwed().join(", ")`))
}

// betweenDocuments reports whether a script failed because its document was replaced.
func betweenDocuments(err error) bool {
	for _, text := range []string{"context was destroyed", "Cannot find context", "navigated or closed", "Promise was collected"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

// lateWorker runs in each document before its own scripts. It delays the page's service worker until a script
// reads navigator.serviceWorker.ready. Registering it copies the whole site into the test's profile, which is a
// seventh of the tests' work, and only tests of offline use need it. Documents that a service worker controls keep
// theirs.
const lateWorker = `(() => {
	if (self.origin === "null" || !navigator.serviceWorker || navigator.serviceWorker.controller) return;
	const workers = navigator.serviceWorker, { register } = workers;
	const { get } = Object.getOwnPropertyDescriptor(ServiceWorkerContainer.prototype, "ready");
	let use;
	const used = new Promise((done) => { use = done; });
	workers.register = (...all) => used.then(() => register.apply(workers, all));
	Object.defineProperty(workers, "ready", { get: () => (use(), get.call(workers)) });
})();`
