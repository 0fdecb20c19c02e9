//go:build !js

package table

// Version is the version of the schema, in every file's metadata under VersionKey. It increases
// when a column changes its meaning or is removed, but not when a column is added.
const Version = "3"

// VersionKey is the key of Version in the metadata of a Parquet file.
const VersionKey = "traceglass.schema"

// A File is one input: a method trace, a pair of .key and .data, a thread dump, or a zip file of
// dumps. The column file of every other table refers to it.
type File struct {
	File       string `parquet:"file"`            // digest of the stored file, as in links: XXH64 in hexadecimal, and the size in base 36. A pair has two digests, of .key and of .data, separated by a point
	Name       string `parquet:"name,dict"`       // without folders
	Path       string `parquet:"path"`            // as given; for a pair, the path of .key
	Bytes      int64  `parquet:"bytes"`           // as stored
	Kind       string `parquet:"kind,dict"`       // method-trace, simpleperf or thread-dump, as in the summary
	App        string `parquet:"app,dict"`        // from the path's pattern or the list of files, "" unknown
	AppVersion string `parquet:"version,dict"`    // the same
	Device     string `parquet:"device,dict"`     // the same
	Build      string `parquet:"build,dict"`      // the same, or else the first build fingerprint in a dump
	Complete   bool   `parquet:"complete"`        // the reader reached the proper end of the trace, or of every process in every dump
	Receipt    []Note `parquet:"receipt,list"`    // unusual features and damage, with their effect on the figures
	Threads    int64  `parquet:"threads_count"`   // rows of threads
	Processes  int32  `parquet:"processes_count"` // of dumps: blocks of threads, including native ones

	Container     *string `parquet:"container,optional,dict"`       // of traces: concatenated, key+data, streaming ...
	TraceVersion  *int32  `parquet:"trace_version,optional"`        // of traces: the header's number
	Clock         *string `parquet:"clock,optional,dict"`           // of traces: dual, wall or thread-cpu
	Sampled       *bool   `parquet:"sampled,optional"`              // of traces: recorded by sampling, judged by its records; always true for simpleperf
	Overflow      *bool   `parquet:"overflow,optional"`             // of traces: the buffer was full, later calls are missing
	Records       *int64  `parquet:"records_count,optional"`        // of traces: enter, exit and unroll
	ListedThreads *int64  `parquet:"listed_threads_count,optional"` // of traces: rows of the file's own list of threads
	ListedMethods *int64  `parquet:"listed_methods_count,optional"` // of traces: rows of the file's own list of methods
	TotalWall     *int64  `parquet:"total_wall_ns,optional"`        // of traces: each thread's first record to its last, summed
	TotalCPU      *int64  `parquet:"total_cpu_ns,optional"`         // the same by thread-cpu
	OutsideWall   *int64  `parquet:"outside_wall_ns,optional"`      // of traces: the part of the total with an empty stack
	OutsideCPU    *int64  `parquet:"outside_cpu_ns,optional"`       // the same by thread-cpu
	Findings      *int64  `parquet:"findings_count,optional"`       // of traces: rows of findings; null if the trace takes too much memory to look for them
	Subject       *string `parquet:"subject,optional"`              // of dumps: the first reason that the system gives
}

// A Note is one line of a file's receipt.
type Note struct {
	Code   string `parquet:"code,dict"`       // stable, lower case, hyphenated
	Count  int64  `parquet:"count"`           // how often
	Offset *int64 `parquet:"offset,optional"` // of traces: bytes from the start of the unwrapped file to the first
	Line   *int32 `parquet:"line,optional"`   // of dumps: line of the first, from 1
	Member string `parquet:"member,dict"`     // of a dump in a zip file: its name there
	Text   string `parquet:"text"`            // one sentence
}

