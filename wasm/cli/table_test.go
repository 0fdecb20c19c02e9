//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"traceglass/parser/dump"
	"traceglass/parser/trace/tracetest"
	"traceglass/parser/wait"
	tables "traceglass/render/report/table"
	"traceglass/render/tell"
)

// loadTable reads a table of every input in a folder.
func loadTable[T any](t *testing.T, dir, table string) (all []T) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", table+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		rows, err := parquet.ReadFile[T](file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, rows...)
	}
	return all
}

// summed has the parts of a summary that tables must equal.
type summed struct {
	Kind        string
	Container   *string
	Clock       *string
	Complete    bool
	Records     *int64
	OutsideWall *int64 `json:"outsideWallNs"`
	OutsideCPU  *int64 `json:"outsideCpuNs"`
	Threads     json.RawMessage
	Methods     []struct {
		ID                     string
		Calls                  int64
		RecursiveCalls         int64
		InclWall               int64 `json:"inclusiveWallNs"`
		ExclWall               int64 `json:"exclusiveWallNs"`
		InclCPU                int64 `json:"inclusiveCpuNs"`
		ExclCPU                int64 `json:"exclusiveCpuNs"`
		Class, Name, Signature string
	}
	Processes []struct {
		PID         *int64
		CommandLine *string
		Threads     int
		States      map[string]int
		Deadlocks   [][]int64
		Complete    bool
	}
	Warnings []struct {
		Code  string
		Count int64
	}
}

// TestTable compares the tables of every available file with its summary, and those of a dump
// with explain.
func TestTable(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/*.t*")
	if shared, _ := filepath.Glob("../../../shared/corpus/[mt]*/*.[tgz]*"); len(shared) > 0 {
		files = append(files, shared...)
	} else {
		t.Log("../shared/corpus is not here: its files are not ours to ship")
	}
	compared := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var out, errs bytes.Buffer
			status := run([]string{"summary", file}, &out, &errs)
			dir := t.TempDir()
			if got := run([]string{"table", "-o", dir, file}, new(bytes.Buffer), &errs); got != status {
				t.Fatalf("status %d, summary's %d: %s", got, status, errs.String())
			}
			if status != 0 {
				if rows := loadTable[tables.File](t, dir, "files"); len(rows) > 0 {
					t.Errorf("%d rows of a file that cannot be read", len(rows))
				}
				return
			}
			compared++
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			all := make([]summed, len(lines))
			for i, line := range lines {
				if err := json.Unmarshal([]byte(line), &all[i]); err != nil {
					t.Fatal(err)
				}
			}
			rows := loadTable[tables.File](t, dir, "files")
			if len(rows) != 1 {
				t.Fatalf("%d rows of files, want 1", len(rows))
			}
			if rows[0].Kind != all[0].Kind {
				t.Fatalf("kind %q, want %q", rows[0].Kind, all[0].Kind)
			}
			if all[0].Kind == "method-trace" {
				compareTrace(t, dir, &rows[0], &all[0])
			} else {
				compareDumps(t, dir, file, &rows[0], all)
			}
		})
	}
	if compared == 0 {
		t.Error("no file was compared")
	}
}

