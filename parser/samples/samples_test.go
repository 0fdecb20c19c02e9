package samples_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/anr"
	"traceglass/parser/call"
	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/samples"
	"traceglass/parser/trace"
)

// profileOf returns a profile of an ANR: a word for each sample, of its time in ms and its stack,
// outermost first. A name with a # is native.
func profileOf(story string) string {
	var list, stacks, frames []string
	at := map[string]int{}
	number := func(all *[]string, text string) int {
		n, ok := at[text]
		if !ok {
			n = len(*all)
			at[text] = n
			*all = append(*all, text)
		}
		return n
	}
	for word := range strings.FieldsSeq(story) {
		ms, path, _ := strings.Cut(word, "=")
		var of []string
		for _, name := range slices.Backward(strings.Split(path, ";")) {
			frame := fmt.Sprintf(`{"module": "com.app.Main", "function": %q, "filename": "Main.kt", "lineno": %d}`, name, len(frames))
			if symbol, ok := strings.CutPrefix(name, "#"); ok {
				frame = fmt.Sprintf(`{"platform": "native", "package": "/system/lib64/libc.so", "function": %q}`, symbol)
			}
			of = append(of, fmt.Sprint(number(&frames, frame)))
		}
		time := ""
		if ms != "-" {
			time = `"timestamp": 17900414` + fmt.Sprintf("%06.3f", 50+float(ms)/1000) + ", "
		}
		list = append(list, fmt.Sprintf(`{%s"stack_id": %d, "thread_id": "0"}`, time, number(&stacks, "["+strings.Join(of, ", ")+"]")))
	}
	return fmt.Sprintf(`{"chunk_id": "c1", "release": "com.app@1.2+3", "profile": {"samples": [%s], "stacks": [%s], "frames": [%s]}}`, strings.Join(list, ", "), strings.Join(stacks, ", "), strings.Join(frames, ", "))
}

func float(s string) (f float64) {
	fmt.Sscan(s, &f)
	return f
}

// read returns the only report of an export.
func read(t *testing.T, text string) *dump.Dump {
	t.Helper()
	var all []*dump.Dump
	r := anr.NewReader(func(d *dump.Dump) { all = append(all, d) })
	r.Write([]byte(text))
	r.Close()
	if len(all) != 1 || all[0].Recording == nil {
		t.Fatalf("%d reports, want one with a recording", len(all))
	}
	return all[0]
}

// written returns the profile of the trace that Write makes.
func written(t *testing.T, d *dump.Dump) *profile.Profile {
	t.Helper()
	var out bytes.Buffer
	if err := samples.Write(&out, d.Recording); err != nil {
		t.Fatal(err)
	}
	replay, reader := call.NewReplay(true)
	if _, err := reader.Write(out.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil)
}

// A sink keeps records.
type sink []trace.Record

func (s *sink) Records(batch []trace.Record) { *s = append(*s, batch...) }

// calls lists main's calls in order of entry, each with its begin and end in ms, and an indent for
// each level.
func calls(t *testing.T, d *dump.Dump) (text string, in *trace.Info) {
	t.Helper()
	var out bytes.Buffer
	if err := samples.Write(&out, d.Recording); err != nil {
		t.Fatal(err)
	}
	var all sink
	reader := trace.NewReader(&all)
	reader.Write(out.Bytes())
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	in = reader.Info()
	var lines []string
	var open []int
	for _, r := range all {
		ms := int64(r.Wall+500) / 1000
		if r.Action == trace.Enter {
			lines = append(lines, fmt.Sprintf("%s%s %d-", strings.Repeat(">", len(open)), in.Methods[r.Method].Name, ms))
			open = append(open, len(lines)-1)
			continue
		}
		last := len(open) - 1
		lines[open[last]] += fmt.Sprint(ms)
		open = open[:last]
	}
	if len(open) > 0 {
		t.Errorf("%d calls are open at the end", len(open))
	}
	return strings.Join(lines, " "), in
}

