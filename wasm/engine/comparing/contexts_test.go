package comparing

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// unfolded returns the complete call tree of two traces, as the page shows it with all rows open.
func unfolded(t *testing.T, r *Room, own *tracing.Trace, req message.ChangeTree) (rows []message.ChangeTreeRow) {
	t.Helper()
	req.Follow, req.Count = message.NoNode, 500
	for n := range r.comparison.Contexts().Tree.Len() {
		req.Open = append(req.Open, uint32(n))
	}
	for {
		reply := r.Answer(&req, own).(*message.ChangeTreeRows)
		rows = append(rows, reply.Rows...)
		if len(rows) == reply.Total {
			return rows
		}
		req.First = len(rows)
	}
}

// pathsOf returns the rows by their path of calls, with the names of their side.
func pathsOf(rows []message.ChangeTreeRow) map[string]message.Change {
	all := map[string]message.Change{}
	var path []string
	for i := range rows {
		r := &rows[i]
		text := r.Of.Texts[0] + "\n" + r.Of.Texts[1]
		path = append(path[:r.Level], text)
		all[strings.Join(path, " > ")] = r.Of
	}
	return all
}

// generated returns two traces of the same program.
func generated(t *testing.T, seed uint64) (a, b *tracing.Trace) {
	t.Helper()
	var of [2]*tracing.Trace
	for i := range of {
		var file bytes.Buffer
		if err := tracetest.Generate(&file, tracetest.Config{Records: 1500, Threads: 3, Methods: 30, Seed: seed + uint64(i)*100}); err != nil {
			t.Fatal(err)
		}
		of[i] = opened(t, file.Bytes())
	}
	return of[0], of[1]
}

// TestContexts checks the call tree of two random traces. It has each path of either trace once,
// with the figures of both, by every clock and in every unit. The root's callees add up to all
// calls. A trace equals itself.
func TestContexts(t *testing.T) {
	for seed := range uint64(12) {
		a, b := generated(t, seed)
		r := New()
		compared(t, r, a, b, "")
		x := r.comparison.Contexts()
		for clock := range message.Clock(3) {
			for _, scale := range []message.Scale{{}, {Unit: message.OfWhole}, {Unit: message.PerCall, Method: r.comparison.Name(0).Text()}} {
				rows := unfolded(t, r, b, message.ChangeTree{Clock: clock, Scale: scale})
				if len(rows) != x.Tree.Len()-1 {
					t.Fatalf("seed %d: %d rows of %d paths", seed, len(rows), x.Tree.Len()-1)
				}
				on := r.inUnit(scale).Contexts()
				var top [2]int64
				for _, row := range rows {
					for s := range on.Rows {
						of := &on.Rows[s][row.Node]
						if row.Of.Calls[s] != of.Calls || row.Of.Inclusive[s] != of.Inclusive[clock] || row.Of.Exclusive[s] != of.Exclusive[clock] {
							t.Fatalf("seed %d: row %d of side %d: %+v, want %+v", seed, row.Node, s, row.Of, of)
						}
						if row.Level == 0 {
							top[s] += of.Inclusive[clock]
						}
					}
					if row.Of.Split[0]+row.Of.Split[1] != row.Of.Inclusive[1]-row.Of.Inclusive[0] {
						t.Fatalf("seed %d: %+v does not add up", seed, row.Of)
					}
				}
				for s := range top {
					if all := r.comparison.Contexts().Rows[s][0]; scale.Unit == message.AsMeasured && top[s] != all.Inclusive[clock]-all.Exclusive[clock] {
						t.Fatalf("seed %d: the outermost calls of side %d come to %d of %d", seed, s, top[s], all.Inclusive[clock])
					}
				}
			}
		}
		there, back := pathsOf(unfolded(t, r, b, message.ChangeTree{})), New()
		compared(t, back, b, a, "")
		for path, c := range pathsOf(unfolded(t, back, a, message.ChangeTree{})) {
			parts := strings.Split(path, " > ")
			for i, part := range parts {
				one, other, _ := strings.Cut(part, "\n")
				parts[i] = other + "\n" + one
			}
			if was := there[strings.Join(parts, " > ")]; was.Calls != [2]int64{c.Calls[1], c.Calls[0]} || was.Inclusive != [2]int64{c.Inclusive[1], c.Inclusive[0]} {
				t.Fatalf("seed %d: %q is %+v, the other way round %+v", seed, path, was, c)
			}
		}

		same := New()
		compared(t, same, a, a, "")
		for _, row := range unfolded(t, same, a, message.ChangeTree{}) {
			if row.Of.Calls[0] != row.Of.Calls[1] || row.Of.Inclusive[0] != row.Of.Inclusive[1] || row.Of.Exclusive[0] != row.Of.Exclusive[1] {
				t.Fatalf("seed %d: compared with itself %+v", seed, row.Of)
			}
		}
		var l scene.List
		same.Draw(&message.ChangeFlame{View: message.Viewport{To: 1, Width: 800, Height: 600}, Root: message.NoNode, Chosen: message.NoNode, Method: message.NoNode}, &l, a)
		for _, rect := range l.Rects {
			if rect.Method == scene.NoMethod || rect.Slot&scene.Merged != 0 {
				continue
			}
			if name, ok := same.Name(rect.Method); rect.Slot&0xff != scene.SlotSame || !ok || name.Mark != "±0" {
				t.Fatalf("seed %d: compared with itself, a frame has colour %d and is marked %q", seed, rect.Slot, name.Mark)
			}
		}
	}
}

