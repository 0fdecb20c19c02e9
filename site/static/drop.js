// drop.js: receives files and folders that are dropped on the page, and folders that are chosen.
//
// A folder becomes one File: an uncompressed zip file of its content. This reads nothing, because a File may
// consist of other Files. The rest of the program treats it like a zip file of the same files. Its type marks
// it as a folder, and its name is the folder's.
"use strict";

{
	// Limits for a folder. A zip file holds at most 65,535 files and 4 GB.
	const mostFiles = 60_000, mostDepth = 32, mostBytes = 0xF000_0000;
	// Compression methods that mark why a file is missing. They are equal to those of input.UnknownPacking.
	const unreadable = 0xFF01, leftOut = 0xFF02;
	const utf8 = 0x0800; // flag of a zip member

	// traceglassDrops starts listening to drops. It calls the program, traceglassApp: wasm/page/calls_js.go lists
	// its functions.
	globalThis.traceglassDrops = () => {
		const app = globalThis.traceglassApp;
		const held = (e) => e.dataTransfer?.types.includes("Files");
		const on = (type, f) => document.addEventListener(type, (e) => held(e) && (e.preventDefault(), f(e)));
		on("dragenter", () => app.setDragging(true));
		on("dragover", (e) => e.dataTransfer.dropEffect = "copy");
		document.addEventListener("dragleave", (e) => e.relatedTarget === null && app.setDragging(false)); // the pointer left the page itself
		on("drop", (e) => {
			app.setDragging(false);
			// All items must be requested at once, during the drop event.
			const things = [...e.dataTransfer.items].filter((item) => item.kind === "file").map((item) => {
				const entry = item.webkitGetAsEntry?.();
				if (entry?.isDirectory) return entry;
				const file = item.getAsFile();
				const handle = item.getAsFileSystemHandle?.(); // if the browser has handles
				handle?.catch(() => {});
				if (file && handle) file.handle = handle;
				return file;
			}).filter((thing) => thing);
			if (things.some((thing) => thing.isDirectory)) opened(things, e.shiftKey);
			else app.openOrAdd(things, e.shiftKey);
		});

		// A run can be dragged into a group.
		let dragged; // its element
		document.addEventListener("dragstart", (e) => {
			dragged = e.target.closest?.("[data-run]");
			if (dragged) e.dataTransfer.setData("text/plain", dragged.textContent);
		});
		const groupAt = (e) => dragged && !held(e) && e.target.closest?.("[data-group]");
		document.addEventListener("dragover", (e) => groupAt(e) && e.preventDefault());
		document.addEventListener("drop", (e) => {
			const group = groupAt(e);
			if (!group) return;
			e.preventDefault();
			app.moveRun(Number(dragged.dataset.run), Number(group.dataset.group));
		});

		// opened walks the folders in things.
		async function opened(things, add) {
			const name = things.find((thing) => thing.isDirectory).name;
			const turn = app.startFetch(name);
			const wanted = () => app.isWanted(turn);
			const files = [];
			for (const thing of things) {
				if (!thing.isDirectory) {
					files.push(thing);
					continue;
				}
				const found = await filesOf(thing, wanted);
				if (!wanted()) return;
				if (found.length > 0) files.push(packed(thing.name, found));
			}
			if (files.length > 0) app.openOrAdd(files, add, turn);
			else app.failFetch(turn, name, globalThis.traceglassLanguage.say("There is no file in this folder."));
		}

		// Files and folders can be chosen too, a folder with any element of the class pick-folder. The input
		// elements are outside the interface, because each render would reset them.
		const chooser = (id, options, take) => {
			const input = Object.assign(document.createElement("input"), { id, type: "file", hidden: true }, options);
			document.body.append(input);
			input.addEventListener("change", () => {
				const files = [...input.files];
				input.value = ""; // so that the same file can be chosen again
				take(files);
			});
			return input;
		};
		chooser("file", { multiple: true }, (files) => app.openChosen(files));
		const folder = chooser("folder", { webkitdirectory: true }, (files) => {
			const found = files.map((file) => ({ path: file.webkitRelativePath, file }));
			if (found.length === 0) return;
			const root = found[0].path.slice(0, found[0].path.indexOf("/"));
			for (const one of found) one.path = one.path.slice(root.length + 1);
			app.openOrAdd([packed(root, found)], false);
		});
		document.addEventListener("click", (e) => e.target.closest?.(".pick-folder") && folder.click());

		// A sample is a link, which Welcome.openSample opens in this page. With a modifier key, the browser
		// follows the link. This runs before the interface's handler, which reads the decision.
		document.addEventListener("click", (e) => {
			if (e.target.closest?.("a.sample") && !(e.ctrlKey || e.metaKey || e.shiftKey || e.altKey)) e.preventDefault();
		}, true);

		// The system opens files with the installed app, each time in a new window.
		globalThis.launchQueue?.setConsumer(async ({ files: handles = [] }) => {
			try {
				const files = await Promise.all(handles.map(async (handle) => Object.assign(await handle.getFile(), { handle: Promise.resolve(handle) })));
				if (files.length > 0) app.openOrAdd(files, false);
			} catch (error) {
				app.notify(globalThis.traceglassLanguage.say("The file cannot be read: {1}", error.message));
			}
		});
	};

	// filesOf lists the files in a folder and its subfolders with their paths, as [{path, file, why}]. If
	// there is no file, why is the reason. It stops when the folder is no longer wanted.
	async function filesOf(root, wanted) {
		const found = [], prefix = root.fullPath.length + 1;
		const folders = [[root, 0]];
		for (const [folder, depth] of folders) {
			if (!wanted()) break;
			const reader = folder.createReader();
			for (let some; some?.length !== 0;) { // returns a part at a time, and an empty one at the end
				try {
					some = await new Promise((kept, broken) => reader.readEntries(kept, broken));
				} catch {
					found.push({ path: folder.fullPath.slice(prefix), why: unreadable });
					break;
				}
				for (const entry of some) {
					const path = entry.fullPath.slice(prefix);
					if (found.length >= mostFiles || entry.isDirectory && depth === mostDepth) {
						found.push({ path, why: leftOut });
						if (found.length > mostFiles) return found;
					} else if (entry.isDirectory) {
						folders.push([entry, depth + 1]);
					} else {
						const file = await new Promise((kept) => entry.file(kept, () => kept()));
						found.push({ path, file, why: unreadable });
					}
				}
				if (!wanted()) break;
			}
		}
		return found;
	}

	// packed returns a zip file of files in their order.
	function packed(name, files) {
		const text = new TextEncoder(), parts = [], directory = [];
		let at = 0, length = 0;
		for (const one of files.slice(0, mostFiles + 1)) {
			const path = text.encode(one.path).subarray(0, 0xFFFF);
			let { file, why } = one;
			if (file && at + file.size > mostBytes) [file, why] = [undefined, leftOut];
			const about = [utf8, file ? 0 : why, 0, 0]; // flags, compression, time, date
			const sizes = [0, file?.size ?? 0, file?.size ?? 0]; // unknown checksum, compressed size, size
			const local = record(0x04034B50, [20, ...about], sizes, [path.length, 0]);
			parts.push(local, path);
			if (file) parts.push(file);
			const entry = record(0x02014B50, [20, 20, ...about], sizes, [path.length, 0, 0, 0, 0], [0, at]);
			directory.push(entry, path);
			at += local.length + path.length + (file?.size ?? 0);
			length += entry.length + path.length;
		}
		const count = directory.length / 2;
		const end = record(0x06054B50, [0, 0, count, count], [length, at], [0]);
		return new File([...parts, ...directory, end], name, { type: "inode/directory" });
	}

	// record returns a signature, followed by numbers: alternating groups of two-byte and four-byte numbers.
	function record(signature, ...groups) {
		const sizes = groups.map((_, i) => i % 2 === 0 ? 2 : 4);
		const view = new DataView(new ArrayBuffer(groups.reduce((n, group, i) => n + group.length * sizes[i], 4)));
		view.setUint32(0, signature, true);
		let at = 4;
		groups.forEach((group, i) => group.forEach((v) => {
			if (sizes[i] === 2) view.setUint16(at, v, true);
			else view.setUint32(at, v, true);
			at += sizes[i];
		}));
		return new Uint8Array(view.buffer);
	}
}
