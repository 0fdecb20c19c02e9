package dumping

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// longestFact limits the text of a line in a head, in bytes. Lists of libraries and class paths
// are longer, and can be read in the file's text.
const longestFact = 400

// head returns the facts that the file has around a process's stacks.
func (ds *dumps) head(req *message.Head) message.Body {
	if int(req.Process) >= len(ds.processes) {
		return noProcess()
	}
	p := &ds.processes[req.Process]
	reply := &message.HeadReply{}
	var leads []string
	for _, part := range p.file.d.Head(p.at) {
		shown := message.HeadPart{Title: part.Title, Left: part.Omitted}
		for i := range part.Facts {
			f := &part.Facts[i]
			if lead := leadOf(f); lead != "" && len(leads) < mostLeads {
				leads = append(leads, lead)
			}
			shown.Facts = append(shown.Facts, message.HeadFact{
				Line: p.file.lineOf(f.Line), Inner: f.Inner,
				Key: valid(f.Key), Value: valid(words.ClipTo(f.Value, longestFact)), Help: f.Help,
			})
		}
		reply.Parts = append(reply.Parts, shown)
	}
	reply.Lead = valid(strings.Join(leads, " · "))
	return reply
}

// mostLeads limits the facts in the summary line.
const mostLeads = 6

// leadOf returns a fact in a few words if it belongs in the summary line, else "".
func leadOf(f *dump.Fact) string {
	const longest = 160
	value, _, _ := strings.Cut(f.Value, ";")
	switch {
	case f.Key == "Subject" || f.Key == "Reason":
		return words.ClipTo(f.Value, longest)
	case f.Key == "Load":
		return words.Say("load {1}", f.Value)
	case strings.HasSuffix(f.Key, "TOTAL"):
		return words.Say("CPU {1}", strings.TrimSuffix(f.Key, " TOTAL"))
	case f.Key == "VmSwapKb" && f.Value != "0":
		return words.Say("swapped out {1} KB", f.Value)
	case strings.HasSuffix(f.Key, " full"): // of memory or I/O pressure
		average, _, _ := strings.Cut(strings.TrimPrefix(f.Value, "avg10="), " ")
		if average != "0.00" {
			return words.Say("{1} stalled {2}%", strings.TrimSuffix(f.Key, " full"), average)
		}
	case f.Key == "Heap":
		return words.Say("heap {1}", value)
	}
	return ""
}
