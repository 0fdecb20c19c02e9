// page.js: the scripts that the page needs besides boot.js, as one file. Vugu's stands outside of what is strict.

/* @vugu.js@ */
; // which it does not end by itself
(() => {
	"use strict";

	/* @wasm_exec.js@ */
	/* @run.js@ */
	/* @draw.js@ */
	/* @view.js@ */
	/* @drop.js@ */
	/* @handles.js@ */
})();
