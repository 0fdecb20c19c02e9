package app

import "traceglass/wasm/ui/desk"

// A Host is what the page's program gives the interface: the worker, the canvases and
// the few things only a browser can do. The interface itself knows no browser, so all
// of it runs under plain go test, with package uitest for a browser.
//
// The host in turn calls App's methods, all on the page's one goroutine between renders. The
// views' markup has places for the canvases: elements with ids "overview", "timeline", "flame"
// and "graph" that the program fills with a <canvas> each.
type Host interface {
	desk.Host

	// Export runs the command traceglass with args on files that are open, in a worker of its
	// own, and saves what it wrote under a name. Of its course App.Exporting is told, of its
	// end App.Exported.
	Export(args, files []string, name string)
	StopExport()

	Pick()             // opens the browser's file chooser
	Add()              // the same, for files to open beside those that are open
	Paste()            // opens the clipboard's text, where the browser gives it
	Fetch(url string)  // opens a file of our own site: a sample
	Cancel()           // stops reading; what was read is shown
	Close()            // ends the worker and with it the trace
	Restart()          // starts a worker again after a crash and reads the file anew
	Theme(name string) // sets data-theme of the root element: "light", "dark", or "" to follow the system
}
