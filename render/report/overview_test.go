package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/render/words/languages"
)

const ms = 1_000_000

// overviewOf returns an overview that has a value in most fields. Its trace only has the names.
func overviewOf(t *testing.T) *Overview {
	t.Helper()
	replay, reader := call.NewReplay(true)
	reader.Write(tracetest.Bytes("main 0/0>x.Theme.apply()V 1/1>x.Flags.isEnabled()Z 2/2>java.util.concurrent.locks.ReentrantLock.lock()V 9/3<java.util.concurrent.locks.ReentrantLock.lock()V 9/3<x.Flags.isEnabled()Z 10/4<x.Theme.apply()V"))
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	x := profile.NewIndex(replay.Finish(), reader.Info())
	named := map[string]trace.MethodIndex{}
	for i, m := range x.Info.Methods {
		named[m.Name] = trace.MethodIndex(i)
	}
	lock, flags, theme := named["lock"], named["isEnabled"], named["apply"]
	one := story.Call{Ref: profile.Ref{}, From: 512 * ms, To: 675 * ms, Times: profile.Times{163 * ms, 2 * ms, 161 * ms}}
	return &Overview{Index: x, Overview: &story.Overview{Thresholds: story.DefaultThresholds,
		From: 100 * ms, To: 1100 * ms, Waiting: story.ByClocks, Total: profile.Times{1000 * ms, 600 * ms, 400 * ms}, Idle: 100 * ms, Blocked: 300 * ms, Covered: 450 * ms,
		Parts: []story.Part{
			{Time: 600 * ms, CPU: 599 * ms, Sites: []story.Site{{Method: theme, Own: theme, Time: 500 * ms, Count: 3}}},
			{Kind: story.Waiting, Cause: story.Lock, Time: 295 * ms, CPU: ms, Sites: []story.Site{{Method: lock, Own: flags, Time: 295 * ms, Count: 1, Calls: []story.Call{one}}}},
			{Kind: story.Waiting, Cause: story.IdleWait, Time: 100 * ms, Sites: []story.Site{{Method: call.NoMethod, Own: call.NoMethod, Time: 100 * ms}}},
			{Kind: story.Outside, Time: 3 * ms},
			{Origin: platform.Library, Time: 2 * ms},
		},
		Startup: story.Startup{
			From: 100 * ms, To: 900 * ms, Times: profile.Times{800 * ms, 500 * ms, 300 * ms}, Between: profile.Times{300 * ms, 200 * ms, 100 * ms},
			Phases: []story.Phase{
				{Anchor: story.BindApp, Status: story.Found, Call: one, Alone: profile.Times{100 * ms, 90 * ms, 10 * ms}, Parent: -1},
				{Anchor: story.AppCreate, Status: story.Cut, Call: one, Alone: one.Times, Parent: 0, Class: "x.App"},
				{Anchor: story.FirstFrame, Parent: -1},
			},
		},
		Frames: story.Series{
			Count: 120, Median: 4 * ms, P90: 8 * ms, P99: 20 * ms, Longest: 33 * ms, Total: 600 * ms, Over: [4]int64{9, 5, 3, 0}, Bins: []profile.Bin{{From: 0, To: 4 * ms, Count: 120}},
			Slowest: []story.Slow{{Call: one, Handler: flags, Own: theme, OwnTime: 30 * ms}},
		},
		Late: [4]story.Late{2: {Time: 80 * ms, Stages: [story.Stages]int64{story.OtherWork: 5 * ms, story.Layout: 50 * ms, story.Drawing: 25 * ms}, Read: 3, Own: []story.InFrames{{Method: theme, Time: 40 * ms, Frames: 2}}}},
		Findings: []story.Finding{{
			Rule: story.WaitsFor, Cause: story.Lock, Time: 295 * ms, CPU: ms, Share: 0.3278, Sure: story.Certain, Methods: []trace.MethodIndex{lock}, Calls: []story.Call{one}, Count: 1,
			Own: flags, OwnTime: 295 * ms, Through: call.NoMethod, Advice: advice.SleepOnMain, Waker: story.Waker{Other: story.NoThread, Doing: call.NoMethod},
		}},
		Silent: []story.Rule{story.Inflation}, Unfit: []story.Rule{story.Often},
		Missing: []story.Missing{{Anchor: story.FirstFrame}, {Anchor: story.AppCreate, Status: story.Cut}, {Clock: profile.CPU}},
		Own:     []story.Hot{{Method: theme, Times: profile.Times{500 * ms, 499 * ms, ms}, Total: profile.Times{900 * ms, 600 * ms, 300 * ms}, Count: 3}},
	}}
}

