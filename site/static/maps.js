// maps.js: the sheet of stored maps of names, for a file that does not name the map of its build.
"use strict";

globalThis.traceglassMaps = (() => {
	const { maps } = globalThis.traceglassHandles, { say } = globalThis.traceglassLanguage, { make, sheet } = globalThis.traceglassSheet;

	return async () => {
		const use = (one) => {
			dialog.close();
			globalThis.traceglassApp.openOrAdd([maps.fileOf(one)], false);
		};
		const list = (await maps.list()).map((one) => make("li", {},
			make("button", { className: "button", type: "button", onclick: () => use(one) },
				make("span", { textContent: one.name }),
				make("small", { textContent: [one.by, one.id.slice(0, 12), new Date(one.kept).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })].filter(Boolean).join(" · ") }))));
		const dialog = sheet("maps", say("Kept maps of names"),
			make("p", { textContent: say("The open file does not name its build. Traceglass detects a map of another build if enough names can be compared.") }),
			make("ul", { className: "recents", id: "maps-list" }, ...list));
	};
})();
