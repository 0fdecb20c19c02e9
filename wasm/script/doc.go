// Package script is JavaScript's values in Go: objects, buffers, promises, handlers, files. Page
// and worker share it; nothing here knows what either does.
//
// It is empty but in a browser, as are package page and package worker: their files end in
// _js.go, and a program of theirs built for anything else says where it runs.
package script
