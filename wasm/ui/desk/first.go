package desk

import "traceglass/wasm/message"

// First asks for the pictures that a trace begins with, as the views do when it has been opened:
// for whoever shows them before there are views. Recall is Host.Recall; of the views, overview and
// timeline say how large they are.
func First(trace *message.Description, recall func(key string) string, overview, timeline message.Viewport) []message.Picture {
	d := &Desk{Page: &Page{}, NoGaps: recallGaps(recall), Colour: recallColour(recall)}
	d.Forget()
	d.Time.View = timeline
	d.Open(trace)
	return []message.Picture{d.Overview(overview), d.Timeline()}
}

// Timeline asks for the picture of the stretch of time that is in view, as it is to be.
func (d *Desk) Timeline() *message.Timeline {
	req := &message.Timeline{
		View: d.Time.View, Sort: d.Sort, Hidden: d.Hidden, Collapsed: d.Collapsed, Unfolded: d.Unfolded,
		Method: d.Method, Selected: d.Call, HasCall: d.HasCall,
		Switches: !d.NoGaps && d.TwoClocks(),
		Colour:   d.Colour, Find: d.Search.Text, Clock: d.Clock, Thread: message.NoNode,
	}
	switch {
	case d.Reveal == message.RevealCall && d.HasCall:
		req.Reveal = d.Reveal
	case d.Reveal == message.RevealThread && len(d.Threads) == 1:
		req.Reveal, req.Thread = d.Reveal, d.Threads[0]
	}
	return req
}

// Overview asks for the picture of the whole trace on a strip so large.
func (d *Desk) Overview(strip message.Viewport) *message.Overview {
	return &message.Overview{Width: strip.Width, Height: strip.Height, Hidden: d.Hidden, Colour: d.Colour, Method: d.Method, Find: d.Search.Text}
}
