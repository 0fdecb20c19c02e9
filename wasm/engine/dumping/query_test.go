package dumping

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/message"
	language "traceglass/wasm/query"
)

func TestQuery(t *testing.T) {
	e, _ := openDumps(t, dumpText(7, 1, "main 17 Blocked 1: a.Store.read", "<b>writer 18 Native 1: a.Store.write", "pool-1 19 Waiting 1: java.util.Queue.take", "pool-2 20 TimedWaiting 1: java.util.Queue.poll a.Pool.next"))
	tests := []struct{ query, want, refused string }{
		{"", "main <b>writer pool-1 pool-2", ""},
		{"store", "main <b>writer", ""},
		{"Store read", "main", ""},
		{`"store read"`, "", ""},
		{`"Store.read"`, "main", ""},
		{"-store", "pool-1 pool-2", ""},
		{"queue -take", "pool-2", ""},
		{"through:store", "main <b>writer", ""},
		{"drop:store", "pool-1 pool-2", ""},
		{"-drop:store", "main <b>writer", ""},
		{"through:pool", "pool-2", ""}, // frames alone, not names
		{"under:pool", "pool-2", ""},
		{"under:queue", "", ""},
		{"-under:pool drop:/write/", "main pool-1", ""},
		{"off:store take", "pool-1", ""},
		{"root:store take", "pool-1", "root: changes the paths of a trace. A search of dumps selects threads, and shows their whole stacks."},
		{"merge:store", "main <b>writer pool-1 pool-2", "merge: changes the paths of a trace. A search of dumps selects threads, and shows their whole stacks."},
		{"off:slower:10ms take", "pool-1", "slower: needs the times of calls. Dumps have none."},
		{"state:blocked", "main", ""},
		{"state:timed", "pool-2", ""},
		{"state:waiting", "pool-1 pool-2", ""},
		{"-state:native -state:waiting", "main", ""},
		{"tid:18", "<b>writer", ""},
		{"-tid:18 store", "main", ""},
		{"tid:", "main <b>writer pool-1 pool-2", ""},
		{"tid:x", "main <b>writer pool-1 pool-2", `tid: needs a number, not "x".`},
		{"/pool-[12]$/ take", "", ""}, // the key continues after the name
		{"/^pool-[1]\\b/", "pool-1", ""},
		{"/queue\\.(take|poll)/", "pool-1 pool-2", ""},
		{"-/queue\\.(take|poll)/", "main <b>writer", ""},
		{"/Queue\\.T/", "", ""},
		{"/a b/", "", ""},
		{"/store/x", "", ""},
		{"/(store/ pool", "pool-1 pool-2", "The pattern /(store/ cannot be read: missing closing )."},
		{"/" + strings.Repeat("a{1000}", 9) + "/", "", ""},
		{"/((a{100}){100}){100}/", "main <b>writer pool-1 pool-2", "The pattern /((a{100}){100}){100}/ cannot be read: invalid repeat count."},
		{"-", "main <b>writer pool-1 pool-2", ""},
		{`"`, "main <b>writer pool-1 pool-2", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range ask[*message.StackRowsReply](t, e, &message.StackRows{Text: tt.query, Count: 9}).Rows {
			got = append(got, r.Name)
		}
		found := map[string]bool{}
		for _, name := range got {
			found[name] = true
		}
		for _, name := range strings.Fields(tt.want) {
			if !found[name] {
				t.Errorf("%q does not find %s", tt.query, name)
			}
		}
		if len(got) != len(strings.Fields(tt.want)) {
			t.Errorf("%q finds %q, want %s", tt.query, got, tt.want)
		}
		if r := ask[*message.QueryReply](t, e, &message.Query{Text: tt.query}); r.Refused != tt.refused || r.Text != tt.query {
			t.Errorf("%q is refused by %q, want %q", tt.query, r.Refused, tt.refused)
		}
	}
}

// TestQueryHits checks that the flame graph marks what the same query finds.
func TestQueryHits(t *testing.T) {
	names := []string{"a.Store.read", "a.Store.write", "java.util.Queue.take"}
	for query, want := range map[string]string{
		"": "[]", "state:blocked": "[]", "-store": "[]",
		"store": "[true true false]", "/read|take/": "[true false true]", "store -write": "[true false false]", "store queue": "[true true true]", "tid:7 store": "[true true false]", "drop:write store": "[true false false]", "-drop:write": "[false true false]", "through:take": "[false false true]",
	} {
		if got := fmt.Sprint(parseQuery(query).hits(names)); got != want {
			t.Errorf("%q finds %s, want %s", query, got, want)
		}
	}
}

// FuzzQuery checks that any text can be parsed and searched for.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"a -b", `"a b`, "/a(/ x", "/\\/", "tid:9 state:", "- /", "--a", "a*\xff", `thread:"a b`, "origin:x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := parseQuery(text)
		if len(q.Terms) > language.MostTerms {
			t.Fatalf("%d terms", len(q.Terms))
		}
		q.hits([]string{"a.b.C", text})
	})
}
