package tracetest

import (
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The pieces of work of two invented apps.
var (
	//go:embed story.txt
	story string
	//go:embed startup.txt
	startup string
)

// Story writes the trace of an invented photo gallery's first seconds: the app starts, its main
// window opens, then a grid of photos scrolls while two threads decode thumbnails. One frame comes
// late for a sort and a database that is locked. story.txt lists all calls. version is 3 or 0xF3,
// and frames sets how long to scroll.
func Story(w io.Writer, version, frames int) error {
	a, piece := readStory(story)
	thread := func(name string, id uint16, base string) *actor {
		a.actors = append(a.actors, actor{name: name, id: id, base: a.chain(piece[base])})
		return &a.actors[len(a.actors)-1]
	}
	a.actors = make([]actor, 0, 16)
	main := thread("main", 12034, "looper")
	decoders := []*actor{thread("decode-pool-1", 12071, "pool"), thread("decode-pool-2", 12072, "pool")}
	worker := thread("DefaultDispatcher-worker-1", 12066, "pool")
	binder := thread("Binder:12034_2", 12047, "daemon")
	collector := thread("HeapTaskDaemon", 12043, "daemon")
	finalizer := thread("FinalizerDaemon", 12045, "daemon")

	main.script = append(main.script, appointment{2_000, piece["bind"]}, appointment{70_000, piece["launch"]})
	binder.script = append(binder.script, appointment{66_000, piece["binder"]})
	at := int64(150_000)
	for i := range frames {
		if i == frames*3/5 {
			main.script = append(main.script, appointment{at - 900, piece["jank"]})
		}
		main.script = append(main.script, appointment{at + int64(a.random.below(180)), piece["frame"]})
		for k, d := range decoders {
			if (i+k)%3 != 0 {
				d.script = append(d.script, appointment{at + int64(2_000+a.random.below(7_000)), piece["decode"]})
			}
		}
		if i%24 == 5 {
			worker.script = append(worker.script, appointment{at + 5_000, piece["query"]})
			binder.script = append(binder.script, appointment{at + 9_000, piece["binder"]})
		}
		if i%40 == 20 {
			collector.script = append(collector.script, appointment{at + 4_000, piece["collect"]})
			finalizer.script = append(finalizer.script, appointment{at + 9_500, piece["finalize"]})
		}
		at += vsync
	}
	// The recording ends amid the last frame.
	c := Config{Version: version, Clock: "dual"}
	probe := recorder{cfg: Config{Records: 1 << 40}, dry: true}
	seed := a.random
	c.Records = a.recordScripts(&probe) - 150
	a.random = seed
	return a.write(w, c)
}

const vsync = 16_667 // µs

// AppStartup writes the trace of a cold start of an invented podcast app, described in startup.txt.
// A content provider migrates a database. Application.onCreate waits for a lock that a worker holds
// while it talks to a server. An activity with a list opens and draws frames. One frame comes late,
// because main decodes an image in it. Threads run at the same time.
func AppStartup(w io.Writer) error {
	a, piece := readStory(startup)
	a.random = 20_260_309
	a.marks = map[string]int64{}
	a.actors = make([]actor, 0, 32)
	thread := func(name string, id uint16, base, born string, script ...appointment) *actor {
		t := actor{name: name, id: id, born: born, script: script}
		if base != "" {
			t.base = a.chain(piece[base])
		}
		a.actors = append(a.actors, t)
		return &a.actors[len(a.actors)-1]
	}
	const start, forever = 0, 0
	main := thread("main", 12034, "zygote", "", appointment{3_000, piece["bind"]}, appointment{229_000, piece["launch"]})
	thread("Jit thread pool worker thread 0", 12042, "", "")
	thread("Signal Catcher", 12043, "", "")
	thread("ADB-JDWP Connection Control Thread", 12044, "", "")
	thread("HeapTaskDaemon", 12045, "daemon", "", appointment{312_000, piece["collect"]}, appointment{705_000, piece["collect"]})
	thread("ReferenceQueueDaemon", 12046, "", "")
	thread("FinalizerDaemon", 12047, "daemon", "", appointment{321_000, piece["finalize"]}, appointment{714_000, piece["finalize"]}, appointment{forever, piece["remove"]})
	thread("FinalizerWatchdogDaemon", 12048, "", "")
	thread("Binder:12034_1", 12050, "", "", appointment{1_000, piece["binder"]}, appointment{735_000, piece["binder"]})
	thread("Binder:12034_2", 12051, "", "", appointment{226_000, piece["binder"]}, appointment{740_000, piece["binder"]})
	thread("Profile Saver", 12057, "", "")
	thread("WM.task-1", 12061, "pool", "work", appointment{60_000, piece["work"]}, appointment{forever, piece["take"]})
	thread("SharedPreferencesImpl-load", 12063, "thread", "load", appointment{start, piece["preferences"]})
	thread("DefaultDispatcher-worker-1", 12066, "worker", "flags", appointment{start, piece["flags"]}, appointment{forever, piece["park"]})
	worker := thread("DefaultDispatcher-worker-2", 12067, "worker", "home", appointment{start, piece["query"]})
	loader := thread("DefaultDispatcher-worker-3", 12068, "worker", "covers")
	thread("OkHttp flags.example.com", 12070, "pool", "connected", appointment{start, piece["reader"]}, appointment{forever, piece["await"]})
	thread("RenderThread", 12074, "", "")

	at := int64(300_000)
	main.script = append(main.script, appointment{at, piece["first"]})
	at += 4 * vsync
	for i := range 40 {
		kind := "frame"
		if i == 22 {
			kind = "late"
		}
		main.script = append(main.script, appointment{at, piece[kind]})
		for k, t := range []*actor{loader, worker} {
			if (i+k)%3 == 0 {
				t.script = append(t.script, appointment{at + int64(2_000+a.random.below(7_000)), piece["load"]})
			}
		}
		if at += vsync; kind == "late" {
			at += 2 * vsync // main has missed these
		}
	}
	main.script = append(main.script, appointment{forever, piece["messages"]})
	for _, t := range []*actor{loader, worker} {
		t.script = append(t.script, appointment{forever, piece["park"]})
	}
	c := Config{Version: 3, Clock: "dual"}
	probe := recorder{cfg: Config{Records: 1 << 40}, dry: true}
	seed := a.random
	c.Records = a.recordScripts(&probe)
	a.random = seed
	return a.write(w, c)
}

// An appointment is a piece of work and when it is to begin, in µs.
type appointment struct {
	at    int64
	piece uint32
}

// readStory reads pieces of work as story.txt describes them.
func readStory(text string) (a *app, piece map[string]uint32) {
	a = &app{random: 20_240_817}
	a.setGaps()
	for i := range a.gaps {
		a.gaps[i] = min(a.gaps[i], 40) // longer times are explicit
	}
	piece = map[string]uint32{}
	ids := map[string]uint32{}
	var open []int // nodes whose callees may follow, by depth
	end := func(depth int) {
		for len(open) > depth {
			a.nodes[open[len(open)-1]].end = uint32(len(a.nodes))
			open = open[:len(open)-1]
		}
	}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || line[0] == '#':
			continue
		case fields[0] == "piece":
			end(0)
			a.ends = append(a.ends, uint32(len(a.nodes)))
			piece[fields[1]] = uint32(len(a.nodes))
			continue
		}
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		if depth > len(open) {
			panic("story: too far in: " + line)
		}
		end(depth)
		id, ok := ids[fields[0]]
		if !ok {
			id = uint32(len(a.methods)) << 2
			ids[fields[0]] = id
			a.methods = append(a.methods, parseMethod(fields[0]))
		}
		n := node{value: id}
		for _, f := range fields[1:] {
			v, err := strconv.Atoi(f[1:])
			switch {
			case f == "!":
				n.throws = true
				continue
			case f == "~":
				n.idle = true
				continue
			case f[0] == '+':
				n.sets = f[1:]
				continue
			case f[0] == '-':
				n.awaits = f[1:]
				continue
			case err != nil:
				panic("story: " + line)
			case f[0] == 'x':
				n.loops = uint8(v)
			case f[0] == '*':
				n.loops, n.exact = uint8(v-1), true
			case f[0] == '?':
				n.chance = uint8(v * 255 / 100)
			case f[0] == 't':
				n.time = uint32(v)
			case f[0] == 'w':
				n.wait = uint32(v)
			default:
				panic("story: " + line)
			}
		}
		open = append(open, len(a.nodes))
		a.nodes = append(a.nodes, n)
	}
	end(0)
	a.ends = append(a.ends, uint32(len(a.nodes)))
	return a, piece
}

