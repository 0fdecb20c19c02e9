// framed.js: connects the viewer with a page that frames it, for embed.js or any other script that implements
// the protocol (embed/index.html). Once, when the frame has loaded, the outer page posts
//
//	{traceglass: 1, kind: "connect"}, with a MessagePort
//
// All other messages use that port, so that no other window can receive an answer. The outer page sends {id,
// kind, …} and gets {id, ok: true, value} or {id, ok: false, reason, code}. Events come as {kind: "event",
// name, detail}.
//
// An outer page of another origin gets no names, figures or pictures of files that it did not pass in, only
// that a file is open. A page of the same origin gets all, because it can access the frame anyway.
"use strict";

globalThis.traceglassFramed = (() => {
	const VERSION = 1;
	const MOST = { text: 4096, piece: 16 << 20, bytes: 2 ** 33, files: 1000, waiting: 64, ignored: 1000, picture: 16 << 20 };
	const TICK = 100; // ms between checks of an opening
	const view = globalThis.traceglassView;
	const counts = { ignored: 0, answered: 0 }; // of messages, for the tests

	let port; // to the outer page, once connected
	let trusted = false; // whether the outer page has the same origin
	const handed = new WeakSet(); // Files that came through the port
	let arriving = null; // files that are arriving: {names, parts, bytes}
	let waiting = 0; // number of pending questions
	let told = {}; // last detail of each event

	addEventListener("message", (e) => {
		const { data, ports } = e;
		const right = e.source === parent && data?.traceglass === VERSION && data.kind === "connect" && ports.length === 1;
		if (!right || port) {
			counts.ignored++;
			return;
		}
		port = ports[0];
		trusted = e.origin === location.origin;
		port.onmessage = ({ data }) => hear(data);
		port.onmessageerror = ignore;
		post("hello", { version: VERSION, build: document.documentElement.dataset.version });
	});

	function ignore() {
		if (++counts.ignored >= MOST.ignored) port.close();
	}

	const post = (name, detail) => port.postMessage({ kind: "event", name, detail });

	class Refusal extends Error {
		constructor(code, text) {
			super(text);
			this.code = code;
		}
	}

	const isText = (v) => typeof v === "string" && v.length <= MOST.text;

	// The questions of the protocol: how to validate each, and the function that answers it.
	const QUESTIONS = {
		begin: { right: ({ names }) => Array.isArray(names) && names.length > 0 && names.length <= MOST.files && names.every(isText), answer: begin },
		piece: { right: ({ file, data, size }) => Number.isInteger(file) && data instanceof ArrayBuffer && data.byteLength <= MOST.piece && (size === undefined || Number.isSafeInteger(size) && size > 0), answer: piece },
		open: { right: ({ look }) => look === undefined || isLook(look), answer: open },
		fail: { right: ({ name, reason }) => isText(name) && isText(reason), answer: fail },
		setView: { right: ({ look }) => isLook(look), answer: ({ look }) => (ours(), view.change(look)) },
		getView: { right: () => true, answer: () => view.lookOf(ours()) },
		summary: { right: () => true, answer: summary },
		svg: { right: ({ drawn }) => drawn === undefined || typeof drawn === "boolean", answer: svg }, // drawn: only if the view is on a canvas
	};

	function isLook(look) {
		if (typeof look !== "object" || look === null) return false;
		return Object.entries(look).every(([key, v]) => Object.hasOwn(LOOK, key) && LOOK[key](v));
	}

	// The parts of a view, and how to validate each.
	const LOOK = {
		view: isText, select: isText, filter: isText, lang: isText,
		threads: (v) => Array.isArray(v) && v.length <= MOST.files && v.every(isText),
		range: (v) => v === null || Array.isArray(v) && v.length === 2 && v.every(Number.isFinite) && v[0] >= 0 && v[1] > v[0],
		clock: (v) => ["wall", "cpu", "waiting"].includes(v), theme: (v) => ["auto", "light", "dark"].includes(v),
	};

	async function hear(question) {
		const kind = isText(question?.kind) && Object.hasOwn(QUESTIONS, question.kind) ? QUESTIONS[question.kind] : undefined;
		if (!kind || !Number.isInteger(question.id) || waiting >= MOST.waiting || !kind.right(question)) {
			ignore();
			return;
		}
		waiting++;
		const { id } = question;
		await view.running;
		try {
			port.postMessage({ id, ok: true, value: await kind.answer(question) });
		} catch (error) {
			port.postMessage({ id, ok: false, reason: error.message, code: error.code ?? "failed" });
		}
		waiting--;
		counts.answered++;
	}

	// ours returns the open files and view, if the outer page may know them.
	function ours() {
		const now = view.now();
		if (!now) throw new Refusal("empty", "Nothing is open.");
		if (!mine(now)) throw new Refusal("private", "What is open was chosen in the frame, and is not told of.");
		return now;
	}

	const mine = (now) => trusted || now.files.every((file) => handed.has(file));

	// ---- Opening ----

	// begin waits until an earlier failure has disappeared, because it would count as a failure of the new
	// files.
	async function begin({ names }) {
		const label = names.length > 1 ? globalThis.traceglassLanguage.say("{1} and {2} more", names[0], names.length - 1) : names[0];
		arriving = { names, parts: names.map(() => []), bytes: 0, turn: globalThis.traceglassApp.startFetch(label.slice(0, 200)) };
		for (let ticks = 0; ticks < 20 && ["failed", "crashed"].includes(document.getElementById("app").dataset.stage); ticks++) {
			await new Promise((rest) => setTimeout(rest, TICK));
		}
	}

	// reads starts reading a file of known size during the download, if nothing else is open. It excludes zip
	// files, which have their directory at the end, and files that belong together.
	function reads(data, size) {
		const { names, bytes, turn } = arriving;
		const [a, b] = new Uint8Array(data);
		if (names.length > 1 || bytes > 0 || data.byteLength === 0 || !size || a === 0x50 && b === 0x4b) return;
		const { port1, port2 } = new MessageChannel();
		if (globalThis.traceglassApp.startStream(turn, port1, names[0], size)) arriving.line = port2;
	}

	function piece({ file, data, size }) {
		if (!arriving || !(file in arriving.parts)) throw new Refusal("order", "No such file was begun.");
		reads(data, size);
		arriving.bytes += data.byteLength;
		if (arriving.bytes > MOST.bytes) {
			stop("The files are larger than 8 GB.");
			throw new Refusal("size", "The files are larger than 8 GB.");
		}
		arriving.parts[file].push(new Blob([data])); // the browser may move it to the disk
		if (data.byteLength > 0) arriving.line?.postMessage(data, [data]);
	}

	// fail shows in the frame why no file arrived.
	function fail({ name, reason }) {
		if (!arriving) begin({ names: [name] });
		stop(reason);
	}

	function stop(reason) {
		const { names, turn } = arriving;
		arriving = null;
		globalThis.traceglassApp.failFetch(turn, names[0], reason);
	}

	// open opens the arrived files with a view, and answers when they are shown.
	async function open({ look }) {
		if (!arriving) throw new Refusal("order", "Nothing was begun.");
		const { names, parts, turn, line } = arriving;
		arriving = null;
		if (!globalThis.traceglassApp.isWanted(turn)) throw new Refusal("replaced", "It was cancelled, or something else was opened in the frame.");
		const files = names.map((name, i) => new File(parts[i], name));
		for (const file of files) handed.add(file);
		line?.postMessage(null);
		const under = line ? globalThis.traceglassApp.endStream(turn, files[0]) : globalThis.traceglassApp.openFetched(turn, files);
		line?.postMessage(true);
		for (let shares = 0; ;) {
			const now = view.now(), stage = document.getElementById("app").dataset.stage;
			if (stage === "open" && now?.files.length === files.length && now.files.every((file, i) => file === files[i])) break;
			const refused = document.getElementById("refusal")?.textContent;
			if (stage === "failed" || stage === "crashed") throw new Refusal("file", document.getElementById(stage === "failed" ? "failure" : "crash").textContent);
			if (refused) throw new Refusal("file", refused);
			const busy = stage === "reading" || !document.getElementById("beside").hidden;
			if (!busy && !globalThis.traceglassApp.isWanted(under)) throw new Refusal("replaced", "Something else was opened in the frame.");
			const share = Number(document.querySelector("[role=progressbar]")?.ariaValueNow ?? 0);
			if (share > shares) post("progress", { read: (shares = share) / 100 });
			await new Promise((rest) => setTimeout(rest, TICK));
		}
		await seen();
		const problems = look && Object.keys(look).length > 0 ? await view.change(look) : [];
		await seen();
		const { name } = files[0];
		post("ready", { name, facts: document.getElementById("facts").textContent, look: view.lookOf(ours()) });
		return problems;
	}

	// seen waits until a change is probably drawn.
	async function seen() {
		for (let frames = 0; frames < 4; frames++) await new Promise((drawn) => setTimeout(drawn, 40));
	}

	// ---- The view ----

	view.watch(() => {
		if (!port) return;
		const now = view.now();
		if (!now) return;
		if (!mine(now)) {
			if (told.private) return;
			told = { private: true };
			post("private", {});
			return;
		}
		const look = view.lookOf(now), text = JSON.stringify(look);
		if (text === told.text) return;
		const before = told.look;
		told = { look, text };
		post("view", look);
		if (look.select !== (before?.select ?? "")) post("select", { method: look.select });
		if (JSON.stringify(look.range) !== JSON.stringify(before?.range ?? null)) post("range", { range: look.range });
	});

	// svg returns the shown canvas as SVG, or a drawing of a dump by the command.
	async function svg({ drawn }) {
		const { files } = ours();
		const [, timeline, flame, graph] = globalThis.traceglassDraw.surfaces;
		const shown = [flame, graph, timeline].find((s) => s.buffer && s.host?.isConnected && s.host.checkVisibility());
		if (!shown && drawn) throw new Refusal("none", "No picture is shown.");
		const blob = shown ? await shown.picture(`${files[0].name}.svg`) : await command(files, ["export", "-format", "svg"]);
		ours(); // check again that the outer page may know
		if (blob.size > MOST.picture) throw new Refusal("size", "The picture is larger than 16 MB.");
		return blob.text();
	}

	// summary returns the object that traceglass summary prints. For several files or dumps it returns an
	// array.
	async function summary() {
		const { files } = ours();
		const blob = await command(files, ["summary"]);
		ours();
		const all = (await blob.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
		return all.length === 1 ? all[0] : all;
	}

	let program; // the compiled command, after the first use
	let running = Promise.resolve(); // one at a time

	// command runs the command on files and returns the Blob that it wrote.
	function command(files, args) {
		const names = files.map((file) => `./${file.name}`);
		const result = running.then(() => new Promise((done, broken) => {
			const worker = new Worker(globalThis.traceglassToolsURL);
			const end = (f, value) => (worker.terminate(), f(value));
			worker.onerror = (e) => (e.preventDefault(), end(broken, new Error("The part that writes exports could not be loaded.")));
			worker.onmessage = ({ data }) => {
				if (data.kind === "module") program = data.module;
				else if (data.kind === "done") end(done, data.blob);
				else if (data.kind !== "progress") end(broken, new Error(data.reason));
			};
			worker.postMessage({ args: [...args, ...names], files, module: program });
		}));
		running = result.catch(() => {});
		return result;
	}

	// ---- Rules for a framed page ----

	// The outer page handles Find in page.
	addEventListener("keydown", (e) => {
		if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === "f") e.stopImmediatePropagation();
	}, true);

	// The outer page can pass its files again, so the frame does not ask before it is left.
	addEventListener("beforeunload", (e) => {
		const now = view.now();
		if (now?.files.every((file) => handed.has(file))) e.stopImmediatePropagation();
	}, true);

	return counts;
})();
