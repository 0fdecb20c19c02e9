package tracing

import (
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

const gaps = "main 0/0>app.A.a()V 100/100>app.A.b()V 700/200<app.A.b()V 900/220<app.A.a()V"

func TestSwitches(t *testing.T) {
	e, d := open(t, tracetest.Bytes(gaps))
	if d.Methods != 2 || d.Listed != 2 {
		t.Errorf("%d methods of %d, want 2 of 2: the pseudo method is none of the file's", d.Methods, d.Listed)
	}
	apart := message.Scope{To: message.Whole, Switches: true}
	rows := func(s message.Scope) string {
		return text(t, e, ask[*message.Rows](t, e, &message.MethodRows{Scope: s, Count: 10, Open: []uint32{0}}))
	}
	plain := rows(whole)
	if want := `app.A.a 1/0 900 300 100%
 Parents
  (toplevel) 1/1 900 0 100%
 Children
  self 0/0 300 300 33%
  app.A.b 1/1 600 0 67%
app.A.b 1/0 600 600 67%
`; plain != want {
		t.Errorf("without switches\n got %s\nwant %s", plain, want)
	}
	if got, want := rows(apart), `app.A.a 1/0 900 120 100%
 Parents
  (toplevel) 1/1 900 0 100%
 Children
  self 0/0 120 120 13%
  app.A.b 1/1 600 0 67%
  (context switch) 1/2 180 0 20%
(context switch) 2/0 680 680 76%
app.A.b 1/0 600 100 67%
`; got != want {
		t.Errorf("with switches\n got %s\nwant %s", got, want)
	}
	tree := text(t, e, ask[*message.Rows](t, e, &message.TreeRows{Scope: apart, Count: 10, HotPath: 1}))
	if want := "app.A.a 1/0 900 120 100%\n app.A.b 1/0 600 100 67%\n  (context switch) 1/0 500 500 56%\n (context switch) 1/0 180 180 20%\n"; tree != want {
		t.Errorf("tree\n got %s\nwant %s", tree, want)
	}
	if got := rows(whole); got != plain {
		t.Errorf("without switches again: %s", got)
	}
	m := ask[*message.Method](t, e, &message.MethodInfo{Scope: apart, Method: 2})
	if m.Count != 2 || m.Max != 500_000 || len(m.Longest) != 2 {
		t.Errorf("the switches spread as %+v", m)
	}

	var l scene.List
	count := func(on bool) (n int) {
		if err := e.List(&message.Timeline{View: message.Viewport{To: 900_000, Width: 800, Height: 200}, Switches: on, Method: message.NoNode}, &l); err != nil {
			t.Fatal(err)
		}
		for _, r := range l.Rects {
			if r.Slot&scene.Hatched != 0 {
				n++
			}
		}
		return n
	}
	if on, off := count(true), count(false); on != 2 || off != 0 {
		t.Errorf("%d and %d context switches are drawn, want 2 and 0", on, off)
	}
	if s := ask[*message.Switch](t, e, &message.SwitchInfo{At: 160_000}); !s.Found || s.From != 150_000 || s.To != 650_000 {
		t.Errorf("the switch at 160 µs is %+v", s)
	}
	if s := ask[*message.Switch](t, e, &message.SwitchInfo{Thread: 99}); s.Found {
		t.Errorf("a thread that is not there has %+v", s)
	}
	wall, _ := open(t, tracetest.Trace{Records: "main 0>A 900<A", Version: 2, Clock: "wall"}.Bytes())
	if s := ask[*message.Switch](t, wall, &message.SwitchInfo{}); s.Found {
		t.Errorf("a trace of one clock has %+v", s)
	}
}
