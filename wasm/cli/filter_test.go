//go:build !js

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
)

// opened returns an engine with a trace.
func opened(t *testing.T, data []byte) *engine.Engine {
	t.Helper()
	e := engine.New(1 << 30)
	for {
		e.Begin("calc.trace", int64(len(data)), false)
		if err := e.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := e.End(""); err != nil {
			t.Fatal(err)
		}
		if !e.Again() {
			return e
		}
	}
}

// TestPageAndCommandFilter: for random filters, the table of the page and that of the command have the same methods, calls
// and times. The page shows or leaves out all of the time.
func TestPageAndCommandFilter(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Generate(&file, tracetest.Config{Records: 4000, Methods: 80, Threads: 4, Depth: 12, Seed: 7}); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	path := filepath.Join(t.TempDir(), "calc.trace")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	e := opened(t, data)
	all := e.Answer(&message.MethodRows{Scope: message.Scope{To: message.Whole}, Count: 500}).(*message.Rows)
	names := map[uint32]message.Name{}
	for _, n := range all.Names {
		names[n.Method] = n
	}
	rng := rand.New(rand.NewPCG(1, 2))
	tries := 1000
	if testing.Short() {
		tries = 50
	}
	refused := 0
	for range tries {
		filter := randomFilter(rng, names)
		scope := message.Scope{To: message.Whole, Filter: filter}
		sum := e.Answer(&message.Summed{Scope: scope}).(*message.Sum)
		var threads []string
		for _, term := range sum.Terms {
			if term.Takes == message.OtherThreads && !term.Off {
				threads = append(threads, term.Text)
			}
		}
		whole := e.Answer(&message.Summed{Scope: message.Scope{To: message.Whole, Filter: query.Join(threads)}}).(*message.Sum)
		for clock := range sum.Times {
			if sum.Times[clock]+sum.LeftOut[clock] != whole.Times[clock] {
				t.Fatalf("%s: by clock %d, %d + %d is not %d", filter, clock, sum.Times[clock], sum.LeftOut[clock], whole.Times[clock])
			}
		}
		var out, err bytes.Buffer
		status := run([]string{"export", "-format", "csv", "-filter", filter, path}, &out, &err)
		if sum.Refused != "" {
			if refused++; status != 2 || !strings.Contains(err.String(), sum.Refused) {
				t.Fatalf("%s: status %d, %s; the page refuses it: %s", filter, status, err.String(), sum.Refused)
			}
			continue
		}
		rows := e.Answer(&message.MethodRows{Scope: scope, Count: 500}).(*message.Rows)
		if strings.Contains(err.String(), "leaves out all threads") {
			if len(rows.Rows) > 0 {
				t.Fatalf("%s: the command has no threads, the page %d rows", filter, len(rows.Rows))
			}
			continue
		}
		var page, command []string
		for _, r := range rows.Rows {
			n := names[r.Method]
			page = append(page, fmt.Sprintf("%s %s.%s %d %d %d %d %d %d %d", n.ID, n.Class, n.Name, r.Calls+r.Recursive, r.Inclusive[0], r.Exclusive[0], r.Inclusive[1], r.Exclusive[1], r.Inclusive[2], r.Exclusive[2]))
		}
		table, readErr := csv.NewReader(&out).ReadAll()
		if readErr != nil || status != 0 {
			t.Fatalf("%s: status %d, %v, %s", filter, status, readErr, err.String())
		}
		for _, c := range table[1:] {
			var calls, recursive int64
			fmt.Sscan(c[6], &calls)
			fmt.Sscan(c[7], &recursive)
			command = append(command, fmt.Sprintf("%s %s.%s %d %s", c[0], c[1], c[2], calls+recursive, strings.Join(c[8:], " ")))
		}
		slices.Sort(page)
		slices.Sort(command)
		if !slices.Equal(page, command) {
			t.Fatalf("%s:\nthe page has\n%s\nthe command has\n%s", filter, strings.Join(page, "\n"), strings.Join(command, "\n"))
		}
	}
	if refused == 0 || refused > tries/3 {
		t.Errorf("%d of %d filters are refused", refused, tries)
	}
}

