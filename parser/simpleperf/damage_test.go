package simpleperf_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace"
)

// Limits of memory: bytes per byte of a file, and a minimum. A file of distinct frames only takes
// the most.
const (
	heldPerByte = 120
	heldLeast   = 1 << 20
)

// describe formats all results of reading a file as text. It returns "" and an error if the file is
// not a recording. Pieces returns the sizes to cut the file into; nil reads it whole.
func describe(data []byte, pieces func() int) (string, *simpleperf.Reader, error) {
	r := simpleperf.NewReader()
	for rest := data; len(rest) > 0; {
		n := len(rest)
		if pieces != nil {
			n = min(n, max(1, pieces()))
		}
		if _, err := r.Write(rest[:n]); err != nil {
			return "", r, err
		}
		rest = rest[n:]
	}
	if err := r.Close(); err != nil {
		return "", r, err
	}
	methods, threads := r.Figures()
	var s strings.Builder
	fmt.Fprintln(&s, r.Container, r.Version, r.Ending, r.End, r.Trailing, r.Counts, r.App, r.Events, r.Methods, r.Receipt, r.Unwinding, r.Processes(), methods)
	for i := range threads {
		th := threads[i]
		fmt.Fprintln(&s, *th.Thread, th.Samples, th.Events, th.Off, th.All, th.Gaps, th.Gap)
	}
	return s.String(), r, nil
}

// check tests what holds for any file: reading ends, never panics, stays within its memory limit,
// and gives the same result for other cuts, and sums add up. An error is a *trace.FormatError
// within the file.
func check(t *testing.T, data []byte) {
	t.Helper()
	whole, r, err := describe(data, nil)
	cut, _, again := describe(data, func() int { return 1 + rand.IntN(40) })
	if whole != cut || (err == nil) != (again == nil) {
		t.Fatalf("%x in pieces: %v\n%s\nwhole: %v\n%s", data, again, cut, err, whole)
	}
	if held := r.HeldBytes(); held > heldLeast+heldPerByte*int64(len(data)) {
		t.Fatalf("%d bytes take %d", len(data), held)
	}
	if err != nil {
		var bad *trace.FormatError
		if !errors.As(err, &bad) || bad.Offset > int64(len(data)) {
			t.Fatalf("error = %v, want a FormatError within %d bytes", err, len(data))
		}
		return
	}
	for i := range r.Receipt.Notes {
		if r.Receipt.Notes[i].Text == "" {
			t.Fatalf("the note %s has no sentence", r.Receipt.Notes[i].Code)
		}
	}
	methods, threads := r.Figures()
	for e := range r.Events {
		var own, of, framed int64
		for m := range methods {
			f := methods[m].Events[e]
			own += f.Self
			if f.Self > f.Samples || f.OwnCount > f.Count {
				t.Fatalf("of %s more is its own, %v", r.Methods[m].Label(), f)
			}
		}
		for i := range threads {
			of += threads[i].Events[e].Samples
		}
		framed += r.Events[e].Samples
		if own > framed || of != r.Events[e].Samples {
			t.Fatalf("event %d has %d samples, %d of threads, innermost %d", e, framed, of, own)
		}
	}
	calls, info := r.Calls(r.Measure(), true)
	p := profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil)
	for m := range methods {
		if got := p.Methods[m].Calls; got != methods[m].Runs {
			t.Fatalf("%s is seen %d times, want %d", r.Methods[m].Label(), got, methods[m].Runs)
		}
	}
}

// seeds returns files that contain every kind of record and field.
func seeds(t testing.TB) [][]byte {
	all := [][]byte{
		simpleperftest.Bytes("7+0 7@1 root;mid 7!2 root;leaf 7-2.009 7+12 8@12.5 [kernel.kallsyms]|do_fault;app.A.a 8@13=5#3 - ::7=main 8/7=worker"),
		simpleperftest.Bytes("7@1 root ::7=main")[12:],
		[]byte("SIMPLEPERF\x01\x00"), []byte("SIMPLEPERF"), {},
	}
	file := simpleperftest.Append(simpleperftest.Start(), 1, simpleperftest.Message{}.Uint(1, 1<<63).Uint(2, 1<<63).Uint(4, 1<<63).Uint(5, 1<<31).
		Bytes(6, simpleperftest.Message{}.Uint(3, 2)).Bytes(3, simpleperftest.Message{}.Uint(2, 1<<40).Uint(3, 1<<40).Uint(4, 1)))
	file = append(file, 0xff, 0xff, 0xff, 0xff)
	return append(all, file)
}

