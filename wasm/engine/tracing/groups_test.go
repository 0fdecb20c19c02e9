package tracing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// groupsText formats rows: a group as "name calls inclusive/exclusive", a method with its level in dots.
func (o *opened) groupsText(rows []message.Row) string {
	var all []string
	for _, r := range rows {
		name := r.Text
		if r.Kind != message.SumRow {
			name = strings.Repeat(".", int(r.Level)) + o.Info().Methods[r.Method].Name
		}
		if r.Open {
			name = "v " + name
		}
		all = append(all, fmt.Sprintf("%s %d+%d %d/%d", name, r.Calls, r.Recursive, r.Inclusive[0]/1000, r.Exclusive[0]/1000))
	}
	return strings.Join(all, " | ")
}

// TestGroupedRows: groups have the sums of their methods, are sorted like these, and open to them.
func TestGroupedRows(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace+" other 0>okhttp3.Pool.clean()V 7<okhttp3.Pool.clean()V"))
	rows := func(req message.MethodRows) string {
		req.Scope.To, req.Count = message.Whole, 50
		return e.groupsText(ask[*message.Rows](t, e, &req).Rows)
	}
	byExclusive := message.Order{Column: message.ByExclusive}
	for _, tt := range []struct {
		name string
		req  message.MethodRows
		want string
	}{
		{"by class", message.MethodRows{By: message.ByClass}, "android.os.Looper 1+0 100/15 | com.shop.Cart 1+0 80/30 | okhttp3.Call 1+0 50/45 | okhttp3.Pool 2+0 12/12 | com.shop.Log 1+0 5/5"},
		{"by package", message.MethodRows{By: message.ByPackage}, "android.os 1+0 100/15 | com.shop 1+1 80/35 | okhttp3 3+0 62/57"},
		{"by library, exclusive", message.MethodRows{By: message.ByLibrary, Order: byExclusive}, "OkHttp 3+0 62/57 | own code 1+1 80/35 | android 1+0 100/15"},
		{"by name", message.MethodRows{By: message.ByOrigin, Order: message.Order{Column: message.ByName, Ascending: true}}, "library 3+0 62/57 | own 1+1 80/35 | platform 1+0 100/15"},
		{"by thread", message.MethodRows{By: message.ByThread}, "main 1+4 100/100 | other 1+0 7/7"},
		{"an open thread", message.MethodRows{By: message.ByThread, Groups: []uint32{1}}, "main 1+4 100/100 | v other 1+0 7/7 | .clean 1+0 7/7"},
		{"charged", message.MethodRows{By: message.ByClass, Scope: message.Scope{Code: message.ChargedToOwn}}, "com.shop.Cart 1+0 80/75 | com.shop.Log 1+0 5/5"},
		{"charged by thread", message.MethodRows{By: message.ByThread, Scope: message.Scope{Code: message.ChargedToOwn}}, "main 1+1 80/80"},
		{"one thread", message.MethodRows{By: message.ByLibrary, Scope: message.Scope{Threads: []uint32{1}}}, "OkHttp 1+0 7/7"},
		{"filtered", message.MethodRows{By: message.ByPackage, Find: message.Find{Text: "clean", Only: true}}, "okhttp3 2+0 12/12"},
		{"without", message.MethodRows{Find: message.Find{Text: "clean", Only: true}}, "clean 2+0 12/12"},
	} {
		if got := rows(tt.req); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}

	closed := ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, By: message.ByPackage, Count: 50})
	okhttp := closed.Rows[2].Node
	open := &message.MethodRows{Scope: whole, By: message.ByPackage, Groups: []uint32{okhttp}, Count: 50}
	if got, want := e.groupsText(ask[*message.Rows](t, e, open).Rows[2:]), "v okhttp3 3+0 62/57 | .execute 1+0 50/45 | .clean 2+0 12/12"; got != want {
		t.Errorf("open:\n got %s\nwant %s", got, want)
	}
	all := ask[*message.Rows](t, e, open)
	open.Open = []uint32{all.Rows[3].Method}
	opened := ask[*message.Rows](t, e, open)
	if opened.Total <= all.Total || opened.Rows[4].Kind != message.GroupRow || opened.Rows[4].Level != 2 {
		t.Errorf("a method in a group opens to %d rows, the first is %+v", opened.Total-all.Total, opened.Rows[4])
	}
	for first := range opened.Total { // a window has the rows of the whole
		open.First, open.Count = first, 2
		if got := ask[*message.Rows](t, e, open); got.Total != opened.Total || len(got.Rows) == 0 || got.Rows[0].Kind != opened.Rows[first].Kind || got.Rows[0].Method != opened.Rows[first].Method {
			t.Errorf("row %d is %+v, want %+v", first, got.Rows[0], opened.Rows[first])
		}
	}
}

