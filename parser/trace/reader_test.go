package trace_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// A listing writes records as tracetest reads them, with labels for names.
type listing struct{ records []trace.Record }

func (l *listing) Records(batch []trace.Record) { l.records = append(l.records, batch...) }

// text is the listing with the names known when all is read.
func (l *listing) text(in *trace.Info) string {
	var s strings.Builder
	for i, rec := range l.records {
		if i == 0 || rec.Thread != l.records[i-1].Thread {
			t := &in.Threads[rec.Thread]
			fmt.Fprintf(&s, "%s ", cmp.Or(t.Name, t.Label()))
		}
		fmt.Fprint(&s, rec.Wall)
		if rec.CPU != rec.Wall {
			fmt.Fprint(&s, "/", rec.CPU)
		}
		fmt.Fprintf(&s, "%c%s ", "><!"[rec.Action], in.Methods[rec.Method].Label())
	}
	return strings.TrimSuffix(s.String(), " ")
}

// read reads a file in pieces that end at cuts. It returns its records, the notes ("code×2@7": two,
// the first at byte 7, or at -1) and an error, if any, in one line each, and the file's Info.
func read(file []byte, paired bool, cuts ...int) (records, notes string, in *trace.Info) {
	var l listing
	r := trace.NewReader(&l)
	if paired {
		r.Paired()
	}
	var err error
	from := 0
	for _, to := range append(cuts, len(file)) {
		if err == nil {
			_, err = r.Write(file[from:to])
		}
		from = to
	}
	if err == nil {
		err = r.Close()
	}
	var words []string
	for _, n := range r.Info().Receipt.Notes {
		if n.Text == "" {
			n.Code += "(no sentence)"
		}
		words = append(words, fmt.Sprintf("%s×%d@%d", n.Code, n.Count, n.Offset))
	}
	if err != nil {
		words = append(words, err.Error())
	}
	return l.text(r.Info()), strings.Join(words, " "), r.Info()
}

// Parts of files that cannot be written as a line of text.
var (
	abba    = "main 0>A 1>B 4<B 5<A"
	plain   = tracetest.Trace{Records: abba}
	records = string(plain.Data()[32:])
)

// plainAB is a file of two records.
var plainAB = tracetest.Bytes("main 0>A 1>B")

// hole returns zeros all-zero records, then the last n bytes of a lost record.
func hole(zeros, n int) []byte {
	b := make([]byte, 14*zeros)
	if n > 0 {
		b = append(append(b, make([]byte, 14-n)...), bytes.Repeat([]byte{7}, n)...)
	}
	return zerosAmid(tracetest.Trace{}, len(b), b...)
}

func zerosAmid(t tracetest.Trace, n int, instead ...byte) []byte {
	file := withRecords(t, "main 0>A 1>B")
	size := 14
	if t.Version == 2 {
		size = 10
	}
	if instead == nil {
		instead = make([]byte, n)
	}
	at := len(file) - size
	return append(append(bytes.Clone(file[:at]), instead...), file[at:]...)
}

// feeds has times with the bytes of carriage returns and line feeds.
var feeds = tracetest.Trace{Records: "main 10>A 2573>B 3338<B 168626701<A"}

func withRecords(t tracetest.Trace, records string) []byte {
	t.Records = records
	return t.Bytes()
}

// edit replaces text in a file; old must be there.
func edit(file []byte, oldNew ...string) []byte {
	for i := 0; i < len(oldNew); i += 2 {
		if !bytes.Contains(file, []byte(oldNew[i])) {
			panic("no " + oldNew[i])
		}
		file = bytes.Replace(file, []byte(oldNew[i]), []byte(oldNew[i+1]), 1)
	}
	return file
}

// cut is a file without its last n bytes.
func cut(file []byte, n int) []byte { return file[:len(file)-n] }

func crlf(t tracetest.Trace) []byte {
	return append(bytes.ReplaceAll(t.Key(), []byte("\n"), []byte("\r\n")), t.Data()...)
}

// packets returns a streaming file of the given pieces: lines of methods, "2:7:name" for a thread,
// "s:" and a text for a summary, else bytes as they are.
func packets(version int, pieces ...string) []byte {
	b := (tracetest.Trace{Version: version, NoSummary: true}).Data()
	for _, p := range pieces {
		var id int
		switch {
		case strings.HasPrefix(p, "0x"):
			b = append(b, 0, 0, 1)
			b = binary.LittleEndian.AppendUint16(b, uint16(len(p)))
			b = append(b, p...)
		case strings.HasPrefix(p, "2:"):
			_, name, _ := strings.Cut(p[2:], ":")
			fmt.Sscanf(p, "2:%d:", &id)
			b = append(b, 0, 0, 2)
			b = binary.LittleEndian.AppendUint16(b, uint16(id))
			b = binary.LittleEndian.AppendUint16(b, uint16(len(name)))
			b = append(b, name...)
		case strings.HasPrefix(p, "s:"):
			b = append(b, 0, 0, 3)
			b = binary.LittleEndian.AppendUint32(b, uint32(len(p)-2))
			b = append(b, p[2:]...)
		default:
			b = append(b, p...)
		}
	}
	return b
}

// A readCase is a small file with its expected records and notes.
type readCase struct {
	name           string
	file           []byte
	records, notes string
}