// TestChangeFlame checks that each frame has the width of its path on the requested side, or on the
// larger side. Search hits are marked. A frame gets a new number when its figures change.
func TestChangeFlame(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	r := New()
	compared(t, r, a, b, "")
	numbers := map[uint32]string{}
	for _, test := range []struct {
		width message.ChangeWidth
		scale message.Scale
		find  string
		want  string
	}{
		{message.WidthLarger, message.Scale{}, "", "+20 µs app.A.a 600, −1 µs app.Gone.gone 10, +1 µs app.New.made 10, +9 µs app.B.b 190, ±0 app.C$$ExternalSyntheticLambda2.run 50"},
		{message.WidthOfA, message.Scale{}, "", "+20 µs app.A.a 400, −1 µs app.Gone.gone 10, +9 µs app.B.b 100, ±0 app.C$$ExternalSyntheticLambda2.run 50"},
		{message.WidthOfB, message.Scale{}, "GONE", "+20 µs app.A.a 600, +1 µs app.New.made 10, +9 µs app.B.b 190, ±0 app.C$$ExternalSyntheticLambda2.run 50"},
		{message.WidthLarger, message.Scale{}, "GONE", "+20 µs app.A.a 600, −1 µs app.Gone.gone 10 found, +1 µs app.New.made 10, +9 µs app.B.b 190, ±0 app.C$$ExternalSyntheticLambda2.run 50"},
		{message.WidthLarger, message.Scale{Unit: message.OfWhole}, "", "+0.8 % app.A.a 1043, −2.44 % app.Gone.gone 24, +1.64 % app.New.made 16, +6.76 % app.B.b 311, −4 % app.C$$ExternalSyntheticLambda2.run 122"},
	} {
		var l scene.List
		unit := 10.0 // pixels per µs, by the width of all
		c := r.widths(0, test.scale, test.width)
		width := unit * float64(c.Rows[0].Inclusive[profile.Wall]) / 1000
		if test.scale.Unit == message.OfWhole {
			width = float64(c.Rows[0].Inclusive[profile.Wall]) / compare.Whole * 1000
		}
		r.Draw(&message.ChangeFlame{Scale: test.scale, Width: test.width, View: message.Viewport{To: 1, Width: message.CSS(width), Height: 600}, Root: message.NoNode, Chosen: message.NoNode, Method: message.NoNode, Find: test.find}, &l, b)
		byRow := map[uint32]string{}
		for _, rect := range l.Rects {
			name, ok := r.Name(rect.Method)
			if !ok {
				continue
			}
			text := strings.ReplaceAll(fmt.Sprintf("%s %s %d", name.Mark, name.Label, int(rect.W+0.5)), "\u00a0", " ")
			if rect.Slot&scene.Hit != 0 {
				text += " found"
			}
			byRow[rect.Row] = text
			if was := numbers[rect.Method]; was != "" && was != name.Mark {
				t.Errorf("number %d stood for %q and stands for %q", rect.Method, was, name.Mark)
			}
			numbers[rect.Method] = name.Mark
		}
		var all []string
		for depth := uint32(1); depth < 5; depth++ {
			for row := range uint32(c.Tree.Len()) {
				if text, ok := byRow[row]; ok && c.Tree.Depth[row] == depth {
					all = append(all, text)
				}
			}
		}
		if got := strings.Join(all, ", "); got != test.want {
			t.Errorf("%+v:\n got %s\nwant %s", test, got, test.want)
		}
	}
}

