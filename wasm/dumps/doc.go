// Command dumps is the program that reads and shows all that there is, dumps.wasm: in a worker it
// reads thread dumps, packets, samples, maps of names and zip files too, and in the page it has the
// views of dumps and of two traces. What app.wasm has not is in here: the page and its worker go on
// with this program when something is opened that needs it.
package main