func writtenText(t *testing.T, o *Overview, markdown bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := o.Text(&b, markdown); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOverviewText: the answers in a terminal and in an issue tracker.
func TestOverviewText(t *testing.T) {
	o := overviewOf(t)
	if got, want := writtenText(t, o, false), `main took 1 s: 600 ms on the CPU, 300 ms blocked, 100 ms idle.
Findings
   32.8 %  main waited 295 ms for a lock in Flags.isEnabled. Remove this sleep: it delays all later messages of main. [wait, certain, begins at 512 ms]
The findings explain 50.0 % of the non-idle time of main (450 ms of 900 ms).
Where the time went
    600 ms   60.0 %  Own code: Theme.apply 500 ms
    295 ms   29.5 %  Waiting: Locks: ReentrantLock.lock 295 ms
    100 ms   10.0 %  Idle
      5 ms    0.5 %  2 other parts
Startup: 800 ms (wall, CPU and waiting of each phase)
    163 ms     2 ms    161 ms  handleBindApplication
    163 ms     2 ms    161 ms  · Application.onCreate: App (recorded in part)
    300 ms   200 ms    100 ms  Between the phases
Frames and messages
120 frames: median 4 ms, p90 8 ms, p99 20 ms, longest 33 ms. 3 took more than 16.7 ms, 0 more than 700 ms.
The 3 frames over 16.7 ms took 80 ms: measure and layout 50 ms, drawing 25 ms. Your methods in them: Theme.apply 40 ms (2 frames).
Longest: 163 ms at 512 ms (Theme.apply 30 ms)
Own methods with the most exclusive time: Theme.apply 500 ms
Only a part of Application.onCreate is recorded.
The recording has no CPU time, so waiting is not measured. Time in methods that block is shown instead.
Not recorded: the first frame.
These rules found nothing of at least 5 % and 100 ms: Layout inflation.
Rules that this recording cannot answer: Frequent calls.
`; got != want {
		t.Errorf("got\n%s", got)
	}
	markdown := writtenText(t, o, true)
	for _, want := range []string{
		"**main took 1 s: 600 ms on the CPU, 300 ms blocked, 100 ms idle.**\n\n### Findings\n\n- **32.8 %** main waited 295 ms for a lock", "| Time | Share | Part |\n|--:|--:|:--|\n| 600 ms | 60.0 % | Own code: Theme.apply 500 ms |\n",
		"| Time | CPU | Waiting | Phase |\n|--:|--:|--:|:--|\n| 163 ms | 2 ms | 161 ms | handleBindApplication |\n", "\n- 120 frames: median",
	} {
		if !strings.Contains(markdown, want) {
			t.Errorf("no %q in\n%s", want, markdown)
		}
	}
	o.Covered, o.Findings, o.Costliest, o.Busier = 0, nil, []story.Share{{Method: o.Own[0].Method, Time: 90 * ms}}, story.Busier{Share: 0.9, Own: 0.1}
	if got := writtenText(t, o, false); !strings.Contains(got, "\nFindings\nNothing stands out. A finding needs 5 % of the non-idle time of main, and 100 ms. Of its non-idle time, main spent much in Theme.apply 90 ms (10.0 %).\nmain used 90.0 % of the CPU time of all threads, and main 10.0 %.\n") {
		t.Errorf("without findings:\n%s", got)
	}
	o = overviewOf(t)
	o.After.Time, o.After.Cause = 4000*ms, story.Latch
	const hung = "without 4 s after the last record"
	if got := writtenText(t, o, false); strings.Contains(got, "Startup: 800 ms ("+hung) {
		t.Errorf("a start that does not hang:\n%s", got)
	}
	o.Startup.Phases[1].Call.To = o.To
	if got := writtenText(t, o, false); !strings.Contains(got, "Startup: 800 ms ("+hung) || !strings.Contains(got, "Where the time went ("+hung) {
		t.Errorf("a start that hangs:\n%s", got)
	}
	catalogue, _ := languages.Of("zh")
	words.SetCatalogue(catalogue)
	defer words.SetCatalogue("")
	if got := writtenText(t, overviewOf(t), false); regexp.MustCompile(`[a-z]{2,} [a-z]{2,} [a-z]{2,}`).MatchString(got) {
		t.Errorf("English in Chinese:\n%s", got)
	}
}

// TestOverviewJSON: the keys of the schema, and sums that hold.
func TestOverviewJSON(t *testing.T) {
	catalogue, _ := languages.Of("zh")
	words.SetCatalogue(catalogue)
	defer words.SetCatalogue("")
	var b bytes.Buffer
	if err := overviewOf(t).JSON(&b); err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	var v struct {
		Schema   int
		Thread   string
		FromNs   int64
		ToNs     int64
		Sampled  bool
		Parts    []struct{ Name, Cause, WallNs, CPUNs json.RawMessage }
		Findings []struct {
			Rule, Sentence, Confidence string
			WallNs, CPUNs              int64
			Share                      float64
			Methods                    []struct{ Class, Name, Signature string }
			Calls                      []struct{ FromNs, ToNs, WallNs, CPUNs, WaitingNs int64 }
		}
		Frames struct {
			Over []struct {
				LimitNs, Count, WallNs int64
				StagesNs               map[string]int64
				Own                    []struct{ WallNs, Frames int64 }
			}
		}
		Silent, Missing []string
	}
	if err := json.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"schema", "thread", "fromNs", "toNs", "sampled", "parts", "phases", "frames", "messages", "findings", "silent", "missing"} {
		if all[key] == nil || string(all[key]) == "null" {
			t.Errorf("no %s", key)
		}
	}
	var sum int64
	for _, p := range v.Parts {
		var ns int64
		json.Unmarshal(p.WallNs, &ns)
		sum += ns
	}
	if v.Schema != OverviewSchema || v.Thread != "main" || sum != v.ToNs-v.FromNs || string(v.Parts[1].Name) != `"waiting"` || string(v.Parts[1].Cause) != `"lock"` {
		t.Errorf("got %s", b.String())
	}
	for _, over := range v.Frames.Over {
		sum := int64(0)
		for _, ns := range over.StagesNs {
			sum += ns
		}
		if sum != over.WallNs || len(over.StagesNs) != int(story.Stages) || over.WallNs > 0 && (over.Count != 3 || over.StagesNs["layout"] != 50*ms || over.Own[0].Frames != 2) {
			t.Errorf("frames over a limit: %+v", over)
		}
	}
	f := v.Findings[0]
	if f.Rule != "wait" || f.Sentence != "main waited 295 ms for a lock in Flags.isEnabled." || f.Confidence != "certain" || f.WallNs != 295*ms || f.CPUNs != ms ||
		f.Methods[0].Class != "java.util.concurrent.locks.ReentrantLock" || f.Methods[0].Signature != "()V" || f.Calls[0].WaitingNs != 161*ms || f.Calls[0].FromNs != 512*ms {
		t.Errorf("finding %+v", f)
	}
	if strings.Join(v.Silent, " ") != "inflation" || strings.Join(v.Missing, ", ") != "first frame, thread-cpu clock" {
		t.Errorf("silent %q, missing %q", v.Silent, v.Missing)
	}
}