// TestChosenOutlined checks that exactly the frames of the selected method are outlined, on every
// path.
func TestChosenOutlined(t *testing.T) {
	r := New()
	b := opened(t, tracetest.Bytes("main 0>app.A.a()V 10>app.B.b()V 20<app.B.b()V 40<app.A.a()V 40>app.B.b()V 60<app.B.b()V"))
	compared(t, r, opened(t, tracetest.Bytes(before)), b, "")
	for pair := range uint32(len(r.comparison.Pairs)) + 1 {
		var l scene.List
		r.Draw(&message.ChangeFlame{View: message.Viewport{To: 1, Width: 1000, Height: 600}, Root: message.NoNode, Chosen: message.NoNode, Method: pair}, &l, b)
		drawn, outlined, wrong := 0, 0, 0
		for _, rect := range l.Rects {
			if _, ok := r.Name(rect.Method); !ok {
				continue
			}
			of := r.comparison.Contexts().Tree.Method[rect.Row] == trace.MethodIndex(pair)
			switch {
			case rect.Slot != scene.SlotMethod|scene.Outline && of:
				drawn++
			case rect.Slot == scene.SlotMethod|scene.Outline && of:
				outlined++
			case rect.Slot == scene.SlotMethod|scene.Outline:
				wrong++
			}
		}
		if outlined != drawn || wrong > 0 || drawn == 0 && int(pair) < len(r.comparison.Pairs) {
			t.Errorf("pair %d has %d frames, %d of them outlined, and %d of others", pair, drawn, outlined, wrong)
		}
	}
}

// TestChangeTree checks that rows are sorted by change. Follow opens the path to the largest part
// of the change. A search lists matches and the rows that lead to them.
func TestChangeTree(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	r := New()
	compared(t, r, a, b, "")
	for _, test := range []struct {
		req  message.ChangeTree
		want string
	}{
		{message.ChangeTree{Follow: message.NoNode}, "0+app.A.a, 0 app.Gone.gone, 0 app.New.made"},
		{message.ChangeTree{}, "0-app.A.a, 1 app.B.b, 1 app.C$$ExternalSyntheticLambda2.run, 0 app.Gone.gone, 0 app.New.made"},
		{message.ChangeTree{Follow: message.NoNode, Order: message.ChangeOfCalls}, "0 app.Gone.gone, 0 app.New.made, 0+app.A.a"},
		{message.ChangeTree{Text: "b.B"}, "0-app.A.a, 1 app.B.b"},
		{message.ChangeTree{Text: "app.b"}, "0-app.A.a, 1 app.B.b"},
		{message.ChangeTree{Text: "Lambda1"}, "0-app.A.a, 1 app.C$$ExternalSyntheticLambda2.run"},
	} {
		test.req.Count = 10
		var all []string
		for _, row := range r.Answer(&test.req, b).(*message.ChangeTreeRows).Rows {
			open := map[bool]string{true: "-", false: "+"}[row.Open]
			if row.Leaf {
				open = " "
			}
			all = append(all, fmt.Sprint(row.Level)+open+row.Of.Name)
		}
		if got := strings.Join(all, ", "); got != test.want {
			t.Errorf("%+v:\n got %s\nwant %s", test.req, got, test.want)
		}
	}
}