// randomFilter returns up to four terms about methods with some names.
func randomFilter(rng *rand.Rand, names map[uint32]message.Name) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	var all []message.Name
	for m := range uint32(1000) {
		if n, ok := names[m]; ok {
			all = append(all, n)
		}
	}
	var terms []string
	for range 1 + rng.IntN(4) {
		n := all[rng.IntN(len(all))]
		of := pick(n.Name, n.Class, `"`+n.Label+`"`, "/"+n.Name[:1]+".*[0-4]/", "origin:"+pick("own", "library", "platform", "native"), n.Name[:1]+"*"+n.Name[len(n.Name)-1:],
			strings.TrimPrefix(query.Hashing("", n.Label+n.Signature), ":"), "/(/", "nothing at all", `"`+n.Label)
		term := pick("", "through:", "under:", "root:", "drop:", "self:", "merge:", "through:", "drop:", "merge:") + of
		if rng.IntN(5) == 0 {
			term = pick("slower:20us", "slower:1ms", "thread:main", "-thread:main", "tid:2", "thread:/x/", "slower:x")
		}
		terms = append(terms, pick("", "", "", "-", "off:")+term)
	}
	return strings.Join(terms, " ")
}

// TestCompareFiltered: compare and export have the same figures after a filter. A trace compared with itself differs
// in nothing.
func TestCompareFiltered(t *testing.T) {
	var paths []string
	for seed := range uint64(2) {
		var file bytes.Buffer
		if err := tracetest.Generate(&file, tracetest.Config{Records: 3000, Methods: 40, Threads: 3, Depth: 10, Seed: 3 + seed}); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, filepath.Join(t.TempDir(), fmt.Sprintf("%d.trace", seed)))
		if err := os.WriteFile(paths[seed], file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	output := func(args ...string) string {
		t.Helper()
		var out, err bytes.Buffer
		if status := run(args, &out, &err); status != 0 {
			t.Fatalf("%q: status %d, %s", args, status, err.String())
		}
		return out.String()
	}
	column := func(table, name string) (sum int64) {
		t.Helper()
		rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
		if err != nil || !slices.Contains(rows[0], name) {
			t.Fatalf("%v: no column %s in %q", err, name, rows[0])
		}
		for _, row := range rows[1:] {
			var n int64
			fmt.Sscan(row[slices.Index(rows[0], name)], &n)
			sum += n
		}
		return sum
	}
	for _, filter := range []string{"drop:origin:library", "merge:origin:platform slower:20us", "thread:main -origin:native", "root:/run|load/"} {
		both := output("compare", "-format", "csv", "-filter", filter, paths[0], "--", paths[1])
		for g, name := range []string{"exclusiveWallNsA", "exclusiveWallNsB"} {
			if got, want := column(both, name), column(output("export", "-format", "csv", "-filter", filter, paths[g]), "exclusiveWallNs"); got != want {
				t.Errorf("%s: %s sums to %d, export to %d", filter, name, got, want)
			}
		}
		if same := output("compare", "-format", "csv", "-filter", filter, paths[0], "--", paths[0]); column(same, "exclusiveWallNsA") != column(same, "exclusiveWallNsB") {
			t.Errorf("%s: a trace differs from itself", filter)
		}
	}
}

// TestPageAndCommandOverview: for random filters, threads and ranges, the overview of the page and that of the command have the
// same parts and own methods. The parts sum to the thread's span.
func TestPageAndCommandOverview(t *testing.T) {
	var file bytes.Buffer
	if err := tracetest.Story(&file, 3, 40); err != nil {
		t.Fatal(err)
	}
	path := saved(t, "calc.trace", file.Bytes())
	e := opened(t, file.Bytes())
	names := map[uint32]message.Name{}
	for _, n := range e.Answer(&message.MethodRows{Scope: message.Scope{To: message.Whole}, Count: 1000}).(*message.Rows).Names {
		names[n.Method] = n
	}
	d := e.Describe()
	rng := rand.New(rand.NewPCG(3, 4))
	filtered := 0
	for try := range 120 {
		filter := randomFilter(rng, names)
		req := &message.OverviewInfo{Thread: uint32(rng.IntN(len(d.Threads))), To: message.Whole, Filter: filter}
		args := []string{"overview", "-format", "json", "-filter", filter, "-thread", fmt.Sprint(d.Threads[req.Thread].ID)}
		if try%2 == 1 {
			req.From = rng.Int64N(d.Span / 2)
			req.To = req.From + 1 + rng.Int64N(d.Span/2)
			args = append(args, "-from", fmt.Sprint(req.From), "-to", fmt.Sprint(req.To))
		}
		var out, stderr bytes.Buffer
		if status := run(append(args, path), &out, &stderr); status != 0 {
			continue // a term that is refused, or a thread without records there: other tests check these
		}
		var o struct {
			overviewJSON
			Filter             string
			ShownNs, LeftOutNs *int64
			Parts              []struct {
				Name          string
				WallNs, CPUNs int64
				Sites         []struct{ WallNs, Count int64 }
				MoreSites     int
				MoreNs        int64
			}
			Own []struct {
				Exclusive, Inclusive struct{ WallNs int64 }
				Count                int64
			}
		}
		if err := json.Unmarshal(out.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		m := e.Answer(req).(*message.Overview)
		var page, command []string
		sum, leftOut := int64(0), int64(0)
		for _, p := range m.Parts {
			line := fmt.Sprintf("%d ns, %d on the CPU, %d more with %d:", p.Time, p.CPU, p.More, p.Left)
			for _, s := range p.Sites {
				line += fmt.Sprintf(" %d in %d", s.Time, s.Count)
			}
			page = append(page, line)
			sum += p.Time
		}
		for _, p := range o.Parts {
			line := fmt.Sprintf("%d ns, %d on the CPU, %d more with %d:", p.WallNs, p.CPUNs, p.MoreSites, p.MoreNs)
			for _, s := range p.Sites {
				line += fmt.Sprintf(" %d in %d", s.WallNs, s.Count)
			}
			command = append(command, line)
			if p.Name == "left out" {
				leftOut = p.WallNs
			}
		}
		for _, h := range m.Own {
			page = append(page, fmt.Sprintf("own %d of %d in %d", h.Self[0], h.Total[0], h.Count))
		}
		for _, h := range o.Own {
			command = append(command, fmt.Sprintf("own %d of %d in %d", h.Exclusive.WallNs, h.Inclusive.WallNs, h.Count))
		}
		slices.Sort(page)
		slices.Sort(command)
		if !slices.Equal(page, command) || m.From != o.FromNs || m.To != o.ToNs {
			t.Fatalf("%q:\nthe page has %d to %d\n%s\nthe command has %d to %d\n%s", args, m.From, m.To, strings.Join(page, "\n"), o.FromNs, o.ToNs, strings.Join(command, "\n"))
		}
		if span := o.ToNs - o.FromNs; sum != span || o.ShownNs == nil || *o.ShownNs+*o.LeftOutNs != span || *o.LeftOutNs != leftOut || o.Filter != filter || m.Filter == "" {
			t.Fatalf("%q: parts sum to %d of %d, %+v", args, sum, span, o)
		}
		if leftOut > 0 {
			filtered++
		}
	}
	if filtered < 20 {
		t.Errorf("%d filters leave out time", filtered)
	}
}

// TestOverviewFilter: the command says what a filter shows. Without one, nothing about filters is in the output.
func TestOverviewFilter(t *testing.T) {
	file := saved(t, "own.trace", tracetest.Bytes("main 0/0>com.example.Own.run()V 10/10>java.lang.Thread.sleep()V 90/10<java.lang.Thread.sleep()V 100/20<com.example.Own.run()V"))
	for _, tt := range []struct{ args, want string }{
		{"-filter drop:sleep", "The filter shows 20 µs of 100 µs and leaves out 80 µs."},
		{"-filter drop:sleep", "Left out by the filter: Thread.sleep 80 µs"},
		{"-filter merge:sleep", "Idle: Own.run 80 µs"},
		{"-filter drop:sleep -format markdown", "| 80 µs | 80.0 % | Left out by the filter: Thread.sleep 80 µs |"},
		{"-filter drop:sleep -format json", `"filter":"drop:sleep","shownNs":20000,"leftOutNs":80000,`},
	} {
		args := append([]string{"overview"}, append(strings.Fields(tt.args), file)...)
		if status, out, stderr := ran(args...); status != 0 || !strings.Contains(strings.ReplaceAll(out, "\u00a0", " "), tt.want) {
			t.Errorf("%q: status %d, %s\n%s\nwant %s", args, status, stderr, out, tt.want)
		}
	}
	for _, format := range []string{"text", "markdown", "json"} {
		if _, out, _ := ran("overview", "-format", format, file); strings.Contains(strings.ToLower(out), "filter") || strings.Contains(out, "eft out") || strings.Contains(out, "leftOut") {
			t.Errorf("without a filter, %s has\n%s", format, out)
		}
	}
	if _, _, stderr := ran("overview", "-filter", "nothing", file); !strings.Contains(stderr, "nothing matches nothing") {
		t.Errorf("a term that matches nothing: %s", stderr)
	}
	for _, format := range []string{"sarif", "junit", "github"} {
		if status, _, stderr := ran("overview", "-filter", "drop:sleep", "-format", format, file); status != 2 || !strings.Contains(stderr, "findings only") {
			t.Errorf("%s with a filter: status %d, %s", format, status, stderr)
		}
	}
}