// cases are small files, most of them those of section 15 that concern reading.
var cases = []readCase{
	{"1 plain", tracetest.Bytes("main 100>A 120<A"), "main 100>A 120<A", ""},
	{"9 unroll", tracetest.Bytes("main 100>A 105>B 110!B 120!A"), "main 100>A 105>B 110!B 120!A", ""},
	{"10 action 3", tracetest.Bytes("main 0>A 1~A 2<A"), "main 0>A 2<A", "reserved-action×1@165"},
	{"10 action 3 first", tracetest.Bytes("main 10~A 100>A 200>B 50<B 300<A"), "main 100>A 200>B 200<B 300<A", "reserved-action×1@174 clock-went-back×1@216"},
	{"10 action 3 first, one clock", withRecords(tracetest.Trace{Version: 1}, "main 10~A 100>A 200>B 50<B 300<A"), "main 0/100>A 0/200>B 0/200<B 0/300<A", "reserved-action×1@180 clock-went-back×1@207"},
	{"10 action 3 alone", tracetest.Bytes("a 1>A t 5~A a 2<A"), "a 1>A 2<A", "reserved-action×1@166"},
	{"11 unknown methods", tracetest.Bytes("main 0>?A#0x990 1>?B#0x998 2<?B#0x998 3<?A#0x990"), "main 0>unknown 0x990 1>unknown 0x998 2<unknown 0x998 3<unknown 0x990", "unknown-method×2@128"},
	{"12 unknown thread", tracetest.Bytes("?x#7 0>A 1<A"), "Thread 7 0>A 1<A", "unknown-thread×1@144"},
	{"13 no threads listed", withRecords(tracetest.Trace{NoThreads: true}, abba), "Thread 1 0>A 1>B 4<B 5<A", "unknown-thread×1@167"},
	{"14 no methods listed", withRecords(tracetest.Trace{NoMethods: true}, abba), "main 0>unknown 0x0 1>unknown 0x4 4<unknown 0x4 5<unknown 0x0", "unknown-method×2@128"},
	{"15 id 0", edit(tracetest.Bytes("main 0>A 5!A 6>A 7<A"), "0x0\t", "0\t"), "main 0>A 5!A 6>A 7<A", ""},
	{"15 id (nil)", edit(tracetest.Bytes("main 0>A 5<A"), "0x0\t", "(nil)\t"), "main 0>A 5<A", ""},
	{"16 id above 2^31", tracetest.Bytes("main 0>A#0xB5D2C7A8 5<A"), "main 0>A 5<A", ""},
	{"16 id of 64 bits", edit(tracetest.Bytes("main 0>A#0xB5D2C7A8 5<A"), "0xb5d2c7a8", "0x7fb5d2c7a8"), "main 0>A 5<A", ""},
	{"17 columns", edit(tracetest.Bytes("main 0>a.B.c()V#0x10 1>d#0x20 2>e.F.g#0x30 3>h#0x40 4>i.J.k#0x50"), "0x10\ta.B\tc\t()V\tB.java", "0x10\ta.B\tc\t()V\tB.java\t17", "0x20\t\td\t()V\tSource.java", "0x20\td",
		"0x30\te.F\tg\t()V\tF.java", "0x30\te.F\tg", "0x40\t\th\t()V\tSource.java", "0x40\th\tkernel/fork.c\t120", "()V\tJ.java", "()V\t"), "main 0>a.B.c 1>d 2>e.F.g 3>h 4>i.J.k", ""},
	{"18 class with slashes", tracetest.Bytes("main 0>java/lang/Object.wait(J)V"), "main 0>java.lang.Object.wait", ""},
	{"19 odd thread names", edit(tracetest.Bytes("a 0>A b 1>A c 2>A"), "1\ta", "1\t\ta", "2\tb", "2\t", "3\tc", "3\té"), "\ta 0>A Thread 2 1>A é 2>A", ""},
	{"20 equal names", tracetest.Bytes("w#1 0>A w#2 1>A w#1 2<A"), "w 0>A w 1>A w 2<A", ""},
	{"21 record size 20", withRecords(tracetest.Trace{RecordSize: 20}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"22 offset 16", withRecords(tracetest.Trace{Offset: 16, Version: 2}, abba), "main 0>A 0/1>B 0/4<B 0/5<A", ""},
	{"22 offset 40", withRecords(tracetest.Trace{Offset: 40}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"23 version 1", withRecords(tracetest.Trace{Version: 1}, "t#200 1>A 2<A"), "t 0/1>A 0/2<A", ""},
	{"24 wall", withRecords(tracetest.Trace{Version: 2, Clock: "wall"}, "main 1/2>A"), "main 1/0>A", ""},
	{"24 thread-cpu", withRecords(tracetest.Trace{Version: 2, Clock: "thread-cpu"}, "main 1/2>A"), "main 0/2>A", ""},
	{"24 global", withRecords(tracetest.Trace{Version: 1, Clock: "global"}, "main 1/2>A"), "main 1/0>A", "clock-global×1@-1"},
	{"24 no clock", withRecords(tracetest.Trace{Version: 2, Clock: "-"}, "main 1/2>A"), "main 0/2>A", "clock-assumed×1@-1"},
	{"24 no clock, dual", withRecords(tracetest.Trace{Clock: "-"}, "main 1/2>A"), "main 1/2>A", ""},
	{"made of samples", withRecords(tracetest.Trace{Options: "main-samples=30\nmain-samples-usec=66000\n"}, "main 1>A"), "main 1>A", "main-samples×30@-1"},
	{"cut out of another", withRecords(tracetest.Trace{Options: "cut-from-nsec=5\ncut-to-nsec=9\ncut-rounded-times=3\ncut-hashed-names=1\n"}, "main 1>A"), "main 1>A", "cut×1@-1 rounded-times×3@-1 hashed-names×1@-1"},
	{"24 one clock named, two recorded", withRecords(tracetest.Trace{Clock: "wall"}, "main 1/2>A"), "main 1/2>A", "clock-mismatch×1@-1"},
	{"25 half a record", append(withRecords(tracetest.Trace{}, abba), 1, 2, 3), "main 0>A 1>B 4<B 5<A", "truncated-record×3@230"},
	{"26 no records", tracetest.Bytes(""), "", ""},
	{"27 text cut", plain.Key()[:90], "", "missing-end×1@90 no-data×1@90"},
	{"27 key alone", plain.Key(), "", "no-data×1@142"},
	{"28 no end", edit(plain.Bytes(), "*end\n", ""), "main 0>A 1>B 4<B 5<A", "missing-end×1@137"},
	{"28 no line feed after end", edit(plain.Bytes(), "*end\n", "*end"), "main 0>A 1>B 4<B 5<A", ""},
	{"29 data alone", plain.Data(), "Thread 1 0>unknown 0x0 1>unknown 0x4 4<unknown 0x4 5<unknown 0x0", "no-names×1@0 unknown-thread×1@32 unknown-method×2@32"},
	{"30 wrap", tracetest.Bytes("main 4294966796>A 4294967206>B 4294967346<B 4294967496<A"), "main 4294966796>A 4294967206>B 4294967346<B 4294967496<A", ""},
	{"30 wrap on one clock", tracetest.Bytes("main 4294966796/5>A 4294967346/6<A"), "main 4294966796/5>A 4294967346/6<A", ""},
	{"30 thread begins after the wrap", tracetest.Bytes("main 4294966796>A 4294967346<A t 4294967350/3>B"), "main 4294966796>A 4294967346<A t 4294967350/3>B", ""},
	{"31 no wrap", withRecords(tracetest.Trace{Elapsed: 1 << 31}, "main 4294966796>A 50<A"), "main 4294966796>A 4294966796<A", "clock-went-back×1@194"},
	{"32 clock goes back", tracetest.Bytes("main 100>A 90>B 95<B 120<A"), "main 100>A 100>B 100<B 120<A", "clock-went-back×2@188"},
	{"32 one clock goes back", tracetest.Bytes("main 100/50>A 110/40>B 120/60<B 130/70<A"), "main 100/50>A 110/50>B 120/60<B 130/70<A", "clock-went-back×1@188"},
	{"33 threads after each other", tracetest.Bytes("a 0>A 900<A b 0>A 900<A"), "a 0>A 900<A b 0>A 900<A", ""},
	{"34 each thread's CPU time begins at 0", withRecords(tracetest.Trace{Version: 2}, "a 0>A 5<A b 0>A 7<A"), "a 0>A 0/5<A b 0>A 0/7<A", ""},
	{"35 records stated", tracetest.Bytes(abba), "main 0>A 1>B 4<B 5<A", ""},
	{"35 more records stated", edit(tracetest.Bytes(abba), "num-method-calls=4", "num-method-calls=9"), "main 0>A 1>B 4<B 5<A", "missing-records×5@230"},
	{"36 overflow", edit(tracetest.Bytes("main 0>A 1>B"), "overflow=false", "overflow=true"), "main 0>A 1>B", "overflow×1@-1"},
	{"37 streaming", withRecords(tracetest.Trace{Version: 0xF3}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"37 streaming, all in the summary", withRecords(tracetest.Trace{Version: 0xF3, Late: true}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"38 no summary", withRecords(tracetest.Trace{Version: 0xF3, NoSummary: true}, abba), "main 0>A 1>B 4<B 5<A", "no-summary×1@155"},
	{"38 no summary, one clock", withRecords(tracetest.Trace{Version: 0xF2, NoSummary: true}, abba), "main 0>A 1>B 4<B 5<A", "no-summary×1@139 clock-assumed×1@-1"},
	{"39 padded records", withRecords(tracetest.Trace{Version: 0xF2, Padded: true}, abba), "main 0>A 1>B 4<B 5<A", "padded-records×1@32"},
	{"39 padded records, no summary", withRecords(tracetest.Trace{Version: 0xF2, Padded: true, NoSummary: true}, abba), "main 0>A 1>B 4<B 5<A", "padded-records×1@32 no-summary×1@155 clock-assumed×1@-1"},
	{"39 records as stated", withRecords(tracetest.Trace{Version: 0xF2}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"39 version 0xF1", withRecords(tracetest.Trace{Version: 0xF1}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"40 cut in a packet", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "0x4\t\tB\n")[:32+7+4+5+8+14+9], "main 0>A", "truncated-packet×10@69 no-summary×1@79"},
	{"41 thread announced twice", packets(0xF3, "0x0\t\tA\n", "2:1:first", records[:14], "2:1:second", records[:14]), "second 0>A 0>A", "no-summary×1@97 two-names×1@-1"},
	{"50 deep recursion", tracetest.Bytes("main" + strings.Repeat(" 1>A", 20_000)), "main" + strings.Repeat(" 1>A", 20_000), ""},
	{"51 thread 40000", tracetest.Bytes("t#40000 0>A"), "t 0>A", ""},
	{"52 junk line", append([]byte("written by x\n"), plain.Bytes()...), "main 0>A 1>B 4<B 5<A", "text-before-version×13@0"},
	{"52 much junk", append([]byte(strings.Repeat("junk\n", 1600)), plain.Bytes()...), "main 0>A 1>B 4<B 5<A", "text-before-version×8000@0"},
	{"52 too much junk", append([]byte(strings.Repeat("junk\n", 1640)), plain.Bytes()...), "", "trace: header at byte 0: this is not a method trace"},
	{"52 blank after the version marker", edit(plain.Bytes(), "*version\n", "*version \n"), "main 0>A 1>B 4<B 5<A", ""},
	{"52 byte order mark", append([]byte("\xEF\xBB\xBF"), plain.Bytes()...), "main 0>A 1>B 4<B 5<A", "byte-order-mark×1@0"},
	{"52 in a chunk of the debug bridge", append([]byte("MPSE\x00\x00\x01\x00"), plain.Bytes()...), "main 0>A 1>B 4<B 5<A", "debug-bridge×1@0"},
	{"52 in a packet", append([]byte("\x00\x00\x01\x13\x40\x00\x00\n\x00\xc7\x01MPSE\x00\x00\n*"), plain.Bytes()...), "main 0>A 1>B 4<B 5<A", "debug-bridge×1@11 text-before-version×11@0"},
	{"52 a chunk of another type", append([]byte("MPRQ\x00\x00\x01\x00"), plain.Bytes()...), "", "trace: header at byte 0: this is not a method trace"},
	{"52 carriage returns", crlf(plain), "main 0>A 1>B 4<B 5<A", "carriage-returns×11@8"},
	{"52 carriage returns in the records too", bytes.ReplaceAll(feeds.Bytes(), []byte("\n"), []byte("\r\n")), "main 10>A 2573>B 3338<B 168626701<A", "carriage-returns×11@8 returns-taken-out×10@191"},
	{"52 carriage returns in the text alone", crlf(feeds), "main 10>A 2573>B 3338<B 168626701<A", "carriage-returns×11@8"},
	{"52 carriage returns in the items too", bytes.ReplaceAll(append(plain.Key(), withRecords(tracetest.Trace{Version: 0xF3}, "main 10>A 20<A")...), []byte("\n"), []byte("\r\n")), "main 10>A 20<A", "carriage-returns×11@8 returns-taken-out×11@212"},
	{"53 overhead zzz", withRecords(tracetest.Trace{Options: "clock-call-overhead-nsec=zzz\npid=abc\n"}, abba), "main 0>A 1>B 4<B 5<A", ""},
	{"54 init", tracetest.Bytes("main 0>a.B.<init>"), "main 0>a.B.<init>", ""},
	{"55 thread dump", []byte("----- pid 1 at 2011-11-11 -----\nCmd line: x\n"), "", "trace: header at byte 0: this is not a method trace"},
	{"55 empty", nil, "", "trace: header at byte 0: the file is empty"},
	{"55 PNG", []byte("\x89PNG\r\n\x1a\n\x00\x00"), "", "trace: header at byte 0: this is not a method trace"},
	{"55 long and something else", bytes.Repeat([]byte("hello\n"), 2000), "", "trace: header at byte 0: this is not a method trace"},
	{"56 looper profiler", edit(withRecords(tracetest.Trace{Columns: 6, Clock: "wall", Version: 2}, "main 0>EventQueue.a#0x0 1<EventQueue.a 2>EventQueue.b#0x10 3<EventQueue.b"), "calls=4", "calls=2"),
		"main 0>EventQueue.a 1/0<EventQueue.a 2/0>EventQueue.b 3/0<EventQueue.b", ""},

	{"blank lines", edit(plain.Bytes(), "*threads\n", "\n*threads\n\n", "*end\n", "\n*end\n"), "main 0>A 1>B 4<B 5<A", ""},
	{"blank line after end", edit(plain.Bytes(), "*end\n", "*end\n\n"), "main 0>A 1>B 4<B 5<A", "junk-before-data×1@142"},
	{"methods line missing", edit(plain.Bytes(), "*methods\n", ""), "main 0>A 1>B 4<B 5<A", "missing-methods-line×1@82"},
	{"methods line missing, first id 0", edit(plain.Bytes(), "*methods\n0x0\t", "0\t"), "main 0>A 1>B 4<B 5<A", "missing-methods-line×1@103"},
	{"methods line missing, thread 0", edit(tracetest.Bytes("t#0 1>A 2<A"), "*methods\n", ""), "t 1>A 2<A", "missing-methods-line×1@79"},
	{"methods line damaged", edit(plain.Bytes(), "*methods\n", "*metXods\n"), "main 0>A 1>B 4<B 5<A", "line-feed-in-name×1@82 missing-methods-line×1@91"},
	{"methods line missing, summary", packets(0xF3, records[:14], "s:*version\n3\nclock=dual\n*threads\n1\tmain\n0\t\tA\n0x4\t\tB\n*end\n"), "main 0>A", "missing-methods-line×1@96"},
	{"threads line missing", edit(plain.Bytes(), "*threads\n", ""), "main 0>A 1>B 4<B 5<A", "missing-threads-line×1@66"},
	{"threads line damaged", edit(plain.Bytes(), "*threads\n", "*thrXads\n"), "main 0>A 1>B 4<B 5<A", "unknown-section×1@66 missing-threads-line×1@75"},
	{"threads and methods lines missing", edit(plain.Bytes(), "*threads\n", "", "*methods\n", ""), "main 0>A 1>B 4<B 5<A", "missing-threads-line×1@66 missing-methods-line×1@73"},
	{"threads line and threads missing", edit(plain.Bytes(), "*threads\n1\tmain\n*methods\n", ""), "Thread 1 0>A 1>B 4<B 5<A", "missing-methods-line×1@66 unknown-thread×1@149"},
	{"junk before the data", edit(plain.Bytes(), "*end\n", "*end\njunk\x00"), "main 0>A 1>B 4<B 5<A", "junk-before-data×5@142"},
	{"lines of junk before the data", edit(plain.Bytes(), "*end\n", "*end\nSLO\nju\nn"), "main 0>A 1>B 4<B 5<A", "junk-before-data×8@142"},
	{"long junk before the data", edit(plain.Bytes(), "*end\n", "*end\n"+strings.Repeat("\xAA", 500)), "main 0>A 1>B 4<B 5<A", "junk-before-data×500@142"},
	{"junk before the data, end in a name", edit(plain.Bytes(), "1\tmain\n", "1\tma\n*end\nin\n", "SLOW", "xxSLOW"), "ma\n*end\nin 0>A 1>B 4<B 5<A", "end-inside-name×1@80 line-feed-in-name×2@80 junk-before-data×2@148"},
	{"line feed after end damaged", edit(plain.Bytes(), "*end\n", "*end\x0b"), "main 0>A 1>B 4<B 5<A", "missing-end×1@137 junk-before-data×5@137"},
	{"magic damaged", edit(plain.Bytes(), "SLOW", "XLOW"), "main 0>A 1>B 4<B 5<A", "damaged-magic×1@142"},
	{"last byte of the magic damaged", edit(plain.Bytes(), "SLOW", "SLOV"), "main 0>A 1>B 4<B 5<A", "damaged-magic×1@142"},
	{"magic lost", edit(plain.Bytes(), "SLOW", "XXXX"), "", "text-after-end×88@142 no-data×1@230"},
	{"unknown section", edit(plain.Bytes(), "*methods\n", "*methods\n*more\n"), "main 0>A 1>B 4<B 5<A", "unknown-section×1@91"},
	{"sections twice", edit(plain.Bytes(), "*end\n", "*threads\n1\tagain\n*methods\n0\tC\tx\t()V\t\n*end\n"), "again 0>C.x 1>B 4<B 5<C.x", "two-names×1@-1"},
	{"line feed in a name", edit(plain.Bytes(), "1\tmain\n", "1\tma\nin\n"), "ma\nin 0>A 1>B 4<B 5<A", "line-feed-in-name×1@80"},
	{"many line feeds in a name", edit(plain.Bytes(), "1\tmain\n", "1\tm\n"+strings.Repeat(strings.Repeat("x", 1023)+"\n", 4)+"2\tt\n"), "m" + strings.Repeat("\n"+strings.Repeat("x", 1023), 3) + " 0>A 1>B 4<B 5<A", "line-feed-in-name×4@79 long-name×1@3151"},
	{"line feed in a name, summary", packets(0xF3, "0x0\t\tA\n", records[:14], "s:*version\n3\nclock=dual\n*threads\n1\tma\nin\n*end\n"), "ma\nin 0>A", "line-feed-in-name×1@101"},
	{"marker-like line in a name", edit(plain.Bytes(), "1\tmain\n", "1\tma\n*in\n"), "ma\n*in 0>A 1>B 4<B 5<A", "line-feed-in-name×1@80"},
	{"end in a name", edit(plain.Bytes(), "1\tmain\n", "1\tma\n*end\nin\n"), "ma\n*end\nin 0>A 1>B 4<B 5<A", "end-inside-name×1@80 line-feed-in-name×2@80"},
	{"end in a name, key alone", edit(plain.Key(), "1\tmain\n", "1\tma\n*end\nin\n"), "", "end-inside-name×1@80 line-feed-in-name×2@80 no-data×1@148"},
	{"text after end", append(plain.Key(), "hello\n"...), "", "text-after-end×6@142 no-data×1@148"},
	{"SLOW in a name", edit(plain.Bytes(), "1\tmain\n", "1\tma\nSLOWly\n"), "ma\nSLOWly 0>A 1>B 4<B 5<A", "line-feed-in-name×1@80"},
	{"space for tab in a thread line", edit(plain.Bytes(), "1\tmain\n", "1 main\n"), "main 0>A 1>B 4<B 5<A", ""},
	{"thread line with nothing", edit(plain.Bytes(), "1\tmain\n", "x\n1\tmain\n2\n"), "main 0>A 1>B 4<B 5<A", "odd-thread-line×1@75"},
	{"Linux thread id above 65535", edit(tracetest.Bytes("main#4465 0>A"), "4465\t", "70001\t"), "main 0>A", ""},
	{"versions disagree", edit(plain.Bytes(), "*version\n3", "*version\n2"), "main 0>A 1>B 4<B 5<A", "version-mismatch×1@146"},
	{"version line missing", edit(plain.Bytes(), "*version\n3\n", "*version\n"), "main 0>A 1>B 4<B 5<A", ""},
	{"long line", edit(plain.Bytes(), "*threads\n", "*threads\n"+strings.Repeat("x", 1<<20+1)+"\n"), "main 0>A 1>B 4<B 5<A", "long-line×1@75"},
	{"odd method line", edit(plain.Bytes(), "*methods\n", "*methods\nxyz\tA\n"), "main 0>A 1>B 4<B 5<A", "odd-method-line×1@91"},
	{"method line without tabs", edit(tracetest.Bytes("main 0>A#0x8"), "0x8\t\tA\t()V\tSource.java", "0x8 C m ()V"), "main 0>C.m", ""},

	{"header cut", plain.Bytes()[:len(plain.Key())+20], "", "truncated-header×1@142 missing-records×4@142"},
	{"record size 13", edit(plain.Bytes(), "\x0e\x00\x00\x00", "\x0d\x00\x00\x00"), "main 0>A 1>B 4<B 5<A", "odd-record-size×1@158"},
	{"offset 3", edit(plain.Bytes(), "SLOW\x03\x00\x20", "SLOW\x03\x00\x03"), "main 0>A 1>B 4<B 5<A", "odd-header×1@148"},
	{"text conversion", edit(plain.Bytes(), "\x20\x00\xf5\xf3z\x96\xae\x00\x00\x00\x0e", "\x20\x00\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd\x00\x00\x00\x0e"), "", "text-conversion×64@174"},
	{"version 7", edit(plain.Data(), "SLOW\x03", "SLOW\x07"), "", "trace: header at byte 0: this is a method trace of version 7, which is not known"},
	{"version 5, no packets", edit(plain.Data(), "SLOW\x03", "SLOW\x05"), "", "skipped-bytes×56@32 no-summary×1@88"},
	{"zero tail", append(plain.Bytes(), make([]byte, 14*100+3)...), "main 0>A 1>B 4<B 5<A", "zero-tail×100@230 truncated-record×3@1630"},
	{"zeros amid", hole(5, 0), "main 0>A 1>B", "zero-records×5@188"},
	{"few zeros amid", hole(3, 0), "main 0>A Thread 0 0>A 0>A 0>A main 1>B", "unknown-thread×1@188"},
	{"zeros amid twice", append(cut(hole(4, 0), 14), hole(4, 0)[len(plainAB)-14:]...), "main 0>A 1>B", "zero-records×8@188"},
	{"zeros amid that end in a record", hole(5, 5), "main 0>A 1>B", "zero-records×6@188"},
	{"zeros amid, then a record and one of thread 0", append(hole(4, 0), tracetest.Trace{Records: "?x#0 3>A"}.Data()[32:]...), "main 0>A 1>B Thread 0 3>A", "zero-records×4@188 unknown-thread×1@258"},
	{"zeros amid, thread 0 listed", edit(hole(5, 0), "1\tmain\n", "1\tmain\n0\tzero\n"), "main 0>A zero 0>A 0>A 0>A 0>A 0>A main 1>B", ""},
	{"zeros amid, one clock", zerosAmid(tracetest.Trace{Version: 2}, 10*4), "main 0>A 0/1>B", "zero-records×4@190"},
	{"zeros amid, no threads listed", edit(hole(5, 0), "1\tmain\n", ""), "Thread 1 0>A 1>B", "zero-records×5@181 unknown-thread×1@167"},
	{"thread 0 not listed", edit(tracetest.Bytes("?z#0 0>?A 1>B 2<B"), "calls=3", "calls=2"), "Thread 0 0>unknown 0x0 1>B 2<B", "unknown-thread×1@144 unknown-method×1@144"},
	{"few zeros at the end, all records read", append(plain.Bytes(), make([]byte, 14*2)...), "main 0>A 1>B 4<B 5<A", "zero-tail×2@230"},
	{"few zeros at the end, not all records read", edit(append(plain.Bytes(), make([]byte, 14*2)...), "calls=4", "calls=6"), "main 0>A 1>B 4<B 5<A Thread 0 0>A 0>A", "unknown-thread×1@230"},
	{"unwritten", append(plain.Bytes(), bytes.Repeat([]byte{0xEE}, 40)...), "main 0>A 1>B 4<B 5<A", "unwritten-records×40@230"},
	{"unwritten method value", append(plain.Bytes(), "\x01\x00\xEE\xEE\xEE\xEE\x00\x00\x00\x00\x00\x00\x00\x00rest"...), "main 0>A 1>B 4<B 5<A", "unwritten-records×18@230"},
	{"after the summary", append(withRecords(tracetest.Trace{Version: 0xF3}, abba), "hello"...), "main 0>A 1>B 4<B 5<A", "data-after-summary×5@239"},
	{"methods after the summary", append(packets(0xF3, "2:1:main", records[:14], "s:*version\n3\nclock=dual\n*methods\n0\t\tA\n"), "0\t\tB\n0x4\t\tC\n"...), "main 0>A", "missing-end×1@100 data-after-summary×12@100"},
	{"cut in the summary", cut(withRecords(tracetest.Trace{Version: 0xF3}, abba), 8), "main 0>A 1>B 4<B 5<A", "truncated-summary×1@231"},
	{"unknown packet", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "\x00\x00\x08\x00\x00\x00abcdefgh", records[14:28]), "main 0>A 1>unknown 0x4", "unknown-packet×1@69 no-summary×1@97 unknown-method×1@83"},
	{"thread id 65536, method as a packet", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "\x00\x00\x01\x01\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00", records[14:28]), "main 0>A 1>unknown 0x4", "unknown-packet×1@69 no-summary×1@97 unknown-method×1@83"},
	{"streaming zero tail", append(packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14]), make([]byte, 14*6)...), "main 0>A", "zero-tail×6@69 no-summary×1@153"},
	{"two packets of a method", packets(0xF3, "2:1:main", "0x0\t\tA\n", "0x0\t\tB\n", records[:14]), "main 0>B", "no-summary×1@81"},
	{"packets win over the summary", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "s:*version\n3\nclock=dual\n*threads\n1\tother\n*methods\n0\t\tZ\n*end\n"), "main 0>A", ""},
	{"option without a value", edit(plain.Bytes(), "num-method", "pid\nnum-method"), "main 0>A 1>B 4<B 5<A", "odd-option×1@47"},
	{"no end in the summary", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "s:*version\n3\nclock=dual\n"), "main 0>A", "missing-end×1@98"},
	{"odd lines in the summary", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "s:*version\n3\nclock=dual\npid\n*threads\nx\n*methods\nxyz\tA\n*end\n"), "main 0>A", "odd-option×1@98 odd-thread-line×1@111 odd-method-line×1@122"},
	{"odd method in a packet", packets(0xF3, "2:1:main", "0x0\t\tA\n", "0x\t\tB\n", "0x4\t\tB\nxyz\tC\n", records[:28]), "main 0>A 1>B", "odd-method-line×2@60 no-summary×1@112"},
	{"cut in the head of a packet", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], "2:2:other")[:32+11+12+14+4], "main 0>A", "truncated-packet×4@69 no-summary×1@73"},
	{"cut in a record, streaming", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:20]), "main 0>A", "truncated-record×6@69 no-summary×1@75"},
	{"odd records, streaming", packets(0xF3, "2:1:main", "0x0\t\tA\n", string(tracetest.Trace{Records: "main 5>A 6~A 3<A ?t#7 1>A"}.Data()[32:])), "main 5>A 5<A Thread 7 1>A", "reserved-action×1@69 clock-went-back×1@83 no-summary×1@111 unknown-thread×1@97"},
	{"unwritten, streaming", packets(0xF3, "2:1:main", "0x0\t\tA\n", records[:14], strings.Repeat("\xEE", 20)), "main 0>A", "unwritten-records×20@69"},
	{"one clock goes back, unknown method, version 2", withRecords(tracetest.Trace{Version: 2}, "main 5>A 6>?B 3<?B"), "main 0/5>A 0/6>unknown 0x4 0/6<unknown 0x4", "clock-went-back×1@177 unknown-method×1@167"},
	{"thread begins after the wrap, not in order", tracetest.Bytes("b 0>A a 4294966796>A b 10<A c 5>B"), "b 0>A a 4294966796>A b 10<A c 5>B", "late-thread×1@221"},
	{"long line at the end", append(plain.Key()[:75], strings.Repeat("x", 1<<20+1)...), "", "long-line×1@75 missing-end×1@1048652 no-data×1@1048652"},
	{"end in a name, carriage returns", append(bytes.ReplaceAll(edit(plain.Key(), "1\tmain\n", "1\tma\n*end\nin\n"), []byte("\n"), []byte("\r\n")), plain.Data()...), "ma\n*end\nin 0>A 1>B 4<B 5<A", "carriage-returns×13@8 end-inside-name×1@87 line-feed-in-name×2@87"},
	{"much text after end", append(plain.Key(), strings.Repeat("hello\n", 200_000)...), "", "text-after-end×1200000@142 no-data×1@1048714"},
	{"clock goes back, carriage returns removed", bytes.ReplaceAll(withRecords(tracetest.Trace{}, "main 10>A 2573>B 2571<B 168626701<A"), []byte("\n"), []byte("\r\n")), "main 10>A 2573>B 2573<B 168626701<A", "carriage-returns×11@8 returns-taken-out×10@191 clock-went-back×1@213"},
	{"text conversion, streaming", edit(withRecords(tracetest.Trace{Version: 0xF3}, abba), "\x20\x00\xf5\xf3z\x96\xae\x00\x00\x00\x0e", "\x20\x00\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd\x00\x00\x00\x0e"), "", "text-conversion×215@32"},
	{"version 7 after the text", edit(plain.Bytes(), "SLOW\x03", "SLOW\x07"), "", "trace: header at byte 142: this is a method trace of version 7, which is not known"},
	{"version 5 after the text, no packets", edit(plain.Bytes(), "SLOW\x03", "SLOW\x05"), "", "version-mismatch×1@146 skipped-bytes×56@174 no-summary×1@230"},
	{"version 7 after junk and the text", append([]byte("junk\n"), edit(plain.Bytes(), "SLOW\x03", "SLOW\x07")...), "", "text-before-version×5@0 trace: header at byte 147: this is a method trace of version 7, which is not known"},
	{"version 7, carriage returns removed", bytes.ReplaceAll(edit(feeds.Bytes(), "SLOW\x03", "SLOW\x07"), []byte("\n"), []byte("\r\n")), "", "carriage-returns×11@8 returns-taken-out×10@191 trace: header at byte 153: this is a method trace of version 7, which is not known"},
}

