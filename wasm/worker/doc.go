// Package worker holds what is open and answers the page: it takes files from the browser to the
// engine, and requests to it and answers back. It is what a program does in a worker.
//
// What page and worker post to each other has a kind; data is an ArrayBuffer that holds one
// message in package message's encoding, and every ArrayBuffer is transferred:
//
//	page → worker
//	{kind: "open", files, budget, trace, of} reads a File, or a .key and its .data; budget in bytes;
//	                                      of several traces in a zip file the one chosen, if of is not 0
//	{kind: "rehearse"}                    warms up, as long as there is nothing else to do
//	{kind: "cancel"}                      stops reading; what was read is shown
//	{kind: "ask", data}                   a request, answered by "answer"
//	{kind: "list request", data, buffer}  a request for a display list; buffer, if any, to put it in
//
//	worker → page
//	{kind: "ready"}                       listens from now on; what was posted before has waited
//	{kind: "answer", data}                an answer; or news of the reading, by number 0
//	{kind: "rehearsed"}                   has warmed up
//	{kind: "stopping"}                    has heard "cancel"; what was read is made ready
//	{kind: "read", full}                  all of what was read has been sent; full: the budget left out the rest
//	{kind: "list", canvas, number, buffer}
//	{kind: "no list", canvas, data, buffer} a Failure instead
//	{kind: "needs dumps"}                 these files are to be opened by the program that reads dumps
//	{kind: "exited", reason}              the program has ended (sent by worker.js)
//
// What passes before, and how a file is downloaded beside the program, is said in worker.js.
package worker
