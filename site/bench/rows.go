//go:build !js

package main

import "runtime"

// A row is a line of the table, or one a size.
type row struct {
	what              string
	unit              string
	budget            budget
	yardstick         string // the row to compare with, "" for none
	budgetOfYardstick budget // in times the yardstick's cost
}

// A budget is the most that a row may cost, or for a speed the least that it must reach, by size. Its figure at ""
// holds for all other sizes.
type budget map[string]float64

// at returns the budget at a size, or 0.
func (b budget) at(size string) float64 {
	if v, ok := b[size]; ok {
		return v
	}
	return b[""]
}

// speed reports whether more is better.
func (r *row) speed() bool { return r.unit == "MB/s" || r.unit == recordsUnit }

const recordsUnit = "M records/s"

// cost returns a figure that is better when it is less.
func (r *row) cost(v float64) float64 {
	if r.speed() {
		return 1 / v
	}
	return v
}

// The rows' names. A yardstick's name begins with "yardstick: ".
const (
	summaryTime   = "native: traceglass summary"
	summaryMemory = "native: traceglass summary, peak memory"
	bareTime      = "yardstick: bare replay loop in Go, native"
	bareMemory    = "yardstick: bare replay loop in Go, native, peak memory (keeps all calls)"
	dumpTime      = "yardstick: dmtracedump, native"
	dumpMemory    = "yardstick: dmtracedump, native, peak memory"
	dumpList      = "yardstick: dmtracedump -o, native"
	oursTime      = "native: traceglass dmtracedump"
	oursList      = "native: traceglass dmtracedump -o"
	oursPeak      = "native: traceglass dmtracedump, peak memory"
	dumpListPeak  = "yardstick: dmtracedump -o, native, peak memory"
	oursListPeak  = "native: traceglass dmtracedump -o, peak memory"

	columnBytes    = "columns of the calls, two clocks"
	columnBytesOne = "columns of the calls, one clock"
	treeBytes      = "columns and tree of contexts (the memory that the page shows)"
	heapBytes      = "all memory of an open trace"

	nativeRead       = "native: read, aggregate, prepare to draw"
	nativeResumTerms = "native: 90 % of the time re-summed after a filter of three terms"
	nativeResumAll   = "native: 90 % of the time re-summed: method table, call tree, flame graph"
	nativeView       = "native: list of the timeline, slowest of 16 places and 4 zooms"

	navigationFile = "navigation → timeline drawn, file chosen"
	secondVisit    = "navigation → timeline drawn, file chosen, second visit"
	programStarted = "navigation → program started"

	// A first picture or an interface is there two frames after it was drawn. One visit gives both.
	coldPicture      = "new profile: navigation → first picture, trace fetched"
	coldInterface    = "new profile: navigation → interface, trace fetched"
	dumpPicture      = "new profile: navigation → first picture, thread dump of 1 MB fetched"
	dumpInterface    = "new profile: navigation → interface, thread dump of 1 MB fetched"
	secondPicture    = "second visit: navigation → first picture, trace fetched"
	secondInterface  = "second visit: navigation → interface, trace fetched"
	droppedPicture   = "page at rest: file chosen → first picture"
	droppedInterface = "page at rest: file chosen → interface"
	emptyPicture     = "yardstick: navigation → first picture, empty Go page and worker"
	slowPicture      = "new profile, 50 Mbit/s, 40 ms: navigation → first picture, trace fetched"
	slowInterface    = "new profile, 50 Mbit/s, 40 ms: navigation → interface, trace fetched"
	slowEmpty        = "yardstick: 50 Mbit/s, 40 ms: navigation → first picture, empty Go page and worker"

	workerCold    = "read + parse + aggregate in the worker, first file"
	workerWarm    = "read + parse + aggregate in the worker, warm"
	yardstickCold = "yardstick: bare replay loop in Go WASM, first file"
	yardstickWarm = "yardstick: bare replay loop in Go WASM, warm"

	overviewFirst  = "first Overview of a trace: asked → answered, in the worker"
	overviewFilled = "first Overview of a trace: read → on the screen"
	overviewRead   = "yardstick: the same trace: open → read, in the worker"
	nativeOverview = "native: first Overview of a trace, processor time"
	nativeReadTime = "yardstick: the same trace read, native, processor time"

	taskStarting = "longest task on the page while the program starts"
	taskLoading  = "longest task on the page while loading (0: none over 50 ms)"
	gapLoading   = "longest time between two frames while loading"

	memoryBlank  = "peak memory of a tab, about:blank"
	memoryEmpty  = "peak memory of the tab, no trace open"
	memoryLoaded = "peak memory of the tab, loading"
	memoryShared = "peak memory of the tab, loading, its share of shared pages (PSS)"
	memoryUsed   = "peak memory of the tab, loaded, zoomed, re-summed"

	heldBefore = "memory of all processes (PSS), no file open"
	heldPeak   = "memory of all processes (PSS), loading, peak"
	heldOpen   = "memory of all processes (PSS), file open"
	heldClosed = "memory of all processes (PSS), file closed again"

	frameIdle     = "yardstick: time between frames, idle page, p95"
	frameMedian   = "pan and zoom: time between frames, p50"
	frameP95      = "pan and zoom: time between frames, p95"
	pixelMedian   = "pan and zoom: input → canvas drawn, p50"
	pixelP95      = "pan and zoom: input → canvas drawn, p95"
	pixelOver     = "pan and zoom: input → canvas drawn, time over that of an empty listener, p50"
	handledMedian = "yardstick: input → an empty listener, p50"
	handledP95    = "yardstick: input → an empty listener, p95"
	framedMedian  = "yardstick: input → next animation frame, p50"
	inputMedian   = "pan and zoom: input → new list drawn, p50"
	inputP95      = "pan and zoom: input → new list drawn, p95"
	deepest       = "deepest zoom: time per pixel"
	listMedian    = "pan and zoom: list requested → list received, p50"
	listP95       = "pan and zoom: list requested → list received, p95"
	drawMedian    = "pan and zoom: drawing a list, p50"
	drawP95       = "pan and zoom: drawing a list, p95"
	renderMedian  = "Vugu render, p50"
	renderP95     = "Vugu render, p95"
	drawSynthetic = "drawing 5,000 rectangles and 100 labels"

	resum90      = "90 % of the time re-summed: method table, call tree, flame graph"
	resum10      = "10 % of the time re-summed"
	resumThreads = "5 threads re-summed, 90 % of the time"
	resumClock   = "other clock, same range"
	resumTerms   = "90 % of the time re-summed after a filter of three terms"

	viewWhole   = "view query: whole trace"
	view10      = "view query: 1/10 of it, slowest of 16 places"
	view100     = "view query: 1/100, slowest of 16 places"
	view10000   = "view query: 1/10,000, slowest of 16 places"
	viewMinimap = "view query: minimap"
	viewFlame   = "view query: flame graph"

	samplesNative = "recording of 100,000 samples: read and turned into calls, native"
	samplesTrace  = "yardstick: method trace of the same size, version 3: read and replayed, native"

	explained    = "native: traceglass explain, thread dumps of 50 MB, one core"
	dumpsNative  = "thread dumps of 50 MB: native"
	dumpsCold    = "thread dumps of 50 MB: in the worker, first file"
	dumpsWarm    = "thread dumps of 50 MB: in the worker, warm"
	dumpsScanned = "yardstick: thread dumps of 50 MB, bare loop that hashes the lines, native"

	mapNative  = "map of names of 100 MB, for 5,000 names: native"
	mapMemory  = "map of names of 100 MB, for 5,000 names: memory kept"
	mapWorker  = "map of names of 100 MB, for 5,000 names: in the worker, with a small trace"
	mapScanned = "yardstick: map of names of 100 MB, bare loop that finds the lines of classes, native"

	pairCompared = "two traces of 143 MB: both read → table of changes"
	pairMemory   = "two traces of 143 MB: peak memory of the tab"
	pairShare    = "two traces of 143 MB: peak memory of the tab, in times the sum of two single tabs"

	pairNative = "yardstick: the same two traces compared natively, step by step, processor time"

	runsCompared = "100 runs of 1.7 MB: chosen → differences shown"
	runsMemory   = "100 runs of 1.7 MB: peak memory of the tab over an empty page"
	runsNative   = "yardstick: the same runs read and compared natively, processor time"

	pileOpened  = "pile of 10,000 dumps, 1 GB in a zip file: chosen → causes shown"
	pileMemory  = "pile of 10,000 dumps: peak memory of the tab"
	pileSpent   = "pile of 10,000 dumps: chosen → causes shown, processor time of the tab"
	pileClicked = "pile of 10,000 dumps: a dump clicked → read again and shown"

	wasmRaw    = "app.wasm"
	wasmGzip   = "app.wasm, gzip -9"
	wasmBrotli = "app.wasm, brotli -q 11"
)

