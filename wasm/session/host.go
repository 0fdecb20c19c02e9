package session

import (
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A Host is the browser, as far as a session needs it.
type Host interface {
	// Start starts a worker. If that fails, or the worker crashes, the host calls Session.Died. End ends it, and what
	// waits for its answers.
	Start(*Worker)
	End(*Worker)
	Post(*Worker, post.Post)
	// Front tells which worker answers requests about the open files.
	Front(*Worker)

	// Tick calls Session.Tick with turn in a tenth of a second.
	Tick(turn int)
	// Sniff calls Session.Sniffed with the contents of files.
	Sniff(turn int, files []*File)
	// FindMaps calls Session.MapsFound if a stored map of names has one of the ids. No id is "".
	FindMaps(turn int, ids []string)
	// Now returns milliseconds since the page was loaded.
	Now() float64

	// Begins notes that reading begins. Reads notes when the reading of the open files began, by Now.
	Begins()
	Reads(since float64)
	// PrepareFirstPicture prepares the screen for the first pictures of files that a worker is about to read.
	PrepareFirstPicture(w *Worker, files []*File, size int64)

	// Opening shows that files are being read. added means that they include the open files. In the
	// background, the open files stay.
	Opening(name string, size int64, added bool)
	OpeningInBackground(name string, size int64)
	// Replacing renders the page without the files that were open before.
	Replacing()
	// Show shows an answer; with number 0, news of files and of their reading.
	Show(number uint32, body message.Body)
	// ShowPair shows two traces. B is in front.
	ShowPair(about [2]*message.Description, names [2]string)
	// Refuse says why a file was not opened. name is "" for no particular file.
	Refuse(name, why string)
	// Crash says that a worker has crashed, or that the browser gave it no more memory. reason is its last output.
	Crash(reason string, outOfMemory bool)

	// UpdateTexts shows the open files in another language or with other names. side is of two traces, 0 of one.
	UpdateTexts(side int, body message.Body, paired bool)
	// Rename shows the effect of a map of names on trace side of two.
	Rename(side int, named *message.Named)
	// RenameBoth shows the effect of a new map on two traces, nil for one that was not asked.
	RenameBoth(named [2]*message.Named)
	// Redraw draws all canvases again.
	Redraw()
	// Clear clears the canvases.
	Clear()
	// Release lets a canvas request another picture: the one that it waits for will not come.
	Release(canvas int)
	// ShowChanges shows the first changes between two traces.
	ShowChanges(number uint32, changes *message.Changes)

	// View returns the state of the views, and SetView sets it.
	View() []byte
	SetView(view []byte)

	// Remember remembers the open files, for a page that is loaded again. Forget forgets them.
	Remember(Source)
	Forget()
	// Kept handles the map of names that Session.KeepMap requested.
	Kept(post.Post)
}

// A Worker is a worker of the browser. It holds one file at most.
type Worker struct {
	ready   bool // its program listens
	reading bool // news of a file that it was given can still come
}
