// examples.js: the actions of the buttons in embed/index.html.
"use strict";

{
	const byID = (id) => document.getElementById(id);
	const trace = byID("trace"), said = byID("said"), told = byID("told");

	const lines = [];
	for (const name of ["ready", "progress", "error", "select", "range", "view", "private"]) {
		trace.addEventListener(name, ({ detail }) => {
			const line = `${name} ${JSON.stringify(detail)}`;
			if (lines[0]?.startsWith("progress") && name === "progress") lines.shift();
			lines.unshift(line);
			told.textContent = lines.slice(0, 20).join("\n");
		});
	}

	const does = {
		cpu: () => trace.setAttribute("clock", "cpu"),
		wall: () => trace.setAttribute("clock", "wall"),
		part: () => trace.setView({ range: "0.5s-1s" }),
		all: () => trace.setView({ range: null, thread: "*" }),
		look: () => trace.getView(),
		summary: async () => {
			const { methods, ...rest } = await trace.summary();
			return { ...rest, methods: `${methods.length} of them` };
		},
		still: async () => {
			const picture = byID("picture");
			URL.revokeObjectURL(picture.src);
			picture.src = URL.createObjectURL(new Blob([await byID("flame").svg()], { type: "image/svg+xml" }));
			picture.hidden = false;
		},
	};
	for (const [id, act] of Object.entries(does)) {
		byID(id).addEventListener("click", async () => {
			try {
				const answer = await act();
				said.textContent = answer === undefined ? "" : JSON.stringify(answer, null, "  ");
			} catch (error) {
				said.textContent = `${error.code}: ${error.message}`;
			}
		});
	}
	byID("own").addEventListener("change", ({ target }) => {
		if (target.files.length > 0) trace.open(...target.files).catch(() => {});
	});
}
