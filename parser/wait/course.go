package wait

import (
	"cmp"
	"encoding/binary"
	"slices"

	"traceglass/parser/dump"
)

// A Shot is one dump of a process: a block, a row of Dump.Blocks.
type Shot struct {
	Facts *Facts
	Block int
}

func (s Shot) block() *dump.Block { return &s.Facts.d.Blocks[s.Block] }

// SameProcess reports whether two blocks are dumps of one process (section 22).
func SameProcess(a, b *dump.Block) bool {
	return a.PID != 0 && a.PID == b.PID && a.CommandLine == b.CommandLine && a.Kind == b.Kind && a.FirstThread < a.EndThread && b.FirstThread < b.EndThread
}

// A Sign is what a thread's dumps show together.
type Sign uint8

const (
	Moves     Sign = iota // nothing out of the ordinary
	Rests                 // only waits for work, in every dump
	Unchanged             // the same innermost frames in dumps that follow one another; the CPU it used is not known, or it ran in between and waits for a lock in each
	Stuck                 // the same, and it used less than two ticks of CPU meanwhile, or is in a certain deadlock in each
	Loops                 // the same, and it used more
)

// A Course is one thread through several dumps of its process.
type Course struct {
	Name  string // in the last dump that has it
	Main  bool
	Sign  Sign
	Run   int    // for Unchanged, Stuck and Loops: dumps in a row with the same innermost frames
	Cells []Cell // by Shot
}

// A Cell is a thread in one dump.
type Cell struct {
	Thread int   // row of Dump.Threads, None where the thread is not in the dump
	Same   bool  // the innermost frames are those of the dump before
	Idle   bool  // only waits for work, or to be woken
	Ticks  int64 // of CPU, used since the dump before; -1 if not known
}

// innermost is how many frames are compared to tell whether a thread has moved.
const innermost = 10

// An identity is one of the ways to know a thread again.
type identity struct {
	by       uint8 // 0: sysTid and name; 1: sysTid and self; 2: self and name; 3: tid and name
	id, self uint64
	name     string
}

// identities are a thread's, the surest first. What the machine and the kernel number is only
// asked where the file does not give what is surer.
func identities(t *dump.Thread) (all []identity) {
	if t.SysTid != 0 {
		all = append(all, identity{id: uint64(t.SysTid), name: t.Name})
		if t.Self != 0 {
			all = append(all, identity{by: 1, id: uint64(t.SysTid), self: t.Self})
		}
		return all
	}
	if t.Self != 0 {
		all = append(all, identity{by: 2, self: t.Self, name: t.Name})
	}
	if t.Tid != 0 {
		all = append(all, identity{by: 3, id: uint64(t.Tid), name: t.Name})
	}
	return all
}

// What courses are held to: more dumps, or threads, tell a reader nothing.
const (
	MostShots   = 60
	mostCourses = 10_000
)

// Courses follows the threads of a process through its dumps, which are in order of time,
// MostShots at most: main first, then threads that stand still, then by CPU, those that only
// rest last. Left is how many threads there was no room for.
func Courses(shots []Shot) (all []Course, left int) {
	known := map[identity]int{}
	for at, shot := range shots {
		b := shot.block()
		main := shot.Facts.d.Main(b)
		for row := b.FirstThread; row < b.EndThread; row++ {
			t := &shot.Facts.d.Threads[row]
			ids := identities(t)
			i := -1
			for _, id := range ids {
				if c, ok := known[id]; ok && all[c].Cells[at].Thread == None {
					i = c
					break
				}
			}
			if i < 0 && len(all) == mostCourses {
				left++
				continue
			}
			if i < 0 {
				i = len(all)
				all = append(all, Course{Cells: make([]Cell, len(shots))})
				for c := range all[i].Cells {
					all[i].Cells[c] = Cell{Thread: None, Ticks: -1}
				}
			}
			for _, id := range ids {
				known[id] = i
			}
			all[i].Name = t.Name
			all[i].Main = all[i].Main || row == main
			all[i].Cells[at].Thread = row
		}
	}
	s := signer{shots: shots, ids: map[string]uint32{}, dead: map[int]map[int]bool{}}
	for i := range all {
		s.sign(&all[i])
	}
	slices.SortStableFunc(all, func(a, b Course) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.ticks(), a.ticks()))
	})
	return all, left
}

