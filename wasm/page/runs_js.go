package page

import (
	"slices"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// compareRuns reads a part of traces as many runs of one thing.
func (p *page) compareRuns(files js.Value, part message.RunsPart) {
	p.dismiss()
	p.replace(false)
	p.readRuns(files, part)
}

// readRuns has the worker read them, in place of what is open.
func (p *page) readRuns(files js.Value, part message.RunsPart) {
	p.fresh()
	name, _ := called(files)
	p.begun(files, name, sizeOf(files), false, choice{})
	p.opened.part = part
	p.link.post(script.Object("kind", "runs", "files", files, "budget", budget(), "from", part.From, "to", part.To, "anchor", part.Anchor))
}

// ReadRuns reads another part of the runs that are open.
func (p *page) ReadRuns(part message.RunsPart) { p.readRuns(p.opened.files, part) }

// OpenRun opens the trace of one of the runs by itself.
func (p *page) OpenRun(run message.Run) {
	for _, group := range input.Pair(namesOf(p.opened.files)) {
		if !slices.Contains(group, run.File) {
			continue
		}
		files, _ := mapsOf(p.opened.files)
		made := choice{}
		for _, i := range group {
			files.Call("push", p.opened.files.Index(i))
		}
		if run.Traces > 1 {
			made = choice{run.Trace, run.Traces}
		}
		p.openAll(files, run.Name, false, made)
		return
	}
}

// CompareMembers reads all traces in the zip files that one was to be chosen of, or is open, as runs.
func (p *page) CompareMembers(from *message.Members) {
	files := p.opened.files
	if from.Chosen < 0 {
		files = p.opening.asked.files
	}
	if files.Truthy() {
		p.compareRuns(files, message.RunsPart{})
	}
}
