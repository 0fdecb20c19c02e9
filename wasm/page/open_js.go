package page

import (
	"fmt"
	"strconv"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/script"
)

// opened is what is open.
type opened struct {
	files        js.Value // array of the Files, for Restart
	trace, dumps bool     // what they held, once it has been read
	drawn        bool     // the trace's timeline has been drawn
}

func (o *opened) any() bool { return o.trace || o.dumps }

// An opening is what is under way to open files.
type opening struct {
	turn     int      // raised by each, so that a download knows it is late
	fetching bool     // a download is under way
	reader   js.Value // the program that reads thread dumps, compiled; undefined until it is needed
}

// open starts reading files, in place of those that are open or with added beside them.
func (p *page) open(files js.Value, added bool) {
	if added {
		if p.opening.reader.IsUndefined() {
			// Needed for certain: one of two files is a dump. What is open stays until it is there.
			p.loadDumps(func() { p.open(files, true) })
			return
		}
		files = p.opened.files.Call("concat", files)
	}
	n := files.Length()
	if n == 0 {
		return
	}
	bytes := int64(0)
	names := make([]string, n)
	for i := range n {
		names[i] = files.Index(i).Get("name").String()
		bytes += int64(files.Index(i).Get("size").Float())
	}
	groups, traces := input.Pair(names), 0
	for _, group := range groups {
		if input.IsTraceName(names[group[0]]) {
			traces++
		}
	}
	name := names[groups[0][0]]
	if len(groups) > 1 {
		name = fmt.Sprintf("%s and %d more", name, len(groups)-1)
	}
	if traces > 1 {
		if !p.opened.any() { // else what is open stays
			p.fresh()
			p.app.Opening(name, bytes, false)
		}
		p.fail("Open one trace at a time, or a .key file together with its .data file. Thread dumps may come along, as many as you like.")
		return
	}
	p.fresh()
	p.opened = opened{files: files}
	p.link.used = true
	note("opening")
	p.app.Opening(name, bytes, added)
	p.link.post(script.Object("kind", "open", "files", files, "budget", budget()))
}

// fresh makes sure of a worker that has had no file yet, and of no download under way: what
// an older one still sends is nobody's.
func (p *page) fresh() {
	p.opening.turn++
	p.opening.fetching = false
	if p.link.used || p.link.worker.IsUndefined() {
		p.Close()
	}
}

// reset forgets what belonged to the worker before: its trace and its answers, and what was
// still to be loaded for it.
func (p *page) reset() {
	p.opening.turn++
	p.opening.fetching = false
	for i := range p.surfaces {
		s := &p.surfaces[i]
		s.flying, s.next, s.spare = nil, nil, js.Undefined()
		s.drawer.Call("clear")
	}
	p.draw.Call("forget")
	p.link.module = js.Global().Get("traceglassModule")
	p.names = 0
	p.opened = opened{files: p.opened.files}
}

func (p *page) Cancel() {
	if p.opening.fetching {
		p.fresh()
		p.fail("The download was cancelled.")
		return
	}
	p.link.post(script.Object("kind", "cancel"))
}

func (p *page) Close() {
	p.reset()
	p.link.start()
}

func (p *page) Restart() {
	if p.opened.files.Truthy() {
		p.open(p.opened.files, false)
	} else {
		p.Close()
	}
}

// defaultBudget is what a trace's calls may take, in bytes: less than the 4 GB that
// WebAssembly can address, since answers need room too.
const defaultBudget = 3.2e9

// budget returns the worker's budget; ?memory=500 in the page's address makes it 500 MB.
func budget() float64 {
	megabytes, err := strconv.ParseFloat(parameter("memory"), 64)
	if err != nil || !(megabytes > 0) {
		return defaultBudget
	}
	return min(megabytes*1e6, defaultBudget)
}
