//go:build js && wasm && !dumps

// Command app is the program of the site. The same binary runs twice: in the page, where
// it draws the interface, and in a worker, which holds the trace and answers the page.
//
// With the tag dumps it is another program, for the worker alone, which reads thread dumps
// too. The page loads that one when the first finds that a file needs it.
//
// What page and worker post to each other has a kind; data is an ArrayBuffer that holds one
// message in package message's encoding, and every ArrayBuffer is transferred:
//
//	page → worker
//	{kind: "open", files, budget}         reads a File, or a .key and its .data; budget in bytes
//	{kind: "cancel"}                      stops reading; what was read is shown
//	{kind: "ask", data}                   a request, answered by "answer"
//	{kind: "list request", data, buffer}  a request for a display list; buffer, if any, to put it in
//
//	worker → page
//	{kind: "ready"}                       listens from now on
//	{kind: "answer", data}                an answer; or news of the reading, by number 0
//	{kind: "list", canvas, number, buffer}
//	{kind: "no list", canvas, data, buffer} a Failure instead
//	{kind: "needs dumps"}                 these files are to be opened by the program that reads dumps
//	{kind: "exited", reason}              the program has ended (sent by worker.js)
package main

import (
	"syscall/js"

	"traceglass/wasm/engine"
)

// dumps is the room of thread dumps: this program reads none.
func dumps() engine.Dumps { return nil }

func main() {
	if js.Global().Get("traceglassRole").String() == "worker" {
		runWorker()
	} else {
		runPage()
	}
	select {}
}
