package tracing

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// TestEarly checks that the first pictures need no profile and equal those drawn with one, and
// that the outline agrees with the description.
func TestEarly(t *testing.T) {
	for name, data := range map[string][]byte{
		"two threads":   tracetest.Bytes("worker 0/0>A 50/40<A main 1/1>A 5/2<A"),
		"damaged":       tracetest.Bytes("main 5/5<A 6/6>B 7/7>C 9/9<B worker 0/0>A"),
		"nothing":       tracetest.Bytes(""),
		"fenix-regular": corpus(t, "fenix-regular"),
	} {
		e := read(t, data)
		outline := e.Outline()
		pictures := []message.Picture{
			&message.Minimap{Width: 900, Height: 60, Method: message.NoNode, Colour: message.ColourByOrigin},
			&message.Timeline{View: message.Viewport{From: float64(outline.From), To: float64(outline.Span), Width: 900, Height: 500}, Switches: true, Method: message.NoNode, Thread: message.NoNode, Colour: message.ColourByOrigin},
			&message.Timeline{View: message.Viewport{To: float64(outline.Span), Width: 400, Height: 300}, Method: message.NoNode, Thread: message.NoNode, Colour: message.ColourByPackage},
		}
		draw := func() (drawn [][]byte) {
			for _, picture := range pictures {
				var l scene.List
				if err := e.List(picture, &l); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				drawn = append(drawn, l.Append(nil))
			}
			return drawn
		}
		first := draw()
		if e.profiles.last != nil || e.profiles.index.Of != nil {
			t.Errorf("%s: all was summed up for the first pictures", name)
		}
		d := e.Describe()
		if e.profiles.last == nil {
			t.Fatalf("%s: described without a profile", name)
		}
		for i, drawn := range draw() {
			if !bytes.Equal(drawn, first[i]) {
				t.Errorf("%s: picture %d changes with the profile", name, i)
			}
		}
		d.Methods, d.OwnFound, d.OwnGuess, d.Origins, d.MapID, d.Options, d.Measures, d.Measure, d.OffCPU, d.Notes, d.ReadMillis = 0, outline.OwnFound, "", nil, "", nil, nil, 0, false, nil, 0
		if !reflect.DeepEqual(outline, d) {
			t.Errorf("%s: outlined as %+v, described as %+v", name, outline, d)
		}

		// Pictures with a method, a search or ranks need the profile.
		for _, late := range []message.Picture{
			&message.Timeline{View: message.Viewport{To: 1, Width: 9, Height: 9}, Method: 0},
			&message.Timeline{View: message.Viewport{To: 1, Width: 9, Height: 9}, Method: message.NoNode, HasCall: true},
			&message.Minimap{Width: 9, Height: 9, Method: message.NoNode, Find: "A"},
			&message.Minimap{Width: 9, Height: 9, Method: message.NoNode, Colour: message.ColourByRank},
			&message.Flame{View: message.Viewport{To: 1, Width: 9, Height: 9}, Scope: whole, Root: message.NoNode},
		} {
			e := read(t, data)
			if e.Draw(late, &scene.List{}); e.profiles.last == nil {
				t.Errorf("%s: %+v is drawn without a profile", name, late)
			}
		}
	}
}

// TestEndingName: the picture of a thread that hung names the same call as the overview, before and after the profile is made.
func TestEndingName(t *testing.T) {
	for _, tt := range []struct{ stack, want string }{
		{"android.os.Looper.loop()V app.Act.run()V kotlinx.coroutines.BuildersKt.runBlocking$default()V kotlinx.coroutines.BlockingCoroutine.joinBlocking()V java.util.concurrent.locks.LockSupport.park()V sun.misc.Unsafe.park()V", "BuildersKt.runBlocking, default arguments"},
		{"android.os.Looper.loop()V app.Act.run()V java.util.concurrent.FutureTask.get()V sun.misc.Unsafe.park()V", "FutureTask.get"},
		{"android.os.Looper.loop()V app.Act.run()V app.Act.step()V", "Act.step"},
		{"android.os.Looper.loop()V android.os.MessageQueue.next()V android.view.InputEventReceiver.dispatchInputEvent()V app.Act.pay()V kotlinx.coroutines.BuildersKt.runBlocking()V java.util.concurrent.locks.LockSupport.park()V sun.misc.Unsafe.park()V", "BuildersKt.runBlocking"}, // an input event
	} {
		records := "main"
		for _, method := range strings.Fields(tt.stack) {
			records += " 10/10>" + method
		}
		e := read(t, tracetest.Bytes(records+" worker 0/0>app.W.run()V 5000000/9<app.W.run()V"))
		for _, when := range []string{"before", "after"} {
			var l scene.List
			if err := e.List(&message.Timeline{View: message.Viewport{To: 5e9, Width: 1200, Height: 600}, Method: message.NoNode, Thread: message.NoNode}, &l); err != nil {
				t.Fatal(err)
			}
			if got := string(l.Append(nil)); !strings.Contains(got, "no records: in "+tt.want) {
				t.Errorf("%s the profile: the picture lacks %q", when, tt.want)
			}
			if m := e.Answer(&message.MomentInfo{At: 4e9}).(*message.Moment); m.Ending != "no records: in "+tt.want {
				t.Errorf("%s the profile: the minimap says %q, want %q", when, m.Ending, tt.want)
			}
			e.Describe()
		}
		end := e.Answer(&message.OverviewInfo{To: message.Whole}).(*message.Overview).End
		if !strings.HasSuffix(end, " it was in "+tt.want+".") {
			t.Errorf("the overview says %q, want %s", end, tt.want)
		}
	}
}
