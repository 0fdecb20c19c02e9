package trace_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

func init() { cases = append(cases, packetCases()...) }

// packed writes records in an encoding, with both clocks where it has them.
func packed(t tracetest.Trace, encoding, records string) []byte {
	t.Encoding = encoding
	if t.Elapsed == 0 {
		t.Elapsed = 5_000_000_000 // more than 71 minutes
	}
	return withRecords(t, records)
}

// tail returns a dump of all methods in the form written for some months: names as text, and
// decimal ids without 0x.
func tail() []byte {
	b := withRecords(tracetest.Trace{Encoding: "bare8", NoThreads: true, NoMethods: true}, "main#4242 0>A#0x7fff12345600 1>B#64 2<B")
	return append(b, "\n*threads\n4242\tmain\n*methods\n0x7fff12345600\t\tA\t()V\tA.java\n64\t\tB\t()V\tB.java\n*end\n"...)
}

// packetCases returns small V2 files and dumps without a header, including those of section 15.
func packetCases() (cases []readCase) {
	add := func(name string, file []byte, records, notes string) {
		cases = append(cases, readCase{name, file, records, notes})
	}
	type config = tracetest.Trace
	calls := "main#4242 1500/700>A 1501/701>B 4000/1000<B 4007/1001!A"
	micros, nanos := "main 1500/700>A 1501/701>B 4000/1000<B 4007/1001!A", "main 1500000/700000>A 1501000/701000>B 4000000/1000000<B 4007000/1001000!A"
	wall, wallNanos := "main 1500>A 1501>B 4000<B 4007!A", "main 1500000>A 1501000>B 4000000<B 4007000!A" // which clock it is only the end tells
	short := config{Elapsed: 5000}
	for _, e := range []string{"E1", "E2", "E3", "E4", "E5"} {
		dual, one, notes := micros, wall, ""
		if e > "E3" {
			dual, one = nanos, wallNanos
		}
		if e == "E5" {
			notes = "cpu-assumed×1@-1"
		}
		add("42 "+e, packed(short, e, calls), dual, notes)
		add("43 clocks "+e, packed(short, e, "main 9/0>A 20/3>B 40/8<B"), map[bool]string{false: "main 9/0>A 20/3>B 40/8<B", true: "main 9000/0>A 20000/3000>B 40000/8000<B"}[e > "E3"], notes)
		add("42 streaming "+e, packed(config{Version: 0xF5, Elapsed: 5000}, e, calls), dual, notes)
		add("42 one clock "+e, packed(config{Version: 4, Clock: "wall", Elapsed: 5000}, e, calls), one, "")
		add("42 two threads "+e, packed(config{Version: 4, Clock: "wall", Elapsed: 5000}, e, "a 1>A b 2>A 3<A a 4<A"), map[bool]string{
			false: "a 1>A b 2>A 3<A a 4<A", true: "a 1000>A b 2000>A 3000<A a 4000<A"}[e > "E3"], "")
		add("42 no records "+e, packed(short, e, ""), "", "")
	}
	add("42 names at the end", packed(config{Late: true, Elapsed: 5000}, "E3", calls), micros, "")
	add("42 block that goes on", packed(config{Split: 3, Elapsed: 5000}, "E3", calls), micros, "")
	add("42 block of the same thread", packed(config{Elapsed: 5000}, "E3", "a 1>A b 2>A a 3<A 4>A"), "a 1>A b 2>A a 3<A 4>A", "")
	add("42 counter", packed(config{Counter: 1 << 40, Hertz: 19_200_000, Elapsed: 5000}, "E5", "main 0>A 100>B 200<B"), "main 0>A 100000>B 200000<B", "cpu-assumed×1@-1")
	add("45 time goes back E1", packed(short, "E1", "main 10>A 20>B 19<B 30<A"), "main 10>A 20>B 20<B 30<A", "clock-went-back×1@119")
	add("45 time goes back E2", packed(short, "E2", "main 10>A 20>B 19<B 30<A"), "main 10>A 20>B 20<B 30<A", "clock-went-back×1@131")
	add("45 time goes back E4", packed(short, "E4", "main 10>A 20>B 19<B 30<A"), "main 10000>A 20000>B 20000<B 30000<A", "clock-went-back×1@131")
	add("46 no summary", packed(config{NoSummary: true}, "E3", calls), micros, "no-summary×1@137 unit-assumed×1@-1")
	add("46 no summary, E1", packed(config{NoSummary: true}, "E1", calls), micros, "no-summary×1@127")
	add("46 no summary, one clock", packed(config{NoSummary: true, Version: 4}, "E4", "main 1>A 2<A"), "main 1000>A 2000<A", "no-summary×1@97 unit-assumed×1@-1 clock-assumed×1@-1")
	add("47 thread-cpu", packed(config{Version: 4, Clock: "thread-cpu", Elapsed: 5000}, "E3", calls), "main 700>A 701>B 1000<B 1001!A", "")
	add("48 bare8", withRecords(config{Encoding: "bare8"}, "main#4242 0>A 1>B 2>B 3<B 4<B 5>A 6<A 7<A t#9 8>A"), "main 0>A 0>B 0>B 0<B 0<B 0>A 0<A 0<A t 0>A", "no-times×1@-1")
	add("48 bare12", withRecords(config{Encoding: "bare12"}, "main#4242 0>A 1>B 2>B 3<B 4<B 5>A 6<A 7<A t#9 8>A"), "main 0>A 0>B 0>B 0<B 0<B 0>A 0<A 0<A t 0>A", "no-times×1@-1")
	add("48 names as text", tail(), "main 0>A 0>B 0<B", "no-times×1@-1")
	lost := "main#4242 0<A 1>B 2>A 3<A 4<B t#9 5>A"
	nowhere := "main 0<unknown 0x0 0>unknown 0x0 0>unknown 0x0 0<unknown 0x0 0<unknown 0x0 t 0>A"
	add("48 lost thread, found", withRecords(config{Encoding: "bare12"}, lost), "main 0<A 0>B 0>A 0<A 0<B t 0>A", "fitted-exits×1@12 no-times×1@-1")
	add("48 lost thread, found in a later block", withRecords(config{Encoding: "bare8"}, "main#4242 0<C 1>B 2>A t#9 5>C main 6<A 7>C 8<C 9<B"), "main 0<C 0>B 0>A 0<A 0>C 0<C 0<B t 0>C", "fitted-exits×1@8 no-times×1@-1")
	add("48 lost thread, two places fit", withRecords(config{Encoding: "bare12"}, "t#9 5>A 6>B main#4242 0<B 1>A 2<A"), "t 0>A 0>B main 0<unknown 0x0 0>unknown 0x0 0<unknown 0x0", "nameless-exits×1@32 nameless-calls×1@33 no-times×1@-1 unknown-method×1@32")
	add("48 lost thread, what it left not listed", withRecords(config{Encoding: "bare12"}, "main#4242 0<?C#0x7f0000000000 1>B 2>A 3<A 4<B t#9 5>A"), "main 0<unknown 0x7f0000000000 0>B 0>A 0<A 0<B t 0>A", "fitted-exits×1@12 no-times×1@-1 unknown-method×1@12")
	add("48 lost thread, twice", withRecords(config{Encoding: "bare12"}, "main#4242 0<A 1>B 2>A 3<A 4<B 5<B 6>A 7>C#0x7fff12350000 8>B"), "main 0<A 0>B 0>A 0<A 0<B 0<B 0>A 0>C 0>B", "fitted-exits×2@12 no-times×1@-1")
	add("48 lost thread, not all listed", withRecords(config{Encoding: "bare12"}, lost+" 6>?C#0x990"), nowhere+" 0>unknown 0x990", "nameless-exits×1@12 nameless-calls×2@13 no-times×1@-1 unknown-method×2@12")
	add("48 lost thread, names cut", cut(withRecords(config{Encoding: "bare12"}, lost), 4), strings.ReplaceAll(nowhere, " t ", " Thread 9 "), "nameless-exits×1@12 nameless-calls×2@13 truncated-packet×4@107 no-times×1@-1 unknown-thread×1@17 unknown-method×1@12")
	add("long-running", withRecords(config{Encoding: "long-running"}, "main#4242 1000>A 1007>B 1010<B 1020<A t#9 1001>A"), "main 0>A 7000/0>B 10000/0<B 20000/0<A t 1000/0>A", "")
	first := withRecords(config{Encoding: "long-running"}, "main#4242 1000>A 1007>B")
	names := 12 + int(first[8]) // behind the block
	add("long-running, names first", append(bytes.Clone(first[names:]), first[:names]...), "main 0>A 7000/0>B", "")
	add("long-running, name first", append([]byte("\x00\x92\x10\x00\x00\x04\x00main"), first[:names]...), "main 0>unknown 0x7fff12345600 7000/0>unknown 0x7fff12345628", "unknown-method×2@23")
	add("long-running with a header", withRecords(config{Encoding: "long-running", Version: 0xF6}, "main#4242 1000>A 1007>B"), "main 0>A 7000/0>B", "")
	add("long-running, threads not named", withRecords(config{Encoding: "long-running", NoThreads: true}, "main#4242 1000>A 1007>B"), "Thread 4242 0>A 7000/0>B", "unknown-thread×1@0")
	add("nameless exits", packed(config{Version: 4, Clock: "wall"}, "E5", "main 10<A 20>B 30<B 40<A"), "main 10000<unknown 0x0 20000>B 30000<B 40000<unknown 0x0", "nameless-exits×2@115 unknown-method×1@115")
	add("thread ids of 32 bits", packed(short, "E3", "t#70001 1>A u#4465 2>B"), "t 1>A u 2>B", "")
	add("method ids of 64 bits", packed(short, "E3", "t 1>A#0x7a00001000 2>B#0x7b00001000"), "t 1>A 2>B", "")
	add("action 3, V2", packed(short, "E3", "main 0>A 5~A 10<A"), "main 0>A 10<A", "reserved-action×1@94")
	add("unknown method, V2", packed(short, "E3", "main 0>A 5>?B#0x990 6<?B#0x990 10<A"), "main 0>A 5>unknown 0x990 6<unknown 0x990 10<A", "unknown-method×1@94")
	add("wrap, V2", packed(config{}, "E1", "main 4294966796>A 4294967346<A"), "main 4294966796>A 4294967346<A", "")
	add("wall 1000 times too small", packed(short, "E4", "main 0/0>A 100/50000<A"), "main 0>A 100000/50000000<A", "wall-scale×1@-1")
	whole := packed(short, "E3", calls)
	another := bytes.Clone(whole)
	another[bytes.Index(whole, []byte("*version"))-2]++
	add("summary of another length", another, micros, "")
	at := bytes.Index(whole, []byte("\x02\x92\x10\x00\x00\x04\x00"))
	add("cut in a block", whole[:at+26], "main 1500/700>A 1501/701>B", "truncated-block×1@129 no-summary×1@129 unit-assumed×1@-1")
	add("cut in a packet", whole[:40], "", "truncated-packet×8@32 no-summary×1@40")
	add("cut in the summary, V2", cut(whole, 10), micros, "truncated-summary×1@224")
	add("cut in the header, V2", whole[:20], "", "truncated-header×1@0")
	add("another count", edit(bytes.Clone(whole), "\x02\x92\x10\x00\x00\x04\x00", "\x02\x92\x10\x00\x00\x05\x00"), micros, "odd-block×1@137")
	add("bytes between packets", edit(bytes.Clone(whole), "\x02\x92\x10\x00\x00\x04\x00", "junk\x02\x92\x10\x00\x00\x04\x00"), micros, "skipped-bytes×4@103")
	long := bytes.Clone(whole)
	copy(long[at+12:], strings.Repeat("\xff", 12))
	add("number without an end", long, "", "odd-block×1@115")
	add("after the summary, V2", append(bytes.Clone(whole), "hello"...), micros, "data-after-summary×5@234")
	add("version 6 with a packet that nobody knows", append(withRecords(config{Encoding: "long-running", Version: 6}, ""), append([]byte("\x030123456789abcdef"), withRecords(config{Encoding: "long-running"}, "main 5>A")...)...), "main 0>A", "")
	return cases
}

