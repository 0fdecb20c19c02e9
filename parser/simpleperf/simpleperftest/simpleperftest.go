// Package simpleperftest writes recordings of simpleperf for tests: from a line of text, message by
// message for files that no correct writer would write, and generated in any size.
package simpleperftest

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// A Message is a protobuf message under construction.
type Message []byte

func (m Message) key(number, wire int) Message {
	return binary.AppendUvarint(m, uint64(number<<3|wire))
}

// Uint, Bytes and Text add a field. Uint writes 0 too, although a writer may omit it.
func (m Message) Uint(number int, v uint64) Message {
	return binary.AppendUvarint(m.key(number, 0), v)
}

func (m Message) Bytes(number int, b []byte) Message {
	return append(binary.AppendUvarint(m.key(number, 2), uint64(len(b))), b...)
}

func (m Message) Text(number int, s string) Message { return m.Bytes(number, []byte(s)) }

// Start returns the first bytes of a file.
func Start() []byte { return binary.LittleEndian.AppendUint16([]byte("SIMPLEPERF"), 1) }

// Append adds a record to a file; number is its field in the oneof.
func Append(file []byte, number int, m Message) []byte {
	record := Message{}.Bytes(number, m)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(record))), record...)
}

// End adds the end marker to a file.
func End(file []byte) []byte { return append(file, 0, 0, 0, 0) }

// A Frame is a frame of a stack. Symbol "" is code without a symbol.
type Frame struct {
	Path, Symbol string
	Execution    int // execution type + 1; 0 for none
}

// A Sample is a sample of a recording. Times are in ns.
type Sample struct {
	Time, Count uint64
	Thread      int
	Event       int
	Stack       []Frame // outermost first
}

// A Switch is an event: a thread gets or loses a CPU.
type Switch struct {
	Time   uint64
	Thread int
	On     bool
}

// A Thread is a row of the thread table.
type Thread struct {
	ID, Process int
	Name        string
}

// A Recording is the content of a file. Records are written in simpleperf's order.
type Recording struct {
	Events  []string // cpu-clock without any
	Package string
	OffCPU  bool  // trace_offcpu
	Entries []any // Samples and Switches, in the order of the file
	Threads []Thread
	Lost    uint64
}

// Bytes returns the file.
func (r *Recording) Bytes() []byte {
	events := r.Events
	if events == nil {
		events = []string{"cpu-clock"}
	}
	meta := Message{}
	for _, e := range events {
		meta = meta.Text(1, e)
	}
	if r.Package != "" {
		meta = meta.Text(2, r.Package)
	}
	off := uint64(0)
	if r.OffCPU {
		off = 1
	}
	file := Append(Start(), 5, meta.Uint(6, off))
	t := tables{files: map[string]int{}, symbols: map[Frame]int{}}
	samples := uint64(0)
	for _, e := range r.Entries {
		switch e := e.(type) {
		case Sample:
			samples++
			file = Append(file, 1, t.sample(&e))
		case Switch:
			on := uint64(0)
			if e.On {
				on = 1
			}
			file = Append(file, 6, Message{}.Uint(1, on).Uint(2, e.Time).Uint(3, uint64(e.Thread)))
		}
	}
	file = Append(file, 2, Message{}.Uint(1, samples).Uint(2, r.Lost))
	for id, path := range t.paths {
		m := Message{}.Uint(1, uint64(id)).Text(2, path)
		for _, s := range t.names[id] {
			m = m.Text(3, s)
		}
		for _, s := range t.names[id] {
			m = m.Text(4, "_Z"+s)
		}
		file = Append(file, 3, m)
	}
	for _, th := range r.Threads {
		file = Append(file, 4, Message{}.Uint(1, uint64(th.ID)).Uint(2, uint64(th.Process)).Text(3, th.Name))
	}
	return End(file)
}

// tables number the files and symbols as they come.
type tables struct {
	files   map[string]int
	symbols map[Frame]int
	paths   []string
	names   [][]string
}

func (t *tables) sample(s *Sample) Message {
	m := Message{}.Uint(1, s.Time).Uint(2, uint64(s.Thread))
	for i := len(s.Stack) - 1; i >= 0; i-- {
		m = m.Bytes(3, t.frame(s.Stack[i]))
	}
	return m.Uint(4, s.Count).Uint(5, uint64(s.Event))
}

func (t *tables) frame(f Frame) Message {
	id, ok := t.files[f.Path]
	if !ok {
		id = len(t.paths)
		t.files[f.Path] = id
		t.paths, t.names = append(t.paths, f.Path), append(t.names, nil)
	}
	symbol := -1
	if f.Symbol != "" {
		key := Frame{Path: f.Path, Symbol: f.Symbol}
		if symbol, ok = t.symbols[key]; !ok {
			symbol = len(t.names[id])
			t.symbols[key] = symbol
			t.names[id] = append(t.names[id], f.Symbol)
		}
	}
	m := Message{}.Uint(1, 0x7f00001000+uint64(symbol+1)*64).Uint(2, uint64(id)).Uint(3, uint64(int64(symbol)))
	if f.Execution > 0 {
		m = m.Uint(4, uint64(f.Execution-1))
	}
	return m
}

// Library is the path of frames that a story gives no other.
const Library = "/data/app/~~x==/com.example-y==/lib/arm64/libgame.so"

