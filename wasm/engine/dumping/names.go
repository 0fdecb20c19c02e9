package dumping

import (
	"strings"

	"traceglass/parser/stack"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// names are the texts in the boxes of dumps' canvases, by number. The numbers stay the same while
// the dumps are open.
type names struct {
	stack.Names
	slots []scene.Slot
	texts []string // as shown
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
	if kind == stack.Own || kind == stack.Library || kind == stack.Platform {
		if dot := strings.LastIndexByte(name.Label, '.'); dot > 0 {
			name.Class, name.Name = name.Label[:dot], name.Label[dot+1:]
		}
	}
	return name, true
}

// paint returns the appearance of all names, and which of them a query finds.
func (n *names) paint(q *query) scene.Paint {
	for i := len(n.slots); i < len(n.Text); i++ {
		n.slots = append(n.slots, slotOf[n.Kind[i]])
		n.texts = append(n.texts, valid(n.Text[i]))
	}
	return scene.Paint{Slot: n.slots, Hit: q.hits(n.texts)}
}
