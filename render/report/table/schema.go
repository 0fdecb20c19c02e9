//go:build !js

package table

// Version is that of the schema, in every file's metadata under VersionKey. It rises when a
// column changes its meaning or goes; new columns may come without.
const Version = "3"

// VersionKey is the key of Version in the metadata of a Parquet file.
const VersionKey = "traceglass.schema"

// A File is one input: a method trace, a pair of .key and .data, a thread dump, or a zip file
// of dumps. Every other row belongs to one by its column file.
type File struct {
	File       string `parquet:"file"`            // digest of the file as it is stored, as links have it: XXH64 in hexadecimal, and its size to the base 36; of a pair that of .key, then .data, with a point between
	Name       string `parquet:"name,dict"`       // without folders
	Path       string `parquet:"path"`            // as it was given, of a pair the .key's
	Bytes      int64  `parquet:"bytes"`           // as stored
	Kind       string `parquet:"kind,dict"`       // method-trace, simpleperf or thread-dump, as in the summary
	App        string `parquet:"app,dict"`        // from the path's pattern or the list beside it, "" unknown
	AppVersion string `parquet:"version,dict"`    // the same
	Device     string `parquet:"device,dict"`     // the same
	Build      string `parquet:"build,dict"`      // the same; else the build fingerprint of a dump's first process that has one
	Complete   bool   `parquet:"complete"`        // read to its proper end; of dumps: every process of every dump was
	Receipt    []Note `parquet:"receipt,list"`    // what was unusual, and what it does to the figures
	Threads    int64  `parquet:"threads_count"`   // rows of threads
	Processes  int32  `parquet:"processes_count"` // of dumps: blocks of threads, native ones too

	Container     *string `parquet:"container,optional,dict"`       // of traces: concatenated, key+data, streaming ...
	TraceVersion  *int32  `parquet:"trace_version,optional"`        // of traces: the header's number
	Clock         *string `parquet:"clock,optional,dict"`           // of traces: dual, wall or thread-cpu
	Sampled       *bool   `parquet:"sampled,optional"`              // of traces: recorded by sampling, by its looks; always of simpleperf
	Overflow      *bool   `parquet:"overflow,optional"`             // of traces: the buffer was full, later calls are missing
	Records       *int64  `parquet:"records_count,optional"`        // of traces: enter, exit and unroll
	ListedThreads *int64  `parquet:"listed_threads_count,optional"` // of traces: rows of the file's own list
	ListedMethods *int64  `parquet:"listed_methods_count,optional"` // the same
	TotalWall     *int64  `parquet:"total_wall_ns,optional"`        // of traces: each thread's first record to its last, summed
	TotalCPU      *int64  `parquet:"total_cpu_ns,optional"`         // the same by thread-cpu
	OutsideWall   *int64  `parquet:"outside_wall_ns,optional"`      // of traces: the part of the total with an empty stack
	OutsideCPU    *int64  `parquet:"outside_cpu_ns,optional"`       // the same by thread-cpu
	Subject       *string `parquet:"subject,optional"`              // of dumps: why the system took the first that says so
}

// A Note is one line of a file's receipt.
type Note struct {
	Code   string `parquet:"code,dict"`       // stable, lower case, hyphenated
	Count  int64  `parquet:"count"`           // how often
	Offset *int64 `parquet:"offset,optional"` // of traces: bytes from the start of the unwrapped file to the first
	Line   *int32 `parquet:"line,optional"`   // of dumps: line of the first, from 1
	Member string `parquet:"member,dict"`     // of a zip file: the dump's name in it
	Text   string `parquet:"text"`            // one sentence
}

