// ---- The page before and after its program ----

globalThis.traceglassTold = () => globalThis.traceglassLanguage.fragment() !== "";

// hold keeps events from a worker until the program listens, except those that draw/first.js handles.
function hold(worker) {
	const heard = [];
	worker.onmessage = worker.onerror = worker.onmessageerror = (e) => {
		if (!globalThis.traceglassDraw?.early(e.data)) heard.push(e);
	};
	return { worker, heard };
}

// guard limits, with Trusted Types (see netlify.toml), what may become markup or a script: markup that cannot
// run scripts, such as templates and escaped names, and the page's own scripts.
function guard(own) {
	globalThis.trustedTypes?.createPolicy("default", {
		createHTML: (html) => /<(script|iframe|object|embed|base|link|meta)\b|<[a-z][^>]*[\s/]on\w+\s*=/i.test(html) ? null : html,
		createScriptURL: (url) => own(url) ? url : null,
	});
}

// Vugu evals its helper, which the content security policy forbids. page.js contains the helper instead, and
// this makes the call do nothing.
globalThis.eval = () => {};

// run runs the program and calls started once it runs.
async function run(started) {
	let reason;
	try {
		reason = await globalThis.traceglassRun(globalThis.traceglassModule, () => {
			document.documentElement.dataset.state = "running";
			started?.();
		});
	} catch (error) {
		reason = String(error);
	}
	stopped(globalThis.traceglassLanguage.say("Traceglass crashed. Reload the page to restart it."), reason);
}

// stopped reports that the program exited. The page stays as it was, to read or copy from. The button waits
// for renew and reloads the page.
function stopped(text, raw, renew) {
	document.documentElement.dataset.state = "stopped";
	const banner = document.getElementById("stopped");
	banner.querySelector("p").textContent = text;
	banner.querySelector(".raw").textContent = raw;
	banner.querySelector("button").onclick = async () => {
		try {
			await renew?.();
		} finally {
			location.reload();
		}
	};
	banner.hidden = false;
}

// The skip link moves focus past the bars: to the table or the picture of the current view, or else to the view.
addEventListener("DOMContentLoaded", () => {
	document.getElementById("skip").onclick = () => {
		const inView = [...document.querySelectorAll("#work [tabindex='0'], #dumps [tabindex='0'], #welcome button")].filter((e) => e.checkVisibility());
		(inView.find((e) => e.closest("[role=tabpanel]") && e.matches(".scroll, .host")) ?? inView.find((e) => e.matches("[role=tabpanel]")) ?? inView[0])?.focus();
	};
});
