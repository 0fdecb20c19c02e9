package profile_test

import (
	"slices"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// TestOneThread: the figures of one thread equal those of its profile, by one clock and by two,
// whether OneThread returns them or nil.
func TestOneThread(t *testing.T) {
	idle := false // some thread is
	for name, tt := range map[string]struct {
		x    *profile.Index
		late int // the thread with a caller after its callee, -1 for none
	}{
		"generated":   {generated(t, 20_000, 1), -1},
		"another":     {generated(t, 5_000, 2), -1},
		"wall":        {index(t, tracetest.Trace{Records: "main 0>A 5>B 6>A 7<A 9<B 20<A t 3>C 8<C 9>C 12<C", Version: 2, Clock: "wall"}.Bytes()), -1},
		"idle":        {index(t, tracetest.Bytes("main 0/0>A 5/5>android.os.MessageQueue.next()V 9/6>android.os.MessageQueue.nativePollOnce(JI)V 80/7<android.os.MessageQueue.nativePollOnce(JI)V 90/8<android.os.MessageQueue.next()V 95/9>A 99/9<A 100/10<A")), -1},
		"CPU":         {index(t, tracetest.Trace{Records: "main 0>A 5>B 9<B 20<A t 3>C 8<C", Version: 2, Clock: "thread-cpu"}.Bytes()), -1},
		"found after": {index(t, tracetest.Bytes("main 0/0>A 10/1<A 20/2<B 30/3<C 40/4<D t 5>C 6<C")), 0},
	} {
		x := tt.x
		for thread := range x.Calls.Threads {
			one := profile.WholeTrace
			one.Threads = make([]bool, len(x.Calls.Threads))
			one.Threads[thread] = true
			for _, noIdle := range []bool{false, true} {
				p := x.Profile(one, nil)
				if noIdle {
					p.WithoutIdle()
				}
				f, want := x.OneThread(one, noIdle), p.Figures()
				if (thread == tt.late) != (f == nil) {
					t.Errorf("%s, thread %d: figures without a profile: %v", name, thread, f != nil)
				}
				if f == nil {
					continue
				}
				if !(slices.Equal(f.Methods, want.Methods) && slices.Equal(f.Threads, want.Threads) && slices.Equal(f.Called, want.Called) && f.Idle == want.Idle) {
					t.Errorf("%s, thread %d: %+v of %+v, want %+v of %+v", name, thread, f.Methods, f.Threads, want.Methods, want.Threads)
				}
				if !slices.Equal(f.Profile().Rows, p.Rows) {
					t.Errorf("%s, thread %d: another profile", name, thread)
				}
				idle = idle || f.Idle[profile.Wall] > 0
			}
		}
		_, to := x.Calls.Span()
		for _, scope := range []profile.Scope{profile.WholeTrace, {From: 1, To: to, Threads: []bool{true}}, {From: 0, To: to, Threads: []bool{true, true}}} {
			if len(scope.Threads) <= len(x.Calls.Threads) && x.OneThread(scope, false) != nil {
				t.Errorf("%s: figures of %v without a profile", name, scope)
			}
		}
	}
	if !idle {
		t.Error("no thread is idle")
	}
	samples := generated(t, 100, 1)
	samples.Calls.Samples = true
	if samples.OneThread(profile.Scope{From: profile.WholeTrace.From, To: profile.WholeTrace.To, Threads: []bool{true}}, true) != nil {
		t.Error("figures of samples without times off the CPU")
	}
}
