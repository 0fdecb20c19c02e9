package comparing

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// clicked handles a click, by the id of the element.
func (r *Room) clicked(event vugu.DOMEvent) {
	d := r.desk
	node.Routes{
		"changes-swap":  func(int) { d.Actions.Swap() },
		"changes-whole": func(int) { d.Actions.ClearRanges() },
		"close-a":       func(int) { d.Actions.Close(0) },
		"close-b":       func(int) { d.Actions.Close(1) },
		"undo-pair":     func(int) { r.splitPair() },
		"redo-pairs":    func(int) { r.repairs, r.threads = nil, nil },
		"change-largest": func(n int) {
			if top := r.mostChanged(); n >= 0 && n < len(top) {
				d.Choose(top[n].Pair, top[n].Texts)
			}
		},
		"change-found": func(n int) {
			if found := r.shownFindings(); n >= 0 && n < len(found) {
				d.Actions.Finding(traceOf(found[n].InA), found[n].Thread, found[n].Key)
			}
		},
		"changes-fold":    func(int) { r.folded = !r.folded },
		"changes-in-full": func(int) { r.full = !r.full },
		"changes-same":    func(int) { r.same = !r.same },
		"change-away":     func(int) { d.ClearMethod() },
		"to-a":            func(int) { r.showIn(0) },
		"to-b":            func(int) { r.showIn(1) },
		"lane-apart":      func(int) { r.splitLane() },
		"change-caller":   func(n int) { r.toRelative(n, true) },
		"change-callee":   func(n int) { r.toRelative(n, false) },
	}.Dispatch(event)
}

// scales returns the choice of the unit of the figures.
func (r *Room) scales() *bar.Row {
	option := func(unit message.Unit, id, name, title string) bar.Button {
		return bar.Button{ID: id, Name: name, Title: title, State: bar.Is(r.desk.Scale.Unit == unit), Do: func() {
			r.desk.Scale, r.per = message.Scale{Unit: unit}, ""
		}}
	}
	call := option(message.PerCall, "scale-call", r.perCallText(), words.T("Per call of the selected method, for example per frame or per request"))
	if call.Name == "" { // its place is kept, so that nothing moves when a method is selected
		call.Name, call.Title, call.Disabled = words.T("per call of a method"), words.T("Select a method that both traces call to see figures per call"), true
	}
	call.Do = r.perCall
	return bar.Choice(words.T("Figures"),
		option(message.AsMeasured, "scale-measured", words.T("Measured"), words.T("Figures as they were measured")),
		option(message.OfWhole, "scale-whole", words.T("Share"), words.T("Each as a share of its trace: of all calls, or of all time in calls")),
		call)
}

// save saves the differences as a file.
func (r *Room) save(format string) {
	d := r.desk
	if !d.Ready() {
		return
	}
	r.file.Ask(&d.CompareLine, &message.ChangesFile{Format: format, Clock: d.Clock, Scale: d.Scale, Order: d.Order, By: r.table.GroupedBy()}, d.Download)
}

// finds returns the search field.
func (r *Room) finds() *bar.Find {
	return &bar.Find{ID: findID, Empty: "Search methods  ( / )", Named: "Search methods", Title: desk.ChangesLanguage(), Text: r.desk.Text, Do: func(text string) { r.desk.Text = text }}
}
