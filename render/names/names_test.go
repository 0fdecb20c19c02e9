package names

import (
	"slices"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

func TestOverloads(t *testing.T) {
	for name, tt := range map[string]struct{ methods, want string }{
		"alone":                  {"sleep(J)V wait(J)V", "{} {}"},
		"two":                    {"sleep(J)V sleep(JI)V wait(J)V", "{(long)} {(long, int)} {}"},
		"two of one signature":   {"a(I)V a(I)V a(J)V", "{(int)} {(int)} {(long)}"},
		"equal all":              {"a(I)V a(I)V", "{} {}"},
		"equal without packages": {"a(La/C;)V a(Lb/C;)V", "{(a.C)} {(b.C)}"},
		"by the result":          {"a()La/C; a()Lb/C;", "{(): a.C} {(): b.C}"},
		"by the result's class":  {"a()La/C; a()La/D;", "{(): C} {(): D}"},
		"no descriptor":          {"a(I)V a(int)", "{(int): void} {(int)}"},
		"one was not called":     {"a(I)V -a(J)V", "{} {}"},
	} {
		x := &profile.Index{Info: &trace.Info{}, Calls: &call.Table{}}
		for _, m := range strings.Fields(tt.methods) {
			m, unused := strings.CutPrefix(m, "-")
			at := strings.IndexByte(m, '(')
			x.Info.Methods = append(x.Info.Methods, trace.Method{Class: "a.A", Name: m[:at], Signature: m[at:], Listed: true})
			root := x.Calls.Tree.Root()
			if node := x.Calls.Tree.At(x.Calls.Tree.Callee(root, trace.MethodIndex(len(x.Info.Methods)-1))); !unused {
				node.Calls = 1
			}
		}
		params := Overloads(x)
		var got []string
		for m := range x.Info.Methods {
			got = append(got, "{"+params[uint32(m)]+"}")
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
		for m, label := range Labels(x) {
			if want := "a.A." + x.Info.Methods[m].Name + params[uint32(m)]; label != want {
				t.Errorf("%s: label %s, want %s", name, label, want)
			}
		}
	}
}

// TestDistinct: labels of overloaded methods have types as Java has them, or the signature if these are the same.
func TestDistinct(t *testing.T) {
	methods := []compare.Method{
		{Class: "a.B", Name: "open", Signature: "(Ljava/lang/String;I)J"}, {Class: "a.B", Name: "open", Signature: "()J"},
		{Class: "a.B", Name: "close", Signature: "()V"},
		{Class: "a.B", Name: "read", Signature: "(La/X;)V"}, {Class: "a.B", Name: "read", Signature: "(Lb/X;)V"},
		{Class: "a.C", Name: "size", Signature: "?"}, {Class: "b.C", Name: "size", Signature: "()I"},
	}
	want := []string{"a.B.open(String, int)", "a.B.open()", "a.B.close", "a.B.read(La/X;)V", "a.B.read(Lb/X;)V", "a.C.size?", "b.C.size()"}
	if got, _ := Distinct(len(methods), func(i int) *compare.Method { return &methods[i] }); !slices.Equal(got, want) {
		t.Errorf("labels %q, want %q", got, want)
	}
}
