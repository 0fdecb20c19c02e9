package dump

import "bytes"

// A Relative is another kind of file that resembles a thread dump (section 15).
type Relative uint8

const (
	NoRelative Relative = iota
	HotSpot
	OpenJ9
	JSONDump
	Tombstone
	JavaCrash
	WatchDog
	Coroutines
)

var relatives = [...]string{
	NoRelative: "",
	HotSpot:    "This is a thread dump of desktop Java (jstack), not of Android; IntelliJ IDEA or jstack.review read it.",
	OpenJ9:     "This is a thread dump of OpenJ9 (javacore), not of Android; IBM's thread and monitor dump analyzer reads it.",
	JSONDump:   "This is a thread dump of desktop Java as JSON (jcmd), not of Android.",
	Tombstone:  "This is the report of a native crash (tombstone), not a thread dump; ndk-stack or Android Studio read it.",
	JavaCrash:  "This is the stack of a Java exception, not a thread dump; Android Studio's Analyze Stack Trace reads it.",
	WatchDog:   "This is an exception of an ANR watchdog inside the app, not a thread dump; Android Studio's Analyze Stack Trace reads it.",
	Coroutines: "This is a dump of Kotlin's coroutines, not of threads.",
}

// Sentence returns a sentence that describes the file.
func (v Relative) Sentence() string { return relatives[v] }

// relative checks whether line s identifies a relative. The first such line counts, except that a
// tombstone is identified by its signal.
func (r *Reader) relative(s []byte) {
	found := NoRelative
	switch {
	case hasPrefix(s, "Full thread dump "):
		found = HotSpot
	case hasPrefix(s, "0SECTION"), hasPrefix(s, "1TISIGINFO"), hasPrefix(s, "3XMTHREADINFO"):
		found = OpenJ9
	case hasPrefix(s, `{"threadDump":`), hasPrefix(s, `"threadDump":`):
		found = JSONDump
	case hasPrefix(s, "signal ") && bytes.Contains(s, []byte("(SIG")), hasPrefix(s, "backtrace:"):
		found = Tombstone
	case bytes.Contains(s, []byte("ANRError: Application Not Responding")):
		found = WatchDog
	case hasPrefix(s, "FATAL EXCEPTION"), hasPrefix(s, "Caused by: "), hasPrefix(s, `Exception in thread "`):
		found = JavaCrash
	case hasPrefix(s, `Coroutine "`), hasPrefix(s, "Coroutines dump "):
		found = Coroutines
	}
	if found != NoRelative && r.d.Relative == NoRelative {
		r.d.Relative = found
	}
}
