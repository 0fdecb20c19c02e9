package anr

import (
	"bytes"
	"strings"

	"traceglass/parser/dump"
)

// records finds the records of services in values, and makes reports of them.
type records struct {
	out      *output
	frames   int       // of the record being read
	nested   int       // levels of JSON in strings around the value being read
	envelope *envelope // the open one, which holds its event back; nil without one
}

// search emits the records in a value: the first objects on the way down that are one (section 3).
// It returns whether it found any. around is the object around the value.
func (r *records) search(v value, depth int, around object) (found bool) {
	switch {
	case depth > mostDepth:
	case v.is('{'):
		o := v.object()
		if r.record(o) {
			return true
		}
		for _, m := range o {
			found = r.search(m.of, depth+1, o) || found
		}
	case v.is('['):
		v.each(func(e value) bool {
			found = r.search(e, depth+1, around) || found
			return true
		})
	case v.is('"'):
		found = r.searchText(v, around)
	}
	return found
}

// searchText emits the records in a string that is itself JSON, or else the dump that it holds.
func (r *records) searchText(v value, around object) (found bool) {
	start := skipBlanks(v, 1)
	if start < len(v) && (v[start] == '{' || v[start] == '[') && r.nested < mostNested {
		inner := value(v.text())
		r.nested++
		for i := skipBlanks(inner, 0); i < len(inner); i = skipBlanks(inner, i) {
			end := skipValue(inner, i)
			if end == i {
				break
			}
			found = r.search(inner[i:end], 0, nil) || found
			i = end
		}
		r.nested--
		return found
	}
	if !bytes.Contains(v, []byte(`\n`)) {
		return false
	}
	text := v.text()
	if !dump.HoldsDump([]byte(text)) {
		return false
	}
	about := dump.About{}
	for _, m := range around {
		set(&about, columnOf(m.key), m.of.fact())
	}
	r.out.emit(about, nil, text)
	return true
}

// record emits an object that is a record of a service, or counts it. It returns false for others.
func (r *records) record(o object) bool {
	kind := o.get("type").fact()
	name := o.get("name").fact()
	switch {
	case o.get("errorReportCount", "distinctUsers", "error_report_count", "distinct_users") != nil && strings.HasPrefix(name, "apps/"),
		o.get("cause").is('"') && o.get("location").is('"') && playTypes[kind]:
		r.playIssue(o)
	case o.get("reportText", "report_text").is('"') && (kind != "" || strings.HasPrefix(name, "apps/")), playTypes[kind] && strings.HasPrefix(name, "apps/"):
		r.playReport(o, kind)
	case o.get("bundle_identifier", "crashlytics_sdk_version", "crashlytics_sdk_versions") != nil && o.get("event_id") != nil && o.get("threads", "exceptions", "blame_frame", "error_type") != nil:
		r.crashlyticsRow(o)
	case o.get("bundleOrPackage", "crashlyticsSdkVersion") != nil && o.get("threads", "exceptions", "blameFrame") != nil:
		r.crashlyticsEvent(o)
	case isID(o.get("event_id").fact()) && o.get("exception", "threads") != nil:
		r.sentryEvent(o)
	case o.get("eventID").is('"') && hasEntries(o.get("entries")):
		r.sentryAnswer(o)
	case isChunk(o.get("profile").object()):
		r.sentryProfile(o)
	case isBugsnag(o):
		r.bugsnag(o)
	case kind == "error" && isDatadog(o.get("error").object()):
		r.datadog(o)
	case kind == "anr" && o.get("anr").is('{'):
		r.measure(o)
	case o.get("kind").fact() == "traceglass-marks":
		r.readMarks(o.get("marks"))
	default:
		return false
	}
	return true
}

// readMarks reads a reader's decisions about causes.
func (r *records) readMarks(list value) {
	list.each(func(e value) bool {
		o := e.object()
		if m := (Mark{o.get("cause").fact(), o.get("state").fact(), o.get("version").fact(), o.get("note").fact()}); m.Cause != "" {
			r.out.Marks = append(r.out.Marks, m)
		}
		return len(r.out.Marks) < mostMarks
	})
}

// isID reports whether s has 32 hexadecimal digits, and perhaps dashes.
func isID(s string) bool {
	digits := 0
	for _, c := range []byte(s) {
		switch {
		case c >= '0' && c <= '9', c|0x20 >= 'a' && c|0x20 <= 'f':
			digits++
		case c != '-':
			return false
		}
	}
	return digits == 32
}

// hasEntries reports whether v is a list of objects with a type and data.
func hasEntries(v value) (ok bool) {
	v.each(func(e value) bool {
		o := e.object()
		ok = o.get("type").is('"') && o.get("data") != nil
		return !ok
	})
	return ok
}

// isChunk reports whether o is the profile of a chunk.
func isChunk(o object) bool {
	return o.get("samples").is('[') && o.get("stacks").is('[') && o.get("frames").is('[')
}

// isBugsnag reports whether o is an event of Bugsnag. A handled error may have no exceptions.
func isBugsnag(o object) (ok bool) {
	list := o.get("exceptions")
	list.each(func(e value) bool {
		ok = e.object().get("errorClass", "error_class") != nil
		return false
	})
	return ok || list.is('[') && o.get("severityReason", "severity_reason") != nil
}

// isDatadog reports whether o is the error of an event.
func isDatadog(o object) bool { return o.get("stack", "threads", "category") != nil }
