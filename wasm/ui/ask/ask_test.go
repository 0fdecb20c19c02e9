package ask_test

import (
	"slices"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// A worker records its requests.
type worker struct{ asked []message.Body }

func (w *worker) Ask(body message.Body) uint32 {
	w.asked = append(w.asked, body)
	return uint32(len(w.asked))
}

func TestQueryKeepsOneInFlightAndTheNewest(t *testing.T) {
	w := new(worker)
	line := &ask.Line{Host: w}
	var q ask.Query[*message.Hits]
	var got []string
	take := func(m *message.Hits) { got = append(got, m.Text) }
	for _, text := range []string{"a", "ab", "ab", "abc"} {
		q.Want(line, &message.Search{Text: text}, take)
	}
	if len(w.asked) != 1 || !q.Busy() {
		t.Fatalf("%d requests in flight, want 1", len(w.asked))
	}
	if line.Receive(7, &message.Hits{Text: "?"}) {
		t.Error("took an answer to another request")
	}
	if !line.Receive(1, &message.Hits{Text: "a"}) {
		t.Error("did not take the answer to its request")
	}
	if body := w.asked[len(w.asked)-1].(*message.Search); len(w.asked) != 2 || body.Text != "abc" {
		t.Errorf("then asked for %q as number %d, want abc as number 2", body.Text, len(w.asked))
	}
	if line.Receive(1, &message.Hits{Text: "old"}) {
		t.Error("took an older answer")
	}
	line.Receive(2, &message.Hits{Text: "abc"})
	if q.Want(line, &message.Search{Text: "abc"}, take) || len(w.asked) != 2 || q.Busy() {
		t.Error("asked again for what was answered")
	}
	q.Invalidate()
	if !q.Want(line, &message.Search{Text: "abc"}, take) || len(w.asked) != 3 {
		t.Error("Invalidate did not ask again")
	}
	if want := []string{"a", "abc"}; !slices.Equal(got, want) {
		t.Errorf("answers %q, want %q", got, want)
	}
}

// TestRenewOnce: after Renew, the next Want sends its request again. A request of Ask is sent again at once.
func TestRenewOnce(t *testing.T) {
	w := new(worker)
	line := &ask.Line{Host: w}
	var once, wanted, begun ask.Query[*message.Hits]
	got := ""
	once.Ask(line, &message.Search{Text: "once"}, func(m *message.Hits) { got += m.Text })
	once.Ask(line, &message.Search{Text: "newest"}, func(m *message.Hits) { got += m.Text })
	wanted.Want(line, &message.Search{Text: "wanted"}, func(m *message.Hits) { got += m.Text })
	begun.Ask(line, &message.Search{Text: "begun"}, func(m *message.Hits) { got += m.Text })
	begun = ask.Query[*message.Hits]{} // its view was reset
	line.Renew()
	if n := len(w.asked); n != 4 || w.asked[3].(*message.Search).Text != "newest" {
		t.Fatalf("%d requests, want the newest as the fourth", n)
	}
	if line.Receive(1, &message.Hits{Text: "late"}) || !line.Receive(4, &message.Hits{Text: "newest"}) || got != "newest" {
		t.Errorf("answered %q", got)
	}
	if !wanted.Want(line, &message.Search{Text: "wanted"}, func(m *message.Hits) { got += m.Text }) {
		t.Error("the request of Want was not sent again")
	}
}

func TestRepliesOfAClosedFileAreDropped(t *testing.T) {
	line := &ask.Line{Host: new(worker)}
	var q ask.Query[*message.Hits]
	q.Want(line, &message.Search{Text: "a"}, func(*message.Hits) { t.Error("a reply arrived after Forget") })
	line.Forget()
	if line.Receive(1, &message.Hits{}) {
		t.Error("a reply was accepted after Forget")
	}
}

func TestFailuresReachTheirQuery(t *testing.T) {
	var said, own string
	line := &ask.Line{Host: new(worker), Failed: func(text string) { said = text }}
	take := func(*message.Hits) { t.Error("a failure was handled as a reply") }
	var q, graph ask.Query[*message.Hits]
	graph.Failed = func(text string) { own = text }
	q.Want(line, &message.Search{Text: "a"}, take)
	graph.Want(line, &message.Search{Text: "b"}, take)
	line.Receive(1, &message.Failure{Text: "of a"})
	line.Receive(2, &message.Failure{Text: "of b"})
	if said != "of a" || own != "of b" || q.Busy() || graph.Busy() {
		t.Errorf("said %q and %q", said, own)
	}
}

// TestQueryReset: a reply to a request from before a view's reset does not count as the reply to a later
// request.
func TestQueryReset(t *testing.T) {
	line := &ask.Line{Host: new(worker)}
	var q ask.Query[*message.Hits]
	var got []string
	take := func(m *message.Hits) { got = append(got, m.Text) }
	q.Want(line, &message.Search{Text: "a"}, take)
	q = ask.Query[*message.Hits]{}
	line.Receive(1, &message.Hits{Text: "of before"})
	q.Want(line, &message.Search{Text: "a"}, take)
	line.Receive(2, &message.Hits{Text: "a"})
	q.Want(line, &message.Search{Text: "b"}, take)
	q = ask.Query[*message.Hits]{}
	q.Want(line, &message.Search{Text: "c"}, take)
	line.Receive(3, &message.Hits{Text: "of before"})
	line.Receive(4, &message.Hits{Text: "c"})
	if want := []string{"a", "c"}; !slices.Equal(got, want) {
		t.Errorf("answers %q, want %q", got, want)
	}
}

// TestRenew: Renew sends open requests again, although the last reply may never arrive. A late reply is
// ignored.
func TestRenew(t *testing.T) {
	w := new(worker)
	line := &ask.Line{Host: w}
	var q ask.Query[*message.Hits]
	var got []string
	take := func(m *message.Hits) { got = append(got, m.Text) }
	want := func() { q.Want(line, &message.Search{Text: "a"}, take) }
	want()
	line.Receive(1, &message.Hits{Text: "old"})
	want()
	line.Renew()
	want()
	want()
	if len(w.asked) != 2 {
		t.Fatalf("%d requests, want the same once more", len(w.asked))
	}
	line.Renew()
	want()
	if len(w.asked) != 3 {
		t.Fatalf("%d requests: what is on its way keeps the next from being asked", len(w.asked))
	}
	line.Receive(2, &message.Hits{Text: "late"})
	line.Receive(3, &message.Hits{Text: "new"})
	if !slices.Equal(got, []string{"old", "new"}) || q.Busy() {
		t.Errorf("answers %q", got)
	}
}
