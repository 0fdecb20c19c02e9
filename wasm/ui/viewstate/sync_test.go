package viewstate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
	"traceglass/wasm/ui/viewstate"
)

// hashed answers for a trace whose node n has the hash h followed by n, up to 999.
func hashed(req message.Body) message.Body {
	q := req.(*message.Hashes)
	m := &message.Hashed{}
	for _, n := range q.Nodes {
		m.Hashes = append(m.Hashes, fmt.Sprint("h", n))
	}
	for _, h := range q.Hashes {
		node, method := message.NoNode, message.NoNode
		if n := uint32(0); strings.HasPrefix(h, "h") {
			fmt.Sscan(h[1:], &n)
			if n > 0 && n < 1000 {
				node, method = n, n+5000
			}
		}
		m.Nodes, m.Methods = append(m.Nodes, node), append(m.Methods, method)
	}
	return m
}

// TestFlameViewState: the view state of a flame graph gives another one the same look. It leaves out frames that are
// missing there. A link has only the first frames of a long path.
func TestFlameViewState(t *testing.T) {
	opened := func() (*desk.Page, *uitest.Stand, *viewstate.Sync, *canvas.Frames) {
		s := uitest.New()
		p := desk.NewPage(s)
		k, f := &viewstate.Sync{View: "flame"}, &canvas.Frames{}
		k.Open(&p.ViewStates, &p.Names)
		f.Reset(1, 1e-7)
		f.Restart()
		return p, s, k, f
	}
	say := func(p *desk.Page, s *uitest.Stand, k *viewstate.Sync, f *canvas.Frames) string {
		s.Settle(&p.Line, func() {
			if l, ok := k.Requested(); ok {
				k.ApplyFrames(l, f, func(*message.Hashed) {})
			}
			k.Report(&p.Line, message.Hashes{Of: message.HashTopDown}, viewstate.FrameNodes(f), func(hash func(...uint32) []string) viewstate.State {
				return viewstate.State("").WithFrames(f, hash)
			})
		}, hashed)
		return p.ViewStates.String()
	}
	p, s, k, f := opened()
	if got := say(p, s, k, f); got != "" {
		t.Errorf("of a graph as it begins it says %q", got)
	}
	f.Path = []canvas.Crumb{{Node: 3, Method: 5003}, {Node: 7, Method: 5007}}
	f.Selected, f.HasSelected, f.Upward = canvas.Crumb{Node: 9, Method: 5009}, true, true
	f.View.From, f.View.To, f.View.ScrollY = .25, .5, 36
	const want = "flame_Fh9_Zh3.h7_u1_v250000000.500000000.36"
	if got := say(p, s, k, f); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	p2, s2, k2, f2 := opened()
	p2.ViewStates = p.ViewStates
	say(p2, s2, k2, f2)
	if got, want := fmt.Sprint(f2.Path, f2.Selected, f2.HasSelected, f2.Upward, f2.View), fmt.Sprint(f.Path, f.Selected, f.HasSelected, f.Upward, f.View); got != want {
		t.Errorf("another is %s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"Zh2.x.h4_Fq": "flame_Zh2.h4", "Fh1": "flame_Fh1", "v5.4.3": "", "v.._u_Z": "", "Z" + strings.Repeat("y.", 5000): "", "v0.99999999999.1": "", "*": "",
	} {
		p2.ViewStates = nil
		say(p2, s2, k2, f2)
		p2.ViewStates = viewstate.Parse("flame_" + text)
		if got := say(p2, s2, k2, f2); got != want {
			t.Errorf("applying %.40q makes %q, want %q", text, got, want)
		}
	}
	f.Path = nil
	for n := range uint32(150) {
		f.Path = append(f.Path, canvas.Crumb{Node: n + 1})
	}
	f.HasSelected = false
	if got := strings.Count(say(p, s, k, f), "."); got != message.MostHashes-1+2 {
		t.Errorf("of 150 frames it has %d", got)
	}
	if nodes := viewstate.Linked(slices.Repeat([]uint32{1}, 500)); len(nodes) != message.MostHashes {
		t.Errorf("a link has %d rows", len(nodes))
	}
}
