package trace

import "encoding/binary"

// A layout has the byte offsets of the fields in a record of versions 1 to 3, little-endian
// (section 4.2).
type layout struct {
	thread uint16 // bits of the u2 at 0 that are the thread's id
	method int    // u4 method value: the method's id, its two low bits the action
	cpu    int    // u4 thread-cpu clock
	wall   int    // u4 wall clock; that of a record with one clock, whichever it is, is at cpu and at wall
	size   int    // bytes per record; bytes after these fields are skipped
}

// Where a record with two clocks has its fields, for the loop that cannot wait for a layout
// to tell (output.runDual).
const (
	dualMethod = 2
	dualCPU    = 6
	dualWall   = 10
	dualSize   = 14 // at least
)

// layouts are those of the versions, with the size that records have as a rule.
var layouts = [...]layout{
	1: {thread: 0x00FF, method: 1, cpu: 5, wall: 5, size: 9},
	2: {thread: 0xFFFF, method: 2, cpu: 6, wall: 6, size: 10},
	3: {thread: 0xFFFF, method: dualMethod, cpu: dualCPU, wall: dualWall, size: dualSize},
}

// layoutOf is the layout of a version as stored in the header, streaming or not.
func layoutOf(version int) layout { return layouts[version&^streamingBits] }

// dual reports whether records have two clocks.
func (l *layout) dual() bool { return l.cpu != l.wall }

// clocks returns the clocks of the records, and whether the layout is sure of them.
func (l *layout) clocks() (recorded Clocks, sure bool) { return Dual, l.dual() }

// threadOf is the thread id of a record.
func (l *layout) threadOf(rec []byte) uint16 {
	return binary.LittleEndian.Uint16(rec) & l.thread
}

// valueOf is the method value of a record.
func (l *layout) valueOf(rec []byte) uint32 { return binary.LittleEndian.Uint32(rec[l.method:]) }

// timesOf are the two times of a record, as they are stored.
func (l *layout) timesOf(rec []byte) (wall, cpu uint64) {
	return uint64(binary.LittleEndian.Uint32(rec[l.wall:])), uint64(binary.LittleEndian.Uint32(rec[l.cpu:]))
}
