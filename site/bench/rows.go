//go:build !js

package main

// A row is a line of the table, or one a size.
type row struct {
	what      string
	unit      string
	budget    budget
	yardstick string // what row it is compared with, "" for none
}

// A budget is how much of the unit a row may cost, or for a speed must reach, by size; at "" for all.
type budget map[string]float64

// speed tells whether more is better.
func (r *row) speed() bool { return r.unit == "MB/s" || r.unit == recordsUnit }

const recordsUnit = "M records/s"

// cost makes of a figure something of which less is better.
func (r *row) cost(v float64) float64 {
	if r.speed() {
		return 1 / v
	}
	return v
}

func (r *row) budgetAt(size string) float64 {
	if b, ok := r.budget[size]; ok {
		return b
	}
	return r.budget[""]
}

// The rows. What begins with a yardstick's name is one.
const (
	summaryTime   = "native: traceglass summary"
	summaryMemory = "native: traceglass summary, peak memory"
	bareTime      = "yardstick: bare replay loop in Go, native"
	bareMemory    = "yardstick: bare replay loop in Go, native, peak memory (it keeps all calls)"
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
	treeBytes      = "columns and tree of contexts (what the page says is held)"
	heapBytes      = "all that is held once a trace is open"

	nativeRead     = "native: read, aggregate, prepare to draw"
	nativeResumAll = "native: 90 % of the time re-summed: method table, call tree, flame graph"
	nativeView     = "native: timeline's list, slowest of 16 places and 4 zooms"

	navigationFetched = "navigation → timeline drawn, trace fetched"
	navigationFile    = "navigation → timeline drawn, file chosen"
	secondVisit       = "navigation → timeline drawn, file chosen, second visit"
	programStarted    = "navigation → program started"

	// To pixels: until two frames after the timeline was drawn, be it by the scripts alone; to the
	// interface: until two frames after that drew it.
	coldPixels    = "new profile: navigation → pixels, trace fetched"
	coldUp        = "new profile: navigation → interface, trace fetched"
	secondPixels  = "second visit: navigation → pixels, trace fetched"
	droppedPixels = "page at rest: file chosen → pixels"
	slowPixels    = "new profile, 50 Mbit/s, 40 ms: navigation → pixels, trace fetched"
	emptyPixels   = "yardstick: navigation → pixels, empty Go program in page and worker"
	slowEmpty     = "yardstick: the same, 50 Mbit/s, 40 ms"

	workerCold    = "read + parse + aggregate in the worker, first file"
	workerWarm    = "read + parse + aggregate in the worker, warm"
	yardstickCold = "yardstick: bare replay loop in Go WASM, first file"
	yardstickWarm = "yardstick: bare replay loop in Go WASM, warm"

	taskStarting = "longest task on the page while the program starts"
	taskLoading  = "longest task on the page while loading (0: none over 50 ms)"
	gapLoading   = "longest time between two frames while loading"

	memoryBlank  = "peak memory of a tab, about:blank"
	memoryEmpty  = "peak memory of the tab, no trace open"
	memoryLoaded = "peak memory of the tab, loading"
	memoryShared = "peak memory of the tab, loading, shared pages by share (PSS)"
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
	handledMedian = "yardstick: input → the page's own listener, p50"
	handledP95    = "yardstick: input → the page's own listener, p95"
	inputMedian   = "pan and zoom: input → fresh list drawn, p50"
	inputP95      = "pan and zoom: input → fresh list drawn, p95"
	deepest       = "deepest zoom, length of a pixel"
	listMedian    = "pan and zoom: list asked → list here, p50"
	listP95       = "pan and zoom: list asked → list here, p95"
	drawMedian    = "pan and zoom: drawing a list, p50"
	drawP95       = "pan and zoom: drawing a list, p95"
	renderMedian  = "Vugu render, p50"
	renderP95     = "Vugu render, p95"
	drawSynthetic = "drawing 5,000 rectangles and 100 labels"

	resum90      = "90 % of the time re-summed: method table, call tree, flame graph"
	resum10      = "10 % of the time re-summed"
	resumThreads = "5 threads re-summed, 90 % of the time"
	resumClock   = "other clock, same range"

	viewWhole    = "view query: whole trace"
	view10       = "view query: 1/10 of it, slowest of 16 places"
	view100      = "view query: 1/100, slowest of 16 places"
	view10000    = "view query: 1/10,000, slowest of 16 places"
	viewOverview = "view query: overview"
	viewFlame    = "view query: flame graph"

	samplesNative = "recording of samples, 100,000: read, and calls made of them, native"
	samplesTrace  = "yardstick: method trace of version 3 as large, read and replayed, native"

	dumpsNative  = "thread dumps of 50 MB: native"
	dumpsCold    = "thread dumps of 50 MB: in the worker, first file"
	dumpsWarm    = "thread dumps of 50 MB: in the worker, warm"
	dumpsScanned = "yardstick: thread dumps of 50 MB, bare loop that hashes the lines, native"

	mapNative  = "map of names of 100 MB, for 5,000 names: native"
	mapMemory  = "map of names of 100 MB, for 5,000 names: what is kept"
	mapWorker  = "map of names of 100 MB, for 5,000 names: in the worker, with a small trace"
	mapScanned = "yardstick: map of names of 100 MB, bare loop that finds the lines of classes, native"

	pairCompared = "two traces of 143 MB: both read → table of changes"
	pairMemory   = "two traces of 143 MB: peak memory of the tab"
	pairShare    = "two traces of 143 MB: peak memory of the tab, of the sum of each alone"

	pairNative = "yardstick: the same two traces compared natively, one step after the other, processor time"

	runsCompared = "100 runs of 1.7 MB: chosen → what differs"
	runsMemory   = "100 runs of 1.7 MB: peak memory of the tab over an empty page"
	runsNative   = "yardstick: the same runs read and compared natively, processor time"

	pileOpened  = "pile of 10,000 dumps, 1 GB in a zip file: chosen → causes shown"
	pileMemory  = "pile of 10,000 dumps: peak memory of the tab"
	pileSpent   = "pile of 10,000 dumps: processor time of the tab's process until then"
	pileClicked = "pile of 10,000 dumps: a dump clicked → read again and shown"

	wasmRaw    = "app.wasm"
	wasmGzip   = "app.wasm, gzip -9"
	wasmBrotli = "app.wasm, brotli -q 11"
)

