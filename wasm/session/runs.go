package session

import (
	"slices"

	"traceglass/parser/input"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// readRuns closes the open files and reads traces as many runs of one thing.
func (s *Session) readRuns(from Source) {
	if o := s.open(); o == nil || !o.shown().runs || !slices.Equal(o.shown().from.Files, from.Files) {
		s.replace(false)
	}
	s.vacate()
	w := s.beginReading(from, false)
	s.out.send(w, &post.OpenRuns{Files: blobsOf(from.Files), Budget: s.budget, From: from.Part.From, To: from.Part.To, Anchor: from.Part.Anchor})
}

// ReadRuns reads another part of the runs that are open.
func (s *Session) ReadRuns(part message.RunsPart) {
	defer s.out.flush()
	s.readRuns(Source{Files: s.Files(), Runs: true, Part: part})
}

// OpenRun opens one of the runs as a trace.
func (s *Session) OpenRun(run message.Run) {
	defer s.out.flush()
	all := s.Files()
	for _, group := range input.Pair(namesOf(all)) {
		if !slices.Contains(group, run.File) {
			continue
		}
		from := Source{}
		from.Files, _ = partMaps(all)
		for _, i := range group {
			from.Files = append(from.Files, all[i])
		}
		if run.Traces > 1 {
			from.Choice = post.Choice{Trace: run.Trace, Of: run.Traces}
		}
		s.read(from, run.Name, false)
		return
	}
}
