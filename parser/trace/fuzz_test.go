package trace_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// checkAny checks that any bytes can be read. Reading ends, and its only errors are FormatErrors
// inside the bytes. A cut anywhere gives the same result, and the part before it is a file too. The
// bytes limit the memory. No thread's times decrease or are below 0. Records add up. Each note has
// a sentence and a place.
func checkAny(t *testing.T, file []byte, paired bool, cut int) {
	t.Helper()
	cut %= len(file) + 1
	want, notes, info := read(file, paired)
	want = fmt.Sprint(want, "\n", notes, "\n", *info)
	records, notes, info := read(file, paired, cut)
	if got := fmt.Sprint(records, "\n", notes, "\n", *info); got != want {
		t.Errorf("cut at %d\n got %s\nwant %s", cut, got, want)
	}
	checkOne(t, file, paired)
	checkOne(t, file[:cut], paired)
}

// checkOne is checkAny without the cut.
func checkOne(t *testing.T, file []byte, paired bool) {
	t.Helper()
	var l listing
	r := trace.NewReader(&l)
	if paired {
		r.Paired()
	}
	empty := r.HeldBytes()
	r.Write(file)
	if held := r.HeldBytes() - empty; held > heldBy(len(file)) {
		t.Errorf("%d bytes held of %d", held, len(file))
	}
	var bad *trace.FormatError
	if err := r.Close(); err != nil && (!errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > int64(len(file))) {
		t.Errorf("error %v of %d bytes", err, len(file))
	}
	in := r.Info()
	last := make([]trace.Record, len(in.Threads))
	for i, rec := range l.records {
		was := &last[rec.Thread]
		if rec.Wall < was.Wall || rec.CPU < was.CPU || rec.Action > trace.Unroll || int(rec.Method) >= len(in.Methods) {
			t.Fatalf("record %d is %+v, after %+v, of %d methods", i, rec, *was, len(in.Methods))
		}
		*was = rec
	}
	sum := int64(0)
	for i := range in.Threads {
		sum += in.Threads[i].Records
	}
	if reserved := in.Receipt.Count("reserved-action"); sum != in.Records || sum != int64(len(l.records))+reserved {
		t.Errorf("%d records, of threads %d, handed on %d, reserved %d", in.Records, sum, len(l.records), reserved)
	}
	for _, n := range in.Receipt.Notes {
		if n.Offset < -1 || n.Offset > int64(len(file)) || n.Count <= 0 || n.Text == "" {
			t.Errorf("note %+v of %d bytes", n, len(file))
		}
	}
}

// FuzzReader: any file of any container.
func FuzzReader(f *testing.F) {
	for _, tt := range cases {
		if len(tt.file) < 10_000 {
			f.Add(tt.file, uint16(len(tt.file)/2))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte, cut uint16) {
		checkAny(t, file, false, int(cut))
		if len(file) < 1000 {
			if got, want := describe(file, cutsEvery(1, len(file))...), describe(file); got != want {
				t.Errorf("byte by byte\n got %s\nwant %s", got, want)
			}
		}
	})
}

// FuzzKey: any text part followed by any records, as one file and as a .key and its .data.
func FuzzKey(f *testing.F) {
	for _, version := range []int{1, 2, 3, 0xF2, 0xF3} {
		small := tracetest.Trace{Version: version, Records: "main 0>app.A.a()V 3>app.B.b(I)V 4>?app.A.a()V 9<app.B.b(I)V t#7 2>app.C.c 8!app.C.c"}
		if version > 3 {
			f.Add([]byte{}, small.Bytes(), uint16(40))
			continue
		}
		f.Add(small.Key(), small.Data(), uint16(40))
	}
	f.Add([]byte("\xEF\xBB\xBFx\n*version\r\n3\r\na=b=c\n*threads\n\n1 main\nx\n*methods\n(nil)\tA\tb\n*end\n*end\n"), []byte("SLOW\x03\x00\x10\x00"), uint16(60))
	f.Fuzz(func(t *testing.T, key, data []byte, cut uint16) {
		file := append(bytes.Clone(key), data...)
		checkAny(t, file, false, int(cut))
		checkAny(t, file, true, int(cut))
	})
}

