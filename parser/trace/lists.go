package trace

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Limits of the tables, far above the needs of real files: a file with only unknown ids must not
// fill the memory.
const (
	maxMethods = 1 << 22
	maxThreads = 1 << 17
	maxDirect  = 1 << 20 // method keys below this are looked up in a plain table
)

// A key is a method id without the action bits, as records store it: the low 32 bits in versions 1
// to 3, all bits in V2 files.
type key uint64

func keyOf(id MethodID) key { return key(id >> 2) }

// A slot of the open-addressing table, empty where row is 0.
type slot struct {
	key key
	row uint32 // MethodIndex + 1
}

// A sighting is the first record of a row that no list had named so far.
type sighting struct {
	row uint32
	off int64 // of the record
}

// lists finds rows of the thread and method tables by the ids in the file. Ids are small and dense
// in newer traces, and addresses in older ones.
type lists struct {
	info *Info

	thread     *[1 << 16]uint32         // by the 16 bits in records: ThreadIndex + 1, 0 for none
	threads    map[ThreadID]ThreadIndex // ids above 16 bits, which only the text part has; whole ids, all
	direct     []uint32                 // by key - base: MethodIndex + 1, 0 for none
	base       key                      // 0 in versions 1 to 3
	slots      []slot                   // keys that direct has no room for, hashed
	shift      uint8                    // hash to slot
	factor     uint64                   // odd, of each Reader its own: no file can choose ids that collide
	used       int                      // slots in use
	newThreads []sighting               // threads that a record named before any list did, in order
	newMethods []sighting               // methods, in the same way
	renamed    []MethodIndex            // rows that got another name than they had, in order
	classes    map[string]string        // dotted, by the file's own with slashes
	columns    []string                 // of the last method line
	text       int64                    // bytes of the names that were read
	splits     []split                  // threads that reuse an id, in order
	wideIDs    bool                     // records hold whole ids of threads and methods, not their low bits
	decimal    bool                     // method ids without 0x are decimal
}

// Sizes of the tables' rows, in bytes.
const (
	methodBytes   = 120
	threadBytes   = 72
	sightingBytes = 16
	slotBytes     = 16
)

// bytes returns the approximate memory of the tables. The text of a replaced name counts too.
func (l *lists) bytes() int64 {
	return l.text + int64(cap(l.info.Methods))*methodBytes + int64(cap(l.info.Threads))*threadBytes +
		int64(cap(l.direct)+cap(l.renamed))*4 + int64(len(l.slots))*slotBytes + int64(cap(l.newMethods)+cap(l.newThreads))*sightingBytes
}

// useWideIDs says that records hold whole ids.
func (l *lists) useWideIDs() {
	l.wideIDs = true
	for i := range l.info.Threads {
		l.threads[l.info.Threads[i].ID] = ThreadIndex(i)
	}
}

// around places the direct lookup table near k, if it is still empty and k is an address: methods
// are close to each other in memory.
func (l *lists) around(k key) {
	if l.wideIDs && len(l.info.Methods) == 0 && k >= maxDirect {
		l.base = k - key(len(l.direct)/4)
	}
}

func (l *lists) init(info *Info) {
	l.info = info
	if !l.wideIDs {
		l.thread = new([1 << 16]uint32)
	}
	l.threads = map[ThreadID]ThreadIndex{}
	l.direct = make([]uint32, 1<<10)
	l.slots = make([]slot, 1<<4)
	l.shift = 64 - 4
	l.factor = rand.Uint64() | 1
	l.classes = map[string]string{}
}

// listThread adds a thread from the thread list or from an announcement. The later of two wins, but
// a summary does not replace an announcement. Ok is false if the table is full.
func (l *lists) listThread(id ThreadID, name string, summary bool) (i ThreadIndex, ok bool) {
	l.text += int64(len(name))
	if i, ok = l.findThread(id); !ok {
		if len(l.info.Threads) >= maxThreads {
			return 0, false
		}
		i = ThreadIndex(len(l.info.Threads))
		l.info.Threads = append(l.info.Threads, Thread{ID: id})
		switch {
		case id <= 0xFFFF && !l.wideIDs:
			l.thread[id] = uint32(i) + 1
		case !l.wideIDs && l.thread[id&0xFFFF] == 0: // records hold the low half of a Linux tid
			l.thread[id&0xFFFF] = uint32(i) + 1
			fallthrough
		default:
			l.threads[id] = i
		}
	}
	t := &l.info.Threads[i]
	if t.Listed {
		if summary {
			return i, true
		}
		if t.Name != name && t.Name != "" {
			t.Was = t.Name
		}
	} else {
		l.info.ListedThreads++
	}
	t.ID, t.Name, t.Listed = id, name, true
	return i, true
}

// unlistZero removes thread 0 if it was listed last and its name contains tabs. It returns that
// name.
func (l *lists) unlistZero(i ThreadIndex) (name string, ok bool) {
	t := l.info.Threads[i]
	if t.ID != 0 || t.Records > 0 || int(i) != len(l.info.Threads)-1 || strings.IndexByte(t.Name, '\t') < 0 {
		return "", false
	}
	l.info.Threads = l.info.Threads[:i]
	l.info.ListedThreads--
	if l.wideIDs {
		delete(l.threads, 0)
	} else {
		l.thread[0] = 0
	}
	return t.Name, true
}

// findThread finds the row of a thread by its whole id.
func (l *lists) findThread(id ThreadID) (ThreadIndex, bool) {
	if id > 0xFFFF || l.wideIDs {
		if i, ok := l.threads[id]; ok {
			return i, true
		}
		// Records of a streaming file come before the list.
		if !l.wideIDs {
			if row := l.thread[id&0xFFFF]; row != 0 && !l.info.Threads[row-1].Listed {
				l.threads[id] = ThreadIndex(row - 1)
				return ThreadIndex(row - 1), true
			}
		}
		return 0, false
	}
	row := l.thread[id]
	if row == 0 || l.info.Threads[row-1].ID != id {
		return 0, false
	}
	return ThreadIndex(row - 1), true
}