func TestReader(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			got, notes, in := read(tt.file, false)
			if got != tt.records || notes != tt.notes {
				t.Errorf("got  %q, notes %q\nwant %q, notes %q", got, notes, tt.records, tt.notes)
			}
			for _, n := range in.Receipt.Notes {
				t.Log(n.Text)
				if n.Offset > int64(len(tt.file)) {
					t.Errorf("note %s at byte %d of %d", n.Code, n.Offset, len(tt.file))
				}
			}
		})
	}
}

// describe is all that a read file has shown, for comparison.
func describe(file []byte, cuts ...int) string {
	records, notes, in := read(file, false, cuts...)
	return fmt.Sprint(records, "\n", notes, "\n", *in)
}

// TestReaderCuts cuts every small file in two at every byte and into pieces of every small length,
// and other files into larger pieces. Records, notes, offsets and errors are the same.
func TestReaderCuts(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			want := describe(tt.file)
			sizes := []int{1, 2, 3, 7, 13, 64, 100}
			if len(tt.file) > 4_000 {
				sizes = []int{1_000, 4_097, 100_000}
			} else {
				step := 1
				if strings.HasPrefix(tt.name, "42 ") { // there are many alike
					step = 7
				}
				for i := 0; i < len(tt.file); i += step {
					if got := describe(tt.file, i); got != want {
						t.Fatalf("cut at %d\n got %s\nwant %s", i, got, want)
					}
				}
			}
			for _, size := range sizes {
				if got := describe(tt.file, cutsEvery(size, len(tt.file))...); got != want {
					t.Fatalf("pieces of %d\n got %s\nwant %s", size, got, want)
				}
			}
		})
	}
}

