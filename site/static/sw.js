// sw.js: caches the whole site, so that it works offline. It caches only files of the build, and not what a
// proxy, a login page or a damaged download delivers instead.
"use strict";

// Copies of the site in other folders of this origin have their own caches.
const prefix = `traceglass ${registration.scope} `;
const cacheName = prefix + "@version@";
const files = JSON.parse('@files@'); // SHA-256 in base64, by path; the path of the page is "./"

// Large files that only one feature needs: cached after their first use. An installed app loads them in
// advance.
const seldom = ["@graphviz.js@", "@tools.wasm@", "@saved.html@"];

// Catalogues of languages: cached after their first use.
const catalogues = "assets/words/";

// Pictures of the documentation: cached when their page is read.
const pictures = "assets/docs/img/";

// On a slow network, the cached page is shown after this many milliseconds.
const patience = 2000;

addEventListener("install", (event) => event.waitUntil(fill()));

// fill caches all files of this version, or fails. Until it succeeds, the previous version stays active.
async function fill() {
	const cache = await caches.open(cacheName), used = await usedBefore();
	const wanted = Object.keys(files).filter((name) => !seldom.includes(name) && !name.startsWith(catalogues) && !name.startsWith(pictures) || used.has(stem(name)));
	await Promise.all(wanted.map(async (name) => {
		if (await cache.match(name)) return;
		try {
			await cache.put(name, await right(name));
		} catch (error) {
			if (!name.startsWith("samples/") && !name.startsWith("docs/")) throw error; // some hosts decompress samples or change pages
		}
	}));
	for (const client of await clients.matchAll({ type: "window", includeUncontrolled: true })) client.postMessage({ newest: "@app.wasm@" });
}

// usedBefore returns the stems of files that previous versions cached, so that what worked offline continues
// to work.
async function usedBefore() {
	const used = new Set();
	for (const cache of await caches.keys()) {
		if (!cache.startsWith(prefix)) continue;
		for (const { url } of await (await caches.open(cache)).keys()) used.add(stem(url.slice(registration.scope.length)));
	}
	return used;
}

// stem returns a file's name without the hash.
const stem = (name) => name.replace(/\.[^./]+(\.[a-z0-9]+)$/, "$1");

// right returns a file as the build made it. It skips a wrong copy in the browser's cache.
async function right(name) {
	if (name === "./") return rightPage();
	// Files without a hash in their name may be outdated in the browser's cache.
	const ways = name.startsWith("assets/") ? ["default", "reload"] : ["reload"];
	for (const cache of ways) {
		try {
			const response = await fetch(name, { cache, integrity: "sha256-" + files[name] });
			// A redirected response, which some hosts send to drop ".html", cannot answer a navigation.
			return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
		} catch (error) {
			if (cache === ways.at(-1)) throw error;
		}
	}
}

// rightPage returns the page of this version. Some hosts change pages, so it checks the program that the page
// starts.
async function rightPage() {
	const response = await fetch("./", { cache: "reload" });
	const text = await response.clone().text();
	if (!response.ok || response.redirected || !text.includes("@app.wasm@")) throw new Error("what the server gives is not this version's page");
	return response;
}

// Runs after the last page of the previous version was closed, so no page loses its files.
addEventListener("activate", (event) => {
	event.waitUntil(caches.keys().then((names) => Promise.all(
		names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
	)).then(() => clients.claim())); // so that downloads of the first visit are cached too
});

// Answers only requests for the site's page and files.
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

// nameOf returns the name in files of an address, or undefined.
function nameOf(url) {
	const { origin, pathname } = new URL(url), scope = new URL(registration.scope);
	if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
	const path = pathname.slice(scope.pathname.length);
	if (path === "" || path === "index.html") return "./";
	// A folder means its index.html, and some hosts drop ".html".
	return [path, path + "index.html", path + ".html"].find((name) => Object.hasOwn(files, name));
}

// tell informs the page about its request, so that the page can count it.
async function tell({ request, clientId }) {
	const client = await clients.get(clientId);
	client?.postMessage({ request: request.url, method: request.method });
}

// page answers with the newest version of a page. Each page names the files of its own version, and files
// missing in the cache come from the network, so versions never mix.
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

// file answers from the cache, and caches a missing file if it is right. A wrong file goes to the page, which
// reports the error, and is not cached.
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
	await cache.put(name, response.clone()).catch(() => {}); // the cache may be full
	return response;
}
