package comparing

import (
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
)

// lanes are the compared threads, and the corrections of their pairs.
type lanes struct {
	main    bool                   // compare only the main threads, as one trace opens
	pool    [2]string              // otherwise the threads with these keys, "" for all
	pairs   []message.PairedThread // the pairs of threads
	threads []message.Repair       // corrections of these pairs, by keys
}

// pairLanes pairs the selected thread with one of the other trace, the n-th of r.pairs from 1.
func (r *lanes) pairLanes(n int) {
	lane := r.lane()
	if lane == nil || n == 0 || n > len(r.pairs) {
		return
	}
	other := &r.pairs[n-1]
	names := [2]string{lane.Names[0], other.Names[1]}
	if lane.Names[0] == "" {
		names = [2]string{other.Names[0], lane.Names[1]}
	}
	r.threads = append(r.threads, repair(names, false))
	r.main, r.pool = false, [2]string{}
}

// splitLane separates the selected pair of threads.
func (r *lanes) splitLane() {
	if lane := r.lane(); lane != nil && lane.Names[0] != "" && lane.Names[1] != "" {
		r.threads = append(r.threads, repair(lane.Names, true))
		r.main, r.pool = false, [2]string{}
	}
}

// lane returns the pair of threads that is compared alone, nil for all threads.
func (r *lanes) lane() *message.PairedThread {
	switch {
	case r.main && len(r.pairs) > 0:
		return &r.pairs[0] // main
	case r.pool == [2]string{}:
		return nil
	}
	for i := range r.pairs {
		if l := &r.pairs[i]; keysOf(l.Names) == r.pool {
			return l
		}
	}
	return nil
}

// laneMenu returns the menu of threads.
func (r *lanes) laneMenu() *bar.Select {
	lane := r.lane()
	all := []bar.Option{{Value: "0", Name: words.T("all threads"), On: lane == nil}}
	for i := range r.pairs {
		l := &r.pairs[i]
		all = append(all, bar.Option{Value: strconv.Itoa(i + 1), Name: laneName(l), On: lane == l})
	}
	return &bar.Select{ID: "changes-lane", Label: "of", Title: words.T("Threads, those of a pool as one"), Options: all, Do: bar.Number(func(n int) {
		r.main, r.pool = false, [2]string{}
		if n > 0 && n <= len(r.pairs) {
			r.pool = keysOf(r.pairs[n-1].Names)
		}
	})}
}

// laneName returns the name of a pair of threads.
func laneName(l *message.PairedThread) string {
	switch {
	case l.Names[0] == "":
		return words.Say("{1} (B alone)", words.Clip(l.Names[1]))
	case l.Names[1] == "":
		return words.Say("{1} (A alone)", words.Clip(l.Names[0]))
	case l.Names[0] != l.Names[1]:
		return words.Clip(l.Names[0]) + " = " + words.Clip(l.Names[1])
	}
	return words.Clip(l.Names[0])
}

// laneUnpaired reports whether the selected thread belongs to one trace only.
func (r *lanes) laneUnpaired() bool {
	l := r.lane()
	return l != nil && (l.Names[0] == "" || l.Names[1] == "")
}

// laneSplittable reports whether the selected pair may be wrong.
func (r *lanes) laneSplittable() bool {
	l := r.lane()
	return l != nil && !r.laneUnpaired() && (l.Guess != "" || l.Names[0] != l.Names[1])
}

// otherLanes returns the menu of the threads of the other trace, to pair with the selected thread.
func (r *lanes) otherLanes() *bar.Select {
	menu := &bar.Select{ID: "lane-a", Named: "The thread of the other trace", Hidden: !r.laneUnpaired(), Do: bar.Number(r.pairLanes)}
	lane := r.lane()
	if lane == nil {
		return menu
	}
	other := 1
	if lane.Names[0] == "" {
		other = 0
	}
	menu.Options = []bar.Option{{Value: "0", Name: words.T("pair with…"), On: true}}
	for i := range r.pairs {
		if name := r.pairs[i].Names[other]; name != "" {
			menu.Options = append(menu.Options, bar.Option{Value: strconv.Itoa(i + 1), Name: words.Clip(name)})
		}
	}
	return menu
}
