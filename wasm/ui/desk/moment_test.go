package desk_test

import (
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// A moment that was gone back to is the one there was, whatever was changed meanwhile.
func TestMomentsReturn(t *testing.T) {
	d := desk.New(desk.NewPage(uitest.New()))
	d.Open(&message.Description{File: "calc.trace", HasWall: true, HasCPU: true, Span: 1e9, Threads: []message.Thread{{Index: 0}, {Index: 1}}})
	d.Beside.Open(&message.Dumps{Processes: []message.Process{{Main: 0, Threads: 5}, {Main: 5, Thread: 5, Threads: 5}}})
	changes := []struct {
		name string
		do   func()
	}{
		{"tab", func() { d.Show("threads") }},
		{"zoom", func() { d.Time.Show(1e8, 2e8) }},
		{"range", func() { d.SetRange(1e8, 5e8, 1e9) }},
		{"threads", func() { d.OnlyThread(1) }},
		{"hidden", func() { d.Hidden = desk.Toggled(d.Hidden, 1) }},
		{"call", func() { d.ChooseCall(message.CallRef{Thread: 1, Row: 3}, 7) }},
		{"method", func() { d.ChooseMethod(8) }},
		{"clock", func() { d.SetClock(message.CPU) }},
		{"room", func() { d.Room = desk.DumpRoom }},
		{"process", func() { d.Beside.Choose(1) }},
		{"thread of a dump", func() { d.Beside.ChooseThread(7) }},
		{"text", func() { d.Beside.TurnTo(12) }},
		{"filter", func() { d.Beside.ListThreads([]uint32{6}) }},
	}
	moments := []desk.Moment{d.Moment()}
	for _, c := range changes {
		c.do()
		now := d.Moment()
		if now.Same(moments[len(moments)-1]) {
			t.Errorf("%s: it is the same moment as before", c.name)
		}
		moments = append(moments, now)
	}
	for range 2 {
		for i := len(moments) - 1; i >= 0; i-- {
			d.Return(moments[i])
			if got := d.Moment(); !got.Same(moments[i]) {
				t.Errorf("moment %d: got %+v, want %+v", i, got, moments[i])
			}
		}
	}
	d.Time.View.ScrollY = 300
	if !d.Moment().Same(moments[0]) {
		t.Error("scrolling makes another moment")
	}
}
