package anr

import (
	"strings"

	"traceglass/parser/dump"
)

// kinds map words of a reason to the kind of the ANR (section 11). The first that matches counts.
var kinds = []struct{ words, kind string }{
	{"does not have a focused window", "no-focused-window"},
	{"no window has focus", "no-focused-window"},
	{"input dispatching timed out", "input"},
	{"keydispatchingtimedout", "input"},
	{"broadcast of intent", "broadcast"},
	{"executing service", "service"},
	{"startforegroundservice() did not then call", "foreground-service-start"},
	{"short_service did not stop", "short-service"},
	{"did not stop within", "foreground-service-timeout"},
	{"contentprovider not responding", "provider"},
	{"failed to complete startup", "bind-application"},
	{"onstartjob", "job-start"},
	{"onstopjob", "job-stop"},
	{"timed out while trying to bind", "job-bind"},
	{"required notification not provided", "job-notification"},
	{"app requested: ", "app-triggered"},
	{"blocked in handler on", "watchdog"},
	{"blocked in monitor", "watchdog"},
}

// subreasons map the system's list of kinds, as exit info prints it, to ours.
var subreasons = map[string]string{
	"INPUT DISPATCHING TIMEOUT NO FOCUSED WINDOW": "no-focused-window",
	"INPUT DISPATCHING TIMEOUT":                   "input",
	"BROADCAST OF INTENT":                         "broadcast",
	"EXECUTING SERVICE":                           "service",
	"START FOREGROUND SERVICE":                    "foreground-service-start",
	"FOREGROUND SHORT SERVICE TIMEOUT":            "short-service",
	"FOREGROUND SERVICE TIMEOUT":                  "foreground-service-timeout",
	"CONTENT PROVIDER NOT RESPONDING":             "provider",
	"BIND APPLICATION":                            "bind-application",
	"JOB SERVICE START":                           "job-start",
	"JOB SERVICE STOP":                            "job-stop",
	"JOB SERVICE BIND":                            "job-bind",
	"JOB SERVICE NOTIFICATION NOT PROVIDED":       "job-notification",
	"APP TRIGGERED":                               "app-triggered",
	"GPU HANG":                                    "gpu-hang",
	"SYSTEM SERVER WATCHDOG TIMEOUT":              "watchdog",
}

// reasonOf returns the text of a reason without prefixes, and the kind of the ANR, "" if its words
// are not known.
func reasonOf(text string) (reason, kind string) {
	reason = strings.TrimSpace(text)
	for cut := true; cut; {
		cut = false
		for _, prefix := range []string{"user request after error: ", "bg anr: ", "ANR ", "Subject: ", "Reason: "} {
			if after, ok := strings.CutPrefix(reason, prefix); ok {
				reason, cut = strings.TrimSpace(after), true
			}
		}
	}
	lower := strings.ToLower(reason)
	for _, k := range kinds {
		if strings.Contains(lower, k.words) {
			return reason, k.kind
		}
	}
	return reason, ""
}

// StateIs returns a thread's state in one word: runnable, native, blocked, waiting, timed-waiting,
// sleeping, suspended; "" for any other.
func StateIs(state string) string {
	switch word := dump.StateWord(state); word {
	case "runnable", "native", "blocked", "waiting", "sleeping", "suspended":
		return word
	case "nativerunnable", "nativewaiting":
		return "native"
	case "monitor":
		return "blocked"
	case "wait":
		return "waiting"
	case "timedwaiting", "timedwait":
		return "timed-waiting"
	}
	return ""
}
