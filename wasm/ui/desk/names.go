package desk

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/node"
)

// Names caches the names of methods. The worker sends each name once: with the first row that shows it, or in
// reply to a request for all missing names.
type Names struct {
	known   map[uint32]message.Name
	missing []uint32
	asked   map[uint32]bool
	query   ask.Query[*message.NamesReply]
	Learned int // number of replies
}

// Forget drops all names.
func (n *Names) Forget() {
	*n = Names{known: map[uint32]message.Name{}, asked: map[uint32]bool{}}
}

// Renew requests all known names again, because their colours changed. Until the reply, the page shows them as they are.
func (n *Names) Renew() {
	n.missing = append(n.missing, slices.Sorted(maps.Keys(n.known))...)
}

// Of returns the name of a method, a zero Name if it is unknown.
func (n *Names) Of(method uint32) message.Name { return n.known[method] }

// Misses reports whether the name of a method is unknown.
func (n *Names) Misses(method uint32) bool {
	_, ok := n.known[method]
	return !ok && method != message.NoNode
}

// Need marks methods whose names the page is about to show.
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

// Want requests all missing names at once, unless such a request is pending.
func (n *Names) Want(l *ask.Line) {
	if len(n.missing) == 0 || n.query.Busy() {
		return
	}
	n.query.Ask(l, &message.Names{Methods: n.missing}, func(m *message.NamesReply) { n.Learn(m.Names) })
	n.missing = nil
}

// Learn stores names from a reply.
func (n *Names) Learn(names []message.Name) {
	if len(names) == 0 {
		return
	}
	n.Learned++
	for _, name := range names {
		n.known[name.Method] = name
	}
}

// InRow returns a method's name as compiled, with parameters if it is overloaded, for text to copy.
func (n *Names) InRow(method uint32) string {
	if name, ok := n.known[method]; ok && name.ReadableName != "" {
		return name.Label + name.Params
	}
	return n.Label(method)
}

// Label returns a method's name as the page shows it, "…" until the name arrives.
func (n *Names) Label(method uint32) string {
	first, last := n.Parts(method)
	return first + last
}

// Parts splits a label before the class's last word: "java.util." and "Vector.get". If the class has several
// methods of this name, the parameters follow: "Thread.sleep(long, int)".
func (n *Names) Parts(method uint32) (first, last string) {
	if method == message.NoNode {
		return "", "(toplevel)"
	}
	name, ok := n.known[method]
	if !ok {
		return "", "…"
	}
	class, _, label := name.Shown()
	label, params := words.Clip(label), words.Clip(name.Params)
	if class == "" || !strings.HasPrefix(label, class) {
		return "", label + params
	}
	cut := strings.LastIndexByte(class, '.') + 1
	return label[:cut], label[cut:] + params
}

// Pieces splits a label in three: "java.util.", "Vector" and ".get". Without a class, the last part is the
// whole label. The package of a class that an obfuscator shortened is in the second part: "", "b.c.a" and ".b".
func (n *Names) Pieces(method uint32) (pkg, class, own string) {
	pkg, own = n.Parts(method)
	name, ok := n.known[method]
	class, _, _ = name.Shown()
	if at := len(class) - len(pkg); ok && at > 0 && len(pkg)+at <= len(pkg)+len(own) && pkg+own[:min(at, len(own))] == class {
		if words.IsShortened(own[:at]) {
			return "", pkg + own[:at], own[at:]
		}
		return pkg, own[:at], own[at:]
	}
	return pkg, "", own
}

// Short returns a label without the package: "Vector.get".
func (n *Names) Short(method uint32) string {
	if first, last := n.Parts(method); first != "" {
		return last
	}
	return words.ShortLabel(n.Label(method))
}

// Title returns a method's full name for a title attribute: "java.util.Vector.get(int): java.lang.Object".
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

// Types returns the types of a method as they follow its name: "(Bundle, int): View". If the name already has
// the parameters, it returns only the result.
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

// written returns a descriptor in Java syntax, as it follows a name: "(int): java.lang.Object". Other text is
// returned unchanged.
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

// Java returns a method's name in Java syntax: "java.lang.Thread.sleep(long, int)".
func (n *Names) Java(method uint32) string {
	name, ok := n.known[method]
	if !ok {
		return n.Label(method)
	}
	params, _ := words.ShortTypes(name.Signature)
	return name.Label + params
}

// Raw returns a method's name and descriptor as in the file: "java.lang.Thread.sleep(JI)V"; "" if the file has
// none.
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

// InFile returns a line with the name in the file, for a method that a mapping file renamed; "" if raw is
// empty.
func InFile(raw string) string {
	if raw == "" {
		return ""
	}
	return words.Say("In the file: {1}", words.Clip(raw))
}

// RawFact returns the same as a fact of a tooltip.
func RawFact(raw string) []node.Fact {
	if raw == "" {
		return nil
	}
	return []node.Fact{{Term: words.T("In the file"), Text: words.Clip(raw)}}
}

// InFile returns a method's name and descriptor as in the file, ignoring any mapping file.
func (n *Names) InFile(method uint32) string {
	name := n.known[method]
	if name.Raw == "" {
		return name.Label + name.Signature
	}
	raw, _, _ := strings.Cut(name.Raw, " = ") // cut off the text that the mapping adds
	raw, _, _ = strings.Cut(raw, " (")
	return raw
}

// WithSignature returns a method's name with its signature, which filters have as a hash.
func (n *Names) WithSignature(method uint32) string {
	return n.known[method].Label + n.known[method].Signature
}

// Package returns the package of a method's class with its last dot, "" for none.
func (n *Names) Package(method uint32) string {
	class := n.known[method].Class
	return class[:strings.LastIndexByte(class, '.')+1]
}

// Class returns the class of a method, with its package and a dot at its end; "" for none. Classes in it, such as those that
// compilers make for lambdas, belong to it. Classes that D8 makes for lambdas next to it have none.
func (n *Names) Class(method uint32) string {
	class := n.known[method].Class
	if at := strings.LastIndexByte(class, '.') + 1; at < len(class) && !strings.HasPrefix(class[at:], "-$$") {
		if inner := strings.IndexByte(class[at+1:], '$'); inner >= 0 {
			class = class[:at+1+inner]
		}
		return class + "."
	}
	return ""
}

// Signature returns a method's name and types in Java syntax: "sleep(long, int): void"; "" if the file has no
// types.
func (n *Names) Signature(method uint32) string {
	name := n.known[method]
	params, result := words.JavaTypes(name.Signature)
	if params == "" {
		return ""
	}
	return words.Clip(name.Name + params + ": " + result)
}

// IsSwitch reports whether a method is the pseudo method of context switches.
func (n *Names) IsSwitch(method uint32) bool { return n.known[method].Switches }

// Slot returns the palette slot of a method under a colour scheme, -1 until its name is known.
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

// SlotColour returns a palette slot as CSS.
func SlotColour(slot int) string {
	if slot < 0 {
		return "var(--slot-unknown)"
	}
	return "var(--slot-" + strconv.Itoa(slot) + ")"
}