func parseMethod(s string) method {
	name, args, _ := strings.Cut(s, "(")
	dot := strings.LastIndexByte(name, '.')
	m := method{class: name[:dot], name: name[dot+1:], signature: "(" + args}
	m.source = sourceFile(m.class)
	return m
}

// chain returns the first calls of a piece: each method calls the next.
func (a *app) chain(first uint32) (base []uint32) {
	for i := first; i < a.nodes[first].end; i++ {
		base = append(base, a.nodes[i].value)
	}
	return base
}

// recordScripts runs the app by its actors' scripts until all records are written or no work is
// left, and returns the number of records.
func (a *app) recordScripts(r *recorder) int64 {
	r.left, r.wall = r.cfg.Records, 0
	for i := range a.actors {
		a.actors[i].reset(a.nodes)
	}
	clear(a.marks)
	for a.marks != nil && r.left > 0 && r.err == nil {
		t, at := a.next()
		if t == nil {
			return r.cfg.Records - r.left
		}
		r.wall, t.awaits = at, ""
		a.run(r, t, 1)
		t.clock = r.wall
	}
	for r.left > 0 && r.err == nil {
		turn := a.random.below(len(a.actors))
		next := int64(-1)
		ran := false
		for i := range a.actors {
			t := &a.actors[(turn+i)%len(a.actors)]
			if ready := t.ready(); ready >= 0 && ready <= r.wall {
				a.run(r, t, min(r.left, 20+int64(a.random.below(121))))
				ran = true
				break
			} else if ready >= 0 && (next < 0 || ready < next) {
				next = ready
			}
		}
		switch {
		case ran:
		case next < 0:
			return r.cfg.Records - r.left
		default:
			r.wall = next
		}
	}
	return r.cfg.Records - r.left
}

