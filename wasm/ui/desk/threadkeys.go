package desk

import (
	"strconv"

	"traceglass/wasm/message"
)

// keys are the names of threads in links. The key of a thread is a hash of its name (32-bit FNV-1a, in
// hexadecimal). If several threads have the same hash, the later ones get the next free number. So links hold
// no text of the file, and an embedding page can compute the key of a thread.
type keys struct {
	trace   *message.Description // the trace of these threads
	threads map[string]uint32
	keys    map[uint32]string
}

// threadKeys returns the keys of the trace's threads, computed once per trace.
func (d *traced) threadKeys() *keys {
	k := &d.keys
	if k.trace == d.Trace {
		return k
	}
	*k = keys{trace: d.Trace, threads: make(map[string]uint32, len(d.Trace.Threads)), keys: make(map[uint32]string, len(d.Trace.Threads))}
	next := map[uint32]uint32{} // by hash: the next number to try
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

// ThreadKey returns the key of a thread, "" if the trace has no such thread.
func (d *traced) ThreadKey(thread uint32) string { return d.threadKeys().keys[thread] }

// ThreadBy returns the thread with a key.
func (d *traced) ThreadBy(key string) (thread uint32, ok bool) {
	thread, ok = d.threadKeys().threads[key]
	return thread, ok
}
