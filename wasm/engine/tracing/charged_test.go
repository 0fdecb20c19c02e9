package tracing

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// chargedTrace has own code below the platform, a library between own methods, and a library without own callers.
const chargedTrace = "main 0>android.os.Looper.loop()V 10>com.shop.Cart.load()V 20>okhttp3.Call.execute()V 40>com.shop.Log.log()V 45<com.shop.Log.log()V " +
	"70<okhttp3.Call.execute()V 90<com.shop.Cart.load()V 90>okhttp3.Pool.clean()V 95<okhttp3.Pool.clean()V 100<android.os.Looper.loop()V"

// TestCharged: own methods alone, charged with the time of the code that they call, in the table, trees, and flame graph.
func TestCharged(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace))
	scope := whole
	scope.Code = message.ChargedToOwn
	format := func(rows []message.Row) string {
		var all []string
		for _, r := range rows {
			m := &e.Info().Methods[r.Method]
			all = append(all, fmt.Sprintf("%s%s %d/%d", strings.Repeat(".", int(r.Level)), m.Name, r.Inclusive[0]/1000, r.Exclusive[0]/1000))
		}
		return strings.Join(all, " | ")
	}
	table := e.Answer(&message.MethodRows{Scope: scope, Count: 50}).(*message.Rows)
	if got, want := format(table.Rows), "load 80/75 | log 5/5"; got != want {
		t.Errorf("the table is %s, want %s", got, want)
	}
	top := e.Answer(&message.TreeRows{Scope: scope, Count: 50, HotPath: message.NoNode}).(*message.Rows)
	load := top.Rows[0].Node
	top = e.Answer(&message.TreeRows{Scope: scope, Count: 50, HotPath: message.NoNode, Open: []uint32{load}}).(*message.Rows)
	if got, want := format(top.Rows), "load 80/75 | .log 5/5"; got != want {
		t.Errorf("the tree is %s, want %s", got, want)
	}
	up := e.Answer(&message.TreeRows{Scope: scope, Count: 50, HotPath: message.NoNode, BottomUp: true}).(*message.Rows)
	if got, want := format(up.Rows), "load 80/75 | log 5/5"; got != want {
		t.Errorf("from the methods up: %s, want %s", got, want)
	}
	frame := e.Answer(&message.FlameNode{Scope: scope, Node: load}).(*message.FlameNodeReply)
	if frame.Depth != 1 || frame.Parent[0] != 80_000 || frame.From != 0 || frame.To != 1 || frame.Exclusive[0] != 75_000 || frame.Callee.Method != table.Rows[1].Method {
		t.Errorf("the frame is %+v", frame)
	}
	sum := e.Answer(&message.Summed{Scope: scope}).(*message.Sum)
	if frame.Whole != sum.Times {
		t.Errorf("shares of a frame are of %v, other shares of %v", frame.Whole, sum.Times)
	}
	if sum.Times[0] != 100_000 || sum.Uncharged[0] != 20_000 {
		t.Errorf("the sum is %+v", sum)
	}
	if got := e.Answer(&message.Summed{Scope: whole}).(*message.Sum); got.Uncharged != (message.Times{}) || got.Times != sum.Times {
		t.Errorf("of all code, the sum is %+v", got)
	}

	// The details of a method have its exclusive time and the time that it caused.
	of := e.Answer(&message.MethodInfo{Scope: scope, Method: table.Rows[0].Method}).(*message.Method)
	if of.Row.Exclusive[0] != 30_000 || of.Caused[0] != 75_000 || of.CausedShare[0] != 0.75 {
		t.Errorf("the details are %+v", of)
	}
	if of = e.Answer(&message.MethodInfo{Scope: whole, Method: of.Method}).(*message.Method); of.Caused != (message.Times{}) {
		t.Errorf("of all code, the details say that the method caused %v", of.Caused)
	}

	// Own methods alone, with their own time. The rest is left out.
	alone := whole
	alone.Code = message.OwnCode
	if got, want := format(e.Answer(&message.MethodRows{Scope: alone, Count: 50}).(*message.Rows).Rows), "load 35/30 | log 5/5"; got != want {
		t.Errorf("own code alone is %s, want %s", got, want)
	}
	sum = e.Answer(&message.Summed{Scope: alone}).(*message.Sum)
	if sum.Times[0] != 35_000 || sum.Others[0] != 65_000 || sum.LeftOut != sum.Others {
		t.Errorf("of own code alone, the sum is %+v", sum)
	}
	alone.Filter = "drop:log"
	if sum = e.Answer(&message.Summed{Scope: alone}).(*message.Sum); sum.Times[0] != 30_000 || sum.Others[0] != 65_000 || sum.LeftOut[0] != 70_000 {
		t.Errorf("of own code after a filter, the sum is %+v", sum)
	}

	// The path to a call has all its callers, and the nodes that the tree shows.
	path := e.Answer(&message.PathInfo{Scope: scope, HasCall: true, Call: message.CallRef{Depth: 3}}).(*message.Path)
	if len(path.Methods) != 4 || len(path.Nodes) != 2 || path.Nodes[0] != load {
		t.Errorf("the path to a call is %+v", path)
	}
	path = e.Answer(&message.PathInfo{Scope: scope, Method: path.Methods[3], Node: path.Nodes[1]}).(*message.Path)
	if !path.Found || path.Longest != (message.CallRef{Depth: 3}) || len(path.Methods) != 2 {
		t.Errorf("the path to a node is %+v", path)
	}
}

