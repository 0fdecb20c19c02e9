package anr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// Facts are the facts of a report: its record's fields, and its threads.
type Facts struct {
	dump.About
	Process   string // application, or process where the format has that
	Threads   int
	Main      *Main   // nil without stacks
	Deadlocks [][]int // tids of each cycle, ascending
	Block     int     // row of Dump.Blocks of the process that did not answer, -1 without one
}

// Main describes the main thread of a report.
type Main struct {
	Name        string
	Tid, SysTid int    // 0 if not known
	State       string // as in the record
	Frames      int
	Top         []string // up to three names, innermost first
	Wants       *Lock    // that it waits to lock
	Holds       []string // addresses of held locks
}

// A Lock is a lock that a thread wants.
type Lock struct {
	Address, Class string // either may be ""
	HeldBy         int    // tid, 0 if not known
}

// shown is how many names of frames a Main has.
const shown = 3

// Describe returns the facts of a report.
func Describe(f *wait.Facts, d *dump.Dump) Facts {
	s := Facts{About: d.About, Threads: len(d.Threads), Process: d.About.Package, Block: f.Hung()}
	if s.Block < 0 && len(d.Blocks) > 0 {
		s.Block = 0
	}
	if s.Block < 0 {
		return s
	}
	b := &d.Blocks[s.Block]
	if b.CommandLine != "" {
		s.Process = b.CommandLine
	}
	if main := d.Main(b); main >= 0 {
		s.Main = describeMain(d, &d.Threads[main])
	}
	if s.Lacks&dump.NoLocks == 0 {
		s.Deadlocks = f.Graph(s.Block).DeadlockedTids()
	}
	return s
}

func describeMain(d *dump.Dump, t *dump.Thread) *Main {
	m := &Main{Name: t.Name, Tid: t.Tid, SysTid: t.SysTid, State: State(t)}
	for _, row := range d.Stack[t.FirstRow:t.EndRow] {
		kind := d.FrameKind(row.Place)
		if kind != dump.JavaFrame && kind != dump.NativeFrame {
			continue
		}
		if m.Frames++; m.Frames <= shown {
			frame := d.Frame(row.Place)
			m.Top = append(m.Top, nameOf(&frame))
		}
	}
	released := map[dump.Object]bool{}
	var held []dump.Object
	for row := t.FirstLock; row < t.EndLock; row++ {
		switch l := d.Lock(row); l.What {
		case dump.WaitingToLock, dump.Inflating:
			if m.Wants == nil {
				m.Wants = &Lock{Address: addressOf(l.Object), Class: l.Object.Class, HeldBy: l.Holder}
			}
			released[l.Object] = true
		case dump.WaitingOn, dump.SleepingOn, dump.Parking:
			released[l.Object] = true
		case dump.Locked:
			held = append(held, l.Object)
		}
	}
	for _, o := range held {
		if at := addressOf(o); at != "" && !released[o] && !slices.Contains(m.Holds, at) {
			m.Holds = append(m.Holds, at)
		}
	}
	return m
}

// addressOf prints the number of an object as dumps do.
func addressOf(o dump.Object) string {
	if o.Kind == dump.NoID {
		return ""
	}
	return fmt.Sprintf("0x%08x", o.ID)
}

// nameOf returns a frame's name without its place: class and method, a symbol without the distance,
// or a library and pc.
func nameOf(f *dump.Frame) string {
	if f.Kind == dump.NativeFrame {
		if f.Symbol != "" {
			return f.Symbol
		}
		return f.Map[strings.LastIndexByte(f.Map, '/')+1:] + "!0x" + strconv.FormatUint(f.PC, 16)
	}
	return f.Name()
}