// next returns the actor with the earliest next event, and its time, among threads that run at the
// same time. It returns nil if no actor has work left.
func (a *app) next() (first *actor, at int64) {
	for i := range a.actors {
		t := &a.actors[i]
		ready := t.clock
		if t.awaits != "" {
			set, ok := a.marks[t.awaits]
			if !ok {
				continue
			}
			ready = max(ready, set)
		}
		switch idle := len(t.stack) <= len(t.base) && t.again == 0 && t.pos >= t.last; {
		case !idle:
		case t.done == len(t.script):
			continue
		case !a.polls(t.script[t.done].piece):
			ready = max(ready, t.script[t.done].at)
		}
		if first == nil || ready < at {
			first, at = t, ready
		}
	}
	return first, at
}

// polls reports whether a piece begins with the wait until it is due.
func (a *app) polls(piece uint32) bool {
	for i := piece; i < a.nodes[piece].end; i++ {
		if a.nodes[i].idle || a.nodes[i].awaits != "" {
			return true
		}
	}
	return false
}

// ready is when the actor has something to do, -1 for never again.
func (t *actor) ready() int64 {
	switch {
	case len(t.stack) > len(t.base) || t.again > 0:
		return 0
	case t.done < len(t.script):
		return t.script[t.done].at
	}
	return -1
}

// sourceFile returns the file that probably contains a class.
func sourceFile(class string) string {
	name := class[strings.LastIndexByte(class, '.')+1:]
	name, _, _ = strings.Cut(name, "$")
	if strings.HasPrefix(class, "com.example") || strings.HasPrefix(class, "kotlin") || strings.HasPrefix(class, "androidx.room") {
		return fmt.Sprint(name, ".kt")
	}
	return fmt.Sprint(name, ".java")
}
