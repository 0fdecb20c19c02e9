package desk

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/node"
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

// Parts is a label cut before the class's last word: "java.util." and "Vector.get". Where another
// method of the class has the name too its parameters come last: "Thread.sleep(long, int)".
func (n *Names) Parts(method uint32) (first, last string) {
	if method == message.NoNode {
		return "", "(toplevel)"
	}
	name, ok := n.known[method]
	if !ok {
		return "", "…"
	}
	label, params := words.Clip(name.Label), words.Clip(name.Params)
	if name.Class == "" || !strings.HasPrefix(label, name.Class) {
		return "", label + params
	}
	cut := strings.LastIndexByte(name.Class, '.') + 1
	return label[:cut], label[cut:] + params
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

// Short is a label without the package: "Vector.get".
func (n *Names) Short(method uint32) string {
	if first, last := n.Parts(method); first != "" {
		return last
	}
	return words.ShortLabel(n.Label(method))
}

// Title is all of a method's name, for a tooltip of the browser's:
// "java.util.Vector.get(int): java.lang.Object".
func (n *Names) Title(method uint32) string {
	name, ok := n.known[method]
	if !ok {
		return ""
	}
	title := words.Clip(name.Label + written(name.Signature))
	if name.Raw != "" {
		title += "\n" + words.Clip(name.Raw)
	}
	return title
}

// Types are the types of a method's parameters and result, as they follow its name, "(Bundle, int): View"; of
// parameters that the name has, the result.
func (n *Names) Types(method uint32) string {
	name := n.known[method]
	params, result := words.ShortTypes(name.Signature)
	switch {
	case params == "":
		return words.Clip(written(name.Signature))
	case name.Params != "":
		params = ""
	}
	return words.Clip(params + ": " + result)
}

// written is a descriptor in Java's way, as it follows a name: "(int): java.lang.Object". Of text
// that is none it is the text itself.
func written(descriptor string) string {
	params, result := words.JavaTypes(descriptor)
	switch {
	case params != "":
		return params + ": " + result
	case descriptor != "":
		return " " + descriptor
	}
	return ""
}

// Java is a method's name as one writes it in Java: "java.lang.Thread.sleep(long, int)".
func (n *Names) Java(method uint32) string {
	name, ok := n.known[method]
	if !ok {
		return n.Label(method)
	}
	params, _ := words.ShortTypes(name.Signature)
	return name.Label + params
}

// Raw is a method's name with its descriptor as in the file: "java.lang.Thread.sleep(JI)V"; ""
// where the file has none.
func (n *Names) Raw(method uint32) string {
	name := n.known[method]
	switch {
	case name.Raw != "":
		return name.Raw
	case name.Signature == "":
		return ""
	}
	return name.Label + name.Signature
}

// InFile says what the file has in place of names that a map has given; "" for none.
func InFile(raw string) string {
	if raw == "" {
		return ""
	}
	return words.Say("In the file: {1}", words.Clip(raw))
}

// RawFact is that as a fact of a tip.
func RawFact(raw string) []node.Fact {
	if raw == "" {
		return nil
	}
	return []node.Fact{{Term: words.T("In the file"), Text: words.Clip(raw)}}
}

// InFile is a method's name with its descriptor as the file has it, whatever a map of names says.
func (n *Names) InFile(method uint32) string {
	name := n.known[method]
	if name.Raw == "" {
		return name.Label + name.Signature
	}
	raw, _, _ := strings.Cut(name.Raw, " = ") // what the map has besides
	raw, _, _ = strings.Cut(raw, " (")
	return raw
}

// Signature is what a method takes and gives, in Java's way: "sleep(long, int): void"; "" where
// the file does not tell.
func (n *Names) Signature(method uint32) string {
	name := n.known[method]
	params, result := words.JavaTypes(name.Signature)
	if params == "" {
		return ""
	}
	return words.Clip(name.Name + params + ": " + result)
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