func compareTrace(t *testing.T, dir string, f *tables.File, want *summed) {
	value := func(p *int64) string {
		if p == nil {
			return "-"
		}
		return fmt.Sprint(*p)
	}
	got := fmt.Sprint(*f.Container, f.Complete, *f.Records, value(f.OutsideWall), value(f.OutsideCPU), len(f.Receipt))
	if want := fmt.Sprint(*want.Container, want.Complete, *want.Records, value(want.OutsideWall), value(want.OutsideCPU), len(want.Warnings)); got != want {
		t.Errorf("file: %s, want %s", got, want)
	}
	var listed []map[string]any
	json.Unmarshal(want.Threads, &listed)
	var threads []string
	for _, r := range loadTable[tables.Thread](t, dir, "threads") {
		threads = append(threads, fmt.Sprint(*r.ID, r.Name, *r.Enters, *r.Exits, *r.Unrolls, *r.OrphanExits, *r.ImplicitExits, *r.IgnoredExits, *r.OpenCalls, *r.BackwardSteps, *r.MaxDepth))
	}
	var wanted []string
	for _, r := range listed {
		n := func(key string) int64 { return int64(r[key].(float64)) }
		wanted = append(wanted, fmt.Sprint(n("id"), r["name"], n("enters"), n("exits"), n("unrolls"), n("orphanExits"), n("implicitExits"), n("ignoredExits"), n("openCalls"), n("backwardSteps"), n("maxDepth")))
	}
	slices.Sort(threads)
	slices.Sort(wanted)
	if !slices.Equal(threads, wanted) {
		t.Errorf("threads:\n%q\nwant\n%q", threads, wanted)
	}
	// Sums over groups of threads, and over callers.
	type figures struct{ calls, recursive, inclWall, exclWall, inclCPU, exclCPU int64 }
	or0 := func(p *int64) int64 {
		if p == nil {
			return 0
		}
		return *p
	}
	methods, edges, names := map[string]figures{}, map[string]figures{}, map[string]string{}
	for _, m := range loadTable[tables.Method](t, dir, "methods") {
		s := methods[m.Method]
		methods[m.Method] = figures{s.calls + m.Calls, s.recursive + m.Recursive, s.inclWall + or0(m.InclWall), s.exclWall + or0(m.ExclWall), s.inclCPU + or0(m.InclCPU), s.exclCPU + or0(m.ExclCPU)}
		names[m.Method] = m.Class + " " + m.Name + " " + m.Signature
	}
	for _, e := range loadTable[tables.Edge](t, dir, "edges") {
		s := edges[e.Callee]
		edges[e.Callee] = figures{calls: s.calls + e.Calls, recursive: s.recursive + e.Recursive, inclWall: s.inclWall + or0(e.InclWall), inclCPU: s.inclCPU + or0(e.InclCPU)}
	}
	if len(methods) != len(want.Methods) {
		t.Errorf("%d methods, want %d", len(methods), len(want.Methods))
	}
	for _, m := range want.Methods {
		all := figures{m.Calls, m.RecursiveCalls, m.InclWall, m.ExclWall, m.InclCPU, m.ExclCPU}
		if got := methods[m.ID]; got != all {
			t.Fatalf("method %s: %v, want %v", m.ID, got, all)
		}
		if got := names[m.ID]; got != m.Class+" "+m.Name+" "+m.Signature {
			t.Fatalf("method %s is called %q", m.ID, got)
		}
		all.exclWall, all.exclCPU = 0, 0
		if got := edges[m.ID]; got != all {
			t.Fatalf("calls of %s by all callers: %v, want %v", m.ID, got, all)
		}
	}
}

