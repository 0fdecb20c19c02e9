//go:build js && wasm

package main

import "syscall/js"

// main reads the files that the page posts, and posts {calls} after each. It gets the bytes as wasm/worker does:
// from a stream into one buffer of 2 MB, copied once. In a page it only reports that it runs.
func main() {
	if running := js.Global().Get("traceglassYardstick"); running.Truthy() {
		running.Invoke()
		select {}
	}
	files := make(chan js.Value)
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := args[0].Get("data")
		go func() { files <- file }()
		return nil
	}))
	js.Global().Call("postMessage", map[string]any{"ready": true})
	for file := range files {
		js.Global().Call("postMessage", map[string]any{"calls": read(file)})
	}
}

const pieceSize = 2 << 20

func read(file js.Value) (calls int) {
	reader := file.Call("stream").Call("getReader", map[string]any{"mode": "byob"})
	buffer := js.Global().Get("ArrayBuffer").New(pieceSize)
	results := make(chan js.Value)
	hand := js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() { results <- args[0] }()
		return nil
	})
	defer hand.Release()
	var r replay
	piece := make([]byte, pieceSize)
	for {
		view := js.Global().Get("Uint8Array").New(buffer)
		reader.Call("read", view, map[string]any{"min": pieceSize}).Call("then", hand)
		value := (<-results).Get("value")
		if value.IsUndefined() || value.Length() == 0 {
			return r.calls
		}
		r.write(piece[:js.CopyBytesToGo(piece, value)])
		buffer = value.Get("buffer")
	}
}
