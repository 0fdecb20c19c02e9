package dumping

import (
	"fmt"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/engine/graph"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

const shared = "../../../../shared"

// opened is the room of dumps and a trace, used as the engine uses them.
type opened struct {
	room  *Room
	trace *tracing.Trace // nil for none
	stage graph.Stage
}

func emptyRoom() *opened { return &opened{room: New()} }

// Answer answers a request as the engine does.
func (e *opened) Answer(req message.Body) message.Body {
	if names, ok := req.(*message.Names); ok {
		reply := &message.NamesReply{}
		for _, number := range names.Methods {
			if name, ok := e.room.Name(number); ok {
				reply.Names = append(reply.Names, name)
			}
		}
		return reply
	}
	if reply := e.room.Answer(req, e.trace, &e.stage); reply != nil {
		return reply
	}
	if e.trace != nil {
		if reply := e.trace.Answer(req, &e.stage); reply != nil {
			return reply
		}
	}
	return &message.Failure{Text: "No trace is open."}
}

// List draws a picture as the engine does.
func (e *opened) List(req message.Picture, l *scene.List) error {
	l.Reset()
	if view, ok := req.(*message.GraphView); ok {
		e.stage.Draw(l, view, scene.Paint{})
		return nil
	}
	if !e.room.Draw(req, l) {
		return fmt.Errorf("no picture of dumps: %T", req)
	}
	return nil
}

// openTrace reads a trace.
func openTrace(t testing.TB, data []byte) (*opened, *message.Description) {
	t.Helper()
	e := emptyRoom()
	reading := tracing.Read("test.trace", int64(len(data)), false, 1<<30)
	if err := reading.Write(data); err != nil {
		t.Fatal(err)
	}
	tr, err := reading.End("")
	if err != nil || tr == nil {
		t.Fatal(err)
	}
	e.trace = tr
	return e, tr.Describe()
}

// openDumps reads files of thread dumps.
func openDumps(t testing.TB, files ...string) (*opened, *message.Dumps) {
	t.Helper()
	e := emptyRoom()
	for i, text := range files {
		e.room.Begin(fmt.Sprintf("dump-%d.txt", i), "dump.txt")
		e.room.Write([]byte(text))
		if found, err := e.room.End(""); !found {
			t.Fatal(err)
		}
	}
	return e, e.room.Open()
}

// ask sends a request through its encoding and back, as between page and worker.
func ask[T message.Body](t testing.TB, e *opened, req message.Body) T {
	t.Helper()
	_, decoded, err := message.Decode(message.Encode(nil, 7, req))
	if err != nil {
		t.Fatalf("%T: %v", req, err)
	}
	id, reply, err := message.Decode(message.Encode(nil, 7, e.Answer(decoded)))
	if err != nil || id != 7 {
		t.Fatalf("reply to %T: %v", req, err)
	}
	got, ok := reply.(T)
	if !ok {
		t.Fatalf("reply to %T is %#v", req, reply)
	}
	return got
}
