package tracetest

import (
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"
)

//go:embed story.txt
var story string

// Story writes the trace of an invented photo gallery's first seconds: the app starts,
// its main window opens, then a grid of photos scrolls while two threads decode
// thumbnails. One frame comes late for a sort and a database that is locked. All calls
// are listed in story.txt; version is 3 or 0xF3, and frames says how long to scroll.
func Story(w io.Writer, version, frames int) error {
	a, piece := readStory(story)
	const vsync = 16_667 // µs
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
		a.gaps[i] = min(a.gaps[i], 40) // what takes longer says so
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
			case err != nil:
				panic("story: " + line)
			case f[0] == 'x':
				n.loops = uint8(v)
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
	return a, piece
}

func parseMethod(s string) method {
	name, args, _ := strings.Cut(s, "(")
	dot := strings.LastIndexByte(name, '.')
	m := method{class: name[:dot], name: name[dot+1:], signature: "(" + args}
	m.source = sourceFile(m.class)
	return m
}

// chain are the methods of a piece in which each calls the next.
func (a *app) chain(first uint32) (base []uint32) {
	for i := first; i < a.nodes[first].end; i++ {
		base = append(base, a.nodes[i].value)
	}
	return base
}

// recordScripts lets the app run by its actors' scripts until all records are written, or
// nothing is left to do, and returns how many there were.
func (a *app) recordScripts(r *recorder) int64 {
	r.left, r.wall = r.cfg.Records, 0
	for i := range a.actors {
		a.actors[i].reset(a.nodes)
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

// sourceFile is the file in which a class was probably written.
func sourceFile(class string) string {
	name := class[strings.LastIndexByte(class, '.')+1:]
	name, _, _ = strings.Cut(name, "$")
	if strings.HasPrefix(class, "com.example") || strings.HasPrefix(class, "kotlin") || strings.HasPrefix(class, "androidx.room") {
		return fmt.Sprint(name, ".kt")
	}
	return fmt.Sprint(name, ".java")
}
