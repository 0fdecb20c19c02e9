// page.js: the page's scripts except boot.js, as one file. Vugu's script is outside the function, because it
// does not run in strict mode.

/* @vugu.js@ */
; // Vugu's script does not end with one
(() => {
	"use strict";

	/* @wasm_exec.js@ */
	/* @run.js@ */
	/* @draw.js@ */
	/* @view.js@ */
	/* @drop.js@ */
	/* @handles.js@ */
})();
