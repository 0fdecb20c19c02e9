package dumping

import (
	"strings"

	"traceglass/parser/stack"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// names are what the canvases of dumps write into their boxes, by number. The numbers stay the
// same as long as the dumps are open.
type names struct {
	stack.Names
	slots []scene.Slot
	texts []string // as they are shown
}

// slotOf is the colour of what has a name.
var slotOf = [...]scene.Slot{stack.Group: scene.SlotPool, stack.Own: scene.SlotOwn, stack.Library: scene.SlotLibrary, stack.Platform: scene.SlotPlatform, stack.Native: scene.SlotNative, stack.Main: scene.SlotMain}

// name is what the page is told of a number.
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

// paint is how all that has a name looks, and which of it a query finds.
func (n *names) paint(q *query) scene.Paint {
	for i := len(n.slots); i < len(n.Text); i++ {
		n.slots = append(n.slots, slotOf[n.Kind[i]])
		n.texts = append(n.texts, valid(n.Text[i]))
	}
	return scene.Paint{Slot: n.slots, Hit: q.hits(n.texts)}
}