// A Thread is one thread of a trace that has records, or of a dump. Its key is file, thread.
type Thread struct {
	File   string `parquet:"file,dict"`         // as in files
	Thread int32  `parquet:"thread"`            // from 0 within the file
	Name   string `parquet:"name,dict"`         // as in the file, "" unlisted
	Group  string `parquet:"thread_group,dict"` // name with numbers replaced by #, addresses and ids by *
	Main   bool   `parquet:"main"`              // the thread is main: by its name in a trace, by its process in a dump
	ID     *int64 `parquet:"id,optional"`       // the id in a trace, the tid in a dump

	Enters        *int64 `parquet:"enters_count,optional"`         // of traces
	Exits         *int64 `parquet:"exits_count,optional"`          // of traces
	Unrolls       *int64 `parquet:"unrolls_count,optional"`        // of traces
	OrphanExits   *int64 `parquet:"orphan_exits_count,optional"`   // of traces: exits of calls that ran before the start
	ImplicitExits *int64 `parquet:"implicit_exits_count,optional"` // of traces: exits of calls that ended with their caller
	IgnoredExits  *int64 `parquet:"ignored_exits_count,optional"`  // of traces: exits that match no call
	OpenCalls     *int64 `parquet:"open_calls_count,optional"`     // of traces: calls that still ran at the end
	BackwardSteps *int64 `parquet:"backward_steps_count,optional"` // of traces: records whose time decreased and was corrected
	MaxDepth      *int32 `parquet:"max_depth_count,optional"`      // of traces: calls on the deepest stack

	Member  *string  `parquet:"member,optional,dict"`  // of dumps: name in the zip file, "" in a file of its own
	Block   *int32   `parquet:"block,optional"`        // of dumps: block of the process, from 0 within the file
	PID     *int64   `parquet:"pid,optional"`          // of dumps, where known
	Process *string  `parquet:"process,optional,dict"` // of dumps: the command line, where known
	SysTid  *int64   `parquet:"sys_tid,optional"`      // of dumps: the kernel's id
	State   *string  `parquet:"state,optional,dict"`   // of dumps: as printed; (native), (not attached)
	CPU     *float64 `parquet:"cpu_ms,optional"`       // of dumps: CPU time since the thread started, where printed
}

// A Method has the cost of a method on the threads of one group of a trace. Its key is file,
// thread_group, method. The sums over groups equal the figures of the summary.
type Method struct {
	File      string `parquet:"file,dict"`                  // as in files
	Group     string `parquet:"thread_group,dict"`          // as in threads
	Main      bool   `parquet:"main"`                       // the group of the main thread
	Method    string `parquet:"method,dict"`                // id in the file: 0x and hexadecimal
	Class     string `parquet:"class,dict"`                 // with dots; "" where the file has none
	Name      string `parquet:"name,dict"`                  // "" where the file does not list the method
	Signature string `parquet:"signature,dict"`             // descriptor: (I)V
	Own       bool   `parquet:"own"`                        // code of the app or its libraries, not of Android or a language's library
	Calls     int64  `parquet:"calls_count"`                // calls while the method was not yet on the stack
	Recursive int64  `parquet:"recursive_calls_count"`      // calls while the method was already on the stack
	InclWall  *int64 `parquet:"inclusive_wall_ns,optional"` // of calls that are not recursive, from entry to exit
	ExclWall  *int64 `parquet:"exclusive_wall_ns,optional"` // of all calls, without their callees
	InclCPU   *int64 `parquet:"inclusive_cpu_ns,optional"`  // the same by thread-cpu
	ExclCPU   *int64 `parquet:"exclusive_cpu_ns,optional"`  // the same by thread-cpu
}

// An Edge sums the calls of one method to another, on the threads of one group. Its key is file,
// thread_group, caller, callee. The sums over all callers of a method equal its calls and
// times in methods.
type Edge struct {
	File      string  `parquet:"file,dict"`                  // as in files
	Group     string  `parquet:"thread_group,dict"`          // as in threads
	Main      bool    `parquet:"main"`                       // the group of the main thread
	Caller    *string `parquet:"caller,optional,dict"`       // as method in methods; null without a caller
	Callee    string  `parquet:"callee,dict"`                // as method in methods
	Calls     int64   `parquet:"calls_count"`                // calls while the callee was not yet on the stack
	Recursive int64   `parquet:"recursive_calls_count"`      // calls while the callee was already on the stack
	InclWall  *int64  `parquet:"inclusive_wall_ns,optional"` // of calls that are not recursive
	InclCPU   *int64  `parquet:"inclusive_cpu_ns,optional"`  // the same by thread-cpu
}

// A Finding is a fact that stands out on the main thread of a trace, or on the thread with the most
// records if no thread is main. Its key is file, finding.
type Finding struct {
	File       string  `parquet:"file,dict"`              // as in files
	Finding    int32   `parquet:"finding"`                // from 0, the largest first; five at most, each followed by its parts, up to five more
	Thread     int32   `parquet:"thread"`                 // as in threads
	Main       bool    `parquet:"main"`                   // the thread is main
	Rule       string  `parquet:"rule,dict"`              // wait, long-message, slow-phase ..., as in the overview
	Cause      string  `parquet:"cause,dict"`             // of waits: lock, binder ...; else ""
	Phase      string  `parquet:"phase,dict"`             // of slow-phase: Application.onCreate ...; else ""
	Key        string  `parquet:"finding_key,dict"`       // the same for the same finding in other files: the rule, and the cause, phase or method if the rule has several
	Confidence string  `parquet:"confidence,dict"`        // certain, likely, possible
	Text       string  `parquet:"text"`                   // one sentence
	Method     *string `parquet:"method,optional,dict"`   // as in methods: the subject; null without one
	Own        *string `parquet:"own,optional,dict"`      // as in methods: the nearest own caller, or the own method with the most time; null without one
	Share      float64 `parquet:"share"`                  // of the thread's time that is not idle, from 0 to 1
	Calls      int64   `parquet:"calls_count"`            // calls of the finding; of samples, times seen
	Wall       *int64  `parquet:"wall_ns,optional"`       // time of the thread at stake
	CPU        *int64  `parquet:"cpu_ns,optional"`        // the part of it on the CPU; in a trace without wall time, the time at stake
	First      *int64  `parquet:"longest_at_ns,optional"` // begin of the longest call, from the start of the recording; null without calls
	Advice     string  `parquet:"advice"`                 // what to do, if the calls prove it; else ""
}

