// drop.js: takes the files and folders that are dropped on the page, and folders that are chosen.
//
// A folder becomes one File: a zip file of what lies in it, stored as it is. Nothing is read for it,
// since a File's parts may be other Files; and to all that follows a folder is what a zip file of
// the same files would be. Its type says what it was, and its name is the folder's.
"use strict";

{
	// What is looked at of a folder. A zip file has no room for more than 65,535 files and 4 GB.
	const mostFiles = 60_000, mostDepth = 32, mostBytes = 0xF000_0000;
	// Numbers of a packing that say why a file is not there. They are equal to those of input.UnknownPacking.
	const unreadable = 0xFF01, leftOut = 0xFF02;
	const utf8 = 0x0800; // a member's flag

	// traceglassDrops hears of drops from now on. It calls hear with
	//
	//	"drag", over         whether files are held over the page
	//	"walk", name         before a folder is walked, which may take long; the answer is a number
	//	"on", number         whether what the walk was for is still wanted
	//	"take", files, add, number  files to open, at the end of a walk with its number
	//	"none", name, number, why  there is nothing to open, in a folder, say
	//	"chosen", files      by the element with the id file
	//	"open", files, number  as take, in place of what is open; the answer is a number
	//	"say", text          something in passing
	//	"speak", catalogue   another language is spoken from now on
	//	"kept"               another map of names is kept in the browser, or none
	//	"copy", text         to the clipboard
	//	"tell"               what is shown, and the files that are open; undefined while none is
	//	"told", moment, theme, ranges  what to show; ranges are of two traces, and may lack
	//	"exchange"           A is to be B, and B A
	//	"move", run, group   a run was dragged into a group
	globalThis.traceglassDrops = (program) => {
		globalThis.traceglassHear = program; // view.js and framed.js speak to the program in the same way
		const hear = (...what) => globalThis.traceglassHear(...what);
		globalThis.traceglassView.started();
		const held = (e) => e.dataTransfer?.types.includes("Files");
		const on = (type, f) => document.addEventListener(type, (e) => held(e) && (e.preventDefault(), f(e)));
		on("dragenter", () => hear("drag", true));
		on("dragover", (e) => e.dataTransfer.dropEffect = "copy");
		document.addEventListener("dragleave", (e) => e.relatedTarget === null && hear("drag", false)); // the page itself was left
		on("drop", (e) => {
			hear("drag", false);
			// All must be asked for at once, while it is dropped.
			const things = [...e.dataTransfer.items].filter((item) => item.kind === "file").map((item) => {
				const entry = item.webkitGetAsEntry?.();
				if (entry?.isDirectory) return entry;
				const file = item.getAsFile();
				const handle = item.getAsFileSystemHandle?.(); // where the browser makes such
				handle?.catch(() => {});
				if (file && handle) file.handle = handle;
				return file;
			}).filter((thing) => thing);
			if (things.some((thing) => thing.isDirectory)) opened(things, e.shiftKey);
			else hear("take", things, e.shiftKey);
		});

		// One of many runs is dragged into a group.
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
			hear("move", Number(dragged.dataset.run), Number(group.dataset.group));
		});

		// opened walks the folders among things.
		async function opened(things, add) {
			const name = things.find((thing) => thing.isDirectory).name;
			const walk = hear("walk", name);
			const wanted = () => hear("on", walk);
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
			if (files.length > 0) hear("take", files, add, walk);
			else hear("none", name, walk, globalThis.traceglassLanguage.say("There is no file in this folder."));
		}

		// Files and folders can be chosen too, a folder by whatever has the class pick-folder. The
		// elements stand outside the interface, which would reset them at every render.
		const chooser = (id, options, take) => {
			const input = Object.assign(document.createElement("input"), { id, type: "file", hidden: true }, options);
			document.body.append(input);
			input.addEventListener("change", () => {
				const files = [...input.files];
				input.value = ""; // so that the same can be chosen again
				take(files);
			});
			return input;
		};
		chooser("file", { multiple: true }, (files) => hear("chosen", files));
		const folder = chooser("folder", { webkitdirectory: true }, (files) => {
			const found = files.map((file) => ({ path: file.webkitRelativePath, file }));
			if (found.length === 0) return;
			const root = found[0].path.slice(0, found[0].path.indexOf("/"));
			for (const one of found) one.path = one.path.slice(root.length + 1);
			hear("take", [packed(root, found)], false);
		});
		document.addEventListener("click", (e) => e.target.closest?.(".pick-folder") && folder.click());

		// A sample is a link, which Welcome.opensHere opens in this page. With a key held, the browser follows it.
		document.addEventListener("click", (e) => {
			if (e.target.closest?.("a.sample") && !(e.ctrlKey || e.metaKey || e.shiftKey || e.altKey)) e.preventDefault();
		});

		// The system opens files with the installed app, each time in a window of its own.
		globalThis.launchQueue?.setConsumer(async ({ files: handles = [] }) => {
			try {
				const files = await Promise.all(handles.map(async (handle) => Object.assign(await handle.getFile(), { handle: Promise.resolve(handle) })));
				if (files.length > 0) hear("take", files, false);
			} catch (error) {
				hear("say", globalThis.traceglassLanguage.say("The file cannot be read: {1}", error.message));
			}
		});
	};

	// filesOf lists the files of a folder and of those in it by their paths, [{path, file, why}];
	// without a file, why not. It goes on for as long as that is wanted.
	async function filesOf(root, wanted) {
		const found = [], prefix = root.fullPath.length + 1;
		const folders = [[root, 0]];
		for (const [folder, depth] of folders) {
			if (!wanted()) break;
			const reader = folder.createReader();
			for (let some; some?.length !== 0;) { // a part at a time; none at the end
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

	// packed is a zip file of files, of their order.
	function packed(name, files) {
		const text = new TextEncoder(), parts = [], directory = [];
		let at = 0, length = 0;
		for (const one of files.slice(0, mostFiles + 1)) {
			const path = text.encode(one.path).subarray(0, 0xFFFF);
			let { file, why } = one;
			if (file && at + file.size > mostBytes) [file, why] = [undefined, leftOut];
			const about = [utf8, file ? 0 : why, 0, 0]; // flags, packing, time, date
			const sizes = [0, file?.size ?? 0, file?.size ?? 0]; // checksum unknown, packed, unpacked
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

	// record is a signature, and behind it numbers of two bytes and of four by turns.
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
