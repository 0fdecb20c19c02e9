package dump

import "strings"

// A What names the action of a thread on an object in a lock line.
type What uint8

const (
	OtherLock What = iota
	WaitingToLock
	WaitingOn  // in wait, or parked; has released it
	SleepingOn // private to the sleep
	Locked
	Inflating  // as WaitingToLock
	Parking    // desktop Java
	Eliminated // desktop Java: not locked at all
)

var whats = []struct {
	text string
	what What
}{
	{"waiting to lock ", WaitingToLock},
	{"waiting on ", WaitingOn},
	{"sleeping on ", SleepingOn},
	{"locked ", Locked},
	{"waiting for lock inflation of ", Inflating},
	{"parking to wait for ", Parking},
	{"eliminated ", Eliminated},
}

// An IDKind is the meaning of an object's number in a lock line.
type IDKind uint8

const (
	NoID     IDKind = iota // an unknown object
	Identity               // hash or address: equal numbers and classes are the same object within one block
	Address                // if no hash was available; not comparable with an Identity
)

// An Object is the object of a lock line. Equal values in one block are the same object, unless
// they have no id.
type Object struct {
	Kind  IDKind
	ID    uint64
	Class string // "" if not printed
}

// A Lock is a parsed lock line.
type Lock struct {
	What   What
	Object Object
	Named  bool   // names the thread that holds the object
	Holder int    // its tid
	Name   string // its name, "" if only the tid is printed
}

// waitingFor begins a lock line that a store's page prints: "Waiting for CLASS (0x1) held by ".
const waitingFor = "Waiting for "

// isLock reports whether s is a lock line.
func isLock(s []byte) bool {
	if !hasPrefix(s, "- ") {
		return hasPrefix(s, waitingFor) && contains(s, " (0x") && contains(s, " held by")
	}
	s = trim(s[1:])
	for _, w := range whats {
		if hasPrefix(s, w.text) {
			return true
		}
	}
	return false
}

// ParseLock parses a lock line.
func ParseLock(s string) (l Lock) {
	if after, ok := strings.CutPrefix(s, waitingFor); ok {
		class, id, _ := strings.Cut(after, " (0x")
		v, n := hex(id)
		if n == 0 {
			return l
		}
		l.What, l.Object = WaitingToLock, Object{Identity, v, class}
		if _, holder, ok := strings.Cut(id, " held by "); ok {
			l.holder(strings.TrimSpace(holder))
		}
		return l
	}
	s = strings.TrimSpace(strings.TrimPrefix(s, "-"))
	for _, w := range whats {
		if after, ok := strings.CutPrefix(s, w.text); ok {
			l.What, s = w.what, after
			break
		}
	}
	if l.What == OtherLock {
		return l
	}
	if at := strings.LastIndex(s, " held by "); at >= 0 {
		l.holder(strings.TrimSpace(s[at+len(" held by "):]))
		s = s[:at]
	}
	if strings.Contains(s, "&") {
		s = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s)
	}
	if id, after, ok := strings.Cut(strings.TrimPrefix(s, "<"), ">"); ok && strings.HasPrefix(s, "<") {
		l.Object.Kind = Identity
		if at, ok := strings.CutPrefix(id, "@addr="); ok {
			l.Object.Kind, id = Address, at
		}
		v, n := hex(strings.TrimPrefix(id, "0x"))
		if n == 0 {
			l.Object.Kind = NoID
		}
		l.Object.ID, s = v, after
	}
	if v, n := hex(strings.TrimPrefix(s, "0x")); n > 0 && strings.HasPrefix(s, "0x") { // on a store's page
		l.Object.Kind, l.Object.ID, s = Identity, v, s[len("0x")+n:]
	}
	s = strings.TrimSpace(s)
	if class, ok := strings.CutPrefix(s, "("); ok {
		class = strings.TrimSuffix(class, ")")
		l.Object.Class = strings.TrimPrefix(class, "a ")
	}
	return l
}

// holder parses "thread 4", "tid=4 (NAME)", "threadid=4 (NAME)".
func (l *Lock) holder(s string) {
	for _, key := range []string{"thread ", "tid=", "threadid="} {
		after, ok := strings.CutPrefix(s, key)
		if !ok {
			continue
		}
		v, n := number([]byte(after))
		if n == 0 || v != int64(int32(v)) {
			return
		}
		l.Named, l.Holder = true, int(v)
		if name, ok := strings.CutPrefix(strings.TrimSpace(after[n:]), "("); ok {
			l.Name = strings.TrimSuffix(name, ")")
		}
		return
	}
}