// Parse reads a story, a recording as text:
//
//	7@10 root;mid;leaf       thread 7 was sampled at 10 ms, leaf innermost; 1 ms of cpu-clock
//	7@10=500#1 root          500 of the event type 1
//	7!12 root                thread 7 left its CPU (sched:sched_switch)
//	7-12.009 7+20            and lost it by the switches, and got one
//	7@21 -                   a sample without a frame
//
// A frame is a symbol of Library, or path|symbol. A name with a dot and no path is one of
// base.apk's Java. Threads are named after "::", as 7=main 8/7=worker; a thread alone is its own
// process.
func Parse(story string) *Recording {
	r := &Recording{Package: "com.example"}
	story, threads, _ := strings.Cut(story, "::")
	words := strings.Fields(story)
	fail := func(word string) { panic(fmt.Sprintf("simpleperftest: %q in %q", word, story)) }
	for i := 0; i < len(words); i++ {
		word := words[i]
		at := strings.IndexAny(word, "@!+-")
		if at < 0 {
			fail(word)
		}
		thread, err := strconv.Atoi(word[:at])
		if err != nil {
			fail(word)
		}
		when, event, _ := strings.Cut(word[at+1:], "#")
		when, count, counted := strings.Cut(when, "=")
		ms, err := strconv.ParseFloat(when, 64)
		if err != nil {
			fail(word)
		}
		time := uint64(ms*1e6 + 0.5)
		if kind := word[at]; kind == '+' || kind == '-' {
			r.OffCPU = true
			r.Entries = append(r.Entries, Switch{time, thread, kind == '+'})
			continue
		}
		if i++; i == len(words) {
			fail(word)
		}
		s := Sample{Time: time, Count: 1_000_000, Thread: thread, Stack: frames(words[i])}
		if word[at] == '!' {
			r.OffCPU, r.Events = true, []string{"cpu-clock", "sched:sched_switch"}
			s.Event, s.Count = 1, 1
		}
		if event != "" {
			s.Event, _ = strconv.Atoi(event)
		}
		if counted {
			s.Count, _ = strconv.ParseUint(count, 10, 64)
		}
		r.Entries = append(r.Entries, s)
	}
	for _, word := range strings.Fields(threads) {
		ids, name, _ := strings.Cut(word, "=")
		tid, pid, given := strings.Cut(ids, "/")
		if !given {
			pid = tid
		}
		var t Thread
		t.ID, _ = strconv.Atoi(tid)
		t.Process, _ = strconv.Atoi(pid)
		t.Name = name
		r.Threads = append(r.Threads, t)
	}
	return r
}

// Bytes returns the file of a story.
func Bytes(story string) []byte { return Parse(story).Bytes() }

func frames(text string) (stack []Frame) {
	if text == "-" {
		return nil
	}
	for _, one := range strings.Split(text, ";") {
		path, symbol, ok := strings.Cut(one, "|")
		switch {
		case ok:
		case strings.Contains(one, "."):
			path, symbol = "/data/app/~~x==/com.example-y==/base.apk!/classes.dex", one
		default:
			path, symbol = Library, one
		}
		stack = append(stack, Frame{Path: path, Symbol: symbol})
	}
	return stack
}

// Generate writes a recording of samples samples that resembles a real one. The app has 12 threads
// with stacks of 10 to 90 frames that change by a few frames between samples. Each thread is
// sampled every 250 µs of CPU time, and is sometimes off the CPU.
func Generate(samples int) []byte {
	r := &Recording{Package: "com.example", OffCPU: true, Events: []string{"cpu-clock", "sched:sched_switch"}}
	seed := uint64(1)
	random := func(n int) int {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		return int(seed % uint64(n))
	}
	libraries := []string{Library, "/system/lib64/libhwui.so", "/apex/com.android.runtime/lib64/bionic/libc.so", "/apex/com.android.art/lib64/libart.so"}
	frame := func(depth int) Frame {
		n := random(12) + depth*12
		if depth%5 < 3 {
			return Frame{Path: "/system/framework/framework.jar", Symbol: fmt.Sprintf("android.part%d.Class%d.method%d", depth%7, n/4, n)}
		}
		return Frame{Path: libraries[n%len(libraries)], Symbol: fmt.Sprintf("android::thing%d::call%d(int)", n/4, n)}
	}
	const threads = 12
	stacks := [threads][]Frame{}
	times := [threads]uint64{}
	for t := range threads {
		name := fmt.Sprintf("worker-%d", t)
		if t == 0 {
			name = "com.example"
		}
		r.Threads = append(r.Threads, Thread{100 + t, 100, name})
		times[t] = 1_000_000_000 + uint64(t)*1000
		for d := range 40 {
			stacks[t] = append(stacks[t], frame(d))
		}
		r.Entries = append(r.Entries, Switch{times[t], 100 + t, true})
	}
	for range samples {
		t := random(threads) * random(2)
		keep := max(8, len(stacks[t])-random(8))
		stacks[t] = stacks[t][:keep:keep]
		for range random(9) {
			if len(stacks[t]) < 90 {
				stacks[t] = append(stacks[t], frame(len(stacks[t])))
			}
		}
		times[t] += 250_000 + uint64(random(3000))
		s := Sample{Time: times[t], Count: 250_000, Thread: 100 + t, Stack: stacks[t]}
		if random(5) == 0 {
			s.Event, s.Count = 1, 1
			r.Entries = append(r.Entries, s, Switch{times[t] + 9000, 100 + t, false})
			times[t] += uint64(random(5_000_000)) + 10_000
			r.Entries = append(r.Entries, Switch{times[t], 100 + t, true})
			continue
		}
		r.Entries = append(r.Entries, s)
	}
	return r.Bytes()
}
