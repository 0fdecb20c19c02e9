// Package page is the interface's Host in a browser: its canvases and inputs, files that are chosen,
// dropped, pasted or fetched, exports, Graphviz, and the line to the worker that holds what is open.
// Package worker tells what the two say to each other.
package page
