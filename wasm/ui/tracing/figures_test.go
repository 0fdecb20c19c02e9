package tracing

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/uitest"
	"traceglass/wasm/viewer/expect"
)

// shared is a folder next to the checkout. The repository contains no real traces.
const shared = "../../../../shared/"

// read opens a trace of the corpus in an engine, as the worker does. It skips the test if the trace is missing.
func read(t *testing.T, name string) *engine.Engine {
	t.Helper()
	packed, err := os.ReadFile(shared + "corpus/method-traces/" + name + ".trace.gz")
	if err != nil {
		t.Skipf("%v: the repository contains no real traces", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return expect.Read(t, name, data).Engine
}

// A summary holds a trace's expected figures, which other programs computed.
type summary struct {
	Records                     int64
	Methods                     []summaryMethod
	OutsideWallNs, OutsideCPUNs int64 // time with an empty stack
}

type summaryMethod struct {
	ID, Class, Name, Signature                                       string
	Calls, RecursiveCalls                                            int64
	InclusiveCPUNs, ExclusiveCPUNs, InclusiveWallNs, ExclusiveWallNs int64
}

func (m summaryMethod) title() string {
	if m.Class == "" && m.Name == "" {
		return "unknown " + m.ID
	}
	if params, result := words.JavaTypes(m.Signature); params != "" {
		return m.Class + "." + m.Name + params + ": " + result
	}
	return strings.TrimSpace(m.Class + "." + m.Name + " " + m.Signature)
}

// line returns the expected row of the method: title|wall|cpu|calls|time per call.
func (m summaryMethod) line(wall, cpu int64) string {
	part := func(ns, whole int64) string { return words.Percent(float64(ns) / float64(whole)) }
	calls := words.Count(m.Calls)
	if m.RecursiveCalls > 0 {
		calls += "+" + words.Count(m.RecursiveCalls)
	}
	n := m.Calls + m.RecursiveCalls
	return strings.Join([]string{
		m.title(),
		part(m.InclusiveWallNs, wall), words.Duration(m.InclusiveWallNs), part(m.ExclusiveWallNs, wall), words.Duration(m.ExclusiveWallNs),
		calls, words.Duration(m.InclusiveWallNs / n),
		part(m.InclusiveCPUNs, cpu), words.Duration(m.InclusiveCPUNs), part(m.ExclusiveCPUNs, cpu), words.Duration(m.ExclusiveCPUNs),
		words.Duration(m.InclusiveCPUNs / n),
	}, "|")
}

var (
	rowTag  = regexp.MustCompile(`<div role="row"[^>]* id="methods-(\d+)"[^>]* title="([^"]*)"`)
	cellTag = regexp.MustCompile(`role="gridcell"[^>]*>([^<]*)<`)
)

// allRows scrolls the table of methods from top to bottom and returns its rows: title|cell|cell.
func (p *page) allRows(t *testing.T, answer func()) (rows []string) {
	t.Helper()
	const height = 1200
	for next := 0; next < p.methods.Total; {
		p.Sized("methods", float64(next)*list.RowHeight, height)
		answer()
		before := next
		page := p.look(t)
		at := rowTag.FindAllStringSubmatchIndex(page, -1)
		for i, m := range at {
			var number int
			fmt.Sscan(page[m[2]:m[3]], &number)
			if number != next {
				continue
			}
			end := len(page)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			row := []string{html.UnescapeString(page[m[4]:m[5]])}
			for _, cell := range cellTag.FindAllStringSubmatch(page[m[1]:end], -1) {
				row = append(row, html.UnescapeString(cell[1]))
			}
			rows = append(rows, strings.Join(row, "|"))
			next++
		}
		if next == before {
			t.Fatalf("row %d of %d does not appear", next, p.methods.Total)
		}
	}
	return rows
}

// TestFiguresAreTheExpected scrolls through the method table of real traces. Every figure must be the expected
// one, which other programs computed.
func TestFiguresAreTheExpected(t *testing.T) {
	for _, name := range []string{"fenix-regular", "setapp-game", "likaci-cpu_trace", "fenix-streaming"} {
		t.Run(name, func(t *testing.T) {
			e := read(t, name)
			data, err := os.ReadFile(shared + "expected/method-traces/" + name + ".json")
			if err != nil {
				t.Skipf("no expected figures: %v", err)
			}
			var want summary
			if err := json.Unmarshal(data, &want); err != nil {
				t.Fatal(err)
			}
			p := newPage(uitest.New())
			answer := func() { p.Settle(&p.d.Line, p.RequestData, e.Answer) }
			p.size()
			p.open(e.Describe())
			p.d.RenderStep = desk.WholePage
			p.d.ShowCode(message.AllCode)
			answer()
			if got := p.d.Trace.Records; got != want.Records {
				t.Errorf("the page shows %d records, want %d", got, want.Records)
			}
			p.d.ClearThreads()
			if p.d.IdleTime() > 0 && !p.d.IncludesIdle() {
				p.d.ToggleIdle()
			}
			answer()
			p.press(t, "methods-sort-columns")
			p.look(t)
			p.Click(t, "methods-columns-clock-1")
			answer()
			got := p.allRows(t, answer)

			// 100 % is the time from each thread's first record to its last.
			wall, cpu := want.OutsideWallNs, want.OutsideCPUNs
			for _, m := range want.Methods {
				wall += m.ExclusiveWallNs
				cpu += m.ExclusiveCPUNs
			}
			var lines []string
			for _, m := range want.Methods {
				lines = append(lines, m.line(wall, cpu))
			}
			slices.Sort(lines)
			slices.Sort(got)
			if len(got) != len(lines) {
				t.Fatalf("%d rows, want %d", len(got), len(lines))
			}
			for i, line := range lines {
				if got[i] != line {
					t.Fatalf("row %d of the method table, sorted by name\n got %s\nwant %s", i, got[i], line)
				}
			}
		})
	}
}
