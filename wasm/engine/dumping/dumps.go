package dumping

import (
	"cmp"
	"slices"

	"traceglass/parser/input"
	"traceglass/parser/platform"
	"traceglass/parser/sorting"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	naming "traceglass/render/names"
	"traceglass/wasm/message"
)

// dumps are the dumps in memory, with the original names that are on. Processes, threads and lines are numbered across
// all files, in the order of the files.
type dumps struct {
	files     []file
	processes []process
	series    *wait.Series // of processes
	query     *query       // the user's last query; nil before the first
	names     names
	maps      maps
}

// describe sorts the files: first those with times, by time, then the others, by name. It numbers their processes,
// threads and lines, and describes them.
func (ds *dumps) describe() *message.Dumps {
	sorting.Stable(ds.files, func(a, b file) int {
		x, y := a.time(), b.time()
		switch {
		case x == "" && y != "":
			return 1
		case x != "" && y == "":
			return -1
		}
		return cmp.Or(cmp.Compare(x, y), input.Natural(a.name, b.name))
	})
	ds.processes = nil
	reply := &message.Dumps{}
	most := -1 // suspicion of the most suspicious process so far
	for i := range ds.files {
		f := &ds.files[i]
		f.thread, f.line = reply.Threads, reply.Lines
		f.kinds, f.facts, f.readable = map[platform.App][]stack.Kind{}, wait.NewFacts(f.d), naming.OfDump(f.d)
		reply.Threads += len(f.d.Threads)
		reply.Lines += f.d.Raw().Text.Lines()
		reply.Files = append(reply.Files, message.DumpFile{
			Name: f.name, Stored: f.stored, Subject: valid(f.d.Subject), Relative: f.d.Relative.Sentence(), Made: f.d.About.Made,
			Line: uint32(f.line), Lines: uint32(f.d.Raw().Text.Lines()),
		})
		for b := range f.d.Blocks {
			if f.d.Blocks[b].Joined {
				continue // the threads of another block show the same
			}
			ds.processes = append(ds.processes, process{file: f, block: &f.d.Blocks[b], app: platform.AppOf(f.d.Blocks[b].CommandLine), at: b, graph: f.facts.Graph(b)})
			p := &ds.processes[len(ds.processes)-1]
			reply.Processes = append(reply.Processes, p.describe(uint32(i), len(ds.processes)))
			if s := reply.Processes[len(ds.processes)-1].Suspicion; s > most {
				reply.Front, most = uint32(len(ds.processes)-1), s
			}
		}
		if f.partial != "" {
			reply.Notes = append(reply.Notes, message.DumpNote{File: uint32(i), Code: "partial", Text: f.partial, Count: 1, Line: message.NoNode})
		}
		for _, n := range f.d.Receipt.Notes {
			note := message.DumpNote{File: uint32(i), Code: n.Code, Text: n.Text, Count: n.Count, Line: message.NoNode}
			if n.Line >= 0 {
				note.Line = f.lineOf(n.Line)
			}
			reply.Notes = append(reply.Notes, note)
		}
	}
	shots := make([]wait.Shot, len(ds.processes))
	for i := range shots {
		shots[i] = ds.processes[i].shot()
	}
	ds.series = wait.NewSeries(shots)
	for i, n := range ds.series.Counts() {
		p := &reply.Processes[i]
		p.Dumps, p.Freeze = n, len(ds.series.Freeze(i))
		if c, ok := ds.series.Along(i); ok { // after the verdict, which is on this dump alone
			verdict := shots[i].Facts.Explain(shots[i].Block)
			p.Claims = slices.Insert(p.Claims, verdict.Main+1, ds.processes[i].claim(&c))
		}
	}
	for i := range reply.Processes {
		ds.maps.rawClaims(&reply.Processes[i])
	}
	return reply
}
