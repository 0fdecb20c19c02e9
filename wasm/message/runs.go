package message

// What is asked of many runs of one thing, in two groups: A, the base, and B. The worker has read them
// one after the other and kept of each what its methods cost, no calls.

// Runs is news of many traces that have been read.
type Runs struct {
	reply

	Runs   []Run
	Parted bool // two groups are likely
	Part   RunsPart
}

// A RunsPart is what of each run is compared.
type RunsPart struct {
	From, To int64  // ns; To is 0 for the end
	Anchor   string // the method whose first call in each run they are counted from, "" for the beginning of its timeline
}

// Whole reports whether it is all of them.
func (p RunsPart) Whole() bool { return p == RunsPart{} }

// A Run is one of them.
type Run struct {
	Name   string
	In     string // the zip file or folder, and the folder in that, which it lies in; "" of a file by itself
	File   int    // of those that were opened, in their order
	Trace  int    // place among the traces in that file, of so many
	Traces int    // 1 of a file that is one
	Group  uint8  // that it is likely of: 0, 1
	Calls  int64  // recursive ones too
	Why    string // it could not be read; "" if it was

	From, To int64 // ns on its timeline: the part that is kept; 0, 0 for all of it
}

// CompareRuns compares two groups of the runs that were read. Answered by RunsCompared; what is asked
// after it is of that.
type CompareRuns struct {
	request[*RunsCompared]

	Groups    []uint8 // by run that was read: 0, 1, and 2 for one that is left out
	Clock     Clock
	Exclusive bool // the time that is compared is exclusive time
}

// RunsCompared answers CompareRuns.
type RunsCompared struct {
	reply

	Refusal string // why they cannot be compared; "" if they can
	Remarks []string
	Power   string  // what so many runs can tell at all
	Clocks  []Clock // that all have
	Clock   Clock   // the one asked for, or where not all have it the first that all have
	Event   string  // what CPU counts in recordings of samples, "" for time
	Sampled bool    // calls are times seen, of one run at least
	Differ  [3]int  // methods that differ in calls before the first frame, in calls, and significantly in time
}

// RunRows asks for a window of the table of methods. Answered by RunDifferences.
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
	Label              string // with package and signature where the short name of another is the same
	Early, Calls, Time [2]Spread
	Chance             [3]float64 // how likely each of the three differs as much by chance, corrected for the number of methods
	Real               [3]bool    // counts: all runs of a group differ from all of the other; time: less likely by chance than once in 20 comparisons
	Only               [2]uint8   // early, calls: 1 in every run of A and in none of B, 2 the other way round, 0 neither
}

// A Spread is a figure in the runs of a group: how many have it, its median, and the interval that
// the median lies in with 95 % confidence, or where they are too few for one the least and the most.
type Spread struct {
	N                 int
	Median, Low, High float64
}

// RunsFile asks for what the command traceglass compare writes of groups of runs. Answered by File.
type RunsFile struct {
	request[*File]

	Format string // "csv", "json" or "markdown"
}
