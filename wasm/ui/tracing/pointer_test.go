package tracing

import (
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/uitest"
)

// TestCursorStaysUnderThePointer: the cursor line stays under the pointer when the picture moves.
func TestCursorStaysUnderThePointer(t *testing.T) {
	p := openCalc(t)
	const x = 700
	p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, X: x, Y: 120})
	under := func(does string) {
		t.Helper()
		for id, m := range p.Marks {
			if m.Cursor != p.d.Time.At(x) {
				t.Errorf("%s: on canvas %d it is at %v, under the pointer is %v", does, id, m.Cursor, p.d.Time.At(x))
			}
		}
	}
	under("a move")
	for _, turn := range []canvas.Input{{WheelY: -120, Mod: true}, {WheelX: 90, Shift: true}, {WheelY: 60, Mod: true}} {
		turn.Canvas, turn.Kind, turn.X, turn.Y = canvas.Timeline, canvas.Wheel, x, 120
		p.input(turn)
		under("the wheel")
	}
	for _, key := range []string{"KeyW", "KeyD", "KeyS", "KeyA"} {
		p.key(canvas.Key{Code: key})
		under(key)
	}
	p.d.Time.ShowAll()
	p.RequestData()
	under("all")
	p.Room.Input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Size, X: 900, Y: 340})
	p.RequestData()
	under("another width")
	p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Leave})
	if p.d.Cursor.Shown {
		t.Error("it stays when the pointer has left")
	}
}

// TestHush: Hush removes tooltips, and leaves the cursor.
func TestHush(t *testing.T) {
	p := openCalc(t)
	p.show("flamegraph")
	at := canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 200}
	for _, c := range []canvas.ID{canvas.Timeline, canvas.Flame} {
		p.input(canvas.Input{Canvas: c, Kind: canvas.Move, X: 700, Y: 120, Hit: at})
	}
	hovers := []*canvas.Hover{&p.d.Time.Hover}
	if !hovers[0].Shown {
		t.Fatal("there is no tip")
	}
	p.HideTips()
	if hovers[0].Shown || !p.d.Cursor.Shown {
		t.Errorf("after that there is a tip: %v, a cursor: %v", hovers[0].Shown, p.d.Cursor.Shown)
	}
}

// TestPointers: the shape of the pointer shows the possible gestures.
func TestPointers(t *testing.T) {
	p := openCalc(t)
	p.drawn(canvas.Geometry{Canvas: canvas.Timeline, From: 0, To: p.d.Time.End, Left: 160, Top: 24, Content: 2400})
	call := canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, W: 200}
	move := func(does string, c canvas.ID, x, y float64, hit canvas.Hit, want string) {
		t.Helper()
		p.input(canvas.Input{Canvas: c, Kind: canvas.Move, X: message.CSS(x), Y: message.CSS(y), Hit: hit})
		if got := p.Pointers[c]; got != want {
			t.Errorf("%s: %q, want %q", does, got, want)
		}
	}
	move("a call", canvas.Timeline, 700, 120, call, "pointer")
	move("empty ground", canvas.Timeline, 700, 320, canvas.Hit{}, "crosshair")
	move("the ruler", canvas.Timeline, 700, 10, canvas.Hit{}, "crosshair")
	move("the scroll bar, even over a call", canvas.Timeline, 1195, 120, call, "default")
	if p.d.Time.Hover.Shown {
		t.Error("over the scroll bar there is a tip")
	}
	move("the minimap", canvas.Minimap, 700, 20, canvas.Hit{}, "crosshair")
	p.d.Time.Show(float64(1000*uitest.Ms), float64(3000*uitest.Ms))
	move("its box", canvas.Minimap, 160+1040*2000/6370.0, 20, canvas.Hit{}, "grab")
	move("a side of it", canvas.Minimap, 160+1040*3000/6370.0, 20, canvas.Hit{}, "ew-resize")
	p.show("flamegraph")
	move("no frame", canvas.Flame, 700, 20, canvas.Hit{}, "default")
	p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.DragStart, X: 700, Y: 120, StartX: 700, StartY: 120, Hit: call})
	if got := p.Pointers[canvas.Timeline]; got != "grabbing" {
		t.Errorf("while a call is dragged: %q", got)
	}
}

// TestScrollBar: the thumb of the scroll bar on the right follows a drag. A click outside the thumb scrolls by
// a page.
func TestScrollBar(t *testing.T) {
	p := openCalc(t)
	v := &p.d.Time.View // 340 px high, including 24 px for the ruler; the content has 2400 px
	at := func(kind canvas.InputKind, x, y, startY float64) {
		p.input(canvas.Input{Canvas: canvas.Timeline, Kind: kind, X: message.CSS(x), Y: message.CSS(y), StartX: message.CSS(x), StartY: message.CSS(startY)})
	}
	check := func(does string, want message.CSS) {
		t.Helper()
		if v.ScrollY != want || p.Previews[canvas.Timeline].ScrollY != want {
			t.Errorf("%s: scrolled to %v, shown %v, want %v", does, v.ScrollY, p.Previews[canvas.Timeline].ScrollY, want)
		}
	}
	const end = 2400 - (340 - 24)
	at(canvas.DragStart, 1195, 40, 30)
	at(canvas.Drag, 1195, 5000, 30)
	check("dragged down", end)
	at(canvas.Drag, 1195, -100, 30)
	check("dragged up", 0)
	at(canvas.DragEnd, 1195, 30, 30)
	at(canvas.Click, 1195, 300, 300)
	check("a click below", 284)
	at(canvas.Click, 1195, 26, 26)
	check("a click above", 0)
	from, to := v.From, v.To
	at(canvas.DragStart, 1195, 182, 182) // outside the thumb, which jumps there: to the middle
	check("a drag from the middle", end/2)
	at(canvas.DragEnd, 1195, 182, 182)
	if v.From != from || v.To != to || p.d.Ranged() || p.d.HasCall {
		t.Error("it does something else as well")
	}
	p.drawn(canvas.Geometry{Canvas: canvas.Timeline, From: 0, To: p.d.Time.End, Left: 160, Top: 24, Content: 200})
	at(canvas.DragStart, 1195, 60, 60)
	at(canvas.Drag, 1190, 80, 60)
	if !p.d.Ranged() {
		t.Error("where all is in view there is no bar, but the ground does not choose a range")
	}
}
