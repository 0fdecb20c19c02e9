package running

import (
	"traceglass/wasm/message"
)

// A state is the part of the room that the browser's history stores.
type state struct {
	clock     message.Clock
	exclusive bool
	groups    []byte
	part      message.RunsPart
}

var stateEncoding message.Encoding[state]

// syncPage stores the state of the room on the page, or applies a state of the history. It returns false if that requires
// reading another part of the runs.
func (r *Room) syncPage() bool {
	var was state
	if now := r.page.Changes; now != r.reported && stateEncoding.Decode([]byte(now), &was) == nil {
		r.clock, r.exclusive = was.clock, was.exclusive
		if len(was.groups) == len(r.of) { // else the state is of another part, where other runs were readable
			r.of, r.hasGroups = was.groups, true
		}
		if was.part != r.scope {
			r.do.Read(was.part, true)
			return false
		}
	}
	is := state{r.clock, r.exclusive, r.of, r.scope}
	r.reported = string(stateEncoding.Append(nil, &is))
	r.page.Changes = r.reported
	return true
}