// TestPrefixes: every prefix of a file is read to its end, or is an error.
func TestPrefixes(t *testing.T) {
	for _, data := range seeds(t) {
		for n := range data {
			check(t, data[:n])
		}
		check(t, data)
	}
	for name, data := range files(t) {
		if len(data) > 4000 {
			data = data[:4000]
		}
		for n := range data {
			if n%7 == 0 || len(data) < 1000 {
				check(t, data[:n])
			}
		}
		t.Log(name)
	}
}

// TestMutations flips random bits of a file.
func TestMutations(t *testing.T) {
	all := seeds(t)
	for _, data := range files(t) {
		if len(data) < 100_000 {
			all = append(all, data)
		}
	}
	for i := range 2000 {
		data := bytes.Clone(all[i%len(all)])
		if len(data) == 0 {
			continue
		}
		for range 1 + rand.IntN(4) {
			data[rand.IntN(len(data))] ^= 1 << rand.IntN(8)
		}
		check(t, data)
	}
}

// FuzzReader tests check for any input.
func FuzzReader(f *testing.F) {
	for _, data := range seeds(f) {
		f.Add(data)
	}
	f.Fuzz(check)
}

// TestHostile: files made to exhaust memory stay within their limit, also if a length promises data
// that is missing.
func TestHostile(t *testing.T) {
	record := func(m simpleperftest.Message) func(file []byte, i int) []byte {
		return func(file []byte, _ int) []byte { return simpleperftest.Append(file, 1, m) }
	}
	for name, add := range map[string]func(file []byte, i int) []byte{
		"empty samples": record(nil),
		"threads": func(file []byte, i int) []byte {
			return simpleperftest.Append(file, 1, simpleperftest.Message{}.Uint(2, uint64(i)))
		},
		"listed": func(file []byte, i int) []byte {
			return simpleperftest.Append(file, 4, simpleperftest.Message{}.Uint(1, uint64(i)))
		},
		"events": func(file []byte, i int) []byte {
			return simpleperftest.Append(file, 1, simpleperftest.Message{}.Uint(5, uint64(i)))
		},
		"files":    func(file []byte, i int) []byte { return simpleperftest.Append(file, 3, simpleperftest.Message{}) },
		"switches": func(file []byte, i int) []byte { return simpleperftest.Append(file, 6, simpleperftest.Message{}) },
		"frames": func(file []byte, i int) []byte {
			return simpleperftest.Append(file, 1, simpleperftest.Message{}.Bytes(3, simpleperftest.Message{}.Uint(3, uint64(i))))
		},
		"deep stacks": func(file []byte, i int) []byte {
			if i%5000 > 0 {
				return file
			}
			m := simpleperftest.Message{}
			for j := range 5000 {
				m = m.Bytes(3, simpleperftest.Message{}.Uint(2, uint64(i+j)))
			}
			return simpleperftest.Append(file, 1, m)
		},
		"symbols": func(file []byte, i int) []byte {
			if i > 0 {
				return file
			}
			m := simpleperftest.Message{}
			for range 100_000 {
				m = m.Text(3, "")
			}
			return simpleperftest.Append(file, 3, m)
		},
	} {
		file := simpleperftest.Start()
		for i := range 50_000 {
			file = add(file, i)
		}
		for _, data := range [][]byte{simpleperftest.End(file), append(file, 0xff, 0xff, 0xff, 0x7f, 1)} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			r := read(t, data)
			runtime.GC()
			runtime.ReadMemStats(&after)
			grown := int64(after.HeapAlloc) - int64(before.HeapAlloc)
			if most := heldLeast + heldPerByte*int64(len(data)); grown > most || r.HeldBytes() > most {
				t.Errorf("%s: %d bytes take %d, by its own account %d; at most %d", name, len(data), grown, r.HeldBytes(), most)
			}
			t.Logf("%s: %.1f bytes a byte, by its own account %.1f", name, float64(grown)/float64(len(data)), float64(r.HeldBytes())/float64(len(data)))
			if n := len(r.Events); n > 16 {
				t.Errorf("%s: %d event types", name, n)
			}
			if name == "symbols" || name == "files" || name == "switches" || name == "listed" {
				continue // without a sample
			}
			needs := heldLeast + r.Needs(0)
			calls, info := r.Calls(r.Measure(), true)
			p := profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil)
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown = int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > needs {
				t.Errorf("%s: its calls need %d bytes, and the estimate was %d", name, grown, needs)
			}
			runtime.KeepAlive(r)
			runtime.KeepAlive(p)
		}
	}
}

