// saved.js: starts the program in a page that traceglass page has made, in place of boot.js: the
// programs and the files to show stand in the page itself, and nothing is loaded. On globalThis it leaves
// what boot.js does.
"use strict";

{
	const text = (name) => document.getElementById(`code-${name}`).textContent;
	const addresses = []; // of what was made here, to start as a worker

	// address is that of a script made of the page's own and of text.
	const address = (...scripts) => {
		const made = URL.createObjectURL(new Blob(scripts.map((script) => `(() => {${script}\n})();\n`), { type: "text/javascript" }));
		addresses.push(made);
		return made;
	};

	// packed are the bytes of what stands packed in elements, one piece after the other, as a stream.
	const packed = (elements) => {
		const pieces = elements.map((e) => {
			const piece = e.textContent;
			return Uint8Array.fromBase64?.(piece) ?? Uint8Array.from(atob(piece), (c) => c.charCodeAt(0));
		});
		return new Blob(pieces).stream().pipeThrough(new DecompressionStream("gzip"));
	};

	const part = (name) => [...document.querySelectorAll(`script.part[data-name="${name}"]`)];

	globalThis.traceglassRole = "page";
	globalThis.traceglassProgram = "app";
	globalThis.traceglassBudget = 3.2e9; // as in boot.js
	globalThis.traceglassFile = () => null; // nothing is opened by its address

	// What follows in the page finds the view in its address.
	const view = document.getElementById("view")?.textContent;
	if (view && !location.hash) {
		try {
			history.replaceState(null, "", `#${view}`);
		} catch {
			location.hash = view;
		}
	}

	// What is said in other languages stands in the page, too: it speaks that of its view, or else the reader's.
	globalThis.traceglassWords = (code) => new Response(packed(part(`words.${code}`))).text();

	/* @boot/language.js@ */

	const { say } = globalThis.traceglassLanguage;

	/* @boot/shell.js@ */

	guard((url) => addresses.includes(url));

	addEventListener("DOMContentLoaded", async () => {
		await globalThis.traceglassLanguage.there;
		try {
			globalThis.traceglassWorkerURL = address(text("worker.js"));
			globalThis.traceglassHashURL = address(text("hash.js"));
			globalThis.traceglassToolsURL = address(`addEventListener("message", () => postMessage({ kind: "failed", reason: ${JSON.stringify(say("The part that writes exports is not in a saved page. Open the file in Traceglass itself to export it."))} }));`);
			const graphviz = part("graphs").length > 0 ? await new Response(packed(part("graphs"))).text() : "";
			globalThis.traceglassGraphURL = graphviz
				? address("globalThis.importScripts = () => {};", graphviz, text("graph.js"))
				: address(`addEventListener("message", ({ data }) => postMessage({ number: data.number, error: ${JSON.stringify(say("it was left out when this page was saved"))} }));`);
			globalThis.traceglassModule = await WebAssembly.compile(await new Response(packed(part("app"))).arrayBuffer());
		} catch (error) {
			stopped(say("The program in this page is damaged, or this browser cannot run it."), error.message);
			return;
		}
		globalThis.traceglassView.running.then(open);
		await run();
	});

	let own = []; // the Files that the page came with

	// open opens what the page holds.
	async function open() {
		const hear = globalThis.traceglassHear, files = new Map(); // elements by number
		for (const e of document.querySelectorAll("script.file")) files.set(e.dataset.number, [...files.get(e.dataset.number) ?? [], e]);
		const names = [...files.values()].map(([e]) => e.dataset.name);
		if (names.length === 0) return;
		const turn = hear("walk", names.length > 1 ? say("{1} and {2} more", names[0], names.length - 1) : names[0]);
		try {
			own = await Promise.all([...files.values()].map(async (elements) => new File([await new Response(packed(elements)).blob()], elements[0].dataset.name)));
			hear("open", own, turn);
		} catch {
			hear("none", names[0], turn, say("This page is damaged: what it holds cannot be unpacked."));
		}
	}

	// What is in the page is there again when that is: nobody is asked before it is left.
	addEventListener("beforeunload", (e) => {
		if (globalThis.traceglassView.now()?.files.every((file) => own.includes(file))) e.stopImmediatePropagation();
	}, true);

	// The site's other pages are not here, but the licences are.
	document.addEventListener("click", (e) => {
		const link = e.target.closest?.("a[href]")?.getAttribute("href");
		if (!["licences.txt", "privacy.html", "embed/"].includes(link)) return;
		e.preventDefault();
		if (link === "licences.txt") globalThis.open(URL.createObjectURL(new Blob([text("licences.txt")], { type: "text/plain;charset=utf-8" })), "_blank", "noopener");
		else globalThis.traceglassHear("say", say("That page is on the site of Traceglass, and not in this file."));
	}, true);
}
