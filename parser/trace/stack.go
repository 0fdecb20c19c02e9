package trace

// stacks are the running calls of each thread, for encodings whose exits name no method.
type stacks struct {
	of   [][]entered // by ThreadIndex, outermost first
	held int64       // their bytes

	fitting *fitting // of a first reading of a dump without times
	fits    []fit    // fits for exits still to come
	exits   int      // that named nothing, so far
}

// An entered is a call that runs.
type entered struct {
	method uint64 // as in the file, with unnamed set where nothing tells which it is
	row    uint32 // of the method table, plus 1
}

const enteredBytes = 16

const (
	unnamed = 1 << 63         // of a method: it is not known which
	nobody  = unnamed | 1<<62 // such a method, with space for methods before and after it
)

// grow makes room for the stack of a thread.
func (s *stacks) grow(row ThreadIndex) {
	for int(row) >= len(s.of) {
		s.of = append(s.of, nil)
	}
}

// push adds the call that a thread has entered.
func (s *stacks) push(row ThreadIndex, call entered) {
	stack := &s.of[row]
	was := cap(*stack)
	*stack = append(*stack, call)
	s.held += int64(cap(*stack)-was) * enteredBytes
}

// pop ends the call that a thread entered last, and returns its method. If the call began before
// the recording, it returns the code of the note on that too.
func (s *stacks) pop(row ThreadIndex) (method uint64, note string) {
	stack := &s.of[row]
	i := len(*stack) - 1
	if i < 0 {
		if method := s.fitted(); method != nobody {
			return method, "fitted-exits"
		}
		if s.fitting != nil {
			s.fitting.leave(row)
		}
		return nobody, "nameless-exits"
	}
	method = (*stack)[i].method
	*stack = (*stack)[:i]
	return method, ""
}

// fitted returns the method of the next exit that names none, or nobody if it is not known.
func (s *stacks) fitted() uint64 {
	s.exits++
	if len(s.fits) == 0 || s.fits[0].exit != s.exits {
		return nobody
	}
	method := s.fits[0].method
	s.fits = s.fits[1:]
	return method
}
