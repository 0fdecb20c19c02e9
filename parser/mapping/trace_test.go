package mapping_test

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/mapping"
	"traceglass/parser/trace"
)

// TestTraceIDs compares the source files of a trace's methods with the map's id: of the same build,
// of another, and of both. Methods of another build are not renamed.
func TestTraceIDs(t *testing.T) {
	const text = "# pg_map_id: 1111111\nshop.Cart -> a.b:\n    void add() -> a\n    void pay() -> b\nshop.Db -> a.c:\n    void find() -> a\n"
	tests := []struct {
		name  string
		files [3]string
		match mapping.Match
		id    string
		wrong bool
		want  string
	}{
		{"no id", [3]string{"SourceFile", "PG", ""}, mapping.NoID, "", false, "shop.Cart.add shop.Cart.pay shop.Db.find"},
		{"this build", [3]string{"r8-map-id-1111111", "r8-map-id-1111111", ""}, mapping.SameBuild, "1111111", false, "shop.Cart.add shop.Cart.pay shop.Db.find"},
		{"this build by all digits", [3]string{"r8-map-id-1111111aaaabbbb", "PG", ""}, mapping.SameBuild, "1111111", false, "shop.Cart.add shop.Cart.pay shop.Db.find"},
		{"another build", [3]string{"r8-map-id-2222222", "r8-map-id-2222222", ""}, mapping.AnotherBuild, "2222222", true, "a.b.a a.b.b shop.Db.find"},
		{"a library of another", [3]string{"r8-map-id-1111111", "r8-map-id-1111111", "r8-map-id-2222222"}, mapping.SameBuild, "1111111", false, "shop.Cart.add shop.Cart.pay a.c.a"},
	}
	for _, tt := range tests {
		in := &trace.Info{Methods: []trace.Method{
			{Class: "a.b", Name: "a", Signature: "()V", File: tt.files[0], Listed: true},
			{Class: "a.b", Name: "b", Signature: "()V", File: tt.files[1], Listed: true},
			{Class: "a.c", Name: "a", Signature: "()V", File: tt.files[2], Listed: true},
		}}
		w := mapping.NewWanted()
		w.WantTrace(in)
		m := read(t, text, w, 1<<16)
		r := m.NameTrace(in)
		r.Settle()
		got := fmt.Sprintf("%s.%s %s.%s %s.%s", in.Methods[0].Class, in.Methods[0].Name, in.Methods[1].Class, in.Methods[1].Name, in.Methods[2].Class, in.Methods[2].Name)
		if r.Match != tt.match || r.ID != tt.id || r.OfAnotherBuild() != tt.wrong || got != tt.want {
			t.Errorf("%s: match %v, id %q, wrong %v, names %s", tt.name, r.Match, r.ID, r.OfAnotherBuild(), got)
		}
		again := mapping.NewWanted() // by a named trace: the file's own names
		again.WantTrace(in)
		if !w.Includes(again) || !again.Includes(w) {
			t.Errorf("%s: a named trace wants other names", tt.name)
		}
	}
}

// TestManyOriginalsOfMethods: if a map gives one name thousands of originals, the cost of each
// method of a trace is bounded for any signatures. Methods found by name alone share one list.
func TestManyOriginalsOfMethods(t *testing.T) {
	const originals, methods = 5000, 1000
	var text strings.Builder
	text.WriteString("com.example.Big -> a:\n")
	for i := range originals {
		fmt.Fprintf(&text, "    void original%d(int) -> a\n", i)
	}
	in := &trace.Info{Methods: make([]trace.Method, methods)}
	for i := range in.Methods {
		in.Methods[i] = trace.Method{Class: "a", Name: "a", Signature: fmt.Sprintf("(J%s)V", strings.Repeat("I", i%200)), Listed: true}
	}
	w := mapping.NewWanted()
	w.WantTrace(in)
	m := read(t, text.String(), w, 1<<16)
	m.NameTrace(in)
	first, last := in.Methods[0].Raw, in.Methods[methods-1].Raw
	if len(first.Originals) != 100 || &first.Originals[0] != &last.Originals[0] || !strings.Contains(first.Text, "the map has 5000") {
		t.Errorf("%d originals are listed of the first method, %d of the last: %s", len(first.Originals), len(last.Originals), first.Text)
	}
}