// FuzzPackets: any bytes after the header of a V2 file, and without one.
func FuzzPackets(f *testing.F) {
	for _, e := range tracetest.Encodings {
		for version := range 3 {
			t := tracetest.Trace{Encoding: e, Version: 4 + version, Elapsed: 5000, Records: "main#4242 1500/700>A 1501/701>B 4000/1000<B 4007/1001!A t 9>A"}
			if version == 2 {
				t.Split = 1
			}
			body := t.Bytes()
			if bytes.HasPrefix(body, []byte("SLOW")) {
				body = body[32:]
			}
			f.Add(uint8(version), body, uint16(40))
		}
	}
	versions := [...]byte{4, 5, 6, 0xF4, 0xF5, 0xF6}
	f.Fuzz(func(t *testing.T, kind uint8, body []byte, cut uint16) {
		file := body
		if i := int(kind) % (2*len(versions) + 1); i < 2*len(versions) {
			header := make([]byte, 32)
			copy(header, "SLOW")
			header[4] = versions[i/2]
			if i%2 == 1 { // a counter of 16 MHz
				header[14], header[25] = 7, 1
			}
			file = append(header, body...)
		}
		checkAny(t, file, false, int(cut))
	})
}

// FuzzTellApart: the encoding of a valid file is recognized, and the file is read completely,
// whatever it records. Each byte of the script is a record of one of two threads and of eight
// methods.
func FuzzTellApart(f *testing.F) {
	f.Add(uint8(0), []byte("0123456789abcdefghij"), uint32(3))
	f.Add(uint8(5), []byte("aaaabbbbccccaaaabbbbcccc\xff\xf0\xf7\x90\x97"), uint32(70_001))
	f.Add(uint8(11), bytes.Repeat([]byte("\x00\x01\x80\x89"), 9), uint32(1))
	f.Fuzz(func(t *testing.T, kind uint8, script []byte, step uint32) {
		if len(script) < 16 {
			return // too few records tell nothing
		}
		config := tracetest.Trace{Encoding: tracetest.Encodings[int(kind)/2%5], Version: 4 + int(kind)%2, Clock: "wall", Elapsed: 5_000_000_000}
		var text strings.Builder
		thread, wall, cpu := byte(2), uint32(0), uint32(0)
		var stacks [2][]byte
		n := 0
		for i, b := range script[:min(len(script), 500)] {
			if at := b >> 3 & 1; at != thread {
				thread = at
				fmt.Fprintf(&text, " t%d#%d", at, 4000+int(at))
			}
			cpu += uint32(b>>4) * (step % 1000)
			wall += uint32(b>>4)*(step%1000) + step%7 + uint32(i&1)
			stack := &stacks[thread]
			if b&0x80 > 0 && len(*stack) > 0 {
				fmt.Fprintf(&text, " %d/%d<M%d", wall, cpu, (*stack)[len(*stack)-1])
				*stack = (*stack)[:len(*stack)-1]
			} else {
				fmt.Fprintf(&text, " %d/%d>M%d", wall, cpu, b&7)
				*stack = append(*stack, b&7)
			}
			n++
		}
		if config.Version == 5 {
			config.Clock = ""
		}
		config.Records = strings.TrimSpace(text.String())
		_, notes, in := read(config.Bytes(), false)
		if in.Encoding != config.Encoding || in.Records != int64(n) || !in.Complete {
			t.Errorf("%s, version %d: read as %s, %d of %d records, complete %v, notes %s\n%s", config.Encoding, config.Version, in.Encoding, in.Records, n, in.Complete, notes, config.Records)
		}
	})
}

// heldBy returns the memory limit of a Reader for a file of this size. A record of 2 bytes may be
// the first of a method, and a packet of 7 bytes may be the first of a thread. The table for direct
// lookup of methods has a fixed size.
func heldBy(bytes int) int64 { return 300*int64(bytes) + 8<<20 }

// FuzzNames holds for any method list: each method has names that are valid text. The list gives
// the same result after a thread list, for any cut, and for several lines as for each line alone.
func FuzzNames(f *testing.F) {
	for _, line := range []string{"0x4\ta.B\tget\n0x8\ta.B\tset\n\n0xc\ta.B\xff\tset\n*end\n", "0x4\ta.B\tget\t()V\tB.java\t17", "0", "(nil)\tx", "4 a.B get ()V", "0x4\t\xc0\x80\xed\xa0\xbd\xed\xb8\x80\xff\n*end\n0x8\ty"} {
		f.Add([]byte(line), uint8(3))
	}
	f.Fuzz(func(t *testing.T, lines []byte, cut uint8) {
		file := append([]byte("*version\n3\n*threads\n1\tmain\n*methods\n"), lines...)
		checkAny(t, file, false, int(cut))
		_, _, in := read(file, false)
		for _, m := range in.Methods {
			if s := m.Class + m.Name + m.Signature + m.File + m.Label(); !utf8.ValidString(s) {
				t.Errorf("method %q", s)
			}
		}
		checkLines(t, lines)
	})
}
