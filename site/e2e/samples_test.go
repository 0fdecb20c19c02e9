//go:build !js

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
)

// TestSamples: a simpleperf recording opens in the program that reads it, like any trace: at its main thread,
// with sampled times. Table, flame graph and timeline show time off the CPU, and another event can be
// selected.
func TestSamples(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	p.OpenAsIs(write(t, "feed.trace", simpleperftest.Bytes(
		"7+0 7@1 root;app.Feed.load 7!2 root;leaf 7-2.009 7+12 7@12.5 root;app.Feed.load 8@5 work;app.Feed.load ::7=com.example 8/7=worker")))
	for _, want := range []string{"simpleperf", "on and off CPU", "sampled", "4 samples"} {
		p.Until("the facts to contain "+want, "true", func() string { return fmt.Sprint(strings.Contains(plain(p.Text("#facts")), want)) })
	}
	if got := p.Chips(); !strings.Contains(got, "com.example") {
		t.Errorf("the page begins with %q, not the main thread", got)
	}
	row := func(name string) string {
		for _, line := range p.Grid("methods").Rows {
			if strings.HasPrefix(line, name) {
				return line
			}
		}
		return ""
	}
	has := func(name, figure string) {
		t.Helper()
		p.Until(name+" has "+figure, "true", func() string { return fmt.Sprint(strings.Contains(plain(row(name)), figure)) })
	}
	has("leaf", "11.00 ms")
	p.Click("#clock-waiting")
	if got := p.Text("#clock-waiting"); got != "Off CPU" {
		t.Errorf("the clock is called %q", got)
	}
	has("leaf", "10.00 ms")
	seen := map[uint32]bool{}
	for _, b := range p.Boxes(timeline) {
		seen[b.Depth] = true
	}
	if !seen[0] || !seen[1] || len(p.Hatched()) == 0 {
		t.Errorf("the timeline has depths %v and %d stretches off the CPU", seen, len(p.Hatched()))
	}
	p.Click("#tab-flamegraph")
	p.WaitDrawn(flame)
	if n := len(p.Boxes(flame)); n < 2 {
		t.Errorf("the flame graph has %d boxes", n)
	}
	p.Click("#tab-methods")
	p.Click("#clock-cpu")
	p.Act(`(() => { const m = document.querySelector("#measure"); m.value = "2"; m.dispatchEvent(new Event("input", { bubbles: true })); m.dispatchEvent(new Event("change", { bubbles: true })); return true; })()`)
	p.Until("counts of samples", "samples", func() string { return p.Text("#clock-cpu") })
	has("root", "2")
	p.Shots("samples")
}
