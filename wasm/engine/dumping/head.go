package dumping

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// longestFact is how much of one line's text a head shows, in bytes: lists of libraries and of
// class paths are longer, and can be read in the text.
const longestFact = 400

// head is what the file says around a process's stacks.
func (m *Room) head(req *message.Head) message.Body {
	if int(req.Process) >= len(m.processes) {
		return noProcess()
	}
	p := &m.processes[req.Process]
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

// mostLeads is how many facts are worth the one line that is shown before all of them are.
const mostLeads = 6

// leadOf is a fact in few words if it is worth that line, else "".
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
	case strings.HasSuffix(f.Key, " full"): // of pressure
		average, _, _ := strings.Cut(strings.TrimPrefix(f.Value, "avg10="), " ")
		if average != "0.00" {
			return words.Say("{1} stalled {2}%", strings.TrimSuffix(f.Key, " full"), average)
		}
	case f.Key == "Heap":
		return words.Say("heap {1}", value)
	}
	return ""
}
