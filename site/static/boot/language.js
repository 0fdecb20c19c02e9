// ---- The language ----
//
// All that is said stands in the code in English, which is the key to what it is in another language:
// a catalogue a language (render/words/languages), of which the one in use alone is fetched.

// traceglassLanguage knows which is in use:
//
//	code, name, others   "zh", its own name, and {code, name} of all there are
//	chosen               by hand, and not by the browser
//	text                 its catalogue, "" for English
//	say(pattern, ...args)  a sentence in it; {1} is the first argument
//	next                 the name of the one after it
//	speak(code)          changes it, and remembers that
//	there                kept when the first is there
globalThis.traceglassLanguage = (() => {
	const CATALOGUES = JSON.parse('@languages@'); // by code: its path, and its own name
	const KEY = "traceglass.language";
	const LONGEST = 1 << 16; // characters of a fragment: a link to 1,000 files has about 35,000
	const top = new URL("../", document.currentScript?.src || document.baseURI); // of the site: scripts lie in assets/
	const language = {
		get next() { return language.others[(language.others.findIndex(({ code }) => code === language.code) + 1) % language.others.length].name; },
	 code: "en", text: "", chosen: false, said: new Map(), others: [{ code: "en", name: "EN" }], say, speak, fragment };
	for (const [code, [, name]] of Object.entries(CATALOGUES)) language.others.push({ code, name });

	// known is the language of a code such as zh-CN, undefined for one that is not there.
	const known = (code) => language.others.map((other) => other.code).find((other) => other === String(code).toLowerCase().split("-")[0]);

	// fragment returns the fragment of the page's address. One that is too long for a link is dropped before it is parsed.
	function fragment() {
		const { hash } = location;
		return hash.length > LONGEST ? "" : hash.slice(1);
	}

	function kept() {
		try {
			return localStorage.getItem(KEY);
		} catch {
			return null; // not for a page in this frame
		}
	}

	function say(pattern, ...args) {
		return (language.said.get(pattern) ?? pattern).replace(/\{(\d)\}/g, (_, n) => args[n - 1]);
	}

	// fetched is a catalogue. A page that stands alone has them in it.
	async function fetched(code) {
		if (globalThis.traceglassWords) return globalThis.traceglassWords(code);
		const response = await fetch(new URL(CATALOGUES[code][0], top));
		return response.ok ? response.text() : "";
	}

	// load has a catalogue used. Where it cannot be had, English will do.
	async function load(code) {
		let text = "";
		if (code !== "en") {
			try {
				text = await fetched(code);
			} catch {
				// no network
			}
		}
		language.code = text ? code : "en";
		language.text = text;
		const lines = text.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.replaceAll("\\n", "\n"));
		language.said = new Map(lines.flatMap((line, i) => i % 2 === 0 ? [[line, lines[i + 1]]] : []));
		document.documentElement.lang = say("en");
		shell();
		return text || code === "en";
	}

	// shell says what stands in the page itself.
	function shell() {
		for (const e of document.querySelectorAll("[data-says]")) {
			if (e.dataset.says === "") e.dataset.says = e.textContent;
			e.textContent = say(e.dataset.says);
		}
	}

	async function speak(code, remember = true) {
		code = code === undefined ? language.others.find(({ name }) => name === language.next).code : known(code);
		if (!code) return false;
		if (code !== language.code && !await load(code)) return false;
		language.chosen ||= remember;
		if (remember) {
			try {
				localStorage.setItem(KEY, code);
			} catch {
				// it lasts as long as the page
			}
		}
		globalThis.traceglassHear?.("speak", language.text);
		return true;
	}

	language.chosen = Boolean(known(kept()));
	const asked = [fragment(), location.search].map((text) => new URLSearchParams(text).get("lang"));
	asked.push(kept(), ...(navigator.languages ?? []));
	language.there = load(asked.map(known).find(Boolean) ?? "en");
	addEventListener("DOMContentLoaded", shell);
	return language;
})();
