package budget

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/story"
	"traceglass/parser/trace"
)

// slowly is a trace whose main sleeps and inflates for so many ms.
func slowly(sleep, inflate int) string {
	return fmt.Sprintf("main 0/0>x.A.a()V 1000/1>java.lang.Thread.sleep(J)V %d/2<java.lang.Thread.sleep(J)V 900000/3>android.view.LayoutInflater.inflate(I)V %d/4<android.view.LayoutInflater.inflate(I)V 2000000/1000000<x.A.a()V worker 0/0>x.B.b()V 9/9<x.B.b()V",
		1000+sleep*1000, 900_000+inflate*1000)
}

// TestFindingLimits: limits on findings, with and without a base.
func TestFindingLimits(t *testing.T) {
	for _, tt := range []struct {
		rule        string
		base, held  []string
		want, paths string
	}{
		{"finding = 'wait'\nnew = 0", []string{slowly(300, 0)}, []string{slowly(400, 0)}, "", ""},
		{"finding = 'wait'\nnew = 0", []string{slowly(1, 0)}, []string{slowly(400, 0)}, "new", "wait 399"},
		{"finding = 'wait'\nnew = 0", []string{slowly(90, 0)}, []string{slowly(150, 0)}, "", ""}, // nearly a finding before
		{"finding = 'wait'\nnew = 1", []string{slowly(1, 0)}, []string{slowly(400, 0)}, "", ""},
		{"finding = 'wait'\nnew = 0", []string{slowly(1, 0)}, []string{slowly(1, 400)}, "", ""}, // of another rule
		{"finding = '*'\nnew = 0", []string{slowly(1, 0)}, []string{slowly(1, 400)}, "new", "inflation 400"},
		{"finding = '*'\nnew = 0", []string{slowly(1, 0)}, []string{slowly(1, 400), slowly(1, 0)}, "", ""}, // not in every run
		{"finding = '*'\nnew = 0\nthread = 'worker'", []string{slowly(1, 0)}, []string{slowly(400, 0)}, "", ""},
		{"finding = '*'\nfindings = 1", nil, []string{slowly(400, 400)}, "findings", "inflation 400, wait 399"},
		{"finding = '*'\nfindings = 2", nil, []string{slowly(400, 400)}, "", ""},
		{"finding = 'inflation'\nfindings = 0", nil, []string{slowly(1, 1)}, "", ""},
	} {
		b, err := Parse([]byte("[[rule]]\n" + tt.rule))
		if err != nil {
			t.Errorf("%s: %v", tt.rule, err)
			continue
		}
		c := NewCheck(b)
		c.Say = func(_ *trace.Info, _ *story.Overview, f *story.Finding) string {
			return fmt.Sprintf("%s %d", f.Rule, f.Time/1_000_000)
		}
		for g, group := range [][]string{tt.base, tt.held} {
			for i, records := range group {
				c.Add(g, fmt.Sprint("run", i), indexOf(t, records))
			}
		}
		v, err := c.Judge()
		if err != nil {
			t.Errorf("%s: %v", tt.rule, err)
			continue
		}
		kind, paths := "", []string{}
		for _, breach := range v.Breaches {
			kind = string(breach.Limit.Kind)
			for _, p := range breach.Paths {
				paths = append(paths, p.Finding)
			}
		}
		if kind != tt.want || strings.Join(paths, ", ") != tt.paths || len(v.Undecided) > 0 {
			t.Errorf("%s: %q %q, want %q %q; undecided %v", tt.rule, kind, paths, tt.want, tt.paths, v.Undecided)
		}
	}
}

// TestFindingNeedsBase: a rule on new findings needs a base, and a thread that some trace has.
func TestFindingNeedsBase(t *testing.T) {
	b, err := Parse([]byte("[[rule]]\nfinding = 'wait'\nnew = 0"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Needs(); err == nil || !strings.Contains(err.Error(), "line 3: new limits a change") {
		t.Errorf("without a base: %v", err)
	}
	if b, err = Parse([]byte("[[rule]]\nfinding = 'wait'\nfindings = 0\nthread = 'none'")); err != nil {
		t.Fatal(err)
	}
	c := NewCheck(b)
	c.Add(Held, "run", indexOf(t, slowly(1, 1)))
	if _, err := c.Judge(); err == nil || !strings.Contains(err.Error(), `no trace has a thread "none"`) {
		t.Errorf("without the thread: %v", err)
	}
}
