package gesture

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/ui/canvas"
)

func TestGesture(t *testing.T) {
	// events: kind, pointer, place; "+" holds Shift and "^" Mod; a wheel's place is how far it turned.
	tests := []struct{ name, events, want string }{
		{"hover", "move1 5,6 leave1 0,0", "move 5,6; leave 0,0"},
		{"click", "down1 5,5 up1 5,5", "click 5,5"},
		{"click with an unsteady hand", "down1 5,5 move1 7,6 up1 7,6", "click 7,6"},
		{"drag", "down1 5,5 move1 9,5 move1 20,7 up1 20,7 move1 21,7",
			"drag-start 9,5 from 5,5; drag 20,7 from 5,5; drag-end 20,7 from 5,5; move 21,7"},
		{"a drag keeps to its pointer", "down1 5,5 move1 9,5 move2 50,50 up1 9,5", "drag-start 9,5 from 5,5; drag-end 9,5 from 5,5"},
		{"taken away by the browser", "down1 5,5 cancel1 5,5", ""},
		{"no leave while dragging", "down1 5,5 move1 9,5 leave1 9,5", "drag-start 9,5 from 5,5"},
		{"wheel", "wheel1 0,40", "wheel 0,40"},
		{"shift turns the wheel", "+wheel1 0,40", "shift wheel 40,0"},
		{"trackpad's pinch", "^wheel1 0,-4", "mod wheel 0,-10"},
		{"pinch opens", "down1 0,0 down2 100,0 move2 200,0 move1 -100,0 up1 -100,0 move2 150,0 up2 150,0",
			"wheel -50,0; mod wheel 0,-173; wheel 50,0; mod wheel 0,-101"},
		{"a second finger ends the drag", "down1 0,0 move1 9,0 down2 99,0", "drag-start 9,0 from 0,0; drag-end 9,0 from 0,0"},
		{"double click", "double1 3,4", "double 3,4"},
		{"right click", "menu1 3,4", "menu 3,4"},
		{"with Ctrl on a Mac, where the button is down", "^down1 3,4 ^menu1 3,4 ^up1 3,4", "menu 3,4"},
		{"long press", "down1 3,4 move1 5,4 menu1 5,4 move1 50,4 up1 50,4 move1 9,9", "menu 5,4; move 9,9"},
		{"long press that the browser tells of too", "down1 3,4 menu1 3,4 menu1 3,4 up1 3,4", "menu 3,4"},
		{"a finger that moved was none", "down1 3,4 move1 30,4 menu1 30,4 up1 30,4", "drag-start 30,4 from 3,4; drag-end 30,4 from 3,4"},
		{"nor were two", "down1 0,0 down2 100,0 menu1 0,0 up2 100,0 up1 0,0", ""},
	}
	for _, tt := range tests {
		var tracker Tracker
		var inputs []canvas.Input
		words := strings.Fields(tt.events)
		for i := 0; i < len(words); i += 2 {
			inputs = tracker.Add(inputs, parseEvent(t, words[i], words[i+1]))
		}
		var got []string
		for _, in := range inputs {
			got = append(got, inputString(in))
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s: inputs of %q\n got %s\nwant %s", tt.name, tt.events, got, tt.want)
		}
	}
}

var kindNames = []string{"down", "move", "up", "cancel", "leave", "wheel", "double", "size", "menu"}

func parseEvent(t *testing.T, word, place string) Event {
	t.Helper()
	var e Event
	word, e.Shift = strings.CutPrefix(word, "+")
	word, e.Mod = strings.CutPrefix(word, "^")
	for i, name := range kindNames {
		if pointer, ok := strings.CutPrefix(word, name); ok {
			e.Kind = Kind(i)
			fmt.Sscan(pointer, &e.Pointer)
			fmt.Sscanf(place, "%g,%g", &e.X, &e.Y)
			if e.Kind == Wheel {
				e.WheelX, e.WheelY = e.X, e.Y
			}
			return e
		}
	}
	t.Fatalf("event %q is not known", word)
	return e
}

func inputString(in canvas.Input) string {
	name := [...]string{"move", "leave", "wheel", "drag-start", "drag", "drag-end", "click", "double", "size", "menu"}[in.Kind]
	if in.Shift {
		name = "shift " + name
	}
	if in.Mod {
		name = "mod " + name
	}
	x, y := in.X, in.Y
	if in.Kind == canvas.Wheel {
		x, y = in.WheelX, in.WheelY
	}
	s := fmt.Sprintf("%s %.0f,%.0f", name, x, y)
	switch in.Kind {
	case canvas.DragStart, canvas.Drag, canvas.DragEnd:
		s += fmt.Sprintf(" from %.0f,%.0f", in.StartX, in.StartY)
	}
	return s
}
