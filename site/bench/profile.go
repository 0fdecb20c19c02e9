//go:build !js

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/profiler"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// profile lists the functions that take the most time: natively, and in the browser's worker and page while a
// trace is read and used. It writes the profiles to the folder out: native.pprof for go tool pprof, the others
// for Chromium's developer tools.
func (b *bench) profile(out string) error {
	b.sizes = b.sizes[len(b.sizes)-1:]
	s := &b.sizes[0]
	if err := s.generate(); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	if err := profileNative(s, filepath.Join(out, "native.pprof")); err != nil {
		return err
	}
	site, err := b.site()
	if err != nil {
		return err
	}
	// The site's program has no function names.
	program, err := b.compile("named.wasm", "./wasm/app", "GOOS=js", "GOARCH=wasm")
	if err != nil {
		return err
	}
	if err := replaceProgram(site, program); err != nil {
		return err
	}
	t, err := site.started()
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.settle(); err != nil {
		return err
	}
	steps := []struct {
		name string
		do   func() error
	}{
		{"read", func() error {
			if _, err := t.load(s, 1); err != nil {
				return err
			}
			return t.settle()
		}},
		{"re-sum", func() error {
			for range b.runs {
				if err := b.resums(t, nil); err != nil {
					return err
				}
			}
			return nil
		}},
		{"zoom and pan", func() error { return b.gestures(t, nil) }},
		{"tables", func() error { return b.renders(t, s) }},
	}
	for _, step := range steps {
		worker, err := t.worker()
		if err != nil {
			return err
		}
		var ofWorker *profiler.Profile
		ofPage, err := t.profile(func() (err error) {
			ofWorker, err = worker.profile(step.do)
			return err
		})
		if err != nil {
			return err
		}
		for _, p := range []struct {
			of string
			p  *profiler.Profile
		}{{"worker", ofWorker}, {"page", ofPage}} {
			fmt.Printf("\n%s, %s, %s: ", p.of, step.name, s.name)
			printProfile(p.p)
			text, err := json.Marshal(p.p)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(out, p.of+", "+step.name+".cpuprofile"), text, 0o644); err != nil {
				return err
			}
		}
	}
	return t.err()
}

// profileNative reads the trace and sums ranges, several times.
func profileNative(s *size, path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	for range 3 {
		e := engine.New(1 << 40)
		e.Begin(s.name, s.bytes, false)
		if err := pour(s, engineWriter{e}); err != nil {
			return err
		}
		if err := e.End(""); err != nil {
			return err
		}
		d := e.Describe()
		for run := range 3 {
			for _, request := range (queries{d.Span}).resum((queries{d.Span}).scope(0.9, nil, message.Wall, run)) {
				if err := answer(e, request, new(scene.List)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// replaceProgram replaces the site's program.
func replaceProgram(s *site, program string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(s.dist, "assets/app.*.wasm*"))
	if err != nil {
		return err
	}
	for _, file := range found {
		if filepath.Ext(file) != ".wasm" { // a compressed copy
			err = os.Remove(file)
		} else {
			err = os.WriteFile(file, data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// worker returns the page's worker as a target.
func (t *tab) worker() (*tab, error) {
	all, err := chromedp.CallBrowser(t.ctx, target.GetTargets, target.GetTargetsParams{Filter: target.Filter{{}}})
	if err != nil {
		return nil, err
	}
	for _, info := range all.TargetInfos {
		if info.Type == "worker" {
			ctx, cancel := chromedp.NewContext(t.ctx, chromedp.WithTargetID(info.TargetID))
			return &tab{site: t.site, ctx: ctx, close: cancel}, nil
		}
	}
	return nil, fmt.Errorf("the page has no worker")
}

// profile returns the target's profile while do runs.
func (t *tab) profile(do func() error) (*profiler.Profile, error) {
	if _, err := chromedp.Call(t.ctx, profiler.Enable, cdp.Empty{}); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(t.ctx, profiler.SetSamplingInterval, profiler.SetSamplingIntervalParams{Interval: 500}); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(t.ctx, profiler.Start, cdp.Empty{}); err != nil {
		return nil, err
	}
	if err := do(); err != nil {
		return nil, err
	}
	result, err := chromedp.Call(t.ctx, profiler.Stop, cdp.Empty{})
	return result.Profile, err
}

// printProfile lists the functions that took the most time, with their self time and their time with callees.
func printProfile(p *profiler.Profile) {
	name, caller := map[int64]string{}, map[int64]int64{}
	for _, n := range p.Nodes {
		name[n.ID] = n.CallFrame.FunctionName
		for _, child := range n.Children {
			caller[child] = n.ID
		}
	}
	type sum struct{ self, with float64 }
	sums, all := map[string]sum{}, 0.0
	for i, id := range p.Samples {
		if name[id] == "(idle)" || name[id] == "(program)" {
			continue
		}
		took := float64(p.TimeDeltas[i]) / 1e3
		all += took
		seen := map[string]bool{}
		for at := id; at != 0; at = caller[at] {
			if n := name[at]; !seen[n] {
				seen[n] = true
				s := sums[n]
				s.with += took
				if at == id {
					s.self += took
				}
				sums[n] = s
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int { return cmp.Compare(sums[b].with, sums[a].with) })
	fmt.Printf("%.1f ms in all\n%8s %8s\n", all, "self", "with callees")
	for _, n := range names {
		if s := sums[n]; s.with > all/50 {
			fmt.Printf("%8.1f %8.1f ms  %s\n", s.self, s.with, n)
		}
	}
}
