package ui

import (
	"strings"
	"testing"

	"traceglass/wasm/message"
)

func TestGapsAreDrawnUntilTurnedOff(t *testing.T) {
	c, h := openCalc(t)
	drawn := func() bool { return h.shown[TimelineCanvas].(*message.Timeline).Switches }
	if !drawn() {
		t.Error("gaps are not drawn at first")
	}
	c.Key(Key{Name: "g", Code: "KeyG"})
	if drawn() || h.Recall("gaps") != "hidden" {
		t.Error("G did not hide the gaps, or it will be forgotten")
	}
	c = New(h)
	c.Receive(0, calc())
	c.Input(Input{Canvas: TimelineCanvas, Kind: Size, X: 900, Y: 300})
	if drawn() {
		t.Error("the next visit draws them")
	}

	one := calc()
	one.HasCPU = false
	c.timeline.noGaps = false
	c.Receive(0, one)
	c.Input(Input{Canvas: TimelineCanvas, Kind: Size, X: 900, Y: 301})
	if drawn() {
		t.Error("a trace of one clock draws gaps")
	}
	for _, key := range []string{"g", "x"} {
		c.Key(Key{Name: key})
		if c.notice != oneClock || c.timeline.noGaps || c.sel.Switches {
			t.Errorf("%s on a trace of one clock: notice %q", key, c.notice)
		}
	}
}

func TestSwitchesAreAMethodOnDemand(t *testing.T) {
	c, h := openCalc(t)
	if c.methodRows().Scope.Switches {
		t.Error("context switches are apart at first")
	}
	c.Key(Key{Name: "x", Code: "KeyX"})
	if body, _ := asked[*message.MethodRows](h); body == nil || !body.Scope.Switches {
		t.Error("X did not take context switches apart")
	}
	c.names.learn([]message.Name{{Method: 77, Label: "(context switch)", Colour: 44, Switches: true}})
	c.chooseMethod(77)
	c.Key(Key{Name: "x", Code: "KeyX"})
	if c.sel.Switches || c.sel.Method != message.NoNode {
		t.Error("their method stays selected when it has no figures")
	}
}

// A gap tells its length beside the call that it met; with nothing on the stack it is
// empty ground to every gesture.
func TestHoverOverAGap(t *testing.T) {
	c, h := openCalc(t)
	c.timeline.Left, c.timeline.View = 100, message.Viewport{From: 0, To: 1000, Width: 1100, Height: 300}
	hit := Hit{OK: true, Method: message.NoNode, Thread: 0, Depth: message.NoNode, Row: message.NoNode, X: 300, W: 200, Switch: true}
	over := Input{Canvas: TimelineCanvas, Kind: Move, X: 310, Y: 60, Hit: hit}
	c.Input(over)
	info, number := asked[*message.SwitchInfo](h)
	if info == nil || info.At != 300 {
		t.Fatalf("asked for %+v, want the switch at 300 ns, the gap's middle", info)
	}
	c.Receive(number, &message.Switch{Found: true, From: 200_000, To: 1_400_000})
	tip := c.tip(TimelineCanvas)
	if want := "context switch · " + duration(1_200_000) + " · main was off the CPU from " + duration(200_000) + " to " + duration(1_400_000); tip.Note != want || tip.Last != "(toplevel)" {
		t.Errorf("the tooltip says %q, %q, want %q", tip.Last, tip.Note, want)
	}
	over.Kind = Click
	if c.zone(over) != ground {
		t.Error("the gap is not ground")
	}
	over.Hit.Method = 1
	if c.zone(over) != chart {
		t.Error("a gap over a call is not of the chart")
	}
	over.Kind, over.Hit.Merged = Move, true
	c.Input(over)
	if tip := c.tip(TimelineCanvas); !strings.HasPrefix(tip.Note, "Context switches, each narrower") {
		t.Errorf("over many: %q", tip.Note)
	}
}
