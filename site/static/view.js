// view.js: the current view, for links and for pages that frame this one. A link's fragment has a digest of
// the file and the view, but no content of the file: it encodes methods and threads as short hashes of their
// names, and leaves out search texts. The terms of the filter are as the user typed them.
//
// It provides traceglassView, for framed.js, and the functions that wasm/page calls: traceglassEntry,
// traceglassFollow, traceglassDo.
"use strict";

globalThis.traceglassView = (() => {
	const { say } = globalThis.traceglassLanguage;
	const NONE = 0xFFFFFFFF; // means no method, thread or line: message.NoNode
	const CLOCKS = ["wall", "cpu", "waiting"];
	const TRACE = 0, DUMP = 1, CHANGES = 2; // rooms
	// Public names of views, and the ids of their tabs.
	const VIEWS = "@views@"; // of traces and of dumps; site/build/lists fills it

	const current = (view) => view === "report" ? "about" : view; // older links and pages have the former name

	const STATES = "@states@"; // the largest state of a thread: message.StateClass

	// The fields of a moment, by encoding: link.Fields.
	const FIELDS = "@fields@".flatMap(([type, names]) => names.split(" ").map((name) => [type, name]));

	// read decodes what link.Encode writes: a moment, with method, span, names and keys of threads.
	function read(buffer) {
		const bytes = new DataView(buffer), text = new TextDecoder();
		let at = 0;
		const step = (n) => (at += n) - n;
		const types = {
			u8: () => bytes.getUint8(step(1)),
			bool: () => bytes.getUint8(step(1)) !== 0,
			u32: () => bytes.getUint32(step(4), true),
			i64: () => Number(bytes.getBigInt64(step(8), true)),
			f64: () => bytes.getFloat64(step(8), true),
			u32s: () => Array.from({ length: types.u32() }, types.u32),
			string: () => {
				const length = types.u32();
				return text.decode(new Uint8Array(buffer, step(length), length));
			},
		};
		const moment = {};
		for (const [type, name] of FIELDS) moment[name] = types[type]();
		const told = { moment, method: types.string(), hash: types.string(), trace: types.bool(), span: types.i64(), names: new Map(), keys: new Map() };
		for (let left = types.u32(); left > 0; left--) {
			const index = types.u32();
			told.names.set(index, types.string());
			told.keys.set(index, types.string());
		}
		return told;
	}

	// written encodes what link.Apply reads: no method, the hash, and no trace.
	function written(moment, hash) {
		const parts = [], text = new TextEncoder();
		const number = (size, set) => {
			const view = new DataView(new ArrayBuffer(size));
			set(view);
			parts.push(...new Uint8Array(view.buffer));
		};
		const types = {
			u8: (v) => number(1, (b) => b.setUint8(0, v)),
			bool: (v) => types.u8(v ? 1 : 0),
			u32: (v) => number(4, (b) => b.setUint32(0, v, true)),
			i64: (v) => number(8, (b) => b.setBigInt64(0, BigInt(Math.round(v)), true)),
			f64: (v) => number(8, (b) => b.setFloat64(0, v, true)),
			u32s: (v) => [v.length, ...v].forEach(types.u32),
			string: (v) => {
				const bytes = text.encode(v);
				types.u32(bytes.length);
				parts.push(...bytes);
			},
		};
		for (const [type, name] of FIELDS) types[type](moment[name]);
		types.string("");
		types.string(hash);
		types.bool(false);
		types.i64(0);
		types.u32(0);
		return new Uint8Array(parts).buffer;
	}

	// hashOf returns a text's short hash: FNV-1a with 32 bits, as in the engine's search "hash:".
	function hashOf(text) {
		let hash = 2166136261;
		for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 16777619);
		return (hash >>> 0).toString(16).padStart(8, "0");
	}

	const call = (name, ...args) => globalThis.traceglassApp?.[name](...args); // before the program runs, it does nothing

	const byKey = ({ keys }) => new Map([...keys].map(([index, key]) => [key, index]));

	// now returns the current view and the open files. With two traces, files are those of the trace in front,
	// both has the files of each, and ranges has the selected ranges: [[from, to], [from, to]] in ns, with to
	// = 0 for a whole trace. It returns undefined if no file is open.
	function now() {
		const answer = call("currentView");
		return answer ? Object.assign(read(answer.view), { files: answer.files, both: answer.both, ranges: answer.ranges }) : undefined;
	}

	// filesOf returns the files that a link refers to. A link to a comparison refers to the files of both
	// traces.
	const filesOf = (told) => told.moment.room === CHANGES ? told.both.flat() : told.files;

	const theme = () => document.documentElement.dataset.theme ?? "";

	// ---- The view as other pages see it ----

	// lookOf returns the view in words: {view, threads, range, select, clock, filter, theme}, with times in seconds.
	function lookOf(told) {
		const { moment } = told, dump = moment.room === DUMP;
		const tab = dump ? moment.dumpTab : moment.tab;
		const timeline = !dump && document.getElementById("app").dataset.whole === "timeline";
		return {
			view: timeline ? "timeline" : Object.entries(VIEWS[dump ? DUMP : TRACE]).find(([, id]) => id === tab)?.[0] ?? "",
			threads: dump ? [] : moment.threads.map((index) => told.names.get(index) ?? ""),
			range: !dump && moment.to > moment.from ? [moment.from / 1e9, moment.to / 1e9] : null,
			select: dump ? "" : told.method,
			clock: CLOCKS[moment.clock],
			filter: dump ? "" : moment.filter,
			theme: theme() || "auto",
		};
	}

	const SMALL = 700; // height in pixels below which timeline and views do not fit together

	// give gives a part of a trace's page, "timeline" or "views", the full height.
	function give(part) {
		if (document.getElementById("app").dataset.whole === part) return;
		const shiftKey = part === "timeline";
		document.dispatchEvent(new KeyboardEvent("keydown", { key: shiftKey ? "M" : "m", code: "KeyM", shiftKey, bubbles: true, cancelable: true }));
	}

	// change shows a view with optional parts, and returns a sentence for each part that it could not show.
	// Threads and methods are given by name, or by # and their hash.
	function change(look) {
		if (look.lang !== undefined) globalThis.traceglassLanguage.speak(look.lang, false);
		const told = now(), problems = [];
		if (!told) return ["Nothing is open."];
		const { moment } = told;
		let hash = "";
		if (look.view === "timeline" && told.trace) {
			moment.room = TRACE;
			give("timeline");
		} else if (look.view !== undefined) {
			const rooms = (moment.room === DUMP ? [DUMP, TRACE] : [TRACE, DUMP]).filter((room) => room === TRACE ? told.trace : moment.room === DUMP || document.querySelector("#room-dump")?.checkVisibility());
			const room = rooms.find((room) => Object.hasOwn(VIEWS[room], current(look.view)));
			if (room === undefined) {
				problems.push(`What is open has no view "${look.view}": want one of ${rooms.flatMap((room) => Object.keys(VIEWS[room])).join(", ")}.`);
			} else {
				moment.room = room;
				moment[room === DUMP ? "dumpTab" : "tab"] = VIEWS[room][current(look.view)];
				if (room === TRACE && (innerHeight < SMALL || document.getElementById("app").dataset.whole === "timeline")) give("views");
			}
		}
		if (look.threads !== undefined && told.trace) {
			const threads = byKey(told);
			const names = new Map([...told.names].reverse().map(([index, name]) => [name, index]));
			const found = look.threads.flatMap((name) => {
				const index = names.get(name) ?? (name.startsWith("#") ? threads.get(name.slice(1).replace(/^0+/, "")) : undefined);
				if (index === undefined) problems.push(`This trace has no thread "${name}".`);
				return index ?? [];
			});
			if (found.length > 0 || look.threads.length === 0) moment.threads = found.sort((a, b) => a - b);
		}
		if (look.range !== undefined && told.trace) {
			[moment.from, moment.to] = look.range ? look.range.map((s) => s * 1e9) : [0, 0];
			if (look.range && moment.from >= told.span) problems.push(`This trace ends at ${told.span / 1e9} s.`);
			else if (look.range) [moment.left, moment.right] = [moment.from, Math.min(moment.to, told.span)];
		}
		if (look.clock !== undefined && told.trace) {
			if (document.getElementById(`clock-${look.clock}`)) moment.clock = CLOCKS.indexOf(look.clock);
			else problems.push(`This trace has no clock "${look.clock}".`);
		}
		if (look.filter !== undefined && told.trace) moment.filter = look.filter;
		if (look.select !== undefined && told.trace) {
			[moment.method, moment.hasCall] = [NONE, false];
			if (look.select) hash = look.select.startsWith("#") ? look.select.slice(1) : hashOf(look.select);
		}
		call("applyView", written(moment, hash), look.theme === undefined ? theme() : look.theme.replace("auto", ""));
		return problems;
	}

	// ---- Links ----

	const digests = new WeakMap(); // promises by File
	const LARGE = 200e6; // in bytes; larger files are read again for a digest only when a link is requested

	const FEW = 2; // number of files that a link names one by one, such as .key and .data
	let signed = []; // {files, digest}: the latest results of digestOf, for two traces and for both together

	// digestsOf returns digests of files, as hash.js computes them, once the page is idle. Computing them
	// during parsing, at 2.6 GB/s, would delay the picture of a 143 MB trace by 55 ms.
	function digestsOf(files) {
		return Promise.all(files.map((file) => {
			if (!digests.has(file)) digests.set(file, digest(file));
			return digests.get(file);
		}));
	}

	// digestOf returns the digest of files for a link. For a few files, it is their digests in order. For more
	// files, it is the digest of all digests in alphabetical order, because their own order has no meaning.
	async function digestOf(files) {
		if (knownDigest(files)) return knownDigest(files);
		const all = await digestsOf(files);
		let one = all.join(".");
		if (files.length > FEW) one = all.includes("") ? "" : await digest(new Blob([all.sort().join(".")]));
		signed = [{ files, digest: one }, ...signed.slice(0, 2)];
		return one;
	}

	// knownDigest returns an earlier result of digestOf for the same files, or "".
	const knownDigest = (files) => signed.find((one) => same(one.files, files))?.digest ?? "";

	const same = (a, b) => a.length === b.length && a.every((file, i) => file === b[i]);

	// isOf reports whether files are those of a link. Old links have the digest of each file.
	async function isOf(link, files) {
		const hash = link.get("hash");
		return hash === await digestOf(files) || hash.split(".").sort().join(".") === (await digestsOf(files)).sort().join(".");
	}

	let hasher = null, hashing = Promise.resolve(), waiting = 0;

	// digest asks a worker, which all waiting files share.
	function digest(file) {
		waiting++;
		const answer = hashing.then(() => new Promise((kept) => {
			hasher ??= new Worker(globalThis.traceglassHashURL);
			hasher.onmessage = ({ data }) => kept(data);
			hasher.onerror = () => {
				endHasher();
				kept("");
			};
			hasher.postMessage(file);
		}));
		hashing = answer.then(() => --waiting === 0 && endHasher());
		return answer;
	}

	function endHasher() {
		hasher?.terminate();
		hasher = null;
	}

	// The numbers of a moment that a link contains as they are, because they are meaningful without the file.
	const PLAIN = {
		flags: "switches idle awake raw busy whole seen charged ownOnly allCode",
		dump: "process thread line dump state before cause side node",
	};
	const TEXTS = ["filter", "only", "owners"];
	const DUMP_TEXTS = ["facts", "since"];
	const SETS = { t: "threads", hidden: "hidden", collapsed: "collapsed", unfolded: "unfolded" };
	const LONGEST = 4000; // maximum characters of a fragment
	const WORDS = "@words@"; // words about two traces before those of corrected pairings

	const named = (files) => files.map((file) => file.name).join("/");

	// fragmentOf returns the fragment of a link.
	function fragmentOf(told, digest) {
		const { moment, files, keys } = told, into = new URLSearchParams();
		const sides = moment.room === CHANGES ? told.both[0] : files;
		into.set("file", named(sides.length > FEW ? sides.slice(0, 1) : sides));
		if (sides.length > FEW) into.set("files", sides.length);
		if (digest) into.set("hash", digest);
		if (moment.room === CHANGES) {
			into.set("with", named(told.both[1]));
			into.set("changes", moment.changes);
			const ranges = told.ranges.map(([from, to]) => to > from ? `${from}-${to}` : "");
			if (ranges.some(Boolean)) into.set("ranges", ranges.join("."));
			if (theme()) into.set("theme", theme());
			if (globalThis.traceglassLanguage.chosen) into.set("lang", globalThis.traceglassLanguage.code);
			return shortened(into, moment, `change${moment.changes.split(" ")[0]}`);
		}
		if (moment.room === DUMP) into.set("room", "dump");
		if (told.trace) {
			into.set("view", moment.tab);
			into.set("clock", CLOCKS[moment.clock]);
			if (moment.measure) into.set("measure", moment.measure);
			for (const name of TEXTS) if (moment[name]) into.set(name, moment[name]);
			into.set("at", [moment.left, moment.right, moment.scroll].map((n) => Math.round(n)).join("-"));
			if (moment.to > moment.from) into.set("range", `${moment.from}-${moment.to}`);
			if (moment.hasCall) into.set("call", [keys.get(moment.callThread), moment.callDepth, moment.callRow].join("."));
			else if (told.method) into.set("method", hashOf(told.method));
			for (const [key, name] of Object.entries(SETS)) {
				const set = moment[name].filter((index) => keys.has(index));
				if (set.length === 0) continue;
				// If most threads are selected, naming the others is shorter.
				const others = [...keys.keys()].filter((index) => !set.includes(index));
				const [sign, list] = others.length < set.length ? ["!", others] : ["", set];
				into.set(key, sign + list.map((index) => keys.get(index)).join("."));
			}
		}
		if (!told.trace || moment.room === DUMP) {
			into.set("dumps", moment.dumpTab);
			for (const name of DUMP_TEXTS) if (moment[name]) into.set(name, moment[name]);
			into.set("dump", PLAIN.dump.split(" ").map((name) => moment[name] === NONE ? "" : moment[name]).join("."));
		}
		const flags = PLAIN.flags.split(" ").map((name) => Number(moment[name])).join("");
		if (flags.includes("1")) into.set("flags", flags);
		if (theme()) into.set("theme", theme());
		if (globalThis.traceglassLanguage.chosen) into.set("lang", globalThis.traceglassLanguage.code);
		return shortened(into, moment, moment.room === DUMP ? moment.dumpTab : moment.tab);
	}

	// shortened returns a fragment with the state of views that is not too long. If it is too long, shortened
	// drops parts in this order: the state of hidden views, which threads are drawn how, the state of the
	// shown view, and the corrected pairings of two traces.
	function shortened(link, { looks }, tab) {
		if (looks) link.set("looks", looks);
		const shown = () => link.set("looks", (link.get("looks") ?? "").split("*").filter((look) => ["trace", tab].includes(look.split("_")[0])).join("*"));
		const plain = () => link.has("changes") && link.set("changes", link.get("changes").split(" ").slice(0, WORDS).join(" "));
		const steps = [shown, ...["hidden", "collapsed", "unfolded", "looks"].map((key) => () => link.delete(key)), plain];
		while (link.toString().length > LONGEST && steps.length > 0) steps.shift()();
		return link.toString();
	}

	// restore shows the view in a link's fragment, as far as the open files have it.
	function restore(link) {
		const told = now();
		if (!told) return;
		const { moment } = told, threads = byKey(told);
		moment.looks = (link.get("looks") ?? "").slice(0, LONGEST);
		if (link.has("with")) {
			if (!told.both) {
				pending = link;
				ask();
				return;
			}
			if (named(told.both[0]) === link.get("with") && named(told.both[1]) === link.get("file") && link.get("file") !== link.get("with")) call("swapTraces");
			Object.assign(moment, { room: CHANGES, changes: (link.get("changes") ?? "").slice(0, LONGEST) });
			const parts = (link.get("ranges") ?? "").split(".").map((part) => /^(\d{1,15})-(\d{1,15})$/.exec(part)?.slice(1).map(Number));
			shown(link, moment, "", [0, 1].map((i) => parts[i]?.[1] > parts[i]?.[0] ? parts[i] : [0, 0]));
			return;
		}
		const numbers = (name, by) => (link.get(name) ?? "").split(by).map((text) => /^\d{1,15}$/.test(text) ? Number(text) : NaN);
		let hash = "";
		if (link.get("room") === "dump") moment.room = DUMP;
		else if (link.has("view")) moment.room = TRACE;
		if (told.trace) {
			const view = current(link.get("view"));
			if (Object.values(VIEWS[TRACE]).includes(view)) moment.tab = view;
			moment.clock = Math.max(0, CLOCKS.indexOf(link.get("clock")));
			for (const name of TEXTS) moment[name] = (link.get(name) ?? (name === "owners" ? moment.owners : "")).slice(0, LONGEST);
			if (numbers("measure")[0] > 0) moment.measure = numbers("measure")[0];
			const [from, to] = numbers("range", "-"), [left, right, scroll] = numbers("at", "-");
			[moment.from, moment.to] = from >= 0 && to > from ? [from, to] : [0, 0];
			if (left >= 0 && right > left && left < told.span) [moment.left, moment.right, moment.scroll] = [left, Math.min(right, told.span), scroll >= 0 ? scroll : 0];
			for (const [key, name] of Object.entries(SETS)) {
				const text = link.get(key) ?? "", set = text.replace("!", "").split(".").map((key) => threads.get(key)).filter((index) => index !== undefined);
				moment[name] = (text.startsWith("!") ? [...threads.values()].filter((index) => !set.includes(index)) : set).sort((a, b) => a - b);
			}
			const [thread, depth, row] = (link.get("call") ?? "").split(".");
			[moment.method, moment.hasCall] = [NONE, threads.has(thread)];
			if (moment.hasCall) [moment.callThread, moment.callDepth, moment.callRow] = [threads.get(thread), depth >>> 0, row >>> 0];
			else if (/^[0-9a-f]{1,8}$/.test(link.get("method"))) hash = link.get("method");
		}
		if (moment.room === DUMP) {
			if (Object.values(VIEWS[DUMP]).includes(link.get("dumps"))) moment.dumpTab = link.get("dumps");
			for (const name of DUMP_TEXTS) moment[name] = (link.get(name) ?? "").slice(0, LONGEST);
			const values = numbers("dump", ".");
			PLAIN.dump.split(" ").forEach((name, i) => {
				if (i < values.length) moment[name] = values[i] >= 0 ? values[i] >>> 0 : NONE;
			});
			if (moment.state > STATES) moment.state = 0; // from a link of another version
		}
		const flags = link.get("flags") ?? "";
		PLAIN.flags.split(" ").forEach((name, i) => { moment[name] = flags[i] === "1"; });
		shown(link, moment, hash);
	}

	// shown shows a moment of a link, and warns if the file has other content.
	async function shown(link, moment, hash, ranges) {
		call("applyView", written(moment, hash), ["light", "dark"].includes(link.get("theme")) ? link.get("theme") : theme(), ranges);
		const told = now(); // limited to the open file
		if (link.has("lang")) globalThis.traceglassLanguage.speak(link.get("lang"), false);
		if (!link.get("hash")) return;
		if (!await isOf(link, filesOf(told))) {
			timeless(told);
			if (filesOf(told).length > FEW || othersOf(link) > 0) {
				call("notify", say("These are not {1} and the other files of the link: their content differs. The page shows the link's selection as far as possible.", link.get("file").slice(0, 200)));
				return;
			}
			call("notify", say("This is not {1}, the file of the link: its content differs. The page shows the link's selection as far as possible, without times and calls.", link.get("file")));
		}
	}

	// timeless undoes the times and the call of a link, which mean nothing in another file, unless the user
	// has changed them since.
	function timeless({ moment: { room, from, to, left, right, hasCall }, ranges }) {
		const told = now(), is = told?.moment;
		if (!told?.trace) return;
		if (room === CHANGES) {
			const same = (i) => String(told.ranges[i]) === String(ranges[i]);
			call("applyView", written(is, ""), theme(), told.ranges.map((range, i) => same(i) ? [0, 0] : range));
			return;
		}
		if (is.from === from && is.to === to) [is.from, is.to] = [0, 0];
		if (is.left === left && is.right === right) [is.left, is.right, is.scroll] = [0, told.span, 0];
		if (hasCall && is.hasCall) [is.hasCall, is.method] = [false, NONE];
		call("applyView", written(is, ""), theme());
	}

	// pending is the link that the page was opened with, until its file is open.
	let pending = linkOf();

	function linkOf() {
		const link = new URLSearchParams(globalThis.traceglassLanguage.fragment());
		return link.has("file") ? link : null;
	}

	// othersOf returns the number of files of a link without a name in it.
	const othersOf = (link) => Math.max(0, Math.min(Number(link.get("files")) || 0, 1e6) - 1);

	// ask shows the name of a link's file.
	function ask() {
		const names = ["file", "with"].map((name) => pending.get(name)?.slice(0, 200));
		if (names[1]) call("notify", say("This link compares {1} and {2}. Open one, then drop the other on it while you hold Shift.", ...names));
		else if (othersOf(pending) > 0) call("notify", say("This link shows a view of {1} and {2} more files. Open them together, or drop them here together.", names[0], othersOf(pending)));
		else call("notify", say("This link shows a view of {1}. Open that file, or drop it here.", names[0]));
	}

	// Each visit to another entry of the history ends with this event, before anything else can change the entry. The
	// page's own entries have a state. Any other entry is that of a link.
	addEventListener("popstate", ({ state }) => {
		if (state?.visit === performance.timeOrigin) return;
		const link = linkOf();
		if (!link) return;
		if (now()) call("linkFollowed");
		pending = link;
		if (now()) follow();
		else if (!new URLSearchParams(location.search).has("open")) ask();
	});

	// follow shows the view in pending, if the program has finished opening.
	function follow() {
		if (!pending || !now()) return;
		const link = pending;
		pending = null;
		restore(link);
	}

	const watchers = [];
	let marked = ""; // the fragment in the address
	let step; // the view at that time
	let rest = 0; // timer

	// searchOf returns the query of the address that opens files again: an array of addresses, or two for a comparison.
	function searchOf(sides) {
		const query = new URLSearchParams(location.search), were = [...query.getAll("open"), ...query.getAll("with")];
		if (String(were.sort()) === String(sides.flat().sort())) return location.search;
		query.delete("open");
		query.delete("with");
		if (sides.length === 2 && sides.flat().length === 2) ["open", "with"].forEach((name, i) => query.append(name, sides[i][0]));
		else sides.flat().forEach((url) => query.append("open", url));
		return String(query) && `?${String(query).replaceAll("%2F", "/")}`;
	}

	// A file was opened, the view has settled, or another step of the history is shown. from has the addresses of the
	// open files, if all have one.
	globalThis.traceglassEntry = (how, state, from) => {
		const told = step = now(), digest = told ? knownDigest(filesOf(told)) : "";
		const fragment = pending ? location.hash : told ? `#${marked = fragmentOf(told, digest)}` : "";
		try {
			history[how](state, "", location.href.split(/[?#]/)[0] + searchOf(from) + fragment);
		} catch {
			// the browser may refuse
		}
		if (told && pending) setTimeout(follow);
		setTimeout(() => watchers.forEach((watch) => watch()));
		if (rest || digest) return; // a later step does not delay it
		rest = setTimeout(() => {
			rest = 0;
			(globalThis.requestIdleCallback ?? setTimeout)(sign);
		}, 1500);
	};

	// A trace was opened, and nothing has been drawn yet.
	globalThis.traceglassFollow = follow;

	// sign writes the files' digest into the address when the page is idle. By then, the address may belong to
	// another step, and other files may be open.
	async function sign() {
		if (!step || pending) return;
		const files = filesOf(step);
		if (files.reduce((sum, file) => sum + file.size, 0) > LARGE) return;
		const digest = await digestOf(files);
		if (!step || pending || !same(filesOf(step), files) || location.hash !== `#${marked}`) return;
		history.replaceState(history.state, "", `#${marked = fragmentOf(step, digest)}`);
	}

	// traceglassDo runs a command. method is what to do with a method, and its facts: see source.js.
	globalThis.traceglassDo = (what, ...method) => {
		if (what === "privacy") privacy();
		else if (what === "language") globalThis.traceglassLanguage.speak();
		else if (what === "maps") later("traceglassMaps", "@maps.js@");
		else if (what === "recent") later("traceglassRecent", "@recent.js@");
		else if (what === "source") later("traceglassSource", "@source.js@", ...method);
		else copy(what === "embed");
	};

	// copy copies a link to the view, or the markup that embeds it in another page.
	async function copy(embed) {
		const told = now();
		if (!told) return;
		const base = SAVED ? document.baseURI.replace(/#.*/, "") : new URL("./", document.baseURI).href;
		if (SAVED && embed) {
			call("notify", say("A saved page stands alone. Open the file in Traceglass itself to show it in another page."));
			return;
		}
		const { files } = told, from = files.length === 1 && files[0].from;
		const open = (from) => encodeURIComponent(from).replaceAll("%2F", "/");
		const froms = told.moment.room === CHANGES ? told.both.map((files) => files.length === 1 && files[0].from) : [from];
		if (embed) {
			call("copyText", embedCode(told, base, from));
			call("notify", say("Copied. src is where your page finds the file."));
			return;
		}
		const link = fragmentOf(told, await digestOf(filesOf(told)));
		call("copyText", `${base}${froms.every(Boolean) ? `?${froms.map((from, i) => `${["open", "with"][i]}=${open(from)}`).join("&")}` : ""}#${link}`);
		if (told.moment.room === CHANGES && new URLSearchParams(link).get("changes") !== told.moment.changes) {
			call("notify", say("Copied, except your corrected pairs: they are too many for a link."));
			return;
		}
		call("notify", froms.every(Boolean) ? say("Copied.") : say("Copied. The link holds only the name of the file. To open it, a person needs the file too."));
	}

	// load runs scripts one after the other. Each sets a property of globalThis, and load skips scripts with a
	// property that is set.
	async function load(scripts) {
		for (const [name, src] of scripts) {
			if (!globalThis[name]) await new Promise((loaded, failed) => {
				document.head.append(Object.assign(document.createElement("script"), { src, onload: loaded, onerror: failed }));
			});
		}
	}

	// later shows a sheet, and loads its script on first use.
	async function later(name, src, ...args) {
		try {
			await load([["traceglassSheet", "@sheet.js@"], [name, src]]);
		} catch {
			call("notify", say("A part of Traceglass could not be loaded. Try again when the site can be reached."));
			return;
		}
		globalThis[name](...args);
	}

	// privacy shows the privacy sheet.
	const privacy = () => later("traceglassPrivacy", "@privacy.js@");

	const SAVED = document.documentElement.hasAttribute("data-saved"); // a saved page

	// traceglassPage shows the sheet to save the open file as one page, which the command makes.
	globalThis.traceglassPage = (args, files, name) => {
		if (SAVED) call("notify", say("This page is already one file. Send that file."));
		else later("traceglassSave", "@save.js@", args, files, name);
	};

	const KEPT = 2 ** 32 * 1000; // in ns: report.Excerpt keeps the times of parts that end before

	// fragment returns the current view for a page that the command makes with args. A part that ends later than
	// KEPT begins at 0 there, and hashed names of another file cannot be computed here.
	function fragment(args, hashed) {
		const told = now(), { moment } = told;
		const at = (option, otherwise) => args.includes(option) ? parseInt(args[args.indexOf(option) + 1], 10) : otherwise;
		const [from, to] = [at("-from", 0), at("-to", told.span)];
		if (hashed) moment.looks = moment.looks.replaceAll(/_[A-Zt][^_*]*/g, ""); // fields with hashes of names, see desk.Look
		if (told.trace && (hashed || args.includes("-from") || args.includes("-thread"))) {
			const zero = to < KEPT ? 0 : from, within = (ns) => Math.min(Math.max(ns, from), to) - zero;
			[moment.left, moment.right] = [within(moment.left), within(moment.right)];
			if (moment.right <= moment.left) [moment.left, moment.right] = [from - zero, to - zero];
			[moment.from, moment.to] = moment.to > moment.from && (moment.from > from || moment.to < to) ? [moment.from, moment.to].map(within) : [0, 0];
			if (args.includes("-thread")) moment.threads = [];
			moment.hasCall = false; // the call has another position there
			if (hashed) [told.method, moment.threads, moment.hidden, moment.collapsed, moment.unfolded] = ["", [], [], [], []];
		}
		return fragmentOf(told, "");
	}

	document.addEventListener("click", (e) => e.target.id === "status" && privacy());

	function embedCode(told, base, from) {
		const { moment } = told, look = lookOf(told);
		const attributes = { src: from ? new URL(from, base).href : told.files.map((file) => encodeURIComponent(file.name)).join(" "), view: look.view };
		if (moment.room === TRACE) {
			attributes.thread = moment.threads.map((index) => `#${told.keys.get(index)}`).join(" ") || "*";
			if (look.range) attributes.range = look.range.map((s) => `${s}s`).join("-");
			if (look.select) attributes.select = `#${hashOf(look.select)}`;
			attributes.clock = look.clock;
			if (look.filter) attributes.filter = look.filter;
		}
		attributes.height = 480;
		const quoted = (text) => String(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
		return `<script src="${quoted(base)}embed.js" defer></script>\n<trace-glass ${Object.entries(attributes).map(([name, value]) => `${name}="${quoted(value)}"`).join(" ")}></trace-glass>\n`;
	}

	// Chromium asks whether to leave the page even for a link that opens another program. stay prevents that for a
	// link that is followed now. The listener must be the window's first.
	let staying = false;
	addEventListener("beforeunload", (e) => staying && e.stopImmediatePropagation());

	function stay() {
		staying = true;
		setTimeout(() => { staying = false; }, 1000);
	}

	let begin;
	const running = new Promise((kept) => { begin = kept; });

	// started is called once the program listens.
	function started() {
		begin();
		const loadedAgain = performance.getEntriesByType("navigation")[0]?.type === "reload";
		if (pending && !loadedAgain && !new URLSearchParams(location.search).has("open")) setTimeout(() => pending && !now() && ask());
	}

	return { now, lookOf, fragment, change, running, started, stay, watch: (f) => watchers.push(f) };
})();