// TestWrite: a sample stands for the time before it. A longer gap than two usual ones is unknown.
func TestWrite(t *testing.T) {
	tests := []struct {
		name, story, want string
		samples           int
	}{
		{"stuck", "0=run;read 60=run;read 120=run;read", "run 0-180 >read 0-180", 3},
		{"moving", "0=run;read 60=run;read 120=run;draw 180=run", "run 0-240 >read 0-120 >draw 120-180", 4},
		{"out of order", "120=run;draw 0=run;read 60=run;read", "run 0-180 >read 0-120 >draw 120-180", 3},
		{"a gap", "0=run 60=run 120=run 240=run 500=run 560=run", "run 0-300 run 500-620", 6},
		{"without a time", "-=run 0=run;read 60=run;read", "run 0-120 >read 0-120", 2},
		{"native", "0=run;#poll 60=run;#poll", "run 0-120", 2},
		{"one sample twice", "0=run 33=run", "run 0-66", 2},
		{"the same time", "0=a 0=b 60=c", "a 0-60 b 60-60 c 60-120", 3},
	}
	for _, tt := range tests {
		got, in := calls(t, read(t, profileOf(tt.story)))
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if n, _ := in.Option(trace.MainSamples); n != fmt.Sprint(tt.samples) {
			t.Errorf("%s: %s samples, want %d", tt.name, n, tt.samples)
		}
		if in.Sampling != trace.Sampled || in.Clocks != trace.Wall || !in.Complete || !in.Threads[0].IsMain() {
			t.Errorf("%s: sampling %d, clocks %v, complete %t", tt.name, in.Sampling, in.Clocks, in.Complete)
		}
	}
	if err := samples.Write(&bytes.Buffer{}, read(t, profileOf("-=a -=b 0=c")).Recording); err == nil {
		t.Error("samples without times became a trace")
	}
}

// TestNames: methods have the classes and files of the frames, and are one on any line.
func TestNames(t *testing.T) {
	var got []string
	for _, m := range written(t, read(t, profileOf("0=run;read 60=run;write 120=#poll 180=run;read"))).Info.Methods {
		got = append(got, fmt.Sprintf("%s.%s %s %t", m.Class, m.Name, m.File, m.Native()))
	}
	if want := "[com.app.Main.run Main.kt false com.app.Main.read Main.kt false com.app.Main.write Main.kt false .poll libc.so true]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestSumsEqualTheSamples: the time of each stack is that of its samples if all steps are equal.
func TestSumsEqualTheSamples(t *testing.T) {
	files := map[string]string{}
	story := ""
	for i, path := range []string{"run;a", "run;b;c", "run;a", "run;b", "run;b;c", "run"} {
		for range 7 * (i + 1) {
			story += fmt.Sprintf("%d=%s ", 20*len(strings.Fields(story)), path)
		}
	}
	files["planted"] = profileOf(story)
	if text, err := os.ReadFile("../../../shared/corpus/anr-exports/sentry_anr_profile.json"); err == nil {
		files["of the corpus"] = string(text)
	}
	for name, text := range files {
		d := read(t, text)
		rec := d.Recording
		sum, most := 0, 0
		for _, n := range rec.Seen() {
			sum += n
			most = max(most, n)
		}
		if sum != len(rec.Samples) || sum != d.About.Samples || most != d.About.Same {
			t.Errorf("%s: %d samples of stacks, %d kept, %d in the file; %d alike, want %d", name, sum, len(rec.Samples), d.About.Samples, most, d.About.Same)
		}
		p := written(t, d)
		var own int64
		for i := range p.Methods {
			own += p.Methods[i].Exclusive[profile.Wall]
		}
		if want := rec.Step() * 1000 * int64(sum); own != want {
			t.Errorf("%s: %d ns in all, want %d", name, own, want)
		}
	}
}

// TestBounds: a recording cannot make more records than the limit, and ends after an hour.
func TestBounds(t *testing.T) {
	d := read(t, profileOf("0=run 60=run"))
	rec := d.Recording
	rec.Samples = rec.Samples[:0]
	for i := range 100 {
		rec.Samples = append(rec.Samples, dump.Sample{At: int64(i+9) * 60_000_000})
	}
	if n, _ := written(t, d).Info.Option(trace.MainSamples); n != "60" {
		t.Errorf("%s samples in an hour, want 60", n)
	}
}
