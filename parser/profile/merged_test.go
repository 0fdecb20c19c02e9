package profile_test

import (
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

func TestAtLeast(t *testing.T) {
	const (
		frame = "android.view.Choreographer.doFrame(J)V"
		draw  = "android.graphics.HardwareRenderer.nSyncAndDrawFrame(J)I"
		loop  = "android.os.Looper.loopOnce()Z"
		send  = "android.os.Handler.dispatchMessage()V"
	)
	tests := []struct {
		name, records string
		n             int
		callee        string
	}{
		{"two frames", "0>F 1>a.B.c()V 2>D 3<D 4>D 5<D 6<a.B.c()V 7<F", 2, "android.graphics.HardwareRenderer.nSyncAndDrawFrame"},
		{"draws at several depths", "0>F 1>D 2<D 3>a.B.c()V 4>D 5<D 6>D 7<D 8<a.B.c()V 9<F", 2, "android.graphics.HardwareRenderer.nSyncAndDrawFrame"},
		{"one frame", "0>F 1>a.B.c()V 2>D 3<D 4<a.B.c()V 7<F", 1, ""},
		{"three messages", "0>L 1>S 2<S 3>S 4<S 5>S 6<S 7<L", 3, "android.os.Handler.dispatchMessage"},
		{"a handler that calls another", "0>L 1>S 2>a.B.c()V 3>S 4<S 5>S 6<S 7<a.B.c()V 8<S 9<L", 1, ""},
		{"a method of the app", "0>a.A.a()V 1>S 2<S 3>S 4<S 9<a.A.a()V", 1, ""},
		{"no callees", "0>F 9<F", 1, ""},
	}
	for _, tt := range tests {
		records := strings.NewReplacer("F", frame, "D", draw, "L", loop, "S", send).Replace(tt.records)
		x := index(t, tracetest.Bytes("main "+records))
		n, callee := x.AtLeast(profile.Ref{})
		got := ""
		if n > 1 {
			got = x.Info.Methods[callee].Label()
		}
		if n != tt.n || got != tt.callee {
			t.Errorf("%s: at least %d by %q, want %d by %q", tt.name, n, got, tt.n, tt.callee)
		}
	}
}
