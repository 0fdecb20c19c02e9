package dumping

import (
	"fmt"
	"testing"

	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

const shared = "../../../../shared"

// opened is an engine and its room of dumps.
type opened struct {
	*engine.Engine
	room *Room
}

func nothing() *opened {
	room := New()
	return &opened{engine.New(1<<30, room), room}
}

// openTrace reads a trace.
func openTrace(t testing.TB, data []byte) (*opened, *message.Description) {
	t.Helper()
	e := nothing()
	e.Begin("test.trace", int64(len(data)), false)
	if err := e.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := e.End(""); err != nil || e.Again() {
		t.Fatal(err)
	}
	return e, e.Describe()
}

// openDumps reads files of thread dumps.
func openDumps(t testing.TB, files ...string) (*opened, *message.Dumps) {
	t.Helper()
	e := nothing()
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