// TestOverviewKeys checks that overview.md describes every key, cause, rule, phase and advice.
func TestOverviewKeys(t *testing.T) {
	text, err := os.ReadFile("overview.md")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for _, m := range regexp.MustCompile("`\"?([A-Za-z][A-Za-z0-9. -]*)\"?`").FindAllStringSubmatch(string(text), -1) {
		described[m[1]] = true
	}
	names := keys(reflect.TypeFor[overviewJSON]())
	for r := range story.Rules {
		names = append(names, r.String())
	}
	for c := range story.Causes {
		names = append(names, c.String())
	}
	for a := story.NoAnchor + 1; a < story.Anchors; a++ {
		names = append(names, a.String())
	}
	for a := advice.None + 1; a <= advice.RunBlockingOnMain; a++ {
		names = append(names, a.String())
	}
	for stage := range story.Stages {
		names = append(names, stage.String())
	}
	names = append(append(names, originNames[:]...), append(waitsNames[:], statusNames[:]...)...)
	for _, name := range names {
		if !described[name] {
			t.Errorf("overview.md does not describe %q", name)
			described[name] = true
		}
	}
}

// TestOverviewSchema: the documentation has the version that JSON has.
func TestOverviewSchema(t *testing.T) {
	doc, err := os.ReadFile("overview.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("| `schema` | %d;", OverviewSchema); !strings.Contains(string(doc), want) {
		t.Errorf("overview.md lacks %q", want)
	}
}

// TestOverviewCaveat: the text repeats a note that concerns much of the recording, and no other note.
func TestOverviewCaveat(t *testing.T) {
	o := overviewOf(t)
	o.Index.Info.Receipt.Notes = []trace.Note{{Text: "Few samples were lost."}, {Text: "Most stacks are cut.", Large: true}}
	var b bytes.Buffer
	if o.Text(&b, false); !strings.Contains(b.String(), "\nMost stacks are cut.\n") || strings.Contains(b.String(), "Few samples") {
		t.Error(b.String())
	}
}
