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

// TestStepSlow: ] and [ go to the next one over the limit that is chosen for frames, > and < to the next one. A message tells its
// place, and Esc still goes back.
func TestStepSlow(t *testing.T) {
	for _, tt := range []struct {
		key   string
		limit int
		over  int64
		want  string
	}{
		{"]", message.UsualLimit, 16_666_667, "Frame 17 of 24 over 16.7\u00a0ms"},
		{"[", 0, 8_333_333, "Frame 17 of 24 over 8.3\u00a0ms"},
		{">", 0, 0, "Frame 17 of 24"},
		{"<", 0, 0, "Frame 17 of 24"},
		{"}", 0, 0, "Frame 17 of 24"},
	} {
		p := openCalc(t)
		p.d.Limit = tt.limit
		p.key(canvas.Key{Name: tt.key})
		if step, _ := uitest.Asked[*message.Step](p.Stand); step == nil || step.Over != tt.over {
			t.Errorf("%s asks for %+v, want those over %d ns", tt.key, step, tt.over)
		}
		p.answer()
		if p.d.Notice != tt.want || !p.d.Mentioned {
			t.Errorf("%s: notice %q, want %q", tt.key, p.d.Notice, tt.want)
		}
	}
	p := openCalc(t)
	p.key(canvas.Key{Name: "]"})
	uitest.Reply[*message.Step](p.Stand, &p.d.Line, &message.Call{Place: message.Place{Row: message.FrameRow, Over: 16_666_667}})
	if want := "None over 16.7\u00a0ms is further that way. Press < and > to step through all."; p.d.Notice != want {
		t.Errorf("after the last one: %q, want %q", p.d.Notice, want)
	}
	for _, tt := range []struct {
		key  string
		row  message.SpanRow
		want string
	}{
		{">", message.PhaseRow, "There is no further phase that way."},
		{">", message.MessageRow, "There is no further message that way."},
		{"<", message.FrameRow, "There is no further frame that way."},
		{"<", message.WaitRow, "There is no further wait that way."},
		{"}", message.PhaseRow, "There is no further row that way."},
		{".", message.PhaseRow, "There is no further call that way."},
	} {
		p := openCalc(t)
		p.d.SetMethod(5)
		p.key(canvas.Key{Name: tt.key})
		if uitest.Reply[*message.Step](p.Stand, &p.d.Line, &message.Call{Place: message.Place{Row: tt.row}}); p.d.Notice != tt.want {
			t.Errorf("after the last one, %s in row %d: %q, want %q", tt.key, tt.row, p.d.Notice, tt.want)
		}
	}
}