// TestManyRecords: a block whose counts have lost their upper bits is read completely (section 15,
// case 44), with records of one length, which end at each count, and of several.
func TestManyRecords(t *testing.T) {
	for _, e := range []string{"E1", "E2", "E3", "E4", "E5"} {
		t.Run("44 "+e, func(t *testing.T) { manyRecords(t, e) })
	}
}

func manyRecords(t *testing.T, e string) {
	for _, n := range []int{65_536, 65_537, 140_001} {
		for _, step := range []int{1, 77} {
			var records strings.Builder
			records.WriteString("main")
			for i := range n {
				fmt.Fprintf(&records, " %d%cA", i*(1+i%2*(step-1)), "><"[i%2])
			}
			file := packed(tracetest.Trace{Version: 4, Clock: "wall"}, e, records.String()+" t 5>B")
			for _, size := range []int{len(file), 10_007} {
				_, notes, in := read(file, false, cutsEvery(size, len(file))...)
				notes = strings.ReplaceAll(notes, "clock-went-back", "")
				if in.Records != int64(n)+1 || !in.Complete || strings.Contains(notes, "-") {
					t.Fatalf("%d of %d records, complete %v, notes %q", in.Records, n+1, in.Complete, notes)
				}
			}
		}
	}
}

// TestV2Misread: only the end of a file shows that a tick was 1 µs, so an apparent four seconds
// were a step back or a wrap.
func TestV2Misread(t *testing.T) {
	tests := []struct {
		name    string
		elapsed int64
		records string
		want    []string // of each reading
	}{
		{"step back", 5000, "main 10>A 20>B 19<B 30<A", []string{"main 10>A 20>B 4294967315<B 4294967326<A", "main 10>A 20>B 20<B 30<A"}},
		{"wrap", 5_000_000_000, "main 4294966796>A 4294967346<A", []string{"main 4294966796>A 4294967346<A", "main 4294966796>A 4294967346<A"}},
		{"wrap that cannot be", 5000, "main 100000000>A 100<A 200>B", []string{"main 100000000>A 4294967396<A 4294967496>B", "main 100000000>A 4294967396<A 4294967496>B", "main 100000000>A 100000000<A 100000000>B"}},
		{"neither", 5000, "main 10>A 20<A", []string{"main 10>A 20<A"}},
	}
	for _, tt := range tests {
		file := packed(tracetest.Trace{Elapsed: tt.elapsed}, "E3", tt.records)
		var first *trace.Reader
		for i, want := range tt.want {
			var l listing
			r := trace.NewReader(&l)
			if first != nil {
				r.LearnFrom(first)
			}
			first = r
			r.Write(file)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			if got := l.text(r.Info()); got != want || r.Misread() != (i < len(tt.want)-1) {
				t.Errorf("%s, reading %d: got %s, misread %v, want %s", tt.name, i+1, got, r.Misread(), want)
			}
		}
	}
}

