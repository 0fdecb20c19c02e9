//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// TestContextSwitches: a gap shows its length. It can be hidden and shown, and the choice is stored for the
// next visit. On request, the table has gaps as a method.
func TestContextSwitches(t *testing.T) {
	t.Parallel()
	k := sample(t)
	p := openTrace(t, k)
	gap, ok := widest(p.Hatched(), func(b box) bool { return !b.Merged && !b.Collapsing && b.H > 8 && b.W < 600 })
	if !ok {
		t.Fatal("no context switch is drawn")
	}
	v := p.ViewOf(timeline)
	x, y := gap.spot()
	off := ask[*message.Switch](k, &message.SwitchInfo{Thread: gap.Thread, At: int64(v.at(x))})
	if !near(v.x(float64(off.From)), gap.X, 1) || !near(v.x(float64(off.To)), gap.X+gap.W, 1) {
		t.Errorf("the gap from x %.1f to %.1f is the switch from %.1f to %.1f", gap.X, gap.X+gap.W, v.x(float64(off.From)), v.x(float64(off.To)))
	}
	p.Move(x, y)
	low, high := words.Range(off.Low, off.High)
	note := "context switch · " + k.Thread(gap.Thread).Name + " was off the CPU for " + words.Brief(off.To-off.From) + " within " + low + " – " + high
	lines := func() []string { return strings.Split(p.Tip(), "\n") }
	p.Until("the gap's length", note, func() string { all := lines(); return all[len(all)-1] })
	p.Until("the call with the gap", k.Name(gap.Method).Label, func() string { return lines()[0] })
	p.ClickAt(x, y)
	p.Until("the details of that call", k.Name(gap.Method).Label, p.DetailsName)

	drawn := func() string { return fmt.Sprint(len(p.Hatched()) > 0) }
	p.Click("#gaps")
	p.Until("no gaps", "false", drawn)
	p.Navigate("/")
	p.Open(k.file)
	p.Until("no gaps on the next visit", "false", drawn)
	p.Keys("g")
	p.Until("gaps again", "true", drawn)

	apart := whole
	apart.Switches = true
	rows := ask[*message.Rows](k, &message.MethodRows{Scope: apart, Order: message.Order{Column: message.ByExclusive}, Count: 1})
	name := k.Name(rows.Rows[0].Method).Label
	if name != "(context switch)" {
		t.Fatalf("the method with the most self time is %s", name)
	}
	has := func() string { return fmt.Sprint(strings.Contains(p.Text("#methods-rows"), name)) }
	p.Click("#methods-sort-3") // self time
	p.Until("no method for gaps", "false", has)
	p.Click("#switches")
	p.Until("context switches among the methods", "true", has)
	p.Until("their time", words.Duration(rows.Rows[0].Exclusive[message.Wall]), func() string {
		return eval[string](p, `document.querySelectorAll("#methods-0 [role=gridcell]")[3]?.textContent ?? ""`)
	})
	p.Click("#methods-0 .fn")
	p.Until("the details of the gaps", fmt.Sprintf("%s calls, wall clock", words.Count(rows.Rows[0].Calls)), func() string {
		return eval[string](p, `document.querySelector("#histogram")?.closest("section").querySelector("h3").textContent ?? ""`)
	})
	p.Shots("switches-table")
	p.Keys("3")
	p.Click("#topdown-heaviest")
	p.Shot("switches-tree")
	p.Keys("5")
	p.Shot("switches-flame")
	p.Keys("x")
	p.Keys("2")
	p.Until("no method for gaps again", "false", has)
	p.Move(x, y)
	p.Until("the gap's length", note, func() string { all := lines(); return all[len(all)-1] })
	p.Shots("switches")
}

// TestOneClockHasNoSwitches: a trace with one clock says that it cannot show context switches.
func TestOneClockHasNoSwitches(t *testing.T) {
	t.Parallel()
	k := made(t, "wall.trace", tracetest.Trace{Version: 2, Clock: "wall", Records: "main 0>app.A.a()V 900<app.A.a()V"}.Bytes())
	p := openTrace(t, k)
	if n := len(p.Hatched()); n > 0 {
		t.Errorf("%d gaps are drawn", n)
	}
	if got := eval[string](p, `document.getElementById("gaps").disabled + " " + document.getElementById("gaps").title`); !strings.HasPrefix(got, "true This trace has one clock.") {
		t.Errorf("the button says %q", got)
	}
}
