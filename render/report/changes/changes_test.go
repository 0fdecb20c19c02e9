//go:build !js

package changes_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/budget"
	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/runs"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/report/changes"
)

func profileOf(t *testing.T, records string) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(true)
	reader.Write(tracetest.Bytes(records))
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil)
}

const (
	base = "main 0/0>com.app.A.a()V 10/5>com.app.A$$Lambda$1.run()V 30/20<com.app.A$$Lambda$1.run()V 40/30>com.app.Db.open()V 50/35<com.app.Db.open()V 60/40>android.view.Choreographer.doFrame()V 70/45<android.view.Choreographer.doFrame()V 100/60<com.app.A.a()V pool-1-thread-1 0/0>com.app.W.w()V 9/9<com.app.W.w()V"
	next = "main 0/0>com.app.A.a()V 10/5>com.app.A$$Lambda$7.run()V 40/25<com.app.A$$Lambda$7.run()V 41/26>com.app.A.@sum(I)V 42/27>com.app.Db.open()V 58/30<com.app.Db.open()V 58/31<com.app.A.@sum(I)V 60/40>android.view.Choreographer.doFrame()V 70/45<android.view.Choreographer.doFrame()V 75/46>android.view.Choreographer.doFrame()V 80/47<android.view.Choreographer.doFrame()V 110/66<com.app.A.a()V pool-2-thread-5 0/0>com.app.W.w()V 9/9<com.app.W.w()V"
)

func pairOf(t *testing.T) *changes.Pair {
	t.Helper()
	var set runs.Set
	var sides [2]*compare.Side
	for g, records := range []string{base, next} {
		p := profileOf(t, records)
		scope, ok := runs.Before(p.Index, runs.IsFirstFrame)
		if !ok {
			t.Fatal("no first frame")
		}
		name := []string{"base.trace", "next|1.trace"}[g]
		sides[g] = compare.NewSide(p, name)
		set.Add(g, name, p, p.Index.Profile(scope, nil))
	}
	return &changes.Pair{Comparison: compare.Of(sides[0], sides[1], nil, nil), Order: compare.ByExclusive, Rows: 30,
		Early: &changes.Early{Point: "the first frame", Set: &set, Differences: set.Compare(runs.Figure{})}}
}

func textOf(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPairText(t *testing.T) {
	p := pairOf(t)
	got := textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) })
	want := `next|1.trace compared with base.trace

                        A       B  change
calls                   5       7      +2  +40.0 %
wall time in calls  109 µs  119 µs  +10 µs   +9.2 %

Called before the first frame in B alone
  com.app.A.@sum: 1 call

5 methods, of 5 with changes, by the change of exclusive wall time

calls A  calls B  self A  self B  change  incl. A  incl. B  change  of calls  of cost  method
      1        1   60 µs   48 µs  −12 µs   100 µs   110 µs  +10 µs         0   +10 µs  com.app.A.a
      1        1   20 µs   30 µs  +10 µs    20 µs    30 µs  +10 µs         0   +10 µs  com.app.A$$Lambda$7.run (guessed)
      1        1   10 µs   16 µs   +6 µs    10 µs    16 µs   +6 µs         0    +6 µs  com.app.Db.open
      1        2   10 µs   15 µs   +5 µs    10 µs    15 µs   +5 µs  +8.75 µs −3.75 µs  android.view.Choreographer.doFrame
      0        1       0    1 µs   +1 µs        0    17 µs  +17 µs    +17 µs        0  com.app.A.@sum (new)

The change of inclusive time has two parts: more or fewer calls, and slower or faster calls.

1 context moved to other callers
  com.app.Db.open: from com.app.A.a to com.app.A.@sum, 10 µs there, 16 µs here

Threads

threads A  threads B  calls A  calls B  in calls A  in calls B  change  name
        1          1        4        6      100 µs      110 µs  +10 µs  main
        1          1        1        1        9 µs        9 µs       0  pool-2-thread-5 (guessed: pool-1-thread-1 of A, by pool)

1 pair of methods guessed; -apart "A = B" undoes one
  com.app.A$$Lambda$1.run()V = com.app.A$$Lambda$7.run()V: lambda class, by callers
`
	squeeze := regexp.MustCompile(` +`)
	if squeeze.ReplaceAllString(got, " ") != squeeze.ReplaceAllString(want, " ") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := textOf(t, func(b *bytes.Buffer) error { return p.Text(b, true) }); !strings.HasPrefix(got, "### next\\|1.trace compared with base.trace\n\n|  | A |") || strings.Contains(got, ".@sum") || !strings.Contains(got, "| com.app.Db.open |") {
		t.Errorf("Markdown:\n%s", got)
	}
	rows, err := csv.NewReader(strings.NewReader(textOf(t, func(b *bytes.Buffer) error { return p.CSV(b) }))).ReadAll()
	if err != nil || len(rows) != 7 || len(rows[0]) != 11+3*8 || rows[2][1] != "run" || rows[2][3] != "com.app.A$$Lambda$1" || rows[2][6] != "lambda class" {
		t.Errorf("CSV: %v %v", err, rows)
	}
	if !strings.Contains(fmt.Sprint(rows), "'@sum") {
		t.Errorf("CSV has a cell that a spreadsheet would run: %v", rows)
	}
}

