package budget

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// TestParseErrors: what is wrong with a budget is told with its line.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "it has no [[rule]]",
		"[[rule]]\nmethod = \"a\"\ncals = 3\n": "line 3: there is no key \"rule.cals\"; a rule has name, method",
		"x = 1\n[[rule]]\nmethod = \"a\"\ncalls = 3\n":                                   "line 1: there is no key \"x\"",
		"[[rule]]\nmethod = \"a\"\ncalls = \"3\"\n":                                      "line 3: ",
		"[[rule]]\nmethod = \"a\"\ncalls = \n":                                           "line 3: ",
		"\n[[rule]]\ncalls = 3\n":                                                        "line 2: a rule wants one of method, class and package, and has 0",
		"[[rule]]\nmethod = \"a\"\nclass = \"b\"\ncalls = 3\n":                           "line 1: a rule wants one of method, class and package, and has 2",
		"[[rule]]\nmethod = \"a\"\n":                                                     "line 1: a rule wants a limit: calls, more-calls",
		"[[rule]]\nmethod = \"*\"\ncalls = 1\n":                                          "line 2: \"*\" names no method",
		"[[rule]]\nmethod = \"a\"\ncalls = -1\n":                                         "line 3: calls is -1, want 0 or more",
		"[[rule]]\nmethod = \"a\"\ntime = \"80\"\n":                                      "line 3: time is \"80\", want a time such as",
		"[[rule]]\nmethod = \"a\"\ntime = \"8%\"\n":                                      "line 3: time is \"8%\", want a time such as",
		"[[rule]]\nmethod = \"a\"\nslower = \"NaN%\"\n":                                  "line 3: slower is \"NaN%\", want a share such as",
		"[[rule]]\nmethod = \"a\"\nclock = \"sun\"\ncalls = 1\n":                         "line 3: clock is \"sun\", want wall, cpu or waiting",
		"[[rule]]\nmethod = \"a\"\nbefore = \"*\"\ncalls = 1\n":                          "line 3: before: \"*\" names no method",
		"first-frame = \"\"\n[[rule]]\nmethod = \"a\"\n\n[[rule]]\nclass = \"b\"\nnew=0": "line 2: a rule wants a limit",
		"rule = [{method = \"a\", calls = 1}]\n":                                         "line 1: want each rule as a table of its own",
	} {
		_, err := Parse([]byte(text))
		var wrong *Error
		if err == nil || !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func indexOf(t *testing.T, records string) *profile.Index {
	t.Helper()
	replay, reader := call.NewReplay(true)
	reader.Write(tracetest.Bytes(records))
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info())
}

// startup is a trace: b, of so many µs, and db before the first frame, if so; c after it.
func startup(b int, db bool) string {
	s := fmt.Sprintf("main 0/0>x.A.a()V 10/1>x.A.b()V 12/2>x.A.b()V 12/2<x.A.b()V %d/3<x.A.b()V", 10+b)
	if db {
		s += fmt.Sprintf(" %d/3>x.db.Db.open()V %d/3<x.db.Db.open()V", 10+b, 10+b)
	}
	return s + " 1000/5>android.view.Choreographer.doFrame()V 1010/6<android.view.Choreographer.doFrame()V 1020/7>x.A.c()V 1030/8<x.A.c()V 1100/9<x.A.a()V pool-1-thread-4 0/0>x.db.Db.open()V 50/9<x.db.Db.open()V"
}

