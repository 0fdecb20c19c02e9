package dump

import (
	"bytes"
	"strings"
)

// preambles begin lines around blocks (section 4), in logs and in reports.
var preambles = []struct {
	prefix string
	kind   LineKind
}{
	{"Subject: ", SubjectLine},
	{"Load: ", LoadLine},
	{"CPU usage from ", CPULine},
	{"RssHwmKb: ", MemoryLine},
	{"RssKb: ", MemoryLine},
	{"RssAnonKb: ", MemoryLine},
	{"RssShmemKb: ", MemoryLine},
	{"VmSwapKb: ", MemoryLine},
	{"some avg10=", PressureLine},
	{"full avg10=", PressureLine},
	{"DurationsV", DurationsLine},
	{"libdebuggerd_client: ", FailureLine},
	{"Dump skipped for cached process", FailureLine},
	{"Dump failed, likely due to a timeout", FailureLine},
	{"ERROR: Too many stack dump failures", FailureLine},
	{"*** NO VM TRACES FILE", FailureLine},
	{"*** NO ANR", FailureLine},
	{"*** No application process!", FailureLine},
	{"Reason: ", ReportLine},
	{"ANR in ", ReportLine},
	{"PID: ", ReportLine},
	{"UID: ", ReportLine},
	{"Parent: ", ReportLine},
	{"ErrorId: ", ReportLine},
	{"Frozen: ", ReportLine},
	{"Process: ", ReportLine},
	{"Flags: 0x", ReportLine},
	{"Package: ", ReportLine},
	{"Foreground: ", ReportLine},
	{"Activity: ", ReportLine},
	{"Process-Runtime: ", ReportLine},
	{"Loading-Progress: ", ReportLine},
	{"Dropped-Count: ", ReportLine},
	{"Drop box contents: ", ReportLine},
	{"ACTIVITY MANAGER PROCESS EXIT INFO", ReportLine},
	{"Last Timestamp of Persistence", ReportLine},
	{"Historical Process Exit for uid=", ReportLine},
	{"package: ", ReportLine},
	{"========================================", ReportLine},
	{"Build: ", ReportLine},
	{"Here are no Binder-related exception messages", ReportLine},
	{"Pid(", ReportLine},
	{"== dumpstate: ", ReportLine},
	{"Runtime aborting", ReportLine},
	{"Aborting thread:", ReportLine},
	{"All threads:", ReportLine},
	{"Dumping all threads", ReportLine},
}

// preambleLine places the lines before the first block and between blocks.
func (r *Reader) preambleLine(i int, s []byte) bool {
	for _, p := range preambles {
		if hasPrefix(s, p.prefix) {
			r.kind(i, p.kind)
			rest := trim(s[len(p.prefix):])
			switch {
			case p.kind == SubjectLine && r.d.Subject == "":
				r.d.Subject = string(rest)
			case p.prefix == "Package: ":
				r.d.About.readPackage(rest)
			case p.prefix == "Foreground: " && r.d.About.Foreground == NotSaid:
				r.d.About.Foreground = answer(rest)
			case p.prefix == "Build: " && r.d.About.Build == "" && bytes.Count(rest, []byte("/")) >= 3:
				r.d.About.Build = string(rest)
			}
			return true
		}
	}
	switch {
	case isUsage(s):
		r.kind(i, CPULine)
	case isExit(s), i > 0 && r.d.Kinds[i-1] == ReportLine && isExitPart(s):
		r.build.closeBlocks()
		r.kind(i, ReportLine)
	case hasPrefix(s, "--- CriticalEventLog ---"):
		r.kind(i, EventLine)
		r.region = inEvents
	case hasPrefix(s, "*** *** ***"):
		r.build.closeBlocks()
		r.kind(i, ReportLine)
		r.region = inReporter
		r.build.reporter = reporter{}
	case hasPrefix(s, "--- --- ---"):
		r.kind(i, ReportLine)
	case hasPrefix(s, "+++ +++"):
		r.kind(i, ReportLine)
		if r.build.reporter.active {
			r.build.closeBlocks()
			r.sections.skip(i + 1)
		}
	case r.build.reporter.active && isAppendix(s):
		r.build.closeBlocks()
		r.kind(i, SkippedLine)
		r.sections.skip(i + 1)
	case r.build.block == none && bytes.Contains(s, []byte("ms since ")): // slow traces
		r.kind(i, ReportLine)
	default:
		return false
	}
	return true
}

