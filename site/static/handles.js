// handles.js: keeps the handles of the files that are open in a tab, in a database of the site, for a
// page that is loaded again to offer them. Where the browser has no such store, none are kept.
"use strict";

globalThis.traceglassHandles = (() => {
	const database = "traceglass", store = "open"; // in it: {handles, kept} by tab
	const longest = 7 * 24 * 3600 * 1000; // ms that handles of a tab that went away are kept

	const ended = (request) => new Promise((kept, broken) => {
		request.onsuccess = () => kept(request.result);
		request.onerror = () => broken(request.error);
		request.onblocked = () => broken(new Error("blocked"));
	});

	// using does something with the store, and returns what came of it.
	async function using(mode, act) {
		try {
			const opening = indexedDB.open(database, 1);
			opening.onupgradeneeded = () => opening.result.createObjectStore(store);
			const opened = await ended(opening);
			try {
				return await ended(act(opened.transaction(store, mode).objectStore(store)));
			} finally {
				opened.close();
			}
		} catch {
			return undefined;
		}
	}

	return {
		// keep keeps a tab's handles, undefined for none.
		keep: (tab, handles) => using("readwrite", (all) => {
			const now = Date.now(), old = all.openCursor();
			old.onsuccess = () => {
				const cursor = old.result;
				if (!cursor) return;
				if (cursor.value.kept < now - longest) cursor.delete();
				cursor.continue();
			};
			return handles === undefined ? all.delete(tab) : all.put({ handles, kept: now }, tab);
		}),
		// of returns a tab's handles.
		of: async (tab) => (await using("readonly", (all) => all.get(tab)))?.handles,
	};
})();
