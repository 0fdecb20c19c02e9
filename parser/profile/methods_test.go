package profile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// TestOfMethods: a replay that keeps only methods gives the same figures as one with contexts,
// including damaged traces and traces that must be read twice. It keeps no contexts.
func TestOfMethods(t *testing.T) {
	traces := map[string][]byte{}
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var b strings.Builder
		at := rng.IntN(5)
		for i := range 1 + rng.IntN(30) {
			if i == 0 || rng.IntN(9) == 0 {
				fmt.Fprintf(&b, " thread%d", rng.IntN(3))
			}
			cpu := ""
			if seed%2 == 0 {
				cpu = fmt.Sprintf("/%d", at/2)
			}
			fmt.Fprintf(&b, " %d%s%c%c", at, cpu, "><!"[rng.IntN(6)*3/8], 'A'+rng.IntN(2+int(seed%4)))
			at += rng.IntN(4)
		}
		traces[b.String()] = tracetest.Bytes(b.String()[1:])
	}
	var rich strings.Builder
	if err := tracetest.Generate(&rich, tracetest.Config{Records: 30_000, Threads: 9, Contexts: 0.45}); err != nil {
		t.Fatal(err)
	}
	traces["generated"] = []byte(rich.String())
	twice := 0
	for name, data := range traces {
		x, err := read(data, false)
		if err != nil {
			t.Fatal(name, err)
		}
		want := x.Profile(profile.WholeTrace, nil)
		replay, reader := call.NewMethods()
		var table *call.Table
		for {
			reader.Write(data)
			if err := reader.Close(); err != nil {
				t.Fatal(name, err)
			}
			table = replay.Finish()
			next, again := replay.Again()
			if next == nil {
				break
			}
			replay, reader = next, again
			twice++
		}
		p := profile.OfMethods(table, reader.Info())
		withoutWaiting := func(times *profile.Times) { times[profile.Waiting] = 0 }
		root := want.Rows[0]
		withoutWaiting(&root.Inclusive)
		withoutWaiting(&root.Exclusive)
		if p.Rows[0] != root {
			t.Errorf("%s: in all %+v, want %+v", name, p.Rows[0], root)
		}
		for m, w := range want.Methods {
			withoutWaiting(&w.Inclusive)
			withoutWaiting(&w.Exclusive)
			if p.Methods[m] != w {
				t.Errorf("%s: %s comes to %+v, want %+v", name, p.Info.Methods[m].Label(), p.Methods[m], w)
			}
		}
		if got, want := fmt.Sprint(p.Notes()), fmt.Sprint(want.Notes()); got != want {
			t.Errorf("%s: notes %s, want %s", name, got, want)
		}
		if table.Tree.Len() > len(table.Threads) {
			t.Errorf("%s: %d contexts are kept of %d threads", name, table.Tree.Len(), len(table.Threads))
		}
		if t.Failed() {
			return
		}
	}
	if twice == 0 {
		t.Error("no trace had to be read twice: the test does not reach that rule")
	}
}