// readPackage reads "com.example v42 (1.2.3)", the package that a report is about. Of several, the
// first counts.
func (a *About) readPackage(s []byte) {
	if a.Package != "" {
		return
	}
	name, rest, _ := strings.Cut(string(s), " ")
	code, rest, _ := strings.Cut(rest, " ")
	a.Package, a.Code = name, strings.TrimPrefix(code, "v")
	if a.Version = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(rest), "("), ")"); a.Version == "null" {
		a.Version = ""
	}
}

// answer reads Yes or No.
func answer(s []byte) Answer {
	switch string(s) {
	case "Yes":
		return Yes
	case "No":
		return No
	}
	return NotSaid
}

// isAppendix reports whether s begins a section that an in-app reporter adds below the dump.
func isAppendix(s []byte) bool {
	switch string(s) {
	case "logcat:", "open files:", "memory info:", "network info:":
		return true
	}
	return false
}

// reporterLine places a line of an in-app reporter's heading, or of a native crash's.
func (r *Reader) reporterLine(i int, s []byte) bool {
	switch {
	case hasPrefix(s, "--- --- ---"):
		r.region = noRegion
	case hasPrefix(s, "Tombstone maker:"):
		r.build.reporter.active = true
	case hasPrefix(s, "Crash time: "):
		r.build.reporter.time = string(bytes.Trim(s[len("Crash time: "):], " '"))
	case hasPrefix(s, "Build fingerprint: "):
		r.build.reporter.fingerprint = string(bytes.Trim(s[len("Build fingerprint: "):], " '"))
	case hasPrefix(s, "App ID: "):
		if r.d.About.Package == "" {
			r.d.About.Package = string(bytes.Trim(s[len("App ID: "):], " '"))
		}
	case hasPrefix(s, "App version: "):
		if r.d.About.Version == "" {
			r.d.About.Version = string(bytes.Trim(s[len("App version: "):], " '"))
		}
	case hasPrefix(s, "ABI: "):
		r.build.reporter.abi = string(bytes.Trim(s[len("ABI: "):], " '"))
	case hasPrefix(s, "pid: "):
		if v, n := number(s[len("pid: "):]); n > 0 && v > 0 && v == int64(int32(v)) {
			r.build.reporter.pid = int(v)
		}
		if open := bytes.Index(s, []byte(">>> ")); open >= 0 {
			name := s[open+4:]
			if end := bytes.Index(name, []byte(" <<<")); end >= 0 {
				name = name[:end]
			}
			r.build.reporter.name = string(name)
		}
	case hasPrefix(s, "signal "), hasPrefix(s, "backtrace:"):
		r.region = noRegion
		r.relative(s)
	case bytes.IndexByte(s, ':') < 0:
		r.region = noRegion
		return false
	}
	r.kind(i, ReportLine)
	return true
}

// isUsage reports whether s is a row of a CPU usage table: "12% 848/system_server: ..."
// or "37% TOTAL: ...".
func isUsage(s []byte) bool {
	if first(s) == '+' || first(s) == '-' {
		s = trimLeft(s[1:])
	}
	at := bytes.IndexByte(s, '%')
	if at <= 0 || at > 8 || s[0] < '0' || s[0] > '9' {
		return false
	}
	s = trimLeft(s[at+1:])
	_, n := number(s)
	return n > 0 && hasPrefix(s[n:], "/") || hasPrefix(s, "TOTAL:")
}
