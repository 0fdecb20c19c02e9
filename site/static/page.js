// page.js: the scripts that the page needs besides boot.js, as one file. Vugu's is not written for strict
// mode, so the others have none but where a function of theirs asks for it.

/* @vugu.js@ */
/* @wasm_exec.js@ */
/* @run.js@ */
/* @draw.js@ */
/* @view.js@ */
/* @drop.js@ */
/* @handles.js@ */
