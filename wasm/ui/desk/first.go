package desk

import "traceglass/wasm/message"

// First returns requests for the first pictures of a trace, the same that the views send when it opens. The
// worker sends them before the interface is ready. recall is Host.Recall; minimap and timeline are the sizes
// of these canvases.
func First(trace *message.Description, recall func(key string) string, minimap, timeline message.Viewport) []message.Picture {
	d := &Desk{Page: &Page{}, scoped: scoped{looks: recallLooks(recall)}}
	d.Forget()
	d.Time.View = timeline
	d.Open(trace)
	return []message.Picture{d.Minimap(minimap), d.Timeline()}
}

// Timeline returns the request for the picture of the visible time range.
func (d *Desk) Timeline() *message.Timeline {
	req := &message.Timeline{
		View: d.Time.View, Sort: d.Sort, Hidden: d.Hidden, Collapsed: d.Collapsed, Unfolded: d.Unfolded,
		Method: d.Method, Selected: d.Call, HasCall: d.HasCall,
		Switches: !d.NoGaps && d.TwoClocks(), Spans: true, Trimmed: d.looksAtOther(),
		Colour: d.Colour, Find: d.Search.Text, Filter: d.Filter, Clock: d.Clock, Thread: message.NoNode,
	}
	if req.Trimmed {
		req.Thread = d.Threads[0]
	}
	switch {
	case d.Reveal == message.RevealCall && d.HasCall:
		req.Reveal = d.Reveal
	case d.Reveal == message.RevealThread && len(d.Threads) == 1:
		req.Reveal, req.Thread = d.Reveal, d.Threads[0]
	}
	return req
}

// looksAtOther reports whether an answer led from a call to another thread: the timeline shows both.
func (d *Desk) looksAtOther() bool {
	return d.Peeking() && d.HasCall && len(d.Threads) == 1 && d.Threads[0] != d.Call.Thread
}

// Minimap returns the request for the picture of the whole trace, in the size of strip.
func (d *Desk) Minimap(strip message.Viewport) *message.Minimap {
	return &message.Minimap{Width: strip.Width, Height: strip.Height, Hidden: d.Hidden, Colour: d.Colour, Method: d.Method, Find: d.Search.Text}
}
