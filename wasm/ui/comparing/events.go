package comparing

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/node"
)

// clicked handles a click, by the id of the element.
func (r *Room) clicked(event vugu.DOMEvent) {
	d := r.desk
	routes := node.Routes{
		"changes-swap":  func(int) { d.Actions.Swap() },
		"changes-whole": func(int) { d.Actions.ClearRanges() },
		"close-a":       func(int) { d.Actions.Close(0) },
		"close-b":       func(int) { d.Actions.Close(1) },
		"undo-pair":     func(int) { r.splitPair() },
		"redo-pairs":    func(int) { r.repairs, r.threads = nil, nil },
		"change-largest": func(n int) {
			if n >= 0 && n < len(r.most) {
				d.Choose(r.most[n].Pair, r.most[n].Texts)
			}
		},
		"change-found": func(n int) {
			if found := r.found(); n >= 0 && n < len(found) {
				d.Actions.Show(traceOf(found[n].Gone), "")
			}
		},
		"change-away":    func(int) { d.ClearMethod() },
		"to-a":           func(int) { r.showIn(0) },
		"to-b":           func(int) { r.showIn(1) },
		"lane-apart":     func(int) { r.splitLane() },
		"changes-csv":    func(int) { r.save("csv") },
		"changes-json":   func(int) { r.save("json") },
		"changes-md":     func(int) { r.save("markdown") },
		"change-caller":  func(n int) { r.toRelative(n, true) },
		"change-callee":  func(n int) { r.toRelative(n, false) },
		"scale-measured": func(int) { d.Scale, r.per = message.Scale{}, "" },
		"scale-whole":    func(int) { d.Scale, r.per = message.Scale{Unit: message.OfWhole}, "" },
		"scale-call":     func(int) { r.perCall() },
	}
	for clock := range clockIDs {
		routes[clockIDs[clock]] = func(int) { d.Clock = message.Clock(clock) }
	}
	routes.Dispatch(event)
}

// save saves the differences as a file.
func (r *Room) save(format string) {
	d := r.desk
	if !d.Ready() {
		return
	}
	r.file.Ask(&d.Line, &message.ChangesFile{Format: format, Clock: d.Clock, Scale: d.Scale, Order: d.Order}, func(f *message.File) {
		d.Host.Save(f)
		d.Notify(words.Say("Saved {1}, {2}.", words.Clip(f.Name), words.Size(int64(len(f.Data)))))
	})
}

// changed handles input in the text field and the lists.
func (r *Room) changed(event vugu.DOMEvent) {
	switch event.PropString("target", "id") {
	case findID:
		r.desk.Text = node.Value(event)
	case "changes-lane":
		r.main, r.pool = false, [2]string{}
		if n := node.Number(event); n > 0 && n <= len(r.pairs) {
			r.pool = keysOf(r.pairs[n-1].Names)
		}
	case "lane-a", "lane-b":
		r.pairLanes(event)
	}
}

// clockIDs are the ids of the clocks' buttons.
var clockIDs = [...]string{message.Wall: "changes-wall", message.CPU: "changes-cpu", message.Waiting: "changes-waiting"}
