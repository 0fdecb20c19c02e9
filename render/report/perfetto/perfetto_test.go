package perfetto

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/names"
	"traceglass/render/report"
)

// A message is a decoded message: its fields by number, numbers as they are and all others as
// bytes.
type message map[int][]value

type value struct {
	number uint64
	bytes  []byte
}

// decode reads a message by the rules of the encoding alone.
func decode(t *testing.T, b []byte) message {
	t.Helper()
	m := message{}
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			t.Fatalf("no number in %d bytes", len(b))
		}
		b = b[n:]
		return v
	}
	for len(b) > 0 {
		tag := next()
		v := value{number: next()}
		switch tag & 7 {
		case 0:
		case 2:
			if v.number > uint64(len(b)) {
				t.Fatalf("field %d of %d bytes, %d are left", tag>>3, v.number, len(b))
			}
			v.bytes, b = b[:v.number], b[v.number:]
		default:
			t.Fatalf("wire type %d", tag&7)
		}
		m[int(tag>>3)] = append(m[int(tag>>3)], v)
	}
	return m
}

func (m message) number(field int) uint64 {
	if v := m[field]; len(v) > 0 {
		return v[0].number
	}
	return 0
}

func (m message) in(t *testing.T, field int) message {
	if v := m[field]; len(v) > 0 {
		return decode(t, v[0].bytes)
	}
	return nil
}

func (m message) text(field int) string {
	if v := m[field]; len(v) > 0 {
		return string(v[0].bytes)
	}
	return ""
}

// read lists the slices of a file, thread by thread in file order: "main 0/0>A.a 10/5<".
func read(t *testing.T, file []byte) string {
	t.Helper()
	type sequence struct {
		track, counter uint64
		names          map[uint64]string
		at, cpu        uint64
		factor         uint64
	}
	sequences, threads, factors := map[uint64]*sequence{}, map[uint64]string{}, map[uint64]uint64{}
	var s strings.Builder
	for _, v := range decode(t, file)[1] {
		p := decode(t, v.bytes)
		id := p.number(10)
		if id == 0 {
			t.Fatal("a packet of no sequence")
		}
		if p.number(13)&1 != 0 {
			defaults := p.in(t, 59)
			event := defaults.in(t, 11)
			q := &sequence{track: event.number(11), counter: event.number(31), names: map[uint64]string{}}
			for _, v := range p.in(t, 6)[1] {
				if c := decode(t, v.bytes); c.number(1) == defaults.number(58) && c.number(3) == 1 {
					q.at, q.factor = c.number(2), c.number(4)
				}
			}
			sequences[id] = q
		}
		if d := p.in(t, 60); d != nil {
			if th := d.in(t, 4); th != nil {
				threads[d.number(1)] = fmt.Sprintf("%s:%d:%d", th.text(5), th.number(1), th.number(2))
			}
			if c := d.in(t, 8); c != nil {
				factors[d.number(1)] = c.number(4)
				if c.number(5) != 1 || c.number(1) != 1 {
					t.Error("a counter that is no thread's time in differences")
				}
			}
		}
		e := p.in(t, 11)
		if e == nil {
			continue
		}
		q := sequences[id]
		for _, v := range p.in(t, 12)[2] {
			name := decode(t, v.bytes)
			q.names[name.number(1)] = name.text(2)
		}
		if p.number(13)&2 == 0 {
			t.Error("an event whose sequence's state is not needed, though its times are differences")
		}
		q.at += p.number(8) * q.factor
		fmt.Fprintf(&s, "%s %d", threads[q.track], q.at)
		if q.counter != 0 {
			q.cpu += e.number(12) * factors[q.counter]
			fmt.Fprintf(&s, "/%d", q.cpu)
		}
		switch e.number(9) {
		case 1:
			name, ok := q.names[e.number(10)]
			if !ok {
				t.Errorf("name %d is not known", e.number(10))
			}
			fmt.Fprintf(&s, ">%s ", name)
		case 2:
			s.WriteString("< ")
		default:
			t.Errorf("event of type %d", e.number(9))
		}
	}
	return strings.TrimSpace(s.String())
}

