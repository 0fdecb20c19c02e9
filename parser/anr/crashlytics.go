package anr

import (
	"cmp"
	"strings"

	"traceglass/parser/dump"
)

// crashlyticsEvents are the facts of an event of the Crashlytics API (section 5).
var crashlyticsEvents = []path{
	{id, "eventId"}, {id, "name"}, {process, "bundleOrPackage"}, {version, "version.displayVersion"}, {code, "version.buildVersion"}, {system, "operatingSystem.displayVersion"},
	{maker, "device.manufacturer"}, {model, "device.model"}, {device, "device.marketingName"}, {issue, "issue.id"}, {inFront, "processState"}, {utcAt, "eventTime"},
}

func (r *records) crashlyticsEvent(o object) {
	if kind := o.at("issue.errorType").fact(); kind != "ANR" && kind != "" {
		r.out.skip(kind)
		return
	}
	a := dump.About{Source: "crashlytics-events", Lacks: dump.NoLocks}
	o.read(&a, crashlyticsEvents)
	r.out.emit(a, r.crashlyticsThreads(o.get("threads")), "")
}

// crashlyticsRows are the facts of a row of Crashlytics' table in BigQuery (section 5).
var crashlyticsRows = []path{
	{id, "event_id"}, {process, "bundle_identifier"}, {version, "application.display_version"}, {code, "application.build_version"}, {system, "operating_system.display_version"},
	{maker, "device.manufacturer"}, {model, "device.model"}, {issue, "issue_id"}, {inFront, "process_state"}, {utcAt, "event_timestamp"},
}

func (r *records) crashlyticsRow(o object) {
	if kind := o.get("error_type").fact(); kind != "ANR" {
		if kind == "" && o.get("is_fatal").yes() {
			kind = "FATAL"
		}
		r.out.skip(cmp.Or(kind, "event without an ANR"))
		return
	}
	a := dump.About{Source: "crashlytics-bigquery", Lacks: dump.NoLocks | dump.NoStates}
	o.read(&a, crashlyticsRows)
	r.out.emit(a, r.crashlyticsThreads(o.get("threads")), "")
}

// crashlyticsThreads reads threads of an event or row. Frames come innermost first.
func (r *records) crashlyticsThreads(list value) (all []thread) {
	r.frames = 0
	blamed, main := -1, false // the thread that is blamed or crashed; whether another is known to be main
	r.threadsOf(list, func(o object) {
		t := thread{Heading: dump.Heading{
			Name: cmp.Or(o.get("name", "thread_name").fact(), o.get("title").fact()),
			Tid:  o.get("threadId", "thread_id").small(), SysTid: o.get("sysThreadId", "sys_thread_id").small(), State: o.get("threadState", "thread_state").fact(),
		}}
		var w stackWriter
		for _, title := range []string{o.get("title").fact(), t.Name} {
			if t.Tid == 0 && strings.Contains(title, " systid=") && dump.HoldsDump([]byte(title+"\n")) {
				t.whole = true
				w.lines = append(append(w.lines, title...), '\n')
				break
			}
		}
		r.framesOf(o.get("frames"), func(f object) {
			symbol, library, pc := f.get("symbol").fact(), f.get("library").fact(), address(f.get("address").fact())
			if pc != 0 || f.get("file").fact() == "" && strings.HasSuffix(library, ".so") {
				w.native(pc, library, symbol, uint64(f.get("offset").small()), "")
				return
			}
			file, line := f.get("file").fact(), f.get("line").small()
			w.java(symbol, file, line, strings.EqualFold(file, "native method"))
		})
		t.stack = w.lines
		main = main || t.whole || t.Name == "main" || t.Tid == 1
		if blamed < 0 && (o.get("blamed").yes() || o.get("crashed").yes()) {
			blamed = len(all)
		}
		all = append(all, t)
	})
	if !main && blamed >= 0 {
		all[blamed].Name = "main"
	}
	return all
}
