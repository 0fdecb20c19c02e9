package call

import (
	"slices"

	"traceglass/parser/trace"
)

// An identity numbers methods across ids: ids with the same class, name and signature share one. An
// unlisted id has one of its own. 0 means none.
type identity int32

// A title is equal for methods with one identity.
type title struct{ class, name, signature string }

// identities holds the identities of the rows of the method table, each computed on first use.
type identities struct {
	of      []identity // by trace.MethodIndex; 0 if not computed since the row was last named
	titles  map[title]identity
	renamed int // entries processed in the reader's list of renamed rows
}

// identity returns a method's identity by its current name.
func (r *Replay) identity(m trace.MethodIndex) identity {
	ids := &r.identities
	for renamed := r.reader.Renamed(); ids.renamed < len(renamed); ids.renamed++ {
		if row := renamed[ids.renamed]; int(row) < len(ids.of) {
			ids.of[row] = 0
		}
	}
	for int(m) >= len(ids.of) {
		ids.of = append(ids.of, 0)
	}
	if ids.of[m] != 0 {
		return ids.of[m]
	}
	x, id := r.method(m), -identity(m)-1
	if x.Listed {
		if ids.titles == nil {
			ids.titles = map[title]identity{}
		}
		t := title{x.Class, x.Name, x.Signature}
		if id = ids.titles[t]; id == 0 {
			id = identity(len(ids.titles) + 1)
			ids.titles[t] = id
		}
	}
	ids.of[m] = id
	return id
}

// running counts the calls on a thread's stack by method, so that an exit of a method that is not
// running needs no scan of the stack. It is updated only when queried. Each update covers only
// calls entered since the last one, so the total work is linear.
type running struct {
	path    []trace.MethodIndex         // methods of the counted calls, outermost first
	kept    int                         // lower bound of the calls still on the stack since they were counted
	methods map[trace.MethodIndex]tally // of them
	calls   map[identity]int
	renamed int // as in identities
}

// A tally holds, for one row of the method table, its counted calls and the identity they count
// for.
type tally struct {
	calls int
	as    identity
}

// near is how many calls are checked before any are counted: in a typical damaged trace an exit
// ends a call one or two below the top.
const near = 8

// find returns the depth on the thread's stack of the topmost call of m, or false if m is not
// running. Other ids of the same method count as m.
func (r *Replay) find(t *Thread, m trace.MethodIndex) (at int, ok bool) {
	id := r.identity(m)
	for at = len(t.stack) - 1; at >= 0; at-- {
		if len(t.stack)-at > near && !ok {
			r.count(t)
			if ok = t.running.calls[id] > 0; !ok {
				return 0, false
			}
		}
		r.lookups++
		if other := t.stack[at].method; other == m || r.identity(other) == id {
			return at, true
		}
	}
	return 0, false
}

// count updates a thread's counts.
func (r *Replay) count(t *Thread) {
	c := &t.running
	if c.methods == nil {
		c.methods, c.calls = map[trace.MethodIndex]tally{}, map[identity]int{}
	}
	r.recount(c)
	for _, m := range slices.Backward(c.path[c.kept:]) {
		r.lookups++
		one := c.methods[m]
		one.calls--
		if one.calls > 0 {
			c.methods[m] = one
		} else {
			delete(c.methods, m)
		}
		c.add(one.as, -1)
	}
	c.path = c.path[:c.kept]
	for _, f := range t.stack[c.kept:] {
		r.lookups++
		c.path = append(c.path, f.method)
		one := c.methods[f.method]
		if one.calls == 0 {
			one.as = r.identity(f.method)
		}
		one.calls++
		c.methods[f.method] = one
		c.add(one.as, 1)
	}
	c.kept = len(c.path)
}

// recount updates the counts of methods whose names have changed since they were counted.
func (r *Replay) recount(c *running) {
	renamed := r.reader.Renamed()
	again := func(m trace.MethodIndex) {
		r.lookups++
		if one, ok := c.methods[m]; ok {
			c.add(one.as, -one.calls)
			one.as = r.identity(m)
			c.add(one.as, one.calls)
			c.methods[m] = one
		}
	}
	if len(renamed)-c.renamed < len(c.methods) {
		for _, m := range renamed[c.renamed:] {
			again(m)
		}
	} else if len(renamed) > c.renamed {
		for m := range c.methods {
			again(m)
		}
	}
	c.renamed = len(renamed)
}

//go:noinline // of damaged traces alone
func (c *running) add(id identity, calls int) {
	if c.calls[id] += calls; c.calls[id] == 0 {
		delete(c.calls, id)
	}
}

// bytes returns the approximate size of the counts.
func (c *running) bytes() int64 { return int64(cap(c.path))*4 + int64(len(c.methods)+len(c.calls))*48 }

// bytes returns the approximate size of the identities.
func (ids *identities) bytes() int64 { return int64(cap(ids.of))*4 + int64(len(ids.titles))*96 }
