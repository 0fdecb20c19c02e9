// Command app is the program of the site, app.wasm. The same binary runs twice: in the page, where
// it draws the interface, and in a worker, which holds the trace and answers the page. Which of the
// two it is, the script that starts it says by the global traceglassRole.
package main
