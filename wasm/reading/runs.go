package reading

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"traceglass/parser/input"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// Runs are many traces, read one after the other, each by an engine of its own, which ends with it. Of each run, Engine
// keeps what its methods cost.
type Runs struct {
	Engine *engine.Engine
	Files  []File // traces, and maps of names that every run is read with
	Budget int64  // bytes that a trace may take
	Part   message.RunsPart
	Now    func() float64     // ms of any clock
	News   func(message.Body) // gets the progress

	current   *Reading // nil between runs
	cancelled bool
	before    message.Progress // of the runs read so far; Size is that of all
}

// Cancel ends the reading. The runs read so far count.
func (w *Runs) Cancel() {
	w.cancelled = true
	if w.current != nil {
		w.current.Cancel()
	}
}

// Run reads the runs and lists them, in two groups if they likely form two.
func (w *Runs) Run() *message.Runs {
	all := &message.Runs{Part: w.Part}
	names := namesOf(w.Files)
	w.before.Size = sizeOf(w.Files)
	var maps []File
	for i, file := range w.Files {
		if input.IsMappingName(names[i]) {
			maps = append(maps, file)
		}
	}
	for _, group := range input.Pair(names) {
		if input.IsMappingName(names[group[0]]) {
			continue
		}
		files := slices.Clone(maps)
		for _, i := range group {
			files = append(files, w.Files[i])
		}
		stored := sizeOf(files[len(maps):])
		traces, known := 1, false // in these files
		for trace := 0; trace < traces && !w.cancelled; trace++ {
			run := message.Run{Name: names[group[0]], File: group[0], Trace: trace, Traces: traces}
			several := w.read(&run, files, stored)
			if several > 0 && !known {
				traces, trace, known = several, -1, true
				continue
			}
			all.Runs = append(all.Runs, run)
		}
		w.before.Bytes += stored
	}
	groups, parted := w.Engine.PartRuns()
	all.Parted = parted
	for i := range all.Runs {
		if all.Runs[i].Why == "" {
			all.Runs[i].Group, groups = uint8(groups[0]), groups[1:]
		}
	}
	return all
}

// read reads a run from files of so many bytes. If they turn out to hold several traces, it returns their number, and
// the run has not been read.
func (w *Runs) read(run *message.Run, files []File, stored int64) (several int) {
	r := &Reading{Engine: engine.New(w.Budget), Files: files, Budget: w.Budget, Now: w.Now}
	if run.Traces > 1 {
		r.Choice = post.Choice{Trace: run.Trace, Of: run.Traces}
	}
	r.News = func(b message.Body) {
		if p, ok := b.(*message.Progress); ok {
			share := (float64(run.Trace) + float64(p.Bytes)/float64(max(1, p.Size))) / float64(run.Traces)
			w.News(&message.Progress{Bytes: w.before.Bytes + int64(share*float64(stored)), Size: w.before.Size, Calls: w.before.Calls + p.Calls})
		}
	}
	w.current = r
	results := r.Run()
	w.current = nil
	file := run.Name
	for _, result := range results {
		switch body := result.(type) {
		case *message.Members:
			if body.Chosen < 0 {
				return len(body.Traces)
			}
			run.Name = input.Leaf(body.Traces[body.Chosen].Name)
			file += "/" + body.Traces[body.Chosen].Name
			run.In = path.Dir(file)
		case *message.Failure:
			run.Why = body.Text
		}
	}
	if r.Description == nil {
		run.Why = cmp.Or(strings.TrimPrefix(run.Why, run.Name+": "), "This holds no method trace.")
		return 0
	}
	kept, within, err := w.Engine.KeepRun(file, r.Engine, w.Part)
	run.Calls = kept
	if !w.Part.IsWhole() {
		run.From, run.To = within.From, within.To
	}
	if run.Why = ""; err != nil {
		run.Why = err.Error() + "."
	}
	w.before.Calls += run.Calls
	return 0
}