// TestOriginTimes: the exclusive times of the origins are the sums of their methods, as the filter leaves them. Charged does not
// change them.
func TestOriginTimes(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace+" other 0>okhttp3.Pool.clean()V 7<okhttp3.Pool.clean()V"))
	scopes := []message.Scope{whole, {To: message.Whole, Code: message.ChargedToOwn}, {To: message.Whole, Code: message.OwnCode}, {To: 20_000}, {To: message.Whole, Threads: []uint32{1}}, {To: message.Whole, Filter: "drop:execute"}, {To: message.Whole, Filter: "merge:execute", Code: message.ChargedToOwn}}
	for i, scope := range scopes {
		times := map[message.Slot]int64{}
		for _, of := range e.Answer(&message.Summed{Scope: scope}).(*message.Sum).Origins {
			times[of.Colour] += of.Exclusive[0]
		}
		want := map[message.Slot]int64{}
		scope.Code = message.AllCode
		for _, r := range e.Answer(&message.MethodRows{Scope: scope, Count: 50}).(*message.Rows).Rows {
			name, _ := e.Name(r.Method)
			want[name.Origin] += r.Exclusive[0]
		}
		if !maps.Equal(times, want) || len(want) == 0 {
			t.Errorf("scope %d: origins have %v, their methods %v", i, times, want)
		}
	}
}

// TestIdleOfFilter: idle waits are those that the filter keeps, also while figures leave them out. Code does not matter.
func TestIdleOfFilter(t *testing.T) {
	e := read(t, tracetest.Bytes("main 0>android.os.Looper.loop()V 1/1>android.os.MessageQueue.next()V 50/2<android.os.MessageQueue.next()V "+
		"51/3>app.Own.run()V 61/13<app.Own.run()V 62/14>app.Own.poll()V 63/15>android.os.MessageQueue.next()V 83/16<android.os.MessageQueue.next()V "+
		"84/17<app.Own.poll()V 85/18<android.os.Looper.loop()V"))
	for _, tt := range []struct {
		filter string
		idle   int64 // µs
		origin int64 // the part in the methods of the platform
	}{
		{"", 67, 67}, {"drop:run", 67, 67}, {"drop:poll", 48, 48}, {"drop:next", 0, 0}, {"under:poll", 19, 19}, {"merge:next", 67, 48},
	} {
		for _, scope := range []message.Scope{whole, {To: message.Whole, NoIdle: true}, {To: message.Whole, Code: message.OwnCode}} {
			scope.Filter = tt.filter
			sum, origin := e.Answer(&message.Summed{Scope: scope}).(*message.Sum), int64(0)
			for _, of := range sum.Origins {
				if of.Colour == message.Slot(scene.SlotPlatform) {
					origin += of.Idle[0]
				}
			}
			if scope.NoIdle {
				origin += tt.origin * 1000
			}
			if sum.Idle[0] != tt.idle*1000 || origin != tt.origin*1000 {
				t.Errorf("%q in %+v: idle %d, %d of it in the platform, want %d and %d", tt.filter, scope, sum.Idle[0], origin, tt.idle*1000, tt.origin*1000)
			}
		}
	}
}

