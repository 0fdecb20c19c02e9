//go:build !js

package readers

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"traceglass/parser/profile"
	"traceglass/render/report"
)

// TestFirefox has Firefox Profiler's own reader, as its command has it, read our files:
// it brings them to its newest version, and every function's self and running time in
// every thread are our figures.
func TestFirefox(t *testing.T) {
	t.Parallel()
	program := filepath.Join(profilerCLI.fetch(t), "dist/profiler-cli.js")
	node := node(t, 20)
	dir := t.TempDir()
	run := func(t *testing.T, args ...string) []byte {
		t.Helper()
		c := exec.Command(node, append([]string{program}, args...)...)
		c.Env = append(os.Environ(), "PROFILER_CLI_SESSION_DIR="+dir) // where its daemon's socket is
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("profiler-cli %v: %v\n%s", args, err, out)
		}
		return out
	}
	for _, in := range inputs(t) {
		for _, clock := range in.clocks() {
			if in.name == "sample" && clock == profile.CPU || in.name == "fenix-regular" || in.name == "apart" {
				continue // a start of node for each thread takes its time
			}
			t.Run(fmt.Sprintf("%s by clock %d", in.name, clock), func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "profile.json")
				f, err := os.Create(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := report.Firefox(f, in.Index, in.name, clock); err != nil {
					t.Fatal(err)
				}
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { run(t, "stop", "--all") }) // also if loading fails halfway
				run(t, "load", path)
				threads := report.Threads(in.Index)
				if len(threads) > 4 {
					threads = threads[:4]
				}
				for i, thread := range threads {
					var shown struct {
						FriendlyThreadName, WeightType string
						Functions                      []struct {
							Name                      string
							SelfSamples, TotalSamples float64 // ms
						}
					}
					out := run(t, "thread", "functions", "--thread", fmt.Sprintf("t-%d", i), "--json", "--limit", "0", "--include-idle")
					if err := json.Unmarshal(out, &shown); err != nil {
						t.Fatalf("%v: %s", err, out)
					}
					if want := in.Info.Threads[thread].Label(); shown.FriendlyThreadName != want || shown.WeightType != "tracing-ms" {
						t.Errorf("%s in %s, want %s", shown.FriendlyThreadName, shown.WeightType, want)
					}
					got := figures{}
					for _, f := range shown.Functions {
						got.add(f.Name, cost{int64(math.Round(f.TotalSamples * 1e6)), int64(math.Round(f.SelfSamples * 1e6))})
					}
					compare(t, shown.FriendlyThreadName, got, in.of(thread, clock))
				}
			})
		}
	}
}
