package trace_test

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// FuzzPackets holds for any bytes behind the header of a V2 file, and behind none: reading ends,
// however the file is cut gives the same, no time goes back within a thread, and what is held is
// bounded by the file.
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
		want := describe(file)
		if got := describe(file, int(cut)%(len(file)+1)); got != want {
			t.Errorf("cut at %d\n got %s\nwant %s", int(cut)%(len(file)+1), got, want)
		}
		var l listing
		r := trace.NewReader(&l)
		empty := r.Held()
		r.Write(file)
		if held := r.Held() - empty; held > heldBy(len(file)) {
			t.Errorf("%d bytes held of %d", held, len(file))
		}
		r.Close()
		last := make([]trace.Record, len(r.Info().Threads))
		for i, rec := range l.records {
			if was := last[rec.Thread]; rec.Wall < was.Wall || rec.CPU < was.CPU {
				t.Fatalf("record %d is %+v, after %+v", i, rec, was)
			}
			last[rec.Thread] = rec
		}
	})
}

// heldBy is what a Reader may hold of a file of so many bytes, besides what it holds of none: a
// record of 2 bytes may be the first of a method, a packet of 7 that of a thread. The table that
// methods beside each other are looked up in has a size of its own.
func heldBy(bytes int) int64 { return 300*int64(bytes) + 8<<20 }

// FuzzNames holds for any method list: each method that is read has names that are text, and the
// list is read the same behind a thread list and wherever it is cut.
func FuzzNames(f *testing.F) {
	for _, line := range []string{"0x4\ta.B\tget\t()V\tB.java\t17", "0", "(nil)\tx", "4 a.B get ()V", "0x4\t\xc0\x80\xed\xa0\xbd\xed\xb8\x80\xff\n*end\n0x8\ty"} {
		f.Add([]byte(line), uint8(3))
	}
	f.Fuzz(func(t *testing.T, lines []byte, cut uint8) {
		file := append([]byte("*version\n3\n*threads\n1\tmain\n*methods\n"), lines...)
		want := describe(file)
		if got := describe(file, int(cut)%(len(file)+1)); got != want {
			t.Errorf("cut at %d\n got %s\nwant %s", int(cut)%(len(file)+1), got, want)
		}
		_, _, in := read(file, false)
		for _, m := range in.Methods {
			if s := m.Class + m.Name + m.Signature + m.File + m.Label(); !utf8.ValidString(s) {
				t.Errorf("method %q", s)
			}
		}
	})
}
