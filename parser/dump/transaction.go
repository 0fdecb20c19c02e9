package dump

import "strings"

// A Transaction is an unfinished binder call, as some vendors list them below the blocks.
type Transaction struct {
	From, To End
	Code     int
}

// An End is one end of a Transaction: caller or server.
type End struct {
	PID, Tid int    // Tid is 0 until a thread of the process serves the call
	Name     string // process:thread, with the process cut to 15 bytes
}

// ParseTransaction parses "19380:19856(process:thread) -> 1170:0(process:thread) code: 42".
func ParseTransaction(s string) (t Transaction, ok bool) {
	from, to, ok := strings.Cut(s, ") -> ")
	if !ok {
		return t, false
	}
	to, code, ok := strings.Cut(to, ") code: ")
	if !ok || !t.From.read(from) || !t.To.read(to) {
		return t, false
	}
	v, n := number([]byte(code))
	t.Code = int(v)
	return t, n > 0
}

// read reads "19380:19856(process:thread".
func (e *End) read(s string) bool {
	ids, name, ok := strings.Cut(s, "(")
	pid, tid, both := strings.Cut(ids, ":")
	v, n := number([]byte(pid))
	w, m := number([]byte(tid))
	e.PID, e.Tid, e.Name = int(v), int(w), name
	return ok && both && n == len(pid) && n > 0 && m == len(tid) && m > 0
}

// A Sleeper is a thread that the kernel had in uninterruptible sleep, as some vendors list them
// above the blocks.
type Sleeper struct {
	PID, Tid int
	Name     string
}

// ParseSleeper parses "Pid(12233) have D state thread(tid:12236 name:Signal Catcher)".
func ParseSleeper(s string) (t Sleeper, ok bool) {
	s, of := strings.CutPrefix(s, "Pid(")
	pid, s, is := strings.Cut(s, ") have D state thread(tid:")
	tid, name, named := strings.Cut(s, " name:")
	v, n := number([]byte(pid))
	w, m := number([]byte(tid))
	t.PID, t.Tid, t.Name = int(v), int(w), strings.TrimSuffix(name, ")")
	return t, of && is && named && n > 0 && n == len(pid) && m > 0 && m == len(tid) && v == int64(int32(v)) && w == int64(int32(w))
}
