package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// TestContainers writes the same random calls in every container and encoding. Their summaries
// must have the same figures by every clock of the container.
func TestContainers(t *testing.T) {
	type container struct {
		tracetest.Trace
		exits bool // exits do not name a method, so every exit must have an entry
		times bool
	}
	containers := map[string]container{}
	for _, v := range []int{1, 2, 3, 0xF1, 0xF2, 0xF3} {
		containers[fmt.Sprintf("version %#x", v)] = container{Trace: tracetest.Trace{Version: v}, times: true}
	}
	containers["late names"] = container{Trace: tracetest.Trace{Version: 0xF3, Late: true}, times: true}
	containers["record size 20"] = container{Trace: tracetest.Trace{RecordSize: 20}, times: true}
	for _, e := range tracetest.Encodings {
		if e[0] != 'E' {
			containers[e] = container{Trace: tracetest.Trace{Encoding: e}, exits: true, times: e == "long-running"}
			continue
		}
		for _, v := range []int{4, 5, 0xF4, 0xF5} {
			containers[fmt.Sprintf("%s version %#x", e, v)] = container{Trace: tracetest.Trace{Encoding: e, Version: v}, exits: e == "E5", times: true}
		}
	}
	containers["long-running version 0xF6"] = container{Trace: tracetest.Trace{Encoding: "long-running", Version: 0xF6}, exits: true, times: true}
	containers["E3 late names"] = container{Trace: tracetest.Trace{Encoding: "E3", Late: true}, times: true}
	containers["E3 blocks that go on"] = container{Trace: tracetest.Trace{Encoding: "E3", Split: 5}, times: true}
	for seed := range uint64(12) {
		records := randomRecords(seed, seed%2 == 0)
		for _, name := range slices.Sorted(maps.Keys(containers)) {
			c := containers[name]
			if c.exits && seed%2 == 0 {
				continue
			}
			c.Records, c.Elapsed = records, 1_000_000
			want := summaryIn(t, tracetest.Trace{Records: records, Elapsed: c.Elapsed}.Bytes())
			for _, clock := range []string{"wall", "thread-cpu"} {
				c.Clock = clock
				if v := c.Version &^ 0xF0; v == 3 || v >= 5 || c.Version == 0 {
					c.Clock = ""
				}
				got := summaryIn(t, c.Bytes())
				if a, b := figures(want, got, c.times), figures(got, got, c.times); a != b {
					t.Errorf("seed %d, %s, %s\n got %s\nwant %s", seed, name, clock, b, a)
				}
			}
		}
	}
}

// randomRecords returns calls of a few methods on a few threads. With hurt, some exits have no
// entry, and some close several calls.
func randomRecords(seed uint64, hurt bool) string {
	rng := rand.New(rand.NewPCG(seed, 13))
	var s strings.Builder
	stacks := make([][]string, 3)
	wall, cpu, thread := 0, make([]int, 3), -1
	for range 60 + rng.IntN(200) {
		if at := rng.IntN(3); thread < 0 || rng.IntN(6) == 0 {
			thread = at
			fmt.Fprintf(&s, "thread-%d#%d ", at, at+20)
		}
		d := rng.IntN(40)
		wall += d
		cpu[thread] += d / 2
		stack := &stacks[thread]
		name := "app." + string(rune('A'+rng.IntN(6))) + ".run()V"
		action := '>'
		switch {
		case hurt && rng.IntN(12) == 0:
			action = '<'
		case len(*stack) > 0 && rng.IntN(2) == 0:
			action, name = '<', (*stack)[len(*stack)-1]
			*stack = (*stack)[:len(*stack)-1]
		default:
			*stack = append(*stack, name)
		}
		fmt.Fprintf(&s, "%d/%d%c%s ", wall, cpu[thread], action, name)
	}
	return s.String()
}

func summaryIn(t *testing.T, file []byte) (s summary) {
	var out bytes.Buffer
	if err := Summary(&out, "", profileOf(t, file, false)); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// figures returns the figures of s, a line per row, that a container with the clocks of has can
// hold.
func figures(s, has summary, times bool) string {
	var lines []string
	of := func(ns, there *int64) string {
		if !times || there == nil {
			return "-"
		}
		return fmt.Sprint(*ns)
	}
	lines = append(lines, fmt.Sprint(s.Complete, s.ListedThreads, s.ListedMethods, s.Records))
	for _, th := range s.Threads {
		lines = append(lines, fmt.Sprint(th))
	}
	var any methodSummary
	if len(has.Methods) > 0 {
		any = has.Methods[0]
	}
	for _, m := range s.Methods {
		lines = append(lines, fmt.Sprint(*m.Class, *m.Name, *m.Signature, m.Calls, m.RecursiveCalls,
			of(m.InclusiveCPU, any.InclusiveCPU), of(m.ExclusiveCPU, any.ExclusiveCPU), of(m.InclusiveWall, any.InclusiveWall), of(m.ExclusiveWall, any.ExclusiveWall)))
	}
	slices.Sort(lines)
	return strings.Join(append(lines, of(s.OutsideCPU, has.OutsideCPU), of(s.OutsideWall, has.OutsideWall)), "\n")
}

// TestNoTimes checks that an export by a clock fails with an error if the trace has no times.
func TestNoTimes(t *testing.T) {
	p := profileOf(t, tracetest.Trace{Encoding: "bare8", Records: "main#7 0>A 1<A"}.Bytes(), true)
	for _, clock := range []profile.Clock{profile.Wall, profile.CPU, profile.Waiting} {
		if err := HasClock(p.Index, clock); err == nil || err.Error() != "the recording has no times, only the order of calls" {
			t.Errorf("clock %v: %v", clock, err)
		}
	}
}
