// handles.js: stores three things in databases of the site. First, the handles of a tab's open files, so that
// the page can offer them after a reload. Second, if the user agrees, the handles of recent files. Third,
// copies of maps of names. If the browser has no database, nothing is stored.
"use strict";

globalThis.traceglassHandles = (() => {
	const OPEN = ["traceglass", "open"]; // a database and its store; contains {handles, kept} by tab
	const stays = parent === self && !document.documentElement.hasAttribute("data-saved"); // false in frames and saved pages
	const RECENT = ["traceglass-recent", "files"]; // {handles, name, opened} by an increasing number
	const MAPS = ["traceglass-maps", "maps"]; // {blob, name, by, id, kept} by id, or by name for a map without an id
	const longest = 7 * 24 * 3600 * 1000; // ms to keep handles of a closed tab
	const most = 12; // maximum number of recent files
	const mostMaps = 8;
	const count = "traceglass.maps"; // key in localStorage: the number of stored maps, to avoid opening an empty database
	const wanted = "traceglass.recent"; // key in localStorage: "on" if recent files are stored

	// The shape of each store's values. A value of another shape is dropped when it is read.
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

	// using runs act on a store and returns the result.
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
		// able reports whether the browser can open files again from handles.
		able: stays && Boolean(globalThis.FileSystemFileHandle?.prototype.requestPermission),
		wanted: () => {
			try {
				return localStorage.getItem(wanted) === "on";
			} catch {
				return false; // not available in this frame
			}
		},
		// want turns the list on, or turns it off and forgets all.
		want: async (on) => {
			localStorage.setItem(wanted, on ? "on" : "");
			if (!on) await recent.forget();
		},
		forget: () => using(RECENT, "readwrite", (all) => all.clear()),
		// list returns the stored entries, the latest first: [{handles, name, opened}].
		list: async () => ((await using(RECENT, "readonly", (all) => all.getAll())) ?? []).filter(isRecent).reverse(),
		// add stores handles that were opened together, without duplicates.
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

	// same reports whether two ids belong to the same map. Comparing the first digits of a long id is enough.
	const same = (a, b) => a !== "" && b !== "" && (a === b || Math.min(a.length, b.length) >= 7 && (a.startsWith(b) || b.startsWith(a)));
	const fileOf = ({ blob, name }) => new File([blob], name);
	const counted = async () => {
		const n = (await maps.list()).length;
		localStorage.setItem(count, n > 0 ? n : "");
		return n;
	};

	const maps = {
		// able reports whether maps can be stored, which is false in frames and saved pages.
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
		// list returns the stored maps, the latest first.
		list: async () => ((await using(MAPS, "readonly", (all) => all.getAll())) ?? []).filter(isMap).sort((a, b) => b.kept - a.kept),
		has: async (id, name) => (await maps.list()).some((one) => (one.id || one.name) === (id || name)),
		// find returns the stored map with an id as a File, or undefined.
		find: async (id) => {
			const one = (await maps.list()).find((one) => same(one.id, id));
			return one && fileOf(one);
		},
		fileOf,
		// keep stores a map and replaces the stored map of the same build. If it cannot store the map, it
		// throws the reason.
		keep: async (map) => {
			const { say } = globalThis.traceglassLanguage;
			if (!maps.able) throw new Error(say("the browser does not let this page store data."));
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
		// keep stores a tab's handles, or removes them if handles is undefined.
		keep: (tab, handles) => {
			if (handles?.length > 0) recent.add([...handles]).catch(() => {}); // the browser may refuse
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
