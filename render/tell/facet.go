package tell

import (
	"strconv"
	"strings"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/pile"
	"traceglass/render/words"
)

// facets are the names of facets, for people.
var facets = [pile.Facets]words.Text{
	"Kind of cause", "App version", "ANR trigger", "Library", "Android", "Device", "In the foreground", "Day", "Process", "Source", "Issue", "Version code", "API level", "Folder",
}

// Facet returns the name of a facet.
func Facet(f pile.Facet) string { return facets[f].String() }

// facetValues are the names of stable values, for people.
var facetValues = map[pile.Facet]map[string]words.Text{
	pile.ByCategory: {
		"deadlock": "deadlock", "lock": "lock", "binder": "another process", "io": "files", "database": "database", "network": "network", "cpu": "CPU work", "memory": "memory",
		"native": "native code", "rendering": "rendering", "wait": "other work", "runtime": "runtime", "idle": "main is idle", "elsewhere": "other threads", "no-own-frame": "system code only",
		"crash": "crash", "no-stack": "no stack", "other": "unknown",
	},
	pile.ByKind: {
		"no-focused-window": "no focused window", "input": "input", "broadcast": "broadcast", "service": "service", "foreground-service-start": "start of a foreground service",
		"short-service": "short service", "foreground-service-timeout": "foreground service", "provider": "content provider", "bind-application": "start of the process",
		"job-start": "start of a job", "job-stop": "stop of a job", "job-bind": "binding of a job", "job-notification": "notification of a job", "app-triggered": "requested by the app",
		"gpu-hang": "GPU", "watchdog": "watchdog",
	},
	pile.ByForeground: {"yes": "yes", "no": "no"},
	pile.BySource: {
		"play-reporting": "Google Play", "play-console": "Play Console", "crashlytics-text": "Crashlytics", "crashlytics-events": "Crashlytics API", "crashlytics-bigquery": "Crashlytics in BigQuery",
		"sentry-event": "Sentry", "sentry-api-event": "Sentry API", "sentry-envelope": "Sentry envelope", "sentry-profile": "Sentry profile", "bugsnag": "Bugsnag", "datadog-rum": "Datadog",
		"measure": "measure", "exit-info": "exit info", "dropbox": "drop box", "logcat": "log", "table": "table", "dump": "dump",
	},
}

// FacetValue returns a value of a facet, in words if it is a stable one.
func FacetValue(f pile.Facet, value string) string {
	if name, ok := facetValues[f][value]; ok {
		return name.String()
	}
	return value
}

// Issue returns a group of a service as a line: its number of reports, cause and location.
func Issue(i anr.Issue) string {
	text := words.List(nonEmpty(i.Cause, i.Location))
	if i.Count > 0 {
		text = words.Say("{1}: {2}", words.Plural(i.Count, "report", "reports"), text)
	}
	return text
}

func nonEmpty(all ...string) (some []string) {
	for _, s := range all {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}

// Report returns the facts of a service's record as a line: version, Android, device, and kind of ANR.
func Report(a *dump.About) string {
	version := strings.TrimSpace(a.Version)
	switch {
	case version != "" && a.Code != "":
		version = words.Say("version {1}", version+" ("+a.Code+")")
	case version+a.Code != "":
		version = words.Say("version {1}", version+a.Code)
	}
	android := ""
	switch {
	case a.OS != "":
		android = words.Say("Android {1}", a.OS)
	case a.API != 0:
		android = words.Say("API level {1}", strconv.Itoa(a.API))
	}
	device := strings.TrimSpace(a.Maker + " " + a.Model)
	if device == "" {
		device = a.Device
	}
	kind := ""
	if a.Kind != "" {
		kind = words.Say("kind {1}", FacetValue(pile.ByKind, a.Kind))
	}
	return strings.Join(nonEmpty(version, android, device, kind), " · ")
}
