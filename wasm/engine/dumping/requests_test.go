package dumping

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"traceglass/parser/dump/dumptest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/soak"
)

// mostAnswered limits the size of an answer, in bytes, because the page draws it at once.
const mostAnswered = 16 << 20

// encodedSize returns the size of a message, after checking that the page can decode it.
func encodedSize(t *testing.T, body message.Body) int {
	t.Helper()
	data := message.Encode(nil, 7, body)
	if _, _, err := message.Decode(data); err != nil {
		t.Fatalf("the page cannot read a %T: %v", body, err)
	}
	return len(data)
}

// sent returns a random request as the worker decodes it. err is not nil for a request with, for
// example, an unknown clock.
func sent[B message.Body](req B, rng *rand.Rand) (back B, err error) {
	soak.Wild(req, rng)
	_, body, err := message.Decode(message.Encode(nil, 7, req))
	return body.(B), err
}

// askWildly sends every request with random fields to an engine with dumps.
func askWildly(t *testing.T, e *opened, rng *rand.Rand) {
	t.Helper()
	var l scene.List
	for range 3 {
		for _, req := range []message.Body{
			&message.StackRows{}, &message.Stack{}, &message.DumpTrace{}, &message.TextLines{}, &message.Groups{}, &message.StackNode{}, &message.Courses{}, &message.Causes{},
			&message.LockGraph{}, &message.Layout{}, &message.Sight{}, &message.Names{}, &message.Search{}, &message.MethodInfo{},
		} {
			req, err := sent(req, rng)
			if err != nil {
				continue
			}
			began := time.Now()
			n := encodedSize(t, e.Answer(req))
			if took := time.Since(began); n > mostAnswered || took > stuck {
				t.Fatalf("%+v is answered by %d bytes in %v", req, n, took)
			}
		}
		for _, req := range []message.Picture{
			&message.StackFlame{}, &message.CourseChart{}, &message.GraphView{}, &message.Timeline{}, &message.Flame{},
		} {
			req, err := sent(req, rng)
			if err != nil {
				continue
			}
			began := time.Now()
			if err := e.List(req, &l); err != nil {
				continue // for traces
			}
			if took := time.Since(began); len(l.Rects) > 1_000_000 || took > stuck {
				t.Fatalf("%+v is drawn by %d boxes in %v", req, len(l.Rects), took)
			}
			l.Append(nil)
		}
	}
}

// corpusDumps returns the dumps of the shared corpus, and a synthetic one.
func corpusDumps() [][]byte {
	all := [][]byte{[]byte(dumpText(7, 1, fleet...) + dumpText(7, 3, fleet...))}
	files, _ := filepath.Glob(filepath.Join(shared, "corpus/thread-dumps/*.txt"))
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			all = append(all, data)
		}
	}
	return all
}

// readPieces reads texts as files, in pieces of a size. It returns nil if they contain no dump.
func readPieces(piece int, texts ...[]byte) (*opened, *message.Dumps) {
	e := emptyRoom()
	for i, text := range texts {
		e.room.Begin(fmt.Sprintf("dump-%d.txt", i), "dump.zip")
		for len(text) > 0 {
			n := min(piece, len(text))
			e.room.Write(text[:n])
			text = text[n:]
		}
		e.room.End("")
	}
	about := e.room.Open()
	if about == nil {
		return nil, nil
	}
	return e, about
}

// TestMutatedDumps checks that damaged dumps are read and that all requests on them are answered.
func TestMutatedDumps(t *testing.T) {
	dumps := corpusDumps()
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 1))
		texts := [][]byte{dumptest.Mutate(dumps[rng.IntN(len(dumps))], rng)}
		for rng.IntN(3) == 0 { // also damages several times, or with another dump
			texts = append(texts, dumptest.Mutate(texts[0], rng))
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("mutation %d: %v", seed, r)
					panic(r)
				}
			}()
			began := time.Now()
			e, about := readPieces(1+rng.IntN(1<<16), texts...)
			if e == nil {
				return
			}
			encodedSize(t, about)
			askWildly(t, e, rng)
			if took := time.Since(began); took > stuck {
				t.Errorf("mutation %d took %v", seed, took)
			}
		}()
	}
}

// stuck is longer than any answer takes, even on a busy machine.
const stuck = time.Minute

