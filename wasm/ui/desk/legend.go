package desk

import (
	"slices"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// A Mark is a line of the legend: a colour and what it stands for.
type Mark struct{ Name, Title, Style string }

// legend are the origins in the order of the legend.
var legend = [...]struct {
	slot        scene.Slot
	name, title string
}{
	{scene.SlotOwn, "own", "The app's own code, or nobody's that is known"},
	{scene.SlotLibrary, "libraries", "Code of known libraries that came with the app"},
	{scene.SlotPlatform, "platform", "Code of Android and AndroidX, Java and Kotlin"},
	{scene.SlotNative, "native", "Machine code, as the file says"},
	{scene.SlotUnknown, "no name", "Methods that the file does not name"},
}

// Legend says what the colours stand for, where they are few: by origin. The origins that no
// method of the trace has are left out.
func (d *Desk) Legend() []Mark {
	if d.Trace == nil || d.Colour != message.ColourByOrigin {
		return nil
	}
	var all []Mark
	for _, l := range legend {
		if slices.Contains(d.Trace.Origins, uint32(l.slot)) {
			all = append(all, Mark{l.name, l.title, "--hue:" + SlotColour(int(l.slot))})
		}
	}
	return all
}
