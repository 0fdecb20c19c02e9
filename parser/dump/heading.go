package dump

import (
	"bytes"
	"slices"
	"strings"
)

// afterName lists the texts that may follow the quote mark after a thread's name.
var afterName = []string{" prio=", " daemon", " sysTid=", " tid=", " in thread flip"}

// parseHeading parses the four shapes that begin with a quote mark.
func parseHeading(s []byte) (h Heading, ok bool) {
	if len(s) < 2 || s[0] != '"' {
		return h, false
	}
	// The name may contain anything, so it ends at the last quote mark that fits.
	for end := len(s); ; {
		end = bytes.LastIndexByte(s[:end], '"')
		if end <= 0 {
			return h, false
		}
		rest := s[end+1:]
		for _, word := range afterName {
			if hasPrefix(rest, word) {
				if h, ok = parseAfterName(rest); ok {
					h.Name = string(s[1:end])
					return h, true
				}
			}
		}
	}
}

// parseAfterName parses the rest of a heading after the name.
func parseAfterName(s []byte) (h Heading, ok bool) {
	if hasPrefix(s, " daemon") {
		h.Daemon = true
		s = s[len(" daemon"):]
	}
	if hasPrefix(s, " in thread flip") {
		h.Extra = "in thread flip"
		s = s[len(" in thread flip"):]
	}
	if after, v, ok := cutNumber(s, " sysTid="); ok {
		h.Shape, h.SysTid = Bare, v
		return h, len(after) == 0 || after[0] == ' '
	}
	h.Shape = Console
	if after, v, ok := cutNumber(s, " prio="); ok {
		h.Shape, h.Prio = Attached, v
		s = after
		if hasPrefix(s, " (not attached)") {
			h.Shape = Detached
			return h, true
		}
	}
	s, h.Tid, ok = cutNumber(s, " tid=")
	if !ok || h.Tid < 0 || len(s) > 0 && s[0] != ' ' {
		return h, false
	}
	state, extra, _ := strings.Cut(string(trim(s)), " ")
	h.State = state
	if h.Shape == Console {
		h.State = cutLabels(state)
	}
	if extra = strings.TrimSpace(extra); extra != "" {
		h.Extra = strings.TrimSpace(h.Extra + " " + extra)
	}
	return h, true
}

// states are the words of ART for the states of threads.
var states = []string{
	"Runnable", "Native", "Blocked", "Waiting", "TimedWaiting", "Sleeping", "Suspended", "Terminated", "Starting",
	"WaitingForGcToComplete", "WaitingPerformingGc", "WaitingForCheckPointsToRun", "WaitingForTaskProcessor", "WaitingForLockInflation",
	"WaitingForSignalCatcherOutput", "WaitingInMainSignalCatcherLoop", "WaitingForJniOnLoad", "WaitingForDebuggerSend",
	"WaitingForDebuggerToAttach", "WaitingForDebuggerSuspension", "WaitingForDeoptimization", "WaitingForMethodTracingStart",
	"WaitingForVisitObjects", "WaitingForGetObjectsAllocated", "WaitingWeakGcRootRead", "WaitingForGcThreadFlip", "NativeForAbort",
	"WaitingForMainDebuggerSuspension", "WaitingInMainDebuggerLoop",
}

// cutLabels cuts the labels of a store's page off a state that was copied with them:
// "NativeMain" is Native.
func cutLabels(word string) string {
	longest := ""
	for _, state := range states {
		if len(state) > len(longest) && strings.HasPrefix(word, state) {
			longest = state
		}
	}
	if longest == "" || len(longest) < len(word) && word[len(longest)] >= 'a' && word[len(longest)] <= 'z' {
		return word
	}
	return longest
}

// cutWant cuts the wanted lock off a crash service's heading: " | waiting to lock <0x1> (CLASS) held by thread 4".
func cutWant(s []byte) (heading, want []byte) {
	const between = " | "
	if at := bytes.LastIndex(s, []byte(between)); at >= 0 && ParseLock(string(s[at+len(between):])).What == WaitingToLock {
		return s[:at], s[at+len(between):]
	}
	return s, nil
}

// parseService parses a crash service's heading, NAME (state words): tid=T systid=N, with or
// without a space after the colon.
func parseService(s []byte) (h Heading, ok bool) {
	s, _ = cutWant(s)
	at := bytes.LastIndex(s, []byte(" systid="))
	if at < 0 {
		return h, false
	}
	v, n := number(s[at+len(" systid="):])
	if n == 0 || len(trim(s[at+len(" systid=")+n:])) > 0 {
		return h, false
	}
	h.Shape, h.SysTid = Service, int(v)
	s = s[:at]
	at = bytes.LastIndex(s, []byte("tid="))
	if at < 0 {
		return h, false
	}
	v, n = number(s[at+len("tid="):])
	if n == 0 || n != len(s[at+len("tid="):]) {
		return h, false
	}
	h.Tid = int(v)
	s = trim(s[:at])
	open := bytes.LastIndex(s, []byte(" ("))
	if open < 0 || !bytes.HasSuffix(s, []byte("):")) {
		return h, false
	}
	h.Name, h.State = string(s[:open]), string(s[open+2:len(s)-2])
	return h, true
}

const pageTid = " (tid="

// parsePage parses a heading of a store's page: NAME (tid=T) STATE.
func parsePage(s []byte) (h Heading, ok bool) {
	at := bytes.LastIndex(s, []byte(pageTid))
	if at <= 0 || s[0] == '"' {
		return h, false
	}
	v, n := number(s[at+len(pageTid):])
	state, whole := bytes.CutPrefix(s[at+len(pageTid)+n:], []byte(") "))
	if n == 0 || !whole || v < 0 || v != int64(int32(v)) {
		return h, false
	}
	h = Heading{Shape: Console, Name: string(s[:at]), Tid: int(v), State: cutLabels(string(trim(state)))}
	return h, slices.Contains(states, h.State)
}

// cutNumber parses key and the number after it.
func cutNumber(s []byte, key string) (after []byte, v int, ok bool) {
	if !hasPrefix(s, key) {
		return s, 0, false
	}
	n64, n := number(s[len(key):])
	if n == 0 || n64 != int64(int32(n64)) {
		return s, 0, false
	}
	return s[len(key)+n:], int(n64), true
}
