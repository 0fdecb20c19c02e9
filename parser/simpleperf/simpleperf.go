// Package simpleperf is the arrow bytes → samples → calls. It reads the files of simpleperf
// report-sample --protobuf, which Android Studio and Macrobenchmark save as .trace. From the
// samples it makes the same table of calls that package call makes from records.
//
// The file format.md describes the format and its interpretation; section numbers in comments refer
// to it.
package simpleperf

import (
	"bytes"
	"encoding/binary"
	"strings"

	"traceglass/parser/trace"
)

// Magic begins every file since April 2018.
const Magic = "SIMPLEPERF"

// PerfMagic begins raw recordings of simpleperf or Linux perf (section 10).
const PerfMagic = "PERFILE2"

// Limits of a file, far above the needs of real files.
const (
	maxThreads = 1 << 17
	maxEvents  = 16 // rows of figures are as long as this list
	maxFrames  = 1 << 24
	maxTime    = 1 << 61 // ns, and events counted in all
)

// largeShare is the least share of stacks, 1 in so many, whose incompleteness an overview repeats. The inclusive share of a
// method near the root is then too small by up to as much, which is more than the share of a usual finding.
const largeShare = 10

// The containers; the names are those of the summary.
const (
	ReportSample trace.Container = "report-sample"
	Bare         trace.Container = "report-sample-without-magic"
)

// The length of the first record of a bare file is at least and less than these, in bytes.
const (
	bareLeast = 8
	bareMost  = 1 << 16
)

// An Event is an event type that triggered samples.
type Event struct {
	ID     uint32 // as in the file
	Name   string // "cpu-clock"; "" where the file does not list it
	Listed bool

	Samples int64
	Count   int64 // of events, summed over the samples
}

// Clock reports whether the event counts nanoseconds on a CPU.
func (e *Event) Clock() bool {
	name := strings.TrimSuffix(strings.TrimSuffix(e.Name, ":u"), ":k")
	return name == "cpu-clock" || name == "task-clock"
}

// Unit returns the unit of the event: "ns", or "events".
func (e *Event) Unit() string {
	if e.Clock() {
		return "ns"
	}
	return "events"
}

// leaving is the event taken each time that a thread leaves its CPU (section 5.3).
const leaving = "sched:sched_switch"

// A Thread is a row of the thread table: a thread with samples, or one that the file lists.
type Thread struct {
	ID      int32
	Process int64 // -1 where the file does not list it
	Name    string
	Listed  int // how often; the first listing counts
}

// A Process is a group of threads.
type Process struct {
	ID      int64 // -1 for threads whose process is not known
	Name    string
	Threads int // with samples
	Samples int64
}

// An Ending is how a file ends; the summary shows these names.
type Ending string

const (
	Terminated      Ending = "terminator"
	NoTerminator    Ending = "no-terminator"
	TruncatedSize   Ending = "truncated-size"
	TruncatedRecord Ending = "truncated-record"
)

// A Tail is how and where a file ends.
type Tail struct {
	Ending   Ending
	End      int64 // bytes up to the end of the last item read
	Trailing int64 // bytes after the terminator
}

// Sums count properties of all samples of a file.
type Sums struct {
	FirstTime, LastTime int64
	OutOfOrder          int64            // samples earlier than the one before them in the file
	Stackless           int64            // samples without a frame
	Unwinding           map[string]int64 // samples by unwinding error
	Execution           [4]int64         // frames by execution type, where the file has it: native, interpreted, JIT, ART's own
}

// Lost holds the file's numbers of samples written and lost (section 5.6).
type Lost struct{ Samples, Lost uint64 }

// Counts holds the number of records of each kind.
type Counts struct {
	Sample, Lost, File, Thread, MetaInfo, ContextSwitch, Unknown, Broken int64
}

// An App describes the app and the device; fields that the file lacks are "".
type App struct{ Package, Type, SDK, Build string }

// IsBare reports whether head begins a file from before the magic (section 1): the length of a
// record, then that record, a sample. Head may be shorter than the record.
func IsBare(head []byte) bool {
	if len(head) < 4+bareLeast {
		return false
	}
	n := binary.LittleEndian.Uint32(head)
	if n < bareLeast || n >= bareMost || head[4] != 0x0A {
		return false
	}
	record := message(head[4:])
	cut := uint64(n) > uint64(len(record))
	record = record[:min(uint64(n), uint64(len(record)))]
	size, sample := varint(record[1:])
	if sample == nil || uint64(len(record)-len(sample))+size != uint64(n) {
		return false
	}
	var f field
	var time, thread bool
	m := message(sample)
	for m.next(&f) {
		time = time || f.matches(1, asVarint)
		thread = thread || f.matches(2, asVarint)
	}
	return time && thread && (cut || !m.broken())
}

// IsRaw reports whether a raw recording, which begins with PerfMagic, is one of simpleperf's, by
// the features that its header lists (section 10).
func IsRaw(head []byte) bool {
	const features = 72 // 32 bytes of bits
	if !bytes.HasPrefix(head, []byte(PerfMagic)) || len(head) < features+32 {
		return false
	}
	bit := func(n int) bool { return head[features+n/8]&(1<<(n%8)) != 0 }
	return bit(128) || bit(129) || bit(132)
}
