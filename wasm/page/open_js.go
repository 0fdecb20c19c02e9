package page

import (
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// opened is what is open.
type opened struct {
	files        js.Value         // array of the Files, for Restart
	choice       choice           // of the traces in them
	trace, dumps bool             // what they held, once it has been read
	runs         bool             // they are many runs, of which no trace is open
	part         message.RunsPart // of those
	drawn        bool             // the trace's timeline has been drawn
	texts        int              // how many files the dumps are from
	memory       int64            // bytes that the worker holds
	mapID        string           // of the map of names that they name, "" for none
}

func (o *opened) any() bool { return o.trace || o.dumps || o.runs }

// A choice is which of the traces in zip files is read: its place among all that the files hold,
// as of so many. The zero choice is none.
type choice struct{ trace, of int }

// An opening is what is under way to open files.
type opening struct {
	turn     int      // raised by each, so that a download knows it is late
	fetching bool     // a download is under way, or a walk through a folder
	named    js.Value // the File that the page's address names, undefined for none
	asked    asked
	late     js.Func  // calls page.deaf
	deaf     js.Value // timer, until the worker says that it has heard Cancel; undefined for none
	ticks    int      // how often it is yet to be set
	maps     js.Value // array of Files: a map of names that the next file is to be read with; undefined for none
}

// asked are files of whose traces one is to be chosen before they are read.
type asked struct {
	files js.Value // array
	added bool     // what is open is among them
}

// open starts reading files, to show them in place of those that are open, or with added
// together with them.
func (p *page) open(files js.Value, added bool) {
	chosen, _ := called(files)
	if added {
		files = p.opened.files.Call("concat", files)
	}
	if files.Length() == 0 {
		return
	}
	made := choice{}
	if added {
		made = p.opened.choice
	}
	p.openAll(files, chosen, added, made)
}

// openAll starts reading files, with added those that are open among them. What to call those
// that were chosen now is in chosen.
func (p *page) openAll(files js.Value, chosen string, added bool, made choice) {
	maps, others := mapsOf(files)
	if a, b, ok := two(others); ok && !added {
		if maps.Length() > 0 {
			p.opening.maps = maps
		}
		p.compare(opened{files: a}, opened{files: b})
		return
	}
	if !p.opened.any() && p.opening.maps.Truthy() {
		files = files.Call("concat", p.opening.maps)
		p.opening.maps = js.Undefined()
	}
	bytes := sizeOf(files)
	name, traces := called(files)
	if groups, ok := tracesIn(others); ok && len(groups) > 2 && !added {
		p.compareRuns(files, message.RunsPart{})
		return
	}
	if traces > 1 {
		const why = "Open one trace at a time, or two to compare them, or a .key file together with its .data file. Thread dumps may come along, as many as you like."
		if p.opened.any() {
			p.refuse(chosen, why)
			return
		}
		p.fresh()
		p.app.Opening(name, bytes, false)
		p.fail(why)
		return
	}
	note("opening")
	if p.opened.any() {
		p.readBeside(&newcomer{files: files, name: name, chosen: chosen, size: bytes, added: added, choice: made})
		return
	}
	p.begin(files, name, bytes, added, made)
}

// called is what to call files together, "" for none, and how many traces they are by their
// names.
func called(files js.Value) (name string, traces int) {
	names := namesOf(files)
	groups := input.Pair(names)
	for _, group := range groups {
		if input.IsTraceName(names[group[0]]) {
			traces++
		}
	}
	switch n := len(groups); n {
	case 0:
		return "", 0
	case 1:
		return names[groups[0][0]], traces
	default:
		return words.Say("{1} and {2} more", names[groups[0][0]], words.Count(int64(n-1))), traces
	}
}

// namesOf are the names of an array of Files.
func namesOf(files js.Value) []string { return script.NamesOf(script.All(files)) }

// sizeOf is how many bytes an array of Files holds.
func sizeOf(files js.Value) int64 { return script.SizeOf(script.All(files)) }

// begin reads files in place of those that are open, which end.
func (p *page) begin(files js.Value, name string, bytes int64, added bool, made choice) {
	p.replace(added)
	p.fresh()
	p.begun(files, name, bytes, added, made)
	if !added {
		p.foresee(files, bytes)
	}
	p.link.post(reading(files, budget(), made))
}

// begun notes that the worker reads files.
func (p *page) begun(files js.Value, name string, bytes int64, added bool, made choice) {
	p.opened = opened{files: files, choice: made}
	p.link.used = true
	p.requests.from = script.Now()
	p.app.Opening(name, bytes, added)
}

// soon is a file, in bytes, that is read before it would be seen how far its reading is.
const soon = 32 << 20

// foresee has what a file shows first drawn as soon as the worker has made it, in the page as it is before the
// program has started: to build what the interface shows takes longer.
func (p *page) foresee(files js.Value, bytes int64) {
	names := namesOf(files)
	if len(names) != 1 {
		return
	}
	trace := input.IsTraceName(names[0])
	if !p.draw.Call("foresee", p.link.worker, trace).Bool() || !trace {
		return
	}
	p.early()
	if bytes > soon {
		p.unveil()
	}
}

// early leaves the page for a while to first pictures.
func (p *page) early() {
	for i := range p.surfaces {
		p.surfaces[i].host = js.Undefined() // where they lie now is not for long
	}
	p.veil()
}

// replace notes what is open, before other files take its place.
func (p *page) replace(added bool) {
	if p.opened.any() && !added {
		p.before = opened{files: p.opened.files, choice: p.opened.choice, runs: p.opened.runs, part: p.opened.part}
	}
}

// Replaced opens what was open before what is.
func (p *page) Replaced() {
	switch {
	case p.before.runs:
		p.compareRuns(p.before.files, p.before.part)
	case p.before.files.Truthy():
		name, _ := called(p.before.files)
		p.openAll(p.before.files, name, false, p.before.choice)
	}
}

// Print prints once the menu that asked for it is gone.
func (p *page) Print() {
	window := js.Global()
	window.Call("setTimeout", window.Get("print").Call("bind", window), 100)
}

func (p *page) Reload() { js.Global().Get("location").Call("reload") }

// reading is the message that has a worker read files.
func reading(files js.Value, budget float64, made choice) js.Value {
	return script.Object("kind", "open", "files", files, "budget", budget, "trace", made.trace, "of", made.of)
}

// Choose reads one of the traces that a zip file holds, of those that are open or were to be.
func (p *page) Choose(from *message.Members, trace int) {
	which := asked{p.opened.files, false}
	if from.Chosen < 0 {
		which = p.opening.asked
	}
	if which.files.Truthy() {
		name, _ := called(which.files)
		p.openAll(which.files, name, which.added, choice{trace, len(from.Traces)})
	}
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
	p.dismiss()
	p.naming, p.later = nil, js.Undefined()
	p.unpair()
	p.opening.turn++
	p.opening.fetching = false
	p.clearSurfaces()
	p.opened = opened{files: p.opened.files, choice: p.opened.choice}
}

// clearSurfaces forgets what is drawn, and asked for to be.
func (p *page) clearSurfaces() {
	for i := range p.surfaces {
		s := &p.surfaces[i]
		s.flying, s.next, s.last, s.spare = nil, nil, nil, js.Undefined()
		s.drawer.Call("clear")
	}
	p.draw.Call("forget")
	p.dom.boxes.toTop()
	p.names = 0
}

func (p *page) Cancel() {
	if p.pairing != nil {
		p.pairing.cancel(p)
		return
	}
	if p.opened.any() { // which stays, and what is read beside it ends
		p.opening.turn++
		p.opening.fetching = false
		p.dismiss()
		return
	}
	if p.opening.fetching {
		p.cancelled()
		return
	}
	p.link.post(script.Object("kind", "cancel"))
	if p.opening.deaf.IsUndefined() {
		p.listen(answerTicks)
	}
}

// cancelled ends what nothing was read of.
func (p *page) cancelled() {
	p.fresh()
	p.fail(words.T("It was cancelled before the whole file was read."))
}

// A worker that for a second neither says that it has heard Cancel nor anything else is ended. The
// second is counted in ticks of the page's own, so that on a busy machine it is longer.
const (
	answerTick  = 100 // ms
	answerTicks = 10
)

// listen waits so many ticks for the worker to say that it is stopping.
func (p *page) listen(ticks int) {
	p.opening.ticks = ticks
	p.opening.deaf = js.Global().Call("setTimeout", p.opening.late, answerTick)
}

// deaf ends a worker that has not heard in time that it is to stop.
func (p *page) deaf() {
	p.opening.deaf = js.Undefined()
	switch {
	case p.opened.any():
		return
	case p.opening.ticks > 1:
		p.listen(p.opening.ticks - 1)
		return
	}
	p.fresh()
	p.fail(words.T("Reading was cancelled. It did not stop within a second, so nothing of the file can be shown."))
}

// stopping notes that the worker has heard that it is to stop: what it has read will come.
func (p *page) stopping() {
	js.Global().Call("clearTimeout", p.opening.deaf)
	p.opening.deaf = js.Undefined()
}

func (p *page) Close() {
	p.forget()
	p.reset()
	p.link.start()
	p.link.show()
}

func (p *page) Restart() {
	if p.opened.files.Truthy() {
		name, _ := called(p.opened.files)
		p.openAll(p.opened.files, name, false, p.opened.choice)
	} else {
		p.Close()
	}
}

// budget is how many bytes a trace's calls may take in a worker.
func budget() float64 { return js.Global().Get("traceglassBudget").Float() }
