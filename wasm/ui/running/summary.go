package running

import (
	"strings"

	"traceglass/render/words"
)

// Facts returns the line that describes the open runs.
func (r *Room) Facts() string {
	return words.Say("{1} of B against {2} of A", words.Plural(int64(len(r.runsOf(1))), "run", "runs"), words.Count(int64(len(r.runsOf(0)))))
}

// Printed returns the same line.
func (r *Room) Printed() string { return r.Facts() }

// Read returns the number of differences for the status line.
func (r *Room) Read() string { return r.summary() }

// Spoken returns the same text for screen readers.
func (r *Room) Spoken() string { return r.summary() }

// summary counts the methods with significant differences.
func (r *Room) summary() string {
	if !r.ready() {
		return ""
	}
	d := r.about.Differ
	says := words.Text("Significant differences: calls before the first frame of {1}, calls of {2}, {3} of {4}.")
	if r.sampled() {
		says = "Significant differences: times seen before the first frame of {1}, times seen of {2}, {3} of {4}."
	}
	return words.Say(says,
		words.Plural(int64(d[0]), "method", "methods"), words.Count(int64(d[1])), r.figure(), words.Count(int64(d[2])))
}

// sampled reports whether any run was recorded by sampling. Its calls are then times seen.
func (r *Room) sampled() bool { return r.about != nil && r.about.Sampled }

// figure names the compared time.
func (r *Room) figure() string {
	if r.exclusive {
		return words.T("exclusive time")
	}
	return words.T("inclusive time")
}

// hint describes the next step until both groups have a run.
func (r *Room) hint() string {
	switch {
	case len(r.runsOf(0)) > 0 && len(r.runsOf(1)) > 0:
		return ""
	case r.hasGroups:
		return words.T("Both groups need a run.")
	}
	return words.T("The names do not show two groups. Move the runs of the new version to B with their arrows, or drag them.")
}

// remarks returns the limits of the figures, or the reason why the comparison failed.
func (r *Room) remarks() string {
	if r.about == nil || r.hint() != "" {
		return ""
	}
	if r.about.Refusal != "" {
		return words.Clip(words.Filled(r.about.Refusal).String())
	}
	var all []string
	for _, one := range r.about.Remarks {
		all = append(all, words.Filled(one).String())
	}
	return words.Clip(strings.Join(all, " "))
}

// answer names the largest changes.
func (r *Room) answer() string {
	if !r.ready() {
		return ""
	}
	return words.Filled(r.about.Answer).String()
}

// power describes the smallest difference that so many runs can show.
func (r *Room) power() string {
	if !r.ready() || r.about.Power == "" {
		return ""
	}
	return words.Filled(r.about.Power).String()
}

// tally returns the number of rows, as text.
func (r *Room) tally() string {
	if r.rows == nil || !r.ready() {
		return ""
	}
	return words.Plural(int64(r.rows.Total), "method", "methods")
}