// rank orders courses by how much they tell of a hang.
func (c *Course) rank() int {
	if c.Main {
		return 0
	}
	return [...]int{Stuck: 1, Loops: 2, Unchanged: 3, Moves: 4, Rests: 5}[c.Sign]
}

// ticks is the CPU that is known to have been used between dumps.
func (c *Course) ticks() (sum int64) {
	for i := range c.Cells {
		sum += max(0, c.Cells[i].Ticks)
	}
	return sum
}

// A signer compares stacks of different files.
type signer struct {
	shots []Shot
	ids   map[string]uint32    // by frame key
	dead  map[int]map[int]bool // by shot: the threads in its certain deadlocks
}

// deadlocked reports whether a thread of a shot is in a deadlock that is certain.
func (s *signer) deadlocked(at, thread int) bool {
	if s.dead[at] == nil {
		s.dead[at] = map[int]bool{}
		for _, cycle := range s.shots[at].Facts.Graph(s.shots[at].Block).Deadlocks() {
			for _, t := range cycle.Threads {
				s.dead[at][t] = s.dead[at][t] || cycle.Certain
			}
		}
	}
	return s.dead[at][thread]
}

// sign fills in what the cells of a course say together.
func (s *signer) sign(c *Course) {
	before := "" // stack of the cell before
	run, ticks, known := 1, int64(0), true
	idle, locked, dead := true, false, false // locked, dead: in each dump of the run
	for at := range c.Cells {
		cell := &c.Cells[at]
		if cell.Thread == None {
			before = ""
			continue
		}
		d := s.shots[at].Facts.d
		t := &d.Threads[cell.Thread]
		cell.Idle = s.shots[at].Facts.AtRest(cell.Thread)
		idle = idle && cell.Idle
		now := s.stack(at, t)
		if at > 0 && c.Cells[at-1].Thread != None {
			last := &s.shots[at-1].Facts.d.Threads[c.Cells[at-1].Thread]
			if used := t.Utm + t.Stm - last.Utm - last.Stm; t.HasTimes && last.HasTimes && used >= 0 {
				cell.Ticks = used // less than before is no thread's: the dumps are not in order, or it is another
			}
			cell.Same = now != "" && now == before
		}
		before = now
		wants, ends := s.shots[at].Facts.wantsLock(cell.Thread), s.deadlocked(at, cell.Thread)
		if !cell.Same || cell.Idle {
			run, ticks, known = 1, 0, true
			locked, dead = wants, ends
			continue
		}
		locked, dead = locked && wants, dead && ends
		run++
		ticks += max(0, cell.Ticks)
		known = known && cell.Ticks >= 0
		if run > c.Run {
			c.Run = run
			switch {
			case dead:
				c.Sign = Stuck
			case !known:
				c.Sign = Unchanged
			case ticks < 2:
				c.Sign = Stuck
			case locked:
				c.Sign = Unchanged
			default:
				c.Sign = Loops
			}
		}
	}
	if idle {
		c.Sign = Rests
	}
}

// stack is equal for threads whose innermost frames are: of Java, where there are any, else
// native; "" without frames.
func (s *signer) stack(at int, t *dump.Thread) string {
	f := s.shots[at].Facts
	var java, native []byte
	for _, row := range f.d.Stack[t.FirstRow:min(t.EndRow, t.FirstRow+deepest)] {
		key := &native
		switch f.d.FrameKind(row.Place) {
		case dump.JavaFrame:
			key = &java
		case dump.NativeFrame:
		default:
			continue
		}
		if len(*key) == 4*innermost {
			continue
		}
		k := f.key(row.Place)
		id, ok := s.ids[k]
		if !ok {
			id = uint32(len(s.ids))
			s.ids[k] = id
		}
		*key = binary.LittleEndian.AppendUint32(*key, id)
	}
	if len(java) > 0 {
		return string(java)
	}
	return string(native)
}
