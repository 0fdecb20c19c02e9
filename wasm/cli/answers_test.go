//go:build !js

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/input/disk"
	"traceglass/render/answer"
)

// Bounds on the answers of TestAnswersOfCorpus for one file.
const (
	mostAsked  = 90 // questions
	mostOpened = 3  // handles of a group of an answer
)

// inText are the handles that texts of an answer show.
var inText = regexp.MustCompile(`(?:the longest is|called by|of it in|of) (c\d+\.\d+\.\d+|m\d+|cause:[0-9a-f]{16})\b`)

// An opening is a file that is being asked.
type opening struct {
	t       *testing.T
	name    string
	subject answer.Subject
	dumps   answer.Subject // of a pile: its dumps, nil for none
	of      answer.Kinds
	asked   map[string]bool
	queue   []answer.Request
}

// opened returns the questions that a handle opens.
func (o *opening) opened(handle string) []string {
	switch {
	case o.of == answer.OfTrace && handle[0] == 'm':
		return []string{"why", "callers", "callees", "path", "slowest"}
	case o.of == answer.OfTrace && handle[0] == 'c':
		return []string{"why", "path"}
	case o.of == answer.OfTrace && handle[0] == 't':
		return []string{"why", "thread"}
	case o.of == answer.OfDumps && strings.Contains(handle, "p"):
		return []string{"verdict", "waits", "thread"}
	case o.of == answer.OfDumps:
		return []string{"thread", "why"}
	}
	return []string{"why"}
}

// add asks a question later, unless it is known or there are enough.
func (o *opening) add(question, about string) {
	if key := question + " " + about; !o.asked[key] && len(o.asked) < mostAsked {
		o.asked[key] = true
		o.queue = append(o.queue, answer.Request{Question: question, About: about})
	}
}

// ask asks all questions, about handles of the answers too, and checks each answer.
func (o *opening) ask() {
	for i := range answer.Questions {
		if q := &answer.Questions[i]; q.Of&o.of != 0 && !q.Needs {
			o.add(q.Name, "")
		}
	}
	for len(o.queue) > 0 {
		r := o.queue[0]
		o.queue = o.queue[1:]
		a, err := answer.Ask(o.subject, r)
		if err != nil {
			o.t.Errorf("%s: %s %s: %v", o.name, r.Question, r.About, err)
			continue
		}
		checkAnswer(o.t, o.name, a)
		for _, next := range a.Next {
			question, about, _ := strings.Cut(next, " ")
			if question != "causes" && question != "verdict" || o.of != map[string]answer.Kinds{"causes": answer.OfDumps, "verdict": answer.OfPile}[question] {
				o.add(question, about) // the others are for the other kind of subject
			}
		}
		group, n := "", 0
		for _, i := range a.Items {
			if i.Group != group {
				group, n = i.Group, 0
			}
			if n++; n > mostOpened {
				continue
			}
			handles := []string{i.Handle}
			if i.Thread != "" {
				thread, _, _ := strings.Cut(i.Thread, " ")
				handles = append(handles, thread)
			}
			for _, found := range inText.FindAllStringSubmatch(i.Text, -1) {
				handles = append(handles, found[1])
			}
			for _, h := range handles {
				switch {
				case h == "":
				case o.of == answer.OfPile && h[0] == 'd':
					if a, err := answer.Ask(o.dumps, answer.Request{Question: "verdict", About: h}); err != nil {
						o.t.Errorf("%s: verdict %s: %v", o.name, h, err)
					} else {
						checkAnswer(o.t, o.name, a)
					}
				default:
					for _, q := range o.opened(h) {
						o.add(q, h)
					}
				}
			}
		}
	}
}

// checkAnswer checks an answer in every format with several limits: its size, and that shown and omitted items add up.
func checkAnswer(t *testing.T, name string, a *answer.Answer) {
	whole := len(a.Items)
	for _, o := range a.Omitted {
		whole += o.Count
	}
	for _, format := range []answer.Format{answer.Text, answer.JSON, answer.Markdown} {
		for _, limit := range []int{600, answer.DefaultLimit, 16_384} {
			var out bytes.Buffer
			if err := a.Write(&out, format, limit); err != nil || out.Len() > limit || out.Len() == 0 {
				t.Errorf("%s: %s as %s: %d bytes with a limit of %d, error %v", name, a.Question, format, out.Len(), limit, err)
			}
			if format != answer.JSON {
				continue
			}
			var back answer.Answer
			if err := json.Unmarshal(out.Bytes(), &back); err != nil {
				t.Errorf("%s: %s with a limit of %d: %v", name, a.Question, limit, err)
			}
			n := len(back.Items)
			for _, o := range back.Omitted {
				n += o.Count
			}
			if n != whole {
				t.Errorf("%s: %s with a limit of %d: %d items shown or left out, not %d", name, a.Question, limit, n, whole)
			}
		}
	}
}

