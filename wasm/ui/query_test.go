package ui

import (
	"slices"
	"testing"

	"traceglass/wasm/message"
)

func TestQueryKeepsOneInFlightAndTheNewest(t *testing.T) {
	h := newStand()
	var q query
	for _, text := range []string{"a", "ab", "ab", "abc"} {
		q.want(h, &message.Search{Text: text})
	}
	if len(h.asked) != 1 {
		t.Fatalf("%d requests in flight, want 1", len(h.asked))
	}
	if q.take(h, 7) {
		t.Error("took an answer to another request")
	}
	if !q.take(h, 1) {
		t.Error("did not take the answer to its request")
	}
	if body, number := asked[*message.Search](h); number != 2 || body.Text != "abc" {
		t.Errorf("then asked for %q as number %d, want abc as number 2", body.Text, number)
	}
	if q.take(h, 1) {
		t.Error("took an older answer")
	}
	q.take(h, 2)
	q.want(h, &message.Search{Text: "abc"})
	if len(h.asked) != 2 {
		t.Error("asked again for what was answered")
	}
}

func TestAnswersOfAClosedFileAreDropped(t *testing.T) {
	c, h := openCalc(t)
	c.setClock(message.CPU)
	c.sync()
	_, number := asked[*message.MethodRows](h)
	c.Opening("other.trace", 1, false)
	c.Receive(0, calc())
	c.Receive(number, &message.Rows{Total: 3})
	if c.methods.Total == 3 {
		t.Error("the table shows the rows of the file before")
	}
}

func TestBrushingAsksOnceAtATime(t *testing.T) {
	c, h := openCalc(t)
	c.Input(Input{Canvas: TimelineCanvas, Kind: DragStart, StartX: 300, StartY: 10, X: 304, Y: 10})
	for x := 305.0; x < 700; x++ {
		c.Input(Input{Canvas: TimelineCanvas, Kind: Drag, StartX: 300, StartY: 10, X: x, Y: 10})
	}
	if n := times[*message.MethodRows](h); n != 1 {
		t.Fatalf("%d requests for rows in flight, want 1", n)
	}
	h.answerAll(c)
	c.sync()
	h.reply(&message.Names{})
	if want := int64(c.timeline.at(699)); c.sel.To != want {
		t.Errorf("range ends at %d, want %d", c.sel.To, want)
	}
}

func TestNamesAreAskedTogetherAndOnce(t *testing.T) {
	h := newStand()
	c := New(h)
	c.Receive(0, calc())
	body, number := asked[*message.MethodRows](h)
	c.Receive(number, h.reply(body))
	want, _ := asked[*message.Names](h)
	if len(want.Methods) < 20 || times[*message.Names](h) != 1 {
		t.Fatalf("asked for %d names in %d requests, want all rows' in one", len(want.Methods), times[*message.Names](h))
	}
	if got := c.names.label(0); got != "…" {
		t.Errorf("name not yet known shows as %q, want …", got)
	}
	c.names.need(3, 500, 500, 3, message.NoNode)
	c.sync()
	if times[*message.Names](h) != 1 {
		t.Error("asked for more names while some are on their way")
	}
	_, number = asked[*message.Names](h)
	c.Receive(number, namesOf(want.Methods))
	more, _ := asked[*message.Names](h)
	if !slices.Equal(more.Methods, []uint32{500}) {
		t.Errorf("then asked for %v, want only 500", more.Methods)
	}
	if first, last := c.names.parts(1); first != "com.example.calc." || last != "MainActivity.onCreate" {
		t.Errorf("name in parts: %q, %q", first, last)
	}
}
