package anr

import (
	"cmp"
	"strings"

	"traceglass/parser/dump"
)

// crashlyticsEvent emits an event of the Crashlytics API (section 5).
func (r *Reader) crashlyticsEvent(o object) {
	issue := o.get("issue").object()
	if kind := issue.get("errorType").fact(); kind != "ANR" && kind != "" {
		r.skip(kind)
		return
	}
	version, system, device := o.get("version").object(), o.get("operatingSystem").object(), o.get("device").object()
	a := dump.About{
		Source: "crashlytics-events", ID: o.get("eventId").fact(), Package: o.get("bundleOrPackage").fact(),
		Version: version.get("displayVersion").fact(), Code: version.get("buildVersion").fact(), OS: system.get("displayVersion").fact(),
		Maker: device.get("manufacturer").fact(), Model: device.get("model").fact(), Device: device.get("marketingName").fact(),
		Issue: issue.get("id").fact(), Foreground: foreground(o.get("processState").fact()), Lacks: dump.NoLocks,
	}
	setTime(&a, o.get("eventTime").fact(), asUTC)
	r.emit(a, r.crashlyticsThreads(o.get("threads")), "")
}

// crashlyticsRow emits a row of Crashlytics' table in BigQuery (section 5).
func (r *Reader) crashlyticsRow(o object) {
	if kind := o.get("error_type").fact(); kind != "ANR" {
		if kind == "" && o.get("is_fatal").yes() {
			kind = "FATAL"
		}
		r.skip(cmp.Or(kind, "event without an ANR"))
		return
	}
	app, device := o.get("application").object(), o.get("device").object()
	a := dump.About{
		Source: "crashlytics-bigquery", ID: o.get("event_id").fact(), Package: o.get("bundle_identifier").fact(),
		Version: app.get("display_version").fact(), Code: app.get("build_version").fact(), OS: o.within("operating_system", "display_version").fact(),
		Maker: device.get("manufacturer").fact(), Model: device.get("model").fact(),
		Issue: o.get("issue_id").fact(), Foreground: foreground(o.get("process_state").fact()), Lacks: dump.NoLocks | dump.NoStates,
	}
	setTime(&a, o.get("event_timestamp").fact(), asUTC)
	r.emit(a, r.crashlyticsThreads(o.get("threads")), "")
}

// setTime sets the time of the event.
func setTime(a *dump.About, printed string, without zone) {
	if a.Time = instant(printed, without); a.Time != "" {
		a.TimeIs = "event"
	}
}

// foreground reads FOREGROUND or BACKGROUND.
func foreground(state string) dump.Answer {
	switch state {
	case "FOREGROUND":
		return dump.Yes
	case "BACKGROUND":
		return dump.No
	}
	return dump.NotSaid
}

// answer turns true, false or neither into an Answer.
func answer(v value) dump.Answer {
	switch string(v) {
	case "true":
		return dump.Yes
	case "false":
		return dump.No
	}
	return dump.NotSaid
}

// crashlyticsThreads reads threads of an event or row. Frames come innermost first.
func (r *Reader) crashlyticsThreads(list value) (all []thread) {
	r.frames = 0
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
		all = append(all, t)
	})
	return all
}
