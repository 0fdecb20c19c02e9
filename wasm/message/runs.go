package message

// The requests about many runs of one thing, in two groups: A, the base, and B. The worker reads them one after the other. It
// keeps the costs of the methods of each run, but no calls.

// Runs is news of many traces, after reading them.
type Runs struct {
	reply

	Runs   []Run
	Parted bool // they are likely two groups
	Part   RunsPart
}

// A RunsPart is the compared part of each run.
type RunsPart struct {
	From, To int64  // ns; To is 0 for the end
	Anchor   string // the method whose first call in each run is 0 ns, "" for the start of the timeline
}

// IsWhole reports whether the part is the whole of each run.
func (p RunsPart) IsWhole() bool { return p == RunsPart{} }

// A Run is one of the traces.
type Run struct {
	Name   string
	In     string // the zip file or folder with the run, and the folder inside; "" for a separate file
	File   int    // index of the opened file
	Trace  int    // index of the trace in that file
	Traces int    // number of traces in that file
	Group  uint8  // its likely group: 0, 1
	Calls  int64  // including recursive calls
	Why    string // why it cannot be read; "" for a run that was read

	From, To int64 // the compared part, in ns on its timeline; 0, 0 for all of it
}

// CompareRuns compares two groups of the runs. Later requests are about this comparison.
type CompareRuns struct {
	request[*RunsCompared]

	Groups    []uint8 // by run: 0, 1, and 2 for a run that is left out
	Clock     Clock
	Exclusive bool // compares exclusive times, not inclusive times
}

// RunsCompared answers CompareRuns.
type RunsCompared struct {
	reply

	Refusal string // why they cannot be compared; "" if they can
	Answer  string // a sentence or two on the largest changes
	Remarks []string
	Power   string  // a sentence about the power of so many runs
	Clocks  []Clock // of all runs
	Clock   Clock   // the requested clock, or the first of Clocks if not all runs have it
	Event   string  // the event that CPU counts in recordings of samples, "" for time
	Sampled bool    // calls of at least one run are numbers of sightings
	Differ  [3]int  // number of methods that differ in calls before the first frame, in calls, and significantly in time
}

// RunRows asks for a window of the table of methods.
type RunRows struct {
	request[*RunDifferences]

	Text         string // searched for in names
	First, Count int
}

// RunDifferences answers RunRows.
type RunDifferences struct {
	reply

	First, Total int
	Rows         []RunDifference
}

// A RunDifference is one method in both groups.
type RunDifference struct {
	Name               string // with its signature
	Label              string // the short name, with package and signature if another method has the same
	Early, Calls, Time [2]Spread
	Chance             [3]float64 // probability that each of the three differs as much by chance, corrected for the number of methods
	Real               [3]bool    // counts: all runs of one group differ from all of the other; time: Chance is below 5 %
	Only               [2]uint8   // early, calls: 1 in every run of A and in none of B, 2 vice versa, else 0
}

// A Spread has a figure of a group: the number of runs with it, its median, and the 95 % confidence interval of the median.
// With too few runs, the interval has the minimum and the maximum.
type Spread struct {
	N                 int
	Median, Low, High float64
}

// RunsFile asks for the output of the command traceglass compare about groups of runs.
type RunsFile struct {
	request[*File]

	Format string // "csv", "json" or "markdown"
}
