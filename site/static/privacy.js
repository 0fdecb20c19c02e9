// privacy.js: the panel that says what was read, asked for, sent and kept, each as the browser tells it.
"use strict";

globalThis.traceglassPrivacy = (() => {
	const panel = document.getElementById("privacy");
	const PREFIX = "traceglass."; // of all that is kept in a storage

	const make = (tag, options = {}, ...inside) => {
		const e = Object.assign(document.createElement(tag), options);
		e.append(...inside);
		return e;
	};
	const plural = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

	function size(bytes) {
		if (bytes < 1000) return plural(bytes, "byte", "bytes");
		const units = ["KB", "MB", "GB"], power = Math.min(3, Math.floor(Math.log10(bytes) / 3));
		return `${(bytes / 1000 ** power).toPrecision(3)} ${units[power - 1]}`;
	}

	// requests are what this page asked for since it was loaded, as the browser noted it: its page,
	// and all that this loaded.
	function requests() {
		const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter(({ name }) => /^https?:/.test(name));
		const elsewhere = all.filter(({ name }) => new URL(name).origin !== location.origin);
		return { all: all.length, elsewhere: elsewhere.length, kept: all.filter((e) => e.transferSize === 0).length };
	}

	function kept(storage) {
		try {
			return Object.keys(globalThis[storage]).filter((key) => key.startsWith(PREFIX) && globalThis[storage][key] !== "");
		} catch {
			return []; // not for a page in this frame
		}
	}

	// database is how many files' handles are kept, of all tabs.
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
			// none without a service worker
		}
		return files;
	}

	function forget() {
		for (const storage of ["localStorage", "sessionStorage"]) for (const key of kept(storage)) globalThis[storage].removeItem(key);
		try {
			indexedDB.deleteDatabase("traceglass");
		} catch {
			// there is none
		}
		show();
	}

	async function show() {
		const { files = [] } = globalThis.traceglassView.now() ?? {}, asked = requests();
		const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]').content;
		const [handles, site] = await Promise.all([database(), copies()]);
		const settings = kept("localStorage").map((key) => `${key.slice(PREFIX.length)} = ${localStorage[key].slice(0, 40)}`);
		const ofTab = kept("sessionStorage").length;
		const rows = [
			["Read", files.length === 0 ? "Nothing is open." : `${size(files.reduce((sum, file) => sum + file.size, 0))} of ${plural(files.length, "file", "files")}, in this page.`],
			["Asked for", `${plural(asked.all, "request", "requests")} since the page was loaded, ${asked.kept} of them answered from copies that the browser keeps; to other sites: ${asked.elsewhere}.`],
			["Sent", "0 bytes of any file. No script of the page makes a request with a body, and the policy allows none to another site."],
			["The policy in force", ""],
			["Kept: settings", settings.length === 0 ? "None." : settings.join(" · ")],
			["Kept: of files", `${ofTab > 0 ? "Name and size of what is open in this tab, and when it was read" : "No name"}; ${plural(handles, "handle", "handles")} to open a file again, if you allow it. No content.`],
			["Kept: the site", site === 0 ? "No copies." : `Copies of ${plural(site, "file", "files")} of this site, to work without a network.`],
		];
		const list = make("dl", { className: "pairs explained" }, ...rows.map(([term, text]) => make("div", {}, make("dt", { textContent: term }), make("dd", {}, term === "The policy in force" ? make("code", { textContent: policy }) : text))));
		panel.replaceChildren(
			make("div", { className: "dialog-head" }, make("h2", { id: "privacy-title", textContent: "Privacy" }),
				make("button", { className: "quiet", type: "button", textContent: "Close", onclick: () => panel.close() })),
			make("div", { className: "dialog-body" }, list,
				make("p", { className: "fine" }, make("a", { href: "privacy.html", target: "_blank", rel: "noopener", textContent: "What Traceglass does with your data" })),
				make("button", { className: "button", type: "button", id: "privacy-forget", textContent: "Forget settings and files", onclick: forget })),
		);
	}

	// Its keys are its own: the page below does not act on them.
	addEventListener("keydown", (e) => panel.open && e.stopImmediatePropagation(), true);

	return async () => {
		await show();
		if (!panel.open) panel.showModal();
	};
})();
