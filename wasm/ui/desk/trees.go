package desk

import (
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// trees are the frames that the views of merged calls show.
type trees struct {
	Entered []canvas.Crumb
	Entries int // raised when another view enters a frame: the flame graph then shows Entered

	Sandwiches int // raised when a view asks for a sandwich: the flame graph then shows that of the selected method

	Branch   []canvas.Crumb
	Branches int      // raised when another view shows a frame in the top-down tree: the tree then opens Branch
	Starts   [2]Start // roots of the top-down and the bottom-up tree
}

// A Start is the root that a call tree is shown from, given its path. The zero value is the tree's own root.
type Start struct {
	Path []canvas.Crumb
	Fold bool // the nodes belong to a tree that folds direct recursion
}

// Enter opens the flame graph and zooms it to the last frame of path.
func (d *Desk) Enter(path []canvas.Crumb) {
	if len(path) == 0 {
		d.Notify(words.T("The flame graph has no such frame."))
		return
	}
	d.Entered = path
	d.Entries++
	d.SetMethod(path[len(path)-1].Method)
	d.Show("flamegraph")
}

// ShowSandwich opens the flame graph with the callers of a method above it and its callees below.
func (d *Desk) ShowSandwich(method uint32) {
	if method == message.NoNode {
		d.Notify(words.T("Select a method first."))
		return
	}
	if d.CodeSet && d.ShownCode() != message.AllCode {
		d.Notify(words.T("Your code alone is shown. To see callers and callees in Android and libraries, choose All code."))
	}
	d.Sandwiches++
	d.SetMethod(method)
	d.Show("flamegraph")
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
