// Package worker holds what is open and answers the page: it takes files from the browser to the
// engine, and requests to it and answers back. It is what a program does in a worker.
//
// What page and worker post to each other has a kind; data is an ArrayBuffer that holds one
// message in package message's encoding, and every ArrayBuffer is transferred:
//
//	page → worker
//	{kind: "open", files, budget, trace, of} reads a File, or a .key and its .data; budget in bytes;
//	                                      of several traces in a zip file the one chosen, if of is not 0; beside
//	                                      is of one of two traces, no picture of which is shown first: a SideOf, answered when
//	                                      it has been read, by its main thread alone if it has one
//	{kind: "runs", files, budget}         reads many traces, of which it keeps what their methods cost; answered by
//	                                      the news Runs
//	{kind: "first", sizes, looks}         asks for first pictures. Sizes has width and height of minimap and timeline by
//	                                      turns, and looks the settings they depend on; both are undefined if the page
//	                                      expects no trace. The worker answers with a "first list" for each picture of a
//	                                      trace, or with a "first verdict" on thread dumps
//	{kind: "first names", methods}        wants the names in them, answered by "first names"
//	{kind: "cancel"}                      stops reading; what was read is shown
//	{kind: "ask", data, side}             a request, answered by "answer"; with Compare and SideContexts comes the other worker's side
//	{kind: "list request", data, buffer}  a request for a display list; buffer, if any, to put it in
//
//	worker → page
//	{kind: "ready"}                       listens from now on; what was posted before has waited
//	{kind: "answer", data}                an answer; or news of the reading, by number 0
//	{kind: "first list", canvas, buffer}  a first picture
//	{kind: "first verdict", name, facts, claims, processes} the verdict on the process in front. A claim is [class, sure,
//	                                      text]; processes is their number
//	{kind: "first names", methods, lines, data} names in them, as draw.js takes them and as an answer
//	{kind: "stopping"}                    has heard "cancel"; what was read is made ready
//	{kind: "read", full}                  all of what was read has been sent; full: the budget left out the rest
//	{kind: "list", canvas, number, buffer}
//	{kind: "no list", canvas, data, buffer} a Failure instead
//	{kind: "loaded"}                      worker.js runs (sent by it)
//	{kind: "exited", reason}              the program has ended (sent by worker.js)
//
// What passes before, and how a file is downloaded beside the program, is said in worker.js.
package worker
