// pages.js: translates the pages outside the viewer to the chosen language, or to the browser's. A page
// contains its texts in English. Each heading, paragraph, list item or cell is a key in the catalogue, with
// {1} for the first element in it.
"use strict";

/* @boot/language.js@ */

{
	const language = globalThis.traceglassLanguage;
	const WHOLE = "h1, h2, p, li, th, td, button, label, a";
	const kept = new Map(); // by element with text: its English text, and the elements in it

	const words = (text) => text.replace(/\s+/g, " ");

	// read records an element's text and the elements in it.
	function read(e) {
		const inside = [...e.children];
		let n = 0;
		const key = words([...e.childNodes].map((node) => node.nodeType === Node.ELEMENT_NODE ? `{${++n}}` : node.textContent).join("")).trim();
		if (/[a-z]/i.test(key.replaceAll(/\{\d\}/g, ""))) kept.set(e, { key, inside });
	}

	// show shows the texts in the current language.
	function show() {
		for (const [e, { key, inside }] of kept) {
			e.replaceChildren(...language.say(key, ...inside.map((_, i) => `\0${i}\0`)).split("\0").map((part, i) => i % 2 === 1 ? inside[part] : part));
		}
		document.title = language.say(title);
		for (const e of pictures) e.alt = language.say(e.dataset.alt);
		button.textContent = language.next;
		for (const e of document.querySelectorAll("trace-glass")) if (language.code !== "en" || e.lang) e.lang = language.code;
	}

	const title = words(document.title), pictures = [...document.querySelectorAll("img[alt]")];
	for (const e of pictures) e.dataset.alt = e.alt;
	for (const e of document.querySelectorAll(WHOLE)) if (!e.closest("[translate=no]")) read(e);
	const button = document.createElement("button");
	button.type = "button";
	button.className = "language";
	button.addEventListener("click", () => language.speak().then(show));
	document.querySelector("header p").append(button);
	language.there.then(show);
}
