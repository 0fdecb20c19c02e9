package dumping

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/readable"
	"traceglass/parser/stack"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// names are the texts in the boxes of dumps' canvases, by number. The numbers stay the same while
// the dumps are open.
type names struct {
	stack.Names
	slots []scene.Slot
	texts []string // for the search

	readable map[int]readable.Name // of the first made numbers
	made     int
}

// slotOf maps the kind of a name to its colour.
var slotOf = [...]scene.Slot{stack.Group: scene.SlotPool, stack.Own: scene.SlotOwn, stack.Library: scene.SlotLibrary, stack.Platform: scene.SlotPlatform, stack.Native: scene.SlotNative, stack.Main: scene.SlotMain}

// name returns the name with a number.
func (n *names) name(number uint32) (name message.Name, ok bool) {
	id := number - message.FrameNames
	if int64(id) >= int64(len(n.Text)) {
		return name, false
	}
	kind := n.Kind[id]
	slot := message.Slot(slotOf[kind])
	name = message.Name{Method: number, Label: valid(n.Text[id]), Colour: slot, Package: slot, Origin: slot}
	shown := n.shown()[int(id)]
	name.Class, name.Name = cutMethod(kind, name.Label)
	name.ReadableClass, name.ReadableName = shown.Class, shown.Method
	return name, true
}

// cutMethod cuts the name of a Java frame into class and method. Both are "" for other names.
func cutMethod(kind stack.Kind, name string) (class, method string) {
	if kind == stack.Own || kind == stack.Library || kind == stack.Platform {
		if dot := strings.LastIndexByte(name, '.'); dot > 0 {
			return name[:dot], name[dot+1:]
		}
	}
	return "", ""
}

// paint returns the appearance of all names, and which of them a query finds.
func (n *names) paint(q *query) scene.Paint {
	shown := n.shown()
	for i := len(n.slots); i < len(n.Text); i++ {
		n.slots = append(n.slots, slotOf[n.Kind[i]])
		text := valid(n.Text[i])
		if name, ok := shown[i]; ok {
			text += " " + name.Text()
		}
		n.texts = append(n.texts, text)
	}
	return scene.Paint{Slot: n.slots, Hit: q.hits(n.texts)}
}

// inTexts replaces compiled names in texts by readable ones, and returns the names that it replaced in each. Causes have # for
// digits, see wait.Fold. Where two names would look the same, both stay.
func inTexts(texts []string) (shown []string, compiled [][]string) {
	to := map[string]string{}     // readable name by word, "" for words that stay
	nameOf := map[string]string{} // name with # for digits, by readable name; "" for several
	all := make([][]string, len(texts))
	for i, text := range texts {
		for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !dump.InName(c) && c != '#' && c != '<' && c != '>' }) {
			word = strings.TrimRight(word, ".") // the dot of a sentence
			all[i] = append(all[i], word)
			dot := strings.LastIndexByte(word, '.')
			if _, ok := to[word]; ok || dot < 0 {
				continue
			}
			to[word] = ""
			if n, ok := readable.Of(word[:dot], word[dot+1:]); ok {
				label, folded := n.Text(), wait.Fold(word)
				to[word] = label
				if other, ok := nameOf[label]; ok && other != folded {
					folded = ""
				}
				nameOf[label] = folded
			}
		}
	}
	for i, text := range texts {
		var names []string
		done := 0 // bytes of text
		out := ""
		for _, word := range all[i] {
			at := done + strings.Index(text[done:], word)
			out += text[done:at]
			if label := to[word]; label != "" && nameOf[label] != "" {
				names = append(names, word)
				out += label
			} else {
				out += word
			}
			done = at + len(word)
		}
		shown, compiled = append(shown, out+text[done:]), append(compiled, names)
	}
	return shown, compiled
}

// shown returns the readable names of all numbers that have one.
func (n *names) shown() map[int]readable.Name {
	if n.made != len(n.Text) {
		n.made = len(n.Text)
		n.readable = readable.Names(n.made, func(i int) (class, name string) { return cutMethod(n.Kind[i], n.Text[i]) })
	}
	return n.readable
}
