//go:build js && wasm

// Command app is the program of the website, in the page and in its worker.
package main

import "syscall/js"

func main() {
	js.Global().Set("traceglassReady", js.Global().Get("traceglassRole"))
	select {}
}