func cutsEvery(size, length int) (cuts []int) {
	for at := size; at < length; at += size {
		cuts = append(cuts, at)
	}
	return cuts
}

func TestPaired(t *testing.T) {
	file := append(bytes.TrimSuffix(plain.Key(), []byte("\n")), plain.Data()...)
	got, notes, in := read(file, true)
	if got != "main 0>A 1>B 4<B 5<A" || notes != "" || in.Container != trace.KeyData || !in.Complete {
		t.Errorf("got %q, notes %q, %s, complete %v", got, notes, in.Container, in.Complete)
	}
}

func TestMisread(t *testing.T) {
	noise := "main 0>A 100000000>B 100<B 100000200<A"
	wrap := "main 0>A 4294967200>B 100<B"
	tests := []struct {
		name      string
		file      []byte
		unwrapped bool
		records   string // of the second reading
	}{
		{"noise", withRecords(tracetest.Trace{Version: 0xF3, Elapsed: 200_000_000}, noise), true, "main 0>A 100000000>B 100000000<B 100000200<A"},
		{"noise, one clock", withRecords(tracetest.Trace{Version: 0xF2, Elapsed: 200_000_000}, noise), true, "main 0>A 100000000>B 100000000<B 100000200<A"},
		{"small noise", withRecords(tracetest.Trace{Version: 0xF3, Elapsed: 200_000_000}, "main 0>A 10>B 9<B"), false, ""},
		{"wrap", withRecords(tracetest.Trace{Version: 0xF3, Elapsed: 5_000_000_000}, wrap), false, ""},
		{"wrap, no summary", withRecords(tracetest.Trace{Version: 0xF3, NoSummary: true}, wrap), false, ""},
		{"not streaming", withRecords(tracetest.Trace{Elapsed: 200_000_000}, noise), false, ""},
	}
	for _, tt := range tests {
		var first *trace.Reader
		for second := range 2 {
			var l listing
			r := trace.NewReader(&l)
			if second == 1 {
				r.LearnFrom(first)
			}
			first = r
			r.Write(tt.file)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			if got, want := r.Misread(), tt.unwrapped && second == 0; got != want {
				t.Errorf("%s: unwrapped %v, want %v", tt.name, got, want)
			}
			if got := l.text(r.Info()); second == 1 && tt.records != "" && got != tt.records {
				t.Errorf("%s: read again\n got %s\nwant %s", tt.name, got, tt.records)
			}
		}
	}
}

