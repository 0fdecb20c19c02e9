package ui

import (
	"strings"

	"traceglass/wasm/message"
)

// names keeps what is known of methods. A name crosses from the worker once: with the
// first row that shows it, or, with all else that is missing, because it is asked for.
type names struct {
	known   map[uint32]message.Name
	missing []uint32
	asked   map[uint32]bool
	number  uint32 // of the request in flight
	learned int    // answers taken
}

func (n *names) reset() {
	*n = names{known: map[uint32]message.Name{}, asked: map[uint32]bool{}}
}

// need notes methods whose names the page is about to show.
func (n *names) need(methods ...uint32) {
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

// ask sends one request for all that is missing, unless one is on its way.
func (n *names) ask(host Host) {
	if len(n.missing) == 0 || n.number != 0 {
		return
	}
	n.number = host.Ask(&message.Names{Methods: n.missing})
	n.missing = nil
}

// learn takes an answer.
func (n *names) learn(names []message.Name) {
	if len(names) == 0 {
		return
	}
	n.learned++
	for _, name := range names {
		n.known[name.Method] = name
	}
}

// label is a method's name as the page writes it: "…" until it is known.
func (n *names) label(method uint32) string {
	first, last := n.parts(method)
	return first + last
}

// parts is a label cut before the class's last word: "java.util." and "Vector.get".
func (n *names) parts(method uint32) (first, last string) {
	if method == message.NoNode {
		return "", "(toplevel)"
	}
	name, ok := n.known[method]
	if !ok {
		return "", "…"
	}
	label := clipped(name.Label)
	if name.Class == "" || !strings.HasPrefix(label, name.Class) {
		return "", label
	}
	cut := strings.LastIndexByte(name.Class, '.') + 1
	return label[:cut], label[cut:]
}

// title is all of a method's name, for a tooltip of the browser's.
func (n *names) title(method uint32) string {
	name, ok := n.known[method]
	if !ok {
		return ""
	}
	return clipped(strings.TrimSpace(name.Label + " " + name.Signature))
}

// isSwitch reports whether a method is the one that context switches are calls of.
func (n *names) isSwitch(method uint32) bool { return n.known[method].Switches }

// slot is the colour of a method by the rule chosen, -1 until its name is known.
func (n *names) slot(method uint32, colour message.Colour) int {
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
