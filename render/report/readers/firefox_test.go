//go:build !js

package readers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"traceglass/parser/profile"
	"traceglass/render/report"
)

// A session is Firefox Profiler's own reader with a profile loaded: a daemon of its
// command, which is ours to end, and asked by further runs of the command.
type session struct{ node, program, dir string }

func openFirefox(t *testing.T, node, program, profile string) *session {
	t.Helper()
	s := &session{node, program, t.TempDir()}
	daemon := s.command(t, "--daemon", profile, "--session", "test")
	var said bytes.Buffer
	daemon.Stdout, daemon.Stderr = &said, &said
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- daemon.Wait() }()
	t.Cleanup(func() {
		daemon.Process.Kill()
		<-ended
	})
	var out []byte
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("profiler-cli ended: %v\n%s", err, said.Bytes())
		default:
		}
		if sockets, _ := filepath.Glob(filepath.Join(s.dir, "*.sock")); len(sockets) == 0 {
			continue // else it is there before the profile is loaded
		}
		var err error
		if out, err = s.command(t, "status", "--session", "test").CombinedOutput(); err == nil {
			return s
		}
	}
	t.Fatalf("profiler-cli has not loaded the profile in a minute: %s", out)
	return nil
}

// command is a run of the program, whose daemon's socket is in the session's folder.
func (s *session) command(t *testing.T, args ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), s.node, append([]string{s.program}, args...)...)
	c.Env = append(os.Environ(), "PROFILER_CLI_SESSION_DIR="+s.dir)
	return c
}

// functions returns what the program shows of thread i: its name, and what every function
// cost.
func (s *session) functions(t *testing.T, i int) (thread string, all figures) {
	t.Helper()
	out, err := s.command(t, "thread", "functions", "--session", "test", "--thread", fmt.Sprintf("t-%d", i),
		"--json", "--limit", "0", "--include-idle").CombinedOutput()
	var shown struct {
		FriendlyThreadName, WeightType string
		Functions                      []struct {
			Name                      string
			SelfSamples, TotalSamples float64 // ms
		}
	}
	if err == nil {
		err = json.Unmarshal(out, &shown)
	}
	if err != nil || shown.WeightType != "tracing-ms" {
		t.Fatalf("profiler-cli thread functions: %v: %s", err, out)
	}
	all = figures{}
	for _, f := range shown.Functions {
		all.add(f.Name, cost{int64(math.Round(f.TotalSamples * 1e6)), int64(math.Round(f.SelfSamples * 1e6))})
	}
	return shown.FriendlyThreadName, all
}

// TestFirefox has Firefox Profiler's own reader read our files: it brings them to its
// newest version, and every function's self and running time are our figures.
func TestFirefox(t *testing.T) {
	t.Parallel()
	program := filepath.Join(profilerCLI.fetch(t), "dist/profiler-cli.js")
	node := node(t, 20)
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
				firefox := openFirefox(t, node, program, path)
				threads := report.Threads(in.Index)
				for i, thread := range threads[:min(len(threads), 4)] {
					name, got := firefox.functions(t, i)
					if want := in.Info.Threads[thread].Label(); name != want {
						t.Errorf("thread %d is %s, want %s", i, name, want)
					}
					compare(t, name, got, in.of(thread, clock))
				}
			})
		}
	}
}
