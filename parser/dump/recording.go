package dump

import "slices"

// A Recording holds samples of main's stack, which a reporter took while main did not answer.
type Recording struct {
	Stacks  *Dump    // of one block, with a thread for each different stack
	Samples []Sample // by time; those without a time come first
}

// A Sample is main's stack at an instant.
type Sample struct {
	At    int64 // µs since 1970; NoTime if the record does not say
	Stack int32 // row of Recording.Stacks.Threads; -1 if the record has no such stack
}

// NoTime is the time of a sample that has none.
const NoTime = -1

// Block returns the block that holds the stacks.
func (r *Recording) Block() *Block { return &r.Stacks.Blocks[0] }

// Seen returns how many samples have each stack, by its thread.
func (r *Recording) Seen() []int {
	seen := make([]int, len(r.Stacks.Threads))
	for _, s := range r.Samples {
		if s.Stack >= 0 {
			seen[s.Stack]++
		}
	}
	return seen
}

// Timed returns the samples with a time.
func (r *Recording) Timed() []Sample {
	for i, s := range r.Samples {
		if s.At != NoTime {
			return r.Samples[i:]
		}
	}
	return nil
}

// Step returns the lower median of the times between two samples that follow one another, in µs. It
// returns 0 without two times.
func (r *Recording) Step() int64 {
	var steps []int64
	timed := r.Timed()
	for i := 1; i < len(timed); i++ {
		if step := timed[i].At - timed[i-1].At; step > 0 {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return steps[(len(steps)-1)/2]
}

// Span returns how long main was sampled, in µs: a sample stands for one Step at least.
func (r *Recording) Span() int64 {
	timed, step := r.Timed(), r.Step()
	if step == 0 {
		return 0
	}
	return timed[len(timed)-1].At - timed[0].At + step
}

// renamed returns the recording with other names, or nil for nil.
func (r *Recording) renamed(names Names) *Recording {
	if r == nil {
		return nil
	}
	return &Recording{r.Stacks.Renamed(names), r.Samples}
}
