package tracing

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// platformTrace has three platform frames around two methods of the app.
const platformTrace = "main 0>com.android.internal.os.ZygoteInit.main()V 1>android.app.ActivityThread.main()V 2>android.os.Looper.loop()V " +
	"3>app.Own.big()V 4>app.Own.leaf()V 90<app.Own.leaf()V 91<app.Own.big()V 92>app.Own.small()V 98<app.Own.small()V " +
	"99<android.os.Looper.loop()V 99<android.app.ActivityThread.main()V 100<com.android.internal.os.ZygoteInit.main()V"

// shown formats rows as a table shows them: "3 platform frames | .Own.big".
func shown(e *opened, rows []message.Row) string {
	var all []string
	for _, r := range rows {
		name := fmt.Sprintf("%d platform frames %.0f%%", r.Frames, 100*r.InclusiveShare[0])
		if r.Kind != message.FoldRow {
			m := &e.Info().Methods[r.Method]
			name = m.Class[strings.LastIndexByte(m.Class, '.')+1:] + "." + m.Name
		}
		if r.Open {
			name = "v " + name
		}
		all = append(all, strings.Repeat(".", int(r.Level))+name)
	}
	return strings.Join(all, " | ")
}

// TestPlatformFramesAreALine checks that the platform frames that the timeline folds are one
// line, which can be opened, in the table of methods and in the top-down tree.
func TestPlatformFramesAreALine(t *testing.T) {
	e := read(t, tracetest.Bytes(platformTrace))
	methods := func(req message.MethodRows) string {
		req.Scope, req.Count = whole, 50
		return shown(e, e.Answer(&req).(*message.Rows).Rows)
	}
	tree := func(req message.TreeRows) string {
		req.Scope, req.Count = whole, 50
		if req.HotPath == 0 && !req.Frames {
			req.HotPath = message.NoNode
		}
		return shown(e, e.Answer(&req).(*message.Rows).Rows)
	}
	const zygote, three = "ZygoteInit.main | ActivityThread.main | Looper.loop", "3 platform frames 100%"
	for _, tt := range []struct{ name, got, want string }{
		{"methods", methods(message.MethodRows{}), three + " | Own.big | Own.leaf | Own.small"},
		{"methods, open", methods(message.MethodRows{Unfolded: true}), "v " + three + " | " + zygote + " | Own.big | Own.leaf | Own.small"},
		{"by exclusive time", methods(message.MethodRows{Order: message.Order{Column: message.ByExclusive}}), "Own.leaf | Own.small | 3 platform frames 100% | Own.big"},
		{"a search that matches one", methods(message.MethodRows{Find: message.Find{Text: "Looper"}}), zygote + " | Own.big | Own.leaf | Own.small"},
		{"a search that matches none", methods(message.MethodRows{Find: message.Find{Text: "Own"}}), three + " | Own.big | Own.leaf | Own.small"},
		{"only what matches", methods(message.MethodRows{Find: message.Find{Text: "Looper", Only: true}}), "Looper.loop"},
		{"tree", tree(message.TreeRows{}), three + " | .Own.big | .Own.small"},
		{"tree, open", tree(message.TreeRows{Unfolded: true, Frames: true, HotPath: message.NoNode}), "v " + three + " | v ZygoteInit.main | .v ActivityThread.main | ..v Looper.loop | ...Own.big | ...Own.small"},
		{"from the methods up", tree(message.TreeRows{BottomUp: true, Order: message.Order{Column: message.ByExclusive}}), "Own.leaf | Own.small | Looper.loop | ZygoteInit.main | Own.big | ActivityThread.main"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, tt.got, tt.want)
		}
	}

	// A method without a row of its own is found at the line. A line opens no callers and
	// callees.
	looper := uint32(0)
	for m := range e.Info().Methods {
		if e.Info().Methods[m].Name == "loop" {
			looper = uint32(m)
		}
	}
	table := message.MethodRows{Scope: whole, Count: 50, Open: []uint32{looper}}
	if at := e.Answer(&message.Locate{Table: table, Method: looper, After: -1}).(*message.Location); at.Row != 0 || at.Method != looper {
		t.Errorf("Looper.loop is at %+v, want the line's row", at)
	}
	if got := methods(table); got != three+" | Own.big | Own.leaf | Own.small" {
		t.Errorf("opened to its relatives: %s", got)
	}

	// The heaviest path ends at a row that can be scrolled to.
	rows := e.Answer(&message.TreeRows{Scope: whole, Count: 50, HotPath: 0}).(*message.Rows)
	end := rows.Open[len(rows.Open)-1]
	again := e.Answer(&message.TreeRows{Scope: whole, Count: 50, HotPath: message.NoNode, Open: rows.Open, Seek: end, HasSeek: true}).(*message.Rows)
	if again.At < 0 || shown(e, again.Rows[again.At:again.At+1]) != "..Own.leaf" {
		t.Errorf("the hot end is at row %d of %s", again.At, shown(e, again.Rows))
	}
	first := e.Answer(&message.TreeRows{Scope: whole, Count: 50, HotPath: message.NoNode, Seek: rows.Open[0], HasSeek: true}).(*message.Rows)
	if first.At != 0 {
		t.Errorf("a folded frame is at row %d, want the line's", first.At)
	}
}

// TestPlatformFramesAreABox checks that the call graph has one box for the platform frames.
func TestPlatformFramesAreABox(t *testing.T) {
	for _, tt := range []struct {
		unfolded bool
		want     string
	}{
		{false, "(toplevel)>3 platform frames 100 µs; 3 platform frames>Own.big 88 µs; Own.big>Own.leaf 86 µs; 3 platform frames>Own.small 6 µs"},
		{true, "(toplevel)>ZygoteInit.main 100 µs; ZygoteInit.main>ActivityThread.main 98 µs; ActivityThread.main>Looper.loop 97 µs; Looper.loop>Own.big 88 µs; Own.big>Own.leaf 86 µs; Looper.loop>Own.small 6 µs"},
	} {
		e := read(t, tracetest.Bytes(platformTrace))
		g, _ := e.callGraph(&message.Graph{Scope: whole, Unfolded: tt.unfolded})
		var all []string
		for _, edge := range g.Edges {
			name := func(n int) string {
				_, name, ok := strings.Cut(g.Nodes[n].Lines[0], "] ")
				if !ok {
					name = g.Nodes[n].Lines[0]
				}
				return name
			}
			all = append(all, name(edge.Tail)+">"+name(edge.Head)+" "+edge.Label)
		}
		if got := strings.ReplaceAll(strings.Join(all, "; "), "\u00a0", " "); got != tt.want {
			t.Errorf("unfolded %v:\n got %s\nwant %s", tt.unfolded, got, tt.want)
		}
	}
}