// rows are the design's budgets, in its order.
var rows = append([]row{
	{programStarted, "ms", nil, ""},
	{navigationFetched, "ms", budget{"1.7 MB": 350, "14.5 MB": 400, "143 MB": 900}, ""},
	{navigationFile, "ms", budget{"1.7 MB": 350, "14.5 MB": 400, "143 MB": 900, huge: 7000}, ""},
	{secondVisit, "ms", nil, ""},

	{coldPixels, "ms", nil, emptyPixels},
	{coldUp, "ms", nil, emptyPixels},
	{secondPixels, "ms", nil, emptyPixels},
	{droppedPixels, "ms", budget{"1.7 MB": 120, "14.5 MB": 300, "143 MB": 900}, emptyPixels},
	{emptyPixels, "ms", nil, ""},
	{slowPixels, "ms", nil, slowEmpty},
	{slowEmpty, "ms", nil, ""},

	{workerCold, "MB/s", nil, yardstickCold},
	{workerWarm, "MB/s", budget{"143 MB": 400, huge: 400}, yardstickWarm},
	{yardstickCold, "MB/s", nil, ""},
	{yardstickWarm, "MB/s", nil, ""},

	{memoryLoaded, "MB", budget{"143 MB": 450, huge: 2200}, memoryBlank},
	{memoryShared, "MB", nil, ""},
	{memoryUsed, "MB", nil, ""},
	{memoryEmpty, "MB", nil, ""},
	{memoryBlank, "MB", nil, ""},
	{heldPeak, "MB", budget{"143 MB": 600, "143 MB, few contexts": 600, "143 MB, very many": 600}, heldBefore},
	{heldOpen, "MB", nil, heldBefore},
	{heldClosed, "MB", nil, heldBefore},
	{heldBefore, "MB", nil, ""},

	{columnBytes, "B/call", budget{"143 MB": 27, huge: 27}, ""},
	{columnBytesOne, "B/call", budget{"143 MB": 19, huge: 19}, ""},
	{treeBytes, "B/call", nil, ""},
	{heapBytes, "B/call", nil, ""},

	{taskLoading, "ms", budget{"": 50}, ""},
	{gapLoading, "ms", nil, ""},
	{taskStarting, "ms", nil, ""},

	{frameP95, "ms", budget{"": 17}, frameIdle},
	{frameMedian, "ms", nil, ""},
	{frameIdle, "ms", nil, ""},
	{pixelMedian, "ms", budget{"": 20}, handledMedian},
	{pixelP95, "ms", nil, handledP95},
	{handledMedian, "ms", nil, ""},
	{handledP95, "ms", nil, ""},
	{inputMedian, "ms", nil, handledMedian},
	{inputP95, "ms", nil, handledP95},
	{deepest, "µs", budget{"": 1}, ""},

	{resum90, "ms", budget{"143 MB": 60}, nativeResumAll},
	{resum10, "ms", budget{"143 MB": 60}, ""},
	{resumThreads, "ms", budget{"143 MB": 60}, ""},
	{resumClock, "ms", budget{"143 MB": 60}, ""},

	{viewWhole, "ms", budget{"": 12}, ""},
	{view10, "ms", budget{"": 12}, ""},
	{view100, "ms", budget{"": 12}, ""},
	{view10000, "ms", budget{"": 12}, ""},
	{viewOverview, "ms", budget{"": 12}, ""},
	{viewFlame, "ms", budget{"": 12}, ""},
	{drawSynthetic, "ms", budget{"": 3}, ""},
	{listMedian, "ms", nil, ""},
	{listP95, "ms", nil, ""},
	{drawMedian, "ms", nil, ""},
	{drawP95, "ms", nil, ""},
	{renderMedian, "ms", budget{"": 4}, ""},
	{renderP95, "ms", nil, ""},

	{summaryTime, "s", budget{"143 MB": 0.25, huge: 2.5}, bareTime},
	{summaryMemory, "MB", budget{"": 200}, bareMemory},
	{bareTime, "s", nil, ""},
	{bareMemory, "MB", nil, ""},
	{oursTime, "s", nil, dumpTime},
	{oursPeak, "MB", nil, dumpMemory},
	{oursList, "s", nil, dumpList},
	{oursListPeak, "MB", nil, dumpListPeak},
	{dumpTime, "s", nil, bareTime},
	{dumpMemory, "MB", nil, ""},
	{dumpList, "s", nil, ""},
	{dumpListPeak, "MB", nil, ""},
	{nativeRead, "s", nil, bareTime},
	{nativeResumAll, "ms", nil, ""},
	{nativeView, "ms", nil, ""},

	{samplesNative, "MB/s", nil, samplesTrace},
	{samplesTrace, "MB/s", nil, ""},
	{dumpsNative, "MB/s", nil, dumpsScanned},
	{dumpsCold, "MB/s", nil, dumpsScanned},
	{dumpsWarm, "MB/s", nil, dumpsScanned},
	{dumpsScanned, "MB/s", nil, ""},

	{mapNative, "MB/s", budget{"": 150}, mapScanned},
	{mapWorker, "MB/s", nil, mapScanned},
	{mapMemory, "MB", budget{"": 40}, ""},
	{mapScanned, "MB/s", nil, ""},

	{pairCompared, "ms", budget{"": 150}, pairNative},
	{pairNative, "ms", nil, ""},
	{pairMemory, "MB", nil, ""},
	{pairShare, "×", budget{"": 1.15}, ""},
	{runsCompared, "s", budget{"": 10}, runsNative},
	{runsNative, "s", nil, ""},
	{runsMemory, "MB", budget{"": 300}, ""},
	{pileOpened, "s", budget{"": 60}, ""},
	{pileMemory, "MB", budget{"": 1000}, ""},
	{pileSpent, "s", nil, ""},
	{pileClicked, "ms", nil, ""},

	{wasmBrotli, "KB", budget{"": 1150}, ""},
	{wasmGzip, "KB", nil, ""},
	{wasmRaw, "KB", nil, ""},
}, containerRows()...)

