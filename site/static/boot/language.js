// ---- The language ----
//
// The code contains all texts in English. The English text is the key of its translation in a catalogue
// (render/words/languages). Only the catalogue of the current language is loaded.

// traceglassLanguage holds the current language:
//
//	code, name, others   "zh", its own name, and {code, name} of all languages
//	chosen               whether the user chose it, not the browser
//	text                 its catalogue, "" for English
//	say(pattern, ...args)  returns a translated sentence; {1} is the first argument
//	next                 the name of the language after it
//	speak(code)          changes and stores the language
//	there                a promise that resolves once the first catalogue is loaded
globalThis.traceglassLanguage = (() => {
	const CATALOGUES = JSON.parse('@languages@'); // by code: path of the catalogue, and the language's own name
	const KEY = "traceglass.language";
	const LONGEST = 1 << 16; // longest fragment in characters; a link to 1,000 files has about 35,000
	const top = new URL("../", document.currentScript?.src || document.baseURI); // the site's top folder; scripts are in assets/
	const language = {
		get next() { return language.others[(language.others.findIndex(({ code }) => code === language.code) + 1) % language.others.length].name; },
	 code: "en", text: "", chosen: false, said: new Map(), others: [{ code: "en", name: "EN" }], say, speak, fragment };
	for (const [code, [, name]] of Object.entries(CATALOGUES)) language.others.push({ code, name });

	// known returns the language for a code such as zh-CN, or undefined.
	const known = (code) => language.others.map((other) => other.code).find((other) => other === String(code).toLowerCase().split("-")[0]);

	// fragment returns the fragment of the page's address. It drops a fragment that is too long for a link
	// before parsing it.
	function fragment() {
		const { hash } = location;
		return hash.length > LONGEST ? "" : hash.slice(1);
	}

	function kept() {
		try {
			return localStorage.getItem(KEY);
		} catch {
			return null; // not available in this frame
		}
	}

	function say(pattern, ...args) {
		return (language.said.get(pattern) ?? pattern).replace(/\{(\d)\}/g, (_, n) => args[n - 1]);
	}

	// fetched returns a catalogue. A saved page contains all of them.
	async function fetched(code) {
		if (globalThis.traceglassWords) return globalThis.traceglassWords(code);
		const response = await fetch(new URL(CATALOGUES[code][0], top));
		return response.ok ? response.text() : "";
	}

	// load switches to a catalogue. If it cannot be loaded, the page uses English.
	async function load(code) {
		let text = "";
		if (code !== "en") {
			try {
				text = await fetched(code);
			} catch {
				// offline
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

	// shell translates the texts in index.html.
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
				// the choice lasts as long as the page
			}
		}
		globalThis.traceglassApp?.setLanguage(language.text);
		return true;
	}

	language.chosen = Boolean(known(kept()));
	const asked = [fragment(), location.search].map((text) => new URLSearchParams(text).get("lang"));
	asked.push(kept(), ...(navigator.languages ?? []));
	language.there = load(asked.map(known).find(Boolean) ?? "en");
	addEventListener("DOMContentLoaded", shell);
	return language;
})();
