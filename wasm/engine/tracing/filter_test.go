package tracing

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/report"
	"traceglass/render/scene"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
)

// TestFilter: the table, the totals and what each term takes, for each term of the language.
func TestFilter(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace+" worker 0>com.shop.Job.run()V 30>com.shop.Log.log()V 40<com.shop.Log.log()V 50<com.shop.Job.run()V"))
	const all = "loop 100/15 | load 80/30 | execute 50/45 | run 50/40 | log 15/15 | clean 5/5"
	for _, tt := range []struct{ filter, table, sum, terms string }{
		{"", all, "150, left out 0", ""},
		{"log", "loop 5/0 | load 5/0 | execute 5/0 | run 10/0 | log 15/15", "15, left out 135", "log 135"},
		{"-log", "loop 95/15 | load 75/30 | execute 45/45 | run 40/40 | clean 5/5", "135, left out 15", "-log 15"},
		{"through:com.shop.Log", "loop 5/0 | load 5/0 | execute 5/0 | run 10/0 | log 15/15", "15, left out 135", "through:com.shop.Log 135"},
		{"drop:okhttp3", "loop 45/15 | load 30/30 | run 50/40 | log 10/10", "95, left out 55", "drop:okhttp3 55"},
		{"-through:okhttp3", "loop 45/15 | load 30/30 | run 50/40 | log 10/10", "95, left out 55", "-through:okhttp3 55"},
		{"under:load", "loop 50/0 | load 50/0 | execute 50/45 | log 5/5", "50, left out 100", "under:load 100"},
		{"-under:load", "loop 50/15 | load 30/30 | run 50/40 | log 10/10 | clean 5/5", "100, left out 50", "-under:load 50"},
		{"root:execute", "execute 50/45 | log 5/5", "50, left out 100", "root:execute 100"},
		{"merge:okhttp3", "loop 100/20 | load 80/75 | run 50/40 | log 15/15", "150, left out 0", "merge:okhttp3 moves 50"},
		{"-merge:origin:own", "load 80/75 | run 50/40 | log 15/15", "150, left out 0", "-merge:origin:own moves 65"},
		{"self:origin:own", "load 35/30 | run 50/40 | log 15/15", "85, left out 65", "self:origin:own 65"},
		{`drop:"com.shop.Cart.load"`, "loop 20/15 | run 50/40 | log 10/10 | clean 5/5", "70, left out 80", `drop:"com.shop.Cart.load" 80`},
		{query.Hashing("drop", "com.shop.Cart.load()V"), "loop 20/15 | run 50/40 | log 10/10 | clean 5/5", "70, left out 80", "drop:hash:81206f75 (com.shop.Cart.load) 80"},
		{query.Hashing("merge", "okhttp3."), "loop 100/20 | load 80/75 | run 50/40 | log 15/15", "150, left out 0", "merge:hash:86cb781e (okhttp3.) moves 50"},
		{query.Hashing("merge", "okhttp3.Call."), "loop 100/15 | load 80/75 | run 50/40 | log 15/15 | clean 5/5", "150, left out 0", "merge:hash:1bd800a4 (okhttp3.Call.) moves 45"},
		{query.Hashing("drop", "com.shop.Log."), "loop 95/15 | load 75/30 | execute 45/45 | run 40/40 | clean 5/5", "135, left out 15", "drop:hash:baf44cf6 (com.shop.Log.) 15"},
		{`merge:"okhttp3."`, "loop 100/20 | load 80/75 | run 50/40 | log 15/15", "150, left out 0", `merge:"okhttp3." moves 50`},
		{`drop:"com.shop.Log."`, "loop 95/15 | load 75/30 | execute 45/45 | run 40/40 | clean 5/5", "135, left out 15", `drop:"com.shop.Log." 15`},
		{"drop:/ute$/", "loop 50/15 | load 30/30 | run 50/40 | log 10/10 | clean 5/5", "100, left out 50", "drop:/ute$/ 50"},
		{"slower:10us", "loop 100/20 | load 80/30 | execute 50/50 | run 50/40 | log 10/10", "150, left out 0", "slower:10us -2"},
		{"thread:worker", "run 50/40 | log 10/10", "50, left out 0", "thread:worker -1 threads"},
		{"-thread:worker", "loop 100/15 | load 80/30 | execute 50/45 | log 5/5 | clean 5/5", "100, left out 0", "-thread:worker -1 threads"},
		{"thread:nobody", "", "0, left out 0", "thread:nobody matches nothing"},
		{"log drop:load", "run 10/0 | log 10/10", "10, left out 140", "log 135 | drop:load 5"},
		{"off:log drop:load", "loop 20/15 | run 50/40 | log 10/10 | clean 5/5", "70, left out 80", "off:log off | drop:load 80"},
		{"drop:nothing", all, "150, left out 0", "drop:nothing matches nothing"},
	} {
		scope := whole
		scope.Filter = tt.filter
		var rows []string
		for _, r := range e.Answer(&message.MethodRows{Scope: scope, Count: 50}).(*message.Rows).Rows {
			rows = append(rows, fmt.Sprintf("%s %d/%d", e.Info().Methods[r.Method].Name, r.Inclusive[0]/1000, r.Exclusive[0]/1000))
		}
		sum := e.Answer(&message.Summed{Scope: scope}).(*message.Sum)
		var terms []string
		for _, term := range sum.Terms {
			text := term.Text
			if term.Name != "" {
				text += " (" + term.Name + ")"
			}
			switch {
			case term.Off:
				text += " off"
			case term.Takes == message.QuickCalls:
				text += fmt.Sprintf(" -%d", term.Count)
			case term.Found == 0:
				text += " matches nothing"
			case term.Takes == message.OtherThreads:
				text += fmt.Sprintf(" -%d threads", term.Count)
			case term.Moves:
				text += fmt.Sprintf(" moves %d", term.Took[0]/1000)
			default:
				text += fmt.Sprintf(" %d", term.Took[0]/1000)
			}
			terms = append(terms, text)
		}
		got := fmt.Sprintf("%d, left out %d", sum.Times[0]/1000, sum.LeftOut[0]/1000)
		if table := strings.Join(rows, " | "); table != sortedLike(tt.table, table) {
			t.Errorf("%s:\n got %s\nwant %s", tt.filter, table, tt.table)
		}
		if got != tt.sum || strings.Join(terms, " | ") != tt.terms {
			t.Errorf("%s: %s; %s, want %s; %s", tt.filter, got, strings.Join(terms, " | "), tt.sum, tt.terms)
		}
	}
	for filter, want := range map[string]string{
		"drop:/(/":      "The pattern /(/ cannot be read: missing closing ).",
		"dropp:load":    `There is no term dropp:. Did you mean drop:?`,
		"slower:never":  `slower: needs a time such as 10ms, not "never".`,
		"-slower:10ms":  "-slower:10ms cannot be negated.",
		"-root:load":    "-root:load cannot be negated.",
		"drop:thread:a": `A verb such as drop: needs methods: word, "whole name", /regex/, origin:own or wait:lock, not thread:`,
		"state:blocked": "This search does not support state:",
	} {
		scope := whole
		scope.Filter = filter
		sum := e.Answer(&message.Summed{Scope: scope}).(*message.Sum)
		if sum.Refused != want || sum.Times[0] != 150_000 {
			t.Errorf("%s is refused with %q, %d ns; want %q and the whole", filter, sum.Refused, sum.Times[0], want)
		}
	}
}

