package wait

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/sorting"
)

// A Group is a set of threads of one block with something in common.
type Group struct {
	// Name is the common pattern of thread names: # stands for a number, * for an address or id.
	// For equal stacks it is the innermost frame, with its caller if that frame only waits.
	Name    string
	Threads []int // rows of Dump.Threads, ascending
	States  []State
}

// A State is a thread state with the number of threads in it.
type State struct {
	Name  string // as printed; "(not attached)" and "(native)" without one
	Class dump.Class
	Idle  bool // printed as Blocked, but waits for work (section 12)
	Count int
}

// States counts the states of a block's threads, the most frequent first.
func (f *Facts) States(block int) []State {
	b := &f.d.Blocks[block]
	rows := make([]int, 0, b.EndThread-b.FirstThread)
	for t := b.FirstThread; t < b.EndThread; t++ {
		rows = append(rows, t)
	}
	return f.states(rows)
}

func (f *Facts) states(threads []int) (all []State) {
	at := map[State]int{}
	for _, row := range threads {
		t := &f.d.Threads[row]
		s := State{Name: clip(t.StateName(), 60), Class: dump.ClassOf(t.State)}
		if IdleHeapTask(f.d, t) {
			s.Idle, s.Class = true, dump.Machine
		}
		i, ok := at[s]
		if !ok {
			i = len(all)
			at[s] = i
			all = append(all, s)
		}
		all[i].Count++
	}
	sorting.Stable(all, func(a, b State) int { return cmp.Compare(b.Count, a.Count) })
	return all
}

// Pools groups threads of a block whose names differ only in numbers, addresses and ids (section
// 21). It returns groups of at least two threads, the largest first.
func (f *Facts) Pools(block int) []Group {
	b := &f.d.Blocks[block]
	return f.group(b, func(t int) (key, name string) {
		name = platform.Pool(f.d.Threads[t].Name)
		return name, name
	})
}

// Stacks groups threads of a block with equal stacks, ignoring line numbers and distances (section
// 19.4). Native frames count only in threads without Java frames. It returns groups of at least two
// threads, the largest first.
func (f *Facts) Stacks(block int) []Group {
	ids := map[string]uint32{} // by frame key
	var key []byte
	return f.group(&f.d.Blocks[block], func(t int) (string, string) {
		thread := &f.d.Threads[t]
		stack := f.d.Stack[thread.FirstRow:thread.EndRow]
		kind := dump.NativeFrame
		for _, row := range stack {
			if f.d.FrameKind(row.Place) == dump.JavaFrame {
				kind = dump.JavaFrame
				break
			}
		}
		key = key[:0]
		name, plain := "", false
		for _, row := range stack {
			if f.d.FrameKind(row.Place) != kind {
				continue
			}
			k := f.stacks.key(row.Place)
			id, ok := ids[k]
			if !ok {
				id = uint32(len(ids))
				ids[k] = id
			}
			key = binary.LittleEndian.AppendUint32(key, id)
			switch {
			case len(key) == 4:
				name, plain = k, waiter(k)
			case plain && !waiter(k):
				name, plain = name+", called by "+k, false
			}
		}
		return string(key), clip(name, 200)
	})
}

// waiter reports whether a frame only waits, so that its caller is more informative.
func waiter(key string) bool {
	for _, p := range []string{"java.lang.", "jdk.internal.", "sun.misc.", "java.util.concurrent.locks.", "libc.so "} {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	return false
}

// group groups the threads of a block by a key and omits threads without one.
func (f *Facts) group(b *dump.Block, of func(thread int) (key, name string)) []Group {
	at := map[string]int{}
	var all []Group
	for t := b.FirstThread; t < b.EndThread; t++ {
		key, name := of(t)
		if key == "" {
			continue
		}
		i, ok := at[key]
		if !ok {
			i = len(all)
			at[key] = i
			all = append(all, Group{Name: name})
		}
		all[i].Threads = append(all[i].Threads, t)
	}
	all = slices.DeleteFunc(all, func(g Group) bool { return len(g.Threads) < 2 })
	for i := range all {
		all[i].States = f.states(all[i].Threads)
	}
	sorting.Stable(all, func(a, b Group) int { return cmp.Compare(len(b.Threads), len(a.Threads)) })
	return all
}

// A Share is the CPU time of one thread since it began.
type Share struct {
	Thread       int     // row of Dump.Threads
	User, Kernel float64 // ms, in steps of a tick, usually 10
	Of           float64 // share of all CPU time used by the block's threads, 0 to 1
}

// CPU lists the threads of a block with known times, the busiest first. Times are totals since each
// thread began, so they show past work, not current work.
func (f *Facts) CPU(block int) []Share {
	b := &f.d.Blocks[block]
	var all []Share
	sum := 0.0
	for i := b.FirstThread; i < b.EndThread; i++ {
		if t := &f.d.Threads[i]; t.HasTimes && t.Utm >= 0 && t.Stm >= 0 {
			tick := 1000 / float64(t.HZ)
			all = append(all, Share{Thread: i, User: float64(t.Utm) * tick, Kernel: float64(t.Stm) * tick})
			sum += float64(t.Utm)*tick + float64(t.Stm)*tick
		}
	}
	for i := range all {
		if sum > 0 {
			all[i].Of = (all[i].User + all[i].Kernel) / sum
		}
	}
	sorting.Stable(all, func(a, b Share) int { return cmp.Compare(b.User+b.Kernel, a.User+a.Kernel) })
	return all
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
