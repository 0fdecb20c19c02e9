package app

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// A Host gives the interface access to the worker, the canvases and the browser. The interface does not use a
// browser directly, so it runs under go test, where package uitest is the host.
//
// The host calls the methods of App, all on the page's single goroutine and between renders. The markup of the
// views has elements with the ids "minimap", "timeline", "flame" and "graph". The host puts a canvas into
// each.
type Host interface {
	desk.Host

	// Export runs the command traceglass with args on open files, in a worker of its own, and saves the output
	// under name. It calls App.Exporting during the run and App.Exported at the end. One export runs at a time;
	// start the next when it has ended. For export.Page the host opens a dialog of its own and calls
	// neither.
	Export(args, files []string, name string)
	StopExport() // cancels the running export

	Pick()                                   // opens the browser's file chooser
	Paste()                                  // opens the text on the clipboard, if the browser allows it
	Again()                                  // opens the file that App.Offer offered
	Keep(on bool)                            // stores the current mapping file in the browser, or deletes it; then calls App.Keeps
	Compare()                                // opens the file chooser, for a trace to compare with the open one
	Front(i int)                             // puts A, 0, or B, 1, in front: requests about one trace go to it
	Swap()                                   // makes A B and B A
	OpenRun(message.Run)                     // opens one of many runs as a trace
	ReadRuns(message.RunsPart)               // reads another part of the open runs
	CompareMembers(from *message.Members)    // reads all traces in a ZIP file as runs
	CloseOther()                             // closes the trace that is not in front
	Replaced()                               // reopens the previous file
	Print()                                  // opens the print dialog
	Reload()                                 // reloads the page; the browser asks first if a file is open
	Fetch(url string)                        // opens a file of the site: a sample
	Choose(from *message.Members, trace int) // reads one of several traces in a ZIP file
	Cancel()                                 // stops reading and shows the part read so far
	Close()                                  // stops the worker, which frees the trace
	Restart()                                // starts a new worker after a crash and reads the file again
	// The browser's history. Entry stores moment at of the file with this serial. It adds an entry after the
	// current one, or replaces the current one. EnterFiles stores the first moment of opened files. It adds an entry
	// if the current one shows other files, or with after. Visiting an entry, by Go or by the browser's buttons, calls
	// App.Return. Revisit opens the files of entries with another serial. Either they are open now, also if that is
	// none, or they are being read, or they are lost and nothing is open. AwaitSettled calls App.Settled once nothing has called
	// AwaitSettled for a while.
	Entry(serial, at int, after bool)
	EnterFiles(serial, at int, after bool)
	Revisit(serial int) (shown, reads bool)
	Go(by int)
	AwaitSettled()

	// Script asks the page's scripts to act. "link" and "embed" copy a link or embed code. "privacy" shows the
	// privacy dialog, "recent" the recent files, and "maps" the stored mappings. "language" switches the language
	// and calls App.LanguageChanged.
	Script(what string)

	// Sent counts the page's requests since the open file was read. foreign counts those that do not load files
	// of this site. Both are -1 if nothing counts them. policy is the connect policy in force, "" if unknown.
	Sent() (requests, foreign int, policy string)

	Recent() bool      // whether files can be stored for Script("recent")
	Language() string  // name of the language that Script("language") switches to, "" for none
	Version() string   // of Traceglass, "" if unknown
	Title(text string) // sets the document's title
	Mod() string       // the name of the Mod key: "Ctrl", or "⌘" on Apple's systems
	Theme(name string) // sets data-theme of the root element: "light", "dark", or "" to follow the system
}
