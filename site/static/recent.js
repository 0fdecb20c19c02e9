// recent.js: the sheet of recent files, for users who store them.
"use strict";

globalThis.traceglassRecent = (() => {
	const { recent } = globalThis.traceglassHandles, { say } = globalThis.traceglassLanguage;
	const { make, sheet } = globalThis.traceglassSheet;
	let dialog, box, list, why, forget; // while the sheet is shown

	async function show() {
		box.checked = recent.wanted();
		const all = box.checked ? await recent.list() : [];
		list.replaceChildren(...all.map((one) => make("li", {},
			make("button", { className: "button", type: "button", onclick: () => open(one) },
				make("span", { textContent: one.name }), make("small", { textContent: new Date(one.opened).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) })))));
		why.textContent = box.checked && all.length === 0 ? say("None yet. Files that you choose or drop here appear in the list.") : "";
		forget.hidden = all.length === 0;
	}

	// open opens files again, if the user lets the browser read them.
	async function open({ handles, name }) {
		const files = [];
		try {
			for (const handle of handles) {
				const granted = await handle.requestPermission?.({ mode: "read" });
				if (granted !== undefined && granted !== "granted") throw new Error(say("the browser was not allowed to read it"));
				files.push(Object.assign(await handle.getFile(), { handle: Promise.resolve(handle) }));
			}
		} catch (error) {
			why.textContent = say("{1} cannot be opened: {2}", name, error.message);
			return;
		}
		dialog.close();
		globalThis.traceglassApp.openOrAdd(files, false);
	}

	return async () => {
		box = make("input", { type: "checkbox", id: "recent-on", onchange: () => recent.want(box.checked).then(show) });
		box.setAttribute("aria-describedby", "recent-about");
		list = make("ul", { className: "recents", id: "recent-list" });
		why = make("p", { id: "recent-why", className: "fine" });
		why.setAttribute("role", "status");
		forget = make("button", { className: "button", type: "button", id: "recent-forget", textContent: say("Forget all"), onclick: () => recent.forget().then(show) });
		await show();
		dialog = sheet("recents", say("Recent files"),
			make("p", { className: "save-choice" }, box, make("label", { htmlFor: "recent-on", textContent: say("Keep the files that I open in this list") }),
				make("small", { id: "recent-about", textContent: say("This browser keeps each file’s name, and a handle to reopen it if you allow that then. No copy. Clear the checkbox to forget them all.") })),
			list, why, forget);
	};
})();
