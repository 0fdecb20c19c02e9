// source.js: copies the name of a method in the forms of languages and tools, and opens its source in an IDE or a
// code search, by a template of the user's. view.js loads it on first use.
//
// Names come from the file, so they may be hostile. A template names the program or site: no placeholder can
// be in its scheme or host. Each value is percent-encoded, so that it stays one part of the path or one value
// of a parameter.
"use strict";

globalThis.traceglassSource = (() => {
	const { say } = globalThis.traceglassLanguage;
	const { make, sheet } = globalThis.traceglassSheet;
	const KEY = "traceglass.source", KEY_OF_NAME = "traceglass.sourceName"; // the template, and where it leads
	const LONGEST = 2000; // characters of a template, and of a value

	// ---- Names ----

	const TYPE = String.raw`\[*(?:[BCDFIJSZ]|L[^;()]+;)`, DESCRIPTOR = new RegExp(String.raw`\(((?:${TYPE})*)\)(${TYPE}|V)$`);
	const JAVA = { B: "byte", C: "char", D: "double", F: "float", I: "int", J: "long", S: "short", V: "void", Z: "boolean" };
	const KOTLIN = { B: "Byte", C: "Char", D: "Double", F: "Float", I: "Int", J: "Long", S: "Short", V: "Unit", Z: "Boolean" };

	// MAPPED are the classes of Java that have another name in Kotlin. Source: the Kotlin documentation, mapped types.
	const MAPPED = {
		Object: "Any", String: "String", CharSequence: "CharSequence", Throwable: "Throwable", Byte: "Byte?", Character: "Char?", Double: "Double?",
		Float: "Float?", Integer: "Int?", Long: "Long?", Short: "Short?", Boolean: "Boolean?",
	};

	// methodOf returns a method from its facts, see desk.NameCommands. type is "" for a name without a class.
	function methodOf(facts) {
		const [text, raw = "", readable = "", file = "", line = ""] = facts.split("\n");
		const [descriptor = ""] = DESCRIPTOR.exec(text) ?? [], label = text.slice(0, text.length - descriptor.length);
		const dot = /[ (:]|^\//.test(label) ? -1 : label.lastIndexOf(".");
		return { label, type: label.slice(0, Math.max(0, dot)), name: label.slice(dot + 1), descriptor, raw, readable, file, line };
	}

	// sourceType returns a class as in the source: View.Builder for View$Builder. A name with parts of a compiler
	// stays: Foo$load$2.
	const sourceType = (type) => /\$(?![A-Z])/.test(type) ? type : type.replaceAll("$", ".");

	// types returns the parameters and the result of a descriptor in Java or Kotlin.
	function types(descriptor, kotlin) {
		const [, list, result] = DESCRIPTOR.exec(descriptor);
		const one = (text) => {
			const element = text.replace(/^\[+/, ""), arrays = text.length - element.length;
			const plain = element.length === 1;
			const type = sourceType(element.slice(1, -1).replaceAll("/", "."));
			if (!kotlin) return (plain ? JAVA[element] : type) + "[]".repeat(arrays);
			const name = plain ? KOTLIN[element] : /^java\.lang\.\w+$/.test(type) ? MAPPED[type.slice(10)] ?? type : type;
			if (!plain || arrays === 0) return "Array<".repeat(arrays) + name + ">".repeat(arrays);
			return `${"Array<".repeat(arrays - 1)}${name}Array${">".repeat(arrays - 1)}`;
		};
		return [`(${(list.match(new RegExp(TYPE, "g")) ?? []).map(one).join(", ")})`, one(result)];
	}

	function java({ type, name, descriptor }) {
		const owner = sourceType(type);
		return `${owner}.${name === "<init>" ? owner.slice(owner.lastIndexOf(".") + 1) : name}${descriptor && types(descriptor, false)[0]}`;
	}

	// In Kotlin, a function outside classes is in the package, not in the class of its file.
	function kotlin({ type, name, descriptor }) {
		const owner = sourceType(type), [list, result] = descriptor ? types(descriptor, true) : ["", "Unit"];
		if (name === "<init>") return owner + list;
		return `${/[^.]Kt$/.test(owner) ? owner.slice(0, owner.lastIndexOf(".") + 1) : `${owner}.`}${name}${list}${result === "Unit" ? "" : `: ${result}`}`;
	}

	// jvm returns the form of baseline profiles and dex files.
	const jvm = ({ type, name, descriptor }) => `L${type.replaceAll(".", "/")};->${name}${descriptor}`;

	// pattern returns a regular expression that finds a name, but no longer name that contains it.
	const pattern = ({ label }) => label.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replace(/^(?=\w)/, String.raw`\b`).replace(/(?<=\w)$/, String.raw`\b`);

	// forms returns the forms of a name: [title, text].
	function forms(facts) {
		const method = methodOf(facts);
		const all = [[say("Regular expression"), pattern(method)], [say("As in the file"), method.raw], [say("Readable"), method.readable]];
		if (method.type) all.unshift(["Java", java(method)], ["Kotlin", kotlin(method)], [say("JVM descriptor"), jvm(method)]);
		return all.filter(([, text]) => text !== "");
	}

	// copy shows the forms of a name, to copy one.
	function copy(facts) {
		const buttons = forms(facts).map(([title, text]) => make("button", {
			className: "button", type: "button", onclick() {
				dialog.close();
				globalThis.traceglassApp.copyText(text);
				globalThis.traceglassApp.notify(say("Copied."));
			},
		}, make("code", { textContent: text }), make("small", { textContent: title })));
		const dialog = sheet("forms", say("Copy name as"), make("ul", { className: "recents" }, ...buttons.map((b) => make("li", {}, b))));
		buttons[0].focus();
	}

	// placesOf returns the places of a method in the order of PLACES. A name that a compiler generated leads to the class
	// and the function that it is for. Its readable name is "a.Foo.load, coroutine", or "a.Foo.lambda: run".
	function placesOf(facts) {
		const { label, type, name, readable, file, line } = methodOf(facts);
		let [owner, method] = [type, type ? name : label];
		if (readable) {
			const [first] = readable.split(/, |: /), dot = first.lastIndexOf(".");
			const parts = readable.slice(dot + 1).split(/, /)[0].split(": ");
			owner = readable.slice(0, dot);
			method = parts.at(-1).replace(/^inlined /, "");
			if (method === "lambda" || !label.includes(method)) method = ""; // a word for what the compiler generated
		}
		const dot = owner.lastIndexOf("."), pkg = owner.slice(0, Math.max(0, dot)), simple = owner.slice(dot + 1).replaceAll("$", ".");
		if (method === "<init>") method = simple.slice(simple.lastIndexOf(".") + 1);
		else if (method === "<clinit>") method = "";
		const known = /\.\w+$/.test(file); // else "SourceFile", or the ID of a map
		return [pkg, simple, method, known ? file : "", known ? [...pkg.split(".").filter(Boolean), file].join("/") : "", /^[1-9]\d*$/.test(line) ? line : "1"];
	}

	// ---- Links ----

	// PLACES are the placeholders.
	const PLACES = ["package", "class", "method", "file", "path", "line"];
	const SAMPLE = ["com.example.shop", "Cart", "add", "Cart.kt", "com/example/shop/Cart.kt", "1"];

	// SCHEMES are those of sites, and of editors with their names. Others could run code or read files: javascript:,
	// data:, file:.
	const SCHEMES = {
		https: "", http: "", idea: "IntelliJ IDEA", jetbrains: "JetBrains IDE", vscode: "Visual Studio Code", "vscode-insiders": "Visual Studio Code Insiders",
		vscodium: "VSCodium", cursor: "Cursor", zed: "Zed",
	};

	const EXAMPLES = [
		["IntelliJ IDEA, Android Studio", "idea://open?file=/home/me/app/src/main/java/{path}&line={line}"],
		["Visual Studio Code", "vscode://file/home/me/app/src/main/java/{path}:{line}"],
		["Android Code Search", "https://cs.android.com/search?q=class:{class}%20function:{method}"],
		["GitHub", "https://github.com/search?type=code&q=repo:OWNER/NAME%20{class}%20{method}"],
	];

	// flaw returns why a template cannot be used, or "".
	function flaw(template) {
		const [, scheme, rest] = /^([a-z-]+):\/\/[\w.:[\]-]+([/?#].*)?$/i.exec(template) ?? [];
		if (template.length > LONGEST || scheme === undefined || !Object.hasOwn(SCHEMES, scheme.toLowerCase())) {
			return say("A link starts with one of these, and then the name of a site or a command: {1}", Object.keys(SCHEMES).map((s) => `${s}://`).join(" "));
		}
		// The browser would remove or replace these characters.
		if (/[^!-~]|[\\<>"^`|]|%(?![\da-f]{2})/i.test(template)) return say("Write spaces and special characters in a link as % and two digits: %20 for a space.");
		const unknown = (rest ?? "").replace(/\{(\w+)\}/g, (all, name) => PLACES.includes(name) ? "" : all).match(/[{}]\w*\}?/);
		if (unknown) return say("{1} is no placeholder. There are {2}.", unknown[0], PLACES.map((name) => `{${name}}`).join(" "));
		if (!/\{\w+\}/.test(rest ?? "")) return say("A link needs a placeholder, such as {1}.", "{class}");
		return linkOf(template, SAMPLE).link ? "" : say("This link has no valid address.");
	}

	// encoded returns a value that adds no parameter, and no segment to the path except those of a {path}.
	function encoded(name, value) {
		const one = (text) => encodeURIComponent(text.slice(0, LONGEST).toWellFormed()).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
		return name === "path" ? value.split("/").map(one).join("/") : one(value);
	}

	// linkOf returns the link for the places of a method, or else why there is none. It does not check the template.
	function linkOf(template, places) {
		let missing = "";
		const link = template.replace(/\{(\w+)\}/g, (_, name) => {
			const value = places[PLACES.indexOf(name)];
			if (value === "") missing = name;
			return encoded(name, value);
		});
		if (missing === "file" || missing === "path") return { reason: say("The file does not name the source file of this method. A link with {1} and {2} opens it.", "{class}", "{method}") };
		// The browser removes these segments, and the segment before.
		const [path] = link.slice(link.indexOf("://") + 3).split(/[?#]/);
		if (path.split("/").some((part) => /^(\.|%2e){1,2}$/i.test(part)) || !URL.canParse(link)) return { reason: say("There is no link to a method of this name.") };
		return { link };
	}

	// open follows a link, to a site in a new tab. An editor opens without one, and the page stays.
	function open(link) {
		const a = make("a", { href: link, rel: "noopener noreferrer", referrerPolicy: "no-referrer" });
		if (/^https?:/i.test(link)) {
			a.target = "_blank";
		} else {
			globalThis.traceglassView.stay();
		}
		a.click();
	}

	function stored() {
		try {
			return localStorage.getItem(KEY) ?? "";
		} catch {
			return ""; // not available in this frame
		}
	}

	let unsaved = ""; // the template, where the browser stores none

	function choose(places) {
		const method = places.length === 0 ? SAMPLE : places;
		const field = make("input", { type: "text", id: "source-link", value: stored() || unsaved, spellcheck: false, autocomplete: "off" });
		field.setAttribute("aria-describedby", "source-about");
		const preview = make("p", { id: "source-preview", className: "fine" });
		preview.setAttribute("role", "status");
		const save = make("button", { className: "button primary", type: "submit", id: "source-save", textContent: places.length === 0 ? say("Save") : say("Save and open") });
		const remove = make("button", { className: "button", type: "button", id: "source-remove", textContent: say("Remove") });
		const check = () => {
			const template = field.value.trim(), why = template === "" ? "" : flaw(template);
			const { link, reason } = template === "" || why ? {} : linkOf(template, method);
			preview.textContent = why || reason || (link ? say("For example: {1}", link) : "");
			preview.classList.toggle("warning", Boolean(why));
			save.disabled = template === "" || Boolean(why);
			remove.hidden = stored() === "" && unsaved === "";
			return link;
		};
		const keep = (template) => {
			unsaved = template;
			const [, scheme, host] = /^([^:]+):\/\/([^/?#]+)/.exec(template) ?? ["", "", ""];
			try {
				localStorage.setItem(KEY, template);
				localStorage.setItem(KEY_OF_NAME, SCHEMES[scheme.toLowerCase()] || host);
			} catch {
				// for this visit alone
			}
		};
		const form = make("form", { method: "dialog" },
			make("label", { htmlFor: "source-link", textContent: say("Link to the source of a method") }), field,
			make("p", { id: "source-about", className: "fine", textContent: say("Placeholders: {1}. A click on “Open in …” in a method’s menu fills them in, and opens the link. Only then does the program or site that you name here get them. This browser keeps the link.", PLACES.map((name) => `{${name}}`).join(" ")) }),
			make("p", { className: "source-examples" }, `${say("Examples")} `, ...EXAMPLES.map(([name, link]) => make("button", {
				className: "button", type: "button", textContent: name, title: link, onclick() {
					field.value = link;
					check();
					field.focus();
				},
			}))),
			preview, make("p", { className: "pair" }, save, " ", remove));
		field.oninput = check;
		form.onsubmit = () => {
			keep(field.value.trim());
			const link = check();
			if (places.length > 0 && link) open(link);
		};
		remove.onclick = () => {
			keep("");
			field.value = "";
			check();
			field.focus();
		};
		check();
		sheet("source", say("Open source code"), form);
		field.focus();
	}

	// What to do is "copy" or "open" for a method, or "choose" for the template alone.
	function show(what, facts) {
		const template = stored() || unsaved;
		if (what === "copy") {
			copy(facts);
		} else if (what === "choose" || template === "" || flaw(template)) {
			choose(what === "choose" ? [] : placesOf(facts));
		} else {
			const { link, reason } = linkOf(template, placesOf(facts));
			if (link) open(link);
			else globalThis.traceglassApp.notify(reason);
		}
	}

	return Object.assign(show, { forms, placesOf, flaw, linkOf });
})();