// A Thread is one thread of a trace that has records, or of a dump. Its key is file, thread.
type Thread struct {
	File   string `parquet:"file,dict"`         // of files
	Thread int32  `parquet:"thread"`            // from 0 within the file
	Name   string `parquet:"name,dict"`         // as in the file, "" unlisted
	Group  string `parquet:"thread_group,dict"` // name with # for each number, * for an address or id
	Main   bool   `parquet:"main"`              // the main thread: named main in a trace, the process's own in a dump
	ID     *int64 `parquet:"id,optional"`       // in a trace the file's number, in a dump tid

	Enters        *int64 `parquet:"enters_count,optional"`         // of traces
	Exits         *int64 `parquet:"exits_count,optional"`          // of traces
	Unrolls       *int64 `parquet:"unrolls_count,optional"`        // of traces
	OrphanExits   *int64 `parquet:"orphan_exits_count,optional"`   // of traces: of calls that ran before the start
	ImplicitExits *int64 `parquet:"implicit_exits_count,optional"` // of traces: of calls closed by a caller's exit
	IgnoredExits  *int64 `parquet:"ignored_exits_count,optional"`  // of traces: that match nothing
	OpenCalls     *int64 `parquet:"open_calls_count,optional"`     // of traces: that ran at the end
	BackwardSteps *int64 `parquet:"backward_steps_count,optional"` // of traces: records whose clock was held
	MaxDepth      *int32 `parquet:"max_depth_count,optional"`      // of traces: calls on the deepest stack

	Member  *string  `parquet:"member,optional,dict"`  // of dumps: name in the zip file, "" in a file of its own
	Block   *int32   `parquet:"block,optional"`        // of dumps: snapshot of a process, from 0 within the file
	PID     *int64   `parquet:"pid,optional"`          // of dumps, where known
	Process *string  `parquet:"process,optional,dict"` // of dumps: the command line, where known
	SysTid  *int64   `parquet:"sys_tid,optional"`      // of dumps: the kernel's number
	State   *string  `parquet:"state,optional,dict"`   // of dumps: as printed; (native), (not attached)
	CPU     *float64 `parquet:"cpu_ms,optional"`       // of dumps: processor time since it began, where printed
}

// A Method is what a method cost on the threads of one group of a trace. Its key is file,
// thread_group, method; the sums over groups are the summary's figures.
type Method struct {
	File      string `parquet:"file,dict"`                  // of files
	Group     string `parquet:"thread_group,dict"`          // of threads
	Main      bool   `parquet:"main"`                       // the group is the main thread's
	Method    string `parquet:"method,dict"`                // id in the file: 0x and hexadecimal
	Class     string `parquet:"class,dict"`                 // with dots; "" where the file has none
	Name      string `parquet:"name,dict"`                  // "" where the file does not list the method
	Signature string `parquet:"signature,dict"`             // descriptor: (I)V
	Own       bool   `parquet:"own"`                        // code of the app or its libraries, not Android's or the languages'
	Calls     int64  `parquet:"calls_count"`                // with no other of the method below on the stack
	Recursive int64  `parquet:"recursive_calls_count"`      // the others
	InclWall  *int64 `parquet:"inclusive_wall_ns,optional"` // of the former, entry to exit
	ExclWall  *int64 `parquet:"exclusive_wall_ns,optional"` // of both, less callees'
	InclCPU   *int64 `parquet:"inclusive_cpu_ns,optional"`  // as above by thread-cpu
	ExclCPU   *int64 `parquet:"exclusive_cpu_ns,optional"`  // as above by thread-cpu
}

// An Edge sums the calls that one method made of another, on the threads of one group. Its
// key is file, thread_group, caller, callee. Over all callers the calls of a callee come to
// those of methods, and so do the times.
type Edge struct {
	File      string  `parquet:"file,dict"`                  // of files
	Group     string  `parquet:"thread_group,dict"`          // of threads
	Main      bool    `parquet:"main"`                       // the group is the main thread's
	Caller    *string `parquet:"caller,optional,dict"`       // method of methods; null: nothing below on the stack
	Callee    string  `parquet:"callee,dict"`                // method of methods
	Calls     int64   `parquet:"calls_count"`                // with no other of the callee below on the stack
	Recursive int64   `parquet:"recursive_calls_count"`      // the others
	InclWall  *int64  `parquet:"inclusive_wall_ns,optional"` // of the former
	InclCPU   *int64  `parquet:"inclusive_cpu_ns,optional"`  // the same by thread-cpu
}

// A Claim is one thing that can be said of a process in a dump. Its key is file, block, claim;
// claim 0 is the verdict on the main thread.
type Claim struct {
	File       string  `parquet:"file,dict"`             // of files
	Member     string  `parquet:"member,dict"`           // name in the zip file, "" in a file of its own
	Block      int32   `parquet:"block"`                 // of threads
	PID        *int64  `parquet:"pid,optional"`          // where known
	Process    string  `parquet:"process,dict"`          // the command line, "" unknown
	Time       string  `parquet:"time"`                  // of the dump, as printed, "" unknown
	UnixMillis *int64  `parquet:"time_unix_ms,optional"` // the same since 1970; a time without a zone is taken as UTC
	Hung       bool    `parquet:"hung"`                  // this is the process that did not answer
	Claim      int32   `parquet:"claim"`                 // from 0
	Rule       string  `parquet:"rule,dict"`             // deadlock, lock, binder, idle ...
	Cause      string  `parquet:"cause,dict"`            // why the process did not answer, as explain -group groups dumps, on all its claims: a rule, then after a comma what main waited for, who had it, and its first methods
	Confidence string  `parquet:"confidence,dict"`       // certain, likely, cannot tell
	Text       string  `parquet:"text"`                  // one sentence
	Threads    []int32 `parquet:"threads,list"`          // thread of threads: those it speaks of, main first
	Lines      []Line  `parquet:"evidence,list"`         // what shows it, the most telling first
}

