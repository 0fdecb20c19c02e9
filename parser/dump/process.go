package dump

import (
	"bytes"
	"strings"
)

// processLine places a block's heading lines and the openings of its thread list.
func (r *Reader) processLine(i int, s []byte) bool {
	switch s[0] {
	case 'C':
		value, ok := bytes.CutPrefix(s, []byte("Cmd line:"))
		early := false
		if !ok {
			value, ok = bytes.CutPrefix(s, []byte("Cmdline:"))
			early = ok
		}
		if !ok {
			return false
		}
		r.build.closeThread()
		b := r.build.ofProcess(i, CommandLine)
		b.early = b.early || early
		// ART 4.4 prints the original one directly after it, on the same line.
		name, original, both := strings.Cut(string(trim(value)), "Original command line:")
		b.CommandLine = strings.TrimSpace(name)
		if both {
			b.Original = strings.TrimSpace(original)
		}
		return true
	case 'O':
		if value, ok := bytes.CutPrefix(s, []byte("Original command line:")); ok {
			r.build.ofProcess(i, CommandLine).Original = string(trim(value))
			return true
		}
	case 'B':
		if value, ok := bytes.CutPrefix(s, []byte("Build fingerprint:")); ok {
			r.build.ofProcess(i, ProcessLine).Fingerprint = strings.Trim(string(value), " '")
			return true
		}
		if hasPrefix(s, "Build type:") {
			r.build.ofProcess(i, ProcessLine)
			return true
		}
	case 'A':
		if value, ok := bytes.CutPrefix(s, []byte("ABI:")); ok {
			b := r.build.ofProcess(i, ProcessLine)
			b.ABI = strings.Trim(string(value), " '")
			b.early = b.early || !contains(value, "'")
			return true
		}
	case 'D':
		if hasPrefix(s, "DALVIK THREADS") {
			r.build.closeThread()
			b := r.build.ofProcess(i, ThreadsLine)
			b.listed = true
			if open := bytes.IndexByte(s, '('); open >= 0 {
				b.Runtime = ART
				if v, n := number(s[open+1:]); n > 0 && v >= 0 && v < 1<<31 {
					b.Declared = int(v)
				}
			} else if hasPrefix(s, "DALVIK THREADS:") {
				b.Runtime = Dalvik
			}
			return true
		}
		if hasPrefix(s, "Debug Store:") {
			r.build.ofProcess(i, ProcessLine)
			return true
		}
	case 'N':
		if hasPrefix(s, "NATIVE THREADS:") {
			r.build.closeThread()
			r.build.ofProcess(i, ThreadsLine).listed = true
			return true
		}
	case '(':
		if hasPrefix(s, "(mutexes: ") {
			r.build.ofProcess(i, ThreadsLine)
			return true
		}
	case 'L':
		if hasPrefix(s, longRunning) {
			r.build.ofProcess(i, ProcessLine).longLine = i + 1
			return true
		}
	case 'M':
		if hasPrefix(s, "Mode: ") {
			r.build.ofProcess(i, ProcessLine)
			return true
		}
	}
	return false
}

// inRegion places a line of a region: only its first line identifies the region.
func (r *Reader) inRegion(i int, s []byte) bool {
	switch r.region {
	case inLoaders:
		if hasPrefix(s, "#") || hasPrefix(s, "Done dumping class loaders") || hasPrefix(s, "->") {
			r.kind(i, LoaderLine)
			if s[0] == 'D' {
				r.region = inStatistics
			}
			return true
		}
	case inMetrics:
		r.kind(i, MetricsLine)
		if hasPrefix(s, "*** Done") {
			r.region = inStatistics
			return true
		}
		if bytes.IndexByte(s, ':') >= 0 && s[0] != '"' {
			return true
		}
	case inImages:
		if s[0] == '/' {
			r.kind(i, StatisticsLine)
			return true
		}
	case inEvents:
		if _, ok := parseHeading(s); !ok {
			r.kind(i, EventLine)
			return true
		}
	case inTransactions:
		if _, ok := ParseTransaction(string(s)); ok {
			r.kind(i, TransactionLine)
			return true
		}
	case inReporter:
		return r.reporterLine(i, s)
	}
	if r.region != inStatistics {
		r.region = noRegion
	}
	return false
}

// statistics begin lines of ART's statistics that their form does not identify.
var statistics = []string{
	"Zygote loaded classes=", "Loaded classes: ", "Classes initialized: ", "Intern table: ", "JNI: ", "Libraries: ",
	"Heap: ", "Dumping cumulative Gc timings", "Start Dumping ", "Done Dumping ", "Total ", "Mean GC ", "Free memory",
	"Max memory ", "Zygote space size ", "Histogram of ", "Native bytes ", "Registered native bytes ",
	"Current JIT ", "Current number of JIT", "Memory used for ", "Memory use for ", "Compiling", "Running non JIT",
	"Running with JIT", "ProfileSaver ", "Number of ", "suspend all histogram:", "Average ", "Cumulative ", "Peak regions allocated ",
	"Freed-bytes histogram:", "Zygote JIT ", "/", "Heap trim", "Allocation space ", "Num ", "Image spaces:", "Unloaded classes", "GC ",
	"JIT ", "Code cache ", "Region ", "Mark ", "Bucket", "Histogram: ", "Concurrent ", "sticky ", "partial ", "young ", "mark ",
}

// statisticsLine places the virtual machine's statistics. They end an open thread, whose blank line
// is missing.
func (r *Reader) statisticsLine(i int, s []byte) bool {
	switch {
	case hasPrefix(s, "Dumping registered class loaders"):
		r.build.ofProcess(i, LoaderLine)
		r.region = inLoaders
	case hasPrefix(s, "*** ART internal metrics ***"):
		r.build.ofProcess(i, MetricsLine)
		r.region = inMetrics
	case hasPrefix(s, "[dump "):
		r.kind(i, TimingLine)
	case r.build.block == none && !isPhase(s):
		known := hasPrefix(s, "Zygote loaded classes=") || hasPrefix(s, "suspend all histogram:") || hasPrefix(s, "Dumping cumulative") || hasPrefix(s, "JNI: CheckJNI")
		if !known && r.region != inStatistics {
			return false
		}
		fallthrough
	default:
		known := isPhase(s)
		for _, word := range statistics {
			known = known || hasPrefix(s, word)
		}
		known = known && !hasPrefix(s, "//") // a person's remark
		if !known {
			return false
		}
		if r.build.block != none {
			r.build.ofProcess(i, StatisticsLine)
		} else {
			r.kind(i, StatisticsLine)
		}
		r.region = inStatistics
		if bytes.HasSuffix(s, []byte("Image spaces:")) {
			r.region = inImages
		}
		if r.build.thread != none {
			r.build.pauseThread() // a person's remark may look like one
			r.build.added = true
			return true
		}
	}
	r.build.closeThread()
	return true
}

// isPhase reports whether s is a histogram of a collector or of its phase, or the rest of one.
func isPhase(s []byte) bool {
	return contains(s, "Sum: ") && contains(s, "Avg: ") || contains(s, "% C.I. ") ||
		contains(s, " total time: ") || contains(s, " freed: ") || contains(s, " throughput: ") || contains(s, " freed-bytes: ") ||
		contains(s, " tracing throughput") || contains(s, " paused: ")
}