// sortedLike returns the items of want in the order of got, if both have the same.
func sortedLike(want, got string) string {
	a, b := strings.Split(want, " | "), strings.Split(got, " | ")
	count := map[string]int{}
	for i := range a {
		count[a[i]]++
	}
	for i := range b {
		count[b[i]]--
	}
	for _, n := range count {
		if n != 0 {
			return want
		}
	}
	return got
}

// TestFilteredViews: the trees, the flame graph, relatives, the call graph, the search and paths show the same calls.
func TestFilteredViews(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace))
	format := func(rows []message.Row) string {
		var all []string
		for _, r := range rows {
			name := "(none)"
			if r.Method != message.NoNode {
				name = e.Info().Methods[r.Method].Name
			}
			all = append(all, fmt.Sprintf("%s%s %d/%d", strings.Repeat(".", int(r.Level)), name, r.Inclusive[0]/1000, r.Exclusive[0]/1000))
		}
		return strings.Join(all, " | ")
	}
	scope := whole
	scope.Filter = "root:load merge:okhttp3"
	top := e.Answer(&message.TreeRows{Scope: scope, Count: 50, HotPath: 0, Open: []uint32{2}}).(*message.Rows)
	if got, want := format(top.Rows), "load 80/75 | .log 5/5"; got != want {
		t.Errorf("the tree is %s, want %s", got, want)
	}
	up := e.Answer(&message.TreeRows{Scope: scope, Count: 50, HotPath: message.NoNode, BottomUp: true}).(*message.Rows)
	if got, want := format(up.Rows), "load 80/75 | log 5/5"; got != want {
		t.Errorf("from the methods up: %s, want %s", got, want)
	}
	load := top.Rows[0]
	frame := e.Answer(&message.FlameNode{Scope: scope, Node: load.Node}).(*message.FlameNodeReply)
	if frame.Depth != 1 || frame.Whole[0] != 80_000 || frame.Exclusive[0] != 75_000 {
		t.Errorf("the frame is %+v", frame)
	}
	relatives := e.Answer(&message.Relatives{Scope: scope, Method: load.Method}).(*message.Rows)
	if got, want := format(relatives.Rows), "load 80/75 | .load 0/0 | ..(none) 80/0 | .load 0/0 | ..load 75/75 | ..log 5/0"; got != want {
		t.Errorf("the relatives are %s, want %s", got, want)
	}
	hits := e.Answer(&message.Search{Scope: scope, Text: "log"}).(*message.Hits)
	if hits.Methods != 1 || hits.Times[0] != 5_000 {
		t.Errorf("the search finds %+v", hits)
	}
	if hits := e.Answer(&message.Search{Scope: scope, Text: "okhttp3"}).(*message.Hits); hits.Methods != 0 {
		t.Errorf("the search finds merged methods: %+v", hits)
	}
	path := e.Answer(&message.PathInfo{Scope: scope, HasCall: true, Call: message.CallRef{Depth: 3}}).(*message.Path)
	if len(path.Methods) != 4 || len(path.Nodes) != 2 || path.Nodes[0] != load.Node {
		t.Errorf("the path to a call is %+v", path)
	}
}

