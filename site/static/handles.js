// handles.js: keeps the handles of the files that are open in a tab, in a database of the site, for a
// page that is loaded again to offer them; and, for whoever says so, those of the files that were opened last, in
// another; and copies of maps of names that are to be kept, in a third. Where the browser has no such store,
// none are kept.
"use strict";

globalThis.traceglassHandles = (() => {
	const OPEN = ["traceglass", "open"]; // a database and its store; in it: {handles, kept} by tab
	const stays = parent === self && !document.documentElement.hasAttribute("data-saved"); // no frame, and no page that was saved
	const RECENT = ["traceglass-recent", "files"]; // {handles, name, opened} by a number that grows
	const MAPS = ["traceglass-maps", "maps"]; // {blob, name, by, id, kept} by id, or by name of one without
	const longest = 7 * 24 * 3600 * 1000; // ms that handles of a tab that went away are kept
	const most = 12; // recent files
	const mostMaps = 8;
	const count = "traceglass.maps"; // of localStorage: how many maps are kept, so that nobody looks where none is
	const wanted = "traceglass.recent"; // of localStorage: "on" if they are kept

	// What each store holds. A value of another shape is dropped when it is read.
	const isText = (v) => typeof v === "string", isTime = (v) => Number.isFinite(v);
	const areHandles = (v) => Array.isArray(v) && v.length > 0 && v.every((one) => one instanceof FileSystemHandle);
	const isOpen = (v) => areHandles(v?.handles) && isTime(v.kept);
	const isRecent = (v) => areHandles(v?.handles) && isText(v.name) && isTime(v.opened);
	const isMap = (v) => v?.blob instanceof Blob && isText(v.name) && isText(v.id) && isTime(v.kept);

	const ended = (request) => new Promise((kept, broken) => {
		request.onsuccess = () => kept(request.result);
		request.onerror = () => broken(request.error);
		request.onblocked = () => broken(new Error("blocked"));
	});

	// using does something with a store, and returns what came of it.
	async function using([database, store], mode, act) {
		try {
			const opening = indexedDB.open(database, 1);
			opening.onupgradeneeded = () => opening.result.createObjectStore(store, { autoIncrement: database === RECENT[0] });
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

	const recent = {
		// able tells whether the browser lets files be opened again by their handles.
		able: stays && Boolean(globalThis.FileSystemFileHandle?.prototype.requestPermission),
		wanted: () => {
			try {
				return localStorage.getItem(wanted) === "on";
			} catch {
				return false; // not for a page in this frame
			}
		},
		// want has files be kept from now on, or forgets all.
		want: async (on) => {
			localStorage.setItem(wanted, on ? "on" : "");
			if (!on) await recent.forget();
		},
		forget: () => using(RECENT, "readwrite", (all) => all.clear()),
		// list is what is kept, the latest first: [{handles, name, opened}].
		list: async () => ((await using(RECENT, "readonly", (all) => all.getAll())) ?? []).filter(isRecent).reverse(),
		// add keeps handles that were opened together, once.
		add: async (handles) => {
			if (!recent.able || !recent.wanted()) return;
			const keys = (await using(RECENT, "readonly", (all) => all.getAllKeys())) ?? [], gone = [];
			for (const [i, one] of ((await using(RECENT, "readonly", (all) => all.getAll())) ?? []).entries()) {
				if (!isRecent(one)) {
					gone.push(keys[i]);
					continue;
				}
				const same = await Promise.all(one.handles.map((handle, j) => handles[j] ? handle.isSameEntry(handles[j]) : false));
				if (one.handles.length === handles.length && !same.includes(false)) gone.push(keys[i]);
			}
			gone.push(...keys.filter((key) => !gone.includes(key)).slice(0, -(most - 1)));
			await using(RECENT, "readwrite", (all) => {
				for (const key of gone) all.delete(key);
				return all.add({ handles, name: handles.map(({ name }) => name).join(", "), opened: Date.now() });
			});
		},
	};

	// same tells whether two ids are of one map: the first digits of a long one are enough.
	const same = (a, b) => a !== "" && b !== "" && (a === b || Math.min(a.length, b.length) >= 7 && (a.startsWith(b) || b.startsWith(a)));
	const fileOf = ({ blob, name }) => new File([blob], name);
	const counted = async () => {
		const n = (await maps.list()).length;
		localStorage.setItem(count, n > 0 ? n : "");
		return n;
	};

	const maps = {
		// able tells whether maps can be kept: not by a page in a frame, nor by one that was saved.
		get able() {
			return stays && Boolean(globalThis.indexedDB && globalThis.CompressionStream);
		},
		any: () => {
			try {
				return maps.able && Number(localStorage.getItem(count)) > 0;
			} catch {
				return false;
			}
		},
		// list is what is kept, the latest first.
		list: async () => ((await using(MAPS, "readonly", (all) => all.getAll())) ?? []).filter(isMap).sort((a, b) => b.kept - a.kept),
		has: async (id, name) => (await maps.list()).some((one) => (one.id || one.name) === (id || name)),
		// find is the File of the map that a file names by an id; undefined if it is not kept.
		find: async (id) => {
			const one = (await maps.list()).find((one) => same(one.id, id));
			return one && fileOf(one);
		},
		fileOf,
		// keep keeps a map in place of what was kept of the same build, or throws why it is not.
		keep: async (map) => {
			const { say } = globalThis.traceglassLanguage;
			if (!maps.able) throw new Error(say("the browser lets this page keep nothing."));
			try {
				const all = await maps.list(), opening = indexedDB.open(MAPS[0], 1);
				opening.onupgradeneeded = () => opening.result.createObjectStore(MAPS[1]);
				const opened = await ended(opening);
				try {
					await new Promise((kept, broken) => {
						const writing = opened.transaction(MAPS[1], "readwrite"), store = writing.objectStore(MAPS[1]);
						writing.oncomplete = kept;
						writing.onabort = writing.onerror = () => broken(writing.error);
						for (const old of all.slice(mostMaps - 1)) store.delete(old.id || old.name);
						store.put({ ...map, kept: Date.now() }, map.id || map.name);
					});
				} finally {
					opened.close();
				}
				await counted();
			} catch (error) {
				if (error?.name === "QuotaExceededError") throw new Error(say("the browser has no room for it."));
				throw new Error(say("the browser refuses to keep it ({1}).", error?.message || error?.name || "?"));
			}
		},
		drop: async (id, name) => {
			await using(MAPS, "readwrite", (all) => all.delete(id || name));
			return counted();
		},
		forget: async () => {
			await using(MAPS, "readwrite", (all) => all.clear());
			localStorage.removeItem(count);
		},
	};

	return {
		recent,
		maps,
		// keep keeps a tab's handles, undefined for none.
		keep: (tab, handles) => {
			if (handles?.length > 0) recent.add([...handles]).catch(() => {}); // which a browser may refuse
			return using(OPEN, "readwrite", (all) => {
				const now = Date.now(), old = all.openCursor();
				old.onsuccess = () => {
					const cursor = old.result;
					if (!cursor) return;
					if (!isOpen(cursor.value) || cursor.value.kept < now - longest) cursor.delete();
					cursor.continue();
				};
				return handles === undefined ? all.delete(tab) : all.put({ handles, kept: now }, tab);
			});
		},
		// of returns a tab's handles.
		of: async (tab) => {
			const kept = await using(OPEN, "readonly", (all) => all.get(tab));
			return isOpen(kept) ? kept.handles : undefined;
		},
	};
})();
