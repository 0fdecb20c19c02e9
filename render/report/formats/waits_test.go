package formats

import (
	"bytes"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

func TestWaits(t *testing.T) {
	p := profileOf(t, tracetest.Bytes("main 0/0>A.run 10/10>java.lang.Thread.sleep(J)V 60/12<java.lang.Thread.sleep(J)V "+
		"60/12>=B.load 62/14>java.lang.Thread.sleep(J)V 82/14<java.lang.Thread.sleep(J)V 84/16<=B.load 90/20<A.run other 0/0>A.run 5/5<A.run"))
	for _, tt := range []struct {
		part profile.Scope
		want string
	}{
		{profile.WholeTrace, "1,main,not explained,,A.run,A.run,1,2000\n1,main,idle,,java.lang.Thread.sleep,A.run,2,48000\n1,main,sleep,,java.lang.Thread.sleep,'=B.load,1,20000\n"},
		{profile.Scope{From: 20, To: 40}, "1,main,idle,,java.lang.Thread.sleep,A.run,1,19000\n"},
		{profile.Scope{To: 40, Threads: []bool{false, true}}, ""},
	} {
		var out bytes.Buffer
		if err := Trace["waits"].Write(&out, p, Options{Part: tt.part}); err != nil {
			t.Fatal(err)
		}
		if want := "threadId,thread,cause,detail,method,ownCaller,calls,waitingNs\n" + tt.want; out.String() != want {
			t.Errorf("%+v:\n%swant\n%s", tt.part, out.String(), want)
		}
	}
}
