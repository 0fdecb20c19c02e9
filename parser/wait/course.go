package wait

import (
	"cmp"
	"encoding/binary"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
)

// A Shot is one dump of a process: a block of a file, as a row of Dump.Blocks.
type Shot struct {
	Facts *Facts
	Block int
}

func (s Shot) block() *dump.Block { return &s.Facts.d.Blocks[s.Block] }

// SameProcess reports whether two blocks are dumps of the same process (section 22).
func SameProcess(a, b *dump.Block) bool {
	return a.PID != 0 && a.PID == b.PID && a.CommandLine == b.CommandLine && a.Kind == b.Kind && a.FirstThread < a.EndThread && b.FirstThread < b.EndThread
}

// A Sign classifies a thread by its dumps.
type Sign uint8

const (
	Moves     Sign = iota // nothing unusual
	Rests                 // waits for work in every dump
	Unchanged             // same innermost frames in consecutive dumps; its CPU time is not known, or it ran in between and waits for a lock in each
	Stuck                 // as Unchanged, with less than two ticks of CPU time in between, or in a certain deadlock in each
	Loops                 // as Unchanged, with more CPU time
)

// A Course follows one thread through several dumps of its process.
type Course struct {
	Name  string // in the last dump that contains it
	Main  bool
	Sign  Sign
	Run   int    // for Unchanged, Stuck and Loops: consecutive dumps with the same innermost frames
	Cells []Cell // by Shot
}

// A Cell is a thread in one dump.
type Cell struct {
	Thread int   // row of Dump.Threads, None where the thread is not in the dump
	Same   bool  // innermost frames equal those in the previous dump
	Idle   bool  // waits for work, or to be woken
	Ticks  int64 // CPU time since the previous dump; -1 if not known
}

// innermost is how many frames are compared to detect whether a thread has moved.
const innermost = 10

// An identity is one way to recognize a thread in another dump.
type identity struct {
	by       uint8 // 0: sysTid and name; 1: sysTid and self; 2: self and name; 3: tid and name
	id, self uint64
	name     string
}

// identities returns a thread's identities, the most reliable first. Ids of the virtual machine and
// the kernel are used only if the file lacks more reliable ones.
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

// Limits on courses: more dumps or threads do not help a reader.
const (
	MostShots   = 60
	mostCourses = 10_000
)

// Courses follows the threads of a process through its dumps, which are in order of time, at most
// MostShots. The order is main, threads that do not move, the others by CPU time, then threads at
// rest. Left is the number of threads beyond the limit.
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
	sorting.Stable(all, func(a, b Course) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.ticks(), a.ticks()))
	})
	return all, left
}

// rank orders courses by how strongly they indicate a hang.
func (c *Course) rank() int {
	if c.Main {
		return 0
	}
	return [...]int{Stuck: 1, Loops: 2, Unchanged: 3, Moves: 4, Rests: 5}[c.Sign]
}

// ticks returns the known CPU time used between dumps.
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
	dead  map[int]map[int]bool // by shot: threads in certain deadlocks
}

// deadlocked reports whether a thread of a shot is in a certain deadlock.
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

// sign sets the sign of a course by all of its cells.
func (s *signer) sign(c *Course) {
	before := "" // stack of the previous cell
	run, ticks, known := 1, int64(0), true
	idle, locked, dead := true, false, false // locked, dead: true in each dump of the run
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
				cell.Ticks = used // CPU time never shrinks: otherwise the dumps are out of order, or it is another thread
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

// stack returns a key that is equal for threads with the same innermost frames: the Java frames if
// it has any, else the native ones. It is "" without frames.
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
		k := f.stacks.key(row.Place)
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
