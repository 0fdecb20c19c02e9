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
	readableOf := map[string]string{} // of each name in the texts, "" for others
	nameOf := map[string]string{}     // by readable name, with # for digits; "" for several
	for _, text := range texts {
		replaceWords(text, func(word string) string {
			dot := strings.LastIndexByte(word, '.')
			if _, ok := readableOf[word]; ok || dot < 0 {
				return ""
			}
			readableOf[word] = ""
			if n, ok := readable.Of(word[:dot], word[dot+1:]); ok {
				label, folded := n.Text(), wait.Fold(word)
				readableOf[word] = label
				if other, ok := nameOf[label]; ok && other != folded {
					folded = ""
				}
				nameOf[label] = folded
			}
			return ""
		})
	}
	for _, text := range texts {
		var names []string
		shown = append(shown, replaceWords(text, func(word string) string {
			to := readableOf[word]
			if to == "" || nameOf[to] == "" {
				return word
			}
			names = append(names, word)
			return to
		}))
		compiled = append(compiled, names)
	}
	return shown, compiled
}

// replaceWords replaces each word that may be the name of a method.
func replaceWords(text string, do func(word string) string) string {
	inWord := func(c rune) bool { return dump.InName(c) || c == '#' || c == '<' || c == '>' }
	var out strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, func(c rune) bool { return !inWord(c) })
		if end < 0 {
			end = len(text)
		}
		word := strings.TrimRight(text[:end], ".") // the dot of a sentence
		out.WriteString(do(word) + text[len(word):end])
		text = text[end:]
		if end = strings.IndexFunc(text, inWord); end < 0 {
			end = len(text)
		}
		out.WriteString(text[:end])
		text = text[end:]
	}
	return out.String()
}

// shown returns the readable names of all numbers that have one.
func (n *names) shown() map[int]readable.Name {
	if n.made != len(n.Text) {
		n.made = len(n.Text)
		n.readable = readable.Names(n.made, func(i int) (class, name string) { return cutMethod(n.Kind[i], n.Text[i]) })
	}
	return n.readable
}
