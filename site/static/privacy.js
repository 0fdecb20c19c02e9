// privacy.js: the sheet that lists what was read, requested, sent and stored, as measured by the browser.
"use strict";

globalThis.traceglassPrivacy = (() => {
	const { say } = globalThis.traceglassLanguage, { make, sheet, size } = globalThis.traceglassSheet;
	const PREFIX = "traceglass."; // of all keys in localStorage and sessionStorage

	// requests returns the requests since the page was loaded, as the browser recorded them: the page itself
	// and all that it loaded.
	function requests() {
		const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter(({ name }) => /^https?:/.test(name));
		const elsewhere = all.filter(({ name }) => new URL(name).origin !== location.origin);
		return { all: all.length, elsewhere: elsewhere.length, kept: all.filter((e) => e.transferSize === 0).length };
	}

	function kept(storage) {
		try {
			return Object.keys(globalThis[storage]).filter((key) => key.startsWith(PREFIX) && globalThis[storage][key] !== "");
		} catch {
			return []; // not available in this frame
		}
	}

	// database returns the number of files with stored handles, in all tabs.
	function database() {
		return new Promise((done) => {
			try {
				const opening = indexedDB.open("traceglass", 1);
				opening.onupgradeneeded = () => opening.result.createObjectStore("open"); // as in handles.js
				opening.onerror = opening.onblocked = () => done(0);
				opening.onsuccess = () => {
					const all = opening.result.transaction("open").objectStore("open").getAll();
					all.onsuccess = () => {
						opening.result.close();
						done(all.result.reduce((n, { handles }) => n + handles.length, 0));
					};
				};
			} catch {
				done(0);
			}
		});
	}

	async function copies() {
		let files = 0;
		try {
			const prefix = `traceglass ${new URL("./", document.baseURI)}`; // as in sw.js
			for (const name of await caches.keys()) if (name.startsWith(prefix)) files += (await (await caches.open(name)).keys()).length;
		} catch {
			// no service worker
		}
		return files;
	}

	async function forget() {
		if (globalThis.traceglassHandles.maps.able) await globalThis.traceglassHandles.maps.forget();
		for (const storage of ["localStorage", "sessionStorage"]) for (const key of kept(storage)) globalThis[storage].removeItem(key);
		globalThis.traceglassHandles.recent.forget();
		try {
			indexedDB.deleteDatabase("traceglass");
		} catch {
			// no database
		}
		globalThis.traceglassApp.mapsChanged();
		if (shown()) show();
	}

	const shown = () => document.getElementById("privacy") !== null;

	// show shows the sheet, or updates it if it is still open.
	async function show() {
		const anew = shown();
		const { files = [] } = globalThis.traceglassView.now() ?? {}, asked = requests();
		const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]').content;
		const { recent, maps } = globalThis.traceglassHandles;
		const [handles, site, latest, named] = await Promise.all([database(), copies(), recent.list(), maps.able ? maps.list() : []]);
		const settings = kept("localStorage").map((key) => `${key.slice(PREFIX.length)} = ${localStorage[key].slice(0, 40)}`);
		const ofTab = kept("sessionStorage").length;
		const rows = [
			[say("Read"), files.length === 0 ? say("Nothing is open.") : say("{1}, in this page; files: {2}.", size(files.reduce((sum, file) => sum + file.size, 0)), files.length)],
			[say("Requests"), say("Requests since the page was loaded: {1}; answered from copies that the browser keeps: {2}; to other sites: {3}.", asked.all, asked.kept, asked.elsewhere)],
			[say("Sent"), say("0 bytes of any file. No script of the page makes a request with a body, and the policy allows none to another site.")],
			...kept("localStorage").includes("traceglass.sourceName") ? [[say("Sent on a click"), say("“Open in {1}” in a method’s menu opens your link with the name of that method.", localStorage["traceglass.sourceName"])]] : [],
			[say("The policy in force"), ""],
			[say("Kept: settings"), settings.length === 0 ? say("None.") : settings.join(" · ")],
			[say("Kept: of files"), ofTab > 0 ? say("Name and size of the files open in this tab, and the time they were read. Handles to reopen a file, if you allow it: {1}. No content.", handles) : say("No name; handles to open a file again, if you allow it: {1}. No content.", handles)],
			...recent.able ? [[say("Kept: recent files"), recent.wanted() ? say("Names with handles, as you chose: {1}. No content.", latest.length) : say("None: you did not turn this on.")]] : [],
			...maps.able ? [[say("Kept: maps of names"), named.length === 0 ? say("None: you did not turn this on.") : say("Copies, as you chose: {1}.", named.map(({ name, blob }) => `${name} (${size(blob.size)})`).join(" · "))]] : [],
			[say("Kept: the site"), site === 0 ? say("No copies.") : say("Copies of files of this site, to work without a network: {1}.", site)],
		];
		const list = make("dl", { className: "pairs explained" }, ...rows.map(([term, text]) => make("div", {}, make("dt", { textContent: term }), make("dd", {}, term === say("The policy in force") ? make("code", { textContent: policy }) : text))));
		if (!anew || shown()) sheet("privacy", say("Privacy"), list,
			make("p", { className: "fine" }, make("a", { href: "privacy.html", target: "_blank", rel: "noopener", textContent: say("What Traceglass does with your data") })),
			make("button", { className: "button", type: "button", id: "privacy-forget", textContent: say("Forget settings, files and maps"), onclick: forget }));
	}

	return show;
})();
