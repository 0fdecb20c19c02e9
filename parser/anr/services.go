package anr

import (
	"cmp"
	"strings"

	"traceglass/parser/dump"
)

// bugsnag emits an event of Bugsnag. Its states are guesses from the kernel's, so no rule sees them.
func (r *Reader) bugsnag(o object) {
	exception := object(nil)
	o.get("exceptions").each(func(e value) bool {
		exception = e.object()
		return false
	})
	if exception.get("errorClass", "error_class").fact() != "ANR" {
		r.skip("event without an ANR")
		return
	}
	app, device := o.get("app").object(), o.get("device").object()
	a := dump.About{
		Source: "bugsnag", ID: o.get("id", "event_id").fact(), Package: app.get("id").fact(), Version: app.get("version").fact(), Code: app.get("versionCode", "version_code").fact(),
		OS: device.get("osVersion", "os_version").fact(), Maker: device.get("manufacturer").fact(), Model: device.get("model").fact(),
		API: device.get("runtimeVersions", "runtime_versions").object().get("androidApiLevel", "android_api_level").small(), Foreground: answer(app.get("inForeground", "in_foreground")), Lacks: dump.NoLocks | dump.NoStates,
	}
	a.Reason, a.Kind = reasonOf(exception.get("message").fact())
	setTime(&a, cmp.Or(device.get("time").fact(), o.get("received_at").fact()), asUTC)
	r.frames = 0
	var threads []thread
	main := false
	r.threadsOf(o.get("threads"), func(t object) {
		h := dump.Heading{Name: t.get("name").fact(), Tid: t.get("id").small(), Extra: guessed(t.get("state").fact())}
		frames := t.get("stacktrace")
		if t.get("errorReportingThread", "error_reporting_thread").yes() || h.Name == "main" {
			if main = true; emptyList(frames) {
				frames = exception.get("stacktrace")
			}
		}
		threads = append(threads, thread{Heading: h, stack: r.bugsnagStack(frames)})
	})
	if !main {
		threads = append([]thread{{Heading: dump.Heading{Name: "main"}, stack: r.bugsnagStack(exception.get("stacktrace"))}}, threads...)
	}
	r.emit(a, threads, "")
}

// emptyList reports whether v has no elements.
func emptyList(v value) bool {
	empty := true
	v.each(func(value) bool {
		empty = false
		return false
	})
	return empty
}

// bugsnagStack writes frames, innermost first. Of native code the line is the pc.
func (r *Reader) bugsnagStack(frames value) []byte {
	var w stackWriter
	r.framesOf(frames, func(f object) {
		method, file := f.get("method").fact(), f.get("file").fact()
		if kind := f.get("type").fact(); kind == "c" || f.get("frameAddress", "frame_address") != nil {
			w.native(address(f.get("lineNumber", "line_number").fact()), file, method, 0, f.get("codeIdentifier", "code_identifier").fact())
			return
		}
		w.java(method, file, f.get("lineNumber", "line_number").small(), false)
	})
	return w.lines
}

// datadog emits an error event of Datadog's real user monitoring.
func (r *Reader) datadog(o object) {
	e := o.get("error").object()
	if e.get("category").fact() != "ANR" && e.get("message").fact() != "Application Not Responding" {
		r.skip(cmp.Or(e.get("category").fact(), "error"))
		return
	}
	system, device := o.get("os").object(), o.get("device").object()
	a := dump.About{
		Source: "datadog-rum", ID: e.get("id").fact(), Package: o.get("service").fact(), Version: o.get("version").fact(), Code: o.get("build_version").fact(),
		OS: system.get("version").fact(), Maker: device.get("brand").fact(), Model: device.get("model").fact(),
		Foreground: answer(o.within("view", "in_foreground")), Lacks: dump.NoLocks,
	}
	setTime(&a, o.get("date").fact(), asUTC)
	var threads []thread
	main := false
	r.threadsOf(e.get("threads"), func(t object) {
		h := dump.Heading{Name: t.get("name").fact(), State: t.get("state").fact()}
		if t.get("crashed").yes() || h.Name == "main" {
			h.Name, main = "main", true
		}
		threads = append(threads, thread{Heading: h, stack: stackLines(t.get("stack").text())})
	})
	if !main {
		threads = append([]thread{{Heading: dump.Heading{Name: "main"}, stack: stackLines(e.get("stack").text())}}, threads...)
	}
	r.emit(a, threads, "")
}

// stackLines returns the lines of a text that are frames or locks.
func stackLines(text string) []byte {
	var all []byte
	for line := range strings.Lines(text) {
		switch s := strings.TrimSpace(line); {
		case strings.HasPrefix(s, "at "), strings.HasPrefix(s, "native: "), strings.HasPrefix(s, "kernel: "), strings.HasPrefix(s, "#"), strings.HasPrefix(s, "- "):
			all = append(append(append(all, "  "...), s...), '\n')
		}
	}
	return all
}

// measure emits an event of measure. Main's stack stands at the exception.
func (r *Reader) measure(o object) {
	anr, of := o.get("anr").object(), o.get("attribute", "attributes").object()
	a := dump.About{
		Source: "measure", ID: o.get("id").fact(), Package: of.get("app_unique_id").fact(), Version: of.get("app_version").fact(), Code: of.get("app_build").fact(),
		API: of.get("os_version").small(), Maker: of.get("device_manufacturer").fact(), Model: of.get("device_model").fact(),
		Foreground: answer(anr.get("foreground")), Lacks: dump.NoLocks | dump.NoStates,
	}
	setTime(&a, o.get("timestamp").fact(), asUTC)
	var exception object
	anr.get("exceptions").each(func(e value) bool {
		exception = e.object()
		return false
	})
	r.frames = 0
	threads := []thread{{Heading: dump.Heading{Name: "main"}, stack: r.measureStack(exception.get("frames"))}}
	r.threadsOf(anr.get("threads"), func(t object) {
		threads = append(threads, thread{Heading: dump.Heading{Name: t.get("name").fact()}, stack: r.measureStack(t.get("frames"))})
	})
	r.emit(a, threads, "")
}

func (r *Reader) measureStack(frames value) []byte {
	var w stackWriter
	r.framesOf(frames, func(f object) {
		name := f.get("method_name").fact()
		if class := f.get("class_name").fact(); class != "" {
			name = class + "." + name
		}
		w.java(name, f.get("file_name").fact(), f.get("line_num").small(), false)
	})
	return w.lines
}
