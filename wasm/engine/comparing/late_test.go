package comparing

import (
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// TestContextsLater checks that the table works without contexts. Requests that need contexts fail
// until they have arrived. Contexts of another comparison are rejected.
func TestContextsLater(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	base, r := New(), New()
	of := [2]message.SideOf{{Scope: whole, Name: "a"}, {Scope: whole, Name: "b"}}
	contexts := func(req message.SideOf) message.Body {
		req.Contexts = true
		return base.Answer(&req, a)
	}
	if _, ok := contexts(of[0]).(*message.Failure); !ok {
		t.Error("there are contexts of a side that was not made")
	}
	side := base.Answer(&of[0], a).(*message.Side)
	own := of[1]
	own.Own = true
	if early, ok := r.Answer(&own, b).(*message.Side); !ok || len(early.Data) > 0 {
		t.Error("B's own side was sent, or not made")
	}
	made := r.ownSide
	if about := r.Answer(&message.Compare{Of: of, Data: side.Data}, b).(*message.Compared); about.Methods != [4]int{3, 1, 1, 1} || r.ownSide != made {
		t.Errorf("%+v, of a side that was made twice: %v", about, r.ownSide != made)
	}
	if rows, ok := r.Answer(&message.ChangeRows{Count: 9}, b).(*message.Changes); !ok || len(rows.Rows) != 4 {
		t.Error("no table without contexts")
	}
	waiting := []message.Body{&message.ChangedFindings{}, &message.ChangeEdges{}, &message.ChangeNode{}, &message.ChangeTree{Follow: message.NoNode, Count: 9}, &message.ChangesFile{Format: "markdown"}, &message.Hashes{Of: message.HashChanges}}
	for _, req := range waiting {
		if _, ok := r.Answer(req, b).(*message.Failure); !ok {
			t.Errorf("%T is answered without contexts", req)
		}
	}

	late := contexts(of[0]).(*message.Side)
	if base.ownSide.HasContexts() {
		t.Error("A's engine keeps the contexts that it sent")
	}
	own.Main = true
	r.Answer(&own, b) // for a later comparison
	if _, ok := r.Answer(&message.SideContexts{Data: late.Data}, b).(*message.Failure); !ok {
		t.Error("contexts were added to a side that they are not of")
	}
	r.Answer(&message.Compare{Of: of, Data: side.Data}, b)
	if _, ok := r.Answer(&message.SideContexts{Data: late.Data[1:]}, b).(*message.Failure); !ok {
		t.Error("damaged contexts were accepted")
	}
	if _, ok := r.Answer(&message.SideContexts{Data: late.Data}, b).(*message.Side); !ok {
		t.Error("the contexts were not accepted")
	}
	for _, req := range waiting {
		if reply := r.Answer(req, b); !message.Answers(req, reply) {
			t.Errorf("%T is answered by %T", req, reply)
		}
	}
}
