package app

import (
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

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
	// end App.Exported. One runs at a time: the next begins when the one before has ended. Of
	// desk.PageCommand the host asks more in a dialog of its own, and tells nothing.
	Export(args, files []string, name string)
	StopExport() // ends the one that runs

	Pick()                                   // opens the browser's file chooser
	Paste()                                  // opens the clipboard's text, where the browser gives it
	Again()                                  // opens what was offered by App.Offer
	Keep(on bool)                            // keeps the map of names in use in the browser, or forgets it; App.Keeps is told
	Compare()                                // opens the browser's file chooser, for a trace to compare with the one that is open
	Front(i int)                             // of two traces puts A, 0, or B, 1, in front: what is asked of one trace is asked of it
	Swap()                                   // makes A B and B A
	OpenRun(message.Run)                     // opens the trace of one of many runs by itself
	ReadRuns(message.RunsPart)               // reads another part of the runs that are open
	CompareMembers(from *message.Members)    // reads all traces in a zip file as runs of one thing
	CloseOther()                             // closes the one that is not in front
	Replaced()                               // opens what was open before what is
	Print()                                  // opens the browser's dialog for it
	Reload()                                 // loads the page again; the browser asks first, if a file is open
	Fetch(url string)                        // opens a file of our own site: a sample
	Choose(from *message.Members, trace int) // reads that one of several traces in a zip file
	Cancel()                                 // stops reading; what was read is shown
	Close()                                  // ends the worker and with it the trace
	Restart()                                // starts a worker again after a crash and reads the file anew
	// The browser's history. Entry makes an entry for moment at of the file of a serial, after the
	// one where the browser is, or in its place; going there, by Go or the browser's own buttons,
	// calls App.Return. AwaitSettled calls App.Settled once it has not been called for a while.
	Entry(serial, at int, after bool)
	Go(by int)
	AwaitSettled()
	Script(what string) // what the page's scripts do: "link" or "embed" copies a link to what is shown, or what another page writes to show it; "privacy" says what was read, sent and kept; "recent" shows the files that were opened last; "language" speaks the next language, and calls App.Spoken; "maps" shows the maps of names that are kept

	// Sent counts the requests of the page since the reading of what is open began, and of
	// those the ones for other than to get files of this site; -1 where nothing counts them. Policy is
	// what the policy in force says of where requests may go, "" if that is not known.
	Sent() (requests, foreign int, policy string)

	Recent() bool      // whether files that were opened can be kept to be opened again, with Script("recent")
	Language() string  // what the language is called that Script("language") changes to, "" for none
	Version() string   // of Traceglass, "" if that is not known
	Title(text string) // of the document
	Mod() string       // how the key of commands is written here: "Ctrl", on Apple's "⌘"
	Theme(name string) // sets data-theme of the root element: "light", "dark", or "" to follow the system
}
