package app

import "traceglass/wasm/ui/node"

// Welcome is what the page shows while nothing is open: how to open a file, how far the
// reading is, or why it failed.
type Welcome struct{ app *App }

// A sample is a file that comes with the site.
type sample struct {
	id, name, about string
	said            string // within a sentence
	url             string
}

var samples = []sample{
	{"sample-dual", "A dual-clock trace", "wall and CPU, every call", "a dual-clock trace", "samples/sample.trace.gz"},
	{"sample-streaming", "A streaming trace", "written while the app ran", "a streaming trace", "samples/sample-streaming.trace.gz"},
	{"sample-anr", "Two thread dumps", "an app that does not answer", "two thread dumps", "samples/sample-anr.txt"},
}

// recipes are ways to record a trace.
var recipes = []struct{ About, Lines string }{
	{"From the start of an app", "adb shell am start -n PACKAGE/.ACTIVITY --start-profiler /data/local/tmp/app.trace\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
	{"While it runs", "adb shell am profile start PACKAGE /data/local/tmp/app.trace\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
	{"From code", "Debug.startMethodTracing(\"app\")\nDebug.stopMethodTracing()"},
}

func recipeID(i int) string { return node.ID("copy", i) }
