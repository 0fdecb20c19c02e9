package tracing

import (
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/uitest"
)

// TestChooseSpan checks that a click or a key on a row above main sets the range and selects the call.
func TestChooseSpan(t *testing.T) {
	click := func(p *page) {
		p.input(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Click, X: 700, Y: 40, Hit: canvas.Hit{OK: true, Method: 5, Depth: 5, Row: 3, X: 600, Y: 30, W: 200, H: 14, Span: true}})
	}
	for name, choose := range map[string]func(*page){
		"a click":    click,
		"]":          func(p *page) { p.key(canvas.Key{Name: "]"}) },
		"{":          func(p *page) { p.key(canvas.Key{Name: "{", Shift: true}) },
		"[, after ]": func(p *page) { p.key(canvas.Key{Name: "]"}); p.answer(); p.key(canvas.Key{Name: "["}) },
	} {
		p := openCalc(t)
		choose(p)
		p.answer()
		want := message.CallRef{Depth: 5, Row: 3}
		if p.d.From != 2113*uitest.Ms || p.d.To != 2431*uitest.Ms || !p.d.HasCall || p.d.Call != want {
			t.Errorf("%s: range %d to %d, call %v %+v", name, p.d.From, p.d.To, p.d.HasCall, p.d.Call)
		}
	}
}
