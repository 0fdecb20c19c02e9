package desk_test

import (
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// TestNames: a name includes its parameters if another method has the same name, and is shown in full on
// demand.
func TestNames(t *testing.T) {
	var n desk.Names
	n.Forget()
	n.Learn([]message.Name{
		{Method: 0, Class: "java.lang.Thread", Name: "sleep", Label: "java.lang.Thread.sleep", Signature: "(JI)V", Params: "(long, int)"},
		{Method: 1, Class: "java.util.Vector", Name: "get", Label: "java.util.Vector.get", Signature: "(I)Ljava/lang/Object;"},
		{Method: 2, Class: "a.B", Name: "c", Label: "a.B.c", Signature: "(La/x/D;)V", Params: "(a.x.D)"},
		{Method: 3, Label: "unknown 0x990"},
		{Method: 4, Class: "a.B", Name: "odd", Label: "a.B.odd", Signature: "no descriptor"},
		{Method: 5, Class: "a.B$load$2", Name: "invokeSuspend", Label: "a.B$load$2.invokeSuspend", Signature: "()V", ReadableClass: "a.B", ReadableName: "load, coroutine"},
	})
	for _, tt := range []struct{ name, label, short, java, raw, title, signature string }{
		{"one of two", "java.lang.Thread.sleep(long, int)", "Thread.sleep(long, int)", "java.lang.Thread.sleep(long, int)", "java.lang.Thread.sleep(JI)V",
			"java.lang.Thread.sleep(long, int): void", "sleep(long, int): void"},
		{"the only one", "java.util.Vector.get", "Vector.get", "java.util.Vector.get(int)", "java.util.Vector.get(I)Ljava/lang/Object;",
			"java.util.Vector.get(int): java.lang.Object", "get(int): java.lang.Object"},
		{"a package makes the difference", "a.B.c(a.x.D)", "B.c(a.x.D)", "a.B.c(D)", "a.B.c(La/x/D;)V", "a.B.c(a.x.D): void", "c(a.x.D): void"},
		{"unknown", "unknown 0x990", "unknown 0x990", "unknown 0x990", "", "unknown 0x990", ""},
		{"no descriptor", "a.B.odd", "B.odd", "a.B.odd", "a.B.oddno descriptor", "a.B.odd no descriptor", ""},
		{"compiled", "a.B.load, coroutine", "B.load, coroutine", "a.B$load$2.invokeSuspend()", "a.B$load$2.invokeSuspend()V", "a.B$load$2.invokeSuspend(): void", "invokeSuspend(): void"},
	} {
		m := map[string]uint32{"one of two": 0, "the only one": 1, "a package makes the difference": 2, "unknown": 3, "no descriptor": 4, "compiled": 5}[tt.name]
		got := [...]string{n.Label(m), n.Short(m), n.Java(m), n.Raw(m), n.Title(m), n.Signature(m)}
		if want := [...]string{tt.label, tt.short, tt.java, tt.raw, tt.title, tt.signature}; got != want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, want)
		}
	}
	if pkg, class, own := n.Pieces(0); pkg != "java.lang." || class != "Thread" || own != ".sleep(long, int)" {
		t.Errorf("in pieces %q %q %q", pkg, class, own)
	}
	if pkg, class, own := n.Pieces(5); pkg != "" || class != "a.B" || own != ".load, coroutine" {
		t.Errorf("in pieces %q %q %q", pkg, class, own)
	}
	if n.InRow(5) != "a.B$load$2.invokeSuspend" || n.InRow(0) != n.Label(0) {
		t.Errorf("in copied rows: %q, %q", n.InRow(5), n.InRow(0))
	}
	if n.Label(9) != "…" || n.Raw(9) != "" {
		t.Errorf("of a method not known yet: %q, %q", n.Label(9), n.Raw(9))
	}
}

// TestClassOfLambda: classes inside a class belong to it. A class that D8 makes for a lambda next to a class has none.
func TestClassOfLambda(t *testing.T) {
	for in, want := range map[string]string{
		"com.foo.Main": "com.foo.Main.", "com.foo.Main$load$2": "com.foo.Main.", "com.foo.$Proxy0": "com.foo.$Proxy0.",
		"com.foo.-$$Lambda$Main$abc": "", "-$$LambdaGroup$ks$X": "", "": "",
	} {
		var n desk.Names
		n.Forget()
		n.Learn([]message.Name{{Class: in, Name: "run", Label: in + ".run"}})
		if got := n.Class(0); got != want {
			t.Errorf("the class of %q is %q, want %q", in, got, want)
		}
	}
}
