package engine_test

import (
	"encoding/base64"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// dump is a dump with a thread, a lock and frames, and with the calls of main before it.
var dump = `----- pid 7 at 2024-01-01 10:00:00 -----
Cmd line: com.example
LongRunningMethods: ` + base64.StdEncoding.EncodeToString(tracetest.Trace{Encoding: "long-running", Records: "main#7 0>app.A.a 5<app.A.a"}.Bytes()) + `

DALVIK THREADS (1):
"main" prio=5 tid=1 Blocked
  | sysTid=7
  at app.A.a(A.java:1)
  - waiting to lock <0x01> (a java.lang.Object) held by thread 9

----- end 7 -----
`

// opened returns an engine with a trace and a dump.
func opened(t *testing.T) *engine.Engine {
	t.Helper()
	e := engine.New(1 << 30)
	e.Begin("test.trace", 0, false)
	if err := e.Write(tracetest.Bytes("main 0/0>app.A.a()V 9/4<app.A.a()V")); err != nil {
		t.Fatal(err)
	}
	if err := e.End(""); err != nil {
		t.Fatal(err)
	}
	e.Dumps().Begin("dump.txt", "dump.txt")
	e.Dumps().Write([]byte(dump))
	if found, err := e.Dumps().End(""); !found {
		t.Fatal(err)
	}
	if d := e.Dumps().Open(); d == nil || d.Threads != 1 {
		t.Fatalf("dumps %+v", d)
	}
	e.BeginMap("mapping.txt", "mapping.txt")
	e.Dumps().Write([]byte("shop.Cart -> a.b:\n"))
	if _, err := e.Dumps().End(""); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestAnswers checks that every request has an answer of the type that package message declares,
// and every picture a display list. With nothing open, the answer is a sentence.
func TestAnswers(t *testing.T) {
	both := opened(t)
	for _, req := range message.Requests() {
		if reply := engine.New(1).Answer(req); !message.Answers(req, reply) && !failed(reply) {
			t.Errorf("with nothing open %T is answered by %#v", req, reply)
		}
		reply := both.Answer(req)
		if message.AskedOf(req) != message.AskFront && failed(reply) { // needs Compare first: see package comparing
			continue
		}
		switch req.(type) {
		case *message.RunRows, *message.RunsFile: // need CompareRuns first
			continue
		}
		if _, late := req.(*message.Layout); failed(reply) != late || !late && !message.Answers(req, reply) {
			t.Errorf("%T is answered by %#v", req, reply)
		}
	}
	if reply, ok := engine.New(1).Answer(&message.Search{}).(*message.Failure); !ok || reply.Text != "No trace is open." {
		t.Errorf("an engine without a trace says %+v", reply)
	}
	if !failed(both.Answer(&message.Progress{})) {
		t.Error("news is answered")
	}
	for _, req := range message.Pictures() {
		var l, empty scene.List
		if err := both.List(req, &l); err != nil {
			t.Errorf("%T: %v", req, err)
		}
		if err := engine.New(1).List(req, &l); err == nil && len(l.Append(nil)) != len(empty.Append(nil)) {
			t.Errorf("with nothing open %T draws %d bytes", req, len(l.Append(nil)))
		}
	}
}

// TestNames checks that each name comes from the room that owns its number.
func TestNames(t *testing.T) {
	e := opened(t)
	var l scene.List
	if err := e.List(&message.StackFlame{Scope: message.StackScope{Idle: true}, View: message.Viewport{To: 1, Width: 100, Height: 100}, Root: message.NoNode}, &l); err != nil {
		t.Fatal(err)
	}
	reply := e.Answer(&message.Names{Methods: []uint32{0, message.FrameNames + 1, 1 << 30, message.FrameNames + 1<<30, message.NoNode}}).(*message.NamesReply)
	if n := reply.Names; len(n) != 2 || n[0].Label != "app.A.a" || n[1].Label != "app.A.a" || n[1].Method != message.FrameNames+1 {
		t.Errorf("names are %+v", n)
	}
}

// TestReadTwice checks that a damaged trace is read a second time, and that another file is then
// read from scratch.
func TestReadTwice(t *testing.T) {
	e := engine.New(1 << 30)
	read := func(text, partial string) (d *message.Description, times int) {
		for times = 1; ; times++ {
			e.Begin("test.trace", 0, false)
			if err := e.Write(tracetest.Bytes(text)); err != nil {
				t.Fatal(err)
			}
			if err := e.End(partial); err != nil {
				t.Fatal(err)
			}
			if (e.Outline() == nil) != e.Again() {
				t.Fatalf("open: %v, to be read again: %v", e.Outline() != nil, e.Again())
			}
			if !e.Again() {
				return e.Describe(), times
			}
			if !failed(e.Answer(&message.MethodRows{})) {
				t.Error("half a reading is open")
			}
		}
	}
	const damaged = "main 0>A 5<C 10<A 20<C 30<D"
	if d, times := read(damaged, ""); times != 2 || d.Calls != 3 {
		t.Errorf("the damaged trace has %d calls after %d readings, want 3 after 2", d.Calls, times)
	}
	if d, times := read(damaged, "Cancelled."); times != 1 || d.Complete || d.Notes[0].Text != "Cancelled." {
		t.Errorf("read in part: %+v after %d readings", d, times)
	}
	if d, times := read("main 0>A 5<A", ""); times != 1 || d.Calls != 1 || !d.Complete {
		t.Errorf("the sound trace has %d calls after %d readings", d.Calls, times)
	}
}

func failed(reply message.Body) bool {
	f, ok := reply.(*message.Failure)
	return ok && f.Text != ""
}
