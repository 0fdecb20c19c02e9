// docs.js: the documentation's search box, which searches the headings of all pages, and the buttons that copy
// code.
"use strict";

{
	const MOST = 30; // maximum number of headings in the list
	const { index, none, copy, copied } = document.body.dataset;
	const box = document.getElementById("search"), list = document.getElementById("found"), status = document.getElementById("none");
	let headings, cursor = -1;

	// load fetches the headings, once.
	function load() {
		headings ??= fetch(index).then((response) => response.ok ? response.json() : []).catch(() => {
			headings = undefined;
			return [];
		});
		return headings;
	}

	// rank returns how well a heading matches: 0 is best, and -1 means that a word is missing in the heading
	// and in its page's title.
	function rank({ text, page }, words) {
		const own = text.toLowerCase(), all = `${own} ${page.toLowerCase()}`;
		if (!words.every((word) => all.includes(word))) return -1;
		if (own.startsWith(words[0])) return 0;
		return words.every((word) => own.includes(word)) ? 1 : 2;
	}

	async function find() {
		const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
		const asked = box.value, all = await load();
		if (asked !== box.value) return; // a newer search is running
		const matches = words.length === 0 ? [] : all.map((heading) => [rank(heading, words), heading]).filter(([n]) => n >= 0).sort(([a], [b]) => a - b).slice(0, MOST);
		list.replaceChildren(...matches.map(([, { text, page, href }], i) => {
			const item = document.createElement("li"), small = document.createElement("small");
			item.id = `found-${i}`;
			item.role = "option";
			item.dataset.href = href;
			small.textContent = text === page ? "" : page;
			item.append(text, small);
			return item;
		}));
		status.textContent = words.length > 0 && matches.length === 0 ? none : "";
		show(matches.length > 0);
	}

	function show(open) {
		list.hidden = !open;
		box.setAttribute("aria-expanded", open);
		mark(open ? 0 : -1);
	}

	// mark moves the cursor to a heading of the list.
	function mark(at) {
		cursor = at;
		for (const [i, item] of [...list.children].entries()) item.setAttribute("aria-selected", i === at);
		if (at < 0) {
			box.removeAttribute("aria-activedescendant");
			return;
		}
		box.setAttribute("aria-activedescendant", `found-${at}`);
		list.children[at].scrollIntoView({ block: "nearest" });
	}

	function follow(item) {
		show(false);
		location.href = item.dataset.href;
	}

	box.addEventListener("focus", load);
	box.addEventListener("input", find);
	box.addEventListener("keydown", (event) => {
		const n = list.hidden ? 0 : list.children.length;
		if (event.key === "Escape") {
			status.textContent = "";
			show(false);
		} else if (event.key === "Enter" && n > 0) {
			follow(list.children[cursor]);
		} else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && n > 0) {
			mark((cursor + (event.key === "ArrowDown" ? 1 : n - 1)) % n);
		} else {
			return;
		}
		event.preventDefault();
	});
	// Clicks in the list keep focus in the box. The list closes when the box loses focus.
	list.addEventListener("mousedown", (event) => event.preventDefault());
	list.addEventListener("click", (event) => {
		const item = event.target.closest("li");
		if (item) follow(item);
	});
	box.addEventListener("blur", () => show(false));
	addEventListener("keydown", (event) => {
		if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target === box) return;
		event.preventDefault();
		box.focus();
	});

	// Blocks of plain text get no button.
	for (const pre of navigator.clipboard ? document.querySelectorAll("pre:not(:has(> .language-text))") : []) {
		const button = document.createElement("button"), around = document.createElement("div");
		button.type = "button";
		button.textContent = copy;
		button.addEventListener("click", async () => {
			await navigator.clipboard.writeText(commands(pre.textContent));
			button.textContent = copied;
			setTimeout(() => { button.textContent = copy; }, 2000);
		});
		around.className = "code";
		pre.replaceWith(around);
		around.append(pre, button);
	}

	// A picture links to its file in full size, in the shown theme.
	for (const link of document.querySelectorAll(".picture-link")) {
		link.addEventListener("click", () => { link.href = link.querySelector("img").currentSrc; });
	}

	// commands returns the text to copy: if lines begin with a prompt, only these, without the prompt.
	function commands(text) {
		const lines = text.split("\n").filter((line) => line.startsWith("$ "));
		return lines.length === 0 ? text : lines.map((line) => line.slice(2)).join("\n");
	}
}