func compareDumps(t *testing.T, dir, file string, f *tables.File, all []summed) {
	threads, stacks := loadTable[tables.Thread](t, dir, "threads"), loadTable[tables.Stack](t, dir, "stacks")
	var want int
	complete, processes, warnings := true, 0, 0
	states, locked := map[string]int{}, []int64{}
	for i := range all {
		var n int
		json.Unmarshal(all[i].Threads, &n)
		want += n
		warnings += len(all[i].Warnings)
		for _, p := range all[i].Processes {
			processes++
			complete = complete && p.Complete
			for state, n := range p.States {
				states[state] += n
			}
			for _, cycle := range p.Deadlocks {
				locked = append(locked, cycle...)
			}
		}
	}
	if len(threads) != want || len(stacks) != want || int(f.Processes) != processes || f.Complete != complete || len(f.Receipt) != warnings {
		t.Errorf("%d threads, %d stacks, %d processes, complete %v, %d notes; want %d, %d, %v, %d", len(threads), len(stacks), f.Processes, f.Complete, len(f.Receipt), want, processes, complete, warnings)
	}
	ids := []int64{}
	for i, s := range stacks {
		if s.Thread != threads[i].Thread || s.Name != threads[i].Name || s.State != *threads[i].State {
			t.Fatalf("row %d of stacks is not that of threads", i)
		}
		states[s.State]--
		if s.Deadlock {
			ids = append(ids, *threads[i].ID)
		}
	}
	for state, n := range states {
		if n != 0 {
			t.Errorf("%d threads too few in state %s", n, state)
		}
	}
	slices.Sort(ids)
	slices.Sort(locked)
	if !slices.Equal(ids, locked) {
		t.Errorf("deadlocked are %v, want %v", ids, locked)
	}
	var explained, errs bytes.Buffer
	if run([]string{"explain", file}, &explained, &errs) != 0 {
		t.Fatal(errs.String())
	}
	claims := loadTable[tables.Claim](t, dir, "claims")
	for _, c := range claims {
		if line := fmt.Sprintf("  %s [%s, %s]\n", c.Text, c.Rule, c.Confidence); !strings.Contains(explained.String(), line) {
			t.Errorf("explain does not say %q", line)
		}
	}
	if err := (&taker{split: (*dump.Dump).Reports}).eachDump(file, &errs, func(name string, d *dump.Dump) error {
		facts := wait.NewFacts(d)
		for _, c := range claims {
			if b := int(c.Block); len(all) == 1 && c.Cause != tell.Cause(facts.Cause(b)) {
				t.Errorf("the cause of block %d is %q, explain -group says %q", b, c.Cause, tell.Cause(facts.Cause(b)))
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	said := 0
	for line := range strings.Lines(explained.String()) {
		if strings.HasPrefix(line, "  ") && strings.HasSuffix(line, "]\n") && strings.Contains(line, " [") && line[2] != ' ' {
			said++
		}
	}
	if said != len(claims) {
		t.Errorf("explain makes %d claims, the table has %d", said, len(claims))
	}
}

// TestTableAgain checks that existing tables are kept, and that an unreadable file does not stop
// the others.
func TestTableAgain(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	trace := tracetest.Trace{Records: "main 0>A 10>B 20<B 30<A"}
	one, same := write("one.trace", trace.Bytes()), write("same.trace", trace.Bytes())
	trace.Records += " 40>B 50<B"
	key, data := write("pair.key", trace.Key()), write("pair.data", trace.Data())
	png := write("shot.png", []byte("\x89PNG\r\n\x1a\n0000"))
	to := filepath.Join(dir, "tables")
	args := []string{"table", "-o", to, png, one, same, data, key, filepath.Join(dir, "pair")}
	for range 2 {
		var errs bytes.Buffer
		if status := run(args, new(bytes.Buffer), &errs); status != 1 || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "image") {
			t.Fatalf("status %d: %s", status, errs.String())
		}
		var names []string
		for _, f := range loadTable[tables.File](t, to, "files") {
			names = append(names, f.Name+" "+*f.Container)
		}
		slices.Sort(names)
		if want := []string{"one.trace concatenated", "pair.key key+data"}; !slices.Equal(names, want) {
			t.Fatalf("tables of %q, want %q", names, want)
		}
	}
	for _, wrong := range [][]string{{"table"}, {"table", "-o", to}, {"table", one}, {"table", "-x"}} {
		if status := run(wrong, new(bytes.Buffer), new(bytes.Buffer)); status != 2 {
			t.Errorf("%v: status %d, want 2", wrong, status)
		}
	}
}

// TestTablesStayOut checks that the command that the page loads does not link Parquet.
func TestTablesStayOut(t *testing.T) {
	c := exec.Command("go", "list", "-deps", ".")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name := range strings.Lines(string(out)) {
		if strings.Contains(name, "parquet") || strings.Contains(name, "report/table") {
			t.Errorf("tools.wasm holds %s", strings.TrimSpace(name))
		}
	}
}
