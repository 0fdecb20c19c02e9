// sw.js: keeps a copy of the whole site, so that it works offline.
"use strict";

// Copies of the site in other folders of this origin keep their own.
const prefix = `traceglass ${registration.scope} `;
const cacheName = prefix + "@version@";
const files = JSON.parse('@files@');

// Large, and each for one task alone: kept once fetched, which an installed app does by itself.
const seldom = ["@graphviz.js@", "@tools.wasm@", "@dumps.wasm@"];

// On a slow line the copy of the page is shown after this many milliseconds.
const patience = 2000;

addEventListener("install", (event) => {
	// What is not named by its content may be an older copy in the browser's own cache.
	const requests = files.filter((name) => !seldom.includes(name)).map((name) => new Request(name, { cache: name.startsWith("assets/") ? "default" : "reload" }));
	event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

// Runs when no page of the version before is left, so none loses the files it was made for.
addEventListener("activate", (event) => {
	event.waitUntil(caches.keys().then((names) => Promise.all(
		names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
	)).then(() => clients.claim())); // what the first visit's page loads from now on is kept, too
});

addEventListener("fetch", (event) => {
	const { request } = event;
	if (request.mode !== "navigate") event.waitUntil(tell(event));
	if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
	event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

// tell tells the page that made a request of it, which counts them.
async function tell({ request, clientId }) {
	const client = await clients.get(clientId);
	client?.postMessage({ request: request.url, method: request.method });
}

// page answers with the newest page there is. It names the files of its own version, and those
// that the cache lacks come from the network, so versions never mix.
async function page(request) {
	const cache = await caches.open(cacheName);
	const copy = () => cache.match("./", { ignoreVary: true });
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

// file answers from the cache, and fills a gap in it.
async function file(request) {
	const cache = await caches.open(cacheName);
	const copy = await cache.match(request, { ignoreVary: true });
	if (copy) return copy;
	const response = await fetch(request);
	const path = request.url.slice(registration.scope.length);
	if (response.ok && files.includes(path)) await cache.put(request, response.clone());
	return response;
}
