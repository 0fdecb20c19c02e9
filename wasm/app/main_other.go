//go:build !(js && wasm)

package main

// The program only runs in a browser; this lets the module build and be vetted elsewhere.
func main() {}