func TestMethodLines(t *testing.T) {
	tests := []struct{ line, want string }{
		// want: class|name|signature|file|line
		{"0x4\tjava/util/Vector\tget\t(I)V\tVector.java\t17", "java.util.Vector|get|(I)V|Vector.java|17"},
		{"0x4\tjava.util.Vector\tget\t(I)V\tVector.java", "java.util.Vector|get|(I)V|Vector.java|0"},
		{"0x4\tjava.util.Vector\tget\t(I)V\t", "java.util.Vector|get|(I)V||0"},
		{"0x4\ta/B\tget\t(Ljava/lang/Object;)V\t(null)\t-2", "a.B|get|(Ljava/lang/Object;)V||-2"},
		{"0x4\ta.B\tget\t()V", "a.B|get|()V||0"},
		{"0x4\tdo_fork\tkernel/fork.c\t120", "|do_fork||kernel/fork.c|120"},
		{"0x4\ta.B\tget", "a.B|get|||0"},
		{"0x4\tget", "|get|||0"},
		{"0x4", "||||0 unlisted"},
		{"4\ta.B\tget\t()V\tx\ty\t9", "a.B|get|()V|x\ty|9"},
		{"00000004\ta.B\tget\t()V\tx\ty\tz", "a.B|get|()V|x\ty\tz|0"},
		{"0X4\t[I\tclone\t()V", "[I|clone|()V||0"},
		{"0x6\ta.B\taction bits\t()V", "a.B|action bits|()V||0"},
		{"0x4\ta.B\tn\xc0\x80\xed\xa0\xbd\xed\xb8\x80\xff\xed\xa0\x80é\t()V", "a.B|n\x00😀\uFFFD\uFFFDé|()V||0"},
		{"0x4 a.B get ()V", "a.B|get|()V||0"},
	}
	for _, tt := range tests {
		file := edit(tracetest.Bytes("main 0>A#4"), "0x4\t\tA\t()V\tSource.java", tt.line)
		_, _, in := read(file, false)
		if len(in.Methods) != 1 {
			t.Errorf("%q: %d methods", tt.line, len(in.Methods))
			continue
		}
		m := in.Methods[0]
		got := fmt.Sprintf("%s|%s|%s|%s|%d", m.Class, m.Name, m.Signature, m.File, m.Line)
		if !m.Listed {
			got += " unlisted"
		}
		if got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.line, got, tt.want)
		}
	}
}

