// graph.js: the worker that lays out graphs. The page posts {number, dot, format} and gets {number, text} or
// {number, error}. If it takes too long, the page terminates the worker.
"use strict";

// With Trusted Types, workers also load only scripts of their own site.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => new URL(url, location).origin === location.origin ? url : null });

importScripts("../@graphviz.js@");

addEventListener("message", async ({ data: { number, dot, format } }) => {
	try {
		const graphviz = await globalThis.Viz.instance();
		const { status, output, errors } = graphviz.render(dot, { format, nodeAttributes: format === "svg" ? { fontname: "Helvetica,Arial,sans-serif", fontsize: 11 } : {} });
		if (status !== "success") throw new Error(errors.map((e) => e.message).join("; ") || "no reason given");
		postMessage({ number, text: output });
	} catch (error) {
		postMessage({ number, error: error.message ?? String(error) });
	}
});