// TestIdleApart: totals have the time without idle waits first, and idle waits apart. Tables include them or not.
func TestIdleApart(t *testing.T) {
	const poll = "android.os.MessageQueue.nativePollOnce(JI)V"
	side := func(wait, load int, noIdle bool) *compare.Side { // µs
		p := profileOf(t, fmt.Sprintf("main 0/0>app.A.a()V 0/0>%s %d/0<%[1]s %[3]d/%[4]d<app.A.a()V", poll, wait, wait+load, load))
		if noIdle {
			p.WithoutIdle()
		}
		return compare.NewSide(p, "x")
	}
	for _, noIdle := range []bool{false, true} {
		p := &changes.Pair{Comparison: compare.Of(side(900, 100, noIdle), side(300, 150, noIdle), nil, nil), Order: compare.ByExclusive}
		text := regexp.MustCompile(` +`).ReplaceAllString(textOf(t, func(b *bytes.Buffer) error { return p.Text(b, false) }), " ")
		want := "wall time in calls without idle waits 100 µs 150 µs +50 µs +50.0 %\nidle waits 900 µs 300 µs −600 µs −66.7 %\n\nFigures of methods and threads include idle waits."
		threads := "1 1 2 2 1 ms 450 µs −550 µs main"
		if noIdle {
			want = strings.Replace(want, "include", "leave out", 1)
			threads = "1 1 2 2 100 µs 150 µs +50 µs main"
		}
		if text = strings.ReplaceAll(text, "\u00a0", " "); !strings.Contains(text, want) || !strings.Contains(text, threads) || strings.Contains(text, "nativePollOnce") == noIdle {
			t.Errorf("without idle waits: %v\n%s", noIdle, text)
		}
		json := textOf(t, func(b *bytes.Buffer) error { return p.JSON(b) })
		for _, want := range []string{
			`"withoutIdleWallNs":100000,"idleWallNs":900000,"withoutIdleWaitingNs":0,"idleWaitingNs":900000}`, `"withoutIdleWallNs":150000,"idleWallNs":300000`, fmt.Sprintf(`"idleIncluded":%v`, !noIdle),
		} {
			if !strings.Contains(json, want) {
				t.Errorf("JSON has no %s: %s", want, json)
			}
		}
	}
	if json := textOf(t, func(b *bytes.Buffer) error { return pairOf(t).JSON(b) }); strings.Contains(strings.ToLower(json), "idle") {
		t.Errorf("without idle waits: %s", json)
	}
}

