package dumptest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Nearly well-formed dumps whose cost grows faster than their size, if the code loops over pairs of
// threads, locks, frames or lines.

const hostileHead = "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: com.example\nABI: 'arm64'\nDALVIK THREADS (9):\n"

// each returns a dump with a part that is repeated n times.
func each(before string, n int, part func(b *bytes.Buffer, i int)) []byte {
	b := bytes.NewBufferString(hostileHead + before)
	for i := range n {
		part(b, i)
	}
	b.WriteString("\n----- end 7 -----\n")
	return b.Bytes()
}

// Hostile lists the kinds of such dumps. Each is made with n of the things in its name.
var Hostile = []struct {
	Name string
	Make func(n int) []byte
}{
	{"threads in one deadlock", func(n int) []byte {
		return each("", n, func(b *bytes.Buffer, i int) {
			fmt.Fprintf(b, "\"t%d\" prio=5 tid=%d Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x%x> (a a.B) held by thread %d\n  - locked <0x%x> (a a.B)\n\n", i, i+1, (i+1)%n+1, (i+1)%n+1, i+1)
		})
	}},
	{"threads that wait in a row", func(n int) []byte {
		return each("", n, func(b *bytes.Buffer, i int) {
			fmt.Fprintf(b, "\"t%d\" prio=5 tid=%d Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x%x> (a a.B) held by thread %d\n  - locked <0x%x> (a a.B)\n\n", i, i+1, i+2, i+2, i+1)
		})
	}},
	{"threads that wait for main", func(n int) []byte {
		return each("\"main\" prio=5 tid=1 Runnable\n  at a.B.c(B.java:1)\n  - locked <0x1> (a a.B)\n\n", n, func(b *bytes.Buffer, i int) {
			fmt.Fprintf(b, "\"t%d\" prio=5 tid=%d Blocked\n  at a.B.c%d(B.java:1)\n  - waiting to lock <0x1> (a a.B) held by thread 1\n\n", i, i+2, i)
		})
	}},
	{"threads of one id", func(n int) []byte {
		return each("", n, func(b *bytes.Buffer, i int) {
			fmt.Fprintf(b, "\"t\" prio=5 tid=1 Blocked\n  | sysTid=7\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a a.B) held by thread 1\n\n")
		})
	}},
	{"states", func(n int) []byte {
		return each("", n, func(b *bytes.Buffer, i int) {
			fmt.Fprintf(b, "\"t\" prio=5 tid=%d State%d\n  at a.B.c(B.java:1)\n\n", i+1, i)
		})
	}},
	{"locks of one frame", func(n int) []byte {
		return each("\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n", n, func(b *bytes.Buffer, i int) { fmt.Fprintf(b, "  - locked <0x%x> (a a.B)\n", i+1) })
	}},
	{"frames of one stack", func(n int) []byte {
		return each("\"main\" prio=5 tid=1 Native\n", n, func(b *bytes.Buffer, i int) { fmt.Fprintf(b, "  at a.B.c%d(B.java:%d)\n", i%1000, i) })
	}},
	{"fields of one line", func(n int) []byte {
		return each("\"main\" prio=5 tid=1 Native\n  |", n, func(b *bytes.Buffer, i int) { fmt.Fprintf(b, " a%d=b", i) })
	}},
	{"bytes of one name", func(n int) []byte {
		return each("\"", n, func(b *bytes.Buffer, i int) { b.WriteByte('x') })
	}},
	{"quotes and brackets", func(n int) []byte {
		return each("\"main\" prio=5 tid=1 Native\n  at ", n, func(b *bytes.Buffer, i int) { b.WriteByte(`"(<[{\'=|`[i%9]) })
	}},
	{"processes", func(n int) []byte {
		return each("", n, func(b *bytes.Buffer, i int) {
			fmt.Fprintf(b, "----- pid %d at x -----\nCmd line: a\n\"main\" prio=5 tid=1 Native\n", i)
		})
	}},
	{"dumps of one process", func(n int) []byte {
		return []byte(strings.Repeat("----- pid 1 at x -----\nCmd line: a\n\"main\" prio=5 tid=1 Native\n  at a.B.c(B.java:1)\n", n))
	}},
	{"lines of a log", func(n int) []byte {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "06-14 09:59:28.123  %4d  %4d E ActivityManager: ANR in com.example (com.example/.Main)\n", 100+i%7, 100+i%3)
		}
		return b.Bytes()
	}},
	{"exceptions", func(n int) []byte {
		return bytes.Repeat([]byte("java.lang.IllegalStateException: a\n\tat a.B.c(B.java:1)\nCaused by: java.lang.Error: b\n\t... 1 more\n"), n)
	}},
	{"levels of JSON", func(n int) []byte {
		return []byte(strings.Repeat(`{"a":[`, n) + `"----- pid 7 at x -----\n"` + strings.Repeat("]}", n))
	}},
	{"zeros", func(n int) []byte { return append([]byte(hostileHead), make([]byte, n)...) }},
	{"empty lines", func(n int) []byte {
		return each("\"main\" prio=5 tid=1 Native\n", n, func(b *bytes.Buffer, i int) { b.WriteByte('\n') })
	}},
}

// Mutate damages a dump as copying, cutting and chance do.
func Mutate(data []byte, rng *rand.Rand) []byte {
	data = bytes.Clone(data)
	for range 1 + rng.IntN(6) {
		if len(data) < 2 {
			return data
		}
		a, b := rng.IntN(len(data)), rng.IntN(len(data))
		switch a, b = min(a, b), max(a, b); rng.IntN(7) {
		case 0:
			data = data[:b]
		case 1:
			data = data[a:]
		case 2:
			data = append(data[:a:a], data[min(len(data), a+rng.IntN(200)):]...)
		case 3: // repeat a piece elsewhere
			piece := bytes.Clone(data[a:min(b, a+4000)])
			at := rng.IntN(len(data))
			data = append(append(data[:at:at], piece...), data[at:]...)
		case 4:
			for range 20 {
				data[rng.IntN(len(data))] = byte(rng.IntN(256))
			}
		case 5: // another number
			for i := a; i < len(data) && i < a+2000; i++ {
				if data[i] >= '0' && data[i] <= '9' && rng.IntN(3) == 0 {
					data[i] = byte('0' + rng.IntN(10))
				}
			}
		case 6: // a number that is too large
			if at := bytes.IndexAny(data[a:], "0123456789"); at >= 0 {
				data = append(append(data[:a+at:a+at], "18446744073709551616"...), data[a+at:]...)
			}
		}
	}
	return data
}
