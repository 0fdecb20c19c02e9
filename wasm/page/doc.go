// Package page is the Host of the interface and of the session in a browser: canvases and inputs, files that are chosen,
// dropped, pasted or fetched, workers, exports and Graphviz. Package session decides which files are open.
package page
