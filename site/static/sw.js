// sw.js: keeps a copy of the whole site, so that it works offline. What it keeps is what the build
// made and nothing else: not what a proxy, a login page or a damaged download put in its place.
"use strict";

// Copies of the site in other folders of this origin keep their own.
const prefix = `traceglass ${registration.scope} `;
const cacheName = prefix + "@version@";
const files = JSON.parse('@files@'); // by path, "./" being the page: the SHA-256 of what it holds, in base64

// Large, and each for one task alone: kept once fetched, which an installed app does by itself.
const seldom = ["@graphviz.js@", "@tools.wasm@", "@saved.html@"];

// What is said in other languages: kept of those that are used.
const catalogues = "assets/words/";

// Pictures of the documentation: kept of the pages that are read.
const pictures = "assets/docs/img/";

// On a slow line the copy of the page is shown after this many milliseconds.
const patience = 2000;

addEventListener("install", (event) => event.waitUntil(fill()));

// fill keeps this version whole, or fails; the version before stays until it has not.
async function fill() {
	const cache = await caches.open(cacheName), used = await usedBefore();
	const wanted = Object.keys(files).filter((name) => !seldom.includes(name) && !name.startsWith(catalogues) && !name.startsWith(pictures) || used.has(stem(name)));
	await Promise.all(wanted.map(async (name) => {
		if (await cache.match(name)) return;
		try {
			await cache.put(name, await right(name));
		} catch (error) {
			if (!name.startsWith("samples/") && !name.startsWith("docs/")) throw error; // some hosts unpack samples, or write into pages
		}
	}));
	for (const client of await clients.matchAll({ type: "window", includeUncontrolled: true })) client.postMessage({ newest: "@app.wasm@" });
}

// usedBefore are the stems of what versions before have kept: what could be done offline can be.
async function usedBefore() {
	const used = new Set();
	for (const cache of await caches.keys()) {
		if (!cache.startsWith(prefix)) continue;
		for (const { url } of await (await caches.open(cache)).keys()) used.add(stem(url.slice(registration.scope.length)));
	}
	return used;
}

// stem is a file's name without the hash in it.
const stem = (name) => name.replace(/\.[^./]+(\.[a-z0-9]+)$/, "$1");

// right fetches a file as the build made it. A copy that the browser has kept of something else is
// passed by.
async function right(name) {
	if (name === "./") return rightPage();
	// What is not named by its content may be an older copy in the browser's own cache.
	const ways = name.startsWith("assets/") ? ["default", "reload"] : ["reload"];
	for (const cache of ways) {
		try {
			const response = await fetch(name, { cache, integrity: "sha256-" + files[name] });
			// A page that was redirected, as some hosts do to drop ".html", answers no navigation.
			return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
		} catch (error) {
			if (cache === ways.at(-1)) throw error;
		}
	}
}

// rightPage fetches the page of this version. Some hosts write into a page, so it is known by the
// program that it starts.
async function rightPage() {
	const response = await fetch("./", { cache: "reload" });
	const text = await response.clone().text();
	if (!response.ok || response.redirected || !text.includes("@app.wasm@")) throw new Error("what the server gives is not this version's page");
	return response;
}

// Runs when no page of the version before is left, so none loses the files it was made for.
addEventListener("activate", (event) => {
	event.waitUntil(caches.keys().then((names) => Promise.all(
		names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
	)).then(() => clients.claim())); // what the first visit's page loads from now on is kept, too
});

// Only what belongs to the site is answered: its page, and the files that it is made of.
addEventListener("fetch", (event) => {
	const { request } = event, navigates = request.mode === "navigate";
	if (!navigates) event.waitUntil(tell(event));
	const name = nameOf(request.url);
	if (request.method !== "GET" || name === undefined) return;
	if (navigates) {
		if (name === "./" || name.startsWith("docs/")) event.respondWith(page(request, name));
	} else if (name !== "./") {
		event.respondWith(file(request, name));
	}
});

// nameOf is the name in files of what lies at an address, undefined if it is none of them.
function nameOf(url) {
	const { origin, pathname } = new URL(url), scope = new URL(registration.scope);
	if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
	const path = pathname.slice(scope.pathname.length);
	if (path === "" || path === "index.html") return "./";
	// A folder is its list of pages, and some hosts drop ".html".
	return [path, path + "index.html", path + ".html"].find((name) => Object.hasOwn(files, name));
}

// tell tells the page that made a request of it, which counts them.
async function tell({ request, clientId }) {
	const client = await clients.get(clientId);
	client?.postMessage({ request: request.url, method: request.method });
}

// page answers with the newest there is of a page. It names the files of its own version, and those
// that the cache lacks come from the network, so versions never mix.
async function page(request, name) {
	const cache = await caches.open(cacheName);
	const copy = () => cache.match(name, { ignoreVary: true });
	const fresh = fetch(request).then(async (response) => {
		if (response.ok) return response;
		return (await copy()) ?? response;
	});
	const late = new Promise((resolve) => setTimeout(resolve, patience)).then(copy);
	try {
		return (await Promise.race([fresh, late])) ?? (await fresh);
	} catch (error) {
		const response = await copy();
		if (response) return response;
		throw error;
	}
}

// file answers from the cache, and fills a gap in it with what is right. What is not goes to the
// page, which says what is wrong with it, and is not kept.
async function file(request, name) {
	const cache = await caches.open(cacheName);
	const copy = await cache.match(name, { ignoreVary: true });
	if (copy) return copy;
	let response;
	try {
		response = await right(name);
	} catch {
		return fetch(request);
	}
	await cache.put(name, response.clone()).catch(() => {}); // there may be no room
	return response;
}
