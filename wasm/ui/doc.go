// Package ui holds the interface: what the page shows, what a gesture does to it, and what it
// asks the worker. It knows no browser; package page is its Host. Each folder is a floor on
// the one before, and nobody calls upward:
//
//	node       translated text of templates, values of attributes, clicks by id
//	ask        a question is sent, kept, and answered by its own closure
//	canvas     what happens on a canvas, what part of a picture is shown, the table of gestures
//	list       the one virtual list
//	desk       what views share: what is open, what is chosen, by which clock and colours
//	grid       the table of figures of several views of a trace
//	graph      a graph on its canvas, for several views
//	tracing/   the room of traces, and a package a view
//	dumping/   the room of thread dumps, likewise
//	comparing/ the room of two traces, likewise
//	running    the room of many runs
//	app        the page around both rooms: files, menus, dialogs, exports
//	uitest     stands in for browser and worker in tests
package ui

//go:generate go run traceglass/site/build/dense .