// TestV2Facts: the information about each encoding.
func TestV2Facts(t *testing.T) {
	for _, e := range tracetest.Encodings {
		for _, version := range []int{4, 5, 0xF4, 0xF5} {
			config := tracetest.Trace{Encoding: e, Version: version, Elapsed: 5000, Clock: "wall", Options: "pid=7\n"}
			want := fmt.Sprintf("v2 %d %s wall 1000 true", version, e)
			switch {
			case version&1 == 1:
				config.Clock = ""
				want = strings.Replace(want, "wall", "dual", 1)
			}
			if e > "E3" {
				want = strings.Replace(want, "1000", "1", 1)
			}
			switch {
			case e[0] == 'b':
				want = "headerless -1   1000 true"
				config.Version = 0
			case e[0] == 'l':
				want = "headerless -1  wall 1 true"
				config.Version = 0
			}
			_, _, in := read(withRecords(config, "main 0>A 1>B 2<B t 3>A main 4<A"), false)
			if got := fmt.Sprintln(in.Container, in.Version, in.Encoding, in.Clocks, in.Tick, in.Complete); got != want+"\n" {
				t.Errorf("%s, version %d: got %s, want %s", e, version, got, want)
			}
		}
	}
}

// TestLoops: the loops over many records give the same result as reading records one by one, as
// when each byte arrives alone.
func TestLoops(t *testing.T) {
	for i, e := range tracetest.Encodings {
		for seed := range uint64(6) {
			file := uneven(e, seed)
			if seed > 3 {
				var b bytes.Buffer
				tracetest.Generate(&b, tracetest.Config{Records: 7000, Methods: 900, Threads: 3, Seed: seed, Encoding: e, Version: 4 + i%2})
				file = b.Bytes()
			}
			want := describe(file)
			if got := describe(file, cutsEvery(1, len(file))...); got != want {
				t.Errorf("%s, seed %d, byte by byte\n got %.2000s\nwant %.2000s", e, seed, got, want)
			}
		}
	}
}