// keys collects the keys of all objects in a value.
func keys(v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			into[key] = true
			keys(value, into)
		}
	case []any:
		for _, value := range v {
			keys(value, into)
		}
	}
}

// groups returns two groups of n runs. lambda costs more in B.
func groups(t *testing.T, n int) *changes.Runs {
	t.Helper()
	var set runs.Set
	for g := range 2 {
		for i := range n {
			end := 30 + i
			if g == 1 {
				end += 20
			}
			p := profileOf(t, fmt.Sprintf("main 0/0>com.app.A.a()V 10/5>com.app.A$$Lambda$%d.run()V %d/20<com.app.A$$Lambda$%d.run()V %s 190/30>android.view.Choreographer.doFrame()V 200/45<android.view.Choreographer.doFrame()V 300/60<com.app.A.a()V",
				i, end, i, strings.Repeat("180/25>com.app.Db.open()V 180/25<com.app.Db.open()V ", g)))
			scope, _ := runs.Before(p.Index, runs.IsFirstFrame)
			set.Add(g, fmt.Sprint("run", g, i), p, p.Index.Profile(scope, nil))
		}
	}
	f := runs.Figure{Exclusive: true}
	return &changes.Runs{Set: &set, Differences: set.Compare(f), Figure: f, Timed: true, Point: "the first frame", Most: 10}
}

func TestRunsText(t *testing.T) {
	for n, want := range map[int][]string{
		3: {"3 runs of B against 3 of A", "No time differs significantly. Only B runs Db.open.", "3 runs each cannot show any significant change of time, however large. For one method alone, 4 runs each are enough; for all 2 methods, 5 each.", "com.app.Db.open (in every run of B, in none of A)", "0 methods differ significantly"},
		4: {"4 runs each cannot show which of 2 methods differ significantly in time, however large the change: 5 runs each are needed."},
		6: {"Largest significant changes, ", "Only B runs Db.open.", "6 runs each can show a significant change in the times of 2 methods.", "0  1      +1  com.app.Db.open (in every run of B, in none of A)\n", "2 methods differ significantly", "20 µs – 25 µs", "+88.9 %  differs"},
	} {
		r := groups(t, n)
		got := textOf(t, func(b *bytes.Buffer) error { return r.Text(b, false) })
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("%d runs each: no %q in\n%s", n, text, got)
			}
		}
	}
	rows, err := csv.NewReader(strings.NewReader(textOf(t, func(b *bytes.Buffer) error { return groups(t, 6).CSV(b) }))).ReadAll()
	if err != nil || len(rows) != 5 || rows[1][1] != "open" || rows[1][3] != "6" {
		t.Errorf("CSV: %v %v", err, rows)
	}
}

func checkOf(t *testing.T, text string) *changes.Check {
	t.Helper()
	b, err := budget.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c := budget.NewCheck(b)
	for i, records := range []string{base, next} {
		c.Add(i, []string{"base.trace", "next.trace"}[i], profileOf(t, records).Index)
	}
	v, err := c.Judge()
	if err != nil {
		t.Fatal(err)
	}
	return &changes.Check{Verdict: v, File: "budget.toml"}
}

const rules = `[[rule]]
package = "com.app"
before = "first frame"
new = 0
calls = 3
slower = "1%"
[[rule]]
name = "one frame"
method = "Choreographer.doFrame"
calls = 1
more-calls = 0
time = "1us"
self = "12us"
`

