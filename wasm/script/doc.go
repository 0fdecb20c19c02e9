// Package script has JavaScript's values in Go: objects, buffers, promises, handlers, files. Page
// and worker share it. It does not depend on either.
//
// Outside of a browser it is empty, like package page and package worker: their files end in
// _js.go. Programs built for another platform print where they run.
package script