// uneven returns a file with numbers of every length: times that advance far and sometimes step
// back, methods near to and far from each other, and exits of methods never entered.
func uneven(encoding string, seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 4))
	config := tracetest.Trace{Encoding: encoding, Version: 4 + int(seed&1), Elapsed: 5_000_000_000}
	if encoding > "F" {
		config.Version = 0
	}
	if seed&2 > 0 {
		config.Counter, config.Hertz = 1<<40, 19_200_000
	}
	var text strings.Builder
	wall, cpu := int64(0), int64(0)
	for i := range 4000 {
		if i%900 == 0 {
			fmt.Fprintf(&text, " t%d#%d", i, 4000+i)
			wall, cpu = wall+5, int64(seed&2)<<25 // numbers of 6 bytes in ns
		}
		d := int64(1) << rng.IntN(8)
		switch rng.IntN(40) {
		case 0:
			d <<= rng.IntN(20)
		case 1:
			d = -min(d, wall, cpu)
		}
		wall, cpu = wall+d+rng.Int64N(3), cpu+d
		at := fmt.Sprint(wall)
		if config.Version&1 == 1 {
			at = fmt.Sprint(wall, "/", cpu)
		}
		m := rng.IntN(30)
		switch r := rng.IntN(400); {
		case r == 0 && encoding < "E5":
			fmt.Fprintf(&text, " %s~M%d", at, m)
		case r < 4:
			fmt.Fprintf(&text, " %s!M%d", at, m)
		case r < 200:
			fmt.Fprintf(&text, " %s>M%d", at, m)
			if m > 25 {
				fmt.Fprintf(&text, "#%#x", 0x7c0000001000+uint64(m)<<(2+rng.IntN(4)))
			}
		default:
			fmt.Fprintf(&text, " %s<M%d", at, m)
		}
	}
	return packed(config, encoding, strings.TrimSpace(text.String()))
}

