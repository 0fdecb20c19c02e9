package desk

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// Names keeps what is known of methods. A name crosses from the worker once: with the
// first row that shows it, or, with all else that is missing, because it is asked for.
type Names struct {
	known   map[uint32]message.Name
	missing []uint32
	asked   map[uint32]bool
	query   ask.Query[*message.NamesReply]
	Learned int // answers taken
}

// Forget drops the names of a file.
func (n *Names) Forget() {
	*n = Names{known: map[uint32]message.Name{}, asked: map[uint32]bool{}}
}

// Of is all that is known of a method but its figures.
func (n *Names) Of(method uint32) message.Name { return n.known[method] }

// Need notes methods whose names the page is about to show.
func (n *Names) Need(methods ...uint32) {
	for _, m := range methods {
		if m == message.NoNode || n.asked[m] {
			continue
		}
		if _, ok := n.known[m]; !ok {
			n.asked[m] = true
			n.missing = append(n.missing, m)
		}
	}
}

// Want asks, in one request, for all that is missing, unless one is on its way.
func (n *Names) Want(l *ask.Line) {
	if len(n.missing) == 0 || n.query.Busy() {
		return
	}
	n.query.Ask(l, &message.Names{Methods: n.missing}, func(m *message.NamesReply) { n.Learn(m.Names) })
	n.missing = nil
}

// Learn takes an answer.
func (n *Names) Learn(names []message.Name) {
	if len(names) == 0 {
		return
	}
	n.Learned++
	for _, name := range names {
		n.known[name.Method] = name
	}
}

// Label is a method's name as the page writes it: "…" until it is known.
func (n *Names) Label(method uint32) string {
	first, last := n.Parts(method)
	return first + last
}

// Parts is a label cut before the class's last word: "java.util." and "Vector.get".
func (n *Names) Parts(method uint32) (first, last string) {
	if method == message.NoNode {
		return "", "(toplevel)"
	}
	name, ok := n.known[method]
	if !ok {
		return "", "…"
	}
	label := words.Clip(name.Label)
	if name.Class == "" || !strings.HasPrefix(label, name.Class) {
		return "", label
	}
	cut := strings.LastIndexByte(name.Class, '.') + 1
	return label[:cut], label[cut:]
}

// Pieces is a label cut in three: "java.util.", "Vector" and ".get". Where there is no class all
// of it is the last.
func (n *Names) Pieces(method uint32) (pkg, class, own string) {
	pkg, own = n.Parts(method)
	name, ok := n.known[method]
	if at := len(name.Class) - len(pkg); ok && at > 0 && len(pkg)+at <= len(pkg)+len(own) && pkg+own[:min(at, len(own))] == name.Class {
		return pkg, own[:at], own[at:]
	}
	return pkg, "", own
}

// Title is all of a method's name, for a tooltip of the browser's.
func (n *Names) Title(method uint32) string {
	name, ok := n.known[method]
	if !ok {
		return ""
	}
	return words.Clip(strings.TrimSpace(name.Label + " " + name.Signature))
}

// IsSwitch reports whether a method is the one that context switches are calls of.
func (n *Names) IsSwitch(method uint32) bool { return n.known[method].Switches }

// Slot is the colour of a method by the rule chosen, -1 until its name is known.
func (n *Names) Slot(method uint32, colour message.Colour) int {
	name, ok := n.known[method]
	switch {
	case !ok:
		return -1
	case colour == message.ColourByPackage:
		return int(name.Package)
	case colour == message.ColourByOrigin && name.Origin != 0:
		return int(name.Origin)
	}
	return int(name.Colour)
}

// SlotColour is a slot of the palette as CSS.
func SlotColour(slot int) string {
	if slot < 0 {
		return "var(--slot-unknown)"
	}
	return "var(--slot-" + strconv.Itoa(slot) + ")"
}
