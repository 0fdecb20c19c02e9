//go:build dumps || !js

package engine

import (
	"slices"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// TestAnswers: every request there is has an answer of the type that message says, and every
// picture a display list, whether or not there is what it asks about.
func TestAnswers(t *testing.T) {
	empty := New(1)
	both, _ := open(t, tracetest.Bytes("main 0/0>app.A.a()V 9/4<app.A.a()V"))
	addDump(t, both, dumpText(7, 0, fleet...))
	for _, req := range message.Requests() {
		if reply := empty.Answer(req); !message.Answers(req, reply) && !failed(reply) {
			t.Errorf("with nothing open %T is answered by %T", req, reply)
		}
		reply := both.Answer(req)
		if _, late := req.(*message.Layout); failed(reply) != late || !late && !message.Answers(req, reply) {
			t.Errorf("%T is answered by %#v", req, reply)
		}
	}
	for _, req := range message.Pictures() {
		var l scene.List
		if err := both.List(req, &l); err != nil {
			t.Errorf("%T: %v", req, err)
		}
	}
}

func failed(reply message.Body) bool {
	f, ok := reply.(*message.Failure)
	return ok && f.Text != ""
}

// TestDrawn: the order that the page is told is that in which threads are drawn, and has every
// thread once.
func TestDrawn(t *testing.T) {
	for _, name := range []string{"", "fenix-regular"} {
		e, d := open(t, tracetest.Bytes("worker 0/0>A 50/40<A main 1/1>A 5/2<A Zed 0/0>A 90/80<A"))
		if name != "" {
			e, d = open(t, corpus(t, name))
		}
		for sort, drawn := range d.Drawn {
			q := e.timelineQuery(&message.Timeline{Sort: message.ThreadSort(sort), Hidden: []uint32{drawn[0]}})
			var rows []uint32
			for _, t := range q.Threads {
				rows = append(rows, uint32(t))
			}
			if !slices.Equal(rows, drawn[1:]) {
				t.Errorf("%s by %d: drawn %v, told %v", name, sort, rows, drawn)
			}
			all := slices.Sorted(slices.Values(drawn))
			if !slices.EqualFunc(all, d.Threads, func(i uint32, t message.Thread) bool { return i == t.Index }) {
				t.Errorf("%s by %d: %v are not all threads", name, sort, drawn)
			}
		}
		first := func(sort message.ThreadSort) string {
			i := slices.IndexFunc(d.Threads, func(t message.Thread) bool { return t.Index == d.Drawn[sort][0] })
			return d.Threads[i].Name
		}
		if got := first(message.ThreadsByActivity); got != "main" {
			t.Errorf("%s: %s is drawn first", name, got)
		}
		if got := first(message.ThreadsByName); name == "" && got != "Zed" {
			t.Errorf("by name %s is drawn first", got)
		}
	}
}

// TestClasses: the classes of states have the same names on both sides.
func TestClasses(t *testing.T) {
	for of, want := range map[dump.Class]message.StateClass{
		dump.NoState: message.StateUnknown, dump.Running: message.StateRunning, dump.InMachineCode: message.StateInNative, dump.Blocked: message.StateBlocked,
		dump.Waiting: message.StateWaiting, dump.Timed: message.StateTimed, dump.Machine: message.StateInMachine, dump.Ended: message.StateEnded,
	} {
		if got := class(of); got != want {
			t.Errorf("class %d is %d to the page, want %d", of, got, want)
		}
	}
}