// TestHurtPackets: files of packets with flipped bits, removed, inserted or cut parts are read to
// their end, with the same result for any cuts, and no record is passed on twice.
func TestHurtPackets(t *testing.T) {
	var files [][]byte
	for i, e := range tracetest.Encodings {
		version := 4 + i%2
		if e > "F" {
			version = 0
		}
		var b bytes.Buffer
		tracetest.Generate(&b, tracetest.Config{Records: 400, Methods: 30, Threads: 4, Encoding: e, Version: version})
		files = append(files, b.Bytes())
	}
	rounds := 40
	if testing.Short() {
		rounds = 4
	}
	for i, file := range files {
		rng := rand.New(rand.NewPCG(uint64(i), 9))
		for range rounds {
			hurt := bytes.Clone(file)
			for range 1 + rng.IntN(4) {
				at := rng.IntN(len(hurt))
				switch to := min(len(hurt), at+rng.IntN(20)); rng.IntN(5) {
				case 0:
					hurt = append(hurt[:at:at], hurt[to:]...)
				case 1:
					hurt = append(hurt[:to:to], hurt[at:]...)
				case 2:
					hurt = hurt[:at+1]
				default:
					hurt[at] ^= 1 << rng.IntN(8)
				}
			}
			want := describe(hurt)
			cut := rng.IntN(len(hurt) + 1)
			if got := describe(hurt, cut); got != want {
				t.Fatalf("%s, cut at %d:\n got %s\nwant %s", tracetest.Encodings[i], cut, got, want)
			}
			if got := describe(hurt, cutsEvery(97, len(hurt))...); got != want {
				t.Fatalf("%s, in pieces:\n got %s\nwant %s", tracetest.Encodings[i], got, want)
			}
		}
	}
}
