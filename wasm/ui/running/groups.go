package running

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// groups are the runs and their groups.
type groups struct {
	runs      []message.Run // that were read
	failed    []message.Run // that could not be read
	of        []uint8       // the group by run: 0 for A, 1 for B, out
	hasGroups bool          // the names or the user put the runs into groups
	common    []string      // names that several runs have, sorted
	placed    []placed      // the runs that were open before
}

// out is the group of the runs that are left out.
const out = 2

// A placed run is a run and its group.
type placed struct {
	name        string
	file, trace int
	group       uint8
}

// place stores the group of a run.
func (r *groups) place(run message.Run, group uint8) {
	of := placed{run.Name, run.File, run.Trace, group}
	if i := r.placeOf(run); i >= 0 {
		r.placed[i] = of
	} else {
		r.placed = append(r.placed, of)
	}
}

// placeOf returns the index of a run among those that were open before, -1 if it is new.
func (r *groups) placeOf(run message.Run) int {
	return slices.IndexFunc(r.placed, func(p placed) bool { return p.name == run.Name && p.file == run.File && p.trace == run.Trace })
}

// put moves a run into a group.
func (r *groups) put(run int, group uint8) {
	if run >= 0 && run < len(r.of) {
		r.of = slices.Clone(r.of) // a pending request has the former one
		r.of[run], r.hasGroups = group, true
	}
}

// Put moves a dragged run into a group.
func (r *groups) Put(run, group int) {
	if group >= 0 && group <= out {
		r.put(run, uint8(group))
	}
}

// swap exchanges A and B.
func (r *groups) swap() {
	r.of = slices.Clone(r.of)
	for i, g := range r.of {
		if g != out {
			r.of[i] = 1 - g
		}
	}
}

// runsOf lists the runs of a group.
func (r *groups) runsOf(group uint8) (all []int) {
	for i, g := range r.of {
		if g == group {
			all = append(all, i)
		}
	}
	return all
}

// A member is a run in the list of its group.
type member struct {
	Run                    int
	Name, In, Title, Calls string
}

// folder returns the folder of a run if another run has the same name, else "".
func (r *groups) folder(run *message.Run) string {
	if _, ok := slices.BinarySearch(r.common, run.Name); ok {
		return words.Clip(run.In)
	}
	return ""
}

// pathName returns the name of a run, with its folder if another run has the same name.
func (r *groups) pathName(run *message.Run) string {
	if in := r.folder(run); in != "" {
		return in + "/" + words.Clip(run.Name)
	}
	return words.Clip(run.Name)
}

// members lists the runs of a group.
func (r *Room) members(group int) (all []member) {
	for _, i := range r.runsOf(uint8(group)) {
		run := &r.runs[i]
		all = append(all, member{Run: i, Name: words.Clip(run.Name), In: r.folder(run), Title: words.Say("Open {1} alone", r.pathName(run)), Calls: words.Seen(run.Calls, r.sampled())})
	}
	return all
}

// failures lists the runs that could not be read.
func (r *groups) failures() string {
	var all []string
	for i := range r.failed {
		all = append(all, words.Say("{1}: {2}", r.pathName(&r.failed[i]), words.Filled(r.failed[i].Why).String()))
	}
	if len(all) == 0 {
		return ""
	}
	return words.Say("Not read: {1}", strings.Join(all, " "))
}

// groupTitle names a group, with its number of runs.
func (r *groups) groupTitle(group int) string {
	runs := words.Plural(int64(len(r.runsOf(uint8(group)))), "run", "runs")
	return [...]string{words.Say("A, the base: {1}", runs), words.Say("B: {1}", runs), words.Say("Left out: {1}", runs)}[group]
}