// rows is the table, in its order.
var rows = append([]row{
	{what: programStarted, unit: "ms"},
	{what: navigationFile, unit: "ms"},
	{what: secondVisit, unit: "ms"},

	{what: coldPicture, unit: "ms", yardstick: emptyPicture, budgetOfYardstick: budget{"1.7 MB": 4.5}},
	{what: coldInterface, unit: "ms", yardstick: emptyPicture, budgetOfYardstick: budget{"1.7 MB": 6.5}},
	{what: dumpPicture, unit: "ms", yardstick: emptyPicture},
	{what: dumpInterface, unit: "ms", yardstick: emptyPicture},
	{what: secondPicture, unit: "ms", yardstick: emptyPicture},
	{what: secondInterface, unit: "ms", yardstick: emptyPicture},
	{what: droppedPicture, unit: "ms", yardstick: emptyPicture},
	{what: droppedInterface, unit: "ms", yardstick: emptyPicture},
	{what: emptyPicture, unit: "ms"},
	{what: slowPicture, unit: "ms", yardstick: slowEmpty},
	{what: slowInterface, unit: "ms", yardstick: slowEmpty},
	{what: slowEmpty, unit: "ms"},

	{what: workerCold, unit: "MB/s", yardstick: yardstickCold},
	{what: workerWarm, unit: "MB/s", budget: budget{"143 MB": 400, huge: 400}, yardstick: yardstickWarm},
	{what: yardstickCold, unit: "MB/s"},
	{what: yardstickWarm, unit: "MB/s"},

	{what: overviewFirst, unit: "ms", budget: budget{"1.7 MB": 50}, yardstick: overviewRead, budgetOfYardstick: budget{"143 MB": 0.1}},
	{what: overviewFilled, unit: "ms", yardstick: overviewRead},
	{what: overviewRead, unit: "ms"},
	{what: nativeOverview, unit: "ms", budget: budget{"1.7 MB": 50}, yardstick: nativeReadTime, budgetOfYardstick: budget{"143 MB": 0.1}},
	{what: nativeReadTime, unit: "ms"},

	{what: memoryLoaded, unit: "MB", yardstick: memoryBlank},
	{what: memoryShared, unit: "MB"},
	{what: memoryUsed, unit: "MB"},
	{what: memoryEmpty, unit: "MB"},
	{what: memoryBlank, unit: "MB"},
	{what: heldPeak, unit: "MB", budget: budget{"143 MB": 900, "143 MB, few contexts": 900, "143 MB, very many": 900, huge: 3000}, yardstick: heldBefore},
	{what: heldOpen, unit: "MB", yardstick: heldBefore},
	{what: heldClosed, unit: "MB", yardstick: heldBefore},
	{what: heldBefore, unit: "MB"},

	{what: columnBytes, unit: "B/call", budget: budget{"143 MB": 27, huge: 27}},
	{what: columnBytesOne, unit: "B/call", budget: budget{"143 MB": 19, huge: 19}},
	{what: treeBytes, unit: "B/call"},
	{what: heapBytes, unit: "B/call"},

	{what: taskLoading, unit: "ms", budget: budget{"": longestTask()}},
	{what: gapLoading, unit: "ms"},
	{what: taskStarting, unit: "ms"},

	{what: frameP95, unit: "ms", budget: budget{"": 17}, yardstick: frameIdle},
	{what: frameMedian, unit: "ms"},
	{what: frameIdle, unit: "ms"},
	{what: pixelOver, unit: "ms", budget: budget{"": 4}},
	{what: pixelMedian, unit: "ms", yardstick: handledMedian},
	{what: pixelP95, unit: "ms", yardstick: handledP95},
	{what: handledMedian, unit: "ms"},
	{what: handledP95, unit: "ms"},
	{what: framedMedian, unit: "ms"},
	{what: inputMedian, unit: "ms", yardstick: handledMedian},
	{what: inputP95, unit: "ms", yardstick: handledP95},
	{what: deepest, unit: "µs", budget: budget{"": 1}},

	{what: resum90, unit: "ms", budget: budget{"143 MB": 60}, yardstick: nativeResumAll},
	{what: resum10, unit: "ms", budget: budget{"143 MB": 60}},
	{what: resumThreads, unit: "ms", budget: budget{"143 MB": 60}},
	{what: resumClock, unit: "ms", budget: budget{"143 MB": 60}},
	{what: resumTerms, unit: "ms", budget: budget{"143 MB": 120}, yardstick: nativeResumTerms},

	{what: viewWhole, unit: "ms", budget: budget{"": 12}},
	{what: view10, unit: "ms", budget: budget{"": 12}},
	{what: view100, unit: "ms", budget: budget{"": 12}},
	{what: view10000, unit: "ms", budget: budget{"": 12}},
	{what: viewMinimap, unit: "ms", budget: budget{"": 12}},
	{what: viewFlame, unit: "ms", budget: budget{"": 12}},
	{what: drawSynthetic, unit: "ms", budget: budget{"": 3}},
	{what: listMedian, unit: "ms"},
	{what: listP95, unit: "ms"},
	{what: drawMedian, unit: "ms"},
	{what: drawP95, unit: "ms"},
	{what: renderMedian, unit: "ms", budget: budget{"": 4}},
	{what: renderP95, unit: "ms"},

	{what: summaryTime, unit: "s", yardstick: bareTime, budgetOfYardstick: budget{"143 MB": 1.5, "143 MB, few contexts": 1.5, "143 MB, very many": 3, huge: 1.5}},
	{what: summaryMemory, unit: "MB", budget: budget{"": 200}, yardstick: bareMemory},
	{what: bareTime, unit: "s"},
	{what: bareMemory, unit: "MB"},
	{what: oursTime, unit: "s", yardstick: dumpTime},
	{what: oursPeak, unit: "MB", yardstick: dumpMemory},
	{what: oursList, unit: "s", yardstick: dumpList},
	{what: oursListPeak, unit: "MB", yardstick: dumpListPeak},
	{what: dumpTime, unit: "s", yardstick: bareTime},
	{what: dumpMemory, unit: "MB"},
	{what: dumpList, unit: "s"},
	{what: dumpListPeak, unit: "MB"},
	{what: nativeRead, unit: "s", yardstick: bareTime},
	{what: nativeResumAll, unit: "ms"},
	{what: nativeResumTerms, unit: "ms"},
	{what: nativeView, unit: "ms"},

	{what: samplesNative, unit: "MB/s", yardstick: samplesTrace},
	{what: samplesTrace, unit: "MB/s"},
	{what: explained, unit: "MB/s", budget: budget{"": 100}, yardstick: dumpsScanned},
	{what: dumpsNative, unit: "MB/s", yardstick: dumpsScanned},
	{what: dumpsCold, unit: "MB/s", yardstick: dumpsScanned},
	{what: dumpsWarm, unit: "MB/s", yardstick: dumpsScanned},
	{what: dumpsScanned, unit: "MB/s"},

	{what: mapNative, unit: "MB/s", budget: budget{"": 150}, yardstick: mapScanned},
	{what: mapWorker, unit: "MB/s", yardstick: mapScanned},
	{what: mapMemory, unit: "MB", budget: budget{"": 40}},
	{what: mapScanned, unit: "MB/s"},

	{what: pairCompared, unit: "ms", budget: budget{"": 150}, yardstick: pairNative},
	{what: pairNative, unit: "ms"},
	{what: pairMemory, unit: "MB"},
	{what: pairShare, unit: "×", budget: budget{"": 1.15}},
	{what: runsCompared, unit: "s", budget: budget{"": 10}, yardstick: runsNative},
	{what: runsNative, unit: "s"},
	{what: runsMemory, unit: "MB", budget: budget{"": 300}},
	{what: pileOpened, unit: "s", budget: budget{"": 60}},
	{what: pileMemory, unit: "MB", budget: budget{"": 1000}},
	{what: pileSpent, unit: "s"},
	{what: pileClicked, unit: "ms"},

	{what: wasmBrotli, unit: "KB", budget: budget{"": 2200}},
	{what: wasmGzip, unit: "KB"},
	{what: wasmRaw, unit: "KB"},
}, containerRows()...)