// TestAssign: a package gets another owner. Colours, charged time and searches follow, and the owners that their names suggest
// come back.
func TestAssign(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace))
	scope := whole
	scope.Code = message.ChargedToOwn
	state := func() string {
		var all []string
		for _, r := range e.Answer(&message.MethodRows{Scope: scope, Count: 50}).(*message.Rows).Rows {
			name, _ := e.Name(r.Method)
			all = append(all, fmt.Sprintf("%s %d", name.Name, r.Exclusive[0]/1000))
		}
		hits := e.Answer(&message.Search{Scope: whole, Text: "origin:own"}).(*message.Hits)
		return fmt.Sprintf("%s; %d own", strings.Join(all, " "), hits.Methods)
	}
	const first = "load 75 log 5; 2 own"
	if got := state(); got != first {
		t.Errorf("first: %s, want %s", got, first)
	}
	a := e.Answer(&message.Assign{Prefix: "okhttp3"}).(*message.Assigned)
	if want := "load 30 execute 45 log 5 clean 5; 4 own"; a.Owners != "own:okhttp3" || !a.OwnFound || len(a.Origins) != 2 || state() != want {
		t.Errorf("%+v: %s, want %s", a, state(), want)
	}
	a = e.Answer(&message.Assign{Owners: a.Owners + ",own:com.other.app", Prefix: "com.shop.Cart", Library: true}).(*message.Assigned)
	if a.Here != "own:okhttp3,library:com.shop.Cart" {
		t.Errorf("of packages in the trace: %s", a.Here)
	}
	if want := "execute 45 log 5 clean 5; 3 own"; a.Owners != "own:okhttp3,own:com.other.app,library:com.shop.Cart" || len(a.Origins) != 3 || state() != want {
		t.Errorf("%+v: %s, want %s", a, state(), want)
	}
	if e.Answer(&message.Assign{}); state() != first {
		t.Errorf("at last: %s, want %s", state(), first)
	}
}

// TestNumbers: the methods that a table can list are numbered from 1 without gaps, whatever code it leaves out. Trees and
// callees have the same numbers.
func TestNumbers(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace))
	for code, want := range map[message.Code]string{message.AllCode: "loop 1, load 2, execute 3, log 4, clean 5", message.ChargedToOwn: "load 1, log 2", message.OwnCode: "load 1, log 2"} {
		scope := whole
		scope.Code = code
		numbers := func(rows []message.Row) (all []string) {
			for _, r := range rows {
				if r.Kind == message.MethodRow || r.Kind == message.TreeRow || r.Kind == message.ChildRow {
					all = append(all, fmt.Sprintf("%s %d", e.Info().Methods[r.Method].Name, r.Rank))
				}
			}
			return all
		}
		order := message.Order{Column: message.ByRank, Ascending: true}
		listed := numbers(e.Answer(&message.MethodRows{Scope: scope, Count: 50, Order: order}).(*message.Rows).Rows)
		if got := strings.Join(listed, ", "); got != want {
			t.Errorf("code %d: %s, want %s", code, got, want)
		}
		load := e.Answer(&message.MethodRows{Scope: scope, Count: 50, Order: order}).(*message.Rows).Rows[0].Method
		others := numbers(e.Answer(&message.MethodRows{Scope: scope, Count: 50, Order: order, Open: []uint32{load}}).(*message.Rows).Rows)
		others = append(others, numbers(e.Answer(&message.TreeRows{Scope: scope, Count: 50, HotPath: message.NoNode}).(*message.Rows).Rows)...)
		for _, other := range others {
			if !slices.Contains(listed, other) {
				t.Errorf("code %d: %s is not in the table, %v", code, other, listed)
			}
		}
	}
}

// TestPartsOfTotal: the charged time of own code, the time that is not charged, and the time in no method sum to the total.
func TestPartsOfTotal(t *testing.T) {
	e := read(t, tracetest.Bytes("main 0>com.shop.Cart.load()V 10>okhttp3.Call.execute()V 20<okhttp3.Call.execute()V 30<com.shop.Cart.load()V "+
		"37>android.os.Parcel.read()V 50<android.os.Parcel.read()V 50>com.shop.Cart.load()V 51<com.shop.Cart.load()V"))
	for code, want := range map[message.Code]string{message.AllCode: "total 51, not charged 0, no method 7", message.ChargedToOwn: "total 51, not charged 13, no method 7"} {
		scope := whole
		scope.Code = code
		sum := e.Answer(&message.Summed{Scope: scope}).(*message.Sum)
		if got := fmt.Sprintf("total %d, not charged %d, no method %d", sum.Times[0]/1000, sum.Uncharged[0]/1000, sum.NoMethod[0]/1000); got != want {
			t.Errorf("code %d: %s, want %s", code, got, want)
		}
	}
	scope := whole
	scope.Code = message.ChargedToOwn
	for text, want := range map[string]string{"execute": "0 + 1", "load": "1 + 0", "nowhere": "0 + 0"} {
		hits := e.Answer(&message.Search{Scope: scope, Text: text}).(*message.Hits)
		if got := fmt.Sprintf("%d + %d", hits.Methods, hits.Others); got != want {
			t.Errorf("search for %s: %s matches in own and other code, want %s", text, got, want)
		}
	}
}