// TestAnswersOfCorpus asks every real file every question, and handles of the answers again.
func TestAnswersOfCorpus(t *testing.T) {
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("../shared/corpus is missing")
	}
	archives = &disk.Archives{}
	defer func() { archives.Close() }()
	var files []string
	for _, pattern := range []string{"method-traces/*.gz", "method-variants/*.gz", "simpleperf/*.trace", "simpleperf/*.data", "thread-dumps/*.txt", "anr-exports/*"} {
		all, _ := filepath.Glob(corpus + pattern)
		files = append(files, all...)
	}
	asked := map[answer.Kinds]int{}
	walk := func(name string, of answer.Kinds, s, dumps answer.Subject) {
		o := &opening{t: t, name: filepath.Base(name), subject: s, dumps: dumps, of: of, asked: map[string]bool{}}
		o.ask()
		asked[of]++
		if len(o.asked) < 2 {
			t.Errorf("%s: only %d questions", name, len(o.asked))
		}
	}
	for _, file := range files {
		s, err := openSubject([]string{file}, answer.OfTrace|answer.OfDumps, io.Discard)
		if err != nil {
			continue // other tests tell which files can be read
		}
		if _, ok := s.(*answer.Trace); ok {
			if _, err := answer.Ask(s, answer.Request{Question: "overview"}); err != nil && strings.HasPrefix(err.Error(), "the recording has no calls") {
				continue
			}
			walk(file, answer.OfTrace, s, nil)
			continue
		}
		walk(file, answer.OfDumps, s, nil)
		if p, err := openSubject([]string{file}, answer.OfPile, io.Discard); err == nil && strings.Contains(file, "anr-exports") {
			walk(file, answer.OfPile, p, s)
		}
	}
	p, err := openSubject([]string{corpus + "thread-dumps"}, answer.OfPile, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	walk("thread-dumps", answer.OfPile, p, nil)
	if asked[answer.OfTrace] < 65 || asked[answer.OfDumps] < 80 || asked[answer.OfPile] < 40 {
		t.Errorf("%d traces, %d files of dumps and %d piles answer", asked[answer.OfTrace], asked[answer.OfDumps], asked[answer.OfPile])
	}
	t.Logf("%d traces, %d files of dumps, %d piles", asked[answer.OfTrace], asked[answer.OfDumps], asked[answer.OfPile])
}

// TestDiffsOfCorpus compares real traces. The handles of each answer open.
func TestDiffsOfCorpus(t *testing.T) {
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("../shared/corpus is missing")
	}
	archives = &disk.Archives{}
	defer func() { archives.Close() }()
	trace := func(name string) *answer.Trace {
		s, err := openSubject([]string{corpus + name}, answer.OfTrace, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		return s.(*answer.Trace)
	}
	for _, pair := range [][2]string{
		{"method-traces/fenix-regular.trace.gz", "method-traces/fenix-streaming.trace.gz"},
		{"method-variants/jag-v2-wall.trace.gz", "method-variants/jag-f3-dual.trace.gz"},
		{"method-traces/vroom-clock_dual.trace.gz", "method-traces/vroom-thread_id_max.trace.gz"},
		{"simpleperf/offcpu-cpu-clock-2024.trace", "simpleperf/displaybitmaps-cpu-clock.trace"},
	} {
		a, b := trace(pair[0]), trace(pair[1])
		for _, about := range []string{"", "android."} {
			d, err := answer.Diff(a, b, answer.Request{About: about})
			if err != nil {
				t.Errorf("%s: %v", pair, err)
				continue
			}
			checkAnswer(t, pair[1], d)
			for n, i := range d.Items {
				of, handle := b, i.Handle
				if rest, ok := strings.CutPrefix(handle, "a:"); ok {
					of, handle = a, rest
				}
				if handle == "" || n%50 != 0 {
					continue
				}
				why, err := answer.Ask(of, answer.Request{Question: "why", About: handle})
				if err != nil || !strings.HasPrefix(bare(i.Name), strings.TrimPrefix(bare(why.Question), "why "+handle+" ")) {
					t.Errorf("%s: %s %s opens as %+v, %v", pair, i.Handle, i.Name, why, err)
				}
			}
		}
	}
}

