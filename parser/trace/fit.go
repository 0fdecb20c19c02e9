package trace

import (
	"cmp"
	"slices"

	"traceglass/parser/sorting"
)

// A fitting finds the methods that threads of a dump without times were in when an exit names none
// (section 7.1). Methods entered afterwards are known only by their distance from that method. But
// all entered methods are listed. So from the unknown method's position, each distance must lead to
// a listed method. If only one position fits, the method is there.
//
// Names come after the records, so fitting requires a first read of the whole dump.
type fitting struct {
	exits   int   // that named nothing, so far
	last    []int // by ThreadIndex: number of its last exit of this kind, from 1
	entered []departure
}

// A departure is an entry after an exit that named nothing: how far its method lies from the one left.
type departure struct {
	exit int // from 1
	step uint64
}

// A fit is where the method of an exit lies that names none.
type fit struct {
	exit   int // from 1
	method uint64
}

// mostFits bounds the tries of a dump's exits in all. A real one takes a few thousand.
const mostFits = 1 << 22

// leave notes an exit of a thread that names nothing.
func (f *fitting) leave(row ThreadIndex) {
	f.exits++
	for int(row) >= len(f.last) {
		f.last = append(f.last, 0)
	}
	f.last[row] = f.exits
}

// enter records that a thread enters a method at a distance of step from nobody.
func (f *fitting) enter(row ThreadIndex, step uint64) {
	if int(row) < len(f.last) && f.last[row] > 0 {
		f.entered = append(f.entered, departure{f.last[row], step})
	}
}

// fitExits reads the whole dump at c and finds the methods of exits that name none. If the dump is
// damaged or enters methods that it does not list, no fit is certain.
func (p *packets) fitExits(c cursor) {
	var t trial
	t.reader = p.trialReader(&t, true)
	r, f := t.reader, new(fitting)
	r.packets.blocks.stacks.fitting = f
	read := r.read(c)
	r.out.flush()
	receipt := &r.file.info.Receipt
	if len(f.entered) == 0 || read < len(c.b) || r.file.part == inBlock || receipt.Count("skipped-bytes")+receipt.Count("odd-block") > 0 {
		return
	}
	var listed []uint64
	for i := range r.file.info.Methods {
		switch m := &r.file.info.Methods[i]; {
		case m.Listed:
			listed = append(listed, uint64(m.ID))
		case m.ID != 0 && i < len(t.enters) && t.enters[i] > 0:
			return
		}
	}
	slices.Sort(listed)
	sorting.Stable(f.entered, func(a, b departure) int {
		return cmp.Or(cmp.Compare(a.exit, b.exit), cmp.Compare(a.step, b.step))
	})
	f.entered = slices.Compact(f.entered)
	tries, stacks := mostFits, &p.blocks.stacks
	for len(f.entered) > 0 {
		n := 1
		for n < len(f.entered) && f.entered[n].exit == f.entered[0].exit {
			n++
		}
		if method := place(f.entered[:n], listed, &tries); method != 0 {
			stacks.fits = append(stacks.fits, fit{f.entered[0].exit, method})
		}
		f.entered = f.entered[n:]
	}
}

// place returns the method of an exit, inferred from the methods entered afterwards, or 0 if it is
// not certain.
func place(entered []departure, listed []uint64, tries *int) (method uint64) {
	for _, first := range listed {
		at := first - entered[0].step
		fits := at&unnamed == 0
		for _, d := range entered[1:] {
			if *tries--; *tries < 0 {
				return 0
			}
			if _, fits = slices.BinarySearch(listed, at+d.step); !fits {
				break
			}
		}
		switch {
		case fits && method != 0:
			return 0
		case fits:
			method = at
		}
	}
	return method
}
