package desk

import (
	"fmt"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// A Lookup finds methods by their names in the file, and selects them.
type Lookup struct {
	named   ask.Query[*message.Location]
	longest ask.Query[*message.Method] // of the method to show
}

// Choose selects the method with this raw name and signature, if the trace has it.
func (l *Lookup) Choose(d *Desk, raw string) { l.find(d, hashOf(raw), d.ChooseMethod) }

// Show selects the method with this raw name and signature, and zooms the timeline to its longest call.
func (l *Lookup) Show(d *Desk, raw string) {
	l.find(d, hashOf(raw), func(method uint32) {
		chooseFound(d, method)
		if method != message.NoNode {
			l.showLongest(d, method, d.Scope())
		}
	})
}

// ChooseHashed selects the method whose raw name has this hash.
func (l *Lookup) ChooseHashed(d *Desk, hash string) {
	l.find(d, hash, func(method uint32) { chooseFound(d, method) })
}

// find calls found with the method whose raw name has this hash, or with NoNode.
func (l *Lookup) find(d *Desk, hash string, found func(method uint32)) {
	whole := message.MethodRows{Scope: message.Scope{To: message.Whole}, Find: message.Find{Text: "hash:" + hash}}
	l.named.Ask(&d.Line, &message.Locate{Table: whole, Method: message.NoNode, After: -1}, func(at *message.Location) { found(at.Method) })
}

// showLongest shows the longest call of a method in a scope. If the selected threads do not call it, it selects the thread
// of its longest call.
func (l *Lookup) showLongest(d *Desk, method uint32, scope message.Scope) {
	l.longest.Ask(&d.Line, &message.MethodInfo{Scope: scope, Method: method}, func(m *message.Method) {
		switch {
		case d.Method != method:
		case len(m.Longest) > 0:
			call := m.Longest[0].Call
			if !d.Counts(call.Thread) {
				d.OnlyThread(call.Thread)
			}
			d.ShowCall(call, method)
		case len(scope.Threads) > 0:
			scope.Threads = nil
			l.showLongest(d, method, scope)
		}
	})
}

// chooseFound selects a method, or notifies that none was found.
func chooseFound(d *Desk, method uint32) {
	if method == message.NoNode {
		d.Notify(words.T("This file does not contain the method to select."))
	}
	d.ChooseMethod(method)
}

// hashOf returns the hash that links have for a raw name.
func hashOf(raw string) string { return fmt.Sprintf("%08x", message.NameHash(raw)) }