// TestLocateInGroups: a method and the hits of a search are found in open and in closed groups, in both directions.
func TestLocateInGroups(t *testing.T) {
	e := read(t, tracetest.Bytes(chargedTrace))
	table := message.MethodRows{Scope: whole, By: message.ByPackage, Find: message.Find{Text: "o"}, Count: 50} // android.os: loop, com.shop: load, log, okhttp3: execute, clean
	closed := ask[*message.Rows](t, e, &table)
	names := func(m uint32) string { return e.Info().Methods[m].Name }
	step := func(after int, back bool) string {
		l := ask[*message.Location](t, e, &message.Locate{Table: table, Method: message.NoNode, After: after, Back: back})
		return fmt.Sprintf("%s row %d closed %v number %d wrapped %v", names(l.Method), l.Row, l.Closed, l.Number, l.Wrapped)
	}
	for _, tt := range []struct {
		after int
		back  bool
		want  string
	}{
		{-1, false, "loop row 0 closed true number 1 wrapped false"},
		{1, false, "load row 1 closed true number 2 wrapped false"}, // the cursor is on the head: its first method is next
		{1, true, "loop row 0 closed true number 1 wrapped false"},
		{0, true, "clean row 2 closed true number 5 wrapped true"},
	} {
		if got := step(tt.after, tt.back); got != tt.want {
			t.Errorf("after %d, back %v: %s, want %s", tt.after, tt.back, got, tt.want)
		}
	}
	table.Groups = []uint32{closed.Rows[1].Node}
	for after, want := range map[int]string{
		1: "load row 2 closed false number 2 wrapped false",
		2: "log row 3 closed false number 3 wrapped false",
		3: "execute row 4 closed true number 4 wrapped false",
		4: "execute row 4 closed true number 4 wrapped false",
	} {
		if got := step(after, false); got != want {
			t.Errorf("after %d in an open group: %s, want %s", after, got, want)
		}
	}
	l := ask[*message.Location](t, e, &message.Locate{Table: table, Method: ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, Find: message.Find{Text: "execute", Only: true}, Count: 1}).Rows[0].Method})
	if l.Row != 4 || !l.Closed || l.Group != closed.Rows[2].Node {
		t.Errorf("a method in a closed group is at %+v", l)
	}
}

// TestGroupedSums: on a real trace, groups in any way and order add up to the methods of the table.
func TestGroupedSums(t *testing.T) {
	e := read(t, corpus(t, "fenix-regular"))
	sum := func(req *message.MethodRows) (times message.Times, calls int64, groups []string) {
		req.Unfolded = true
		for total := 1; req.First < total; req.First += req.Count {
			req.Count = 500
			reply := ask[*message.Rows](t, e, req)
			total = reply.Total
			for _, r := range reply.Rows {
				for clock := range times {
					times[clock] += r.Exclusive[clock]
				}
				calls += r.Calls + r.Recursive
				groups = append(groups, r.Text)
			}
		}
		return times, calls, groups
	}
	for _, scope := range []message.Scope{whole, {To: message.Whole, NoIdle: true}, {From: 1e9, To: 3e9, Threads: []uint32{0, 1, 2}}, {To: message.Whole, Code: message.ChargedToOwn}} {
		want, calls, _ := sum(&message.MethodRows{Scope: scope})
		for by := message.ByClass; by <= message.ByOrigin; by++ {
			got, n, names := sum(&message.MethodRows{Scope: scope, By: by, Order: message.Order{Column: message.ByName, Ascending: true}})
			if got != want || n != calls {
				t.Errorf("by %d in %+v: %v of %d calls, methods have %v of %d", by, scope, got, n, want, calls)
			}
			if !slices.IsSortedFunc(names, cmp.Compare) {
				t.Errorf("by %d: not in order of names", by)
			}
		}
	}
}

// TestGroupedRelatives: a group of callers or callees has the sum of its methods.
func TestGroupedRelatives(t *testing.T) {
	e := read(t, tracetest.Bytes("main 0>com.shop.Cart.load()V 10>okhttp3.Call.execute()V 20<okhttp3.Call.execute()V 20>okhttp3.Pool.clean()V 25<okhttp3.Pool.clean()V "+
		"30>android.os.Parcel.read()V 37<android.os.Parcel.read()V 40<com.shop.Cart.load()V 50>okhttp3.Pool.clean()V 60<okhttp3.Pool.clean()V"))
	load := ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, Count: 1}).Rows[0].Method
	text := func(by message.By) string {
		var all []string
		for _, r := range ask[*message.Rows](t, e, &message.Relatives{Scope: whole, Method: load, By: by}).Rows {
			switch {
			case r.Kind == message.SelfRow:
				all = append(all, fmt.Sprintf("self %d", r.Inclusive[0]/1000))
			case r.Kind == message.ParentRow || r.Kind == message.ChildRow:
				name := r.Text
				if name == "" && r.Method != message.NoNode {
					t.Errorf("method %d is not in a group", r.Method)
				}
				all = append(all, fmt.Sprintf("%s %d/%d %d %.3f of %d", name, r.Calls, r.CalleeCalls, r.Inclusive[0]/1000, r.InclusiveShare[0], r.Methods))
			}
		}
		return strings.Join(all, " | ")
	}
	for by, want := range map[message.By]string{
		message.ByPackage: " 1/1 40 1.000 of 0 | self 18 | okhttp3 2/3 15 0.375 of 2 | android.os 1/1 7 0.175 of 1",
		message.ByClass:   " 1/1 40 1.000 of 0 | self 18 | okhttp3.Call 1/1 10 0.250 of 1 | android.os.Parcel 1/1 7 0.175 of 1 | okhttp3.Pool 1/2 5 0.125 of 1",
		message.ByOrigin:  " 1/1 40 1.000 of 0 | self 18 | library 2/3 15 0.375 of 2 | platform 1/1 7 0.175 of 1",
	} {
		if got := text(by); got != want {
			t.Errorf("by %d:\n got %s\nwant %s", by, got, want)
		}
	}
}
