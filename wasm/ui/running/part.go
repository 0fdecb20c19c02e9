package running

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// A part is the compared part of each run.
type part struct {
	scope message.RunsPart
	typed [3]string // in the fields: from, to, anchor
}

// partIDs are the ids of the fields for the part: from, to, anchor.
var partIDs = [...]string{"runs-from", "runs-to", "runs-anchor"}

// read reads the part in the fields.
func (r *Room) read() {
	var ns [2]int64
	for i := range ns {
		if strings.TrimSpace(r.typed[i]) == "" {
			continue
		}
		var ok bool
		if ns[i], ok = words.Instant(r.typed[i]); !ok {
			r.page.Notify(words.Say("“{1}” is not a time. Enter a time such as 1.25s, 300ms or 1250 (ns).", words.Clip(r.typed[i])))
			return
		}
	}
	part := message.RunsPart{From: ns[0], To: ns[1], Anchor: strings.TrimSpace(r.typed[2])}
	switch {
	case part.To > 0 && part.To <= part.From || part.To == 0 && strings.TrimSpace(r.typed[1]) != "":
		r.page.Notify(words.T("The end must be later than the start."))
	case part != r.scope:
		r.do.Read(part, false)
	}
}

// partText describes the compared part of each run, "" for whole runs.
func (r *part) partText() string {
	p := r.scope
	if p.IsWhole() {
		return ""
	}
	says := words.Text("Comparing each run from {1} on. Calls before the first frame are shown only for whole runs.")
	switch {
	case p.To > 0 && p.Anchor != "":
		says = "Comparing each run from {1} to {2} after its first call of {3}. Calls before the first frame are shown only for whole runs."
	case p.Anchor != "":
		says = "Comparing each run from {1} after its first call of {3}. Calls before the first frame are shown only for whole runs."
	case p.To > 0:
		says = "Comparing each run from {1} to {2}. Calls before the first frame are shown only for whole runs."
	}
	from, to := words.Brief(p.From), ""
	if p.To > 0 {
		from, to = words.Range(p.From, p.To)
	}
	return words.Say(says, from, to, words.Clip(p.Anchor))
}
