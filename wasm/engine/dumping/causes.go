package dumping

import (
	"traceglass/parser/wait"
	"traceglass/render/tell"
	"traceglass/wasm/message"
)

// mostCases is how many dumps of a cause an answer names.
const mostCases = 1000

// causes groups the processes that did not answer, one a file.
func (m *Room) causes() *message.CausesReply {
	var pile wait.Pile
	var number []uint32 // of the process, by row of pile.Cases
	n := 0              // of the first process of a file: they are in the order of the files
	for i := range m.files {
		f := &m.files[i]
		pile.AddFacts(f.name, f.facts)
		known, at := len(pile.Cases) > len(number), f.facts.Suspect()
		for ; n < len(m.processes) && m.processes[n].file == f; n++ {
			if known && m.processes[n].at == at {
				number = append(number, uint32(n))
			}
		}
	}
	reply := &message.CausesReply{Dumps: len(pile.Cases), Without: len(pile.Without)}
	groups := pile.Groups()
	reply.Left = max(0, len(groups)-mostGroups)
	for _, g := range groups[:len(groups)-reply.Left] {
		c := g.Cause
		group := message.CauseGroup{
			Count: len(g.Cases), Rule: c.Rule, Waits: valid(c.Waits), Holder: valid(c.Holder), Frames: valid(c.Frames),
			Text: valid(tell.Claim(&pile.Cases[g.Cases[0]].Claim)), First: valid(g.First), Last: valid(g.Last),
			Releases: counts(g.Releases), Processes: counts(g.Processes),
		}
		for _, row := range g.Cases[:min(len(g.Cases), mostCases)] {
			group.Cases = append(group.Cases, number[row])
		}
		reply.Groups = append(reply.Groups, group)
	}
	return reply
}

// counts are the most frequent of what was counted.
func counts(of []wait.Tally) (all []message.NameCount) {
	for _, t := range of[:min(len(of), shownNames)] {
		all = append(all, message.NameCount{Name: valid(t.Name), Count: t.Count})
	}
	return all
}
