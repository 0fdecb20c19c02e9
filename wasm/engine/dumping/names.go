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
	nameOf := map[string]string{} // name with # for digits, by readable name; "" for several
	names := func(text string, use func(word, readable string) string) (out string) {
		from := 0
		for at := range len(text) + 1 {
			if at < len(text) && inWord(text[at]) {
				continue
			}
			word := strings.TrimRight(text[from:at], ".") // the dot of a sentence
			if dot := strings.LastIndexByte(word, '.'); dot >= 0 {
				if n, ok := readable.Of(word[:dot], word[dot+1:]); ok {
					out += use(word, n.Text())
					from += len(word)
				}
			}
			end := min(at+1, len(text))
			out += text[from:end]
			from = end
		}
		return out
	}
	for _, text := range texts {
		names(text, func(word, to string) string {
			folded := wait.Fold(word)
			if other, ok := nameOf[to]; ok && other != folded {
				folded = ""
			}
			nameOf[to] = folded
			return ""
		})
	}
	for _, text := range texts {
		var used []string
		shown = append(shown, names(text, func(word, to string) string {
			if nameOf[to] == "" {
				return word
			}
			used = append(used, word)
			return to
		}))
		compiled = append(compiled, used)
	}
	return shown, compiled
}

// inWord reports whether a byte may be part of a compiled name.
func inWord(c byte) bool { return dump.InName(rune(c)) || strings.IndexByte("#<>", c) >= 0 }

// shown returns the readable names of all numbers that have one.
func (n *names) shown() map[int]readable.Name {
	if n.made != len(n.Text) {
		n.made = len(n.Text)
		n.readable = readable.Names(n.made, func(i int) (class, name string) { return cutMethod(n.Kind[i], n.Text[i]) })
	}
	return n.readable
}
