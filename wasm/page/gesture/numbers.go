package gesture

import (
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// What draw.js tells is arrays of numbers. Where an event of its queue has what:
const (
	eventKind = iota
	eventCanvas
	eventPointer
	eventX
	eventY
	eventWheelX
	eventWheelY
	eventModifiers
	eventTime
	EventNumbers // how many there are
)

// Modifiers of an event.
const (
	shift = 1 << iota
	mod
)

// Offsets in the numbers about the box under a point.
const (
	foundAny = iota // 1, or 0 over empty ground
	foundMethod
	foundThread
	foundDepth
	foundRow
	foundX
	foundY
	foundWidth
	foundHeight
	foundFlags
	FoundNumbers // how many there are
)

// Flags of the box under a point.
const (
	foundMerged = 1 << iota
	foundHatched
	foundNoCall
)

// Where the geometry of a list has what:
const (
	geometryFrom = iota
	geometryTo
	geometryContent
	geometryLeft
	geometryTop
	geometryScroll
	GeometryNumbers // how many there are
)

// Shared are the numbers above that draw.js has too, by their names there: a test of the site's
// build holds the two equal.
func Shared() map[string]uint32 {
	return map[string]uint32{
		"EVENT_KIND": eventKind, "EVENT_CANVAS": eventCanvas, "EVENT_POINTER": eventPointer, "EVENT_X": eventX, "EVENT_Y": eventY,
		"EVENT_WHEEL_X": eventWheelX, "EVENT_WHEEL_Y": eventWheelY, "EVENT_MODIFIERS": eventModifiers, "EVENT_TIME": eventTime,
		"EVENT": EventNumbers,
		"DOWN":  uint32(Down), "MOVE": uint32(Move), "UP": uint32(Up), "CANCEL": uint32(Cancel), "LEAVE": uint32(Leave),
		"WHEEL": uint32(Wheel), "DOUBLE": uint32(Double), "SIZE": uint32(Size), "MENU": uint32(Menu),
		"SHIFT": shift, "MOD": mod,

		"FOUND_ANY": foundAny, "FOUND_METHOD": foundMethod, "FOUND_THREAD": foundThread, "FOUND_DEPTH": foundDepth,
		"FOUND_ROW": foundRow, "FOUND_X": foundX, "FOUND_Y": foundY, "FOUND_WIDTH": foundWidth, "FOUND_HEIGHT": foundHeight, "FOUND_FLAGS": foundFlags, "FOUND": FoundNumbers,
		"FOUND_MERGED": foundMerged, "FOUND_HATCHED": foundHatched, "FOUND_NO_CALL": foundNoCall,

		"GEOMETRY_FROM": geometryFrom, "GEOMETRY_TO": geometryTo, "GEOMETRY_CONTENT": geometryContent, "GEOMETRY_LEFT": geometryLeft,
		"GEOMETRY_TOP": geometryTop, "GEOMETRY_SCROLL": geometryScroll, "GEOMETRY": GeometryNumbers,

		"SURFACES": uint32(canvas.SecondTimeline) + 1,
		"BAR":      canvas.BarWidth, "BAR_LEAST": canvas.BarLeast,
	}
}

// Read makes an event of its numbers in the queue.
func Read(n []float64) Event {
	modifiers := int(n[eventModifiers])
	return Event{
		Kind: Kind(n[eventKind]), Canvas: canvas.ID(n[eventCanvas]), Pointer: int(n[eventPointer]),
		X: message.CSS(n[eventX]), Y: message.CSS(n[eventY]), WheelX: message.CSS(n[eventWheelX]), WheelY: message.CSS(n[eventWheelY]),
		Shift: modifiers&shift != 0, Mod: modifiers&mod != 0,
		Time: n[eventTime],
	}
}

// ReadHit returns the box under a point.
func ReadHit(n []float64) canvas.Hit {
	flags, thread := int(n[foundFlags]), uint32(n[foundThread])
	span := thread != scene.None && thread&scene.SpanFlag != 0
	if span {
		thread &^= scene.SpanFlag
	}
	return canvas.Hit{
		OK:     n[foundAny] != 0,
		Method: uint32(n[foundMethod]), Thread: thread, Depth: uint32(n[foundDepth]), Row: uint32(n[foundRow]),
		X: message.CSS(n[foundX]), Y: message.CSS(n[foundY]), W: message.CSS(n[foundWidth]), H: message.CSS(n[foundHeight]),
		Merged: flags&foundMerged != 0, Switch: flags&foundHatched != 0, NoCall: flags&foundNoCall != 0, Span: span,
	}
}

// ReadGeometry says how the list that a canvas shows was made.
func ReadGeometry(c canvas.ID, n []float64) canvas.Geometry {
	return canvas.Geometry{
		Canvas: c,
		From:   n[geometryFrom], To: n[geometryTo],
		Content: message.CSS(n[geometryContent]), Left: message.CSS(n[geometryLeft]), Top: message.CSS(n[geometryTop]),
		ScrollY: message.CSS(n[geometryScroll]),
	}
}
