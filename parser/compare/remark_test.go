package compare_test

import (
	"strings"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// TestRemarks: remarks state the limits of comparing two recordings, and recordings without common
// methods are refused.
func TestRemarks(t *testing.T) {
	side := func(name string, tr tracetest.Trace) *compare.Side {
		return compare.NewSide(profileOf(t, tr.Bytes(), profile.WholeTrace), name)
	}
	const app = "main 0>com.app.A.a()V 5>android.view.View.draw()V 7<android.view.View.draw()V 9<com.app.A.a()V"
	dual := side("dual", tracetest.Trace{Records: app})
	wall := side("wall", tracetest.Trace{Records: app, Version: 2, Clock: "wall"})
	cpu := side("cpu", tracetest.Trace{Records: app, Version: 2})
	other := side("other", tracetest.Trace{Records: strings.ReplaceAll(app, "com.app", "org.game")})
	none := side("none", tracetest.Trace{Records: strings.ReplaceAll(strings.ReplaceAll(app, "com.app", "org.game"), "android.view", "android.widget")})
	empty := side("empty", tracetest.Trace{})
	cut := side("cut", tracetest.Trace{Records: app, Options: "data-file-overflow=true\n"})
	sampled := func(name string) *compare.Side {
		s := side(name, tracetest.Trace{Records: app})
		s.Samples = true
		return s
	}
	counted := side("counted", tracetest.Trace{Records: app, Version: 2})
	counted.Event = "cpu-cycles"
	for _, tt := range []struct {
		a, b   *compare.Side
		clocks int
		want   string
	}{
		{dual, dual, 3, ""},
		{dual, wall, 1, "dual was timed by wall time and CPU time, wall by wall time alone: only the clocks of both are compared."},
		{wall, cpu, 0, "wall was timed by wall time alone and cpu by CPU time alone: their times cannot be compared, so only counts are compared."},
		{cpu, counted, 0, "cpu was timed by CPU time alone and counted by counts of cpu-cycles alone: their times cannot be compared"},
		{sampled("s"), dual, 3, "s was recorded by sampling and dual call by call: their counts cannot be compared"},
		{sampled("s"), sampled("t"), 3, "Both were recorded by sampling"},
		{dual, other, 3, "No method of the apps' own code is in both"},
		{dual, cut, 3, "The recording of cut was cut off when its buffer was full"},
		{dual, none, 3, "refused: dual and none have no method in common, so there is nothing to compare"},
		{empty, dual, 0, "refused: empty has no calls that could be compared"},
	} {
		c := compare.Of(tt.a, tt.b, nil, nil)
		got := strings.Join(c.Remarks(), "\n")
		if err := c.Refusal(); err != nil {
			got = "refused: " + err.Error()
		} else if len(c.Clocks()) != tt.clocks {
			t.Errorf("%s and %s have %d clocks in common, want %d", tt.a.Name, tt.b.Name, len(c.Clocks()), tt.clocks)
		}
		if strings.Contains(got, "\n") || !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%s and %s: %q, want %q", tt.a.Name, tt.b.Name, got, tt.want)
		}
	}
}
