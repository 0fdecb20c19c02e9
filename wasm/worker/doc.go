// Package worker is the program in a worker of the browser. It takes files to package reading, and requests of the page
// to the engine. Package post lists the messages.
//
// worker.js starts the program, and can download a file while it reads it.
package worker