// manyMethodLines are method lines that can be read together, mixed with unusual ones.
var manyMethodLines = func() string {
	var lines strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&lines, "0x%x\tapp.ui.Screen%d\tmethod%d\t(Ljava/lang/String;)V\tScreen.java\t%d\n", i<<2, i%70, i, i)
		if i%100 == 0 {
			lines.WriteString([]string{
				"\n", "*more\n", "odd\n", "\t\n", " \n", "0x4\n", "(nil)\tnone\n", "0x8 a.B get ()V\n", "0XC\ta/B\tget\t()V\n",
				"0x10\ta.Bé\xff\tget\t()V\n", "0x14\ta\x1bB\tget\t()V\n", "0x18\ta.B\tget\x7f\t()V\n", "0x1c\tdo_fork\tkernel/fork.c\t120\n",
				"0x20\t" + strings.Repeat("long", 20_000) + "\tget\t()V\n", "*threads\n2\tother\n*methods\n", "12345678901234567\ta.B\n",
				"SLOW\n", "0x24\ta.B\tSLOW\t()V\n",
			}[i/100%18])
		}
	}
	return lines.String()
}()

// checkLines tests method lines. A line with a carriage return is read alone, and gives the same
// result as without one.
func checkLines(t *testing.T, lines []byte) {
	if bytes.IndexByte(lines, '\r') >= 0 {
		return
	}
	head := "*version\n3\n*threads\n1\tmain\n*methods\n"
	alone := bytes.ReplaceAll(lines, []byte("\n"), []byte("\r\n"))
	var results []string
	for _, lines := range [][]byte{lines, alone} {
		_, _, in := read([]byte(head+string(lines)), false)
		var result strings.Builder
		fmt.Fprintf(&result, "%d methods listed, %d threads, %s, complete %v\n", in.ListedMethods, len(in.Threads), in.Container, in.Complete)
		for _, n := range in.Receipt.Notes {
			if n.Code != "carriage-returns" {
				fmt.Fprintf(&result, "%s×%d\n", n.Code, n.Count)
			}
		}
		for _, m := range in.Methods {
			fmt.Fprintf(&result, "%+v\n", m)
		}
		results = append(results, result.String())
	}
	if results[0] != results[1] {
		t.Errorf("together\n%.2000s\nalone\n%.2000s", results[0], results[1])
	}
}

