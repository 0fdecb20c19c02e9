package worker

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
)

// Many traces are read one after the other, each by an engine of its own, which ends with it: of a run
// the worker's engine keeps what its methods cost.

// readRuns reads a part of all traces in files, with the maps of names among them, and says which there are and how they
// are likely parted.
func (w *worker) readRuns(files []js.Value, budget int64, part message.RunsPart) {
	w.turn.Lock()
	defer w.turn.Unlock()
	all := &message.Runs{Part: part}
	names, size, before := script.NamesOf(files), script.SizeOf(files), int64(0)
	var maps []js.Value // of names, which every run is read with
	for i, file := range files {
		if input.IsMappingName(names[i]) {
			maps = append(maps, file)
		}
	}
	calls := int64(0)
	for _, group := range input.Pair(names) {
		if input.IsMappingName(names[group[0]]) {
			continue
		}
		of := slices.Clone(maps)
		for _, i := range group {
			of = append(of, files[i])
		}
		stored := script.SizeOf(of[len(maps):])
		traces := 1 // in these files
		for trace := 0; trace < traces && !w.over; trace++ {
			made := post.Choice{}
			if traces > 1 {
				made = post.Choice{Trace: trace, Of: traces}
			}
			engine := engine.New(budget)
			w.reading = &reading{engine: engine, files: of, budget: budget, choice: made, news: func(b message.Body) {
				if p, ok := b.(*message.Progress); ok {
					w.answer(0, &message.Progress{Bytes: before + int64((float64(trace)+float64(p.Bytes)/float64(max(1, p.Size)))/float64(traces)*float64(stored)), Size: size, Calls: calls + p.Calls})
				}
			}}
			run := message.Run{Name: names[group[0]], File: group[0], Trace: trace}
			file := run.Name
			results := w.reading.run()
			read := w.reading.description != nil
			for _, r := range results {
				switch body := r.(type) {
				case *message.Members:
					if body.Chosen < 0 {
						traces, trace = len(body.Traces), -1
						continue
					}
					run.Name = input.Leaf(body.Traces[body.Chosen].Name)
					file += "/" + body.Traces[body.Chosen].Name
					run.In = path.Dir(file)
				case *message.Failure:
					run.Why = body.Text
				}
			}
			if trace < 0 {
				continue // now that it is known how many there are
			}
			if run.Traces = traces; read {
				kept, within, err := w.engine.KeepRun(file, engine, part)
				run.Calls = kept
				if !part.Whole() {
					run.From, run.To = within.From, within.To
				}
				if run.Why = ""; err != nil {
					run.Why = err.Error() + "."
				}
				calls += run.Calls
			} else {
				run.Why = cmp.Or(strings.TrimPrefix(run.Why, run.Name+": "), words.T("This holds no method trace."))
			}
			all.Runs = append(all.Runs, run)
		}
		before += stored
	}
	w.reading = nil
	groups, ok := w.engine.PartRuns()
	all.Parted = ok
	for i := range all.Runs {
		if all.Runs[i].Why == "" {
			all.Runs[i].Group, groups = uint8(groups[0]), groups[1:]
		}
	}
	w.answer(0, all)
}
