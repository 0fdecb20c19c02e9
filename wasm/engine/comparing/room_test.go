package comparing

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/report/changes"
	"traceglass/render/words"
	"traceglass/wasm/engine/tracing"
	"traceglass/wasm/message"
)

// opened reads a trace.
func opened(t testing.TB, file []byte) *tracing.Trace {
	t.Helper()
	r := tracing.Read("test.trace", int64(len(file)), false, 1<<30)
	if err := r.Write(file); err != nil {
		t.Fatal(err)
	}
	tr, err := r.End("")
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

var whole = message.Scope{To: message.Whole}

// sideOf returns the side of a comparison for a trace, with contexts.
func sideOf(of *tracing.Trace, req *message.SideOf) *side {
	p := of.Profile(scopeOf(of, req))
	return &side{compare.NewSide(p, req.Name), *changes.StoryIn(p.Index, p.Scope)}
}

// compared sends the page's requests: the side of A, the comparison with B, then the contexts of
// A.
func compared(t testing.TB, r *Room, a, b *tracing.Trace, pool string, repairs ...message.Repair) *message.Compared {
	t.Helper()
	of := [2]message.SideOf{{Scope: whole, Pool: pool, Name: "a.trace"}, {Scope: whole, Pool: pool, Name: "b.trace"}}
	return comparedParts(t, r, of, a, b, repairs...)
}

func comparedParts(t testing.TB, r *Room, of [2]message.SideOf, a, b *tracing.Trace, repairs ...message.Repair) *message.Compared {
	t.Helper()
	base := New()
	side, ok := base.Answer(&of[0], a).(*message.Side)
	if !ok {
		t.Fatal("no side")
	}
	reply, ok := r.Answer(&message.Compare{Of: of, Repairs: repairs, Data: side.Data}, b).(*message.Compared)
	if !ok {
		t.Fatal("not compared")
	}
	of[0].Contexts = true
	contexts, ok := base.Answer(&of[0], a).(*message.Side)
	if !ok {
		t.Fatal("no contexts")
	}
	if _, ok := r.Answer(&message.SideContexts{Data: contexts.Data}, b).(*message.Side); !ok && reply.Refusal == "" {
		t.Fatal("the contexts were not accepted")
	}
	return reply
}

const (
	before = "main 0/0>app.A.a()V 10/10>app.B.b()V 20/20<app.B.b()V 25/25>app.C$$ExternalSyntheticLambda1.run()V 30/30<app.C$$ExternalSyntheticLambda1.run()V 40/40<app.A.a()V 50/50>app.Gone.gone()V 51/51<app.Gone.gone()V"
	after  = "main 0/0>app.A.a()V 10/10>app.B.b()V 25/25<app.B.b()V 26/26>app.B.b()V 30/30<app.B.b()V 31/31>app.C$$ExternalSyntheticLambda2.run()V 36/36<app.C$$ExternalSyntheticLambda2.run()V 60/60<app.A.a()V 70/70>app.New.made()V 71/71<app.New.made()V"
)

// TestChanges checks every list for two traces, and a pairing that is undone.
func TestChanges(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	r := New()
	reply := compared(t, r, a, b, "")
	if want := [4]int{3, 1, 1, 1}; reply.Methods != want || reply.Refusal != "" || len(reply.Threads) != 1 || reply.Calls != [2]int64{4, 5} {
		t.Fatalf("%+v", reply)
	}
	names := func(req message.ChangeRows) string {
		req.Count = 10
		var all []string
		for _, row := range r.Answer(&req, b).(*message.Changes).Rows {
			all = append(all, row.Name)
		}
		return strings.Join(all, " ")
	}
	for _, test := range []struct {
		req  message.ChangeRows
		want string
	}{
		{message.ChangeRows{}, "app.A.a app.B.b app.Gone.gone app.New.made"},
		{message.ChangeRows{Only: message.OnlyInA}, "app.Gone.gone"},
		{message.ChangeRows{Only: message.OnlyInB}, "app.New.made"},
		{message.ChangeRows{Only: message.Guessed}, "app.C$$ExternalSyntheticLambda2.run"},
		{message.ChangeRows{Only: message.MoreCalls}, "app.A.a"},
		{message.ChangeRows{Text: "APP.b"}, "app.B.b"},
		{message.ChangeRows{First: 3, Order: message.ChangeOfCalls}, ""},
	} {
		got := names(test.req)
		if test.req.First == 0 && test.req.Only != message.MoreCalls && got != test.want {
			t.Errorf("%+v lists %q, want %q", test.req, got, test.want)
		}
	}
	row := r.Answer(&message.ChangeRows{Text: "app.B", Count: 1}, b).(*message.Changes).Rows[0]
	if row.Calls != [2]int64{1, 2} || row.Inclusive != [2]int64{10_000, 19_000} || row.Split[0]+row.Split[1] != 9000 || row.Split[0] <= 0 {
		t.Errorf("%+v", row)
	}
	edges := r.Answer(&message.ChangeEdges{Pair: row.Pair}, b).(*message.ChangeRelatives)
	if len(edges.Callers) != 1 || edges.Callers[0].Name != "app.A.a" || edges.Callers[0].Calls != [2]int64{1, 2} || edges.Of.Name != "app.B.b" {
		t.Errorf("%+v", edges)
	}

	// Undo a guess.
	guess := r.Answer(&message.ChangeRows{Only: message.Guessed, Count: 1}, b).(*message.Changes).Rows[0]
	if guess.Was != "app.C$$ExternalSyntheticLambda1.run" || guess.Rule == "" {
		t.Errorf("%+v", guess)
	}
	reply = compared(t, r, a, b, "", message.Repair{A: guess.Texts[0], B: guess.Texts[1], Apart: true})
	if want := [4]int{2, 2, 2, 0}; reply.Methods != want {
		t.Errorf("with the guess undone %v, want %v", reply.Methods, want)
	}
	if compared(t, r, a, b, "other").Refusal == "" {
		t.Error("a thread that is in neither is compared")
	}
}

// TestSide checks that a side survives encoding and decoding, and that other bytes are rejected.
func TestSide(t *testing.T) {
	for seed := range uint64(20) {
		var file bytes.Buffer
		if err := tracetest.Generate(&file, tracetest.Config{Records: 2000, Threads: 3, Methods: 40, Seed: seed}); err != nil {
			t.Fatal(err)
		}
		whole := sideOf(opened(t, file.Bytes()), &message.SideOf{Scope: whole, Name: "a.trace"})
		figures, contexts := written(whole), writtenContexts(whole)
		got, err := read(figures)
		if err != nil || got.HasContexts() {
			t.Fatalf("seed %d: contexts came with the figures, or an error: %v", seed, err)
		}
		want := fmt.Sprint(compare.Match(whole.Side, whole.Side, nil))
		if pairs := fmt.Sprint(compare.Match(got.Side, got.Side, nil)); pairs != want {
			t.Fatalf("seed %d: without contexts methods are paired\n%s\nwant\n%s", seed, pairs, want)
		}
		err = readContexts(contexts, got)
		if err != nil || !bytes.Equal(written(got), figures) || !bytes.Equal(writtenContexts(got), contexts) ||
			!reflect.DeepEqual(got.Columns, whole.Columns) || !reflect.DeepEqual(got.Methods, whole.Methods) || !reflect.DeepEqual(got.Links, whole.Links) || !slices.Equal(got.story.Findings, whole.story.Findings) || !slices.Equal(got.story.Parts, whole.story.Parts) {
			t.Fatalf("seed %d: read back it differs: %v", seed, err)
		}
		random := rand.New(rand.NewPCG(seed, 1))
		for range 200 { // must not panic
			damage := func(data []byte) []byte {
				bad := bytes.Clone(data[:random.IntN(len(data)+1)])
				if len(bad) > 0 {
					bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
				}
				return bad
			}
			s, err := read(damage(figures))
			if err != nil {
				s, _ = read(figures)
			}
			c := compare.Of(s.Side, s.Side, nil, nil)
			if readContexts(damage(contexts), s) == nil {
				c.Contexts()
			}
		}
	}
}

// waits returns a trace whose main waits for SharedPreferences and sleeps, for so many ms.
func waits(preferences, sleep int) []byte {
	p, s := 1000+preferences*1000, 1000+(preferences+sleep)*1000
	return tracetest.Bytes(fmt.Sprintf("main 0/0>x.A.a()V 1000/1>android.app.SharedPreferencesImpl.awaitLoadedLocked()V %d/1<android.app.SharedPreferencesImpl.awaitLoadedLocked()V"+
		" %d/1>java.lang.Thread.sleep(J)V %d/1<java.lang.Thread.sleep(J)V %d/1000<x.A.a()V", p, p, s, s+1000))
}

// TestFindings checks that a comparison has the changed findings of the compared ranges, in the requested language and in its files.
func TestFindings(t *testing.T) {
	a, b := opened(t, waits(200, 300)), opened(t, waits(260, 1))
	r := New()
	compared(t, r, a, b, "")
	reply := r.Answer(&message.ChangedFindings{}, b).(*message.FindingChanges)
	want := []message.FindingChange{
		{Text: "Grown from 200 ms to 260 ms: main waited 260 ms for SharedPreferences in x.A.a.", Key: "wait preferences"},
		{Text: "No longer a finding, 1 ms in B: main slept 300 ms in x.A.a.", InA: true, Key: "wait sleep"},
	}
	for i := range reply.Found {
		reply.Found[i].Text = strings.ReplaceAll(reply.Found[i].Text, "\u00a0", " ")
	}
	if reply.Title != "Findings: 1 grown, 1 gone" || !slices.Equal(reply.Found, want) {
		t.Errorf("%q: %+v", reply.Title, reply.Found)
	}
	if reply.Split == "" || len(reply.Parts) != 2 || reply.Parts[0] != (message.Difference{Name: "Waiting: Sleep", Time: [2]int64{300e6, 1e6}}) {
		t.Errorf("split %q: %+v", reply.Split, reply.Parts)
	}
	for _, format := range []string{"markdown", "json"} {
		if file := r.Answer(&message.ChangesFile{Format: format}, b).(*message.File); !strings.Contains(string(file.Data), "main slept") {
			t.Errorf("%s has no finding: %s", format, file.Data)
		}
	}
	r = New()
	comparedParts(t, r, [2]message.SideOf{{Scope: message.Scope{To: 100 * 1e6}}, {Scope: whole}}, a, b)
	if got := r.Answer(&message.ChangedFindings{}, b).(*message.FindingChanges); len(got.Found) != 1 || got.Found[0].InA {
		t.Errorf("of 100 ms of A: %q %+v", got.Title, got.Found)
	}
	r, a, b = New(), opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	compared(t, r, a, b, "")
	if reply := r.Answer(&message.ChangedFindings{}, b).(*message.FindingChanges); reply.Title != "" || reply.Found != nil {
		t.Errorf("without findings: %+v", reply)
	}
}

// TestFiles checks that the page saves the same files as the command.
func TestFiles(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	r := New()
	compared(t, r, a, b, "")
	base, other := sideOf(a, &message.SideOf{Scope: whole, Name: "a.trace"}), sideOf(b, &message.SideOf{Scope: whole, Name: "b.trace"})
	own := compare.Of(base.Side, other.Side, nil, nil)
	pair := &changes.Pair{
		Comparison: own, Clock: profile.Wall, Order: compare.ByExclusive, Rows: 30,
		Findings: changes.CompareFindings([][]changes.Finding{base.story.Findings}, [][]changes.Finding{other.story.Findings}),
		Stories:  [2]*changes.Story{&base.story, &other.story},
	}
	for format, write := range map[string]func(*bytes.Buffer) error{
		"csv": func(w *bytes.Buffer) error { return pair.CSV(w) }, "json": func(w *bytes.Buffer) error { return pair.JSON(w) },
		"markdown": func(w *bytes.Buffer) error { return pair.Text(w, true) },
	} {
		var want bytes.Buffer
		if err := write(&want); err != nil {
			t.Fatal(err)
		}
		file := r.Answer(&message.ChangesFile{Format: format, Order: message.ChangeOfExclusive}, b).(*message.File)
		if !strings.HasPrefix(file.Name, "b.changes.") || !bytes.Equal(file.Data, want.Bytes()) {
			t.Errorf("%s:\n%s\nwant\n%s", file.Name, file.Data, want.Bytes())
		}
	}
	for _, by := range []message.By{message.ByClass, message.ByOrigin} { // only CSV has groups
		pair.By = profile.By(by)
		var want bytes.Buffer
		if err := pair.CSV(&want); err != nil {
			t.Fatal(err)
		}
		if file := r.Answer(&message.ChangesFile{Format: "csv", Order: message.ChangeOfExclusive, By: by}, b).(*message.File); !bytes.Equal(file.Data, want.Bytes()) {
			t.Errorf("by %d:\n%s\nwant\n%s", by, file.Data, want.Bytes())
		}
		if file := r.Answer(&message.ChangesFile{Format: "json", Order: message.ChangeOfExclusive, By: by}, b).(*message.File); !bytes.Contains(file.Data, []byte(`"methods":[{`)) {
			t.Errorf("JSON by %d:\n%s", by, file.Data)
		}
	}
}

// TestSampled checks which side is reported as sampled.
func TestSampled(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	b.Info().Sampling = trace.Sampled
	of := [2]message.SideOf{{Scope: whole, Name: "a"}, {Scope: whole, Name: "b"}}
	data := New().Answer(&of[0], a).(*message.Side).Data
	if about := New().Answer(&message.Compare{Of: of, Data: data}, b).(*message.Compared); about.Sampled != [2]bool{false, true} {
		t.Errorf("sampled are %v", about.Sampled)
	}
	r := New()
	r.Keep("a", a, message.RunsPart{})
	r.Keep("b", b, message.RunsPart{})
	if about := r.Answer(&message.CompareRuns{Groups: []uint8{0, 1}}, nil).(*message.RunsCompared); !about.Sampled {
		t.Error("the runs are not marked as sampled")
	}
}

// TestFilesScaled checks that saved files have and name the selected unit.
func TestFilesScaled(t *testing.T) {
	a, b := opened(t, tracetest.Bytes(before)), opened(t, tracetest.Bytes(after))
	r := New()
	compared(t, r, a, b, "")
	for _, tt := range []struct {
		scale       message.Scale
		unit, note  string
		calls, time float64 // a figure of the table as it is in the file
	}{
		{message.Scale{}, "Ns", "", 1, 1},
		{message.Scale{Unit: message.OfWhole}, "Share", "shares of all calls", 1e-9, 1e-9},
		{message.Scale{Unit: message.PerCall, Method: "app.B.b()V"}, "Ns", "per call of app.B.b()V", 1e-6, 1},
	} {
		saved := func(format string) []byte {
			return r.Answer(&message.ChangesFile{Format: format, Scale: tt.scale, Order: message.ChangeOfExclusive}, b).(*message.File).Data
		}
		rows, err := csv.NewReader(bytes.NewReader(saved("csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := func(name string) int {
			at := slices.Index(rows[0], name)
			if at < 0 {
				t.Fatalf("%+v: no column %s in %v", tt.scale, name, rows[0])
			}
			return at
		}
		var file struct {
			Scale, Per string
			Methods    []struct {
				Name string
				B    map[string]float64
			}
		}
		if err := json.Unmarshal(saved("json"), &file); err != nil {
			t.Fatal(err)
		}
		table := r.Answer(&message.ChangeRows{Scale: tt.scale, Order: message.ChangeOfExclusive, Only: message.WhetherOrNot, Count: 50}, b).(*message.Changes).Rows
		if len(table) != len(rows)-1 || len(table) != len(file.Methods) || (file.Scale == "") != (tt.scale == message.Scale{}) || file.Per != tt.scale.Method {
			t.Fatalf("%+v: %d rows, %d in CSV, %d in JSON on scale %q", tt.scale, len(table), len(rows)-1, len(file.Methods), file.Scale)
		}
		near := func(got string, want float64) bool {
			n, err := strconv.ParseFloat(got, 64)
			return err == nil && math.Abs(n-want) <= 1e-9*math.Abs(want)
		}
		for i, row := range table {
			if of := rows[i+1]; !near(of[column("exclusiveWall"+tt.unit+"B")], float64(row.Exclusive[1])*tt.time) || !near(of[column("callsB")], float64(row.Calls[1])*tt.calls) {
				t.Errorf("%+v: %s is %v, in the table %+v", tt.scale, row.Name, of, row)
			}
			if got := file.Methods[i].B["inclusiveWall"+tt.unit]; row.B && math.Abs(got-float64(row.Inclusive[1])*tt.time) > 1e-9*math.Abs(got) {
				t.Errorf("%+v: %s has %v, in the table %+v", tt.scale, row.Name, file.Methods[i], row)
			}
		}
		if text := string(saved("markdown")); strings.Contains(text, "Method figures are") != (tt.note != "") || !strings.Contains(text, tt.note) {
			t.Errorf("%+v:\n%s", tt.scale, text)
		}
	}
}

// BenchmarkCompare compares two traces of 143 MB, from both being read to the first rows of the
// table.
func BenchmarkCompare(b *testing.B) {
	var of [2]*tracing.Trace
	for i := range of {
		var file bytes.Buffer
		if err := tracetest.Generate(&file, tracetest.Config{Records: 10_000_000, Seed: uint64(i + 1)}); err != nil {
			b.Fatal(err)
		}
		of[i] = opened(b, file.Bytes())
		of[i].Profile(whole)
	}
	r := New()
	for b.Loop() {
		compared(b, r, of[0], of[1], "")
		r.Answer(&message.ChangeRows{Count: 60, Order: message.ChangeOfExclusive}, of[1])
	}
}

// TestLabels checks that lists show different names for methods that differ only by package or
// signature.
func TestLabels(t *testing.T) {
	tr := opened(t, tracetest.Bytes("main 0>a.Db.open()V 10<a.Db.open()V 20>b.Db.open()V 30<b.Db.open()V 40>b.Db.get()V 50<b.Db.get()V 60>b.Db.get(I)V 70<b.Db.get(I)V"))
	r := New()
	of := [2]message.SideOf{{Scope: whole, Name: "a"}, {Scope: whole, Name: "b"}}
	r.Answer(&message.Compare{Of: of, Data: New().Answer(&of[0], tr).(*message.Side).Data}, tr)
	seen := map[string]bool{}
	for _, row := range r.Answer(&message.ChangeRows{Only: message.WhetherOrNot, Count: 9}, nil).(*message.Changes).Rows {
		seen[words.ShortLabel(row.Name)] = true
	}
	if len(seen) != 4 {
		t.Errorf("four methods are shown as %v", seen)
	}
}

// TestReadable checks that names of compilers are readable in a comparison, and found by both texts.
func TestReadable(t *testing.T) {
	file := func(bar int) []byte {
		return tracetest.Bytes(fmt.Sprintf("main 0>app.Foo.run()V 1>app.Foo$load$2.invokeSuspend()V %d<app.Foo$load$2.invokeSuspend()V %d>app.Foo$bar$1.invoke()V %d<app.Foo$bar$1.invoke()V %d<app.Foo.run()V", bar, bar+1, 2*bar, 2*bar+1))
	}
	r, b := New(), opened(t, file(40))
	compared(t, r, opened(t, file(20)), b, "")
	for depth, want := range []string{"app.Foo.run", "app.Foo.load, coroutine"} {
		m := r.Answer(&message.SideCall{Side: 1, HasCall: true, Call: message.CallRef{Depth: uint32(depth)}, Brief: true}, b).(*message.SidePlace)
		if m.Shown != want || !strings.Contains(m.Texts[1], "()V") {
			t.Errorf("a call in the timeline is of %q, %q, want %q", m.Shown, m.Texts[1], want)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"", "app.Foo.bar, lambda|app.Foo.load, coroutine|app.Foo.run"},
		{"coroutine", "app.Foo.load, coroutine"},
		{"invokesuspend", "app.Foo.load, coroutine"},
	} {
		var got []string
		for _, c := range r.Answer(&message.ChangeRows{Text: tt.text, Count: 9}, nil).(*message.Changes).Rows {
			got = append(got, c.Name)
			if c.Texts[0] != c.Texts[1] || strings.Contains(c.Name, ",") != strings.Contains(c.Texts[0], "$") {
				t.Errorf("%s is compared as %q", c.Name, c.Texts)
			}
		}
		slices.Sort(got)
		if strings.Join(got, "|") != tt.want {
			t.Errorf("search %q found %q, want %s", tt.text, got, tt.want)
		}
	}
}
