// ---- The page around its program ----

globalThis.traceglassTold = () => globalThis.traceglassLanguage.fragment() !== "";

// hold keeps what comes from a worker for a program that is yet to listen to it, but for what
// draw/first.js takes.
function hold(worker) {
	const heard = [];
	worker.onmessage = worker.onerror = worker.onmessageerror = (e) => {
		if (!globalThis.traceglassDraw?.early(e.data)) heard.push(e);
	};
	return { worker, heard };
}

// guard allows, with Trusted Types (see netlify.toml), what becomes markup or a script: markup in which
// nothing runs, as the templates and escaped names are, and the page's own scripts.
function guard(own) {
	globalThis.trustedTypes?.createPolicy("default", {
		createHTML: (html) => /<(script|iframe|object|embed|base|link|meta)\b|<[a-z][^>]*[\s/]on\w+\s*=/i.test(html) ? null : html,
		createScriptURL: (url) => own(url) ? url : null,
	});
}

// Vugu evals its helper, which the content security policy forbids. The helper is in
// page.js instead, and the call is made to do nothing.
globalThis.eval = () => {};

// run runs the program; started is called once it runs.
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

// stopped says that the program is gone. The page stays as it was, to read or copy from. Before it is
// loaded again renew is awaited.
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

// What is below the bars has the keyboard without a way through them: the table, or the picture,
// of the view that is shown.
addEventListener("DOMContentLoaded", () => {
	document.getElementById("skip").onclick = () => {
		const inView = [...document.querySelectorAll("#work [tabindex='0'], #dumps [tabindex='0'], #welcome button")].filter((e) => e.checkVisibility());
		(inView.find((e) => e.closest("[role=tabpanel]") && e.matches(".scroll, .host")) ?? inView[0])?.focus();
	};
});