// longestTask returns how many ms a task may hold up the page: more on a slow machine, which has two cores.
func longestTask() float64 {
	if runtime.NumCPU() <= 2 {
		return 150
	}
	return 50
}

// A probe measures some rows together.
type probe struct {
	name    string
	measure func(*bench) error
	rows    []string
}

var visitRows = []string{coldPicture, coldInterface, dumpPicture, dumpInterface, secondPicture, secondInterface, droppedPicture, droppedInterface, emptyPicture, slowPicture, slowInterface, slowEmpty}

// probes in their order.
var probes = []probe{
	{"native programs", measurePrograms, []string{summaryTime, summaryMemory, bareTime, bareMemory, oursTime, oursPeak, oursList, oursListPeak, dumpTime, dumpMemory, dumpList, dumpListPeak}},
	{"engine", measureEngine, []string{columnBytes, columnBytesOne, treeBytes, heapBytes, nativeRead, nativeOverview, nativeReadTime, nativeResumAll, nativeResumTerms, nativeView}},
	{"loading", measureLoading, []string{programStarted, navigationFile, secondVisit, workerCold, workerWarm, yardstickCold, yardstickWarm, overviewFirst, overviewFilled, overviewRead, taskLoading, gapLoading, taskStarting}},
	{"visits", measureVisits, visitRows},
	{"memory", measureMemory, []string{memoryLoaded, memoryShared, memoryUsed, memoryEmpty, memoryBlank}},
	{"memory of all processes", measureHeld, []string{heldBefore, heldPeak, heldOpen, heldClosed}},
	{"use", measureUse, []string{frameP95, frameMedian, frameIdle, pixelOver, pixelMedian, pixelP95, handledMedian, handledP95, framedMedian, inputMedian, inputP95, deepest, resum90, resum10, resumThreads, resumClock, resumTerms, viewWhole, view10, view100, view10000, viewMinimap, viewFlame, drawSynthetic, drawMedian, drawP95, listMedian, listP95, renderMedian, renderP95}},
	{"containers", measureContainers, containerNames()},
	{"samples", measureSamples, []string{samplesNative, samplesTrace}},
	{"thread dumps", measureDumps, []string{explained, dumpsNative, dumpsCold, dumpsWarm, dumpsScanned}},
	{"map of names", measureMapping, []string{mapNative, mapMemory, mapWorker, mapScanned}},
	{"two traces", measurePair, []string{pairCompared, pairNative, pairMemory, pairShare}},
	{"many runs", measureRuns, []string{runsCompared, runsNative, runsMemory}},
	{"pile", measurePile, []string{pileOpened, pileMemory, pileSpent, pileClicked}},
	{"app.wasm", measureWasm, []string{wasmRaw, wasmGzip, wasmBrotli}},
}
