// Package ui holds the interface: the contents of the page, its gestures, and its requests to the worker. It does
// not use a browser directly; package page is its Host. A folder imports only folders above it in this list:
//
//	node       translated texts in templates, attribute values, clicks by ID
//	ask        requests to the worker and their replies
//	canvas     inputs on a canvas, the visible part of a picture, the table of gestures
//	list       the virtual list of all tables
//	desk       state that views share: open files, selections, clock, colours
//	menus      context menus of methods, calls, threads and times
//	room       the interface of views, and the frame of all rooms
//	flame      the flame graph in the rooms of traces, dumps and comparisons
//	grid       the table of figures in several views of a trace
//	graph      the graph on a canvas in several views
//	tracing/   the room of traces, with a package for each view
//	dumping/   the room of thread dumps, with a package for each view
//	comparing/ the room of two compared traces, with a package for each view
//	running    the room of many runs
//	app        the page around the rooms: files, menus, dialogs, exports
//	uitest     replaces the browser and the worker in tests
package ui

//go:generate go run traceglass/site/build/dense .
