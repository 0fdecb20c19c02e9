// Command dumps is the worker that reads thread dumps too, dumps.wasm. The page loads it in place
// of its own program's worker when that finds that a file needs it.
package main
