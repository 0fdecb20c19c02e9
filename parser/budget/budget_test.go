package budget

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestParseErrors: an error in a budget is reported with its line.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "it has no [[rule]]: add at least one",
		"[[rule]]\nmethod = \"a\"\ncals = 3\n": "line 3: unknown key \"rule.cals\"; a rule has the keys name, method",
		"x = 1\n[[rule]]\nmethod = \"a\"\ncalls = 3\n":                                   "line 1: unknown key \"x\"",
		"[[rule]]\nmethod = \"a\"\ncalls = \"3\"\n":                                      "line 3: calls is of the type string, want a whole number without quotes",
		"[[rule]]\nmethod = \"a\"\ncalls = 1\ntime = 300\n":                              "line 4: time is of the type integer, want a time in quotes, such as \"80ms\"",
		"[[rule]]\nmethod = \"a\"\nslower = 0.1\n":                                       "line 3: slower is of the type float, want a share or a time in quotes",
		"[[rule]]\nmethod = 3\ntime = \"1ms\"\n":                                         "line 2: method is of the type integer, want text in quotes",
		"allow-incomplete = \"yes\"\n[[rule]]\nmethod = \"a\"\ncalls = 1\n":              "line 1: allow-incomplete is of the type string, want true or false",
		"[[rule]]\nmethod = \"a\"\ncalls = \n":                                           "line 3: ",
		"\n[[rule]]\ncalls = 3\n":                                                        "line 2: a rule needs one of method, class, package and finding, but has 0",
		"[[rule]]\nmethod = \"a\"\nclass = \"b\"\ncalls = 3\n":                           "line 1: a rule needs one of method, class, package and finding, but has 2",
		"[[rule]]\nmethod = \"a\"\n":                                                     "line 1: a rule needs a limit, one of calls, more-calls",
		"[[rule]]\nmethod = \"*\"\ncalls = 1\n":                                          "line 2: \"*\" names no method",
		"[[rule]]\nmethod = \"a\"\ncalls = -1\n":                                         "line 3: calls is -1, want 0 or more",
		"[[rule]]\nmethod = \"a\"\ntime = \"80\"\n":                                      "line 3: time is \"80\", want a time such as",
		"[[rule]]\nmethod = \"a\"\ntime = \"8%\"\n":                                      "line 3: time is \"8%\", want a time such as",
		"[[rule]]\nmethod = \"a\"\nslower = \"NaN%\"\n":                                  "line 3: slower is \"NaN%\", want a share such as",
		"[[rule]]\nmethod = \"a\"\nclock = \"sun\"\ncalls = 1\n":                         "line 3: clock is \"sun\", want wall, cpu or waiting",
		"[[rule]]\nmethod = \"a\"\nbefore = \"*\"\ncalls = 1\n":                          "line 3: before: \"*\" names no method",
		"first-frame = \"\"\n[[rule]]\nmethod = \"a\"\n\n[[rule]]\nclass = \"b\"\nnew=0": "line 2: a rule needs a limit",
		"[[rule]]\nfinding = \"lock\"\nnew = 0\n":                                        "line 2: finding is \"lock\", want one of wait, long-message, ",
		"[[rule]]\nfinding = \"wait\"\ncalls = 0\n":                                      "line 3: a rule on findings has no calls; its limits are findings and new",
		"[[rule]]\nmethod = \"a\"\nfindings = 0\n":                                       "line 3: findings limits findings: name their rule with finding",
		"[[rule]]\nfinding = \"*\"\nbefore = \"first frame\"\nnew = 0\n":                 "line 3: a rule on findings has no before",
		"rule = [{method = \"a\", calls = 1}]\n":                                         "line 1: write each rule as a table of its own",
	} {
		_, err := Parse([]byte(text))
		var wrong *Error
		if err == nil || !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTimes: a limit can have a blank before its unit, as reports print it.
func TestTimes(t *testing.T) {
	for _, text := range []string{"300ms", "300 ms", "300\u00a0ms", "0.3 s"} {
		b, err := Parse([]byte("[[rule]]\nmethod = \"a\"\ntime = \"" + text + "\"\n"))
		if err != nil || b.Rules[0].Limits[0].Most != 300e6 {
			t.Errorf("%q: %+v, %v", text, b, err)
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
	return s + " 1000/5>t.T.tick()V 1000/5<t.T.tick()V 1000/5>android.view.Choreographer.doFrame()V 1000/5>t.T.tock()V 1000/5<t.T.tock()V 1010/6<android.view.Choreographer.doFrame()V 1020/7>x.A.c()V 1030/8<x.A.c()V 1100/9<x.A.a()V pool-1-thread-4 0/0>x.db.Db.open()V 50/9<x.db.Db.open()V"
}

// TestRules: each kind of limit alone, with one run per side.
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
		{"method = 'T.tick'\nbefore = 'first frame'\ncalls = 0", "calls 1"}, // in the tick of the first frame, before it in the file
		{"method = 'T.tock'\nbefore = 'first frame'\ncalls = 0", ""},        // behind it
		{"method = 'A.z'\ncalls = 0", "line 2: method \"A.z\" matches no call of any trace; if that is fine, set optional = true"},
		{"method = 'A.z'\ncalls = 0\noptional = true", ""},
		{"method = 'A.b'\nthread = 'x'\ncalls = 9", "line 3: no trace has a thread \"x\""},
		{"method = 'A.b'\nbefore = 'A.z'\ncalls = 9", "line 3: no trace calls A.z, so the calls before it cannot be counted (it is missing from base)"},
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

// TestOutermostPaths: a breach of a time lists no path inside another, which has that path's time too. One of calls lists both.
func TestOutermostPaths(t *testing.T) {
	for limit, want := range map[string]int{"time = '119us'": 1, "calls = 1": 2} {
		b, err := Parse([]byte("[[rule]]\nmethod = 'A.b'\n" + limit + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		c := NewCheck(b)
		c.Add(Held, "new", indexOf(t, startup(120, false)))
		if v, err := c.Judge(); err != nil || len(v.Breaches) != 1 || len(v.Breaches[0].Paths) != want {
			t.Errorf("%s: %+v, %v; want %d paths", limit, v, err, want)
		}
	}
}

// TestManyRuns, with five runs each: a method that becomes a fifth slower is a breach. A slowdown
// within the spread of the runs is none. A new call before the first frame is a breach with its
// path.
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

// sampled returns a trace of samples, one per millisecond, of x.A.b and other methods of x.
func sampled() string {
	s := "main 0/0>x.A.a()V 0/0>x.A.b()V 0/0>x.A.c()V"
	for i := 1; i <= 20; i++ {
		s += strings.ReplaceAll(" T/T<x.A.c()V T/T<x.A.b()V T/T>x.A.d()V T/T<x.A.d()V T/T>x.A.b()V T/T>x.A.c()V", "T", fmt.Sprint(1000*i))
	}
	return s + " 21000/21000>android.view.Choreographer.doFrame()V"
}

// TestUndecided: a cut trace does not show that a limit is kept, and samples do not show that a
// method was not called. If a cut trace exceeds a limit, it is a breach.
func TestUndecided(t *testing.T) {
	cut := func(records string) *profile.Index {
		data := tracetest.Bytes(records)
		replay, reader := call.NewReplay(true)
		reader.Write(data[:len(data)-20])
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		return profile.NewIndex(replay.Finish(), reader.Info())
	}
	whole := indexOf(t, startup(100, true))
	const incomplete, sample = "incomplete", "sampled"
	for _, tt := range []struct{ runs, rule, want string }{
		{"cut", "method = 'A.b'\ncalls = 2", incomplete},
		{"cut", "method = 'A.b'\ncalls = 1", "breach"},
		{"cut", "package = 'x'\nbefore = 'first frame'\ncalls = 99", incomplete},
		{"cut", "method = 'A.b'\ntime = '1s'", incomplete},
		{"cut", "method = 'A.b'\ntime = '1us'", "breach"},
		{"cut", "package = 'x'\nmore-calls = 0", incomplete},
		{"cut", "package = 'x'\nnew = 0", incomplete},
		{"cut", "method = 'A.b'\nslower = '10%'", incomplete},
		{"base cut", "package = 'x'\nmore-calls = 0", incomplete}, // a method that the base lacks may have been cut off
		{"base cut", "package = 'x'\nnew = 0", incomplete},
		{"base cut", "method = 'A.b'\ncalls = 2", ""},
		{"allowed", "method = 'A.b'\ncalls = 2", ""},
		{"allowed", "package = 'x'\nmore-calls = 9", ""},
		{"sampled", "method = 'A.b'\ncalls = 0", sample},
		{"sampled", "method = 'A.z'\nbefore = 'first frame'\ncalls = 0\noptional = true", sample},
		{"sampled", "package = 'x'\nmore-calls = 99", sample},
		{"sampled", "package = 'x'\nnew = 99", sample},
		{"sampled", "method = 'A.b'\ntime = '1s'", ""},
		{"sampled", "method = 'A.b'\ntime = '1us'", "breach"},
	} {
		held, base, head := whole, whole, ""
		switch tt.runs {
		case "cut":
			held = cut(startup(100, true))
		case "base cut":
			base = cut(startup(100, true))
		case "allowed":
			held, head = cut(startup(100, true)), "allow-incomplete = true\n"
		case "sampled":
			held = indexOf(t, sampled())
		}
		if (tt.runs == "sampled") != (held.Info.Sampling == trace.Sampled) {
			t.Fatalf("%s: sampling is %d", tt.runs, held.Info.Sampling)
		}
		b, err := Parse([]byte(head + "[[rule]]\n" + tt.rule + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		c := NewCheck(b)
		c.Add(Base, "base", base)
		c.Add(Held, "new", held)
		v, err := c.Judge()
		if err != nil {
			t.Errorf("%s, %q: %v", tt.runs, tt.rule, err)
			continue
		}
		got := ""
		if len(v.Breaches) > 0 {
			got = "breach"
		}
		for _, u := range v.Undecided {
			got += map[Flaw]string{Incomplete: incomplete, Sampled: sample}[u.Flaw]
			if u.Runs != 1 || u.Run != map[bool]string{false: "new", true: "base"}[tt.runs == "base cut"] {
				t.Errorf("%s, %q: %+v", tt.runs, tt.rule, u)
			}
		}
		if got != tt.want || v.Within() != (tt.want == "") {
			t.Errorf("%s, %q: %q, want %q", tt.runs, tt.rule, got, tt.want)
		}
	}
}

// TestLines: each key of a budget has its line, in any context.
func TestLines(t *testing.T) {
	text := "# one\r\nfirst-frame = \"x.A.a\"\n\n" + strings.Repeat("[[rule]] # a rule\nname = \"\"\"\ntwo\nlines\"\"\"\nmethod = 'A.b'\n\ncalls = 3\n", 500)
	b, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Rules {
		if r := &b.Rules[i]; r.Line != 4+7*i || r.at["method"] != r.Line+4 || r.Limits[0].Line != r.Line+6 {
			t.Fatalf("rule %d: line %d, its method in %d, its limit in %d", i, r.Line, r.at["method"], r.Limits[0].Line)
		}
	}
}

// BenchmarkParse shows that the time of a budget grows with its size.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := []byte(strings.Repeat("[[rule]]\nmethod = 'A.b'\ncalls = 3\n", n))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
