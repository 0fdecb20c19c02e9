package desk

import (
	"slices"

	"traceglass/wasm/message"
)

// Selecting methods and calls, and showing calls in the timeline.

// SetCallDetails stores the reply about the selected call, and selects its method. If the timeline was waiting for
// the times of the call, it moves there.
func (d *Desk) SetCallDetails(call *message.Call) {
	d.Chosen = call
	d.Names.Need(call.Method)
	if call.AtLeast > 1 {
		d.Names.Need(call.Callee)
	}
	for _, f := range call.Path {
		d.Names.Need(f.Method)
	}
	d.Method = call.Method
	if d.Reveal == message.RevealCall {
		d.Time.Reveal(float64(call.From), float64(call.To))
	}
	d.zoomWhenKnown()
}

// zoomWhenKnown zooms to the selected call once its times are known.
func (d *Desk) zoomWhenKnown() {
	if call := d.Chosen; d.zoomTo && call != nil && d.HasCall && call.Call == d.Call {
		d.zoomTo = false
		d.Time.Around(float64(call.From), float64(call.To+call.AfterEnd))
		d.Time.Preview(d.Host)
	}
}

// CancelReveal drops what the timeline was to scroll or zoom to.
func (d *Desk) CancelReveal() { d.Reveal, d.zoomTo = message.RevealNothing, false }

// ChooseMethod selects a method.
func (d *Desk) ChooseMethod(method uint32) {
	if method == message.NoNode {
		return
	}
	d.SetMethod(method)
	d.Names.Need(method)
}

// ChooseCall selects a call and its method, and unfolds the platform frames if it is in them. The timeline stays.
func (d *Desk) ChooseCall(call message.CallRef, method uint32) {
	d.SetCall(call, method)
	d.Names.Need(method)
	if int(call.Depth) < d.Folded(call.Thread) {
		d.ToggleFramework(call.Thread)
	}
}

// ScrollToCall selects a call and scrolls it into view in the timeline. It expands its thread, and keeps the zoom.
func (d *Desk) ScrollToCall(call message.CallRef, method uint32) {
	d.ChooseCall(call, method)
	d.Collapsed = slices.DeleteFunc(slices.Clone(d.Collapsed), func(c uint32) bool { return c == call.Thread })
	d.Reveal = message.RevealCall
}

// ZoomToCall selects a call and zooms the timeline to its time. It does not scroll to its thread.
func (d *Desk) ZoomToCall(call message.CallRef, method uint32) {
	d.ChooseCall(call, method)
	d.zoomTo = true
	d.zoomWhenKnown()
}

// Fit zooms the timeline to the selected call or range. It returns false if neither is selected.
func (d *Desk) Fit() bool {
	switch {
	case d.HasCall:
		d.zoomTo, d.Reveal = true, message.RevealCall
		d.zoomWhenKnown()
	case d.Ranged():
		d.Time.Show(float64(d.From), float64(d.To))
		d.Time.Preview(d.Host)
	default:
		return false
	}
	return true
}

// ShowCall scrolls and zooms the timeline to a call. If the views hide the timeline, it shows that.
func (d *Desk) ShowCall(call message.CallRef, method uint32) {
	d.Split.ShowPart(TimelinePart)
	d.ScrollToCall(call, method)
	d.ZoomToCall(call, method)
}

// ZoomRange zooms the timeline to the selected range.
func (d *Desk) ZoomRange() {
	if d.Ranged() {
		d.Split.ShowPart(TimelinePart)
		d.Time.Show(float64(d.From), float64(d.To))
		d.Time.Preview(d.Host)
	}
}
