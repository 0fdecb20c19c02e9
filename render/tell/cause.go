package tell

import (
	"strings"

	"traceglass/parser/wait"
	"traceglass/render/words"
)

// causeTitles maps the rule of a verdict to a short title for the state of main.
var causeTitles = map[string]words.Text{
	"abort": "The process aborts", "binder": "Main waits for another process", "cannot-tell": "Main's activity is unknown",
	"child": "Main waits for a process that it started", "class-init": "Main waits for a class to be initialised", "cpu": "Main runs CPU work",
	"crash": "The app has crashed", "database": "Main works on a database", "deadlock": "Deadlock", "deadlock-elsewhere": "Deadlock of other threads",
	"debugger": "A debugger has stopped main", "elsewhere": "Main is idle, other threads wait for a lock", "ending": "The process ends",
	"file": "Main reads or writes files", "finalizer": "Main waits for finalizers", "gc": "Main waits for the garbage collector", "gc-stuck": "The collector is stuck", "idle": "Main is idle",
	"loading": "Main loads code", "lock": "Main waits for a lock", "native": "Main is in native code", "native-lock": "Main waits for a lock in native code",
	"native-wait": "Main waits in native code", "network": "Main waits for the network", "no-main": "No main thread", "no-stack": "Reports without stacks", "not-dumped": "The process was not dumped",
	"not-here": "The process that did not answer is not in the file", "preferences": "Main waits for preferences", "provider": "Main waits for a content provider",
	"rendering": "Main waits for the renderer", "sleep": "Main sleeps", "socket": "Main waits at a socket", "suspended": "The virtual machine has stopped main",
	"vm": "Main waits inside the virtual machine", "wait": "Main waits for other work",
}

// CauseTitle returns a short title of a cause, by its rule.
func CauseTitle(rule string) string {
	if title, ok := causeTitles[rule]; ok {
		return title.String()
	}
	return words.Filled(strings.ReplaceAll(rule, "-", " ")).String()
}

// Cause returns a cause as one line: its rule and, after a comma, the details that distinguish it
// from other causes of the same rule. Dumps with the same cause get the same line, dumps with
// different causes different ones.
func Cause(c wait.Cause) string {
	text := c.Rule
	if c.Waits != "" {
		text += ", for " + c.Waits
	}
	if c.Holder != "" {
		text += ", which " + c.Holder + " has"
	}
	if c.Frames != "" {
		text += ", in " + c.Frames
	}
	return text
}