func profileOf(t testing.TB, data []byte) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(true)
	reader.Write(data)
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil)
}

func TestWrite(t *testing.T) {
	for name, tt := range map[string]struct {
		trace tracetest.Trace
		want  string
	}{
		"two clocks, two threads": {
			tracetest.Trace{Records: "main 0/0>A.a 10/5>B.b w#7 9/9>B.b 9/9<B.b main 30/15<B.b 50/30<A.a", Options: "pid=42\n"},
			"main:42:1 0/0>A.a main:42:1 10000/5000>B.b main:42:1 30000/15000< main:42:1 50000/30000< w:42:7 9000/9000>B.b w:42:7 9000/9000<",
		},
		"one clock":              {tracetest.Trace{Version: 2, Clock: "wall", Records: "main 5>A.a 7<A.a 9>A.a"}, "main:1:1 5000>A.a main:1:1 7000< main:1:1 9000>A.a main:1:1 9000<"},
		"thread-cpu":             {tracetest.Trace{Version: 2, Records: "main 5>A.a 7<A.a"}, "main:1:1 5000>A.a main:1:1 7000<"},
		"overloads":              {tracetest.Trace{Version: 2, Records: "main 5>A.a(I)V 7>A.a(J)V"}, "main:1:1 5000>A.a(int) main:1:1 7000>A.a(long) main:1:1 7000< main:1:1 7000<"},
		"running from the start": {tracetest.Trace{Version: 2, Records: "main 5>A.a 7<A.a 9<B.b"}, "main:1:1 5000>B.b main:1:1 5000>A.a main:1:1 7000< main:1:1 9000<"},
	} {
		var out bytes.Buffer
		if err := Write(&out, profileOf(t, tt.trace.Bytes()).Index, profile.WholeTrace, "app"); err != nil {
			t.Fatal(err)
		}
		if got := read(t, out.Bytes()); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, tt.want)
		}
	}
}

// TestGenerated checks that the file of a realistic trace holds every call in less than a fifth
// of the size of Chrome's format.
func TestGenerated(t *testing.T) {
	var data bytes.Buffer
	if err := tracetest.Generate(&data, tracetest.Config{Records: 20_000, Threads: 6, Methods: 1000}); err != nil {
		t.Fatal(err)
	}
	p := profileOf(t, data.Bytes())
	labels, scope := names.Labels(p.Index), profile.WholeTrace
	_, to := p.Calls.Span()
	scope.From, scope.To = to/4, to/2
	for _, scope := range []profile.Scope{profile.WholeTrace, scope} {
		var out, chrome bytes.Buffer
		if err := Write(&out, p.Index, scope, "app"); err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for _, thread := range report.Threads(p.Index, scope) {
			in := &p.Info.Threads[thread]
			report.EachCall(p.Index, scope, thread, func(e report.Event) {
				fmt.Fprintf(&want, "%s:%d:%d %d/%d", in.Label(), report.PID(p.Index), in.ID, e.Wall, e.CPU)
				if e.Enter {
					fmt.Fprintf(&want, ">%s ", labels[e.Method])
				} else {
					want.WriteString("< ")
				}
			})
		}
		if got := read(t, out.Bytes()); got != strings.TrimSpace(want.String()) {
			want := strings.TrimSpace(want.String())
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Errorf("the file holds other events than the calls: %.200s, want %.200s", got[max(0, at-50):], want[max(0, at-50):])
		}
		if err := report.Chrome(&chrome, p.Index, scope, "app"); err != nil {
			t.Fatal(err)
		}
		if 3*out.Len() > chrome.Len() {
			t.Errorf("%d bytes, Chrome's has %d", out.Len(), chrome.Len())
		}
	}
}