func TestManyMethodLines(t *testing.T) {
	checkLines(t, []byte(manyMethodLines))
	head := "*version\n3\n*threads\n1\tmain\n*methods\n"
	file := append([]byte(head+manyMethodLines+"*end\n"), plain.Data()...)
	if _, notes, in := read(file, false); in.ListedMethods != 3000 || in.Container != trace.Concatenated {
		t.Errorf("%d methods of a %s file, notes %s", in.ListedMethods, in.Container, notes)
	}
	want := describe(file)
	for _, size := range []int{1_000, 4_097, 70_000} {
		if got := describe(file, cutsEvery(size, len(file))...); got != want {
			t.Errorf("pieces of %d\n got %.1000s\nwant %.1000s", size, got, want)
		}
	}
}

// TestUnusualMethodLines: reading lines alone that could have been read together takes little more
// memory.
func TestUnusualMethodLines(t *testing.T) {
	for _, lines := range []string{"\n", "*\n", "0x4\n", "0x4\tA\n\n"} {
		file := []byte("*version\n3\n*threads\n1\tmain\n*methods\n" + strings.Repeat(lines, 500_000/len(lines)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read(file, false)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 20*uint64(len(file)) {
			t.Errorf("%q: %d bytes allocated for %d", lines, n, len(file))
		}
	}
}

// unnamed counts records of methods that no list had named when they came.
type unnamed struct {
	reader *trace.Reader
	n      int
}

func (u *unnamed) Records(batch []trace.Record) {
	for i := range batch {
		if !u.reader.Info().Methods[batch[i].Method].Listed {
			u.n++
		}
	}
}

func TestNamedLate(t *testing.T) {
	file := withRecords(tracetest.Trace{Version: 0xF3, Late: true}, abba)
	for _, size := range []int{1, len(file)} {
		u := new(unnamed)
		u.reader = trace.NewReader(u)
		for from := 0; from < len(file); from += size {
			u.reader.Write(file[from : from+size])
		}
		if err := u.reader.Close(); err != nil || u.n != 4 {
			t.Errorf("in pieces of %d: %d records came before their methods' names, want 4; error %v", size, u.n, err)
		}
	}
}

func TestSampled(t *testing.T) {
	cluster := func(at int) string {
		return strings.ReplaceAll(" T<A T<B T>C T>D T<D T<C T>B T>A", "T", fmt.Sprint(at))
	}
	// pairs writes n samples from a time on: in two of three, a method follows another one. The others are clusters.
	pairs := func(from, n int) string {
		var b strings.Builder
		for i := range n {
			at := from + 1000*i
			if i%3 > 0 {
				fmt.Fprintf(&b, " %d<A %d>A", at, at)
			} else {
				b.WriteString(strings.ReplaceAll(" T<A T>A T>C T<C", "T", fmt.Sprint(at)))
			}
		}
		return b.String()
	}
	tests := []struct {
		name, records string
		want          trace.Sampling
	}{
		{"clusters a millisecond apart", "main 0>B 0>A" + strings.Join([]string{cluster(1000), cluster(2001), cluster(3000), cluster(4002), cluster(5000), cluster(6001), cluster(7000), cluster(8000), cluster(9000)}, ""), trace.Sampled},
		{"clusters a microsecond apart", "main 0>B 0>A" + strings.Join([]string{cluster(1), cluster(2), cluster(3), cluster(4), cluster(5), cluster(6), cluster(7), cluster(8), cluster(9)}, ""), trace.Instrumented},
		{"pairs a millisecond apart, and some clusters", "main 0>B 0>A" + pairs(1000, 150), trace.Sampled},
		{"pairs, some of them close", "main 0>B 0>A" + pairs(1000, 80) + pairs(90_000, 60) + " 200000<A 200020>A 200040<A 200050>A 200060<A", trace.CannotTell},
		{"few clusters", "main 0>B 0>A" + cluster(1000) + cluster(2001) + cluster(3000), trace.Sampled},
		{"one instant", "main 0>B 0>A 0>C 0>D", trace.CannotTell},
		{"the frames of the start, and few calls", "main 0>B 0>A 0>C 0>D 0>E 0>F 0>G 900>A 1900<A 2900>C 3900<C", trace.CannotTell},
		{"few calls, one short", "main 0>B 0>A 900>A 910<A", trace.Instrumented},
		{"calls that are all long", "main" + " 100>A 900<A 1700>A 2500<A 3300>A 4100<A 4900>A 5700<A 6500>A 7300<A", trace.Instrumented},
		{"times that go back", "main" + strings.Repeat(" 0>A 100<A 200>B 300<B", 20), trace.CannotTell},
		{"none", "", trace.CannotTell},
	}
	for _, tt := range tests {
		for _, e := range []string{"", "E1", "E3", "E4"} {
			if e == "E3" && tt.name == "times that go back" {
				continue // it is to be read again
			}
			file := withRecords(tracetest.Trace{Encoding: e, Elapsed: 100_000}, tt.records)
			if _, _, in := read(file, false); in.Sampling != tt.want {
				t.Errorf("%s, %s: sampling %d, want %d", tt.name, e, in.Sampling, tt.want)
			}
		}
	}
}

// TestManyNameLines takes a second, or an hour if a name grows beyond its limit.
func TestManyNameLines(t *testing.T) {
	_, notes, in := read(edit(plain.Bytes(), "1\tmain\n", "1\tmain\n"+strings.Repeat("x\n", 500_000)), false)
	if len(in.Threads[0].Name) > 4<<10 || notes == "" {
		t.Errorf("name of %d bytes, notes %q", len(in.Threads[0].Name), notes)
	}
}

// TestEveryNote: each code with a sentence occurs in a case above, or in TestRoom, and is explained
// in format.md. TestReader checks that each code has a sentence.
func TestEveryNote(t *testing.T) {
	source, err := os.ReadFile("notes.go")
	if err != nil {
		t.Fatal(err)
	}
	format, err := os.ReadFile("format.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{"too-many-listed": true, "too-many-methods": true, "too-many-threads": true} // TestRoom
	shown["reused-thread-id"] = true                                                                      // report.TestReusedThreadID: it takes a sink that follows the calls
	for _, tt := range cases {
		for _, word := range strings.Fields(tt.notes) {
			if code, _, ok := strings.Cut(word, "×"); ok {
				shown[code] = true
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^\tcase "(.*)":$`).FindAllSubmatch(source, -1) {
		if !shown[string(m[1])] {
			t.Errorf("no case shows %s", m[1])
		}
		if !strings.Contains(string(format), "`"+string(m[1])+"`") {
			t.Errorf("format.md does not say when there is %s", m[1])
		}
	}
}

// TestCutsOfHostileRecords: runs of zeros, records of thread 0, half records, reserved actions and
// packets in any order give the same result for any cut.
func TestCutsOfHostileRecords(t *testing.T) {
	a, zero := records[:14], strings.Repeat("\x00", 14)
	thread0 := string(tracetest.Trace{Records: "?x#0 3>A"}.Data()[32:])
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 3))
		base := tracetest.Trace{NoMethods: rng.IntN(2) == 0}
		if seed%3 == 0 {
			base.Version = 0xF3
			base.NoSummary = true
		}
		file := withRecords(base, [...]string{"main 0>A", "main 0>A t#0 1>B"}[rng.IntN(2)])
		header := len(file)
		pieces := []string{a, a, records[14:28], zero, zero, strings.Repeat(zero, 4), strings.Repeat(zero, 6), thread0, thread0, a[:5], "\x01",
			"\x01\x00\x03\x00\x00\x00\x05\x00\x00\x00\x05\x00\x00\x00", strings.Repeat("\xEE", 14), "\x00\x00\x01\x07\x000x4\t\tA\n", "\x00\x00\x02\x01\x00\x01\x00n", "\x00\x00\x01"}
		for range 1 + rng.IntN(10) {
			file = append(file, pieces[rng.IntN(len(pieces))]...)
		}
		want := describe(file)
		for at := header - 14; at < len(file); at++ {
			if got := describe(file, at); got != want {
				t.Fatalf("seed %d, cut at %d of %q\n got %s\nwant %s", seed, at, file[header-14:], got, want)
			}
		}
		if got := describe(file, cutsEvery(1, len(file))...); got != want {
			t.Fatalf("seed %d, byte by byte %q\n got %s\nwant %s", seed, file[header-14:], got, want)
		}
	}
}

// TestVisible: no character in a name is hidden or changes the display of the text next to it.
func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"java.lang.Object.<init>":  "java.lang.Object.<init>",
		"":                         "",
		"é 中文 😀":                   "é 中文 😀",
		"👩\u200d💻 نص":              "👩\u200d💻 نص",
		"a\x00b\x1b[2J\x7f\n\t":    "a␀b␛[2J␡␊␉",
		"a\u202egpj.b":             `a\u202egpj.b`,
		"\u2066\u2069\u200f\u061c": `\u2066\u2069\u200f\u061c`,
		"\ufeffa\u200bb\u2028":     `\ufeffa\u200bb\u2028`,
		"\u0085\u009b31m":          `\u0085\u009b31m`,
		"\U000e0041":               `\U000e0041`,
		"a\xffb":                   "a\ufffdb",
	} {
		if got := trace.Visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
		if again := trace.Visible(want); again != want {
			t.Errorf("%q is shown as %q", want, again)
		}
	}
	m := trace.Method{Listed: true, Class: "a\u202e.B", Name: "c\x1b"}
	th := trace.Thread{Name: "main\r"}
	if got := m.Label() + " " + th.Label(); got != `a\u202e.B.c␛ main␍` {
		t.Errorf("labels %q", got)
	}
}
