// sheet.js: helpers for sheets that scripts show: privacy.js, recent.js, save.js, maps.js and source.js. view.js loads it
// before the first of them.
"use strict";

globalThis.traceglassSheet = (() => {
	const { say } = globalThis.traceglassLanguage;

	// make returns a new element.
	function make(tag, options = {}, ...inside) {
		const e = Object.assign(document.createElement(tag), options);
		e.append(...inside);
		return e;
	}

	// size returns a number of bytes as readable text.
	function size(bytes) {
		if (bytes < 1000) return `${bytes} B`;
		const units = ["KB", "MB", "GB"], power = Math.min(3, Math.floor(Math.log10(bytes) / 3));
		return `${(bytes / 1000 ** power).toPrecision(3)} ${units[power - 1]}`;
	}

	// sheet shows a dialog with an id, a title and content until it is closed, and returns it.
	function sheet(id, title, ...inside) {
		document.getElementById(id)?.remove();
		const dialog = make("dialog", { id, className: "dialog sheet" },
			make("div", { className: "dialog-head" }, make("h2", { id: `${id}-title`, textContent: title }),
				make("button", { className: "quiet", type: "button", textContent: say("Close"), onclick: () => dialog.close() })),
			make("div", { className: "dialog-body" }, ...inside));
		dialog.setAttribute("aria-labelledby", `${id}-title`);
		dialog.addEventListener("close", () => dialog.remove());
		document.body.append(dialog);
		dialog.showModal();
		return dialog;
	}

	// The page below must not handle keys of the dialog.
	addEventListener("keydown", (e) => document.querySelector("dialog.sheet") && e.stopImmediatePropagation(), true);

	return { make, size, sheet };
})();
