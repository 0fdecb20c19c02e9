package tell

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/mapping"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// TestNaming checks the sentences on maps of the same build, of another build, and of a trace
// without a map.
func TestNaming(t *testing.T) {
	var text strings.Builder
	text.WriteString("# compiler: R8\n# compiler_version: 8.13.6\n# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n")
	for i := range 20 {
		fmt.Fprintf(&text, "shop.Class%d -> a.c%d:\n    void run%d(int) -> a\n", i, i, i)
	}
	of := func(signature string, fits int, more ...trace.Method) *trace.Info {
		in := &trace.Info{Methods: more}
		for i := range 20 {
			m := trace.Method{Class: fmt.Sprintf("a.c%d", i), Name: "a", Signature: "(I)V", Listed: true}
			if i >= fits {
				m.Signature = signature
			}
			in.Methods = append(in.Methods, m)
		}
		return in
	}
	tests := []struct {
		name  string
		in    *trace.Info
		wrong bool
		want  string
	}{
		{"all", of("", 20), false, "Names from mapping.txt (R8 8.13.6): 100 % of 20 names."},
		{"some not in it", of("", 20, trace.Method{Class: "z.b", Name: "x", Listed: true}, trace.Method{Class: "java.io.B", Name: "x", Listed: true}), false,
			"Names from mapping.txt (R8 8.13.6): 95.2 % of 21 names."},
		{"a few that do not fit", of("(J)V", 18), false,
			"Names from mapping.txt (R8 8.13.6): 90.0 % of 20 names. 2 more names match by name only: the map has no method with their signature. Some names do not fit this map (90.0 % of 20 do). The build may differ slightly, or code was loaded from elsewhere."},
		{"another build", of("(J)V", 6), true,
			"Names from mapping.txt (R8 8.13.6): 30.0 % of 20 names. 14 more names match by name only: the map has no method with their signature. This map is probably of another build: it fits only 30.0 % of 20 names that can be checked. Names would be wrong."},
		{"another app", &trace.Info{Methods: []trace.Method{{Class: "q.b", Name: "x", Signature: "()V", Listed: true}}}, true,
			"The map mapping.txt (R8 8.13.6) has no name of this file: the file has q.b.x()V, the map has a.c0 for shop.Class0. Is the map from another app or build?"},
		{"not shortened", &trace.Info{Methods: []trace.Method{{Class: "com.shop.Cart", Name: "run", Signature: "()V", Listed: true}}}, false,
			"The names in this file are not shortened: mapping.txt (R8 8.13.6) has none of them."},
	}
	for _, tt := range tests {
		w := mapping.NewWanted()
		w.WantTrace(tt.in)
		r := mapping.NewReader(w)
		r.Write([]byte(text.String()))
		m, err := r.Close()
		if err != nil {
			t.Fatal(err)
		}
		result := m.NameTrace(tt.in)
		if got := words.Plain(strings.Join(Naming(result, "mapping.txt"), " ")); got != tt.want || result.OfAnotherBuild() != tt.wrong {
			t.Errorf("%s (wrong: %v)\n got %s\nwant %s", tt.name, result.OfAnotherBuild(), got, tt.want)
		}
	}
}