// printed returns the JSON object that a command writes.
func printed(t *testing.T, into any, args ...string) {
	t.Helper()
	var out, err bytes.Buffer
	if run(args, &out, &err) != 0 {
		t.Fatalf("%s: %s", args, err.String())
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatalf("%s: %v", args, err)
	}
}

// asked returns a whole answer by the command.
func asked(t *testing.T, file string, line ...string) *answer.Answer {
	t.Helper()
	a := &answer.Answer{}
	printed(t, a, slices.Concat([]string{"ask"}, line, []string{"-format", "json", "-limit", "1048576", file})...)
	return a
}

// TestFiguresOfTraces compares answers with the figures of summary and overview.
func TestFiguresOfTraces(t *testing.T) {
	files, _ := filepath.Glob(corpus + "method-*/*[ewl].trace.gz")
	if len(files) == 0 {
		t.Skip("../shared/corpus is missing")
	}
	type times struct {
		Calls, Recursive            int64
		InclusiveWall, InclusiveCPU *int64
		ExclusiveWall, ExclusiveCPU *int64
	}
	compared, parts := 0, 0
	for _, file := range files {
		var summary struct {
			Methods []struct {
				Class, Name     string
				Calls           int64
				RecursiveCalls  int64
				InclusiveCpuNs  *int64
				InclusiveWallNs *int64
				ExclusiveCpuNs  *int64
				ExclusiveWallNs *int64
			}
		}
		printed(t, &summary, "summary", file)
		known := map[string][]times{}
		for _, m := range summary.Methods {
			name := m.Class + "." + m.Name
			known[name] = append(known[name], times{m.Calls, m.RecursiveCalls, m.InclusiveWallNs, m.InclusiveCpuNs, m.ExclusiveWallNs, m.ExclusiveCpuNs})
		}
		a := asked(t, file, "methods")
		for _, i := range items(a, "method") {
			want := known[bare(i.Name)]
			if len(want) != 1 {
				continue
			}
			self := want[0].ExclusiveWall
			if a.Clock == "cpu" {
				self = want[0].ExclusiveCPU
			}
			if got, want := fmt.Sprint(number(i.Count), number(i.Wall), number(i.CPU), number(i.Self)),
				fmt.Sprint(want[0].Calls+want[0].Recursive, number(want[0].InclusiveWall), number(want[0].InclusiveCPU), number(self)); got != want {
				t.Errorf("%s: %s has count, wall, CPU and self %s, but in the summary %s", file, i.Name, got, want)
			}
			compared++
		}
		var overview struct {
			FromNs, ToNs int64
			Parts        []struct {
				Name, Cause string
				WallNs      int64
				CpuNs       *int64
			}
			Findings []struct{ WallNs int64 }
		}
		printed(t, &overview, "overview", "-format", "json", file)
		a = asked(t, file, "overview")
		var got, want []string
		for _, i := range items(a, "part") {
			time := i.Wall
			if time == nil {
				time = i.CPU
			}
			name, _, _ := strings.Cut(i.Handle, "@")
			got = append(got, fmt.Sprint(name, " ", number(time)))
		}
		for _, p := range overview.Parts {
			name := map[string]string{"own code": "o:own", "libraries": "o:library", "platform": "o:platform", "native code": "o:native", "tracer": "o:tracer"}[p.Name]
			if p.Cause != "" || p.Name == "idle" {
				name = "w:" + strings.ReplaceAll(cmp.Or(p.Cause, p.Name), " ", "-")
			}
			want = append(want, fmt.Sprint(name, " ", p.WallNs))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || number(a.Whole) != overview.ToNs-overview.FromNs {
			t.Errorf("%s: parts %v of %d, but in the overview %v of %d", file, got, number(a.Whole), want, overview.ToNs-overview.FromNs)
		}
		parts += len(want)
	}
	if compared < 1000 || parts < 100 {
		t.Errorf("%d methods and %d parts compared", compared, parts)
	}
	t.Logf("%d files, %d methods, %d parts", len(files), compared, parts)
}

// TestFiguresOfSamples compares answers with the summary of recordings by simpleperf.
func TestFiguresOfSamples(t *testing.T) {
	files, _ := filepath.Glob(corpus + "simpleperf/*.trace")
	if len(files) == 0 {
		t.Skip("../shared/corpus is missing")
	}
	methods, threads := 0, 0
	for _, file := range files {
		if strings.Contains(file, "raw-perf") {
			continue // of another format
		}
		var summary struct {
			Methods []struct {
				Name                    string
				CPUNs, OffCPUNs, WallNs []int64
			}
			Threads []struct {
				ID                      int64
				CPUNs, OffCPUNs, WallNs *int64
			}
		}
		printed(t, &summary, "summary", file)
		known := map[string][][]int64{}
		for _, m := range summary.Methods {
			if len(m.CPUNs) == 2 && len(m.OffCPUNs) == 2 && len(m.WallNs) == 2 {
				known[m.Name] = append(known[m.Name], []int64{m.WallNs[0], m.CPUNs[0], m.OffCPUNs[0], m.CPUNs[1]})
			}
		}
		if len(known) > 0 {
			for _, i := range items(asked(t, file, "methods", "-clock", "cpu"), "method") {
				if want := known[i.Name]; len(want) == 1 {
					if got := []int64{number(i.Wall), number(i.CPU), number(i.Waiting), number(i.Self)}; !slices.Equal(got, want[0]) {
						t.Errorf("%s: %s has wall, CPU, waiting and self CPU %d, but in the summary %d", file, i.Name, got, want[0])
					}
					methods++
				}
			}
		}
		for _, i := range items(asked(t, file, "thread"), "thread") {
			for _, of := range summary.Threads {
				if i.Text == fmt.Sprintf("id %d", of.ID) && of.OffCPUNs != nil {
					if got, want := []int64{number(i.Wall), number(i.CPU), number(i.Waiting)}, []int64{number(of.WallNs), number(of.CPUNs), number(of.OffCPUNs)}; !slices.Equal(got, want) {
						t.Errorf("%s: thread %s has wall, CPU and waiting %d, but in the summary %d", file, i.Text, got, want)
					}
					threads++
				}
			}
		}
	}
	if methods < 300 || threads < 10 {
		t.Errorf("%d methods and %d threads compared", methods, threads)
	}
	t.Logf("%d files, %d methods, %d threads", len(files), methods, threads)
}

// TestFiguresOfDumps compares answers with those of explain.
func TestFiguresOfDumps(t *testing.T) {
	files, _ := filepath.Glob(corpus + "thread-dumps/*.txt")
	exports, _ := filepath.Glob(corpus + "anr-exports/*[a-z].json*")
	if len(files) == 0 {
		t.Skip("../shared/corpus is missing")
	}
	verdicts, causes := 0, 0
	for _, file := range append(files, exports...) {
		if strings.Contains(file, "hostile") || strings.Contains(file, "real_") || strings.Contains(file, "not_anr") {
			continue
		}
		var explained struct {
			Reports []struct {
				Process string
				Threads int64
				Verdict struct {
					Rule, Confidence, Sentence string
					Lines                      []int
				}
			}
		}
		printed(t, &explained, "explain", "-format", "json", file)
		for n, r := range explained.Reports {
			if n == 3 {
				break
			}
			about := fmt.Sprintf("d%d", n+1)
			if strings.Contains(file, "bugreport") { // explain describes its last ANR, whatever hangs besides
				about = r.Process
			}
			a := asked(t, file, "verdict", about)
			claim := first(a, "claim")
			if got, want := fmt.Sprint(claim.Name, " ", claim.Certainty, " ", a.Facts[0]), fmt.Sprint(r.Verdict.Rule, " ", r.Verdict.Confidence, " ", r.Verdict.Sentence); got != want {
				t.Errorf("%s: report %d has the verdict %s, but in explain %s", file, n+1, got, want)
			}
			var lines []int
			for _, i := range items(a, "proof") {
				if i.Name == claim.Name {
					lines = append(lines, i.Line)
				}
			}
			if !slices.Equal(lines, r.Verdict.Lines) {
				t.Errorf("%s: report %d is proved by the lines %d, but in explain by %d", file, n+1, lines, r.Verdict.Lines)
			}
			verdicts++
		}
		var grouped struct {
			Groups []struct {
				ID    string
				Count int64
			}
		}
		printed(t, &grouped, "explain", "-group", "-format", "json", file)
		a := asked(t, file, "causes")
		for n, i := range items(a, "cause") {
			if n >= len(grouped.Groups) || i.Handle != "cause:"+grouped.Groups[n].ID || number(i.Count) != grouped.Groups[n].Count {
				t.Errorf("%s: cause %d is %s with %d dumps, but in explain %+v", file, n+1, i.Handle, number(i.Count), grouped.Groups)
			}
			causes++
		}
	}
	if verdicts < 60 || causes < 60 {
		t.Errorf("%d verdicts and %d causes compared", verdicts, causes)
	}
	t.Logf("%d verdicts, %d causes", verdicts, causes)
}
