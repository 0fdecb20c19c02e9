//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
)

// contextSwitches: a gap shows its length. It can be hidden and shown. On request, the table has gaps as a method.
// TestGapsAreDrawnUntilTurnedOff in wasm/ui/tracing checks that the next visit has the same choice.
func contextSwitches(t *testing.T, p *page, k *known) {
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
	p.Keys("g")
	p.Until("gaps again", "true", drawn)

	// TestSwitchesAsMethod in wasm/viewer has the tables.
	p.Click("#switches")
	if pictures {
		p.Click("#methods-sort-3")
		p.Shots("switches-table")
		p.Keys("3")
		p.Click("#topdown-heaviest")
		p.Shot("switches-tree")
		p.Keys("5")
		p.Shot("switches-flame")
	}
	p.Keys("x")
	p.Keys("2")
	p.Move(x, y)
	p.Until("the gap's length", note, func() string { all := lines(); return all[len(all)-1] })
	p.Shots("switches")
}