func TestCheckText(t *testing.T) {
	got := textOf(t, func(b *bytes.Buffer) error { return checkOf(t, rules).Text(b, false) })
	for _, text := range []string{
		"Beyond the budget: 6 of 7 limits, 1 run compared with 1 of the base\n\npackage com.app (budget.toml, line 5)\n  4 calls before first frame, at most 3 allowed.\n",
		"  1 call, 17 µs inclusive in next.trace: com.app.A.a → com.app.A.@sum\n\none frame",
		"one frame (budget.toml, line 11)\n  2 calls, 1 more than the base's 1; at most 0 more allowed.\n  2 calls, 15 µs inclusive in next.trace: com.app.A.a → android.view.Choreographer.doFrame\n",
		"package com.app (budget.toml, line 4)\n  1 method is called before first frame and not in the base, at most 0 allowed.\n  1 call, 17 µs inclusive in next.trace: com.app.A.a → com.app.A.@sum\n",
		"15 µs of inclusive wall time, at most 1 µs allowed.", "15 µs of exclusive wall time, at most 12 µs allowed.\n  2 calls, 15 µs inclusive in next.trace: com.app.A.a → android.view.Choreographer.doFrame",
	} {
		if !strings.Contains(got, text) {
			t.Errorf("no %q in\n%s", text, got)
		}
	}
}

// TestDocumented checks that changes.md describes every key of every object.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("changes.md")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for _, m := range regexp.MustCompile("`([A-Za-z]+)…?`").FindAllStringSubmatch(string(text), -1) {
		described[m[1]] = true
	}
	unit := regexp.MustCompile(`(WallNs|CpuNs|WaitingNs)$`)
	for name, write := range map[string]func(*bytes.Buffer) error{
		"traces-compared": func(b *bytes.Buffer) error { return pairOf(t).JSON(b) },
		"runs-compared":   func(b *bytes.Buffer) error { return groups(t, 6).JSON(b) },
		"budget-check":    func(b *bytes.Buffer) error { return checkOf(t, rules).JSON(b) },
	} {
		var v map[string]any
		if err := json.Unmarshal([]byte(textOf(t, write)), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if v["kind"] != name || v["schema"] != float64(changes.Schema) {
			t.Errorf("%s: kind %v, schema %v", name, v["kind"], v["schema"])
		}
		all := map[string]bool{}
		keys(v, all)
		for key := range all {
			if key = unit.ReplaceAllString(key, ""); key != "kind" && !described[key] {
				t.Errorf("%s: changes.md does not describe %q", name, key)
			}
		}
	}
}

// TestGroupsCSV: the groups have the methods, calls and exclusive times of all methods. The largest change is first.
func TestGroupsCSV(t *testing.T) {
	pair := pairOf(t)
	table := func() [][]string {
		t.Helper()
		var out bytes.Buffer
		if err := pair.CSV(&out); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	sum := func(rows [][]string, names ...string) (n int64) {
		for _, row := range rows[1:] {
			for _, name := range names {
				v, err := strconv.ParseInt(row[slices.Index(rows[0], name)], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				n += v
			}
		}
		return n
	}
	methods := table()
	for _, by := range []profile.By{profile.ByClass, profile.ByPackage, profile.ByLibrary, profile.ByOrigin} {
		pair.By = by
		groups := table()
		if groups[0][0] != profile.Ways[by] || sum(groups, "methods") != int64(len(methods)-1) {
			t.Errorf("by %d: %v, %d methods of %d", by, groups[0], sum(groups, "methods"), len(methods)-1)
		}
		for _, name := range []string{"exclusiveWallNsA", "exclusiveWallNsB", "exclusiveWallNsChange"} {
			if got, want := sum(groups, name), sum(methods, name); got != want {
				t.Errorf("by %d: %s is %d, want %d", by, name, got, want)
			}
		}
		if got, want := sum(groups, "callsA", "recursiveCallsA"), sum(methods, "callsA", "recursiveCallsA"); got != want {
			t.Errorf("by %d: %d calls, want %d", by, got, want)
		}
		last := int64(math.MaxInt64)
		for i := range groups[1:] {
			change := sum([][]string{groups[0], groups[i+1]}, "exclusiveWallNsChange")
			if change = max(change, -change); change > last {
				t.Errorf("by %d: group %s changed more than the one before it", by, groups[i+1][0])
			}
			last = change
		}
	}
}