// A Claim is a finding on a process in a dump. Its key is file, block, claim; claim 0 is the
// main claim of the verdict.
type Claim struct {
	File       string  `parquet:"file,dict"`             // as in files
	Member     string  `parquet:"member,dict"`           // name in the zip file, "" in a file of its own
	Block      int32   `parquet:"block"`                 // as in threads
	PID        *int64  `parquet:"pid,optional"`          // where known
	Process    string  `parquet:"process,dict"`          // the command line, "" unknown
	Time       string  `parquet:"time"`                  // of the dump, as printed, "" unknown
	UnixMillis *int64  `parquet:"time_unix_ms,optional"` // the same in ms since 1970; a time without a zone counts as UTC
	Hung       bool    `parquet:"hung"`                  // the process that did not answer
	Claim      int32   `parquet:"claim"`                 // from 0
	Rule       string  `parquet:"rule,dict"`             // deadlock, lock, binder, idle ...
	Cause      string  `parquet:"cause,dict"`            // why the process did not answer, the same for all its claims: a rule, a comma, the object that main waited for, its holder, and main's first methods. explain -group groups dumps by it
	Confidence string  `parquet:"confidence,dict"`       // certain, likely, cannot tell
	Text       string  `parquet:"text"`                  // one sentence
	Threads    []int32 `parquet:"threads,list"`          // the threads that the sentence names, as thread in threads, main first
	Lines      []Line  `parquet:"evidence,list"`         // the lines that show it, the most important first
}

// A Line is a line of a dump.
type Line struct {
	Line int32  `parquet:"line"` // from 1
	Text string `parquet:"text"` // without indent
}

// A Report is what a service or the system recorded of one ANR: an export's record, or a thread dump
// and the facts in its file. Its key is file, member. Counts of services are never to be added up: the
// same users occur in several reports, and each report of an issue has the counts of the issue.
type Report struct {
	File       string  `parquet:"file,dict"`                  // as in files
	Member     string  `parquet:"member,dict"`                // as in claims
	Source     string  `parquet:"source,dict"`                // play-reporting, crashlytics-bigquery, sentry-event, exit-info, dump ..., as in explain -format json
	ID         *string `parquet:"report,optional"`            // the service's name of the record
	Process    *string `parquet:"process,optional,dict"`      // application id, or the process's name
	AppVersion *string `parquet:"app_version,optional,dict"`  // that people read: 7.2.0
	AppBuild   *string `parquet:"app_build,optional,dict"`    // version code
	OS         *string `parquet:"os,optional,dict"`           // Android's release
	APILevel   *int32  `parquet:"api_level,optional"`         // never computed from os
	Maker      *string `parquet:"device_maker,optional,dict"` // as in the record
	Model      *string `parquet:"device_model,optional,dict"` // the same
	DeviceName *string `parquet:"device_name,optional,dict"`  // the name in shops
	Time       *string `parquet:"time,optional"`              // in UTC if it ends in Z; without a year if it begins with --
	TimeIs     *string `parquet:"time_is,optional,dict"`      // event, hour or dump
	UnixMillis *int64  `parquet:"time_unix_ms,optional"`      // as in claims; null without a year
	Reason     *string `parquet:"reason,optional"`            // why the system waited
	ReasonKind *string `parquet:"reason_kind,optional,dict"`  // input, broadcast, service, provider ...
	Foreground *bool   `parquet:"foreground,optional"`        // the app was in front
	Issue      *string `parquet:"issue,optional,dict"`        // the service's group of reports
	Users      *int64  `parquet:"users_count,optional"`       // that the record or its issue stands for
	Events     *int64  `parquet:"events_count,optional"`      // the same of events
	Category   *string `parquet:"category,optional,dict"`     // of the cause: lock, io, binder ...; null without a process
	Cause      *string `parquet:"cause,optional,dict"`        // as in claims
	Cut        bool    `parquet:"cut"`                        // the record ends early
}