// TestRules: each kind of limit, on its own, of one run of each side.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{"method = 'A.b'\ncalls = 2", ""},
		{"method = 'A.b'\ncalls = 1", "calls 2"},
		{"method = 'A.*'\ncalls = 3", "calls 4"},
		{"method = 'A.*'\nbefore = 'first frame'\ncalls = 2", "calls 3"},
		{"method = 'A.c'\nbefore = 'first frame'\ncalls = 0", ""},
		{"method = 'A.b'\nbefore = 'A.c'\ncalls = 1", "calls 2"},
		{"package = 'x.db'\ncalls = 1", "calls 2"},
		{"package = 'x.db'\nbefore = 'first frame'\ncalls = 0", "calls 1"}, // not that of another thread
		{"package = 'x.db'\nthread = 'main'\ncalls = 0", "calls 1"},
		{"package = 'x.db'\nthread = 'pool-#-thread-#'\ncalls = 0", "calls 1"},
		{"package = 'x.db'\nmore-calls = 0", "more-calls 2 1"},
		{"package = 'x.db'\nmore-calls = 1", ""},
		{"package = 'x'\nbefore = 'first frame'\nnew = 0", "new 4 3"},
		{"package = 'x'\nbefore = 'first frame'\nnew = 1", ""},
		{"package = 'x'\nnew = 0", ""}, // the base calls it too, on another thread
		{"method = 'A.b'\ntime = '120us'", ""},
		{"method = 'A.b'\ntime = '119us'", "time 120000"}, // recursion counts once
		{"method = 'A.b'\nclock = 'cpu'\ntime = '1us'", "time 2000"},
		{"method = 'A.b'\nclock = 'waiting'\ntime = '1us'", "time 118000"},
		{"class = 'x.A'\nself = '900us'", "self 1.09e+06"},
		{"class = 'x.A'\ntime = '1100us'", ""},
		{"method = 'A.b'\nslower = '10%'", "doubt 120000 100000"},
		{"method = 'A.b'\nslower = '25us'", ""},
		{"method = 'A.b'\nslower = '30%'", ""},
		{"method = 'A.z'\ncalls = 0", "line 2: method \"A.z\" names nothing that any of the traces calls; with optional = true it may"},
		{"method = 'A.z'\ncalls = 0\noptional = true", ""},
		{"method = 'A.b'\nthread = 'x'\ncalls = 9", "line 3: no trace has a thread \"x\""},
		{"method = 'A.b'\nbefore = 'A.z'\ncalls = 9", "line 3: A.z, before which calls are to be counted, is called in none of the traces (not in base)"},
	} {
		b, err := Parse([]byte("[[rule]]\n" + tt.rule + "\n"))
		if err != nil {
			t.Errorf("%q: %v", tt.rule, err)
			continue
		}
		c := NewCheck(b)
		c.Add(Base, "base", indexOf(t, startup(100, false)))
		c.Add(Held, "new", indexOf(t, startup(120, true)))
		v, err := c.Judge()
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			for _, br := range v.Breaches {
				got = fmt.Sprint(br.Limit.Kind, " ", br.Value.Median)
				if br.Limit.Kind.Base() {
					got += fmt.Sprint(" ", br.Was.Median)
				}
				if br.Limit.Line < 3 || len(br.Paths) == 0 || br.Run != "new" {
					t.Errorf("%q: line %d, run %q, %d paths", tt.rule, br.Limit.Line, br.Run, len(br.Paths))
				}
			}
			for _, d := range v.Doubts {
				got = fmt.Sprint("doubt ", d.Value.Median, " ", d.Was.Median)
				if d.Needed != 4 {
					t.Errorf("%q: %d runs are needed, want 4", tt.rule, d.Needed)
				}
			}
		}
		if got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.rule, got, tt.want)
		}
	}
}

// TestManyRuns: in five runs each a slowdown of a fifth of a method that a rule names is a breach,
// and of the same size as the runs' own spread it is none; a new call before the first frame is,
// by the path to it.
func TestManyRuns(t *testing.T) {
	for _, tt := range []struct {
		times [2][]int
		want  string
	}{
		{[2][]int{{100, 103, 98, 101, 99}, {120, 122, 118, 125, 119}}, "new slower"},
		{[2][]int{{100, 130, 98, 140, 99}, {120, 122, 99, 145, 119}}, "new doubt"},
		{[2][]int{{100, 103, 98}, {120, 122, 118}}, "new doubt 4"},
		{[2][]int{{100, 103, 98, 101, 99}, {101, 103, 98, 102, 99}}, "new"},
	} {
		b, err := Parse([]byte("[[rule]]\nmethod = 'x.A.b'\nslower = '10%'\n[[rule]]\npackage = 'x'\nbefore = 'first frame'\nnew = 0\n"))
		if err != nil {
			t.Fatal(err)
		}
		c := NewCheck(b)
		for g, times := range tt.times {
			for i, us := range times {
				c.Add(g, fmt.Sprint("run", i), indexOf(t, startup(us, g == Held)))
			}
		}
		v, err := c.Judge()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, br := range v.Breaches {
			got = append(got, string(br.Limit.Kind))
			if path := strings.Join(br.Paths[0].Frames, " "); br.Limit.Kind == New && path != "x.A.a x.db.Db.open" {
				t.Errorf("the new method's path is %s", path)
			}
		}
		for _, d := range v.Doubts {
			got = append(got, "doubt")
			if d.Needed > 0 {
				got = append(got, fmt.Sprint(d.Needed))
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%v: %v, want %s", tt.times, got, tt.want)
		}
	}
}
