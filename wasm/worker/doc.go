// Package worker holds what is open and answers the page: it takes files from the browser to the engine, and requests to
// it and answers back. It is what a program does in a worker. Package post lists the messages.
//
// What passes before the program runs, and how a file is downloaded beside it, is in worker.js.
package worker