// A probe measures some rows in one go.
type probe struct {
	name    string
	measure func(*bench) error
	rows    []string
}

// probes in their order.
var probes = []probe{
	{"native programs", measurePrograms, []string{summaryTime, summaryMemory, bareTime, bareMemory, oursTime, oursPeak, oursList, oursListPeak, dumpTime, dumpMemory, dumpList, dumpListPeak}},
	{"engine", measureEngine, []string{columnBytes, columnBytesOne, treeBytes, heapBytes, nativeRead, nativeResumAll, nativeView}},
	{"loading", measureLoading, []string{programStarted, navigationFetched, navigationFile, secondVisit, workerCold, workerWarm, yardstickCold, yardstickWarm, taskLoading, gapLoading, taskStarting}},
	{"visits", measureVisits, []string{coldPixels, coldUp, secondPixels, droppedPixels, emptyPixels, slowPixels, slowEmpty}},
	{"memory", measureMemory, []string{memoryLoaded, memoryShared, memoryUsed, memoryEmpty, memoryBlank}},
	{"memory of all processes", measureHeld, []string{heldBefore, heldPeak, heldOpen, heldClosed}},
	{"use", measureUse, []string{frameP95, frameMedian, frameIdle, pixelMedian, pixelP95, handledMedian, handledP95, inputMedian, inputP95, deepest, resum90, resum10, resumThreads, resumClock, viewWhole, view10, view100, view10000, viewOverview, viewFlame, drawSynthetic, drawMedian, drawP95, listMedian, listP95, renderMedian, renderP95}},
	{"containers", measureContainers, containerNames()},
	{"samples", measureSamples, []string{samplesNative, samplesTrace}},
	{"thread dumps", measureDumps, []string{dumpsNative, dumpsCold, dumpsWarm, dumpsScanned}},
	{"map of names", measureMapping, []string{mapNative, mapMemory, mapWorker, mapScanned}},
	{"two traces", measurePair, []string{pairCompared, pairNative, pairMemory, pairShare}},
	{"many runs", measureRuns, []string{runsCompared, runsNative, runsMemory}},
	{"pile", measurePile, []string{pileOpened, pileMemory, pileSpent, pileClicked}},
	{"app.wasm", measureWasm, []string{wasmRaw, wasmGzip, wasmBrotli}},
}
