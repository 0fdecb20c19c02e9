// saved.js: starts the program in a page that traceglass page wrote, instead of boot.js. The page contains the
// programs and the files to show, and loads nothing. It sets the same properties of globalThis as boot.js.
"use strict";

{
	const text = (name) => document.getElementById(`code-${name}`).textContent;
	const addresses = []; // object URLs of worker scripts

	// address returns an object URL for a script made of the page's own scripts and of text.
	const address = (...scripts) => {
		const made = URL.createObjectURL(new Blob(scripts.map((script) => `(() => {${script}\n})();\n`), { type: "text/javascript" }));
		addresses.push(made);
		return made;
	};

	// packed returns the decompressed content of elements, one after the other, as a stream.
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
	globalThis.traceglassFile = () => null; // files cannot be opened by address

	// The scripts that follow read the view from the page's address.
	const view = document.getElementById("view")?.textContent;
	if (view && !location.hash) {
		try {
			history.replaceState(null, "", `#${view}`);
		} catch {
			location.hash = view;
		}
	}

	// The page contains the translations too. It uses the language of its view, or the reader's.
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

	let own = []; // the Files in the page

	// open opens the files in the page.
	async function open() {
		const app = globalThis.traceglassApp, files = new Map(); // elements by number
		for (const e of document.querySelectorAll("script.held")) files.set(e.dataset.number, [...files.get(e.dataset.number) ?? [], e]);
		const names = [...files.values()].map(([e]) => e.dataset.name);
		if (names.length === 0) return;
		const turn = app.startFetch(names.length > 1 ? say("{1} and {2} more", names[0], names.length - 1) : names[0]);
		try {
			own = await Promise.all([...files.values()].map(async (elements) => new File([await new Response(packed(elements)).blob()], elements[0].dataset.name)));
			app.openFetched(turn, own);
		} catch {
			app.failFetch(turn, names[0], say("This page is damaged: its data cannot be unpacked. Get the file again."));
		}
	}

	// The page contains its files, so it does not ask before it is left.
	addEventListener("beforeunload", (e) => {
		if (globalThis.traceglassView.now()?.files.every((file) => own.includes(file))) e.stopImmediatePropagation();
	}, true);

	// The site's other pages are missing here, except the licences.
	document.addEventListener("click", (e) => {
		const link = e.target.closest?.("a[href]")?.getAttribute("href");
		if (!["licences.txt", "privacy.html", "embed/"].includes(link)) return;
		e.preventDefault();
		if (link === "licences.txt") globalThis.open(URL.createObjectURL(new Blob([text("licences.txt")], { type: "text/plain;charset=utf-8" })), "_blank", "noopener");
		else globalThis.traceglassApp.notify(say("That page is on the Traceglass site, not in this file."));
	}, true);
}