// TestFilteredTimeline: the timeline fades the calls that the filter leaves out. Matches of a search stay.
func TestFilteredTimeline(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace+" worker 0>com.shop.Job.run()V 30>com.shop.Log.log()V 40<com.shop.Log.log()V 50<com.shop.Job.run()V"))
	for _, tt := range []struct{ filter, find, bright string }{
		{"", "", "loop load execute log clean run log"},
		{"drop:execute", "", "loop load clean run log"},
		{"under:load", "", "loop load execute log"},
		{"root:load", "", "load execute log"},
		{"merge:okhttp3", "", "loop load log run log"},
		{"self:origin:own", "", "load log run log"},
		{"slower:20us", "", "loop load execute run"},
		{"thread:worker", "", "run log"},
		{"off:drop:execute", "", "loop load execute log clean run log"},
		{"drop:execute", "execute", "execute"},
	} {
		for _, width := range []message.CSS{800, 170} { // and all calls of a level in one pixel or two
			var l scene.List
			if err := e.List(&message.Timeline{View: message.Viewport{To: 100_000, Width: width, Height: 400}, Method: message.NoNode, Colour: message.ColourByOrigin, Filter: tt.filter, Find: tt.find}, &l); err != nil {
				t.Fatal(err)
			}
			var bright []string
			for _, r := range l.Rects {
				if r.Method != scene.NoMethod && r.Slot&scene.Faded == 0 {
					bright = append(bright, e.Info().Methods[r.Method].Name)
				}
			}
			slices.Sort(bright)
			want := strings.Fields(tt.bright)
			slices.Sort(want)
			if width == 800 && !slices.Equal(bright, want) {
				t.Errorf("%s, search %q: bright are %s, want %s", tt.filter, tt.find, bright, want)
			}
			if width < 800 && tt.filter == "thread:worker" && slices.Contains(bright, "loop") {
				t.Errorf("%s: merged calls of another thread are bright", tt.filter)
			}
		}
	}
}

// TestFilteredThreads: the table of threads follows the filter: calls, depth and the time in calls.
func TestFilteredThreads(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace+" worker 0>com.shop.Job.run()V 30>com.shop.Log.log()V 40<com.shop.Log.log()V 50<com.shop.Job.run()V"))
	for filter, want := range map[string]string{
		"": "main 5 calls depth 4 100; worker 2 calls depth 2 50", "drop:log": "main 4 calls depth 3 95; worker 1 calls depth 1 40",
		"root:log": "main 1 calls depth 1 5; worker 1 calls depth 1 10", "thread:worker": "main 0 calls depth 0 0; worker 2 calls depth 2 50",
		"-merge:origin:own": "main 2 calls depth 2 100; worker 2 calls depth 2 50", "self:load": "main 1 calls depth 1 30; worker 0 calls depth 0 0",
	} {
		var got []string
		for _, r := range e.Answer(&message.ThreadRows{Scope: message.Scope{To: message.Whole, Filter: filter}}).(*message.Threads).Threads {
			got = append(got, fmt.Sprintf("%s %d calls depth %d %d", r.Name, r.Calls, r.MaxDepth, r.Busy[0]/1000))
		}
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%s: %s, want %s", filter, text, want)
		}
	}
}