// A Line is a line of a dump.
type Line struct {
	Line int32  `parquet:"line"` // from 1
	Text string `parquet:"text"` // without indent
}

// A Stack is what one thread of a dump stood in. Its key is file, thread.
type Stack struct {
	File      string   `parquet:"file,dict"`                          // of files
	Thread    int32    `parquet:"thread"`                             // of threads
	Member    string   `parquet:"member,dict"`                        // as in threads
	Block     int32    `parquet:"block"`                              // as in threads
	Process   string   `parquet:"process,dict"`                       // the command line, "" unknown
	Name      string   `parquet:"name,dict"`                          // the thread's
	Group     string   `parquet:"thread_group,dict"`                  // as in threads
	Main      bool     `parquet:"main"`                               // as in threads
	State     string   `parquet:"state,dict"`                         // as in threads
	Idle      bool     `parquet:"idle"`                               // only waits for work
	WaitsFor  *int32   `parquet:"waits_for_thread,optional"`          // thread of threads that holds what it waits for, where seen
	WaitsWhy  *string  `parquet:"waits_why,optional,dict"`            // monitor, or join: for the other's end
	WaitsOn   *string  `parquet:"waits_for_object,optional"`          // the lock, as in a sentence
	Deadlock  bool     `parquet:"deadlock"`                           // it is one of a cycle of waits
	Truncated bool     `parquet:"truncated"`                          // the writer left frames out
	Frames    []string `parquet:"stack,list" parquet-element:",dict"` // innermost first; class.method or library and symbol, without lines and distances
}

// A Reject is a file of which no rows could be made. Only the fleet writes such rows.
type Reject struct {
	File  string `parquet:"file"`  // digest, "" where not even the bytes could be read
	Path  string `parquet:"path"`  // as it was given
	Bytes int64  `parquet:"bytes"` // as stored, -1 unknown
	Text  string `parquet:"text"`  // one sentence: what it is, or what stopped the reading
}

// A Spread says how a method's cost on the main thread is spread over the traces of one version
// of an app: of n traces that have the method there, half cost as much as the median or less.
// Quantiles are those of a sketch, at most 1 % off. Only the fleet writes such rows.
type Spread struct {
	App        string   `parquet:"app,dict"`                          // of files
	AppVersion string   `parquet:"version,dict"`                      // of files
	Class      string   `parquet:"class,dict"`                        // of methods
	Name       string   `parquet:"name,dict"`                         // of methods
	Signature  string   `parquet:"signature,dict"`                    // of methods
	Own        bool     `parquet:"own"`                               // of methods
	Files      int64    `parquet:"files_count"`                       // n: traces in which main called it
	Calls50    float64  `parquet:"calls_median_count"`                // recursive ones left out
	Calls90    float64  `parquet:"calls_p90_count"`                   // nine of ten cost as much or less
	Calls99    float64  `parquet:"calls_p99_count"`                   // 99 of 100
	InclWall50 *float64 `parquet:"inclusive_wall_median_ns,optional"` // of traces that have the clock
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

// A Cause says how often processes of an app did not answer for one cause. It counts the
// verdicts on processes that did not answer, one a file. Only the fleet writes such rows.
type Cause struct {
	App      string         `parquet:"app,dict"`                    // of files
	Cause    string         `parquet:"cause"`                       // of claims
	Rule     string         `parquet:"rule,dict"`                   // that the cause begins with
	Count    int64          `parquet:"anr_count"`                   // over all versions
	Versions []VersionCount `parquet:"versions,list"`               // by name
	First    *int64         `parquet:"first_time_unix_ms,optional"` // the earliest time of claims
	Last     *int64         `parquet:"last_time_unix_ms,optional"`  // the latest
	Example  string         `parquet:"example_file"`                // file of files: the first by hash
}

// A VersionCount is how many of a Cause's are of one version.
type VersionCount struct {
	AppVersion string `parquet:"version,dict"` // of files
	Count      int64  `parquet:"anr_count"`    // of it
}
