package desk

import (
	"slices"
	"strconv"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/node"
)

// ShowCall selects a call and zooms the timeline to it.
func (d *Desk) ShowCall(call message.CallRef, method uint32) {
	d.Split.ShowPart(TimelinePart)
	d.Jump(call, method)
	d.ZoomTo(call, method)
}

// ShowBranch shows a frame, given its path, in the top-down tree.
func (d *Desk) ShowBranch(path []canvas.Crumb) {
	if len(path) == 0 {
		d.Notify(words.T("The tree has no such frame."))
		return
	}
	d.Branch = path
	d.Branches++
	if start := d.Starts[0].Path; len(start) > 0 && !slices.Contains(path, start[len(start)-1]) {
		d.Starts[0] = Start{}
	}
	d.ChooseMethod(path[len(path)-1].Method)
	d.Show("topdown")
}

// A Start is the root that a call tree is shown from, given its path. The zero value is the tree's own root.
type Start struct {
	Path []canvas.Crumb
	Fold bool // the nodes belong to a tree that folds direct recursion
}

// ThreadFacts returns a thread's figures for a tooltip.
func (d *Desk) ThreadFacts(thread uint32) []node.Fact {
	t := d.Thread(thread)
	if t == nil {
		return nil
	}
	return []node.Fact{
		{Term: "ID", Text: strconv.FormatUint(uint64(t.ID), 10)},
		{Term: d.BusyName(d.Clock), Text: d.Figure(t.Busy[d.Clock], d.Clock)},
	}
}

// ZoomRange zooms the timeline to the selected range.
func (d *Desk) ZoomRange() {
	if d.Ranged() {
		d.Split.ShowPart(TimelinePart)
		d.Time.Show(float64(d.From), float64(d.To))
		d.Time.Preview(d.Host)
	}
}