// listsZero reports whether the file lists a thread whose records may be all zeros.
func (l *lists) listsZero() bool {
	row := l.thread[0]
	return row != 0 && l.info.Threads[row-1].Listed
}

// addThread adds a row for a thread that a record names and no list has.
func (l *lists) addThread(id ThreadID, off int64) ThreadIndex {
	i := ThreadIndex(len(l.info.Threads))
	if i >= maxThreads {
		l.info.Receipt.Add("too-many-threads", off, 1)
		return i - 1
	}
	l.info.Threads = append(l.info.Threads, Thread{ID: id})
	if id <= 0xFFFF && !l.wideIDs {
		l.thread[id] = uint32(i) + 1
	} else {
		l.threads[id] = i
	}
	l.newThreads = append(l.newThreads, sighting{uint32(i), off})
	return i
}

// listMethod adds a line of the method list. The later of two wins, but a summary does not replace
// an announcement. Ok is false if the table is full.
func (l *lists) listMethod(m Method, summary bool) (ok bool) {
	l.text += int64(len(m.Class) + len(m.Name) + len(m.Signature) + len(m.File))
	k := keyOf(m.ID)
	row := l.find(k)
	if row == 0 {
		if len(l.info.Methods) >= maxMethods {
			return false
		}
		l.info.Methods = append(l.info.Methods, m)
		l.insert(k, uint32(len(l.info.Methods)))
		l.info.ListedMethods++
		return true
	}
	was := &l.info.Methods[row-1]
	if was.Listed && summary {
		return true
	}
	if !was.Listed {
		l.info.ListedMethods++
	}
	if was.Listed != m.Listed || was.Class != m.Class || was.Name != m.Name || was.Signature != m.Signature {
		l.renamed = append(l.renamed, MethodIndex(row-1))
	}
	*was = m
	return true
}

// addMethod adds a row for a method that a record names and no list contains. Beyond the table's
// limit such methods share the last row.
func (l *lists) addMethod(k key, off int64) (row uint32) {
	if len(l.info.Methods) >= maxMethods {
		l.info.Receipt.Add("too-many-methods", off, 1)
		return uint32(len(l.info.Methods))
	}
	l.around(k)
	i := MethodIndex(len(l.info.Methods))
	l.info.Methods = append(l.info.Methods, Method{ID: MethodID(k) << 2})
	l.insert(k, uint32(i)+1)
	l.newMethods = append(l.newMethods, sighting{uint32(i), off})
	return uint32(i) + 1
}

// find returns the row + 1 of a method, 0 if it has none.
//
//go:noinline // called from many places; the loops over records look up for themselves
func (l *lists) find(k key) uint32 {
	if at := k - l.base; at < key(len(l.direct)) {
		return l.direct[at]
	}
	return l.probe(k)
}

// probe is find for keys that direct has no room for.
func (l *lists) probe(k key) uint32 {
	i := l.hash(k)
	for {
		s := &l.slots[i&uint64(len(l.slots)-1)]
		if s.key == k || s.row == 0 {
			return s.row
		}
		i++
	}
}

// hash is multiplicative, twice: its upper bits are well mixed even for addresses.
func (l *lists) hash(k key) uint64 {
	h := uint64(k) * l.factor
	return (h ^ h>>32) * 0x9E3779B97F4A7C15 >> (l.shift & 63)
}

func (l *lists) insert(k key, row uint32) {
	if more := l.base - k; k < l.base && more <= maxDirect-key(len(l.direct)) {
		more = min(max(more, key(len(l.direct))), maxDirect-key(len(l.direct)), l.base)
		l.direct = append(make([]uint32, more), l.direct...)
		l.base -= more
	}
	if at := int(k - l.base); 0 <= at && at < maxDirect {
		if at >= len(l.direct) {
			size := min(maxDirect, max(2*len(l.direct), at+1))
			l.direct = append(l.direct, make([]uint32, size-len(l.direct))...)
		}
		l.direct[at] = row
		return
	}
	if 2*(l.used+1) > len(l.slots) {
		old := l.slots
		l.slots = make([]slot, 2*len(old))
		l.shift--
		for _, s := range old {
			if s.row != 0 {
				l.place(s)
			}
		}
	}
	l.place(slot{k, row})
	l.used++
}

func (l *lists) place(s slot) {
	mask := uint64(len(l.slots) - 1)
	i := l.hash(s.key)
	for l.slots[i].row != 0 {
		i = (i + 1) & mask
	}
	l.slots[i] = s
}

// countTwoNames notes the threads that have calls and that the file lists under two names. Their
// calls cannot be divided between the names, because the id may have been reused or the thread
// renamed.
func (l *lists) countTwoNames() {
	for i := range l.info.Threads {
		t := &l.info.Threads[i]
		split := slices.ContainsFunc(l.splits, func(s split) bool { return s.first == ThreadIndex(i) })
		if t.Was != "" && t.Records > 0 && !split {
			l.info.Receipt.Add("two-names", -1, 1)
		}
	}
}

// countUnlisted notes the threads and methods of records that no list has named.
func (l *lists) countUnlisted() {
	for _, s := range l.newThreads {
		if !l.info.Threads[s.row].Listed {
			l.info.Receipt.Add("unknown-thread", s.off, 1)
		}
	}
	for _, s := range l.newMethods {
		if !l.info.Methods[s.row].Listed {
			l.info.Receipt.Add("unknown-method", s.off, 1)
		}
	}
}
