// embed.js: the element <trace-glass> for other pages. It frames the viewer, loads the file with the page's
// own permissions, and passes it on in pieces. It consists of this one script, and finds the viewer relative
// to its own address. The documentation is embed/index.html, and the types are in embed.d.ts.
"use strict";

(() => {
	const VERSION = 1; // of the protocol between element and frame, see framed.js
	const PIECE = 8 << 20, LEAST = 256 << 10; // bytes of a piece
	const AHEAD = 4; // pieces in transit
	const MOST = 2 ** 33; // maximum bytes of all files
	const PATIENCE = 30_000; // ms to wait for the frame's first answer
	const SETTLED = 600; // ms without a change before the picture for print is made
	const app = new URL("./", document.currentScript?.src ?? document.querySelector('script[src*="embed.js"]')?.src ?? location.href);

	const VIEWS = "@views@"; // names; site/build/lists fills it
	const LANGUAGES = ["en", ...Object.keys(JSON.parse('@languages@'))];
	const SAID = JSON.parse('@texts@'); // by language: the element's own texts, needed if the viewer does not load
	const UNITS = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, min: 60 };

	// FORMS convert attributes to a part of a view, or to undefined if the value is invalid.
	const FORMS = {
		view: { read: (v) => VIEWS.includes(v) || v === "report" ? v : undefined, want: `one of ${VIEWS.join(", ")}`, otherwise: "The view that a file opens with" },
		thread: { key: "threads", read: (v) => v === "*" ? [] : v.startsWith("#") ? v.split(/\s+/) : v ? [v] : undefined, want: 'the name of a thread, such as thread="main", or thread="*"', otherwise: "The main thread" },
		range: { read: readRange, want: 'two times with units, range="1.2s-1.9s"', otherwise: "The whole time" },
		select: { read: (v) => v, want: 'a method, select="com.acme.Foo.bar"', otherwise: "None" },
		filter: { read: (v) => v, want: 'what figures leave out, filter="drop:feed slower:1ms"', otherwise: "Nothing is left out" },
		clock: { read: (v) => ["wall", "cpu", "waiting"].includes(v) ? v : undefined, want: "one of wall, cpu, waiting", otherwise: "Wall time" },
		theme: { read: (v) => ["auto", "light", "dark"].includes(v) ? v : undefined, want: "one of auto, light, dark", otherwise: "The system's theme" },
	};
	const DEFAULTS = { range: null, select: "", clock: "wall", filter: "", theme: "auto" }; // when an attribute is removed

	function readRange(text) {
		const time = "([0-9]+(?:\\.[0-9]+)?)\\s*(ns|us|µs|μs|ms|s|min)";
		const found = new RegExp(`^\\s*${time}\\s*[-–]\\s*${time}\\s*$`).exec(text);
		if (!found) return undefined;
		const [from, to] = [found[1] * UNITS[found[2]], found[3] * UNITS[found[4]]];
		return to > from ? [from, to] : undefined;
	}

	// say translates a sentence to a language, or returns the English text if there is no translation.
	const say = (pattern, lang) => SAID[lang]?.[pattern] ?? pattern;

	const warn = (text) => console.warn(`<trace-glass>: ${text}`);

	const sheet = new CSSStyleSheet();
	sheet.replaceSync(`
		:host { display: block; contain: content; }
		:host([hidden]) { display: none; }
		.box { height: 480px; min-height: 120px; resize: vertical; overflow: hidden; border: 1px solid #8886; border-radius: 6px; }
		.picture { display: none; width: 100%; }
		.instead { display: none; margin: .5em 0 0; }
		.late { display: none; }
		:host([data-state=broken]) .box { display: none; }
		:host(:not([data-state])) .instead { position: absolute; inset: 8px 12px auto; }
		:host(:not([data-state])) .instead, :host([data-state=broken]) .instead, :host([data-state=failed]) .instead { display: block; }
		@media print {
			.box { resize: none; break-inside: avoid; }
			:host(:not([data-state])) .box { display: none; }
			:host(:not([data-state])) .instead { position: static; }
			:host(:not([data-state])) .late { display: inline; }
			.pictured .box { display: none; }
			.pictured .picture { display: block; }
		}
	`);

	class Failure extends Error {
		constructor(code, text) {
			super(text);
			this.code = code;
		}
	}

	class TraceGlass extends HTMLElement {
		static observedAttributes = ["src", "view", "thread", "range", "select", "clock", "filter", "height", "theme", "lang"];

		#parts = {}; // elements of the shadow tree
		#frame = null;
		#port = null;
		#line = deferred(); // resolves when the frame has said hello
		#asked = new Map(); // pending questions by number
		#number = 0;
		#turn = 0; // counts openings
		#abort = null; // aborts the current download
		#opened = Promise.reject(new Failure("empty", "Nothing is open.")); // the last opening
		#shown = false; // whether the opened file is shown
		#seen = null; // while in a document: the IntersectionObserver
		#picture = 0; // timer

		constructor() {
			super();
			this.#opened.catch(() => {});
			const root = this.attachShadow({ mode: "open" });
			root.adoptedStyleSheets = [sheet];
			const make = (tag, options, ...inside) => {
				const e = Object.assign(document.createElement(tag), options);
				e.append(...inside);
				return e;
			};
			const p = this.#parts;
			// The frame is in the page itself, not in the shadow tree, so that frames of this site find each
			// other.
			p.box = make("div", { className: "box", part: "box" }, make("slot", { name: "frame" }));
			p.picture = make("img", { className: "picture", alt: "" });
			p.why = make("span");
			p.link = make("a");
			p.late = make("span", { className: "late" });
			p.instead = make("p", { className: "instead", part: "instead" }, p.why, " ", p.link, make("slot"), " ", p.late);
			p.all = make("div", {}, p.box, p.picture, p.instead);
			root.append(p.all);
			p.picture.addEventListener("error", () => p.all.classList.remove("pictured"));
		}

		connectedCallback() {
			this.#measure();
			this.#name();
			// Nothing loads before the element comes into view.
			this.#seen = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && this.#start(), { rootMargin: "200px" });
			this.#seen.observe(this);
			this.#parts.late.textContent = say("This view was not shown yet when the page was printed.", this.#spoken());
			addEventListener("beforeprint", this.#printed);
		}

		disconnectedCallback() {
			this.#seen.disconnect();
			this.#seen = null;
			removeEventListener("beforeprint", this.#printed);
			this.#abort?.abort();
			this.#turn++;
			this.#lose("The element was taken out of the page.");
			this.#frame?.remove();
			this.#frame = null;
			clearTimeout(this.#picture);
			delete this.dataset.state;
		}

		attributeChangedCallback(name, before, now) {
			if (before === now || !this.#seen) return;
			if (name === "height") {
				this.#measure();
			} else if (name === "src") {
				this.#name();
				if (this.#frame) this.#openSrc();
			} else if (name === "lang") {
				const lang = this.#language();
				if (lang && this.#frame) this.#ask("setView", { look: { lang } }).catch(() => {});
			} else if (this.#shown) {
				const look = now === null ? this.#default(name) : this.#look([name]);
				if (Object.keys(look).length > 0) this.setView(look).catch(() => {});
			}
		}

		#default(name) {
			if (!(name in DEFAULTS)) return {}; // no default to return to
			return { [name]: DEFAULTS[name] };
		}

		// #look returns the view that the attributes describe. #wrong warns of an attribute with an invalid
		// value.
		#look(names = Object.keys(FORMS)) {
			const look = {};
			for (const name of names) {
				const text = this.getAttribute(name);
				if (text === null) continue;
				const { key = name, read } = FORMS[name], value = read(text.trim());
				if (value === undefined) this.#wrong(name, text);
				else look[key] = value;
			}
			return look;
		}

		#wrong(name, text, { want, otherwise } = FORMS[name]) {
			warn(`${name}=${JSON.stringify(text.slice(0, 80))} is not in the right form: want ${want}. ${otherwise} is shown.`);
		}

		// #printed loads elements outside the view, so that they appear when the page is printed again.
		#printed = () => this.#start();

		#measure() {
			const text = this.getAttribute("height")?.trim() ?? "480", height = /^[0-9]+$/.test(text) ? `${text}px` : text;
			if (CSS.supports("height", height)) {
				this.#parts.box.style.height = height;
			} else {
				this.#wrong("height", text, { want: 'pixels, height="480", or a length of CSS', otherwise: "A height of 480" });
				this.#parts.box.style.height = "";
			}
		}

		#language() {
			const lang = this.getAttribute("lang");
			const code = lang?.toLowerCase().split("-")[0];
			if (!lang || LANGUAGES.includes(code)) return code ?? "";
			this.#wrong("lang", lang, { want: `one of ${LANGUAGES.join(", ")}`, otherwise: "The browser's language" });
			return "";
		}

		// #spoken returns the attribute's language or the browser's, if it is known.
		#spoken() {
			return this.#language() || navigator.languages.map((code) => code.toLowerCase().split("-")[0]).find((code) => LANGUAGES.includes(code));
		}

		// #name sets the text of the link that replaces the frame.
		#name() {
			const first = sources(this.getAttribute("src"))[0], { link } = this.#parts;
			link.hidden = !first || [...this.childNodes].some((node) => node !== this.#frame && node.textContent.trim());
			if (!first) return;
			link.href = first.startsWith("data:") ? app.href : new URL(first, document.baseURI).href;
			link.textContent = nameOf(first);
		}

		#start() {
			if (this.#frame) return;
			this.#seen?.disconnect();
			const lang = this.#language();
			const frame = this.#frame = document.createElement("iframe");
			frame.slot = "frame";
			for (const [property, value] of Object.entries({ display: "block", width: "100%", height: "100%", border: "0" })) frame.style.setProperty(property, value, "important");
			frame.title = this.getAttribute("title") ?? "Traceglass";
			frame.allow = "clipboard-write; fullscreen";
			frame.referrerPolicy = "no-referrer";
			frame.addEventListener("load", () => this.#connect());
			frame.src = lang ? `${app.href}?lang=${lang}` : app.href;
			this.append(frame);
			setTimeout(() => this.#frame === frame && !this.dataset.state && this.#break(say("The viewer could not be loaded.", this.#spoken())), PATIENCE);
			this.#openSrc();
		}

		// #connect sends the frame one end of a new channel, each time the frame has loaded.
		#connect() {
			const again = this.#port !== null;
			this.#lose("The viewer was loaded again.");
			const { port1, port2 } = new MessageChannel();
			this.#port = port1;
			port1.onmessage = ({ data }) => this.#hear(port1, data);
			this.#frame.contentWindow.postMessage({ traceglass: VERSION, kind: "connect" }, app.origin, [port2]);
			if (again) this.#openSrc();
		}

		#lose(reason) {
			this.#port?.close();
			this.#shown = false;
			for (const { reject } of this.#asked.values()) reject(new Failure("gone", reason));
			this.#asked.clear();
			if (this.#port) this.#line = deferred();
			this.#port = null;
		}

		#break(reason) {
			this.dataset.state = "broken";
			this.#parts.why.textContent = reason;
			this.#tell("error", { reason, code: "frame" });
			this.#line.reject(new Failure("frame", reason));
			this.#line.promise.catch(() => {});
		}

		#tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

		#hear(port, message) {
			if (port !== this.#port || typeof message !== "object" || message === null) return;
			if (message.kind !== "event") {
				const asked = this.#asked.get(message.id);
				this.#asked.delete(message.id);
				if (message.ok) asked?.resolve(message.value);
				else asked?.reject(new Failure(message.code, message.reason));
				return;
			}
			switch (message.name) {
			case "hello":
				if (message.detail?.version !== VERSION) {
					this.#break(say("The viewer is of another version than this page's script.", this.#spoken()));
					return;
				}
				this.dataset.state = "loaded";
				this.#line.resolve();
				break;
			case "ready":
				this.#shown = true;
				this.dataset.state = "open";
				this.#tell("ready", message.detail);
				this.#draw();
				break;
			case "view":
				this.#draw();
				this.#tell("view", message.detail);
				break;
			case "private":
				this.#shown = false;
				this.#parts.all.classList.remove("pictured");
				this.#tell("private", {});
				break;
			case "progress": case "select": case "range":
				this.#tell(message.name, message.detail);
			}
		}

		// #ask sends a question to the frame. Buffers are transferred.
		async #ask(kind, question = {}, buffers = []) {
			await this.#line.promise;
			const id = ++this.#number, answer = deferred();
			this.#asked.set(id, answer);
			this.#port.postMessage({ id, kind, ...question }, buffers);
			return answer.promise;
		}

		// #draw stores a picture of the view for print. For tables, the frame itself is printed.
		#draw() {
			clearTimeout(this.#picture);
			this.#picture = setTimeout(async () => {
				const { all, picture } = this.#parts;
				try {
					const text = await this.#ask("svg", { drawn: true });
					URL.revokeObjectURL(picture.src);
					picture.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
					picture.alt = `${this.#frame.title}: ${this.getAttribute("src") ?? ""}`;
					all.classList.add("pictured");
				} catch {
					all.classList.remove("pictured");
				}
			}, SETTLED);
		}

		#openSrc() {
			const all = sources(this.getAttribute("src"));
			if (all.length > 0) this.open(...all).catch(() => {}); // an event has reported the error
		}

		// ---- Methods for pages ----

		// open opens a File, Blob, ArrayBuffer or URL in the frame, or several that belong together. The
		// promise resolves once they are shown.
		open(...things) {
			if (!this.isConnected) return Promise.reject(new Failure("frame", "The element is not in a page."));
			this.#start();
			this.#abort?.abort();
			const abort = this.#abort = new AbortController(), turn = ++this.#turn;
			this.#shown = false;
			this.#opened = this.#hand(things.flat(), turn, abort.signal).catch((error) => {
				if (turn === this.#turn && error.code !== "gone") {
					if (this.dataset.state !== "broken") this.dataset.state = "failed";
					this.#parts.why.textContent = error.message;
					this.#tell("error", { reason: error.message, code: error.code ?? "failed" });
				}
				throw error;
			});
			this.#opened.catch(() => {});
			return this.#opened;
		}

		async #hand(things, turn, signal) {
			await this.#line.promise;
			const current = () => {
				if (turn !== this.#turn) throw new Failure("replaced", "Something else was opened meanwhile.");
			};
			current();
			const names = things.map(nameOf);
			await this.#ask("begin", { names });
			const all = { done: 0, size: 0 };
			try {
				for (const [file, thing] of things.entries()) {
					const { stream, size } = await source(thing, signal);
					all.size = size === undefined ? undefined : all.done + size;
					current();
					await this.#pour(file, stream, size, all, current);
				}
			} catch (error) {
				if (turn === this.#turn && error.code !== "gone") await this.#ask("fail", { name: names[0], reason: error.message });
				throw error;
			}
			const problems = await this.#ask("open", { look: this.#look() });
			for (const problem of problems) warn(problem);
		}

		// #pour sends the content of a stream, a few pieces ahead of the frame's confirmations.
		async #pour(file, stream, size, all, current) {
			const reader = stream.getReader(), underWay = [];
			let loose = [], held = 0;
			const hand = async () => {
				const data = await new Blob(loose).arrayBuffer();
				[loose, held] = [[], 0];
				for (let at = 0; at < data.byteLength; at += PIECE) {
					const piece = data.byteLength > PIECE ? data.slice(at, at + PIECE) : data;
					const taken = this.#ask("piece", size ? { file, data: piece, size } : { file, data: piece }, [piece]);
					taken.catch(() => {}); // awaited later
					underWay.push(taken);
					if (underWay.length > AHEAD) await underWay.shift();
				}
			};
			try {
				for (;;) {
					const { done, value } = await reader.read();
					current();
					if (done) break;
					loose.push(value);
					held += value.length;
					all.done += value.length;
					if (all.done > MOST) throw tooBig("What was to be opened");
					if (held >= LEAST) await hand();
					this.#tell("progress", { received: all.done, size: all.size });
				}
				await hand();
				await Promise.all(underWay);
			} catch (error) {
				reader.cancel().catch(() => {});
				throw error.code ? error : new Failure("network", `The rest could not be fetched: ${error.message}.`);
			}
		}

		// setView shows a view: {view, thread or threads, range, select, clock, theme}. All parts are
		// optional.
		async setView(look) {
			const { thread, range, ...rest } = look;
			const given = { ...rest };
			if (thread !== undefined) given.threads = FORMS.thread.read(thread) ?? [];
			if (range !== undefined) given.range = typeof range === "string" ? readRange(range) ?? null : range;
			await this.#opened;
			for (const problem of await this.#ask("setView", { look: given })) warn(problem);
		}

		async getView() {
			await this.#opened;
			return this.#ask("getView");
		}

		async summary() {
			await this.#opened;
			return this.#ask("summary");
		}

		async svg() {
			await this.#opened;
			return this.#ask("svg");
		}
	}

	function deferred() {
		const d = {};
		d.promise = new Promise((resolve, reject) => Object.assign(d, { resolve, reject }));
		return d;
	}

	// sources returns the addresses in src, which are separated by blanks, for example of a .key and its
	// .data.
	function sources(src) {
		return src?.trim().startsWith("data:") ? [src.trim()] : (src ?? "").split(/\s+/).filter(Boolean);
	}

	// nameOf returns the name of a thing to open.
	function nameOf(thing) {
		if (thing instanceof Blob) return thing.name ?? "unnamed";
		if (thing instanceof ArrayBuffer) return "unnamed";
		const text = String(thing);
		if (text.startsWith("data:")) return decoded(/^[^,]*;name=([^;,]*)/.exec(text)?.[1] ?? "unnamed");
		const url = new URL(text, document.baseURI);
		return decoded(url.pathname.split("/").filter(Boolean).pop() ?? url.hostname);
	}

	function decoded(text) {
		try {
			return decodeURIComponent(text);
		} catch {
			return text;
		}
	}

	const tooBig = (what) => new Failure("size", `${what} is larger than 8 GB, more than a page can hold.`);

	// source returns a thing's content as a stream, and its size if that is known.
	async function source(thing, signal) {
		if (thing instanceof ArrayBuffer) thing = new Blob([thing]);
		if (thing instanceof Blob) {
			if (thing.size > MOST) throw tooBig(nameOf(thing));
			return { stream: thing.stream(), size: thing.size };
		}
		const text = String(thing), name = nameOf(text);
		if (text.startsWith("data:")) {
			const blob = new Blob([bytesOf(text)]);
			return { stream: blob.stream(), size: blob.size };
		}
		const url = new URL(text, document.baseURI);
		let response;
		try {
			response = await fetch(url, { signal });
		} catch (error) {
			if (error.name === "AbortError") throw new Failure("replaced", "Something else was opened meanwhile.");
			throw new Failure("network", `${name} could not be fetched: ${url.host} cannot be reached, or does not let this page read it (CORS).`);
		}
		const refuse = (code, why) => {
			response.body?.cancel().catch(() => {});
			throw new Failure(code, why);
		};
		const last = new URL(response.url || url);
		if (last.origin !== url.origin) refuse("redirect", `${name} was not opened: ${url.host} redirects to ${last.host}, which this page did not name.`);
		if (!response.ok) refuse("status", `${name} could not be fetched: ${url.host} answered ${response.status}.`);
		if (/^text\/html\b/i.test(response.headers.get("Content-Type") ?? "")) refuse("html", `${name} was not opened: ${url.host} sent a web page instead, perhaps to sign in.`);
		// The length of a compressed response is not the size of its content.
		const packed = response.headers.get("Content-Encoding"), length = Number(response.headers.get("Content-Length"));
		if (length > MOST) refuse("size", tooBig(name).message);
		return { stream: response.body, size: packed || !length ? undefined : length };
	}

	// bytesOf returns the content of a data: address. It decodes it here, because the page's policy may not
	// allow fetching it.
	function bytesOf(text) {
		const comma = text.indexOf(","), data = text.slice(comma + 1);
		if (comma < 0) throw new Failure("data", "src begins with data:, but holds none.");
		try {
			if (!/;base64$/i.test(text.slice(0, comma))) return decodeURIComponent(data);
			return Uint8Array.from(atob(decodeURIComponent(data)), (c) => c.charCodeAt(0));
		} catch {
			throw new Failure("data", "What src holds after data: is not base64.");
		}
	}

	if (!customElements.get("trace-glass")) customElements.define("trace-glass", TraceGlass);
})();
