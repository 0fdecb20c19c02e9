package mapping_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"traceglass/parser/mapping"
	"traceglass/parser/mapping/mappingtest"
)

// allMaps returns all cases' maps, one after another, each class under a name of its own.
func allMaps() string {
	var all strings.Builder
	for _, tt := range tricky {
		all.WriteString(tt.text)
		all.WriteByte('\n')
	}
	return all.String()
}

// lookUpAll looks up everything by the names of the cases.
func lookUpAll(m *mapping.Map) {
	for _, tt := range tricky {
		for _, row := range tt.rows {
			kind, what, _ := strings.Cut(row[0], " ")
			switch kind {
			case "F":
				var frames []mapping.Frame
				for part := range strings.SplitSeq(what, " ; ") {
					frames = append(frames, parseFrame(part))
				}
				m.Stack(frames)
			case "T":
				words := strings.Fields(what)
				m.Method(words[0], words[1], words[2], 7)
			case "L":
				_ = m.Class(what).String()
			}
		}
	}
}

// wantAll wants all that the cases ask for.
func wantAll() *mapping.Wanted {
	w := mapping.NewWanted()
	for _, tt := range tricky {
		for _, row := range tt.rows {
			kind, what, _ := strings.Cut(row[0], " ")
			switch kind {
			case "F":
				for part := range strings.SplitSeq(what, " ; ") {
					f := parseFrame(part)
					w.Method(f.Class, f.Method)
				}
			case "T":
				words := strings.Fields(what)
				w.Method(words[0], words[1])
				w.Signature(words[2])
			case "L":
				w.Class(what)
			}
		}
	}
	return w
}

// check tests what holds for any bytes: the kept data is bounded by their number, and notes have a
// place.
func check(t testing.TB, data []byte) {
	t.Helper()
	r := mapping.NewReader(wantAll())
	for rest := data; len(rest) > 0; {
		n := min(len(rest), 1+len(data)/3)
		r.Write(rest[:n])
		rest = rest[n:]
	}
	m, err := r.Close()
	if held, most := r.HeldBytes(), int64(len(data))*64+4096; held > most {
		t.Fatalf("%d bytes kept of a map of %d", held, len(data))
	}
	if err != nil {
		if !strings.HasSuffix(err.Error(), ".") {
			t.Fatalf("the error %q is no sentence", err)
		}
		return
	}
	for _, n := range m.Notes {
		if !strings.HasSuffix(n.Text, ".") || n.Line > m.Lines || n.Line == 0 && n.Code != "hash" || n.Count < 1 {
			t.Fatalf("note %+v of a map of %d lines", n, m.Lines)
		}
	}
	if m.Unread > 0 && len(m.Notes) == 0 {
		t.Fatalf("%d lines unread, and no note", m.Unread)
	}
	lookUpAll(m)
}

// TestMutated reads 5,000 maps with damage of every kind.
func TestMutated(t *testing.T) {
	text := []byte(allMaps())
	random := rand.New(rand.NewPCG(16, 1))
	bits := []string{"->", ":", "\n", "#", "{", "}", "(", ")", "[]", "0", "99999999999", "\xff", "\xef\xbb\xbf", ",", "\t", " ", "com.android.tools.r8.outlineCallsite", `"positions":{"1":`}
	for range 5000 {
		data := append([]byte(nil), text...)
		if random.IntN(3) == 0 {
			from := random.IntN(len(data))
			data = data[from : from+random.IntN(len(data)-from)]
		}
		for range random.IntN(40) {
			if len(data) < 4 {
				break
			}
			at := random.IntN(len(data))
			end := min(len(data), at+random.IntN(30))
			switch random.IntN(4) {
			case 0:
				data[at] = byte(random.IntN(256))
			case 1:
				data = append(data[:at:at], data[end:]...)
			case 2:
				data = append(data[:end:end], data[at:]...)
			case 3:
				data = append(append(data[:at:at], bits[random.IntN(len(bits))]...), data[at:]...)
			}
		}
		check(t, data)
	}
}

// FuzzReader tests check for any bytes.
func FuzzReader(f *testing.F) {
	for _, tt := range tricky {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data) })
}

// TestHostile: maps made to exhaust memory or time take both in proportion to their size.
func TestHostile(t *testing.T) {
	tests := []struct{ name, line string }{
		{"all lines of one wanted method", "    1:1:void x%d(java.lang.String):5 -> a\n"},
		{"one range for all", "    1:1:void x():5 -> a\n"},
		{"deep comment", "    1:1:void x():5 -> a\n# " + strings.Repeat("{a:[", 1000) + "\n"},
		{"classes", "c%d -> a:\n# {\"id\":\"sourceFile\",\"fileName\":\"F%[1]d.kt\"}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := mapping.NewWanted()
			w.Method("a", "a")
			r := mapping.NewReader(w)
			r.Write([]byte("shop.A -> a:\n"))
			size := 0
			for i := 0; size < 4_000_000; i++ {
				line := tt.line
				if strings.Contains(line, "%") {
					line = fmt.Sprintf(line, i)
				}
				n, _ := r.Write([]byte(line))
				size += n
			}
			m, err := r.Close()
			if err != nil {
				t.Fatal(err)
			}
			if r.HeldBytes() > int64(size)*8 {
				t.Errorf("%d bytes kept of %d", r.HeldBytes(), size)
			}
			m.Method("a", "a", "()V", 1)
			m.Stack([]mapping.Frame{{Class: "a", Method: "a", Line: 1}})
		})
	}
}

// TestMemory: the names that 5,000 frames need from a map of 100 MB take less than 40 MB.
func TestMemory(t *testing.T) {
	w := mappingtest.Wanted(5000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := mapping.NewReader(w)
	mappingtest.Large(100<<20, func(p []byte) { r.Write(p) })
	m, err := r.Close()
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 40<<20 || r.HeldBytes() > 40<<20 {
		t.Errorf("%d MB held, %d counted", held>>20, r.HeldBytes()>>20)
	}
	if got := m.Method("c17", "c", "(La/b;I)Ljava/util/List;", 0); got.Kind != mapping.Exact || got.Name != "method2" || got.File != "Class17.kt" {
		t.Errorf("found %+v", got)
	}
}

func BenchmarkReader(b *testing.B) {
	var text []byte
	mappingtest.Large(100<<20, func(p []byte) { text = append(text, p...) })
	w := mappingtest.Wanted(5000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r := mapping.NewReader(w)
		r.Write(text)
		r.Close()
	}
}
