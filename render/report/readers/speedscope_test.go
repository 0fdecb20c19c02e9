//go:build !js

package readers

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"traceglass/parser/profile"
	"traceglass/render/report"
	"traceglass/render/report/readers/npm"
	"traceglass/site/e2e/chromium"
)

var speedscope = npm.Package{Name: "speedscope", Version: "1.25.0",
	Integrity: "cpf9HWTZf1ijLXBJrk87Ve/54tnYx6rlf0gUThvn3ook6h63hLXVOQiMf44PT+XoV503cPfvfiT5gP5vojp6Ag=="}

// A saved is what speedscope writes after it has read a file.
type saved struct {
	Shared   struct{ Frames []struct{ Name string } }
	Profiles []struct {
		Name, Unit string
		EndValue   float64
		Events     []struct {
			Type  string
			Frame int
			At    float64
		}
	}
}

// figures sums speedscope's profile i and the time of its outermost calls.
func (s *saved) figures(i int) (all figures, outermost int64) {
	costs := make([]cost, len(s.Shared.Frames))
	open, since := make([]int, len(costs)), make([]int64, len(costs)) // by frame
	var stack []int
	last := int64(0)
	for _, e := range s.Profiles[i].Events {
		at := int64(e.At)
		if len(stack) > 0 {
			costs[stack[len(stack)-1]].exclusive += at - last
			outermost += at - last
		}
		last = at
		if e.Type == "O" {
			if open[e.Frame] == 0 {
				since[e.Frame] = at
			}
			open[e.Frame]++
			stack = append(stack, e.Frame)
		} else {
			open[e.Frame]--
			stack = stack[:len(stack)-1]
			if open[e.Frame] == 0 {
				costs[e.Frame].inclusive += at - since[e.Frame]
			}
		}
	}
	all = figures{}
	for f, c := range costs {
		all.add(s.Shared.Frames[f].Name, c)
	}
	return all, outermost
}

// A speedscopePage is speedscope's own page, opened from disk in Chromium.
type speedscopePage struct {
	ctx         context.Context
	url, script string
}

func openSpeedscope(t *testing.T) *speedscopePage {
	dir := speedscope.Fetch(t)
	if _, err := chromium.Find(); err != nil {
		t.Skip(err)
	}
	ctx, cancel, err := chromium.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cancel)
	script := filepath.Join(t.TempDir(), "open.js")
	page := url.URL{Scheme: "file", Path: filepath.Join(dir, "dist/release/index.html"), Fragment: "localProfilePath=" + script}
	return &speedscopePage{ctx, page.String(), script}
}

// read imports a file with speedscope's importer, as its command does, and returns what the page
// then saves.
func (p *speedscopePage) read(t *testing.T, name string, write func(io.Writer) error) *saved {
	t.Helper()
	var file bytes.Buffer
	if err := write(&file); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`
		window.failures = [];
		for (const level of ['warn', 'error']) console[level] = (...all) => failures.push(all.join(' '));
		window.alert = text => failures.push(text);
		URL.createObjectURL = blob => { window.saved = blob.text(); return ''; };
		HTMLAnchorElement.prototype.click = () => {};
		speedscope.loadFileFromBase64(%q, %q);`, name, base64.StdEncoding.EncodeToString(file.Bytes()))
	if err := os.WriteFile(p.script, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(p.url)); err != nil {
		t.Fatal(err)
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`new Promise((resolve, reject) => {
		const timer = setInterval(() => {
			dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true })); // has no effect until a file is read
			if (!window.saved && !window.failures?.length) return;
			clearInterval(timer);
			if (failures.length) reject(Error(failures.slice(0, 5).join('; '))); else saved.then(resolve);
		}, 20);
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("speedscope does not read %s: %v", name, err)
	}
	s := new(saved)
	if err := json.Unmarshal([]byte(text), s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSpeedscope checks that speedscope's importer reads every file without a warning and has our
// figures for each thread.
func TestSpeedscope(t *testing.T) {
	t.Parallel()
	page := openSpeedscope(t)
	all := inputs(t)
	t.Run("its own format", func(t *testing.T) { page.readsSpeedscope(t, all) })
	t.Run("Chrome's", func(t *testing.T) { page.readsChrome(t, all) })
}

func (page *speedscopePage) readsSpeedscope(t *testing.T, inputs []input) {
	for _, in := range inputs {
		for _, clock := range in.clocks() {
			s := page.read(t, in.name, func(w io.Writer) error { return report.Speedscope(w, in.Index, profile.WholeTrace, in.name, clock) })
			threads := report.Threads(in.Index, profile.WholeTrace)
			if len(s.Profiles) != len(threads) {
				t.Fatalf("%s: %d profiles, want %d", in.name, len(s.Profiles), len(threads))
			}
			for i, thread := range threads {
				got := &s.Profiles[i]
				where := fmt.Sprintf("%s by clock %d: %s", in.name, clock, got.Name)
				if want := report.ThreadLabel(&in.Info.Threads[thread]); got.Name != want || got.Unit != "nanoseconds" {
					t.Errorf("%s: in %s, want %s", where, got.Unit, want)
				}
				all, outermost := s.figures(i)
				compare(t, where, all, in.figuresOf(thread, clock))
				if want := in.outermost(thread, clock); outermost != want {
					t.Errorf("%s: %d ns in all, want %d", where, outermost, want)
				}
			}
		}
	}
}

// readsChrome checks the import of Chrome's trace events, by the primary clock, in µs. speedscope
// may reorder events at the same moment, so the traces have few such events.
func (page *speedscopePage) readsChrome(t *testing.T, inputs []input) {
	for _, in := range inputs {
		if in.name != "small" && in.name != "orphans" && in.name != "apart" {
			continue
		}
		s := page.read(t, in.name+".json", func(w io.Writer) error { return report.Chrome(w, in.Index, profile.WholeTrace, in.name) })
		threads := report.Threads(in.Index, profile.WholeTrace)
		if len(s.Profiles) != len(threads) {
			t.Fatalf("%s: %d profiles, want %d", in.name, len(s.Profiles), len(threads))
		}
		for i, thread := range threads {
			got, of := &s.Profiles[i], &in.Info.Threads[thread]
			if want := fmt.Sprintf("%s (pid 1), %s (tid %d)", in.name, of.Label(), of.ID); got.Name != want || got.Unit != "microseconds" {
				t.Errorf("%s: %q in %s, want %q", in.name, got.Name, got.Unit, want)
			}
			for e := range got.Events {
				got.Events[e].At *= 1000
			}
			all, _ := s.figures(i)
			compare(t, in.name+": "+got.Name, all, in.figuresOf(thread, profile.Wall))
		}
	}
}