// TestWideDumps checks that unusually long parts of a dump make no answer long or slow.
func TestWideDumps(t *testing.T) {
	const n = 50_000
	const head = "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nABI: 'arm64'\nDALVIK THREADS (9):\n"
	tests := []struct {
		name, before string
		each         func(i int) string
	}{
		{"a deadlock of 50,000 threads", "", func(i int) string {
			return fmt.Sprintf("\"t%d\" prio=5 tid=%d Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x%x> (a a.B) held by thread %d\n  - locked <0x%x> (a a.B)\n\n", i, i+1, (i+1)%n+1, (i+1)%n+1, i+1)
		}},
		{"50,000 threads without main", "", func(i int) string {
			return fmt.Sprintf("\"t%d\" prio=5 tid=%d Native\n  at a.B.c(B.java:1)\n\n", i, i+2)
		}},
		{"50,000 locks of one frame", "\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n", func(i int) string {
			return fmt.Sprintf("  - locked <0x%x> (a a.B)\n", i+1)
		}},
		{"50,000 states", "", func(i int) string {
			return fmt.Sprintf("\"t\" prio=5 tid=%d State%d\n  at a.B.c(B.java:1)\n\n", i+1, i)
		}},
	}
	for _, tt := range tests {
		text := bytes.NewBufferString(head + tt.before)
		for i := range n {
			text.WriteString(tt.each(i))
		}
		began := time.Now()
		e, _ := readPieces(1<<16, text.Bytes())
		// An answer that takes many times as long as reading grows faster than the file. Linear
		// answers take a fraction of the reading time; answers that compare pairs of rows take
		// thousands of times as long.
		limit := 50 * time.Since(began)
		for _, req := range []message.Body{
			&message.Stack{}, &message.StackRows{Count: math.MaxInt}, &message.StackRows{First: 10, Count: math.MaxInt}, &message.LockGraph{},
			&message.Groups{}, &message.StackNode{}, &message.Courses{Count: math.MaxInt},
		} {
			took, n := time.Duration(math.MaxInt64), 0
			for try := 0; try < 3 && took > limit; try++ { // other programs may slow it down
				began := time.Now()
				n = encodedSize(t, e.Answer(req))
				took = min(took, time.Since(began))
			}
			if n > 1<<20 || took > limit {
				t.Errorf("%s: %T is answered by %d bytes in %v", tt.name, req, n, took)
			}
		}
	}
}

// TestFindStates checks that a search with an upper-case letter finds states and locks as they
// are printed.
func TestFindStates(t *testing.T) {
	e, _ := openDumps(t, dumpText(7, 1, "main 7 Native 1: a.B.c", "w 8 Waiting 1: a.B.d"))
	for text, want := range map[string]int{"Waiting": 1, "waiting": 1, "WAITING": 0, "sysTid=7": 1, "systid=7": 1, "tid=": 2, "B.d": 1} {
		if got := ask[*message.StackRowsReply](t, e, &message.StackRows{Text: text, Count: 9}).Total; got != want {
			t.Errorf("%q is found in %d threads, want %d", text, got, want)
		}
	}
}

// TestCutCopy checks that a dump in two files, cut in one of them, counts once. Otherwise it
// would seem that nothing moves.
func TestCutCopy(t *testing.T) {
	whole := dumpText(7, 1, fleet...)
	cut := whole[:len(whole)*2/3]
	for _, files := range [][]string{{whole, cut}, {cut, whole}, {cut, whole, whole}} {
		e, d := openDumps(t, files...)
		for i, p := range d.Processes {
			if p.Dumps != 1 {
				t.Errorf("process %d has %d dumps", i, p.Dumps)
			}
			r := ask[*message.CoursesReply](t, e, &message.Courses{Process: uint32(i), Count: 99, Idle: true})
			if len(r.Dumps) != 1 || r.Stuck != 0 || r.Total != len(fleet) {
				t.Errorf("process %d: %d dumps of %d threads, %d stuck", i, len(r.Dumps), r.Total, r.Stuck)
			}
		}
	}
	e, _ := openDumps(t, whole, cut, dumpText(7, 9, fleet...))
	if r := ask[*message.CoursesReply](t, e, &message.Courses{Count: 99}); len(r.Dumps) != 2 || r.Dumps[1].After != 8 {
		t.Errorf("a later dump gives %+v", r.Dumps)
	}
}

// FuzzDumpRequests checks that any request on any text has an answer of limited size.
func FuzzDumpRequests(f *testing.F) {
	for i, data := range corpusDumps() {
		f.Add(data[:min(len(data), 1<<15)], uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		if e, about := readPieces(1+rng.IntN(1<<12), data, data[len(data)/2:]); e != nil {
			encodedSize(t, about)
			askWildly(t, e, rng)
		}
	})
}
