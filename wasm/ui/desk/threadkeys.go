package desk

import (
	"strconv"

	"traceglass/wasm/message"
)

// A keys is how links name threads: each by the hash of its name, FNV-1a of 32 bits in base 16, and of those with the
// same hash the later by the next number that no other has. So a link holds nothing of the file, and a page that
// frames this one can name a thread by a hash of its own making.
type keys struct {
	trace   *message.Description // whose threads they are
	threads map[string]uint32
	keys    map[uint32]string
}

// threadKeys are those of the trace's threads, made once.
func (d *Desk) threadKeys() *keys {
	k := &d.keys
	if k.trace == d.Trace {
		return k
	}
	*k = keys{trace: d.Trace, threads: make(map[string]uint32, len(d.Trace.Threads)), keys: make(map[uint32]string, len(d.Trace.Threads))}
	next := map[uint32]uint32{} // by hash: what is to be tried first
	for i := range d.Trace.Threads {
		t := &d.Trace.Threads[i]
		hash := message.NameHash(t.Name)
		at, ok := next[hash]
		if !ok {
			at = hash
		}
		key := strconv.FormatUint(uint64(at), 16)
		for taken := true; taken; at++ {
			key = strconv.FormatUint(uint64(at), 16)
			_, taken = k.threads[key]
		}
		next[hash] = at
		k.threads[key], k.keys[t.Index] = t.Index, key
	}
	return k
}

// ThreadKey is the key of a thread, "" for one that the trace has not.
func (d *Desk) ThreadKey(thread uint32) string { return d.threadKeys().keys[thread] }

// ThreadBy is the thread that has a key.
func (d *Desk) ThreadBy(key string) (thread uint32, ok bool) {
	thread, ok = d.threadKeys().threads[key]
	return thread, ok
}
