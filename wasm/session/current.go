package session

import (
	"slices"

	"traceglass/wasm/message"
)

// current holds the files that are open or being read, and the idle worker. Each live worker belongs to the state or is idle.
type current struct {
	out    *outbox
	budget int64 // bytes that the calls of a trace may need in one worker
	turn   int   // raised by each opening, so that late results of a cancelled one are ignored

	state  state
	idle   *Worker // that has had no file, nil for none
	before Source  // the files that were open before, for Replaced
	maps   []*File // maps of names that wait for the next file
}

// open returns the state if files are open, nil otherwise.
func (c *current) open() *open {
	o, _ := c.state.(*open)
	return o
}

// Turn returns a number that is Wanted until another file is opened.
func (c *current) Turn() int { return c.turn }

// Claim starts a new turn, so that results of earlier ones are not Wanted.
func (c *current) Claim() int {
	c.turn++
	return c.turn
}

// Wanted reports whether nothing was opened or cancelled since Turn or Claim returned turn.
func (c *current) Wanted(turn int) bool { return turn == c.turn }

// startIdle starts a worker for the next file.
func (c *current) startIdle() {
	w := c.out.start()
	c.idle = w
	c.out.front(w)
}

func (c *current) idleWorkers() []*Worker {
	if c.idle == nil {
		return nil
	}
	return []*Worker{c.idle}
}

// owns reports whether a worker is the state's or idle.
func (c *current) owns(w *Worker) bool { return w == c.idle || slices.Contains(c.state.workers(), w) }

// vacate closes everything. It leaves an idle worker.
func (c *current) vacate() {
	c.turn++
	held := c.state.workers()
	c.leave()
	if len(held) > 0 {
		c.out.do(Host.Forget)
	}
	if c.idle != nil && c.idle.reading {
		c.out.end(c.idle) // its late news would count as that of the next file
		c.idle = nil
	}
	if c.idle == nil {
		c.startIdle()
	}
}

// leave closes everything and ends the workers.
func (c *current) leave() {
	held := c.state.workers()
	c.out.end(held...)
	c.state = &empty{}
	if len(held) > 0 {
		c.out.do(Host.Clear)
	}
}

// replace notes the open files before others replace them.
func (c *current) replace(added bool) {
	if o := c.open(); o != nil && !added {
		c.before = o.source()
	}
}

// readInPlace closes the open files and reads others.
func (c *current) readInPlace(from Source, added bool) {
	c.replace(added)
	c.vacate()
	c.out.do(Host.Begins)
	w := c.assign(from)
	if !added {
		c.out.do(func(host Host) { host.PrepareFirstPicture(w, from.Files, sizeOf(from.Files)) })
	}
	c.out.send(w, openPost(from, c.budget))
	c.showReading(from, added) // the worker reads meanwhile
}

// beginReading gives files to the idle worker, which is not told yet.
func (c *current) beginReading(from Source, added bool) *Worker {
	w := c.assign(from)
	c.showReading(from, added)
	return w
}

// assign makes the idle worker the one that reads files.
func (c *current) assign(from Source) *Worker {
	w := c.idle
	c.idle = nil
	w.reading = true
	c.state = &reading{side: side{worker: w, from: from}}
	return w
}

// showReading shows that files are being read.
func (c *current) showReading(from Source, added bool) {
	now := c.out.host.Now()
	c.out.do(func(host Host) {
		host.Reads(now)
		host.Opening(from.Name(), sizeOf(from.Files), added)
	})
}

// receive handles an answer of the worker in front, or news of its files.
func (c *current) receive(number uint32, body message.Body) {
	r, isReading := c.state.(*reading)
	o := c.open()
	switch body := body.(type) {
	case *message.Description, *message.Dumps, *message.Runs:
		if isReading {
			held := r.side
			o = &open{out: c.out, sides: []*side{&held}}
			c.state = o
		}
		if o != nil {
			o.shown().hold(body)
			if _, runs := body.(*message.Runs); !runs {
				o.remember()
			}
		}
	case *message.Side: // of a trace that is no longer compared
		return
	case *message.Members:
		if isReading && body.Chosen < 0 {
			c.state, c.idle = &choosing{from: r.from}, r.worker
		} else if o != nil && body.Chosen < 0 {
			o.background = &choosing{from: o.shown().from}
		}
	case *message.Named:
		if isReading { // a map alone
			c.state, c.idle, c.maps = &empty{}, r.worker, r.from.Files
		} else if o != nil {
			o.shown().named = true
			c.out.do(Host.Redraw)
		}
	case *message.Failure:
		if isReading && number == 0 {
			c.state, c.idle = &empty{}, r.worker
		}
	}
	c.out.show(number, body)
}

// answering returns the worker that answers requests, nil if nothing is open: a late answer would count as one
// about the next file.
func (c *current) answering() *Worker {
	if o := c.open(); o != nil {
		return o.shown().worker
	}
	return nil
}

// Worker returns the worker that answers requests about the files in front, nil for none.
func (c *current) Worker() *Worker {
	switch state := c.state.(type) {
	case *open:
		return state.shown().worker
	case *reading:
		return state.worker
	case *fetching:
		if state.worker != nil {
			return state.worker
		}
	}
	return c.idle
}

// Holds reports whether files are open.
func (c *current) Holds() bool { return c.open() != nil }

// HoldsViews reports whether links can show the open files: a trace or dumps, not runs.
func (c *current) HoldsViews() bool {
	o := c.open()
	return o != nil && !o.shown().runs
}

// HoldsTrace reports whether a trace is open.
func (c *current) HoldsTrace() bool {
	o := c.open()
	return o != nil && o.shown().trace
}

// Files returns the files in front that are open or being read.
func (c *current) Files() []*File {
	if o := c.open(); o != nil {
		return o.shown().from.Files
	}
	return c.state.source().Files
}

// Both returns the files of A and of B; nil if no two traces are open.
func (c *current) Both() [][]*File {
	o := c.open()
	if o == nil || o.compare == nil {
		return nil
	}
	return [][]*File{o.sides[0].from.Files, o.sides[1].from.Files}
}
