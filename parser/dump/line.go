package dump

// A LineKind classifies a line of the file.
type LineKind uint8

const (
	Unplaced LineKind = iota // none of the kinds below: listed in the receipt
	BlankLine

	// Around the blocks.
	SubjectLine
	CPULine        // a row of a CPU usage table, its heading or its total
	LoadLine       // load averages
	MemoryLine     // of the process that hangs
	PressureLine   // stall information
	EventLine      // critical event log
	DurationsLine  // durations of the phases of handling the ANR
	FailureLine    // reason that a dump failed
	ReportLine     // headings of drop box entries, system logs and in-app reporters
	SectionLine    // of a bug report
	DumpingLine    // the system is about to dump, or has done so
	SkippedLine    // of sections of a bug report without dumps, or of a reporter's appendix
	LogLine        // of a log, by other writers
	ForeignLine    // of another kind of file (Relative)
	BlockLine      // first line of a block
	EndLine        // last line of a block
	CommandLine    // or the original one
	ProcessLine    // build fingerprint, ABI, build type and the like
	StatisticsLine // of the virtual machine
	LoaderLine     // of the list of class loaders
	MetricsLine    // of ART's internal metrics
	ThreadsLine    // DALVIK THREADS, NATIVE THREADS and the mutexes below
	ChannelLine
	TimingLine      // duration of a dump
	TransactionLine // a vendor's list of unfinished binder calls

	// Of a thread.
	HeadingLine
	AttributeLine
	MonitorLine // one held monitor, in special builds
	JavaLine
	NativeLine
	KernelLine
	NoteLine
	LockLine
	LatencyLine
	OrphanLine // any line of a kind above that follows no thread's heading
)

var frameLines = [...]LineKind{JavaFrame: JavaLine, NativeFrame: NativeLine, KernelFrame: KernelLine, NoteFrame: NoteLine}
