// save.js: saves the viewer and the open file as one page, with the command "page", and shows the size before
// saving. view.js loads it on first use.
"use strict";

globalThis.traceglassSave = (() => {
	const view = globalThis.traceglassView, { say } = globalThis.traceglassLanguage;
	const { make, sheet, size } = globalThis.traceglassSheet;

	let hash, graphs, state, button; // while the sheet is shown
	let worker, program; // the worker that makes the page; the compiled command
	let made; // the Blob
	let order; // {args, files, name}: the command line, its files, and the name of the page

	function stop() {
		worker?.terminate();
		worker = made = undefined;
		button.disabled = true;
	}

	// parts returns the viewer's files.
	async function parts() {
		const names = [document.documentElement.dataset.page, globalThis.traceglassProgram];
		if (graphs.box.checked) names.push("@graphviz.js@");
		return Promise.all(names.map(async (name) => {
			const response = await fetch(name);
			if (!response.ok) throw new Error(`the server answered ${response.status}`);
			return new File([await response.blob()], name.slice(name.lastIndexOf("/") + 1));
		}));
	}

	// begin makes the page with the current options.
	async function begin() {
		stop();
		state.textContent = say("Making the page…");
		const mine = worker = new Worker(globalThis.traceglassToolsURL);
		const failed = (reason) => {
			if (mine !== worker) return;
			stop();
			state.textContent = reason;
		};
		let viewer;
		try {
			viewer = await parts();
		} catch (error) {
			failed(say("A part of the viewer could not be loaded ({1}). Try again when the site can be reached.", error.message));
			return;
		}
		if (mine !== worker) return;
		const { args, files, name } = order, hashed = hash.box.checked;
		const options = ["-viewer", `./${viewer[0].name}`, "-view", view.fragment(args, hashed)];
		if (hashed) options.push("-hash");
		if (graphs.box.checked) options.push("-graphs");
		mine.onerror = (e) => (e.preventDefault(), failed(say("The part that makes the page could not start. Try again when the site can be reached.")));
		mine.onmessage = ({ data }) => {
			if (mine !== worker) return;
			if (data.kind === "module") {
				program = data.module;
			} else if (data.kind === "done") {
				stop();
				made = new Blob([data.blob], { type: "text/html" });
				button.disabled = false;
				state.textContent = say("{1} has {2}. {3}", name, size(made.size), data.said);
			} else if (data.kind !== "progress") {
				failed(data.reason);
			}
		};
		mine.postMessage({ args: [args[0], ...options, ...args.slice(1)], files: [...files, ...viewer], module: program });
	}

	// choice returns a checkbox in a row with its name and a description.
	function choice(id, name, about) {
		const box = make("input", { type: "checkbox", id, onchange: begin });
		box.setAttribute("aria-describedby", `${id}-about`);
		return { box, row: make("p", { className: "save-choice" }, box, " ", make("label", { htmlFor: id, textContent: name }), make("small", { id: `${id}-about`, textContent: about })) };
	}

	function save() {
		const link = make("a", { href: URL.createObjectURL(made), download: order.name });
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
		globalThis.traceglassApp.notify(say("Saved {1}, {2}.", order.name, size(made.size)));
		document.getElementById("save").close();
	}

	return (args, files, name) => {
		order = { args, files, name };
		const { moment, trace } = view.now(), ofTrace = trace && moment.room === 0;
		const part = args.includes("-from") || args.includes("-thread");
		hash = choice("save-hash", say("Hashes instead of names"), say("For methods and threads, except main. Anyone who knows a name can compute its hash."));
		hash.row.hidden = !ofTrace;
		graphs = choice("save-graphs", "Graphviz", say("Without it call graphs and lock graphs cannot be drawn. 0.7 MB."));
		graphs.box.checked = ["callgraph", "locks"].includes(ofTrace ? moment.tab : moment.dumpTab);
		state = make("p", { id: "save-state" });
		state.setAttribute("role", "status");
		button = make("button", { className: "button primary", type: "button", id: "save-page", textContent: say("Save"), onclick: save });
		sheet("save", say("Save as one page"),
			make("p", { id: "save-what", textContent: say("One file with the viewer and {1} inside, with the current view. It opens from disk in any browser, without a network. Anyone who has the file can read its content.", !ofTrace ? say("the thread dumps") : part ? say("the chosen part of the trace") : say("the trace")) }),
			hash.row, graphs.row, state, button).addEventListener("close", stop);
		begin();
	};
})();
