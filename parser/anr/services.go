package anr

import (
	"cmp"
	"strings"

	"traceglass/parser/dump"
)

// bugsnagEvents are the facts of an event of Bugsnag.
var bugsnagEvents = []path{
	{id, "id|event_id"}, {process, "app.id"}, {version, "app.version"}, {code, "app.versionCode|version_code"}, {system, "device.osVersion|os_version"},
	{level, "device.runtimeVersions|runtime_versions.androidApiLevel|android_api_level"}, {maker, "device.manufacturer"}, {model, "device.model"},
	{inFront, "app.inForeground|in_foreground"}, {utcAt, "device.time"}, {utcAt, "received_at"},
}

// bugsnag emits an event of Bugsnag. Its states are guesses from the kernel's, so no rule sees them.
func (r *records) bugsnag(o object) {
	exception := object(nil)
	o.get("exceptions").each(func(e value) bool {
		exception = e.object()
		return false
	})
	if exception.get("errorClass", "error_class").fact() != "ANR" {
		r.out.skip("event without an ANR")
		return
	}
	a := dump.About{Source: "bugsnag", Lacks: dump.NoLocks | dump.NoStates}
	o.read(&a, bugsnagEvents)
	set(&a, reason, exception.get("message").fact())
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
	r.out.emit(a, threads, "")
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
func (r *records) bugsnagStack(frames value) []byte {
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

// datadogErrors are the facts of an error event of Datadog.
var datadogErrors = []path{
	{id, "error.id"}, {process, "service"}, {version, "version"}, {code, "build_version"}, {system, "os.version"}, {maker, "device.brand"}, {model, "device.model"},
	{inFront, "view.in_foreground"}, {utcAt, "date"},
}

// datadog emits an error event of Datadog's real user monitoring.
func (r *records) datadog(o object) {
	e := o.get("error").object()
	if e.get("category").fact() != "ANR" && e.get("message").fact() != "Application Not Responding" {
		r.out.skip(cmp.Or(e.get("category").fact(), "error"))
		return
	}
	a := dump.About{Source: "datadog-rum", Lacks: dump.NoLocks}
	o.read(&a, datadogErrors)
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
	r.out.emit(a, threads, "")
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

// measureEvents are the facts of an event of measure.
var measureEvents = []path{
	{id, "id"}, {process, "attribute|attributes.app_unique_id"}, {version, "attribute|attributes.app_version"}, {code, "attribute|attributes.app_build"},
	{level, "attribute|attributes.os_version"}, {maker, "attribute|attributes.device_manufacturer"}, {model, "attribute|attributes.device_model"},
	{inFront, "anr.foreground"}, {utcAt, "timestamp"},
}

// measure emits an event of measure. Main's stack stands at the exception.
func (r *records) measure(o object) {
	a := dump.About{Source: "measure", Lacks: dump.NoLocks | dump.NoStates}
	o.read(&a, measureEvents)
	anr := o.get("anr").object()
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
	r.out.emit(a, threads, "")
}

func (r *records) measureStack(frames value) []byte {
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
