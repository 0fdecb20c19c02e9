//go:build js && wasm && dumps

package main

func main() {
	runWorker()
	select {}
}