// A Stack is the stack of one thread in a dump. Its key is file, thread.
type Stack struct {
	File      string   `parquet:"file,dict"`                          // as in files
	Thread    int32    `parquet:"thread"`                             // as in threads
	Member    string   `parquet:"member,dict"`                        // as in threads
	Block     int32    `parquet:"block"`                              // as in threads
	Process   string   `parquet:"process,dict"`                       // the command line, "" unknown
	Name      string   `parquet:"name,dict"`                          // the thread's
	Group     string   `parquet:"thread_group,dict"`                  // as in threads
	Main      bool     `parquet:"main"`                               // as in threads
	State     string   `parquet:"state,dict"`                         // as in threads
	Idle      bool     `parquet:"idle"`                               // only waits for work
	WaitsFor  *int32   `parquet:"waits_for_thread,optional"`          // the thread that this one waits for, as thread in threads, if known
	WaitsWhy  *string  `parquet:"waits_why,optional,dict"`            // monitor, or join for the end of the other thread
	WaitsOn   *string  `parquet:"waits_for_object,optional"`          // the lock, as in a sentence
	Deadlock  bool     `parquet:"deadlock"`                           // the thread is part of a deadlock
	Truncated bool     `parquet:"truncated"`                          // the writer of the dump omitted frames
	Frames    []string `parquet:"stack,list" parquet-element:",dict"` // innermost first; class.method or library and symbol, without lines and offsets
}

// A Reject is a file without rows. Only the fleet writes this table.
type Reject struct {
	File  string `parquet:"file"`  // digest, "" if the bytes could not be read
	Path  string `parquet:"path"`  // as given
	Bytes int64  `parquet:"bytes"` // as stored, -1 unknown
	Text  string `parquet:"text"`  // one sentence: the kind of the file, or why reading stopped
}

// A Spread is the distribution of a method's cost on the main thread over the traces of one version
// of an app. It covers the traces where main called the method. Quantiles come from a sketch with
// an error of at most 1 %. Only the fleet writes this table.
type Spread struct {
	App        string   `parquet:"app,dict"`                          // as in files
	AppVersion string   `parquet:"version,dict"`                      // as in files
	Class      string   `parquet:"class,dict"`                        // as in methods
	Name       string   `parquet:"name,dict"`                         // as in methods
	Signature  string   `parquet:"signature,dict"`                    // as in methods
	Own        bool     `parquet:"own"`                               // as in methods
	Files      int64    `parquet:"files_count"`                       // traces where main called the method
	Calls50    float64  `parquet:"calls_median_count"`                // calls that are not recursive
	Calls90    float64  `parquet:"calls_p90_count"`                   // 90 of 100 traces have this or less
	Calls99    float64  `parquet:"calls_p99_count"`                   // 99 of 100 traces have this or less
	InclWall50 *float64 `parquet:"inclusive_wall_median_ns,optional"` // over the traces with this clock
	InclWall90 *float64 `parquet:"inclusive_wall_p90_ns,optional"`    // the same
	InclWall99 *float64 `parquet:"inclusive_wall_p99_ns,optional"`    // the same
	ExclWall50 *float64 `parquet:"exclusive_wall_median_ns,optional"` // the same
	ExclWall90 *float64 `parquet:"exclusive_wall_p90_ns,optional"`    // the same
	ExclWall99 *float64 `parquet:"exclusive_wall_p99_ns,optional"`    // the same
	InclCPU50  *float64 `parquet:"inclusive_cpu_median_ns,optional"`  // the same
	InclCPU90  *float64 `parquet:"inclusive_cpu_p90_ns,optional"`     // the same
	InclCPU99  *float64 `parquet:"inclusive_cpu_p99_ns,optional"`     // the same
	ExclCPU50  *float64 `parquet:"exclusive_cpu_median_ns,optional"`  // the same
	ExclCPU90  *float64 `parquet:"exclusive_cpu_p90_ns,optional"`     // the same
	ExclCPU99  *float64 `parquet:"exclusive_cpu_p99_ns,optional"`     // the same
}

// A Cause counts how often processes of an app did not answer for one cause. It counts the
// verdicts on processes that did not answer, one per report. Only the fleet writes this table.
type Cause struct {
	App      string         `parquet:"app,dict"`                    // as in files, or else the process of the report
	Cause    string         `parquet:"cause"`                       // as in claims
	Rule     string         `parquet:"rule,dict"`                   // the rule that the cause begins with
	Count    int64          `parquet:"anr_count"`                   // over all versions
	Versions []VersionCount `parquet:"versions,list"`               // sorted by name
	First    *int64         `parquet:"first_time_unix_ms,optional"` // the earliest time of claims
	Last     *int64         `parquet:"last_time_unix_ms,optional"`  // the latest
	Example  string         `parquet:"example_file"`                // as file in files: the first by digest
}

// A VersionCount is how many times a Cause occurred in one version.
type VersionCount struct {
	AppVersion string `parquet:"version,dict"` // as in files, or else that of the report
	Count      int64  `parquet:"anr_count"`    // of this version
}