// TestFilteredSamples: the times that are shown and left out add up to the whole. The exclusive times of methods add up to the
// times that are shown. This holds for times off the CPU too.
func TestFilteredSamples(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/corpus/simpleperf/*.trace")
	if len(files) == 0 {
		t.Skip("the corpus of recordings is missing: ../shared/corpus/simpleperf")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil || len(data) > 4<<20 || !strings.HasPrefix(string(data), "SIMPLEPERF") {
			continue
		}
		e, _ := openSamples(t, data)
		all := e.Answer(&message.Summed{Scope: whole}).(*message.Sum)
		for _, filter := range []string{"drop:origin:native", "merge:origin:platform slower:2ms", "slower:50ms", "root:/a/ -merge:/e/", "under:java slower:1ms"} {
			scope := whole
			scope.Filter = filter
			sum := e.Answer(&message.Summed{Scope: scope}).(*message.Sum)
			p := e.profiles.shown(scope)
			var byThread profile.Times
			p.EachThread(report.Threads(p.Index, p.Scope), func(_ trace.ThreadIndex, c *profile.Contexts) {
				for row := 1; row < len(c.Rows); row++ {
					r := &c.Rows[row]
					for clock, ns := range r.Exclusive {
						byThread[clock] += ns
						if r.Calls == 0 && ns != 0 {
							t.Errorf("%s, %s, clock %d: a path without calls has %d", filepath.Base(file), filter, clock, ns)
						}
					}
				}
			})
			for clock := range sum.Times {
				if sum.Times[clock]+sum.LeftOut[clock] != all.Times[clock] {
					t.Errorf("%s, %s, clock %d: %d + %d is not %d", filepath.Base(file), filter, clock, sum.Times[clock], sum.LeftOut[clock], all.Times[clock])
				}
				exclusive := p.Outside()[clock]
				for m := range p.Methods {
					exclusive += p.Methods[m].Exclusive[clock]
					if f := &p.Methods[m]; f.Exclusive[clock] < 0 || f.Calls+f.Recursive == 0 && f.Exclusive[clock] != 0 {
						t.Errorf("%s, %s, clock %d: %s has %d calls and %d", filepath.Base(file), filter, clock, e.Info().Methods[m].Label(), f.Calls+f.Recursive, f.Exclusive[clock])
					}
				}
				if exclusive-p.Outside()[clock] != byThread[clock] {
					t.Errorf("%s, %s, clock %d: by thread, exclusive times are %d, not %d", filepath.Base(file), filter, clock, byThread[clock], exclusive-p.Outside()[clock])
				}
				if exclusive != sum.Times[clock] {
					t.Errorf("%s, %s, clock %d: exclusive times are %d, shown %d", filepath.Base(file), filter, clock, exclusive, sum.Times[clock])
				}
			}
		}
	}
}

// TestCompiledFilters: the totals of own code need all code too. Neither discards the other's filter, and a new range keeps both.
func TestCompiledFilters(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace))
	for _, code := range []message.Code{message.ChargedToOwn, message.OwnCode} {
		scope := message.Scope{To: message.Whole, Filter: "drop:log", Code: code}
		all := scope
		all.Code = message.AllCode
		e.Answer(&message.Summed{Scope: scope})
		before := [2]*profile.Profile{e.profiles.shown(scope), e.profiles.shown(all)}
		e.Answer(&message.Summed{Scope: scope})
		if e.profiles.shown(scope) != before[0] || e.profiles.shown(all) != before[1] {
			t.Errorf("code %d: the totals discard a profile", code)
		}
		scope.To, all.To = 20_000, 20_000
		if after := [2]*profile.Profile{e.profiles.shown(scope), e.profiles.shown(all)}; &after[0].Rows[0] != &before[0].Rows[0] || &after[1].Rows[0] != &before[1].Rows[0] {
			t.Errorf("code %d: another range discards a filter", code)
		}
	}
}