// TestBudget: samples beyond the budget are left out, and names are still read.
func TestBudget(t *testing.T) {
	data := simpleperftest.Generate(20_000)
	r := simpleperf.NewReader()
	r.Within(4 << 20)
	if _, err := r.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	left := r.Receipt.Count("samples-left-out")
	if left == 0 || r.Samples()+left != 20_000 || r.Complete() {
		t.Errorf("%d samples are read and %d left out; complete %v", r.Samples(), left, r.Complete())
	}
	if r.Receipt.Count("file-not-listed") > 0 || r.Receipt.Count("sample-count-differs") > 0 {
		t.Errorf("names are missing: %v", r.Receipt.Notes)
	}
}

// TestFields: fields of a message that repeat, come in any order, have other wire types, or are too
// large.
func TestFields(t *testing.T) {
	type message = simpleperftest.Message
	minus := ^uint64(0) // -1 as int32 in ten bytes
	sample := func(m message) []byte {
		file := simpleperftest.Append(simpleperftest.Start(), 1, m)
		file = simpleperftest.Append(file, 3, message{}.Text(3, "zero").Uint(1, 4).Text(3, "one").Text(2, "/x/liba.so"))
		return simpleperftest.End(file)
	}
	frame := func(file, symbol uint64) message { return message{}.Uint(2, file).Uint(3, symbol) }
	fixed := append(message{10<<3 | 5, 1, 2, 3, 4, 11<<3 | 1}, 1, 2, 3, 4, 5, 6, 7, 8)
	for _, tt := range []struct {
		name string
		m    message
		want string
	}{
		{"usual", message{}.Uint(1, 5).Uint(2, 7).Bytes(3, frame(4, 1)), "7 at 5: one"},
		{"the last of a field counts", message{}.Uint(1, 9).Uint(1, 5).Uint(2, 1).Uint(2, 7).Bytes(3, frame(4, 1)), "7 at 5: one"},
		{"frames before the rest", message{}.Bytes(3, frame(4, 0)).Uint(2, 7).Uint(1, 5), "7 at 5: zero"},
		{"-1 in ten bytes", message{}.Uint(1, 5).Uint(2, minus).Bytes(3, frame(4, minus)), "-1 at 5: liba.so"},
		{"unknown fields of every wire type", append(message{}.Uint(1, 5).Text(9, "x"), fixed...), "0 at 5: "},
		{"a known number of another type", message{}.Uint(1, 5).Text(2, "x").Uint(3, 8), "0 at 5: "},
		{"defaults", message{}, "0 at 0: "},
		{"field 0", message{0, 1}, "broken"},
		{"a group", message{1<<3 | 3}, "broken"},
		{"a length past the end", message{3<<3 | 2, 9, 1}, "broken"},
		{"a number of eleven bytes", append(message{8}, bytes.Repeat([]byte{0xff}, 11)...), "broken"},
		{"a broken frame", message{}.Uint(1, 5).Bytes(3, message{3<<3 | 2, 9}), "broken"},
	} {
		r := read(t, sample(tt.m))
		got := "broken"
		if r.Counts.Broken == 0 {
			_, threads := r.Figures()
			var names []string
			for i := range r.Methods {
				names = append(names, r.Methods[i].Label())
			}
			got = fmt.Sprintf("%d at %d: %s", threads[0].Thread.ID, threads[0].First, strings.Join(names, " "))
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestHeader: a file of another format is an error, as early as possible.
func TestHeader(t *testing.T) {
	for _, data := range []string{"", "SIMPLEPER", "PERFILE2............", "*version\n3\nclock=dual\n", "\xff\xff\xff\xff............", strings.Repeat("\x00", 40)} {
		r := simpleperf.NewReader()
		_, err := r.Write([]byte(data))
		if len(data) > 12 && err == nil {
			t.Errorf("%q is read", data)
		}
		if err == nil {
			err = r.Close()
		}
		if err == nil {
			t.Errorf("%q is a recording", data)
		}
	}
	huge := binary.LittleEndian.AppendUint32(simpleperftest.Start(), 1<<31)
	r := simpleperf.NewReader()
	r.Write(append(huge, 1, 2, 3))
	if held := r.HeldBytes(); held > 1<<16 {
		t.Errorf("a length alone takes %d bytes", held)
	}
}

func BenchmarkReader(b *testing.B) {
	data := simpleperftest.Generate(20_000)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		r := simpleperf.NewReader()
		r.Write(data)
		r.Close()
	}
}

func BenchmarkCalls(b *testing.B) {
	data := simpleperftest.Generate(100_000)
	r := simpleperf.NewReader()
	r.Write(data)
	r.Close()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		r.Calls(r.Measure(), true)
	}
}
